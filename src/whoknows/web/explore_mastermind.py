"""Mastermind: strategies side by side, and their plans as trees to walk."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.games.mastermind.rules import Answer, Line, Sight
from whoknows.games.mastermind.show.board_picture import plate_svg, sight_svg
from whoknows.games.mastermind.show.small import small_code
from whoknows.web import echarts, query, theme
from whoknows.web.prose import prose_html
from whoknows.web.solve_mastermind import (
    COLORS,
    NAMES,
    PEGS,
    CodeQuestion,
    TriedStrategy,
    parse_asked,
    rules_of,
    tried,
)
from whoknows.web.tree import Branch, walked
from whoknows.web.waiting import Waiting
from whoknows.wording import plural

STRATEGY_SECONDS = 300.0  # seconds that one strategy may take
LEAD = (
    "Every strategy is tried on every code: how many guesses does it need, and what does"
    " it ask after which answer?"
)


ESSAY = {
    "how": """\
Somebody hides a code. You guess, and are told how many pegs are right in color and place
(black), and how many more are right in color only (white). Each guess *splits* the codes
that are left by their answers, and you go on with one part.

What is a good split? One strategy wants many parts, another wants the largest part small,
a third wants the most bits of information. Choose a game, and the lab lets each strategy
find every code.""",
    "why": """\
A strategy looks one guess ahead: it measures the split and not what can be done with the
parts. *Worst case* (Knuth 1976) is careful and never needs more than five guesses in the
classic game. *Entropy* counts bits, and *parts* counts answers; both are better on average.
A guess that can itself be the code may end the game at once, which no measure of the split
sees. The best plan of all is found by looking to the end of the game, for every first guess
and every answer, and comparing. [How it is known to be the best](/docs/proofs.md);
[why entropy falls behind](/docs/exercise-5.md).""",
    "walk": """\
A strategy that never throws dice is a *plan*: a tree of guesses and answers. Walk it:
choose an answer, and see what is left and what is asked next.""",
    "more": """\
