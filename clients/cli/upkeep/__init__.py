"""Keeping a whole house up: the event store and the processes around it."""
