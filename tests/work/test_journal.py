"""A journal resumes a solver where it was, torn lines and all."""

import pytest

from whoknows.errors import BadFile
from whoknows.work import Here, Pace, resumed
from work import pieces

PIECES = {f"piece {n}": n for n in range(20)}
SQUARES = {f"piece {n}": n * n for n in range(20)}


def squares(journal, function=pieces.square, title="squares"):
    return resumed(function, PIECES, journal, title=title, where=Here())


def test_a_journal_is_made_and_used(tmp_path):
    journal = tmp_path / "squares"
    assert dict(squares(journal)) == SQUARES
    # Nothing is made again: this function would fail.
    assert dict(squares(journal, pieces.square_or_fail)) == SQUARES


def test_what_was_stopped_goes_on(tmp_path):
    journal = tmp_path / "squares"
    with pytest.raises(ValueError, match="seven"):
        dict(squares(journal, pieces.square_or_fail))
    assert len(journal.read_text().splitlines()) == 1 + 7
    assert dict(squares(journal)) == SQUARES


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_journal_torn_anywhere_goes_on(tmp_path, cut):
    journal = tmp_path / "squares"
    dict(squares(journal))
    journal.write_bytes(journal.read_bytes()[:-cut])
    assert dict(squares(journal)) == SQUARES
    assert dict(squares(journal, pieces.square_or_fail)) == SQUARES


def test_a_journal_of_other_work_is_refused(tmp_path):
    journal = tmp_path / "squares"
    dict(squares(journal))
    with pytest.raises(BadFile, match="is not the journal of 'cubes'"):
        dict(squares(journal, title="cubes"))
    with pytest.raises(BadFile, match="cannot use the journal"):
        dict(squares(tmp_path / "nowhere" / "squares"))


def test_pace_counts_only_its_own():
    pace = Pace(total=100, before=50, began=0.0)
    assert (pace.rate, pace.left) == (0.0, None)
    pace.tick(25)
    assert pace.left == pytest.approx(pace.seconds, rel=0.1)


def test_pace_leaves_the_start_out(monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: now)
    pace = Pace(total=100, began=100.0)
    now = 150.0  # fifty seconds of starting
    pace.tick(10)
    assert pace.rate == pytest.approx(0.2)
    now = 160.0
    pace.tick(40)
    assert (pace.rate, pace.left) == (4.0, 12.5)
