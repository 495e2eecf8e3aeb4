"""JSON text written the same to the byte on every Python: explicit order, no spaces, no floats."""

from .compat import const

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


_PIECES = const(20)  # a longer list would need much room in one piece, on a heap that is full

# On a Pico a letter that is looked at takes 50 us, and so does every string that is made: here
# letters are looked at in machine code, and pieces that are there already are joined once.


def _is_plain(text: str) -> bool:
    """Return whether nothing in ``text`` is to be escaped."""
    if text.isalpha() or not text:
        return True
    return '"' not in text and "\\" not in text and min(text.encode()) > 31


def _put_text(out: list, text: str) -> None:
    out.append('"')
    if _is_plain(text):
        out.append(text)
    else:
        for c in text:
            if c in _SHORT:
                c = _SHORT[c]
            elif c < " ":
                c = "\\u%04x" % ord(c)
            out.append(c)
    out.append('"')


def _put(out: list, item: object) -> None:
    kind = type(item)
    if kind is int:
        out.append(str(item))
    elif isinstance(item, str):
        _put_text(out, item)
    elif item is None:
        out.append("null")
    elif item is True:
        out.append("true")
    elif item is False:
        out.append("false")
    elif isinstance(item, Fields):
        _put_fields(out, item.pairs)
    elif isinstance(item, (tuple, list, bytes, bytearray)):
        mark = "["
        for each in item:
            out.append(mark)
            _put(out, each)
            mark = ","
        out.append("[]" if mark == "[" else "]")
    elif isinstance(item, int):
        out.append(str(item))
    else:
        raise TypeError("no JSON for " + repr(kind))


def _put_fields(out: list, pairs) -> None:
    mark = '{"'
    for key, item in pairs:
        out.append(mark)
        if _is_plain(key):
            out.append(key)
        else:
            out.append(quote(key)[1:-1])
        out.append('":')
        _put(out, item)
        mark = ',"'
        if len(out) > _PIECES:
            out[:] = ["".join(out)]
    out.append("{}" if mark == '{"' else "}")


def quote(text: str) -> str:
    """Return ``text`` as a JSON string; only what JSON forces is escaped, the rest is UTF-8."""
    out: list = []
    _put_text(out, text)
    return "".join(out)


def value(item: object) -> str:
    """Return the JSON of None, a bool, an int, a str, bytes (as a list of numbers), or a sequence.

    Objects are lists of (key, value) pairs wrapped by :class:`Fields`, so their order is explicit.
    """
    out: list = []
    _put(out, item)
    return "".join(out)


class Fields:
    """An object with its keys in a stated order: ``Fields((("n", 1), ("op", "new")))``."""

    def __init__(self, pairs):
        self.pairs = pairs

    def text(self) -> str:
        """Return the JSON object."""
        return value(self)

    def plain(self) -> dict:
        """Return the object as a dict, with dicts for the objects inside it."""
        return {k: v.plain() if isinstance(v, Fields) else v for k, v in self.pairs}


def fields(item: dict, order: tuple) -> Fields:
    """Return ``item`` with its keys in ``order``; keys that ``item`` lacks are left out."""
    return Fields([(k, item[k]) for k in order if k in item])
