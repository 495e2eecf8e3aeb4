"""The port's files until flash refuses a change; from then on tail.py, where play goes on."""


def add_name(names: list, folder: str, path: str) -> None:
    """Add to the ``names`` in ``folder`` the one that leads to ``path``, where that is below it."""
    if path.startswith(folder + "/"):
        name = path[len(folder) + 1 :].partition("/")[0]
        if name not in names:
            names.append(name)


class Careful:
    """Files by the contract of ports/contract.py. ``notice`` is set once when flash refuses.

    ``refused`` says whether it has.
    """

    def __init__(self, files, memory=None):
        self._memory = memory
        self._files = files
        self.refused = False
        self.notice = ""
        if memory is not None and memory.get():
            self._keep_in_memory()

    def __getattr__(self, name: str):
        # Reading and what seldom fails: as the files do it.
        return getattr(self._files, name)

    def _keep_in_memory(self) -> None:
        from .tail import Tail

        self._files = Tail(self._files, self._memory)
        self.refused = True

    def _change(self, name: str, *arguments) -> None:
        try:
            getattr(self._files, name)(*arguments)
        except OSError as error:
            if self.refused:
                raise
            self._keep_in_memory()
            self.notice = self._files.why(error)
            getattr(self._files, name)(*arguments)

    def append(self, path: str, data: bytes) -> None:
        """Add ``data`` at the end."""
        self._change("append", path, data)

    def write(self, path: str, data: bytes) -> None:
        """Replace the file."""
        self._change("write", path, data)

    def cut(self, path: str, size: int) -> None:
        """Keep only the first ``size`` bytes of a file."""
        self._change("cut", path, size)

    def tidy(self, leave: bool = False) -> bool:
        """Do at a quiet moment what would soon be due; return whether there was anything."""
        try:
            return not self.refused and self._files.tidy(leave)
        except OSError:  # the next record will say so
            return False
