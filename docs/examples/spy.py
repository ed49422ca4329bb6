"""The game of `spy.game` as a class with arrays: three know the place, the spy does not."""

import numpy as np

from whoknows.games.written import Act, ArrayGame, ArrayRules

SEATS = ("ann", "bob", "cai", "dee")
PLACES = ("beach", "ship", "bank", "school", "casino")
FOUND = {
    "water": ("beach", "ship"),
    "sand": ("beach",),
    "money": ("bank", "casino"),
    "books": ("school",),
}


class Spy(ArrayRules):
    """All but one know where we are. The spy listens, and bluffs."""

    name, title, seats, words = "spy", "Spy at the table", SEATS, ("nobody",)
    board = dict.fromkeys(("caught", "found", "wrong"), (False, True))

    def worlds(self):
        place, spy = np.meshgrid(PLACES, SEATS)
        return {"place": place.ravel(), "spy": spy.ravel()}

    def sees(self, w, me):
        return w["spy"] == me, np.where(w["spy"] == me, "nobody", w["place"])

    def acts(self):
        def is_here(w, me, thing):
            return w.possible(me, lambda w: np.isin(w["place"], FOUND[thing]))

        def is_spy(w, me, x):
            return w["spy"] == x

        def is_place(w, me, p):
            return w["place"] == p

        return {
            "hint": Act({"thing": FOUND}, says=is_here, words="One finds {thing} here"),
            "accuse": Act(
                {"x": SEATS},
                allowed=lambda w, me, x: (w["spy"] != me) & (x != me),
                says=lambda w, me, x: w.possible(me, lambda w: w["spy"] == x),
                right=is_spy,
                answer=is_spy,
                makes={"caught": is_spy, "wrong": lambda w, me, x: w["spy"] != x},
                words="{x} is the spy",
            ),
            "name": Act(
                {"p": PLACES},
                allowed=lambda w, me, p: w["spy"] == me,
                right=is_place,
                answer=is_place,
                makes={"found": is_place, "wrong": lambda w, me, p: w["place"] != p},
                words="We are at the {p}",
            ),
        }

    def ends(self, w):
        return w["caught"] | w["found"] | w["wrong"] | (w["round"] == 12)

    def score(self, w, me):
        hidden = np.where(w["caught"], 0, 1)
        return np.where(w["spy"] != me, w["caught"], np.where(w["found"], 3, hidden))


GAME = ArrayGame(Spy)
