"""A chip's pins, watchdog and reset, for MicroPython on a PC: the button is a file's presence."""

import os
import sys

PWRON_RESET, WDT_RESET = 1, 3
RESET_STATUS = 85  # the process ends with it to be begun anew


class _Irq:
    def flags(self):
        return 0


class Pin:
    """A pin; number 15 is down while the file FAKE_BUTTON is there."""

    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 8, 4

    def __init__(self, pin, mode=0, pull=None):
        if not 0 <= pin < 30:
            raise ValueError("invalid pin")
        self.pin = pin

    def value(self):
        """Return the level."""
        try:
            os.stat(os.getenv("FAKE_BUTTON"))
        except OSError:
            return 1
        return 0 if self.pin == 15 else 1

    def irq(self, handler, trigger, hard=False):
        """Take an interrupt that never comes: the port must see the level all the same."""
        return _Irq()


class WDT:
    """A watchdog that nobody needs here."""

    def __init__(self, timeout):
        if timeout > 8388:
            raise ValueError("timeout too long")

    def feed(self):
        """Be fed."""


def reset():
    """End the process so that it is begun anew."""
    sys.exit(RESET_STATUS)


def reset_cause():
    """Return why the chip started."""
    return PWRON_RESET


def unique_id():
    """Return a serial number that all such chips share."""
    return b"\xff" * 8
