"""What a game says of itself to people."""
