"""The newest game, read back from the journal at power-on.

Code that is in memory only then.
"""

from ..base.compat import bytes_of, let_go
from ..base.errors import Refusal
from ..games.play import follow, from_request

_SNAPSHOT_CODE = __name__[: __name__.rfind(".")] + ".snapshot"


def read_back(journal, identity, codes) -> tuple:
    """Return (notice, play, secret, last record of the snapshot, whether it was revealed).

    ``codes`` is the history's bytearray. The play is None, and the notice says why, where there
    is none that can be read; the secret is None where it is not there.
    """
    first = play = secret = None
    snapshot_n = 0
    revealed = False
    try:
        for record in journal.resume():
            record = record.plain()
            if first is None:
                first = record
                secret = identity.secret(journal.current)
                continue
            if play is None:
                play = _again(first, secret, record.get("nonce", ""), codes)
                if record.get("kind") == "nonce" and secret:
                    snapshot_n = _jump(journal, play)
                    if snapshot_n:
                        continue
            play = follow(play, record)
            if record.get("kind") == "reveal":
                revealed = True
        if first is not None and play is None:
            play = _again(first, secret, "", codes)
    except (Refusal, ValueError, KeyError, TypeError) as error:
        # Written by other firmware, or damaged: it stays on flash as it is.
        return "game %s cannot be read: %s" % (journal.current, error), None, secret, 0, False
    return "", play, secret, snapshot_n, revealed


def _jump(journal, play) -> int:
    """Bring ``play`` to where its snapshot was taken; return its last record, 0 for none."""
    from .snapshot import resume

    let_go(_SNAPSHOT_CODE)
    return resume(journal, play)


def _again(first: dict, secret, nonce: str, codes):
    """Return the play that record 1 began, the real stream behind it where there is one."""
    if secret is None:
        return follow(None, first)
    # The tiles dealt come from the stream again, and the undrawn ones with them.
    request = {key: value for key, value in first.items() if key != "deck"}
    return from_request(request, secret, bytes_of(nonce), codes)
