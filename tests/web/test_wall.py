"""The wall: what a page is built from takes sights, and worlds alike give the same bytes.

For every game: the picture, the history in words, the hints, the warning, the counts, the
model, its drawing, and the worlds as boards, made twice from secrets that one seat cannot
tell apart.
"""

import pickle

import pytest

from tests.test_conformance import lookalikes, random_play, small_setups
from whoknows.analysis import who_knows_what
from whoknows.catalog import GAMES
from whoknows.errors import WhoknowsError
from whoknows.play.face.face import HINTS, face_of
from whoknows.play.table.eyes import moment_of
from whoknows.web import drawing
from whoknows.web.eyes import glimpse_html


@pytest.mark.parametrize("name", list(GAMES))
def test_worlds_that_look_alike_give_the_same_bytes(name):
    game, found = GAMES[name], 0
    for setup in small_setups(game):
        for table in random_play(game, setup, 1)[:4]:
            for seat in table.turn[:1]:
                for twin in lookalikes(table, seat)[:1]:
                    found += 1
                    assert shown(table, seat) == shown(twin, seat)
    assert found


def shown(table, seat):
    """All that a page of this seat is built from, as bytes."""
    face, names = face_of(GAMES[table.game.name]), [f"P{s}" for s in table.seats]
    sight, history = table.sight(seat), table.history
    moves = [table.game.move_name(move) for move in table.game.moves(sight)[:4]]
    parts = [
        face.board_svg(sight, names),
        [face.event_text(event, names, sight) for event in history],
        [said(face.hint, sight, kind) for kind in HINTS],
        [face.warning(sight, move) for move in moves],
        [face.foresight(sight, move, names) for move in moves],
        [eyes(table, seat, face, names, other) for other in table.seats if other != seat],
        pictures(table, seat, face, names),
    ]
    return pickle.dumps(parts)


def pictures(table, seat, face, names):
    """The counts, the model, and its pictures."""
    moment = moment_of(table, [seat, None])
    [look] = who_knows_what.looked(table.game.name, [moment], names)
    chances = who_knows_what.hidden(table.game.name, moment, names)
    if look.pictured is None:
        return look.counts, chances
    boards = drawing.draw_boards(
        table.game.name, moment.eyes[seat], names, look.pictured, look.pictured
    )
    drawn = [
        drawing.draw_model(look.pictured, look.pictured, style)
        for style in drawing.styles_for([look], 0)
        if style != drawing.WORLDS
    ]
    worlds = [
        face.world_svg(moment.eyes[seat], key, names)
        for key in look.pictured.world_keys[:3]
    ]
    worlds += [boards and boards.svg, look.words]
    return look.counts, chances, [(one.svg, repr(one.keys)) for one in drawn], worlds


def eyes(table, seat, face, names, other):
    """What the page says of another's thoughts, and of those about one's own."""
    moment = moment_of(table, [seat, None])
    chains = [other], [other, seat]
    found = [who_knows_what.through_eyes(table.game.name, moment, c) for c in chains]
    return [
        glimpse_html(glimpse, face, moment.eyes[seat], names, chain)
        for glimpse, chain in zip(found, chains, strict=True)
    ]


def said(function, *args):
    try:
        return function(*args)
    except WhoknowsError as error:
        return str(error)
