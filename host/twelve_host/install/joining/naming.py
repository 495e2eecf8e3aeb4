"""Gives names: one to each thing in a file, and few to what nobody outside asks for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...errors import CommandError
from .reading import SCOPES, Module

KEPT = ("const",)  # the compiler knows it by this name

# What every .mpy file names by a number (MicroPython, py/makeqstrdata.py, static_qstr_list). A
# board looks every other name up among all that it knows, and keeps it on its heap. Without
# __class__, __module__ and __qualname__, which mean something else within a class.
FOR_PLACES = (
    *("isupper", "islower", "isspace", "isalpha", "isdigit", "rindex", "rsplit", "popitem"),
    *("setdefault", "readline", "throw", "lstrip"),
)
FOR_FILES = (
    *("ArithmeticError", "AssertionError", "BaseException", "EOFError", "Ellipsis"),
    *("GeneratorExit", "IndentationError", "KeyboardInterrupt", "LookupError", "NoneType"),
    *("NotImplementedError", "OverflowError", "RuntimeError", "SyntaxError", "SystemExit"),
    *("ZeroDivisionError", "__call__", "__delitem__", "__dir__", "__enter__"),
    *("__exit__", "__hash__", "__int__", "__iter__", "__len__", "__main__"),
    *("__new__", "__next__", "__repr__", "__setitem__", "bytecode", "callable"),
    *("classmethod", "divmod", "eval", "exec", "issubclass", "little", "locals"),
    *("repr", "staticmethod"),
)
FOR_CLASSES = (
    *("AttributeError", "Exception", "ImportError", "IndexError", "KeyError", "MemoryError"),
    *("NameError", "OSError", "StopIteration", "TypeError", "ValueError"),
    *("abs", "all", "any", "bool", "builtins", "bytearray", "bytes", "chr", "const", "dict"),
    *("dir", "getattr", "globals", "hasattr", "hash", "id", "int", "isinstance", "iter", "len"),
    *("list", "map", "micropython", "object", "ord", "pow", "print", "range", "round", "set"),
    *("setattr", "sorted", "str", "sum", "super", "tuple", "type", "zip"),
    *("close", "copy", "count", "end", "endswith", "extend", "find", "format", "from_bytes"),
    *("get", "index", "insert", "items", "join", "key", "keys", "lower", "main", "next"),
    *("pop", "read", "readinto", "remove", "replace", "reverse", "rfind", "rstrip", "send"),
    *("sep", "sort", "split", "start", "startswith", "step", "stop", "strip", "to_bytes"),
    *("update", "upper", "values", "write"),
)


def is_private(name: str) -> bool:
    """Return whether nobody outside asks for ``name``."""
    return name.startswith("_") and not name.startswith("__")


def own_names(
    members: list[Module],
    homes: dict[str, str],
    asked: tuple[str, ...],
    forced: set[tuple[str, str]],
    kept: set[str],
) -> dict[tuple[str, str], str]:
    """Return the new names, by path and old name, of what is called otherwise in one namespace.

    What is in the modules at the paths ``asked`` keeps its name: others import them by words.
    ``forced`` must not keep theirs. Private names are words, but for those in ``kept``.
    """
    found = {}
    used: dict[str, object] = {name: None for name in dir(builtins)}
    for number, module in enumerate(members):
        for name, target in module.outer.items():
            if used.setdefault(name, target) != target:
                raise CommandError(f"{module.path}: {name} is something else in a joined module")
        for name, there in module.taken.items():
            if homes[there[0]] != homes[module.path] and used.setdefault(name, there) != there:
                found[module.path, name] = f"{name}_{number}"
    words = _free(FOR_FILES, {name for module in members for name in _plain(module.tree)})
    for number, module in sorted(enumerate(members), key=lambda pair: pair[1].path not in asked):
        for name in sorted(module.bound - set(KEPT)):
            if is_private(name) and name not in kept:
                if name not in module.consts:
                    found[module.path, name] = words.pop(0) if words else f"_{len(found)}"
            elif (module.path, name) in forced or used.setdefault(name, module.path) != module.path:
                if module.path in asked and not name.startswith("_"):
                    raise CommandError(f"{module.path}: {name} is also something else in its file")
                found[module.path, name] = f"{name}_{number}"
    return found


def _plain(tree: ast.AST) -> set[str]:
    """Return what is used or bound in ``tree`` as a name by itself."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return found


