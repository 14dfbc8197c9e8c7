"""The entries of the catalogue: what is broken, a file each."""
