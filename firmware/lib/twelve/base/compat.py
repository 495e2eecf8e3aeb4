"""The few names that the three Pythons spell differently, in one place."""

import sys

try:
    from micropython import const
except ImportError:  # CPython has no constant folding to ask for

    def const(value: int) -> int:
        """Return ``value``; MicroPython folds the call away at compile time."""
        return value


IS_DEVICE_PYTHON = sys.implementation.name in ("micropython", "circuitpython")

try:
    from binascii import crc32, hexlify, unhexlify  # noqa: F401  crc32 is for those above
except ImportError:  # every board we know has it; the message names the cure if one does not
    raise ImportError("this Python lacks binascii.crc32: use a full build of the runtime")


def _find_sha256():
    try:
        import hashlib
    except ImportError:
        hashlib = None
    if hasattr(hashlib, "sha256"):
        return lambda data: hashlib.sha256(data).digest()
    if hasattr(hashlib, "new"):  # CircuitPython
        try:
            hashlib.new("sha256", b"")
            return lambda data: hashlib.new("sha256", data).digest()
        except ValueError:
            pass
    from .sha256 import digest

    return digest


_sha256 = _find_sha256()


def sha256(data: bytes) -> bytes:
    """Return the 32-byte SHA-256 of ``data`` (FIPS 180-4) by the fastest means this Python has."""
    return _sha256(data)


def hex_of(data: bytes) -> str:
    """Return ``data`` as lower-case hex text."""
    return hexlify(data).decode()


def bytes_of(text: str) -> bytes:
    """Return the bytes that hex ``text`` stands for; ValueError when it is no hex."""
    try:
        return unhexlify(text)
    except Exception:  # binascii.Error is not a name on every Python
        raise ValueError("not hexadecimal: " + repr(text)[:40])


class Values:
    """Attributes out of a dict, with nothing behind them that takes memory."""

    def __init__(self, values: dict):
        self.values = values

    def __getattr__(self, key: str):
        try:
            return self.values[key]
        except KeyError:
            raise AttributeError(key)


def load_one(names) -> bool:
    """Import the first of the modules ``names`` (dotted) that is not here; return whether one was.

    Each takes a Pico 10 to 30 ms, so what needs several gets one a pass.
    """
    for name in names:
        if name not in sys.modules:
            __import__(name, None, None, ("C",))
            return True
    return False


def let_go(name: str) -> None:
    """Forget the imported module ``name`` (dotted), so that its memory is free again."""
    # MicroPython's dicts keep the value of what is removed until its place is used again.
    if name in sys.modules:
        sys.modules[name] = None
        del sys.modules[name]
    parent, _, last = name.rpartition(".")
    if parent in sys.modules and hasattr(sys.modules[parent], last):
        setattr(sys.modules[parent], last, None)
        delattr(sys.modules[parent], last)


def forget(start: str) -> None:
    """Forget the modules whose dotted names begin with ``start``, such as a game and its parts."""
    for name in list(sys.modules):
        if name.startswith(start):
            let_go(name)
