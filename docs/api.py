"""The public modules, and the pages of the reference made from them.

`PUBLIC` is the declaration: what a name in the `__all__` of one of these modules means is
kept from version to version (see docs/stability.md).  A hook of mkdocs makes a page for
each group, with every public name where it is defined; `tests/test_reference.py` holds the
docs to these names.  Nothing is imported: `__all__` is read from the source.
"""

import ast
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"

PUBLIC = {  # the pages of the reference, each with its modules
    "library": ["whoknows", "whoknows.catalog", "whoknows.errors"],
    "logic": [
        "whoknows.logic",
        "whoknows.logic.draw",
        "whoknows.logic.events.product",
        "whoknows.logic.events.situation",
        "whoknows.logic.events.usual_events",
        "whoknows.logic.models.links",
        "whoknows.logic.bisimulation.contraction",
        "whoknows.logic.files",
        "whoknows.logic.satisfiability",
        "whoknows.logic.bisimulation.characteristic",
        "whoknows.logic.planning",
        "whoknows.logic.reasoning.what_to_say",
        "whoknows.logic.reasoning.nearby_worlds",
        "whoknows.logic.puzzles",
    ],
    "inquiry": [
        "whoknows.inquiry.problem",
        "whoknows.inquiry.by_score.scores",
        "whoknows.inquiry.plan",
    ],
    "play": [
        "whoknows.play.game",
        "whoknows.play.fold",
        "whoknows.play.moves",
        "whoknows.play.declared",
        "whoknows.play.table.referee",
        "whoknows.asking.option",
        "whoknows.play.strategies",
        "whoknows.play.table.transcript",
        "whoknows.play.face.face",
        "whoknows.play.face.plain_face",
        "whoknows.play.knowing.knowledge",
        "whoknows.play.table.eyes",
        "whoknows.play.learners.aec",
        "whoknows.play.learners.seat_env",
        "whoknows.play.learners.numbered",
    ],
    "games": [
        "whoknows.games.hats",
        "whoknows.games.hats.rules",
        "whoknows.games.hats.knowledge",
        "whoknows.games.hats.strategies",
        "whoknows.games.hats.solve.best",
        "whoknows.games.hats.solve.cube_bits",
        "whoknows.games.hats.solve.adequate.psi",
        "whoknows.games.hats.solve.codes.constructions",
        "whoknows.games.hats.solve.proofs.best_certificate",
        "whoknows.games.mastermind",
        "whoknows.games.mastermind.rules",
        "whoknows.games.mastermind.knowledge",
        "whoknows.games.mastermind.strategies",
        "whoknows.games.mastermind.solve",
        "whoknows.games.mastermind.solve.ranked_guesses",
        "whoknows.games.balance",
        "whoknows.games.balance.rules",
        "whoknows.games.balance.knowledge",
        "whoknows.games.balance.strategies",
        "whoknows.games.balance.solve",
        "whoknows.games.davinci",
        "whoknows.games.davinci.rules",
        "whoknows.games.davinci.knowledge",
        "whoknows.games.davinci.knowledge.as_model",
        "whoknows.games.davinci.strategies",
        "whoknows.games.davinci.solve",
        "whoknows.games.davinci.paper",
        "whoknows.games.egghead",
        "whoknows.games.egghead.rules.language",
        "whoknows.games.egghead.knowledge.why_ruled_out",
        "whoknows.games.egghead.solve.deadlock",
        "whoknows.games.egghead.strategies",
        "whoknows.games.muddy",
        "whoknows.games.written",
        "whoknows.games.written.rules",
    ],
    "experiments": [
        "whoknows.experiments.experiment",
        "whoknows.experiments.running.run",
        "whoknows.experiments.rows.figures",
        "whoknows.experiments.tournament",
        "whoknows.asking.statistics",
        "whoknows.asking.tally",
        "whoknows.experiments.rows.export",
        "whoknows.store",
        "whoknows.work",
    ],
    "proofs": [
        "whoknows.analysis",
        "whoknows.checking",
        "whoknows.learn.puzzles",
        "whoknows.learn.lessons",
    ],
}

TITLES = {
    "library": "The library: `import whoknows as wk`",
    "logic": "Logic",
    "inquiry": "Inquiry",
    "play": "Play",
    "games": "Games",
    "experiments": "Experiments and work",
    "proofs": "Proofs, reviews, and lessons",
}


def path_of(module):
    """The file of a module."""
    place = SOURCE / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def tree_of(module):
    """The syntax of a module."""
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


@cache
def names_of(module):
    """The public names of a module, in order."""
    if module == "whoknows":
        return sorted(places())
    for node in tree_of(module).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return sorted(ast.literal_eval(node.value))
    raise LookupError(f"{module} is public and has no __all__")


@cache
def places():
    """Where the names of `import whoknows as wk` are defined."""
    for node in tree_of("whoknows").body:
        if isinstance(node, ast.Assign) and node.targets[0].id == "PLACES":
            return ast.literal_eval(node.value)
    raise LookupError("PLACES")


@cache
def target_of(module, name):
    """The full name of a public thing where it is defined, found along the imports."""
    if module == "whoknows":
        home = "whoknows.library.runs" if name == "play" else places()[name]
        return target_of(home, name)
    if name in late_places(module):
        return target_of(late_places(module)[name], name)
    for node in ast.walk(tree_of(module)):
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            if (alias.asname or alias.name) == name:
                inner = f"{node.module}.{alias.name}"
                return (
                    inner if path_of(inner).exists() else target_of(node.module, alias.name)
                )
    return f"{module}.{name}"


@cache
def late_places(module):
    """The names that a package loads when they are asked for, by its table LATE."""
    for node in tree_of(module).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "LATE":
            table = ast.literal_eval(node.value)
            return {n: f"{module}.{m}" for m, names in table.items() for n in names.split()}
    return {}


def summary_of(module):
    """The first line of a module's docstring."""
    return (ast.get_docstring(tree_of(module)) or "").partition("\n")[0]


def page(group):
    """The page of a group: each name once, where it is defined."""
    parts, told = [f"# {TITLES[group]}\n"], {}
    for module in PUBLIC[group]:
        parts.append(f"## `{module}`\n\n{summary_of(module)}\n")
        for name in names_of(module):
            target = target_of(module, name)
            if target in told:
                parts.append(f"- `{name}`: see [`{told[target]}`][{target}]\n")
                continue
            told[target] = f"{module}.{name}"
            parts.append(f"::: {target}\n    options:\n      heading_level: 3\n")
    return "\n".join(parts)


def on_files(files, config):
    """Called by mkdocs: the pages of the reference beside those that are written."""
    from mkdocs.structure.files import File

    for group in PUBLIC:
        files.append(File.generated(config, f"reference/{group}.md", content=page(group)))
    return files
