"""Who may import whom: imports go down only, and siblings on a floor do not meet."""

from __future__ import annotations

# package of twelve: packages of twelve that it may import besides itself
FLOORS: dict[str, tuple[str, ...]] = {
    "base": (),
    "games": ("base",),
    "record": ("base",),
    "table": ("base", "games", "record"),
    "ports": ("base",),
}
# The laptop sees what is the same at both ends, and of the table what is pure: pictures, settings.
HOST_SEES = ("base", "games", "record")
HOST_SEES_OF_TABLE = ("scenes", "lights", "settings", "change")
VIRTUAL = ("twelve_host.virtual",)  # the virtual table's parent: may see console and contract
VIRTUAL_SEES = (
    "twelve.table.console",
    "twelve.table.settings",
    "twelve.ports.contract",
    "twelve.ports.virtual",
)
# What puts files onto a drive works out once what a board would at its first start.
INSTALL = ("twelve_host.install",)
INSTALL_SEES = ("twelve.table.change", "twelve.table.setup")


def package_of(name: str) -> str | None:
    """Return the package of twelve that ``name`` lies in; None for twelve itself and others."""
    parts = name.split(".")
    return parts[1] if parts[0] == "twelve" and len(parts) > 1 and parts[1] in FLOORS else None


def complaint(module: str, imported: str) -> str | None:
    """Return why ``module`` may not import ``imported`` (dotted names), None where it may."""
    top = imported.split(".")[0]
    if module.split(".")[0] == "twelve":
        here, there = package_of(module), package_of(imported)
        if top == "twelve_host":
            return "portable code cannot import the host"
        if there is None or there == here:
            return None
        if here is None:
            return "the package itself imports none of its parts"
        if there not in FLOORS[here]:
            return f"{here} may import {', '.join(FLOORS[here]) or 'nothing of ours'}, not {there}"
        return None
    if module.split(".")[0] == "twelve_host" and top == "twelve":
        there = package_of(imported)
        if there is None or there in HOST_SEES:
            return None
        if there == "table" and imported.split(".")[2:3]:
            name = imported.split(".")[2]
            if any(name == seen or name.startswith(seen + "_") for seen in HOST_SEES_OF_TABLE):
                return None
        if module.startswith(VIRTUAL) and imported.startswith(VIRTUAL_SEES):
            return None
        if module.startswith(INSTALL) and imported.startswith(INSTALL_SEES):
            return None
        return (
            "the host may import base, games, record, and of table only scenes, lights and settings"
        )
    return None
