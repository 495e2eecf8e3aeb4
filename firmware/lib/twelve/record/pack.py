"""Records as bytes and back without loss: what the flash journal holds (README.md, "Packed").

A packed record is a run of (key, value) pairs. Nothing in it depends on another record, so any
frame can be read alone; words that recur cost one byte, anything else is written out.
"""

from ..base.compat import bytes_of, const, crc32, hex_of
from ..base.text import Fields

# Only ever append to these tables: files on flash hold places in them.
_KEYS = (
    "", "op", "game", "rules", "players", "position", "deck", "rules_version", "uid", "table",
    "no", "boot", "commit", "seeded", "action", "dice", "tiles", "by", "kind", "nonce", "secret",
    "ms", "seat", "level", "value",
)  # fmt: skip
_WORDS = (
    "new", "act", "undo", "abandon", "note", "table", "hand", "nonce", "boot", "names", "reveal",
    "roll", "stop", "draw", "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7",
    "row 8", "row 9", "row 10", "row 11", "row 12", "12x12", "morris", "dominoes", "classic",
    "luck", "ruleset", "exact_finish", "free_turn", "flying", "double_mill", "each", "one",
    "set", "tableau", "matching", "total", "ends", "seat", "settings", "person", "away", "easy",
    "normal", "expert", "limit",
)  # fmt: skip

_NONE = const(0)
_FALSE = const(1)
_TRUE = const(2)
_INT = const(3)
_STR = const(4)
_HEX = const(5)
_LIST = const(6)
_OBJECT = const(7)
_NEGATIVE = const(8)
_NIBBLES = const(9)
_FEW_NIBBLES = const(0x0A)  # … 0x1F: that many nibbles, 0 … 21
_MS = const(0x7F)  # the key "ms" whose value is a bare LEB128 number
# Three keys whose values are mostly words take one byte together with the word.
_ACTION = const(0x80)  # … 0xBF: the action is word number 0 … 63
_OP = const(0xC0)  # … 0xDE
_BY = const(0xE0)  # … 0xFE, words 0 … 30 as for op
_WORD = const(0x20)  # … 0x7F: the word number 0 … 95
_SMALL = const(0x80)  # … 0xFF: the integer 0 … 127


