"""What a group of commands does when it is called alone: a short show, and where to go."""

from whoknows.cli.console import say
from whoknows.cli.output import put_line
from whoknows.wording import plural


def hats(seed: int | None) -> None:
    """Three rounds of the famous deal."""
    import numpy as np

    from whoknows.games.hats.knowledge import narrate_rounds
    from whoknows.games.hats.rules import Rules, parse_deal
    from whoknows.games.hats.rules.fold import dealt

    rules, rng = Rules(3), np.random.default_rng(seed)
    deal = parse_deal("BPPR BPPR BPPR", rules)
    say("Three hats, red or blue.  If you see two of one color, say the other.\n")
    for _ in range(3):
        code = rules.code(dealt(rules, rng))
        say(f"The hats are {rules.name(code)}.")
        for line in narrate_rounds((deal,), rules, code)[1]:
            say(f"  {line}")
    further(
        {
            "hats best --players 5": "the best deal there is",
            "hats maximal --players 4": "all that cannot be improved",
            "hats --help": "odds, colors, rounds, and more",
        }
    )


def balance(seed: int | None) -> None:
    """Twelve coins, and the three weighings that find the odd one."""
    import numpy as np

    from whoknows.games.balance.knowledge import at_start
    from whoknows.games.balance.rules import WORDS, Rules, dealt, weighing_name, world_name
    from whoknows.games.balance.solve import optimal

    rules = Rules(12)
    secret = dealt(rules, np.random.default_rng(seed))
    node, left = optimal(rules).plan.root, at_start(rules)
    say("One of twelve coins is odd, and nobody knows how.  Three weighings find it.\n")
    while node.question is not None:
        answer = rules.answer(node.question, secret)
        left = left.split(node.question)[answer]
        said = "in balance" if answer == "EQ" else f"left is {WORDS[answer]}"
        cases = plural(left.size, "case")
        say(f"  {weighing_name(node.question):22} {said:16} {cases} left")
        node = node.branches[answer]
    say(f"\nIt is coin {world_name(secret)}.")
    further(
        {
            "balance play": "find it yourself",
            "balance solve --coins 13": "one coin more, and the proof",
            "balance --help": "several odd coins, and more",
        }
    )


def davinci(seed: int | None) -> None:
    """A small game, watched."""
    watched("davinci", {"players": 3, "tiles": 12}, seed)
    further(
        {
            "davinci play": "take a seat",
            "davinci examples": "a guess that gives its maker away",
            "davinci --help": "the full game, batches, and more",
        }
    )


def egghead(seed: int | None) -> None:
    """A small game, watched."""
    watched("egghead", {"players": 3, "cards": 2, "values": 4, "points": 1}, seed)
    further(
        {
            "egghead play": "take a seat",
            "egghead simulate": "what listening is worth",
            "egghead --help": "decks of your own, reasons, and more",
        }
    )


def watched(name: str, options: dict[str, int], seed: int | None) -> None:
    """A game between strategies, told move by move."""
    from whoknows.catalog import GAMES
    from whoknows.cli.watching import watch_strategies

    watch_strategies(GAMES[name], options, None, None, seed, None, None, json=False)


def further(commands: dict[str, str]) -> None:
    """Where to go from here."""
    width = max(map(len, commands))
    put_line()
    for place, (command, about) in enumerate(commands.items()):
        head = "Your turn:" if place == 0 else ""
        put_line(f"{head:11} whoknows {command:{width}}   {about}")