The [lesson on asking well](/learn/09-asking) has exercises about splits and entropy;
`whoknows mastermind evaluate` tries strategies of your own on every code.""",
}


def essay(part: str) -> None:
    """A part of the story."""
    ui.html(prose_html(ESSAY[part]), sanitize=False).classes("wk-prose")


def mastermind_page(words: Mapping[str, str]) -> None:
    """The page; its address says what is asked."""
    with theme.page("Mastermind strategies", here="/explore", lead=LEAD):
        asked = CodeQuestion()
        try:
            asked = query.from_words(words, parse_asked)
        except WhoknowsError as error:
            theme.wrong(f"{error}; here is the classic game instead")
        Strategies(asked).build()


class Strategies:
    """The page's state: what is asked, and what was found so far."""

    def __init__(self, asked: CodeQuestion) -> None:
        self.asked = asked
        self.found: dict[str, TriedStrategy] = {}

    def build(self) -> None:
        """The story, with the form and the answers inside the text."""
        with ui.element("article").classes("wk-essay"):
            essay("how")
            with theme.card():
                self.form()
                self.waiting = Waiting("Trying strategies")
                self.table = theme.scrolled(ui.html("", sanitize=False), "The strategies")
                self.chart = echarts.chart({}, "How many codes need how many guesses")
                with ui.expansion("Why do some strategies end earlier?").classes("w-full"):
                    ui.html(prose_html(ESSAY["why"]), sanitize=False).classes("wk-prose")
            essay("walk")
            with theme.card():
                theme.heading("A plan to walk")
                self.plan = ui.select(list(NAMES), value=self.asked.plan, label="Strategy")
                self.plan.classes("w-56").on_value_change(self.changed)
                self.plan_waiting = Waiting("Making the plan")
                self.walk = ui.column().classes("w-full")
                self.links = ui.html("", sanitize=False).classes("wk-row")
            essay("more")
        ui.timer(0.05, self.solve_all, once=True)

    def form(self) -> None:
        """The rules, and which strategies are compared."""
        asked = self.asked
        with theme.row():
            self.pegs = ui.select(list(PEGS), value=asked.pegs, label="Pegs")
            self.colors = ui.select(list(COLORS), value=asked.colors, label="Colors")
            self.repeats = ui.checkbox("colors may repeat", value=asked.repeats)
            self.blacks = ui.checkbox("blacks only", value=asked.blacks_only)
            self.pegs.classes("w-20")
            self.colors.classes("w-20")
        self.names = ui.select(
            list(NAMES), value=list(asked.strategies), label="Compared", multiple=True
        )
        self.names.classes("w-full").props("use-chips")
        for field in (self.pegs, self.colors, self.repeats, self.blacks, self.names):
            field.on_value_change(self.changed)
        self.wrong = theme.wrong("")

    async def changed(self) -> None:
        """Something else is asked: answer it, and let the address say it."""
        try:
            asked = parse_asked(
                str(self.pegs.value),
                str(self.colors.value),
                str(int(self.repeats.value)),
                str(int(self.blacks.value)),
                ",".join(name for name in NAMES if name in self.names.value),
                self.plan.value,
            )
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
            self.forget()
            return
        self.wrong.set_text("")
        before, self.asked = self.asked, asked
        ui.navigate.history.replace(asked.address)
        if before.game != asked.game:
            self.forget()
        if (before.game, before.plan) != (asked.game, asked.plan):
            ui.timer(0, self.solve_plan, once=True)
        if (before.game, before.strategies) != (asked.game, asked.strategies):
            await self.solve_compared()

    def forget(self) -> None:
        """What was found for another game is shown no longer."""
        self.waiting.stop()
        self.plan_waiting.stop()
        self.found = {}
        self.walk.clear()
        self.show_compared()

    async def solve_all(self) -> None:
        """The first answers."""
        ui.timer(0, self.solve_plan, once=True)
        await self.solve_compared()

    async def solve_compared(self) -> None:
        """Strategy after strategy; each is shown as soon as it is there."""
        asked = self.asked
        self.show_compared()
        for name in asked.strategies:
            found = self.found.get(name) or await self.waiting.solve(
                tried, *asked.game, name, limit=STRATEGY_SECONDS
            )
            if self.asked.game != asked.game or self.asked.strategies != asked.strategies:
                return
            if found is None:
                return
            self.found[name] = found
            self.show_compared()

    def show_compared(self) -> None:
        """The table and the histograms of what is there."""
        shown = [self.found[n] for n in self.asked.strategies if n in self.found]
        self.table.set_visibility(bool(shown))
        self.chart.set_visibility(bool(shown))
        if not shown:
            return
        self.table.set_content(table_html(shown, rules_of(*self.asked.game).size))
        echarts.change(self.chart, histogram_options(shown))

    async def solve_plan(self) -> None:
        """The plan that is walked."""
        asked = self.asked
        self.walk.clear()
        self.links.set_content(play_links(asked))
        found = await self.plan_waiting.solve(
            tried, *asked.game, asked.plan, limit=STRATEGY_SECONDS
        )
        if found is None or (self.asked.game, self.asked.plan) != (asked.game, asked.plan):
            return
        try:
            way = walked(found.tree, self.asked.answers)
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
            self.asked = replace(self.asked, answers=())
            way = [found.tree]
        self.show_walk(found, way)

    def go(self, found: TriedStrategy, answers: tuple[str, ...]) -> None:
        """Walk to the node after these answers."""
        self.asked = replace(self.asked, answers=answers)
        ui.navigate.history.replace(self.asked.address)
        way = walked(found.tree, answers)
        self.show_walk(found, way)
        theme.focus(self.walk, ".wk-step" if way[-1].then else ".wk-back")

    def show_walk(self, found: TriedStrategy, way: list[Branch]) -> None:
        """Where the walk stands: the board, and where it can go."""
        rules, answers = rules_of(*self.asked.game), self.asked.answers
        asks = [rules.parse_code(node.ask or "") for node in way]
        lines = tuple(map(Line, asks, map(parsed, answers)))
        board = Sight(rules, len(asks), lines, pending=asks[-1])
        self.walk.clear()
        with self.walk, theme.columns().classes("w-full"):
            with ui.column().classes("w-full"):
                theme.picture(sight_svg(board))
                ui.label(standing(way[-1])).props("role=status")
                with theme.row():
                    back = ui.button("Back", on_click=partial(self.go, found, answers[:-1]))
                    start = ui.button(
                        "From the start", on_click=partial(self.go, found, ())
                    )
                    for button in (back, start):
                        button.props("outline").classes("wk-back")
                        button.set_enabled(bool(answers))
            with ui.column().classes("w-full gap-1"):
                theme.heading("If the answer is", level=3)
                for answer, below in way[-1].then.items():
                    self.answer_button(found, answer, below)
                if way[-1].found:
                    ui.label(f"all black: {way[-1].found[0]} is the code").classes(
                        "wk-good"
                    )

    def answer_button(self, found: TriedStrategy, answer: str, below: Branch) -> None:
        """One way to go on: the pins, how many codes are left, and the next guess."""
        rules, said = rules_of(*self.asked.game), parsed(answer)
        step = partial(self.go, found, (*self.asked.answers, answer))
        codes = plural(below.size, "code")
        label = f"{said.black} black, {said.white} white: {codes}, then {below.ask}"
        with (
            ui.button(on_click=step)
            .props(f'outline no-caps aria-label="{label}"')
            .classes("wk-step")
        ):
            ui.html(plate_svg(rules, said), sanitize=False)
            ui.label(codes).classes("wk-step-count")
            code = small_code(rules, rules.parse_code(below.ask or ""))
            ui.html(code, sanitize=False).props("aria-hidden=true")
            ui.label(f"≤ {below.worst}").classes("wk-quiet wk-small")


