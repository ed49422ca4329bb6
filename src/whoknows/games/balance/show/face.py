"""What Balance says of itself: put coins on the pans, and see how the scales lean."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from whoknows.errors import WhoknowsError
from whoknows.games.balance.knowledge import Position, position_after
from whoknows.games.balance.rules import (
    WORDS,
    Naming,
    Rules,
    Setup,
    Sight,
    World,
    coin_list,
    weighing_name,
    world_name,
)
from whoknows.games.balance.show.board_picture import scales_text, table_svg
from whoknows.games.balance.show.small import coin_kinds, coins_svg, small_case
from whoknows.games.balance.solve.optimum import Search
from whoknows.games.balance.strategies import OPTIMAL, next_weighing
from whoknows.logic.draw.colors import ORANGE, SKY
from whoknows.play.face.cards import INK, RIM, card, circle, label
from whoknows.play.face.cards import line as line_svg
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.game import Event, Seat
from whoknows.play.table.room import Chair
from whoknows.wording import plural

MOST_NEXT = 4  # weighings, as far as the next size goes
MOST_NAMED = 24  # cases that a hint names
MOST_SEARCHED = (
    40  # cases up to which the best weighing is searched for; of more, most bits
)
SAID = {"LT": "left lighter", "EQ": "balance", "GT": "left heavier"}
RULES = """\
Among coins that look alike some are false: heavier than the others, or lighter.
You put as many coins on the left pan as on the right, and the scales say whether they
balance or which side is heavier.

Find the false coins, and where that is asked also whether they are heavy or light, with
as few weighings as you can.
When you know, *name* the coin; or, where nobody asks for it, the game ends by itself when
only one case is left.

