"""Who owns CircuitPython's drive: the code, or in service mode the computer."""

import os

import microcontroller
import storage
from digitalio import DigitalInOut, Direction, Pull

from .pins import CONTROLLERS

_ONCE = "/service.once"  # a file that asks for service mode at the next start, once


def is_ours() -> bool:
    """Return whether code may write files now."""
    return not storage.getmount("/").readonly


def computer_gets_it() -> bool:
    """Return whether the computer is to own the drive: asked once, or by a button held now."""
    try:
        os.stat(_ONCE)
    except OSError:
        return _is_held()
    storage.remount("/", readonly=False)
    os.remove(_ONCE)
    storage.remount("/", readonly=True)
    return True


def go_on() -> None:
    """Begin anew after Ctrl-C where the code owns the drive; in service mode it gives the REPL.

    The watchdog does not help: CircuitPython stops it when Ctrl-C has stopped the code.
    """
    if is_ours():
        microcontroller.reset()


def button_pins(text: str) -> tuple:
    """Return the button's pins by table.toml, of which boot.py needs no more: given, usual."""
    pin, controller = None, "pico"
    for line in text.split("\n"):
        key, mark, value = line.partition("=")
        value = value.partition("#")[0].strip()
        if mark and key.strip() == "button_pin":
            pin = int(value) if value.isdigit() else value.strip('"')
        elif mark and key.strip() == "controller":
            controller = value.strip('"')
    return pin, CONTROLLERS.get(controller, CONTROLLERS["pico"])[1]


def _pin_of(pin):
    """Return the pin of that number or name, None where the board has none."""
    if type(pin) is not str:
        return getattr(microcontroller.pin, "GPIO%s" % pin, None)
    import board

    return getattr(board, pin, None)


def _is_held() -> bool:
    try:
        with open("/table.toml") as file:
            text = file.read()
    except (OSError, UnicodeError):  # the table will say so; here the usual pin is as good
        text = ""
    given, usual = button_pins(text)
    found = _pin_of(given) or _pin_of(usual)  # the table takes the usual one, too, and says so
    if found is None:
        return False
    button = DigitalInOut(found)
    button.direction = Direction.INPUT
    button.pull = Pull.UP
    held = not button.value
    button.deinit()
    return held
