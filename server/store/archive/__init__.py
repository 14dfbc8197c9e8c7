"""The archive: a finished table as one small blob, and the ways into it and out of it."""
