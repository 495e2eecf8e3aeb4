"""The rules of every game in words, one Markdown file a game, for screen and paper."""

from __future__ import annotations

from importlib.resources import files

from ..errors import CommandError


def rules(name: str) -> str:
    """Return the rules of the game called ``name`` (Markdown). Raises CommandError."""
    source = files(__name__) / f"{name}.md"
    if not name.isalnum() or not source.is_file():
        raise CommandError(f"no rules of {name!r} here: a newer twelve made it, update this one")
    return source.read_text(encoding="utf-8")


def title(name: str) -> str:
    """Return what the game called ``name`` is called on paper."""
    return rules(name).partition("\n")[0].lstrip("# ")
