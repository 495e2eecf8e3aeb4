"""Changes to table.toml that a host asked for, made at the start; the settings told to hosts."""

import json

from ..base.compat import crc32
from ..base.text import Fields
from .settings import PATH, Settings, keys, shown, value_of

_PART = 9  # settings in one message


def apply(files, path: str) -> list:
    """Make the changes in the file ``path`` and remove it; return a sentence for each refused."""
    try:
        text = (files.read(PATH) or b"").decode()
    except UnicodeError:
        text = ""
    changes, refused = {}, []
    for line in (files.read(path) or b"").split(b"\n"):
        try:
            if line:
                change = json.loads(line)
                changes[change["key"]] = change["value"]
        except (ValueError, KeyError, TypeError) as error:
            refused.append("not changed: %s" % error)
    text, complaints = edited_all(text, changes)
    refused += ["not changed: " + complaint for complaint in complaints]
    try:
        files.write(PATH, text.encode())
        files.remove(path)
    except OSError as error:
        refused.append("not changed: table.toml cannot be written (%s)" % error)
    return refused


def edited_all(text: str, changes: dict) -> tuple:
    """Return (text, complaints): all ``changes`` made that can be, a sentence for each other.

    Their order does not matter: what one of them forbids, another may allow.
    """
    left = list(changes)
    while True:
        refused, complaints = [], []
        for key in left:
            try:
                text = edited(text, key, changes[key])
            except ValueError as error:
                refused.append(key)
                complaints.append(str(error))
        if len(refused) == len(left):
            return text, complaints
        left = refused


def edited(text: str, key: str, value) -> str:
    """Return the text of table.toml with ``key`` set to ``value``, every comment kept.

    The number of bytes goes with the order of colours. ValueError where there is no such setting
    or it cannot be so.
    """
    if key not in keys():
        raise ValueError("there is no setting %s" % (key,))
    if type(value) is str and any([sign < " " for sign in value]):
        raise ValueError("%s must not have control characters" % key)
    if type(value) not in (bool, int, str, list):
        raise ValueError("%s must be a number, true or false, a text or a list" % key)
    before = Settings(text).problems
    if key == "order" and type(value) is str:
        text = _placed(text, "pixel_bytes", len(value))
    text = _placed(text, key, value)
    for problem in Settings(text).problems:
        if problem not in before:
            raise ValueError(problem.replace("table.toml: ", "").partition("; using")[0])
    return text


def _placed(text: str, key: str, value) -> str:
    lines = text.split("\n")
    place = _place(lines, key)
    if place < 0:
        if lines[-1]:
            lines.append("")
        place = len(lines) - 1
        lines.insert(place, "")
    lines[place] = "%s = %s%s" % (key, shown(value), _remark(lines[place]))
    return "\n".join(lines)


def _remark(line: str) -> str:
    """Return the comment behind the value in ``line``, with a space before it; "" for none."""
    try:
        rest = value_of(line.partition("=")[2].strip())[1].strip()
    except ValueError:
        return ""
    return " " + rest if rest[:1] == "#" else ""


def _place(lines: list, key: str) -> int:
    """Return the line that sets ``key``, or the one that would but for its #; -1 for none."""
    found = -1
    for number in range(len(lines)):
        line = lines[number].strip()
        off = line[:1] == "#"
        name, mark, _ = (line[1:] if off else line).partition("=")
        if mark and name.strip() == key:
            if not off:
                return number
            found = number
    return found


def describe(files, path: str, check: bytes, values: dict, is_right: bool = False) -> None:
    """Write the settings that hold to the file ``path``: ``check``, then JSON objects.

    ``is_right``: nothing is wrong with them, so that the next start may take them from there.
    """
    lines = []
    names = keys()
    for start in range(0, len(names), _PART):
        pairs = [(key, values[key]) for key in names[start : start + _PART]]
        lines.append(Fields(pairs).text().encode())
    text = b"\n".join(lines)
    if is_right:
        check += b" %08x" % crc32(text)
    try:
        files.write(path, check + b"\n" + text)
    except OSError:  # a drive that cannot be written: hosts are told what was true before
        pass
