"""Hats: a deal in every configuration, and that none wins more.

N agents wear hats of M colors.  An agent sees the others' hats (`views` "seats"), or how
many of each color there are ("counts"), and says a color or passes (`passing`).  The team
wins if at least `need` are right and at most `wrong` are wrong.  With several rounds,
while all pass and rounds are left, all hear it and another round comes.

A configuration is a number in base M, agent 1 first; so is a view, agents in order; with
counts, views are the sorted lists of the others' hats, in order.  A deal is a list for
each agent of its answer to each view: 0 passes, c + 1 says color c.  The witness has a
deal for each round.  `odds` has the chances of the colors of each agent, `chances` those
of the configurations; without either all are alike.

The proof says by which program (`by`) nothing wins more:

cover    two colors, all seats seen, passing allowed, nobody wrong: the set that is lost
         has, for each other configuration, `need` within distance `rounds` (one of the
         two is 1); variable c is 1 if configuration c is lost, row c says this of c
answers  one round: variables say that an agent answers a color to a view, in order of
         agent, view, color; then that configuration c is lost.  Rows as in `answer_rows`
layers   more colors, all alike: see `layers/three_layers`, `five_agents`, `four_colors`

If the claim has `most`, it is that no deal wins more than this; else than `win`.

and has the tree of cases of `cases`, or for layers what is stated there.
"""

import re
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import lcm, prod
from typing import Any, NamedTuple

from whoknows.checking.case_tree import Program, Row, check_bound
from whoknows.checking.certificate import Fields, Progress, Verdict, fingerprint, require
from whoknows.checking.layers import five_agents, four_colors, three_layers

MOST_CONFIGURATIONS = 1 << 16
MOST_SAID = 32  # configurations whose chances are said one by one


class World(NamedTuple):
    """The rules of a hat game, and what every agent sees."""

    players: int
    colors: int
    need: int
    wrong: int
    rounds: int
    passing: bool
    counts: bool
    chances: list[Fraction]
    hats: list[tuple[int, ...]]
    views: list[list[int]]  # by agent and configuration
    view_count: int


def check(claim: Fields, witness: Fields, proof: Fields, tell: Progress) -> Verdict:
    """A deal that wins so much, and that no deal wins more."""
    world = world_of(claim)
    win = fraction(claim.value("win"))
    most = fraction(claim.value("most")) if "most" in claim.stated else win
    claim.close()
    won = played(world, witness.part("deals", list))
    require(won == win, f"the deal wins {won}, not {win}")
    by = proof.value("by")
    kinds = {"cover": by_cover, "answers": by_answers, "layers": by_layers}
    require(by in kinds, f"nothing is known of a proof by {by!r}")
    require(most >= win, f"no deal wins more than {most}, and this one wins {win}")
    steps = kinds[str(by)](world, 1 - most, proof, tell)
    other = f", and one wins {win}" if most > win else ""
    says = f"hats, {name_of(claim)}: no deal wins more than {most}{other}"
    if by == "layers" and steps == 1:
        return Verdict.by_theorem(says, "layers of two or three agents", steps)
    return Verdict(says, "enumeration" if by == "layers" else "certificate", steps)


def name_of(claim: Fields) -> str:
    """The rules in words."""
    rules = [f"{claim.value('players')} agents", f"{claim.value('colors')} colors"]
    rules += [f"{key} {claim.value(key)}" for key in RULES]
    odds, chances = claim.value("odds"), claim.value("chances")
    if odds is not None:
        rows = [",".join(str(fraction(each)) for each in row) for row in odds]
        rules.append("odds " + (rows[0] if len(set(rows)) == 1 else "; ".join(rows)))
    elif chances is not None:
        each = [str(fraction(chance)) for chance in chances]
        few = len(each) <= MOST_SAID
        rules.append(f"chances {' '.join(each) if few else fingerprint(each)}")
    else:
        rules.append("odds alike")
    return ", ".join(rules)


