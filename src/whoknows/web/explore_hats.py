"""Hats: the best deal for any odds, what it loses on the cube, and the curve of Psi."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from nicegui import ui

from whoknows.errors import BadSetup
from whoknows.logic.draw.colors import PALETTE
from whoknows.web import echarts, query, theme
from whoknows.web.hat_kinks import show_kinks
from whoknows.web.prose import prose_html
from whoknows.web.solve_hats import (
    COLORS,
    PLAYERS,
    BestDeal,
    Curve,
    HatQuestion,
    best_deal,
    parse_asked,
    psi_curve,
    rules_of,
)
from whoknows.web.waiting import Waiting

SECONDS = 20.0  # to search for the best deal; then the interval is shown
CURVE_SECONDS = 600.0  # seconds that the curve may take
STEPS = 100  # of the slider
LEAD = (
    "Everybody sees all hats but their own, and says their color or passes. The team wins"
    " if somebody is right and nobody is wrong. What should it agree on?"
)


ESSAY = {
    "how": """\
Before the hats are put on, the team may agree on a *deal*: what each player says for
each thing they may see. Nobody can know their own hat, and with fair odds no guess is
better than a coin. And yet a team can win much more often than each of its guesses is
right.

Choose a team and the odds. The lab looks for the best deal and proves that no deal is
better.""",
    "where": """\
How can that be? **By being wrong together.** Take a configuration that the deal wins.
Somebody guesses right there. Change that player's hat: the player sees the same, says the
same, and is wrong. So every configuration that is won has a neighbour that is lost, one
hat away. The lost ones must be *near* all others, and as few as can be: a covering code.
Below, a line is a changed hat; the lost configurations are crossed out.""",
    "odds": """\
If red comes up more often than blue, losing "all red" costs more than losing "all blue".
So the best code depends on the odds. For each chance *p* of red there is a best chance to
win, called Ψ. It is a curve of pieces: on each piece one kind of code is the best. Move
the slider above, and the mark on the curve moves along.""",
    "more": """\
