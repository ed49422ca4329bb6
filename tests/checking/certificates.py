"""One certificate of each kind, made once; and ways to damage a document."""

from copy import deepcopy
from functools import cache

import numpy as np

from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.balance.solve import optimal as balanced
from whoknows.games.balance.solve.certificate import certificate as balance_certificate
from whoknows.games.hats.rules import Rules as Hats
from whoknows.games.hats.rules import parse_odds
from whoknows.games.hats.solve.adequate.psi import psi
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.codes.constructions import best_code, code_certificate
from whoknows.games.hats.solve.maximal.methods import maximal, maximal_certificate
from whoknows.games.hats.solve.proofs.best_certificate import best_certificate
from whoknows.games.hats.solve.proofs.psi_certificate import psi_certificate
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve import optimal
from whoknows.games.mastermind.solve.certificate import (
    no_plan_certificate,
    plan_certificate,
    static_certificate,
)
from whoknows.games.mastermind.solve.fixed_guesses import static_guesses
from whoknows.inquiry.optimum.lemmas import table_certificate
from whoknows.inquiry.optimum.search import optimal_plan
from whoknows.inquiry.problem import from_matrix


def hats(**options):
    return best_certificate(best(Hats(**options)))


def table(matrix, minimize="total", **options):
    problem = from_matrix(np.array(matrix), **options)
    return table_certificate(
        problem, optimal_plan(problem, minimize=minimize), minimize, None
    )


MOST_WON = {(3, 4): 30, (4, 3): 48, (5, 3): 165, (6, 3): 535, (4, 4): 138}  # by layers


def interval(players, colors):
    """That no deal wins more than `MOST_WON`; the witness wins less: one says one color."""
    size, views = colors**players, colors ** (players - 1)
    document = hats(players=2, colors=colors)
    document["claim"] |= {"players": players, "win": f"1/{colors}"}
    document["claim"]["most"] = f"{MOST_WON[players, colors]}/{size}"
    document["witness"]["deals"] = [[[1] * views, *[[0] * views] * (players - 1)]]
    return document


MAKERS = {
    "mastermind": lambda: plan_certificate(optimal(Rules(3, 4))),
    "black-peg": lambda: plan_certificate(optimal(Rules(2, 4, blacks_only=True))),
    "bulls": lambda: plan_certificate(optimal(Rules(3, 6, repeats=False), worst=5)),
    "worst": lambda: plan_certificate(optimal(Rules(2, 4), minimize="worst")),
    "first": lambda: plan_certificate(optimal(Rules(2, 3), first=Rules(2, 3).code(0))),
    "none": lambda: no_plan_certificate(Rules(3, 3), 2),
    "static": lambda: static_certificate(static_guesses(Rules(2, 4))),
    "table": lambda: table(
        [[0, 0, 1, 1, 2], [0, 1, 0, 1, 0], [1, 0, 0, 0, 0]], "worst", ends=False
    ),
    "coins": lambda: balance_certificate(balanced(Coins(coins=13))),
    "two heavy": lambda: balance_certificate(balanced(Coins(7, 2, kind="heavy"))),
    "total of coins": lambda: balance_certificate(balanced(Coins(6), minimize="total")),
    "at most two": lambda: balance_certificate(balanced(Coins(4, 2, True, "heavy"))),
    "five": lambda: hats(players=5),
    "six": lambda: hats(players=6, odds=parse_odds("0.9", 6, 2)),
    "two right": lambda: hats(players=4, need=2),
    "rounds": lambda: hats(players=5, rounds=2),
    "counts only": lambda: hats(players=4, views="counts"),
    "no passing": lambda: hats(players=3, passing=False),
    "squares": lambda: hats(players=2, colors=4),
    "cubes": lambda: hats(players=3, colors=3),
    "interval": lambda: interval(3, 4),
    "maximal": lambda: maximal_certificate(maximal(4)),
    "psi": lambda: psi_certificate(psi(4)),
    "psi of five": lambda: psi_certificate(psi(5)),
    "code": lambda: code_certificate(best_code(8)),
}


@cache
def made(name):
    return MAKERS[name]()


def certificate(name):
    """A certificate that a test may change."""
    return deepcopy(made(name))


def leaves(part, path=()):
    """The ways to all numbers, words, and yes or no in a document."""
    if isinstance(part, dict):
        for key, below in part.items():
            yield from leaves(below, (*path, key))
    elif isinstance(part, list):
        for key, below in enumerate(part):
            yield from leaves(below, (*path, key))
    else:
        yield path


def holder(document, path):
    """What holds the last step of a way."""
    for step in path[:-1]:
        document = document[step]
    return document
