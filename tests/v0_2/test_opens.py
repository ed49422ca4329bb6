"""What people saved with version 0.2 opens: rooms go on, experiments resume."""

import csv
import gzip
import json
import os
import shutil
from pathlib import Path

import pytest
from tests.machine import until
from tests.v0_2.asked import answered, whoknows
from tests.web.serving import Lab

HERE = Path(__file__).parent
KEPT = json.loads((HERE / "kept.json").read_text(encoding="utf-8"))
ROOMS = KEPT["rooms"]
OVER = [room for room in ROOMS if room["views"][""]["over"]]
WAITING = [room for room in ROOMS if not room["views"][""]["over"]]


def named(room):
    """A room as the name of a test."""
    return f"{room['game']}-{room['room']}"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The lab of today on a copy of the database of 0.2."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copy(HERE / "kept.db", folder / "kept.db")
    served = Lab(folder, "--db", str(folder / "kept.db")).start()
    yield served
    served.stop()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of all that 0.2 wrote; commands run in it."""
    copy = tmp_path / "v0_2"
    shutil.copytree(HERE, copy)
    monkeypatch.chdir(copy)
    return copy


def asked(lab, path, body=None, key=None):
    """What the API answers, who is allowed to ask."""
    status, document = lab.ask(path, body, key)
    assert status in (200, 201), document
    return document


def muddy_sight(view):
    """The sight of muddy children as 0.2 wrote it."""
    sight, seats = view["sight"], range(view["setup"]["children"])
    rounds = [
        {"moves": [event["moves"].get(str(k)) for k in seats], "verdict": event["answer"]}
        for event in view["history"]
    ]
    faces = sight["secret"] or sight["seen"]
    return {
        "setup": sight["setup"],
        "seat": sight["seat"],
        "faces": faces,
        "rounds": rounds,
    }


def hats_sight(view):
    """The sight of the hat game as 0.2 wrote it."""
    sight = view["sight"]
    named = {"rules": sight["setup"], "hats": sight["secret"]}
    return {**named, "seat": sight["seat"], "seen": sight["seen"]}


SIGHTS = {"muddy": muddy_sight, "hats": hats_sight}  # games whose sights have a new form


def as_0_2_wrote(view):
    """A view of a room, its sight in the form of 0.2."""
    form = SIGHTS.get(view["game"])
    return {**view, "sight": form(view)} if form else view


def settled(lab, place):
    """A room once its strategies have moved."""

    def rests():
        view = asked(lab, place)
        waits = set(view["awaited"]) & set(view["people"])
        alone = not view["people"]
        return view if view["over"] or alone or waits == set(view["awaited"]) else None

    return until(rests, what="the strategies")


# -------------------------------------------------------------------------- rooms


@pytest.mark.parametrize("room", ROOMS, ids=named)
def test_every_key_opens_its_seat_and_shows_what_it_showed(lab, room):
    place, keys = f"/rooms/{room['room']}", room["keys"]
    doors = {f"seat {k}": key for k, key in enumerate(keys["seats"]) if key}
    doors |= {"": None, "watcher": keys.get("watcher")}
    for door, view in room["views"].items():
        assert as_0_2_wrote(asked(lab, place, key=doors[door])) == view, door


@pytest.mark.parametrize("room", ROOMS, ids=named)
def test_a_wrong_key_opens_nothing(lab, room):
    family = {room["room"], room.get("after"), room.get("next")}  # which share keys
    others = [other for other in ROOMS if other["room"] not in family]
    foreign = [key for other in others for key in other["keys"]["seats"] if key]
    wrong = ["no key", *foreign[:2], *room.get("gone", ())]
    for key in wrong:
        assert lab.ask(f"/rooms/{room['room']}", key=key)[0] == 403, key
        move = {"move": "pass"}
        assert lab.ask(f"/rooms/{room['room']}/moves", move, key)[0] == 403, key


@pytest.mark.parametrize("room", WAITING, ids=named)
def test_an_unfinished_game_goes_on_as_it_did(lab, room):
    place = f"/rooms/{room['room']}"
    for seat, move in room["moves"]:
        asked(lab, f"{place}/moves", {"move": move}, room["keys"]["seats"][seat])
        settled(lab, place)
    assert as_0_2_wrote(asked(lab, place)) == room["then"]


@pytest.mark.parametrize("room", OVER, ids=named)
def test_a_finished_game_is_replayed_and_played_again(lab, room):
    place = f"/rooms/{room['room']}"
    run = asked(lab, f"{place}/transcript")
    assert {**run, "program": "0.2.0"} == room["transcript"]
    told = asked(lab, "/replay", {"transcript": run})
    assert told == asked(lab, "/replay", {"transcript": room["transcript"]})
    if "next" in room:
        key = next(key for key in room["keys"]["seats"] if key)
        assert asked(lab, f"{place}/rematch", {}, key) == {"room": room["next"]}


def test_a_finished_game_of_each_kind_is_reviewed(lab):
    for room in {room["game"]: room for room in OVER if "next" in room}.values():
        review = asked(lab, f"/rooms/{room['room']}/review", key=room["keys"]["host"])
        assert review["game"] == room["game"]


# ------------------------------------------------------------- games of the terminal


@pytest.mark.parametrize("sitting", KEPT["sittings"], ids=lambda each: each["line"])
def test_a_game_left_at_the_terminal_goes_on(folder, sitting):
    kept = json.loads(whoknows("play kept --db kept.db --json")[0])
    [one] = [each for each in kept if each["id"] == sitting["id"]]
    assert one["over"] == sitting["document"]["over"]
    line = f"play resume {sitting['id']} --db kept.db --json"
    out, err, _ = whoknows(line, sitting.get("typed", ""))
    assert json.loads(out) == sitting.get("then", sitting["document"]), err


# -------------------------------------------------------------------- experiments


@pytest.mark.parametrize("name", KEPT["half"])
def test_an_experiment_half_done_is_resumed_to_the_same_report(folder, name):
    before = answered(f"experiment show {name} --db kept.db")
    assert before != KEPT["half"][name]
    assert answered(f"experiment resume {name} --workers 1 --db kept.db")["code"] == 0
    assert answered(f"experiment show {name} --db kept.db") == KEPT["half"][name]


def test_an_experiment_done_again_has_the_rows_that_it_had(folder):
    [entry] = [
        each
        for each in answered("experiment list --db kept.db")["document"]["experiments"]
        if each["name"] == "codes"
    ]
    line = (
        "--game mastermind --set pegs=2 --set colors=3,4 --strategy first,entropy "
        "--games 6 --seed 7 --name codes --workers 1"
    )
    assert answered(f"experiment run {line} --db new.db")["code"] == 0
    for name in ("kept", "new"):
        code = whoknows(f"experiment export codes -o {name}.csv --db {name}.db")[2]
        assert code == 0
    with (
        open("kept.csv", encoding="utf-8") as kept,
        open("new.csv", encoding="utf-8") as new,
    ):
        rows, again = ([*csv.DictReader(file)] for file in (kept, new))
    for row in (*rows, *again):
        del row["program"]
    assert again == rows
    assert len(rows) == entry["done"]


# -------------------------------------------------------------------------- files


def read(path):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as file:
        return json.load(file)


CERTIFICATES = sorted(path.name for path in (HERE / "certificates").iterdir())


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_certificate_is_accepted_and_a_damaged_one_refused(folder, name):
    path = folder / "certificates" / name
    assert whoknows(f"verify {path}")[2] == 0
    document = read(path)
    damaged = folder / "damaged.json"
    damaged.write_text(json.dumps({**document, "claim": better(document["claim"])}))
    out, err, code = whoknows(f"verify {damaged}")
    assert code == 1, out + err


def better(claim):
    """A claim of more than is so."""
    if "win" in claim:
        return {**claim, "win": "99/100"}
    if "pieces" in claim:
        return {**claim, "pieces": claim["pieces"][1:]}
    key = next(key for key in ("size", "total", "worst", "count") if key in claim)
    return {**claim, key: claim[key] - 1}


def test_a_search_that_was_kept_goes_on_and_is_that_of_its_problem_alone(folder):
    for line, name in (
        ("mastermind optimal --pegs 3 --colors 4", "mastermind_search"),
        ("inquiry solve files/animals.csv", "table_search"),
    ):
        kept = f"--keep kept/{name}.json"
        assert answered(f"{line} {kept}") == answered(line)
        assert whoknows(f"mastermind optimal --pegs 2 --colors 3 {kept}")[2] == 2


def test_a_journal_goes_on_also_a_torn_one_and_is_of_its_study_alone(folder):
    line = "egghead simulate --players 2 --cards 2 --values 3 --rounds 60 --workers 1"
    whole = answered(f"{line} --seed 7")
    for name in ("egghead_journal", "egghead_journal_torn"):
        kept = f"--journal kept/{name}.jsonl"
        assert answered(f"{line} --seed 7 {kept}") == whole
        assert whoknows(f"{line} --seed 8 {kept}")[2] == 2


def test_a_kept_plan_breaks_codes(folder):
    for name, line in (
        ("mastermind_plan", "--pegs 2 --colors 3 --secret 23"),
        ("parts_plan", "--pegs 3 --colors 4 --secret 342"),
    ):
        found = answered(f"mastermind break {line} --plan kept/{name}.json")
        assert found["code"] == 0
        assert line.split()[-1] in json.dumps(found["document"])
    plan = read(folder / "kept" / "mastermind_plan.json")
    (folder / "torn.json").write_text(json.dumps({**plan, "tree": {}}))
    line = "mastermind break --pegs 2 --colors 3 --secret 23 --plan torn.json"
    assert whoknows(line)[2] == 2


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("model_s5.json", "p & ~K ann p & K bob p"),
        ("model_s5.txt", "p & ~K ann p & K bob p"),
        ("model_kd45.json", "K ann p & ~p"),
        ("model_k.json", "K ann p & ~K ann K ann p"),
    ],
)
def test_a_saved_model_is_still_an_example_of_its_formula(name, formula):
    from whoknows.logic import read_model

    model = read_model(os.fspath(HERE / "kept" / name))
    assert model.count(formula) == 1
    with pytest.raises(Exception, match=name):
        read_model(os.fspath(HERE / "kept" / "no" / name))
