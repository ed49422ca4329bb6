"""Balance: the best plan of weighings, as scales to walk through and as a whole tree."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from nicegui import ui

from whoknows.errors import WhoknowsError
from whoknows.games.balance.rules import GOALS, KINDS, Weighing, parse_coins
from whoknows.games.balance.show.board_picture import picture
from whoknows.games.balance.strategies import COMPARED
from whoknows.web import query, theme
from whoknows.web.scales import MOST_LEAVES, SAID, SIGNS, leaves_of, tree_svg
from whoknows.web.solve_balance import (
    ODD,
    REFERENCES,
    CoinQuestion,
    Planned,
    best_plan,
    parse_asked,
)
from whoknows.web.tree import Branch, walked
from whoknows.web.waiting import Waiting
from whoknows.wording import plural

PLAN_SECONDS = 120.0  # seconds that a plan may take
LEAD = (
    "Some coins are odd. How few weighings find them, whatever the scales say? The plan"
    " is proven to be the best, or says what is known."
)


def balance_page(words: Mapping[str, str]) -> None:
    """The page; its address says what is asked."""
    with theme.page("Plans of weighings", here="/explore", lead=LEAD):
        asked = CoinQuestion()
        try:
            asked = query.from_words(words, parse_asked)
        except WhoknowsError as error:
            theme.wrong(f"{error}; here are twelve coins instead")
        Weighings(asked).build()


class Weighings:
    """The page's state: which coins are asked about, and where the walk stands."""

    def __init__(self, asked: CoinQuestion) -> None:
        self.asked = asked
        self.shown = False  # whether the answer of what is asked is there, or comes

    def build(self) -> None:
        """The form, the places of the answers, and the first answer."""
        with theme.card():
            self.form()
            self.waiting = Waiting("Search for a plan")
            self.costs = ui.column().classes("w-full gap-1")
        with theme.card():
            theme.heading("Weigh by the plan")
            self.walk = ui.column().classes("w-full")
        with theme.card():
            theme.heading("The whole plan")
            self.whole = ui.column().classes("w-full")
        ui.timer(0.05, self.solve, once=True)

    def form(self) -> None:
        """Which coins, how they are odd, and what is to be found."""
        asked = self.asked
        with theme.row():
            self.coins = ui.number("Coins", value=asked.coins)
            self.coins.props("debounce=400").classes("w-24")
            self.odd = ui.select(list(ODD), value=asked.odd, label="Odd").classes("w-20")
            self.at_most = ui.checkbox("or fewer", value=asked.at_most)
            self.kind = ui.select(
                KINDS,
                value=asked.kind,
                label="They are",
            ).classes("w-64")
            self.references = ui.select(
                list(REFERENCES), value=asked.references, label="Good coins beside"
            ).classes("w-36")
            self.goal = ui.select(GOALS, value=asked.goal, label="Wanted").classes("w-48")
            self.strategy = ui.select(
                list(COMPARED), value=asked.strategy, label="Strategy"
            ).classes("w-40")
        for field in (
            self.coins, self.odd, self.at_most, self.kind, self.references, self.goal,
            self.strategy,
        ):  # fmt: skip
            field.on_value_change(self.changed)
        self.wrong = theme.wrong("")

    async def changed(self) -> None:
        """Something else is asked: answer it, and let the address say it."""
        coins = self.coins.value
        try:
            asked = parse_asked(
                f"{coins:g}" if coins is not None else "",
                str(self.odd.value),
                str(int(self.at_most.value)),
                self.kind.value,
                str(self.references.value),
                self.goal.value,
                self.strategy.value,
            )
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
            self.forget()
            return
        self.wrong.set_text("")
        if asked.game != self.asked.game or not self.shown:
            self.asked = asked
            ui.navigate.history.replace(asked.address)
            await self.solve()

    async def solve(self) -> None:
        """The plan of what is asked."""
        asked = self.asked
        self.forget()
        self.shown = True
        found = await self.waiting.solve(best_plan, *asked.game, limit=PLAN_SECONDS)
        if found is None or self.asked.game != asked.game:
            return
        with self.costs:
            show_costs(found)
            theme.button_link("Play with these coins", play_address(asked, found))
        try:
            walked(found.tree, asked.answers)
        except WhoknowsError as error:
            self.wrong.set_text(str(error))
            self.asked = replace(asked, answers=())
        self.show(found)

    def forget(self) -> None:
        """What was found for other coins is shown no longer."""
        self.waiting.stop()
        self.shown = False
        for part in (self.costs, self.walk, self.whole):
            part.clear()

    def go(self, found: Planned, answers: tuple[str, ...]) -> None:
        """Walk to where these answers lead."""
        self.asked = replace(self.asked, answers=answers)
        ui.navigate.history.replace(self.asked.address)
        self.show(found)
        way = walked(found.tree, answers)
        theme.focus(self.walk, ".wk-step" if way[-1].then else ".wk-back")

    def show(self, found: Planned) -> None:
        """Where the walk stands, and the whole plan with that place marked."""
        way = walked(found.tree, self.asked.answers)
        self.walk.clear()
        with self.walk, theme.columns().classes("w-full"):
            with ui.column().classes("w-full gap-2"):
                self.show_way(found, way)
            with ui.column().classes("w-full gap-1"):
                self.show_answers(found, way[-1])
        self.whole.clear()
        with self.whole:
            show_tree(
                found.tree, replace(self.asked, answers=()).address, self.asked.answers
            )

    def show_way(self, found: Planned, way: list[Branch]) -> None:
        """The weighings so far, the one to make now, and the way back."""
        answers = self.asked.answers
        lines = [
            (parse_ask(node.ask), answer)
            for node, answer in zip(way, [*answers, None], strict=True)
            if node.ask is not None
        ]
        if lines:
            theme.picture(picture(lines))
        ui.label(standing(way[-1])).props("role=status")
        with theme.row():
            back = ui.button("Back", on_click=partial(self.go, found, answers[:-1]))
            start = ui.button("From the start", on_click=partial(self.go, found, ()))
            for button in (back, start):
                button.props("outline").classes("wk-back")
                button.set_enabled(bool(answers))

    def show_answers(self, found: Planned, node: Branch) -> None:
        """What the scales may say, and what comes then."""
        if node.ask is None:
            return
        theme.heading("If the scales say", level=3)
        for answer, below in node.then.items():
            step = partial(self.go, found, (*self.asked.answers, answer))
            cases = plural(below.size, "case")
            then = f"weigh {below.ask}" if below.ask else f"found: {'; '.join(below.found)}"
            label = f"{SAID[answer]}: {cases}, {then}"
            with (
                ui.button(on_click=step)
                .props(f'outline no-caps aria-label="{label}"')
                .classes("wk-step")
            ):
                ui.label(SIGNS[answer]).classes("wk-sign")
                ui.label(SAID[answer]).classes("wk-step-count")
                ui.label(cases).classes("wk-quiet")
                ui.label(then).classes("wk-step-then")


