"""Who decides in the seats of a game, and in what time; code that few games need."""

from ..base.errors import Refusal
from .play import AWAY, PERSON

LEVELS = ("easy", "normal", "expert")  # expert thinks on the laptop
LIMITS_S = (0, 30, 60)  # time for a turn, 0 for any
SEATS = 6


def check_level(level) -> None:
    """Raise Refusal bad_request unless ``level`` says who can decide in a seat."""
    if type(level) is not str or (level not in LEVELS and level != PERSON and level != AWAY):
        names = ", ".join((PERSON, AWAY) + LEVELS)
        raise Refusal("bad_request", "a seat is one of " + names)


def check_limit(limit_s) -> None:
    """Raise Refusal bad_request unless ``limit_s`` is a time for a turn."""
    if type(limit_s) is not int or limit_s not in LIMITS_S:
        raise Refusal("bad_request", "a turn takes 30 or 60 s at most, or 0 for any time")


def check_room(is_short) -> None:
    """Raise Refusal busy where memory ``is_short``: players and clocks are more than fits then."""
    if is_short:
        text = "the table's memory is too small for that (a virtual one: twelve table --heap 384k)"
        raise Refusal("busy", text)


def check_seats(request: dict, players: int) -> None:
    """Raise Refusal bad_request unless ``seats`` and ``limit`` of a ``new`` suit ``players``."""
    levels = request.get("seats", [])
    if type(levels) is not list or len(levels) not in (0, players):
        raise Refusal("bad_request", "seats must say who decides in each of %d" % players)
    for level in levels:
        check_level(level)
    check_limit(request.get("limit", 0))


def levels_with(play, seat, level) -> tuple:
    """Return the levels of ``play`` with ``level`` in ``seat``; Refusal bad_request."""
    count = len(play.players)
    if type(seat) is not int or not 0 <= seat < count:
        raise Refusal("bad_request", "the game has seats 0 to %d" % (count - 1))
    check_level(level)
    levels = [play.level(i) for i in range(count)]
    levels[seat] = level
    return tuple(levels) if levels.count(PERSON) < count else ()


def follow_note(play, record: dict) -> None:
    """Apply a note of kind seat or limit to ``play``.

    No action depends on it: one that makes no sense here changes nothing, and the game stays
    readable. A level that only newer versions know is a computer's, so the strongest one.
    """
    try:
        if record["kind"] == "limit":
            check_limit(record.get("value"))
            play.limit_s = record["value"]
            return
        level = record.get("level")
        if type(level) is str and level not in LEVELS and level != PERSON and level != AWAY:
            level = LEVELS[-1]
        play.levels = levels_with(play, record.get("seat"), level)
    except Refusal:
        pass
