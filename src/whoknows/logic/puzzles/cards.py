"""Russian cards: two tell each other their hands aloud, and the third learns nothing.

From seven cards, 0 to 6, Anne and Bill draw three each and Cathy one.  Anne says that her
hand is one of several.  It is *informative* if Bill then knows her hand, and *safe* if
Cathy knows no card that is not her own; and both must be common knowledge, or else what
Anne would not have said tells Cathy more [Ditmarsch2003].  Then Bill says Cathy's card.

>>> told = russian_cards("012 034 056 135 246")
>>> told.worlds, told.answer["good"]
((140, 20, 3), True)
>>> russian_cards("012 345 346 356 456").answer["safe"]  # safe as it happens, not commonly
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from whoknows.edge import checked
from whoknows.errors import BadSetup
from whoknows.logic.language.formula import And, Atom, Formula, Is, Know, KnowValue, Not, Or
from whoknows.logic.models.build import from_parts
from whoknows.logic.models.model import Model
from whoknows.logic.puzzles.telling import Talk, Telling, check_count
from whoknows.wording import listing

PLAYERS = ("anne", "bill", "cathy")
CARDS = "0123456"
HANDS = tuple(map("".join, combinations(CARDS, 3)))
CLASSIC = "012 034 056 135 246"  # the solution of the Moscow olympiad
COUNTED = "Counted are the sets of hands, {} among them; the order does not matter."
INFORMED: Formula = KnowValue("bill", "anne")


@checked
def russian_cards(
    announcement: str = CLASSIC,
    *,
    deal: str = "012.345.6",
    find: bool = False,
    hands: Sequence[int] = (5, 6, 7),
    engine: str = "auto",
) -> Telling:
    """Anne says that her hand is one of these; and Bill, if he knows, says Cathy's card.

    With `find`, it is all that Anne might say well, of so many `hands`.
    """
    if find:
        return all_good(deal, hands=hands)
    anne, bill, cathy = parse_deal(deal)
    hands_named = parse_announcement(announcement, anne)
    model = deals(engine)
    at = model.world(anne=anne, bill=bill, cathy=cathy)
    talk = Talk(model).say(
        f"Anne: my hand is one of {', '.join(hands_named)}.", one_of(hands_named)
    )
    answer = verdict(talk.model, at)
    her_card = Know("K", ("bill",), Is("cathy", cathy))
    if talk.model.true(her_card, at):
        talk = talk.say(f"Bill: Cathy's card is {cathy}.", her_card)
        answer["safe_after_bill"] = talk.model.true(commonly(ignorant()), at)
    return Telling(
        puzzle="russian-cards",
        options={"announcement": " ".join(hands_named), "deal": f"{anne}.{bill}.{cathy}"},
        start=talk.start,
        steps=talk.steps,
        answer=answer,
        outcome=outcome(answer),
        engine=model.engine,
    )


def all_good(deal: str = "012.345.6", *, hands: Sequence[int] = (5, 6, 7)) -> Telling:
    """The search for everything good that Anne may say, told as a puzzle without steps."""
    anne, bill, cathy = parse_deal(deal)
    good = good_announcements(anne, hands=hands)
    counts = {str(size): len(some) for size, some in good.items()}
    total = sum(counts.values())
    numbers = listing(f"{count} of {size} hands" for size, count in counts.items())
    return Telling(
        puzzle="russian-cards",
        options={"find": sorted(good), "deal": f"{anne}.{bill}.{cathy}"},
        start=len(all_deals()),
        steps=(),
        answer={
            "total": total,
            "counts": counts,
            "announcements": {str(size): some for size, some in good.items()},
        },
        outcome=f"{total} good announcements for Anne, who has {anne}: {numbers}.",
        engine=all_deals().engine,
        notes=(COUNTED.format(anne),),
    )


@checked
def good_announcements(
    hand: str = "012", *, hands: Sequence[int] = (5, 6, 7)
) -> dict[int, list[str]]:
    """All good announcements that contain `hand`, by their number of hands.

    An announcement is a set of hands, the actual one among them.  One that leaves Bill in
    doubt between two hands does so with more hands too, so that only sets all of whose
    pairs are informative are looked at; each of these is then checked in the model.
    """
    hand = parse_hand(hand)
    for size in hands:
        check_count("a number of hands", size, 1, len(HANDS))
    by_size: dict[int, list[str]] = {size: [] for size in sorted(set(hands))}
    for some in informative_sets((hand,), max(by_size, default=0)):
        if len(some) in by_size and is_good(some, hand):
            by_size[len(some)].append(" ".join(sorted(some)))
    return {size: sorted(some) for size, some in by_size.items()}


def informative_sets(chosen: tuple[str, ...], most: int) -> Iterator[tuple[str, ...]]:
    """Sets of up to `most` hands that begin so, every two of which Bill can tell apart."""
    yield chosen
    if len(chosen) < most:
        start = HANDS.index(chosen[-1]) + 1 if len(chosen) > 1 else 0
        for hand in HANDS[start:]:
            if hand not in chosen and all(told_apart(hand, other) for other in chosen):
                yield from informative_sets((*chosen, hand), most)


@cache
def told_apart(one: str, other: str) -> bool:
    """Whether Bill, hearing that Anne has one of two hands, always knows which."""
    return all_deals().announce(one_of((one, other))).valid(INFORMED)


def is_good(hands: Iterable[str], hand: str) -> bool:
    """Whether it is informative and safe to say that one has one of these hands."""
    model = all_deals().announce(one_of(hands))
    at = model.worlds(model.is_value("anne", hand)).tolist()[0]
    return model.true(commonly(And((INFORMED, ignorant()))), at)


def verdict(model: Model, at: int) -> dict[str, Any]:
    """What holds after Anne has spoken: as it happens, and as common knowledge."""
    informative, safe = (model.true(commonly(c), at) for c in (INFORMED, ignorant()))
    return {
        "bill_knows": model.true(INFORMED, at),
        "cathy_ignorant": model.true(ignorant(), at),
        "informative": informative,
        "safe": safe,
        "good": informative and safe,
    }


def deals(engine: str = "auto") -> Model:
    """The 140 deals; each player sees the own hand.  The fact `anne0`: Anne has card 0."""
    parts = {"anne": HANDS, "bill": HANDS, "cathy": tuple(CARDS)}
    sees = {player: [player] for player in PLAYERS}
    model = from_parts(parts, sees, law=disjoint(), engine=engine)
    for player in PLAYERS:
        for card in CARDS:
            model = model.define(f"{player}{card}", has(player, card))
    return model


@cache
def all_deals() -> Model:
    """The deals as a table, made once."""
    return deals("table")


def disjoint() -> Formula:
    """No card is in two hands."""
    pairs = [
        And((has(one, card), has(other, card)))
        for card in CARDS
        for one, other in combinations(PLAYERS, 2)
    ]
    return Not(Or(tuple(pairs)))


def has(player: str, card: str) -> Formula:
    """The player has the card, by the hands that contain it."""
    hands = HANDS if player != "cathy" else CARDS
    return Or(tuple(Is(player, hand) for hand in hands if card in hand))


def ignorant() -> Formula:
    """Cathy knows of no card that Anne or Bill has it."""
    facts = [Atom(f"{player}{card}") for player in ("anne", "bill") for card in CARDS]
    return Not(Or(tuple(Know("K", ("cathy",), fact) for fact in facts)))


def commonly(claim: Formula) -> Formula:
    """The claim is common knowledge of all three."""
    return Know("C", PLAYERS, claim)


def one_of(hands: Iterable[str]) -> Formula:
    """Anne has one of these hands."""
    return Or(tuple(Is("anne", hand) for hand in hands))


def parse_deal(deal: str) -> tuple[str, str, str]:
    """The three hands of a deal, out of text such as `012.345.6`."""
    hands = ["".join(sorted(hand)) for hand in deal.split(".")]
    if [len(hand) for hand in hands] != [3, 3, 1] or sorted("".join(hands)) != [*CARDS]:
        raise BadSetup(f"a deal is three hands, such as 012.345.6; not {deal!r}")
    return hands[0], hands[1], hands[2]


def parse_announcement(text: str, hand: str) -> tuple[str, ...]:
    """The hands of an announcement, which must contain the hand that Anne has."""
    hands = tuple(dict.fromkeys(map(parse_hand, text.replace(",", " ").split())))
    if hand not in hands:
        names = ", ".join(hands) or "none"
        raise BadSetup(f"Anne has {hand}, which is not among the hands said: {names}")
    return hands


def parse_hand(text: str) -> str:
    """A hand of three cards, in order."""
    hand = "".join(sorted(text))
    if hand not in HANDS:
        raise BadSetup(f"a hand is three of the cards 0 to 6, such as 012; not {text!r}")
    return hand


def outcome(answer: dict[str, Any]) -> str:
    """Whether the announcement was good, and what is wrong with it, in a sentence."""
    if answer["good"]:
        return "Good: commonly known, Bill knows the deal and Cathy no card but her own."
    wrong = []
    if not answer["informative"]:
        so = "does not know" if not answer["bill_knows"] else "knows, but not commonly,"
        wrong.append(f"Bill {so} Anne's hand")
    if not answer["safe"]:
        so = "is ignorant, but not commonly so"
        so = so if answer["cathy_ignorant"] else "learns a card that is not her own"
        wrong.append(f"Cathy {so}")
    return f"Not good: {'; '.join(wrong)}."
