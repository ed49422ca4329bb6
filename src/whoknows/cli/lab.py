"""`whoknows lab`: the lab in the browser."""

from typing import Annotated

import typer


def lab(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8080,
    db: Annotated[
        str | None,
        typer.Option("--db", metavar="URL", help="A database: a file, or postgresql://..."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            help="A game of your own: my.game, or path/to/file.py:NAME; can be repeated."
        ),
    ] = None,
    lessons: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="A folder with lessons of your own."),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = True,
    name: Annotated[
        list[str] | None, typer.Option(help="A name by which others open this lab.")
    ] = None,
    password: Annotated[
        str | None,
        typer.Option(
            help="A password that everybody must give.", envvar="WHOKNOWS_PASSWORD"
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that may say who the visitor is."),
    ] = None,
    forget: Annotated[
        float,
        typer.Option(
            "--forget-after", metavar="DAYS", min=0, help="Remove older rooms; 0: never."
        ),
    ] = 365,
    yes: Annotated[
        bool, typer.Option("--yes", help="Let everybody in, without a password.")
    ] = False,
) -> None:
    """Open the lab on this machine.

    Example: whoknows lab --port 9000 --no-browser
    """
    from whoknows.catalog import add_file
    from whoknows.cli.main import app
    from whoknows.errors import needs

    for file in game or ():
        add_file(file)
    with needs("lab"):
        import nicegui  # noqa: F401
    from whoknows.web.server.start import Door, serve

    door = Door(tuple(name or ()), password, tuple(proxy or ()), yes, forget)
    serve(
        host=host,
        port=port,
        browser=browser,
        commands=purposes(app),
        db=db,
        door=door,
        lessons=lessons,
    )


def purposes(app: typer.Typer) -> dict[str, str]:
    """The first line of help of every command and group."""
    group = typer.main.get_command(app)
    commands = getattr(group, "commands", {})
    return {
        name: (command.help or "").strip().splitlines()[0]
        for name, command in sorted(commands.items())
        if command.help
    }
