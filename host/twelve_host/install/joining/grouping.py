"""Decides which modules go into one file."""

from __future__ import annotations

from .reading import INIT, Module


def groups(
    modules: dict[str, Module], together: dict[str, tuple[str, ...]], packages: bool
) -> dict[str, list[str]]:
    """Return the members of each file in the order in which they are loaded, by its head.

    What several files need goes to the first of them in ``together``, else it is a file itself.
    ``packages``: each has a file of its own, else all of them go into the first file.
    """
    inits = tuple(sorted(path for path in modules if path.endswith("/" + INIT)))
    if packages:
        together = {**{path: () for path in inits}, **together}
    else:
        together = {**together, INIT: (*inits, *together.get(INIT, ()))}
    members = {path for more in together.values() for path in more}
    # What nothing imports while it is loaded is imported by a function.
    needed = {path for module in modules.values() for path in module.needs}
    heads = {path for path in modules if path not in needed} | set(together)
    heads = (heads | {path for m in modules.values() for path in m.later}) - members
    while True:
        groups: dict[str, list[str]] = {}
        owners: dict[str, list[str]] = {}
        for head in (*together, *sorted(heads - set(together))):
            found: list[str] = []
            more = together.get(head, ())
            for path in (head, *more) if head == INIT else (*more, head):
                _visit(path, modules, heads - {head}, found)
            groups[head] = found
            for path in found:
                owners.setdefault(path, []).append(head)
        shared = {path for path, of in owners.items() if of[0] not in together and len(of) > 1}
        if not shared:
            break
        # Only the outermost: what they alone need goes with them.
        inner = {need for path in shared for need in modules[path].needs}
        heads |= shared - inner or shared
    return {head: [p for p in paths if owners[p][0] == head] for head, paths in groups.items()}


def _visit(path: str, modules: dict[str, Module], others: set[str], found: list[str]) -> None:
    if path in found or path in others:
        return
    for need in sorted(modules[path].needs):
        _visit(need, modules, others, found)
    if path not in found:
        found.append(path)
