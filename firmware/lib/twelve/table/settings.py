"""The table's settings: ``table.toml`` on the drive, a small subset of TOML 1.0.

The subset: comments, ``[section]`` lines, and ``key = value`` with an integer, true or false,
a basic string, or an array of those on one line. A bad value is named and its default used.
Every fault has a number, which the lights show: 1 to 3 here, from 11 on the place of the key.
"""

from ..base.compat import const

PATH = "table.toml"
NOT_TEXT = const(1)  # the file is no text
NOT_TOML = const(2)  # a line that is not understood
NO_SUCH_KEY = const(3)
_FIRST_KEY = const(11)
_HASH = const(35)

SUPPLIES = ("usb", "usb-900", "5v3a", "5v10a")
OWN_PIN = const(-1)  # the controller board's usual pin

# A line a key: its name, default, smallest and largest (of a number, the length of a text, the
# number of pins in a list), the allowed words, or the word pin. Text, since it is seldom looked
# at and takes a fifth of the memory of tuples. New keys go to the end: the place is a number.
KNOWN = """
name "Twelve" 1 24
boards 1 1 6
dice_strip false
debounce_ms 10 2 50
hold_ms 500 300 1500
long_ms 2000 1000 5000
controller "pico" pico pico-w pico2 feather-scorpio esp32-s3 raspberry-pi
lines 1 1 6
led_pins [] 0 6
button_pin -1 pin
encoder false
encoder_pins [] 0 2
dice_pin -1 pin
corner "top-left" top-left top-right bottom-left bottom-right
direction "rows" rows columns
zigzag true
offset 0 0 16
order "GRB" RGB RBG GRB GBR BRG BGR RGBW RBGW GRBW GBRW BRGW BGRW
pixel_bytes 3 3 4
brightness 60 1 100
gamma 22 10 28
supply "usb" usb usb-900 5v3a 5v10a 60000
board_ma 4000 100 20000
idle_ua 1000 0 5000
channel_ma 18 1 60
palette "clear" clear vivid
frame_ms 20 16 100
pace 100 25 400
read_ms 1600 0 10000
white true
""".strip()


def usual(key: str):
    """Return the default of ``key``."""
    return [default for name, default, _ in known() if name == key][0]


def known() -> list:
    """Return (key, default, what is allowed: a list of words) of every setting, in order."""
    found = []
    for line in KNOWN.split("\n"):
        words = line.split(" ")
        found.append((words[0], value_of(words[1])[0], words[2:]))
    return found


def keys() -> list:
    """Return the names of all settings, in order."""
    return [key for key, _, _ in known()]


def value_of(text: str):
    """Return (value, rest of the line) of the TOML value at the beginning of ``text``."""
    if text[:1] == '"':
        out, i = [], 1
        while i < len(text) and text[i] != '"':
            if text[i] == "\\":
                i += 1
                if text[i : i + 1] not in ('"', "\\"):
                    raise ValueError('only \\" and \\\\ are known in strings')
            out.append(text[i])
            i += 1
        if i >= len(text):
            raise ValueError("a string without its end")
        return "".join(out), text[i + 1 :]
    if text[:1] == "[":
        items, rest = [], text[1:].lstrip()
        while rest[:1] != "]":
            item, rest = value_of(rest)
            items.append(item)
            rest = rest.lstrip()
            if rest[:1] == ",":
                rest = rest[1:].lstrip()
            elif rest[:1] != "]":
                raise ValueError("an array without its end")
        return items, rest[1:]
    end = 0
    while end < len(text) and text[end] not in " \t#,]":
        end += 1
    word, rest = text[:end], text[end:]
    if word == "true" or word == "false":
        return word == "true", rest
    digits = word[1:] if word[:1] in ("-", "+") else word
    if not digits.isdigit() or (len(digits) > 1 and digits[0] == "0"):
        raise ValueError("not a value: " + word)
    return int(word), rest


