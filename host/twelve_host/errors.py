"""The errors that a person is told about: one sentence that says what to do about it."""

from __future__ import annotations


class CommandError(Exception):
    """A command cannot do what was asked: ``message`` is one sentence with the cure.

    ``status`` is the exit status: 1 when the answer is no or the job failed, 2 for wrong use.
    """

    def __init__(self, message: str, status: int = 1):
        super().__init__(message)
        self.message = message
        self.status = status


class StoreError(CommandError):
    """The database cannot be used, or refuses what was asked."""


class GapError(Exception):
    """Records are missing before the ones that came; ``n`` and ``chain`` are of the last stored."""

    def __init__(self, uid: str, n: int, chain: str):
        super().__init__(f"game {uid} has records up to {n}; the next must be {n + 1}")
        self.n = n
        self.chain = chain


class ForkError(Exception):
    """Record ``n`` does not follow from what is stored, or another record has its number."""

    def __init__(self, uid: str, n: int):
        super().__init__(f"record {n} of game {uid} does not continue the game that is stored")
        self.n = n
