"""The kernel of games: everything that two games need, and that knows none of them."""
