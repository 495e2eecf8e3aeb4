"""Gives names: one to each thing in a file, and few to what nobody outside asks for."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass

from ...errors import CommandError
from .reading import Module

KEPT = ("const",)  # the compiler knows it by this name


def own_names(
    members: list[Module],
    homes: dict[str, str],
    asked: tuple[str, ...],
    forced: set[tuple[str, str]],
) -> dict[tuple[str, str], str]:
    """Return the new names, by path and old name, of what cannot keep its own in one namespace.

    What is in the modules at the paths ``asked`` keeps its name: others import them by words.
    ``forced`` must not keep theirs.
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
    for number, module in sorted(enumerate(members), key=lambda pair: pair[1].path not in asked):
        for name in sorted(module.bound - set(KEPT)):
            if (module.path, name) in forced or used.setdefault(name, module.path) != module.path:
                if module.path in asked and not name.startswith("_"):
                    raise CommandError(f"{module.path}: {name} is also something else in its file")
                found[module.path, name] = f"{name}_{number}"
    return found


@dataclass(slots=True)
class Names:
    """What is called otherwise everywhere: a board looks every name up among all it knows.

    ``short`` has the attributes that are private to the modules of a class, and hold no function;
    ``places`` the arguments that are never given by name.
    """

    short: dict[str, str]
    places: set[str]


def few_names(modules: dict[str, Module]) -> Names:
    """Return what is called otherwise in all the files that ``modules`` become."""
    used: dict[str, set[str]] = {}  # private attribute: where it is used
    public, arguments, set_here = set(dir(builtins)), set(), set()
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                if node.attr.startswith("_") and not node.attr.startswith("__"):
                    used.setdefault(node.attr, set()).add(module.path)
                    if isinstance(node.ctx, ast.Store):
                        set_here.add(node.attr)  # else it is an attribute of the runtime's own
                else:
                    public.add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                public.add(node.name)
            elif isinstance(node, ast.arg):
                arguments.add(node.arg)
            elif isinstance(node, ast.keyword) and node.arg:
                public.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                public.add(node.value)
        public |= {*module.bound, *module.taken, *module.whole, *module.outer}
    families = _families(modules)
    short: dict[str, str] = {}
    given: dict[str, set[str]] = {}  # new name: the families in which it has a meaning
    for name, places in sorted(used.items(), key=lambda pair: (-len(pair[1]), pair[0])):
        if name in public or name not in set_here:
            continue
        there = {families[path] for path in places}
        number = 0
        while given.get(f"_{number}_", set()) & there:
            number += 1
        short[name] = f"_{number}_"
        given.setdefault(short[name], set()).update(there)
    return Names(short, arguments - public - set(used) - {"self"})


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
