"""The Da Vinci Code at the terminal: a person at the table, with hints and warnings."""

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction

from rich.markup import escape

from whoknows.cli.console import say
from whoknows.errors import IllegalMove, TooLarge, WhoknowsError
from whoknows.games.davinci import GAME
from whoknows.games.davinci.knowledge import outlook_of
from whoknows.games.davinci.rules import Guess, Sight, agent_name, move_name
from whoknows.games.davinci.show import chances_lines, move_text, table_text
from whoknows.games.davinci.solve import thoughts
from whoknows.games.davinci.strategies import guess_at
from whoknows.play.game import Strategy
from whoknows.play.referee import Table
from whoknows.play.strategies import find_strategy

HELP = """\
  c3=w5       guess that c's third tile is the white 5 (c3=w5! to insist)
  stop        end your turn after a right guess
  place 2     put the drawn tile at your second place (with jokers)
  arrange 1   set up your code, your joker at the first place
  ?           a hint: your worlds, the chances, what the others may know
  undo        take back your last move
  quit        leave the table"""


def play(table: Table, me: int, names: list[str], keep: Callable[[Table], None]) -> None:
    """A person in seat `me` against strategies, to the end or until the person leaves."""
    say(f"You are {agent_name(me)}; type help for help.")
    strategies = {
        seat: find_strategy(GAME, name) for seat, name in enumerate(names) if seat != me
    }
    try:
        while not table.over:
            table = step(table, me, strategies, names)
    except EOFError:
        say("You leave the table.")
    finally:
        keep(table)
    if table.over:
        say(escape(table_text(table.sight(me), names)))
        winner = next(seat for seat, score in table.result.items() if score)
        say("You win." if winner == me else f"{agent_name(winner)} wins.")


def step(
    table: Table, me: int, strategies: Mapping[int, Strategy], names: list[str]
) -> Table:
    """One turn: strategies move at once, the person is asked."""
    moves = {
        seat: table.choice(seat, strategies[seat]) for seat in table.turn if seat != me
    }
    if me not in table.turn:
        return told(table.play(moves), me)
    say(escape(table_text(table.sight(me), names)))
    if table.sight(me).table.phase == "arrange":
        options = GAME.moves(table.sight(me))
        if len(options) == 1:  # no joker to place
            return told(table.play({**moves, me: options[0]}), me)
        say("  Put your joker at a place: arrange 1, arrange 2, ...")
    while True:
        text = heard(f"{agent_name(me)}> ")
        if text == "undo":
            return undone(table, me)
        if answered(table, me, text):
            continue
        try:
            move = GAME.parse_move(text, table.setup)
            return told(table.play({**moves, me: move}), me)
        except WhoknowsError as error:
            say(escape(f"  {warning(error)}"))


def warning(error: WhoknowsError) -> str:
    """What was wrong with a move; to guess against one's knowledge is only warned of."""
    text = str(error)
    return (
        f"Warning: {text}" if isinstance(error, IllegalMove) and "insist" in text else text
    )


def answered(table: Table, me: int, text: str) -> bool:
    """Whether the text was a question about the game, which is then answered."""
    if text in ("help", "h"):
        say(HELP)
    elif text == "?":
        hint(table.sight(me))
    elif text:
        return False
    return True


def heard(prompt: str) -> str:
    """A line from the person; the end of the input is a wish to leave."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line or line.strip().lower() in ("quit", "exit", "q"):
        raise EOFError
    return line.strip().lower()


def undone(table: Table, me: int) -> Table:
    """The table before the person's last move, or as it is if there was none."""
    for back in range(1, len(table.turns) + 1):
        before = table.undo(back)
        if me in before.turn:
            return before
    say("  There is no move of yours to take back.")
    return table


def told(table: Table, me: int) -> Table:
    """The table, its last move told."""
    for seat, move in sorted(table.history[-1].moves.items()):
        who = " (you)" if seat == me else ""
        say(escape(f"  {move_text(seat, move, table.history[-1].answer)}{who}"))
    return table


def hint(sight: Sight) -> None:
    """The person's worlds, every tile's chances, good guesses, and others' thoughts."""
    if not sight.facts:
        say("  Nothing is known yet; put your joker where nobody expects it.")
        return
    view = outlook_of(sight)
    say(f"  You hold {view.worlds} worlds possible.")
    for line in chances_lines(view):
        say(f"    {line}")
    if sight.table.phase in ("guess", "go on"):
        for name, guess in hinted(sight):
            say(f"  {name} would guess {move_name(guess)}.")
    try:
        for thought in thoughts(sight, view):
            who, known = agent_name(thought.seat), known_text(thought.knows)
            say(f"  {who} has {thought.least} to {thought.most} worlds left; {known}")
    except TooLarge:
        say("  What the others may think is too much to tell now.")


def hinted(sight: Sight) -> list[tuple[str, Guess]]:
    """What the strategies would guess here."""
    import numpy as np

    from whoknows.games.davinci.strategies import CHOICES

    rng = np.random.default_rng(0)
    view = outlook_of(sight)
    return [
        (name, guess_at(view, choose(sight, view, rng))) for name, choose in CHOICES.items()
    ]


def known_text(knows: dict[int, Fraction]) -> str:
    """What somebody may know of one's own tiles."""
    some = [f"{place + 1}: {float(p):.0%}" for place, p in knows.items() if p]
    return (
        f"knows of your tiles {', '.join(some)}." if some else "knows none of your tiles."
    )
