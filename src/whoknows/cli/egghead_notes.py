"""EggHead at the terminal: a person at the table, or with a notebook at a real one."""

from collections.abc import Callable, Mapping

from whoknows.cli.console import say
from whoknows.cli.talk import Quit, Talk
from whoknows.errors import IllegalMove, WhoknowsError
from whoknows.games.egghead.knowledge.notebook import Call, Notebook
from whoknows.games.egghead.knowledge.why_ruled_out import Reasons, reason_text
from whoknows.games.egghead.rules.deck import Deck
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.games.egghead.show import text


class NotesTalk(Talk):
    """A person with a notebook: the lines that were written down can be saved."""

    quiet = False

    def __init__(self) -> None:
        self.lines: list[str] = []


def say_why(setup: Setup, why: Reasons, names: list[str], word: str, rest: str) -> None:
    """What is left, or what ruled out the others, or one of them."""
    if word == "left":
        say(
            "\n".join(
                text.filled(f"{len(why.left)} left: ", list(map(stack_name, why.left)))
            )
        )
    elif rest.strip():
        stack = setup.box.parse(rest)
        told = (
            "is left"
            if stack in why.left
            else reason_text(setup, why.against[stack], names)
        )
        say(f"{stack_name(stack)}: {told}")
    else:
        say("\n".join(text.reasons_text(setup, why, names)))


NOTES = """\
  ask 3 2          question 3 of the deck was answered with 2 (see: deck)
  call B 456       B called 456 and was right
  call B 456 455   B called 456 and was wrong: 455 was shown
  call B 456 + C 333    at the same time
  new B 113        the new stack of B
  silent           for a moment, nobody called (before a call that came later)
  forget B         draw nothing from what B does or did
  hint             what a logician would do
  why [122]        what ruled out the stacks, or one of them
  left             the stacks that are left
  deck             the questions with their numbers
  undo             take back the last line
  save FILE        write the lines, to go on with: whoknows egghead notes < FILE
  help             this list
  quit             close the notebook"""


def keep_notes(setup: Setup, me: int) -> None:
    """A notebook for a real game with real cards."""
    names = text.seat_names(setup)
    say(f"EggHead: {text.setup_text(setup)}.  You are {names[me]}.")
    say(NOTES)
    talk = NotesTalk()
    try:
        stacks = tuple(
            None if seat == me else first_stack(talk, setup, names[seat])
            for seat in setup.seats
        )
        page = Notebook(setup, me, stacks)
        while True:
            page = next_page(talk, page, talk.heard("> "), names)
    except (Quit, KeyboardInterrupt):
        say("The notebook is closed.")


def first_stack(talk: NotesTalk, setup: Setup, name: str) -> Stack:
    """The stack that a person reads off the table."""
    while True:
        line = talk.heard(f"The stack of {name}: ")
        try:
            stack = setup.box.parse(line)
        except IllegalMove as error:
            say(NOTES if line.lower() in ("help", "?") else str(error))
        else:
            talk.lines.append(line)
            return stack


def next_page(talk: NotesTalk, page: Notebook, line: str, names: list[str]) -> Notebook:
    """The notebook after one line; what cannot be leaves it as it was."""
    word, *rest = line.split() or [""]
    try:
        if word in ACTIONS:
            page = ACTIONS[word](page, rest, names)
            talk.lines.append(line)
            say(f"{len(page.why.left)} left")
        elif word == "undo":
            page = taken_back(talk, page)
        elif word == "hint":
            say(advice(page.why))
        elif word in ("left", "why"):
            say_why(page.setup, page.why, names, word, " ".join(rest))
        elif word == "deck":
            say_deck(page.setup.questions)
        elif word == "save":
            talk.save(line[len("save") :].strip(), "\n".join(talk.lines))
        else:
            say(NOTES)
    except (WhoknowsError, IndexError, ValueError) as error:
        said = str(error) if isinstance(error, WhoknowsError) else f"not understood: {line}"
        say(f"{said}  (Not written down; undo takes back the line before.)")
    return page


def taken_back(talk: NotesTalk, page: Notebook) -> Notebook:
    """The page before the last line."""
    if page.before is None:
        raise IllegalMove("nothing was written down yet")
    talk.lines.pop()
    say(f"taken back; {len(page.before.why.left)} left")
    return page.before


def advice(why: Reasons) -> str:
    """What a logician would do, who knows what this notebook knows."""
    if len(why.left) == 1:
        return f"A logician would call {stack_name(why.left[0])}: it alone is left."
    return f"A logician would stay silent: {len(why.left)} stacks are left."


def noted_question(page: Notebook, rest: list[str], names: list[str]) -> Notebook:  # noqa: ARG001
    """`ask 3 2`."""
    number = int(rest[0])
    if not 1 <= number <= len(page.setup.questions):
        raise IllegalMove(f"the deck has questions 1 to {len(page.setup.questions)}")
    question = page.setup.questions[number - 1]
    return page.ask(number - 1, question.parse_answer(rest[1]))


def noted_call(page: Notebook, rest: list[str], names: list[str]) -> Notebook:
    """`call B 456`, or `call B 456 455`; `call B 456 + C 333` at the same time."""
    calls = {}
    for words in (part.split() for part in " ".join(rest).split("+")):
        called = page.setup.box.parse(words[1])
        shown = page.setup.box.parse(words[2]) if words[2:] else called
        calls[seat_of(words[0], names)] = Call(called, shown)
    return page.call(calls)


def noted_stack(page: Notebook, rest: list[str], names: list[str]) -> Notebook:
    """`new B 113`."""
    return page.dealt(seat_of(rest[0], names), page.setup.box.parse(rest[1]))


def noted_silence(page: Notebook, rest: list[str], names: list[str]) -> Notebook:  # noqa: ARG001
    """`silent`."""
    return page.quiet() or page


def forgotten(page: Notebook, rest: list[str], names: list[str]) -> Notebook:
    """`forget B`."""
    return page.forget(seat_of(rest[0], names))


ACTIONS: Mapping[str, Callable[[Notebook, list[str], list[str]], Notebook]] = {
    "ask": noted_question,
    "call": noted_call,
    "new": noted_stack,
    "silent": noted_silence,
    "forget": forgotten,
}


def seat_of(name: str, names: list[str]) -> int:
    """The seat that a name means."""
    if name.upper() not in names:
        raise IllegalMove(f"nobody is called {name}; there are {', '.join(names)}")
    return names.index(name.upper())


def say_deck(deck: Deck) -> None:
    """The questions with their numbers."""
    for number, question in enumerate(deck, 1):
        say(f"  {number:2} {question.text}")
