"""The cards of Age of Expansion, a file for each kind (R14, R15)."""
