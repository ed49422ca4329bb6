"""The games, in an explicit list."""
