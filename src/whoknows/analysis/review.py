"""The review of one run: every move judged from the sight of its seat.

Skill is the share of what could be lost that was not lost; luck is what came of the moves
beyond what comes of them on average.  `docs/review.md` has both with examples by hand.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from whoknows.analysis.key_moments import key_moments
from whoknows.errors import BadSetup, NotAllowed, TooLarge
from whoknows.play.documents import setup_json
from whoknows.play.face.face import answer_text, face_of
from whoknows.play.game import AnySight, Game, Seat
from whoknows.play.judging import Judge, Judgement, Number, Remark, bits_between, judge_of
from whoknows.play.table.eyes import Moment, moment_of
from whoknows.play.table.referee import Table, score_line

Report = Callable[[str], None]
MOST_BEST = 12  # best moves that are named


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of one seat, judged; what cannot be told is `None`."""

    turn: int  # from 1
    seat: Seat
    name: str  # the move, as people type it
    answer: str  # what followed, in words
    before: int | None  # worlds of the mover
    after: int | None
    bits: float | None
    expected_bits: float | None
    most_bits: float | None
    best: tuple[str, ...]
    value: float | None
    loss: float | None
    stake: float | None  # the most that a move could lose there
    skill: float | None
    luck: float | None
    told: Mapping[Seat, float]
    claim: str
    worst_case: int | None = None  # moves that it may still take, this one too
    best_worst_case: int | None = None  # those with the move that is best for that

    def to_json(self) -> dict[str, Any]:
        """The move as plain JSON."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "move": self.name,
            "answer": self.answer,
            "before": self.before,
            "after": self.after,
            "bits": rounded(self.bits),
            "expected_bits": rounded(self.expected_bits),
            "most_bits": rounded(self.most_bits),
            "best": list(self.best),
            "value": rounded(self.value),
            "loss": rounded(self.loss),
            "stake": rounded(self.stake),
            "skill": rounded(self.skill),
            "luck": rounded(self.luck),
            "told": {str(seat): rounded(bits) for seat, bits in self.told.items()},
            "claim": self.claim,
            "worst_case": self.worst_case,
            "best_worst_case": self.best_worst_case,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """A run explained: its moves, and its moments in words."""

    game: str
    title: str
    setup: Mapping[str, Any]
    seats: tuple[str, ...]  # what they are called
    measure: str
    unit: str
    moves: tuple[ReviewedMove, ...]
    moments: tuple[Remark, ...]
    over: bool
    results: tuple[float, ...] | None
    worlds: tuple[Mapping[Seat, int | None], ...]  # of each seat seen, after every turn

    def __repr__(self) -> str:
        return f"<Review of {self.title}; moves: {len(self.moves)}>"

    @property
    def skill(self) -> float | None:
        """The share of what could be lost that was not lost, over all moves."""
        return skill_of(self.moves)

    @property
    def luck(self) -> float | None:
        """What came beyond what comes on average, over all moves."""
        return luck_of(self.moves)

    def of(self, seat: Seat) -> tuple[ReviewedMove, ...]:
        """The moves of one seat."""
        return tuple(move for move in self.moves if move.seat == seat)

    @property
    def by_seat(self) -> dict[Seat, dict[str, float | None]]:
        """Skill and luck of each seat that moved."""
        seats = sorted({move.seat for move in self.moves})
        return {
            seat: {"skill": skill_of(self.of(seat)), "luck": luck_of(self.of(seat))}
            for seat in seats
        }

    def to_json(self) -> dict[str, Any]:
        """The review as one JSON document."""
        return {
            "game": self.game,
            "setup": dict(self.setup),
            "seats": list(self.seats),
            "over": self.over,
            "results": list(self.results) if self.results is not None else None,
            "measure": self.measure,
            "unit": self.unit,
            "moves": [move.to_json() for move in self.moves],
            "skill": rounded(self.skill),
            "luck": rounded(self.luck),
            "by_seat": {
                str(seat): {name: rounded(number) for name, number in both.items()}
                for seat, both in self.by_seat.items()
            },
            "moments": [{"turn": each.turn, "text": each.text} for each in self.moments],
        }


def review(
    table: Table,
    names: Sequence[str] = (),
    *,
    seat: Seat | None = None,
    strategies: Sequence[str] = (),
    report: Report = lambda _: None,
) -> Review:
    """The review of a table; of a game that is not over, through the eyes of one seat.

    With `seat`, only the moves of that seat are judged.  `strategies` are the names of
    those who sat there, where they are known: a team that follows one has agreed on it.
    """
    eyes = open_eyes(table, seat)
    game = table.game
    judge = judge_of(game, table.setup, strategies)
    telling = ReviewWriter(game, judge, distinct(table, names, strategies), eyes, seat)
    now = table.undo(len(table.turns))
    telling.see(moment_of(now, eyes))
    for number, turn in enumerate(table.turns, start=1):
        report(f"turn {number} of {len(table.turns)}")
        now = now.play(turn)
        made = {each: move for each, move in turn.items() if each in eyes}
        telling.see(moment_of(now, eyes), made)
    telling.finish()
    return Review(
        game=game.name,
        title=game.title,
        setup=setup_json(table.setup),
        seats=tuple(telling.names),
        measure=judge.measure,
        unit=judge.unit,
        moves=tuple(telling.found),
        moments=tuple(
            key_moments(telling.found, telling.remarks, judge.unit, telling.names)
        ),
        over=table.over,
        results=tuple(score_line(table)) if table.over else None,
        worlds=tuple(telling.worlds),
    )


def distinct(
    table: Table, names: Sequence[str], strategies: Sequence[str] = ()
) -> list[str]:
    """What the seats are called, each differently.

    Of equal strategies each is called as its seat is; of equal people, with its number.
    """
    own = [chair.name for chair in face_of(table.game).usual_chairs(table.setup)]
    found = list(names) or own
    plain = [
        own[seat] if name in strategies and own[seat] not in found else f"{name} ({seat})"
        for seat, name in enumerate(found)
    ]
    return [
        name if found.count(name) == 1 else plain[seat] for seat, name in enumerate(found)
    ]


def open_eyes(table: Table, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats whose sights a review may be made of: all, when the game is over."""
    if seat is not None and seat not in table.seats:
        raise BadSetup(f"seat {seat} is not one of 0 to {len(table.seats) - 1}")
    if table.over:
        return tuple(table.seats)
    if seat is None and len(table.seats) > 1:
        raise NotAllowed(
            "the game is not over: it is reviewed through the eyes of one seat only"
        )
    return (seat or 0,)


