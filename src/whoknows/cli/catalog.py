"""`whoknows games`, `whoknows strategies`, `whoknows examples`: what there is."""

from pathlib import Path
from typing import Annotated, Any

import typer

from whoknows.cli.console import Json, say, say_json, say_table, write_text
from whoknows.cli.output import put_line
from whoknows.play.example_files import shipped_files, used_by


def games(json: Json = False) -> None:
    """List the games, with the options of each.

    Example: whoknows games --json
    """
    from whoknows.catalog import GAMES

    found = [game_facts(game) for game in GAMES.values()]
    if json:
        say_json(found)
        return
    rows = [[each["name"], each["title"], ", ".join(each["options"])] for each in found]
    say_table(["game", "title", "options of a setup, for --set"], rows)
    say("`whoknows strategies GAME` lists who can play it.")


def game_facts(game: Any) -> dict[str, Any]:
    """What is said of a game in the list."""
    from whoknows.play.documents import setup_json
    from whoknows.play.strategies import all_strategies

    options = setup_json(game.setup())
    return {
        "name": game.name,
        "title": game.title,
        "seats": game.seats(game.setup()),
        "options": options,
        "strategies": list(all_strategies(game)),
    }


def strategies(
    game: Annotated[
        str | None, typer.Argument(help="A game, my.game, or path/to/file.py:NAME.")
    ] = None,
    json: Json = False,
) -> None:
    """List the strategies of a game, or of all games.

    A strategy of your own is written as path/to/file.py:NAME wherever one is asked for.

    Example: whoknows strategies davinci
    """
    from whoknows.catalog import GAMES, own_game
    from whoknows.play.strategies import all_strategies, purpose

    chosen = list(GAMES.values()) if game is None else [own_game(game)]
    found = {
        each.name: {name: purpose(by.__doc__) for name, by in all_strategies(each).items()}
        for each in chosen
    }
    if json:
        say_json(found)
        return
    rows = [[of, name, text] for of, named in found.items() for name, text in named.items()]
    say_table(["game", "strategy", "what it does"], rows)


def examples(
    name: Annotated[str | None, typer.Argument(help="One of them, to be printed.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write it to this file instead.")
    ] = None,
    json: Json = False,
) -> None:
    """List the examples that come with whoknows, or print one.

    Example: whoknows examples muddy.txt
    """
    from whoknows.errors import BadSetup, UnknownName

    found = shipped_files()
    if name is None:
        if output is not None:
            raise BadSetup("--output wants the name of an example")
        say_examples(found, json=json)
        return
    if name not in found:
        raise UnknownName.among("example", name, found)
    text = found[name].read_text(encoding="utf-8")
    if json:
        say_json({"name": name, "for": used_by(found[name]), "text": text})
    elif output is None:
        put_line(text, end="")
    if output is not None:
        write_text(output, text)


def say_examples(found: dict[str, Path], *, json: bool) -> None:
    """The list of examples."""
    listed = [{"name": name, "for": used_by(path)} for name, path in found.items()]
    if json:
        say_json(listed)
        return
    say_table(["example", "for"], [[each["name"], each["for"]] for each in listed])
    say("Commands that read a file know them by name: whoknows check examples/muddy.txt")
