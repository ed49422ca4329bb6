"""What a browser keeps for a page is what anybody may send."""

import pytest

from machine import in_time
from whoknows.errors import WorkFailed
from whoknows.web.browser_memory import LONGEST, kept_by_browser
from whoknows.web.playground import kept_cells
from whoknows.web.puzzle_pages import read_days


class Browser:
    """A browser that answers any question with the same."""

    def __init__(self, answer):
        self.answer = answer

    async def run_javascript(self, code, timeout):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def kept(answer):
    return in_time(kept_by_browser(Browser(answer), "wk-x"))


def test_what_a_browser_keeps_is_read():
    assert kept('{"2026-11-14": 3}') == {"2026-11-14": 3}


@pytest.mark.parametrize(
    "answer",
    [None, 5, ["[]"], {}, "", "{", "[" * 50_000, f'"{"x" * LONGEST}"'],
    ids=lambda answer: repr(answer)[:20],
)
def test_what_is_no_json_of_a_page_is_nothing(answer):
    assert kept(answer) is None


def test_a_browser_that_does_not_answer_is_not_taken_for_one_that_keeps_nothing():
    with pytest.raises(WorkFailed, match="is not known yet"):
        kept(TimeoutError())


@pytest.mark.parametrize(
    "found", [None, 5, [1], [[]], [[["model"], "x"]], [["model", 5]], {"a": []}, "x"]
)
def test_documents_of_any_form_are_no_days_and_no_cells(found):
    assert read_days(found) == {}
    assert kept_cells(found) == []
