"""A word to whoever waits, and none to whoever does not."""

from threading import Event

from whoknows.work.progress import patience


def test_long_work_is_explained_while_it_lasts():
    said, heard = [], Event()

    def report(text):
        said.append(text)
        heard.set()

    with patience(report, "patience", after=0.0):
        assert heard.wait(10)
    assert said == ["patience"]


def test_short_work_goes_without_a_word():
    said = []
    with patience(said.append, after=1000.0):
        pass
    assert said == []
