"""Cases as small boards, and what each coin may be, as pictures."""

from collections.abc import Iterator, Mapping

from whoknows.games.balance.knowledge.position import Position
from whoknows.games.balance.rules import Rules, World
from whoknows.games.balance.show.board_picture import GOLD, HEAVY, LIGHT, RIM
from whoknows.play.face.cards import circle, label, small_board
from whoknows.play.face.chance_table import chance_table

GOOD = "#d9dde3"
KINDS = {  # what a coin may be: its color, its letters' color, its sign
    "may be heavy or light": (GOLD, "#222", "±"),
    "may be heavy": (HEAVY, "#fff", "+"),
    "may be light": (LIGHT, "#fff", "–"),
    "is heavy": (HEAVY, "#fff", "+"),
    "is light": (LIGHT, "#fff", "–"),
    "is heavy or light": (GOLD, "#222", "±"),
    "is genuine": (GOOD, "#222", "="),
}
ROW, CELL, HIGH = 7, 56, 62  # coins in a row, and the room of each


def small_case(world: World) -> str:
    """A world as a small board: the odd coins, and whether each is heavy or light."""
    odd = [(coin, kind) for coin, kind in enumerate(world, 1) if kind]
    if not odd:
        return small_board(92, 30, label(46, 20, "all genuine", "currentColor"))
    parts = []
    for k, (coin, kind) in enumerate(odd):
        x, fill = 15 + 80 * k, HEAVY if kind > 0 else LIGHT
        word = "heavy" if kind > 0 else "light"
        parts.append(
            circle(x, 15, 13, fill, RIM)
            + label(x, 20, coin, "#fff")
            + label(x + 39, 20, word, "currentColor")
        )
    return small_board(80 * len(odd), 30, "".join(parts))


def coin_kinds(position: Position, rules: Rules) -> dict[int, str]:
    """What each coin may be, in words of `KINDS`."""
    found = dict.fromkeys(range(1, rules.coins + 1), "is genuine")
    for k, role in enumerate(position.roles):
        codes = {orbit[k] for orbit in position.orbits}
        heavy, light = any(c % 16 for c in codes), any(c // 16 for c in codes)
        may = "heavy or light" if heavy and light else "heavy" if heavy else "light"
        sure = all(c % 16 + c // 16 == len(role) for c in codes)
        found |= dict.fromkeys(role, f"{'is' if sure else 'may be'} {may}")
    return found


def coins_svg(position: Position, rules: Rules) -> str:
    """Every coin with a mark for what it may be, and what the marks mean."""
    kinds = coin_kinds(position, rules)
    rows = -(-rules.coins // ROW)
    met = [kind for kind in KINDS if kind in kinds.values()]
    top = HIGH * rows + 16
    size = (max(320, CELL * min(ROW, rules.coins) + 8), top + 26 * len(met) + 4)
    said = "; ".join(f"coin {coin} {kind}" for coin, kind in kinds.items())
    body = "".join([*coins(kinds), *legend(met, kinds, top)])
    return chance_table("What each coin may be", said, size, body)


def coins(kinds: Mapping[int, str]) -> Iterator[str]:
    """The coins in rows."""
    for k, (coin, kind) in enumerate(kinds.items()):
        fill, ink, sign = KINDS[kind]
        x, y = CELL * (k % ROW) + CELL / 2 + 4, HIGH * (k // ROW) + 24
        rim = "var(--wk-gold,#9a7b00)" if kind.startswith("is ") and sign != "=" else RIM
        yield circle(x, y, 19, fill, rim, 4 if rim != RIM else 1.5)
        yield f"<g>{label(x, y + 6, coin, ink, 16)}</g>"
        yield f'<text class="wkh-axis" x="{x:g}" y="{y + 31:g}">{sign}</text>'


def legend(met: list[str], kinds: Mapping[int, str], top: float) -> Iterator[str]:
    """What the marks mean, and how many coins have each."""
    for k, kind in enumerate(met):
        fill, _, sign = KINDS[kind]
        y, count = top + 26 * k + 10, list(kinds.values()).count(kind)
        yield circle(16, y, 8, fill, RIM, 1.5)
        yield f'<text class="wkh-note" x="32" y="{y:g}">{sign} {kind}: {count}</text>'
