"""Compiles functions on integers with numba, of the extra ``expert``, and keeps what it compiled.

Importing this without numba raises ImportError. numba looks only at the age of a function's own
file, never at those of the functions it calls, so what is kept lies in a folder of the source's
digest: a newer release never runs older code.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import types
from numba.extending import intrinsic
from platformdirs import user_cache_path

from twelve.games import morris, morris_bits, morris_search

Function = Callable[..., Any]
_DONE = "done"  # a file in the folder
_config: Any = numba.config


def _sources() -> list[Path]:
    portable = [Path(str(module.__file__)) for module in (morris, morris_bits, morris_search)]
    return [*sorted(Path(__file__).parent.glob("*.py")), *portable]


def _folder() -> Path | None:
    """Return a folder to keep compiled code in, None where none can be written to."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in _sources():
        digest.update(path.read_bytes())
    folder = user_cache_path("twelve-table") / "compiled" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


FOLDER = _folder()


def kept() -> bool:
    """Return whether everything has been compiled before."""
    return FOLDER is not None and (FOLDER / _DONE).exists()


def keep() -> None:
    """Remember that everything has been compiled."""
    if FOLDER is not None:
        (FOLDER / _DONE).touch()


def compiled(function: Function) -> Function:
    """Return ``function`` compiled at its first call for the types it is called with.

    It runs without the interpreter's lock, so other threads go on.
    """
    if FOLDER is None:
        return numba.njit(nogil=True)(function)
    # numba reads this when a function is decorated, and other packages keep theirs elsewhere.
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(FOLDER)
    try:
        return numba.njit(nogil=True, cache=True)(function)
    finally:
        _config.CACHE_DIR = before


def _set_bits(typing: Any, board: Any) -> Any:
    """Return how many bits of ``board``, an int64, are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


def _lowest_bit(typing: Any, board: Any) -> Any:
    """Return the number of the lowest bit set in ``board``, an int64 that is not 0."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), build


# For use in compiled functions only.
count: Function = intrinsic(_set_bits)
lowest: Function = intrinsic(_lowest_bit)
