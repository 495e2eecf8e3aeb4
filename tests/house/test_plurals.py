"""What people read counts as English does: no "1 actions", in the commands or on the page."""

from __future__ import annotations

import ast
import itertools
import re

import trees

from twelve_host.plural import plural

NOUNS = (
    "action|board|byte|die|file|game|hole|hour|level|line|minute|mistake|module|move|pair|player|"
    "point|port|record|row|second|step|stone|table|tile|time|turn|way|word"
)
COUNTED = re.compile(rf" (?:{NOUNS})s\b")
ON_THE_PAGE = re.compile(rf"\$\{{([^{{}}]*)\}} (?:{NOUNS})s\b")
CONSTANT = re.compile(r"_?[A-Z][A-Z_]*")
FILES = trees.files(trees.HOST)
SCRIPTS = sorted((trees.HOST / "web" / "static" / "js").glob("*.js"))


def wrong_for_one(text: str) -> list[str]:
    """Return what the f-strings of Python source count that may be 1, with a plural after it."""
    found = []
    for node in ast.walk(ast.parse(text)):
        values = node.values if isinstance(node, ast.JoinedStr) else []
        for value, after in itertools.pairwise(values):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                counted = ast.unparse(value.value)
                # What is written with decimals is never one thing.
                if COUNTED.match(str(after.value)) and value.format_spec is None:
                    found.append(counted)
    return [words for words in found if not CONSTANT.fullmatch(words)]


def test_plural() -> None:
    assert [plural(n, "game") for n in range(3)] == ["0 games", "1 game", "2 games"]


def test_what_is_wrong_for_one() -> None:
    text = "f'{n} games, {LONGEST} bytes, {x:.1f} turns, {plural(n, \"game\")}, {len(a)} rows of'"
    assert wrong_for_one(text) == ["n", "len(a)"]
    assert ON_THE_PAGE.findall("`${left_s} seconds`, `${plural(n, 'row')} of ${n} games`") == [
        "left_s",
        "n",
    ]


def test_commands_count_as_english_does() -> None:
    found = {trees.shown(path): wrong_for_one(trees.text_of(path)) for path in FILES}
    assert len(found) > 100 and {name: words for name, words in found.items() if words} == {}


def test_the_page_counts_as_english_does() -> None:
    for path in SCRIPTS:
        found = ON_THE_PAGE.findall(trees.text_of(path))
        assert [words for words in found if not (words.isupper() or "join(" in words)] == [], path