class ReviewWriter:
    """A review as it is made, turn by turn: what is close in time is thought together."""

    def __init__(
        self,
        game: Game,
        judge: Judge,
        names: Sequence[str],
        eyes: Sequence[Seat],
        seat: Seat | None,
    ) -> None:
        self.game, self.judge, self.names = game, judge, names
        self.wanted = {*eyes} if seat is None else {seat}
        self.moments: list[Moment] = []
        self.made: list[Mapping[Seat, Any]] = [{}]  # by turn; there is no turn 0
        self.worlds: list[Mapping[Seat, int | None]] = []
        self.found: list[ReviewedMove] = []
        self.remarks: list[Remark] = []
        self.judged = 0  # turns

    def see(self, moment: Moment, made: Mapping[Seat, Any] | None = None) -> None:
        """One moment more, and what was done before it."""
        self.moments.append(moment)
        self.worlds.append(counted(self.game, moment))
        if made is not None:
            self.made.append(made)
            self.remarks += self.judge.remarks(self.moments, self.names)
        while self.judged + 1 < len(self.moments) - 1:  # the last may not be answered yet
            self.judge_next()

    def finish(self) -> None:
        """Judge what is left."""
        while self.judged < len(self.moments) - 1:
            self.judge_next()

    def judge_next(self) -> None:
        """The moves of the next turn by the seats that are wanted."""
        self.judged += 1
        turn, made = self.judged, self.made[self.judged]
        before, had = self.moments[turn - 1], self.worlds[turn - 1]
        after = self.moments[self.judge.settled(self.moments, turn)]
        left = {
            seat: uncounted(self.judge.left, after.eyes[seat], seat, made.get(seat))
            for seat in had
        }
        answer = answer_in_words(self.game, self.moments, turn)
        for seat in sorted(self.wanted & {*made}):
            told = {
                other: bits
                for other in had
                if other != seat
                if (bits := bits_between(had[other], left[other])) is not None
            }
            move = judged_move(
                self.game,
                self.judge,
                (before.eyes[seat], after.eyes[seat]),
                (turn, seat, answer),
                made[seat],
                (had[seat], left[seat]),
                told,
            )
            self.found.append(move)


