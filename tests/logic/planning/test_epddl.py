"""EPDDL: what is read means what the language says, and what is not read is refused."""

from pathlib import Path

import pytest

from whoknows.errors import BadFile, TooLarge, WhoknowsError
from whoknows.logic.files.source import Source
from whoknows.logic.planning import plan
from whoknows.logic.planning.epddl import load_task
from whoknows.logic.planning.epddl.action_types import USUAL, read_library
from whoknows.logic.planning.epddl.parentheses import Text, expression
from whoknows.logic.planning.epddl.problem import read_task

EXAMPLES = Path(__file__).parents[3] / "examples" / "epddl"

DOMAIN = """\
(define (domain box)
  (:requirements :typing :partial-observability)
  (:action-type-libraries intermediate)
  (:predicates (heads) (open) (near ?i - agent) (:fact boss ?i - agent))
  (:event nil)
  (:event e-open :precondition (not (open)) :effects (open))
  (:action open :parameters (?i - agent | (boss ?i))
    :action-type (public-ontic (e-open)) :observability-conditions (default Fully))
  (:event e-yes :precondition (and (open) (heads)))
  (:event e-no :precondition (and (open) (not (heads))))
  (:action peek :parameters (?i - agent)
    :action-type (quasi-private-sensing (e-yes) (e-no) (nil))
    :observability-conditions (:and (?i Fully)
      (:forall (?j - agent | (/= ?i ?j))
        (?j (if (near ?j) Partially else Oblivious)))))
  (:event e-say :parameters (?i - agent) :precondition ([?i] (heads)))
  (:action say :parameters (?i - agent)
    :action-type (private-announcement (e-say ?i) (nil))
    :observability-conditions (default Fully))
  (:event e-turn :effects (:and (iff (not (heads)) (heads)) (when (near A) (not (near A)))))
  (:action turn :action-type (public-ontic (e-turn))))
"""
PROBLEM = """\
(define (problem one)
  (:domain box)
  (:agents A B C)
  (:facts-init (boss A))
  (:init (:and (heads) ([C. All] (and (not (open)) (near A) (near B) (not (near C))))))
  (:goal {}))
"""


def task(goal="(heads)", domain=DOMAIN, problem=PROBLEM):
    texts = Source("problem", problem.replace("{}", goal)), Source("domain", domain)
    return read_task(*texts, dict(USUAL))


def steps(goal, **options):
    made = task(goal, **options)
    return plan(made.model, made.goal, made.acts, at=made.here, longest=4).steps


def test_the_model_of_a_theory():
    """The one thing that is open is how the coin lies; nobody knows."""
    made = task()
    assert len(made.model) == 2
    assert made.here == (1,)
    assert made.model.agents == ("A", "B", "C")
    assert made.model.valid("C{A, B, C} (near_A & ~near_C & ~open)")
    assert made.model.valid("~Kw A heads")


def test_who_knows_whether_two_things_tells_all_four_ways_apart():
    """And a domain may begin with what there is."""
    made = task(
        domain="""(define (domain two) (:predicates (heads) (open))
          (:event nil) (:action wait :action-type (public-ontic (nil))))""",
        problem="""(define (problem one) (:domain two) (:agents A B C)
          (:init (:and (heads) (open) ([C. All] ([Kw. A] (heads)))
                       ([C. All] ([Kw. A] (open))) ([C. All] ([Kw. B] (open)))))
          (:goal (heads)))""",
    )
    looks = [len({*made.model.looks(agent).tolist()}) for agent in "ABC"]
    assert (len(made.model), looks) == (4, [4, 2, 1])


