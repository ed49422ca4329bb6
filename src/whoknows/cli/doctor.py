"""`whoknows doctor`: what is installed, which extras work, where data lives."""

from typing import Any

import typer

from whoknows.cli.console import Json, say, say_json, say_table

# The package that each extra brings, and what it is for.
EXTRAS = {
    "lab": ("nicegui", "the lab in the browser"),
    "plot": ("matplotlib", "charts as files"),
    "solve": ("ortools", "proofs that no hat deal is better, models for a formula"),
    "symbolic": ("oxidd", "models as decision diagrams"),
    "cluster": ("distributed", "experiments on a Dask cluster"),
    "parquet": ("pyarrow", "experiments as Parquet files"),
    "postgres": ("psycopg", "a database server instead of a file"),
    "rl": ("pettingzoo", "games as environments for learners"),
    "tui": ("textual", "games on the screen of a terminal"),
}
SEARCHES = ("numba", "long searches, compiled when first used")  # of the extra `solve`


def doctor(json: Json = False) -> None:
    """Say what is installed, which extras work, and where data lives.

    Example: whoknows doctor --json
    """
    found = findings()
    if json:
        say_json(found)
    else:
        say_findings(found)
    if not found["store"]["writable"]:
        raise typer.Exit(1)


def findings() -> dict[str, Any]:
    """All that the doctor looks at, as plain values."""
    import os
    import platform
    import re
    from importlib.metadata import requires, version

    from whoknows import __version__
    from whoknows.store.database import data_folder
    from whoknows.work.kernel_library import library, state_of_kernels
    from whoknows.work.memory import allowance

    core = [text for text in requires("whoknows") or () if "extra ==" not in text]
    names = sorted(re.split(r"[<>=!~;\[ ]", text)[0] for text in core)
    folder = data_folder()
    return {
        "whoknows": __version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "memory_allowed": allowance(),
        "kernels": {
            "there": library() is not None,
            "state": state_of_kernels(),
            "numba": works("numba"),
        },
        "packages": {name: version(name) for name in names},
        "extras": {name: works(package) for name, (package, _) in EXTRAS.items()},
        "store": {"folder": str(folder), "writable": writable(folder)},
    }


def works(package: str) -> str | None:
    """The version of a package that can be imported; `None` if it cannot."""
    from importlib import import_module
    from importlib.metadata import version

    try:
        import_module(package)
    except ImportError:
        return None
    return version(package)


def writable(folder: Any) -> bool:
    """Whether files can be made in a folder, or in the nearest one above it that exists."""
    import os

    while not folder.exists():
        folder = folder.parent
    return os.access(folder, os.W_OK)


def say_findings(found: dict[str, Any]) -> None:
    """The findings for people."""
    from whoknows.work.memory import size_name

    say(f"whoknows {found['whoknows']} on Python {found['python']}")
    say(f"{found['cores']} cores; a model may take {size_name(found['memory_allowed'])}")
    kernels = found["kernels"]
    say(f"kernels in C, of large tables, EggHead, and hats: {kernels['state']}")
    state = "" if found["store"]["writable"] else ", which cannot be written to"
    say(f"data lives in {found['store']['folder']}{state}")
    rows = [[name, version, ""] for name, version in found["packages"].items()]
    parts = [("solve", *SEARCHES, kernels["numba"])]
    parts += [(extra, *EXTRAS[extra], found["extras"][extra]) for extra in found["extras"]]
    for extra, package, purpose, version in parts:
        missing = f"{purpose}: pip install 'whoknows[{extra}]'"
        rows.append([package, version or "-", purpose if version else missing])
    say_table(["package", "version", "for"], rows)
