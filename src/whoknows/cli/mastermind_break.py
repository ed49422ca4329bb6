"""Mastermind at the terminal: the computer breaks your code, or you break its code."""

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import fill
from typing import Any

from whoknows.cli.talk import Quit, Talk
from whoknows.errors import BadFile, Contradiction, IllegalMove, is_whole, shortened
from whoknows.games.mastermind.knowledge import culprits, possible_codes
from whoknows.games.mastermind.rules import Code, Line, Rules, contradiction
from whoknows.games.mastermind.show.board_picture import line_text
from whoknows.games.mastermind.strategies import next_guess
from whoknows.inquiry.plan import Plan

BREAK_HELP = """\
  1,2        1 black and 2 white (also 12, or 1 2)
  hint       good guesses, with what they tell
  why        what each of your answers has left
  left       the codes that are left
  board      the lines so far
  fix 2      answer line 2 anew
  undo       take back the last line
  save FILE  write the lines as JSON
  help       this list
  quit       leave"""
MOST_NAMED = 20  # codes that are named when somebody asks what is left


@dataclass
class BreakerTalk(Talk):
    """A person at a board."""

    rules: Rules
    quiet: bool = False
    """Whether all talk goes to stderr, since stdout is for a document."""
    lines: list[Line] = field(default_factory=list)

    def board(self) -> None:
        """Show the lines so far."""
        for number, line in enumerate(self.lines, start=1):
            self.tell(f"  {number}  {line_text(self.rules, line)}")

    def left(self) -> None:
        """Show the codes that are left."""
        cell = possible_codes(self.rules, self.lines).tolist()
        names = [
            self.rules.code_name(self.rules.code(place)) for place in cell[:MOST_NAMED]
        ]
        more = f" and {len(cell) - MOST_NAMED:,} more" if len(cell) > MOST_NAMED else ""
        text = f"{' '.join(names)}{more}" or "no code"
        self.tell(fill(text, 78, initial_indent="  ", subsequent_indent="  "))

    def explain(self, kind: str) -> None:
        """What the lines tell, or what would be good to guess."""
        from whoknows.games.mastermind.game import GAME
        from whoknows.games.mastermind.rules import Sight

        lines = tuple(self.lines)
        if not len(possible_codes(self.rules, lines)):
            self.tell("  no code agrees with all your answers")
            return
        self.tell_markdown(GAME.face.hint(Sight(self.rules, len(lines) + 1, lines), kind))

    def document(self, found: bool, ahead: Code | None = None) -> dict[str, Any]:
        """The board as plain JSON, and what to guess next."""
        rules = self.rules
        return {
            "pegs": rules.pegs,
            "colors": rules.colors,
            "repeats": rules.repeats,
            "lines": [
                {"guess": rules.code_name(line.guess), "answer": list(line.answer)}
                for line in self.lines
            ],
            "found": found,
            "next": None if ahead is None else rules.code_name(ahead),
        }


def break_code(
    sitting: BreakerTalk, strategy: str, plan: Plan | None, secret: Code | None
) -> bool:
    """The computer guesses the person's code; whether it found it."""
    rules = sitting.rules
    sitting.tell(f"Think of a code: {rules}.  I guess, you answer {rules.answer_form}.")
    try:
        while not solved(sitting):
            mend(sitting)
            guess = chosen(sitting, strategy, plan)
            left = len(possible_codes(rules, sitting.lines))
            name = " ".join(rules.code_name(guess))
            sure = "It must be" if left == 1 else f"{left:,} codes left; I guess"
            answer_line(sitting, guess, f"{sure}  {name}  ? ", secret)
    except Quit:
        sitting.tell("Bye.")
        return False
    guesses = len(sitting.lines)
    sitting.tell(f"Found in {guesses} guess{'es' if guesses > 1 else ''}.")
    return True


