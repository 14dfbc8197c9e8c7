"""Playing at the terminal, line by line."""
