"""The circuit and its cables: what is tied to what, KiCad's rules, and the harness."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trees

sys.path.insert(0, str(trees.HARDWARE))

from kit import harness, kicad, schematic
from kit.params import load

from twelve.ports.pins import CONTROLLERS

PARAMS = load()
SHEETS = {"pico": schematic.pico, "feather-scorpio": schematic.scorpio}
# GPIO to physical pin of a Pico, from its datasheet and independent of the drawing.
PICO = dict(
    zip(
        [*range(23), 26, 27, 28],
        [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31,
         32, 34],
        strict=True,
    )
)  # fmt: skip


def net_of(sheet: kicad.Schematic, pin: str) -> str:
    """Return the net that ``pin`` (like U1.21) is tied to; "" when it is open."""
    return next((net for net, pins in sheet.nets.items() if pin in pins), "")


def test_the_pico_is_wired_as_the_firmware_drives_it() -> None:
    sheet = schematic.pico(PARAMS)
    leds, button, (a, b), dice = CONTROLLERS["pico"]
    for gpio, gate in zip((leds[0], leds[1], dice), ((2, 3), (5, 6), (9, 8)), strict=True):
        assert net_of(sheet, f"U1.{PICO[gpio]}") == net_of(sheet, f"U2.{gate[0]}") != ""
    for board, gate in ((3, 3), (4, 6), (5, 8)):
        resistor = {3: "R1", 4: "R2", 5: "R4"}[board]
        assert net_of(sheet, f"U2.{gate}") == net_of(sheet, f"{resistor}.1")
        assert net_of(sheet, f"{resistor}.2") == net_of(sheet, f"J{board}.2")
    assert net_of(sheet, f"U1.{PICO[button]}") == net_of(sheet, "R3.1")
    assert net_of(sheet, "R3.2") == net_of(sheet, "SW1.1") == net_of(sheet, "ENC1.S1")
    assert net_of(sheet, f"U1.{PICO[a]}") == net_of(sheet, "ENC1.A")
    assert net_of(sheet, f"U1.{PICO[b]}") == net_of(sheet, "ENC1.B")


def test_the_scorpio_is_wired_as_the_firmware_drives_it() -> None:
    sheet = schematic.scorpio(PARAMS)
    leds, button, (a, b), dice = CONTROLLERS["feather-scorpio"]
    for gpio, resistor in ((leds[0], "R1"), (leds[1], "R2"), (dice, "R4")):
        assert net_of(sheet, f"U1.O{gpio - 16}") == net_of(sheet, f"{resistor}.1") != ""
    pins = ((button, "R3.1"), (a, "ENC1.A"), (b, "ENC1.B"))
    for gpio, other in pins:
        assert net_of(sheet, f"U1.D{gpio}") == net_of(sheet, other) != ""


@pytest.mark.parametrize("name", SHEETS)
def test_power_goes_where_it_must_and_nowhere_else(name: str) -> None:
    sheet = SHEETS[name](PARAMS)
    rails = {"+5V_IN", "+5V_SUPPLY", "+5V_LED", "+5V_USB", "+5V_BOARD1", "+5V_BOARD2", "GND"}
    assert rails <= set(sheet.nets)
    assert net_of(sheet, "F1.1") == net_of(sheet, "J1.1")  # nothing before the main fuse
    assert sheet.nets["+5V_IN"] == ["J1.1", "F1.1"]
    assert net_of(sheet, "C1.1") == "+5V_SUPPLY"  # never behind the USB plug
    assert [net_of(sheet, f"J2.{pin}") for pin in (1, 2, 3)] == ["+5V_SUPPLY", "+5V_LED", "+5V_USB"]
    for board, fuse in (("J3", "F2"), ("J4", "F3")):
        assert net_of(sheet, f"{fuse}.2") == net_of(sheet, f"{board}.1") != "+5V_LED"
        assert net_of(sheet, f"{board}.3") == "GND"
    assert all(len(pins) > 1 for pins in sheet.nets.values())
    if name == "pico":
        assert net_of(sheet, "D1.A") == "+5V_LED" and net_of(sheet, "D1.K") == "VSYS"
        assert sheet.nets["VSYS"] == ["U1.39", "D1.K", "#FLG3.1"]
        assert net_of(sheet, "U2.14") == "+5V_LED"
    else:
        assert "VSYS" not in sheet.nets and "U2.14" not in sheet.nets["+5V_LED"]


def test_a_pin_that_is_forgotten_is_an_error() -> None:
    sheet = kicad.Schematic("test", "Test")
    with pytest.raises(ValueError, match="R1"):
        sheet.place(schematic.RESISTOR, "R1", "1", 5, 5, {"1": "A"})


needs_kicad = pytest.mark.skipif(schematic.kicad() is None, reason=schematic.MISSING)


@needs_kicad
@pytest.mark.parametrize("name", SHEETS)
def test_no_electrical_rule_is_broken(name: str, tmp_path: Path) -> None:
    assert schematic.rule_check(SHEETS[name](PARAMS).write(tmp_path)) == ""


@needs_kicad
def test_a_broken_rule_is_noticed(tmp_path: Path) -> None:
    path = schematic.pico(PARAMS).write(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert text.count('(label "VSYS"') == 3
    path.write_text(text.replace('(label "VSYS"', '(label "ELSEWHERE"', 1), encoding="utf-8")
    assert "not driven" in schematic.rule_check(path)


def test_every_wire_of_the_harness_has_two_ends() -> None:
    for boards in (1, 2):
        drawn = harness.harness(PARAMS, boards)
        used: dict[str, set[int]] = {}
        for run in drawn["connections"]:
            assert len({len(pins) for end in run for pins in end.values()}) == 1
            for end in run:
                for name, pins in end.items():
                    assert not used.setdefault(name, set()) & set(pins)
                    used[name] |= set(pins)
        for name, connector in drawn["connectors"].items():
            assert used[name] == set(range(1, len(connector["pinlabels"]) + 1)), name
        for name, cable in drawn["cables"].items():
            assert used[name] == set(range(1, cable["wirecount"] + 1)), name
            assert len(cable["colors"]) == cable["wirecount"]


def test_the_harness_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("wireviz", reason="cables need the CAD packages: pip install -e '.[cad]'")
    if harness.dot() is None:
        pytest.skip(harness.MISSING)
    harness.draw(PARAMS, tmp_path)
    drawn = (tmp_path / "harness.svg").read_text(encoding="utf-8")
    assert "Board 2" in drawn and "GP16" in drawn and "10 A fuse" in drawn
