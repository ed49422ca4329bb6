"""Exact results: optimal plans, capacities, and weighings fixed in advance."""

from whoknows.games.balance.solve.plans import Costs, evaluate, optimal

__all__ = ["Costs", "evaluate", "optimal"]
