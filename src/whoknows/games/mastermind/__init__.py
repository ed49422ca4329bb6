"""Mastermind: find the secret code from black and white answers."""
