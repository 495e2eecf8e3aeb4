"""JSON text written the same to the byte on every Python: explicit order, no spaces, no floats."""

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def quote(text: str) -> str:
    """Return ``text`` as a JSON string; only what JSON forces is escaped, the rest is UTF-8."""
    for c in text:
        if c < " " or c == '"' or c == "\\":
            break
    else:
        return '"' + text + '"'
    out = []
    for c in text:
        if c in _SHORT:
            c = _SHORT[c]
        elif c < " ":
            c = "\\u%04x" % ord(c)
        out.append(c)
    return '"' + "".join(out) + '"'


def value(item: object) -> str:
    """Return the JSON of None, a bool, an int, a str, bytes (as a list of numbers), or a sequence.

    Objects are lists of (key, value) pairs wrapped by :class:`Fields`, so their order is explicit.
    """
    if item is None:
        return "null"
    if item is True:
        return "true"
    if item is False:
        return "false"
    if isinstance(item, int):
        return str(item)
    if isinstance(item, str):
        return quote(item)
    if isinstance(item, Fields):
        return item.text()
    if isinstance(item, (tuple, list, bytes, bytearray)):
        return "[" + ",".join([value(i) for i in item]) + "]"
    raise TypeError("no JSON for " + repr(type(item)))


class Fields:
    """An object with its keys in a stated order: ``Fields((("n", 1), ("op", "new")))``."""

    def __init__(self, pairs):
        self.pairs = pairs

    def text(self) -> str:
        """Return the JSON object."""
        return "{" + ",".join([quote(k) + ":" + value(v) for k, v in self.pairs]) + "}"

    def plain(self) -> dict:
        """Return the object as a dict, with dicts for the objects inside it."""
        return {k: v.plain() if isinstance(v, Fields) else v for k, v in self.pairs}


def fields(item: dict, order: tuple) -> Fields:
    """Return ``item`` with its keys in ``order``; keys that ``item`` lacks are left out."""
    return Fields([(k, item[k]) for k in order if k in item])
