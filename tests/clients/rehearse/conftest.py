"""What the tests of rehearsals share with those of the command line."""

from tests.clients.cli.conftest import here

__all__ = ["here"]
