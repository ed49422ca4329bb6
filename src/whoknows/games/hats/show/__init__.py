"""Board, words, and hints, as pictures and as text."""
