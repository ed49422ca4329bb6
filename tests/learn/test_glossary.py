"""The glossary has one home, and leads somewhere."""

import runpy
from pathlib import Path

from whoknows.learn.glossary import (
    LINKED,
    TERMS,
    WORDS,
    anchor,
    linked,
    linked_html,
)
from whoknows.learn.lessons import Prose, lessons
from whoknows.web.prose import prose_html

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_the_docs_is_the_glossary():
    made = runpy.run_path(str(DOCS / "made_pages.py"))["glossary_markdown"]()
    assert (DOCS / "glossary.md").read_text(encoding="utf-8") == made


def test_every_word_leads_to_a_page_that_there_is():
    for term in WORDS:
        assert (DOCS / term.page).is_file(), term
        assert term.meaning.endswith(".")
        assert term.word not in term.meaning.split(",")[0].lower().split()[:1]


def test_words_are_linked_once_and_never_in_code_or_links():
    text = "36 worlds, `worlds`, [worlds](/x), worlds: common knowledge, public"
    found = linked(text, "/glossary")
    assert found.count("](/glossary#world ") == 1
    assert "`worlds`" in found
    assert "[worlds](/x)" in found
    assert "[common knowledge](/glossary#common-knowledge " in found
    assert "[public](/glossary#public " in found
    assert "#knows" not in found  # it is a part of another word
    assert set(LINKED) <= set(TERMS)


def test_words_of_html_are_linked_once_and_never_in_code_headings_or_links():
    html = (
        "<h2>Worlds</h2><p><code>worlds</code> <a href='/x'>a world</a> <pre>world</pre>"
        "<strong>Common knowledge</strong> of worlds; a world. Unknown, public-minded</p>"
    )
    seen = set()
    found = linked_html(html, "/g", seen)
    for kept in ("<h2>Worlds</h2>", "<code>worlds</code>", ">a world</a>", "; a world."):
        assert kept in found
    assert '<strong><a href="/g#common-knowledge" title="Everybody knows it' in found
    assert '<a href="/g#world" title="One' in found
    assert found.count("<a ") == 4
    assert seen == {"common knowledge", "world", "public"}
    assert linked_html(html, "/g", seen) == html


def test_every_lesson_leads_to_the_words_it_uses():
    """Each of the four words stands linked where a lesson says it first."""
    met = set()
    for lesson in lessons():
        seen = set()
        prose = [block.text for block in lesson.blocks if isinstance(block, Prose)]
        html = "".join(linked_html(prose_html(t), "/glossary", seen) for t in prose)
        for word in seen:
            assert html.count(f'href="/glossary#{anchor(TERMS[word])}"') == 1
        assert seen >= {"world", "knows"}
        met |= seen
    assert met == set(LINKED)
