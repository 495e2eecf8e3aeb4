"""The table's settings: ``table.toml`` on the drive, a small subset of TOML 1.0.

The subset: comments, ``[section]`` lines, and ``key = value`` with an integer, true or false,
a basic string, or an array of those on one line. A bad value is named and its default used.
"""

# (section, key): (default, smallest or None, largest or None) for numbers and lengths of strings
_KNOWN = {
    "name": ("Twelve", 1, 24),
    "boards": (1, 1, 6),
    "dice_strip": (False, None, None),
    "debounce_ms": (10, 2, 50),
    "hold_ms": (500, 300, 1500),
    "long_ms": (2000, 1000, 5000),
}


def _value(text: str):
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
            item, rest = _value(rest)
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
    for number, line in enumerate(text.split("\n")):
        line = line.strip()
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
            value, rest = _value(rest.strip())
            if rest.strip()[:1] not in ("", "#"):
                raise ValueError("something after the value")
            found[section + key.strip()] = value
        except ValueError as error:
            problems.append("table.toml line %d: %s" % (number + 1, error))
    return found, problems


class Settings:
    """The settings that hold, and ``problems``: a sentence for each one that was not usable."""

    def __init__(self, text: str = ""):
        found, self.problems = parse(text)
        self._values = {}
        for key in _KNOWN:
            self._values[key] = self._read(key, found)
        for key in found:
            if key not in _KNOWN:
                self.problems.append("table.toml: no setting %s" % key)
        if self._values["long_ms"] <= self._values["hold_ms"]:
            self.problems.append("table.toml: long_ms must be more than hold_ms")
            for key in ("hold_ms", "long_ms"):
                self._values[key] = _KNOWN[key][0]

    def _read(self, key: str, found: dict):
        default, least, most = _KNOWN[key]
        if key not in found:
            return default
        value = found[key]
        if type(value) is type(default):
            size = len(value) if isinstance(value, str) else value
            if least is None or least <= size <= most:
                return value
        wanted = "true or false" if least is None else "%d to %d" % (least, most)
        if isinstance(default, str):
            wanted += " characters"
        self.problems.append("table.toml: %s must be %s; using %r" % (key, wanted, default))
        return default

    def __getattr__(self, key: str):
        try:
            return self._values[key]
        except KeyError:
            raise AttributeError(key)
