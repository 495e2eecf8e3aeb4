"""Modules can be read in one sitting, and say what they are for."""

from __future__ import annotations

import ast

import pytest
import trees

LINES = 300  # boards load a module whole, people read it whole
LONGER: dict[str, str] = {}  # path: why it must be longer
ALL = trees.files(trees.PORTABLE, trees.DRIVE, trees.HOST, trees.TESTS, trees.HARDWARE)
OURS = trees.files(trees.PORTABLE, trees.DRIVE, trees.HOST)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
METHODS: dict[str, list[tuple[list[str], dict[str, bool]]]] = {}


def _remember_classes() -> None:
    """Fill ``METHODS``: class name -> its base names and {method: has a docstring}, each time."""
    for path in OURS:
        for node in ast.walk(trees.tree_of(path)):
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base).split(".")[-1] for base in node.bases]
                methods = {
                    inner.name: ast.get_docstring(inner) is not None
                    for inner in node.body
                    if isinstance(inner, FUNCTIONS)
                }
                METHODS.setdefault(node.name, []).append((bases, methods))


_remember_classes()


def explained_above(bases: list[str], method: str) -> bool:
    """Return whether a base class explains ``method``; a base that is not ours is believed to."""
    for base in bases:
        if base == "object":
            continue
        for its_bases, methods in METHODS.get(base, [([], {method: True})]):
            if methods.get(method) or explained_above(its_bases, method):
                return True
    return False


def undocumented(tree: ast.Module) -> list[str]:
    """Return the public functions, classes and methods of ``tree`` without a docstring."""
    found = []
    for node in tree.body:
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef)) or node.name.startswith("_"):
            continue
        if ast.get_docstring(node) is None:
            found.append(node.name)
        if isinstance(node, ast.ClassDef):
            bases = [ast.unparse(base).split(".")[-1] for base in node.bases]
            for inner in node.body:
                if isinstance(inner, FUNCTIONS) and not inner.name.startswith("_"):
                    plain = ast.get_docstring(inner) is None
                    setter = any(
                        isinstance(mark, ast.Attribute) and mark.attr == "setter"
                        for mark in inner.decorator_list
                    )
                    if plain and not setter and not explained_above(bases, inner.name):
                        found.append(f"{node.name}.{inner.name}")
    return found


@pytest.mark.parametrize("path", ALL, ids=trees.shown)
def test_a_module_is_short(path: trees.Path) -> None:
    lines = trees.text_of(path).count("\n")
    assert lines <= LINES or trees.shown(path) in LONGER, f"{lines} lines"


def test_every_exception_is_still_needed() -> None:
    for name, why in LONGER.items():
        assert why and trees.text_of(trees.ROOT / name).count("\n") > LINES, name


@pytest.mark.parametrize("path", ALL, ids=trees.shown)
def test_a_module_says_its_job(path: trees.Path) -> None:
    assert ast.get_docstring(trees.tree_of(path)) or not trees.text_of(path).strip()


@pytest.mark.parametrize("path", OURS, ids=trees.shown)
def test_public_names_say_their_contract(path: trees.Path) -> None:
    assert undocumented(trees.tree_of(path)) == []


def test_what_counts_as_undocumented() -> None:
    tree = ast.parse(
        "def a(): pass\n"
        "def _b(): pass\n"
        "class C:\n"
        '    "Doc."\n'
        "    def d(self): pass\n"
        "    def _e(self): pass\n"
        "class F(NotOurs):\n"
        '    "Doc."\n'
        "    def g(self): pass\n"
        "class H(Game):\n"
        '    "Doc."\n'
        "    def legal(self): pass\n"
        "    def new_one(self): pass\n"
        "class I: pass\n"
    )
    assert undocumented(tree) == ["a", "C.d", "H.new_one", "I"]
