"""Numba's compiler; the machine code is kept on disk wherever there is a place for it.

Importing this file imports numba, which takes half a second and comes with the extra
`solve`: do so only when needed.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from whoknows.errors import needs

with needs("solve"):
    import numba

Function: TypeAlias = Callable[..., Any]


def compiled(*, inner: bool = False, **options: Any) -> Callable[[Function], Any]:
    """What compiles a function on first use, with these options of numba's `njit`.

    An inner function is called by compiled ones alone: no bridge from Python is built,
    which saves half the time where a function takes many arrays.  Where neither the
    installation nor the home can be written to, nothing is kept.
    """
    if inner:
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def compiling(function: Function) -> Any:
        try:
            return numba.njit(cache=True, **options)(function)
        except RuntimeError:  # numba found no place for its files
            return numba.njit(**options)(function)

    return compiling


@compiled(inner=True, nogil=True, error_model="numpy")
def copy(source: Any, target: Any) -> None:
    """Copy a row into another one.

    Inside compiled functions this stands for `target[:] = source`, with which numba would
    compile the words of an error about shapes too: two seconds.
    """
    for place in range(len(source)):
        target[place] = source[place]
