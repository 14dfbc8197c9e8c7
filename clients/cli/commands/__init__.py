"""The commands, one a file. Whatever is heavy is imported inside them."""
