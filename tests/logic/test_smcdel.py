"""SMCDEL's language: read as SMCDEL reads it, and meaning what SMCDEL means by it."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whoknows.errors import BadFile, BadFormula, WhoknowsError
from whoknows.logic.files import loads
from whoknows.logic.files.smcdel.formulas import formula_of
from whoknows.logic.language import formula as f

unhurried = settings(deadline=None)
AGENTS = ("ann", "bob", "carl2")
FACTS = ("1", "2", "13")
one, two, three = map(f.Atom, "123")
TOLD = (f.AnnounceTo, f.CanAnnounceTo, f.AnnounceWhetherTo)


def formulas(leaves=8):
    """Formulas that SMCDEL's language has; chains of one sign are flat."""
    atoms = st.sampled_from([f.Top(), f.Bot(), *map(f.Atom, FACTS)])
    ones = st.sampled_from(AGENTS).map(lambda agent: (agent,))
    groups = st.lists(st.sampled_from(AGENTS), min_size=1, unique=True).map(tuple)
    names = st.lists(st.sampled_from(FACTS), min_size=1, max_size=2).map(tuple)

    def extend(inner):
        several = st.lists(inner, min_size=1, max_size=3).map(tuple)
        return st.one_of(
            st.builds(f.Not, inner),
            *(st.builds(kind, several) for kind in (f.And, f.Or, f.Xor, f.OneOf)),
            *(st.builds(kind, inner, inner) for kind in (f.Implies, f.Iff)),
            *(st.builds(kind, inner, inner) for kind in (f.Announce, f.CanAnnounce)),
            st.builds(f.AnnounceWhether, inner.map(lambda said: (said,)), inner),
            st.builds(f.Know, st.sampled_from(["K", "Kw"]), ones, inner),
            st.builds(f.Know, st.sampled_from(["C", "Cw", "D", "Dw"]), groups, inner),
            *(st.builds(kind, groups, inner, inner) for kind in TOLD),
            *(st.builds(kind, names, inner) for kind in (f.Forall, f.Exists)),
        )

    return st.recursive(atoms, extend, max_leaves=leaves)


def quantified():
    """Formulas that start with a quantifier, over knowledge."""
    names = st.lists(st.sampled_from(FACTS), min_size=1, max_size=2).map(tuple)
    who = st.sampled_from(AGENTS).map(lambda agent: (agent,))
    knowing = st.builds(f.Know, st.sampled_from(["K", "C", "Dw"]), who, formulas(4))
    return st.sampled_from([f.Forall, f.Exists]).flatmap(
        lambda kind: st.builds(kind, names, knowing)
    )


LISTS = {f.And: "AND", f.Or: "OR", f.Xor: "XOR", f.OneOf: "ONEOF"}
VERBS = {"K": "knows", "C": "comknow", "D": "distknow"}


def smcdel(formula):
    """A formula as SMCDEL writes it, every formula inside in parentheses."""
    match formula:
        case f.Top():
            return "Top"
        case f.Bot():
            return "Bot"
        case f.Atom(name):
            return name
        case f.Not(claim):
            return f"(~ {smcdel(claim)})"
        case f.And(claims) | f.Or(claims) | f.Xor(claims) | f.OneOf(claims):
            return f"{LISTS[type(formula)]} ( {', '.join(map(smcdel, claims))} )"
        case f.Implies(left, right):
            return f"({smcdel(left)} -> {smcdel(right)})"
        case f.Iff(left, right):
            return f"({smcdel(left)} iff {smcdel(right)})"
        case f.Announce(said, then):
            return f"([! {smcdel(said)}] {smcdel(then)})"
        case f.CanAnnounce(said, then):
            return f"(<! {smcdel(said)}> {smcdel(then)})"
        case f.AnnounceWhether((said,), then):
            return f"([?! {smcdel(said)}] {smcdel(then)})"
        case f.AnnounceTo(who, said, then):
            return f"([{','.join(who)} ! {smcdel(said)}] {smcdel(then)})"
        case f.CanAnnounceTo(who, said, then):
            return f"(<{','.join(who)} ! {smcdel(said)}> {smcdel(then)})"
        case f.AnnounceWhetherTo(who, said, then):
            return f"([{','.join(who)} ?! {smcdel(said)}] {smcdel(then)})"
        case f.Know(how, who, claim):
            group = who[0] if how[0] == "K" else f"({','.join(who)})"
            verb = f"{VERBS[how[0]]} {'whether' if how.endswith('w') else 'that'}"
            return f"({group} {verb} ({smcdel(claim)}))"
        case f.Forall(names, claim):
            return f"(Forall {','.join(names)} ({smcdel(claim)}))"
        case f.Exists(names, claim):
            return f"(Exists {{{','.join(names)}}} ({smcdel(claim)}))"
    raise AssertionError(formula)


