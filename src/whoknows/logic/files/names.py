"""Names in files: of facts, of parts and their values, of what is seen, of worlds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from whoknows.errors import UnknownName
from whoknows.logic.files.source import Source
from whoknows.logic.language import formula as f
from whoknows.logic.language.formula import Formula
from whoknows.logic.language.names import Mention, mentions
from whoknows.logic.language.positions import first_place, last_place, place
from whoknows.logic.models.model import Claim, Model, Value, World

# A possessive group, `(...)*+`, is matched wrongly by Python before 3.11.5; here none is
# needed, because each part can match in one way only.
QUOTED = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"'
UNCLOSED = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*'
NAME = rf"(?:{QUOTED}|[\w'-]+)"
RANGE = re.compile(r"(\D*+)(\d{1,12})\.\.(\D*+)(\d{1,12})", re.ASCII)
MOST_NAMES = 10_000  # names of one range, or one list
MOST_PARTS = 1_000  # of one statement

So: TypeAlias = Mapping[str, bool | str]  # what is so: facts, and parts with their values


def name_of(text: str) -> str:
    """A name, out of its quotes if it has them."""
    return f.unquoted(text) if text.startswith('"') else text


def pieces(source: Source, text: str, pattern: str, wanted: str) -> list[re.Match[str]]:
    """The pieces of a text that match, between commas and blanks, and nothing else."""
    found: list[re.Match[str]] = []
    offset = 0
    separator, piece = re.compile(r"[\s,]*"), re.compile(pattern)
    while True:
        offset = separator.match(text, offset).end()  # type: ignore[union-attr]
        if offset == len(text):
            return found
        match = piece.match(text, offset)
        if match is None:
            what = f"{text[offset]!r} does not fit here: {wanted} is wanted"
            raise source.error(what, *place(text, offset))
        found.append(match)
        offset = match.end()


def name_list(source: Source, text: str, most: int | None = None) -> list[str]:
    """The names in a text; `m1..m4` stands for four."""
    found = pieces(source, text, rf"{NAME}\.\.{NAME}|{NAME}", "a name")
    names: list[str] = []
    for match in found:
        names += ranged(source, match)
        if len(names) > MOST_NAMES:
            what = f"more than {MOST_NAMES:,} names"
            raise source.error(what, *place(text, match.start()))
    if not names or (most is not None and len(names) > most):
        what = "one name is wanted" if names else "a name is wanted"
        raise source.error(what, *last_place(text))
    return names


def ranged(source: Source, match: re.Match[str], group: str | int = 0) -> list[str]:
    """The name that was matched, or all the names of a range."""
    text = match[group]
    if text.startswith('"') or ".." not in text:
        return [name_of(text)]
    ends = RANGE.fullmatch(text)
    if ends is None or ends[1] != ends[3] or int(ends[2]) > int(ends[4]):
        what = f"{text!r} is not a range, such as 1..4 or m1..m4"
        raise source.error(what, *place(match.string, match.start()))
    low, high = int(ends[2]), int(ends[4])
    if high - low >= MOST_NAMES:
        what = f"{text!r} has more than {MOST_NAMES} names"
        raise source.error(what, *place(match.string, match.start()))
    return [f"{ends[1]}{k}" for k in range(low, high + 1)]


def part_list(source: Source, text: str) -> list[tuple[str, tuple[Value, ...]]]:
    """The parts in a text, `x, y: 1..4`; several between `;` or on lines of their own."""
    found: list[tuple[str, tuple[Value, ...]]] = []
    for piece in re.finditer(r"[^;\n]++", text):
        if not piece[0].strip():
            continue
        before = re.sub(r"[^\n]++", lambda run: " " * len(run[0]), text[: piece.start()])
        names, colon, values = piece[0].partition(":")
        if not colon:
            what = "':' and the values of the part are wanted"
            raise source.error(what, *last_place(before + piece[0]))
        if len(found) > MOST_PARTS:
            what = f"more than {MOST_PARTS:,} parts in one statement"
            raise source.error(what, *place(text, piece.start()))
        some = name_list(source, before + " " * (len(names) + 1) + values)
        values_of = tuple(map(value_of, some))
        found += [(name, values_of) for name in name_list(source, before + names)]
    if not found:
        raise source.error(
            "parts and their values are wanted, such as x: 1..4", *last_place(text)
        )
    return found


def value_of(text: str) -> Value:
    """A value: a number if it is written as one."""
    plain = re.fullmatch(r"-?\d{1,30}", text, re.ASCII)
    return int(text) if plain and str(int(text)) == text else text


def names_seen(source: Source, text: str, known: list[str]) -> list[str]:
    """What is seen: names, `nothing`, `everything`, or `everything but` names."""
    words = text.split()
    if words == ["nothing"] and "nothing" not in known:
        return []
    found = re.match(r"\s*(?:everything|all)(?:\s+(?:but|except)(?![\w']))?", text)
    if not found or words[0] in known:
        names = name_list(source, text)
        check_known(source, text, names, known)
        return names
    rest = re.sub(r"[^\n]", " ", found[0]) + text[found.end() :]
    missed = name_list(source, rest) if rest.strip() else []
    check_known(source, rest, missed, known)
    return [name for name in known if name not in missed]


def check_known(source: Source, text: str, names: Iterable[str], known: list[str]) -> None:
    """Every name must be known; the error shows the spot of one that is not."""
    for name in names:
        if name not in known:
            with source.blame(*spot_of(name, text)):
                raise UnknownName.among("fact or part", name, known)


def so_list(source: Source, text: str) -> So:
    """What is so in a world: facts (`~a` is not so), and parts with their values."""
    if text.split() in (["nothing"], ["-"], ["none"]):
        return {}
    so: dict[str, bool | str] = {}
    name = rf"{QUOTED}|[\w']+(?:\.\.[\w']+)?"
    pattern = rf"(?P<not>[~¬]\s*)?(?P<name>{name})(?:\s*=\s*(?P<value>{NAME}))?"
    for match in pieces(source, text, pattern, "a fact or part=value"):
        value = match["value"]
        for one in ranged(source, match, "name"):
            so[one] = name_of(value) if value else match["not"] is None
    return so


def world_of(model: Model, so: So) -> World:
    """The world of this name; or where just these facts are so, and parts have values."""
    named = [name for name in so if so[name] is True and name not in model.facts]
    if len(so) == 1 and named and named[0] in map(str, model.parts.get("world", ())):
        so = {"world": named[0]}
        return only(model, model.is_value("world", named[0]), so)
    for name in so:
        if name not in model.parts and name not in model.facts:
            known = [*model.facts, *model.parts]
            raise UnknownName.among("fact or part", name, known)
    claim = model.everywhere
    for fact, where in model.facts.items():
        claim = claim & (where if so.get(fact) else ~where)
    for part in model.parts:
        if part in so:
            claim = claim & model.is_value(part, str(so[part]))
    return only(model, claim, so)


def only(model: Model, claim: Claim, so: So) -> World:
    """The one world of a claim, about which this is said."""
    worlds = model.worlds(claim).tolist()
    if len(worlds) != 1:
        shown = ", ".join(shown_so(name, value) for name, value in so.items())
        many = f"{len(worlds)} worlds fit" if worlds else "no world fits"
        more = " (name the value of every part)" if worlds else ""
        raise UnknownName(f"{many} this: {shown or 'nothing'}{more}")
    return int(worlds[0])


def shown_so(name: str, value: bool | str) -> str:
    """A fact or part with its value, as files write it."""
    if isinstance(value, str):
        return f"{f.written(name)}={value}"
    return f.written(name) if value else f"~{f.written(name)}"


def check_names(source: Source, text: str, model: Model, formula: Formula) -> None:
    """Every name in a formula must be in the model; the error shows the spot in `text`."""
    for mention in mentions(formula):
        try:
            check_mention(mention, model)
        except UnknownName as error:
            with source.blame(*spot_of(mention.name, text)):
                raise error from None


def spot_of(name: str, text: str) -> tuple[int, int]:
    """The line and column where a name stands in a text."""
    found = re.search(rf"(?<![\w']){re.escape(f.written(name))}(?![\w'])", text)
    return place(text, found.start()) if found else first_place(text)


def check_mention(mention: Mention, model: Model) -> None:
    """Raise `UnknownName` unless the model has what a formula names."""
    name = mention.name
    match mention.kind:
        case "fact" if name not in model.facts:
            model.fact(name)
        case "agent":
            model.group((name,))
        case "part":
            model.parts_named(name)
        case "value" if name not in model.parts:
            model.value_named(mention.part, name)
        case "number":
            model.numbers_named(name)
        case _:
            pass
