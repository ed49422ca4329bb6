"""Which worlds and models cannot be told apart, and the smallest model."""
