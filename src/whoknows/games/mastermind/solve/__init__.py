"""Exact results: what strategies cost over all codes, optimal plans, and evil answers."""

from whoknows.games.mastermind.knowledge.maker_moves import evil_answer
from whoknows.games.mastermind.solve.plans import Costs, evaluate, optimal

__all__ = ["Costs", "evaluate", "evil_answer", "optimal"]
