"""The gRPC services of the command side: players, tables, commands and events."""
