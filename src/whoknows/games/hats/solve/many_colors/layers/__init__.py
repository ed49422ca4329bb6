"""What can be won with many colors, layer by layer."""
