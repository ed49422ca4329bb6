"""Games drawn and played, for sizes where not all configurations can be.

A *team* says what everybody answers in many games at once, each from the hats of the
others alone: by a deal written out, by chance-based rules, by a plan, or by the syndromes
of the Hamming code, where no table is kept.

>>> found = simulate(Rules(players=31), games=2000, rng=np.random.default_rng(1))
>>> found.games, found.low < 31 / 32 < found.high
(2000, True)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.asking.statistics import wilson
from whoknows.errors import BadSetup, TooLarge
from whoknows.games.hats.knowledge import Deals, check_rounds
from whoknows.games.hats.rules import FREE, PASS, MixedDeal, Rules
from whoknows.games.hats.rules.world import check_table, count_views
from whoknows.games.hats.solve.codes.coset_code import CosetCode
from whoknows.games.hats.solve.codes.hamming import hamming_length

SURE = 2.575829303548901  # standard deviations of an interval that is right 99 times of 100
MOST_HATS = 200_000_000
BATCH = 20_000
MOST_AT_ONCE = 4_000_000  # hats

Heads: TypeAlias = NDArray[np.int64]  # one game a row, one agent a column: the color
Said: TypeAlias = NDArray[np.int64]  # the same shape: 0 passes, color k is k + 1
Team: TypeAlias = Callable[[Heads, int, np.random.Generator], Said]  # and the round, from 0


@dataclass(frozen=True, slots=True)
class Simulated:
    """How many games were won, and an interval for the chance to win."""

    games: int
    won: int

    @property
    def low(self) -> float:
        """The lower end of Wilson's interval."""
        return wilson(self.won, self.games, SURE)[0]

    @property
    def high(self) -> float:
        """The upper end of Wilson's interval."""
        return wilson(self.won, self.games, SURE)[1]


