"""The pin table of every controller, as Markdown, from params.toml."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from .params import Params


def controllers(params: Params) -> list[Any]:
    """Return the controllers; one that is ``like`` another has what that one has."""
    found: dict[str, dict[str, Any]] = {}
    for raw in params.raw["controllers"]:
        base = found.get(raw.get("like", ""), {})
        found[raw["name"]] = {"dice": None, **base, **raw}
    return [SimpleNamespace(**values) for values in found.values()]


def signals(controller: Any) -> list[tuple[str, int, str]]:
    """Return (what, GPIO, where it goes) of every wire of ``controller``."""
    through = "through a gate of the level shifter, then " if controller.shifter else ""
    found = [
        (f"data of board {i}", gpio, f"{through}330 Ω at the board's first LED")
        for i, gpio in enumerate(controller.leds, 1)
    ]
    if controller.dice is not None:
        found.append(("data of the dice strip", controller.dice, f"{through}330 Ω at the strip"))
    found.append(("button and push of the encoder", controller.button, "other side to ground"))
    found += [
        (f"encoder {name}", gpio, "C of the encoder to ground")
        for name, gpio in zip("AB", controller.encoder, strict=True)
    ]
    return found


def table(params: Params) -> str:
    """Return all pin tables."""
    parts = []
    for controller in controllers(params):
        parts.append(f'### {controller.label}: `controller = "{controller.name}"`\n')
        parts.append("| wire | GPIO | on the header | goes to |\n| --- | --- | --- | --- |")
        for what, gpio, where in signals(controller):
            pin = controller.header[str(gpio)]
            parts.append(f"| {what} | {gpio} | {pin} | {where} |")
        parts.append(f"| +5 V in | – | {controller.supply_pin} | 5 V rail of the LEDs |")
        parts.append(
            f"| +5 V out, on USB alone | – | {controller.usb_pin} | the terminal's pole USB |"
        )
        parts.append(f"| ground | – | {controller.ground} | common ground |")
        parts.append(f"\nSource: {controller.source}.\n")
    return "\n".join(parts)
