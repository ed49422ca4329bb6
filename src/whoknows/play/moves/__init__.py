"""Moves, declared once: reading, writing, listing, labels, help, schema, codes, and dock.

A *field* is one thing to choose; a *form* is a kind of move: a verb, or none, and fields;
the `Forms` of a game are all kinds of moves that it has.  Which of them are open to a seat
is the game's to say: `Forms.narrowed` has the moves that are legal and no others.

| field | chosen is | written |
|---|---|---|
| `Words` | one of a few; with `kind="pick"`, a thing on the board | `muddy`, `c3` |
| `Number` | a whole number | `3` |
| `Places` | a symbol for every place | `1122`, `1-10-12` |
| `Bins` | things sorted into bins | `1-3 : 4-6`, `2 heavy, 5 light` |
| `Several` | some values of rows of fields | `2:1,1 4:0,2` |
| `Mark` | a sign at the end, or none | `!` |

>>> say = Words("say", choices("unsure muddy clean", unsure=("I am not sure", "u", "?")))
>>> forms = Forms((Form((say,)),))
>>> forms.read(" ? "), forms.write("muddy"), forms.count, forms.code("clean")
('unsure', 'muddy', 3, 2)
>>> forms.read("dirty")
Traceback (most recent call last):
whoknows.errors.IllegalMove: 'dirty' is no word; wanted unsure, muddy, clean
"""

from whoknows.play.moves.bins import Bins
from whoknows.play.moves.field import Field, Schema, Slot
from whoknows.play.moves.forms import Button, Dock, Form, Forms
from whoknows.play.moves.places import Places
from whoknows.play.moves.rows import Row, Several
from whoknows.play.moves.words import Choice, Mark, Number, Words, choices

__all__ = [
    "Bins",
    "Button",
    "Choice",
    "Dock",
    "Field",
    "Form",
    "Forms",
    "Mark",
    "Number",
    "Places",
    "Row",
    "Schema",
    "Several",
    "Slot",
    "Words",
    "choices",
]
