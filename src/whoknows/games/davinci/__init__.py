"""The Da Vinci Code: guess the hidden codes of the others before they guess yours.

Each player sets up a code of black and white tiles in rising order; the others see only
the colors.  On a turn one says what a hidden tile of somebody is; a right guess opens it,
a wrong one ends the turn.  Whose tiles all lie open is out, and the last one in wins.
Every guess also tells what the guesser thought possible, and perfect logicians hear it.

>>> setup = GAME.setup(players=3, tiles=12)
>>> hands = [setup.parse_code(c) for c in ("b1 b4 b5 w6", "b2 w2 w4 b6", "w1 b3 w3 w5")]
>>> state = GAME.start(setup, Deal(tuple(hands), first=1))
>>> GAME.worlds(GAME.sight(state, 0), ())
6
>>> state = GAME.play(state, {1: GAME.parse_move("c3=w3", setup)})
>>> GAME.worlds(GAME.sight(state, 0), ())
2
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, prod
from typing import Any

import numpy as np

from whoknows.errors import BadSetup, IllegalMove, TooLarge
from whoknows.games.davinci.knowledge import Knowledge, Sight, dealt, outlook
from whoknows.games.davinci.knowledge.models import codes_of, model, near_worlds
from whoknows.games.davinci.rules import (
    Answer,
    Arrange,
    Code,
    Deal,
    Dealt,
    Fact,
    Guess,
    Move,
    Place,
    Position,
    Setup,
    Stop,
    agent_name,
    answer_name,
    answer_of,
    code_name,
    legal,
    move_name,
    parse_move,
    tile_name,
)
from whoknows.games.davinci.rules import play as play_by_rules
from whoknows.games.davinci.rules import start as start_by_rules
from whoknows.games.davinci.rules.fold import arrangements, fitting_places, movers
from whoknows.games.davinci.rules.stated import parse_deal
from whoknows.games.davinci.strategies import STRATEGIES, tuned
from whoknows.play.game import Event, History, Pictured, Strategy

MOST_TUPLES = 2 * 10**9  # of hands, one a player: a second of counting for a spectator

__all__ = ["GAME", "DaVinci", "Deal", "Guess", "Setup", "Sight", "State", "Stop"]


@dataclass(frozen=True, slots=True)
class State:
    """One game as it stands: the position, what is common knowledge, and the history."""

    position: Position
    knowledge: Knowledge | None
    history: History = ()


def learned(
    setup: Setup, knowledge: Knowledge | None, facts: Sequence[Fact]
) -> Knowledge | None:
    """The public knowledge after these facts."""
    for fact in facts:
        if isinstance(fact, Dealt):
            knowledge = dealt(setup, fact)
        else:
            assert knowledge is not None
            knowledge = knowledge.learn(fact)
    return knowledge


class DaVinci:
    """The game, as the referee, transcripts, experiments, and pages know it."""

    name = "davinci"
    title = "Da Vinci Code"

    @property
    def strategies(self) -> Mapping[str, Strategy]:
        """The strategies that come with the game, by name."""
        return STRATEGIES

    def tuned(self, name: str) -> Strategy | None:
        """`careful` with a threshold of one's own: `careful:2/3`."""
        return tuned(name)

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
        position, facts = start_by_rules(setup, secret)
        return State(position, learned(setup, None, facts))

    def turn(self, state: State) -> tuple[int, ...]:
        """The seats that move now."""
        return movers(state.position)

    def play(self, state: State, moves: Mapping[int, Move]) -> State:
        """The state after the moves; raises `IllegalMove`."""
        moves = {seat: self.checked(state, seat, move) for seat, move in moves.items()}
        position, facts = play_by_rules(state.position, moves)
        shown = {
            seat: Arrange() if isinstance(move, Arrange) else move
            for seat, move in moves.items()
        }
        knowledge = learned(state.position.setup, state.knowledge, facts)
        return State(position, knowledge, (*state.history, Event(shown, answer_of(facts))))

    def checked(self, state: State, seat: int, move: Move) -> Move:
        """The move, if a guess then one held possible, or one that is insisted on."""
        if not isinstance(move, Guess) or seat not in movers(state.position):
            return move
        sight = self.sight(state, seat)
        if self.rational(sight, move):
            return replace(move, insist=False)
        if move.insist:
            return move
        name = move_name(move)
        raise IllegalMove(f"you know that {name} is wrong; write {name}! to insist")

    def rational(self, sight: Sight, guess: Guess) -> bool:
        """Whether the seat holds the guess possible; rules are checked elsewhere."""
        if sight.knowledge is None:
            return True
        legal(sight.table, sight.seat or 0, guess)
        return outlook(sight.knowledge, sight.seat, sight.word).find(guess) is not None

    def sight(self, state: State, seat: int | None) -> Sight:
        """What the seat sees: its tiles, the table, and what is common knowledge."""
        position, table = state.position, state.position.table()
        if seat is None:
            return Sight(None, (), None, table, state.knowledge)
        drawn = position.drawn if position.seat == seat else None
        return Sight(seat, position.codes[seat], drawn, table, state.knowledge)

    def history(self, state: State) -> History:
        """What has been done in public; a first arrangement of jokers stays hidden."""
        return state.history

    def moves(self, sight: Sight) -> Sequence[Move]:
        """The legal moves: guesses held possible by player, place, tile; then to stop."""
        table = sight.table
        if table.phase == "arrange":
            return arrangements(sight.hand)
        if table.phase in ("hide", "open"):
            assert sight.drawn is not None
            return [Place(at) for at in fitting_places(sight.hand, sight.drawn)]
        if table.phase == "over" or sight.knowledge is None:
            return []
        found: list[Move] = list(outlook(sight.knowledge, sight.seat, sight.word).guesses())
        return [*found, Stop()] if table.phase == "go on" else found

    def worlds(self, sight: Sight, history: History) -> int:  # noqa: ARG002
        """The number of worlds that the seat holds possible.

        Raises `TooLarge` for a spectator of so many hands that counting takes minutes.
        """
        if sight.knowledge is None:
            setup = sight.table.setup
            return deals(setup, others=setup.players - bool(sight.hand))
        if sight.seat is None and prod(map(len, sight.knowledge.hands)) > MOST_TUPLES:
            raise TooLarge("so many hands of all players cannot be counted together")
        return outlook(sight.knowledge, sight.seat, sight.word).worlds

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

    def model(self, sight: Sight, history: History, most: int) -> Pictured | None:  # noqa: ARG002
        """The worlds of the seat, and what it then thinks that the others think."""
        held = {} if sight.seat is None else {sight.seat: holding(sight)}
        return pictured(sight.knowledge, held, most)

    def whole(
        self,
        sights: Mapping[int, Sight],
        history: History,  # noqa: ARG002
        most: int,
    ) -> Pictured | None:
        """The world that is so, and around it what all hold possible."""
        held = {seat: holding(sight) for seat, sight in sights.items()}
        return pictured(next(iter(sights.values())).knowledge, held, most)

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


