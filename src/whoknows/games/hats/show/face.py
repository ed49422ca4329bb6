"""What the hat game says of itself: you are one leprechaun, the others keep to a deal."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from whoknows.errors import WhoknowsError
from whoknows.games.hats.knowledge import possible
from whoknows.games.hats.rules import LETTERS, PASS, Code, Rules, evaluate, parse_deal
from whoknows.games.hats.rules.fold import AGAIN, WON, Sight, others
from whoknows.games.hats.show.beginning import beginning
from whoknows.games.hats.show.board_picture import MOST_DRAWN, cube_svg
from whoknows.games.hats.show.hats_picture import (
    answer_word,
    color_word,
    hats_in_sight,
    small_hats,
    team_svg,
)
from whoknows.games.hats.solve.cube_bits import losing_set
from whoknows.games.hats.strategies import STRATEGIES, agreed, deals_for, has_adequate_deal
from whoknows.logic.draw.colors import GREEN, VERMILION
from whoknows.play.face.cards import CARD, RIM, card, circle, line
from whoknows.play.face.declared import DeclaredFace
from whoknows.play.face.face import Beginning, whose
from whoknows.play.game import Event, Seat
from whoknows.play.strategies import purpose
from whoknows.play.table.room import Chair

NAMES = ("Brid", "Finn", "Nora", "Liam", "Maeve", "Conor", "Orla", "Sean", "Aoife", "Rory")
MOST_IN_TEAM = 7  # as far as the next size goes
MOST_WORKED_OUT = 2**12  # configurations up to which a deal's chance is worked out at once
RULES = """\
Everybody gets a hat of a random color, and sees all hats but their own.
At the same moment each says the color of their own hat, or **passes**.

The team wins if *somebody is right and nobody is wrong*.

