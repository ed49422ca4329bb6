"""Balance at the terminal: you weigh hidden coins, or real coins of your own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from whoknows.cli.talk import Quit, Talk
from whoknows.errors import BadFile, IllegalMove, is_whole, shortened
from whoknows.games.balance.knowledge import Position, culprits, possible
from whoknows.games.balance.rules import (
    Answer,
    Line,
    Rules,
    Weighing,
    coin_list,
    weighing_name,
    world_name,
)
from whoknows.games.balance.show.board_picture import picture, scales_text
from whoknows.games.balance.solve.plans import rules_document
from whoknows.games.balance.strategies import next_weighing
from whoknows.inquiry.plan import Node
from whoknows.wording import plural

ASK_HELP = """\
  LT         the left pan is lighter (also <)
  EQ         the pans balance (also =)
  GT         the left pan is heavier (also >)
  1 2 : 3 4 LT   you weighed something else, and this came out
  hint       a good weighing, and what may come of it
  why        what each weighing has left
  left       the cases that are left
  lines      the weighings so far
  fix 2      say the outcome of weighing 2 anew
  undo       take back the last weighing
  save FILE  write the weighings as JSON
  help       this list
  quit       leave"""
MOST_NAMED = 12  # cases that are named when somebody asks what is left


@dataclass
class ScalesTalk(Talk):
    """A person at the scales."""

    rules: Rules
    quiet: bool = False
    """Whether all talk goes to stderr, since stdout is for a document."""
    lines: list[Line] = field(default_factory=list)

    @property
    def position(self) -> Position | None:
        """What is possible; nothing if the outcomes contradict each other."""
        return possible(self.rules, self.lines)

    def show_lines(self) -> None:
        """Show the weighings so far."""
        for number, line in enumerate(self.lines, start=1):
            self.tell(f"  {number}  {weighing_name(line.weighing)}   {line.answer}")

    def left(self) -> None:
        """Show the cases that are left."""
        position = self.position
        if position is None:
            self.tell("  none")
            return
        names = [world_name(world) for world in islice(position.worlds(), MOST_NAMED)]
        more = position.size - len(names)
        self.tell(f"  {'; '.join(names)}{f'; and {more:,} more' if more else ''}")
        if position.good:
            self.tell(f"  surely good: {coin_list(position.good)}")

    def explain(self, kind: str) -> None:
        """What the weighings tell, or what would be good to weigh."""
        from whoknows.games.balance.game import GAME
        from whoknows.games.balance.rules import Sight

        lines = tuple(self.lines)
        self.tell_markdown(GAME.face.hint(Sight(self.rules, len(lines) + 1, lines), kind))

    def draw(self, path: Path) -> None:
        """Write the weighings as a picture."""
        position = self.position
        good = position.good if position else ()
        lines: list[tuple[Weighing, Answer | None]] = [(w, a) for w, a in self.lines]
        try:
            path.write_text(picture(lines, good, paper=True) + "\n", encoding="utf-8")
        except OSError as error:
            raise BadFile(f"{path}: {error.strerror}") from error

    def document(self, found: bool, ahead: Weighing | None = None) -> dict[str, Any]:
        """The weighings as plain JSON, what they leave, and what to weigh next."""
        position = self.position
        worlds = [] if position is None or not found else list(position.worlds())
        return {
            **rules_document(self.rules),
            "lines": [
                {
                    "left": list(line.weighing.left),
                    "right": list(line.weighing.right),
                    "answer": line.answer,
                }
                for line in self.lines
            ],
            "possible": 0 if position is None else position.size,
            "found": [world_name(world) for world in worlds],
            "next": ahead and {"left": list(ahead.left), "right": list(ahead.right)},
        }


def verdict(rules: Rules, position: Position) -> str:
    """What is known at the end, in words."""
    worlds = list(position.worlds())
    if len(worlds) == 1:
        return world_name(worlds[0])
    coins = coin_list(tuple(k for k, odd in enumerate(worlds[0], start=1) if odd))
    return f"{coins}, heavy or light" if rules.goal == "coin" else world_name(worlds[0])


def ask_coins(sitting: ScalesTalk, strategy: str, plan: Node | None) -> bool:
    """The computer says what to weigh, the person what came out; whether it was found."""
    rules = sitting.rules
    sitting.tell(
        f"{rules}: {rules.size:,} cases.  I say what to weigh; you say LT, EQ, or GT"
    )
    sitting.tell("(the left pan is lighter, the pans balance, the left pan is heavier).")
    try:
        while True:
            mend(sitting)
            position = sitting.position
            assert position is not None
            if position.goals <= 1:
                break
            weighing = advised(sitting, position, strategy, plan)
            sitting.tell()
            sitting.tell(f"{position.size:,} cases left; weigh")
            sitting.tell(scales_text(weighing))
            outcome(sitting, weighing)
    except Quit:
        sitting.tell("Bye.")
        return False
    used = len(sitting.lines)
    odd = verdict(rules, position)
    sitting.tell(f"Odd: {odd}, after {plural(used, 'weighing')}.")
    return True


def advised(
    sitting: ScalesTalk, position: Position, strategy: str, plan: Node | None
) -> Weighing:
    """What to weigh now: by the plan as long as it was followed, else by the strategy."""
    node = plan
    for line in sitting.lines:
        if node is None or node.question != line.weighing:
            node = None
            break
        node = node.branches.get(line.answer)
    if node is not None and node.question is not None:
        weighing: Weighing = node.question
        return weighing
    return next_weighing(position, strategy)


def ahead(sitting: ScalesTalk, strategy: str, plan: Node | None) -> Weighing | None:
    """What to weigh next; nothing if all is known, or if no case is left."""
    position = sitting.position
    if position is None or position.goals <= 1:
        return None
    return advised(sitting, position, strategy, plan)


def outcome(sitting: ScalesTalk, weighing: Weighing) -> None:
    """Hear what came out of a weighing, or do what else the person wants."""
    words = sitting.heard(f"{len(sitting.lines) + 1}> ")
    others: dict[str, Callable[[], object]] = {
        "lines": sitting.show_lines,
        "board": sitting.show_lines,
        "cases": sitting.left,
        "left": sitting.left,
        "hint": lambda: sitting.explain("move"),
        "why": lambda: sitting.explain("why"),
        "undo": lambda: sitting.take_back(sitting.lines),
        "help": lambda: sitting.tell(ASK_HELP),
        "?": lambda: sitting.tell(ASK_HELP),
    }
    lower = words.lower()
    try:
        if lower in others:
            others[lower]()
        elif lower.startswith("fix"):
            fix(sitting, lower.removeprefix("fix").strip())
        elif lower.split()[:1] == ["save"]:
            sitting.save(words[len("save") :].strip(), sitting.document(found=False))
        elif ":" in words:
            sitting.lines.append(parse_line(sitting.rules, words))
        else:
            sitting.lines.append(Line(weighing, sitting.rules.parse_answer(words)))
    except (IllegalMove, BadFile) as error:
        sitting.tell(f"  {error}  (help: what you can type)")


def parse_line(rules: Rules, text: str) -> Line:
    """A weighing and its outcome, like `1 2 : 3 4 LT`."""
    pans, _, answer = text.strip().rpartition(" ")
    if not pans:
        raise IllegalMove(f"{text!r} is no weighing and outcome; wanted like 1 2 : 3 4 LT")
    return Line(rules.parse_weighing(pans), rules.parse_answer(answer))


def mend(sitting: ScalesTalk) -> None:
    """Until some case allows all outcomes, say which contradict and let one be mended."""
    while sitting.position is None:
        sitting.tell("No case allows all these outcomes:")
        sitting.show_lines()
        for which in culprits(sitting.rules, sitting.lines)[:4]:
            sitting.tell(f"  {contradiction(which)}.")
        number = sitting.heard("Which outcome was wrong (or undo)? ").lower()
        if number == "undo":
            sitting.take_back(sitting.lines)
        else:
            fix(sitting, number.removeprefix("fix").strip())


def contradiction(which: tuple[int, ...]) -> str:
    """The weighings that contradict each other, in words.

    >>> contradiction((0, 2)), contradiction((1,))
    ('weighing 3 contradicts weighing 1', 'weighing 2 can never come out so')
    """
    *others, last = (str(k + 1) for k in which)
    if not others:
        return f"weighing {last} can never come out so"
    plural = "s" if len(others) > 1 else ""
    return f"weighing {last} contradicts weighing{plural} {' and '.join(others)}"


def fix(sitting: ScalesTalk, number: str) -> None:
    """Let the person say the outcome of one weighing anew."""
    if not is_whole(number) or not 1 <= int(number) <= len(sitting.lines):
        sitting.tell(f"  there is no weighing {shortened(number)}")
        return
    place = int(number) - 1
    weighing = sitting.lines[place].weighing
    said = sitting.heard(f"weighing {number}: {weighing_name(weighing)}  ? ")
    try:
        sitting.lines[place] = Line(weighing, sitting.rules.parse_answer(said))
    except IllegalMove as error:
        sitting.tell(f"  {error}")
