"""The benchmarks, which no suite runs, still find what they import of ours."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import trees

TESTS = trees.ROOT / "tests"
PLACES = (trees.ROOT / "firmware" / "lib", trees.ROOT / "host", TESTS, TESTS / "portable")
BENCHES = sorted((TESTS / "bench").glob("*.py"))


def source_of(name: str) -> Path | None:
    """Return the file of the module called ``name``, None where it is none of ours."""
    for place in (*PLACES, TESTS / "bench"):
        path = place.joinpath(*name.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def missing(name: str, wanted: str) -> bool:
    """Return whether the module called ``name``, of ours, does not have ``wanted``."""
    file = source_of(name)
    if file is None:
        return name.split(".")[0] in ("twelve", "twelve_host")
    if source_of(f"{name}.{wanted}") is not None:
        return False
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
    return wanted not in found


@pytest.mark.parametrize("path", BENCHES, ids=lambda path: path.name)
def test_what_a_benchmark_imports_is_there(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            wrong = [alias.name for alias in node.names if missing(node.module, alias.name)]
            assert not wrong, f"{path.name}: {node.module} has no {wrong[0]}"


def test_a_name_that_has_gone_is_missed() -> None:
    assert missing("little_flash", "nothing") and not missing("little_flash", "Flash")
    assert missing("twelve.table.nowhere", "x") and not missing("os", "path")