With twelve coins, one of them false and nobody knows how, three weighings are enough.
"""


PUZZLES: Mapping[str, Mapping[str, Any]] = {
    "Twelve coins": {"weighings": 3},
    "Nine, one heavy": {"coins": 9, "kind": "heavy", "weighings": 2},
    "Thirteen, which one?": {"coins": 13, "goal": "coin", "weighings": 3},
    "Seven, two heavy": {"coins": 7, "odd": 2, "kind": "heavy", "weighings": 3},
}


class BalanceFace(PlainFace[Setup, Sight]):
    """What Balance says of itself."""

    shorthands: Mapping[str, Mapping[str, Any]] = MappingProxyType(
        {"evil": {"keeper": "evil"}}
    )
    story = "One coin among many is false. Find it with as few weighings as can be."

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def card_svg(self) -> str:
        """Scales that tip to the left: a coin there is heavy, or one on the right light."""
        beam = (
            line_svg(62, 96, 258, 72, INK, 5)
            + f'<path d="M160 84l-20 66h40z" fill="{RIM}"/>'
        )
        pans = "".join(
            f'<path d="M{x - 52} {y}h104l-14 12h-76z" fill="{INK}"/>'
            + line_svg(x, y, x, y + 22, INK, 4)
            for x, y in ((62, 78), (258, 54))
        )
        coins = "".join(
            circle(x + 27 * k, y, 12.5, fill, INK) + label(x + 27 * k, y + 5, number)
            for x, y, first, fill in ((35, 65, 1, ORANGE), (231, 41, 4, SKY))
            for k, number in enumerate(range(first, first + 3))
        )
        title = "Scales with three coins on each pan, the left one down"
        return card(title, beam + pans + coins)

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Well-known puzzles."""
        return {name: {**options, "naming": True} for name, options in PUZZLES.items()}

    def usual_chairs(self, setup: Setup) -> Sequence[Chair]:
        """The one who weighs."""
        return [Chair("Weigher")]

    def usual_strategies(self, setup: Setup) -> Sequence[str]:
        """One that asks well."""
        return ["entropy"]

    def move_forms(self, setup: Setup) -> Mapping[str, str]:
        """A weighing."""
        weigh = {"1 2 : 3 4": "weigh coins 1 and 2 against 3 and 4 (also 1-4 : 5-8)"}
        return weigh | ({"name 3 heavy": "name the odd coin"} if setup.naming else {})

    def board_svg(self, sight: Sight, names: Sequence[str]) -> str:
        """The scales, weighing by weighing."""
        return table_svg(sight, sight.rules.coins)

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """The last weighing as scales, and what all of them leave possible."""
        cases = position_after(sight.rules, sight.lines).size
        left = f"{plural(cases, 'case', ',')} left"
        if not sight.lines:
            return f"{sight.rules}: {left}"
        last = sight.lines[-1]
        answer = f"{last.answer}, {left}"
        return f"{scales_text(last.weighing, last.answer)}\n{answer}"

    def read_deal(self, text: str, setup: Setup) -> Any:
        """The odd coins in words: `3 heavy`."""
        return text

    def prompt(self, sight: Sight) -> str:
        """To weigh, or to name the coins."""
        if not sight.weighs:
            return "No weighing is left. Name the odd coins."
        return f"Weighing {len(sight.lines) + 1} of {sight.weighings} at most."

    def event_text(self, event: Event, names: Sequence[str], sight: Sight) -> str:
        """A weighing and what the scales said."""
        [(seat, weighing)] = event.moves.items()
        if isinstance(weighing, Naming):
            named = goal_name(sight, weighing.world)
            return f"{names[seat]} names {named}, which is {event.answer}."
        said = {"EQ": "balance"}.get(event.answer, f"the left is {WORDS[event.answer]}")
        return f"{names[seat]} weighs {weighing_name(weighing)}: {said}."

    def hint(self, sight: Sight, kind: str) -> str:
        """What the scales tell, why, or a good weighing."""
        return {"know": known, "why": reasons, "move": advice}[kind](sight)

    def warning(self, sight: Sight, move: str) -> str | None:
        """That a weighing can tell nothing, or that a coin is named by luck."""
        try:
            weighing = self.game.parse_move(move, sight)
        except WhoknowsError:
            return None  # which will be refused
        if isinstance(weighing, Naming):
            return unsure(sight)
        parts = position_after(sight.rules, sight.lines).split(weighing)
        if len(parts) > 1:
            return None
        [answer] = parts
        sure = "balance" if answer == "EQ" else f"say that the left is {WORDS[answer]}"
        return f"The scales can only {sure}: this weighing tells nothing new."

    def foresight(self, sight: Sight, move: str, names: Sequence[str]) -> str | None:
        """How many cases each answer of the scales leaves."""
        try:
            weighing = sight.rules.parse_weighing(move)
        except WhoknowsError:
            return None  # it is not typed to its end yet
        parts = position_after(sight.rules, sight.lines).split(weighing)
        rows = ", ".join(
            f"{part.size:,} if {SAID[answer]}" for answer, part in parts.items()
        )
        return f"If you weigh **{weighing_name(weighing)}**, cases left: {rows}."

    def ending(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Whether the odd coins were found."""
        count = plural(len(sight.lines), "weighing")
        odd = world_name(sight.world) if sight.world else "nothing was hidden"
        if not result[0] and sight.named is not None:
            named = goal_name(sight, sight.named.world)
            return f"{names[0]} named {named}, which is wrong. It was: {odd}."
        if not result[0]:
            return f"Not found in {count}. It was: {odd}."
        return f"{names[0]} found it in {count}: {odd}."

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """How many cases every weighing left, and how few weighings are enough."""
        rules, lines = sight.rules, sight.lines
        left = [position_after(rules, lines[:k]).size for k in range(len(lines) + 1)]
        said = f"Cases left after each weighing: {' → '.join(f'{n:,}' for n in left)}."
        if sight.right and position_after(rules, lines).goals > 1:
            said += " It was named by luck: it could not be known yet."
        if rules.size <= MOST_SEARCHED:
            fewest = Search().minimal_worst(position_after(rules, ()))
            enough = "weighing is" if fewest == 1 else "weighings are"
            said += f" {fewest} {enough} always enough, if each is chosen well."
        return said

    def larger(self, setup: Setup) -> Mapping[str, Any]:
        """As many coins as one weighing more can tell apart."""
        if setup.odd != 1 or setup.at_most or setup.weighings >= MOST_NEXT:
            return {}
        more = 3 * setup.coins + 3 * (setup.kind == "either")
        return {"coins": more, "weighings": setup.weighings + 1}

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The weighings, and these coins odd."""
        assert isinstance(key, tuple)
        return table_svg(replace(sight, world=key), sight.rules.coins)

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The odd coins."""
        assert isinstance(key, tuple)
        return small_case(key)

    def hidden_svg(self, sight: Sight, names: Sequence[str]) -> str | None:
        """What each coin may be."""
        return coins_svg(position_after(sight.rules, sight.lines), sight.rules)


def goal_name(sight: Sight, world: World) -> str:
    """What was named, in words: without the kind, where that is not asked."""
    name = world_name(world)
    return name.replace(" heavy", "") if sight.rules.goal == "coin" else name


def unsure(sight: Sight) -> str | None:
    """That what is named cannot be known yet."""
    position = position_after(sight.rules, sight.lines)
    if position.goals <= 1:
        return None
    return f"You cannot know that yet: {position.goals:,} answers are possible."


def known(sight: Sight) -> str:
    """What the scales tell about every coin."""
    position = position_after(sight.rules, sight.lines)
    roles = "\n".join(f"- {line}" for line in role_lines(position, sight.rules))
    named = ""
    if position.size <= MOST_NAMED:
        named = f"\n\nThat is: {'; '.join(map(world_name, position.worlds()))}."
    cases = f"**{position.size:,}** case{'s are' if position.size != 1 else ' is'} possible"
    return f"{cases}.\n\n{roles}{named}"


def role_lines(position: Position, rules: Rules) -> list[str]:
    """The coins by what they may be."""
    found: dict[str, list[int]] = {}
    for coin, kind in coin_kinds(position, rules).items():
        found.setdefault(kind, []).append(coin)
    good = found.pop("is genuine", [])
    lines = [
        f"{coin_list(tuple(coins))}: {kind.replace('is ', 'odd: ')}"
        for kind, coins in found.items()
    ]
    return lines + ([f"{coin_list(tuple(good))}: good"] if good else [])


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
    name = OPTIMAL if position.size <= MOST_SEARCHED else "entropy"
    weighing = next_weighing(position, name)
    parts = position.split(weighing)
    coming = ", ".join(f"{part.size:,} if {SAID[answer]}" for answer, part in parts.items())
    by = (
        "a plan that needs the fewest weighings in all"
        if name == OPTIMAL
        else "the information to be expected"
    )
    return f"Weigh **{weighing_name(weighing)}**, by {by}. Cases left: {coming}."
