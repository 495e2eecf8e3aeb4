"""A running game in one small file, so that a long one is back at once after a switch-on.

The journal is the truth: a snapshot only spares replaying it. One line of JSON, then the packed
actions (games/history.py); anything odd about it means that it is not there.
"""

import json

from ..base.compat import bytes_of, crc32, hex_of
from ..base.text import Fields, value

_CHECKPOINTS = -3  # the last ones: taking back is slow only from far behind


def _plain(item):
    """Return ``item`` for JSON, bytes apart from tuples."""
    if isinstance(item, (bytes, bytearray)):
        return Fields((("b", hex_of(item)),))
    if isinstance(item, (tuple, list)):
        return [_plain(part) for part in item]
    return item


def _again(item):
    """Return what :func:`_plain` was given."""
    if type(item) is dict:
        return bytes_of(item["b"])
    if type(item) is list:
        return tuple([_again(part) for part in item])
    return item


def _checkpoints(play) -> str:
    """Return the last checkpoints of ``play`` as JSON.

    ValueError where the history does not reach back to the first state.
    """
    codes, _, checkpoints, _ = play.history.parts()
    if codes is None:
        raise ValueError("the history does not go back to the beginning")
    return value([(at, _plain(state), place) for at, state, place in checkpoints[_CHECKPOINTS:]])


def _last(play):
    checkpoints = play.history.parts()[2]
    return checkpoints[-1] if checkpoints else None


def _freeze(play, uid: str, n: int, chain: str, offset: int, checkpoints: str) -> bytes:
    """Return the snapshot of ``play`` after record ``n``, which ends at ``offset`` on flash."""
    codes, spacing, _, wide = play.history.parts()
    head = Fields(
        (
            ("uid", uid),
            ("n", n),
            ("chain", chain),
            ("offset", offset),
            ("players", list(play.players)),
            ("levels", list(play.levels)),
            ("limit", play.limit_s),
            ("abandoned", play.abandoned),
            ("position", play.stream.position),
            ("state", _plain(play.state)),
            ("spacing", spacing),
            ("wide", [(at, _plain(chance)) for at, chance in wide.items()]),
        )
    ).text()
    body = (head[:-1] + ',"checkpoints":' + checkpoints + "}\n").encode() + codes
    return b"%08x" % crc32(body) + body


def _unpack(data):
    """Return (head, codes) of a snapshot, None where it is none or damaged."""
    try:
        body = memoryview(data)[8:]
        if int(bytes(data[:8]), 16) != crc32(body):
            return None
        end = data.find(b"\n")
        return json.loads(data[8:end]), body[end - 7 :]
    except Exception:  # whatever is in the file, the journal is the truth
        return None


def _thaw(play, head: dict, codes) -> None:
    """Bring ``play``, just begun, to where it was.

    Raises ValueError, KeyError, TypeError, and has changed nothing then.
    """
    kind = type(play.first)
    state = kind(*_again(head["state"]))
    checkpoints = [(at, kind(*_again(s)), position) for at, s, position in head["checkpoints"]]
    wide = {at: _again(chance) for at, chance in head["wide"]}
    players, abandoned, position = tuple(head["players"]), head["abandoned"], head["position"]
    levels, limit_s = tuple(head["levels"]), head["limit"]
    play.history.restore(codes, head["spacing"], checkpoints, wide)
    play.state = state
    play.players, play.abandoned, play.stream.position = players, abandoned, position
    play.levels, play.limit_s = levels, limit_s


def resume(journal, play) -> int:
    """Bring ``play``, just begun, and the journal's reading to where the snapshot was taken.

    Returns the last record in it; 0 where there is no sound one, and nothing has changed then.
    """
    found = _unpack(journal.files.read(journal.snapshot_path()) or b"")
    if found is None or found[0].get("uid") != journal.uid(journal.current):
        return 0
    head, codes = found
    try:
        n, chain, offset = head["n"], head["chain"], head["offset"]
        if journal.offset() < offset:
            return 0
        _thaw(play, head, codes)
    except (ValueError, KeyError, TypeError):
        return 0
    journal.jump(n, chain, offset)
    return n


def keep(journal, play):
    """Keep a snapshot of ``play``, a step a ``next``: two that take long, then what flash takes.

    Raises OSError where flash refuses, ValueError where none can be.
    """
    uid = journal.uid(journal.current)
    while True:
        last = _last(play)
        checkpoints = _checkpoints(play)
        yield
        if _last(play) is last:  # else it has been taken back behind it, or there is another
            break
    data = _freeze(play, uid, journal.n, journal.chain, journal.offset(), checkpoints)
    yield
    journal.files.put(journal.snapshot_path(), data)  # the short way: it only spares time
