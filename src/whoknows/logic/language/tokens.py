"""The words of the written language: names, signs, and the words that stand for signs.

>>> [word.text for word in tokens("K ann (p -> q)")]
['K', 'ann', '(', 'p', '->', 'q', ')', '']
"""

from __future__ import annotations

import re
from typing import NamedTuple

from whoknows.errors import BadFormula
from whoknows.logic.language.positions import BadSpot, place

MOST_TEXT = 400_000  # characters of a formula

TOKEN = re.compile(
    r"""
      (?P<blank>  \s+ )
    | (?P<iff>    <-> | ↔ | iff(?![\w']) )
    | (?P<implies> -> | → )
    | (?P<whether> \?! )
    | (?P<compare> != | ≠ | <= | ≤ | >= | ≥ | = )
    | (?P<all>    and(?=\s*\{) )
    | (?P<some>   or(?=\s*\{) )
    | (?P<odd>    xor(?=\s*\{) )
    | (?P<xor>    \^ | ⊕ | xor(?![\w']) )
    | (?P<or>     \| | ∨ | or(?![\w']) )
    | (?P<and>    & | ∧ | and(?![\w']) )
    | (?P<not>    ~ | ¬ | not(?![\w']) )
    | (?P<top>    ⊤ | (?:true|Top)(?![\w']) )
    | (?P<bot>    ⊥ | (?:false|Bot)(?![\w']) )
    | (?P<group>  (?:[EKB]|Cw?|Dw?)(?=\s*\{) )
    | (?P<know>   Kw?(?![\w']) )
    | (?P<value>  Kv(?![\w']) )
    | (?P<belief> [BS](?=\s+(?!(?:and|or|xor|iff|not|true|false|Top|Bot)(?![\w']))[\w"])
                | [BS](?=\s*") )
    | (?P<forall> ∀ | forall(?![\w']) )
    | (?P<exists> ∃ | exists(?![\w']) )
    | (?P<oneof>  oneof(?![\w']) )
    | (?P<name>   \w[\w']* | "(?:[^"\\]|\\.)*" )
    | (?P<sign>   [][(){}<>!,:+-] )
    """,
    re.VERBOSE | re.DOTALL,
)


class Token(NamedTuple):
    """A word or sign of a text, and where it stands."""

    kind: str
    text: str
    start: int


def tokens(text: str) -> list[Token]:
    """The words and signs of a text; blanks are left out."""
    if len(text.strip()) > MOST_TEXT:
        what = f"{len(text.strip()):,} characters; a formula has at most {MOST_TEXT:,}"
        raise BadFormula(what)
    found, here = [], 0
    while here < len(text):
        match = TOKEN.match(text, here)
        if match is None:
            what = f"{text[here]!r} does not fit here"
            if text[here] == '"':
                what = "the quote is not closed"
            raise BadSpot(what, text, *place(text, here))
        kind = match.lastgroup or ""
        if kind != "blank":
            word = match.group()
            found.append(Token(word if kind == "sign" else kind, word, here))
        here = match.end()
    found.append(Token("end", "", len(text)))
    return found
