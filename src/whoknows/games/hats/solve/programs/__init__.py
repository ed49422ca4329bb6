"""The best deal as an integer program, solved by CP-SAT."""
