"""Moves as numbers and sights as arrays: what the environments for learners share.

An action is the number of a move in the game's own list of all moves (`Listed`), so that it
means the same from turn to turn and from game to game.  A game that has no such list gives
the place of a move among those that are legal now.  What is observed is made of the sight
of one seat, which has the public history, and of nothing else.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeAlias

import numpy as np
from numpy.typing import NDArray

from whoknows.errors import IllegalMove, TooLarge
from whoknows.play.documents import plain, sight_json
from whoknows.play.game import (
    Game,
    Listed,
    MoveT,
    Observed,
    Seat,
    SecretT,
    SetupT,
    SightT,
    StateT,
)
from whoknows.play.table.referee import Table

__all__ = ["Encode", "Encoding", "Numbered"]

Encoding: TypeAlias = NDArray[Any]  # what an agent observes, of one fixed shape
Encode: TypeAlias = Callable[[Any], Encoding]  # from the sight of a seat
Mask: TypeAlias = NDArray[np.int8]  # 1 for each action that is legal now

LARGEST_NUMBER = int(np.iinfo(np.int16).max)


@dataclass(frozen=True)
class Numbered(Generic[SetupT, SecretT, StateT, SightT, MoveT]):
    """A game at one setup, its moves numbered and its sights as arrays."""

    game: Game[SetupT, SecretT, StateT, SightT, MoveT]
    setup: SetupT
    encode: Encode | None = None  # instead of the game's own arrays
    sight_bytes: int = 8192  # for games that have no arrays: their sights as JSON
    most_moves: int = 512  # for games that do not list their moves

    @cached_property
    def every(self) -> tuple[MoveT, ...] | None:
        """Every move in order, where the game lists them."""
        if not isinstance(self.game, Listed):
            return None
        return tuple(self.game.all_moves(self.setup))

    @cached_property
    def numbers(self) -> dict[tuple[type, MoveT], int]:
        """The number of each move; equal moves of different kinds are told apart."""
        return {(type(move), move): k for k, move in enumerate(self.every or ())}

    @property
    def count(self) -> int:
        """How many actions there are."""
        return self.most_moves if self.every is None else len(self.every)

    def actions(self, sight: SightT) -> list[int]:
        """The actions that are legal for the seat with this sight."""
        legal = self.game.moves(sight)
        if self.every is not None:
            return [self.numbers[type(move), move] for move in legal]
        if len(legal) > self.most_moves:
            raise TooLarge(
                f"{len(legal)} legal moves; the environment has room for {self.most_moves}"
            )
        return list(range(len(legal)))

    def mask(
        self, table: Table[SetupT, SecretT, StateT, SightT, MoveT], seat: Seat
    ) -> Mask:
        """Which actions are legal for a seat now; none if it is not its turn."""
        mask = np.zeros(self.count, np.int8)
        if seat in table.turn:
            mask[self.actions(table.sight(seat))] = 1
        return mask

    def move(
        self, table: Table[SetupT, SecretT, StateT, SightT, MoveT], seat: Seat, action: Any
    ) -> MoveT:
        """The move that an action stands for; raises `IllegalMove`."""
        sight = table.sight(seat)
        if action is None or int(action) not in self.actions(sight):
            raise IllegalMove(f"action {action} of seat_{seat} is not legal now")
        moves = self.game.moves(sight) if self.every is None else self.every
        return moves[int(action)]

    def observation(
        self, table: Table[SetupT, SecretT, StateT, SightT, MoveT], seat: Seat
    ) -> Encoding:
        """What a seat sees now, as an array."""
        sight = table.sight(seat)
        if self.encode is not None:
            return self.encode(sight)
        if isinstance(self.game, Observed):
            return self.game.observed(sight)
        return as_bytes(sight, self.sight_bytes)

    @cached_property
    def bounds(self) -> tuple[tuple[int, ...], type, int]:
        """The shape, the type, and the largest number of what is observed."""
        if self.encode is None and not isinstance(self.game, Observed):
            return (self.sight_bytes,), np.uint8, 255
        first = self.observation(Table.dealt(self.game, self.setup, 0), 0)
        return first.shape, first.dtype.type, LARGEST_NUMBER


def as_bytes(sight: Any, length: int) -> Encoding:
    """A sight and its history as JSON, byte by byte, with zeros after it."""
    document = [sight_json(sight), plain(sight.history)]
    text = json.dumps(document, separators=(",", ":"))
    written = np.frombuffer(text.encode(), dtype=np.uint8)
    if len(written) > length:
        raise TooLarge(f"a sight of {len(written)} bytes; the environment has {length}")
    return np.concatenate([written, np.zeros(length - len(written), np.uint8)])
