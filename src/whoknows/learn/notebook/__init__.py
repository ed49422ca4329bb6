"""The cells of the playground, what they give, and a way to a goal."""
