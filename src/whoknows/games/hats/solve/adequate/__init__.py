"""The hat-game paper: adequate sets, their decision matrices, and Psi(N, p)."""
