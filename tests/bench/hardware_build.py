"""How long the hardware takes to make from nothing: wall time, and processor time of all it starts.

    python tests/bench/hardware_build.py

Needs the extra ``cad``, KiCad, graphviz and PrusaSlicer; says what of it was skipped. The limit is
five minutes on two cores. On a machine that is busy with other things the processor time, halved,
is the figure to look at. The folder ``hardware/build`` is removed first.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
LIMIT_S = 300


def main() -> int:
    """Build all, print the figures; return 1 when the build fails or took too long."""
    shutil.rmtree(HARDWARE / "build", ignore_errors=True)
    started = time.monotonic()
    done = subprocess.run([sys.executable, str(HARDWARE / "build.py"), "all"])
    wall_s = time.monotonic() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = used.ru_utime + used.ru_stime
    print(f"wall {wall_s:.0f} s, processor {cpu_s:.0f} s, halved {cpu_s / 2:.0f} s of {LIMIT_S} s")
    return done.returncode or int(cpu_s / 2 > LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
