"""What the game says and shows of itself."""
