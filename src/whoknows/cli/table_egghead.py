"""EggHead at the terminal: a person at the table, or with a notebook at a real one."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace

from whoknows.cli.console import say
from whoknows.errors import IllegalMove, WhoknowsError
from whoknows.games.egghead import GAME
from whoknows.games.egghead.knowledge.notebook import Call, Notebook
from whoknows.games.egghead.knowledge.why import Reasons, reason_text, reasons
from whoknows.games.egghead.rules.deck import Deck
from whoknows.games.egghead.rules.log import Asked, Move
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.games.egghead.show import text
from whoknows.play.referee import Table

HELP = """\
  122         call your stack
  pass        (or nothing) say nothing
  left        the stacks that are left to you
  why [122]   what ruled out the others, or one stack
  undo        take back the last reactions
  quit        leave the table"""


class Quit(Exception):
    """The person leaves the table."""


def heard(prompt: str) -> str:
    """A line from the person; the end of the input is a wish to leave."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line or line.strip().lower() in ("quit", "exit", "q"):
        raise Quit
    return line.strip()


def told(table: Table, me: int | None, before: str = "") -> str:
    """The last reactions and the question at hand, for a person or a spectator.

    The line with the stacks is not said twice; it is given back, for the next time.
    """
    sight = table.sight(me)
    names = text.seat_names(sight.setup, me)
    if table.history:
        for line in text.outcome_text(table.history[-1].answer, names, sight.scores):
            say(f"  {line}")
    if table.over:
        say(f"The game is over: {ending(sight, names)}.")
        say("  " + text.table_text(all_stacks(table, me), names))
        return ""
    if isinstance(sight.log[-1], Asked):
        say(text.asked_text(sight.setup, sight.log[-1], names))
    shown = "  " + text.table_text(all_stacks(table, me), names)
    if me is None:
        left = [GAME.worlds(table.sight(seat)) for seat in table.seats]
        shown += f"   left: {' '.join(map(str, left))}"
    if shown != before or isinstance(sight.log[-1], Asked):
        say(shown)
    return shown


def ending(sight: Sight, names: list[str]) -> str:
    """Who has won, and with how many points."""
    best = max(sight.scores)
    if not best:
        return "nobody scored"
    scores = zip(names, sight.scores, strict=True)
    winners = [name for name, score in scores if score == best]
    return f"{' and '.join(winners)}, {text.counted(best, 'point')}"


def all_stacks(table: Table, me: int | None) -> Sight:
    """What the person sees; one who only watches sees what any two players see."""
    first: Sight = table.sight(0 if me is None else me)
    if me is not None:
        return first
    second: Sight = table.sight(1)
    return replace(first, stacks=(second.stacks[0], *first.stacks[1:]))


def play(
    setup: Setup, me: int, seed: int, keep: Callable[[Table, list[str]], None]
) -> None:
    """A game between a person and logicians."""
    table = Table.dealt(GAME, setup, seed)
    strategy = GAME.strategies["logician"]
    say(f"EggHead: {text.setup_text(setup)}; seed {seed}")
    say("The others take it that you call as soon as you can know your stack.")
    say("Type help to see what you can do.")
    told(table, me)
    try:
        while not table.over:
            moves = {s: table.choice(s, strategy) for s in table.turn if s != me}
            if me in table.turn:
                move = wanted(table, me)
                if move is None:
                    table = back(table, me)
                    told(table, me)
                    continue
                moves[me] = move
            table = table.play(moves)
            told(table, me)
    except (Quit, KeyboardInterrupt):
        say("You left the table.")
    finally:
        keep(table, ["you" if s == me else "logician" for s in setup.seats])


def back(table: Table, me: int) -> Table:
    """The table before the person's last move."""
    turns = len(table.turns)
    while turns and me not in table.turns[turns - 1]:
        turns -= 1
    return table.undo(len(table.turns) - max(0, turns - 1))


def wanted(table: Table, me: int) -> Move | None:
    """The move that the person makes; none is a wish to undo."""
    sight = table.sight(me)
    names = text.seat_names(sight.setup, me)
    warned: Move = ()
    while True:
        line = heard("> ")
        word, _, rest = line.partition(" ")
        try:
            if word == "help":
                say(HELP)
            elif word == "undo":
                return None
            elif word in ("left", "why"):
                why = reasons(sight.setup, me, sight.stacks, sight.log)
                say_why(sight.setup, why, names, word, rest)
            else:
                move = GAME.parse_move(line, sight.setup)
                if not move or move == warned or warns_not(sight, me, move, names):
                    return move
                warned = move
        except WhoknowsError as error:
            say(str(error))


def warns_not(sight: Sight, me: int, move: Move, names: list[str]) -> bool:
    """Whether a call can be right; if not, the person is told why, once."""
    why = reasons(sight.setup, me, sight.stacks, sight.log)
    if move in why.left:
        return True
    said = reason_text(sight.setup, why.against[move], names)
    say(f"{stack_name(move)} cannot be: {said}. Type it again to call it all the same.")
    return False


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
  call B 456       B called 456 and was right; call B 456 455: wrong, 455 was shown
  call B 456 + C 333    at the same time
  new B 113        the new stack of B
  silent           for a moment, nobody called (before a call that came later)
  forget B         draw nothing from what B does or did
  left, why [122], deck, undo, quit"""


def keep_notes(setup: Setup, me: int) -> None:
    """A notebook for a real game with real cards."""
    names = text.seat_names(setup)
    say(f"EggHead: {text.setup_text(setup)}.  You are {names[me]}.")
    say(NOTES)
    try:
        stacks = tuple(
            None if seat == me else first_stack(setup, names[seat]) for seat in setup.seats
        )
        page = Notebook(setup, me, stacks)
        while True:
            page = next_page(page, heard("> "), names)
    except (Quit, KeyboardInterrupt):
        say("The notebook is closed.")


def first_stack(setup: Setup, name: str) -> Stack:
    """The stack that a person reads off the table."""
    while True:
        try:
            return setup.box.parse(heard(f"The stack of {name}: "))
        except IllegalMove as error:
            say(str(error))


def next_page(page: Notebook, line: str, names: list[str]) -> Notebook:
    """The notebook after one line; what cannot be leaves it as it was."""
    word, *rest = line.split() or [""]
    try:
        if word in ACTIONS:
            page = ACTIONS[word](page, rest, names)
            say(f"{len(page.why.left)} left")
        elif word == "undo":
            page = page.before or page
            say(f"taken back; {len(page.why.left)} left")
        elif word in ("left", "why"):
            say_why(page.setup, page.why, names, word, " ".join(rest))
        elif word == "deck":
            say_deck(page.setup.questions)
        else:
            say(NOTES)
    except (WhoknowsError, IndexError, ValueError) as error:
        said = str(error) if isinstance(error, WhoknowsError) else f"not understood: {line}"
        say(f"{said}  (Not written down; undo takes back the line before.)")
    return page


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
