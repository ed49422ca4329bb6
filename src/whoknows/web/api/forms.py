"""What is sent to the API and what it answers: the words of its schema."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Text = Annotated[str, Field(max_length=400)]
Version = Annotated[int, Field(ge=0, lt=2**31)]


class Form(BaseModel):
    """What is sent; a key that nobody knows is refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ChairForm(Form):
    """Who sits at a place."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    strategy: Annotated[str | None, Field(max_length=80)] = Field(
        None, description="A strategy of the game; without one, a person sits here."
    )


class HouseForm(Form):
    """The rules of the house."""

    undo: bool = Field(False, description="Whether people may take moves back.")
    spectators: Literal["public", "all"] = Field(
        "public", description="With `all`, the watcher's key opens the eyes of every seat."
    )


class HouseView(BaseModel):
    """The rules of the house of a room."""

    undo: bool
    spectators: Literal["public", "all"]
    practice: bool = Field(
        description="Whether somebody chose the seed, who can compute the secret from it."
    )


class RoomForm(Form):
    """A game to begin."""

    game: Annotated[str, Field(max_length=40, examples=["mastermind"])]
    setup: dict[str, Any] = Field(
        default_factory=dict,
        max_length=40,
        description="Options of the game; those left out have their defaults.",
        examples=[{"pegs": 4, "colors": 6}],
    )
    chairs: list[ChairForm] = Field(
        default_factory=list,
        max_length=40,
        description="One for each seat; none at all: people everywhere.",
    )
    house: HouseForm = Field(
        default_factory=lambda: HouseForm(undo=False, spectators="public")
    )
    plays: bool = Field(True, description="Whether the host takes the first free chair.")
    seed: Annotated[int | None, Field(ge=0, lt=2**63)] = Field(
        None, description="A seed tells the secret: for one person, and then practice."
    )


class MoveForm(Form):
    """A move, as people type it."""

    move: Text
    at: Version | None = Field(
        None, description="The version that it is meant for; an older one is refused."
    )


class UndoForm(Form):
    """To take the last move back."""

    at: Version | None = None


class AnswerForm(Form):
    """What somebody says to one who wants to take a move back."""

    agree: bool


class ReplayForm(Form):
    """A transcript to be told again."""

    transcript: dict[str, Any]
    knowledge: bool = Field(False, description="Add the worlds left to every seat.")


class CheckForm(Form):
    """A model and its questions, as `whoknows check` reads them."""

    model: Annotated[str, Field(max_length=20_000)]
    formula: Annotated[str | None, Field(max_length=2_000)] = Field(
        None, description="One more question: where does this hold, in the last model?"
    )


class Problem(BaseModel):
    """What was wrong."""

    error: str


class GameEntry(BaseModel):
    """A game of the catalog."""

    name: str
    title: str
    setup: dict[str, Any] = Field(description="The default options.")
    strategies: list[str]


class Keys(BaseModel):
    """The keys of a room: keep the host's, and give the others away."""

    host: str
    seats: list[str | None] = Field(description="None where a strategy sits.")
    watcher: str


class NewRoom(BaseModel):
    """A room that was made."""

    room: str
    keys: Keys
    table: str = Field(description="The address of its page; add `?key=`.")


class PublicEvent(BaseModel):
    """What was done at the same time, and the answer."""

    moves: dict[str, str]
    answer: Any


class RoomView(BaseModel):
    """A room as the holder of one key sees it; without a key, what is public."""

    room: str
    game: str
    setup: dict[str, Any]
    house: HouseView
    names: list[str]
    people: list[int] = Field(description="The seats of people.")
    version: int
    seat: int | None = Field(description="Whose eyes these are; null is a spectator's.")
    sight: Any
    history: list[PublicEvent]
    turn: list[int]
    awaited: list[int] = Field(description="Seats of this turn that have not moved yet.")
    my_turn: bool
    over: bool
    results: dict[str, float] | None
    asks_undo: int | None = Field(
        None, description="The seat that wants to take a move back, and waits for leave."
    )


class Next(BaseModel):
    """The room in which a game is played again."""

    room: str


class Joined(RoomView):
    """A room, and what one is in it."""

    host: bool
    name: str | None
    key: str | None = Field(None, description="One's own, if the seat was taken by it.")


class Moves(BaseModel):
    """The legal moves of a seat, as they are typed."""

    moves: list[str]
    total: int = Field(description="How many there are; only the first are listed.")


class Told(BaseModel):
    """A run told again."""

    game: str
    setup: dict[str, Any]
    seats: list[str]
    moves: list[dict[str, Any]]
    over: bool
    results: list[float] | None
    room: str | None = Field(None, description="Where it can be looked at: /replay/ROOM.")


class Answers(BaseModel):
    """The answers to the questions of a model."""

    engine: str
    worlds: int
    results: list[dict[str, Any]]
