"""Who knows what under the hats: silence is an announcement.

With several rounds, a round in which all pass goes on, and everybody has heard that
nobody had anything to say: the configurations where the deal has somebody answer are
gone.  So it runs on `logic`: a model with a world for each configuration, and silence
announced [Janssen2017, section 2.1.2].  After that an agent may *know* its color.

>>> rules = Rules(players=5, rounds=2)
>>> deals = listening(chain_deal([0, 31], rules), rules)
>>> parts = rounds_played(deals, rules)
>>> [(len(part.won), len(part.lost), len(part.silent)) for part in parts]
[(10, 2, 20), (20, 0, 0)]
>>> evaluate_rounds(deals, rules).fitness
Fraction(15, 16)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.games.hats.knowledge.counting import possible, public_hats
from whoknows.games.hats.rules import (
    LETTERS,
    PASS,
    Code,
    Deal,
    Hats,
    Rules,
    Score,
    chance_of,
    check_fit,
    narrate,
)
from whoknows.games.hats.rules.fitness import answers_given
from whoknows.games.hats.rules.fold import Sight
from whoknows.games.hats.rules.world import check_table
from whoknows.logic import Claim, Model, Part, Table
from whoknows.play.knowing.knowledge import Pictured

Deals: TypeAlias = tuple[Deal, ...]  # what to answer in round 1, 2, ...


@dataclass(frozen=True, slots=True)
class Round:
    """How one round ends in each configuration that is left."""

    won: tuple[Code, ...]
    lost: tuple[Code, ...]
    silent: tuple[Code, ...]  # all pass, and the game goes on
    right: int  # single answers, as strong answering counts them
    wrong: int
    passed: int


def agent_name(player: int) -> str:
    """An agent in the models: `agent1`."""
    return f"agent{player + 1}"


def hat_name(player: int) -> str:
    """An agent's hat in the models: `hat1`."""
    return f"hat{player + 1}"


@checked
def hat_model(rules: Rules) -> Model:
    """A world for each configuration that can be; every agent sees as the rules say."""
    table, views = rules.table(), rules.view_table()
    letters = tuple(LETTERS[: rules.colors])
    players = range(rules.players)
    model = Table(
        {},
        {agent_name(i): views[i] for i in players},
        {hat_name(i): Part(table[:, i], letters) for i in players},
    )
    if not rules.odds and not rules.chances:
        return model
    return model.announce(np.array([rules.chance(c) > 0 for c in range(rules.size)]))


@checked
def rounds_played(deals: Deals, rules: Rules) -> list[Round]:
    """The rounds of a game played by these deals, with silence announced after each."""
    check_rounds(deals, rules)
    model, rounds = hat_model(rules), []
    for deal in deals:
        part, silence = one_round(deal, rules, model)
        rounds.append(part)
        if not silence.any():
            break
        model = model.announce(silence)
    return rounds


def one_round(deal: Deal, rules: Rules, model: Model) -> tuple[Round, Claim]:
    """How a round ends in the worlds that are left, and where it is silent."""
    left = model.worlds()
    said = answers_given(deal, rules)[:, left]
    truth = rules.table().T[:, left] + 1
    right, wrong = said == truth, (said != truth) & (said != PASS)
    silence = (said == PASS).all(0)
    won = (right.sum(0) >= rules.need) & (wrong.sum(0) <= rules.wrong)
    part = Round(
        won=tuple(left[won].tolist()),
        lost=tuple(left[~won & ~silence].tolist()),
        silent=tuple(left[silence].tolist()),
        right=int(right.sum()),
        wrong=int(wrong.sum()),
        passed=int((said == PASS).sum()),
    )
    return part, silence


@checked
def evaluate_rounds(deals: Deals, rules: Rules) -> Score:
    """The score over all rounds; who is silent to the end loses."""
    rounds = rounds_played(deals, rules)
    won = tuple(sorted(code for part in rounds for code in part.won))
    return Score(
        won_set=won,
        rounds=rules.size,
        fitness=chance_of(won, rules),
        right=sum(part.right for part in rounds),
        wrong=sum(part.wrong for part in rounds),
        passed=sum(part.passed for part in rounds),
    )


