"""The server: its start, doors, limits, keys, workers, and log."""
