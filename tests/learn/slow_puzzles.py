"""Puzzles solved from their words, by sets and loops: shares nothing with the generators.

Only the words of the puzzle and what its story gives are read, no formula and no model.
"""

import re
from itertools import combinations, combinations_with_replacement, permutations, product
from math import gcd
from typing import Any, ClassVar


def solutions(puzzle):
    """Every answer that fits all that is said, in the words of the puzzle."""
    story = STORIES[puzzle.kind](puzzle.given)
    worlds = story.worlds
    for line in puzzle.said:
        worlds = [world for world in worlds if story.fits(line, world, worlds)]
    return {story.name(world) for world in worlds}


class Story:
    """Worlds, what people see in them, and what words mean."""

    worlds: Any
    name: Any
    look: Any

    def knows(self, agent, world, worlds):
        return (
            len([w for w in worlds if self.look(agent, w) == self.look(agent, world)]) == 1
        )

    def alike(self, agent, world, worlds):
        return [w for w in worlds if self.look(agent, w) == self.look(agent, world)]

    def fits(self, line, world, worlds):
        speaker, words = re.fullmatch(r"(\w+): “(?:Now )?(.*)”", line).groups()
        cell = self.alike(speaker, world, worlds)
        if found := re.match(r"I know that (\w+) does not know", words):
            return not any(self.knows(found[1], w, worlds) for w in cell)
        if found := re.match(r"I know that (\w+) knows", words):
            return all(self.knows(found[1], w, worlds) for w in cell)
        if found := re.match(r"I do not know .*, and I know that (\w+) does not", words):
            return len(cell) > 1 and not any(self.knows(found[1], w, worlds) for w in cell)
        if found := re.match(r"I cannot tell whether (\w+) knows", words):
            return len({self.knows(found[1], w, worlds) for w in cell}) == 2
        if found := re.match(r"I know that (\w+) cannot tell whether I know", words):
            return all(
                len(
                    {
                        self.knows(speaker, v, worlds)
                        for v in self.alike(found[1], w, worlds)
                    }
                )
                == 2
                for w in cell
            )
        if re.match(r"I (still )?do not know [^,]*$", words):
            return len(cell) > 1
        assert re.match(r"I know (the|which|all) [^,]*$", words), line
        return len(cell) == 1


class Dates(Story):
    def __init__(self, given):
        self.worlds = [tuple(date) for date in given["dates"]]
        self.place = {
            who: ["month", "day", "year"].index(x) for who, x in given["told"].items()
        }

    def look(self, agent, world):
        return world[self.place[agent]]

    def name(self, world):
        return " ".join(map(str, world))


class Numbers(Story):
    TOLD: ClassVar = {
        "sum": lambda a, b: a + b,
        "product": lambda a, b: a * b,
        "difference": lambda a, b: abs(a - b),
        "larger number": max,
        "smaller number": min,
        "sum of the squares": lambda a, b: a**2 + b**2,
        "greatest common divisor": gcd,
        "last digit of the product": lambda a, b: int(str(a * b)[-1]),
        "last digit of the sum": lambda a, b: int(str(a + b)[-1]),
    }

    def __init__(self, given):
        choose = combinations_with_replacement if given["equal"] else combinations
        self.worlds = list(choose(range(1, given["largest"] + 1), 2))
        self.told = given["told"]

    def look(self, agent, world):
        return self.TOLD[self.told[agent]](*world)

    def name(self, world):
        return f"{world[0]} and {world[1]}"


class Crowd(Story):
    def __init__(self, given):
        self.people, self.line = given["people"], given["line"]
        self.mud = given["theme"] == "mud"
        everyone = self.people
        self.worlds = [
            frozenset(some)
            for k in range(len(everyone) + 1)
            for some in combinations(everyone, k)
        ]

    def look(self, agent, world):
        place = self.people.index(agent)
        seen = self.people[place + 1 :] if self.line else set(self.people) - {agent}
        return frozenset(world & set(seen))

    def own(self, agent, world, worlds):
        return len({agent in w for w in self.alike(agent, world, worlds)}) == 1

    def fits(self, line, world, worlds):
        count = len(world)
        if line.startswith("A voice"):
            if "not zero" in line:
                return count > 0
            if "at least two" in line:
                return count >= 2
            if "one or two" in line:
                return count in (1, 2)
            if found := re.search(r"no more than (\d+)", line):
                return count <= int(found[1])
            if "not everybody" in line:
                return 0 < count < len(self.people)
            return count % 2 == (1 if "odd" in line else 0)
        if line.startswith("Asked"):
            raised = re.search(r"\?” (.*) raises? ", line)[1]
            hands = set(re.findall(r"[A-Z]\w+", raised)) - {"Nobody"}
            return hands == {p for p in self.people if self.own(p, world, worlds)}
        speaker, words = re.fullmatch(r"(\w+): “(.*)”", line).groups()
        return self.own(speaker, world, worlds) == words.startswith("I know")

    def name(self, world):
        names = [person for person in self.people if person in world]
        if not names:
            return "nobody is muddy" if self.mud else "nobody is in a red hat"
        if len(names) < 3:
            return " and ".join(names)
        return ", ".join(names[:-1]) + ", and " + names[-1]


