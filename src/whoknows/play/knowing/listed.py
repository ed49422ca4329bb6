"""The slow and right picture: every secret that all still hold possible, in a list."""

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Self

from whoknows.errors import IllegalMove
from whoknows.play.fold import AnySight, Knowledge, Public, Rules, State
from whoknows.play.game import Event, History
from whoknows.play.knowing.knowledge import MOST_PICTURES, Remembered

MOST_REMEMBERED = 2_000_000  # secrets in all pictures that are remembered


class Listed:
    """The secrets with which all would have been legal, and answered, as it was."""

    def __init__(
        self, rules: Rules, setup: Any, history: History, secrets: Iterable[Any]
    ) -> None:
        self.rules, self.setup, self.history = rules, setup, history
        self.secrets = dict.fromkeys(secrets)  # in order, and found at once

    def __iter__(self) -> Iterator[Any]:
        return iter(self.secrets)

    def __len__(self) -> int:
        return len(self.secrets)

    def __contains__(self, secret: object) -> bool:
        return secret in self.secrets

    def after(self, event: Event) -> Self:
        """Those that are left after an event."""
        now: Public[Any, Any] = Public(self.setup, self.history, lambda *_: self)
        turn, forms = self.rules.turn(now), self.rules.forms(self.setup)

        def fits(secret: Any) -> bool:
            state = State(self.setup, secret, self.history, turn)
            try:
                self.rules.check(state, event.moves, forms)
            except IllegalMove:
                return False
            return bool(self.rules.answer(now, secret, event.moves) == event.answer)

        rest, history = filter(fits, self), (*self.history, event)
        return type(self)(self.rules, self.setup, history, rest)


def listed(rules: Rules, kind: type[Listed] = Listed) -> Knowledge:
    """What follows from the rules alone, secret by secret.

    `kind` is for rules that ask the picture more than which secrets are in it.
    """

    @lru_cache(4)
    def first(setup: Any) -> Listed:
        return kind(rules, setup, (), rules.secrets(setup))

    def possible(sight: AnySight) -> Iterator[Any]:
        now = Public(sight.setup, sight.history, picture)
        turn = () if sight.over else rules.turn(now)
        for secret in now.picture:
            state = State(sight.setup, secret, sight.history, turn)
            if rules.see(state, sight.seat) == sight.seen:
                yield secret

    def count(sight: AnySight) -> int:
        return sum(1 for _ in possible(sight))

    picture = Remembered(first, room, event_mark)
    return Knowledge(picture, possible, count)


def room(picture: Listed) -> int:
    """How many pictures of this size are remembered."""
    return min(MOST_PICTURES, 4 + MOST_REMEMBERED // (len(picture) + 1))


def event_mark(event: Event) -> Hashable:
    """An event as far as it can be hashed: its moves."""
    return frozenset(event.moves.items())
