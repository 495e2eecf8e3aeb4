"""What is done once at power-on: settings and their plan, pins, first light, earlier faults.

Its code is let go again (:func:`forget`), as is that of everything that it alone needs.
"""

import json

from ..base.compat import Values, const, crc32, let_go

_PATH = "table.toml"
KNOWN_CHECK = const(0xABD77659)  # of settings.KNOWN: other firmware knows other settings
# Files that a running table leaves for the next start, or is left (asked.py).
_VALUES = "settings.told"
_CHANGES = "settings.new"
_ONCE = "service.once"
_FAULT = "fault.json"


def prepare(files, port=None) -> Values:
    """Return the settings and what follows from them.

    Besides the settings: ``wired`` and ``lit`` boards, a ``notice`` where some stay dark,
    ``problems`` in words and the ``code`` of the first, ``read`` for scenes/frame.py. With a
    ``port`` that has LEDs its pins are taken and there is first light.
    """
    from .power import Plan

    refused = []
    if files.size(_CHANGES):
        from .change import apply

        refused = apply(files, _CHANGES)
    check = b"%08x" % crc32(files.read(_PATH) or b"", KNOWN_CHECK)
    told = files.read(_VALUES) or b""
    settings = None if refused or told[:9] != check + b" " else _told(files, told[9:])
    is_news = settings is None
    if settings is None:
        settings = _read(files)
        settings.problems.extend(refused)
    plan = Plan(settings)
    if port is not None and port.has_leds:
        plan = _open(port, settings, plan)
    values = settings.values
    if is_news and (not settings.problems or told[:8] != check):
        from .change import describe

        # Where all are right, the next start need not read table.toml.
        describe(files, _VALUES, check, values, not settings.problems)
    if plan.wired < settings.boards and values["dice_pin"] == -1:
        values["dice_strip"] = False  # in the chain it is behind boards that nothing is sent to
    values["wired"], values["lit"], values["notice"] = plan.wired, plan.lit, plan.notice
    # In the shows' own time, which the pace stretches; 1600 ms are usual.
    values["read"] = values["read_ms"] * values["pace"] // 1600
    values["problems"], values["code"] = settings.problems, settings.code
    return Values(values)


def _read(files):
    from .settings import read

    return read(files)


class _Told(Values):
    """Settings as an earlier start has told them: they were all right then."""

    def __init__(self, files, values: dict):
        self.values, self.problems, self.code = values, [], 0
        self._files = files

    def refuse(self, key: str, why: str, other: str = "") -> None:
        """Take the defaults of ``key`` and ``other``, and say why (settings.py)."""
        settings = _read(self._files)
        settings.refuse(key, why, other)
        self.values, self.problems, self.code = settings.values, settings.problems, settings.code


def _told(files, text: bytes):
    """Return the settings in the ``text`` of those told, None where it is damaged."""
    lines = text.split(b"\n")
    if lines[0] != b"%08x" % crc32(text[9:]):
        return None
    values = {}
    for line in lines[1:]:
        values.update(json.loads(line))
    return _Told(files, values)


def _open(port, settings, plan):
    """Take the pins; a setting that cannot be is refused and its default used."""
    from .power import Plan
    from .wiring import line_sizes

    refused = []
    while True:
        try:
            port.open(settings, line_sizes(settings, plan.wired))
            break
        except ValueError as error:
            key, why = error.args
            if key in refused:  # its default cannot be, either
                raise
            refused.append(key)
            settings.refuse(key, why)
            plan = Plan(settings)
    port.first_light(plan.first_light)
    return plan


def forget() -> None:
    """Let go of the code that is needed once."""
    package = __name__[: __name__.rfind(".") + 1]
    for name in ("settings", "power", "wiring", "change", "setup"):
        let_go(package + name)


def faults_of(port):
    """Return the faults of this table, None where there are none: then no code is needed."""
    if not port.was_stuck and not port.files.size(_FAULT):
        return None
    from .faults import Faults

    faults = Faults(port.files)
    if port.was_stuck:
        port.was_stuck = False
        faults.note("loop", "the watchdog had to reset the board", 0)
    return faults


def wants_repl(files) -> bool:
    """Return whether this start was asked to leave the board alone, once."""
    if not files.size(_ONCE):
        return False
    try:
        files.remove(_ONCE)
    except OSError:  # the drive is the computer's already, which is what was asked for
        return False
    return True
