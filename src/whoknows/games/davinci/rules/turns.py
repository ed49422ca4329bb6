"""From one position to the next: a move, checked by the rules, and the facts it shows.

Knowledge plays no part here; that a guess must be held possible by its guesser is checked
by `fold`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations

from whoknows.errors import BadSetup, IllegalMove
from whoknows.games.davinci.rules.moves import (
    Arrange,
    Dealt,
    Drew,
    Fact,
    Guess,
    Move,
    Place,
    Placed,
    Right,
    Shown,
    Stop,
    Stopped,
    Wrong,
    agent_name,
)
from whoknows.games.davinci.rules.position import Code, Deal, Phase, Position, PublicTable
from whoknows.games.davinci.rules.setup import (
    Setup,
    Tile,
    code_name,
    is_joker,
    ordered,
    tile_color,
    tile_name,
)


def first_position(setup: Setup, deal: Deal) -> tuple[Position, tuple[Fact, ...]]:
    """The position after the deal, and what all see of it; raises `BadSetup`."""
    check_deal(setup, deal)
    hidden = tuple(
        tuple((seat, place) not in deal.open for place in range(len(hand)))
        for seat, hand in enumerate(deal.hands)
    )
    position = Position(setup, deal.hands, hidden, deal.pile, deal.first, "arrange")
    if setup.jokers and not deal.arranged:
        return position, ()
    return begin(position)


def begin(position: Position) -> tuple[Position, tuple[Fact, ...]]:
    """The first turn, once all codes stand."""
    colors = tuple("".join(map(tile_color, code)) for code in position.codes)
    opened = tuple(
        (seat, place, tile)
        for seat, code in enumerate(position.codes)
        for place, tile in enumerate(code)
        if not position.hidden[seat][place]
    )
    position, facts = next_turn(replace(position, seat=position.seat - 1))
    return position, (Dealt(colors, opened), *facts)


def next_position(
    position: Position, moves: Mapping[int, Move]
) -> tuple[Position, tuple[Fact, ...]]:
    """The position after the moves, and the facts all see; raises `IllegalMove`."""
    to_move = movers(position)
    if set(moves) != set(to_move):
        wanted = ", ".join(map(agent_name, to_move)) or "nobody: the game is over"
        came = ", ".join(agent_name(seat) for seat in moves if 0 <= seat < 8) or "nobody"
        raise IllegalMove(f"{came} moved, but the turn is of {wanted}")
    if position.phase == "arrange":
        return arrange(position, moves)
    seat, move = position.seat, moves[position.seat]
    legal(position.table(), seat, move)
    match move:
        case Guess():
            return guess(position, move)
        case Stop():
            return stop(position)
        case Place():
            return place_drawn(position, move.place)
        case _:
            raise IllegalMove("codes are arranged before the first turn only")


def movers(position: Position | PublicTable) -> tuple[int, ...]:
    """The seats that move now: all when codes are arranged, none when it is over."""
    if position.phase == "over":
        return ()
    if position.phase == "arrange":
        return tuple(range(position.setup.players))
    return (position.seat,)


def legal(table: PublicTable, seat: int, move: Move) -> None:
    """Raise `IllegalMove` unless the rules, knowledge apart, allow the move now."""
    wanted = {
        "guess": (Guess,),
        "go on": (Guess, Stop),
        "hide": (Place,),
        "open": (Place,),
        "arrange": (Arrange,),
    }.get(table.phase, ())
    if not isinstance(move, wanted):
        words = " or ".join(kind.__name__.lower() for kind in wanted) or "none"
        raise IllegalMove(f"{type(move).__name__.lower()} is no move now; wanted: {words}")
    if isinstance(move, Guess):
        legal_guess(table, seat, move)


def legal_guess(table: PublicTable, seat: int, guess: Guess) -> None:
    """Raise `IllegalMove` unless the guess names a hidden tile of another player."""
    if not 0 <= guess.seat < table.setup.players:
        raise IllegalMove(f"no player number {guess.seat + 1} of {table.setup.players}")
    agent = agent_name(guess.seat)
    if guess.seat == seat:
        raise IllegalMove(f"{agent} cannot guess at their own code")
    code = table.codes[guess.seat]
    if not 0 <= guess.place < len(code):
        raise IllegalMove(f"{agent} has places 1 to {len(code)}, not {guess.place + 1}")
    if guess.tile not in table.setup.deck():
        raise IllegalMove(f"no tile {tile_name(guess.tile)} in this game")
    color, tile = code[guess.place]
    if tile is not None:
        raise IllegalMove(f"{agent}{guess.place + 1} is open: {tile_name(tile)}")
    if color != tile_color(guess.tile) and not guess.insist:
        shown = {"b": "black", "w": "white"}[color]
        name = tile_name(guess.tile)
        raise IllegalMove(f"{agent}{guess.place + 1} is {shown}, so it cannot be {name}")


def guess(position: Position, move: Guess) -> tuple[Position, tuple[Fact, ...]]:
    """A guess answered: the tile opens, or the turn ends."""
    seat, asked, place, tile = position.seat, move.seat, move.place, move.tile
    if position.codes[asked][place] != tile:
        fact = Wrong(seat, asked, place, tile, move.insist)
        return end_turn(position, "open", (fact,))
    row = tuple(h and at != place for at, h in enumerate(position.hidden[asked]))
    hidden = (*position.hidden[:asked], row, *position.hidden[asked + 1 :])
    position = replace(position, hidden=hidden, phase="go on")
    if sum(any(row) for row in hidden) == 1:
        position = replace(position, phase="over")
    return position, (Right(seat, asked, place, tile),)


def stop(position: Position) -> tuple[Position, tuple[Fact, ...]]:
    """The turn ended by choice: a drawn tile joins the code, hidden."""
    return end_turn(position, "hide", (Stopped(position.seat),))


def end_turn(
    position: Position, how: Phase, facts: tuple[Fact, ...]
) -> tuple[Position, tuple[Fact, ...]]:
    """The drawn tile put into the code, hidden or open, and the next turn begun.

    Where there are jokers the owner is always asked for the place: were they asked only
    when there is a choice, being asked would tell.
    """
    if position.drawn is None:
        position, more = next_turn(position)
        return position, (*facts, *more)
    if how == "open":
        facts = (*facts, Shown(position.seat, position.drawn))
    fits = fitting_places(position.codes[position.seat], position.drawn)
    position = replace(position, phase=how)
    if position.setup.jokers:
        return position, facts
    position, more = place_drawn(position, fits[0])
    return position, (*facts, *more)


def place_drawn(position: Position, place: int) -> tuple[Position, tuple[Fact, ...]]:
    """The drawn tile at a place of the code, and the next turn begun."""
    seat, drawn = position.seat, position.drawn
    assert drawn is not None
    code = position.codes[seat]
    places = fitting_places(code, drawn)
    if place not in places:
        name, fits = tile_name(drawn), " or ".join(str(at + 1) for at in places)
        raise IllegalMove(f"{name} does not fit at place {place + 1}; it fits at {fits}")
    row = position.hidden[seat]
    code = (*code[:place], drawn, *code[place:])
    shown = position.phase == "open"
    row = (*row[:place], not shown, *row[place:])
    codes = (*position.codes[:seat], code, *position.codes[seat + 1 :])
    hidden = (*position.hidden[:seat], row, *position.hidden[seat + 1 :])
    position = replace(position, codes=codes, hidden=hidden, drawn=None)
    position, more = next_turn(position)
    return position, (Placed(seat, place, shown), *more)


def next_turn(position: Position) -> tuple[Position, tuple[Fact, ...]]:
    """The next living seat to the left begins, and draws if one draws here."""
    count = position.setup.players
    seat = (position.seat + 1) % count
    while not position.alive(seat):
        seat = (seat + 1) % count
    position = replace(position, seat=seat, phase="guess")
    if not position.setup.drawing or not position.pile:
        return position, ()
    drawn, *pile = position.pile
    position = replace(position, drawn=drawn, pile=tuple(pile))
    return position, (Drew(seat, tile_color(drawn)),)


def arrange(
    position: Position, moves: Mapping[int, Move]
) -> tuple[Position, tuple[Fact, ...]]:
    """All first codes set up at once, each owner's jokers where the owner wants them."""
    codes = []
    for seat, hand in enumerate(position.codes):
        move = moves[seat]
        legal(position.table(), seat, move)
        assert isinstance(move, Arrange)
        codes.append(arranged(hand, move.places))
    return begin(replace(position, codes=tuple(codes)))


