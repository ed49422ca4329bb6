"""What EggHead says of itself: a question with its answer; pass, or call your stack."""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from whoknows.errors import WhoknowsError
from whoknows.games.egghead.knowledge.own_odds import own_odds
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.knowledge.why_ruled_out import Reasons, reason_text, reasons
from whoknows.games.egghead.rules.log import Move
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.sight import Outcome, Sight
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.games.egghead.show import text
from whoknows.games.egghead.show.ending import ending_why
from whoknows.games.egghead.show.stack_board import board_svg
from whoknows.games.egghead.show.table_picture import named, small_stacks, table_svg
from whoknows.games.egghead.strategies import STRATEGIES
from whoknows.logic.draw.colors import BLUE
from whoknows.play.face.cards import CARD, ROUND, card, circle, label
from whoknows.play.face.face import whose
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.game import Event, Seat
from whoknows.play.strategies import purpose
from whoknows.play.table.room import Chair
from whoknows.wording import percent, plural

LEAF, PLUM = "#00704f", "#8a4472"  # white can be read on them
MOST_AT_TABLE = 6  # players, as far as the next size goes
RULES = """\
Everybody wears a stack of cards on the forehead: you see all stacks but your own.

Each round asks a question about all cards on the table, and it is answered truthfully for
everyone to hear.
Then everybody, at the same time, either **passes** or **calls** their own stack.

- A right call is a point, and a new stack.
- A wrong call shows your stack and replaces it.

Whoever can know their stack is expected to call.
So a silence tells too: they could *not* know, with what they see.
"""


