"""Hat game as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np

from whoknows.edge import check
from whoknows.errors import BadSetup, IllegalMove, exact_number, shortened
from whoknows.games.hats.rules import Hats, Rules, answer_letter, arrays, fold
from whoknows.games.hats.rules.deal import parse_answer, with_deal
from whoknows.games.hats.rules.fold import (
    WON,
    Sight,
    State,
    check_hats,
    dealt,
    legal_answers,
    sight_of,
)
from whoknows.games.hats.rules.world import check_written, parse_odds
from whoknows.play.face.face import Face
from whoknows.play.game import History, Strategy, titled
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured


class HatGame:
    """The hat game as the referee plays it."""

    name = "hats"
    __repr__ = titled
    title = "Hat game"

    # As the rooms below say it.
    start = staticmethod(fold.start)
    turn = staticmethod(fold.turn)
    play = staticmethod(fold.play)
    sight = staticmethod(sight_of)
    observed = staticmethod(arrays.observed)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.hats.show.face import HatsFace

        return HatsFace(self)

    @property
    def strategies(self) -> Mapping[str, Strategy[Sight, int]]:
        """The strategies that come with the game, by name."""
        from whoknows.games.hats.strategies import STRATEGIES

        return STRATEGIES

    def judge(self, setup: Rules) -> Judge:
        """What moves are worth."""
        from whoknows.games.hats.show.judge import HatsJudge

        return HatsJudge(setup)

    def setup(self, **options: Any) -> Rules:
        """A world of the thesis; probabilities may be text, fractions, or lists of them."""
        players, colors = options.get("players", 3), options.get("colors", 2)
        odds = odds_of(options.get("odds"), Rules(players, colors))
        chances = options.get("chances")
        if isinstance(chances, str):
            chances = chances.split(",") if chances else ()
        chances = fractions("chances", () if chances is None else chances)
        if str(options.get("need")) == "half":  # be right, and then any may be wrong
            half = {"need": (players + 1) // 2, "wrong": options.get("wrong", players)}
            options = {**options, **half}
        rules = Rules(**{**options, "odds": odds, "chances": chances})
        check_written(rules)
        return with_deal(rules)

    def seats(self, setup: Rules) -> int:
        """One seat for each agent."""
        return setup.players

    def deal(self, setup: Rules, rng: np.random.Generator) -> Hats:
        """Hats drawn by the odds."""
        return dealt(setup, rng)

    def history(self, state: State) -> History:
        """What was answered, and how each round ended."""
        return state.history

    def moves(self, sight: Sight) -> Sequence[int]:
        """To pass, if allowed, or to say a color."""
        return legal_answers(sight.rules)

    def all_moves(self, setup: Rules) -> Sequence[int]:
        """Every move that can ever be legal, in a fixed order."""
        return legal_answers(setup)

    def worlds(self, sight: Sight) -> int:
        """The configurations that fit what is seen and how the rounds ended."""
        from whoknows.games.hats.knowledge import world_count

        return world_count(sight)

    def result(self, state: State) -> Mapping[int, float]:
        """1 for every seat if the team won, else 0."""
        won = bool(state.history) and state.history[-1].answer == WON
        return dict.fromkeys(range(state.rules.players), float(won))

    def figures(self, state: State) -> Mapping[str, float]:
        """Whether the team won, and after how many rounds."""
        return {"won": self.result(state)[0], "rounds": float(len(state.history))}

    def move_name(self, move: int) -> str:
        """An answer as one letter."""
        return answer_letter(move)

    def parse_move(self, text: str, setup: Rules) -> int:
        """The answer that people mean by `R`, `red`, `P`, or `pass`."""
        word = text.strip().upper()
        names = {"RED": "R", "BLUE": "B", "WHITE": "R", "BLACK": "B", "PASS": "P"}
        try:
            answer = parse_answer(names.get(word, word), setup, f"{text!r}")
        except BadSetup as error:
            raise IllegalMove(str(error)) from None
        if answer not in legal_answers(setup):
            raise IllegalMove(f"{text!r} is not an answer to give at the table")
        return answer

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The configurations that can be, and those that the seat holds possible."""
        from whoknows.games.hats.knowledge import pictured

        return pictured(sight, most)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The public model with the hats that are worn."""
        from whoknows.games.hats.knowledge import all_hats, pictured

        one = next(iter(sights.values()))
        return pictured(replace(one, seat=None, seen=(), hats=all_hats(sights)), most)

    def to_json(self, secret: Hats) -> Any:
        """The colors, seat by seat."""
        return list(secret)

    def from_json(self, document: Any, setup: Rules) -> Hats:
        """The hats that the list of colors, or a word like `RBB`, states."""
        if isinstance(document, str):
            return setup.hats(setup.written_code(document))
        return check_hats(setup, document)

    def answer_name(self, answer: Any) -> str:
        """How a round ended, in a few words."""
        return {"again": "all pass; another round"}.get(answer, str(answer))

    def small(self) -> Sequence[Rules]:
        """Setups with few configurations, one of each kind of rules."""
        third = (Fraction(1, 3), Fraction(2, 3))
        return [
            Rules(3),
            Rules(2, colors=3, rounds=2),
            Rules(4, views="counts", rounds=2),
            Rules(3, odds=(third, third, (Fraction(1), Fraction(0)))),
            Rules(2, chances=tuple(Fraction(k, 6) for k in (0, 1, 2, 3))),
            Rules(3, need=2, wrong=1, passing=False),
        ]


def odds_of(odds: Any, rules: Rules) -> tuple[tuple[Fraction, ...], ...]:
    """Odds as text, as a chance of the first color, as a row for all, or rows of each."""
    if odds is None:
        return ()
    if isinstance(odds, Real) and not isinstance(odds, bool):
        odds = [odds]
    elif not isinstance(odds, str):
        check("odds", odds, Iterable)
        rows = list(odds)
        if not rows or (isinstance(rows[0], Iterable) and not isinstance(rows[0], str)):
            return tuple(fractions("odds", row) for row in rows)
        odds = rows
    if not isinstance(odds, str):
        odds = ",".join(map(str, fractions("odds", odds)))
    return parse_odds(odds, rules.players, rules.colors) if odds else ()


def fractions(name: str, values: Any) -> tuple[Fraction, ...]:
    """A list of probabilities."""
    check(name, values, Iterable)
    return tuple(map(fraction, values))


def fraction(value: Any) -> Fraction:
    """A probability given as a fraction, a number, or text; decimals exactly."""
    try:
        return exact_number(value)
    except (ValueError, ZeroDivisionError):
        raise BadSetup(f"{shortened(value)} is not a probability") from None


GAME = HatGame()
