"""Hat game as the catalog has it: the game object, put together from the rooms."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from numbers import Real
from operator import attrgetter
from typing import Any

from whoknows.edge import check
from whoknows.errors import BadSetup, exact_number, shortened
from whoknows.games.hats.knowledge import (
    KNOWLEDGE,
    agent_name,
    facts,
    hats_together,
    pictured,
)
from whoknows.games.hats.rules import Hats, Rules, answer_letter, fold
from whoknows.games.hats.rules.deal import with_deal
from whoknows.games.hats.rules.fold import Move, Seen, Sight, State, check_hats
from whoknows.games.hats.rules.world import check_written, parse_odds
from whoknows.play.declared import DeclaredGame
from whoknows.play.face.face import Face
from whoknows.play.fold import Rules as GameRules
from whoknows.play.game import Strategy
from whoknows.play.judging import Judge
from whoknows.play.knowing.knowledge import Pictured
from whoknows.play.moves import Forms


class HatGame(DeclaredGame[Rules, Hats, Seen, Move]):
    """The hat game as the referee plays it."""

    observed = staticmethod(fold.observed)

    @cached_property
    def face(self) -> Face:
        """What the game says of itself."""
        from whoknows.games.hats.show.face import HatsFace

        return HatsFace(self)

    @property
    def strategies(self) -> Mapping[str, Strategy[Sight, Move]]:
        """The strategies that come with the game, loaded when one is wanted."""
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

    def forms(self, setup: Rules) -> Forms:
        """To say a color or to pass; found without the odds, which may be long."""
        return fold.forms(setup)

    def move_name(self, move: Move) -> str:
        """An answer as one letter, which is the same at every table."""
        return answer_letter(move)

    def figures(self, state: State) -> Mapping[str, float]:
        """Whether the team won, and after how many rounds."""
        return {"won": self.result(state)[0], "rounds": float(len(state.history))}

    def model(self, sight: Sight, most: int) -> Pictured | None:
        """The configurations that can be, and those that the seat holds possible."""
        return pictured(sight, most)

    def whole(self, sights: Mapping[int, Sight], most: int) -> Pictured | None:
        """The public model with the hats that are worn."""
        return pictured(hats_together(sights), most)

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


GAME = HatGame(
    GameRules(
        name="hats",
        title="Hat game",
        setup=Rules,
        seats=attrgetter("players"),
        hidden=fold.hidden,
        law=fold.law,
        deal=fold.dealt,
        see=fold.see,
        turn=fold.turn,
        forms=fold.forms,
        answer=fold.answer,
        result=fold.result,
        strategies={},  # the game has them
        knowledge=KNOWLEDGE,
        facts=facts,
        agent=agent_name,
    )
)
