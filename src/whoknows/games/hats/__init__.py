"""The hat game."""
