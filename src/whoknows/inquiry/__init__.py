"""One agent asks, and each question splits the worlds by its answer."""
