"""Balance at a table: put coins on the pans, and see to which side the scales lean."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.games.balance import GAME, Setup
from whoknows.games.balance.knowledge import Position, position_after
from whoknows.games.balance.rules import (
    GOALS,
    KINDS,
    WORDS,
    Rules,
    Sight,
    coin_list,
    weighing_name,
    world_name,
)
from whoknows.games.balance.show import table_svg
from whoknows.games.balance.strategies import OPTIMAL, next_weighing
from whoknows.play.game import Event, History, Seat
from whoknows.play.room import Chair
from whoknows.web.boards.board import Desk, Option
from whoknows.web.boards.plain import PlainBoard

NAMED = 24  # cases that a hint names
SURE = 40  # cases up to which the best weighing is searched for; of more, the most bits
KIND_WORDS = {
    "heavy": "heavier",
    "light": "lighter",
    "either": "all heavier or all lighter, nobody knows which",
    "mixed": "each heavier or lighter on its own",
}
GOAL_WORDS = {"coin": "which coins are odd", "coin-and-kind": "which, and how"}


class BalanceBoard(PlainBoard):
    """How Balance looks and is moved."""

    def __init__(self) -> None:
        super().__init__(GAME)

    def options(self) -> Sequence[Option]:
        """The coins, what is odd about them, and what is to be found."""
        plain = Setup()
        kinds = {kind: KIND_WORDS[kind] for kind in KINDS}
        goals = {goal: GOAL_WORDS[goal] for goal in GOALS}
        return [
            Option("coins", "Coins", "number", plain.coins, min=1, max=60),
            Option("odd", "Odd coins", "number", plain.odd, min=1, max=6),
            Option("at_most", "There may be fewer odd coins, or none", "switch", False),
            Option("kind", "Odd coins are", "choice", plain.kind, kinds),
            Option("references", "Coins known to be good", "number", 0, min=0, max=20),
            Option("goal", "To be found", "choice", plain.goal, goals),
            Option("weighings", "Weighings", "number", plain.weighings, min=1, max=60),
        ]

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Well-known puzzles."""
        return {
            "Twelve coins": {"weighings": 3},
            "Nine, one heavy": {"coins": 9, "kind": "heavy", "weighings": 2},
            "Thirteen, which one?": {"coins": 13, "goal": "coin", "weighings": 3},
            "Seven, two heavy": {"coins": 7, "odd": 2, "kind": "heavy", "weighings": 3},
        }

    def usual(self, setup: Setup) -> Sequence[Chair]:  # noqa: ARG002
        """The one who weighs."""
        return [Chair("Weigher")]

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:  # noqa: ARG002
        """The scales, weighing by weighing."""
        return table_svg(sight, sight.rules.coins)

    def controls(self, desk: Desk) -> None:
        """Coins to put on the pans."""
        from whoknows.web.boards.balance_controls import Controls

        Controls(desk).build()

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:  # noqa: ARG002
        """A weighing and what the scales said."""
        [(seat, weighing)] = event.moves.items()
        said = {"EQ": "balance"}.get(event.answer, f"the left is {WORDS[event.answer]}")
        return f"{names[seat]} weighs {weighing_name(weighing)}: {said}."

    def hint(self, sight: Sight, history: History, kind: str) -> str:  # noqa: ARG002
        """What the scales tell, why, or a good weighing."""
        return {"know": known, "why": reasons, "move": advice}[kind](sight)

    def warning(self, sight: Sight, history: History, move: str) -> str | None:  # noqa: ARG002
        """That a weighing can tell nothing."""
        try:
            weighing = sight.rules.parse_weighing(move)
        except WhoknowsError:
            return None  # which will be refused
        parts = position_after(sight.rules, sight.lines).split(weighing)
        if len(parts) > 1:
            return None
        [answer] = parts
        sure = "balance" if answer == "EQ" else f"say that the left is {WORDS[answer]}"
        return f"The scales can only {sure}: this weighing tells nothing new."

    def ending(
        self,
        sight: Sight,
        result: Mapping[Seat, float],
        names: Sequence[str],
    ) -> str:
        """Whether the odd coins were found."""
        count = f"{len(sight.lines)} weighing{'s' * (len(sight.lines) != 1)}"
        odd = world_name(sight.world or ())
        if not result[0]:
            return f"Not found in {count}. It was: {odd}."
        return f"{names[0]} found it in {count}: {odd}."

    def world(self, sight: Sight, key: Any, names: Sequence[str]) -> str:  # noqa: ARG002
        """The weighings, and these coins odd."""
        return table_svg(replace(sight, world=tuple(key)), sight.rules.coins)


def known(sight: Sight) -> str:
    """What the scales tell about every coin."""
    position = position_after(sight.rules, sight.lines)
    roles = "\n".join(f"- {line}" for line in role_lines(position, sight.rules))
    named = ""
    if position.size <= NAMED:
        named = f"\n\nThat is: {'; '.join(map(world_name, position.worlds()))}."
    cases = f"**{position.size:,}** case{'s are' if position.size != 1 else ' is'} possible"
    return f"{cases}.\n\n{roles}{named}"


def role_lines(position: Position, rules: Rules) -> list[str]:
    """The coins by what they may be."""
    found: dict[str, list[int]] = {}
    for k, role in enumerate(position.roles):
        codes = {orbit[k] for orbit in position.orbits}
        heavy, light = any(c % 16 for c in codes), any(c // 16 for c in codes)
        may = "heavy or light" if heavy and light else "heavy" if heavy else "light"
        sure = all(c % 16 + c // 16 == len(role) for c in codes)
        found.setdefault(f"{'odd:' if sure else 'may be'} {may}", []).extend(role)
    good = [coin for coin in position.good if coin <= rules.coins]
    lines = [f"{coin_list(tuple(sorted(role)))}: {may}" for may, role in found.items()]
    return lines + ([f"{coin_list(tuple(sorted(good)))}: good"] if good else [])


def reasons(sight: Sight) -> str:
    """How many cases every weighing left."""
    rules = sight.rules
    rows = [f"At first there are {rules.size:,} cases.", ""]
    for k, line in enumerate(sight.lines, 1):
        left = position_after(rules, sight.lines[:k]).size
        rows.append(f"- {weighing_name(line.weighing)}, {SAID[line.answer]}: {left:,} left")
    return "\n".join(rows)


def advice(sight: Sight) -> str:
    """A good weighing, and what may come of it."""
    position = position_after(sight.rules, sight.lines)
    if position.goals <= 1:
        return f"It is known: {world_name(next(position.worlds()))}."
    name = OPTIMAL if position.size <= SURE else "entropy"
    weighing = next_weighing(position, name)
    parts = position.split(weighing)
    coming = ", ".join(f"{part.size:,} if {SAID[answer]}" for answer, part in parts.items())
    by = (
        "a plan that needs the fewest weighings in all"
        if name == OPTIMAL
        else "the information to be expected"
    )
    return f"Weigh **{weighing_name(weighing)}**, by {by}. Cases left: {coming}."


SAID = {"LT": "left lighter", "EQ": "balance", "GT": "left heavier"}
BOARD = BalanceBoard()
