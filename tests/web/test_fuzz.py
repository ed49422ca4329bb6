"""All kinds of requests thrown at the API: none of them is answered with a 5xx."""

import os
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from machine import PATIENCE
from whoknows.web.api.app import plain_app

EXAMPLES = 12  # of each operation; the slow test has more
OPERATIONS = [
    (path, method)
    for path, methods in plain_app(None).openapi()["paths"].items()
    for method in methods
]
ROOMS = [
    {"game": "mastermind", "setup": {"pegs": 2, "colors": 3}, "house": {"undo": True}},
    {"game": "hats", "chairs": [{"name": "A"}, {"name": "B"}, {"name": "C"}]},
    {"game": "davinci", "chairs": [{"name": name, "strategy": "random"} for name in "ABC"]},
]


@pytest.fixture(scope="module")
def schema(lab):
    import schemathesis  # here, since it takes a second that only this process needs

    return schemathesis.openapi.from_url(f"{lab.url}/api/openapi.json")


@pytest.fixture(scope="module")
def doors(lab):
    """Real rooms with real keys, among which requests choose."""
    made = [lab.ask("/rooms", body)[1] for body in ROOMS]
    keys = [(m["room"], key) for m in made for key in (m["keys"]["host"], "", "x" * 32)]
    return [*keys, ("nowhere", "")]


def checks():
    """What must be true of every answer."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]


def thrown(schema, doors, path, method, examples):
    """That many requests to one address, with the answers checked."""
    operation = schema[path][method.upper()]
    moves = st.sampled_from(["11", "12", "R", "P", "pass", "a1=b2", "", "\x00"])

    @given(operation.as_strategy(), st.sampled_from([*doors, None]), moves)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def throw(case, door, move):
        if door is not None and "room" in (case.path_parameters or {}):
            case.path_parameters["room"] = door[0]
            case.query = {"key": door[1]} if door[1] else {}
            case.headers.pop("authorization", None)
            if path.endswith("/moves") and isinstance(case.body, dict):
                case.body["move"] = move
        answer = case.call(timeout=PATIENCE)
        if answer.status_code == 429:
            time.sleep(1)
            answer = case.call(timeout=PATIENCE)
        case.validate_response(answer, checks=checks())

    throw()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_breaks_the_api(lab, schema, doors, path, method):
    thrown(schema, doors, path, method, EXAMPLES)
    assert lab.errors == []


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_of_many_breaks_the_api(lab, schema, doors, path, method):
    thrown(schema, doors, path, method, int(os.environ.get("WHOKNOWS_FUZZ", "300")))
    assert lab.errors == []
