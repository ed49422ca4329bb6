"""The slow twin of every model: worlds in a list, knowledge as the definition says it."""

from dataclasses import dataclass
from itertools import product

from whoknows.logic import formula as f


@dataclass
class Twin:
    """Worlds as tuples of (name, value), and what each agent sees of them."""

    worlds: list
    sees: dict

    def alike(self, agent, here):
        seen = self.sees[agent]
        return [world for world in self.worlds if seen(world) == seen(here)]

    def alike_to_all(self, group, here):
        return [
            world
            for world in self.worlds
            if all(self.sees[agent](world) == self.sees[agent](here) for agent in group)
        ]

    def reachable(self, group, here):
        found, waiting = {here}, [here]
        while waiting:
            at = waiting.pop()
            for agent in group:
                for world in self.alike(agent, at):
                    if world not in found:
                        found.add(world)
                        waiting.append(world)
        return found

    def left(self, keep):
        return Twin([world for world in self.worlds if keep(world)], self.sees)

    def true(self, formula, at):
        def everywhere(worlds, claim):
            return all(self.true(claim, world) for world in worlds)

        def whether(worlds, claim):
            return len({self.true(claim, world) for world in worlds}) == 1

        match formula:
            case f.Top():
                return True
            case f.Bot():
                return False
            case f.Atom(name):
                return dict(at)[name] is True
            case f.Is(part, value):
                return str(dict(at)[part]) == value
            case f.Not(claim):
                return not self.true(claim, at)
            case f.And(claims):
                return all(self.true(claim, at) for claim in claims)
            case f.Or(claims):
                return any(self.true(claim, at) for claim in claims)
            case f.Xor(claims):
                return sum(self.true(claim, at) for claim in claims) % 2 == 1
            case f.OneOf(claims):
                return sum(self.true(claim, at) for claim in claims) == 1
            case f.Implies(given, then):
                return not self.true(given, at) or self.true(then, at)
            case f.Iff(left, right):
                return self.true(left, at) == self.true(right, at)
            case f.Forall(names, claim):
                return all(self.true(put, at) for put in puttings(names, claim))
            case f.Exists(names, claim):
                return any(self.true(put, at) for put in puttings(names, claim))
            case f.Know("K", (agent,), claim):
                return everywhere(self.alike(agent, at), claim)
            case f.Know("Kw", (agent,), claim):
                return whether(self.alike(agent, at), claim)
            case f.Know("E", who, claim):
                return all(everywhere(self.alike(agent, at), claim) for agent in who)
            case f.Know("C", who, claim):
                return everywhere(self.reachable(who, at), claim)
            case f.Know("Cw", who, claim):
                return whether(self.reachable(who, at), claim)
            case f.Know("D", who, claim):
                return everywhere(self.alike_to_all(who, at), claim)
            case f.Know("Dw", who, claim):
                return whether(self.alike_to_all(who, at), claim)
            case f.Possible(how, who, claim):
                return not self.true(f.Know(how, who, f.Not(claim)), at)
            case f.KnowValue(agent, part):
                return len({dict(world)[part] for world in self.alike(agent, at)}) == 1
            case f.Announce(said, then):
                return not self.true(said, at) or self.after([said], at).true(then, at)
            case f.CanAnnounce(said, then):
                return self.true(said, at) and self.after([said], at).true(then, at)
            case f.AnnounceWhether(several, then):
                return self.after(several, at).true(then, at)
            case f.AnnounceValue(part, then):
                left = self.left(lambda world: dict(world)[part] == dict(at)[part])
                return left.true(then, at)
            case _:
                raise TypeError(formula)

    def after(self, said, at):
        """The worlds that agree with this one on all that is said."""
        return self.left(
            lambda world: all(self.true(s, world) == self.true(s, at) for s in said)
        )

    def where(self, formula):
        return {world for world in self.worlds if self.true(formula, world)}


def puttings(names, claim):
    """Every way to put the named facts as true or false in a claim."""
    for values in product([f.Top(), f.Bot()], repeat=len(names)):
        put = claim
        for name, value in zip(names, values, strict=True):
            put = f.substitute(put, name, value)
        yield put


def twin_of(spans, sees, law=lambda world: True):
    """The twin of every combination; each agent sees those named, or a function."""
    names = list(spans)
    worlds = [tuple(zip(names, values, strict=True)) for values in product(*spans.values())]

    def eye(seen):
        if callable(seen):
            return seen
        return lambda world: tuple(dict(world)[name] for name in seen)

    twin = Twin(worlds, {agent: eye(seen) for agent, seen in sees.items()})
    return twin.left(law)
