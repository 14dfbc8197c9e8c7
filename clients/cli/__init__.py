"""The command line: `ludarium`."""
