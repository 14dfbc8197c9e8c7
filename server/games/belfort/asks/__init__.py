"""What is asked besides the menus of a turn: one small decision each."""
