"""The tables of the games on the screen of a terminal."""
