"""What a port gives the loop. Ports are duck-typed; this class is the contract and its check.

``files``   names(folder), read(path) -> bytes or None, read_at(path, offset, size),
            size(path), append(path, data), write(path, data), cut(path, size), remove(path).
            Each change is on flash when the call returns; write() leaves the old or the new.
``about``   (key, value) pairs for the hello: fw, py, virtual
``seed``    bytes that make secrets repeatable, or None
``level``   whether the button is down right now
"""

NAMES = (
    "files", "about", "seed", "level", "ticks_ms", "noise", "read_keys", "read", "write", "show",
    "ready", "rest",
)  # fmt: skip


def missing(port) -> list:
    """Return the names of the contract that ``port`` lacks."""
    return [name for name in NAMES if not hasattr(port, name)]
