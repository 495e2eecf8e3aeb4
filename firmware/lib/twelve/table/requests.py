"""Requests of the host that come once in a while (record/README.md).

Code that is on a board's heap only for a moment.
"""

from ..base.errors import Refusal


def do(line, console, message: dict, now_ms: int):
    """Do a request; return None when it is done, True when its answer comes later.

    Raises Refusal, OSError where flash refuses.
    """
    kind, keeper = message["m"], console.keeper
    if kind == "new":
        if keeper.running and message.get("abandon") is not True:
            raise Refusal("running", "a game is running: abandon it to start another")
        number = message["id"]
        console.begin(message, now_ms, lambda code, text: line.answer(number, code, text))
        return True
    if kind == "names":
        keeper.rename(message.get("players"), now_ms)
    elif kind == "close":
        if keeper.running:
            raise Refusal("running", "the game has not ended yet")
        keeper.close(now_ms)
    elif kind == "seat":
        from .seats import forget_seats, set_seat

        forget_seats()
        set_seat(console, message.get("seat"), message.get("level"), now_ms)
    else:
        from .seats import forget_seats, set_limit

        forget_seats()
        set_limit(console, message.get("value"), now_ms)
    return None
