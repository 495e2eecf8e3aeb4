"""Writes KiCad 9 schematics: symbols as boxes with named pins, nets by label, alike every time.

Format: KiCad developer documentation, "Schematic File Format" and "Symbol Library File Format".
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

LIBRARY = "twelve"
GRID = 2.54
STUB = 5.08  # wire between a pin and its label
UNUSED = ""  # a pin that is meant to be open

_FONT = "(effects (font (size 1.27 1.27)))"
_HIDDEN = "(effects (font (size 1.27 1.27)) (hide yes))"


@dataclass(frozen=True)
class Pin:
    """A pin: what is printed at it, its number, its electrical type for the rule check."""

    number: str
    name: str
    kind: str = "passive"


@dataclass(frozen=True)
class Symbol:
    """A box with pins on its left and its right side; ``None`` leaves a place empty."""

    name: str
    prefix: str
    left: tuple[Pin | None, ...]
    right: tuple[Pin | None, ...] = ()
    width: float = 20.32

    @property
    def height(self) -> float:
        """The height of the box, a whole number of grid steps."""
        return GRID * (max(len(self.left), len(self.right)) + 1)

    def ends(self) -> list[tuple[Pin, float, float, int]]:
        """Return (pin, x, y, angle) of where wires meet the pins; y is up, as in libraries."""
        found = []
        top = GRID * (max(len(self.left), len(self.right)) // 2)
        for side, pins in ((-1, self.left), (1, self.right)):
            for i, pin in enumerate(pins):
                if pin is not None:
                    x = side * (self.width / 2 + GRID)
                    found.append((pin, x, top - GRID * i, 0 if side < 0 else 180))
        return found

    def text(self, prefix: str = "") -> str:
        """Return the symbol's definition; ``prefix`` is the library's name inside schematics."""
        top = GRID * (max(len(self.left), len(self.right)) // 2) + GRID
        half, low = self.width / 2, top - self.height
        pins = "".join(
            f"(pin {pin.kind} line (at {x:g} {y:g} {angle}) (length {GRID}) "
            f'(name "{pin.name}" {_FONT}) (number "{pin.number}" {_FONT}))\n'
            for pin, x, y, angle in self.ends()
        )
        power = "(power)\n" if self.prefix.startswith("#") else ""
        return (
            f'(symbol "{prefix}{self.name}" {power}(pin_names (offset 0.8)) (exclude_from_sim no)'
            " (in_bom yes) (on_board yes)\n"
            f'(property "Reference" "{self.prefix}" (at 0 {top + 1.27:g} 0) {_FONT})\n'
            f'(property "Value" "{self.name}" (at 0 {low - 1.27:g} 0) {_FONT})\n'
            f'(property "Footprint" "" (at 0 0 0) {_HIDDEN})\n'
            f'(property "Datasheet" "" (at 0 0 0) {_HIDDEN})\n'
            f'(property "Description" "" (at 0 0 0) {_HIDDEN})\n'
            f'(symbol "{self.name}_0_1" (rectangle (start {-half:g} {top:g}) (end {half:g} {low:g})'
            " (stroke (width 0.254) (type default)) (fill (type background))))\n"
            f'(symbol "{self.name}_1_1"\n{pins}))\n'
        )


@dataclass
class Schematic:
    """A sheet: placed symbols whose pins are tied to nets by name."""

    name: str
    title: str
    symbols: dict[str, Symbol] = field(default_factory=dict)
    body: list[str] = field(default_factory=list)
    nets: dict[str, list[str]] = field(default_factory=dict)

    def _uuid(self, *parts: object) -> str:
        return str(uuid5(NAMESPACE_URL, "/".join(map(str, (self.name, *parts)))))

    def place(
        self, symbol: Symbol, reference: str, value: str, x: int, y: int, nets: dict[str, str]
    ) -> None:
        """Place ``symbol`` at grid (x, y); ``nets`` maps each pin's number to its net or UNUSED."""
        wanted = {pin.number for pin, *_ in symbol.ends()}
        if set(nets) != wanted:
            raise ValueError(
                f"{reference}: pins {sorted(wanted ^ set(nets))} are not tied or not there"
            )
        self.symbols[symbol.name] = symbol
        at_x, at_y = x * GRID, y * GRID
        top = GRID * (max(len(symbol.left), len(symbol.right)) // 2) + GRID
        low = top - symbol.height
        pins = "".join(
            f'(pin "{pin.number}" (uuid "{self._uuid(reference, pin.number)}"))'
            for pin, *_ in symbol.ends()
        )
        self.body.append(
            f'(symbol (lib_id "{LIBRARY}:{symbol.name}") (at {at_x:g} {at_y:g} 0) (unit 1)'
            " (exclude_from_sim no) (in_bom yes) (on_board yes) (dnp no)"
            f' (uuid "{self._uuid(reference)}")\n'
            f'(property "Reference" "{reference}" (at {at_x:g} {at_y - top - 1.27:g} 0) {_FONT})\n'
            f'(property "Value" "{value}" (at {at_x:g} {at_y - low + 1.27:g} 0) {_FONT})\n'
            f'(property "Footprint" "" (at {at_x:g} {at_y:g} 0) {_HIDDEN})\n'
            f'(property "Datasheet" "" (at {at_x:g} {at_y:g} 0) {_HIDDEN})\n'
            f'(property "Description" "" (at {at_x:g} {at_y:g} 0) {_HIDDEN})\n'
            f'{pins}(instances (project "{self.name}" (path "/{self._uuid("sheet")}"'
            f' (reference "{reference}") (unit 1)))))\n'
        )
        for pin, px, py, angle in symbol.ends():
            self._tie(reference, pin, at_x + px, at_y - py, angle, nets[pin.number])

    def _tie(self, reference: str, pin: Pin, x: float, y: float, angle: int, net: str) -> None:
        key = f"{reference}.{pin.number}"
        if net == UNUSED:
            self.body.append(f'(no_connect (at {x:g} {y:g}) (uuid "{self._uuid(key, "open")}"))\n')
            return
        self.nets.setdefault(net, []).append(key)
        end = x - STUB if angle == 0 else x + STUB
        side, turn = ("right", 180) if angle == 0 else ("left", 0)
        self.body.append(
            f"(wire (pts (xy {x:g} {y:g}) (xy {end:g} {y:g})) (stroke (width 0) (type default))"
            f' (uuid "{self._uuid(key, "wire")}"))\n'
            f'(label "{net}" (at {end:g} {y:g} {turn}) (effects (font (size 1.27 1.27))'
            f' (justify {side} bottom)) (uuid "{self._uuid(key, "label")}"))\n'
        )

    def note(self, text: str, x: int, y: int) -> None:
        """Put ``text`` on the sheet at grid (x, y)."""
        quoted = json.dumps(text, ensure_ascii=False)
        self.body.append(
            f"(text {quoted} (exclude_from_sim no) (at {x * GRID:g} {y * GRID:g} 0)"
            f' (effects (font (size 2 2)) (justify left bottom)) (uuid "{self._uuid(text)}"))\n'
        )

    def write(self, folder: Path) -> Path:
        """Write the project into ``folder``: schematic, its own library, and the table of it."""
        folder.mkdir(parents=True, exist_ok=True)
        library = "".join(symbol.text() for symbol in self.symbols.values())
        inside = "".join(symbol.text(f"{LIBRARY}:") for symbol in self.symbols.values())
        head = '(generator "twelve_table") (generator_version "9.0")'
        (folder / f"{LIBRARY}.kicad_sym").write_text(
            f"(kicad_symbol_lib (version 20241209) {head}\n{library})\n", encoding="utf-8"
        )
        (folder / "sym-lib-table").write_text(
            f'(sym_lib_table (version 7) (lib (name "{LIBRARY}") (type "KiCad")'
            f' (uri "${{KIPRJMOD}}/{LIBRARY}.kicad_sym") (options "") (descr "")))\n',
            encoding="utf-8",
        )
        project = {"meta": {"filename": f"{self.name}.kicad_pro", "version": 3}}
        (folder / f"{self.name}.kicad_pro").write_text(json.dumps(project) + "\n", encoding="utf-8")
        path = folder / f"{self.name}.kicad_sch"
        path.write_text(
            f'(kicad_sch (version 20250114) {head} (uuid "{self._uuid("sheet")}") (paper "A4")\n'
            f'(title_block (title "{self.title}") (comment 1 "made from params.toml"))\n'
            f"(lib_symbols\n{inside})\n{''.join(self.body)}"
            '(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n',
            encoding="utf-8",
        )
        return path
