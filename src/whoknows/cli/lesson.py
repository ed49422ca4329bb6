"""`whoknows lesson`: lessons with exercises, listed, and checked before they are given."""

from pathlib import Path
from typing import Annotated

import typer

from whoknows.cli.console import Json, say, say_json, say_prose, say_table
from whoknows.play.example_files import shipped

app = typer.Typer(
    help="Lessons with exercises: list them, and check one of your own.",
    epilog="Example: whoknows lesson check examples/coin-lesson.md",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.command("list")
def list_lessons(json: Json = False) -> None:
    """The ten lessons that come with the lab.

    Example: whoknows lesson list
    """
    from whoknows.learn.lessons import lessons

    found = lessons()
    if json:
        document = [
            {
                "name": lesson.name,
                "title": lesson.title,
                "about": lesson.about,
                "minutes": lesson.minutes,
                "exercises": [exercise.name for exercise in lesson.exercises],
            }
            for lesson in found
        ]
        say_json({"lessons": document})
        return
    rows = [[one.name, one.title, one.minutes, len(one.exercises)] for one in found]
    say_table(["lesson", "title", "minutes", "exercises"], rows)
    say("Do them in the lab: whoknows lab, page Learn")


@app.command("check")
def check_lesson(
    file: Annotated[str, typer.Argument(help="A lesson of your own, a file .md.")],
    exercise: Annotated[
        str | None, typer.Option(help="Check an answer to this exercise instead.")
    ] = None,
    answer: Annotated[str | None, typer.Option(help="The answer to check.")] = None,
    json: Json = False,
) -> None:
    """Check a lesson: that it reads well, and that its own answers are right.

    Example: whoknows lesson check examples/coin-lesson.md
    """
    from whoknows.errors import BadSetup
    from whoknows.learn.lessons import check, load_lesson, proven
    from whoknows.wording import plural

    lesson = load_lesson(str(shipped(Path(file))))
    if (exercise is None) != (answer is None):
        raise BadSetup("--exercise NAME and --answer TEXT belong together")
    if exercise is not None and answer is not None:
        verdict = check(lesson, lesson.exercise(exercise), answer)
        if json:
            say_json({"right": verdict.right, "words": verdict.words})
        else:
            say_prose(escape(f"{'Right' if verdict.right else 'Wrong'}: {verdict.words}"))
        raise typer.Exit(0 if verdict.right else 1)
    wrong = proven(lesson)
    if json:
        names = [one.name for one in lesson.exercises]
        say_json(
            {
                "file": file,
                "title": lesson.title,
                "minutes": lesson.minutes,
                "models": list(lesson.models),
                "exercises": names,
                "wrong": wrong,
            }
        )
        raise typer.Exit(1 if wrong else 0)
    for line in wrong:
        say_prose(escape(f"{file}: {line}"))
    if wrong:
        raise typer.Exit(1)
    say_prose(
        escape(
            f"{file}: {lesson.title!r} is a lesson of about {lesson.minutes} minutes with"
            f" {plural(len(lesson.models), 'model')} and"
            f" {plural(len(lesson.exercises), 'exercise')}; its own answers are right."
        )
    )


def escape(text: str) -> str:
    """Text that rich prints as it is."""
    from rich.markup import escape as as_it_is

    return as_it_is(text)
