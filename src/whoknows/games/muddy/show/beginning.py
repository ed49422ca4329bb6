"""The first two rounds of muddy children, to be played beside the rules."""

from whoknows.games.muddy.rules import CLEAN, MUDDY, SAYS, UNSURE, Setup, Sight, Verdict
from whoknows.games.muddy.show.picture import sight_svg
from whoknows.play.face.face import Beginning, Reply, Step
from whoknows.play.game import Event, History

NAMES = ("Mia", "Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim")
SILENCE = Event(dict.fromkeys(range(3), UNSURE), Verdict((None,) * 3))
LUCK = "That would be a guess: with a clean face and with a muddy one, you see just this."


def beginning() -> Beginning:
    """You are Mia, Ann is muddy, Bob is clean; nobody knows at once, and then you can."""
    return (
        Step(
            sight_svg(seen(()), NAMES[:3]),
            "You are Mia. You see mud on Ann, and none on Bob. The parent has said that "
            "somebody is muddy. Do you know your own face?",
            (
                Reply(SAYS[MUDDY].label, LUCK),
                Reply(SAYS[CLEAN].label, LUCK),
                Reply(
                    SAYS[UNSURE].label,
                    "So it is. But think of Ann: if *you* were clean, she would see nobody "
                    "muddy, and would know that it is she. Now listen to her.",
                    right=True,
                ),
            ),
        ),
        Step(
            sight_svg(seen((SILENCE,)), NAMES[:3]),
            "Ann, too, has said: *I am not sure.* And now?",
            (
                Reply(
                    SAYS[MUDDY].label,
                    "Yes! Ann would have known if she had seen two clean faces. She was "
                    "not sure: so she saw mud, and Bob is clean. Her silence told you.",
                    right=True,
                ),
                Reply(
                    SAYS[CLEAN].label,
                    "Then Ann would have seen nobody muddy, and would have known at once.",
                ),
                Reply(
                    SAYS[UNSURE].label,
                    "You can know it. What would Ann have said, had she seen nobody muddy?",
                ),
            ),
        ),
    )


def seen(history: History) -> Sight:
    """What you see after some rounds."""
    return Sight(Setup(children=3), 0, (None, True, False), history)
