"""Strategies from the game, from other packages, and from files of one's own."""

import pytest

from toy import TOY, lowest
from whoknows.errors import BadFile, NotAllowed, UnknownName
from whoknows.play.own_files import Source
from whoknows.play.strategies import (
    FILES,
    all_strategies,
    find_strategy,
    installed,
    own_strategy,
)

MINE = """
from dataclasses import dataclass

@dataclass
class Note:
    text: str

def mine(sight, history, rng):
    return 3
"""


def test_a_strategy_of_the_game():
    assert find_strategy(TOY, "lowest") is lowest
    with pytest.raises(
        UnknownName, match="no strategy of toy 'lowets'; did you mean 'lowest'"
    ):
        find_strategy(TOY, "lowets")


def test_a_strategy_of_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv(FILES, "")
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    with pytest.raises(NotAllowed, match="mine is a file: it runs only if you name it"):
        find_strategy(TOY, f"{file}:mine")
    assert own_strategy(TOY, f"{file}:mine")(None, (), None) == 3
    assert find_strategy(TOY, f"{file}:mine")(None, (), None) == 3  # it was named
    with pytest.raises(UnknownName, match="no strategy 'min'; did you mean 'mine'"):
        own_strategy(TOY, f"{file}:min")
    with pytest.raises(UnknownName, match=r"no strategy 'zzz'; there are Note, mine$"):
        own_strategy(TOY, f"{file}:zzz")  # what the file imports is none of its own
    with pytest.raises(BadFile, match="cannot read"):
        own_strategy(TOY, f"{tmp_path}/none.py:mine")
    file.write_text("def mine(:\n")
    with pytest.raises(BadFile, match="does not run: SyntaxError"):
        find_strategy(TOY, f"{file}:mine")
    file.write_text("import nosuchmodule\n")
    with pytest.raises(BadFile, match=r"does not run: ModuleNotFoundError.*line 1"):
        find_strategy(TOY, f"{file}:mine")


def test_the_text_of_a_file_stands_in_for_the_file():
    sources = {"far/away.py:mine": Source("far/away.py", MINE)}
    assert find_strategy(TOY, "far/away.py:mine", sources)(None, (), None) == 3


@pytest.fixture
def looks_again():
    """A function that forgets which packages were seen; it is called at the end too."""
    yield installed.cache_clear
    installed.cache_clear()


def test_a_strategy_of_another_package(tmp_path, monkeypatch, looks_again):
    (tmp_path / "their_package.py").write_text(MINE)
    info = tmp_path / "their_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: their-package\nVersion: 1.0\n"
    )
    (info / "entry_points.txt").write_text(
        "[whoknows.strategies]\ntoy.theirs = their_package:mine\n"
        "chess.theirs = nosuchmodule:mine\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    looks_again()
    assert find_strategy(TOY, "theirs")(None, (), None) == 3
    assert {"random", "theirs", "lowest"} <= set(all_strategies(TOY))
    with pytest.raises(UnknownName, match="did you mean 'theirs'"):
        find_strategy(TOY, "theris")
    (info / "entry_points.txt").write_text(
        "[whoknows.strategies]\ntoy.bad = nosuchmodule:x\n"
    )
    looks_again()
    with pytest.raises(BadFile, match=r"toy\.bad \(nosuchmodule:x\) does not load: Module"):
        find_strategy(TOY, "bad")
