"""The cables of a table as WireViz draws them, from params.toml; needs graphviz."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from .params import Params
from .pins import controllers

MISSING = "no dot: apt install graphviz"


class HarnessError(RuntimeError):
    """The harness could not be drawn."""


def harness(params: Params, boards: int = 2) -> dict[str, Any]:
    """Return the harness of a Pico with ``boards`` boards as WireViz' input."""
    pico = {found.name: found for found in controllers(params)}["pico"]
    supply = params.supply("5v3a" if boards == 1 else "5v10a")
    w = params.wiring
    connectors: dict[str, Any] = {
        "Supply": {
            "type": f"{supply.volts} V {supply.supply_ma // 1000} A",
            "pinlabels": ["+5V", "GND"],
            "notes": f"{supply.fuse_a} A fuse in the + wire",
        },
        "Electronics": {
            "type": "perfboard in the box on the back",
            "pinlabels": ["+5V in", "GND in"],
        },
        "Button box": {
            "type": "30 mm button, EC11 encoder",
            "pinlabels": ["button, push", "GND", "encoder A", "encoder B"],
        },
    }
    inside = connectors["Electronics"]["pinlabels"]
    cables: dict[str, Any] = {
        "Supply cable": {
            "wirecount": 2,
            "gauge": f"{supply.gauge} AWG",
            "length": 0.5,
            "colors": ["RD", "BK"],
        },
    }
    connections: list[Any] = [
        [{"Supply": [1, 2]}, {"Supply cable": [1, 2]}, {"Electronics": [1, 2]}]
    ]
    for board in range(1, boards + 1):
        name, cable = f"Board {board}", f"Board cable {board}"
        fuse = f", {w.board_fuse_a} A fuse" if boards > 1 else ""
        first = len(inside) + 1
        inside += [f"+5V board {board}{fuse}", f"data {board} (GP{pico.leds[board - 1]})", "GND"]
        connectors[name] = {
            "type": f"{params.pixels} LEDs, comb on both sides",
            "pinlabels": ["+5V", f"data, {w.series_ohm} Ω", "GND"],
        }
        cables[cable] = {
            "wirecount": 3,
            "gauge": "18 AWG",
            "length": 0.3,
            "colors": ["RD", "GN", "BK"],
        }
        run = [first, first + 1, first + 2]
        connections.append([{"Electronics": run}, {cable: [1, 2, 3]}, {name: [1, 2, 3]}])
    first = len(inside) + 1
    inside += [
        f"button (GP{pico.button}), {w.button_ohm // 1000} kΩ + {w.button_nf} nF",
        "GND",
        f"encoder A (GP{pico.encoder[0]})",
        f"encoder B (GP{pico.encoder[1]})",
    ]
    cables["Button cable"] = {
        "wirecount": 4,
        "gauge": "26 AWG",
        "length": 1,
        "colors": ["YE", "BK", "BU", "WH"],
    }
    run = list(range(first, first + 4))
    connections.append(
        [{"Electronics": run}, {"Button cable": [1, 2, 3, 4]}, {"Button box": [1, 2, 3, 4]}]
    )
    return {"connectors": connectors, "cables": cables, "connections": connections}


def dot() -> str | None:
    """Return graphviz' program, None where there is none."""
    return shutil.which("dot")


def draw(params: Params, folder: Path) -> Path:
    """Write harness.png, .svg and its parts list into ``folder``; return the picture's path.

    Raises HarnessError with what WireViz says.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "harness.yml"  # JSON is YAML
    source.write_text(json.dumps(harness(params), ensure_ascii=False, indent=1), encoding="utf-8")
    # In a process of its own, since it reads files in the encoding of the locale.
    command = [sys.executable, "-X", "utf8", "-m", "wireviz.wv_cli", "--format", "pst"]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True)
    if done.returncode:
        raise HarnessError(f"WireViz: {done.stderr.strip()[-300:]}")
    return folder / "harness.png"
