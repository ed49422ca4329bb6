"""The answers to the questions of a file, as text and as JSON.

Nothing here needs the libraries of the command line, so that a small file is answered in
little more than the time that numpy takes to start.
"""

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whoknows.cli.output import put_json, put_line
from whoknows.errors import BadSetup
from whoknows.wording import plural

if TYPE_CHECKING:
    from whoknows.logic.files import Query, Script

SHOWN = 20  # worlds of a where? query that are listed for people
LONGEST_FORMULA = 200  # characters of a formula that are shown to people


def answer(file: Path, *, explain: bool, engine: str, empty: bool, as_json: bool) -> None:
    """Answer the queries of a file on stdout; `-` is standard input."""
    from whoknows.logic.files import load, loads
    from whoknows.play.example_files import shipped
    from whoknows.play.own_files import TEXT

    if file.suffix == TEXT:
        if explain or empty or engine != "auto":
            raise BadSetup("a game has no queries: --json is all that can be asked for")
        check_game(str(file), as_json=as_json)
        return
    if str(file) == "-":
        raw = sys.stdin.buffer.read()
        script = loads(raw, name="-", engine=engine, empty=empty)
    else:
        script = load(shipped(file), engine=engine, empty=empty)
    if as_json:
        put_json(document(script, explain=explain))
    else:
        say_answers(script, explain=explain)


def check_game(file: str, *, as_json: bool) -> None:
    """Read a written game, and say what it is; raises what is wrong in it."""
    from whoknows.catalog import own_game
    from whoknows.play.face.face import face_of

    game: Any = own_game(file)
    book, forms = game.setup().book, face_of(game).move_forms(game.setup())
    if as_json:
        said = {"title": book.title, "worlds": book.worlds.size, "seats": book.seats}
        put_json({"file": file, **said, "moves": list(forms)})
        return
    put_line(f"{file}: {book.title}, {plural(book.worlds.size, 'world')}", "bold")
    put_line(f"  seats: {', '.join(book.seats)}")
    put_line(f"  moves: {', '.join(forms)}")
    put_line("  Nothing is wrong in it.", "green")
    put_line(f"Play it: whoknows play {file}")


def document(script: "Script", *, explain: bool = False) -> dict[str, Any]:
    """The answers as one JSON document."""
    return {
        "file": script.name,
        "engine": script.model.engine,
        "worlds": script.model.size,
        "results": [result(script, query, explain=explain) for query in script.queries],
    }


def result(script: "Script", query: "Query", *, explain: bool) -> dict[str, Any]:
    """The answer to one query, and why if asked."""
    found = {
        "query": query.kind,
        "formula": query.text,
        "answer": script.answer(query),
    }
    return {**found, "explanation": script.explain(query)} if explain else found


def say_answers(script: "Script", *, explain: bool) -> None:
    """The story of the file for people: worlds, announcements, and answers, in order."""
    start = script.models[0]
    agents = ", ".join(start.agents[:8]) or "nobody"
    if len(start.agents) > 8:
        agents = f"{len(start.agents)} agents"
    seen = f"{plural(start.size, 'world')}, seen by {agents}"
    put_line(f"{script.name}: {seen}", "bold")
    done = 0
    for query in script.queries:
        say_steps(script, done, query.after)
        done = query.after
        say_answer(script, query, explain=explain)
    say_steps(script, done, len(script.steps))
    if not script.queries:
        put_line("There are no queries in the file.")


def say_steps(script: "Script", done: int, until: int) -> None:
    """The announcements between two queries, each with the worlds that are left."""
    for step, model in list(zip(script.steps, script.models[1:], strict=True))[done:until]:
        put_line(f"{step.kind} {short(step.text)}")
        leaves = "leaves" if step.kind == "announce" else "makes"
        put_line(f"  {leaves} {plural(model.size, 'world')}", "dim")


def say_answer(script: "Script", query: "Query", *, explain: bool) -> None:
    """One query and its answer."""
    model = script.models[query.after]
    at = f" at [{model.name(query.at)}]" if query.at is not None else ""
    put_line(f"{query.kind}?{at} {short(query.text)}")
    if query.kind == "where":
        say_where(script, query)
    else:
        truth = script.answer(query)
        put_line("  yes" if truth else "  no", "green" if truth else "red")
    why = script.explain(query) if explain else None
    for line in (why or "").splitlines():
        put_line(f"  {line}", "dim")


def say_where(script: "Script", query: "Query") -> None:
    """The number of worlds of a where? query, and the first of them."""
    model = script.models[query.after]
    where = script.where(query)
    count = model.count(where)
    put_line(f"  in {count} of {plural(model.size, 'world')}")
    for world in islice(model.restrict(where), SHOWN):
        put_line(f"  [{model.name(world)}]")
    if count > SHOWN:
        put_line(f"  ... and {count - SHOWN} more (--json lists all)")


def short(text: str) -> str:
    """A formula that fits a few lines: the middle of a long one is left out."""
    return (
        text
        if len(text) <= LONGEST_FORMULA
        else f"{text[: LONGEST_FORMULA - 50]} ... {text[-45:]}"
    )
