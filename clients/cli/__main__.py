"""`python -m clients.cli`: the same as `ludarium`."""

from clients.cli.main import main

main()
