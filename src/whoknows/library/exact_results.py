"""Exact results by a short name: the best deal, Psi, optimal plans, what a strategy costs.

>>> best(players=5)
<Best deal of 5 agents: wins 25/32, proven>
>>> psi(3)(0.5)
0.75
>>> evaluate("worst-case")
<worst-case in Mastermind, 4 pegs, 6 colors: total 5,801, average 4.4761, worst 5>
>>> optimal("balance", coins=12).worst
3
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from whoknows.edge import checked
from whoknows.errors import BadSetup, UnknownName, shortened
from whoknows.library.results import Result, made_with, new_figure
from whoknows.library.runs import Player, player_name, strategy_of
from whoknows.play.documents import read_setup

if TYPE_CHECKING:
    from whoknows.games.hats.rules import Deal, Rules
    from whoknows.games.hats.solve.adequate.psi import Piece, Psi
    from whoknows.games.hats.solve.best import Best
    from whoknows.inquiry.plan import Plan
    from whoknows.logic.puzzles import Telling
    from whoknows.play.game import Game, Strategy
    from whoknows.work.proof_kinds import Kind


@checked
def best(
    players: int = 3,
    *,
    p: float | Fraction | str | None = None,
    time_limit: float = 60.0,
    **world: Any,
) -> "BestDeal":
    """The best hat deal of a world: `best(5)`, `best(4, colors=3)`, `best(3, p=0.9)`.

    `p` is the chance of the first color, red; `odds` gives those of all colors.
    """
    from whoknows.catalog import GAMES
    from whoknows.games.hats.solve.best import best as found

    odds = {} if p is None else {"odds": p}
    setup = read_setup(GAMES["hats"], {"players": players, **odds, **world})
    return BestDeal(found(setup, time_limit=time_limit))


@dataclass(frozen=True, repr=False)
class BestDeal(Result):
    """The best deal found for the hat game, and how good any deal can be at most."""

    found: "Best"

    def __repr__(self) -> str:
        sure = "proven" if self.proven else f"no deal wins more than {self.upper}"
        return f"<Best deal of {self.rules.players} agents: wins {self.win}, {sure}>"

    @property
    def rules(self) -> "Rules":
        """The world: agents, colors, odds, and what wins."""
        return self.found.rules

    @property
    def win(self) -> Fraction:
        """The chance to win with this deal."""
        return self.found.lower

    @property
    def upper(self) -> Fraction:
        """What no deal wins more than."""
        return self.found.upper

    @property
    def proven(self) -> bool:
        """Whether no deal wins more."""
        return self.found.proven

    @property
    def proof(self) -> "Kind":
        """Of what kind the proof of `upper` is: see the page "How do you know?"."""
        from whoknows.games.hats.solve.proofs.best_certificate import proof_kind

        return proof_kind(self.found)

    def certificate(self) -> dict[str, Any]:
        """What `whoknows.checking` checks, as `hats best --certificate` writes it."""
        from whoknows.games.hats.solve.proofs.best_certificate import best_certificate

        return best_certificate(self.found)

    @property
    def deal(self) -> "Deal":
        """The answers of the first round; raises `BadSetup` where no table is written."""
        if self.found.deals is None or self.found.agents:
            raise BadSetup(f"the deal has no table for every agent: {self.text}")
        return self.found.deals[0]

    @property
    def text(self) -> str:
        """The deal in letters, agent by agent, as `hats evaluate` reads it."""
        from whoknows.games.hats.solve.documents import deal_text

        return deal_text(self.found)

    @checked
    def answer(self, agent: int, others: str) -> str:
        """What an agent, counted from 1, says on seeing the others' hats: `R`, `B`, `P`."""
        from whoknows.games.hats.rules import answer_letter

        rules, rows = self.rules, self.deal.answers
        if not 1 <= agent <= rules.players:
            raise BadSetup(f"agent {agent}; wanted 1 to {rules.players}")
        names = [rules.view_name(label) for label in range(rules.view_count)]
        if others.upper() not in names:
            raise BadSetup(f"{others!r} is no view; wanted such as {names[0]}, {names[-1]}")
        return answer_letter(rows[agent - 1][names.index(others.upper())])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each view, with what every agent then says."""
        from whoknows.games.hats.rules import answer_letter

        if self.found.deals is None or self.found.agents:
            return []
        return [
            {"sees": self.rules.view_name(label)}
            | {
                f"agent {k}": answer_letter(row[label])
                for k, row in enumerate(self.deal.answers, 1)
            }
            for label in range(self.rules.view_count)
        ]

    def draw(self) -> str:
        """The cube of the configurations as SVG: circles are won, crosses are lost."""
        from whoknows.games.hats.show.board_picture import cube_svg

        if self.found.lost is None:
            raise BadSetup(f"the deal has no list of what it loses: {self.text}")
        return cube_svg(self.found.lost, self.rules)

    def _repr_svg_(self) -> str | None:
        from whoknows.games.hats.show.board_picture import MOST_DRAWN

        small = self.rules.colors == 2 and self.rules.players <= MOST_DRAWN
        return self.draw() if small and self.found.lost is not None else None

    def to_json(self) -> dict[str, Any]:
        """What `whoknows hats best --json` prints, fractions as text."""
        from whoknows.games.hats.solve.documents import best_document

        document = best_document(self.found)
        return {k: str(v) if isinstance(v, Fraction) else v for k, v in document.items()}


@checked
def psi(players: int = 5) -> "PsiCurve":
    """Psi(N, p), exact: the largest chance to win, a function of p."""
    from whoknows.games.hats.solve.adequate.psi import psi as found

    return PsiCurve(found(players))


@dataclass(frozen=True, repr=False)
class PsiCurve(Result):
    """The function Psi(N, p): call it with p, look at its pieces, plot it."""

    found: "Psi"

    def __call__(self, p: Any) -> Any:
        """The largest chance to win at p; a fraction for a fraction, an array for many."""
        if isinstance(p, Iterable) and not isinstance(p, str):
            from numpy import array

            return array([self(each) for each in p])
        from whoknows.games.hats.rules.world import parse_chance

        return self.found(p if isinstance(p, float | int | Fraction) else parse_chance(p))

    def __repr__(self) -> str:
        pieces = "1 piece" if len(self.pieces) == 1 else f"{len(self.pieces)} pieces"
        return f"<Psi({self.found.players}, p): {pieces} on 1/2 <= p <= 1>"

    @property
    def players(self) -> int:
        """The number of agents."""
        return self.found.players

    def certificate(self) -> dict[str, Any]:
        """What `whoknows.checking.verify` checks, as `hats psi --certificate` writes it."""
        from whoknows.games.hats.solve.proofs.psi_certificate import psi_certificate

        return psi_certificate(self.found)

    @property
    def pieces(self) -> tuple["Piece", ...]:
        """The intervals of p, each with the polynomial that is Psi there."""
        return self.found.pieces

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each piece."""
        from whoknows.games.hats.show.charts import polynomial_text

        return [
            {
                "from": str(piece.start),
                "to": str(piece.end),
                "Psi": polynomial_text(piece.polynomial),
                "lost": piece.size,
                "optimal sets": piece.sets,
            }
            for piece in self.pieces
        ]

    def to_json(self) -> dict[str, Any]:
        """What `whoknows hats psi --json` prints."""
        from whoknows.games.hats.solve.documents import psi_document

        return psi_document(self.found)

    def draw(self) -> str:
        """The curve as SVG."""
        from whoknows.games.hats.show.charts import psi_svg

        return psi_svg(self.found)

    def _repr_svg_(self) -> str:
        return self.draw()

    def plot(self) -> Any:
        """The curve, as a figure of matplotlib."""
        figure = new_figure()
        axes = figure.axes[0]
        places = [k / 400 for k in range(401)]
        axes.plot(places, [float(self(p)) for p in places])
        for piece in self.pieces[1:]:
            axes.axvline(float(piece.start), color="0.8", linewidth=0.8)
        axes.set_xlabel("p")
        axes.set_ylabel(f"Psi({self.players}, p)")
        return figure


