"""The best deal of any world as an integer program over answers.

A variable says that an agent answers a color to a view in a round, another that a
configuration is won in a round, and another that a round comes to it.  A configuration
is won if enough agents are right and few enough wrong, and goes on if all pass.  That is
the game as the rules have it, for any number of colors, any views, and any rounds; for
two colors and views by seats the coverings of the cube are much faster.

>>> world = Rules(players=2, colors=3)
>>> deals, bound = best_program(world)
>>> evaluate_rounds(deals, world).fitness, bound
(Fraction(4, 9), Fraction(4, 9))
"""

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

from whoknows.errors import TooLarge, needs
from whoknows.games.hats.knowledge import Deals, evaluate_rounds
from whoknows.games.hats.rules import PASS, Code, Deal, Rules
from whoknows.games.hats.solve.bounds.ball_bounds import is_uniform, least_loss
from whoknows.games.hats.solve.programs.cpsat import Found, least

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_ANSWERS = 200_000  # variables of answers at most

Key: TypeAlias = tuple[int, int, int, int]  # round, agent, view, color

__all__ = ["best_program", "evaluate_rounds"]


def best_program(
    rules: Rules,
    *,
    hint: Deals = (),
    time_limit: float = 60.0,
    progress: Found | None = None,
) -> tuple[Deals, Fraction]:
    """The deals that win most, and a bound that no deals win more than.

    With a `hint`, deals to begin with, those come back if nothing better is found.
    """
    check_program(rules)
    bound = 1 - least_loss(rules)
    if hint and evaluate_rounds(hint, rules).fitness == bound:
        return hint, bound
    program = Program(rules)
    program.add_hint(hint)
    solved = least(
        program.model,
        [1 - won for row in program.won for won in row],
        [rules.chance(code) for code in range(rules.size)] * rules.rounds,
        wanted=list(program.said.values()),
        time_limit=time_limit,
        progress=progress and told_of_one_game(progress, rules),
    )
    values = solved.values or (False,) * len(program.said)
    said = {key for key, yes in zip(program.said, values, strict=True) if yes}
    found = [deals_of(said, rules), *([hint] if hint else [])]
    deals = max(found, key=lambda deals: evaluate_rounds(deals, rules).fitness)
    return deals, min(rules.rounds - solved.bound, bound)


def told_of_one_game(progress: Found, rules: Rules) -> Found:
    """Progress in chances to lose: a game is won in one of its rounds at most.

    The program counts a loss for every round that is not won, one too many for each
    round after the first.
    """
    extra = rules.rounds - 1

    def tell(best: Fraction, bound: Fraction) -> None:
        progress(best - extra, max(bound - extra, Fraction(0)))

    return tell


class Program:
    """The program of a world, and its variables."""

    def __init__(self, rules: Rules) -> None:
        with needs("solve"):
            from ortools.sat.python import cp_model

        self.rules = rules
        self.model = cp_model.CpModel()
        self.said: dict[Key, cp_model.IntVar] = {}
        self.won: list[list[cp_model.IntVar]] = []  # by round and configuration
        self.hats = rules.table().tolist()
        self.views = rules.view_table().T.tolist()
        self.add_answers()
        reached: list[Any] = [1] * rules.size
        for turn in range(rules.rounds):
            self.won.append(self.variables(rules.size))
            for code in range(rules.size):
                self.add_ending(turn, code, reached[code])
            if turn + 1 < rules.rounds:
                reached = self.add_silence(turn, reached)
        if is_uniform(rules) and rules.views == "seats" and rules.wrong == 0:
            self.add_symmetry()

    def variables(self, number: int) -> list["cp_model.IntVar"]:
        """New variables of 0 and 1."""
        return [self.model.new_bool_var("") for _ in range(number)]

    def add_answers(self) -> None:
        """Everyone answers at most one color to a view; just one if none may pass."""
        rules = self.rules
        sizes = (rules.rounds, rules.players, rules.view_count)
        for turn, player, view in product(*map(range, sizes)):
            row = self.variables(rules.colors)
            self.model.add(sum(row) <= 1) if rules.passing else self.model.add_exactly_one(
                row
            )
            self.said |= {(turn, player, view, c): row[c] for c in range(rules.colors)}

    def add_ending(self, turn: int, code: Code, reached: Any) -> None:
        """What it takes to win a configuration in a round."""
        rules, won = self.rules, self.won[turn][code]
        right, wrong = [], []
        for player, color in enumerate(self.hats[code]):
            row = self.row(turn, player, code)
            right.append(row[color])
            wrong.append(sum(row[c] for c in range(rules.colors) if c != color))
        self.model.add(sum(right) >= rules.need * won)
        if rules.wrong == 0:
            for mistaken in wrong:
                self.model.add(mistaken + won <= 1)
        elif rules.wrong < rules.players:
            spare = rules.players - rules.wrong
            self.model.add(sum(wrong) + spare * won <= rules.players)
        if turn:
            self.model.add(won <= reached)

    def add_silence(self, turn: int, reached: list[Any]) -> list["cp_model.IntVar"]:
        """The next round comes only to configurations in which all pass in this one."""
        after = self.variables(self.rules.size)
        for code, variable in enumerate(after):
            if turn:
                self.model.add(variable <= reached[code])
            for player in range(self.rules.players):
                self.model.add(sum(self.row(turn, player, code)) + variable <= 1)
        return after

    def add_symmetry(self) -> None:
        """Configurations are alike, and one is lost: say that it is the first.

        Nobody may guess without being wrong somewhere, so that not all are won.
        """
        self.model.add(sum(row[0] for row in self.won) == 0)

    def add_hint(self, deals: Deals) -> None:
        """Begin with these deals."""
        for turn, deal in enumerate(deals):
            for (when, player, view, color), variable in self.said.items():
                if when == turn:
                    said = deal.answers[player][view] == color + 1
                    self.model.add_hint(variable, said)

    def row(self, turn: int, player: int, code: Code) -> list["cp_model.IntVar"]:
        """The answers of an agent in a configuration, by color."""
        view = self.views[code][player]
        return [self.said[turn, player, view, c] for c in range(self.rules.colors)]


def deals_of(said: set[Key], rules: Rules) -> Deals:
    """The deals in which just these answers are given; where none may pass, one is."""

    def answer(turn: int, player: int, view: int) -> int:
        for color in range(rules.colors):
            if (turn, player, view, color) in said:
                return color + 1
        return PASS if rules.passing else PASS + 1

    return tuple(
        Deal(
            tuple(
                tuple(answer(turn, player, view) for view in range(rules.view_count))
                for player in range(rules.players)
            )
        )
        for turn in range(rules.rounds)
    )


def program_size(rules: Rules) -> int:
    """How many answers there are to choose."""
    return rules.rounds * rules.players * rules.view_count * rules.colors


def check_program(rules: Rules) -> None:
    """Refuse a program that no solver would get through."""
    answers = program_size(rules)
    if answers > MOST_ANSWERS:
        raise TooLarge(
            f"the program of these rules has {answers:.2g} answers to choose; at most"
            f" {MOST_ANSWERS:,} are tried"
        )
