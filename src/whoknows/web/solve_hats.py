"""What the page about hats asks its solvers, as plain values both ways.

>>> found = best_deal(3, 2, "1/2", 10.0)
>>> found.win, found.proven, found.deal
('3/4', True, 'BPPR BPPR BPPR')
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from whoknows.games.hats.rules import Rules, deal_name, parse_chance, parse_odds
from whoknows.games.hats.rules.deal import answer_letter
from whoknows.games.hats.show.board_picture import MOST_DRAWN, cube_svg
from whoknows.games.hats.show.charts import polynomial_text
from whoknows.web.query import address, whole
from whoknows.work.progress import Tell, silent

PLAYERS = range(2, 8)
COLORS = range(2, 5)
MOST_VIEWS = 32  # of a deal that is written out as a table
MOST_DEAL = 600  # letters of a deal that is written out at all
POINTS = 60  # of each piece of the curve
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class HatQuestion:
    """A world of hats as a page asks for it; its address says the same."""

    players: int = 3
    colors: int = 2
    odds: str = "1/2"  # the chance of the first color, or of each

    @property
    def address(self) -> str:
        """The page that asks for this."""
        return address(
            "/explore/hats", players=self.players, colors=self.colors, p=self.odds
        )

    @property
    def first(self) -> Fraction:
        """The chance of the first color."""
        return parse_chance(self.odds.split(",")[0])


def parse_asked(players: str = "", colors: str = "", p: str = "") -> HatQuestion:
    """What an address asks for; a `BadSetup` says what is wrong with it."""
    many = whole(players, PLAYERS, "players", 3)
    kinds = whole(colors, COLORS, "colors", 2)
    asked = HatQuestion(many, kinds, p.strip() or f"1/{kinds}")
    rules_of(asked)
    return asked


def rules_of(asked: HatQuestion) -> Rules:
    """The world that is asked for; colors that are not named share what is left."""
    odds = asked.odds
    if asked.colors > 2 and "," not in odds:
        chance = parse_chance(odds)
        rest = (1 - chance) / (asked.colors - 1)
        odds = ",".join(map(str, [chance, *[rest] * (asked.colors - 1)]))
    return Rules(
        asked.players, asked.colors, odds=parse_odds(odds, asked.players, asked.colors)
    )


@dataclass(frozen=True, slots=True)
class BestDeal:
    """The best deal of a world, and how far it is known to be the best."""

    win: str  # an exact fraction
    value: float
    upper: str
    bound: float
    proven: bool
    deal: str  # in letters; nothing where too long
    views: tuple[str, ...]  # what an agent may see; nothing where there are too many
    answers: tuple[str, ...]  # a letter for each view, agent by agent
    lost: tuple[str, ...]
    size: int
    cube: str  # SVG; nothing where it is not drawn

    @property
    def final(self) -> bool:
        """Whether to ask again would give nothing better."""
        return self.proven


def best_deal(
    players: int, colors: int, odds: str, seconds: float, *, tell: Tell = silent
) -> BestDeal:
    """The largest chance to win, with a deal that has it."""
    from whoknows.games.hats.solve.best import best

    rules = rules_of(HatQuestion(players, colors, odds))

    def found_one(lost: Fraction, bound: Fraction) -> None:
        tell(
            None, f"found {float(1 - lost):.4f}; at most {float(1 - bound):.4f} is possible"
        )

    tell(None, "searching for a better deal")
    found = best(rules, time_limit=seconds, progress=found_one)
    assert found.deals is not None, "so few players are always written out"
    assert found.lost is not None, "so few players are always written out"
    [deal] = found.deals
    text = deal_name(deal, rules)
    fits = rules.view_count <= MOST_VIEWS
    return BestDeal(
        win=str(found.lower),
        value=float(found.lower),
        upper=str(found.upper),
        bound=float(found.upper),
        proven=found.proven,
        deal=text if len(text) <= MOST_DEAL else "",
        views=tuple(map(rules.view_name, range(rules.view_count))) if fits else (),
        answers=tuple("".join(map(answer_letter, row)) for row in deal.answers),
        lost=tuple(rules.name(code) for code in found.lost),
        size=rules.size,
        cube=bare(cube_svg(found.lost, rules)) if is_drawn(rules) else "",
    )


def is_drawn(rules: Rules) -> bool:
    """Whether there is a cube to draw."""
    return rules.colors == 2 and rules.players <= MOST_DRAWN


def bare(svg: str) -> str:
    """A picture without colors of its own: the page has its own, light and dark."""
    return re.sub(r"<style>.*?</style>|<rect[^>]*/>", "", svg, flags=re.DOTALL)


@dataclass(frozen=True, slots=True)
class CurvePiece:
    """An interval on which one polynomial is Psi."""

    start: str
    end: str
    polynomial: str
    zeros: str
    size: int
    sets: int | None  # how many are optimal inside, where they were counted,
    tied: int | None  # and at the start
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """Psi(N, p) for 1/2 <= p <= 1, piece by piece."""

    players: int
    pieces: tuple[CurvePiece, ...]
    bound: tuple[tuple[float, float], ...]  # on [0, 1]
    middle_kink: bool = False  # whether the two halves meet at an angle


def psi_curve(players: int, *, tell: Tell = silent) -> Curve:
    """The curve of the largest chance to win."""
    from whoknows.games.hats.solve.adequate.psi import psi

    tell(None, "compiling the search" if players in (5, 6) else "")
    found = psi(players, progress=lambda share: tell(share, "counting minimal losing sets"))
    pieces = []
    for piece, (_, tied) in zip(found.pieces, found.endpoints, strict=True):
        places = [
            float(piece.start) + k * (float(piece.end) - float(piece.start)) / POINTS
            for k in range(POINTS + 1)
        ]
        pieces.append(
            CurvePiece(
                pretty(str(piece.start)),
                pretty(str(piece.end)),
                pretty(polynomial_text(piece.polynomial)),
                " ".join(map(str, piece.zeros)),
                piece.size,
                piece.sets,
                tied,
                tuple((p, evaluated(piece.polynomial, p)) for p in places),
            )
        )
    grid = [k / 100 for k in range(101)]
    power = (players + 1) / 2
    bound = tuple((p, (players + abs(2 * p - 1) ** power) / (players + 1)) for p in grid)
    return Curve(
        players, tuple(pieces), bound, middle_slope(found.pieces[0].polynomial) != 0
    )


def middle_slope(polynomial: tuple[int, ...]) -> Fraction:
    """The slope of a polynomial at 1/2, exact.

    >>> middle_slope((1, -1, 1)), middle_slope((1, -2, 4, 0, -4, 1))
    (Fraction(0, 1), Fraction(5, 16))
    """
    half = Fraction(1, 2)
    terms = [k * c * half ** (k - 1) for k, c in enumerate(polynomial) if k]
    return sum(terms, start=Fraction(0))


def evaluated(polynomial: tuple[int, ...], p: float) -> float:
    """A polynomial at a point."""
    return float(sum(c * p**k for k, c in enumerate(polynomial)))


def pretty(text: str) -> str:
    """Exact numbers and polynomials as they are printed.

    >>> pretty("-1/2 + sqrt(5)/2"), pretty("1 - 2p + p^10")
    ('−1/2 + √5/2', '1 − 2p + p¹⁰')
    """
    text = re.sub(r"sqrt\((\d+)\)", r"√\1", text).replace("-", "−")
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(RAISED), text)
