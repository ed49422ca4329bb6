"""`whoknows check`: SMCDEL's answers, formula by formula, and what a person sees."""

import json
from pathlib import Path

import pytest

from whoknows.cli.answers import document
from whoknows.logic.files import loads

CASES = json.loads(Path(__file__).with_name("smcdel_cases.json").read_text())["cases"]


@pytest.mark.parametrize("engine", ["cube", "table", "symbolic"])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_smcdel_structures_answer_as_smcdel_does(case, engine):
    script = loads(case["smcdel_source"], name=case["id"], engine=engine)
    said = document(script)
    wanted = [{"text": "Top", "where": case["states"]}, *case["queries"]]
    assert said["engine"] == engine
    assert said["worlds"] == len(case["states"])
    for result, query in zip(said["results"], wanted, strict=True):
        assert result == {
            "query": "where",
            "formula": query["text"],
            "answer": query["where"],
        }
