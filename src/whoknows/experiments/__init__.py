"""Batches of games: a grid of setups and strategies to rows on disk."""
