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
        return {world for world in self.worlds if seen(world) == seen(here)}

    def alike_to_all(self, group, here):
        return {
            world
            for world in self.worlds
            if all(self.sees[agent](world) == self.sees[agent](here) for agent in group)
        }

    def reachable(self, group, here):
        found, waiting = {here}, [here]
        while waiting:
            at = waiting.pop()
            for agent in group:
                for world in self.alike(agent, at) - found:
                    found.add(world)
                    waiting.append(world)
        return found

    def where(self, formula):
        """The set of worlds where a formula holds, each operator in its own words."""

        def keep(test):
            return {world for world in self.worlds if test(world)}

        def all_of(cell, claim):
            found = self.where(claim)
            return keep(lambda world: cell(world) <= found)

        def whether(cell, claim):
            found = self.where(claim)
            return keep(lambda world: cell(world) <= found or not cell(world) & found)

        match formula:
            case f.Top():
                return set(self.worlds)
            case f.Bot():
                return set()
            case f.Atom(name):
                return keep(lambda world: dict(world)[name] is True)
            case f.Is(part, value):
                return keep(lambda world: str(dict(world)[part]) == value)
            case f.Not(claim):
                return set(self.worlds) - self.where(claim)
            case f.And(claims):
                return set(self.worlds).intersection(*map(self.where, claims))
            case f.Or(claims):
                return set().union(*map(self.where, claims))
            case f.Xor(claims):
                found = [self.where(claim) for claim in claims]
                return keep(lambda world: sum(world in some for some in found) % 2 == 1)
            case f.OneOf(claims):
                found = [self.where(claim) for claim in claims]
                return keep(lambda world: sum(world in some for some in found) == 1)
            case f.Implies(given, then):
                return self.where(f.Not(given)) | self.where(then)
            case f.Iff(left, right):
                return set(self.worlds) - (self.where(left) ^ self.where(right))
            case f.Forall(names, claim):
                return self.where(f.And(tuple(puttings(names, claim))))
            case f.Exists(names, claim):
                return self.where(f.Or(tuple(puttings(names, claim))))
            case f.Know("K", (agent,), claim):
                return all_of(lambda world: self.alike(agent, world), claim)
            case f.Know("Kw", (agent,), claim):
                return whether(lambda world: self.alike(agent, world), claim)
            case f.Know("E", who, claim):
                return self.where(f.And(tuple(f.Know("K", (a,), claim) for a in who)))
            case f.Know("C", who, claim):
                return all_of(lambda world: self.reachable(who, world), claim)
            case f.Know("Cw", who, claim):
                return whether(lambda world: self.reachable(who, world), claim)
            case f.Know("D", who, claim):
                return all_of(lambda world: self.alike_to_all(who, world), claim)
            case f.Know("Dw", who, claim):
                return whether(lambda world: self.alike_to_all(who, world), claim)
            case f.Possible(how, who, claim):
                return self.where(f.Not(f.Know(how, who, f.Not(claim))))
            case f.KnowValue(agent, part):
                return keep(
                    lambda w: len({dict(v)[part] for v in self.alike(agent, w)}) == 1
                )
            case f.Announce(said, then):
                return self.where(f.Not(said)) | self.where(f.CanAnnounce(said, then))
            case f.CanAnnounce(said, then):
                return self.left(self.where(said)).where(then)
            case f.AnnounceWhether(several, then):
                found = [self.where(said) for said in several]
                return self.after(
                    lambda world: tuple(world in some for some in found), then
                )
            case f.AnnounceValue(part, then):
                return self.after(lambda world: dict(world)[part], then)
            case _:
                raise TypeError(formula)

    def left(self, keep):
        return Twin([world for world in self.worlds if world in keep], self.sees)

    def after(self, answer, then):
        """Where `then` holds once the answer is said aloud, whatever it is."""
        found = set()
        for said in {answer(world) for world in self.worlds}:
            left = self.left({world for world in self.worlds if answer(world) == said})
            found |= left.where(then)
        return found


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
    return twin.left({world for world in worlds if law(world)})
