"""Higher or lower, as a class with arrays: who says the hidden number first wins."""

import numpy as np

from whoknows.games.written import Act, ArrayGame, ArrayRules


class Number(ArrayRules):
    """A number from 1 to 15 is hidden. Guess it in turn; you hear higher or lower."""

    name, title = "number", "Higher or lower"
    seats, words = ("ann", "bob"), ("higher", "lower", "found")
    board = {"won": ("nobody", "ann", "bob")}  # noqa: RUF012 -- what lies open

    def worlds(self):
        return {"number": np.arange(1, 16)}

    def acts(self):
        return {
            "guess": Act(
                {"n": range(1, 16)},
                allowed=lambda w, me, n: w.possible(me, lambda w: w["number"] == n),
                right=lambda w, me, n: w["number"] == n,
                answer=lambda w, me, n: np.select(
                    [w["number"] > n, w["number"] < n], ["higher", "lower"], "found"
                ),
                makes={"won": lambda w, me, n: np.where(w["number"] == n, me, "nobody")},
                words="Is it {n}?",
            )
        }

    def ends(self, w):
        return w["won"] != "nobody"

    def score(self, w, me):
        return w["won"] == me


GAME = ArrayGame(Number)
