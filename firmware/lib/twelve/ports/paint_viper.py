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
    # Both begin where a word may, and most of a frame is as it was: four pixels at a time.
    fours = ptr32(parts[0])
    shown_fours = ptr32(parts[1])
    places = ptr8(parts[2])
    data = ptr8(parts[3])
    entries = ptr8(parts[4])
    known = ptr8(parts[5])
    totals = ptr32(parts[6])
    size = int(parts[7])
    base = int(parts[8])
    pixel_bytes = int(parts[9])
    i = 0
    while i < size:
        if i & 3 == 0 and i + 4 <= size:
            four = fours[i >> 2]
            if four == shown_fours[i >> 2] and (not every or four == 0):
                i += 4
                continue
        new = pixels[i]
        if new != shown[i] or (every and new != 0):
            if known[new] == 0:
                return new
            shown[i] = new
            at = (base + places[i]) * pixel_bytes
            entry = new * pixel_bytes
            end = entry + pixel_bytes
            while entry < end:
                more = entries[entry] - data[at]
                if more != 0:
                    data[at] = entries[entry]
                    totals[0] += more
                    totals[1] = 1
                at += 1
                entry += 1
        i += 1
    return -1