@unhurried
@given(formulas(leaves=15))
def test_a_formula_in_their_language_reads_back(formula):
    assert formula_of(smcdel(formula)) == formula


# ------------------------------------------------------------------- what binds how


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1 & 2 | 3", "((1 & 2) | 3)"),
        ("1 | 2 & 3", "((1 | 2) & 3)"),  # both signs bind alike, from the left
        ("1 -> 2 -> 3", "((1 -> 2) -> 3)"),
        ("1 iff 2 -> 3", "((1 iff 2) -> 3)"),
        ("1 & 2 -> 3 | 1", "((1 & 2) -> (3 | 1))"),
        ("~ 1 & 2", "((~ 1) & 2)"),
        ("~ ann knows that 1 & 2", "((~ (ann knows that (1))) & 2)"),
        ("ann knows that 1 & 2", "((ann knows that (1)) & 2)"),
        ("[! 1] 2 -> 3", "(([! 1] 2) -> 3)"),
        ("[! 1 | 2] [?! 3] 2 & 3", "(([! (1 | 2)] ([?! 3] 2)) & 3)"),
        (
            "<! ~ ann knows whether (1 & 2)> Top",
            "(<! (~ (ann knows whether ((1 & 2))))> Top)",
        ),
        ("Forall 1,2 1 & 2 -> 3", "(Forall {1,2} ((1 & 2) -> 3))"),
        ("1 & Exists 2 2 | 3", "(1 & (Exists 2 (2 | 3)))"),
        ("K ann 1 & 2", "(ann knows that ((1 & 2)))"),
        ("ann comknow that 1", "((ann) comknow that 1)"),
        ("ann,bob comknow that 1", "((ann,bob) comknow that 1)"),
        (
            "AND (1, ann,bob distknow whether 2, 3)",
            "AND(1,((ann,bob) distknow whether 2),3)",
        ),
        ("(ann, bob comknow that 1)", "((ann,bob) comknow that (1))"),
        ("ann knows whether (1,2)", "AND(ann knows whether 1, ann knows whether 2)"),
        ("ann knows whether (1) & 2", "((ann knows whether 1) & 2)"),
        (
            "ann   knows\n whether ((ann,bob) comknow that 1)",
            "Kw ann (ann,bob comknow that 1)",
        ),
        ("<?! 1> 2", "([?! 1] 2)"),
        ("Not 1 & not 2 & ¬3", "AND (~1, ~2, ~3)"),
        ("1 ∧ 2 → 3 ∨ 1", "((1 & 2) -> (3 | 1))"),
        ("ForAll 1 1", "Forall {1} (1)"),
        ("007", "7"),
        ("1 -- one\n & {- and \n two -} 2", "(1 & 2)"),
        ("Topper knows that Top", "(Topper knows that Top)"),
    ],
)
def test_what_binds_how(text, same):
    assert formula_of(text) == formula_of(same)


def test_knowing_of_a_list_is_knowing_of_each():
    each = [f.Know("Kw", ("ann",), claim) for claim in (one, two)]
    assert formula_of("ann knows whether (1,2)") == f.And(tuple(each))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 &", "formula:1:4: the file ends too soon: a formula is wanted\n  1 &\n     ^"),
        (
            "1 2",
            "formula:1:3: '2' does not fit here: the formula is complete\n  1 2\n    ^",
        ),
        ("(ann,bob) knows that 1", "for a group write 'comknow' or 'distknow'"),
        ("ann", "'knows that' or the like is wanted"),
        ("[ann 1] 2", "'1' does not fit here: '!' is wanted"),
        ("AND ()", "')' does not fit here: a formula is wanted"),
        ("1 %", "'%' does not fit here"),
        ("(" * 9000, "the file ends too soon"),
        ("~" * 9000 + "1", "nested more than"),
    ],
)
def test_an_error_shows_the_spot(text, said):
    with pytest.raises((BadFormula, BadFile)) as error:
        formula_of(text)
    assert said in str(error.value)


@unhurried
@given(
    st.lists(st.sampled_from([*"1,()&~[!?]<>{}", "ann", "knows that", "AND", "K", "Top"]))
)
def test_any_words_are_a_formula_or_a_bad_one(words):
    try:
        formula = formula_of(" ".join(words))
    except (BadFormula, BadFile):
        return
    assert formula_of(smcdel(formula)) == formula


# ---------------------------------------------------------------------- what it means


