"""Writes a module as a part of its file, by the names that things have there."""

from __future__ import annotations

import ast
import re

from ...errors import CommandError
from .naming import KEPT, Names
from .reading import SCOPES, Module, bound_in, dotted, imported

_BINDERS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _without(scopes: list[dict[str, str]], name: str) -> list[dict[str, str]]:
    return [{n: new for n, new in names.items() if n != name} for names in scopes]


class Writer:
    """Writes one module as a part of its file; every line stays a line."""

    def __init__(
        self,
        module: Module,
        modules: dict[str, Module],
        homes: dict[str, str],
        renamed: dict[str, dict[tuple[str, str], str]],
        seen: set[str],
        names: Names,
    ) -> None:
        self._module = module
        self._modules = modules
        self._homes = homes
        self._home = homes[module.path]
        self._renamed = renamed
        self._seen = seen  # the imports that the file has already
        self._names = names
        self.hidden: set[tuple[str, str]] = set()  # what a local name stands before
        self._edits: list[tuple[tuple[int, int], tuple[int, int], str]] = []

    def text(self) -> str:
        """Return the module's text with the file's names."""
        self._walk(self._module.tree, [])
        lines = self._module.text.split("\n")
        for start, end, text in sorted(self._edits, reverse=True):
            first, last = lines[start[0] - 1].encode(), lines[end[0] - 1].encode()
            new = first[: start[1]].decode() + text + last[end[1] :].decode()
            lines[start[0] - 1 : end[0]] = [new, *[""] * (end[0] - start[0])]
        return "\n".join(lines)

    def _name(self, path: str, name: str) -> str:
        """Return what ``name`` of the module at ``path`` is called in its own file."""
        module = self._modules[path]
        value = module.consts.get(name)
        if value is not None:
            return value
        if name in module.taken:
            there = module.taken[name]
            if (
                self._homes[there[0]] == self._homes[path]
                or there[1] in self._modules[there[0]].consts
            ):
                return self._name(*there)
        elif name not in module.bound and name not in module.outer:
            raise CommandError(f"{self._module.path}: {path} has no {name}")
        return self._renamed[self._homes[path]].get((path, name), name)

    def _seen_from(self, scopes: list[dict[str, str]], path: str, name: str) -> str:
        """Return the name of something in this file, which must be seen from ``scopes``."""
        new = self._name(path, name)
        if any(new in names for names in scopes):
            while name in self._modules[path].taken:
                path, name = self._modules[path].taken[name]
            self.hidden.add((path, name))
        return new

    def _edit(self, node: ast.expr | ast.stmt, text: str) -> None:
        assert node.end_lineno is not None and node.end_col_offset is not None
        end = (node.end_lineno, node.end_col_offset)
        self._edits.append(((node.lineno, node.col_offset), end, text))

    def _walk(self, node: ast.AST, scopes: list[dict[str, str]], in_class: bool = False) -> None:
        module = self._module
        inside = scopes
        if isinstance(node, SCOPES):
            a = node.args
            names = {
                x.arg for x in (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg) if x
            }
            body = [node.body] if isinstance(node, ast.Lambda) else node.body
            names |= set(bound_in(body))
            names -= {n for x in ast.walk(node) if isinstance(x, ast.Global) for n in x.names}
            inside = [*scopes, {name: name for name in names} | self._arguments(node, scopes)]
            for default in (*a.defaults, *(d for d in a.kw_defaults if d)):
                self._walk(default, scopes)
            if not isinstance(node, ast.Lambda):
                self._definition(node, scopes, in_class)
                for decorator in node.decorator_list:
                    self._walk(decorator, scopes)
            for part in body:
                self._walk(part, inside)
            return
        if isinstance(node, _COMPREHENSIONS):
            targets = [n for g in node.generators for n in bound_in([g.target])]
            inside = [*scopes, dict(zip(targets, targets, strict=True))]
        elif isinstance(node, ast.ClassDef):
            self._definition(node, scopes)
            for part in (*node.bases, *node.decorator_list):
                self._walk(part, scopes)
            # Its names are seen in its own body, not in its methods.
            own = {name: name for name in bound_in(node.body)}
            for part in node.body:
                is_method = isinstance(part, SCOPES)
                self._walk(part, scopes if is_method else [*scopes, own], is_method)
            return
        elif isinstance(node, ast.ImportFrom):
            self._import(node, scopes)
            return
        elif isinstance(node, ast.Assign) and not scopes and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id in module.consts:
                self._edit(node, "pass")
                return
        elif isinstance(node, ast.Global):
            self._edit(node, "global " + ", ".join(self._name(module.path, n) for n in node.names))
            return
        elif isinstance(node, ast.AnnAssign):
            self._walk(node.target, scopes)
            if node.value is not None:
                self._walk(node.value, scopes)
            return
        elif isinstance(node, ast.Attribute):
            if self._of_module(node, scopes):
                return
            if node.attr in self._names.short:
                assert node.end_lineno is not None and node.end_col_offset is not None
                end = (node.end_lineno, node.end_col_offset)
                start = (node.end_lineno, node.end_col_offset - len(node.attr))
                self._edits.append((start, end, self._names.short[node.attr]))
        elif isinstance(node, ast.Name):
            local = next((names for names in reversed(scopes) if node.id in names), None)
            if local is None:
                self._use(node, scopes)
            elif local[node.id] != node.id:
                self._edit(node, local[node.id])
        for child in ast.iter_child_nodes(node):
            self._walk(child, inside)

    def _of_module(self, node: ast.Attribute, scopes: list[dict[str, str]]) -> bool:
        """Name something of a module that has a name here; return whether it is that."""
        if not isinstance(node.value, ast.Name):
            return False
        whole = self._module.whole.get(node.value.id)
        if whole is None or any(node.value.id in names for names in scopes):
            return False
        if self._homes[whole] == self._home:
            new = self._seen_from(scopes, whole, node.attr)
        else:
            new = self._name(whole, node.attr)
            if new.isidentifier():
                new = f"{node.value.id}.{new}"
        self._edit(node, new)
        return True

    def _arguments(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
        scopes: list[dict[str, str]],
    ) -> dict[str, str]:
        """Give the arguments that nobody gives by name names by their place."""
        found: dict[str, str] = {}
        fixed = {n.name for n in ast.walk(node) if isinstance(n, ast.ExceptHandler)}
        binders = [x for x in ast.walk(node) if isinstance(x, _BINDERS)]
        fixed |= {n for x in binders for n in bound_in([x])}
        fixed |= self._names.by_name
        outer = {new for names in scopes for new in names.values()}  # which it may use as well
        words = [*self._names.places, *(f"_{n}" for n in range(len(outer) + len(node.args.args)))]
        words = [word for word in words if word not in outer]
        for arg, new in zip((*node.args.posonlyargs, *node.args.args), words, strict=False):
            if arg.arg not in fixed:
                found[arg.arg] = new
                start = (arg.lineno, arg.col_offset)
                self._edits.append((start, (arg.lineno, arg.col_offset + len(arg.arg)), new))
        return found

    def _definition(
        self,
        node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef,
        scopes: list[dict[str, str]],
        in_class: bool = False,
    ) -> None:
        if in_class:
            new = self._names.short.get(node.name)
        else:
            new = None if scopes else self._renamed[self._home].get((self._module.path, node.name))
        if new is None:
            return
        line = self._module.text.split("\n")[node.lineno - 1]
        match = re.match(r"\s*(?:def|class)\s+", line)
        assert match is not None
        at = match.end()
        self._edits.append(((node.lineno, at), (node.lineno, at + len(node.name)), new))

    def _use(self, node: ast.Name, scopes: list[dict[str, str]]) -> None:
        module = self._module
        if node.id == "__name__":
            self._edit(node, repr(module.dotted))
        elif node.id in module.whole:
            if self._homes[module.whole[node.id]] == self._home:
                raise CommandError(f"{module.path}: {node.id} is joined, and no value any more")
        elif node.id in module.taken or node.id in module.bound:
            new = self._seen_from(scopes, module.path, node.id)
            if new != node.id:
                self._edit(node, new)

    def _import(self, node: ast.ImportFrom, scopes: list[dict[str, str]]) -> None:
        """Put names of this file, or an import by the full name, in the place of an import."""
        parts, in_function = [], bool(scopes)
        for alias in node.names:
            path, name = imported(self._module.path, node, alias.name, self._modules)
            called = alias.asname or alias.name
            if path is None:
                return
            if name in KEPT:
                continue
            home = self._homes[path]
            if home != self._home:
                if not in_function:
                    called = self._renamed[self._home].get((self._module.path, called), called)
                up, _, last = dotted(home).rpartition(".")
                if name:
                    up, last = dotted(home), self._name(path, name)
                    if not last.isidentifier():  # a number
                        if in_function:
                            parts.append(f"{called} = {last}")
                        continue
                line = f"from {up} import {last} as {called}"
                if in_function or line not in self._seen:
                    parts.append(line)
                if not in_function:
                    self._seen.add(line)
            elif in_function:
                if not name:
                    raise CommandError(f"{self._module.path}: {called} is joined, and no module")
                new = self._seen_from(_without(scopes, called), path, name)
                # A name that the function binds hides the same one of the file.
                parts.append(f"{called} = " + (new if new != called else f"globals()[{new!r}]"))
        self._edit(node, "; ".join(parts) or "pass")
