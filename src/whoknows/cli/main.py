"""The command `whoknows`: every group of commands, and one place where errors end.

Command files import only Typer at their top, and the rest inside their functions, so
that `whoknows --help` answers at once.
"""

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from whoknows import __version__
from whoknows.cli import (
    balance,
    catalog,
    certificates,
    check,
    davinci,
    doctor,
    draw,
    egghead,
    experiment,
    find,
    hats,
    inquiry,
    lab,
    lesson,
    mastermind,
    plan,
    play,
    puzzle,
    replay,
    reproduce,
    review,
    terminal,
    tournament,
)
from whoknows.cli.help import Command, Groups, width
from whoknows.cli.output import put_line
from whoknows.errors import WhoknowsError

STOPPED = (130, 143)  # the exit codes of Ctrl-C and of SIGTERM


class Everything(Groups):
    """All commands, and one for each game that has no group of its own."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The groups, and the other games of the catalog."""
        from whoknows.catalog import GAMES

        own = super().list_commands(ctx)
        return [*own, *(name for name in GAMES if name not in own)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command, or a game by its name or its file."""
        return super().get_command(ctx, cmd_name) or play.game_app(cmd_name)


app = typer.Typer(
    name="whoknows",
    cls=Everything,
    help="A laboratory for games of knowledge: who knows what, solved, played, and drawn.",
    epilog="Example: whoknows puzzle muddy --children 4 --muddy 3",
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "terminal_width": width()},
)
GAMES, LOGIC, BATCHES, HERE = "Games", "Knowledge", "By the thousand", "This machine"
app.command(rich_help_panel=GAMES)(catalog.games)
app.command(rich_help_panel=GAMES)(catalog.strategies)
app.add_typer(play.app, rich_help_panel=GAMES)
app.add_typer(play.watch_app, rich_help_panel=GAMES)
app.add_typer(terminal.app, rich_help_panel=GAMES)
app.add_typer(hats.app, name="hats", rich_help_panel=GAMES)
app.add_typer(mastermind.app, rich_help_panel=GAMES)
app.add_typer(balance.app, rich_help_panel=GAMES)
app.add_typer(davinci.app, rich_help_panel=GAMES)
app.add_typer(egghead.app, rich_help_panel=GAMES)
app.command(rich_help_panel=GAMES)(replay.replay)
app.command(rich_help_panel=GAMES)(review.review)
app.add_typer(puzzle.app, name="puzzle", rich_help_panel=LOGIC)
app.add_typer(lesson.app, name="lesson", rich_help_panel=LOGIC)
app.command(rich_help_panel=LOGIC)(check.check)
app.command(rich_help_panel=LOGIC)(draw.draw)
app.command(rich_help_panel=LOGIC)(find.valid)
app.command(rich_help_panel=LOGIC)(find.find)
app.command(rich_help_panel=LOGIC)(plan.plan)
app.add_typer(inquiry.app, rich_help_panel=LOGIC)
app.command(rich_help_panel=LOGIC)(certificates.verify)
app.add_typer(experiment.app, name="experiment", rich_help_panel=BATCHES)
app.command(rich_help_panel=BATCHES)(tournament.tournament)
app.command(rich_help_panel=BATCHES)(reproduce.reproduce)
app.command(rich_help_panel=HERE)(lab.lab)
app.command(rich_help_panel=HERE)(doctor.doctor)
app.command(rich_help_panel=HERE)(catalog.examples)
for command in app.registered_commands:
    command.cls = Command
for group in app.registered_groups:
    assert group.typer_instance
    info = group.typer_instance.info
    if not (isinstance(info.cls, type) and issubclass(info.cls, Groups)):
        info.cls = Groups
    for command in group.typer_instance.registered_commands:
        command.cls = Command if command.cls is TyperCommand else command.cls


def show_version(asked: bool) -> None:
    """Print the version and stop."""
    if asked:
        put_line(f"whoknows {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 -- acted on by its callback
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="The version."
        ),
    ] = False,
) -> None:
    """A laboratory for games of knowledge.  Without a command, opens the lab."""
    if context.invoked_subcommand is None:
        lab.lab()


def main() -> None:
    """Run the command line; a person's own mistake is one line and exit code 2."""
    from whoknows.work.signals import interrupted, remember_interrupts

    remember_interrupts()
    try:
        code = app(standalone_mode=False) or 0
        if interrupted():  # a search was stopped, and its best so far is printed
            code = 130
        if code in STOPPED:  # Typer makes an exit code of Ctrl-C
            put_line("whoknows: stopped", err=True)
        sys.exit(code)
    except (WhoknowsError, typer.TyperException) as error:
        if message := error_line(error):  # else the help was shown instead
            put_line(f"whoknows: error: {message}", err=True)
        sys.exit(2)
    except (typer.Abort, KeyboardInterrupt):
        put_line("whoknows: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)


def error_line(error: WhoknowsError | typer.TyperException) -> str:
    """A mistake in words; Typer leaves out what came, so that it is put in."""
    if not isinstance(error, typer.TyperException):
        return str(error)
    said = error.format_message()
    if said.startswith("No such command"):
        said = f"{said} For a list: {error.ctx.command_path} -h"  # type: ignore[attr-defined]
    found = getattr(error.__cause__, "errors", None)
    if found is None:
        return said
    came = found()[0]["input"]
    return said.replace("Input should be", f"{came!r} should be").partition(", unable")[0]
