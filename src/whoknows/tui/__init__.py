"""Games on the screen of a terminal."""
