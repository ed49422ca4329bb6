"""The hat game at a table: you are one leprechaun, and the others keep to a deal."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from whoknows.errors import WhoknowsError
from whoknows.games.hats import GAME
from whoknows.games.hats.rules import Code, Rules, evaluate
from whoknows.games.hats.rules.fold import AGAIN, WON, Sight
from whoknows.games.hats.show import LIMIT, cube_svg
from whoknows.games.hats.show.people import answer_word, color_word, team_svg
from whoknows.games.hats.strategies import agreed, has_adequate_deal
from whoknows.play.game import Event, History, Seat
from whoknows.play.room import Chair
from whoknows.play.strategies import purpose
from whoknows.web.boards.board import Desk, Option
from whoknows.web.boards.plain import PlainBoard

NAMES = ("Brid", "Finn", "Nora", "Liam", "Maeve", "Conor", "Orla", "Sean", "Aoife", "Rory")
MOST = 2**12  # configurations up to which a deal's chance is worked out at once


class HatsBoard(PlainBoard):
    """How the hat game looks and is moved."""

    lasting = True  # the deals can be looked up when the game is over

    def __init__(self) -> None:
        super().__init__(GAME)

    def options(self) -> Sequence[Option]:
        """Players, colors, odds, and rounds."""
        return [
            Option("players", "Leprechauns", "number", 3, min=2, max=12),
            Option("colors", "Colors", "number", 2, min=2, max=8),
            Option("odds", "Chance of the first color", "text", "",
                   help="Such as 1/3, or one for each leprechaun: 1/2; 2/3; 0.9."),
            Option("rounds", "Rounds, if all pass", "number", 1, min=1, max=6),
            Option("passing", "Passing is allowed", "switch", True),
            Option("views", "You see", "choice", "seats",
                   {"seats": "every hat", "counts": "only how many of each color"}),
        ]  # fmt: skip

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Well-known games."""
        return {
            "Three leprechauns": {},
            "Seven, by Hamming": {"players": 7},
            "Two of three red": {"odds": "2/3"},
            "Five, two rounds": {"players": 5, "rounds": 2},
        }

    def usual(self, setup: Rules) -> Sequence[Chair]:
        """You, and others who keep to the best deal that is known."""
        deal = "adequate" if has_adequate_deal(setup) and setup.players < 7 else "hamming"
        if setup.rounds > 1 and setup.colors == 2:
            deal = "silence"
        others = [
            NAMES[k] if k < len(NAMES) else f"Nr {k + 1}" for k in range(setup.players)
        ]
        return [Chair(others[0]), *(Chair(name, deal) for name in others[1:])]

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:
        """The team under its hats."""
        said = history[-1].moves if history else {}
        return team_svg(sight, names, said, "The hat game")

    def controls(self, desk: Desk) -> None:
        """The answers, and deals to look up."""
        from whoknows.web.boards.hats_controls import Controls

        Controls(desk).build()

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:  # noqa: ARG002
        """What all said, and how the round ended."""
        said = ", ".join(
            f"{names[seat]}: {answer_word(answer)}"
            for seat, answer in sorted(event.moves.items())
        )
        ended = {WON: "won", AGAIN: "all pass, another round"}.get(event.answer, "lost")
        return f"{said}. The round is {ended}." if ended != "lost" else f"{said}. Lost."

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """What you see, why that is not enough, or what every deal would have you say."""
        if sight.seat is None:
            return "Spectators see no hats before the end."
        if kind == "move":
            return advice(sight, history)
        if sight.hats is not None:
            return f"The hats lie open: yours is **{color_word(sight.hats[sight.seat])}**."
        colors = [color_word(color) for color in sight.others]
        seen = ", ".join(f"{colors.count(c)} {c}" for c in dict.fromkeys(colors))
        own = " or ".join(color_word(c) for c in range(sight.rules.colors))
        if kind == "know":
            return f"You see {seen}. Your own hat is {own}{chances(sight)}."
        silence = ""
        if history and history[-1].answer == AGAIN:
            silence = " That all passed tells something only by what you agreed on."
        return (
            "The hats are drawn one by one: those of the others tell nothing about yours. "
            f"Only an agreement helps, a deal by which you all err together.{silence}"
        )

    def warning(self, sight: Sight, history: History, move: str) -> str | None:  # noqa: ARG002
        """Nothing: without a deal, any answer may be meant."""
        return None

    def ending(
        self,
        sight: Sight,
        result: Mapping[Seat, float],
        names: Sequence[str],
    ) -> str:
        """Whether the team won, and by whom."""
        won = any(result.values())
        hats = ", ".join(
            f"{names[k]} {color_word(color)}" for k, color in enumerate(sight.hats or ())
        )
        return f"The team has {'won' if won else 'lost'}. The hats: {hats}."

    def world(self, sight: Sight, key: Any, names: Sequence[str]) -> str:
        """The team with these hats."""
        hats = sight.rules.hats(int(key))
        return team_svg(replace(sight, hats=hats), names, {}, "The hat game")