def judged_move(
    game: Game,
    judge: Judge,
    sights: tuple[AnySight, AnySight],
    place: tuple[int, Seat, str],
    move: Any,
    worlds: tuple[int | None, int | None],
    told: Mapping[Seat, float],
) -> ReviewedMove:
    """One move with all its numbers."""
    turn, seat, answer = place
    verdict = uncounted(judge.judged, sights[0], seat, move)
    numbers: dict[str, Any] = dict.fromkeys(
        ("expected_bits", "most_bits", "value", "loss", "stake", "skill", "luck")
    )
    best: tuple[str, ...] = ()
    if verdict is not None:
        came = uncounted(judge.reached, sights[0], seat, move, sights[1])
        numbers = weighed(verdict, came)
        best = tuple(game.move_name(each) for each in verdict.best_moves[:MOST_BEST])
    return ReviewedMove(
        turn=turn,
        seat=seat,
        name=game.move_name(move),
        answer=answer,
        before=worlds[0],
        after=worlds[1],
        bits=bits_between(*worlds),
        best=best,
        told=told,
        claim=verdict.claim if verdict else "",
        worst_case=verdict.worst_case if verdict else None,
        best_worst_case=verdict.best_worst_case if verdict else None,
        **numbers,
    )


def weighed(verdict: Judgement, reached: Number | None) -> dict[str, float | None]:
    """The numbers of a move out of its judgement, and out of what came of it."""
    loss, stake = verdict.best - verdict.value, verdict.best - verdict.worst
    return {
        "expected_bits": verdict.expected_bits,
        "most_bits": verdict.most_bits,
        "value": float(verdict.value),
        "loss": float(loss),
        "stake": float(stake),
        "skill": float(1 - loss / stake) if stake else 1.0,
        "luck": None if reached is None else float(reached - verdict.value),
    }


def skill_of(moves: Sequence[ReviewedMove]) -> float | None:
    """All that was not lost of all that could be lost; `None` if nothing could be."""
    stakes = sum(move.stake for move in moves if move.stake)
    losses = sum(move.loss for move in moves if move.loss)
    return 1 - losses / stakes if stakes else None


def luck_of(moves: Sequence[ReviewedMove]) -> float | None:
    """The luck of all moves that have one."""
    found = [move.luck for move in moves if move.luck is not None]
    return sum(found) if found else None


def counted(game: Game, moment: Moment) -> dict[Seat, int | None]:
    """The worlds of each seat that is seen; `None` where they are too many to count."""
    return {
        seat: uncounted(game.worlds, sight)
        for seat, sight in moment.eyes.items()
        if seat is not None
    }


def uncounted(count: Callable[..., Any], *args: Any) -> Any:
    """What a count gives, or `None` where it would be too large."""
    try:
        return count(*args)
    except TooLarge:
        return None


def answer_in_words(game: Game, moments: Sequence[Moment], turn: int) -> str:
    """What followed a turn, in words; a game that tells nothing in public has none."""
    history = moments[turn].history
    if len(history) != turn:
        return ""
    answer = history[turn - 1].answer
    return "" if answer is None else answer_text(game, answer)


def rounded(number: float | None) -> float | None:
    """A number as JSON has it: nine digits, and no minus zero."""
    return None if number is None else round(float(number), 9) + 0.0
