"""Whatever skips a test says why: what is missing, or where the test has no meaning."""

from __future__ import annotations

import ast

import trees

PLACES = {"skip": 0, "importorskip": None, "skipif": None, "xfail": None}  # of a reason, unnamed


def silent(text: str) -> list[int]:
    """Return the lines of ``text`` that skip a test, or let it fail, without a reason."""
    tree = ast.parse(text)
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute) or node.attr not in PLACES:
            continue
        if ast.unparse(node.value) not in ("pytest", "pytest.mark"):
            continue
        call, place = called.get(id(node)), PLACES[node.attr]
        if call is None or not (
            any(word.arg == "reason" for word in call.keywords)
            or (place is not None and len(call.args) > place)
        ):
            found.append(node.lineno)
    return found


def test_a_skip_says_why() -> None:
    found = {trees.shown(path): silent(trees.text_of(path)) for path in trees.files(trees.TESTS)}
    assert len(found) > 100 and not {path: lines for path, lines in found.items() if lines}


def test_what_counts_as_silent() -> None:
    text = (
        "import pytest\n"
        "@pytest.mark.skip\n"
        "@pytest.mark.skipif(True)\n"
        "@pytest.mark.skipif(True, reason='why')\n"
        "def test(): pytest.importorskip('pty')\n"
        "pytest.importorskip('pty', reason='why')\n"
        "pytest.skip()\n"
        "pytest.skip('why')\n"
        "up.skip()\n"
    )
    assert sorted(silent(text)) == [2, 3, 5, 7]
