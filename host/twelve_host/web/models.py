"""What goes over HTTP, by name and type: checked on the way in, described by /openapi.json."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

Short = Annotated[str, StringConstraints(max_length=200)]
Request = Annotated[
    str | None,
    Field(
        min_length=1,
        max_length=200,
        description="Any unique string: asked again with it, nothing is done again.",
    ),
]
Number = Annotated[
    StrictInt | None,
    Field(
        ge=1, description="The number that the record must get: 409 where the game has moved on."
    ),
]


class _Body(BaseModel):
    # Further keys are let through in silence, as in the referee.
    model_config = ConfigDict(extra="ignore", strict=True)


class InputBody(_Body):
    """A gesture of the button or the encoder."""

    gesture: Literal["click", "hold", "long", "press", "release", "turn"]
    steps: Annotated[StrictInt, Field(ge=-100, le=100)] = 1


Level = Literal["easy", "normal", "expert"]
# away: a person's, in which the computer plays until the person is back
Seat = Literal["person", "away", "easy", "normal", "expert"]
Limit = Literal[0, 30, 60]


class Hint(BaseModel):
    """Advice for whoever is at turn."""

    action: str = Field(description="One of legal.")
    why: str = Field(description="The reason, a short sentence.")
    level: Level
    turn: int = Field(description="The turn that it is meant for.")


class UndoBody(_Body):
    """Take the last action back."""

    hash: Short | None = Field(default=None, description="The position that it is meant for.")
    n: Number = None
    request: Request = None


class ActBody(UndoBody):
    """Do one of the legal actions. Without ``hash`` and ``n`` it is meant for the game as it is."""

    action: Short
    dice: list[StrictInt] | None = Field(default=None, max_length=6, description="Entered by hand.")
    tiles: list[Short] | None = Field(default=None, max_length=40, description="Entered by hand.")


class NewBody(_Body):
    """A referee's ``new``."""

    game: Short
    rules: dict[str, Any] | None = None
    players: list[Short] | None = Field(default=None, max_length=20)
    position: dict[str, Any] | None = None
    seed: Any = None
    deck: Any = None
    seats: list[Seat] | None = Field(
        default=None, max_length=20, description="Who decides in each seat; persons by default."
    )
    limit_s: Limit | None = Field(default=None, description="Seconds for a turn, 0 for any time.")
    abandon: StrictBool = Field(
        default=False, description="Whether a running game may be given up."
    )
    request: Request = None


class SeatBody(_Body):
    """Who decides in a seat from now on."""

    seat: Annotated[StrictInt, Field(ge=0, le=5)]
    level: Seat
    n: Number = None
    request: Request = None


class LimitBody(_Body):
    """The time for a person's turn, in seconds; 0 for any."""

    limit_s: Limit
    request: Request = None


class NamesBody(_Body):
    """Other names for the players, one for every seat."""

    players: list[Short] = Field(min_length=1, max_length=20)
    request: Request = None


class CloseBody(_Body):
    """Close the finished game now: its secret is revealed."""

    request: Request = None


class Problem(BaseModel):
    """Why something was not done: a sentence, and the game's state where there is one."""

    detail: str
    state: dict[str, Any] | None = None


class Done(BaseModel):
    """It is done."""

    ok: Literal[True] = True


class Acted(Done):
    """It is recorded: the state after it, and the number of the next record."""

    state: dict[str, Any] | None
    n: int
    game: str | None


class Menu(BaseModel):
    """The table's open menu; ``at`` is the entry under the cursor, ``set`` what each is set to."""

    entries: list[str]
    set: list[str]
    at: int


class Power(BaseModel):
    """What the lights draw by the model of the current, and whether the supply's limit is at work.

    ``dimmed``: all lights alike; ``below``: it allows less than the lowest brightness.
    """

    ma: int
    cap: Literal["none", "dimmed", "below"]


class TableView(BaseModel):
    """A table: what is on it, and whether it answers. ``power``: null without lights of its own."""

    id: str
    name: str
    connected: bool
    status: Literal["live", "catching up", "unplugged", "disagrees"]
    since: str
    virtual: bool
    firmware: str | None
    port: str | None
    power: Power | None
    game: str | None
    state: dict[str, Any] | None
    lights: list[list[list[str]]] | None = None
    last: dict[str, Any] | None
    n: int
    cursor: str | None
    menu: Menu | None
    seats: list[Seat] = Field(description="Who decides in each seat of the game.")
    limit_s: int = Field(description="Seconds for a person's turn, 0 for any.")
    left_s: int | None = Field(description="That the person at turn has left.")
    swaps: bool = Field(description="Whether the next player begins the rematch.")
    disagrees: str | None
    say: str | None


class GameView(BaseModel):
    """The summary of a recorded game."""

    id: str
    uid: str
    branch: int
    source: str
    game: str | None
    rules: dict[str, Any]
    rules_version: int | None
    players: list[str]
    table: str | None
    no: int | None
    started_at: str | None
    estimated: bool
    ended_at: str | None
    result: dict[str, Any] | None
    records: int
    actions: int
    turns: int
    seat_turns: list[int]
    seats: list[str] = Field(description="Who played each: person, or a computer's level.")
    hash: str | None
    closed: bool
    trouble: str | None
    running: bool


class Step(BaseModel):
    """The state after record ``n``."""

    n: int
    state: dict[str, Any]


class WholeGame(BaseModel):
    """A recorded game with its records, and its states where they were asked for.

    It has the keys of GameView, but ``records`` is the list itself.
    """

    model_config = ConfigDict(extra="allow")

    id: str
    game: str | None
    players: list[str]
    result: dict[str, Any] | None
    running: bool
    records: list[dict[str, Any]]
    states: list[Step] | None = None


class Rule(BaseModel):
    """One rule that can be chosen; ``fixed_when`` names the rules that settle it."""

    key: str
    title: str
    choices: list[bool | int | str]
    default: bool | int | str
    fixed_when: dict[str, dict[str, bool | int | str]] | None = None


class PlayerNumbers(BaseModel):
    """How many may play, and what they are called by default."""

    min: int
    max: int
    default: list[str]


class CatalogGame(BaseModel):
    """A game that can be played."""

    name: str
    title: str
    players: PlayerNumbers
    rules: list[Rule]
    brief: str
    chance: str | None = Field(description="What is drawn, dice or tiles; null where nothing is.")
    levels: list[Level] = Field(description="Of the computer players, the weakest first.")
    remark: str = Field(description="What is to be known of the expert here, a sentence or none.")


class Catalog(BaseModel):
    """Every game that can be played."""

    games: list[CatalogGame]
    limits_s: list[Limit] = Field(description="Times for a turn, 0 for any.")


class Score(BaseModel):
    """One player in one kind of game; a computer is called ``Computer (its level)``.

    ``games``, and ``finished`` by another name, were played to their end; ``abandoned`` were not.
    """

    player: str
    game: str
    kind: str
    games: int
    finished: int
    abandoned: int
    wins: int
    draws: int
    average_turns: float | None
    best_solo_turns: int | None


class Health(BaseModel):
    """The service runs."""

    ok: bool
    version: str
    tables: int