def chances(sight: Sight) -> str:
    """The chance of each color, where they differ."""
    rules, seat = sight.rules, sight.seat
    if not rules.odds or seat is None:
        return ", each as likely" if not rules.chances else ""
    row = [f"{color_word(c)} {p}" for c, p in enumerate(rules.odds[seat])]
    return f" ({', '.join(row)})"


def advice(sight: Sight, history: History) -> str:
    """What each deal would have you say, with its chance to win; at the end, how it did."""
    if sight.hats is not None:
        return judged(sight)
    rows = []
    chances = {name: chance_of_deal(name, sight.rules) for name in GAME.strategies}
    for name in sorted(chances, key=lambda name: -(chances[name] or 0)):
        worth = f" (it wins {chances[name]})" if chances[name] is not None else ""
        after = purpose(GAME.strategies[name].__doc__)
        rows.append(f"- **{advised(name, sight, history)}** by *{name}*{worth}: {after}")
    return "\n".join(["If all of you keep to the same deal, you say", "", *rows])


def judged(sight: Sight) -> str:
    """Which deals win with the hats that were worn."""
    assert sight.hats is not None
    code, rows = sight.rules.code(sight.hats), []
    for name in GAME.strategies:
        lost = lost_by(name, sight.rules)
        if lost is not None:
            rows.append(f"- *{name}* {'loses' if code in lost else '**wins**'}")
    return "\n".join([f"With the hats {sight.rules.name(code)}", "", *rows])


def advised(name: str, sight: Sight, history: History) -> str:
    """What a deal would have the seat say; for a worker process."""
    return answer_word(GAME.strategies[name](sight, history, np.random.default_rng(0)))


@lru_cache(128)
def lost_by(name: str, rules: Rules) -> tuple[Code, ...] | None:
    """The configurations that a deal loses; nothing if it is too much, or not one round."""
    if rules.size > MOST or rules.rounds > 1:
        return None
    try:
        score = evaluate(agreed(GAME.strategies[name], rules), rules)
    except WhoknowsError:
        return None
    return tuple(sorted(set(range(rules.size)) - set(score.won_set)))


def chance_of_deal(name: str, rules: Rules) -> Fraction | None:
    """The chance that a team wins by a deal."""
    lost = lost_by(name, rules)
    if lost is None:
        return None
    return 1 - sum((rules.chance(code) for code in lost), start=Fraction(0))


def deal_shown(name: str, sight: Sight) -> tuple[str, str | None]:
    """What a deal is worth, and its cube; for a worker process."""
    doc = (GAME.strategies[name].__doc__ or "").split("\n")[0]
    chance = chance_of_deal(name, sight.rules)
    worth = "" if chance is None else f" A team that keeps to it wins with chance {chance}."
    return f"{doc}{worth}", deal_cube(name, sight)


def deal_cube(name: str, sight: Sight) -> str | None:
    """The winning set of a deal on the cube, where it can be drawn.

    The corners that the seat holds possible have a ring.
    """
    rules = sight.rules
    lost = lost_by(name, rules)
    if lost is None or rules.colors != 2 or rules.players > LIMIT:
        return None
    title = f"{name}: {rules.size - len(lost)} of {rules.size} rounds won"
    return cube_svg(lost, rules, title=title, here=held(sight))


def held(sight: Sight) -> list[Code]:
    """The configurations that look as the seat sees it now."""
    if sight.seat is None or sight.rules.size > MOST:
        return []
    if sight.hats is not None:
        return [sight.rules.code(sight.hats)]
    views = sight.rules.view_table()[sight.seat]
    return [int(code) for code in np.flatnonzero(views == sight.view)]


BOARD = HatsBoard()