RULES = ("need", "wrong", "rounds", "passing", "views")


def fraction(text: Any) -> Fraction:
    """An exact number from its text: 3, 0.75, or 3/4."""
    good = type(text) is int or (isinstance(text, str) and NUMBER.fullmatch(text))
    require(good and len(str(text)) < 400, f"no number: {text!r}")
    return Fraction(text)


NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+|/[0-9]+)?")


def world_of(claim: Fields) -> World:
    """The world that is claimed about, every configuration written out."""
    players, colors = claim.number("players", 2, 16), claim.number("colors", 2, 25)
    require(
        colors**players <= MOST_CONFIGURATIONS,
        f"{colors}^{players} configurations are too many",
    )
    views = claim.value("views")
    require(views in ("seats", "counts"), f"views are {views!r}")
    hats = list(product(range(colors), repeat=players))
    counted = list(combinations_with_replacement(range(colors), players - 1))
    order = (
        counted if views == "counts" else list(product(range(colors), repeat=players - 1))
    )
    place = {view: k for k, view in enumerate(order)}

    def seen(player: int, row: tuple[int, ...]) -> int:
        others = row[:player] + row[player + 1 :]
        return place[tuple(sorted(others)) if views == "counts" else others]

    return World(
        players,
        colors,
        claim.number("need", 1, players),
        claim.number("wrong", 0, players),
        claim.number("rounds", 1, 100),
        claim.flag("passing"),
        views == "counts",
        chances_of(claim, players, colors, hats),
        hats,
        [[seen(player, row) for row in hats] for player in range(players)],
        len(order),
    )


def chances_of(
    claim: Fields, players: int, colors: int, hats: list[tuple[int, ...]]
) -> list[Fraction]:
    """The chance of each configuration."""
    odds, chances = claim.value("odds"), claim.value("chances")
    require(odds is None or chances is None, "there are odds and chances")
    if chances is not None:
        found = [fraction(text) for text in chances]
        require(len(found) == len(hats), f"{len(found)} chances for {len(hats)}")
    elif odds is not None:
        rows = [[fraction(text) for text in row] for row in odds]
        shape = len(rows) == players and all(len(row) == colors for row in rows)
        require(shape and all(sum(row) == 1 for row in rows), "the odds are none")
        found = [
            prod((r[c] for r, c in zip(rows, row, strict=True)), start=Fraction(1))
            for row in hats
        ]
    else:
        found = [Fraction(1, len(hats))] * len(hats)
    require(min(found) >= 0 and sum(found) == 1, "the chances are none")
    return found


def played(world: World, deals: list[Any]) -> Fraction:
    """The chance to win with a deal for each round, tried in every configuration."""
    require(1 <= len(deals) <= world.rounds, f"{len(deals)} deals, {world.rounds} rounds")
    for deal in deals:
        require(len(deal) == world.players, "a deal is not for so many agents")
        for row in deal:
            require(len(row) == world.view_count, "an agent has no answer to some view")
            least = 0 if world.passing else 1
            good = all(isinstance(a, int) and least <= a <= world.colors for a in row)
            require(good, "an answer is no color, or passes where nobody may")
    return sum(
        (world.chances[c] for c in range(len(world.hats)) if wins(world, deals, c)),
        Fraction(0),
    )


def wins(world: World, deals: list[Any], code: int) -> bool:
    """Whether the team wins in a configuration."""
    hats = world.hats[code]
    for deal in deals:
        said = [deal[k][world.views[k][code]] for k in range(world.players)]
        if any(said):
            right = sum(a == hat + 1 for a, hat in zip(said, hats, strict=True))
            wrong = sum(a not in (0, hat + 1) for a, hat in zip(said, hats, strict=True))
            return right >= world.need and wrong <= world.wrong
    return world.need == 0


def scaled(chances: list[Fraction], loss: Fraction) -> tuple[list[int], int]:
    """The chances as whole numbers, and the loss in the same measure."""
    whole = lcm(loss.denominator, *(chance.denominator for chance in chances))
    return [int(chance * whole) for chance in chances], int(loss * whole)


