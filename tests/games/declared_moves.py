"""The moves of the games as forms, beside which their own lists and readers are held."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from whoknows.games.balance.rules import Naming, Weighing
from whoknows.games.balance.rules import Setup as BalanceSetup
from whoknows.games.davinci.rules.moves import AGENTS, Arrange, Guess, Place, Stop
from whoknows.games.davinci.rules.setup import Setup as DaVinciSetup
from whoknows.games.davinci.rules.setup import tile_name
from whoknows.games.egghead.rules.log import PASS as SILENCE
from whoknows.games.egghead.rules.setup import Setup as EggHeadSetup
from whoknows.games.hats.rules.fold import forms as hats
from whoknows.games.mastermind.rules import Answer, Correction, Hidden
from whoknows.games.mastermind.rules import Setup as MastermindSetup
from whoknows.games.written.rules import Setup as WrittenSetup
from whoknows.games.written.rules.rules_of_text import PASS, Kind, Move, Parameter
from whoknows.play.moves import (
    Bins,
    Choice,
    Form,
    Forms,
    Mark,
    Number,
    Places,
    Row,
    Several,
    Words,
    choices,
)

SIGN: Mapping[str, tuple[int, ...]] = {"heavy": (1,), "light": (-1,)}
SAYS = choices(
    "unsure muddy clean",
    unsure=("I am not sure", "u", "?", "pass", "no", "silent"),
    muddy=("I am muddy", "m"),
    clean=("I am clean", "c"),
)


def muddy(setup: Any) -> Forms:
    """A word."""
    return Forms((Form((Words("say", SAYS, what="answer"),)),))


def mastermind(setup: MastermindSetup) -> Forms:
    """A code; and what a maker says: a code, an answer, lines that are answered anew."""
    rules = setup.rules
    tenth = {"0": "A"} if rules.is_bulls_and_cows else {}
    digits = rules.digits.replace("0", "A")  # which people type as 0, and documents do not
    code = Places("code", rules.pegs, digits, rules.repeats, what=rules.what, also=tenth)
    guess = Form(
        (code,),
        help="guess this code",
        parts=lambda move: (move,) if type(move) is tuple else None,
        seats=(BREAKER,),
    )
    if not setup.seated:
        return Forms((guess,))
    answers = Words("answer", dict(answer_choices(setup)), what="answer")
    line = Row((Number("line", 1, setup.rows), answers), ("", ":"))
    return Forms((
        guess,
        Form(
            (answers,),
            "answer",
            "so many are right in place, and so many in color alone",
            parts=of(Answer, lambda answer: (answer,)),
            seats=(MAKER,),
        ),
        Form(
            (Several("lines", line, 1, setup.rows, listed=1, ordered=False),),
            "correct",
            "answer these lines anew",
            lambda rows: Correction(tuple((number - 1, one) for number, one in rows)),
            of(Correction, lambda move: (tuple((k + 1, one) for k, one in move.changes),)),
            seats=(MAKER,),
        ),
        Form((code,), "code", "hide this code", Hidden, of(Hidden, lambda m: (m.code,)),
             seats=(MAKER,)),
    ))  # fmt: skip


def answer_choices(setup: MastermindSetup) -> Iterator[tuple[str, Choice]]:
    """Every answer, as it is typed."""
    for answer in setup.rules.every_answer:
        black, white = answer
        also = (f"{black}{white}", f"{black} {white}")
        if setup.blacks_only:
            also = (str(black), f"{black} {white}")
        yield f"{black},{white}", Choice(answer, f"{black} black, {white} white", also)


def davinci(setup: DaVinciSetup) -> Forms:
    """A tile at a place of somebody; to stop; and where to put tiles, with jokers."""
    longest = setup.hand + setup.drawing * (setup.total - setup.players * setup.hand)
    places = {
        f"{letter}{place + 1}": Choice((seat, place))
        for seat, letter in enumerate(AGENTS[: setup.players])
        for place in range(longest)
    }
    alone = len(setup.colors) == 1
    names = {tile_name(tile): tile for tile in setup.deck()}
    tiles = {n: Choice(tile, also=(n[1:],) if alone else ()) for n, tile in names.items()}
    guess = Form(
        (Words("place", places, "pick", "place"), Words("tile", tiles, what="tile"),
         Mark("insist", "!")),
        help="guess this tile at this place",
        make=lambda place, tile, insist: Guess(*place, tile, insist),
        parts=of(Guess, lambda m: ((m.seat, m.place), m.tile, m.insist)),
        leads=("", "=", ""),
    )  # fmt: skip
    stop = Form((), "stop", "end your turn", Stop, of(Stop, lambda _: ()))
    if not setup.jokers:
        return Forms((guess, stop))
    gap = Number("place", 1, longest + 1)
    row = Row((Number("place", 1, setup.hand),))
    return Forms((
        guess,
        stop,
        Form((gap,), "place", "put the tile here", lambda gap: Place(gap - 1),
             of(Place, lambda m: (m.place + 1,))),
        Form((Several("places", row, 0, 2),), "arrange", "put your jokers here",
             lambda rows: Arrange(tuple(place - 1 for [place] in rows)),
             of(Arrange, lambda m: (tuple((place + 1,) for place in m.places),))),
    ))  # fmt: skip


def egghead(setup: EggHeadSetup) -> Forms:
    """To pass, or a stack: cards in any order."""
    box = setup.box
    cards = [str(value) for value in range(1, box.values + 1)]
    stack = Places(
        "stack",
        box.cards,
        cards,
        ordered=False,
        means=range(1, len(cards) + 1),
        what="card",
    )
    silent = lambda move: None if move else ()  # noqa: E731
    called = lambda move: (move,) if move else None  # noqa: E731
    return Forms(
        (
            Form((), "pass", "say nothing", lambda: SILENCE, silent, also=("",)),
            Form((stack,), help="call this stack as yours", parts=called),
        )
    )


def balance(setup: BalanceSetup) -> Forms:
    """Coins on two pans; and which coins are odd, where one has to name them."""
    rules = setup.rules
    coins = rules.coins + rules.references
    pans = Bins(
        "weighing",
        coins,
        ("left", "right"),
        tuple((k, k) for k in range(1, coins // 2 + 1)),
        ":",
        r":|/|\||against|versus|vs?\.?",
        "coin",
        "as many coins on both pans, like 1 2 : 3 4",
    )
    weigh = Form((pans,), help="weigh these", make=lambda two: Weighing(*two),
                 parts=of(Weighing, lambda m: (tuple(m),)))  # fmt: skip
    return Forms((weigh, naming(setup))) if setup.naming else Forms((weigh,))


def naming(setup: BalanceSetup) -> Form:
    """Which coins are odd, and how where that is asked."""
    rules, one = setup.rules, setup.rules.goal == "coin" or not setup.rules.both
    signs = (1, -1) if not one else (1,) if rules.goal == "coin" else SIGN[rules.kind]
    sizes = [split for odd in rules.counts for split in rules.splits(odd)]
    coins = Bins(
        "odd",
        rules.coins,
        tuple({1: "heavy", -1: "light"}[sign] for sign in signs),
        tuple(dict.fromkeys((sum(size),) for size in sizes)) if one else tuple(sizes),
        what="coin",
        law="something like 3 heavy",
        also=("heavy", "light") if one else (),
    )

    def named(bins: tuple[tuple[int, ...], ...]) -> Naming:
        odd = {coin: sign for sign, one in zip(signs, bins, strict=True) for coin in one}
        return Naming(tuple(odd.get(coin, 0) for coin in range(1, rules.coins + 1)))

    def bins(move: Naming) -> tuple[Any, ...]:
        world = list(enumerate(move.world, 1))
        return (tuple(tuple(c for c, odd in world if odd == sign) for sign in signs),)

    return Form((coins,), "name", "these are the odd coins", named, of(Naming, bins))


def written(setup: WrittenSetup) -> Forms:
    """The kinds of moves of a text, as `bid(n: 1..4, f: 1..6)` declares them already."""
    book = setup.book
    forms = [written_form(book, kind) for kind in book.kinds.values()]
    if PASS.name not in book.kinds:
        passes = lambda move: () if move == PASS else None  # noqa: E731
        forms.append(Form((), PASS.name, "do nothing", lambda: PASS, passes))
    return Forms(tuple(forms))


def written_form(book: Any, kind: Kind) -> Form:
    """A kind of move."""
    return Form(
        tuple(written_field(book, parameter) for parameter in kind.parameters),
        kind.name,
        kind.words,
        lambda *args: Move(kind.name, args),
        lambda move: move.args if move.name == kind.name else None,
        says=kind.words,
    )


def written_field(book: Any, parameter: Parameter) -> Words:
    """A parameter: words, and numbers as words."""
    names = [book.value_name(code) for code in parameter.values]
    return Words(
        parameter.name, {name: Choice(name) for name in names}, what=parameter.name
    )


def of(kind: type, parts: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The values of moves of one type, and `None` for others."""
    return lambda move: parts(move) if isinstance(move, kind) else None


BREAKER, MAKER = 0, 1  # seats of Mastermind

DECLARED: Mapping[str, Callable[[Any], Forms]] = {
    "muddy": muddy,
    "hats": hats,
    "mastermind": mastermind,
    "davinci": davinci,
    "egghead": egghead,
    "balance": balance,
    "written": written,
}
