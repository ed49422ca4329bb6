"""The first two rounds of muddy children, to be played beside the rules."""

from collections.abc import Mapping

from whoknows.games.muddy.rules import UNSURE, Round, Rounds, Setup, Sight, Verdict
from whoknows.games.muddy.show import sight_svg
from whoknows.play.face.face import Beginning, Reply, Step

NAMES = ("Mia", "Ann", "Bob")
SILENCE = Round((UNSURE,) * 3, Verdict((None,) * 3))
LUCK = "That would be a guess: with a clean face and with a muddy one, you see just this."


def beginning(labels: Mapping[str, str]) -> Beginning:
    """You are Mia, Ann is muddy, Bob is clean; nobody knows at once, and then you can."""
    return (
        Step(
            sight_svg(seen(()), NAMES),
            "You are Mia. You see mud on Ann, and none on Bob. The parent has said that "
            "somebody is muddy. Do you know your own face?",
            (
                Reply(labels["muddy"], LUCK),
                Reply(labels["clean"], LUCK),
                Reply(
                    labels[UNSURE],
                    "So it is. But think of Ann: if *you* were clean, she would see nobody "
                    "muddy, and would know that it is she. Now listen to her.",
                    right=True,
                ),
            ),
        ),
        Step(
            sight_svg(seen((SILENCE,)), NAMES),
            "Ann, too, has said: *I am not sure.* And now?",
            (
                Reply(
                    labels["muddy"],
                    "Yes! Ann would have known if she had seen two clean faces. She was "
                    "not sure: so she saw mud, and Bob is clean. Her silence told you.",
                    right=True,
                ),
                Reply(
                    labels["clean"],
                    "Then Ann would have seen nobody muddy, and would have known at once.",
                ),
                Reply(
                    labels[UNSURE],
                    "You can know it. What would Ann have said, had she seen nobody muddy?",
                ),
            ),
        ),
    )


def seen(rounds: Rounds) -> Sight:
    """What you see after some rounds."""
    return Sight(Setup(children=3), 0, (None, True, False), rounds)
