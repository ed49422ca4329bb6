"""`whoknows draw`: a file in, a picture out, and one line for every mistake."""

import json
import sys
from xml.etree import ElementTree

import pytest

from whoknows.cli import main as cli

MUDDY = """\
facts     a b c
ann sees  b c
bob sees  a c
cat sees  a b
actual    a b
announce  a | b | c
announce  ~K ann a & ~K bob b & ~K cat c
true?     K ann a
"""
HUGE = 2**80
NUMBERED = "VARS 1,2,3\nLAW Top\nOBS alice: 1\n    bob: 2\nWHERE? Top\n"
MANY = "facts a b c d e f g h i\nann sees a\nbob sees b c\n"


@pytest.fixture
def whoknows(tmp_path, monkeypatch, capsys):
    """The command in a folder with two files; its exit code, stdout, and stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "muddy.txt").write_text(MUDDY)
    (tmp_path / "three.smcdel.txt").write_text(NUMBERED)

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["whoknows", *words])
        with pytest.raises(SystemExit) as done:
            cli.main()
        return (done.value.code, *capsys.readouterr())

    return run


def test_a_picture_of_a_file_after_its_announcements(whoknows, tmp_path):
    code, said, error = whoknows("draw", "muddy.txt", "-o", "out.svg")
    assert (code, said, error) == (0, "out.svg: graph, 4 of 8 worlds left\n", "")
    tree = ElementTree.parse(tmp_path / "out.svg").getroot()
    assert tree.attrib["aria-label"] == "muddy: 4 of 8 worlds left"
    groups = [g.attrib for g in tree.iter() if "data-world" in g.attrib]
    gone = {g["data-world"] for g in groups if "wk-gone" in g["class"]}
    assert gone == {"0", "1", "2", "4"}
    assert [g["data-world"] for g in groups if "wk-actual" in g["class"]] == ["3"]


def test_json_says_what_was_drawn(whoknows):
    words = (
        "draw muddy.txt -o out.dot --after 1 --style rings --at #7 --agents cat,ann --json"
    )
    code, said, error = whoknows(*words.split())
    assert (code, error) == (0, "")
    assert json.loads(said) == {
        "file": "muddy.txt",
        "out": "out.dot",
        "form": "dot",
        "style": "rings",
        "worlds": 7,
        "before": 8,
        "at": 7,
        "agents": ["cat", "ann"],
    }


@pytest.mark.parametrize("style", ["graph", "grid", "rings", "cells", "auto"])
@pytest.mark.parametrize("form", ["svg", "dot", "tex"])
def test_every_style_in_every_form_twice_the_same(whoknows, tmp_path, style, form):
    out = tmp_path / f"out.{form}"
    written = set()
    for _ in range(2):
        assert whoknows("draw", "muddy.txt", "-o", str(out), "--style", style)[0] == 0
        written.add(out.read_bytes())
    assert len(written) == 1


def test_worlds_are_named_as_in_files(whoknows):
    for at, world in (("1,2", 3), ("1 2", 3), ("#1", 1), ("nothing", 0), ("7", 7)):
        words = ["draw", "three.smcdel.txt", "-o", "out.svg", "--at", at, "--json"]
        assert json.loads(whoknows(*words)[1])["at"] == world


@pytest.mark.parametrize(("words", "wrong"), [
    ("muddy.txt -o out.png", "'out.png' should end in one of .svg, .dot, .tex"),
    ("muddy.txt -o out", "'out' should end in one of .svg, .dot, .tex"),
    ("muddy.txt", "Missing option '--output' / '-o'."),
    ("muddy.txt -o no/out.svg", "cannot write no/out.svg: No such file or directory"),
    ("muddy.txt -o out.svg --style gird", "no style 'gird'; did you mean 'grid'?"),
    ("muddy.txt -o out.svg --agents anm", "no agent 'anm'; did you mean 'ann'?"),
    ("muddy.txt -o out.svg --at z", "no fact or part 'z'; there are a, b, c"),
    ("muddy.txt -o out.svg --at #0", "world 0 is not among the 4 worlds left"),
    (f"muddy.txt -o out.svg --at #{HUGE}", f"world {HUGE} is not among the 4 worlds left"),
    ("muddy.txt -o out.svg --after 3", "the file has 2 steps, not 3 or more"),
    ("muddy.txt -o out.svg --events",
     "nothing happens in muddy.txt that has an event model"),
    ("muddy.txt -o out.svg --theme dim", "no theme 'dim'; there are auto, light, dark"),
    ("three.smcdel.txt -o out.svg --style rings",
     "rings need an actual world for their middle: give one with `at`"),
    ("nowhere.txt -o out.svg", "nowhere.txt: no such file or directory"),
])  # fmt: skip
def test_a_mistake_is_one_line_and_leaves_no_file(whoknows, tmp_path, words, wrong):
    files = sorted(tmp_path.iterdir())
    assert whoknows("draw", *words.split()) == (2, "", f"whoknows: error: {wrong}\n")
    assert sorted(tmp_path.iterdir()) == files


def test_the_events_of_a_file_are_drawn(whoknows, tmp_path):
    """In the letter Anne may have read, or not: three events, and Bill cannot tell them."""
    words = ("draw", "examples/letter.txt", "-o", "out.svg", "--events")
    assert whoknows(*words) == (0, "out.svg: graph, 3 events\n", "")
    drawn = (tmp_path / "out.svg").read_text()
    assert all(name in drawn for name in ("read_up", "read_down", "leave_it"))
    assert "the event that happens" in drawn
    assert "actual world" not in drawn
    assert json.loads(whoknows(*words, "--json")[1])["events"] == 3
    assert "--at has no use with --events" in whoknows(*words, "--at", "up")[2]


def test_a_style_too_small_names_one_that_fits(whoknows, tmp_path):
    (tmp_path / "many.txt").write_text(MANY)
    code, _, error = whoknows(*"draw many.txt -o out.svg --style grid".split())
    assert code == 2
    assert "shows at most 200 worlds, not 512: try cells" in error
    assert whoknows(*"draw many.txt -o out.svg".split())[:2] == (
        0,
        "out.svg: cells, 512 worlds\n",
    )
