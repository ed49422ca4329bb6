"""What a certificate states, judged by the games and by hand, without the checker.

`is_true` asks whether the claim is so (the solvers of the games say), whether the witness
reaches it (it is played through by the rules), and whether each step of the proof is so: a
lemma by the optimum of its cell, a tree of cases by adding it up with plain arrays.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np

from tests.checking.certificates import MOST_WON
from tests.games.balance import naive
from tests.games.mastermind import twin
from whoknows.errors import BadSetup
from whoknows.games.balance.rules import Rules as Coins
from whoknows.games.balance.solve import optimal as balanced
from whoknows.games.hats.knowledge.silence import evaluate_rounds
from whoknows.games.hats.rules import Deal
from whoknows.games.hats.rules import Rules as Hats
from whoknows.games.hats.solve.best import best
from whoknows.games.hats.solve.bounds.code_sizes import bounds_by_excess
from whoknows.games.hats.solve.cube_bits import is_adequate, mask_of
from whoknows.games.hats.solve.proofs.best_certificate import answer_rows, cover_rows
from whoknows.games.mastermind.rules import Rules
from whoknows.games.mastermind.solve.fixed_guesses import static_guesses
from whoknows.inquiry.optimum.search import optimal_plan
from whoknows.inquiry.problem import from_matrix

NEVER = 10**9


def is_true(document, whole):
    """Whether all that a document states is so; `whole` is what it was before."""
    claim, witness, proof = (document[key] for key in ("claim", "witness", "proof"))
    judge = {
        "mastermind": asking, "table": asking, "static": static, "balance": balance,
        "hats": hats, "psi": psi, "code": code,
    }  # fmt: skip
    return judge[claim["game"]](claim, witness, proof, whole)


# -------------------------------------------------------------------------- asking


def rules_of(claim):
    return Rules(
        claim["pegs"],
        claim["colors"],
        repeats=claim["repeats"],
        blacks_only=claim.get("blacks_only", False),
    )


@cache
def answers_of(rules):
    """Every answer of Mastermind as the number that certificates have."""
    step = 1 if rules.blacks_only else rules.pegs + 1
    codes = twin.codes(rules)
    return np.array([
        [black * step + white for black, white in (twin.answer(rules, q, s) for s in codes)]
        for q in codes
    ])  # fmt: skip


def asking(claim, witness, proof, _):
    """A plan walked with every secret, the optimum, and the optimum of each cell."""
    if claim["game"] == "table":
        answers, right = np.array(claim["answers"]), claim["right"]
        ends = claim.get("ends", False)
    else:
        answers = answers_of(rules_of(claim))
        right, ends = list(range(len(answers))), True
    everything, first = list(range(answers.shape[1])), claim.get("first")
    game = (tuple(map(tuple, answers.tolist())), tuple(right), ends)
    for cell, left, least, _ in proof["lemmas"]:
        some = everything if cell == "all" else cell
        opening = first if len(some) == len(everything) else None
        found = least_total(*game, tuple(some), left, opening)
        if found < (NEVER if least is None else least):
            return False
    limit, total = claim.get("limit"), claim.get("total")
    if total is None:
        return least_total(*game, tuple(everything), limit, first) == NEVER
    depths = [asked(game, witness["plan"], secret) for secret in everything]
    if (sum(depths), max(depths)) != (total, claim["worst"]):
        return False
    if claim["minimize"] == "worst":
        fewer = least_total(*game, tuple(everything), claim["worst"] - 1, first)
        limit = claim["worst"]
        if fewer < NEVER:
            return False
    return least_total(*game, tuple(everything), limit, first) == total


def asked(game, plan, secret):
    """How many questions a plan asks at a secret."""
    answers, right, ends = game
    count = 0
    while plan is not None:
        question, branches = plan
        count += 1
        if ends and right[question] == secret:
            return count
        plan = branches[str(answers[question][secret])]
    assert not ends, "it is asked for in the end"
    return count


@cache
def least_total(answers, right, ends, cell, left, first):
    """The optimum of a cell by the search for plans; `NEVER` if there is no plan."""
    if left is not None and left < 1:
        return 0 if len(cell) == 1 and not ends else NEVER
    if len(cell) == 1:
        return 1 if ends else 0
    names = {secret: place for place, secret in enumerate(cell)}
    labels = np.array(answers)
    problem = from_matrix(
        labels[:, list(cell)] - labels.min(),
        right=[names.get(secret, -1) for secret in right],
        ends=ends,
    )
    try:
        return optimal_plan(problem, worst=left, first=first).plan.total
    except BadSetup:
        return NEVER


def static(claim, witness, proof, _):
    answers = answers_of(rules_of(claim))
    rows = answers[witness["guesses"]]
    apart = len({tuple(column) for column in rows.T.tolist()}) == answers.shape[1]
    least = len(static_guesses(rules_of(claim)).guesses)
    return apart and not proof and len(rows) == claim["size"] == least


# ------------------------------------------------------------------------- balance


def balance(claim, witness, proof, _):
    usual = {"at_most": False}
    keys = ("coins", "odd", "at_most", "kind", "references", "goal")
    rules = Coins(**{key: (usual | claim)[key] for key in keys})
    minimize = claim.get("minimize", "worst")
    ends = {}
    depths = []
    for world in worlds(rules):
        plan, way = witness["plan"], ()
        while plan is not None:
            left, right, branches = plan
            assert len({*left, *right}) == 2 * len(left) == 2 * len(right)
            way += (naive.answer(left, right, world),)
            plan = branches[way[-1]]
        ends.setdefault(way, set()).add(naive.odd_set(rules, world))
        depths.append(len(way))
    known = all(len(found) == 1 for found in ends.values())
    reached = {"total": sum(depths), "worst": max(depths)}
    told = reached == {key: claim[key] for key in reached}
    least = getattr(balanced(rules, minimize=minimize), minimize)
    return known and told and not proof and reached[minimize] == least


@cache
def worlds(rules):
    """Every case of few coins in no order; of one odd coin among many, it alone."""
    if rules.coins < 8 or rules.odd > 1 or rules.at_most:
        return list(naive.worlds(rules))
    kinds = {"heavy": (1,), "light": (-1,)}.get(rules.kind, (1, -1))
    places = range(rules.coins)
    return [tuple(k * (c == odd) for c in places) for odd in places for k in kinds]


# ---------------------------------------------------------------------------- hats


def hats(claim, witness, proof, _):
    keys = ("players", "colors", "need", "wrong", "rounds", "passing", "views")
    odds, chances = claim.get("odds") or (), claim.get("chances") or ()
    rules = Hats(
        **{key: claim[key] for key in keys},
        odds=tuple(tuple(map(Fraction, row)) for row in odds),
        chances=tuple(map(Fraction, chances)),
    )
    deals = tuple(Deal(tuple(map(tuple, deal))) for deal in witness["deals"])
    won, most = evaluate_rounds(deals, rules).fitness, Fraction(claim["win"])
    if known := MOST_WON.get((rules.players, rules.colors)):
        said = Fraction(claim.get("most", claim["win"]))
        usual = rules == Hats(rules.players, rules.colors)
        return usual and won == most and said >= Fraction(known, rules.size)
    if won != most or most < best(rules).lower:
        return False
    if proof["by"] == "layers":
        return set(proof) == {"by"}
    chance = [rules.chance(code) for code in range(rules.size)]
    if proof["by"] == "cover":
        return tree_holds(
            chance, cover_rows(rules.players, rules.need, rules.rounds), 1 - won, proof
        )
    answers = rules.players * rules.view_count * rules.colors
    return tree_holds([0] * answers + chance, answer_rows(rules), 1 - won, proof)


def tree_holds(weights, rows, target, proof):
    """Whether a tree of cases shows that no solution weighs less than the target."""
    given = [([row.get(v, 0) for v in range(len(weights))], least) for row, least in rows]
    table = np.array([[*row, least] for row, least in given], dtype=object)
    rows = table
    for times, divisor in proof.get("cuts", []):
        new = sum((number * rows[place] for place, number in times), 0 * rows[0])
        rows = np.vstack([rows, [-(-n // divisor) for n in new]])
    whole = np.lcm.reduce([Fraction(n).denominator for n in [*weights, target]])
    weights = np.array([int(n * whole) for n in weights], dtype=object)
    sorted_rows = sorted(map(tuple, table.tolist()))

    def holds(node, fixed):
        if node[0] == "sum":
            return leaf(node[1], node[2], fixed)
        if node[0] == "split":
            _, v, zero, one = node
            return holds(zero, fixed | {v: 0}) and holds(one, fixed | {v: 1})
        _, maps, v, one, none = node
        return (
            all(symmetric(image, fixed) for image in maps)
            and holds(one, fixed | {v: 1})
            and holds(none, fixed | dict.fromkeys(closure(maps, v), 0))
        )

    def leaf(scale, times, fixed):
        assert scale >= 0
        assert all(number >= 0 <= place for place, number in times)
        added = sum((number * rows[place] for place, number in times), 0 * rows[0])
        left = scale * weights - added[:-1]  # what a variable that is 1 adds
        least = added[-1]
        for v, n in enumerate(left):
            least += n * fixed[v] if v in fixed else min(n, 0)
        return least > scale * (int(target * whole) - 1)

    def symmetric(image, fixed):
        moved = table.copy()
        moved[:, image] = table[:, :-1]
        return (
            sorted(image) == list(range(len(weights)))
            and (weights[image] == weights).all()
            and all(fixed.get(v) == fixed.get(w) for v, w in enumerate(image))
            and sorted(map(tuple, moved.tolist())) == sorted_rows
        )

    return holds(proof["tree"], {})


def closure(maps, v):
    """What the maps make of a variable."""
    found = {v}
    while more := {image[u] for image in maps for u in found} - found:
        found |= more
    return found


# ---------------------------------------------------------------- Psi, and codes


def psi(claim, witness, proof, whole):
    """The claim and what it rests on as before; the facets and the losing sets anew."""
    players = claim["players"]
    for (zeros, *_), lost in zip(claim["pieces"], witness["sets"], strict=True):
        counts = [0] * (players + 1)
        for corner in {*lost}:
            counts[players - corner.bit_count()] += 1
        if not is_adequate(mask_of(set(lost)), players) or counts != zeros:
            return False
    for facet in proof["facets"]:
        corners = [facet["weights"][players - c.bit_count()] for c in range(1 << players)]
        if not tree_holds(corners, cover_rows(players, 1, 1), facet["least"], facet):
            return False
    stated = [facet["weights"] for facet in proof["facets"]]
    parts = whole["proof"]["parts"]
    before = [facet["weights"] for facet in whole["proof"]["facets"]]
    same = claim == whole["claim"] and stated[: len(before)] == before
    return same and [sorted_parts(rows) for rows in proof["parts"]] == [
        sorted_parts(rows) for rows in parts
    ]


def sorted_parts(rows):
    """The parts of a piece; in what order facets are named does not matter."""
    assert all(one[1] == other[0] for one, other in pairwise(rows))
    return [[start, end, sorted(chosen)] for start, end, chosen in rows]


def code(claim, witness, proof, _):
    length, words = claim["length"], witness["words"]
    covers = is_adequate(mask_of(words), length)
    bounds = {least.theorem: least.size for least in bounds_by_excess(length)}
    size = len({*words}) == len(words) == claim["size"]
    return covers and size and bounds[proof["theorem"]] == claim["least"]
