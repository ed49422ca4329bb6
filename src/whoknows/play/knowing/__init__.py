"""Who knows what at a table, in one shape for all games."""
