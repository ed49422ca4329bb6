"""What one seat sees: its own tiles, the table, and the public knowledge."""

from dataclasses import dataclass, replace

from whoknows.games.davinci.knowledge.hands import word_of
from whoknows.games.davinci.knowledge.public import Knowledge
from whoknows.games.davinci.rules import Code, Table, Tile


@dataclass(frozen=True, slots=True)
class Sight:
    """The game as one seat sees it; a spectator's seat is `None` and has no tiles."""

    seat: int | None
    hand: Code
    drawn: Tile | None
    table: Table
    knowledge: Knowledge | None
    """What is common knowledge; `None` until the codes stand."""

    def learning(self, knowledge: Knowledge) -> "Sight":
        """The same sight with other public knowledge."""
        return replace(self, knowledge=knowledge)

    @property
    def word(self) -> int:
        """The tiles that the seat holds, as one word."""
        return word_of(self.hand if self.drawn is None else (*self.hand, self.drawn))