def _free(words: Iterable[str], used: set[str]) -> list[str]:
    return [word for word in words if word not in used]


@dataclass(slots=True)
class Names:
    """What is called otherwise everywhere.

    ``short`` has the attributes that are private to the modules of a class; ``places`` the words
    for arguments, by their place, and ``by_name`` those that somebody gives by name; ``kept`` the
    private names of modules that are asked for in ways that cannot be followed.
    """

    short: dict[str, str]
    places: list[str]
    by_name: set[str]
    kept: set[str]


@dataclass(slots=True)
class _Seen:
    """What the modules have: the private attributes, by name the paths where each is used."""

    private: dict[str, set[str]] = field(default_factory=dict)
    set_here: set[str] = field(default_factory=set)
    methods: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)  # all of them
    by_name: set[str] = field(default_factory=set)  # arguments
    fixed: set[str] = field(default_factory=set)  # texts, and what the body of a class binds
    plain: set[str] = field(default_factory=set)

    def look(self, module: Module) -> None:
        """Take in what ``module`` has."""
        self.plain |= _plain(module.tree)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                self.attributes.add(node.attr)
                alias = isinstance(node.value, ast.Name) and node.value.id in module.whole
                if is_private(node.attr) and not alias:
                    self.private.setdefault(node.attr, set()).add(module.path)
                    if isinstance(node.ctx, ast.Store):
                        self.set_here.add(node.attr)  # else it may be the runtime's own
            elif isinstance(node, ast.ClassDef):
                self._look_in(node, module.path)
            elif isinstance(node, ast.keyword) and node.arg:
                self.by_name.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.fixed.add(node.value)

    def _look_in(self, node: ast.ClassDef, path: str) -> None:
        for part in node.body:
            if isinstance(part, SCOPES):
                self.attributes.add(part.name)
                if is_private(part.name):
                    self.methods.add(part.name)
                    self.private.setdefault(part.name, set()).add(path)
                for decorator in part.decorator_list:
                    self.fixed |= _plain(decorator)
            else:
                self.fixed |= _plain(part)


def few_names(modules: dict[str, Module], homes: dict[str, str]) -> Names:
    """Return what is called otherwise in all the files (``homes``) that ``modules`` become.

    Functions of one file never share a name, so that a traceback can be read (``told``).
    """
    seen = _Seen()
    for module in modules.values():
        seen.look(module)
    families = _families(modules)
    taken = seen.attributes | seen.fixed | set(dir(OSError))
    words = _free(FOR_CLASSES, taken)
    short: dict[str, str] = {}
    given: dict[str, set[str]] = {}  # new name: where it has a meaning
    for name, places in sorted(seen.private.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if name in seen.fixed or name not in seen.set_here | seen.methods:
            continue
        there = {families[path] for path in places}
        if name in seen.methods:
            there |= {homes[path] + " def" for path in places}
        number = 0
        while True:
            new = words[number] if number < len(words) else f"_{number}_"
            if not given.get(new, set()) & there:
                break
            number += 1
        short[name] = new
        given.setdefault(new, set()).update(there)
    return Names(
        short,
        _free(FOR_PLACES, seen.plain | seen.by_name),
        seen.by_name | {"self"},
        (set(seen.private) - seen.set_here - seen.methods) | seen.fixed,
    )


def told(
    members: list[Module], short: dict[str, str], renamed: dict[tuple[str, str], str]
) -> dict[str, str]:
    """Return what the functions of a file were called, by the names that they have there."""
    found = {}
    for module in members:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef):
                inner = short.get(node.name)
                if inner:
                    found[inner] = node.name
        for node in module.tree.body:
            if isinstance(node, ast.FunctionDef):
                new = renamed.get((module.path, node.name))
                if new:
                    found[new] = node.name
    return found


def _families(modules: dict[str, Module]) -> dict[str, str]:
    """Return a name for every module: the same where a class of one is the base of another's."""
    family = {path: path for path in modules}
    for module in modules.values():
        for node in ast.walk(module.tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                names = [n.id for n in ast.walk(base) if isinstance(n, ast.Name)]
                for name in names:
                    there = module.whole.get(name) or module.taken.get(name, ("", ""))[0]
                    if there:
                        old, new = family[module.path], family[there]
                        family = {p: new if f == old else f for p, f in family.items()}
    return family
