"""The referee against whole games and positions played elsewhere, request by request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from twelve_host.referee import Referee

REPOSITORY = Path(__file__).resolve().parents[2]
VENDORED = sorted((REPOSITORY / "tests" / "golden" / "cases").glob("*.jsonl"))
# The complete cases, which lie beside a checkout of the project where they are at hand.
COMPLETE = sorted((REPOSITORY.parent / "shared" / "cases").glob("*.jsonl"))


def differences(wanted: Any, found: Any, path: str = "") -> list[str]:
    """Return where ``found`` differs from ``wanted``: objects as subsets, all else exactly."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        said = [f"{path}.{key} is missing" for key in wanted if key not in found]
        for key in wanted.keys() & found.keys():
            said += differences(wanted[key], found[key], f"{path}.{key}")
        return said
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = enumerate(zip(wanted, found, strict=True))
        return [said for n, (w, f) in pairs for said in differences(w, f, f"{path}[{n}]")]
    if type(wanted) is type(found) and wanted == found:
        return []
    return [f"{path} is {found!r}, not {wanted!r}"]


def test_the_vendored_cases_are_there():
    assert [path.stem for path in VENDORED] == ["12x12", "dominoes", "morris-positions", "morris"]


def test_the_comparison_sees_what_differs():
    assert differences({"a": [1]}, {"a": [1], "b": 2}) == []
    for wanted, found in (
        ({"a": 1}, {}),
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": 1.0}),
        ({"a": {}}, {"a": None}),
        ([1], [1, 2]),
        ([{"a": 1}], [{"a": 2}]),
    ):
        assert differences(wanted, found)


@pytest.mark.parametrize(
    "path", VENDORED + COMPLETE, ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)
def test_cases(path: Path):
    referee = Referee()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines
    for number, line in enumerate(lines, start=1):
        case = json.loads(line)
        answer = json.loads(referee.answer(json.dumps(case["request"])))
        assert not differences(case["expect"], answer), f"{path.name}, line {number}"
