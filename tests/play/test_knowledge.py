"""Pictures that are remembered are those that would be made anew."""

from dataclasses import dataclass
from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from whoknows.play.knowing.knowledge import Pictured, Remembered


@dataclass(frozen=True)
class Heard:
    """A picture that is just all it was made of."""

    start: str
    facts: tuple[int, ...] = ()

    def after(self, fact):
        return Heard(self.start, (*self.facts, fact))


records = st.lists(st.integers(0, 2), max_size=7).map(tuple)


@given(st.lists(st.tuples(st.sampled_from("ab"), records), max_size=20), st.integers(1, 5))
def test_a_picture_is_that_of_its_whole_record_whatever_was_asked_before(asked, room):
    pictures = Remembered(Heard, lambda _: room)
    for start, record in asked:
        assert pictures(start, record) == reduce(Heard.after, record, Heard(start))
        assert sum(map(len, pictures.kept.values())) == len(pictures.ages) <= room


def test_a_longer_record_is_worked_on_from_the_shorter_one():
    made = []

    class Counted(Heard):
        def after(self, fact):
            made.append(fact)
            return Counted(self.start, (*self.facts, fact))

    pictures = Remembered(Counted)
    pictures("a", (1, 2, 3))
    pictures("a", (1, 2, 3, 4))
    pictures("a", (1, 2, 3))
    assert made == [1, 2, 3, 4]


def test_the_worlds_of_a_picture_have_keys_or_else_numbers():
    from whoknows.logic import every_world

    model = every_world("pq", {"a": "p"})
    left = model.announce("p | q")
    assert Pictured(left).world_keys == Pictured(left).held_keys == [1, 2, 3]
    named = Pictured(left, keys=tuple("wxyz"), held=(3, 1))
    assert named.world_keys == ["x", "y", "z"]
    assert named.held_keys == ["z", "x"]
