"""Asks PrusaSlicer, with the profile slicer.ini, how long a part prints and what it weighs."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from .params import HERE

PROFILE = HERE / "slicer.ini"
MISSING = "no prusa-slicer: apt install prusa-slicer"


class SlicerError(RuntimeError):
    """The slicer did not slice."""


def slicer() -> str | None:
    """Return the slicer's program, None where there is none."""
    return shutil.which("prusa-slicer")


def sliced(model: Path, bed: Any, folder: Path) -> tuple[float, float]:
    """Return (hours, grams) of ``model`` on ``bed``; SlicerError with the slicer's own words."""
    program = slicer()
    if program is None:
        raise SlicerError(MISSING)
    folder.mkdir(parents=True, exist_ok=True)
    gcode = folder / f"{model.stem}.gcode"
    width, depth, _ = bed.size
    shape = f"0x0,{width}x0,{width}x{depth},0x{depth}"
    command = [program, "--export-gcode", "--load", str(PROFILE), "--bed-shape", shape]
    command += ["--center", f"{width / 2},{depth / 2}", "--output", str(gcode), str(model)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode or not gcode.exists():
        raise SlicerError(f"{model.name}: {done.stdout.strip()[-300:]}")
    text = gcode.read_text(encoding="utf-8", errors="replace")
    gcode.unlink()
    # It says 0 for a part that lies off the bed too: what it wrote is what counts.
    for axis, most in (("X", width), ("Y", depth)):
        places = [float(place) for place in re.findall(rf"^G1 .*?{axis}([-\d.]+)", text, re.M)]
        if not places or min(places) < 0 or max(places) > most:
            raise SlicerError(f"{model.name} does not fit on a bed of {width} × {depth} mm")
    text = text[-20000:]
    time = re.search(r"; estimated printing time \(normal mode\) = (.*)", text)
    grams = re.search(r"; (?:total )?filament used \[g\] = ([\d.]+)", text)
    if not time or not grams or float(grams[1]) <= 0:
        raise SlicerError(f"{model.name}: nothing was printed")
    return hours(time[1]), float(grams[1])


def hours(text: str) -> float:
    """Return the hours in a text like ``1d 2h 3m 4s``."""
    units = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}
    return sum(int(n) * units[unit] for n, unit in re.findall(r"(\d+)([dhms])", text))
