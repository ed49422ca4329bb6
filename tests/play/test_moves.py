"""Fields and forms: what is written is read back, and a list is every move, in order."""

import json
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whoknows.errors import IllegalMove, TooLarge
from whoknows.play.moves import (
    Bins,
    Choice,
    Form,
    Forms,
    Mark,
    Number,
    Places,
    Row,
    Several,
    Words,
    choices,
)

names = st.lists(
    st.text("abcdefgh", min_size=1, max_size=3), min_size=1, max_size=5, unique=True
)
words = names.map(
    lambda some: Words("word", {name: Choice(k) for k, name in enumerate(some)})
)
numbers = st.tuples(st.integers(0, 30), st.integers(0, 6)).map(
    lambda two: Number("number", two[0], two[0] + two[1])
)
symbols = st.integers(1, 12).map(lambda most: [str(k) for k in range(1, most + 1)])
places = st.builds(
    Places,
    st.just("code"),
    st.integers(1, 3),
    symbols,
    repeats=st.just(True),
    ordered=st.booleans(),
) | st.builds(
    lambda size, more, ordered: Places(
        "code", size, "123456789ABCDEF"[: size + more], repeats=False, ordered=ordered
    ),
    st.integers(1, 3),
    st.integers(0, 3),
    st.booleans(),
)
pans = st.integers(2, 6).map(
    lambda coins: Bins(
        "pans",
        coins,
        ("left", "right"),
        tuple((k, k) for k in range(1, coins // 2 + 1)),
        ":",
    )
)
odd = st.integers(2, 5).map(
    lambda coins: Bins(
        "odd", coins, ("heavy", "light"), tuple((k, 2 - k) for k in range(3)), what="coin"
    )
)
several = st.tuples(st.booleans(), st.integers(0, 2), st.booleans()).map(
    lambda some: Several(
        "lines",
        Row((Number("line", 1, 3), Words("answer", choices("yes no"))), ("", ":")),
        some[1],
        2,
        repeats=some[0],
        ordered=some[2],
    )
)
fields = words | numbers | places | pans | odd | several
rows = st.lists(words | numbers, min_size=1, max_size=3).map(
    lambda some: tuple(named(one, f"{one.name}{k}") for k, one in enumerate(some))
)


def named(one, name):
    from dataclasses import replace

    return replace(one, name=name)


@st.composite
def forms(draw):
    """Some verbs with fields, and one form without a verb."""
    verbs = draw(
        st.lists(st.sampled_from(["bid", "call", "stop"]), unique=True, max_size=3)
    )
    every = [
        Form(
            fields,
            verb,
            make=lambda *values, verb=verb: (verb, values),
            parts=lambda move, verb=verb: move[1] if move[0] == verb else None,
        )
        for verb, fields in ((verb, draw(rows)) for verb in verbs)
    ]
    marked = (draw(numbers), Mark("sure", "!"))
    every.append(
        Form(
            marked,
            make=lambda *values: ("", values),
            parts=lambda move: move[1] if move[0] == "" else None,
        )
    )
    return Forms(tuple(every))


@given(fields)
def test_a_field_lists_every_value_once_and_reads_what_it_writes(field):
    every = list(islice(field.values(), 2000))
    assert len({*every}) == len(every) == min(field.count, 2000)
    for place, value in list(enumerate(every))[:: 1 + len(every) // 25]:
        assert field.read(field.write(value)) == value
        assert field.read(f"  {field.write(value)} ") == value
        assert field.unplain(json.loads(json.dumps(field.plain(value)))) == value
        assert field.place(value) == place
        assert field.has(value)
        assert field.label(value)
    assert field.wanted
    assert field.schema()["type"] in ("string", "integer")
    assert field.slot().name == field.name


@given(fields, st.text(max_size=12))
def test_what_a_field_reads_is_one_of_its_values_and_the_rest_is_refused(field, text):
    try:
        value = field.read(text)
    except IllegalMove:
        return
    assert value in [*field.values()]


@given(forms())
def test_a_list_of_moves_is_every_move_with_its_number(some):
    every = some.every()
    assert len({*every}) == len(every) == some.count
    for place, move in list(enumerate(every))[:: 1 + len(every) // 25]:
        assert some.code(move) == place
        assert some.read(some.write(move)) == move
        assert some.from_json(json.loads(json.dumps(some.to_json(move)))) == move
        some.check(move)
        assert some.label(move)
    assert len(some.help) <= len(some.forms) == len(some.schema()["oneOf"])


@given(forms(), st.data())
def test_narrowed_forms_have_the_moves_that_are_open_and_the_same_docks(some, data):
    every = some.every()
    now = data.draw(st.lists(st.sampled_from(every), unique=True, max_size=4))
    narrowed = some.narrowed(now)
    assert {*narrowed.every()} == {*now}
    assert narrowed.count == len(now)
    for move in every:
        if move in now:
            narrowed.check(move)
        else:
            with pytest.raises(IllegalMove):
                narrowed.check(move)
    shapes = [(dock.shape, dock.help) for dock in some.dock()]
    assert shapes == [(dock.shape, dock.help) for dock in narrowed.dock()]
    pressed = {b.text for dock in narrowed.dock() for b in dock.buttons if b.open}
    assert pressed <= {some.write(move) for move in now}


def test_a_form_is_filled_in_field_by_field():
    fields = (Number("n", 1, 3), Words("f", choices("red blue")))
    bid = Form(fields, "bid", make=lambda *values: values, parts=lambda move: move)
    assert bid.filled({"n": " 2", "f": "BLUE"}) == (2, "blue")
    with pytest.raises(IllegalMove):
        bid.filled({"n": "2"})


def test_a_mark_is_read_and_left_out_of_lists():
    guess = Form((Number("n", 1, 2), Mark("sure", "!")), make=lambda n, sure: (n, sure),
                 parts=lambda move: move)  # fmt: skip
    one = Forms((guess,))
    assert one.every() == ((1, False), (2, False))
    assert one.read("2!") == one.read("2 !") == (2, True)
    one.check((2, True))
    assert one.to_json((2, True)) == {"move": "", "n": 2, "sure": True}
    assert one.from_json({"move": "", "n": 2}) == (2, False)


@pytest.mark.parametrize(
    "document",
    [{}, {"move": "bid"}, {"move": "bid", "n": "x"}, {"move": "bid", "n": 1, "m": 2},
     {"move": "bid", "n": 9}, {"move": "bid", "n": 1, "sure": "no"}, {"move": "call"}],
)  # fmt: skip
def test_a_document_that_is_no_move_is_refused(document):
    fields = (Number("n", 1, 3), Mark("sure", "!"))
    bid = Form(fields, "bid", make=lambda *values: values, parts=lambda move: move)
    with pytest.raises(IllegalMove):
        Forms((bid,)).from_json(document)


def test_what_is_too_much_is_counted_and_not_listed():
    code = Forms((Form((Places("code", 20, "123456"),)),))
    assert code.count == 6**20
    assert code.code((0,) * 19 + (5,)) == 5
    assert len(code.some(3)) == 3
    with pytest.raises(TooLarge):
        code.every()
    with pytest.raises(TooLarge):
        Bins("odd", 60, ("heavy",), ((30,),)).place((tuple(range(1, 31)),))


def test_texts_that_could_be_two_things_are_none():
    both = Words("letter", {"a": Choice(0), "A": Choice(1)})
    assert (both.read("a"), both.read("A")) == (0, 1)
    with pytest.raises(IllegalMove):
        Words("letter", {"ab": Choice(0), "aB": Choice(1)}).read("AB")
