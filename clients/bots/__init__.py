"""Bots: how they choose (without a server), and the process that plays them through the services."""
