"""What the review page has worked out in other processes."""

from typing import Any, NamedTuple

from whoknows.play.game import Seat
from whoknows.play.referee import Table
from whoknows.reviews.branches import WhatIf
from whoknows.reviews.reviewing import Review
from whoknows.web.records import Ready

REVIEW = 300.0  # seconds: the first one after an installation may wait for a compiler


class Told(NamedTuple):
    """A table as it travels to another process: its state is folded anew there."""

    game: str
    setup: Any
    secret: Any
    seed: int
    stated: bool
    turns: tuple[Any, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, names: tuple[str, ...]) -> "Told":
        """A table, and what its seats are called."""
        return cls(
            table.game.name,
            table.setup,
            table.secret,
            table.seed,
            table.stated,
            table.turns,
            names,
        )

    @property
    def table(self) -> Table:
        """The table."""
        from whoknows.web.records import lab_game

        game = lab_game(self.game)
        return Table(game, self.setup, self.secret, self.seed, self.stated, self.turns)


def reviewed(told: Told, seat: Seat | None) -> Review:
    """The review of a table; for a worker process."""
    from whoknows.reviews import review

    return review(told.table, told.names, seat=seat)


def branched(told: Told, what: WhatIf) -> Ready:
    """The game as it would have gone, ready to be written down; for a worker process."""
    from whoknows.play.transcript import written
    from whoknows.reviews.branches import branch
    from whoknows.web.records import tried_transcript

    table = branch(told.table, what)
    return tried_transcript(written(table, told.names, told.names))


def card(told: Told, kind: str, spoilers: bool) -> bytes:
    """The card to share, as SVG or PNG; for a worker process."""
    from whoknows.reviews import review
    from whoknows.reviews.card import card_bytes

    return card_bytes(review(told.table, told.names), kind, spoilers=spoilers)