def arranged(hand: Code, places: Sequence[int]) -> Code:
    """The hand as a code with its jokers at these places; raises `IllegalMove`."""
    jokers = [tile for tile in sorted(hand) if is_joker(tile)]
    numbers = iter(sorted(tile for tile in hand if not is_joker(tile)))
    fit = len(set(places)) == len(places) and all(0 <= at < len(hand) for at in places)
    if len(places) != len(jokers) or not fit:
        raise IllegalMove(
            f"jokers to place: {len(jokers)}, among {len(hand)} places; "
            f"came places: {' '.join(str(at + 1) for at in places) or 'none'}"
        )
    at = dict(zip(places, jokers, strict=True))
    return tuple(at[k] if k in at else next(numbers) for k in range(len(hand)))


def arrangements(hand: Code) -> list[Arrange]:
    """All the ways to set up a hand."""
    jokers = sum(map(is_joker, hand))
    return [Arrange(places) for places in permutations(range(len(hand)), jokers)]


def fitting_places(code: Code, tile: Tile) -> list[int]:
    """The places where a tile may join a code."""
    return [
        place
        for place in range(len(code) + 1)
        if ordered((*code[:place], tile, *code[place:]))
    ]


def check_deal(setup: Setup, deal: Deal) -> None:
    """Raise `BadSetup` unless the hands and the pile are all the tiles, in order."""
    if len(deal.hands) != setup.players:
        raise BadSetup(f"the deal has hands for {len(deal.hands)}, not {setup.players}")
    for seat, hand in enumerate(deal.hands):
        if len(hand) != setup.hand:
            name = agent_name(seat)
            raise BadSetup(f"the hand of {name} has {len(hand)}, not {setup.hand}")
        if not ordered(hand):
            raise BadSetup(f"{agent_name(seat)}'s hand is out of order: {code_name(hand)}")
    every = sorted(tile for code in (*deal.hands, deal.pile) for tile in code)
    if every != list(setup.deck()):
        raise BadSetup(f"hands and pile are not the {setup.total} tiles, each once")
    if not 0 <= deal.first < setup.players:
        raise BadSetup(f"seat {deal.first} cannot begin among {setup.players} players")
    for seat, place in deal.open:
        if not (0 <= seat < setup.players and 0 <= place < setup.hand):
            raise BadSetup(f"no place {place + 1} of player {seat + 1} to open")
    living = [
        any((seat, place) not in deal.open for place in range(setup.hand))
        for seat in range(setup.players)
    ]
    if sum(living) < 2:
        raise BadSetup("fewer than two players have a hidden tile")
