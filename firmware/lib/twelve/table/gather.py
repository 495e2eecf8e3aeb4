"""The port's files where writing behind a file's end is dear, as it is on a board's LittleFS.

LittleFS never writes into a block twice. To append to a file of more than some 300 bytes it erases
a sector and copies the last block there: 50 to 70 ms on a Pico for a record of 26 bytes. A smaller
file lies in its folder's own log: it is written in 4 ms, and a sector is erased every tenth time.
So what is appended to a game gathers in such a file and goes on to the game by the dozen. These
files have a folder to themselves: the fuller a folder, the longer it takes to copy its log.
"""

from ..base.compat import const, crc32
from .careful import add_name

_SLOTS = ("ends/0", "ends/1")  # in turn: a power cut leaves the one before
_EARLIER = ("games/end.0", "games/end.1")  # where firmware kept them once
_FOLDER = "games/"
_MARK = "/mark"  # an empty file: writing it renews the folder's log when that is full
_MOST = const(320)  # bytes that gather
_ERASED_MS = const(25)  # that a change takes when a sector is erased
_INLINE = const(512)  # bytes up to which a file lies in its folder's log
_SPAN = const(8)  # pages that a log takes for sure before it is full, and copied
_SHORTEST = const(7)  # what it is taken for at least: nothing is renewed without a change
_LONGEST = const(14)  # and at most
_MARGIN = const(4)  # that many before, room is made for what may come next
_NEVER = const(60)  # pages after which it is none of LittleFS


def _pages(size: int) -> int:
    """Return the pages of 256 bytes that a change takes in a log; it begins a new one."""
    return 1 if size > _INLINE else (size + 276) >> 8


class _Log:
    """How full a folder's log is, as far as can be known from how long changes take."""

    def __init__(self):
        self._used = 0  # pages, since a sector was erased for it
        self._span = _SPAN  # pages between two such, the last time
        self._known = False  # whether it has been seen to be renewed

    def wrote(self, pages: int, erased: bool = False) -> None:
        """Hear of a change, and of whether a sector was erased for it."""
        if not erased:
            self._used += pages
            return
        if self._known:
            self._span = min(max(self._used, _SHORTEST), _LONGEST)
        self._used, self._known = 0, True

    def is_due(self) -> bool:
        """Return whether it had better be renewed now than with the next change."""
        return self._span - _MARGIN <= self._used < _NEVER


class Gathering:
    """Files by the contract of ports/contract.py, of which one in ``games`` may end elsewhere.

    ``ticks_ms()`` is the port's.
    """

    def __init__(self, files, ticks_ms):
        self._files = files
        self._ticks_ms = ticks_ms
        self._slots = _Log()
        self._games = _Log()  # the folder of the game
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
        self._slots.wrote(_pages(len(body)), erased)

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
            self._games.wrote(_pages(at))
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
        if not self._turn or self._slots.is_due():
            # The folder is new, or it is its log's turn: better now than with the next record.
            self._keep(self._path, self._at, self._end)
        elif self._path and self._games.is_due():
            self._games.wrote(1, self._put(self._folder() + _MARK, b""))
        elif not (self._end if leave else 2 * len(self._end) > _MOST):
            return False
        elif not self._at and not self._is_torn and not self._files.size(self._path):
            # Making a folder or a file may erase a sector, too.
            if not self._files.make(_FOLDER[:-1]) and not self._files.make(self._folder()):
                self._files.append(self._path, b"")
                self._games.wrote(1)
                self._is_torn = True
        else:
            self._settle()
        return True

    # -- the file whose end this is ------------------------------------------------------------
    def names(self, folder: str) -> list:
        """Return the names in ``folder``; [] where there is no such folder."""
        names = self._files.names(folder)
        if self._end:
            add_name(names, folder, self._path)
        return names

    def _folder(self) -> str:
        return self._path[: self._path.rfind("/")]

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
            before = self._folder()
            self._path, self._at, self._end = path, self._files.size(path), b""
            if self._folder() != before:
                self._games = _Log()
        if len(self._end) + len(data) > _MOST:
            self._settle(data)  # one sector to erase, not two
        else:
            self._keep(path, self._at, self._end + data)

    def write(self, path: str, data: bytes) -> None:
        """Replace a file, which is none whose end gathers."""
        self._note_beside(path, 3 * _pages(len(data)))  # made, filled and renamed
        self._files.write(path, data)

    def put(self, path: str, data: bytes) -> None:
        """Replace a file the short way; it is none whose end gathers."""
        self._note_beside(path, _pages(len(data)))
        self._files.put(path, data)

    def _note_beside(self, path: str, pages: int) -> None:
        """Note a change to a file in the folder of the game."""
        if path.startswith(self._folder() + "/"):
            self._games.wrote(pages)

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
            self._note_beside(path, 1)
            self._files.remove(path)