class Codes(Story):
    def __init__(self, given):
        digits = [str(k + 1) for k in range(given["colors"])]
        every = (
            product(digits, repeat=given["pegs"])
            if given["repeats"]
            else permutations(digits, given["pegs"])
        )
        self.worlds = ["".join(code) for code in every]
        self.whispered, self.told = given["whispered"], given["told"]

    @staticmethod
    def answer(guess, code):
        right = [a for a, b in zip(guess, code, strict=True) if a == b]
        rest, other = list(code), 0
        for digit in guess:
            if digit in rest:
                rest.remove(digit)
                other += 1
        return len(right), other - len(right)

    def look(self, agent, world):
        half = 0 if self.told[agent] == "first" else 1
        return [self.answer(guess, world)[half] for guess in self.whispered]

    def fits(self, line, world, worlds):
        found = re.fullmatch(r"(\d+): (\d+) \w+, (\d+) \w+", line)
        if found:
            return self.answer(found[1], world) == (int(found[2]), int(found[3]))
        return super().fits(line, world, worlds)

    def name(self, world):
        return world


class Coins(Story):
    def __init__(self, given):
        self.known, self.seen = given["heavier"], given["seen"]
        ways = ["heavier"] if self.known else ["heavier", "lighter"]
        self.worlds = [(c, way) for c in range(1, given["coins"] + 1) for way in ways]

    @staticmethod
    def sinks(left, right, world):
        coin, way = world
        weight = dict.fromkeys([*left, *right], 10)
        if coin in weight:
            weight[coin] = 11 if way == "heavier" else 9
        one, two = sum(weight[c] for c in left), sum(weight[c] for c in right)
        return "left" if one > two else "right" if two > one else "balance"

    def look(self, agent, world):
        return [self.sinks(left, right, world) for left, right in self.seen[agent]]

    def fits(self, line, world, worlds):
        found = re.fullmatch(r"Coins? (.*) against (.*): (.*)\.", line)
        if not found:
            return super().fits(line, world, worlds)
        left, right = (list(map(int, re.findall(r"\d+", found[k]))) for k in (1, 2))
        came = next(word for word in ("left", "right", "balance") if word in found[3])
        return self.sinks(left, right, world) == came

    def name(self, world):
        return f"coin {world[0]}" + ("" if self.known else f", {world[1]}")


class DaVinci(Story):
    def __init__(self, given):
        self.people, size = given["people"], given["size"]
        tiles = sorted((n, c) for n in range(1, given["numbers"] + 1) for c in "bw")
        hands = [sorted(some) for some in combinations(tiles, size)]
        self.worlds = [
            (tuple(one), tuple(two))
            for one, two in product(hands, hands)
            if not set(one) & set(two)
            and ["".join(c for _, c in hand) for hand in (one, two)] == given["colors"]
        ]

    def look(self, agent, world):
        return world[self.people.index(agent)]

    def fits(self, line, world, worlds):
        found = re.fullmatch(
            r"(\w+) guesses: (\w+)'s tile (\d) is the (\w+) (\d)\. That is wrong\.", line
        )
        if not found:
            return super().fits(line, world, worlds)
        tile, place = (int(found[5]), found[4][0]), int(found[3]) - 1
        held = [self.look(found[2], w)[place] for w in self.alike(found[1], world, worlds)]
        return self.look(found[2], world)[place] != tile and tile in held

    def name(self, world):
        hands = [" ".join(f"{c}{n}" for n, c in hand) for hand in world]
        return ", ".join(f"{p} {h}" for p, h in zip(self.people, hands, strict=True))


class EggHead(Story):
    ASK: ClassVar = {
        "What is the sum of all cards?": sum,
        "How many cards are even?": lambda c: len([x for x in c if x % 2 == 0]),
        "What is the highest card?": max,
        "What is the lowest card?": min,
        "How many ones are there?": lambda c: len([x for x in c if x == 1]),
        "How many different cards are there?": lambda c: len(set(c)),
        "How far apart are the highest and the lowest card?": lambda c: max(c) - min(c),
        "What does the sum of all cards leave, divided by 3?": lambda c: sum(c) % 3,
    }

    def __init__(self, given):
        self.people = given["people"]
        values = range(1, given["values"] + 1)
        box = list(combinations_with_replacement(values, given["cards"]))
        self.worlds = list(product(box, repeat=len(self.people)))

    def look(self, agent, world):
        place = self.people.index(agent)
        return world[:place] + world[place + 1 :]

    def fits(self, line, world, worlds):
        if line == "Nobody says a word.":
            if worlds is not getattr(self, "counted", None):
                self.counted = worlds
                self.rows = {}
                for w in worlds:
                    for p in self.people:
                        self.rows.setdefault((p, self.look(p, w)), []).append(w)
            return all(len(self.rows[p, self.look(p, world)]) > 1 for p in self.people)
        if line.startswith("You see: "):
            shown = ", ".join(
                f"{p} {' '.join(map(str, s))}"
                for p, s in zip(self.people[:-1], world[:-1], strict=True)
            )
            return line == f"You see: {shown}."
        text, answer = re.fullmatch(r"“(.*)” (\d+)\.", line).groups()
        return self.ASK[text]([c for stack in world for c in stack]) == int(answer)

    def name(self, world):
        return " ".join(map(str, world[-1]))


STORIES = {
    "dates": Dates,
    "numbers": Numbers,
    "crowd": Crowd,
    "codes": Codes,
    "coins": Coins,
    "davinci": DaVinci,
    "egghead": EggHead,
}
