"""Computing a frame of lights: time, memory and pixels touched; run by a device's Python.

    micropython tests/bench/light_pipeline.py [plain]

312 LEDs, a marker fading while 23 others stay lit, brightness and gamma applied, the cap at work
and not. The pass is machine code where this Python has it, or the plain one on demand. The bytes
are copied into a buffer as a driver's would be. Prints a line for each set-up.
"""

import gc
import sys
import time

HERE = sys.argv[0].replace("\\", "/").rpartition("/")[0] or "."
sys.path.insert(0, HERE + "/../../firmware/lib")

from twelve.table.output import Output  # noqa: E402
from twelve.table.scenes.frame import ALL, Frame, marker_of  # noqa: E402
from twelve.table.settings import Settings  # noqa: E402

FRAMES = 2000
SET_UPS = (
    ("not capped", 'boards = 2\nsupply = "5v10a"'),
    ("capped", "boards = 2\nsupply = 400\nbrightness = 100"),
    ("with white", 'boards = 2\nsupply = "5v10a"\norder = "GRBW"\npixel_bytes = 4'),
)


def fast_pass(plain: bool):
    """Return (name, pass) to measure."""
    if not plain and sys.implementation.name == "micropython":
        from twelve.ports.paint_viper import paint

        return "viper", paint
    return "plain", None


def measure(label: str, text: str, plain: bool) -> None:
    """Print what the set-up ``text`` takes."""
    name, paint = fast_pass(plain)
    settings = Settings(text)
    settings.wired = settings.lit = settings.boards
    frame = Frame(settings.boards)
    output = Output(settings, frame, 5, paint)
    driver = bytearray(len(output.data))
    pixels = frame.pixels
    for at in range(23):
        pixels[at * 13 + at % 13] = marker_of(at // 12) | 10
    levels = list(range(15, 0, -1)) + list(range(2, 15))
    touched = 0
    for warm in range(60):
        pixels[300] = marker_of(1) | levels[warm % len(levels)]
        output.render()
    gc.collect()
    before = bytes(output.data)
    output.render()
    gc.collect()
    gc.disable()
    free = gc.mem_free() if hasattr(gc, "mem_free") else 0
    for i in range(100):
        pixels[300] = marker_of(1) | levels[i % len(levels)]
        output.render()
        driver[ALL] = output.lines[0]
    spent = free - gc.mem_free() if free else 0
    gc.enable()
    for i in range(100):
        pixels[300] = marker_of(1) | levels[i % len(levels)]
        before = bytes(output.data)
        output.render()
        after = output.data
        for at in range(0, len(after), output.pixel_bytes):
            pixel = after[at : at + output.pixel_bytes]
            touched += pixel != before[at : at + output.pixel_bytes]
    started = time.ticks_us() if hasattr(time, "ticks_us") else time.monotonic_ns() // 1000
    for i in range(FRAMES):
        pixels[300] = marker_of(1) | levels[i % len(levels)]
        output.render()
        driver[ALL] = output.lines[0]
    ended = time.ticks_us() if hasattr(time, "ticks_us") else time.monotonic_ns() // 1000
    print(
        "%s %s: %.2f us a frame, %d bytes of garbage in 100 frames, %.1f pixels touched a frame,"
        " %d mA, capped %s"
        % (name, label, (ended - started) / FRAMES, spent, touched / 100, output.ma, output.capped)
    )


for label, text in SET_UPS:
    measure(label, text, "plain" in sys.argv)
