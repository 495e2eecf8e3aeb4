"""The port's files where writing behind a file's end is dear, as it is on a board's LittleFS.

LittleFS never writes into a block twice. To append to a file of more than some 300 bytes it erases
a sector and copies the last block there: 50 to 70 ms on a Pico for a record of 26 bytes. A smaller
file lies in its folder's own log: it is written in 4 ms, and a sector is erased every tenth time.
So what is appended to a game gathers in such a file and goes on to the game by the dozen. These
files have a folder to themselves: the fuller a folder, the longer it takes to copy its log.
"""

from ..base.compat import const, crc32

_SLOTS = ("ends/0", "ends/1")  # in turn: a power cut leaves the one before
_EARLIER = ("games/end.0", "games/end.1")  # where firmware kept them once
_FOLDER = "games/"
_MARK = "games/mark"  # an empty file: writing it renews the folder's log when that is full
_MOST = const(320)  # bytes that gather
_ERASED_MS = const(25)  # that a change takes when a sector is erased
_SOON = const(8)  # changes after which a folder's log may be full
_NEVER = const(40)  # and after which it is none of LittleFS


class Gathering:
    """Files by the contract of ports/contract.py, of which one in ``games`` may end elsewhere.

    ``ticks_ms()`` is the port's.
    """

    def __init__(self, files, ticks_ms):
        self._files = files
        self._ticks_ms = ticks_ms
        self._changes = 0  # of the slots, since a sector was erased for one
        self._others = 0  # of the games' folder, likewise
        self._path = ""  # the file whose end this is
        self._at = 0  # its own bytes
        self._end = b""  # those that follow
        self._turn = 0  # of the slots
        self._is_torn = False  # whether the last write to the file itself did not come to its end
        for slot in _SLOTS:
            self._load(files.read(slot))
        if not self._turn:  # nothing has ever gathered there
            for slot in _EARLIER:
                self._load(files.read(slot))
        if self._end:  # of which some, or all, may have gone on already
            # Read from one byte before, which is dear to look up twice: it tells the size, too.
            before = min(1, self._at)
            whole = len(self._end) + before
            there = files.read_at(self._path, self._at - before, whole + 1)
            size = self._at - before + len(there)
            if len(there) > whole or not there and before:
                size = files.size(self._path)
            if size < self._at or not self._end.startswith(there[before:]):
                self._end = b""  # the game is gone, or other firmware has gone on with it
            self._end, self._at = self._end[max(0, size - self._at) :], size

    def __getattr__(self, name: str):
        return getattr(self._files, name)

    def _load(self, data) -> None:
        try:
            head, _, end = bytes(data or b"").partition(b"\n")
            check, turn, at, path = head.decode().split(" ")
            if int(check, 16) == crc32(data[8:]) and int(turn) > self._turn:
                self._turn, self._at, self._path, self._end = int(turn), int(at), path, end
        except ValueError:  # the power went while it was written: the other one is whole
            pass

    def _keep(self, path: str, at: int, end: bytes) -> None:
        turn = self._turn + 1
        body = b" %d %d %s\n" % (turn, at, path.encode()) + end
        erased = self._put(_SLOTS[turn & 1], b"%08x" % crc32(body) + body)
        # It is on flash: from here on nothing may need memory, which may have run out.
        self._turn, self._path = turn, path
        self._at, self._end = at, end
        self._changes = 0 if erased else self._changes + 1

    def _put(self, path: str, data: bytes) -> bool:
        """Write a small file; return whether a sector was erased for it."""
        before_ms = self._ticks_ms()
        self._files.put(path, data)
        return self._ticks_ms() - before_ms >= _ERASED_MS

    def _settle(self, more: bytes = b"") -> None:
        """Bring the file itself up to date, and add ``more``."""
        data = self._end + more
        if data:
            at = self._at + len(data)
            self._others += 1
            if self._is_torn and self._files.size(self._path) > self._at:
                self._files.cut(self._path, self._at)
            self._is_torn = True
            self._files.append(self._path, data)
            self._is_torn = False
            self._at, self._end = at, b""

    def tidy(self, leave: bool = False) -> bool:
        """Do at a quiet moment one thing that would soon be due; return whether there was any.

        ``leave``: all that gathers goes on now, since another file is about to come.
        """
        if not self._turn or _SOON <= self._changes < _NEVER:
            # The folder is new, or it is its log's turn: better now than with the next record.
            self._keep(self._path, self._at, self._end)
        elif _SOON <= self._others < _NEVER:
            self._others = 0 if self._put(_MARK, b"") else self._others + 1
        elif not (self._end if leave else 2 * len(self._end) > _MOST):
            return False
        elif not self._at and not self._is_torn and not self._files.size(self._path):
            self._files.append(self._path, b"")  # making a file may erase a sector, too
            self._others += 1
            self._is_torn = True
        else:
            self._settle()
        return True

    # -- the file whose end this is ------------------------------------------------------------
    def names(self, folder: str) -> list:
        """Return the names in ``folder``; [] where there is no such folder."""
        names = self._files.names(folder)
        name = self._path[len(_FOLDER) :]
        if self._end and folder + "/" == _FOLDER and name not in names:
            names.append(name)
        return names

    def size(self, path: str) -> int:
        """Return the bytes of a file; 0 where there is none."""
        if path == self._path:
            return self._at + len(self._end)
        return self._files.size(path)

    def read_at(self, path: str, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset``; b"" past the end or without the file."""
        if path != self._path:
            return self._files.read_at(path, offset, size)
        data = b""
        if offset < self._at:
            data = self._files.read_at(path, offset, min(size, self._at - offset))
        start = max(0, offset - self._at)
        return data + self._end[start : start + size - len(data)]

    def append(self, path: str, data: bytes) -> None:
        """Add ``data`` at the end."""
        if not path.startswith(_FOLDER):
            self._files.append(path, data)
            return
        if path != self._path:
            self._settle()
            self._path, self._at, self._end = path, self._files.size(path), b""
        if len(self._end) + len(data) > _MOST:
            self._settle(data)  # one sector to erase, not two
        else:
            self._keep(path, self._at, self._end + data)

    def write(self, path: str, data: bytes) -> None:
        """Replace a file, which is none whose end gathers."""
        self._others += 2 * path.startswith(_FOLDER)  # a new one takes three changes, else one
        self._files.write(path, data)

    def cut(self, path: str, size: int) -> None:
        """Keep only the first ``size`` bytes of a file."""
        if path == self._path:
            self._settle()
            self._keep("", 0, b"")
        self._files.cut(path, size)

    def remove(self, path: str) -> None:
        """Remove a file."""
        gathered = path == self._path
        if gathered:
            self._keep("", 0, b"")
        if not gathered or self._files.size(path):
            self._others += 1
            self._files.remove(path)