def truth(law, sees, formula, state):
    """Whether a formula is true at a state, by SMCDEL's definition, with sets."""

    def true(claim, at=state, now=law):
        return truth(now, sees, claim, at)

    def known(how, who, claim):
        if how == "K" or how == "D":
            seen = set().union(*(sees[agent] for agent in who))
            return all(true(claim, t) for t in law if t & seen == state & seen)
        done, todo = {state}, [state]  # states that chains of views through the law lead to
        while todo:
            at = todo.pop()
            for agent in who:
                for t in law - done:
                    if t & sees[agent] == at & sees[agent]:
                        done.add(t)
                        todo.append(t)
        return all(true(claim, t) for t in done)

    def said(claim):
        return frozenset(t for t in law if true(claim, t))

    def told(who, claim, then, *, so):
        """A fresh variable says whether the claim holds, and those who are told see it."""
        fresh = {f"fresh{len(set().union(*law, *sees.values(), state))}"}
        after = frozenset(t | fresh if true(claim, t) else t for t in law)
        seen = {
            agent: some | fresh if agent in who else some for agent, some in sees.items()
        }
        return truth(after, seen, then, state | fresh if so else state)

    match formula:
        case f.Top() | f.Bot():
            return isinstance(formula, f.Top)
        case f.Atom(name):
            return name in state
        case f.Not(claim):
            return not true(claim)
        case f.And(claims):
            return all(map(true, claims))
        case f.Or(claims):
            return any(map(true, claims))
        case f.Xor(claims):
            return sum(map(true, claims)) % 2 == 1
        case f.OneOf(claims):
            return sum(map(true, claims)) == 1
        case f.Implies(left, right):
            return not true(left) or true(right)
        case f.Iff(left, right):
            return true(left) == true(right)
        case f.Forall(names, claim):
            return all(true(claim, t) for t in changed(state, names))
        case f.Exists(names, claim):
            return any(true(claim, t) for t in changed(state, names))
        case f.Know(how, who, claim):
            whether = how.endswith("w") and known(how[0], who, f.Not(claim))
            return whether or known(how[0], who, claim)
        case f.Announce(claim, then):
            return not true(claim) or true(then, now=said(claim))
        case f.CanAnnounce(claim, then):
            return true(claim) and true(then, now=said(claim))
        case f.AnnounceWhether((claim,), then):
            aloud = claim if true(claim) else f.Not(claim)
            return true(then, now=said(aloud))
        case f.AnnounceTo(who, claim, then):
            return not true(claim) or told(who, claim, then, so=True)
        case f.CanAnnounceTo(who, claim, then):
            return true(claim) and told(who, claim, then, so=True)
        case f.AnnounceWhetherTo(who, claim, then):
            return told(who, claim, then, so=true(claim))
    raise AssertionError(formula)


def changed(state, names):
    """The states that differ from one in the named facts at most."""
    some = sorted(set(names))
    for size in range(len(some) + 1):
        for true in combinations(some, size):
            yield (state - set(some)) | set(true)


ALL = frozenset(frozenset(true) for n in range(4) for true in combinations(FACTS, n))


@settings(deadline=None, max_examples=150)
@given(
    st.sets(st.sampled_from(sorted(ALL, key=sorted)), min_size=1),
    st.tuples(*[st.sets(st.sampled_from(FACTS), min_size=1)] * 3),
    st.lists(formulas() | quantified(), min_size=1, max_size=3),
    st.sampled_from(["cube", "table"]),
)
def test_answers_are_those_of_the_definition(law, seen, asked, engine):
    states = [
        " & ".join(name if name in state else f"~{name}" for name in FACTS) for state in law
    ]
    sees = {agent: frozenset(names) for agent, names in zip(AGENTS, seen, strict=True)}
    text = f"VARS {','.join(FACTS)}\nLAW OR ({', '.join(states)})\nOBS\n"
    text += "".join(f"  {agent}: {','.join(sorted(sees[agent]))}\n" for agent in AGENTS)
    text += "".join(f"WHERE? {smcdel(formula)}\n" for formula in asked)
    script = loads(text, engine=engine)
    for query, formula in zip(script.queries, asked, strict=True):
        assert query.formula == formula
        wanted = [state for state in law if truth(frozenset(law), sees, formula, state)]
        assert script.answer(query) == sorted(sorted(map(int, state)) for state in wanted)


def test_a_quantifier_over_knowledge_asks_at_other_states_too():
    text = "VARS 1,2 LAW 1 | 2 OBS ann: 1 WHERE? Exists 1 (ann knows that 2)"
    script = loads(text)
    # Where 1 is false ann knows 2, the law being what it is; from {1} and {1,2} that
    # is one change away.  To put 1 as false in `ann knows that 2` would change nothing.
    assert script.answer(script.queries[0]) == [[1], [1, 2], [2]]


