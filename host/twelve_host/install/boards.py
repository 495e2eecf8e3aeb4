"""The boards that the firmware runs on: their names, their chips' code, how USB shows them.

Sources: usb.ids and Raspberry Pi's usb-pid list (vendor and product ids); py/persistentcode.h of
MicroPython (the numbers of native architectures).
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Board:
    """One controller board: its name in table.toml, and its chip's native code for mpy-cross."""

    name: str
    arch: str
    words: tuple[str, ...]  # one of them is in what MicroPython or boot_out.txt calls the board
    uf2: str  # where its runtimes are found, in micropython.org's and circuitpython.org's names
    circuitpython: str


BOARDS = {
    board.name: board
    for board in (
        Board("pico2", "armv7emsp", ("pico2", "pico 2"), "RPI_PICO2", "raspberry_pi_pico2"),
        Board("pico-w", "armv6m", ("pico w",), "RPI_PICO_W", "raspberry_pi_pico_w"),
        Board("pico", "armv6m", ("pico",), "RPI_PICO", "raspberry_pi_pico"),
        Board(
            "feather-scorpio",
            "armv6m",
            ("scorpio",),
            "ADAFRUIT_FEATHER_RP2040",
            "adafruit_feather_rp2040_scorpio",
        ),
        Board(
            "esp32-s3",
            "xtensawin",
            ("esp32s3", "esp32-s3"),
            "ESP32_GENERIC_S3",
            "espressif_esp32s3_devkitc_1_n8",
        ),
    )
}
DEFAULT = "pico"

# What MicroPython's sys.implementation._mpy >> 10 counts.
ARCHITECTURES = (
    *(None, "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp"),
    *("xtensa", "xtensawin", "rv32imc"),
)

_VENDORS = {
    0x2E8A: "a Raspberry Pi board",
    0x239A: "a board with CircuitPython",
    0x303A: "an Espressif board",
    0x0403: "a USB to serial adapter",
    0x067B: "a USB to serial adapter",
    0x10C4: "a USB to serial adapter, or a board with one",
    0x1A86: "a USB to serial adapter, or a board with one",
    0x2341: "an Arduino",
}
_PRODUCTS = {
    (0x2E8A, 0x0005): "a board with MicroPython",
    (0x2E8A, 0x000A): "a Raspberry Pi board with a program of its own",
    (0x2E8A, 0x000C): "a Raspberry Pi debug probe",
}
_BOARD_VENDORS = (0x2E8A, 0x239A, 0x303A)


def named(machine: str) -> Board | None:
    """Return the board that a runtime calls ``machine``, None for one that is not known."""
    text = machine.lower().replace("_", " ")
    return next(
        (b for b in BOARDS.values() if any(re.search(rf"\b{word}\b", text) for word in b.words)),
        None,
    )


def guess(vid: int | None, pid: int | None) -> str:
    """Return what a serial port with these USB ids probably is."""
    if vid is None or pid is None:
        return "not on USB"
    return _PRODUCTS.get((vid, pid)) or _VENDORS.get(vid, "something else")


def may_be_board(vid: int | None, pid: int | None) -> bool:
    """Return whether a port with these USB ids may be a board that the firmware runs on."""
    return vid in _BOARD_VENDORS and (vid, pid) != (0x2E8A, 0x000C)
