"""The aggregate's host: loads tables, decides commands, appends their events, and shows what came of it."""
