"""Who knows what at one moment of a game: counts, pictures of models, and formulas.

Everything here takes sights and public histories and gives plain data, so that another
process can do it and nothing secret can get into it.  A page of the lab keeps a `Look` for
every moment of its game; programs call `positions.knowledge`.
"""

from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from whoknows.analysis.agent_names import named
from whoknows.catalog import GAMES
from whoknows.errors import BadSetup, TooLarge
from whoknows.logic.draw import grid
from whoknows.logic.language.formula import written
from whoknows.logic.reasoning.nearby_worlds import steps
from whoknows.play.face.face import face_of
from whoknows.play.game import Game, Seat
from whoknows.play.knowing.knowledge import Modelled, Pictured, Whole
from whoknows.play.knowing.through_eyes import Glimpse, Imagined, glimpse
from whoknows.play.table.eyes import Moment

MOST_DRAWN = grid.MOST_WORLDS
MOST_ASKED = 2000  # worlds of a model that formulas are asked in
LONGEST_FORMULA = 400  # characters of a formula
MOST_FACTS = 8  # facts that are named beside the line for formulas


@dataclass(frozen=True)
class Look:
    """What there is to know at one moment."""

    counts: Mapping[Seat | None, int]
    """The worlds that each pair of eyes holds possible, if they can be counted."""
    pictured: Pictured | None = None
    """The model, if it is small enough to be drawn."""
    words: str = ""
    """What formulas can say, with an example."""
    agents: tuple[str, ...] = ()
    """Of whom formulas can speak."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a formula gives: the answer in words, and the worlds where it holds."""

    text: str
    holds: frozenset[Hashable] = frozenset()
    fails: frozenset[Hashable] = frozenset()


def looked(game: str, moments: Sequence[Moment], names: Sequence[str] = ()) -> list[Look]:
    """A look at each moment; agents have the `names` of the seats.  For a worker."""
    return [look(GAMES[game], moment, names) for moment in moments]


def look(game: Game, moment: Moment, names: Sequence[str] = ()) -> Look:
    """What there is to know at a moment."""
    counts = {}
    for who, sight in moment.eyes.items():
        with suppress(TooLarge):
            counts[who] = game.worlds(sight)
    if min(counts.values(), default=MOST_DRAWN + 1) > MOST_DRAWN:
        return Look(counts)
    found = model_of(game, moment, MOST_DRAWN)
    if found is None or len(found.model) > MOST_DRAWN:
        return Look(counts)
    found = named(found, names)
    return Look(counts, found, sayable(found), (found.every or found.model).agents)


