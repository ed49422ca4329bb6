"""The picture: what everybody can work out in public, folded from the log.

Players who analyse the behavior of the others share one set of worlds, M; those who do
not share another one, N, which only questions and shown stacks make smaller.  A reaction
is a public announcement: what a player does tells whether exactly one stack is left in
that player's row (of M or N, as the player analyses or not), and M keeps the worlds where
all reactions of the moment would have been the same.  When a stack is shown, its place
becomes free in the worlds that agree with it, in M and N alike.

A player who could have called and did not breaks this: the true world is gone from M.
The referee notices (`missed` in the log), and M is put right by telling the game again
without that player's reactions.  What the others did, they did on the M of that time: so
the retelling keeps the worlds where they would have done the same *on that M*.

Where there are so many cards of each value, only worlds are left that these make; a new
stack is any that the cards on the other heads leave.

Where silences are believed, no referee says so.  Who sees that nothing of M fits goes by
answers alone; and once M is empty, so that all see it, nobody listens to reactions again.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import Contradiction
from whoknows.games.egghead.knowledge.question_tables import Sieve, sieve
from whoknows.games.egghead.knowledge.world_bits import Worlds
from whoknows.games.egghead.rules.language import parse_question
from whoknows.games.egghead.rules.log import Asked, Log, Reacted
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import World
from whoknows.play.knowing.knowledge import Remembered
from whoknows.work.worker_process import in_worker

FITS = 0  # the answer to whether there are too many cards of a value
KEPT_BYTES = 1 << 24  # of pictures that are remembered
KEPT_BY_WORKER = 1 << 22  # in a process that works for another: there are several


@dataclass(frozen=True, eq=False)
class Picture:
    """M and N of one moment, and whose reactions are no longer listened to."""

    setup: Setup
    analysed: Worlds | None  # M; none if nobody analyses
    plain: Worlds | None  # N; none if everybody does
    forgotten: frozenset[int] = frozenset()
    log: Log = ()

    def of(self, seat: int | None) -> Worlds:
        """The worlds that the seat reasons with; a spectator analyses if anybody does."""
        analyses = self.analysed is not None and (
            seat is None or seat in self.setup.analysts
        )
        found = self.analysed if analyses else self.plain
        assert found is not None, "somebody holds every table"
        return found

    def row(self, seat: int, world: World) -> NDArray[np.bool_]:
        """The stacks left to the seat when the others have theirs of `world`."""
        left = self.of(seat).row(seat, world)
        if self.setup.silences == "believed" and self.plain is not None and not left.any():
            return self.plain.row(seat, world)
        return left

    def knows(self, seat: int, world: World) -> bool:
        """Whether exactly one stack is left to the seat in this world."""
        return int(self.row(seat, world).sum()) == 1

    def tells_more_than(self, before: "Picture") -> bool:
        """Whether worlds of those who analyse went since that moment."""
        if self.analysed is None or before.analysed is None:
            return False
        return not self.analysed.same(before.analysed)

    def stuck(self, world: World) -> bool:
        """Whether no question would make any world go, if this one is so."""
        rotating = self.setup.moderator == "rotating"
        moderators = self.setup.seats if rotating else (None,)
        return not any(
            self.tells(question, moderator, world)
            for question in range(len(self.setup.questions))
            for moderator in moderators
        )

    def tells(self, question: int, moderator: int | None, world: World) -> bool:
        """Whether the answer to a question would make a world go."""
        asked = question_sieve(self.setup, question, moderator)
        for table in (self.analysed, self.plain):
            if table is not None:
                left = table.copy()
                left.ask(asked, asked.answer(world))
                if not left.same(table):
                    return True
        return False

    def after(self, step: Asked | Reacted) -> "Picture":
        """The picture after one more step."""
        if isinstance(step, Asked):
            return disillusioned(after_question(self, step))
        forgotten = self.forgotten.union(step.missed)
        if self.analysed is None:
            analysed = None
        elif forgotten == self.forgotten:
            analysed = self.analysed.copy()
        else:  # the true world is gone, or would be now: tell it all again
            analysed = retold(self.setup, self.log, forgotten)
        plain = self.plain.copy() if self.plain is not None else None
        if analysed is not None:
            listen(analysed, self, step, forgotten)
        for table in (analysed, plain):
            if table is not None:
                release(table, step, self.setup)
        found = Picture(self.setup, analysed, plain, forgotten, (*self.log, step))
        return disillusioned(found)

    @property
    def size(self) -> int:
        """The bytes that the tables take."""
        return sum(t.words.nbytes for t in (self.analysed, self.plain) if t is not None)


def first_picture(setup: Setup) -> Picture:
    """The picture before anything is asked: every world is possible."""
    worlds = every_world(setup)
    some, all_ = bool(setup.analysts), len(setup.analysts) == setup.players
    all_ = all_ and setup.silences == "checked"
    return Picture(
        setup, worlds if some else None, None if all_ else worlds.copy() if some else worlds
    )


def disillusioned(picture: Picture) -> Picture:
    """If believed silences leave no world, the picture by answers and shown stacks."""
    believed = picture.setup.silences == "believed"
    if not believed or picture.analysed is None or picture.analysed.words.any():
        return picture
    assert picture.plain is not None, "where silences are believed, N is kept"
    everybody = frozenset(picture.setup.seats)
    return replace(picture, analysed=picture.plain.copy(), forgotten=everybody)


def after_question(picture: Picture, step: Asked) -> Picture:
    """Only worlds with that answer are left (eq. 2 and, for a moderator, eq. 6)."""
    setup = picture.setup
    asked = question_sieve(setup, step.question, step.moderator)
    tables = []
    for table in (picture.analysed, picture.plain):
        kept = table.copy() if table is not None else None
        if kept is not None:
            kept.ask(asked, step.answer)
            may_be_none = setup.silences == "believed" and table is picture.analysed
            if not kept.words.any() and not may_be_none:
                question = setup.questions[step.question]
                raise Contradiction(
                    f"{question.answer_name(step.answer)!r} to {question.text!r} "
                    "fits no cards: after all that was said, no world allows it"
                )
        tables.append(kept)
    log = (*picture.log, step)
    return replace(picture, analysed=tables[0], plain=tables[1], log=log)


@lru_cache(maxsize=4096)
def question_sieve(setup: Setup, question: int, moderator: int | None) -> Sieve:
    """The sieve of a question of the deck, as the moderator of the moment sees it."""
    ask = setup.questions[question].ask
    seen = setup.players - (moderator is not None)
    return sieve(ask, seen, setup.box).past(moderator, setup.players)


def listen(
    worlds: Worlds, picture: Picture, step: Reacted, forgotten: frozenset[int]
) -> None:
    """Keep the worlds where everyone, knowing the picture, would have reacted so."""
    for seat, move in enumerate(step.moves):
        if move is None or seat in forgotten or seat in step.guessed:
            continue
        held = picture.of(seat)
        worlds.keep(seat, held.sole(seat), solved=bool(move))
        if move:  # and the one stack in the row is the one that was called
            worlds.both(held)


def release(worlds: Worlds, step: Reacted, setup: Setup) -> None:
    """Give a new stack, any, to every seat whose stack was shown (eq. 5)."""
    for seat, stack in enumerate(step.shown):
        if stack is not None:
            worlds.free(seat, setup.box.places[stack])
    if step.callers:
        keep_fitting(worlds, setup)


def every_world(setup: Setup, *, compiled: bool | None = None) -> Worlds:
    """Every world that the cards make."""
    worlds = Worlds.all(setup.players, len(setup.box), compiled=compiled)
    keep_fitting(worlds, setup)
    return worlds


def keep_fitting(worlds: Worlds, setup: Setup) -> None:
    """Keep the worlds with no more cards of a value than there are."""
    if setup.copies:
        worlds.ask(crowd_sieve(setup), FITS)


@lru_cache(maxsize=64)
def crowd_sieve(setup: Setup) -> Sieve:
    """Whether the table holds more cards of a value than there are, as a question."""
    ask = parse_question(f"any(values: times >= {setup.copies + 1})")
    return sieve(ask, setup.players, setup.box)


def retold(setup: Setup, log: Log, forgotten: frozenset[int]) -> Worlds:
    """The worlds left when the game is told again without listening to some seats."""
    worlds = every_world(setup)
    picture = first_picture(setup)
    for step in log:
        if isinstance(step, Asked):
            worlds.ask(question_sieve(setup, step.question, step.moderator), step.answer)
        else:
            listen(worlds, picture, step, forgotten)
            release(worlds, step, setup)
        picture = picture.after(step)
    return worlds


def pictures_kept(picture: Picture) -> int:
    """How many pictures of this size are remembered."""
    kept = KEPT_BY_WORKER if in_worker() else KEPT_BYTES
    return max(3, kept // (picture.size + 4096))


picture_of: Remembered[Setup, Asked | Reacted, Picture] = Remembered(
    first_picture, pictures_kept
)
"""The picture after a log; the last few pictures are remembered."""
