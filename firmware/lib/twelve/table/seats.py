"""Who decides in the seats, and in what time: of the game that goes on, and of the next."""

from ..base.compat import let_go
from ..base.errors import Refusal
from ..games.play import PERSON
from ..games.seating import AWAY, SEATS, check_level, check_limit, check_room


def set_seat(console, seat, level, now_ms: int) -> None:
    """Let ``level`` decide in ``seat``. Raises Refusal, OSError."""
    check_level(level)
    if type(seat) is not int or not 0 <= seat < SEATS:
        raise Refusal("bad_request", "a table has seats 0 to %d" % (SEATS - 1))
    check_room(level != PERSON and console.keeper.is_cramped)
    if console.keeper.running:
        console.keeper.seat(seat, level, now_ms)
        console.rest(now_ms)
    # Who is away will be back.
    console.choices.levels[seat] = PERSON if level == AWAY else level
    console.choices.save()


def set_limit(console, limit_s, now_ms: int) -> None:
    """Set the time for a turn. Raises Refusal, OSError."""
    check_limit(limit_s)
    check_room(limit_s and console.keeper.is_cramped)
    if console.keeper.running:
        console.keeper.limit(limit_s, now_ms)
        console.rest(now_ms)
    console.choices.limit_s = limit_s
    console.choices.save()


def forget_seats() -> None:
    """Let go of this module, which is seldom needed."""
    let_go(__name__)
