"""What the three Pythons do not do alike, as rules over syntax trees: portable code keeps off it.

Measured on CPython 3.11, MicroPython 1.29 and CircuitPython 10. A rule yields the nodes that
break it, or their lines; ``where`` says in which code it holds: "rules" (base, games, record:
integers only), "table", "port", "drive" (firmware/root) and "test" (tests/portable).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Found = Iterator[ast.AST | int]
LIBRARY = ("rules", "table", "port", "drive")
BELOW_PORTS = ("rules", "table")
EVERYWHERE = (*LIBRARY, "test")

RULES: dict[str, tuple[str, tuple[str, ...], Callable[[ast.Module, str], Found]]] = {}


def rule(
    name: str, why: str, where: tuple[str, ...] = EVERYWHERE
) -> Callable[[Callable[[ast.Module, str], Found]], Callable[[ast.Module, str], Found]]:
    """Enter the decorated check (tree, text) -> nodes or lines into ``RULES``."""

    def enter(check: Callable[[ast.Module, str], Found]) -> Callable[[ast.Module, str], Found]:
        RULES[name] = (why, where, check)
        return check

    return enter


def complaints(text: str, where: str) -> list[tuple[str, int, str]]:
    """Return (rule, line, why) of everything in the source ``text`` that ``where`` may not have."""
    tree = ast.parse(text)
    found = []
    for name, (why, places, check) in RULES.items():
        if where in places:
            for hit in check(tree, text):
                line = hit if isinstance(hit, int) else getattr(hit, "lineno", 0)
                found.append((name, line, why))
    return found


def calls(tree: ast.AST) -> Iterator[tuple[str, bool, ast.Call]]:
    """Yield (name, whether it is a method, call) of every call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id, False, node
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr, True, node


def attributes(tree: ast.AST, *names: str) -> Iterator[ast.Attribute]:
    """Yield the attributes called one of ``names``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in names:
            yield node