@checked
def optimal(
    game: "str | Game" = "mastermind",
    *,
    minimize: str | None = None,
    worst: int | None = None,
    first: str | None = None,
    **options: Any,
) -> "Evaluation":
    """The proven best plan of Mastermind or Balance: `optimal("balance", coins=12)`.

    What is least is the total in Mastermind and the worst in Balance, unless `minimize`
    says "worst" or "total".  In Mastermind a plan may be asked for that never needs more
    guesses than `worst`, or that begins with the guess `first`.
    """
    if not isinstance(game, str):
        game = str(getattr(game, "name", shortened(game)))
    if game == "mastermind":
        from whoknows.games.mastermind.rules import Rules
        from whoknows.games.mastermind.solve import optimal as codes
        from whoknows.games.mastermind.solve.certificate import plan_certificate

        certify: Callable[..., dict[str, Any]] = plan_certificate
        rules = made_with(Rules, options, game)
        begin = opening(rules, first)
        found: Any = codes(rules, minimize=minimize or "total", worst=worst, first=begin)
        about = f"Mastermind, {size_text(options, pegs=4, colors=6)}"
    elif game == "balance":
        from whoknows.games.balance.rules import Rules as Coins
        from whoknows.games.balance.solve import optimal as coins
        from whoknows.games.balance.solve.certificate import certificate

        if worst is not None or first is not None:
            raise BadSetup("`worst` and `first` are for plans of Mastermind")
        found = coins(made_with(Coins, options, game), minimize=minimize or "worst")
        about, certify = f"Balance, {size_text(options, coins=12)}", certificate
    else:
        raise UnknownName.among("game with optimal plans", game, ["mastermind", "balance"])
    plan, document = found.plan, found.document()
    return Evaluation(
        "optimal", about, plan.histogram, plan, document, partial(certify, found)
    )