def simulate(
    rules: Rules,
    *,
    games: int,
    rng: np.random.Generator,
    team: Team | None = None,
    batch: int = BATCH,
) -> Simulated:
    """Games played by a team, the Hamming code's unless given; Ctrl-C keeps the played."""
    check_games(rules, games)
    team = team or coset_team(rules)
    played = won = 0
    batch = max(min(batch, MOST_AT_ONCE // rules.players), 1)
    try:
        while played < games:
            number = min(batch, games - played)
            won += int(wins(team, random_heads(rules, number, rng), rules, rng).sum())
            played += number
    except KeyboardInterrupt:
        if not played:
            raise
    return Simulated(played, won)


def check_games(rules: Rules, games: int) -> None:
    """Refuse more games than can be played, before a team is made up."""
    if games < 1:
        raise BadSetup(f"at least 1 game is simulated, not {games}")
    if games * rules.players > MOST_HATS:
        raise TooLarge(f"{games * rules.players:.2g} hats; at most {MOST_HATS:,} are drawn")


def random_heads(rules: Rules, games: int, rng: np.random.Generator) -> Heads:
    """Hats, one game a row."""
    if rules.chances:
        ends = np.cumsum([float(chance) for chance in rules.chances])
        codes = np.searchsorted(ends, rng.random(games), side="right")
        return rules.table()[np.minimum(codes, rules.size - 1)]
    if not rules.odds:
        return rng.integers(rules.colors, size=(games, rules.players))
    alike = len(set(rules.odds)) == 1
    rows = rules.odds[:1] if alike else rules.odds
    ends = np.cumsum([[float(chance) for chance in row] for row in rows], axis=1)
    pick = rng.random((games, rules.players))
    colors = (pick[:, :, None] >= ends[None, :, :-1]).sum(2)
    likely: Heads = np.minimum(colors, rules.colors - 1)
    return likely


def wins(
    team: Team, hats: Heads, rules: Rules, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Which games are won: on while all pass, at most as many rounds as there are."""
    won = np.zeros(len(hats), dtype=bool)
    left = np.arange(len(hats))
    for turn in range(rules.rounds):
        said = team(hats[left], turn, rng)
        right = (said == hats[left] + 1).sum(1)
        wrong = (said != PASS).sum(1) - right
        won[left] = (right >= rules.need) & (wrong <= rules.wrong)
        left = left[(right + wrong == 0)]
        if not len(left):
            break
    return won


def coset_team(rules: Rules, label: int | None = None) -> Team:
    """Guess away from the words of one syndrome, everybody from the hats seen.

    Unless given, it is 0 if colors are equally likely, else one without the likeliest word.
    Where k must be right, it is this syndrome and the k - 1 after it.
    """
    if rules.colors != 2 or rules.views != "seats" or not rules.passing:
        raise BadSetup("the Hamming code is for two colors, hats seen by seat, and passing")
    length = hamming_length(rules.players)
    if rules.need > length:
        raise BadSetup(f"the Hamming code of length {length} makes at most {length} right,"
                       f" and {rules.need} are needed")  # fmt: skip
    label = coset_label(rules) if label is None else label
    if label > length:
        raise BadSetup(f"the Hamming code of length {length} has syndromes 0 to {length},"
                       f" not {label}")  # fmt: skip
    place, lost = np.arange(1, length + 1), np.zeros(length + 1, dtype=bool)
    lost[[(label + k) % (length + 1) for k in range(rules.need)]] = True

    def says(hats: Heads, turn: int, rng: np.random.Generator) -> Said:  # noqa: ARG001
        found = np.zeros_like(hats)
        if turn:
            return found
        terms = hats[:, :length] * place
        seen = np.bitwise_xor.reduce(terms, axis=1)[:, None] ^ terms  # without one's own
        white, black = lost[seen], lost[seen ^ place]
        found[:, :length] = np.where(white & ~black, 2, np.where(black & ~white, 1, PASS))
        return found

    return says


def coset_label(rules: Rules) -> int:
    """0 if colors are equally likely, else a syndrome that the likeliest word has not."""
    if all(len(set(row)) == 1 for row in rules.odds):
        return 0
    if hamming_length(rules.players) == 1:  # the word B has syndrome 1
        return int(rules.odds[0][0] > rules.odds[0][1])
    return 1


def code_team(code: CosetCode) -> Team:
    """Guess away from the words of a covering code, by syndromes; then be silent."""

    def says(hats: Heads, turn: int, rng: np.random.Generator) -> Said:  # noqa: ARG001
        return np.zeros_like(hats) if turn else code.says(hats)

    return says


def table_team(deals: Deals, rules: Rules) -> Team:
    """Answer as the deals of the rounds say; silent once there are no more."""
    check_rounds(deals, rules)
    tables = [np.maximum(np.array(deal.answers), PASS) for deal in deals]
    assert FREE < PASS, "free choices pass"

    def says(hats: Heads, turn: int, rng: np.random.Generator) -> Said:  # noqa: ARG001
        if turn >= len(tables):
            return np.zeros_like(hats)
        labels = view_labels(hats, rules)
        return np.stack(
            [tables[turn][player][labels[:, player]] for player in range(rules.players)],
            axis=1,
        )

    return says


def part_team(agents: tuple[int, ...], team: Team) -> Team:
    """Some agents play as a team of their own, and the others pass."""

    def says(hats: Heads, turn: int, rng: np.random.Generator) -> Said:
        found = np.zeros_like(hats)
        found[:, list(agents)] = team(hats[:, list(agents)], turn, rng)
        return found

    return says


def mixed_team(mixed: MixedDeal, rules: Rules) -> Team:
    """Answer by chance, as a chance-based deal says."""
    ends = np.cumsum(np.array(mixed.rules, dtype=float), axis=2)[:, :, :-1]

    def says(hats: Heads, turn: int, rng: np.random.Generator) -> Said:  # noqa: ARG001
        labels, pick = view_labels(hats, rules), rng.random(hats.shape)
        players = np.arange(rules.players)
        found: Said = (pick[:, :, None] >= ends[players[None, :], labels]).sum(2)
        return found

    return says


def view_labels(hats: Heads, rules: Rules) -> NDArray[np.int64]:
    """What everybody sees in each game, as the labels of the deals' answers."""
    check_table(rules)
    if rules.views == "counts":
        return count_labels(hats, rules)
    base = rules.colors
    codes = hats @ (base ** np.arange(rules.players - 1, -1, -1))
    below = base ** np.arange(rules.players - 1, -1, -1)
    high, low = codes[:, None] // (below * base), codes[:, None] % below
    labels: NDArray[np.int64] = high * below + low
    return labels


def count_labels(hats: Heads, rules: Rules) -> NDArray[np.int64]:
    """The labels of all views where only counts are seen."""
    views = count_views(rules.players, rules.colors)
    step = rules.players ** np.arange(rules.colors)
    keys = np.array([sum(int(step[color]) for color in view) for view in views])
    order = np.argsort(keys)
    whole = step[hats].sum(1)
    found: NDArray[np.int64] = order[
        np.searchsorted(keys[order], whole[:, None] - step[hats])
    ]
    return found