def holding(sight: Sight) -> Code:
    """The seat's code, followed by its drawn tile if it has one."""
    return sight.hand if sight.drawn is None else (*sight.hand, sight.drawn)


def pictured(
    knowledge: Knowledge | None, held: Mapping[int, Code], most: int
) -> Pictured | None:
    """The model around the worlds where these hands are held."""
    if knowledge is None:
        return None
    try:
        near = near_worlds(knowledge, held, most=most)
    except TooLarge:
        return None
    first = tuple(range(near.first))
    return Pictured(
        model(knowledge, near.worlds, name=face),
        actual=0 if near.first == 1 else None,
        keys=tuple(codes_of(knowledge, world) for world in near.worlds),
        held=first,
        home=agent_name(*held) if len(held) == 1 else None,
        reach=near.reach,
        every=model(knowledge, near.worlds, every=True),
    )


def face(tile: int) -> str:
    """What is written on a tile: in pictures, where all see its color anyway."""
    return tile_name(tile)[1:]


def deals(setup: Setup, others: int) -> int:
    """The ways to deal hands, as sets of tiles, to so many players."""
    ways, left = 1, setup.total - setup.hand * (setup.players - others)
    for _ in range(others):
        ways, left = ways * comb(left, setup.hand), left - setup.hand
    return ways


GAME = DaVinci()