def play_links(asked: CodeQuestion) -> str:
    """To play, or to watch, this very game."""
    words = {
        "pegs": asked.pegs,
        "colors": asked.colors,
        "repeats": int(asked.repeats),
        "blacks_only": int(asked.blacks_only),
    }
    play = query.address("/new/mastermind", **words)
    watch = query.address("/watch", game="mastermind", **words)
    return theme.link_html("Play this game", play) + theme.link_html(
        "Watch a strategy", watch
    )


def parsed(answer: str) -> Answer:
    """An answer as plans name it: `1,2`."""
    black, _, white = answer.partition(",")
    return Answer(int(black), int(white or 0))


def standing(node: Branch) -> str:
    """Where a walk stands, in words."""
    if node.size == 1:
        return "One code is left, and it is guessed."
    most = f"at most {node.worst} guesses" if node.worst > 1 else "one guess"
    return f"{node.size:,} codes are possible; {most} to go, this one included."


def table_html(shown: list[TriedStrategy], size: int) -> str:
    """The strategies side by side."""
    rows: list[list[object]] = [
        [
            one.strategy + (" (proven)" if one.proven else ""),
            one.first,
            one.total,
            f"{one.average:.4f}",
            one.worst,
        ]
        for one in shown
    ]
    titles = ["strategy", "first guess", "total", "average", "worst"]
    return theme.table_html(
        titles, rows, name=f"Strategies over {size:,} codes", tight=True
    )


def histogram_options(shown: list[TriedStrategy]) -> dict[str, Any]:
    """How many codes need how many guesses, strategy by strategy."""
    longest = max(len(one.histogram) for one in shown)
    series = [
        echarts.bars(
            one.strategy, [*one.histogram, *[0] * (longest - len(one.histogram))], k
        )
        for k, one in enumerate(shown)
    ]
    counts = [str(k) for k in range(1, longest + 1)]
    return {
        "xAxis": echarts.axis("guesses", type="category", data=counts),
        "yAxis": echarts.axis("codes", type="value", nameGap=44),
        "series": series,
    }
