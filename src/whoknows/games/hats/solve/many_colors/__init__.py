"""Deals for three colors and more: annealed, bounded, and searched layer by layer."""