def put_varint(out: bytearray, number: int) -> None:
    """Append ``number`` (>= 0) as LEB128: seven bits a byte, low first."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def get_varint(data, at: int) -> tuple:
    """Return (number, place after it); IndexError when ``data`` ends inside."""
    number = shift = 0
    while True:
        b = data[at]
        at += 1
        number |= (b & 127) << shift
        if b < 128:
            return number, at
        shift += 7


def _is_hex(text: str) -> bool:
    if len(text) < 8 or len(text) & 1:
        return False
    try:  # in machine code: letter by letter a hash takes 3 ms on a Pico
        return hex_of(bytes_of(text)) == text
    except ValueError:
        return False


def _is_nibbles(items) -> bool:
    for i in items:
        if type(i) is not int or not 0 <= i <= 15:
            return False
    return True


def _put_bytes(out: bytearray, tag: int, data: bytes) -> None:
    out.append(tag)
    put_varint(out, len(data))
    out.extend(data)


def _put(out: bytearray, value) -> None:
    if value is None:
        out.append(_NONE)
    elif value is True:
        out.append(_TRUE)
    elif value is False:
        out.append(_FALSE)
    elif isinstance(value, int):
        if 0 <= value < 128:
            out.append(_SMALL + value)
        else:
            out.append(_NEGATIVE if value < 0 else _INT)
            put_varint(out, abs(value))
    elif isinstance(value, str):
        if value in _WORDS:
            out.append(_WORD + _WORDS.index(value))
        elif _is_hex(value):
            _put_bytes(out, _HEX, bytes_of(value))
        else:
            _put_bytes(out, _STR, value.encode())
    elif isinstance(value, Fields):
        out.append(_OBJECT)
        put_varint(out, len(value.pairs))
        for key, item in value.pairs:
            _put(out, key)
            _put(out, item)
    elif _is_nibbles(value):
        if len(value) <= 21:
            out.append(_FEW_NIBBLES + len(value))
        else:
            out.append(_NIBBLES)
            put_varint(out, len(value))
        for i in range(0, len(value), 2):
            out.append(value[i] << 4 | (value[i + 1] if i + 1 < len(value) else 0))
    else:
        out.append(_LIST)
        put_varint(out, len(value))
        for item in value:
            _put(out, item)


def _get_nibbles(data, at: int, count: int) -> tuple:
    nibbles = []
    for i in range(count):
        nibbles.append(data[at + (i >> 1)] >> (0 if i & 1 else 4) & 15)
    return nibbles, at + (count + 1 >> 1)


def _get(data, at: int) -> tuple:
    tag = data[at]
    at += 1
    if tag >= _SMALL:
        return tag - _SMALL, at
    if tag >= _WORD:
        return _WORDS[tag - _WORD], at
    if tag == _NONE:
        return None, at
    if tag <= _TRUE:
        return tag == _TRUE, at
    if tag >= _FEW_NIBBLES:
        return _get_nibbles(data, at, tag - _FEW_NIBBLES)
    size, at = get_varint(data, at)
    if tag == _INT:
        return size, at
    if tag == _NEGATIVE:
        return -size, at
    if tag == _STR or tag == _HEX:
        if at + size > len(data):
            raise IndexError
        raw = bytes(data[at : at + size])
        return (raw.decode() if tag == _STR else hex_of(raw)), at + size
    if tag == _NIBBLES:
        return _get_nibbles(data, at, size)
    items = []
    for _ in range(size):
        item, at = _get(data, at)
        if tag == _OBJECT:
            value, at = _get(data, at)
            item = (item, value)
        elif tag != _LIST:
            raise ValueError("no such tag")
        items.append(item)
    return (Fields(items) if tag == _OBJECT else items), at


def _start(key: str) -> int:
    """Return the first of the bytes that stand for ``key`` and a word together, 0 for none."""
    if key == "action":
        return _ACTION
    if key == "op":
        return _OP
    return _BY if key == "by" else 0


def pack(record: Fields) -> bytes:
    """Return the frame of ``record`` (``n`` and ``chain`` are left out): size, fields, check."""
    body = bytearray()
    for key, value in record.pairs:
        if key == "n" or key == "chain":
            continue
        start = _start(key)
        word = _WORDS.index(value) if start and value in _WORDS else 99
        if word < (64 if start == _ACTION else 31):
            body.append(start + word)
        elif key == "ms" and type(value) is int and value >= 0:
            body.append(_MS)
            put_varint(body, value)
        else:
            code = _KEYS.index(key) if key in _KEYS else 0
            body.append(code)
            if not code:
                _put(body, key)
            _put(body, value)
    frame = bytearray()
    put_varint(frame, len(body))
    frame.extend(body)
    check = crc32(body) & 0xFFFF
    frame.append(check & 255)
    frame.append(check >> 8)
    return bytes(frame)


def unpack(data, at: int) -> tuple:
    """Return (record as Fields without ``n``, place after its frame).

    Raises ValueError where no whole, sound frame stands at ``at``: the torn tail of a file.
    """
    try:
        size, start = get_varint(data, at)
        end = start + size
        body = bytes(data[start:end])
        if crc32(body) & 0xFFFF != data[end] | data[end + 1] << 8:
            raise ValueError("a frame does not check")
        pairs, place = [], 0
        while place < size:
            code = body[place]
            place += 1
            if code >= _OP:
                key = "op" if code < _BY else "by"
                value = _WORDS[code & 31]
            elif code >= _ACTION:
                key, value = "action", _WORDS[code - _ACTION]
            elif code == _MS:
                key = "ms"
                value, place = get_varint(body, place)
            else:
                if code:
                    key = _KEYS[code]
                else:
                    key, place = _get(body, place)
                value, place = _get(body, place)
            pairs.append((key, value))
    except IndexError:
        raise ValueError("a frame is cut short")
    return Fields(pairs), end + 2
