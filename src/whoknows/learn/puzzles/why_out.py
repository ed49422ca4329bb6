"""Why a remark rules worlds out, in words a person can check with a pencil.

What an agent says about what they know depends on what they see alone.  So a remark
rules out some of the things that the speaker may see; for each, one example says why.
"""

from __future__ import annotations

from collections.abc import Sequence

from whoknows.learn.puzzles.draft import Remark, Stage, knows
from whoknows.logic.language.formula import And, Know, Not, Or
from whoknows.logic.models.model import Agent, Claim, World
from whoknows.logic.models.table import Table

FEW_EXAMPLES = 4  # examples of one remark
FEW_NAMES = 6  # worlds named in one list


def reason(stage: Stage, model: Table, remark: Remark, claim: Claim) -> str:
    """Why the worlds outside the claim go."""
    gone = model.worlds(~claim).tolist()
    if not gone:
        return "This rules nothing out."
    if not remark.speaker:
        return f"{ruled_out(stage, gone)}."
    if remark.saying == "guess":
        return of_guess(stage, model, remark, gone)
    if remark.saying == "silence":
        return of_silence(stage, model, remark, gone)
    if remark.saying == "round":
        return of_round(stage, model, remark, gone)
    looks = stage.looks[remark.speaker]
    seen: dict[str, list[World]] = {}
    for world in gone:
        seen.setdefault(looks[world], []).append(world)
    examples = [example(stage, model, remark, look, some) for look, some in seen.items()]
    more = (
        f" (and {len(seen) - FEW_EXAMPLES} more in the same way)"
        if len(seen) > FEW_EXAMPLES
        else ""
    )
    return " ".join(examples[:FEW_EXAMPLES]) + f"{more} {ruled_out(stage, gone)}."


def ruled_out(stage: Stage, gone: Sequence[World]) -> str:
    """What goes, in words."""
    names = [stage.worlds[world] for world in gone]
    return f"Ruled out: {few(names)}"


def few(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    if len(names) <= FEW_NAMES:
        return "; ".join(names)
    return f"{'; '.join(names[: FEW_NAMES - 1])}; and {len(names) - FEW_NAMES + 1} more"


def example(
    stage: Stage, model: Table, remark: Remark, look: str, gone: list[World]
) -> str:
    """Why the speaker cannot have seen this."""
    me, you = remark.speaker, remark.other
    if me == you or not you:
        you = me
    names = [stage.worlds[world] for world in gone]
    alone = f"With {look}, only {names[0]} is left, and {me} would know."

    def witness(claim: Claim, then: str) -> str:
        world = next(world for world in gone if model.holds(claim, world))
        there = stage.looks[you][world]
        return (
            f"With {look} it could be {stage.worlds[world]}; {you}, with {there}, {then}."
        )

    known = model.where(knows(you))
    match remark.saying:
        case "ignorant":
            return alone
        case "knows":
            return f"With {look} there are still {few(names)}, and {me} would not know."
        case "both-ignorant" if len(gone) == 1:
            return alone
        case "sure-ignorant" | "both-ignorant":
            return witness(known, "would know")
        case "sure-knows":
            return witness(~known, "would not know")
        case "unsure":
            knowing = "knows" if model.holds(known, gone[0]) else "does not know"
            return f"With {look}, {me} would be sure that {you} {knowing}."
        case "sure-unsure":
            certain = model.where(Know("Kw", (you,), knows(me)))
            return witness(certain, f"could tell whether {me} knows")
        case _:
            return f"With {look}, {me} could not say so."


def of_round(stage: Stage, model: Table, remark: Remark, gone: list[World]) -> str:
    """Why a round of silence, or of stepping forward, rules worlds out: an example each."""
    formula = remark.formula
    parts = formula.claims if isinstance(formula, And) else (formula,)
    said = []
    for world in gone[:FEW_EXAMPLES]:
        for part in parts:
            if model.true(part, world):
                continue
            silent = isinstance(part, Not)
            inner = part.claim if isinstance(part, Not) else part
            assert isinstance(inner, Know)
            agent: Agent = inner.who[0]
            would = "would have known" if silent else "would not have known"
            said.append(f"If it were {stage.worlds[world]}, {agent} {would}.")
            break
    more = (
        f" (and {len(gone) - FEW_EXAMPLES} more in the same way)"
        if len(gone) > FEW_EXAMPLES
        else ""
    )
    return f"{' '.join(said)}{more} {ruled_out(stage, gone)}."


def of_guess(stage: Stage, model: Table, remark: Remark, gone: list[World]) -> str:
    """Why a wrong guess rules worlds out: it would be right, or nobody would guess so."""
    assert isinstance(remark.formula, And)
    held, wrong = remark.formula.claims
    right = [world for world in gone if not model.true(wrong, world)]
    looks = dict.fromkeys(
        stage.looks[remark.speaker][world] for world in gone if not model.true(held, world)
    )
    said = []
    if right:
        names = few([stage.worlds[world] for world in right])
        said.append(f"The guess would be right with {names}.")
    if looks:
        seen = "; or with ".join(looks)
        said.append(f"With {seen}, {remark.speaker} could see that it is wrong.")
    return " ".join(said)


def of_silence(stage: Stage, model: Table, remark: Remark, gone: list[World]) -> str:
    """Why silence rules worlds out: in each of them somebody would have known."""
    assert isinstance(remark.formula, And)
    said = []
    for world in gone[:FEW_EXAMPLES]:
        part = next(part for part in remark.formula.claims if not model.true(part, world))
        assert isinstance(part, Not)
        assert isinstance(part.claim, Or)
        first = part.claim.claims[0]
        assert isinstance(first, Know)
        agent = first.who[0]
        sees = stage.looks[agent][world]
        have = "have" if agent == "You" else "has"
        said.append(f"With {sees} in sight, only one thing is left that {agent} {have}.")
    more = (
        f" (and {len(gone) - FEW_EXAMPLES} more in the same way)"
        if len(gone) > FEW_EXAMPLES
        else ""
    )
    return f"{' '.join(said)}{more} {ruled_out(stage, gone)}."
