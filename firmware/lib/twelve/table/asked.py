"""Requests about the table itself: its settings, a changed one, a restart (record/README.md).

Settings are only handed on here: the code that understands them runs at the next start, when
memory is free.
"""

from ..base.errors import Refusal
from ..base.text import Fields

# Files that the next start reads or has left (setup.py).
VALUES = "settings.told"  # the check of table.toml, then JSON objects of the settings that hold
CHANGES = "settings.new"  # changes that were asked for, a JSON object each
ONCE = "service.once"  # asks for a free REPL (or drive) at the next start, once

_WISHES = ("restart", "service", "repl")


def do(message: dict, session, files) -> str:
    """Do a request; return what is to be run instead of the table, "" for the table itself.

    Raises Refusal, OSError where flash refuses.
    """
    kind = message["m"]
    if kind == "settings":
        for text in (files.read(VALUES) or b"").split(b"\n")[1:]:
            if len(text) < 900:
                session.send('{"m":"settings","v":%s}' % text.decode())
        for text in (files.read(CHANGES) or b"").split(b"\n"):
            if text[-1:] == b"}" and len(text) < 900:
                session.send('{"m":"settings","next":%s}' % text.decode())
    elif kind == "set":
        key, value = message.get("key"), message.get("value")
        if type(key) is not str or value is None or type(value) is dict:
            raise Refusal("bad_request", "set needs a key and a value")
        if files.refused:
            raise Refusal("busy", "the drive cannot be written now")
        text = Fields((("key", key), ("value", value))).text()
        files.append(CHANGES, text.encode() + b"\n")
    else:
        wish = message.get("to", "restart")
        if wish not in _WISHES:
            raise Refusal("bad_request", "restart goes to restart, service or repl")
        if wish == "repl":
            files.write(ONCE, b"1")
        return "service" if wish == "service" else "restart"
    return ""
