"""The signs of formulas and files, each with what it says: buttons and a cheat sheet."""

from html import escape

SIGNS = (
    ("~", "not"),
    (" & ", "and"),
    (" | ", "or"),
    (" -> ", "if ... then"),
    (" <-> ", "just if"),
    ("K ann ", "Ann knows that"),
    ("Kw ann ", "Ann knows whether"),
    ("<K ann> ", "Ann holds it possible that"),
    ("E{ann, bob} ", "everybody of them knows that"),
    ("C{ann, bob} ", "it is common knowledge that"),
    ("D{ann, bob} ", "together they would know that"),
    ("[! p] ", "once p is said aloud"),
)
SHEET = (
    ("facts p q", "there are these facts"),
    ("parts x: 1..4", "there is a part with these values"),
    ("law p | q", "only worlds where this holds"),
    ("ann sees p, x", "what Ann sees; also nothing, everything but p"),
    ("actual p, x=3", "the actual world"),
    ("announce p", "said aloud to all"),
    ("announce whether Kw ann p, Kw bob q", "all who know step forward"),
    ("show ann: p", "Ann looks, and the others see that she does"),
    ("look ann: p", "Ann looks in secret (with a line: relational)"),
    ("tell ann: p", "Ann is told in secret (with a line: relational)"),
    ("lie ann: p", "Ann says so, and it is false"),
    ("change p := ~p", "a fact changes, and everybody sees it"),
    ("true? K ann p", "at the actual world"),
    ("valid? p -> K ann p", "in every world"),
    ("where? K ann p", "in which worlds"),
    ("x=3, Kv ann x", "a part has a value; Ann knows the value"),
    ("# picture grid", "a picture here; also graph, rings, cells"),
)


def signs_html(agents: tuple[str, ...], facts: tuple[str, ...]) -> str:
    """The buttons of the formula builder, with the names of the model."""
    one, two = agents[:1] or ("ann",), agents[:2] or ("ann", "bob")
    fact = facts[0] if facts else "p"
    made = []
    for text, said in SIGNS:
        new = text.replace("ann, bob", ", ".join(two)).replace("ann", one[0])
        made.append((new.replace("p]", f"{fact}]"), said.replace("Ann", one[0])))
    made += [(name, f"the fact or part {name}") for name in facts[:12]]
    buttons = "".join(
        f'<button type="button" class="wk-sign-button" data-insert="{escape(text)}"'
        f' title="{escape(said)}" aria-label="{escape(said)}">'
        f"{escape(text.strip())}</button>"
        for text, said in made
    )
    return f'<div class="wk-signs">{buttons}</div>'