# -------------------------------------------------------------------------- the files


MUDDY = """-- two children
VARS 1,2 -- muddy?
LAW Top
OBS ann: 2  bob: 1
TRUE? {1,2} ~ ann knows whether 1
TRUE? {} [! 1 | 2] Bot
VALID? [! 1|2] (ann knows that 1 | bob knows that 2 | (1&2))
WHERE? <! 1|2> -- said aloud
  ann knows that 1
"""


def test_the_three_kinds_of_queries():
    script = loads(MUDDY)
    assert [query.kind for query in script.queries] == ["true", "true", "valid", "where"]
    assert [script.answer(query) for query in script.queries] == [True, True, True, [[1]]]
    assert script.queries[3].text == "<! 1|2> ann knows that 1"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("LAW Top", "LAW 3", "text:3:5: no variable '3'; there are 1, 2"),
        ("LAW Top", "", "text:4:1: 'OBS' does not fit here: 'LAW' is wanted"),
        ("LAW Top", "LAW Bot", "text:3: no world satisfies the law: false"),
        ("VARS 1,2", "VARS 1,2,1", "text:2:10: variable 1 is named twice"),
        ("bob: 1", "ann: 1", "text:4:13: agent ann is named twice"),
        ("bob: 1", "bob 1", "text:4:17: '1' does not fit here: ':' is wanted"),
        ("TRUE? {1,2}", "TRUE?", "a state is wanted, such as {1,2} or {}"),
        ("LAW Top", "LAW 1", "text:6:1: the state {} is against the law"),
        ("bob knows", "bop knows", "no agent 'bop'; did you mean 'bob'?"),
        ("VALID?", "VALID", "'VALID' does not fit here"),
    ],
)
def test_a_bad_file_is_an_error_at_its_spot(old, new, said):
    with pytest.raises(WhoknowsError) as error:
        loads(MUDDY.replace(old, new))
    assert said in str(error.value)


def test_cheryls_birthday_is_the_sixteenth_of_july():
    dates = [(5, 15), (5, 16), (5, 19), (6, 17), (6, 18)]
    dates += [(7, 14), (7, 16), (8, 14), (8, 15), (8, 17)]
    months, days = "5,6,7,8", "14,15,16,17,18,19"
    text = f"""
    VARS {months},{days}
    LAW OR ({", ".join(f"{month} & {day}" for month, day in dates)})
        & ONEOF ({months}) & ONEOF ({days})
    OBS albert: {months} bernard: {days}
    WHERE? <! ~ albert knows whether ({days})>  -- nor does Bernard, he adds
           <! albert knows that ~ bernard knows whether ({months})>
           <! bernard knows whether ({months})>
           <! albert knows whether ({days})> Top
    """
    script = loads(text)
    assert len(script.model) == 10
    assert script.answer(script.queries[0]) == [[7, 16]]


def test_the_diners_learn_that_one_of_them_pays_and_not_who():
    payers = [1, 2, 3]
    seen = {"ann": "1,12,13", "bob": "2,12,23", "cat": "3,13,23"}
    said = "".join(f"[?! XOR ({coins})] " for coins in seen.values())
    others = ", ".join(
        f"{k} -> ~ {agent} knows that {k}"
        for k in payers
        for agent, own in seen.items()
        if not own.startswith(str(k))
    )
    text = f"""
    VARS 1,2,3,12,13,23
    LAW AND (~(1 & 2), ~(1 & 3), ~(2 & 3))
    OBS {" ".join(f"{agent}: {own}" for agent, own in seen.items())}
    VALID? {said} AND ({others})
    VALID? {said} ann,bob,cat comknow whether (1 | 2 | 3)
    VALID? ann,bob,cat comknow whether (1 | 2 | 3)
    """
    script = loads(text)
    assert [script.answer(query) for query in script.queries] == [True, True, False]


def test_under_a_quantifier_what_is_told_to_one_holds_against_the_law_too():
    """At a valuation against the law nothing is ruled out by what is true there anyway."""
    text = "VARS 1,2 LAW ~1 & ~2 OBS ann: 1 VALID? Forall {2} [! 2] [ann ! Top] Top"
    script = loads(text)
    assert [script.answer(query) for query in script.queries] == [True]


def test_many_facts_under_a_quantifier_take_a_step_each():
    names = ",".join(map(str, range(1, 17)))
    text = f"VARS {names} LAW Top OBS ann: 1 VALID? Exists {names} AND ({names})"
    script = loads(text + f" VALID? Forall {names} OR ({names})")
    assert [script.answer(query) for query in script.queries] == [True, False]
