"""Many rounds of EggHead by players who call as soon as they know.

This is behind section 5 of [Zorn2024].

A run is a pure function of setup, seed, and number of rounds.  It plays the very game of
`rules.fold`, on the same tape, without a log: a test holds both equal.
"""

import numpy as np

from whoknows.games.egghead.knowledge.answers_only import Row, answer_row
from whoknows.games.egghead.knowledge.public_worlds import (
    FITS,
    crowd_sieve,
    every_world,
    keep_fitting,
    question_sieve,
)
from whoknows.games.egghead.knowledge.question_tables import sieve
from whoknows.games.egghead.knowledge.world_bits import Worlds, full_row
from whoknows.games.egghead.rules.setup import PATIENCE, Setup, Tape, deal
from whoknows.games.egghead.solve.rounds_per_point import Run


def run(
    setup: Setup, seed: int | list[int], rounds: int, *, compiled: bool | None = None
) -> Run:
    """A run of so many rounds, or to the points of the setup if `rounds` is 0."""
    tape = deal(setup, np.random.default_rng(seed))
    table = (
        Listeners(setup, tape) if not setup.analysts else Analysts(setup, tape, compiled)
    )
    done = Run.of(setup.players)
    while not (rounds and done.rounds >= rounds):
        question = tape.question(setup, done.rounds)
        assert question is not None, "a dealt tape does not end"
        solvers = table.round(question, setup.moderator_of(done.rounds + 1))
        done.note(solvers)
        if not rounds and max(map(len, done.waits)) >= setup.points:
            done.won = [s for s in setup.seats if len(done.waits[s]) >= setup.points]
            break
        quiet = min(done.cut)
        if quiet and quiet % (PATIENCE * len(setup.questions)) == 0 and table.stuck():
            done.stalled = True
            break
    return done


class Dealer:
    """The stacks on the table, and the pile of new ones."""

    def __init__(self, setup: Setup, tape: Tape) -> None:
        self.setup, self.tape = setup, tape
        self.world = [setup.box.places[stack] for stack in tape.stacks]
        self.dealt = 0

    def deal(self, seats: list[int]) -> None:
        """New stacks for some seats."""
        every = self.setup.box.all
        held = [every[n] for seat, n in enumerate(self.world) if seat not in seats]
        for seat in seats:
            stack = self.tape.stack(self.setup, self.dealt, held)
            assert stack is not None, "a dealt tape does not end"
            self.world[seat] = self.setup.box.places[stack]
            held.append(stack)
            self.dealt += 1

    def moderators(self) -> list[int | None]:
        """All who may ask."""
        rotating = self.setup.moderator == "rotating"
        return [*self.setup.seats] if rotating else [None]


class Listeners(Dealer):
    """Nobody analyses: a row for every player is all there is (eq. 1)."""

    def __init__(self, setup: Setup, tape: Tape) -> None:
        super().__init__(setup, tape)
        self.rows: list[Row] = [full_row(len(setup.box)) for _ in setup.seats]
        self.keep_fitting()

    def round(self, question: int, moderator: int | None) -> list[int]:
        """Ask, and let everybody call who knows."""
        self.rows = self.after(question, moderator)
        solvers = [
            seat
            for seat, row in enumerate(self.rows)
            if seat != moderator and int(np.bitwise_count(row).sum()) == 1
        ]
        self.deal(solvers)
        for seat in solvers:
            self.rows[seat] = full_row(len(self.setup.box))
        self.keep_fitting()
        return solvers

    def keep_fitting(self) -> None:
        """Keep the stacks that there are cards for beside those of the others."""
        if not self.setup.copies:
            return
        for seat, row in enumerate(self.rows):
            others = tuple(n for s, n in enumerate(self.world) if s != seat)
            self.rows[seat] = row & answer_row(crowd_sieve(self.setup), others, FITS)

    def after(self, question: int, moderator: int | None) -> list[Row]:
        """The rows after a question."""
        seen = [s for s in self.setup.seats if s != moderator]
        asked = sieve(self.setup.questions[question].ask, len(seen), self.setup.box)
        answer = asked.answer(tuple(self.world[s] for s in seen))
        rows = list(self.rows)
        for seat in seen:
            others = tuple(self.world[s] for s in seen if s != seat)
            rows[seat] = rows[seat] & answer_row(asked, others, answer)
        return rows

    def stuck(self) -> bool:
        """Whether no question would change any row."""
        return all(
            np.array_equal(row, before)
            for question in range(len(self.setup.questions))
            for moderator in self.moderators()
            for row, before in zip(self.after(question, moderator), self.rows, strict=True)
        )


class Analysts(Dealer):
    """Somebody analyses: M for those who do, N for the others."""

    def __init__(self, setup: Setup, tape: Tape, compiled: bool | None) -> None:
        super().__init__(setup, tape)
        self.analysed = every_world(setup, compiled=compiled)
        some = len(setup.analysts) < setup.players
        self.plain = every_world(setup, compiled=compiled) if some else None
        self.tables = [t for t in (self.analysed, self.plain) if t is not None]

    def of(self, seat: int) -> Worlds:
        """The worlds that the seat reasons with."""
        if self.plain is None or seat in self.setup.analysts:
            return self.analysed
        return self.plain

    def round(self, question: int, moderator: int | None) -> list[int]:
        """Ask, and let everybody react until nothing changes."""
        self.ask(question, moderator, self.tables)
        waiting = [seat for seat in self.setup.seats if seat != moderator]
        called: list[int] = []
        while waiting:
            changed, solvers = self.react(waiting)
            called += solvers
            waiting = [seat for seat in waiting if seat not in solvers]
            if not (changed or solvers):
                break
        return called

    def ask(self, question: int, moderator: int | None, tables: list[Worlds]) -> None:
        """Keep the worlds with the true answer."""
        asked = question_sieve(self.setup, question, moderator)
        answer = asked.answer(tuple(self.world))
        for table in tables:
            table.ask(asked, answer)

    def react(self, waiting: list[int]) -> tuple[bool, list[int]]:
        """One reaction of all who wait: whether M changed, and who called."""
        world = tuple(self.world)
        soles = {seat: self.of(seat).sole(seat) for seat in waiting}
        solvers = [seat for seat in waiting if self.of(seat).is_sole(seat, world)]
        changed = False
        for seat, sole in soles.items():
            changed |= self.analysed.keep(seat, sole, solved=seat in solvers)
        for table in self.tables if solvers else ():
            for seat in solvers:
                table.free(seat, world[seat])
            keep_fitting(table, self.setup)
        self.deal(solvers)
        return changed, solvers

    def stuck(self) -> bool:
        """Whether no question would make any world go."""

        def changes(question: int, moderator: int | None) -> bool:
            tables = [table.copy() for table in self.tables]
            self.ask(question, moderator, tables)
            return not all(map(Worlds.same, tables, self.tables))

        return not any(
            changes(question, moderator)
            for question in range(len(self.setup.questions))
            for moderator in self.moderators()
        )
