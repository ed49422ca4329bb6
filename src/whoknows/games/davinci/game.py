"""Da Vinci Code as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import BadSetup
from whoknows.games.davinci.knowledge.models import pictured
from whoknows.games.davinci.knowledge.seat import (
    holds_possible,
    legal_moves,
    world_count,
)
from whoknows.games.davinci.rules import (
    Answer,
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
from whoknows.games.davinci.solve.eyes import imagined
from whoknows.games.davinci.strategies import STRATEGIES, tuned
from whoknows.play.face import Face
from whoknows.play.game import History, Strategy
from whoknows.play.judging import Judge
from whoknows.play.knowledge import Pictured
from whoknows.play.through_eyes import Glimpse


class DaVinci:
    """The game, as the referee, transcripts, experiments, and pages know it."""

    name = "davinci"
    title = "Da Vinci Code"

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.davinci.show.face import DaVinciFace

        return DaVinciFace(self)

    @property
    def strategies(self) -> Mapping[str, Strategy[Sight, Move]]:
        """The strategies that come with the game, by name."""
        return STRATEGIES

    def tuned(self, name: str) -> Strategy[Sight, Move] | None:
        """`careful` with a threshold of one's own: `careful:2/3`."""
        return tuned(name)

    def judge(self, setup: Setup) -> Judge:
        """What moves are worth."""
        from whoknows.games.davinci.show.judge import DaVinciJudge

        return DaVinciJudge(setup)

    def setup(self, *, full: bool = False, **options: Any) -> Setup:
        """The setup with these options; `full` begins from the full game."""
        try:
            return Setup.full(**options) if full else Setup(**options)
        except TypeError as error:
            raise BadSetup(str(error).replace("Setup.__init__()", "setup")) from None

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

    def start(self, setup: Setup, secret: Deal) -> State:
        """The state after the deal; raises `BadSetup` if the deal does not fit."""
        return fold.start(setup, secret)

    def turn(self, state: State) -> tuple[int, ...]:
        """The seats that move now."""
        return fold.turn(state)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The state after the moves; raises `IllegalMove`."""
        return fold.play(state, moves, holds_possible)

    def sight(self, state: State, seat: int | None) -> Sight:
        """What the seat sees: its tiles, the table, and what is common knowledge."""
        return fold.sight_of(state, seat)

    def history(self, state: State) -> History:
        """What has been done in public; a first arrangement of jokers stays hidden."""
        return state.history

    def moves(self, sight: Sight) -> Sequence[Move]:
        """The legal moves: guesses held possible by player, place, tile; then to stop."""
        return legal_moves(sight)

    def all_moves(self, setup: Setup) -> Sequence[Move]:
        """Every move that can ever be legal, in a fixed order."""
        return arrays.all_moves(setup)

    def observed(self, sight: Sight) -> NDArray[np.int16]:
        """What a seat sees, as an array."""
        return arrays.observed(sight)

    def worlds(self, sight: Sight) -> int:
        """The number of worlds that the seat holds possible.

        Raises `TooLarge` for a spectator of so many hands that counting takes minutes.
        """
        return world_count(sight)

    def result(self, state: State) -> Mapping[int, float]:
        """1 for the winner, who alone has a hidden tile; 0 for the rest."""
        seats = range(state.position.setup.players)
        return {seat: float(state.position.alive(seat)) for seat in seats}

    def move_name(self, move: Move) -> str:
        """A move as people type it."""
        return move_name(move)

    def parse_move(self, text: str, setup: Setup) -> Move:
        """The move that people mean; raises `IllegalMove`."""
        return parse_move(text, setup)

    def answer_name(self, answer: Answer) -> str:
        """An answer of the public history, in a few words."""
        return answer_name(answer)

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

    def imagined(self, sight: Sight, chain: Sequence[int]) -> Glimpse | None:
        """What another can tell of one's tiles, or thinks that one can tell of theirs."""
        return imagined(sight, chain)

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

    def from_json(self, document: Any, setup: Setup) -> Deal:
        """The deal that such a document states; raises `BadSetup`.

        Hands may be a list in order of the seats; the pile may be left out where nothing
        is drawn; jokers stand where they are written.
        """
        return parse_deal(document, setup)


GAME = DaVinci()
