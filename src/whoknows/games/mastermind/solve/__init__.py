"""Exact results: what strategies cost over all codes, optimal plans, and evil answers."""

from whoknows.games.mastermind.solve.costs import Costs, evaluate, optimal
from whoknows.games.mastermind.solve.evil import evil_answer

__all__ = ["Costs", "evaluate", "evil_answer", "optimal"]
