"""The best plan of all, searched with bounds, lemmas, and remembered cells."""