def hidden(game: str, moment: Moment, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What each hidden thing may be, for each who looks: a name, and a picture.

    For a worker process.  Where several look, each seat has a picture; else the one.
    """
    face = face_of(GAMES[game])
    seats: list[Seat | None] = [seat for seat in moment.eyes if seat is not None]
    eyes = seats or list(moment.eyes)
    found = []
    for seat in eyes:
        with suppress(TooLarge):
            svg = face.hidden_svg(moment.eyes[seat], names)
            name = names[seat] if len(eyes) > 1 and seat is not None else ""
            found += [] if svg is None else [(name, svg)]
    return tuple(found)


def through_eyes(game: str, moment: Moment, chain: Sequence[Seat]) -> Glimpse | None:
    """What another thinks, or thinks that others think, from one pair of eyes.

    For a worker process.  By the model where it reaches so far, else by the game's counts.
    """
    [sight] = [sight for seat, sight in moment.eyes.items() if seat is not None]
    rules = GAMES[game]
    if isinstance(rules, Imagined):
        return rules.imagined(sight, list(chain))
    found = rules.model(sight, MOST_ASKED) if isinstance(rules, Modelled) else None
    if found is None:
        return None
    agents = (found.every or found.model).agents
    if any(seat >= len(agents) for seat in chain):
        return None
    return glimpse(found, [agents[seat] for seat in chain])


def has_model(game: Game) -> bool:
    """Whether a game has worlds to draw and to ask, and not their number alone."""
    return isinstance(game, Modelled | Whole)


def model_of(game: Game, moment: Moment, most: int) -> Pictured | None:
    """The model from one pair of eyes, or the global one from all of them."""
    seats = {seat: sight for seat, sight in moment.eyes.items() if seat is not None}
    found = None
    with suppress(TooLarge):
        if len(seats) > 1:
            if isinstance(game, Whole):
                found = game.whole(seats, most)
        elif isinstance(game, Modelled):
            [sight] = seats.values() or moment.eyes.values()
            found = game.model(sight, most)
    if found is None or moment.end is None or found.actual is not None:
        return found
    return settled(found, model_of(game, moment.end, most))


def settled(found: Pictured, end: Pictured | None) -> Pictured:
    """The model with the world that is so, as the end of the game showed it."""
    if end is None or end.actual is None:
        return found
    key = end.world_keys[end.model.worlds().tolist().index(end.actual)]
    numbers = dict(zip(found.world_keys, found.model.worlds().tolist(), strict=True))
    if key not in numbers:
        return found
    return found._replace(actual=numbers[key], held=(numbers[key],), home=None)


def formula_answer(
    game: str, moment: Moment, formula: str, names: Sequence[str] = ()
) -> Answer:
    """Where a formula holds at a moment; for a worker process."""
    return answer_at(GAMES[game], moment, formula, names)


def answer_at(
    game: Game, moment: Moment, formula: str, names: Sequence[str] = ()
) -> Answer:
    """Where a formula holds at a moment; it may speak of seats by these `names` too.

    Raises a `WhoknowsError` for what is wrong with it, or if the model is too large.
    """
    if len(formula) > LONGEST_FORMULA:
        raise TooLarge(
            f"{len(formula)} characters are too many; {LONGEST_FORMULA} are allowed"
        )
    if not has_model(game):
        raise BadSetup(f"{game.title} counts its worlds; there is no model of them to ask")
    found = model_of(game, moment, MOST_ASKED)
    if found is None:
        raise TooLarge(f"more than {MOST_ASKED:,} worlds: too many to ask about yet")
    home, found = found.home, named(found, names, also=True)
    check_reach(found, formula, [home, found.home])
    model = found.every or found.model
    claim = model.where(formula)
    worlds, keys = model.worlds().tolist(), found.world_keys
    true = set(model.worlds(claim).tolist())
    holds = frozenset(k for w, k in zip(worlds, keys, strict=True) if w in true)
    held = found.held_keys
    text = judged(found, sum(key in holds for key in held), len(held))
    return Answer(text, holds, frozenset(keys) - holds)


def sayable(found: Pictured) -> str:
    """What formulas can say here, with a question as an example.

    The example is made of the first words of the game's language alone: it is the same
    whatever is so, and whatever is known of it.
    """
    model = found.every or found.model
    others = [agent for agent in model.agents if agent != found.home]
    who = others[0] if others and found.reach != 0 else found.home or model.agents[0]
    facts = {written(name): f"{name} is so" for name in model.facts}
    for part, values in model.parts.items():
        value = str(values[0])
        facts[f"{written(part)}={written(value)}"] = f"{part} is {value}"
    if not facts:
        return ""
    fact, words = next(iter(facts.items()))
    end = " …" if len(facts) > MOST_FACTS else "."
    some = ", ".join(list(facts)[:MOST_FACTS])
    return (
        f"To ask “does {who} know that {words}?”, write: K {written(who)} {fact}\n"
        f"Formulas can speak of {some}{end} Agents: {', '.join(model.agents)}."
    )


def check_reach(
    found: Pictured, formula: str, homes: Sequence[str | None] | None = None
) -> None:
    """Refuse a formula that looks further than the model goes.

    `homes` are the names of the viewer, if there are several.
    """
    ways = [steps(formula, home) for home in homes or [found.home]]
    far = min((way for way in ways if way is not None), default=None)
    if found.reach is None or (far is not None and far <= found.reach):
        return
    if found.reach == 0:
        raise BadSetup(
            "there are still too many worlds to ask what others know; "
            "ask what is true, or what you know"
        )
    raise BadSetup(
        "there are still too many worlds for this question about others: ask what one knows"
        f" that another knows, at most {found.reach} deep, and not for common knowledge"
    )


def judged(found: Pictured, true: int, held: int) -> str:
    """How a formula stands for the viewer, in words."""
    if found.home is None and found.actual is not None:
        return "It is true." if true else "It is false."
    if held == 1:
        return f"It is {'true' if true else 'false'}: there is one world left."
    worlds = f"the {held:,} worlds {'left' if found.home is None else 'you hold possible'}"
    if true == held:
        return f"It is true: it holds in all of {worlds}."
    if not true:
        return f"It is false: it holds in none of {worlds}."
    who = "Nobody can" if found.home is None else "You cannot"
    return f"{who} tell: it holds in {true:,} of {worlds}."