The [lesson on hats and codes](/learn/08-hats) does this step by step, with exercises; the
command `whoknows hats best` finds deals for larger teams, other views, and other rules.""",
}


def essay(part: str) -> None:
    """A part of the story."""
    ui.html(prose_html(ESSAY[part]), sanitize=False).classes("wk-prose")


def hats_page(words: Mapping[str, str]) -> None:
    """The page; its address says what is asked."""
    with theme.page("Hats", here="/explore", lead=LEAD):
        asked = HatQuestion()
        try:
            asked = query.from_words(words, parse_asked)
        except BadSetup as error:
            theme.wrong(f"{error}; here are three players instead")
        Hats(asked).build()


class Hats:
    """The page's state: what is asked, and where the answers stand."""

    def __init__(self, asked: HatQuestion) -> None:
        self.asked = asked
        self.curve: Curve | None = None

    def build(self) -> None:
        """The story, with the form and the answers inside the text."""
        with ui.element("article").classes("wk-essay"):
            essay("how")
            with theme.card():
                self.form()
                self.deal_waiting = Waiting("Search for the best deal")
                self.deal = ui.column().classes("w-full gap-3")
                self.links = ui.html("", sanitize=False).classes("wk-row")
            essay("where")
            with theme.card():
                theme.heading("What the best deal loses")
                self.cube = ui.column().classes("w-full")
            essay("odds")
            with theme.card():
                theme.heading("The best chance to win, for every chance of red")
                self.curve_waiting = Waiting("Computation of the curve")
                self.chart = echarts.chart({}, "Psi as a curve", height="24rem")
                self.kinks = ui.column().classes("w-full gap-1")
                self.graph = ui.column().classes("w-full")
            essay("more")
        ui.timer(0.05, self.solve_all, once=True)

    def form(self) -> None:
        """Players, colors, and the chance of the first color."""
        with theme.row():
            self.players = ui.select(
                list(PLAYERS), value=self.asked.players, label="Players"
            )
            self.colors = ui.select(list(COLORS), value=self.asked.colors, label="Colors")
            for choice in (self.players, self.colors):
                choice.classes("w-24").on_value_change(self.changed)
        with theme.row().classes("w-full").style("flex-wrap:nowrap"):
            self.odds = ui.input("Chance of red, exact", value=self.asked.odds)
            self.odds.classes("w-40 shrink-0").props("debounce=400").on_value_change(
                self.changed
            )
            self.slider = ui.slider(
                min=0, max=STEPS, step=1, value=round(self.asked.first * STEPS)
            ).props('aria-label="Chance of red in percent"')
            self.slider.on_value_change(self.slid)
        self.wrong = theme.wrong("")

    async def slid(self) -> None:
        """The slider was moved: the field says the same, exactly."""
        self.odds.set_value(str(Fraction(round(self.slider.value), STEPS)))

    async def changed(self) -> None:
        """Something else is asked: answer it, and let the address say it."""
        try:
            asked = parse_asked(
                str(self.players.value), str(self.colors.value), self.odds.value or ""
            )
        except BadSetup as error:
            self.wrong.set_text(str(error))
            self.forget_deal()
            self.asked = replace(self.asked, odds="")  # so that the same is asked again
            return
        self.wrong.set_text("")
        if asked == self.asked:
            return
        curve_too = replace(asked, odds="") != replace(self.asked, odds="")
        self.asked = asked
        ui.navigate.history.replace(asked.address)
        if curve_too:
            self.curve = None
            ui.timer(0, self.solve_curve, once=True)
        await self.solve_deal()

    async def solve_all(self) -> None:
        """The first answers."""
        ui.timer(0, self.solve_curve, once=True)
        await self.solve_deal()

    async def solve_deal(self) -> None:
        """The best deal of what is asked."""
        asked = self.asked
        self.forget_deal()
        self.mark()
        found = await self.deal_waiting.solve(
            best_deal, asked.players, asked.colors, asked.odds, SECONDS, limit=3 * SECONDS
        )
        if found is None or self.asked != asked:
            return
        with self.deal:
            show_deal(found)
        with self.cube:
            show_cube(found)
        self.links.set_content(play_links(asked, found.deal))

    def forget_deal(self) -> None:
        """What was found for another question is shown no longer."""
        self.deal_waiting.stop()
        self.deal.clear()
        self.cube.clear()
        self.links.set_content("")

    async def solve_curve(self) -> None:
        """The curve for this many players, if there are two colors."""
        asked = self.asked
        self.graph.clear()
        self.kinks.clear()
        self.chart.set_visibility(False)
        if asked.colors != 2:
            self.curve_waiting.stop()
            with self.graph:
                ui.label("The curve is known for two colors.").classes("wk-quiet")
            return
        found = await self.curve_waiting.solve(
            psi_curve, asked.players, limit=CURVE_SECONDS
        )
        if found is None or self.asked.players != asked.players or self.asked.colors != 2:
            return
        self.curve = found
        self.chart.set_visibility(True)
        echarts.change(self.chart, curve_options(found))
        self.graph.clear()
        with self.graph:
            show_pieces(found)
        with self.kinks:
            show_kinks(found)
        self.mark()

    def mark(self) -> None:
        """Mark the chance that is asked on the curve."""
        if self.curve is not None and self.asked.colors == 2:
            here = float(self.asked.first)
            marked = self.chart.options["series"][-1]
            marked["data"] = [[here, value_at(self.curve, here)]]
            self.chart.update()


def play_links(asked: HatQuestion, deal: str) -> str:
    """To play this deal, or to watch a team that keeps to it.

    A deal that is too long to be written is left to the table: there the odds are the same.
    """
    words = {
        "players": asked.players,
        "colors": asked.colors,
        "odds": table_odds(asked),
        "agreed": deal,
    }
    play = query.address("/new/hats", **words)
    watch = query.address("/watch", game="hats", **words)
    shown = ("Play this deal", "Watch a team that keeps to it")
    other = ("Play with these hats", "Watch a team with these hats")
    named = shown if deal else other
    return theme.link_html(named[0], play) + theme.link_html(named[1], watch)


def table_odds(asked: HatQuestion) -> str:
    """The odds as the form of a new game takes them; nothing where all are alike."""
    rules = rules_of(asked)
    row = rules.odds[0]
    if len(set(row)) == 1:
        return ""
    return asked.odds if asked.colors == 2 else ",".join(map(str, row))


