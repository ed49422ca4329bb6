"""Commands as a new user meets them: examples, one word per idea, 80 columns."""

import shlex
from pathlib import Path

import click
import pytest
import typer
from typer.testing import CliRunner

from whoknows.cli.help import every_command
from whoknows.cli.main import app
from whoknows.play.example_files import shipped

ROOT = typer.main.get_command(app)


EVERY = dict(every_command(ROOT, made=False))
LEAVES = {
    words: command for words, command in EVERY.items() if not hasattr(command, "commands")
}


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_every_help_has_an_example(words):
    said = CliRunner(env={"COLUMNS": "80"}).invoke(app, [*words, "--help"])
    assert said.exit_code == 0
    assert "Example: whoknows " in said.output.replace("\n", " ")
    assert too_wide(said.output) == []


def example_of(command):
    """The example in a command's help, as words."""
    text = " ".join(f"{command.help or ''}\n{command.epilog or ''}".split())
    example = text.partition("Example: whoknows ")[2]
    for end in (" Ctrl-C gives", " A rule may be", " A team that"):
        example = example.partition(end)[0]
    return shlex.split(example)


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_the_example_of_a_help_can_be_said(words):
    """Its options are there, and so are the files that it reads."""
    said = example_of(LEAVES[words])
    command = ROOT
    while hasattr(command, "commands"):
        name = said.pop(0)
        command = command.commands[name]
    command.make_context("whoknows", said)
    assert command.help == LEAVES[words].help, "the example is of another command"
    for word in said:
        if word.startswith(("docs/", "examples/")):
            assert shipped(Path(word)).exists()


NEED_OTHERS = {
    ("verify",),  # a certificate
    ("play", "resume"),  # a game that waits
    ("play", "transcript"),
    *(("experiment", w) for w in ("resume", "show", "delete", "plot", "export", "game")),
}


def runs_alone(words):
    """Whether an example needs no browser, no terminal, and nothing that was run before."""
    if words[0] == "terminal":
        return words[1] == "games"
    return words[0] != "lab" and tuple(words) not in NEED_OTHERS


@pytest.mark.slow
@pytest.mark.parametrize("words", list(filter(runs_alone, LEAVES)), ids=" ".join)
def test_the_example_of_a_help_runs(words, tmp_path, monkeypatch):
    for folder in ("docs", "examples"):
        (tmp_path / folder).symlink_to(Path(folder).resolve())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said = CliRunner(env={"COLUMNS": "80"}).invoke(app, example_of(LEAVES[words]))
    assert said.exit_code == 0, said.output
    assert too_wide(said.stdout) == [] or "--json" in example_of(LEAVES[words])


SYNONYMS = {  # the word that is used, and words for the same thing that are not
    "--players": {"--number-of-players", "--num-players"},
    "--colors": {"--colours", "--hues"},
    "--seed": {"--rng", "--random-seed"},
    "--games": {"--runs", "--repetitions", "--episodes", "--num-games"},
    "--strategy": {"--policy", "--method-of-play", "--bot"},
    "--json": {"--as-json"},
    "--output": {"--out", "--write-to"},
}


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_options_have_one_word_per_idea(words):
    given = {
        option
        for parameter in LEAVES[words].params
        if isinstance(parameter, click.Option) or hasattr(parameter, "opts")
        for option in parameter.opts
    }
    assert "--strategies" not in given or "--strategy" in given
    for used, others in SYNONYMS.items():
        assert not given & others, f"say {used}"


SHOWN = """
puzzle
puzzle muddy --children 4 --muddy 3
puzzle cheryl
hats --seed 1
hats count --players 5
hats evaluate BPPR BPPR BPPR
hats maximal --players 4 --orbits
hats adequate --players 4 --p 0.9
hats matrix --players 2 --all
hats psi --players 5
hats best --players 4 --p 0.7
hats chains RRRR BRRR
mastermind --seed 1
mastermind compare --pegs 2 --colors 4
mastermind suggest --history 1122:1,2
balance --seed 1
balance solve --coins 12
balance compare --coins 6 --odd 1 --kind heavy
balance capacity
davinci --seed 1
davinci examples
egghead --seed 1
egghead examples
check examples/muddy.txt
replay docs/examples/egghead.json --knowledge
replay docs/examples/davinci.json --knowledge
inquiry solve docs/examples/animals.csv
""".strip().splitlines()


@pytest.mark.parametrize("line", SHOWN)
def test_what_is_printed_fits_80_columns(line, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    said = CliRunner(env={"COLUMNS": "80"}).invoke(app, line.split())
    assert said.exit_code == 0, said.output
    assert said.output.strip()
    assert too_wide(said.output) == []


def too_wide(text):
    """The lines that do not fit."""
    return [line for line in text.splitlines() if len(line) > 80]


@pytest.mark.parametrize("group", ["hats", "balance", "davinci", "egghead", "mastermind"])
def test_a_game_alone_shows_itself_and_where_to_go(group):
    said = CliRunner(env={"COLUMNS": "80"}).invoke(app, [group, "--seed", "2"])
    assert said.exit_code == 0
    assert "Your turn:" in said.output
    again = CliRunner(env={"COLUMNS": "80"}).invoke(app, [group, "--seed", "2"])
    assert again.output == said.output


def test_a_shell_can_complete_commands():
    said = CliRunner().invoke(
        app,
        [],
        prog_name="whoknows",
        env={
            "_WHOKNOWS_COMPLETE": "complete_bash",
            "COMP_WORDS": "whoknows rep",
            "COMP_CWORD": "1",
        },
    )
    assert {"replay", "reproduce"} <= set(said.output.split())
