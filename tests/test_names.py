"""`scripts/names` counts what it says, on texts whose numbers are worked out by hand."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from textwrap import dedent

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "names"
PACKAGE = {
    "play/board.py": """
        class Reader: ...
        class Move: ...
        def found(said, here):          # found, said, here
            self.shown = said.value     # shown, said, value
            said(found=1)               # said: what a call names is not counted
            "found said left"           # a text has no names
        """,
    "games/balance/rules.py": "class Reader: ...\nclass Move: ...\nleft = told",
    "logic/files/story.py": "found = left(item)",
}
TESTS = {
    "test_board.py": """
        import whoknows
        from whoknows.play import board, face
        from whoknows.play.board import Reader
        def test_reader(monkeypatch):
            with pytest.raises(ValueError, match="no"):
                assert said == "it is not so"
            assert said == "not so"
            assert "three words here"       # compares nothing
            assert "all of it" in text
            monkeypatch.setattr(board, "MOST", 3)
            monkeypatch.setattr("whoknows.play.board._most", 3)
            monkeypatch.setattr(board, "__name__", "")
            monkeypatch.setattr(board, "show", show)
            monkeypatch.setenv("MOST", "3")
        """,
}
COUNTS = [  # in the order of the table
    1,  # found
    6,  # said, here, shown, said, said; told, but not the pan
    1,  # found in logic/files
    1,  # left, which is no pan there
    2,  # value, item
    1,  # Reader, but not Move
    3,  # match, and two sentences
    2,  # play.board, and play, which is not public here
    4,
    2,  # MOST, _most
]


def script():
    """The script, as a module."""
    loader = SourceFileLoader("names", str(SCRIPT))
    module = module_from_spec(spec_from_loader("names", loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def planted(tmp_path):
    """A small project."""
    for folder, files in {"src/whoknows": PACKAGE, "tests": TESTS}.items():
        for name, text in files.items():
            file = tmp_path / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/api.py").write_text("PUBLIC = {'library': ['whoknows']}")
    return tmp_path


def test_a_planted_project_has_the_numbers_that_were_counted_by_hand(planted):
    names = script()
    counts = names.package_counts(planted, names.REWRITTEN) + names.test_counts(planted)
    assert [count.number for count in counts] == COUNTS


def test_the_table_has_a_line_for_each_number(planted, capsys):
    script().main(str(planted))
    assert len(capsys.readouterr().out.splitlines()) == 1 + len(COUNTS)


def test_every_place_that_is_rewritten_is_there():
    names = script()
    for place in (*names.REWRITTEN, names.SCALES):
        assert (names.ROOT / "src" / "whoknows" / place).exists(), place


def test_a_module_without_a_table_of_what_is_public_is_an_error():
    with pytest.raises(LookupError):
        script().public_modules("OTHER = {}")
