"""A notebook for a real game: a player writes down what is said, and sees what is left.

Nobody here knows the secret.  What cannot be is refused with `Contradiction`, and the
notebook stays as it was; every page before can be gone back to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from whoknows.errors import BadSetup, Contradiction, IllegalMove
from whoknows.games.egghead.knowledge.public_worlds import Picture, picture_of
from whoknows.games.egghead.knowledge.why_ruled_out import Reasons, reasons
from whoknows.games.egghead.rules.fold import waiting
from whoknows.games.egghead.rules.log import PASS, Asked, Log, Move, Reacted
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import Stack


@dataclass(frozen=True)
class Call:
    """A call as all hear it: the stack called, and the one then shown."""

    called: Stack
    shown: Stack


@dataclass(frozen=True)
class Notebook:
    """What one seat has seen and heard so far."""

    setup: Setup
    seat: int
    stacks: tuple[Stack | None, ...]  # the own one is None
    log: Log = ()
    before: "Notebook | None" = None  # the page before

    def ask(self, question: int, answer: int) -> "Notebook":
        """A question with its answer; first, all who did not call were silent."""
        page = self.silence()
        asked = [step for step in page.log if isinstance(step, Asked)]
        moderator = self.setup.moderator_of(len(asked) + 1)
        return page.noted(self, Asked(len(asked) + 1, question, answer, moderator))

    def call(self, calls: Mapping[int, Call]) -> "Notebook":
        """Calls made at the same time, while all others were silent.

        If nobody could have called yet, all were silent first, once or more.
        """
        seats = waiting(self.setup, self.log) if self.log else ()
        for seat, call in calls.items():
            if seat not in seats:
                raise IllegalMove(f"seat {seat} cannot call now")
            if self.stacks[seat] not in (None, call.shown):
                raise Contradiction(f"seat {seat} was seen with {self.stacks[seat]}")
        page = self
        while True:
            try:
                return page.called(self, seats, calls)
            except Contradiction:
                later = page.quiet()
                if later is None:
                    raise
                page = later

    def called(
        self, before: "Notebook", seats: Sequence[int], calls: Mapping[int, Call]
    ) -> "Notebook":
        """Calls at this very moment."""
        moves: dict[int, Move] = {s: calls[s].called if s in calls else PASS for s in seats}
        step = Reacted(
            moves=tuple(moves.get(seat) for seat in self.setup.seats),
            shown=tuple(calls[s].shown if s in calls else None for s in self.setup.seats),
            guessed=tuple(s for s, call in calls.items() if call.called != call.shown),
        )
        return self.noted(before, step)

    def dealt(self, seat: int, stack: Stack) -> "Notebook":
        """A new stack for another seat."""
        if seat == self.seat:
            raise BadSetup("you cannot see your own stack")
        stacks = (*self.stacks[:seat], stack, *self.stacks[seat + 1 :])
        return replace(self, stacks=stacks)

    def forget(self, seat: int) -> "Notebook":
        """Nothing is drawn any more from what a seat does, nor was it ever."""
        nobody = (None,) * self.setup.players
        return self.noted(self, Reacted(nobody, nobody, missed=(seat,)))

    def silence(self) -> "Notebook":
        """All who may still react are silent, until that changes nothing."""
        page = self
        while (later := page.quiet()) is not None:
            page = later
        return page

    def quiet(self) -> "Notebook | None":
        """All who may still react are silent, once; none if that changes nothing."""
        seats = waiting(self.setup, self.log) if self.log else ()
        held = self.picture.analysed
        if not seats or held is None:
            return None
        moves = tuple(PASS if seat in seats else None for seat in self.setup.seats)
        page = self.noted(self, Reacted(moves, (None,) * self.setup.players))
        holds = page.picture.analysed
        assert holds is not None
        return None if held.same(holds) else page

    def noted(self, before: "Notebook", step: Asked | Reacted) -> "Notebook":
        """The notebook with one more step, if it can be."""
        page = replace(self, log=(*self.log, step), before=before)
        own = isinstance(step, Reacted) and step.shown[self.seat] is not None
        silent = isinstance(step, Reacted) and step.moves[self.seat] == PASS
        if (
            silent
            and self.setup.analysts
            and self.picture.knows(self.seat, self.sight.seen)
        ):
            raise Contradiction("you know your stack and did not call it")
        if not own and not page.picture.row(self.seat, page.sight.seen).any():
            raise Contradiction("after that, no stack at all would be left to you")
        return page

    @property
    def picture(self) -> Picture:
        """What everybody can work out."""
        return picture_of(self.setup, self.log)

    @property
    def sight(self) -> Sight:
        """What the seat sees."""
        nothing = (0,) * self.setup.players
        return Sight(self.setup, self.seat, self.stacks, self.log, nothing)

    @property
    def why(self) -> Reasons:
        """The stacks left, and what ruled out the others."""
        return reasons(self.setup, self.seat, self.stacks, self.log)