def show_deal(found: BestDeal) -> None:
    """How much the best deal wins, and what everybody says."""
    near = "" if str(found.win) in ("0", "1") else f" = {found.value:.6f}"
    ui.html(f"wins <b>{found.win}</b>{near}", sanitize=False).classes("wk-result")
    if found.proven:
        ui.label("Proven: no deal wins more.").classes("wk-good")
    else:
        ui.label(
            f"The time was up: no deal wins more than {found.upper} = {found.bound:.6f}."
        ).classes("wk-quiet")
    theme.heading("The deal")
    if found.views:
        rows = [
            [f"{agent}", *answers.replace("P", "·")]
            for agent, answers in enumerate(found.answers, 1)
        ]
        theme.table(["agent sees", *found.views], rows, name="The answers of the best deal")
        ui.label("· passes, * is free; others are seen in the order of agents.").classes(
            "wk-small wk-quiet"
        )
    if found.deal:
        ui.label(found.deal).classes("wk-mono wk-small wk-break")
    else:
        ui.label("Too long to write out here; see whoknows hats best --json.")


def show_cube(found: BestDeal) -> None:
    """The losing set, drawn where it can be, and in letters."""
    if found.cube:
        theme.picture(found.cube).classes("wk-cube")
    else:
        ui.label("Cubes are drawn for two colors and at most five players.").classes(
            "wk-quiet"
        )
    ui.label(f"Lost: {len(found.lost)} of {found.size} configurations.")
    if len(found.lost) <= 120:
        ui.label(" ".join(found.lost)).classes("wk-mono wk-small wk-break")


def curve_options(found: Curve) -> dict[str, Any]:
    """The curve on [0, 1], a color for each piece, with its breakpoints."""
    series = []
    for place, piece in enumerate(found.pieces):
        color = PALETTE[place % len(PALETTE)]
        mirrored = [(1 - p, value) for p, value in reversed(piece.points)]
        name = f"zeros {piece.zeros}"
        series.append(echarts.curve(name, mirrored, color))
        series.append(
            echarts.curve(name, piece.points, color, markLine=breaks(place, found))
        )
    dashes = {"type": "dashed", "width": 1.5, "color": echarts.QUIET}
    series.append(echarts.curve("bound", found.bound, echarts.QUIET, lineStyle=dashes))
    here = {"color": echarts.CARD, "borderColor": echarts.INK, "borderWidth": 3}
    series.append(
        {"type": "scatter", "name": "here", "data": [], "symbolSize": 14, "itemStyle": here,
         "z": 5}
    )  # fmt: skip
    low = min(value for _, value in found.pieces[0].points) - 0.02
    return {
        "xAxis": echarts.axis("chance of red", type="value", min=0, max=1),
        "yAxis": echarts.axis("Ψ", type="value", min=round(low, 2), max=1, nameGap=42),
        "series": series,
        "tooltip": {**echarts.BASE["tooltip"], "trigger": "item"},
    }


def breaks(place: int, found: Curve) -> dict[str, Any]:
    """Lines where a piece begins, on both sides."""
    if not place:
        return {}
    start = found.pieces[place].points[0][0]
    label = {"formatter": found.pieces[place].start, "color": echarts.QUIET}
    mirrored = {"formatter": "", "color": echarts.QUIET}
    return {
        "symbol": "none",
        "silent": True,
        "lineStyle": {"color": echarts.QUIET, "type": "dotted"},
        "data": [{"xAxis": start, "label": label}, {"xAxis": 1 - start, "label": mirrored}],
    }


def value_at(found: Curve, p: float) -> float:
    """The height of the curve at a point, from its points."""
    p = max(p, 1 - p)
    points = [point for piece in found.pieces for point in piece.points]
    for (x, y), (u, v) in pairwise(points):
        if x <= p <= u and u > x:
            return y + (v - y) * (p - x) / (u - x)
    return points[-1][1]


def show_pieces(found: Curve) -> None:
    """The pieces of the curve in exact terms."""
    rows: list[list[object]] = [
        [
            f"{piece.start} ≤ p ≤ {piece.end}",
            piece.polynomial,
            piece.zeros,
            piece.size,
            *("not counted" if n is None else n for n in (piece.sets, piece.tied)),
        ]
        for piece in found.pieces
    ]
    titles = ["where", "Ψ", "zeros 0, 1, …", "size", "optimal sets", "at the left end"]
    theme.table(titles, rows, name="The pieces of the curve", tight=True)
    ui.label(
        "Left of 1/2 the colors are swapped. Zeros: how many lost configurations have"
        " 0, 1, … red hats. The dashed line is a bound that no deal can beat."
    ).classes("wk-small wk-quiet")
