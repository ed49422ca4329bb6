"""What the Da Vinci Code says of itself: guess the tiles of the others, and hide yours."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from whoknows.asking.option import Option
from whoknows.games.davinci.knowledge.seat import too_many
from whoknows.games.davinci.rules import Code, Setup, Sight
from whoknows.games.davinci.show import code_text, table_text, words
from whoknows.games.davinci.show.chances import chances_svg
from whoknows.games.davinci.show.ending import ending_why
from whoknows.games.davinci.show.foresight import foresight
from whoknows.games.davinci.show.small import small_hands
from whoknows.games.davinci.show.table import table_svg
from whoknows.play.face.cards import RIM, card, label
from whoknows.play.face.face import whose
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.game import Seat

RULES = """\
Everybody has a row of tiles that the others see from behind: black or white, and no
number.
The tiles of a row stand in order, the smallest on the left; of two equal numbers the
black one stands first.

When it is your turn, point at a hidden tile of somebody else and say what it is.

- **Right**: it is turned over, and you may guess on or stop.
- **Wrong**: your turn is over, and everybody has heard something about *your* tiles: you
  guess nothing that you hold.

A player whose tiles are all open is out.
The last one with a hidden tile wins.

In the *full game* there are jokers, and a tile is drawn at the start of every turn, which
a wrong guess turns over.
"""


class DaVinciFace(PlainFace[Setup, Sight]):
    """What the Da Vinci Code says of itself."""

    story = "Guess the others' tiles. Every guess tells them something about yours."

    # As `words` says it.
    event_text = staticmethod(words.event_text)
    hint = staticmethod(words.hint)
    warning = staticmethod(words.warning)
    ending = staticmethod(words.ending)

    def rules(self) -> str:
        """The rules for people."""
        return RULES

    def card_svg(self) -> str:
        """Two rows of tiles, some of them open, in order, black before white."""
        rows = ["b0 w2 b? w5 b9", "w? b4 w7 b? w?"]
        parts = []
        for place, row in enumerate(rows):
            for k, (color, shown) in enumerate(zip(row[::3], row[1::3], strict=True)):
                x, y = 28 + 54 * k, 14 + 76 * place
                black = ("#222222", "#f5f5f5")
                fill, ink = black if color == "b" else ("#fdfdf8", "#222222")
                parts.append(
                    f'<rect x="{x}" y="{y}" width="46" height="66" rx="7" fill="{fill}" '
                    f'stroke="{RIM}" stroke-width="2"/>'
                    + label(x + 23, y + 42, shown, ink, 26)
                )
        title = "Two rows of black and white tiles, some of them still hidden"
        return card(title, "".join(parts))

    def options(self) -> Sequence[Option]:
        """Which game, for how many, and with what tiles."""
        full = Option(
            "full",
            "The full game",
            "switch",
            False,
            help="tiles 0 to 11, jokers, a tile drawn every turn",
        )
        return (full, *super().options())

    def ready_made(self) -> Mapping[str, Mapping[str, Any]]:
        """Games with a name."""
        return {
            "The paper's game": {},
            "The full game": {"full": True},
            "A duel": {"players": 2, "tiles": 14},
            "Soon over": {"players": 3, "tiles": 14},
        }

    def usual_strategies(self, setup: Setup) -> Sequence[str]:
        """Those of the paper and one of our own, in turn."""
        kinds = ("aggressive", "defensive", "leak-aware")
        return [kinds[seat % 3] for seat in range(setup.players)]

    def move_forms(self, setup: Setup) -> Mapping[str, str]:
        """A guess, to stop, and where tiles go."""
        forms = {
            "c3=w5": "guess that c's third tile is the white 5 (c3=w5! to insist)",
            "stop": "end your turn after a right guess",
        }
        if setup.drawing:
            forms["place 2"] = "put the drawn tile at your second place"
        if setup.jokers:
            forms["arrange 1"] = "set up your code, your joker at the first place"
        return forms

    def board_svg(self, sight: Sight, names: Sequence[str]) -> str:
        """The table as the seat sees it."""
        return table_svg(sight, names, sight.history[-1] if sight.history else None)

    def board_text(self, sight: Sight, names: Sequence[str]) -> str:
        """All codes as the seat sees them."""
        return table_text(sight, names)

    def open_text(
        self,
        sights: Mapping[Seat, Sight],
        names: Sequence[str],
    ) -> str:
        """Every code with its tiles, those that lie open in brackets."""
        rows = [
            f"{name:{max(map(len, names))}}  {code_text(sights[seat], seat)}"
            for seat, name in enumerate(names)
        ]
        return "\n".join(rows)

    def open_svg(
        self, sight: Sight, sights: Mapping[Seat, Sight], names: Sequence[str]
    ) -> str:
        """The table with all codes turned over."""
        hands = {seat: each.hand for seat, each in sights.items()}
        return table_svg(sight, names, hands=hands)

    def read_deal(self, text: str, setup: Setup) -> Any:
        """The hands with `/` between, and who begins: `b1 w3 / w1 b4, b begins`."""
        if text.lstrip().startswith("{"):
            return super().read_deal(text, setup)
        hands, _, begins = text.partition(",")
        first = begins.replace("begins", "").strip() or "a"
        return {"hands": [hand.strip() for hand in hands.split("/")], "first": first}

    def prompt(self, sight: Sight) -> str:
        """What the phase of the turn asks for."""
        return {
            "arrange": "Set up your code.",
            "guess": "Your guess.",
            "go on": "Right! Guess on, or stop.",
            "hide": "Put your tile into your code, hidden.",
            "open": "Put your tile into your code, open.",
        }.get(sight.table.phase, "")

    def insisted(self, sight: Sight, move: str) -> str:
        """A guess with the mark of insisting, where it is needed."""
        return words.insisting(sight, move)

    def foresight(self, sight: Sight, move: str, names: Sequence[str]) -> str | None:
        """What a guess leaves to the guesser, and tells the others."""
        return foresight(sight, move, names) if sight.facts else None

    def thing_text(self, sight: Sight, thing: str, names: Sequence[str]) -> str:
        """`your a2`."""
        seat = "abcdefgh".index(thing[0])
        return f"{whose(seat, sight.seat, names)} {thing.replace('_', ' ')}"

    def value_text(self, value: str) -> str:
        """The tile in words."""
        color = {"b": "black ", "w": "white "}.get(value[:1], "")
        return (color + value[1:].replace("-", "joker")) if color else value

    def ending_why(
        self, sight: Sight, result: Mapping[Seat, float], names: Sequence[str]
    ) -> str:
        """Who opened each last tile, and what all had heard of it by then."""
        return ending_why(sight, names)

    def world_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The table as it would look if this world were so, all tiles turned over."""
        assert isinstance(key, tuple)
        return table_svg(turned_over(sight, key), names)

    def small_svg(self, sight: Sight, key: Hashable, names: Sequence[str]) -> str | None:
        """The hidden tiles of all players."""
        assert isinstance(key, tuple)
        return small_hands(sight, key)

    def hidden_svg(self, sight: Sight, names: Sequence[str]) -> str | None:
        """The chances of every tile at every hidden place."""
        if not sight.facts or too_many(sight):
            return None
        return chances_svg(sight, names)


def turned_over(sight: Sight, key: tuple[Code, ...]) -> Sight:
    """A sight in which all codes lie open, as one world has them; for a picture."""
    table = sight.table
    codes = tuple(
        tuple((color, tile) for (color, _), tile in zip(code, tiles, strict=False))
        for code, tiles in zip(table.codes, key, strict=True)
    )
    shown = key[table.seat][-1] if table.drawn is not None else None
    table = replace(table, codes=codes, phase="over", shown=shown)
    return replace(sight, table=table, drawn=shown, seat=sight.seat)
