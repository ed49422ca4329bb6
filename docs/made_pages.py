"""Pages of the site that are made from the program: commands, options, and more.

A hook of mkdocs; the reference of the library is made by `api.py`.
"""

import ast
import contextlib
import io
import json
import os
import re
import tomllib
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
NOTEBOOKS = sorted((HERE.parent / "examples").glob("*.ipynb"))


def on_files(files, config):
    """Called by mkdocs: the made pages beside those that are written."""
    from mkdocs.structure.files import File

    for name, make in pages().items():
        files.append(File.generated(config, name, content=make()))
    files.append(File.generated(config, "pictures/floors.svg", content=floors_svg()))
    return files


def pages():
    """The made pages, each with the function that makes it."""
    books = {f"notebooks/{path.stem}.md": notebook_page(path) for path in NOTEBOOKS}
    return {
        "reference/commands.md": commands_page,
        "reference/options.md": options_page,
        "bibliography.md": bibliography_page,
        **books,
    }


# --------------------------------------------------------------------------- glossary


def glossary_markdown() -> str:
    """The glossary as the page of the docs."""
    from whoknows.learn.glossary import WORDS

    parts = [
        "# Glossary",
        "The words of the laboratory, and what they mean here.",
    ]
    for term in sorted(WORDS):
        parts.append(f"## {term.word.capitalize()}")
        parts.append(f"{term.meaning}\n{term.example}\nMore: [{term.page}]({term.page}).")
    return "\n\n".join(parts) + "\n"


# --------------------------------------------------------------------------- commands


def commands_page():
    """Every command with its help."""
    parts = ["# Commands\n\nEvery command with its help, as `--help` prints it.\n"]
    for words, said in helps():
        title = " ".join(["whoknows", *words])
        parts.append(
            f"{'##' if len(words) < 2 else '###'} `{title}`\n\n```text\n{said}```\n"
        )
    return "\n".join(parts)


def helps():
    """The words and the help of every command that is shown."""
    os.environ["COLUMNS"] = "80"
    import typer.core
    from typer.main import get_command

    from whoknows.cli.help import every_command
    from whoknows.cli.main import app

    typer.core.HAS_RICH = False
    for words, _ in every_command(get_command(app)):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
            app([*words, "--help"], standalone_mode=False, prog_name="whoknows")
        yield words, out.getvalue()


# ---------------------------------------------------------------------------- options


def options_page():
    """The options of every game, as commands, the lab, and `setup` take them."""
    from whoknows.catalog import GAMES
    from whoknows.play.face.face import face_of

    parts = [
        "# Options of the games\n\nThese are the options of a game's setup: in a command "
        "`--pegs 5`, in an experiment `--set pegs=5`, in Python `pegs=5`.\n"
    ]
    for name in GAMES:
        game = GAMES[name]
        parts.append(f"## {game.title}\n\n| option | what it means | values | usual |")
        parts[-1] += "\n|---|---|---|---|\n"
        parts[-1] += "".join(option_row(option) for option in face_of(game).options())
    return "\n".join(parts)


def option_row(option):
    """One option as a row of a table."""
    said = option.label + (f" ({option.help})" if option.help else "")
    if option.choices:
        values = "; ".join(f"`{key}`: {words}" for key, words in option.choices.items())
    elif option.kind == "number":
        values = f"{option.min} to {option.max}"
    else:
        values = {"switch": "yes or no"}.get(option.kind, option.kind)
    usual = {True: "yes", False: "no", None: "", "": "", (): ""}.get(
        option.default, str(option.default)
    )
    return f"| `{option.name}` | {said} | {values} | {usual} |\n".replace("\\n", " ")


# ----------------------------------------------------------------------- bibliography


def entries():
    """The entries of the bibliography: the key, the fields, and the entry as it is."""
    text = (HERE / "bibliography.bib").read_text(encoding="utf-8")
    for whole, key, body in re.findall(
        r"(^@\w+\{(\w+),\n(.*?)^\}\n)", text, re.DOTALL | re.MULTILINE
    ):
        fields = dict(re.findall(r"^  (\w+) = \{(.*)\},$", body, re.MULTILINE))
        yield key, fields, whole


ACCENTS = {
    r"{\AA}": "Å", r"{\aa}": "å", r"{\l}": "ł", r"{\'e}": "é", r"{\'a}": "á",
    r"{\"o}": "ö", r"{\"O}": "Ö", r"{\"u}": "ü",
}  # fmt: skip


def readable(text):
    """A field of BibTeX for people."""
    for code, letter in ACCENTS.items():
        text = text.replace(code, letter)
    return re.sub(r"[{}]", "", text).replace("`", "'")


