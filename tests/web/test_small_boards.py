"""Worlds as small boards, and what each hidden thing may be."""

import re
from fractions import Fraction
from itertools import combinations, product

import pytest

from tests.test_conformance import small_setups
from whoknows.analysis import who_knows_what
from whoknows.analysis.agent_names import calling
from whoknows.catalog import GAMES
from whoknows.games.balance.knowledge.after_weighings import position_after
from whoknows.games.balance.show.small import coin_kinds
from whoknows.games.mastermind.show.small import peg_chances
from whoknows.logic.draw.placed_model import size_of
from whoknows.play.face.face import face_of
from whoknows.play.face.plain_face import PlainFace
from whoknows.play.table.eyes import moment_of
from whoknows.play.table.referee import Table
from whoknows.web import drawing

PHONE = 353  # pixels that a card of the lab has inside, at the width of a phone
NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus"]


def looked(name, setup=None, seat=0):
    """A look from a seat of a new game, with what it takes to draw it."""
    game = GAMES[name]
    table = Table.dealt(game, game.setup() if setup is None else setup, 3)
    names = NAMES[: len(table.seats)]
    moment = moment_of(table, [seat, None])
    [look] = who_knows_what.looked(name, [moment], names)
    return look, moment.eyes[seat], names


DRAWN = [
    name for name in GAMES
    if type(face_of(GAMES[name])).small_svg is not PlainFace.small_svg
]  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_every_world_is_a_small_board_of_its_own_and_no_number(name):
    for setup in small_setups(GAMES[name]):
        look, sight, names = looked(name, setup)
        if look.pictured is None or len(look.pictured.model) > drawing.MOST_BOARDS:
            continue
        face, keys = face_of(GAMES[name]), look.pictured.world_keys
        boards = [face.small_svg(sight, key, names) for key in keys]
        assert len(set(boards)) == len(keys)  # no two worlds look the same
        assert all(min(size_of(svg)) > 10 for svg in boards)
        assert min(map(float, re.findall(r'font-size="([\d.]+)"', "".join(boards)))) >= 14
        found = drawing.draw_boards(name, sight, names, look.pictured, look.pictured)
        assert found.svg.count("data-world") == len(keys)
        assert "#" not in "".join(re.findall(r">([^<]*)</text>", found.svg))
        return
    raise AssertionError("no small setup has few worlds")


@pytest.mark.parametrize("name", ["hats", "muddy"])
def test_eight_worlds_fit_a_phone_and_do_not_overlap(name):
    look, sight, names = looked(name)
    found = drawing.draw_boards(name, sight, names, look.pictured, look.pictured)
    [least] = re.findall(r"min-width:(\d+)px", found.svg)  # it shrinks no further
    assert int(least) <= PHONE
    frame = r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)" rx='
    boxes = [tuple(map(float, box)) for box in re.findall(frame, found.svg)]
    boards = [box for box in boxes if box[3] > 30]
    assert len(boards) >= len(look.pictured.model) >= 7
    for (x, y, wide, high), (u, v, *_) in combinations(sorted(set(boards)), 2):
        assert abs(x - u) >= wide or abs(y - v) >= high


def test_agents_have_the_names_of_the_seats():
    look, sight, names = looked("muddy")
    assert look.pictured.home == "Ann"
    svg = drawing.draw_boards("muddy", sight, names, look.pictured, look.pictured).svg
    assert "Bob cannot tell apart" in svg
    assert "child2" not in svg
    assert calling(["a", "b"], ["<b>", ""], []) == {"a": "<b>", "b": "b"}


def test_the_colors_of_pegs_are_counted():
    game = GAMES["mastermind"]
    table = Table.with_secret(game, game.setup(pegs=3, colors=3), (0, 1, 2))
    table = table.play({0: (0, 0, 1)})
    rules = table.sight(0).rules
    answer = rules.answer((0, 0, 1), (0, 1, 2))
    left = [c for c in product(range(3), repeat=3) if rules.answer((0, 0, 1), c) == answer]
    for peg, chances in enumerate(peg_chances(table.sight(0))):
        count = [sum(code[peg] == color for code in left) for color in range(3)]
        wanted = {c: Fraction(n, len(left)) for c, n in enumerate(count) if n}
        assert chances == wanted


def test_coins_are_marked_by_what_they_are_in_some_case():
    game = GAMES["balance"]
    table = Table.dealt(game, game.setup(coins=5), 4)
    for weighing in ("1 2 : 3 4", "1 : 2"):
        table = table.play({0: game.parse_move(weighing, table.setup)})
        sight = table.sight(0)
        position = position_after(sight.rules, sight.lines)
        worlds = list(position.worlds())
        for coin, kind in coin_kinds(position, sight.rules).items():
            met = {world[coin - 1] for world in worlds}
            can = " or ".join(
                word for sign, word in ((1, "heavy"), (-1, "light")) if sign in met
            )
            wanted = f"{'may be' if 0 in met else 'is'} {can}" if can else "is genuine"
            assert kind == wanted
        if table.over:
            break


def test_what_is_hidden_is_told_for_each_who_looks():
    game = GAMES["davinci"]
    table = Table.dealt(game, game.setup(players=3, tiles=12, hand=2), 1)
    names = NAMES[:3]
    one = who_knows_what.hidden("davinci", moment_of(table, [0, None]), names)
    each = who_knows_what.hidden("davinci", moment_of(table, [0, 1, 2]), names)
    assert [name for name, _ in one] == [""]
    assert [name for name, _ in each] == names
    assert one[0][1] == each[0][1]


def test_the_example_of_a_formula_is_a_question_and_the_same_in_every_game():
    game = GAMES["mastermind"]
    setup = game.setup(pegs=2, colors=4)
    said = set()
    for seed in range(6):
        table = Table.dealt(game, setup, seed)
        for _ in range(2):
            moment = moment_of(table, [0, None])
            [look] = who_knows_what.looked("mastermind", [moment], ["Ann"])
            said.add(look.words.split("\n")[0])
            table = table.play({0: (0, 1)})
    assert said == {"To ask “does maker know that peg1 is 1?”, write: K maker peg1=1"}
