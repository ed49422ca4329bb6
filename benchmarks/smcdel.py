"""Files of SMCDEL: whoknows beside SMCDEL itself, on files that both read as they are.

Each row is one file, asked of both programs in turn, several rounds of it in one run.
Times are seconds of the processor, the least of all rounds: of SMCDEL the whole run; of
whoknows the kernel (reading the file and answering it, in a fresh process, after the
imports) and the whole command `whoknows check FILE`.  A ratio is ours over SMCDEL's; the
answers must be equal.

Run: python benchmarks/smcdel.py PATH-OF-SMCDEL [--rounds N] [ROW ...]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

KERNEL = """
import sys, time
from whoknows.logic import files
import whoknows.logic.models.bits, whoknows.logic.models.symbolic
import whoknows.logic.models.table, oxidd.bcdd
start = time.process_time()
script = files.load(sys.argv[1], engine=sys.argv[2])
said = [script.answer(query) for query in script.queries]
print(time.process_time() - start, script.scenes[0].model.engine)
for answer in said:
    states = answer if isinstance(answer, list) else [answer]
    print(*(str(state).replace(" ", "") for state in states), sep=chr(10))
"""


def both(claims: list[str]) -> str:
    """All of some claims, in SMCDEL's language."""
    return "AND ( " + ", ".join(claims) + " )"


def some(claims: list[str]) -> str:
    """One of some claims or more."""
    return "OR ( " + ", ".join(claims) + " )"


def muddy(n: int) -> str:
    """All of n children are muddy; so they know after n - 1 rounds of silence."""
    children = list(range(1, n + 1))
    sees = [
        f"c{k}: " + ",".join(str(other) for other in children if other != k)
        for k in children
    ]
    silence = both([f"~ (c{k} knows whether {k})" for k in children])
    father = some([str(k) for k in children])
    rounds = f"[! {silence}]\n" * (n - 1)
    asked = f"[! {father}]\n{rounds} {both([str(k) for k in children])}"
    names = ",".join(str(k) for k in children)
    return f"VARS {names}\nLAW Top\nOBS " + "\n".join(sees) + f"\nVALID? {asked}\n"


def logicians(n: int) -> str:
    """N logicians want beer; each but the last says that they do not know."""
    people = list(range(1, n + 1))
    everybody = both([str(k) for k in people])
    unsure = {k: f"~ (l{k} knows whether {everybody})" for k in people}
    said = "\n".join(f"[! {unsure[k]}]" for k in people[:-1])
    asked = both([*unsure.values(), f"{said} l{n} knows that {everybody}"])
    names = ",".join(str(k) for k in people)
    sees = "\n".join(f"l{k}: {k}" for k in people)
    return f"VARS {names}\nLAW Top\nOBS {sees}\nTRUE? {{{names}}} {asked}\n"


def dining(n: int) -> str:
    """One of n cryptographers paid, or none; they say what they see."""
    coins = list(range(n + 1, 2 * n + 1))
    law = both(
        [
            some([str(k) for k in range(n + 1)]),
            *(f"~({a} & {b})" for a, b in combinations(range(n + 1), 2)),
        ]
    )
    seen = [(k, coins[k - 1], coins[k - 2]) for k in range(1, n + 1)]
    sees = "\n".join(f"d{k}: {k},{a},{b}" for k, a, b in seen)
    parity = ", ".join(f"{k}, {a}, {b}" for k, a, b in seen)
    nobody = both([f"~ d1 knows that {k}" for k in range(2, n + 1)])
    payers = some([str(k) for k in range(2, n + 1)])
    hidden = f"(d1 knows that 0) | ((d1 knows that {payers}) & {nobody})"
    names = ",".join(str(k) for k in range(2 * n + 1))
    asked = f"[?! XOR ({parity})] ((~ 1) -> ({hidden}))"
    return f"VARS {names}\nLAW {law}\nOBS {sees}\nVALID? {asked}\n"


def literals(number: int, bits: range) -> list[str]:
    """What a number says of the variables that spell it."""
    return [f"{'' if number >> k & 1 else '~'}{bit}" for k, bit in enumerate(bits)]


def sums(most: int = 100) -> str:
    """Sum and product: the puzzle with its numbers, their sum, and product in binary."""
    pairs = [(x, y) for x in range(2, most) for y in range(x + 1, most) if x + y <= most]
    xs, ys, sums, products = range(1, 8), range(8, 15), range(15, 22), range(22, 34)

    def numbers(x: int, y: int) -> list[str]:
        return literals(x, xs) + literals(y, ys)

    law = some(
        [
            both(numbers(x, y) + literals(x + y, sums) + literals(x * y, products))
            for x, y in pairs
        ]
    )
    knows = {
        who: some([f"{who} knows that {both(numbers(*pair))}" for pair in pairs])
        for who in ("s", "p")
    }
    first = f"s knows that (~ {knows['p']})"
    asked = f"<! {first}> <! {knows['p']}> {knows['s']}"
    sees = f"s: {','.join(map(str, sums))}\np: {','.join(map(str, products))}"
    names = ",".join(map(str, range(1, 34)))
    return f"VARS {names}\nLAW {law}\nOBS {sees}\nWHERE? {asked}\n"


