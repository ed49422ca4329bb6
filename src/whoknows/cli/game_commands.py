"""Commands that every game has, made from its face: `play`, `watch`, `terminal`.

A group such as `whoknows play` has a command for each game of the catalog, and for a game
in a file of one's own (`path/to/file.py:NAME`); its options are those of the game's setup.
Nothing of a game is imported before its command is asked for.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from typer.main import get_command

from whoknows.cli.help import Command, Groups
from whoknows.play.own_files import is_file_name

if TYPE_CHECKING:
    from whoknows.asking.option import Option
    from whoknows.play.game import Game

Make: TypeAlias = Callable[["Game", str], Callable[..., None]]
TYPES: Mapping[str, Any] = {"number": int | None, "switch": bool | None}


def game_group(make: Make) -> type[Groups]:
    """A kind of group whose commands are the games; `make` gives what a command does.

    It gets the game, and the word by which it was named: `mastermind`, `my.game`.

    The function that `make` gives takes the options of the game as `options`, a mapping
    of those that were given, and has options of its own.
    """

    class Games(Groups):
        def list_commands(self, ctx: Any) -> list[str]:
            from whoknows.catalog import GAMES

            return [*GAMES, *super().list_commands(ctx)]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            own = super().get_command(ctx, cmd_name)
            if own is not None:
                return own
            game = wanted_game(cmd_name)
            return (
                None if game is None else game_command(game, make(game, cmd_name), cmd_name)
            )

    return Games


def wanted_game(name: str) -> "Game | None":
    """The game that a word of the command line names, if it names one."""
    from whoknows.catalog import GAMES, add_file

    if is_file_name(name):
        return add_file(name)
    return GAMES.get(name)


def game_command(game: "Game", run: Callable[..., None], name: str) -> Any:
    """A function as a command with the options of a game before its own."""
    app = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    app.command(name, cls=Command)(with_options(game, run))
    command = get_command(app)
    command.name = name
    return command


def with_options(game: "Game", run: Callable[..., None]) -> Callable[..., None]:
    """A function that takes the options of a game one by one."""
    from whoknows.play.face.face import face_of

    face = face_of(game)
    found = {option.name: parameter(option) for option in face.options()}
    found |= {word: shorthand(word, stands) for word, stands in face.shorthands.items()}
    own = list(inspect.signature(run).parameters.values())[1:]
    taken = {each.name for each in own}
    flags = [each for name, each in found.items() if name not in taken]
    names = [each.name for each in flags]

    def command(**given: Any) -> None:
        said = {name: given.pop(name) for name in names}
        options = {name: value for name, value in said.items() if value is not None}
        run(spelled_out(options, face.shorthands), **given)

    every = [*flags, *(each.replace(kind=each.KEYWORD_ONLY) for each in own)]
    command.__doc__ = run.__doc__
    command.__annotations__ = {each.name: each.annotation for each in every}
    command.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    return command


def parameter(option: "Option") -> inspect.Parameter:
    """An option of a game as one of the command line; what is not given is `None`."""
    flag = f"--{option.name.replace('_', '-')}"
    both = f"{flag}/--no-{flag[2:]}" if option.kind == "switch" else flag
    shown = default_text(option)
    low, high = (option.min, option.max) if option.kind == "number" else (None, None)
    said = help_text(option)
    made = typer.Option(both, help=said, show_default=shown, min=low, max=high)
    kind = TYPES.get(option.kind, str | None)
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, default=None,
        annotation=Annotated[kind, made],
    )  # fmt: skip


def shorthand(word: str, stands: Mapping[str, Any]) -> inspect.Parameter:
    """A word that stands for options, as a switch: `--evil` for `--maker evil`."""
    said = " ".join(f"--{name} {value}" for name, value in stands.items())
    made = typer.Option(f"--{word}", help=f"Short for {said}.", show_default=False)
    return inspect.Parameter(
        word, inspect.Parameter.KEYWORD_ONLY, default=None,
        annotation=Annotated[bool | None, made],
    )  # fmt: skip


def spelled_out(
    options: dict[str, Any], shorthands: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """The options with what the short words among them stand for, if all agree."""
    found = {name: value for name, value in options.items() if name not in shorthands}
    for word, stands in shorthands.items():
        if not options.get(word):
            continue
        for name, value in stands.items():
            if found.setdefault(name, value) != value:
                from whoknows.errors import BadSetup

                raise BadSetup(f"--{word} means --{name} {value}, and not {found[name]}")
    return found


def default_text(option: "Option") -> str | bool:
    """The default as a help text shows it; nothing where there is none to say."""
    if option.kind == "switch":
        return "yes" if option.default else "no"
    return str(option.default) if option.default not in (None, "", ()) else False


def help_text(option: "Option") -> str:
    """What an option means: its label, what else is to be said, and its choices."""
    more = f" ({option.help})" if option.help else ""
    choices = [k if said == k else f"{k} = {said}" for k, said in option.choices.items()]
    return f"{option.label}{more}{': ' if choices else ''}{'; '.join(choices)}."