@checked
def evaluate(
    player: Player = "parts", *, first: str | None = None, **options: Any
) -> "Evaluation":
    """A strategy of Mastermind tried on every code, by its name or as a function.

    A name may begin with the guess `first`, keep to `only_possible` codes, and part `ties`.
    """
    if player == "optimal":
        return optimal("mastermind", first=first, **options)
    from whoknows.games.mastermind.rules import Rules
    from whoknows.games.mastermind.solve import evaluate as named

    how = {name: options.pop(name) for name in ("only_possible", "ties") if name in options}
    about = f"Mastermind, {size_text(options, pegs=4, colors=6)}"
    rules = made_with(Rules, options, "mastermind")
    if not isinstance(player, str):
        if first is not None or how:
            raise BadSetup(
                "a function chooses its guesses itself, the first and the others"
            )
        from whoknows.catalog import GAMES

        codes = GAMES["mastermind"]
        name = player_name(codes, player)
        return Evaluation(name, about, tried(strategy_of(codes, player), options))
    found = named(rules, player, first=opening(rules, first), **how)
    return Evaluation(player, about, found.histogram, found.plan, found.document())


def opening(rules: Any, first: str | None) -> Any:
    """The first guess that a text forces."""
    return None if first is None else rules.parse_code(first)


def size_text(options: Mapping[str, Any], **usual: Any) -> str:
    """Options in words, the usual ones first: `4 pegs, 6 colors`.

    >>> size_text({"pegs": 3, "repeats": False}, pegs=4, colors=6)
    '3 pegs, 6 colors, repeats=False'
    """
    first = [f"{options.get(name, value)} {name}" for name, value in usual.items()]
    rest = [f"{name}={value}" for name, value in options.items() if name not in usual]
    return ", ".join(first + rest)


def tried(strategy: "Strategy", options: dict[str, Any]) -> tuple[int, ...]:
    """How many codes a function finds with 1, 2, 3, ... guesses, game by game."""
    from whoknows.catalog import GAMES
    from whoknows.play.table.referee import Table, finish

    game = GAMES["mastermind"]
    setup = game.setup(**{"rows": 1000, **options})
    counts: Counter[int] = Counter()
    for code in map(tuple, setup.rules.codes.tolist()):
        table = finish(Table.with_secret(game, setup, code), [strategy])
        counts[len(table.turns)] += 1
    return tuple(counts[n] for n in range(1, max(counts) + 1))


