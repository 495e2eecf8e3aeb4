"""Who this table is, and where its secrets come from: id, boot count, game count, entropy pool.

A chip's random source may repeat after every boot and its serial number may be shared, so both
are only stirred into a pool on flash; the pool, not the chip, makes ids and secrets differ.
"""

import json

from ..base.compat import bytes_of, hex_of, sha256
from ..base.text import Fields

# What changes with every start or game has a folder of its own: on LittleFS each change makes
# the folder slower to look things up in, and all of the program is looked up below the root.
_FOLDER = "state/"
_PATH = _FOLDER + "identity.json"
_SECRET = _FOLDER + "secret.json"
# What earlier firmware kept in the root; the last one says that all of it has moved.
MOVED = ("secret.json", "choices.json", "identity.json")


class Identity:
    """The table's identity on flash. ``noise`` is whatever entropy the port has, as bytes.

    ``seed`` (bytes or None) makes the secrets of games repeatable, and nothing else.
    """

    def __init__(self, files, noise: bytes, seed=None):
        self._files = files
        self._seed = seed
        self.seeded = seed is not None
        self.notice = ""
        found = self._load()
        self.boot = found["boot"] + 1
        self.games = found["games"]
        space = found.get("flash")  # earlier firmware did not remember it
        if type(space) is not list or [type(kb) for kb in space] != [int, int]:
            space = ()
        self.space = tuple(space)  # (free, all) KB of flash when last asked, () for not yet
        # The pool is new after every boot even where the noise is constant.
        self._pool = sha256(bytes_of(found["pool"]) + b"boot %d " % self.boot + noise)
        self.table_id = found["id"] or hex_of(sha256(self._pool + b"table id")[:6])
        self.boot_id = "%d-%s" % (self.boot, hex_of(sha256(self._pool + b"boot id")[:4]))
        self.save()

    def _load(self) -> dict:
        text = self._files.read(_PATH)
        if text is None:
            text = self._move()
        if text is not None:
            try:
                found = json.loads(text)
                for key, kind in (("id", str), ("boot", int), ("games", int), ("pool", str)):
                    if type(found[key]) is not kind:
                        raise ValueError(key)
                bytes_of(found["pool"])
                return found
            except (ValueError, KeyError, TypeError):
                # Half a file after a power cut or a bad block: better a new table than none.
                self.notice = "identity.json was unreadable: this table has a new id"
        return {"id": "", "boot": 0, "games": 0, "pool": ""}

    def _move(self):
        """Copy what earlier firmware kept in the root; return the identity, None for none."""
        for name in MOVED:
            text = self._files.read(name)
            if text is not None:
                self._files.write(_FOLDER + name, text)
        return text

    def save(self) -> None:
        """Write the identity; the old one stays whole until the new one is."""
        pairs = (("id", self.table_id), ("boot", self.boot), ("games", self.games))
        if self.space:
            pairs += (("flash", list(self.space)),)
        text = Fields(pairs + (("pool", hex_of(self._pool)),)).text()
        self._files.write(_PATH, text.encode())

    def stir(self, noise: bytes) -> None:
        """Mix ``noise``, such as the time of a press, into the pool."""
        self._pool = sha256(self._pool + noise)

    def new_game(self, at_least: int) -> tuple:
        """Count a new game; return (its number, its 32-byte secret), which is on flash.

        The count is not, before :meth:`save`: a file in a pass is as much as flash does in one.
        """
        self.games = max(self.games, at_least) + 1
        if self.seeded:
            secret = sha256(self._seed + b" game %d" % self.games)
        else:
            secret = sha256(self._pool + b" secret %d" % self.games)
        self._pool = sha256(self._pool + b" next")
        pairs = (("game", self.games), ("secret", hex_of(secret)))
        self._files.write(_SECRET, Fields(pairs).text().encode())
        return self.games, secret

    def secret(self, number: int):
        """Return the secret of game ``number`` after a restart, None when it is not there."""
        try:
            found = json.loads(self._files.read(_SECRET) or b"")
            return bytes_of(found["secret"]) if found["game"] == number else None
        except (ValueError, KeyError, TypeError):
            return None
