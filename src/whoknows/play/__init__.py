"""The shape of a game: seats, sights, strategies, referee, and transcripts."""
