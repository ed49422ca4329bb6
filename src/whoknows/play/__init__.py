"""The shape of a game: referee, sights, strategies, transcripts, seats, faces.

As `whoknows.play(...)`, it is also what people do first: see `library.runs.play`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class Playing(ModuleType):
    """This package, which can be called: a package and a function share a name."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        """A game between strategies, played to its end."""
        return import_module("whoknows.library.runs").play(*args, **options)


sys.modules[__name__].__class__ = Playing
