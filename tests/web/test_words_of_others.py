"""The words of others stay words on a page: none of their tags, images, or links."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nicegui.elements.markdown import prepare_content

import whoknows.web
from whoknows.games.written.game import WrittenGame
from whoknows.games.written.rules import gallery, gallery_text
from whoknows.learn.glossary import linked
from whoknows.play.face.face import HINTS
from whoknows.play.table.referee import Table
from whoknows.web.prose import only_words

OTHERS = "<b style=position:fixed>x</b><style>*{}</style>![i](/x)[l](//x)"
EXTRAS = "fenced-code-blocks tables"  # of the element of the framework
WEB = Path(whoknows.web.__file__).parent
TAG = re.compile(
    r"</?(p|strong|em|code|pre|ul|ol|li)>|</a>|<(br|hr)>"
    r'|<a href="/(?![/\\])[^"<>]*"( title="[^"<>]*")?>'
)


def rendered(text):
    """What the page gets for a text of Markdown."""
    return only_words(prepare_content(text, EXTRAS))


def test_all_markdown_of_pages_goes_one_way():
    makers = {"markdown": {"theme.py"}, "Markdown": set()}
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "ui.markdown",
                "ui.Markdown",
                "Markdown",
            ):
                assert path.name in makers["markdown"], path
                assert any(word.arg == "sanitize" for word in node.keywords)


def with_words_of_others(text):
    """A game whose every text has a try to take over the page."""
    return "\n".join(
        re.sub(r'(?<!\\)"([^"]*)"', rf'"{words_for(line)}\1"', line)
        if "picture" not in line
        else re.sub(r'"[^"]*"', '"<b>"', line, count=1)  # of eight letters at most
        for line in text.splitlines()
    )


def words_for(line):
    """What can be written on a line: in the words of a move, braces are a parameter."""
    return f"{OTHERS.replace('{}', '') if 'move' in line else OTHERS} "


def texts_of(game):
    """Everything that a page shows of a written game as Markdown."""
    face, setup = game.face, game.setup()
    names = [OTHERS + str(seat) for seat in range(game.seats(setup))]
    yield face.rules()
    yield from (step.asked for step in face.beginning() or ())
    table, rng = Table.dealt(game, setup, 1), np.random.default_rng(1)
    for _ in range(4):
        for seat in table.seats:
            sight = table.sight(seat)
            moves = game.moves(sight) if seat in table.turn else []
            for kind in HINTS if moves else ():
                yield face.hint(sight, kind)
            for move in moves[:3]:
                text = game.move_name(move)
                yield f"*{face.move_label(sight, text)}.*"
                yield face.foresight(sight, text, names) or ""
                yield face.warning(sight, text) or ""
        if table.over:
            break
        moves = {seat: game.moves(table.sight(seat)) for seat in table.turn}
        table = table.play(
            {seat: some[int(rng.integers(len(some)))] for seat, some in moves.items()}
        )
        yield from (face.event_text(e, names, table.sight(None)) for e in table.history)
    if table.over:
        yield face.ending(table.sight(None), table.result, names)


@pytest.mark.parametrize("name", gallery())
def test_a_game_of_others_puts_nothing_on_a_page_but_words(name):
    game = WrittenGame(with_words_of_others(gallery_text(name)))
    texts = [linked(text, "/glossary") for text in texts_of(game)]
    assert any("<b style=position:fixed>" in text for text in texts)
    for text in texts:
        left = TAG.sub("", rendered(text))
        assert "<" not in left, left
        assert not re.search(r"<[^>]*(style|src)", rendered(text))


@pytest.mark.parametrize("name", gallery())
def test_words_of_ours_are_shown_as_they_were(name):
    game = WrittenGame(gallery_text(name))
    for text in texts_of(game):
        before = prepare_content(linked(text, "/glossary"), EXTRAS)
        assert words_of(only_words(before)) == words_of(before)


def words_of(html):
    """HTML with its signs spelled in one way."""
    from html import unescape

    return unescape(html)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a **b** `<i>`", "<p>a <strong>b</strong> <code>&lt;i&gt;</code></p>\n"),
        ("[a](/learn)", '<p><a href="/learn">a</a></p>\n'),
        ("<i>a</i>", "<p>&lt;i&gt;a&lt;/i&gt;</p>\n"),
        ("<p onclick=x>a", "<p>&lt;p onclick=x&gt;a</p>\n"),
        ("a <br/> <!-- b -->", "<p>a <br> &lt;!-- b --&gt;</p>\n"),
    ],
)
def test_tags_of_others_are_text(text, html):
    assert rendered(text) == html


@given(st.text(alphabet="<>/\"'`*[]()!?-=& \n\\abpistyle:#", max_size=80))
def test_no_text_makes_another_tag(text):
    for html in (rendered(text), only_words(text)):
        assert "<" not in TAG.sub("", html)
