"""The glossary has one home, and leads somewhere."""

from pathlib import Path

from whoknows.learn.glossary import LINKED, TERMS, WORDS, glossary_markdown, linked

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_the_docs_is_the_glossary():
    assert (DOCS / "glossary.md").read_text(encoding="utf-8") == glossary_markdown()


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
