"""The page's style says everything once."""

from __future__ import annotations

import re
from collections import defaultdict

import trees

STYLES = trees.HOST / "web" / "static" / "css"


def repeated(sheets: dict[str, str]) -> list[str]:
    """Return the selectors that have the same two or more declarations in several places."""
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, text in sheets.items():
        plain = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
            for selector in selectors.split(","):
                key = " ".join(selector.split()), " ".join(body.split())
                places[key].append(name)
    found = [(key, names) for key, names in places.items() if len(names) > 1]
    return [f"{key[0]}: {', '.join(names)}" for key, names in found if key[1].count(";") > 1]


def test_no_rule_stands_twice() -> None:
    sheets = {path.name: trees.text_of(path) for path in sorted(STYLES.glob("*.css"))}
    assert len(sheets) > 5 and repeated(sheets) == []


def test_every_sheet_is_on_the_page() -> None:
    text = trees.text_of(STYLES.parent / "index.html")
    assert set(re.findall(r'href="css/([\w-]+\.css)"', text)) == {p.name for p in STYLES.iterdir()}


def test_what_counts_as_twice() -> None:
    one = "p,\n.a b {\n  top: 0; /* why */\n  left: 0;\n}\n.c { top: 0; }"
    other = "@media (width: 1px) { .a   b { top: 0;\n left: 0; } .c { top: 0; } }"
    assert repeated({"one": one, "other": other}) == [".a b: one, other"]
