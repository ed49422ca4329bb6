"""Write a game: its text on one side, its first picture and its worlds on the other.

What is typed is worked out in another process, and stopped if it takes too long; the whole
text fits into the page's address, to send it to a friend.  The gallery has texts to play,
to read, and to change.
"""

import json
import re
from html import escape
from typing import Any, NamedTuple

from nicegui import ui

from whoknows.catalog import find_game, written_files, written_game
from whoknows.errors import WhoknowsError
from whoknows.play.face.face import face_of
from whoknows.play.table.room import Chair, House
from whoknows.web import theme
from whoknows.web.learn_work import wake, worked
from whoknows.web.packed_links import packed, unpacked
from whoknows.web.rooms.host import Host
from whoknows.web.rooms.new_room import lab_strategies
from whoknows.web.server.workers import new_asker
from whoknows.wording import plural

GAME = "written"
LONGEST_TEXT = 20_000  # characters of a text
FIRST = "guesswho"
PEOPLE = "people, by links"
PERSON = "a person, by a link"  # the same of one seat
LEAD = "A page of text is a game: who sees what, who may do what, and what it tells."
SHEET = (
    ("seats ann, bob", "who plays"),
    ("facts muddy[seats]", "facts, one for each seat: muddy_ann, muddy_bob"),
    ("parts card[seats]: 1..5", "parts with values"),
    ("law distinct{card[x] for x: seats}", "only such deals"),
    ("each sees card[me]", "what every seat sees; all see ... is public"),
    ("board found[seats], tries: 0..9", "what lies open; it begins with the first value"),
    ("turns in order", "or: together unless out[me]"),
    ("move guess(x: seats but me, c: 1..5)", "a move, and indented below it:"),
    ("  if <K me> card[x] = c", "when it is allowed: the mover must know it"),
    ("  says ~Kv me card[x]", "what others take it to mean"),
    ("  right card[x] = c", "when it is right: logicians look for that"),
    ("  answer card[x] = c", "what all are told"),
    ("  tells me: card[x]", "what one seat alone is told"),
    ("  makes found[me] := card[x] = c", "what changes"),
    ("ends if round = 10", "when it is over"),
    ("score if found[me] then 1 else 0", "what each seat gets"),
    ('picture red: "●" "#d0342c"', "how a value looks"),
)


# The cursor at a place of the text (in characters, as Python counts them), on the screen.
GO_TO = """place => {
    const field = document.querySelector('textarea'), style = getComputedStyle(field);
    const before = [...field.value].slice(0, place).join(''), lines = before.split('\\n');
    field.focus({preventScroll: true});
    field.setSelectionRange(before.length, before.length + 1);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const x = pen.measureText(lines.at(-1)).width, tall = parseFloat(style.lineHeight);
    field.scrollLeft = Math.max(0, x - field.clientWidth / 2);
    const y = parseFloat(style.paddingTop) + (lines.length - 1) * tall - field.scrollTop;
    const top = field.getBoundingClientRect().top + y;
    if (top < innerHeight / 4 || top > innerHeight * 3 / 4)
        window.scrollBy(0, top - innerHeight / 2);
}"""


class Looked(NamedTuple):
    """What a text is: for the page that shows it while it is written."""

    title: str
    about: str
    worlds: int
    seats: tuple[str, ...]
    moves: int
    picture: str


def looked_at(text: str) -> Looked:
    """A text as a game before its first move; for a worker process."""
    from whoknows.games.written.rules import Setup
    from whoknows.play.table.referee import Table

    game: Any = find_game(GAME)
    setup = Setup(text)
    book = setup.book
    table = Table.dealt(game, setup, 1)
    seat = table.turn[0] if table.turn else 0
    sight = table.sight(seat)
    names = [name.capitalize() for name in book.seats]
    moves = len(game.moves(sight)) if table.turn else 0
    picture = face_of(game).board_svg(sight, names)
    return Looked(book.title, book.about, book.worlds.size, book.seats, moves, picture)


def place_of(text: str, said: str) -> int | None:
    r"""Where in a text a mistake is, of which the line and the column are said first.

    >>> place_of("seats ann\nlaw p", "2:5: no name 'p'"), place_of("", "the file is empty")
    (14, None)
    """
    found = re.match(r"(\d+):(\d+): ", said)
    if found is None:
        return None
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: int(found[1]) - 1]) + int(found[2]) - 1


