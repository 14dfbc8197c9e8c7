"""The event store: streams of events on Redis or Valkey, appended to, read and followed."""
