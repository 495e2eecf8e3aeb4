"""The finished table with its lights on: the real scene of a game, seen through the real holes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyvista
from kit.params import Params, use_firmware
from PIL import Image, ImageChops, ImageFilter

from . import frame
from .layers import LAYERS
from .panel import Panel
from .render import PLASTIC, Drawing, inlay, save_small, to_mesh

SIZE = (1200, 620)
ROOM = "#15171c"
LOOK = (-0.08, -0.72, 1.0)
# Two players in the middle of a game of the published rules; the first has just thrown.
MARKERS = [[3, 5, 0, 12, 7, 2, 4, 1, 0, 9, 12, 6], [2, 0, 4, 12, 3, 8, 1, 0, 5, 5, 11, 0]]
FACES = [6, 6, 5, 2, 1, 1]
EDGE = 90  # of the room around the table, in pixels of the large picture
PLUG = 0.26  # white plastic in a dim room
MOMENT_MS = 600  # choices are at their brightest


def position() -> tuple[Any, int]:
    """Return (the frame of a game position as the table would show it, boards)."""
    use_firmware()
    from twelve.games.play import from_request
    from twelve.table.scenes.catalog import scene
    from twelve.table.scenes.frame import Frame

    boards = len(MARKERS)
    start = {"markers": MARKERS, "player": 0}
    play = from_request({"game": "12x12", "rules": {}, "position": start}, b"picture")
    game = play.game
    state = game.apply(play.state, "roll", game.accept(play.state, "roll", FACES))
    lights = Frame(boards)
    options = game.legal(state)
    scene("12x12").draw_rest(lights, state, options, 0, MOMENT_MS, -1)
    return lights, boards


def _plugs(params: Params, right: float) -> list[pyvista.PolyData]:
    """Return the visible end of every plug of a board, row by row from the top left."""
    p = params
    z = p.stack.baffle + p.stack.sheet + p.stack.plug_height
    board = Panel(p, 0, p.board.holes, 0, p.board.rows)
    return [
        pyvista.Disc(center=(x + right, y, z), inner=0, outer=p.board.hole / 2, c_res=32)
        for x, y in board.places()
    ]


def picture(params: Params, path: Path, bed_name: str = "256") -> None:
    """Draw two boards in their frame, lit."""
    pixels, boards = position()
    from twelve.table import lights as colours

    bed = params.bed(bed_name)
    palette = colours.palette()
    solid = Drawing()
    board = Panel(params, 0, params.board.holes, 0, params.board.rows, bed.rim)
    plugs: list[tuple[pyvista.PolyData, tuple[int, int, int]]] = []
    for number in range(boards):
        right = frame.board_shift(params, bed) * number
        mesh = to_mesh(LAYERS["face"](board)).translate((right, 0, 0))
        solid.add_mesh(mesh, "#2b2f36")
        inlay(solid, board, right)
        at = number * params.pixels
        for place, plug in enumerate(_plugs(params, right)):
            plugs.append((plug, colours.rgb(pixels.pixels[at + place], palette)))
    for part in frame.rails(params, bed).values():
        solid.add(part, "#7a5236")
    day = _shot(solid, plugs, dark=False)
    light = _shot(solid, plugs, dark=True)
    table = ImageChops.difference(day, Image.new("RGB", day.size, ROOM)).getbbox()
    # Light spreads in the eye and on the edge of the hole: screen two blurred copies over it.
    for radius, strength in ((9, 0.9), (34, 0.55)):
        glow = light.filter(ImageFilter.GaussianBlur(radius)).point(
            lambda value, gain=strength: min(255, int(value * gain * 1.6))
        )
        day = ImageChops.screen(day, glow)
    day = day.crop((table[0] - EDGE, table[1] - EDGE, table[2] + EDGE, table[3] + EDGE))
    height = round(day.height * SIZE[0] / day.width)
    save_small(day.resize((SIZE[0], height), Image.Resampling.LANCZOS), path, 160)


def _shot(
    solid: Drawing, plugs: list[tuple[pyvista.PolyData, tuple[int, int, int]]], dark: bool
) -> Image.Image:
    """Return the table in the evening, or with ``dark`` the lights alone."""
    plotter = pyvista.Plotter(off_screen=True, window_size=[2 * side for side in SIZE])
    plotter.set_background("black" if dark else ROOM)
    for mesh, colour in solid.meshes:
        if dark:
            plotter.add_mesh(mesh, color="black", lighting=False)
        else:
            plotter.add_mesh(mesh, color=PLASTIC.get(colour, colour), ambient=0.2, diffuse=0.55)
    alike: dict[tuple[int, int, int], list[pyvista.PolyData]] = {}
    for plug, rgb in plugs:
        alike.setdefault(rgb, []).append(plug)
    for rgb, same in alike.items():
        # The brighter the light, the less one sees of the plastic itself.
        light = np.array(rgb) / 255
        seen = light if dark else light + PLUG * (1 - light.max()) ** 2
        plotter.add_mesh(pyvista.merge(same), color=seen, lighting=False)
    plotter.view_vector(LOOK, viewup=(0, 1, 0))
    plotter.camera.zoom(1.78)
    image = Image.fromarray(plotter.screenshot(return_img=True))
    plotter.close()
    return image