def test_acts_are_ground_and_know_who_does_them():
    names = {act.name: act.by for act in task().acts}
    assert names == {
        "open_A": "A", "peek_A": "A", "peek_B": "B", "peek_C": "C",
        "say_A": "A", "say_B": "B", "say_C": "C", "turn": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "length"),
    [
        ("([A] (heads))", 2),  # open, peek
        ("([C. All] (heads))", 3),  # open, peek, say
        ("(and ([A] (heads)) (not ([B] (heads))) ([B] ([Kw. A] (heads))))", 2),
        ("(and ([A] (heads)) ([C] (<Kw. A> (heads))))", 2),  # far away, C sees nothing
        ("([(A B)] (heads))", 3),
        ("(forall (?i - agent) ([?i] (heads)))", 3),
        ("(not (near A))", 1),  # by turning
        ("(and (not (near A)) (heads))", 2),
        ("(exists (?i - agent) (and (/= ?i A) ([?i] (heads))))", 2),
        ("(imply (true) (open))", 1),
        ("(or (false) (open))", 1),
        ("(<C. (A B)> (not (heads)))", 0),
    ],
)
def test_goals_have_plans_of_these_lengths(goal, length):
    assert len(steps(goal)) == length


def test_effects_leave_the_rest_as_it_is():
    """Turning makes heads of tails and tails of heads; who is near stays near, but A."""
    made = task("(and (near B) (not (near A)) (not (open)))")
    found = plan(made.model, made.goal, made.acts, at=made.here)
    assert found.steps == ("turn",)


EXPLICIT = """\
(define (problem two)
  (:domain box)
  (:agents A B)
  (:init :worlds (u v)
    :relations (A (:forall (?x ?y - world) (?x ?y)) B (:and (u u) (v v)))
    :labels (u (:and (heads) (open)) v (open))
    :designated (u))
  (:goal {}))
"""


def test_an_explicit_start():
    made = task("([A] ([Kw. B] (heads)))", problem=EXPLICIT)
    assert len(made.model) == 2
    assert plan(made.model, made.goal, made.acts, at=made.here).steps == ()
    assert steps("([A] (heads))", problem=EXPLICIT) == ("peek_A",)


def test_a_library_says_types_of_its_own():
    text = """(define (action-type-library mine)
      (:action-type rumour :events (?e ?none) :observability-types (In Out)
        :relations (In (:forall (?x - event) (?x ?x)) Out (:forall (?x - event) (?x ?none)))
        :designated (?e) :conditions (?none (:trivial-event))))"""
    source = Source("mine", text)
    kind = read_library(Text(source), expression(source)).types["rumour"]
    assert kind.designated == ("?e",)
    assert kind.observing["In"] == {("?e", "?e"), ("?none", "?none")}
    assert kind.observing["Out"] == {("?e", "?none"), ("?none", "?none")}


def test_the_usual_types_are_as_the_libraries_of_the_language_say():
    kind = USUAL["quasi-private-sensing"]
    assert kind.observing["Partially"] == {
        ("?pos", "?pos"), ("?pos", "?neg"), ("?neg", "?pos"), ("?neg", "?neg"),
        ("?nil", "?nil"),
    }  # fmt: skip
    assert kind.observing["Oblivious"] == {(e, "?nil") for e in ("?pos", "?neg", "?nil")}
    assert kind.designated == ("?pos", "?neg")
    assert USUAL["semi-private-announcement"].designated == ("?pos",)


# Coin in the box: distract, signal, open, peek [Baral2022, example 1], in some order.
# Boxes, collaboration through communication: Ann walks and looks, Bob looks, and each calls
# out what they found.  Selective communication: to the note, read, two rooms on, say it.
CLASSICS = {"coin-box-4": 4, "boxes-5": 5, "selective-5": 5, "corridor-3": 5}


@pytest.mark.parametrize(("name", "length"), CLASSICS.items())
def test_the_classics_have_plans_of_their_lengths(name, length):
    made = load_task(EXAMPLES / f"{name}.epddl")
    found = plan(made.model, made.goal, made.acts, at=made.here)
    assert len(found.steps) == length
    assert found.none_within == length - 1


def test_every_problem_in_epddl_is_tested():
    problems = [p for p in EXAMPLES.glob("*.epddl") if "(problem" in p.read_text("utf-8")]
    assert {path.stem for path in problems} == set(CLASSICS)


