"""EggHead at a table of the lab: a question with its answer; pass, or call your stack."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.games.egghead import GAME
from whoknows.games.egghead.knowledge.picture import picture_of
from whoknows.games.egghead.knowledge.why import Reasons, reason_text, reasons
from whoknows.games.egghead.rules.log import Move
from whoknows.games.egghead.rules.sight import Outcome, Sight
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.games.egghead.show.svg import board_svg
from whoknows.games.egghead.show.table import named, table_svg
from whoknows.games.egghead.show.text import counted
from whoknows.play.game import Event, History, Seat
from whoknows.play.strategies import purpose
from whoknows.web.boards.board import Desk, Option


class EggHeadBoard:
    """How EggHead looks and is moved."""

    def options(self) -> Sequence[Option]:
        """How many play, with what cards, who asks, and to how many points."""
        return (
            Option("players", "Players", "number", 4, min=2, max=4),
            Option("points", "Points to win", "number", 3, min=1, max=10),
            Option("cards", "Cards a stack", "number", 3, min=1, max=3),
            Option("values", "Values on the cards, from 1 to", "number", 6, min=2, max=6),
            Option("analysing", "How many analyse the others (empty: all)", "number", None),
            Option("moderator", "The moderator", "choice", "external", MODERATORS),
            Option("draw", "The questions", "choice", "replace", DRAWS),
            Option("dealing", "The stacks", "choice", "cards", DEALINGS),
        )

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "EggHead": {},
            "To begin with": {"players": 3, "cards": 2, "values": 4, "points": 2},
            "The players ask in turn": {"moderator": "rotating"},
            "Nobody analyses": {"analysing": 0},
        }

    def picture(self, sight: Sight, history: History, names: Sequence[str]) -> str:  # noqa: ARG002
        """The question and all stacks but one's own."""
        return table_svg(sight, names)

    def controls(self, desk: Desk) -> None:
        """To pass, or to call a stack of the board."""
        from whoknows.web.boards.egghead_controls import Controls

        Controls(desk)

    def told(self, event: Event, names: Sequence[str], sight: Sight) -> str:  # noqa: ARG002
        """One event in words: who called what, and what is asked next."""
        return " ".join(told_parts(event, names))

    def hint(self, sight: Sight, history: History, kind: str) -> str:
        """What is left, why, and what a logician does."""
        lines = {"know": known_lines, "why": why_lines, "move": advice_lines}[kind]
        return "\n".join(lines(sight, history))

    def warning(self, sight: Sight, history: History, move: str) -> str | None:  # noqa: ARG002
        """What to say before a call that is not certain, or a silence that misleads."""
        try:
            called = GAME.parse_move(move, sight.setup)
        except WhoknowsError:
            return None
        why = why_of(sight)
        return missed_call(sight, why) if not called else uncertain(sight, why, called)

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who won, and with how many points."""
        best = max(result.values())
        if not best:
            return "The game is over: nobody scored."
        seats = [seat for seat, score in result.items() if score == best]
        who = " and ".join("you" if s == sight.seat else names[s] for s in seats)
        won = "win" if len(seats) > 1 or sight.seat in seats else "wins"
        return f"{who[0].upper()}{who[1:]} {won} with {counted(int(best), 'point')}."

    def world(self, sight: Sight, key: tuple[int, ...], names: Sequence[str]) -> str:
        """The table with the stacks that everybody has in this world."""
        from dataclasses import replace

        stacks = tuple(sight.setup.box.all[number] for number in key)
        return table_svg(replace(sight, stacks=stacks), names)


MODERATORS = {"external": "sits outside", "rotating": "is a player, in turn"}
DRAWS = {"replace": "are drawn anew each time", "shuffle": "come as a shuffled deck"}
DEALINGS = {"cards": "card by card", "stacks": "every combination alike"}


def told_parts(event: Event, names: Sequence[str]) -> Iterator[str]:
    """What was called, what came of it, and the next question."""
    outcome: Outcome = event.answer
    called = {seat: move for seat, move in sorted(event.moves.items()) if move}
    if not called:
        yield "Nobody calls."
    for seat, move in called.items():
        right = seat in outcome.solved
        had = "right" if right else f"wrong, it was {outcome.shown[seat]}"
        yield f"{names[seat]} calls {stack_name(move)}: {had}."
    for seat in outcome.missed:
        yield (
            f"{names[seat]} could have called and did not; "
            "what the others drew from that silence is taken back."
        )
    if outcome.asked is not None:
        yield f"Next: {outcome.asked} {outcome.answer}."


def why_of(sight: Sight) -> Reasons:
    """The stacks left to the seat, and what ruled out the others."""
    assert sight.seat is not None, "a spectator has no stack"
    return reasons(sight.setup, sight.seat, sight.stacks, sight.log)


def seat_names(sight: Sight, names: Sequence[str] = ()) -> list[str]:
    """How a hint calls the players."""
    return [named(sight, seat, names).removesuffix(" (you)") for seat in sight.setup.seats]


def chance(sight: Sight, why: Reasons, stack: Stack) -> float:
    """How likely a stack is among those that are left."""
    odds = sight.setup.odds()
    places = sight.setup.box.places
    whole = sum(float(odds[places[one]]) for one in why.left)
    return float(odds[places[stack]]) / whole if whole else 0.0


def uncertain(sight: Sight, why: Reasons, called: Move) -> str | None:
    """A warning before a call that may be wrong."""
    name = stack_name(called)
    if called in why.against:
        said = reason_text(sight.setup, why.against[called], seat_names(sight))
        return f"**{name} cannot be**: {said}."
    if len(why.left) == 1:
        return None
    return (
        f"You do not know yet: **{len(why.left)} stacks** are left, and {name} is right "
        f"with a chance of {chance(sight, why, called):.0%}.\n\n"
        "A wrong call shows your stack and replaces it."
    )


def missed_call(sight: Sight, why: Reasons) -> str | None:
    """A warning before a silence of somebody who could call."""
    if len(why.left) != 1 or not sight.setup.analysts:
        return None
    return (
        "**You can know your stack**, and the others take your silence to say that you "
        "do not. If you stay silent, nothing you do is listened to any more."
    )


def board_of_stacks(sight: Sight, names: Sequence[str]) -> tuple[str, int]:
    """All stacks as SVG, with what ruled each out, and how many are left; for a worker."""
    why = why_of(sight)
    who = ["you" if s == sight.seat else name for s, name in enumerate(names)]
    titles = {
        stack: f"{stack_name(stack)}: {reason_text(sight.setup, reason, who)}"
        for stack, reason in why.against.items()
    }
    titles |= {
        stack: f"{stack_name(stack)} is left, {chance(sight, why, stack):.0%}"
        for stack in why.left
    }
    return board_svg(sight.setup, why, titles, picks=True), len(why.left)


def known_lines(sight: Sight, history: History) -> Iterator[str]:  # noqa: ARG001
    """The stacks that are left, and how many are left to the others."""
    why = why_of(sight)
    if len(why.left) == 1:
        yield f"Your stack is **{stack_name(why.left[0])}**."
    else:
        yield f"**{len(why.left)}** stacks are left to you.\n"
        alike: dict[str, list[str]] = {}
        for stack in sorted(why.left, key=lambda stack: -chance(sight, why, stack)):
            likely = f"{chance(sight, why, stack):.1%}"
            alike.setdefault(likely, []).append(stack_name(stack))
        for likely, names in alike.items():
            yield f"- {likely}{' each' * (len(names) > 1)}: {' '.join(names)}"
    yield ""
    yield from thought_lines(sight, why)


def thought_lines(sight: Sight, why: Reasons) -> Iterator[str]:
    """How many stacks are left to each other player, as far as the seat can tell."""
    picture, places = picture_of(sight.setup, sight.log), sight.setup.box.places
    seat = sight.seat or 0
    for other in sight.setup.seats:
        if other == seat:
            continue
        left = {
            int(
                picture.row(
                    other, (*sight.seen[:seat], places[s], *sight.seen[seat + 1 :])
                ).sum()
            )
            for s in why.left
        }
        if not left:
            continue
        count = str(min(left)) if len(left) == 1 else f"{min(left)} to {max(left)}"
        yield f"- {seat_names(sight)[other]} has {count} stack{'s' * (left != {1})} left"


def why_lines(sight: Sight, history: History) -> Iterator[str]:  # noqa: ARG001
    """What ruled out each stack."""
    why = why_of(sight)
    groups: dict[str, list[str]] = {}
    for stack, reason in sorted(why.against.items(), key=lambda pair: pair[1].round):
        said = reason_text(sight.setup, reason, seat_names(sight))
        groups.setdefault(said, []).append(stack_name(stack))
    if not groups:
        yield "Nothing is ruled out yet."
    for said, names in groups.items():
        yield f"- {said[0].upper()}{said[1:]} rules out {' '.join(names)}"


def advice_lines(sight: Sight, history: History) -> Iterator[str]:
    """What each strategy does here."""
    import numpy as np

    for name in ("logician", "plain", "daring"):
        strategy: Any = GAME.strategies[name]
        move = strategy(sight, history, np.random.default_rng(0))
        does = f"calls **{stack_name(move)}**" if move else "passes"
        yield f"- *{name}* {does}: {purpose(strategy.__doc__)}"


BOARD = EggHeadBoard()
