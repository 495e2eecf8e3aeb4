"""The pass of table/paint.py as machine code, for MicroPython: tested equal to the plain one."""

# ruff: noqa: F821 - ptr8, ptr16 and ptr32 are viper's own

import micropython


def paint(group, every: bool) -> int:
    """Paint ``group`` by the contract of table/paint.py."""
    return _paint(group.parts, every)


@micropython.viper
def _paint(parts, every: bool) -> int:
    pixels = ptr8(parts[0])
    shown = ptr8(parts[1])
    places = ptr16(parts[2])
    data = ptr8(parts[3])
    entries = ptr8(parts[4])
    known = ptr8(parts[5])
    sums = ptr16(parts[6])
    totals = ptr32(parts[7])
    size = int(parts[8])
    base = int(parts[9])
    pixel_bytes = int(parts[10])
    total = 0 if every else int(totals[0])
    i = 0
    while i < size:
        new = pixels[i]
        old = shown[i]
        if new != old or (every and new != 0):
            if known[new] == 0:
                totals[0] = total
                return new
            total += sums[new]
            if not every:
                total -= sums[old]
            shown[i] = new
            at = (base + places[i]) * pixel_bytes
            entry = new * pixel_bytes
            data[at] = entries[entry]
            data[at + 1] = entries[entry + 1]
            data[at + 2] = entries[entry + 2]
            if pixel_bytes == 4:
                data[at + 3] = entries[entry + 3]
        i += 1
    totals[0] = total
    return -1
