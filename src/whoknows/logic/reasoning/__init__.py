"""What is so at a world, why, what to say, and which worlds are near."""