class EggHeadFace(PlainFace[Setup, Sight]):
    """What EggHead says of itself."""

    story = (
        "You see all cards but your own. Each answer, each call, and each silence tells."
    )

    # As the rooms below say it.
    board_svg = staticmethod(table_svg)

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def card_svg(self) -> str:
        """Three heads with their cards on the forehead; the last sees all but its own."""
        heads = "".join(
            egg(58 + 102 * k, hue, cards)
            for k, (hue, cards) in enumerate([(BLUE, "135"), (LEAF, "246"), (PLUM, "???")])
        )
        return card("Three heads with cards on their foreheads, one stack hidden", heads)

    def setup_text(self, setup: Setup) -> str:
        """The options that are not as usual; of a deck, how many questions it has."""
        rest = replace(setup, deck=self.game.setup().deck)
        if rest == setup:
            return super().setup_text(setup)
        own = "" if rest == self.game.setup() else f"{super().setup_text(rest)}, "
        return f"{own}a deck of {plural(len(setup.questions), 'question')}"

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "EggHead": {"points": 3},
            "To begin with": {"players": 3, "cards": 2, "values": 4, "points": 2},
            "The players ask in turn": {"moderator": "rotating", "points": 3},
            "Nobody analyses": {"analysing": 0, "points": 3},
        }

    def usual_chairs(self, setup: Setup) -> Sequence[Chair]:
        """You among logicians."""
        names = text.seat_names(setup)
        return [Chair(names[0]), *(Chair(name, "logician") for name in names[1:])]

    def move_forms(self, setup: Setup) -> Mapping[str, str]:
        """To call, or to pass."""
        return {
            "".join(str(1 + k % 2) for k in range(setup.cards)): "call this as your stack",
            "pass": "(or nothing) say nothing",
        }

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """The question at hand, the stacks in sight, and the points."""
        called = ["you" if seat == sight.seat else n for seat, n in enumerate(names)]
        rows = [] if sight.asked is None else [
            text.asked_text(sight.setup, sight.asked, called)
        ]  # fmt: skip
        return "\n".join([*rows, text.table_text(sight, called)])

    def open_text(self, sights: Mapping[Seat, Sight], names: Sequence[str]) -> str:
        """The question at hand, all stacks, and the points."""
        seen = replace(sights[0], seat=None, stacks=all_stacks(sights))
        return self.board_text(seen, names)

    def open_svg(
        self, sight: Sight, sights: Mapping[Seat, Sight], names: Sequence[str]
    ) -> str:
        """The table with all stacks, one's own too."""
        return table_svg(replace(sight, stacks=all_stacks(sights)), names)

    def larger(self, setup: Setup) -> Mapping[str, Any]:
        """One more player."""
        return {"players": setup.players + 1} if setup.players < MOST_AT_TABLE else {}

    def prompt(self, sight: Sight) -> str:
        """To call or to pass."""
        return "Call your stack, or pass."

    def event_text(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """One event in words: who called what, and what is asked next."""
        return " ".join(event_parts(event, names))

    def hint(self, sight: Sight, kind: str) -> str:
        """What is left, why, and what a logician does."""
        lines = {"know": known_lines, "why": why_lines, "move": advice_lines}[kind]
        return "\n".join(lines(sight))

    def warning(self, sight: Sight, move: str) -> str | None:
        """What to say before a call that is not certain, or a silence that misleads."""
        try:
            called = self.game.parse_move(move, sight.setup)
        except WhoknowsError:
            return None
        why = why_of(sight)
        return missed_call(sight, why) if not called else uncertain(sight, why, called)

    def foresight(self, sight: Sight, move: str, names: Sequence[str]) -> str | None:
        """How likely a call is right; what a silence tells the others."""
        if sight.seat is None:
            return None
        try:
            called = self.game.parse_move(move, sight.setup)
        except WhoknowsError:
            return None  # it is not typed to its end yet
        return silence(sight, names) if not called else called_text(sight, called)

    def thing_text(self, sight: Sight, thing: str, names: Sequence[str]) -> str:
        """`Bob's stack`."""
        return f"{whose(ord(thing) - ord('A'), sight.seat, names)} stack"

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
        points = plural(int(best), "point")
        return f"{who[0].upper()}{who[1:]} {won} with {points}."

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who called when, from what you could call, and what was left to you."""
        return ending_why(sight, names)

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The table with the stacks that everybody has in this world."""
        assert isinstance(key, tuple)
        stacks = tuple(sight.setup.box.all[number] for number in key)
        return table_svg(replace(sight, stacks=stacks), names)

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The stacks of all players."""
        assert isinstance(key, tuple)
        return small_stacks(sight, [sight.setup.box.all[number] for number in key])

    def hidden_svg(self, sight: Sight, names: Sequence[str]) -> str | None:
        """The board of stacks: what is left to the seat."""
        return None if sight.seat is None else board_of_stacks(sight, names, picks=False)[0]


def all_stacks(sights: Mapping[Seat, Sight]) -> tuple[Stack | None, ...]:
    """The stacks that any of these seats sees."""
    seats = range(len(sights[0].stacks))
    return tuple(
        next((s.stacks[seat] for s in sights.values() if s.stacks[seat]), None)
        for seat in seats
    )


def egg(x: int, hue: str, cards: str) -> str:
    """A head like an egg, with three cards."""
    head = f'<ellipse cx="{x}" cy="112" rx="38" ry="48" fill="#f1c9a0" stroke="#a8754a"/>'
    eyes = circle(x - 13, 112, 4, "#222") + circle(x + 13, 112, 4, "#222")
    mouth = f'<path d="M{x - 9} 134h18" stroke="#222" {ROUND}/>'
    worn = "".join(
        f'<rect x="{x - 43 + 29 * k}" y="34" width="28" height="40" rx="5" '
        f'fill="{hue}" stroke="{CARD}" stroke-width="2"/>'
        + label(x - 29 + 29 * k, 60, value, "#fff", 18)
        for k, value in enumerate(cards)
    )
    return head + eyes + mouth + worn


def event_parts(event: Event, names: Sequence[str]) -> Iterator[str]:
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
    if outcome.stalled:
        yield "No question of this deck tells anybody anything more: the game ends."


def called_text(sight: Sight, called: Stack) -> str:
    """What a call may come to."""
    why = why_of(sight)
    if called in why.against:
        return f"**{stack_name(called)}** cannot be your stack."
    likely = percent(chance(sight, why, called)) if len(why.left) > 1 else "certainly"
    return (
        f"If you call **{stack_name(called)}**: right {likely}, a point and a new stack. "
        "Wrong: all see your stack, and you get another one."
    )


def silence(sight: Sight, names: Sequence[str]) -> str:
    """What a pass tells the others: that more than one stack was left."""
    assert sight.seat is not None
    before, seat = picture_of(sight.setup, sight.log).analysed, sight.seat
    if before is None:
        return "If you **pass**: nobody here draws anything from a silence."
    after = before.copy()
    after.keep(seat, after.sole(seat), solved=False)
    said = [
        "If you **pass**: all learn that you could not know. That rules out "
        f"{len(before) - len(after):,} of {len(before):,} worlds that are public."
    ]
    places, left = sight.setup.box.places, why_of(sight).left
    worlds = [(*sight.seen[:seat], places[s], *sight.seen[seat + 1 :]) for s in left]
    for other in sight.setup.analysts:
        counts = [(before.row(other, w).sum(), after.row(other, w).sum()) for w in worlds]
        learns = sum(int(new) < int(old) for old, new in counts)
        knows = sum(int(new) == 1 < int(old) for old, new in counts)
        if learns and other != seat:
            more = f", and knows it then in {knows}" if knows else ""
            said.append(
                f"{names[other]} learns something about their own stack in {learns} of "
                f"your {len(worlds)} worlds{more}."
            )
    return " ".join(said)


def why_of(sight: Sight) -> Reasons:
    """The stacks left to the seat, and what ruled out the others."""
    assert sight.seat is not None, "a spectator has no stack"
    return reasons(sight.setup, sight.seat, sight.stacks, sight.log)


def seat_names(sight: Sight, names: Sequence[str] = ()) -> list[str]:
    """How a hint calls the players."""
    return [named(sight, seat, names).removesuffix(" (you)") for seat in sight.setup.seats]


def chance(sight: Sight, why: Reasons, stack: Stack) -> float:
    """How likely a stack is among those that are left."""
    assert sight.seat is not None, "a spectator has no stack"
    odds = own_odds(sight.setup, sight.seat, sight.stacks, sight.log)
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
        f"with a chance of {percent(chance(sight, why, called))}.\n\n"
        "A wrong call shows your stack and replaces it."
    )


def missed_call(sight: Sight, why: Reasons) -> str | None:
    """A warning before a silence of somebody who could call."""
    if len(why.left) != 1 or not sight.setup.analysts:
        return None
    after = "the others stop drawing conclusions from what you do"
    if sight.setup.silences == "believed":
        after = "the others believe it, until it cannot be so: that is a bluff"
    return (
        "**You can know your stack**, and the others take your silence to say that you "
        f"do not. If you stay silent, {after}."
    )


def board_of_stacks(
    sight: Sight, names: Sequence[str], *, picks: bool = True
) -> tuple[str, int, dict[str, str]]:
    """All stacks as SVG, how many are left, and what ruled each out; for a worker."""
    why = why_of(sight)
    who = ["you" if s == sight.seat else name for s, name in enumerate(names)]
    titles = {
        stack: f"{stack_name(stack)}: {reason_text(sight.setup, reason, who)}"
        for stack, reason in why.against.items()
    }
    titles |= {
        stack: f"{stack_name(stack)} is left, {percent(chance(sight, why, stack))}"
        for stack in why.left
    }
    said = {stack_name(stack): title for stack, title in titles.items()}
    return board_svg(sight.setup, why, titles, picks=picks), len(why.left), said


def own_board(setup: Setup, crossed: Collection[str]) -> str:
    """All stacks, and the marks of one who works it out alone: nothing else is in it."""
    every = setup.box.all
    left = tuple(stack for stack in every if stack_name(stack) not in crossed)
    titles = {
        stack: stack_name(stack) + ("" if stack in left else ", crossed out by you")
        for stack in every
    }
    why = Reasons(left, {})
    return board_svg(setup, why, titles, picks=True, word="")


def known_lines(sight: Sight) -> Iterator[str]:
    """The stacks that are left, and how many are left to the others."""
    why = why_of(sight)
    if len(why.left) == 1:
        yield f"Your stack is **{stack_name(why.left[0])}**."
    else:
        yield f"**{len(why.left)}** stacks are left to you.\n"
        alike: dict[str, list[str]] = {}
        for stack in sorted(why.left, key=lambda stack: -chance(sight, why, stack)):
            likely = percent(chance(sight, why, stack), 1)
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
        stacks = "stack" if left == {1} else "stacks"
        yield f"- {seat_names(sight)[other]} has {count} {stacks} left"


def why_lines(sight: Sight) -> Iterator[str]:
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


def advice_lines(sight: Sight) -> Iterator[str]:
    """What each strategy does here."""
    for name in ("logician", "plain", "daring"):
        strategy = STRATEGIES[name]
        move = strategy(sight, sight.history, np.random.default_rng(0))
        does = f"calls **{stack_name(move)}**" if move else "passes"
        yield f"- *{name}* {does}: {purpose(strategy.__doc__)}"
