"""What the card of who knows what says: what a turn taught whom, and what is new."""

from types import SimpleNamespace

import pytest

from machine import in_time
from whoknows.analysis.who_knows_what import Look, looked
from whoknows.catalog import GAMES
from whoknows.errors import WorkFailed
from whoknows.games.davinci import GAME
from whoknows.play.face.face import face_of
from whoknows.play.table.eyes import moment_of
from whoknows.play.table.referee import Table
from whoknows.web import drawing, panel
from whoknows.web.turn_lessons import (
    CALLED,
    CHANCES,
    COUNTS,
    READ,
    common,
    lessons,
    lines,
    noted,
    turn_text,
)


def desk(seat=0, *, seated=True, names=("Ann", "Bob", "Cy")):
    table = Table.dealt(GAME, GAME.setup(players=3, tiles=14), 5)
    return SimpleNamespace(
        seat=seat,
        seated=seated,
        names=names,
        face=face_of(GAMES["davinci"]),
        game=GAME,
        telling=table.sight(seat if seated else None),
    )


def played(turns=3, seats=(0, None), seed=5):
    table = Table.dealt(GAME, GAME.setup(players=3, tiles=14), seed)
    moments = [moment_of(table, seats)]
    for _ in range(turns):
        table = table.step([GAME.strategies["aggressive"]] * 3)
        moments.append(moment_of(table, seats))
    return moments, looked("davinci", moments)


def test_a_lesson_says_whose_worlds_went():
    looks = [Look({0: 1200, None: 9}), Look({0: 36, None: 9}), Look({0: 36, None: 9})]
    assert lessons(looks, desk()) == ["you 1,200 → 36", ""]
    assert lessons(looks, desk(seated=False)) == ["Ann 1,200 → 36", ""]
    assert lessons(looks[:1], desk()) == []


def test_a_turn_is_told_with_what_it_taught():
    moments, looks = played()
    assert turn_text(desk(), moments, looks, 0) == "Turn 0 of 3: the beginning"
    said = turn_text(desk(), moments, looks, 1)
    assert said.startswith("Turn 1 of 3: ")
    assert "guesses that" in said
    assert ("Worlds: " in said) == (looks[0].counts != looks[1].counts)


def test_nobody_is_told_of_their_own_tiles_where_nobody_sits():
    moments, looks = played(6)
    asked = next(k for k in range(1, 7) if moments[k].history[-1].moves.get(0) is None)
    [guess] = moments[asked].history[-1].moves.values()
    own = desk(guess.seat)
    assert " your " in turn_text(own, moments, looks, asked)
    for at in range(1, 7):
        assert " your " not in turn_text(desk(guess.seat, seated=False), moments, looks, at)


def test_moments_that_were_looked_at_are_not_looked_at_again():
    moments, _ = played(3)
    longer, _ = played(5)
    other, _ = played(3, seed=6)
    assert common(moments, longer) == 4
    assert common(longer, moments) == 4
    assert common([], moments) == 0
    assert common(moments, other) == 1  # before the first move nothing is turn_text apart
    assert common(moments, played(3, seats=(0, 1, 2))[0]) == 0


def test_a_line_for_each_pair_of_eyes():
    _, looks = played(2)
    assert [line.who for line in lines(looks, desk())] == ["you", "all that is public"]
    assert all(len(line.worlds) == 3 for line in lines(looks, desk()))


def test_the_note_says_how_to_read_the_picture():
    assert "too many worlds" in noted(Look({0: 10**6}), COUNTS)
    assert noted(Look({0: 5}), COUNTS, modelled=False) == READ[COUNTS]
    _, looks = played(8)
    drawn = next(look for look in looks if look.pictured is not None)
    assert noted(drawn, COUNTS) == READ[COUNTS]
    assert {*READ} < {*CALLED}
    assert {*CALLED} == {CHANCES, COUNTS, *drawing.STYLES}
    assert all(noted(drawn, style).endswith(said) for style, said in READ.items())
    assert "Click a world" in noted(drawn, "grid")
    _, whole = played(8, seats=(0, 1, 2))
    assert noted(whole[-1], "grid").startswith(("Gold: ", "Click a world"))


def test_a_global_model_that_is_cut_off_says_so():
    model = Table.dealt(GAME, GAME.setup(players=3, tiles=12, hand=3), 1)
    [look] = looked("davinci", [moment_of(model, list(model.seats))])
    assert look.pictured.reach == 0
    assert "More worlds are thought possible than can be drawn yet." in noted(look, "rings")


class Patchy:
    """A desk whose thoughts fail at times, and where more comes while it thinks."""

    seat, game, names = 0, GAME, ("Ann", "Bob", "Cy")
    seated, begins_whole = True, False

    def __init__(self, moments, troubles):
        self.known, self.troubles, self.card = moments, troubles, None

    async def moments(self, *, all_seats):
        return self.known

    async def later(self, function, *args):
        trouble = self.troubles.pop(0) if self.troubles else None
        if isinstance(trouble, Exception):
            raise trouble
        if trouble == "more":
            self.card.stale = True
        return function(*args)

    def teach(self, lessons):
        pass


@pytest.mark.parametrize(
    "troubles",
    [[WorkFailed("given up")], ["more"], ["more", WorkFailed("given up")]],
)
def test_what_could_not_be_looked_at_is_looked_at_the_next_time(troubles, monkeypatch):
    monkeypatch.setattr(panel, "AT_ONCE", 2)
    moments, looks = played(5)
    desk = Patchy(moments[:1], [])
    card = desk.card = panel.PanelCard(desk)
    card.note, shown = SimpleNamespace(set_text=lambda text: None), []

    async def show():
        shown.append(len(card.looks))

    async def story():
        await card.refresh()
        desk.known, desk.troubles = moments, troubles
        await card.refresh()
        await card.refresh()

    card.show = show
    in_time(story())
    assert shown[0] == 1
    assert shown[-1] == len(moments)
    assert [look.counts for look in card.looks] == [look.counts for look in looks]
