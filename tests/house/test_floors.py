"""Imports go down only; the table of floors is held against the syntax trees."""

from __future__ import annotations

import ast

import floors
import pytest
import trees

SOURCES = trees.files(trees.PORTABLE, trees.HOST)


def test_there_is_something_to_read() -> None:
    assert len(trees.files(trees.PORTABLE)) > 10 and len(trees.files(trees.HOST)) > 3


@pytest.mark.parametrize("path", SOURCES, ids=trees.shown)
def test_imports_go_down_only(path: trees.Path) -> None:
    module = trees.module_of(path)
    found = []
    for name, line in trees.imports_of(trees.tree_of(path), module, path.stem == "__init__"):
        why = floors.complaint(module, name)
        if why:
            found.append(f"{trees.shown(path)}:{line}: {name}: {why}")
    assert not found, "\n".join(found)


def test_every_folder_of_the_package_is_on_a_floor() -> None:
    folders = {path.name for path in trees.PORTABLE.iterdir() if any(path.glob("*.py"))}
    assert folders <= set(floors.FLOORS)


def test_only_the_drive_joins_a_port_to_the_table() -> None:
    for path in trees.files(trees.PORTABLE, trees.HOST):
        module = trees.module_of(path)
        names = trees.imports_of(trees.tree_of(path), module, path.stem == "__init__")
        parts = {floors.package_of(name) for name, _ in names}
        assert not {"ports", "table"} <= parts or module.startswith(floors.VIRTUAL)


ALLOWED = [
    ("twelve.base.dice", "sys"),
    ("twelve.base.dice", "twelve.base.compat.sha256"),
    ("twelve.games.dozen", "twelve.base.compat.const"),
    ("twelve.games.dozen", "twelve.games.contract.Game"),
    ("twelve.record.session", "twelve.record.frame"),
    ("twelve.table.console", "twelve.games.play.Play"),
    ("twelve.table.console", "twelve.record.session"),
    ("twelve.table.console", "twelve.__version__"),
    ("twelve.ports.linux", "board"),
    ("twelve.ports.linux", "twelve.base.ticks.MASK"),
    ("twelve_host.referee", "twelve.games.play.Play"),
    ("twelve_host.mirror.mirror", "twelve.table.scenes.roll"),
    ("twelve_host.mirror.mirror", "twelve.table.scenes_dozen.frame"),
    ("twelve_host.mirror.mirror", "twelve.table.lights.Lights"),
    ("twelve_host.settings.catalog", "twelve.table.settings.known"),
    ("twelve_host.virtual.table", "twelve.ports.contract.Port"),
    ("twelve_host.cli", "twelve.__version__"),
    ("twelve_host.cli", "twelve_host.errors"),
]
FORBIDDEN = [
    ("twelve.base.dice", "twelve.games.play"),
    ("twelve.base.dice", "twelve.record"),
    ("twelve.games.play", "twelve.record.chain"),
    ("twelve.games.play", "twelve.table.lights"),
    ("twelve.record.chain", "twelve.games"),
    ("twelve.record.chain", "twelve.games.catalog.game"),
    ("twelve.table.console", "twelve.ports.contract"),
    ("twelve.ports.linux", "twelve.table.console"),
    ("twelve.ports.linux", "twelve.games.play"),
    ("twelve.ports.linux", "twelve.record.frame"),
    ("twelve.games.play", "twelve_host.referee"),
    ("twelve", "twelve.games.play"),
    ("twelve_host.mirror.mirror", "twelve.table.console.Console"),
    ("twelve_host.mirror.mirror", "twelve.table.journal"),
    ("twelve_host.mirror.mirror", "twelve.table"),
    ("twelve_host.mirror.mirror", "twelve.ports.contract"),
    ("twelve_host.virtual.table", "twelve.ports.linux"),
]


@pytest.mark.parametrize(("module", "name"), ALLOWED)
def test_what_may_be_imported(module: str, name: str) -> None:
    assert floors.complaint(module, name) is None


@pytest.mark.parametrize(("module", "name"), FORBIDDEN)
def test_what_may_not_be_imported(module: str, name: str) -> None:
    assert floors.complaint(module, name)


def test_relative_imports_are_resolved() -> None:
    tree = ast.parse("from ..base import text\nfrom . import play\nfrom .. import __version__\n")
    names = [name for name, _ in trees.imports_of(tree, "twelve.games.view", False)]
    assert names == ["twelve.base.text", "twelve.games.play", "twelve.__version__"]
    tree = ast.parse("from .play import Play\nfrom ..base.text import quote\nimport a.b\n")
    names = [name for name, _ in trees.imports_of(tree, "twelve.games", True)]
    assert names == ["twelve.games.play.Play", "twelve.base.text.quote", "a.b"]
