"""What one seat sees of the one real game, and what it is told after every reaction."""

from dataclasses import dataclass, field

from whoknows.games.egghead.rules.log import Asked, Log
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack
from whoknows.play.game import History


@dataclass(frozen=True)
class Sight:
    """The stacks of all others, the log, and the scores; a spectator sees no stack."""

    setup: Setup
    seat: int | None
    stacks: tuple[Stack | None, ...]  # the seat's own is None
    log: Log
    scores: tuple[int, ...]
    history: History = ()

    @property
    def asked(self) -> Asked | None:
        """The question of this round."""
        return next((step for step in reversed(self.log) if isinstance(step, Asked)), None)

    @property
    def seen(self) -> tuple[int, ...]:
        """The numbers of the stacks in sight; where there is none, 0."""
        places = self.setup.box.places
        return tuple(places[stack] if stack else 0 for stack in self.stacks)


@dataclass(frozen=True)
class Outcome:
    """What all hear after reactions: who was right, what was shown, what is asked next."""

    solved: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    shown: dict[int, str] = field(default_factory=dict)  # the stacks of those who called
    missed: tuple[int, ...] = ()  # who could have called and did not
    asked: str | None = None  # the next question, if the round is closed
    answer: str | None = None
    stalled: bool = False  # no question tells anybody anything more: the game ends
