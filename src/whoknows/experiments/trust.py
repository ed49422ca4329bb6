"""Whose code an experiment runs: files of one's own, or text that came with a database.

A database may be shared, and the text of a strategy or a game travels in it.  Whoever
begins an experiment with a file has that text noted in a list of their own; any other
text is run only at their word.
"""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from whoknows.errors import BadStore, NotAllowed
from whoknows.experiments.experiment import Experiment, names_in
from whoknows.play.own_files import TEXT, Source, is_file_name
from whoknows.store.database import data_folder
from whoknows.wording import plural

LIST = "own_sources.txt"


def note_own(experiment: Experiment) -> None:
    """Note the files of an experiment as this user's own."""
    new = [digest(source) for source in experiment.sources.values()]
    known = own()
    if missing := [line for line in dict.fromkeys(new) if line not in known]:
        with suppress(OSError):  # then the user is asked, that is all
            data_folder().mkdir(parents=True, exist_ok=True)
            with list_of_own().open("a", encoding="ascii") as file:
                file.writelines(f"{line}\n" for line in missing)


def foreign(experiment: Experiment) -> list[Source]:
    """The files of an experiment that are not this user's own."""
    known = own()
    return [source for source in sources_of(experiment) if digest(source) not in known]


def check_own(experiment: Experiment) -> None:
    """Refuse to run the code of somebody else; the message names it."""
    if found := foreign(experiment):
        raise NotAllowed(
            f"{experiment.name} runs code that came with the database: "
            f"{described(found)}; look at it, and say --trust to run it"
        )


def described(found: Iterable[Source]) -> str:
    """Files as a message names them.

    >>> described([Source("mine.py", "x = 1")])
    'mine.py (1 line, sha256 8ff436def145)'
    """
    parts = []
    for source in found:
        lines = source.text.count("\n") + 1
        said = plural(lines, "line")
        parts.append(f"{source.path} ({said}, sha256 {digest(source)[:12]})")
    return ", ".join(parts)


def sources_of(experiment: Experiment) -> list[Source]:
    """The text of every file of Python that an experiment names; other texts only say."""
    names = [experiment.game, *names_in(experiment)]
    for name in names:
        if is_file_name(name) and name not in experiment.sources:
            raise BadStore(f"{experiment.name} names {name}, and the database has no text")
    python = [s for name, s in experiment.sources.items() if not name.endswith(TEXT)]
    return list(dict.fromkeys(python))


def digest(source: Source) -> str:
    """What stands for the text of a file, wherever it lies."""
    return sha256(source.text.encode()).hexdigest()


def own() -> set[str]:
    """The digests of this user's own files."""
    try:
        return set(list_of_own().read_text(encoding="ascii").split())
    except (OSError, UnicodeDecodeError):
        return set()


def list_of_own() -> Path:
    """The file of this user's list."""
    return data_folder() / LIST
