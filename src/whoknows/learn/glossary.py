"""The words of the laboratory, each in a sentence or two: one home for all screens.

>>> TERMS["world"].meaning
'One complete way things may be: every card, every hat, every face.'
>>> find_term("worlds").word
'world'
"""

import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple


class Term(NamedTuple):
    """A word, other forms of it, what it means, and a page that says more."""

    word: str
    forms: tuple[str, ...]
    meaning: str
    example: str
    page: str  # of the docs


WORDS = (
    Term(
        "world",
        ("worlds",),
        "One complete way things may be: every card, every hat, every face.",
        "Three children have eight worlds: each of them is muddy or clean.",
        "one-idea.md",
    ),
    Term(
        "possible",
        ("held possible", "thinks possible"),
        "A world is possible for somebody as long as nothing they have seen or heard rules"
        " it out.",
        "After the parent has spoken, no child holds the world possible in which all are"
        " clean.",
        "one-idea.md",
    ),
    Term(
        "knows",
        ("know", "known", "knowledge"),
        "Somebody knows what is true in every world that they hold possible.",
        "You know that you are muddy when your face is muddy in every world left to you.",
        "one-idea.md",
    ),
    Term(
        "public",
        ("in public", "publicly"),
        "Seen or heard by everybody at once, so that everybody also knows that everybody"
        " has.",
        "A guess at the table is public; what stands on your own cards is not.",
        "events.md",
    ),
    Term(
        "common knowledge",
        (),
        "Everybody knows it, everybody knows that everybody knows it, and so on without"
        " end.",
        "With two muddy children, each knows that somebody is muddy; it is common knowledge"
        " only after the parent has said it aloud.",
        "tutorials/logic.md",
    ),
    Term(
        "distributed knowledge",
        (),
        "What a group would know if they put together all that each of them knows.",
        "Two muddy children could tell each other their faces: together they know both.",
        "formulas.md",
    ),
    Term(
        "announcement",
        ("announcements", "announce"),
        "Something true that is said to all; the worlds where it is false are gone"
        " afterwards.",
        '"At least one of you is muddy" removes one world of eight.',
        "events.md",
    ),
    Term(
        "view",
        ("views",),
        "How a world looks to somebody; worlds with the same view look alike to them.",
        "A child's view is the faces of the others.",
        "one-idea.md",
    ),
    Term(
        "agent",
        ("agents",),
        "One who sees and knows: a player, a child, a leprechaun.",
        "In a formula, `K ann p` speaks of the agent ann.",
        "formulas.md",
    ),
    Term(
        "model",
        ("models",),
        "All worlds that are possible, and how each of them looks to every agent.",
        "The picture of who knows what is a model.",
        "one-idea.md",
    ),
    Term(
        "formula",
        ("formulas",),
        "A claim about who knows what, written so that the lab can check it.",
        "`K ann muddy` holds in the worlds where Ann knows it.",
        "formulas.md",
    ),
    Term(
        "secret",
        (),
        "The actual world. Only the referee has it, until the game is over.",
        "In Mastermind the secret is the code.",
        "one-idea.md",
    ),
    Term(
        "seat",
        ("seats",),
        "A place at a table, taken by a person or by a strategy.",
        "Your seat is yours: its link is the key to it.",
        "lab.md",
    ),
    Term(
        "strategy",
        ("strategies",),
        "A way to play written down: what to do for everything that may be seen.",
        "A logician says what it knows as soon as it knows it.",
        "write-a-strategy.md",
    ),
    Term(
        "cell",
        ("cells",),
        "Worlds that cannot be told apart: they look alike to an agent, or give the same"
        " answer to a question.",
        "A child that sees two muddy faces has a cell of two worlds.",
        "drawing.md",
    ),
    Term(
        "deal",
        ("deals",),
        "How the cards, tiles, hats, or faces are given out at the start of a game.",
        "In EggHead the deal gives every player a stack of cards.",
        "experiments.md",
    ),
    Term(
        "deal of a team",
        (),
        "In the hat game only: what a team agrees to say, for everything that may be seen."
        " The word is that of the thesis.",
        "Three players with the best deal win three times out of four.",
        "hats.md",
    ),
    Term(
        "sight",
        ("sights",),
        "What one seat sees now: its own things, and everything that is public.",
        "A strategy gets a sight, and never the secret.",
        "write-a-strategy.md",
    ),
    Term(
        "setup",
        ("setups",),
        "The size and the rules of one game: all its options with their values.",
        "Three players with twelve tiles is a setup of the Da Vinci Code.",
        "experiments.md",
    ),
    Term(
        "seed",
        ("seeds",),
        "A number from which all chance of a game follows.",
        "The same seed gives the same deal and the same random moves.",
        "faq.md",
    ),
    Term(
        "series",
        (),
        "The games of an experiment that have one setup and one seating.",
        "An experiment with two setups and two seatings has four series.",
        "experiments.md",
    ),
    Term(
        "plan",
        ("plans",),
        "A strategy written out: what to ask or do first, and what after each answer.",
        "A plan of weighings is a tree with three branches at each weighing.",
        "mastermind.md",
    ),
    Term(
        "certificate",
        ("certificates",),
        "A proof in a file, which another program can check.",
        "`whoknows verify` checks certificates.",
        "proofs.md",
    ),
)
TERMS = {term.word: term for term in WORDS}
LINKED = ("world", "common knowledge", "public", "knows")  # wherever a screen says them
FORMS = "|".join(
    sorted(
        (form for word in LINKED for form in (word, *TERMS[word].forms)),
        key=len,
        reverse=True,
    )
)
FOUND = re.compile(rf"(?P<skip>`[^`]*`|\[[^\]]*\]\([^)]*\)|<[^>]*>)|\b(?P<word>{FORMS})\b")
FOUND_IN_HTML = re.compile(
    r"(?P<skip><(?P<tag>code|pre|a|h\d)\b.*?</(?P=tag)>|<[^>]*>)"
    rf"|\b(?P<word>{FORMS})\b",
    re.DOTALL | re.IGNORECASE,
)


