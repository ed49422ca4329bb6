"""Covering codes of radius 1: deals for many agents, without a table."""
