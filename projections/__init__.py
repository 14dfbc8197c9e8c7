"""The read side: follows what happened at all tables and answers questions about it. It never commands."""
