"""The circuit: Pico with level shifter, or SCORPIO; two boards, button, encoder, supply."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from .kicad import UNUSED, Pin, Schematic, Symbol
from .params import Params
from .pins import controllers

MISSING = "no kicad-cli: apt install -t bookworm-backports --no-install-recommends kicad"

_PICO_GROUNDS = ("3", "8", "13", "18", "23", "28", "33", "38")
# Physical pins 1 to 40 of a Pico; Raspberry Pi Pico datasheet, figure 2.
_PICO = [
    "GP0",
    "GP1",
    "GND",
    "GP2",
    "GP3",
    "GP4",
    "GP5",
    "GND",
    "GP6",
    "GP7",
    "GP8",
    "GP9",
    "GND",
    "GP10",
    "GP11",
    "GP12",
    "GP13",
    "GND",
    "GP14",
    "GP15",
    "GP16",
    "GP17",
    "GND",
    "GP18",
    "GP19",
    "GP20",
    "GP21",
    "GND",
    "GP22",
    "RUN",
    "GP26",
    "GP27",
    "AGND",
    "GP28",
    "ADC_VREF",
    "3V3",
    "3V3_EN",
    "GND",
    "VSYS",
    "VBUS",
]
_KINDS = {"GND": "power_in", "AGND": "power_in", "VSYS": "power_in", "VBUS": "power_out",
          "3V3": "power_out", "RUN": "input", "3V3_EN": "input", "ADC_VREF": "passive"}  # fmt: skip


def _two(name: str, prefix: str) -> Symbol:
    return Symbol(name, prefix, (Pin("1", ""),), (Pin("2", ""),), 7.62)


RESISTOR, FUSE = _two("R", "R"), _two("Fuse", "F")
CAPACITOR = Symbol("C", "C", (Pin("1", "+"),), (Pin("2", "-"),), 10.16)
SWITCH = _two("Button", "SW")
DIODE = Symbol("Schottky", "D", (Pin("A", "A"),), (Pin("K", "K"),), 7.62)
FLAG = Symbol("PWR_FLAG", "#FLG", (Pin("1", "", "power_out"),), (), 5.08)
SUPPLY = Symbol("Supply_5V", "J", (), (Pin("1", "+5V"), Pin("2", "GND")), 10.16)
SELECT = Symbol("LED_source", "J", (Pin("1", "SUPPLY"), Pin("2", "LED"), Pin("3", "USB")), (), 12.7)
BOARD = Symbol("LED_board", "J", (Pin("1", "+5V"), Pin("2", "DATA"), Pin("3", "GND")), (), 12.7)
ENCODER = Symbol(
    "Encoder_push", "ENC",
    (Pin("A", "A"), Pin("C", "C"), Pin("B", "B"), Pin("S1", "S1"), Pin("S2", "S2")), (), 12.7,
)  # fmt: skip
_GATES = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))  # OE, A, Y: SN74AHCT125 data sheet


def _shifter() -> Symbol:
    left: list[Pin | None] = []
    right: list[Pin | None] = []
    for oe, a, y in _GATES:
        left += [Pin(str(oe), "~{OE}", "input"), Pin(str(a), "A", "input")]
        right += [None, Pin(str(y), "Y", "tri_state")]
    left.append(Pin("14", "VCC", "power_in"))
    right.append(Pin("7", "GND", "power_in"))
    return Symbol("74AHCT125", "U", tuple(left), tuple(right), 15.24)


def _pico_symbol() -> Symbol:
    pins = [Pin(str(i), name, _KINDS.get(name, "bidirectional")) for i, name in enumerate(_PICO, 1)]
    return Symbol("Raspberry_Pi_Pico", "U", tuple(pins[:20]), tuple(reversed(pins[20:])), 25.4)


def _scorpio_symbol(controller: Any) -> Symbol:
    header = controller.header
    grounds = tuple(Pin(f"G{i}", "GND", "passive") for i in range(8))
    outputs = tuple(Pin(f"O{i}", f"output {i}", "output") for i in range(8))
    used = (controller.button, *controller.encoder)
    left = [Pin("USB", "USB", "power_out"), Pin("GND", "GND", "power_in"), Pin("BAT", "BAT"),
            Pin("EN", "EN", "input"), Pin("3V", "3.3V", "power_out")]  # fmt: skip
    left += [Pin(header[str(gpio)], header[str(gpio)], "bidirectional") for gpio in used]
    pairs = tuple(pin for pair in zip(outputs, grounds, strict=True) for pin in pair)
    return Symbol("Feather_RP2040_SCORPIO", "U", tuple(left), pairs, 30.48)


def _common(sheet: Schematic, params: Params, data: tuple[str, ...], usb: str) -> None:
    """Place what both variants share: supply, fuses, boards, button, encoder."""
    w = params.wiring
    big = params.supply("5v10a")
    sheet.place(SUPPLY, "J1", f"{big.volts} V {big.supply_ma // 1000} A", 12, 14,
                {"1": "+5V_IN", "2": "GND"})  # fmt: skip
    sheet.place(FUSE, "F1", f"{w.main_fuse_a} A", 28, 14, {"1": "+5V_IN", "2": "+5V_SUPPLY"})
    sheet.place(CAPACITOR, "C1", f"{w.bulk_uf} uF 10 V", 28, 20, {"1": "+5V_SUPPLY", "2": "GND"})
    sheet.place(SELECT, "J2", "wire link: one of two", 52, 15,
                {"1": "+5V_SUPPLY", "2": "+5V_LED", "3": usb})  # fmt: skip
    sheet.place(FLAG, "#FLG1", "PWR_FLAG", 70, 14, {"1": "+5V_LED"})
    sheet.place(FLAG, "#FLG2", "PWR_FLAG", 70, 18, {"1": "GND"})
    for i, name in enumerate(data[:2], 1):
        y = 18 + 10 * i
        rail = f"+5V_BOARD{i}"
        sheet.place(FUSE, f"F{i + 1}", f"{w.board_fuse_a} A", 88, y - 3,
                    {"1": "+5V_LED", "2": rail})  # fmt: skip
        sheet.place(RESISTOR, f"R{i}", f"{w.series_ohm} R", 88, y + 1,
                    {"1": name, "2": f"DATA{i}"})  # fmt: skip
        sheet.place(BOARD, f"J{i + 2}", f"board {i}: {params.pixels} LEDs", 106, y,
                    {"1": rail, "2": f"DATA{i}", "3": "GND"})  # fmt: skip
    if len(data) > 2:
        sheet.place(RESISTOR, "R4", f"{w.series_ohm} R", 88, 52, {"1": data[2], "2": "DATA_DICE"})
        sheet.place(BOARD, "J5", "dice strip (option)", 106, 52,
                    {"1": "+5V_BOARD1", "2": "DATA_DICE", "3": "GND"})  # fmt: skip
    sheet.place(SWITCH, "SW1", "button", 88, 60, {"1": "BUTTON_FAR", "2": "GND"})
    sheet.place(RESISTOR, "R3", f"{w.button_ohm} R", 88, 66, {"1": "BUTTON", "2": "BUTTON_FAR"})
    sheet.place(CAPACITOR, "C4", f"{w.button_nf} nF", 88, 72, {"1": "BUTTON", "2": "GND"})
    turns = {"A": "ENC_A", "C": "GND", "B": "ENC_B", "S1": "BUTTON_FAR", "S2": "GND"}
    sheet.place(ENCODER, "ENC1", "EC11 (option)", 106, 66, turns)


def pico(params: Params) -> Schematic:
    """Return the circuit with a Pico and a 74AHCT125."""
    c = {found.name: found for found in controllers(params)}["pico"]
    sheet = Schematic("twelve-pico", "Twelve Table: Pico, 74AHCT125, two boards")
    _common(sheet, params, ("SHIFT1", "SHIFT2", "SHIFT3"), "+5V_USB")
    signals = {c.leds[0]: "LED1", c.leds[1]: "LED2", c.dice: "DICE", c.button: "BUTTON"}
    signals |= dict(zip(c.encoder, ("ENC_A", "ENC_B"), strict=True))
    nets = dict.fromkeys(map(str, range(1, 41)), UNUSED)
    nets |= dict.fromkeys(_PICO_GROUNDS, "GND")
    nets |= {"39": "VSYS", "40": "+5V_USB"}
    nets |= {c.header[str(gpio)]: net for gpio, net in signals.items()}
    sheet.place(_pico_symbol(), "U1", c.label, 24, 50, nets)
    sheet.place(DIODE, "D1", "1N5817", 52, 22, {"A": "+5V_LED", "K": "VSYS"})
    sheet.place(FLAG, "#FLG3", "PWR_FLAG", 70, 22, {"1": "VSYS"})
    gates = {"14": "+5V_LED", "7": "GND"}
    lines = (("LED1", "SHIFT1"), ("LED2", "SHIFT2"), ("DICE", "SHIFT3"), ("GND", UNUSED))
    for (oe, a, y), (source, target) in zip(_GATES, lines, strict=True):
        gates |= {str(oe): "GND" if target else "+5V_LED", str(a): source, str(y): target}
    sheet.place(_shifter(), "U2", "SN74AHCT125N", 56, 46, gates)
    sheet.place(CAPACITOR, "C3", "100 nF", 56, 58, {"1": "+5V_LED", "2": "GND"})
    sheet.note("Link 1-2: LEDs from the supply. Link 2-3: from USB. Never both.", 10, 8)
    sheet.note("The shifter is fed by the LEDs' own rail: data is as high as they want it.", 30, 34)
    return sheet


def scorpio(params: Params) -> Schematic:
    """Return the circuit with a Feather RP2040 SCORPIO, whose outputs are 5 V already."""
    c = {found.name: found for found in controllers(params)}["feather-scorpio"]
    sheet = Schematic("twelve-scorpio", "Twelve Table: Feather SCORPIO, two boards")
    _common(sheet, params, ("OUT1", "OUT2", "OUT3"), "+5V_USB")
    symbol = _scorpio_symbol(c)
    nets = {pin.number: UNUSED for pin, *_ in symbol.ends()}
    nets |= {f"G{i}": "GND" for i in range(8)}
    nets |= {"USB": "+5V_USB", "GND": "GND"}
    used = ((c.leds[0], "OUT1"), (c.leds[1], "OUT2"), (c.dice, "OUT3"))
    nets |= {"O" + c.header[str(gpio)].split()[-1]: net for gpio, net in used}
    nets |= {c.header[str(c.button)]: "BUTTON"}
    names = zip(c.encoder, ("ENC_A", "ENC_B"), strict=True)
    nets |= {c.header[str(gpio)]: net for gpio, net in names}
    sheet.place(symbol, "U1", c.label, 36, 54, nets)
    sheet.note("Link 1-2: LEDs from the supply. Link 2-3: from USB. Never both.", 10, 8)
    sheet.note("The Feather is fed through its USB socket only: laptop or charger.", 14, 36)
    return sheet


def kicad() -> str | None:
    """Return the program of KiCad, None where there is none."""
    return shutil.which("kicad-cli")


def rule_check(path: Path) -> str:
    """Return "" when the electrical rule check of a schematic finds nothing, else its report."""
    report = path.with_suffix(".rpt")
    command = ["kicad-cli", "sch", "erc", "--exit-code-violations", "--severity-all"]
    done = subprocess.run(
        [*command, "--output", str(report), str(path)], capture_output=True, text=True
    )
    if done.returncode == 0:
        return ""
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    return f"{done.stdout}{done.stderr}{text}"


def draw(path: Path) -> Path:
    """Write the schematic as PDF beside it; return its path."""
    target = path.with_suffix(".pdf")
    command = ["kicad-cli", "sch", "export", "pdf", "--exclude-drawing-sheet"]
    done = subprocess.run([*command, "--output", str(target), str(path)], capture_output=True)
    done.check_returncode()
    return target
