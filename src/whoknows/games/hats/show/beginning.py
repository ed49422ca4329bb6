"""Three rounds of the hat game, to be played beside the rules: how a deal wins together."""

from whoknows.games.hats.rules import Rules
from whoknows.games.hats.rules.fold import Sight
from whoknows.games.hats.show.hats_picture import team_svg
from whoknows.play.face.face import Beginning, Reply, Step

NAMES = ("Brid", "Finn", "Nora")
RED, BLUE = 0, 1
DEAL = "a player who sees two hats of one color names the other color, and else passes"


def beginning() -> Beginning:
    """By the deal of three: once one speaks, once one passes, and once all err together."""
    return (
        Step(
            board(RED, RED),
            f"You are Brid. Your team has agreed: {DEAL}. What do you say?",
            (
                Reply("Red", "Whoever guesses as they like is wrong half of the time."),
                Reply(
                    "Blue",
                    "Your hat *is* blue: won. Finn and Nora saw two colors and passed, so "
                    "you alone took the risk, and nobody could be wrong beside you.",
                    right=True,
                ),
                Reply("Pass", "Then all three pass, and the team loses."),
            ),
        ),
        Step(
            board(RED, BLUE),
            "The next hats. What do you say now?",
            (
                Reply("Red", "Wrong or right, it is not the deal: now another speaks."),
                Reply("Blue", "Wrong or right, it is not the deal: now another speaks."),
                Reply(
                    "Pass",
                    "Yes. Your hat is red: Finn and you look alike to Nora, and she names "
                    "blue. One of you is right, and nobody is wrong: won.",
                    right=True,
                ),
            ),
        ),
        Step(
            board(BLUE, BLUE),
            "Once more, by the deal. What do you say?",
            (
                Reply(
                    "Red",
                    "This time your hat was blue, too, and *all three* said red: lost. "
                    "That is the trick: all err at once, in 2 of 8 cases, and in the other "
                    "6 only one speaks, and is right.",
                    right=True,
                ),
                Reply("Blue", "Your hat is blue, but the deal does not know that."),
                Reply("Pass", "The deal says to speak: you see two hats of one color."),
            ),
        ),
    )


def board(finn: int, nora: int) -> str:
    """What you see."""
    sight = Sight(Rules(players=3), 0, (None, finn, nora))
    return team_svg(sight, NAMES, {}, "The hat game")
