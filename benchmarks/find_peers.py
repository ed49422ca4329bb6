"""Random formulas decided beside other provers of knowledge for several agents.

Two peers are known.  CMAEL(CD) (github.com/bjesus/cmaelcd, TypeScript, a tableau for S5
with D and C of all groups) and MOLTAP (github.com/twanvl/moltap, Haskell, a
tableau for K, T, S4, and S5 without D and with a doubtful C: it is given formulas with K
alone).  Each is wrapped in a few lines that read a formula a line from stdin and answer
each with a line `true` or `false` (satisfiable) and the microseconds of CPU it took.

Announcements are taken out before a peer is asked, as none of them knows announcements.
What a peer cannot say (common knowledge along paths through some worlds only) is left out,
and counted.  A formula over which a peer sits longer than the limit is counted, and its
process is ended and begun again; its time is then the limit.

Run: python benchmarks/find_peers.py [--cmaelcd "node bench.cjs"] [--moltap ./bench]
     [--count 1000] [--limit 5]
"""

import argparse
import select
import shlex
import subprocess
from time import process_time

import numpy as np

from whoknows.logic.satisfiability import find
from whoknows.logic.satisfiability.core_language import TRUE, Both, Box, Common, Core, Fact
from whoknows.logic.satisfiability.exercises import AGENTS, FACTS, random_formula


class Unsaid(Exception):
    """What the language of a peer has no words for."""


def cmaelcd(store: Core, literal: int) -> str:
    """A literal of the core in the language of CMAEL(CD)."""
    if literal < 0:
        return f"~{cmaelcd(store, -literal)}"
    match store.nodes[literal]:
        case Fact(name):
            return name
        case Both(parts):
            first, *rest = (cmaelcd(store, part) for part in parts)
            for text in rest:
                first = f"({first} & {text})"
            return first
        case Box(group, body):
            return f"D{{{','.join(group)}}} {cmaelcd(store, body)}"
        case Common(group, inside, claim) if inside == TRUE:
            return f"C{{{','.join(group)}}} {cmaelcd(store, claim)}"
        case Common():
            raise Unsaid
        case _:
            return "~(p & ~p)"


def moltap(store: Core, literal: int) -> str:
    """A literal of the core in the language of MOLTAP: K of one agent, nothing else."""
    if literal < 0:
        return f"~{moltap(store, -literal)}"
    match store.nodes[literal]:
        case Fact(name):
            return name
        case Both(parts):
            return "(" + " & ".join(moltap(store, part) for part in parts) + ")"
        case Box((agent,), body):
            return f"K_{agent} {moltap(store, body)}"
        case Box() | Common():
            raise Unsaid
        case _:
            return "true"


class Peer:
    """A prover in a process of its own, asked line by line."""

    def __init__(self, command: str, limit: float) -> None:
        self.command, self.limit = shlex.split(command), limit
        self.begin()

    def begin(self) -> None:
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def asked(self, line: str) -> tuple[bool | None, float]:
        """Whether a formula is satisfiable, and the seconds it took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(line, file=self.process.stdin, flush=True)
        ready, _, _ = select.select([self.process.stdout], [], [], self.limit)
        said = self.process.stdout.readline().split() if ready else []
        if len(said) != 2:  # no answer in time, or the peer has died of it
            self.end()
            self.begin()
            return None, self.limit
        return said[0] == "true", int(said[1]) / 1e6


def compared(name: str, words, peer: Peer, formulas) -> None:
    """The same formulas, each asked of us and then of the peer."""
    ours, theirs, unsaid, late = [], [], 0, 0
    for formula in formulas:
        store = Core("S5")
        try:
            line = words(store, store.of(formula))
        except Unsaid:
            unsaid += 1
            continue
        start = process_time()
        mine = find(formula).satisfiable
        ours.append(process_time() - start)
        other, seconds = peer.asked(line)
        theirs.append(seconds)
        late += other is None
        assert other is None or mine == other, (str(formula), mine, other)
    peer.end()
    print(
        f"{name}: {len(ours)} formulas, {unsaid} it cannot say; "
        f"{late} not within {peer.limit:g} s, all other answers equal\n"
        f"  ours   {sum(ours):8.2f} s of CPU, median {1e3 * np.median(ours):6.2f} ms, "
        f"longest {max(ours):.2f} s (with a smallest model)\n"
        f"  theirs {sum(theirs):8.2f} s of CPU, median {1e3 * np.median(theirs):6.2f} ms, "
        f"longest {max(theirs):.2f} s"
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--cmaelcd")
    reader.add_argument("--moltap")
    reader.add_argument("--count", type=int, default=1000)
    reader.add_argument("--limit", type=float, default=5.0)
    asked = reader.parse_args()
    rng = np.random.default_rng(1)
    formulas = [
        random_formula(rng, depth=3, agents=AGENTS[:3], facts=FACTS[:3])
        for _ in range(asked.count)
    ]
    find("p")  # what is imported once
    for name, words in (("cmaelcd", cmaelcd), ("moltap", moltap)):
        command = getattr(asked, name)
        if command:
            compared(name, words, Peer(command, asked.limit), formulas)


if __name__ == "__main__":
    main()
