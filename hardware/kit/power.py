"""The power budget: currents, fuses and cables, and the white that the firmware's cap leaves."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .params import Params, use_firmware


def draw(params: Params, boards: int) -> dict[str, int]:
    """Return mA of ``boards`` boards: dark, white as measured, at most, by the cap's model."""
    led, pixels = params.led, params.pixels * boards
    return {
        "idle": led.idle_ma * pixels,
        "white": led.white_ma * pixels,
        "most": led.white_ma_range[1] * pixels,
        "model": (led.idle_ma + 3 * led.channel_ma) * pixels,
    }


def wire_ms(params: Params, boards: int) -> float:
    """Return how long a frame takes on one data line with ``boards`` boards on it."""
    return params.led.us_a_pixel * params.pixels * boards / 1000


def white(supply: str, boards: int, extra: str = "") -> dict[str, Any]:
    """Return what a full white frame comes to by the firmware's own model, settings default.

    mA drawn, percent of full light left, whether the cap is at work, boards lit. ``extra`` are
    more lines of table.toml.
    """
    use_firmware()
    from twelve.ports.flash import Files
    from twelve.table.output import Output
    from twelve.table.scenes.frame import WHITE, Frame
    from twelve.table.setup import prepare

    with TemporaryDirectory() as folder:
        text = f'supply = "{supply}"\nboards = {boards}\nbrightness = 100\n{extra}'
        Path(folder, "table.toml").write_text(text, encoding="utf-8")
        setup = prepare(Files(folder + "/"))
    frame = Frame(boards)
    frame.pixels[:] = bytes([WHITE | 15]) * len(frame.pixels)
    output = Output(setup, frame, 5)
    output.render()
    return {
        "ma": output.ma,
        "percent": 100 * max(output.data) / 255,
        "capped": output.capped,
        "lit": setup.lit,
    }


def budget(params: Params) -> str:
    """Return the power budget as Markdown tables."""
    lines = [
        "| boards | dark | all white, measured | most | modelled | one chain | a line each |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for boards in range(1, 7):
        ma = draw(params, boards)
        lines.append(
            f"| {boards} | {ma['idle'] / 1000:.2f} A | {ma['white'] / 1000:.1f} A "
            f"| {ma['most'] / 1000:.1f} A | {ma['model'] / 1000:.1f} A "
            f"| {wire_ms(params, boards):.1f} ms | {wire_ms(params, 1):.1f} ms |"
        )
    lines += [
        "",
        "| `supply` | gives | cap of the LEDs | cap a board | boards | main fuse | cable |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for supply in params.supplies:
        fuse = f"{supply.fuse_a} A" if supply.fuse_a else "in the port"
        lines.append(
            f"| `{supply.name}`: {supply.label} | {supply.supply_ma / 1000:.1f} A "
            f"| {supply.cap_ma} mA | {supply.board_cap_ma} mA | 1–{supply.max_boards} "
            f"| {fuse} | {supply.gauge} AWG |".replace("1–1", "1")
        )
    return "\n".join(lines)


def white_table(params: Params) -> str:
    """Return how bright a full white frame is left, for every supply and number of boards."""
    lines = [
        "| `supply` | boards | lit | draws | cap | full white is left with |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for supply in params.supplies:
        for boards in range(1, supply.max_boards + 1):
            found = white(supply.name, boards)
            cap_ma = min(supply.cap_ma, supply.board_cap_ma * boards)
            lines.append(
                f"| `{supply.name}` | {boards} | {found['lit']} | {found['ma']} mA "
                f"| {cap_ma} mA | {found['percent']:.0f} % |"
            )
    return "\n".join(lines)
