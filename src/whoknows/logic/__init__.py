"""Worlds, models, formulas, announcements: the specification of every other floor."""