def by_cover(world: World, loss: Fraction, proof: Fields, tell: Progress) -> int:
    """Two colors: losing sets are coverings."""
    fits = world.colors == 2 and world.passing and not world.counts and world.wrong == 0
    require(fits and 1 in (world.need, world.rounds), "losing sets are no coverings here")
    weights, target = scaled(world.chances, loss)
    program = Program(weights, cover_rows(world.players, world.need, world.rounds))
    return check_bound(program, target, proof, tell)


def cover_rows(players: int, need: int = 1, radius: int = 1) -> list[Row]:
    """Row c: c is lost itself, or `need` within the radius are."""
    steps = [
        sum(1 << k for k in places)
        for distance in range(1, radius + 1)
        for places in combinations(range(players), distance)
    ]
    return [
        ({c: need, **{c ^ step: 1 for step in steps}}, need) for c in range(1 << players)
    ]


def by_answers(world: World, loss: Fraction, proof: Fields, tell: Progress) -> int:
    """Any rules, one round: variables for answers and for what is lost."""
    require(world.rounds == 1, "this program is for one round")
    weights, target = scaled(world.chances, loss)
    answers = world.players * world.view_count * world.colors
    program = Program([0] * answers + weights, answer_rows(world))
    return check_bound(program, target, proof, tell)


def answer_rows(world: World) -> list[Row]:
    """Nobody says two colors to a view, or none where none may pass; what it takes to win.

    For each agent and view: the answers are at most one; without passing, at least one.
    Then for each configuration: `need` are right or it is lost; and for each agent, if
    nobody may be wrong: a wrong answer loses; else one row: at most `wrong` are, or lost.
    """
    colors, rows = world.colors, list[Row]()

    def said(player: int, view: int, color: int) -> int:
        return (player * world.view_count + view) * colors + color

    lost = world.players * world.view_count * colors
    for player, view in product(range(world.players), range(world.view_count)):
        variables = [said(player, view, color) for color in range(colors)]
        rows.append((dict.fromkeys(variables, -1), -1))
        if not world.passing:
            rows.append((dict.fromkeys(variables, 1), 1))
    for code, hats in enumerate(world.hats):
        views = [world.views[player][code] for player in range(world.players)]
        right = {said(k, views[k], hats[k]): 1 for k in range(world.players)}
        rows.append(({**right, lost + code: world.need}, world.need))
        mistaken = [
            {said(k, views[k], c): -1 for c in range(colors) if c != hats[k]}
            for k in range(world.players)
        ]
        if world.wrong == 0:
            rows += [({**row, lost + code: 1}, 0) for row in mistaken]
        else:
            together = {v: -1 for row in mistaken for v in row}
            spare = world.players - world.wrong
            rows.append(({**together, lost + code: spare}, -world.wrong))
    return rows


def by_layers(world: World, loss: Fraction, proof: Fields, tell: Progress) -> int:
    """More colors, all configurations alike, somebody right and nobody wrong."""
    proof.close()
    fits = world.passing and not world.counts and world.wrong == 0 and world.need == 1
    require(fits and world.rounds == 1, "these rules have no proof by layers")
    require(len(set(world.chances)) == 1, "the chances are not alike")
    won = (1 - loss) * len(world.hats)
    require(won.denominator == 1, "so much cannot be won")
    own = {
        (5, 3): (five_agents.WANTED - 1, five_agents.check_five),
        (6, 3): (five_agents.WANTED_OF_SIX - 1, five_agents.check_six),
        (4, 4): (four_colors.WANTED - 1, four_colors.check_four),
    }
    if (world.players, world.colors) in own:
        most, check_size = own[world.players, world.colors]
        require(won >= most, f"{most} may be won, as far as layers tell")
        return check_size(tell)
    return three_layers.check_most(world.players, world.colors, int(won), tell)