def parse_ask(ask: str) -> Weighing:
    """A weighing as plans name it: `1-4 : 5-8`."""
    left, _, right = ask.partition(":")
    return Weighing(parse_coins(left, ask), parse_coins(right, ask))


def play_address(asked: CoinQuestion, found: Planned) -> str:
    """The form of a game with these coins, and as many weighings as are needed."""
    return query.address(
        "/new/balance",
        coins=asked.coins,
        odd=asked.odd,
        at_most=int(asked.at_most),
        kind=asked.kind,
        references=asked.references,
        goal=asked.goal,
        weighings=max(1, found.worst),
        naming=1,
    )


def standing(node: Branch) -> str:
    """Where a walk stands, in words."""
    if node.ask is None:
        return f"Found: {'; '.join(node.found)}."
    most = f"at most {node.worst} weighings" if node.worst > 1 else "one weighing"
    return f"{node.size:,} cases are possible; {most} to go, this one included."


def show_costs(found: Planned) -> None:
    """How good the plan is."""
    times = "weighing" if found.worst == 1 else "weighings"
    ui.html(f"at most <b>{found.worst}</b> {times}", sanitize=False).classes("wk-result")
    ui.label(
        f"{found.title}: {found.cases:,} cases; {found.average:.4f} weighings on average,"
        f" {found.total:,} in all; fewer than {found.bound} cannot tell so many apart."
    )
    if found.proven:
        ui.label("Proven: no plan needs fewer at worst.").classes("wk-good")


def show_tree(tree: Branch, link: str, here: tuple[str, ...]) -> None:
    """The tree of scales, where it is not too large to be drawn."""
    ends = leaves_of(tree)
    if ends > MOST_LEAVES:
        ui.label(
            f"{ends:,} ends are too many for a picture; up to {MOST_LEAVES} are drawn."
        ).classes("wk-quiet")
        return
    drawn = ui.html(tree_svg(tree, link, here), sanitize=False)
    drawn.classes("wk-scroll wk-tree").props('tabindex=0 aria-label="The whole plan"')
