"""What a seat knows at a moment of a game: worlds to count, to draw, and to ask about.

>>> from whoknows.library.runs import deal
>>> known = knowledge(deal("muddy", secret=[True, True, False]), seat=0)
>>> known
<Muddy children, seat 0: 2 worlds are possible>
>>> known.ask("muddy1")
'You cannot tell: it holds in 1 of the 2 worlds you hold possible.'
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from whoknows.analysis.who_knows_what import MOST_ASKED, answer_at, model_of
from whoknows.edge import checked
from whoknows.errors import TooLarge
from whoknows.library.results import Result
from whoknows.library.runs import Run, check_seat
from whoknows.logic.models.model import Model
from whoknows.play.game import Game, Seat
from whoknows.play.knowing.knowledge import Pictured
from whoknows.play.table.eyes import Moment, moment_of
from whoknows.play.table.referee import Table


@checked
def knowledge(table: Table | Run, seat: Seat | None = None) -> "Known":
    """What a seat knows at a table now; without a seat, what every spectator knows."""
    if isinstance(table, Run):
        table = table.table
    check_seat(table, seat)
    return Known(table.game, moment_of(table, [seat]))


@dataclass(frozen=True, repr=False)
class Known(Result):
    """What one pair of eyes knows at one moment of a game."""

    game: Game
    moment: Moment

    def __repr__(self) -> str:
        [seat] = self.moment.eyes
        who = "a spectator" if seat is None else f"seat {seat}"
        said = "1 world is" if self.worlds == 1 else f"{self.worlds:,} worlds are"
        return f"<{self.game.title}, {who}: {said} possible>"

    @property
    def worlds(self) -> int:
        """The number of worlds that are possible, as far as these eyes can tell."""
        [sight] = self.moment.eyes.values()
        return self.game.worlds(sight)

    @property
    def pictured(self) -> Pictured:
        """The model with what is to be said of it; raises `TooLarge` if it is too large."""
        found = model_of(self.game, self.moment, MOST_ASKED)
        if found is None:
            raise TooLarge(f"the model would have more than {MOST_ASKED:,} worlds")
        return found

    @property
    def model(self) -> Model:
        """The worlds as a model of `logic`, and around them what others think possible."""
        return self.pictured.every or self.pictured.model

    @property
    def names(self) -> list[str]:
        """The possible worlds by name."""
        found = self.pictured
        held = found.model.worlds().tolist() if found.held is None else found.held
        return [found.model.name(world) for world in held]

    @checked
    def ask(self, formula: str) -> str:
        """Whether a formula is so, as far as these eyes can tell, in words."""
        return answer_at(self.game, self.moment, formula).text

    def draw(self, **options: Any) -> str:
        """The model as SVG; the options are those of `whoknows.draw`."""
        found = self.pictured
        return found.model.draw(**{"at": found.actual, **options})

    def _repr_svg_(self) -> str | None:
        with suppress(TooLarge):
            return self.draw()
        return None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each possible world; none where there are too many."""
        with suppress(TooLarge):
            return [{"world": name} for name in self.names]
        return []

    def to_json(self) -> dict[str, Any]:
        """The number of worlds, and their names where they are few."""
        names = [row["world"] for row in self.rows]
        return {"game": self.game.name, "worlds": self.worlds, "names": names}
