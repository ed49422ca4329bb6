"""EggHead as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from whoknows.asking.option import new_setup
from whoknows.errors import TooLarge
from whoknows.games.egghead.knowledge import arrays
from whoknows.games.egghead.knowledge.as_model import (
    all_worlds,
    model,
    near_worlds,
    row_worlds,
    seat_letter,
    stacks_of,
)
from whoknows.games.egghead.knowledge.public_worlds import picture_of
from whoknows.games.egghead.knowledge.world_bits import check_memory
from whoknows.games.egghead.rules import State, fold
from whoknows.games.egghead.rules.deck import load_deck
from whoknows.games.egghead.rules.log import PASS, Move, Reacted
from whoknows.games.egghead.rules.setup import (
    Setup,
    Tape,
    deal,
    tape_from_json,
    tape_to_json,
)
from whoknows.games.egghead.rules.sight import Outcome, Sight
from whoknows.games.egghead.rules.stacks import stack_name
from whoknows.games.egghead.solve.rounds_per_point import Run
from whoknows.games.egghead.solve.study import grouped
from whoknows.games.egghead.solve.what_others_know import imagined
from whoknows.games.egghead.strategies import STRATEGIES
from whoknows.logic.reasoning.nearby_worlds import Near
from whoknows.play.face.face import Face
from whoknows.play.game import History, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured


class EggHead:
    """The game as the catalog has it."""

    name = "egghead"
    __repr__ = titled
    title = "EggHead"
    strategies = STRATEGIES

    # As the rooms below say it.
    deal = staticmethod(deal)
    turn = staticmethod(fold.turn)
    sight = staticmethod(fold.sight_of)
    observed = staticmethod(arrays.observed)
    imagined = staticmethod(imagined)
    from_json = staticmethod(tape_from_json)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.egghead.show.face import EggHeadFace

        return EggHeadFace(self)

    def judge(self, setup: Setup) -> Judge:
        """What moves are worth."""
        from whoknows.games.egghead.show.judge import EggHeadJudge

        return EggHeadJudge(setup)

    def setup(self, **options: Any) -> Setup:
        """The setup with these options; `deck` may be the path of a TOML file."""
        if isinstance(options.get("deck"), str):
            options["deck"] = tuple(q.line for q in load_deck(options["deck"]))
        return new_setup(Setup, self.title, options)

    def small(self) -> Sequence[Setup]:
        """Setups so small that random tapes often look alike."""
        tiny: dict[str, Any] = {
            "cards": 1,
            "values": 3,
            "deck": TINY_DECK,
            "points": 2,
            "rounds": 6,
        }
        return [
            Setup(players=2, **tiny),
            Setup(players=3, analysing=2, moderator="rotating", **tiny),
            Setup(players=3, copies=2, **tiny),
        ]

    def seats(self, setup: Setup) -> int:
        """A seat for every player; an external moderator has none."""
        return setup.players

    def start(self, setup: Setup, secret: Tape) -> State:
        """The state after the first question."""
        check_memory(setup.players, len(setup.box), tables=4)
        return fold.start(setup, secret)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The state after these reactions."""
        return fold.play(state, moves, picture_of)

    def history(self, state: State) -> History:
        """The reactions, and what followed from each."""
        return state.events

    def moves(self, sight: Sight) -> Sequence[Move]:
        """To pass, or to call any stack."""
        return self.all_moves(sight.setup)

    def all_moves(self, setup: Setup) -> Sequence[Move]:
        """Every move that can ever be legal, in a fixed order."""
        return (PASS, *setup.box.all)

    def worlds(self, sight: Sight) -> int:
        """The stacks left to the seat; for a spectator, the worlds left."""
        picture = picture_of(sight.setup, sight.log)
        if sight.seat is None:
            return len(picture.of(None))
        return int(picture.row(sight.seat, sight.seen).sum())

    def result(self, state: State) -> Mapping[int, float]:
        """Everybody's points."""
        return {seat: float(score) for seat, score in enumerate(state.scores)}

    def figures(self, state: State) -> Mapping[str, float]:
        """Rounds played, wrong calls, and the mean rounds to a point, by way of playing."""
        steps = [step for step in state.log if isinstance(step, Reacted)]
        wrong = sum(len(set(step.callers) - set(step.solvers)) for step in steps)
        run = Run.of_log(state.log, state.setup.players)
        groups = {"analysing": state.setup.analysts, "plain": state.setup.listeners}
        means = {
            f"{name} rounds to a point": mean
            for name, seats in groups.items()
            if (mean := grouped([run], seats).mean) is not None
        }
        return {"rounds": float(state.round), "wrong": float(wrong), **means}

    def move_name(self, move: Move) -> str:
        """`pass`, or the stack that is called."""
        return stack_name(move) if move else "pass"

    def parse_move(self, text: str, setup: Setup) -> Move:
        """`pass`, or a stack."""
        return PASS if text.strip().lower() in ("pass", "") else setup.box.parse(text)

    def answer_name(self, answer: Outcome) -> str:
        """What followed, in a few words."""
        parts = [
            f"{seat} {'solves' if seat in answer.solved else 'is wrong: had'} {name}"
            for seat, name in answer.shown.items()
        ]
        parts += [f"{seat} could have called" for seat in answer.missed]
        if answer.asked is not None:
            parts.append(f"next: {answer.asked} {answer.answer}")
        if answer.stalled:
            parts.append("deadlock")
        return "; ".join(parts)

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The stacks left to the seat, and what the others then think."""
        picture = picture_of(sight.setup, sight.log)
        try:
            if sight.seat is None:
                start = all_worlds(picture.of(None), most)
            else:
                start = row_worlds(picture, sight.seat, sight.seen)
            near = near_worlds(picture, start, most)
        except TooLarge:
            return None
        home = None if sight.seat is None else seat_letter(sight.seat)
        return pictured(sight.setup, near, home)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The world that is so, and around it what all hold possible."""
        one = next(iter(sights.values()))
        seen = {seat: sight.seen for seat, sight in sights.items()}
        world = stacks_of(one.setup, seen)
        near = near_worlds(picture_of(one.setup, one.log), [world], most)
        return pictured(one.setup, near, None)

    def to_json(self, secret: Tape) -> Any:
        """The tape as plain JSON."""
        return tape_to_json(secret)


def pictured(setup: Setup, near: Near[tuple[int, ...]], home: str | None) -> Pictured:
    """The worlds near a seat, as a model to look at."""
    return Pictured(
        model(setup, near.worlds),
        actual=0 if near.first == 1 else None,
        keys=near.worlds,
        held=tuple(range(near.first)),
        home=home,
        reach=near.reach,
        every=model(setup, near.worlds, every=True),
    )


TINY_DECK = (
    "How many values are missing? := count(values: times = 0)",
    "What is the sum? := sum(cards: value)",
    "Is there a pair? := any(values: times >= 2)",
)


GAME = EggHead()
