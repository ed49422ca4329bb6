"""Commands run in this process, and their JSON without what varies by machine."""

import contextlib
import io
import json
import os
import shlex
import sys
from importlib.metadata import entry_points
from unittest.mock import patch

DROPPED = (  # how keys begin that are left out, at any depth
    "seconds",  # how long it took
    "program",  # the version that answered
    "began",  # when
)


def whoknows(line, given=""):
    """What a command prints on stdout and stderr, and its exit code."""
    [entry] = entry_points(group="console_scripts", name="whoknows")
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["whoknows", *shlex.split(line)]),
        patch.object(sys, "stdin", io.StringIO(given)),
        patch.dict(os.environ, COLUMNS="80"),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            entry.load()()
            code = 0
        except SystemExit as ended:
            code = ended.code or 0
    return out.getvalue(), err.getvalue(), code


def pruned(document):
    """A document without what varies by machine."""
    if isinstance(document, dict):
        return {k: pruned(v) for k, v in document.items() if not k.startswith(DROPPED)}
    if isinstance(document, list):
        return [pruned(each) for each in document]
    return document


def answered(line, given=""):
    """The JSON that a command prints, pruned, and its exit code."""
    out, err, code = whoknows(f"{line} --json", given)
    try:
        return {"code": code, "document": pruned(json.loads(out))}
    except ValueError:
        raise AssertionError(f"whoknows {line} --json: exit {code}: {out}{err}") from None
