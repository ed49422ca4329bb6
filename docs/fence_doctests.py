"""Lets the reference show doctests as code: each run of `>>>` lines gets a fence.

A doctest ends at a blank line, as it does for the test runner.
"""

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)", re.MULTILINE)


class FenceDoctests(griffe.Extension):
    """Puts fences around the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(fenced, obj.docstring.value)


def fenced(found: re.Match[str]) -> str:
    """A doctest between fences."""
    return f"```python\n{found[0].rstrip()}\n```\n"
