"""One pass of the light pipeline over a board in plain Python: only what has changed is touched.

A port may bring a faster pass of the same contract (ports/paint_viper.py).
"""


def paint(group, every: bool) -> int:
    """Paint what has changed in ``group``, with ``every`` all that is lit or was.

    Bytes go to ``data`` by the group's ``parts``: (pixels as drawn, as last painted, place of
    each in the chain, data, entries, known, sums, [total], how many pixels, first place, bytes a
    pixel). The total follows. Returns -1 when done, else an index that is not known yet: the
    caller works it out and calls again.
    """
    pixels, shown, places, data, entries, known, sums, totals, size, base, pixel_bytes = group.parts
    total = 0 if every else totals[0]
    news, olds = group.news, group.olds
    width = size // len(news)
    for row in range(len(news)):
        if not every and news[row] == olds[row]:
            continue
        for i in range(row * width, row * width + width):
            new = pixels[i]
            old = shown[i]
            if new == old and not (every and new):
                continue
            if not known[new]:
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
    totals[0] = total
    return -1