@checked
def listening(first: Deal, rules: Rules) -> Deals:
    """Play a deal; after each silence, answer if you know your color, else pass.

    Such a team is never wrong after the first round.  If the first round guesses away
    from the words of a code, it wins all within distance R of the code but the code.
    """
    deals, model = [first], hat_model(rules)
    while len(deals) < rules.rounds:
        _, silence = one_round(deals[-1], rules, model)
        if not silence.any():
            break
        model = model.announce(silence)
        deals.append(known_answers(model, rules))
    return tuple(deals)


def known_answers(model: Model, rules: Rules) -> Deal:
    """The deal in which everyone who knows its color says it, and the others pass."""
    views, left = rules.view_table(), model.worlds()
    rows = []
    for player in range(rules.players):
        row = np.full(rules.view_count, PASS)
        knows = model.knows_value(agent_name(player), hat_name(player))
        for color, letter in enumerate(LETTERS[: rules.colors]):
            sure = left[knows & model.is_value(hat_name(player), letter)]
            row[views[player][sure]] = color + 1
        rows.append(tuple(row.tolist()))
    return Deal(tuple(rows))


@checked
def chain_deal(chains: Iterable[Code], rules: Rules) -> Deal:
    """Guess away from each of these configurations: the strategies of their chains.

    Each chain writes one answer per agent; where two chains cross, they cancel
    (Table 5.1 of the thesis).  Two colors.
    """
    check_table(rules)
    rows = [[PASS] * rules.view_count for _ in range(rules.players)]
    for code in chains:
        for player, color in enumerate(rules.hats(code)):
            view = rules.view(player, code)
            rows[player][view] = PASS if rows[player][view] else 2 - color
    return Deal(tuple(map(tuple, rows)))


@checked
def narrate_rounds(deals: Deals, rules: Rules, code: Code) -> tuple[bool, list[str]]:
    """Whether a game is won in a configuration, and all its rounds told."""
    check_rounds(deals, rules)
    lines: list[str] = []
    model = hat_model(rules)
    for number, deal in enumerate(deals, 1):
        told_round = narrate(deal, rules, code)
        part, silence = one_round(deal, rules, model)
        if code not in part.silent:
            return code in part.won, [*lines, *told_round]
        lines += told_round[:-1]
        if number == len(deals):
            break
        model = model.announce(silence)
        lines.append(f"All pass; {len(model)} of {rules.size} configurations are left.")
    return False, [*lines, "All pass to the end: the round is lost."]


@checked
def check_rounds(deals: Sequence[Deal], rules: Rules) -> None:
    """Refuse no deal at all, more deals than rounds, or one that does not fit."""
    if not 1 <= len(deals) <= rules.rounds:
        most = "1 round" if rules.rounds == 1 else f"{rules.rounds} rounds"
        raise BadSetup(f"{len(deals)} deals for a game of at most {most}")
    for deal in deals:
        check_fit(deal, rules)


def pictured(sight: Sight, most: int) -> Pictured | None:
    """The configurations that the rounds allow, and those that the seat holds possible.

    What the team agreed on is not in a sight, so that silence alone removes none.
    """
    rules = sight.setup
    if rules.size > most:
        return None
    model = first = hat_model(rules)
    if sight.history:
        fits = map(rules.code, public_hats(rules, sight.history))
        model = first.announce(first.claim_of(fits))
    return Pictured(
        model,
        first,
        actual=None if sight.secret is None else rules.code(sight.secret),
        held=tuple(map(rules.code, possible(sight))),
        home=None if sight.seat is None else agent_name(sight.seat),
    )


def facts(rules: Rules, hats: Hats) -> dict[str, str]:  # noqa: ARG001
    """The letter of each hat, by the names of the models."""
    return {hat_name(seat): LETTERS[color] for seat, color in enumerate(hats)}


def hats_together(sights: Mapping[int, Sight]) -> Sight:
    """What a spectator sees, with the hats that these seats together see."""
    one, *more = sights.values()
    hats = one.secret
    if hats is None and more and one.setup.views == "seats":
        pairs = zip(one.seen, more[0].seen, strict=True)
        hats = tuple(next(hat for hat in pair if hat is not None) for pair in pairs)
    return replace(one, seat=None, seen=(), secret=hats)