@dataclass(frozen=True, repr=False)
class Evaluation(Result):
    """What a strategy or a plan costs over all secrets of a game."""

    strategy: str
    about: str  # the game and its size, in words
    histogram: tuple[int, ...]  # the secrets found with 1, 2, 3, ... questions
    plan: "Plan | None" = None  # the strategy as a tree, where it has one
    document: Mapping[str, Any] | None = None
    certify: "Callable[[], dict[str, Any]] | None" = None  # writes the proof down

    def __repr__(self) -> str:
        costs = f"total {self.total:,}, average {float(self.average):.4f}"
        sure = ", proven" if self.proven else ""
        return f"<{self.strategy} in {self.about}: {costs}, worst {self.worst}{sure}>"

    @property
    def total(self) -> int:
        """The questions over all secrets."""
        return sum(n * count for n, count in enumerate(self.histogram, 1))

    @property
    def worst(self) -> int:
        """The most questions for any secret."""
        return len(self.histogram)

    @property
    def average(self) -> Fraction:
        """The expected number of questions."""
        return Fraction(self.total, sum(self.histogram))

    @property
    def proven(self) -> bool:
        """Whether it is proven that nothing is better."""
        return bool((self.document or {}).get("proven"))

    @property
    def proof(self) -> "Kind | None":
        """Of what kind the proof is: see the page "How do you know?"."""
        return (self.document or {}).get("proof")

    def certificate(self) -> dict[str, Any]:
        """What `whoknows.checking.verify` checks, as `--certificate` writes it."""
        if self.certify is None:
            raise BadSetup(f"{self}: nothing is proven of it")
        return self.certify()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each number of questions, with the secrets that need so many."""
        return [
            {"questions": n, "secrets": count} for n, count in enumerate(self.histogram, 1)
        ]

    def to_json(self) -> dict[str, Any]:
        """The costs as plain JSON."""
        return {
            "strategy": self.strategy,
            "about": self.about,
            "total": self.total,
            "worst": self.worst,
            "average": float(self.average),
            "histogram": list(self.histogram),
            **(self.document or {}),
        }

    def plot(self) -> Any:
        """How many secrets need how many questions, as a figure of matplotlib."""
        figure = new_figure()
        axes = figure.axes[0]
        bars = axes.bar(range(1, self.worst + 1), self.histogram)
        axes.bar_label(bars)
        axes.set_xticks(range(1, self.worst + 1))
        axes.set_xlabel("questions")
        axes.set_ylabel("secrets")
        axes.set_title(f"{self.strategy}: {self.about}")
        return figure


@checked
def puzzle(name: str, **options: Any) -> "Told":
    """A puzzle of knowledge, told step by step: `puzzle("muddy", children=4)`."""
    from whoknows.logic.puzzles import PUZZLES

    if name not in PUZZLES:
        raise UnknownName.among("puzzle", name, PUZZLES)
    return Told(made_with(PUZZLES[name], options, f"the puzzle {name}"))


@dataclass(frozen=True, repr=False)
class Told(Result):
    """A puzzle, told from its first worlds to its answer."""

    found: "Telling"

    def __repr__(self) -> str:
        worlds = " → ".join(map(str, self.worlds))
        return f"<Puzzle {self.found.puzzle}: {worlds} worlds. {self.found.outcome}>"

    @property
    def answer(self) -> Mapping[str, Any]:
        """What comes out, by name."""
        return self.found.answer

    @property
    def worlds(self) -> tuple[int, ...]:
        """The number of worlds at the start and after every step."""
        return self.found.worlds

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each step: what was said, and the worlds left."""
        said = ["(at first)", *(step.said for step in self.found.steps)]
        return [
            {"step": k, "said": words, "worlds": left}
            for k, (words, left) in enumerate(zip(said, self.worlds, strict=True))
        ]

    def to_json(self) -> dict[str, Any]:
        """What `whoknows puzzle NAME --json` prints."""
        return self.found.document()

    def plot(self) -> Any:
        """The worlds left after every step, as a figure of matplotlib."""
        figure = new_figure()
        axes = figure.axes[0]
        axes.step(range(len(self.worlds)), self.worlds, where="post", marker="o")
        axes.set_xlabel("step")
        axes.set_ylabel("worlds left")
        axes.set_title(self.found.puzzle)
        return figure
