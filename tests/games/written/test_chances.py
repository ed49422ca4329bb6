"""What hidden things of written games may be: counted again, world by world."""

import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from whoknows.catalog import GAMES
from whoknows.games.written.knowledge import Held, held_at
from whoknows.games.written.knowledge.scopes import cells_of, labels_of
from whoknows.games.written.rules import Setup, gallery, gallery_text
from whoknows.games.written.show.chances import MOST_VALUES, Doubt, chances_svg, doubts
from whoknows.play.face.face import face_of
from whoknows.play.table.referee import Table

GAME = GAMES["written"]


@pytest.mark.parametrize("name", ["cluedo", "hats", "guesswho", "russian", "hanabi"])
def test_chances_are_those_of_the_worlds_that_are_held_possible(name):
    assert name in gallery()
    table = Table.dealt(GAME, Setup(gallery_text(name)), 4)
    rng = np.random.default_rng(0)
    for _ in range(3):
        for seat in (None, *table.seats):
            check(table.sight(seat))
        if table.over:
            break
        moves = {}
        for seat in table.turn:
            legal = GAME.moves(table.sight(seat))
            moves[seat] = legal[int(rng.integers(len(legal)))]
        table = table.play(moves)


def check(sight):
    """The same numbers from the definition: a share of the weight of all worlds held."""
    held, book = held_at(sight), sight.setup.book
    assert isinstance(held, Held)
    picture = held.picture
    hidden = [column for column in book.dealt if column.name not in dict(sight.seen)]
    found = doubts(sight)
    assert [doubt.name for doubt in found] == [column.name for column in hidden]
    for doubt in found:
        counts = Counter()
        for row in held.rows.tolist():
            value = book.shown(doubt.name, int(picture.columns[doubt.name][row]))
            counts[value] += int(picture.weights.take([row])[0])
        whole = sum(counts.values())
        twin = {value: Fraction(count, whole) for value, count in counts.items()}
        assert {value.word: value.chance for value in doubt.values} == twin
        chances = [value.chance for value in doubt.values]
        assert chances == sorted(chances, reverse=True)


def test_the_picture_names_everything_and_nothing_is_small():
    table = Table.dealt(GAME, Setup(gallery_text("cluedo")), 4)
    svg = face_of(GAME).hidden_svg(table.sight(0), ["Ann", "Bob", "Cat"])
    for doubt in doubts(table.sight(0)):
        assert f">{doubt.name.replace('_', ' ')}<" in svg
    wide = float(re.search(r'width="([\d.]+)"', svg)[1])
    least = float(re.search(r"min-width:(\d+)px", svg)[1])
    assert min(map(int, re.findall(r'font-size="(\d+)"', svg))) * least / wide >= 11
    found = doubts(table.sight(0))[0]
    many = Doubt("x", [found.values[0]] * (MOST_VALUES + 3))
    assert "and 3 more" in chances_svg("many", [many])


@pytest.mark.parametrize("seed", range(20))
def test_worlds_are_parted_by_all_that_is_heard(seed):
    """Labels by sums, or made anew where these grow; and one claim, which is counted."""
    rng = np.random.default_rng(seed)
    size, widths = 40, rng.choice([2, 3, 5, 3000], int(rng.integers(1, 4)))
    values = [rng.integers(-1, width - 1, size) for width in widths]
    values = [v == 0 if width == 2 else v for v, width in zip(values, widths, strict=True)]
    weights = None if seed % 2 else rng.integers(1, 9, size)
    heavy = Counter[tuple[int, ...]]()
    for row, key in enumerate(zip(*(v.tolist() for v in values), strict=True)):
        heavy[key] += 1 if weights is None else int(weights[row])
    found = [cell for cell in cells_of(values, weights) if cell]
    assert sorted(found) == sorted(heavy.values())
    labels = labels_of(values).tolist()
    assert len(set(zip(labels, zip(*values, strict=True), strict=True))) == len(heavy)
    assert len(set(labels)) == len(heavy)
