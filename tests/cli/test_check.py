"""`whoknows check` as a real process: its words, its exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from machine import PATIENCE

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "logic" / "smcdel_cases.json"


def check(*words):
    command = [sys.executable, "-m", "whoknows", "check", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT
    )


def test_an_smcdel_file_gives_the_json_document(tmp_path):
    case = json.loads(CASES.read_text())["cases"][1]
    path = tmp_path / "case.smcdel.txt"
    path.write_text(case["smcdel_source"])
    said = check(path, "--json")
    assert (said.returncode, said.stderr) == (0, "")
    document = json.loads(said.stdout)
    assert list(document) == ["file", "engine", "worlds", "results"]
    assert document["file"] == str(path)
    assert document["engine"] in ("cube", "table")
    assert document["worlds"] == len(case["states"])
    assert document["results"][0] == {
        "query": "where",
        "formula": "Top",
        "answer": case["states"],
    }
    for result, query in zip(document["results"][1:], case["queries"], strict=True):
        assert (result["formula"], result["answer"]) == (query["text"], query["where"])


def test_the_example_of_the_muddy_children_tells_their_story():
    said = check("examples/muddy.txt", "--json")
    assert [result["answer"] for result in json.loads(said.stdout)["results"]] == [
        False,  # ann does not know at once: she sees bob, who is muddy
        True,  # but after nobody has stepped forward she and bob do
        [["a", "b"], ["a", "c"]],  # as she would if cat were the other one
        True,
    ]


def test_explanations_come_when_asked_for():
    told = check("examples/muddy.txt", "--explain")
    assert "K ann a is false at [a b]: ann cannot tell it from [b]" in told.stdout
    said = json.loads(check("examples/muddy.txt", "--explain", "--json").stdout)
    assert said["results"][0]["explanation"].startswith("K ann a is false at [a b]")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("none.txt", None, "no such file or directory"),
        (".", None, "is a directory"),
        ("empty.txt", "", "the file is empty"),
        (
            "a.smcdel.txt",
            "VARS 1 LAW",
            ":1:11: the file ends too soon: a formula is wanted",
        ),
        ("b.txt", "facts p\nwhere? p &\n", ":2:11: the formula ends too soon"),
        ("c.txt", "facts p\nwhere? q\n", ":2:8: no fact 'q'; there are p"),
    ],
)
def test_bad_input_is_an_error_and_exit_code_2(tmp_path, name, text, said):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    out = check(path)
    assert out.returncode == 2
    assert out.stdout == ""
    first, *spot = out.stderr.splitlines()
    assert first.startswith("whoknows: error: ")
    assert first.endswith(said)
    assert len(spot) == (2 if said.startswith(":") else 0)


def test_an_unknown_engine_is_an_error():
    out = check("examples/muddy.txt", "--engine", "cub")
    assert out.returncode == 2
    assert out.stderr == "whoknows: error: no engine 'cub'; did you mean 'cube'?\n"