def cards() -> str:
    """Russian cards: ann says one of five hands, bob carol's card; carol learns none."""
    ann, bob, carol = 0, 1, 2
    deck = range(7)

    def has(who: int, card: int) -> str:
        return str(3 * card + who)

    given = [some([has(who, card) for who in (0, 1, 2)]) for card in deck]
    once = [
        f"~({has(a, card)} & {has(b, card)})"
        for card in deck
        for a, b in combinations((0, 1, 2), 2)
    ]
    three = [
        some([both([has(who, card) for card in hand]) for hand in combinations(deck, 3)])
        for who in (ann, bob)
    ]
    law = both([*given, *once, *three, some([has(carol, card) for card in deck])])
    hands = [(0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6)]
    said = some([both([has(ann, card) for card in hand]) for hand in hands])
    first, second = f"(a knows that {said})", f"(b knows that {has(carol, 6)})"
    b_knows = both([f"b knows whether {has(ann, card)}" for card in deck])
    a_knows = both([f"a knows whether {has(bob, card)}" for card in deck])
    hidden = both(
        [f"~ (c knows that {has(who, card)})" for who in (ann, bob) for card in deck]
    )
    asked = both(
        [
            first,
            f"[! {first}] {b_knows}",
            f"[! {first}] ((a,b) comknow that {b_knows})",
            f"[! {first}] ((a,b,c) comknow that {hidden})",
            f"[! {first}] [! {second}] ((a,b) comknow that {a_knows})",
            f"[! {first}] [! {second}] ((a,b) comknow that {b_knows})",
            f"[! {first}] [! {second}] ((a,b,c) comknow that {hidden})",
        ]
    )
    sees = "\n".join(
        f"{name}: {','.join(has(who, card) for card in deck)}"
        for who, name in enumerate("abc")
    )
    deal = ",".join(
        [
            *(has(ann, k) for k in (0, 1, 2)),
            *(has(bob, k) for k in (3, 4, 5)),
            has(carol, 6),
        ]
    )
    names = ",".join(map(str, range(21)))
    return f"VARS {names}\nLAW {law}\nOBS {sees}\nTRUE? {{{deal}}} {asked}\n"


ROWS: dict[str, tuple[Callable[[], str], str]] = {
    "small file": (lambda: muddy(3), "auto"),
    **{f"muddy {n}": (lambda n=n: muddy(n), "auto") for n in (20, 40, 80, 120, 160, 200)},
    **{f"muddy {n}, diagrams": (lambda n=n: muddy(n), "symbolic") for n in (20,)},
    "logicians 200": (lambda: logicians(200), "auto"),
    "sums": (sums, "auto"),
    "sums, diagrams": (sums, "symbolic"),
    "cards": (cards, "auto"),
    "cards, diagrams": (cards, "symbolic"),
    "dining 20": (lambda: dining(20), "auto"),
    "dining 40": (lambda: dining(40), "auto"),
}


def run(command: list[str]) -> tuple[float, str]:
    """The seconds of the processor that a command takes, with its output."""
    before = os.times()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = os.times()
    if done.returncode:
        raise SystemExit(f"{command[0]} ends with {done.returncode}: {done.stderr[-500:]}")
    spent = after.children_user + after.children_system
    return spent - before.children_user - before.children_system, done.stdout


def peer_answers(text: str) -> list[str]:
    """What SMCDEL answers: True, False, or the states where it is true."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return re.findall(r"^(True|False|\[[\d,]*\])\s*$", text, re.MULTILINE)


def measured(smcdel: str, path: Path, engine: str) -> tuple[float, float, float, str]:
    """Seconds of SMCDEL, of the kernel, and of the command; and the engine taken."""
    peer, theirs = run([smcdel, str(path)])
    _, said = run([sys.executable, "-c", KERNEL, str(path), engine])
    seconds, taken, ours = said.split(None, 2)
    if peer_answers(theirs) != ours.splitlines():
        raise SystemExit(f"SMCDEL says {peer_answers(theirs)}, whoknows {ours}")
    chosen = [] if engine == "auto" else ["--engine", engine]
    command = str(Path(sys.executable).with_name("whoknows"))
    whole, _ = run([command, "check", str(path), *chosen])
    return peer, float(seconds), whole, taken


def main() -> None:
    """Measure every row, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("smcdel")
    parser.add_argument("rows", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(
        f"{'':18} {'SMCDEL':>8} {'kernel':>8} {'command':>8} {'kernel/':>8} {'command/':>8}"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "asked.smcdel.txt"
        for row in options.rows or ROWS:
            make, engine = ROWS[row]
            path.write_text(make())
            rounds = [measured(options.smcdel, path, engine) for _ in range(options.rounds)]
            peer, kernel, whole = (
                min(some) for some in list(zip(*rounds, strict=True))[:3]
            )
            print(
                f"{row:18} {peer:8.3f} {kernel:8.3f} {whole:8.3f} {kernel / peer:8.2f} "
                f"{whole / peer:8.2f}  {rounds[0][3]}",
                flush=True,
            )


if __name__ == "__main__":
    main()