def parse(text: str) -> tuple:
    """Return (settings, problems): a dict of "key" or "section.key" to value, and sentences."""
    found, problems, section = {}, [], ""
    data = text.encode()  # most of it are comments: as text each of their lines takes memory
    number = at = 0
    while at < len(data):
        number += 1
        end = data.find(b"\n", at)
        if end < 0:
            end = len(data)
        start, at = at, end + 1
        if start == end or data[start] == _HASH:
            continue
        line = data[start:end].decode().strip()
        if not line or line[0] == "#":
            continue
        try:
            if line[0] == "[":
                name, mark, rest = line[1:].partition("]")
                if not name or not mark or rest.strip()[:1] not in ("", "#"):
                    raise ValueError("not a section")
                section = name.strip() + "."
                continue
            key, mark, rest = line.partition("=")
            if not mark:
                raise ValueError("no =")
            value, rest = value_of(rest.strip())
            if rest.strip()[:1] not in ("", "#"):
                raise ValueError("something after the value")
            found[section + key.strip()] = value
        except ValueError as error:
            problems.append("table.toml line %d: %s" % (number, error))
    return found, problems


class Settings:
    """The settings that hold, as attributes and in ``values``.

    ``problems`` has a sentence for each that was not usable, ``code`` is the number of the first,
    0 for none.
    """

    def __init__(self, text: str = ""):
        found, self.problems = parse(text)
        self.code = NOT_TOML if self.problems else 0
        self.values = {}
        every = known()
        for place in range(len(every)):
            key, default, allowed = every[place]
            value = default
            if key in found:
                value = found.pop(key)
                wanted = wanted_of(value, default, allowed)
                if wanted:
                    self._bad(place, "%s must be %s; using %s", key, wanted, shown(default))
                    value = default
            self.values[key] = value
        for key in found:
            self._say(NO_SUCH_KEY, "table.toml: no setting " + key)
        self._agree()

    def _agree(self) -> None:
        """See to it that settings fit each other."""
        values = self.values
        if values["long_ms"] <= values["hold_ms"]:
            self.refuse("long_ms", "it must be more than hold_ms", "hold_ms")
        if values["pixel_bytes"] != len(values["order"]):
            self.refuse("pixel_bytes", "it must be the number of letters in order", "order")
        if values["lines"] > values["boards"]:
            self.refuse("lines", "there are not so many boards")

    def refuse(self, key: str, why: str, other: str = "") -> None:
        """Put the defaults in the place of ``key`` and ``other``: they cannot be as they are."""
        every = known()
        for place in range(len(every)):
            name, default, _ = every[place]
            if name == key or name == other:
                self.values[name] = default
            if name == key:
                self._bad(place, "%s: %s; using %s", key, why, shown(default))

    def _bad(self, place: int, text: str, *words) -> None:
        self._say(_FIRST_KEY + place, "table.toml: " + text % words)

    def _say(self, code: int, text: str) -> None:
        self.problems.append(text)
        self.code = self.code or code

    def __getattr__(self, key: str):
        try:
            return self.values[key]
        except KeyError:
            raise AttributeError(key)


def _is_pin(value) -> bool:
    return 0 <= value <= 99 if type(value) is int else type(value) is str and 0 < len(value) < 24


def wanted_of(value, default, allowed: list) -> str:
    """Return what would have been right, such as ``1 to 6``; "" where ``value`` is."""
    if not allowed:
        return "" if type(value) is bool else "true or false"
    if allowed[0] == "pin":
        usual = value == OWN_PIN
        return "" if usual or _is_pin(value) else "the number or name of a pin"
    if not allowed[0].isdigit():
        words = [word for word in allowed if not word.isdigit()]
        if value in words:
            return ""
        if len(words) < len(allowed):
            if type(value) is int and 1 <= value <= int(allowed[-1]):
                return ""
            words.append("1 to %s mA" % allowed[-1])
        return " or ".join(words)
    least, most = int(allowed[0]), int(allowed[1])
    if type(value) is type(default):
        size = value if type(value) is int else len(value)
        if least <= size <= most and (type(value) is not list or all([_is_pin(v) for v in value])):
            return ""
    kind = {str: " characters", list: " pins"}.get(type(default), "")
    return "%d to %d%s" % (least, most, kind)


def shown(value) -> str:
    """Return ``value`` as it is written in the file."""
    if type(value) is bool:
        return "true" if value else "false"
    if type(value) is str:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if type(value) is list:
        return "[" + ", ".join([shown(item) for item in value]) + "]"
    return str(value)


def read(files) -> Settings:
    """Return the settings in the file ``table.toml`` of the drive, the defaults without one."""
    try:
        return Settings((files.read(PATH) or b"").decode())
    except UnicodeError:
        settings = Settings()
        settings.problems.append("table.toml is not text: using the defaults")
        settings.code = NOT_TEXT
        return settings