def bibliography_page():
    """What is cited, with BibTeX to copy."""
    parts = [
        "# Bibliography\n\nWhat the program and these pages cite, in the manner [Kooi2005]."
        " The file `docs/bibliography.bib` has all entries for BibTeX.\n"
    ]
    for key, fields, whole in entries():
        where = [fields.get(k, "") for k in ("journal", "booktitle", "publisher", "school")]
        where += [fields.get(k, "") for k in ("howpublished", "note")]
        place = ", ".join(part for part in where if part)
        volume = f" {fields['volume']}" if "volume" in fields else ""
        said = f"{fields['author'].replace(' and ', ', ')}: *{fields['title']}*."
        said += f" {place}{volume}, {fields['year']}." if place else f" {fields['year']}."
        said = readable(said)
        parts.append(f"### {key} {{#{key.lower()}}}\n\n{said}\n\n```bibtex\n{whole}```\n")
    return "\n".join(parts)


# -------------------------------------------------------------------------- notebooks


def notebook_page(path):
    """A notebook with what its cells show, run while the site is built."""

    def make():
        known, parts = {"__name__": "notebook"}, []
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                parts.append(text)
            else:
                parts.append(f"```python\n{text}\n```\n\n{shown(text, known)}")
        parts.append(f"*This page is the notebook `examples/{path.name}`.*")
        return "\n\n".join(parts) + "\n"

    return make


def shown(text, known):
    """What a cell shows: what it prints, its figures, and the value of its last line."""
    tree = ast.parse(text)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "cell", "exec"), known)  # noqa: S102 -- notebooks of our own
        asked = compile(ast.Expression(last.value), "cell", "eval") if last else "None"
        value = eval(asked, known)  # noqa: S307
    parts = [f"```text\n{out.getvalue()}```"] if out.getvalue() else []
    return "\n\n".join(parts + figures() + ([] if value is None else [pictured(value)]))


def pictured(value):
    """A value as a notebook shows it: HTML, a picture, or text."""
    for name in ("_repr_html_", "_repr_svg_"):
        made = getattr(value, name, None)
        if made is not None and (text := made()):
            return "<div>" + re.sub(r"\n\s*", "\n", text).strip() + "</div>"
    if hasattr(value, "savefig"):
        return svg_of(value)
    return f"<pre><code>{escape(repr(value))}</code></pre>"


def figures():
    """The figures that a cell left open."""
    import sys

    if "matplotlib.pyplot" not in sys.modules:
        return []
    from matplotlib import pyplot

    found = [svg_of(pyplot.figure(number)) for number in pyplot.get_fignums()]
    pyplot.close("all")
    return found


def svg_of(figure):
    """A figure of matplotlib as SVG, to stand in a page."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return "<div>" + re.sub(r"\n\s*", "\n", text[text.index("<svg") :]).strip() + "</div>"


# ----------------------------------------------------------------------- architecture

PROJECT = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
FLOORS = [
    re.findall(r"\w+", row)
    for row in PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
]  # from the contract that holds the imports to them
IMPORTED = re.compile(r"^ *from whoknows\.(\w+)", re.MULTILINE)


def floor_imports():
    """Which floor imports which, read from the sources."""
    source = HERE.parent / "src" / "whoknows"
    known = {name for row in FLOORS for name in row}
    found = set()
    for path in source.rglob("*.py"):
        home = path.relative_to(source).parts[0].removesuffix(".py")
        text = path.read_text(encoding="utf-8")
        found |= {(home, other) for other in IMPORTED.findall(text)}
    return {(one, two) for one, two in found if one != two and {one, two} <= known}


def floors_svg():
    """The floors as a picture: a line from each to those that it imports."""
    place, width, step = {}, 760, 62
    for row, names in enumerate(FLOORS):
        for k, name in enumerate(names):
            place[name] = (width / 2 + (k - (len(names) - 1) / 2) * 190, 34 + row * step)
    lines, boxes = [], []
    for k, (home, other) in enumerate(sorted(floor_imports())):
        (x, y), (u, v) = place[home], place[other]
        near = abs(v - y) <= step
        side = (-1 if k % 2 else 1) * (90 + abs(v - y) * 0.45)
        middle = (x + u) / 2 + (0 if near else side)
        lines.append(
            f'<path d="M {x:g} {y + 16:g} Q {middle:g} {(y + v) / 2:g} {u:g} {v - 16:g}" '
            f'fill="none" stroke="#7a86c8" stroke-opacity="{0.9 if near else 0.35}"/>'
        )
    for name, (x, y) in place.items():
        boxes.append(
            f'<rect x="{x - 72:g}" y="{y - 16:g}" width="144" height="32" rx="6" '
            f'fill="#eef0fb" stroke="#3f51b5"/><text x="{x:g}" y="{y + 5:g}" '
            f'text-anchor="middle" font-family="sans-serif" font-size="15" fill="#1a237e">'
            f"{name}</text>"
        )
    height = 34 + (len(FLOORS) - 1) * step + 34
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img"><title>The floors</title>'
        + "".join(lines + boxes)
        + "</svg>\n"
    )
