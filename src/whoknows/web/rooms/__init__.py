"""Rooms: games that people play, kept and told to who looks."""
