"""Every citation such as [Kooi2005] resolves; and what the site makes of plain text."""

import doctest
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KEY = re.compile(r"\[((?:van)?[A-Z][A-Za-z]+\d{4}[a-z]?)(?:, [^\]]*)?\]")
MADE = runpy.run_path(str(ROOT / "docs" / "made_pages.py"))
ENTRIES = {key: fields for key, fields, _ in MADE["entries"]()}
INVENTED = {"Name2020"}  # in a comment that shows the form of a key


def cited():
    """Every key that the program or a page cites, with a file that does."""
    files = [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    files += [
        path for kind in ("py", "md", "txt") for path in ROOT.glob(f"src/**/*.{kind}")
    ]
    return {
        key: path.name for path in files for key in KEY.findall(path.read_text("utf-8"))
    }


def test_every_citation_resolves_and_nothing_is_listed_in_vain():
    found = {key: file for key, file in cited().items() if key not in INVENTED}
    assert {key: file for key, file in found.items() if key not in ENTRIES} == {}
    assert [key for key in ENTRIES if key not in found] == []


@pytest.mark.parametrize("key", ENTRIES)
def test_an_entry_says_who_what_and_when(key):
    fields = ENTRIES[key]
    assert fields["author"]
    assert fields["title"]
    assert key[-4:] in fields["year"] + fields.get("note", "")
    assert not re.search(r"[{}\\]", MADE["readable"](" ".join(fields.values())))


def test_entries_stand_in_order_once():
    text = (ROOT / "docs" / "bibliography.bib").read_text(encoding="utf-8")
    keys = re.findall(r"^@\w+\{(\w+),", text, re.MULTILINE)
    assert keys == sorted(set(keys), key=str.lower)
    assert keys == list(ENTRIES)


def test_the_site_renders_powers_bars_and_citations():
    known = runpy.run_path(str(ROOT / "docs" / "render.py"))
    parser = doctest.DocTestParser()
    for name in ("rendered", "linked"):
        test = parser.get_doctest(known[name].__doc__, known, name, None, 0)
        assert doctest.DocTestRunner().run(test).failed == 0
    assert known["rendered"]("    2^n in code") == "    2^n in code"
    assert known["rendered"]("t^((N+1)/2), sqrt(2)") == "t<sup>(N+1)/2</sup>, √2"


def test_the_page_of_options_has_every_option_of_every_game():
    from whoknows.catalog import GAMES
    from whoknows.play.face.face import face_of

    page = MADE["options_page"]()
    for name in GAMES:
        for option in face_of(GAMES[name]).options():
            assert f"| `{option.name}` | {option.label}" in page


def test_the_picture_of_the_floors_has_them_all_and_no_line_upwards():
    order = {name: k for k, row in enumerate(MADE["FLOORS"]) for name in row}
    assert set(order) == {
        path.stem
        for path in (ROOT / "src" / "whoknows").iterdir()
        if path.stem not in ("__init__", "__main__", "__pycache__", "py", "examples")
    }
    assert all(order[one] < order[two] for one, two in MADE["floor_imports"]())
