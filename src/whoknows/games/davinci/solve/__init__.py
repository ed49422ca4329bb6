"""Exact results about a position: what a guess leaves to its maker, and to the others."""

from whoknows.games.davinci.solve.after_guess import Classes, classes
from whoknows.games.davinci.solve.rivals import Rival, after_wrong, rivals
from whoknows.games.davinci.solve.thoughts import Thought, thoughts

__all__ = ["Classes", "Rival", "Thought", "after_wrong", "classes", "rivals", "thoughts"]
