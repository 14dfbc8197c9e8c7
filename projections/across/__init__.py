"""Models across tables: made from the results of finished tables, in the order of one durable stream."""
