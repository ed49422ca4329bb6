"""Numba's compiler; the machine code is kept on disk wherever there is a place for it.

Importing this file imports numba, which takes half a second: do so only when needed.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numba

Function: TypeAlias = Callable[..., Any]


def compiled(**options: Any) -> Callable[[Function], Any]:
    """What compiles a function on first use, with these options of numba's `njit`.

    Where neither the installation nor the home can be written to, nothing is kept.
    """

    def compiling(function: Function) -> Any:
        try:
            return numba.njit(cache=True, **options)(function)
        except RuntimeError:  # numba found no place for its files
            return numba.njit(**options)(function)

    return compiling