def ahead(sitting: BreakerTalk, strategy: str, plan: Plan | None) -> Code | None:
    """What to guess next; nothing if the code is found, or if no code is left."""
    if solved(sitting) or not len(possible_codes(sitting.rules, sitting.lines)):
        return None
    return chosen(sitting, strategy, plan)


def chosen(sitting: BreakerTalk, strategy: str, plan: Plan | None) -> Code:
    """The next guess, by the plan if there is one."""
    if plan is not None:
        return planned(sitting, plan)
    return next_guess(sitting.rules, tuple(sitting.lines), strategy)


def solved(sitting: BreakerTalk) -> bool:
    """Whether the last line is all black, and no other line speaks against it."""
    lines = sitting.lines
    if not lines or lines[-1].answer.black < sitting.rules.pegs:
        return False
    return len(possible_codes(sitting.rules, lines)) > 0


def planned(sitting: BreakerTalk, plan: Plan) -> Code:
    """The guess that the plan asks for after the answers so far."""
    rules = sitting.rules
    node = plan.after(*(rules.answer_name(line.answer) for line in sitting.lines))
    if node.question is None:
        raise Contradiction("the plan asks nothing more")
    return rules.parse_code(node.question)


def answer_line(
    sitting: BreakerTalk, guess: Code, prompt: str, secret: Code | None
) -> None:
    """Put one more line on the board, or do what else the person wants."""
    rules = sitting.rules
    if secret is not None:
        answer = rules.answer(guess, secret)
        sitting.tell(prompt + rules.answer_name(answer))
        sitting.lines.append(Line(guess, answer))
        return
    said = sitting.heard(prompt)
    try:
        if not understood(sitting, said):
            sitting.lines.append(Line(guess, rules.parse_answer(said.lower())))
    except (IllegalMove, BadFile) as error:
        sitting.tell(f"  {error}  (help: what you can type)")


def understood(sitting: BreakerTalk, said: str) -> bool:
    """Whether the person wants something else than to answer; then it is done."""
    words = said.lower()
    others: dict[str, Callable[[], object]] = {
        "board": sitting.board,
        "left": sitting.left,
        "hint": lambda: sitting.explain("move"),
        "why": lambda: sitting.explain("why"),
        "undo": lambda: sitting.take_back(sitting.lines),
        "help": lambda: sitting.tell(BREAK_HELP),
        "?": lambda: sitting.tell(BREAK_HELP),
    }
    if words in others:
        others[words]()
    elif words.startswith("fix"):
        fix(sitting, words.removeprefix("fix").strip())
    elif words.split()[:1] == ["save"]:
        sitting.save(said[len("save") :].strip(), sitting.document(found=False))
    else:
        return False
    return True


def mend(sitting: BreakerTalk) -> None:
    """Until some code agrees with all lines, say which contradict and let one be mended."""
    while not len(possible_codes(sitting.rules, sitting.lines)):
        sets = culprits(sitting.rules, sitting.lines)
        sitting.tell("No code agrees with all your answers:")
        sitting.board()
        for which in sets[:4]:
            sitting.tell(f"  {contradiction(which)}.")
        if len(sitting.lines) == 1:
            fix(sitting, "1")
            continue
        said = sitting.heard("Which line shall be answered anew (or undo)? ")
        try:
            if not understood(sitting, said):
                fix(sitting, said)
        except BadFile as error:
            sitting.tell(f"  {error}")


def fix(sitting: BreakerTalk, number: str) -> None:
    """Let the person answer one line anew."""
    if not is_whole(number) or not 1 <= int(number) <= len(sitting.lines):
        sitting.tell(f"  there is no line {shortened(number)}  (help: what you can type)")
        return
    place = int(number) - 1
    guess = sitting.lines[place].guess
    name = " ".join(sitting.rules.code_name(guess))
    said = sitting.heard(f"line {number}  {name}  ? ")
    try:
        if not understood(sitting, said):
            sitting.lines[place] = Line(guess, sitting.rules.parse_answer(said.lower()))
    except (IllegalMove, BadFile) as error:
        sitting.tell(f"  {error}  (help: what you can type)")