def text_named(name: str) -> str:
    """The text of the gallery, or of a file that the lab was opened with."""
    from whoknows.games.written.rules import gallery, gallery_text

    if name in gallery():
        return gallery_text(name)
    for file in written_files():
        if name == file_name(file):
            game: Any = written_game(file)
            return str(game.text)
    return gallery_text(FIRST)


def file_name(path: str) -> str:
    """A file as the gallery names it."""
    return path.replace("\\", "/").rpartition("/")[2].removesuffix(".game")


def known_names() -> list[str]:
    """The games of the gallery, those of the lab's own files first."""
    from whoknows.games.written.rules import gallery

    return [*dict.fromkeys([*map(file_name, written_files()), *gallery()])]


def write_page(host: Host, name: str = "", text: str = "") -> None:
    """The page: the text, and what it is."""
    wrong = ""
    try:
        found = unpacked(text) if text else text_named(name or FIRST)
    except WhoknowsError as error:
        wrong, found = f"{error}; here is an example instead", text_named(FIRST)
    with theme.page("Write a game", here="/play", lead=LEAD):
        if wrong:
            theme.wrong(wrong)
        Desk(host, found).build()


class Desk:
    """The page's state: the text, and what came of it."""

    def __init__(self, host: Host, text: str) -> None:
        self.host, self.text = host, text
        self.looked: Looked | None = None
        self.asked = 0  # what came too late is not shown
        self.place: int | None = None  # of a mistake
        self.chairs: dict[str, Any] = {}  # who plays each of the other seats
        self.who = new_asker("write")

    def build(self) -> None:
        """The text on one side, the game on the other."""
        with theme.row():
            ui.select(
                known_names(), label="Begin with a ready game", on_change=self.take
            ).classes("w-64").props("dense outlined")
            ui.button("Copy a link", on_click=self.copy_link).props("outline")
            ui.button("Save the text", on_click=self.save).props("outline")
            theme.button_link("Gallery", "/gallery")
        with theme.columns().classes("wk-notebook"):
            with ui.element("div").classes("wk-side"):
                self.field = ui.textarea(value=self.text, on_change=self.changed)
                self.field.props(
                    f"outlined autogrow dense debounce=400 maxlength={LONGEST_TEXT} rows=24"
                    ' aria-label="The text of the game" input-class=wk-mono'
                    " spellcheck=false autocapitalize=off"
                    ' input-style="white-space:pre;overflow-x:auto"'
                ).classes("w-full")
                with ui.expansion("What can be said").classes("w-full wk-sheet"):
                    theme.table(
                        ["write", "to say"], [[*row] for row in SHEET], name="Sheet"
                    )
            with ui.element("div").classes("wk-side wk-stage-column"):
                self.stage()
        wake()
        ui.timer(0.05, self.look, once=True)

    def stage(self) -> None:
        """What the text is, and the buttons that play it."""
        with theme.card().classes("wk-stage"):
            self.title = ui.label("reading ...").classes("text-lg").props("role=status")
            self.about = ui.label().classes("wk-small")
            self.wrong = ui.html("", sanitize=False).props("role=status")
            self.there = ui.button("Go to it", on_click=self.go_to_mistake)
            self.there.classes("self-start").props("flat dense").set_visibility(False)
            self.picture = ui.html("", sanitize=False).classes("wk-picture w-full")
            self.others = ui.select(
                [*lab_strategies(find_game(GAME)), PEOPLE],
                value="logician",
                label="The other seats are played by",
                on_change=self.fill_seats,
            )
            self.others.props("outlined dense").classes("w-64")
            self.fold = ui.expansion("Seat by seat").classes("w-full")
            self.fold.set_visibility(False)
            with theme.row():
                self.play = ui.button("Play", on_click=self.begin).classes("px-8")
                self.watch = ui.button("Watch", on_click=self.begin_watching)
                self.watch.props("outline")

    async def take(self, event: Any) -> None:
        """Begin with a text of the gallery."""
        self.field.set_value(text_named(str(event.value)))

    async def changed(self) -> None:
        """Something was typed."""
        self.text = self.field.value or ""
        await self.look()

    async def look(self) -> None:
        """Work out what the text is, and show it, unless more was typed meanwhile."""
        self.asked += 1
        mine = self.asked
        try:
            found, wrong = await worked(looked_at, self.text), ""
        except WhoknowsError as error:
            found, wrong = None, str(error)
        if mine == self.asked:
            self.show(found, wrong)

    def show(self, found: Looked | None, wrong: str) -> None:
        """What came of the text."""
        self.looked = found
        self.play.set_enabled(found is not None)
        self.watch.set_enabled(found is not None)
        said, _, lines = wrong.removeprefix("text:").partition("\n")
        self.place = place_of(self.text, said)
        self.there.set_visibility(self.place is not None)
        shown = f'<p class="wk-not-right">{escape(said)}</p>' if wrong else ""
        shown += f'<pre class="wk-not-right">{escape(lines)}</pre>' if lines else ""
        self.wrong.set_content(shown)
        if found is None:
            self.title.set_text("Not a game yet")
            self.about.set_text("")
            self.picture.classes(add="wk-stale")  # of the text as it was
            return
        self.picture.classes(remove="wk-stale")
        many = "world" if found.worlds == 1 else "worlds"
        seats = ", ".join(found.seats)
        self.title.set_text(f"{found.title}: {found.worlds:,} {many}")
        self.about.set_text(f"{found.about}  Seats: {seats}; {found.moves} first moves.")
        self.picture.set_content(found.picture)
        self.list_seats(found.seats)

    def list_seats(self, seats: tuple[str, ...]) -> None:
        """Who plays each of the other seats, where there are several."""
        self.fold.set_visibility(len(seats) > 2)
        if seats[1:] == tuple(self.chairs):
            return
        self.fold.clear()
        known = [*lab_strategies(find_game(GAME)), PERSON]
        with self.fold:
            self.chairs = {
                seat: ui.select(known, label=f"{seat.capitalize()} is played by")
                .props("outlined dense")
                .classes("w-64 mb-2")
                for seat in seats[1:]
            }
        self.fill_seats()

    def fill_seats(self) -> None:
        """Give all other seats to one strategy, or to people."""
        all_by = str(self.others.value)
        for chair in self.chairs.values():
            chair.set_value(PERSON if all_by == PEOPLE else all_by)

    def go_to_mistake(self) -> None:
        """The cursor at the place of the mistake, and that place on the screen."""
        if self.place is not None:
            self.field.client.run_javascript(f"({GO_TO})({self.place})")

    def copy_link(self) -> None:
        """A link that holds the whole text."""
        address = f"/write?text={packed(self.text)}"
        self.field.client.run_javascript(
            f"navigator.clipboard?.writeText(location.origin + {json.dumps(address)})"
        )
        ui.notify("The link is copied.")

    def save(self) -> None:
        """The text as a file for `whoknows play`."""
        ui.download.content(self.text, "my.game")

    async def begin(self) -> None:
        """A room with a person in the first seat."""
        await self.open(plays=True)

    async def begin_watching(self) -> None:
        """A room in which strategies play."""
        await self.open(plays=False)

    async def open(self, *, plays: bool) -> None:
        """Make a room of the text, and go there."""
        if self.looked is None:
            return
        first, *others = self.looked.seats
        whom = [str(self.chairs[seat].value) for seat in others]
        if not plays:
            whom = ["logician" if who == PERSON else who for who in whom]
        alone = whom[0] if whom else "logician"
        chairs = [Chair(first.capitalize(), None if plays else alone)]
        chairs += [
            Chair(seat.capitalize(), None if who == PERSON else who)
            for seat, who in zip(others, whom, strict=True)
        ]
        try:
            made = await self.host.create(
                GAME, {"text": self.text}, chairs, House(undo=True), who=self.who
            )
        except WhoknowsError as error:
            self.show(None, str(error))
            return
        where = "table" if plays else "watch"
        ui.navigate.to(f"/{where}/{made.room}?key={made.keys['host']}")


def gallery_page() -> None:
    """The texts that come with the lab, and those it was opened with."""
    lead = "Each is a text of a page or less: play it, read it, change it."
    with theme.page("Gallery of written games", here="/play", lead=lead):
        theme.button_link("Write a game of your own", "/write")
        with theme.cards():
            for name in known_names():
                gallery_card(name)


def gallery_card(name: str) -> None:
    """One text: what it is about, and where it can be read and played."""
    from whoknows.games.written.rules import read_book

    text = text_named(name)
    book = read_book(text)
    with theme.card():
        theme.heading(book.title)
        ui.label(book.about)
        lines, seats = len(text.splitlines()), len(book.seats)
        counted = f"{lines} lines, {plural(seats, 'seat')}, {book.worlds.size:,} worlds"
        ui.label(counted).classes("wk-small wk-quiet")
        with theme.row():
            theme.button_link(
                "Play, read, change", f"/write?name={name}", said=f"Open {book.title}"
            )
        with ui.expansion("The text").classes("w-full"):
            ui.html(f'<pre class="wk-small">{escape(text)}</pre>', sanitize=False)
