"""What is below deploy/, checked without a cluster, an engine or a network."""
