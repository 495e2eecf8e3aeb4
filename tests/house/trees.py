"""The source files of the house and their syntax trees, for the tests that read them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PORTABLE = ROOT / "firmware" / "lib" / "twelve"
DRIVE = ROOT / "firmware" / "root"
HOST = ROOT / "host" / "twelve_host"
TESTS = ROOT / "tests"
PORTABLE_TESTS = TESTS / "portable"
HARDWARE = ROOT / "hardware"


def files(*folders: Path) -> list[Path]:
    """Return all Python files in ``folders``, in order."""
    found = [path for folder in folders for path in folder.rglob("*.py")]
    return sorted(path for path in found if "build" not in path.relative_to(ROOT).parts)


@cache
def text_of(path: Path) -> str:
    """Return the text of ``path``."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of ``path``."""
    return ast.parse(text_of(path), str(path))


def shown(path: Path) -> str:
    """Return ``path`` as seen from the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    """Return the dotted name under which ``path`` is imported; a package is its own name."""
    for base in (PORTABLE.parent, HOST.parent, DRIVE):
        if path.is_relative_to(base):
            parts = list(path.relative_to(base).with_suffix("").parts)
            return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return path.stem


def imports_of(tree: ast.Module, module: str, package: bool) -> list[tuple[str, int]]:
    """Return (dotted name, line) of everything that ``module`` imports, relative names resolved.

    ``from a import b`` gives ``a.b``: b may be a module. ``package``: it is an ``__init__``.
    """
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.split(".")
                keep = len(parts) - node.level + (1 if package else 0)
                base = ".".join(parts[:keep] + ([node.module] if node.module else []))
            found += [(f"{base}.{alias.name}", node.lineno) for alias in node.names]
    return found
