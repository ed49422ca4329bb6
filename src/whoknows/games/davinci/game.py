"""Da Vinci Code as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from whoknows.asking.option import new_setup
from whoknows.games.davinci.knowledge.as_model import pictured
from whoknows.games.davinci.knowledge.seat import holds_possible, legal_moves, world_count
from whoknows.games.davinci.rules import (
    Deal,
    Move,
    Setup,
    Sight,
    State,
    agent_name,
    answer_name,
    arrays,
    code_name,
    fold,
    move_name,
    parse_move,
)
from whoknows.games.davinci.rules.deal_text import parse_deal
from whoknows.games.davinci.solve.what_others_know import imagined
from whoknows.games.davinci.strategies import STRATEGIES, tuned
from whoknows.play.face.face import Face
from whoknows.play.game import History, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured


class DaVinci:
    """The game, as the referee, transcripts, experiments, and pages know it."""

    name = "davinci"
    __repr__ = titled
    title = "Da Vinci Code"
    strategies = STRATEGIES

    # As the rooms below say it.
    tuned = staticmethod(tuned)
    start = staticmethod(fold.start)
    turn = staticmethod(fold.turn)
    sight = staticmethod(fold.sight_of)
    moves = staticmethod(legal_moves)
    all_moves = staticmethod(arrays.all_moves)
    observed = staticmethod(arrays.observed)
    worlds = staticmethod(world_count)
    move_name = staticmethod(move_name)
    parse_move = staticmethod(parse_move)
    answer_name = staticmethod(answer_name)
    imagined = staticmethod(imagined)
    from_json = staticmethod(parse_deal)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.davinci.show.face import DaVinciFace

        return DaVinciFace(self)

    def judge(self, setup: Setup) -> Judge:
        """What moves are worth."""
        from whoknows.games.davinci.show.judge import DaVinciJudge

        return DaVinciJudge(setup)

    def setup(self, *, full: bool = False, **options: Any) -> Setup:
        """The setup with these options; `full` begins from the full game."""
        return new_setup(Setup.full if full else Setup, self.title, options)

    def seats(self, setup: Setup) -> int:
        """How many play."""
        return setup.players

    def deal(self, setup: Setup, rng: np.random.Generator) -> Deal:
        """Hands, pile, and who begins, each deal alike."""
        tiles = rng.permutation(setup.deck()).tolist()
        cut = setup.players * setup.hand
        hands = tuple(
            tuple(sorted(tiles[at : at + setup.hand])) for at in range(0, cut, setup.hand)
        )
        first = int(rng.integers(setup.players))
        return Deal(hands, tuple(tiles[cut:]), first, arranged=not setup.jokers)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The state after the moves; raises `IllegalMove`."""
        return fold.play(state, moves, holds_possible)

    def history(self, state: State) -> History:
        """What has been done in public; a first arrangement of jokers stays hidden."""
        return state.history

    def result(self, state: State) -> Mapping[int, float]:
        """1 for the winner, who alone has a hidden tile; 0 for the rest."""
        seats = range(state.position.setup.players)
        return {seat: float(state.position.alive(seat)) for seat in seats}

    def small(self) -> Sequence[Setup]:
        """Setups so small that random deals often look alike."""
        return (
            Setup(players=2, tiles=6, hand=2),
            Setup(players=3, tiles=8, hand=2, semantics="original", going_on="always"),
            Setup(players=2, tiles=6, hand=2, drawing=True, going_on="greedy"),
            Setup(players=2, tiles=4, hand=2, jokers=True, drawing=True),
        )

    def figures(self, state: State) -> Mapping[str, float]:
        """The guesses made in a game, and how many of them were right."""
        right = [event.answer.right for event in state.history]
        return {
            "guesses": float(sum(answer is not None for answer in right)),
            "right": float(sum(answer is True for answer in right)),
        }

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The worlds of the seat, and what it then thinks that the others think."""
        return pictured(sight, {} if sight.seat is None else {sight.seat: sight}, most)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The world that is so, and around it what all hold possible."""
        return pictured(next(iter(sights.values())), sights, most)

    def to_json(self, secret: Deal) -> Any:
        """The deal as plain JSON: codes in words, seats by their letters."""
        return {
            "hands": {
                agent_name(seat): code_name(hand) for seat, hand in enumerate(secret.hands)
            },
            "pile": code_name(secret.pile),
            "first": agent_name(secret.first),
            "open": [f"{agent_name(seat)}{place + 1}" for seat, place in secret.open],
            "arranged": secret.arranged,
        }


GAME = DaVinci()
