"""The library of kernels in C, as the build hook made it, for the processor at hand.

A wheel has the libraries of one kind of machine; an editable installation has them in its
tree, beside a list of the sources that they were made from.  A library of other sources is
not loaded: what Python hands over is declared by the faces as they are now.
"""

import ctypes
import hashlib
import json
import os
import sys
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
BUILT = Path(__file__).with_name("built")
ENDING = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
ANY, WIDE = ("baseline", "x86_64"), "x86_64_v3"  # levels of processors
OFF = "KERNELS"  # the variable that leaves the library out if it is `no`


@cache
def library() -> tuple[str, ctypes.CDLL] | None:
    """The level and the library for this processor; none if there is none to be used."""
    if os.environ.get(OFF) == "no" or not sources_are_the_same():
        return None
    first = next(filter(None, map(opened, ANY)), None)
    if first and first[1].is_wide():
        return opened(WIDE) or first
    return first


def opened(level: str) -> tuple[str, ctypes.CDLL] | None:
    """The library of one level, if it is there and fits this machine."""
    file = BUILT / f"{level}{ENDING}"
    try:
        return (level, ctypes.CDLL(str(file))) if file.is_file() else None
    except OSError:
        return None


def sources_are_the_same() -> bool:
    """Whether the sources, where there are any, are those that the library is made of."""
    try:
        made_from = json.loads((BUILT / "sources.json").read_bytes())
    except FileNotFoundError:
        return True  # a wheel has no sources
    except (OSError, ValueError):
        return False
    return all(
        (file := PACKAGE / name).is_file()
        and hashlib.sha256(file.read_bytes()).hexdigest() == digest
        for name, digest in made_from.items()
    )


def state_of_kernels() -> str:
    """How the kernels in C run here, in words."""
    if (there := library()) is not None:
        return f"compiled, for {there[0]}"
    if os.environ.get(OFF) == "no":
        return f"switched off by {OFF}=no: slower twins in Python are used"
    if not sources_are_the_same():
        return "of other sources, install anew: slower twins in Python are used"
    return "not compiled: slower twins in Python are used"
