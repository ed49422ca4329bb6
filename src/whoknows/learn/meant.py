"""What was probably meant: formulas as textbooks and other programs write them.

>>> from whoknows.logic import every_world
>>> model = every_world("pq", sees={"ann": "p", "bob": "q"})
>>> meant_instead("K_ann p && !q", model)
'K ann p & ~q'
>>> meant_instead("Ka(p => q)", model)
'K ann (p -> q)'
>>> meant_instead("K ann p", model) is None    # it is right as it is
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from whoknows.errors import WhoknowsError
from whoknows.logic.language.reader import parse
from whoknows.logic.models.model import Model
from whoknows.logic.reasoning.evaluate import evaluate

Change: TypeAlias = Callable[[re.Match[str]], str]

LONGEST_FORMULA = 500  # characters of a formula that are looked at
SIGNS = (
    (r"&&|/\\|\bAND\b", "&"),
    (r"\|\||\\/|\bOR\b", "|"),
    (r"<=>|<==>|≡|⇔|\\leftrightarrow\b", "<->"),
    (r"(?<!<)=>|==>|⇒|⊃|\\(?:to|rightarrow)\b", "->"),
    (r"!(?![=\s]*[^\]>]*[\]>])|−|\\(?:neg|lnot)\b|\bNOT\b", "~"),
    (r"\\(?:land|wedge)\b", "&"),
    (r"\\(?:lor|vee)\b", "|"),
    (r"\\top\b", "true"),
    (r"\\bot\b", "false"),
)


def meant_instead(text: str, model: Model) -> str | None:
    """The formula that somebody meant, if what they wrote is none and this is one."""
    if len(text) > LONGEST_FORMULA or sound(text, model):
        return None
    for rewritten in (respelled(text, model), respelled(common_slips(text), model)):
        if rewritten != text and sound(rewritten, model):
            return rewritten
    return None


def sound(text: str, model: Model) -> bool:
    """Whether a text is a formula about the model."""
    try:
        evaluate(model, parse(text))
    except WhoknowsError:
        return False
    return True


def common_slips(text: str) -> str:
    """A text with its brackets closed."""
    missing = text.count("(") - text.count(")")
    return text + ")" * missing if missing > 0 else text


def respelled(text: str, model: Model) -> str:
    """A text in our spelling: signs, boxes, and agents beside their operators."""
    for pattern, sign in SIGNS:
        text = re.sub(pattern, sign, text)
    agents = {agent: agent for agent in model.agents}
    for agent in model.agents:  # a first letter stands for a name, if only one has it
        starts = [other for other in model.agents if other[0].lower() == agent[0].lower()]
        if len(starts) == 1:
            agents.setdefault(agent[0].lower(), agent)
            agents.setdefault(agent[0].upper(), agent)
            agents.setdefault(agent.lower(), agent)
            agents.setdefault(agent.capitalize(), agent)
    names = "|".join(sorted(map(re.escape, agents), key=len, reverse=True)) or "(?!)"

    def one(found: re.Match[str]) -> str:
        return f"{found['how']} {agents[found['who']]} "

    def many(found: re.Match[str]) -> str:
        group = re.findall(r"\w+", found["who"] or "") or list(model.agents)
        named = ", ".join(agents.get(name, name) for name in group)
        return f"{found['how']}{{{named}}} "

    text = re.sub(rf"\b(?P<who>{names}) knows whether\b\s*", said("Kw", agents), text)
    text = re.sub(rf"\b(?P<who>{names}) knows(?: that)?\b\s*", said("K", agents), text)
    text = re.sub(rf"\b(?P<how>Kw|Kv|K)_?\{{?(?P<who>{names})\}}?(?!\w)\s*", one, text)
    text = re.sub(rf"\b(?P<how>Kw|Kv|K)\s+(?P<who>{names})(?!\w)\s*", one, text)
    text = re.sub(
        rf"(?:□|\\Box)_?\{{?(?P<who>{names})\}}?(?!\w)\s*", said("K", agents), text
    )
    text = re.sub(rf"\[(?P<who>{names})\]\s*", said("K", agents), text)
    text = re.sub(
        rf"(?:◇|\\Diamond|M)_?\{{?(?P<who>{names})\}}?(?!\w)\s*", diamond(agents), text
    )
    text = re.sub(rf"<(?P<who>{names})>\s*", diamond(agents), text)
    text = re.sub(r"\b(?P<how>Cw?|Dw?|E)_?\{(?P<who>[\w,\s]+)\}\s*", many, text)
    text = re.sub(r"\b(?P<how>C|D|E)(?:_G)?(?P<who>)(?=[\s(~])\s*", many, text)
    return re.sub(r"\s+", " ", text).strip()


def said(how: str, agents: Mapping[str, str]) -> Change:
    """An agent who knows, in our spelling."""
    return lambda found: f"{how} {agents[found['who']]} "


def diamond(agents: Mapping[str, str]) -> Change:
    """A diamond with an agent is what the agent holds possible."""
    return lambda found: f"<K {agents[found['who']]}> "
