"""Notices: players who are not looking are told by a webhook that it is their turn."""
