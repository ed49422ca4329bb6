"""Learning by doing: puzzles without end, and lessons whose exercises are checked."""
