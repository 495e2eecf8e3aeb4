"""Joins modules into few files, since on a board finding a file costs more than reading it.

On a Pico's LittleFS each look-up walks and checks whole directories, and every module has its own
table of names: 60 modules take 1.8 s to import one by one and a fraction of that as one. A file
here is a module (its head) and whatever it needs that nothing else does. All names of a file live
in one namespace: imports inside it become plain names, names that two modules use are told apart,
numbers with a name become numbers, and what nobody outside asks for gets a name that costs little.
No two functions of a file have the same one, so that a traceback can be read.
"""

from __future__ import annotations

from ...errors import CommandError
from .grouping import groups
from .naming import few_names, is_private, own_names, told
from .reading import INIT, Module, by_word, dotted, read
from .writing import Writer


def place_of(head: str) -> str:
    """Return the path of the file, in the package, whose head is the module at ``head``."""
    first, _, rest = head.partition("/")
    return rest or first


def bundle(
    texts: dict[str, str], together: dict[str, tuple[str, ...]], packages: bool = False
) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the sources of the files that ``texts`` (path: source) become, by their paths.

    And, by the same paths, what their functions were called, by the names that they have there.
    ``together``: heads, and the modules that go with them though they are imported later.
    ``packages``: they stay folders, and heads keep their places, for a runtime that takes no
    package but a module of a folder, and no drive of ours.
    CommandError where the sources cannot be joined without changing what they do.
    """
    modules = {path: read(path, text, texts) for path, text in texts.items()}
    for module in modules.values():
        module.later |= by_word(module, modules)
    files = groups(modules, together, packages)
    homes = {path: head for head, members in files.items() for path in members}
    names = few_names(modules, homes)
    forced: set[tuple[str, str]] = set()
    while True:
        renamed = {
            head: own_names(
                [modules[m] for m in members],
                homes,
                (head, *together[INIT]) if head == INIT else (head,),
                forced,
                names.kept,
            )
            for head, members in files.items()
        }
        found, old, hidden = {}, {}, len(forced)
        for head, members in files.items():
            seen: set[str] = set()
            writers = [Writer(modules[m], modules, homes, renamed, seen, names) for m in members]
            parts = [writer.text() for writer in writers]
            if not packages:
                parts += [_registration(members, together), _contents(members, modules)]
            place = head if packages else place_of(head)
            if place in found:
                raise CommandError(f"{head}: there is another {place}")
            found[place] = "\n".join(parts)
            old[place] = told([modules[m] for m in members], names.short, renamed[head])
            forced |= {pair for writer in writers for pair in writer.hidden}
        if len(forced) == hidden:
            return found, old


def _registration(members: list[str], together: dict[str, tuple[str, ...]]) -> str:
    """Return the lines that make packages, and what programs need of them, importable."""
    packages = sorted(path for path in members if path != INIT and path.endswith("/" + INIT))
    if not packages:
        return ""
    text = "import sys\n" + _PACKAGES % (tuple(dotted(path) for path in packages),)
    for path in together[INIT]:
        text += f"sys.modules[{dotted(path)!r}] = sys.modules[__name__]\n"
    return text


def _contents(members: list[str], modules: dict[str, Module]) -> str:
    """Return the lines that put what packages themselves define where it is looked for."""
    lines = ""
    for path in members:
        if path != INIT and path.endswith("/" + INIT):
            for name in sorted(n for n in modules[path].bound if not is_private(n)):
                lines += f"sys.modules[{dotted(path)!r}].{name} = {name}\n"
    return lines


# A package needs no file of its own: anything with a name and a path is one. Their path is a drive
# of ours that looks for a compiled module first, once, and has it open then. A board looks for a
# folder, a source, the module, and for that again to open it, in every folder on the way: on a
# Pico that is 13 of the 18 ms of a small import.
_PACKAGES = """import os
try:
    from vfs import mount
except ImportError:
    from os import mount
class _Drive:
    found = None
    def mount(self, readonly, mkfs):
        pass
    def umount(self):
        pass
    def stat(self, path):
        if path.endswith(".py"):
            self.found = None
            try:
                self.found = open(_HOME + path[:-2] + "mpy", "rb")
            except MemoryError:  # here it would mean that there is no module: open() says it
                self.found = 0
            except OSError:
                return os.stat(_HOME + path)
        elif path.endswith(".mpy") and self.found is not None:
            return _FILE
        raise OSError(2)
    def open(self, path, mode):
        found, self.found = self.found, None
        return found or open(_HOME + path, mode)
_FILE = (0x8000,) + 9 * (0,)
_HOME = __path__
__path__ = "/.twelve"
try:
    mount(_Drive(), __path__)
except OSError:
    pass  # it is there from the program before: a soft reset leaves nothing else
class _Package: pass
for _n in %r:
    _p = _Package()
    _p.__name__ = _n
    _p.__path__ = "/".join([__path__] + _n.split(".")[2:])
    sys.modules[_n] = _p
    _up, _, _last = _n.rpartition(".")
    setattr(sys.modules[_up], _last, _p)
"""
