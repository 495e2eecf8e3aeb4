"""Nouns that follow a number, as English has them."""

from __future__ import annotations


def plural(number: int, noun: str) -> str:
    """Return ``number`` and the ``noun`` (in the singular) that follows it: 1 game, 2 games."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
