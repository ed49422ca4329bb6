"""All maximal deals of a standard world, by three methods, counted and listed."""
