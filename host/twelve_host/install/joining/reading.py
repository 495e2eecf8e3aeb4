"""Reads a source: what it binds at its top, what it imports, and what of that only later."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...errors import CommandError

PACKAGE = "twelve"
INIT = "__init__.py"
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(slots=True)
class Module:
    """A source: ``path`` in the package, what it binds at its top and what it imports."""

    path: str
    text: str
    tree: ast.Module
    bound: set[str] = field(default_factory=set)  # names of its own
    taken: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: (path, name there)
    whole: dict[str, str] = field(default_factory=dict)  # name: path of the module it stands for
    needs: set[str] = field(default_factory=set)  # paths that it imports while being loaded
    later: set[str] = field(default_factory=set)  # paths that its functions import
    consts: dict[str, str] = field(default_factory=dict)  # numbers that it gives a name
    outer: dict[str, str] = field(default_factory=dict)  # name: what of the runtime it stands for

    @property
    def dotted(self) -> str:
        """Its name for ``import``."""
        return dotted(self.path)


def dotted(path: str) -> str:
    """Return the name for ``import`` of the module at ``path``."""
    name = f"{PACKAGE}/{path}".removesuffix(".py").removesuffix("/__init__")
    return name.replace("/", ".")


def words(trees: list[ast.Module]) -> set[str]:
    """Return what may be the name of a module that is imported when it is first needed.

    It stands in the source as a word, or in a catalogue that is imported there; a word with a
    leading ``_`` may be the end of another.
    """
    found = {n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    names = {word.lstrip(".") for word in found if isinstance(word, str)} - {""}
    ends = {name for name in names if name.startswith("_")}
    return names | {name + end for name in names - ends for end in ends}


def read(path: str, text: str, texts: Iterable[str]) -> Module:
    """Return the module at ``path`` whose source is ``text``; ``texts`` are the paths of all.

    CommandError where it has what cannot be followed.
    """
    try:
        module = Module(path, text, ast.parse(text))
    except SyntaxError as error:
        raise CommandError(f"twelve/{path} does not compile: {error}") from error
    inner = {id(n) for f in ast.walk(module.tree) if isinstance(f, SCOPES) for n in ast.walk(f)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                place, name = imported(path, node, alias.name, texts)
                if place is None:
                    if id(node) not in inner:
                        module.outer[alias.asname or name] = f"{node.module} {name}"
                    continue
                (module.later if id(node) in inner else module.needs).add(place)
                called = alias.asname or alias.name
                if id(node) not in inner:
                    if name:
                        module.taken[called] = (place, name)
                    else:
                        module.whole[called] = place
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import) and id(node) not in inner:
            module.outer |= {a.asname or a.name.split(".")[0]: a.name for a in node.names}
    bound = set(bound_in(module.tree.body)) - set(module.taken) - set(module.whole)
    module.bound = bound - set(module.outer)
    module.needs.discard(path)
    module.consts = _consts(module.tree)
    for node in ast.walk(module.tree):
        if isinstance(node, ast.JoinedStr | ast.Nonlocal):
            raise CommandError(f"{path} line {node.lineno}: that cannot be joined")
        if isinstance(node, ast.keyword) and node.arg is None:
            raise CommandError(f"{path} line {node.lineno}: arguments may have any name there")
    return module


def _consts(tree: ast.Module) -> dict[str, str]:
    """Return the numbers that ``NAME = const(number)`` names at the top, as text."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            call, target = node.value, node.targets[0]
            if isinstance(call.func, ast.Name) and call.func.id == "const":
                number = call.args[0]
                if isinstance(target, ast.Name) and isinstance(number, ast.Constant | ast.UnaryOp):
                    found[target.id] = ast.unparse(number)
    return found


def by_word(module: Module, modules: dict[str, Module]) -> set[str]:
    """Return the modules beside ``module`` that it imports by words, its own or a catalogue's."""
    if not any(isinstance(n, ast.Name) and n.id == "__import__" for n in ast.walk(module.tree)):
        return set()
    here = module.path.rpartition("/")[0]
    found = words([module.tree, *(modules[path].tree for path in module.needs)])
    names = {name.replace(".", "/") for name in found}
    return {f"{here}/{name}.py" for name in names} & set(modules)


def imported(
    path: str, node: ast.ImportFrom, name: str, texts: Iterable[str]
) -> tuple[str | None, str]:
    """Return the path of the module that ``name`` comes from, and its name there.

    The name is "" where it is the module itself; the path is None where it is none of ours.
    """
    here = path.split("/")[:-1]
    if node.level:
        base = here[: len(here) - node.level + 1]
        base += node.module.split(".") if node.module else []
    else:
        parts = (node.module or "").split(".")
        if parts[0] != PACKAGE:
            return None, name
        base = parts[1:]
    for place, rest in (([*base, name], ""), (base, name)):
        for file in ("/".join(place) + ".py", "/".join([*place, INIT])):
            if file in texts:
                return file, rest
    return None, name  # a port of another runtime, which is not on this drive


def bound_in(body: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that these statements bind in their own scope."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
            continue
        if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name.split(".")[0]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        yield from bound_in(ast.iter_child_nodes(node))