Nobody may talk once the hats are on; but before, you may agree on a **deal**: what each
will say to what they see.
The hats of the others tell nothing about yours, and still three leprechauns can win three
times of four: a good deal makes them err together, and rarely.
"""


class HatsFace(DeclaredFace[Rules]):
    """What the hat game says of itself."""

    story = (
        "See all hats but your own, and say your color or pass. Together you win or lose."
    )

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def beginning(self) -> Beginning:
        """A few steps to be played beside the rules."""
        return beginning()

    def card_svg(self) -> str:
        """The cube of three hats: two corners are lost, the other six are won."""
        rules = Rules(players=3)
        lost = losing_set(parse_deal("BPPR BPPR BPPR", rules), rules)
        at = [
            (
                88 + 110 * (c >> 2) + 48 * (c >> 1 & 1),
                138 - 86 * (c & 1) - 30 * (c >> 1 & 1),
            )
            for c in range(8)
        ]
        edges = "".join(
            line(*at[c], *at[c ^ k], RIM, 2)
            for c in range(8)
            for k in (1, 2, 4)
            if not c & k
        )
        corners = "".join(corner(*at[c], c in lost) for c in range(8))
        title = "A cube whose corners are hats on three heads; two are lost"
        return card(title, edges + corners)

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Well-known games."""
        return {
            "Three leprechauns": {},
            "Seven, by Hamming": {"players": 7},
            "Two of three red": {"odds": "2/3"},
            "Five, two rounds": {"players": 5, "rounds": 2},
        }

    def usual_chairs(self, setup: Rules) -> Sequence[Chair]:
        """You, and others who keep to the best deal that is known."""
        deal = "adequate" if has_adequate_deal(setup) and setup.players < 7 else "hamming"
        if setup.rounds > 1 and setup.colors == 2:
            deal = "silence"
        if setup.agreed:
            deal = "agreed"
        names = [
            NAMES[k] if k < len(NAMES) else f"Nr {k + 1}" for k in range(setup.players)
        ]
        return [Chair(names[0]), *(Chair(name, deal) for name in names[1:])]

    def move_forms(self, setup: Rules) -> Mapping[str, str]:
        """A color, or to pass."""
        words = " or ".join(color_word(color) for color in range(setup.colors))
        passing = {"pass": "say nothing (also P)"} if setup.passing else {}
        return {words: "say that your hat has this color (also its letter)"} | passing

    def board_svg(self, sight: Sight, names: Sequence[str]) -> str:
        """The team under its hats."""
        said = sight.history[-1].moves if sight.history else {}
        return team_svg(sight, names, said, "The hat game")

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """Who wears what, as far as it is seen."""
        hats = hats_in_sight(sight)
        worn = [
            f"{name}{' (you)' if seat == sight.seat else ''} "
            f"{'?' if hat is None else color_word(hat)}"
            for seat, (name, hat) in enumerate(zip(names, hats, strict=True))
        ]
        counts, closed = "", sight.seat is not None and sight.secret is None
        if closed and sight.setup.views == "counts":
            counts = f"\nYou see {seen_text(sight)}."
        return "   ".join(worn) + counts

    def open_text(
        self,
        sights: Mapping[Seat, Sight],
        names: Sequence[str],
    ) -> str:
        """The hats of all, as far as somebody sees them."""
        worn = [hats_in_sight(sight) for sight in sights.values()]
        seen = [next((h for h in each if h is not None), None) for each in zip(*worn)]  # noqa: B905
        pairs = zip(names, seen, strict=True)
        return "   ".join(f"{n} {'?' if h is None else color_word(h)}" for n, h in pairs)

    def read_deal(self, text: str, setup: Rules) -> Any:
        """The hats by their letters: `RBB`."""
        return list(setup.hats(setup.parse_code(text)))

    def prompt(self, sight: Sight) -> str:
        """To say a color."""
        return "What color is your hat?"

    def event_text(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """What all said, and how the round ended."""
        said = ", ".join(
            f"{names[seat]}: {answer_word(answer)}"
            for seat, answer in sorted(event.moves.items())
        )
        if event.answer == AGAIN:
            return "All pass: another round."
        return f"{said}. {'Won' if event.answer == WON else 'Lost'}."

    def hint(self, sight: Sight, kind: str) -> str:
        """What you see, why that is not enough, or what every deal would have you say."""
        if sight.seat is None:
            return "Spectators see no hats before the end."
        if kind == "move":
            return advice(sight)
        if sight.secret is not None:
            own = color_word(sight.secret[sight.seat])
            return f"The hats lie open: yours is **{own}**."
        own = " or ".join(color_word(c) for c in range(sight.setup.colors))
        if kind == "know":
            return f"You see {seen_text(sight)}. Your own hat is {own}{chances(sight)}."
        silence = ""
        if sight.history and sight.history[-1].answer == AGAIN:
            silence = " That all passed tells something only by what you agreed on."
        return (
            "The hats are drawn one by one: those of the others tell nothing about yours. "
            f"Only an agreement helps, a deal by which you all err together.{silence}"
        )

    def foresight(self, sight: Sight, move: str, names: Sequence[str]) -> str | None:
        """How likely a color is right, and what passing leaves to the others."""
        if sight.seat is None or sight.secret is not None:
            return None
        answer = self.meant(sight, move)
        if answer == PASS:
            return "If you **pass**, you cannot be wrong; somebody else must be right."
        return None if answer is None else said_color(sight, answer - 1)

    def thing_text(self, sight: Sight, thing: str, names: Sequence[str]) -> str:
        """`Bob's hat`."""
        seat = int(thing.removeprefix("hat")) - 1
        return f"{whose(seat, sight.seat, names)} hat"

    def value_text(self, value: str) -> str:
        """The color in a word."""
        return color_word(LETTERS.index(value)) if value in LETTERS else value

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Whether the team won, and by whom."""
        won = any(result.values())
        hats = ", ".join(
            f"{names[k]} {color_word(color)}" for k, color in enumerate(sight.secret or ())
        )
        return f"The team has {'won' if won else 'lost'}. The hats: {hats}."

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who was right, who was wrong, and what the best deal makes of these hats."""
        hats = sight.secret or ()
        last = sight.history[-1].moves
        spoke = {seat: answer for seat, answer in last.items() if answer != PASS}
        right = [names[s] for s, answer in spoke.items() if answer == hats[s] + 1]
        wrong = [names[s] for s, answer in spoke.items() if answer != hats[s] + 1]
        said = (
            f"Right: {', '.join(right) or 'nobody'}. Wrong: {', '.join(wrong) or 'nobody'}."
            if spoke
            else "All passed, so nobody was right, as somebody must be."
        )
        own = ""
        if sight.seat is not None:
            own = f"Your hat was **{color_word(hats[sight.seat])}**. "
        deal = "agreed" if sight.setup.agreed else "adequate"
        lost = lost_by(deal, sight.setup)
        if lost is None:
            return own + said
        share = f"{len(lost)} of {sight.setup.size}"
        if sight.setup.code(hats) in lost:
            of = "all of you err together" if len(wrong) == len(names) else "the team loses"
            by = f"By the deal *{deal}* this is one of {share} that lose: {of}."
        else:
            by = f"The deal *{deal}* wins with these hats, and loses with {share}."
        return f"{own}{said} {by}"

    def larger(self, setup: Rules) -> Mapping[str, Any]:
        """One leprechaun more, as long as the team has a deal that is known best."""
        more = setup.players + 1
        own = setup.odds or setup.agreed
        return {"players": more} if more <= MOST_IN_TEAM and not own else {}

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The team with these hats."""
        assert isinstance(key, int)
        hats = sight.setup.hats(key)
        return team_svg(replace(sight, secret=hats), names, {}, "The hat game")

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The hats in a row."""
        assert isinstance(key, int)
        return small_hats(sight.setup.hats(key), names)


def said_color(sight: Sight, color: int) -> str:
    """What may come of naming a color."""
    assert sight.seat is not None
    chances = {code: sight.setup.chance(code) for code in held(sight)}
    right = [c for c in chances if sight.setup.hats(c)[sight.seat] == color]
    whole = sum(chances.values(), start=Fraction(0))
    part = sum((chances[code] for code in right), start=Fraction(0))
    return (
        f"If you say **{color_word(color)}**, you are right with chance "
        f"{part / whole if whole else 0}"
        + ("; if you are wrong, the team has lost." if not sight.setup.wrong else ".")
    )


def corner(x: int, y: int, is_lost: bool) -> str:
    """A corner of the cube: a circle won, a cross lost."""
    if not is_lost:
        return circle(x, y, 9, CARD, GREEN, 4)
    cross = line(x - 9, y - 9, x + 9, y + 9, VERMILION, 5)
    return circle(x, y, 13, CARD) + cross + line(x - 9, y + 9, x + 9, y - 9, VERMILION, 5)


def seen_text(sight: Sight) -> str:
    """The hats of the others, counted by color."""
    colors = [color_word(color) for color in others(sight)]
    return ", ".join(f"{colors.count(c)} {c}" for c in dict.fromkeys(colors))


def chances(sight: Sight) -> str:
    """The chance of each color, where they differ."""
    rules, seat = sight.setup, sight.seat
    if not rules.odds or seat is None:
        return ", each as likely" if not rules.chances else ""
    row = [f"{color_word(c)} {p}" for c, p in enumerate(rules.odds[seat])]
    return f" ({', '.join(row)})"


def advice(sight: Sight) -> str:
    """What each deal would have you say, with its chance to win; at the end, how it did."""
    if sight.secret is not None:
        return judged(sight)
    rows = []
    chances = {name: chance_of_deal(name, sight.setup) for name in deals_for(sight.setup)}
    for name in sorted(chances, key=lambda n: (n != "agreed", -(chances[n] or 0))):
        worth = f" (it wins {chances[name]})" if chances[name] is not None else ""
        after = purpose(STRATEGIES[name].__doc__)
        rows.append(f"- **{advised(name, sight)}** by *{name}*{worth}: {after}")
    return "\n".join(["If all of you keep to the same deal, you say", "", *rows])


def judged(sight: Sight) -> str:
    """Which deals win with the hats that were worn."""
    assert sight.secret is not None
    code, rows = sight.setup.code(sight.secret), []
    for name in deals_for(sight.setup):
        lost = lost_by(name, sight.setup)
        if lost is not None:
            rows.append(f"- *{name}* {'loses' if code in lost else '**wins**'}")
    return "\n".join([f"With the hats {sight.setup.name(code)}", "", *rows])


def advised(name: str, sight: Sight) -> str:
    """What a deal would have the seat say; for a worker process."""
    return answer_word(STRATEGIES[name](sight, sight.history, np.random.default_rng(0)))


@lru_cache(128)
def lost_by(name: str, rules: Rules) -> tuple[Code, ...] | None:
    """The configurations that a deal loses; nothing if it is too much, or not one round."""
    if rules.size > MOST_WORKED_OUT or rules.rounds > 1:
        return None
    try:
        score = evaluate(agreed(STRATEGIES[name], rules), rules)
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
    doc = purpose(STRATEGIES[name].__doc__)
    chance = chance_of_deal(name, sight.setup)
    worth = "" if chance is None else f" A team that keeps to it wins with chance {chance}."
    if name == "agreed" and sight.setup.agreed:
        doc = f"The table has agreed on {sight.setup.agreed}."
    return f"{doc}{worth}", deal_cube(name, sight)


def deal_cube(name: str, sight: Sight) -> str | None:
    """The winning set of a deal on the cube, where it can be drawn.

    The corners that the seat holds possible have a ring.
    """
    rules = sight.setup
    lost = lost_by(name, rules)
    if lost is None or rules.colors != 2 or rules.players > MOST_DRAWN:
        return None
    title = f"{name}: {rules.size - len(lost)} of {rules.size} rounds won"
    return cube_svg(lost, rules, title=title, here=held(sight))


def held(sight: Sight) -> list[Code]:
    """The configurations that look as the seat sees it now."""
    if sight.seat is None or sight.setup.size > MOST_WORKED_OUT:
        return []
    if sight.secret is not None:
        return [sight.setup.code(sight.secret)]
    return [sight.setup.code(hats) for hats in possible(sight)]
