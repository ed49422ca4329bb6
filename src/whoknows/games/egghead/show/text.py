"""EggHead as plain text: the table, a round, and why a stack is ruled out."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from textwrap import wrap

from whoknows.games.egghead.knowledge.why_ruled_out import Reason, Reasons, reason_text
from whoknows.games.egghead.rules.log import Asked
from whoknows.games.egghead.rules.setup import Setup
from whoknows.games.egghead.rules.sight import Sight
from whoknows.games.egghead.rules.stacks import Stack, stack_name
from whoknows.wording import plural

WIDTH = 80


def seat_names(setup: Setup, me: int | None = None) -> list[str]:
    """The names of the seats: A, B, C, ..., and `you`."""
    return ["you" if seat == me else chr(ord("A") + seat) for seat in setup.seats]


def setup_text(setup: Setup) -> str:
    """A setup in one line."""
    who = {0: "nobody", setup.players: "all"}.get(
        len(setup.analysts), ", ".join(seat_names(setup)[seat] for seat in setup.analysts)
    )
    analyse = "analyses" if len(setup.analysts) in (0, 1) else "analyse"
    parts = (
        f"{setup.players} players",
        f"{plural(setup.cards, 'card')} of 1 to {setup.values}",
        *([f"{plural(setup.copies, 'card')} of each value"] if setup.copies else []),
        plural(len(setup.questions), "question"),
    )
    return f"{', '.join(parts)}; {who} {analyse}"


def asked_text(setup: Setup, step: Asked, names: Sequence[str]) -> str:
    """A round's question with its answer."""
    question = setup.questions[step.question]
    who = "" if step.moderator is None else f" ({names[step.moderator]} asks)"
    return f"Round {step.round}{who}: {question.text} {question.answer_name(step.answer)}"


def table_text(sight: Sight, names: Sequence[str]) -> str:
    """The stacks in sight, and the points."""
    parts = [
        f"{name} {stack_name(stack) if stack else '?' * sight.setup.cards} ({score})"
        for name, stack, score in zip(names, sight.stacks, sight.scores, strict=True)
    ]
    return "   ".join(parts)


def reasons_text(setup: Setup, why: Reasons, names: Sequence[str]) -> Iterator[str]:
    """The stacks that are left, then what ruled out the others, newest last."""
    yield from filled(f"{len(why.left)} left: ", [stack_name(s) for s in why.left])
    groups: defaultdict[Reason, list[Stack]] = defaultdict(list)
    for stack, reason in why.against.items():
        groups[reason].append(stack)
    for reason, stacks in sorted(groups.items(), key=lambda item: item[0].round):
        yield reason_text(setup, reason, names)
        yield from filled("    rules out ", [stack_name(stack) for stack in stacks])


def filled(start: str, words: Sequence[str]) -> list[str]:
    """Words in lines of the usual width."""
    text = start + " ".join(words)
    return wrap(text, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
