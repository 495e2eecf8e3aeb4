"""Files for when flash refuses: what it did not take stays in memory, and play goes on.

Flash refuses while a computer owns the drive (errno 30) or when it is full (28). Every later
change first tries to bring flash up to date. ``memory`` of the port, where there is one, keeps
the tail over a restart.
"""

from ..base.compat import const
from .careful import add_name

_LIMIT = const(6144)  # bytes that are kept
_WHOLE = const(-1)  # the tail is the whole file
_READ_ONLY = const(30)
_FULL = const(28)


class Tail:
    """Files by the contract of ports/contract.py. OSError where there is no more room."""

    def __init__(self, files, memory=None):
        self._files = files
        self._memory = memory
        self._kept = []  # [path, bytes of it that are on flash or _WHOLE, the bytes after them]
        if memory is not None:
            self._load(memory.get())

    def __getattr__(self, name: str):
        # What is not kept here: as the files do it.
        return getattr(self._files, name)

    def why(self, error: OSError) -> str:
        """Return the notice for people: what is the matter, and what is done about it."""
        code = error.args[0] if error.args else 0
        why = {_READ_ONLY: "the computer owns the drive", _FULL: "flash is full"}.get(
            code, "flash refuses (error %s)" % code
        )
        return why + ": records are kept in memory for now"

    def names(self, folder: str) -> list:
        """Return the names in ``folder``."""
        names = self._files.names(folder)
        for path, _, _ in self._kept:
            add_name(names, folder, path)
        return names

    def size(self, path: str) -> int:
        """Return the bytes of a file; 0 where there is none."""
        kept = self._find(path)
        if kept is None:
            return self._files.size(path)
        return len(kept[2]) + max(0, kept[1])

    def read(self, path: str):
        """Return the whole file as bytes, None where there is none."""
        kept = self._find(path)
        if kept is None:
            return self._files.read(path)
        return self.read_at(path, 0, len(kept[2]) + max(0, kept[1]))

    def read_at(self, path: str, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset``."""
        kept = self._find(path)
        if kept is None:
            return self._files.read_at(path, offset, size)
        base = max(0, kept[1])
        data = b""
        if offset < base:
            data = self._files.read_at(path, offset, min(size, base - offset))
        start = max(0, offset - base)
        return data + bytes(kept[2][start : start + size - len(data)])

    def append(self, path: str, data: bytes) -> None:
        """Add ``data`` at the end."""
        kept = self._find(path) if self._kept and not self._catch_up() else None
        if kept is not None:
            self._room(len(data))
            kept[2].extend(data)
            self._keep()
            return
        size = self._files.size(path)
        try:
            self._files.append(path, data)
        except OSError:
            self._add(path, size, data)

    def write(self, path: str, data: bytes) -> None:
        """Replace the file."""
        kept = self._find(path) if self._kept and not self._catch_up() else None
        if kept is not None:
            self._room(len(data) - len(kept[2]))
            kept[1], kept[2] = _WHOLE, bytearray(data)
            self._keep()
            return
        try:
            self._files.write(path, data)
        except OSError:
            self._add(path, _WHOLE, data)

    def cut(self, path: str, size: int) -> None:
        """Keep only the first ``size`` bytes of a file."""
        if self._find(path) is None:
            try:
                self._files.cut(path, size)
                return
            except OSError:
                self._add(path, size, b"")
                return
        self.write(path, self.read_at(path, 0, size))

    def remove(self, path: str) -> None:
        """Remove a file. OSError where flash refuses."""
        kept = self._find(path)
        if kept is not None:
            self._kept.remove(kept)
            self._keep()
            if not self._files.size(path):
                return
        self._files.remove(path)

    # -- what flash did not take ---------------------------------------------------------------
    def _find(self, path: str):
        for kept in self._kept:
            if kept[0] == path:
                return kept
        return None

    def _room(self, more: int) -> None:
        if sum([len(data) for _, _, data in self._kept]) + more > _LIMIT:
            raise OSError(_FULL)

    def _add(self, path: str, size: int, data: bytes) -> None:
        self._room(len(data))
        self._kept.append([path, size, bytearray(data)])
        self._keep()

    def _catch_up(self) -> bool:
        """Bring flash up to date; return whether it is."""
        files = self._files
        try:
            while self._kept:
                path, size, data = self._kept[0]
                if size == _WHOLE:
                    files.write(path, data)
                else:
                    if files.size(path) > size:  # a write that failed half-way left something
                        files.cut(path, size)
                    files.append(path, data)
                self._kept.pop(0)
        except OSError:
            return False
        self._keep()
        return True

    def _keep(self) -> None:
        memory = self._memory
        if memory is None:
            return
        out = bytearray()
        for path, size, data in self._kept:
            name = path.encode()
            out.append(len(name))
            out.extend(name)
            out.extend((size + 1).to_bytes(4, "big") + len(data).to_bytes(2, "big"))
            out.extend(data)
        if len(out) <= memory.size:  # else it keeps what it has: better an older tail than none
            memory.set(bytes(out))

    def _load(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            end = at + 1 + data[at]
            name = data[at + 1 : end].decode()
            size = int.from_bytes(data[end : end + 4], "big") - 1
            count = int.from_bytes(data[end + 4 : end + 6], "big")
            at = end + 6 + count
            self._kept.append([name, size, bytearray(data[end + 6 : at])])
        if self._kept:
            self._catch_up()
