"""What the API lets other processes work out: each a function that they can import."""

from typing import Any

from whoknows.catalog import find_game
from whoknows.errors import BadFormula
from whoknows.play.documents import setup_json
from whoknows.play.game import AnySight as Sight
from whoknows.play.table import transcript
from whoknows.play.table.referee import score_line
from whoknows.play.table.transcript import retold

MOST_MOVES = 2_000  # that are listed


def legal_moves(game: str, sight: Sight) -> dict[str, Any]:
    """The first legal moves of a seat, and how many there are."""
    rules = find_game(game)
    moves = rules.moves(sight)
    names = [rules.move_name(move) for move in moves[:MOST_MOVES]]
    return {"moves": names, "total": len(moves)}


def told_again(document: Any, knowledge: bool) -> dict[str, Any]:
    """A transcript, every move checked and told."""
    run = transcript.read(document, find_game)
    table = run.table
    return {
        "game": table.game.name,
        "setup": setup_json(table.setup),
        "seats": list(run.seats),
        "moves": list(retold(table, knowledge=knowledge)),
        "over": table.over,
        "results": score_line(table) if table.over else None,
    }


def answered(text: str, formula: str | None) -> dict[str, Any]:
    """The questions of a model, and one more, answered."""
    from whoknows.logic.files import loads

    if formula is not None:
        if not formula.isprintable():
            raise BadFormula("a formula is one line")
        text = f"{text}\nwhere? {formula}\n"
    script = loads(text, name="model")
    results = [
        {"query": query.kind, "formula": query.text, "answer": script.answer(query)}
        for query in script.queries
    ]
    return {
        "engine": script.model.engine,
        "worlds": int(script.model.size),
        "results": results,
    }
