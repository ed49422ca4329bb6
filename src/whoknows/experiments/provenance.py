"""What an experiment was begun with: the program, its commit, and what it is built on.

Rows are the same wherever the same program runs; another version of numpy, or a change in
the code that nobody has given a version yet, may give others.  So this is written down
with an experiment, and compared when it is resumed.
"""

import platform
import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from whoknows import __version__

PARTS = ("numba", "numpy")  # what rows may depend on
CHANGED = "+"  # behind a commit: there were changes that no commit has


def made_with() -> dict[str, str | None]:
    """The versions of everything that rows may depend on."""
    found = {part: installed(part) for part in PARTS}
    here = {
        "whoknows": __version__,
        "commit": commit(),
        "python": platform.python_version(),
    }
    return here | found


def installed(part: str) -> str | None:
    """The version of a package, if it is there."""
    try:
        return version(part)
    except PackageNotFoundError:
        return None


def commit() -> str | None:
    """The commit of a checkout, with a plus if something changed since; else none."""
    root = Path(__file__).parents[3]
    if not (root / ".git").exists():
        return None
    try:
        said = [
            subprocess.run(  # noqa: S603 -- words of our own
                ["git", "-C", str(root), *words],  # noqa: S607 -- whichever git there is
                capture_output=True,
                text=True,
                timeout=10,
                check=True,
            ).stdout.strip()
            for words in (["rev-parse", "--short=12", "HEAD"], ["status", "--short", "src"])
        ]
    except (OSError, subprocess.SubprocessError):
        return None
    return said[0] + (CHANGED if said[1] else "")


def differences(before: Mapping[str, Any] | None) -> list[str]:
    """In what this program differs from the one that began an experiment, in words.

    >>> differences({"numpy": "1.0"} | {"commit": None})[0].startswith("numpy 1.0 then, ")
    True
    >>> differences(made_with()), differences(None)
    ([], [])
    """
    now = made_with()
    return [
        f"{part} {then} then, {now[part]} now"
        for part, then in (before or {}).items()
        if then is not None and now.get(part) is not None and now[part] != then
    ]
