"""The certificate of a best deal: the deal, and why none wins more.

>>> found = best(Rules(players=3))
>>> document = best_certificate(found)
>>> document["claim"]["win"], document["proof"]["by"], document["proof"]["tree"][0]
('3/4', 'cover', 'sum')
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import factorial, lcm
from typing import Any

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.rules import PASS, Rules
from whoknows.games.hats.solve.best import Best, best, is_cover
from whoknows.games.hats.solve.bounds.ball_bounds import is_uniform, same_for_all
from whoknows.games.hats.solve.many_colors.strong_coverings import is_strong
from whoknows.games.hats.solve.proofs.case_tree import Maps, Program, Row, even_cuts, prove
from whoknows.work.proof_kinds import FORMAT, Kind

Share = Callable[[float], None]

MOST_LAYERED = 25  # colors at most of two or three agents that a checker takes
MOST_VARIABLES = 2_000  # of a program that a tree of cases is tried for,
MOST_SURE = 200  # that is sure to be small,
MOST_LINEAR = 600  # and where a theorem has the bound, so that few cases are left
MOST_MAPS = 50_000  # symmetries that are written out

FOR_EVERY_N = "a bound for every N and p (docs/hats-beyond.md#a-bound-for-every-n-and-p)"

EIGHT_AGENTS = (
    "Psi(8, p), of which `hats psi --players 8 --certificate FILE` writes the proof"
    " (docs/hats-beyond.md#eight-agents)"
)

__all__ = ["best", "best_certificate", "is_certified", "proof_kind", "rules_document"]


@checked
def best_certificate(optimum: Best, progress: Share | None = None) -> dict[str, Any]:
    """The certificate of a result that is proven, or of an interval by layers."""
    if not optimum.proven and not is_certified(optimum):
        raise BadSetup("there is nothing to certify: the result is not proven, see `upper`")
    if optimum.cited:
        raise BadSetup(f"the bound is cited, not proven here: {optimum.cited}")
    if optimum.deals is None or optimum.agents:
        raise TooLarge("a certificate has the deal written out; this one is too large")
    if by_psi_of_eight(optimum.rules):
        raise TooLarge(f"one p has no certificate of its own; the bound is {EIGHT_AGENTS}")
    return {
        "format": FORMAT,
        "claim": {
            "game": "hats",
            **rules_document(optimum.rules),
            "win": str(optimum.lower),
            **({} if optimum.proven else {"most": str(optimum.upper)}),
        },
        "witness": {
            "deals": [
                [[max(answer, PASS) for answer in row] for row in deal.answers]
                for deal in optimum.deals
            ]
        },
        "proof": proof_of(optimum, progress),
    }


@checked
def rules_document(rules: Rules) -> dict[str, Any]:
    """The rules in full."""
    return {
        "players": rules.players,
        "colors": rules.colors,
        "need": rules.need,
        "wrong": rules.wrong,
        "rounds": rules.rounds,
        "passing": rules.passing,
        "views": rules.views,
        "odds": [[str(n) for n in row] for row in rules.odds] or None,
        "chances": [str(n) for n in rules.chances] or None,
    }


@checked
def is_certified(optimum: Best) -> bool:
    """Whether a certificate is sure to be had: proven, written out, and small enough.

    An interval has one too where its upper end is that by layers.
    """
    if optimum.deals is None or optimum.agents or optimum.cited:
        return False
    if not optimum.proven:
        return by_layers(optimum.rules) and optimum.proof != "CP-SAT"
    if by_psi_of_eight(optimum.rules):
        return False
    most = MOST_SURE if optimum.proof == "CP-SAT" else MOST_LINEAR
    return by_layers(optimum.rules) or 0 < variables(optimum.rules) <= most


KINDS: dict[str, Kind] = {  # by what the solver calls them
    "theorem": "theorem",
    "search": "enumeration",
    "published": "published",
    "CP-SAT": "solver",
}


@checked
def proof_kind(optimum: Best) -> Kind:
    """What the bound rests on, in the words of the checker where there is a certificate."""
    if is_certified(optimum) and by_layers(optimum.rules):
        return "theorem" if optimum.rules.players <= 3 else "enumeration"
    return "certificate" if is_certified(optimum) else KINDS[optimum.proof]


def proof_by(optimum: Best) -> str:
    """The theorem, with its place in the docs, or who published the bound."""
    if proof_kind(optimum) != "theorem":
        return optimum.cited
    if by_psi_of_eight(optimum.rules):
        return EIGHT_AGENTS
    if optimum.rules.colors > 2 and by_layers(optimum.rules):
        return "counting layers (docs/hats-beyond.md#more-colors)"
    if not optimum.rules.passing or optimum.rules.need > 1 or optimum.rules.colors > 2:
        return "what is true of the rules (docs/hats-beyond.md#what-is-true-of-the-rules)"
    return FOR_EVERY_N


def variables(rules: Rules) -> int:
    """How many variables the program of the rules has; 0 if there is none."""
    if is_cover(rules):
        return rules.size
    if rules.rounds > 1:
        return 0
    return rules.players * rules.view_count * rules.colors + rules.size


def by_layers(rules: Rules) -> bool:
    """Whether the bound is that by layers."""
    if not (is_strong(rules) and is_uniform(rules) and rules.colors > 2):
        return False
    if rules.players <= 3:
        return rules.colors <= MOST_LAYERED
    return (rules.players, rules.colors) in ((4, 3), (5, 3), (6, 3), (4, 4))


def by_psi_of_eight(rules: Rules) -> bool:
    """Whether the bound is that of eight agents with the same odds for all."""
    usual = is_cover(rules) and rules.need == rules.rounds == 1 and rules.players == 8
    return usual and same_for_all(rules) and not is_uniform(rules)


def proof_of(optimum: Best, progress: Share | None) -> dict[str, Any]:
    """Why no deal wins more."""
    rules, loss = optimum.rules, 1 - optimum.lower
    if by_layers(rules):
        return {"by": "layers"}
    if not 0 < variables(rules) <= MOST_VARIABLES:
        raise TooLarge(
            f"the proof has {variables(rules):,} variables; certificates are written for 1"
            f" to {MOST_VARIABLES:,}"
        )
    weights, target = scaled([rules.chance(code) for code in range(rules.size)], loss)
    if is_cover(rules):
        program = Program(weights, cover_rows(rules.players, rules.need, rules.rounds))
        plain = rules.need == rules.rounds == 1
        cuts = even_cuts(rules.players) if plain else []
        tree = prove(
            program, target, cuts=cuts, maps=lambda: cube_maps(rules), progress=progress
        )
        return {"by": "cover", **tree}
    answers = rules.players * rules.view_count * rules.colors
    program = Program([0] * answers + weights, answer_rows(rules))
    return {"by": "answers", **prove(program, target, progress=progress)}


def scaled(chances: list[Fraction], loss: Fraction) -> tuple[list[int], int]:
    """The chances as whole numbers, and the loss in the same measure."""
    whole = lcm(loss.denominator, *(chance.denominator for chance in chances))
    return [int(chance * whole) for chance in chances], int(loss * whole)


def cover_rows(players: int, need: int, radius: int) -> list[Row]:
    """Every corner is lost, or has enough lost ones within the radius."""
    rows = list[Row]()
    for corner in range(1 << players):
        row = {corner: need}
        for distance in range(1, radius + 1):
            for places in combinations(range(players), distance):
                row[corner ^ sum(1 << place for place in places)] = 1
        rows.append((row, need))
    return rows


def cube_maps(rules: Rules) -> Maps:
    """The ways to rename agents and swap colors that keep all chances."""
    corners, uniform = np.arange(rules.size), is_uniform(rules)
    shifts = range(rules.size if uniform else 1)
    moving = rules.players  # so many agents change places; all but a few where too many
    while factorial(moving) * len(shifts) > MOST_MAPS:
        moving -= 1
    chances = [rules.chance(code) for code in range(rules.size)]
    kind = np.array([chances.index(chance) for chance in chances])
    found = []
    for order in permutations(range(moving)):
        moved = corners >> moving << moving
        for place, other in enumerate(order):
            moved |= (corners >> place & 1) << other
        found += [moved ^ shift for shift in shifts]
    maps = np.array(found)
    if uniform:
        return maps
    kept: Maps = maps[(kind[maps] == kind).all(axis=1)]
    return kept


def answer_rows(rules: Rules) -> list[Row]:
    """The rules as rows over answers, and over what is lost, in a checker's order."""
    colors, views = rules.colors, rules.view_table()
    hats = rules.table().tolist()
    lost = rules.players * rules.view_count * colors
    rows = list[Row]()

    def said(player: int, view: int) -> list[int]:
        start = (player * rules.view_count + view) * colors
        return list(range(start, start + colors))

    for player, view in product(range(rules.players), range(rules.view_count)):
        rows.append((dict.fromkeys(said(player, view), -1), -1))
        if not rules.passing:
            rows.append((dict.fromkeys(said(player, view), 1), 1))
    for code in range(rules.size):
        heard = [said(player, int(views[player, code])) for player in range(rules.players)]
        right = [row[color] for row, color in zip(heard, hats[code], strict=True)]
        rows.append(({**dict.fromkeys(right, 1), lost + code: rules.need}, rules.need))
        mistaken = [
            [v for v in row if v != own] for row, own in zip(heard, right, strict=True)
        ]
        if rules.wrong == 0:
            rows += [({**dict.fromkeys(row, -1), lost + code: 1}, 0) for row in mistaken]
        else:
            spare = rules.players - rules.wrong
            together = dict.fromkeys([v for row in mistaken for v in row], -1)
            rows.append(({**together, lost + code: spare}, -rules.wrong))
    return rows
