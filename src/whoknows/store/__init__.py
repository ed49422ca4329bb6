"""The database of experiments and saved games."""
