"""Room on flash for another game: which games a host has, and which go when it is nearly full."""

import json

from ..base.compat import const
from ..base.text import value
from .journal import ROOM_KB

_ACKED = "games/acked.json"
_LEAST_KB = const(12)  # below this even games go that no host has
# Games removed at once, a folder of them: bounds the time until the next one begins. Short ones
# may lie in their folder's own blocks, so that there is no more room before the last one goes.
_AT_ONCE = const(8)


def _read(files) -> list:
    """Return the runs [first, last] of games that a host has."""
    try:
        found = json.loads(files.read(_ACKED) or b"[]")
        return [[int(first), int(last)] for first, last in found]
    except Exception:  # whatever is in the file: the host says it again
        return []


def _add(runs: list, number: int) -> None:
    for run in runs:
        if run[0] - 1 <= number <= run[1] + 1:
            run[0] = min(run[0], number)
            run[1] = max(run[1], number)
            return
    runs.append([number, number])


def note(files, acknowledged: list) -> None:
    """Note that a host has the ``acknowledged`` games."""
    runs = _read(files)
    for number in acknowledged:
        _add(runs, number)
    files.write(_ACKED, value(runs).encode())


def make_room(journal, files):
    """Remove old games from flash that is nearly full: a step, and a notice or "", a ``next``.

    Those go first that a host has.
    """
    while journal.look():
        yield ""
    runs = _read(files)
    gone = []  # that no host has: no more than it takes until there is more room than ``before``
    before = 0
    for _ in range(_AT_ONCE):
        free, size = journal.space
        if not size or free >= ROOM_KB:
            break
        old = [n for n in journal.numbers() if n != journal.current]
        known = [n for n in old if any([first <= n <= last for first, last in runs])]
        if known:
            journal.remove(known[0])
        elif old and free < _LEAST_KB and (not gone or free <= before):
            before = free
            journal.remove(old[0])
            gone.append(old[0])
        else:
            break
        yield ""
        journal.space = files.space()
        yield ""
    if gone:
        which = "%d games from %d on" % (len(gone), gone[0]) if gone[1:] else "game %d" % gone[0]
        yield "flash is full: %s made room for the next" % which
