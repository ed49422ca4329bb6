"""The slow twin of every model: worlds in a list, knowledge as the definition says it."""

from dataclasses import dataclass
from itertools import product

from whoknows.logic.language import formula as f


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
            case f.KnowGiven("C", who, given, claim):
                path, found = self.where(given), self.where(claim)
                return keep(lambda world: self.along(who, path, world) <= found)
            case f.KnowGiven(how, who, given, claim):
                return self.where(f.Know(how, who, f.Implies(given, claim)))
            case f.AnnounceTo(who, said, then):
                told, so = self.told(who, said, then), self.where(said)
                return keep(lambda w: w not in so or (w, True) in told)
            case f.CanAnnounceTo(who, said, then):
                told = self.told(who, said, then)
                return keep(lambda w: (w, True) in told)
            case f.AnnounceWhetherTo(who, said, then):
                told = self.told(who, said, then)
                return keep(lambda w: (w, True) in told or (w, False) in told)
            case f.After(events, event, then):
                can, found = (
                    self.where(events.named(event).when),
                    self.happened(events, then),
                )
                return keep(lambda w: w not in can or (w, event) in found)
            case f.CanAfter(events, event, then):
                found = self.happened(events, then)
                return keep(lambda w: (w, event) in found)
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

    def along(self, group, path, here):
        """The worlds at the ends of chains of one view or more through worlds of a path."""
        found, waiting = set(), [here]
        while waiting:
            at = waiting.pop()
            for agent in group:
                for world in (self.alike(agent, at) & path) - found:
                    found.add(world)
                    waiting.append(world)
        return found

    def told(self, who, said, then):
        """Pairs of a world and what some are told there, after which `then` holds."""
        found = self.where(said)
        pairs = [(world, world in found) for world in self.worlds]
        return self.stepped(pairs, lambda pair: dict(pair[0]), who, lambda yes: yes, then)

    def happened(self, events, then):
        """Pairs of a world and an event that can happen there, after which `then` holds."""
        can = {event.name: self.where(event.when) for event in events.events}
        pairs = [
            (world, name) for name in can for world in self.worlds if world in can[name]
        ]

        made = {
            event.name: {name: self.where(claim) for name, claim in event.makes.items()}
            for event in events.events
        }

        def facts(pair):
            world, event = pair
            return dict(world) | {n: world in where for n, where in made[event].items()}

        def cell(agent):
            links = events.links[agent]
            return lambda name: frozenset(b for a, b in links if a == name)

        return self.stepped(pairs, facts, None, cell, then)

    def stepped(self, pairs, facts, who, cell, then):
        """Those of the pairs, as worlds of their own, where `then` holds."""
        worlds = {(*facts(pair).items(), ("#", k)): pair for k, pair in enumerate(pairs)}

        def eye(agent):
            told = cell if who is None or agent in who else lambda _: None
            mark = cell(agent) if who is None else told
            return lambda w: (self.sees[agent](worlds[w][0]), mark(worlds[w][1]))

        after = Twin(list(worlds), {agent: eye(agent) for agent in self.sees})
        return {worlds[world] for world in after.where(then)}

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
