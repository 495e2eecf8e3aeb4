"""What is done once at power-on: settings and their plan, pins, first light, earlier faults.

Its code is let go again (:func:`forget`), as is that of everything that it alone needs.
"""

from ..base.compat import Values, crc32, let_go

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
    from .settings import KNOWN, PATH, read

    refused = []
    if files.size(_CHANGES):
        from .change import apply

        refused = apply(files, _CHANGES)
    settings = read(files)
    settings.problems.extend(refused)
    plan = Plan(settings)
    if port is not None and port.has_leds:
        plan = _open(port, settings, plan)
    values = settings.values
    # Other firmware knows other settings.
    check = b"%08x" % crc32(files.read(PATH) or b"", crc32(KNOWN.encode()))
    if files.read_at(_VALUES, 0, 8) != check:
        from .change import describe

        describe(files, _VALUES, check, values)
    values["wired"], values["lit"], values["notice"] = plan.wired, plan.lit, plan.notice
    # In the shows' own time, which the pace stretches; 1600 ms are usual.
    values["read"] = values["read_ms"] * values["pace"] // 1600
    values["problems"], values["code"] = settings.problems, settings.code
    return Values(values)


def _open(port, settings, plan):
    """Take the pins; a setting that cannot be is refused and its default used."""
    from .power import Plan
    from .wiring import line_sizes

    while True:
        try:
            port.open(settings, line_sizes(settings, plan.wired))
            break
        except ValueError as error:
            key, why = error.args
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
