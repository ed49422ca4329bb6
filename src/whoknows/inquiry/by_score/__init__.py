"""Strategies that choose the question of the best score."""
