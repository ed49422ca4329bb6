"""A game line by line: a person at a terminal or behind a pipe, whatever the game.

What is shown and said is the game's face; what happens is written down by the sitting
before it is shown, so that a game that is left or killed can be gone on with.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from whoknows.cli.output import put_line
from whoknows.errors import WhoknowsError

if TYPE_CHECKING:
    from whoknows.store.sitting import Sitting

MOST_LISTED = 60  # moves that are listed when somebody asks
VERBS = {
    "hint": "what a logician would do",
    "why [THING]": "what your knowledge follows from; or only what names a thing",
    "left": "what you know: the worlds that are left",
    "moves": "the moves that the rules allow",
    "board": "the table again",
    "rules": "how the game is played",
    "undo": "take back your last move",
    "save FILE": "write the game as a transcript",
    "give up": "see what is hidden, and leave",
    "help": "this list",
    "quit": "leave; the game is kept",
}
QUIT = ("quit", "exit", "q")
ASKED = {"hint": "move", "why": "why", "left": "know", "?": "know"}


class Left(Exception):
    """The person leaves the table."""


class LineGame:
    """One sitting, told and heard line by line."""

    def __init__(self, sitting: "Sitting", *, quiet: bool = False) -> None:
        self.sitting = sitting
        self.quiet = quiet  # whether all talk goes to stderr: stdout is for a document
        self.said = 0  # events that were told
        self.warned = ""  # the move that the person was warned of

    def play(self) -> None:
        """To the end of the game, or until the person leaves."""
        room = self.sitting.room
        self.tell(f"{room.game.title}. You are {self.called(self.sitting.seat)}.")
        if room.house.practice:
            from whoknows.play.table.room import PRACTICE

            self.tell(PRACTICE)
        self.tell("Type help to see what you can type.")
        try:
            self.go_on()
            while not self.sitting.room.table.over:
                self.hear()
        except Left:
            self.tell("You leave the table; the game is kept.")
        else:
            self.tell_end()

    # -------------------------------------------------------------- telling

    def tell(self, text: str = "") -> None:
        """Say something to the person."""
        put_line(text, err=self.quiet)

    def called(self, seat: int) -> str:
        """How a seat is called: its name, and its number where there are several."""
        names = self.sitting.room.names
        return names[seat] if len(names) == 1 else f"{names[seat]} (seat {seat})"

    def tell_news(self) -> None:
        """What has happened since the person was last told."""
        view, face = self.sitting.view, self.sitting.face
        for event in view.history[self.said :]:
            self.tell(f"  {face.event_text(event, view.names, view.sight)}")
        self.said = len(view.history)

    def tell_board(self) -> None:
        """The table as the person sees it; at the end, all of it."""
        from whoknows.play.face.face import table_text

        self.tell_lines(table_text(self.sitting.face, self.sitting.view))

    def tell_lines(self, text: str) -> None:
        """Say lines of the game to the person, indented."""
        self.tell("\n".join(f"  {line}" for line in text.splitlines()))

    def tell_end(self) -> None:
        """How the game ended."""
        view = self.sitting.view
        assert view.result is not None
        self.tell_board()
        self.tell(self.sitting.face.ending(view.sight, view.result, view.names))

    # -------------------------------------------------------------- hearing

    def hear(self) -> None:
        """One line of the person: a move, or something else that is wanted."""
        prompt = self.sitting.face.prompt(self.sitting.view.sight)
        put_line(f"{prompt} > ", end="", err=self.quiet)
        line = sys.stdin.readline()
        if not line:
            self.tell()
            raise Left
        text = line.strip()
        word, _, rest = text.partition(" ")
        word = word.lower()
        if word in self.move_words:
            word = ""  # the word of a move; a slash before it makes it one of ours
        word = word.removeprefix("/")
        if word in QUIT:
            raise Left
        try:
            if word in ASKED:
                self.hint(ASKED[word], rest.strip())
            elif word in self.actions:
                self.actions[word](rest.strip())
            else:
                self.move(text or self.only_move())
        except WhoknowsError as error:
            self.tell(f"  {error}  (help: what you can type)")

    @property
    def move_words(self) -> set[str]:
        """The first words of the game's own moves: they come before ours."""
        forms = self.sitting.face.move_forms(self.sitting.room.table.setup)
        return {form.partition(" ")[0].lower() for form in forms}

    @property
    def actions(self) -> dict[str, Callable[[str], None]]:
        """What is done by a word that is no move."""
        return {
            "help": lambda _: self.help(),
            "moves": lambda _: self.list_moves(),
            "board": lambda _: self.tell_board(),
            "rules": lambda _: self.tell(unmarked(self.sitting.face.rules())),
            "undo": lambda _: self.undo(),
            "give": lambda _: self.give_up(),
            "save": self.save,
        }

    def help(self) -> None:
        """All that can be typed."""
        face, setup = self.sitting.face, self.sitting.room.table.setup
        own = self.move_words
        verbs = {f"/{v}" if v.partition(" ")[0] in own else v: m for v, m in VERBS.items()}
        rows = {**face.move_forms(setup), **verbs}
        width = max(map(len, rows))
        for form, meaning in rows.items():
            self.tell(f"  {form:{width}}  {meaning}")

    def hint(self, kind: str, about: str = "") -> None:
        """The answer to a question about the game, or the lines of it that name a thing."""
        view = self.sitting.view
        lines = unmarked(self.sitting.face.hint(view.sight, kind)).splitlines()
        found = [line for line in lines if about and about in line] or lines
        self.tell_lines("\n".join(found))

    def list_moves(self) -> None:
        """The moves that the rules allow, if they are few."""
        game = self.sitting.room.game
        moves = game.moves(self.sitting.view.sight)
        names = [game.move_name(move) for move in moves[:MOST_LISTED]]
        more = f" and {len(moves) - MOST_LISTED:,} more" if len(moves) > MOST_LISTED else ""
        self.tell(f"  {'  '.join(names)}{more}")

    def only_move(self) -> str:
        """What an empty line means: the one move there is, if there is but one."""
        game = self.sitting.room.game
        moves = game.moves(self.sitting.view.sight)
        return game.move_name(moves[0]) if len(moves) == 1 else ""

    def give_up(self) -> None:
        """Say what is hidden, and leave; hands and stacks are laid open on the table."""
        table, face = self.sitting.room.table, self.sitting.face
        document = table.game.to_json(table.secret)
        if isinstance(document, dict):
            sights = {seat: table.sight(seat) for seat in table.seats}
            self.tell_lines(face.open_text(sights, self.sitting.view.names))
        else:
            self.tell(f"  Hidden: {face.deal_text(document, table.setup)}")
        raise Left

    def move(self, text: str) -> None:
        """Make a move; one that cannot be meant is warned of first."""
        view, face = self.sitting.view, self.sitting.face
        if text != self.warned and not text.endswith("!"):
            warning = face.warning(view.sight, text)
            if warning is not None:
                self.warned = text
                self.tell(f"  {unmarked(warning)}")
                self.tell("  Type it again to do it all the same.")
                return
        elif text == self.warned:
            text = face.insisted(view.sight, text)
        self.warned = ""
        self.sitting = self.sitting.moved(text)
        self.go_on()

    def go_on(self) -> None:
        """Let strategies move until the person must, and tell what happened."""
        while self.sitting.room.thinkers:
            self.sitting = self.sitting.answered()
        self.tell_news()
        if not self.sitting.room.table.over:
            self.tell_board()

    def undo(self) -> None:
        """Take back the person's last move."""
        self.sitting = self.sitting.undone()
        self.said = len(self.sitting.view.history)
        self.tell("  Taken back.")
        self.go_on()

    def save(self, path: str) -> None:
        """Write the game as it is to a file."""
        from whoknows.errors import BadFile
        from whoknows.play.table.transcript import save

        if not path:
            raise BadFile("save: wanted the name of a file")
        save(self.sitting.room.table, Path(path), self.sitting.room.names)
        self.tell(f"  wrote {path}")


def unmarked(text: str) -> str:
    """Markdown as plain text: without the stars of emphasis.

    >>> unmarked("You hold **3** worlds, *all* alike; 2 * 3")
    'You hold 3 worlds, all alike; 2 * 3'
    """
    return re.sub(r"(\*\*|\*)(\S(?:[^*\n]*\S)?)\1", r"\2", text).rstrip()
