"""Options that several commands share: declared once, and given to each of them."""

import inspect
from collections.abc import Callable
from typing import Any, TypeAlias

Command: TypeAlias = Callable[..., None]


def sharing(make: Callable[..., Any], **defaults: Any) -> Callable[[Command], Command]:
    """Give a command the options of `make`, and what is made of them as first argument.

    `defaults` are this command's own, where they differ.  The command's other options
    come after the shared ones.
    """
    shared = inspect.signature(make).parameters

    def wrap(command: Command) -> Command:
        def run(**given: Any) -> None:
            words = {**standing, **given}
            made = make(**{name: words.pop(name) for name in shared})
            command(made, **words)

        _, *own = inspect.signature(command).parameters.values()
        first = [
            each.replace(default=defaults.get(name, each.default))
            for name, each in shared.items()
        ]
        options = [each.replace(kind=each.KEYWORD_ONLY) for each in (*first, *own)]
        standing = {
            each.name: each.default for each in options if each.default is not each.empty
        }
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__annotations__ = {each.name: each.annotation for each in options}
        run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
        return run

    return wrap
