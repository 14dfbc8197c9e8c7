"""The modules of Belfort, one file each, and the game for two; `catalogue` says which attaches what."""
