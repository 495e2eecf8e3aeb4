"""Files as the journal needs them, on any of the Pythons' file systems."""

import os


def _parent(path: str) -> str:
    return path[: path.rfind("/")] if "/" in path else ""


class Files:
    """The files below ``root`` (its path ends with a slash, or is empty).

    A change is closed, and so on flash, when its call returns. OSError where flash refuses.
    ``replaces``: a file that is being written anew keeps what it had until it is closed.
    """

    def __init__(self, root: str = "", replaces: bool = False):
        self._root = root
        self._replaces = replaces
        self._filled = []  # files that are known to have something: asking takes a Pico 5 ms

    def names(self, folder: str) -> list:
        """Return the names in ``folder``; [] where there is no such folder."""
        try:
            found = os.listdir(self._root + folder)
        except OSError:
            return []
        names = []
        for name in found:
            if name.endswith(".old"):
                name = name[:-4]
                if name in found or not self._heal(folder + "/" + name):
                    continue
            if not name.endswith(".new"):
                names.append(name)
        return names

    def size(self, path: str) -> int:
        """Return the bytes of a file; 0 where there is none."""
        try:
            return os.stat(self._root + path)[6]
        except OSError:
            return 0

    def read(self, path: str):
        """Return the whole file as bytes, None where there is none."""
        try:
            with open(self._root + path, "rb") as f:
                return f.read()
        except OSError:
            return self.read(path) if self._heal(path) else None

    def read_at(self, path: str, offset: int, size: int) -> bytes:
        """Return up to ``size`` bytes from ``offset``; b"" past the end or without the file."""
        try:
            with open(self._root + path, "rb") as f:
                f.seek(offset)
                return f.read(size)
        except OSError:
            return b""

    def append(self, path: str, data: bytes) -> None:
        """Add ``data`` at the end in one write; its folder is made where it is missing."""
        with self._open(path, "ab") as f:
            f.write(data)

    def _open(self, path: str, mode: str):
        try:
            return open(self._root + path, mode)
        except OSError:
            if not self.make(_parent(path)):
                raise
            return open(self._root + path, mode)

    def make(self, folder: str) -> bool:
        """Make a folder, and those above it; return whether it was missing."""
        if not folder or self._there(folder):
            return False
        self.make(_parent(folder))
        os.mkdir(self._root + folder)
        return True

    def clear(self, folder: str) -> None:
        """Remove a folder, and whatever files are left in it."""
        if self._there(folder):
            for name in os.listdir(self._root + folder):
                os.remove(self._root + folder + "/" + name)
            os.rmdir(self._root + folder)

    def put(self, path: str, data: bytes) -> None:
        """Replace the file the short way: a power cut may leave nothing of it."""
        with self._open(path, "wb") as f:
            f.write(data)

    def write(self, path: str, data: bytes) -> None:
        """Replace the file, make its folder where it is missing.

        A power cut leaves the old one or the new one.
        """
        is_filled = self._replaces and (path in self._filled or self.size(path) > 0)
        if is_filled:  # a new one would be empty for a while
            self.put(path, data)
        else:
            with self._open(path + ".new", "wb") as f:
                f.write(data)
            self._renew(path)
        if self._replaces and path not in self._filled:
            self._filled.append(path)

    def cut(self, path: str, size: int) -> None:
        """Keep only the first ``size`` bytes of a file."""
        with open(self._root + path, "rb") as old, open(self._root + path + ".new", "wb") as new:
            while size > 0:
                piece = old.read(min(size, 512))
                if not piece:
                    break
                new.write(piece)
                size -= len(piece)
        self._renew(path)

    def space(self) -> tuple:
        """Return (free, all) KB of the file system; (0, 0) where it cannot say."""
        try:
            found = os.statvfs(self._root or "/")
        except (OSError, AttributeError):  # Windows has no statvfs
            return 0, 0
        # LittleFS counts what it has yet to tidy up after a power cut: used may be more than all.
        free = found[3] if 0 <= found[3] <= found[2] else 0
        return free * (found[1] >> 9) >> 1, found[2] * (found[1] >> 9) >> 1

    def tidy(self, leave: bool = False) -> bool:
        """Do at a quiet moment what would soon be due: there is never anything."""
        return False

    def remove(self, path: str) -> None:
        """Remove a file."""
        if path in self._filled:
            self._filled.remove(path)
        if self._there(path + ".old"):
            os.remove(self._root + path + ".old")
        os.remove(self._root + path)

    def _there(self, path: str) -> bool:
        try:
            os.stat(self._root + path)
        except OSError:
            return False
        return True

    def _renew(self, path: str) -> None:
        """Put the written ``path``.new in the place of ``path``."""
        target = self._root + path
        try:
            os.rename(target + ".new", target)
            return
        except OSError:
            if not self._there(path):
                raise
        # Windows renames onto nothing that exists; the old file is kept until the new one is there.
        if self._there(path + ".old"):
            os.remove(target + ".old")
        os.rename(target, target + ".old")
        os.rename(target + ".new", target)
        os.remove(target + ".old")

    def _heal(self, path: str) -> bool:
        """Undo a replacement that a power cut left half done; return whether there was one."""
        if not self._there(path + ".old") or self._there(path):
            return False
        try:
            os.rename(self._root + path + ".old", self._root + path)
        except OSError:  # flash that cannot be written just now: as if there were no file
            return False
        return True
