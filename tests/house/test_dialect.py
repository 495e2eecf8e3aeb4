"""Portable code keeps to what all three Pythons do alike; the rules themselves are tested too."""

from __future__ import annotations

import dialect
import dialect_names
import dialect_syntax
import pytest
import trees
from snippets import BAD, GOOD

FILES = trees.files(trees.PORTABLE, trees.DRIVE, trees.PORTABLE_TESTS)
RULE_MODULES = (dialect_syntax, dialect_names)  # importing them enters their rules


def where_of(path: trees.Path) -> str:
    """Return in which kind of code ``path`` lies, in dialect's words."""
    if path.is_relative_to(trees.PORTABLE_TESTS):
        return "test"
    if path.is_relative_to(trees.DRIVE):
        return "drive"
    floor = path.relative_to(trees.PORTABLE).parts[0]
    return {"table": "table", "ports": "port"}.get(floor, "rules")


@pytest.mark.parametrize("path", FILES, ids=trees.shown)
def test_portable_code_keeps_to_the_common_dialect(path: trees.Path) -> None:
    where = where_of(path)
    # The one place where the Pythons differ by name may ask for what only some of them have.
    free = {"modules"} if path == trees.PORTABLE / "base" / "compat.py" else set()
    found = [
        f"{trees.shown(path)}:{line}: {name}: {why}"
        for name, line, why in dialect.complaints(trees.text_of(path), where)
        if name not in free
    ]
    assert not found, "\n".join(found)


def broken(text: str) -> set[str]:
    """Return the names of the rules that ``text`` breaks anywhere."""
    return {name for where in dialect.EVERYWHERE for name, _, _ in dialect.complaints(text, where)}


def test_every_rule_has_a_snippet_that_breaks_it() -> None:
    assert set(BAD) == set(dialect.RULES)


@pytest.mark.parametrize(("name", "text"), [(name, text) for name in BAD for text in BAD[name]])
def test_a_rule_sees_what_breaks_it(name: str, text: str) -> None:
    assert name in broken(text)


@pytest.mark.parametrize("text", GOOD)
def test_no_rule_minds_what_devices_take(text: str) -> None:
    assert broken(text) == set()


def test_each_rule_holds_where_it_says() -> None:
    floats = {where for where in dialect.EVERYWHERE if dialect.complaints("x = 1.5", where)}
    assert floats == {"rules"}
    clocks = {where for where in dialect.EVERYWHERE if dialect.complaints("import time", where)}
    assert clocks == {"rules", "table"}
    files = {where for where in dialect.EVERYWHERE if dialect.complaints("open('a')", where)}
    assert files == {"rules", "table"}
    matches = "match x:\n    case 1:\n        pass"
    everywhere = {where for where in dialect.EVERYWHERE if dialect.complaints(matches, where)}
    assert everywhere == set(dialect.EVERYWHERE)