def test_the_corridor():
    """To the note and back past Bob, and no word in his room: five steps, by hand."""
    made = load_task(EXAMPLES / "corridor-3.epddl")
    found = plan(made.model, made.goal, made.acts, at=made.here)
    assert found.steps == (
        "walk_Ann_r2_r1", "read_Ann_r1", "walk_Ann_r1_r2", "walk_Ann_r2_r3", "say_Ann",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(heads) (open)", "(heads) (open", "is not closed"),
        (
            "public-ontic (e-open)",
            "public-magic (e-open)",
            "domain:8:19: no type of action",
        ),
        ("(boss ?i)", "(chief ?i)", "no predicate 'chief' is declared"),
        ("([?i] (heads))", "([?k] (heads))", "the variable ?k is not declared"),
        ("(near ?j) Part", "(near ?j) Sort", "no way to observe 'Sortially'"),
        ("(e-yes) (e-no) (nil)", "(e-yes) (e-no)", "has 3 events, not 2"),
        (":effects (open)", ":effects (boss A)", "a static fact cannot be changed"),
        (":precondition (not", ":duration (not", ":duration is not read here"),
        ("(:event nil)", "(:derived nil)", "domain:5:3: :derived is not read in a domain"),
        ("(near ?i - agent)", "(near ?i - person)", "no type 'person' is declared"),
        ("[?i] (heads)", "[?i] (heads A)", "heads has 0 arguments, not 1"),
        (
            "(default Fully))\n  (:event e-yes",
            "(A Fully))\n  (:event e-yes",
            "how B observes",
        ),
    ],
)
def test_what_is_wrong_in_a_domain_is_said_at_its_spot(old, new, said):
    assert old in DOMAIN
    with pytest.raises(WhoknowsError) as error:
        task(domain=DOMAIN.replace(old, new, 1))
    assert said in str(error.value)
    assert str(error.value).startswith("domain:")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "(:agents A B C)",
            "(:agents A B C) (:metric x)",
            ":metric is not read in a problem",
        ),
        ("(:facts-init (boss A))", "(:facts-init (open))", "open is no :fact"),
        ("(and (not (open))", "(and (open) (not (open))", "no world agrees with what is"),
        ("(:and (heads)", "(:and (heads) (not (heads))", "contradicts"),
        ("(:and (heads)", "(:and ([A] (heads))", "[C. All] is the one modality"),
        ("(:and (heads)", "(:and ([C. All] (<Kw. A> (open)))", "A does know whether"),
        ("(:goal (heads))", "", "one (:goal FORMULA) is wanted"),
        ("(:goal (heads))", "(:goal ([D] (heads)))", "no object or agent 'D'"),
        ("(:agents A B C)", "", "no agents are declared"),
    ],
)
def test_what_is_wrong_in_a_problem_is_said_at_its_spot(old, new, said):
    problem = PROBLEM.replace("{}", "(heads)")
    assert old in problem
    with pytest.raises(BadFile) as error:
        task(problem=problem.replace(old, new, 1))
    assert said in str(error.value)
    assert str(error.value).startswith("problem:")


def test_too_many_open_atoms_are_refused_at_once():
    domain = DOMAIN.replace("(heads) (open)", "(heads) (open) (links ?i ?j - agent)")
    problem = PROBLEM.replace("A B C", "A B C D E F")
    with pytest.raises(TooLarge, match="2\\^40 worlds; at most 22"):
        task(domain=domain, problem=problem)


def test_a_domain_is_looked_for_nearby(tmp_path):
    (tmp_path / "box.epddl").write_text(DOMAIN)
    folder = tmp_path / "instances"
    folder.mkdir()
    problem = folder / "one.epddl"
    problem.write_text(PROBLEM.replace("{}", "([A] (heads))"))
    assert load_task(problem).name == "one"
    (tmp_path / "box.epddl").unlink()
    with pytest.raises(BadFile, match="no file nearby has the domain 'box'"):
        load_task(problem)
    with pytest.raises(BadFile, match=r"a \(problem ...\) is wanted, not a domain"):
        load_task(EXAMPLES / "corridor.epddl")