def find_term(word: str) -> Term:
    """The term that a word is a form of."""
    return next(term for term in WORDS if word.lower() in (term.word, *term.forms))


def anchor(term: Term) -> str:
    """Where a term stands on a page."""
    return term.word.replace(" ", "-")


def linked(text: str, page: str) -> str:
    """Markdown in which the first use of each word of the glossary leads to its page.

    >>> linked("You hold 2 worlds possible; `worlds` stay.", "/glossary")[:31]
    'You hold 2 [worlds](/glossary#w'
    """

    def link(term: Term, word: str) -> str:
        return f'[{word}]({page}#{anchor(term)} "{term.meaning}")'

    return first_uses(FOUND, text, set(), link)


def linked_html(html: str, page: str, seen: set[str]) -> str:
    """HTML in which the first use of each word of the glossary leads to its page.

    Words of `seen` are linked no more, and what is linked is added to it; code, headings,
    and other links stay as they are.

    >>> linked_html("<p>A <code>world</code>, a world.</p>", "/g", set())[:44]
    '<p>A <code>world</code>, a <a href="/g#world'
    """

    def link(term: Term, word: str) -> str:
        address, title = f"{page}#{anchor(term)}", escape(term.meaning)
        return f'<a href="{address}" title="{title}">{word}</a>'

    return first_uses(FOUND_IN_HTML, html, seen, link)


def first_uses(
    found: re.Pattern[str], text: str, seen: set[str], link: Callable[[Term, str], str]
) -> str:
    """A text with a link at the first use of each word that is not in `seen` yet."""

    def replaced(match: re.Match[str]) -> str:
        if match["skip"] or (term := find_term(match["word"])).word in seen:
            return match[0]
        seen.add(term.word)
        return link(term, match[0])

    return found.sub(replaced, text)
