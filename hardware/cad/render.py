"""Draws parts without a screen: VTK by pyvista, small PNG files with few colours."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pypdfium2
import pyvista
from build123d import Part, Pos, extrude
from PIL import Image, ImageChops, ImageOps

from .layers import signs
from .lettering import drawn
from .panel import Panel
from .triangles import triangles

SIZE = (1000, 700)
INK, PAPER = "#22252a", "#f6f4ef"
PLASTIC = {
    "face": "#3a3f47",
    "diffuser": "#f2f2ee",
    "baffle": "#6a717c",
    "base": "#a9896a",
    "leg": "#7d8894",
    "box": "#4d7ea8",
    "lid": "#86a8c4",
    "frame": "#b5533c",
    "strip": "#e9e6da",
    "led": "#ffffff",
    "red": "#d2342b",
    "black": "#26282c",
    "green": "#2c9a57",
    "peg": "#d8a21b",
    "copper": "#c98b3b",
}
CORNER = (-0.35, -0.9, 1.3)  # the viewer in front of the table, a little to the left
BACK = (-0.3, -0.8, -1.2)
MARGIN = 0.05


@dataclass
class Drawing:
    """Things to draw; (mesh, colour) pairs in the order they were added."""

    meshes: list[tuple[pyvista.PolyData, str]] = field(default_factory=list)

    def add(self, shape: Part, colour: str) -> None:
        """Add a part in the place where it is."""
        self.meshes.append((to_mesh(shape), PLASTIC.get(colour, colour)))

    def add_mesh(self, mesh: pyvista.PolyData, colour: str) -> None:
        """Add a mesh."""
        self.meshes.append((mesh, PLASTIC.get(colour, colour)))

    def wire(self, points: list[tuple[float, float, float]], colour: str, width: float) -> None:
        """Add a wire along ``points``."""
        line = pyvista.MultipleLines(points=np.array(points, dtype=float))
        self.add_mesh(line.tube(radius=width / 2, n_sides=10), colour)

    def save(
        self,
        path: Path,
        look: tuple[float, float, float] = CORNER,
        size: tuple[int, int] = SIZE,
        up: tuple[float, float, float] = (0, 1, 0),
    ) -> None:
        """Draw everything as seen from ``look`` (a direction towards the viewer)."""
        plotter = pyvista.Plotter(off_screen=True, window_size=[2 * size[0], 2 * size[1]])
        plotter.set_background(PAPER)
        for mesh, colour in self.meshes:
            plotter.add_mesh(mesh, color=colour, smooth_shading=False, ambient=0.25, diffuse=0.8)
            # Without edges a plain side hides what is engraved in it.
            edges = mesh.extract_feature_edges(
                feature_angle=35, boundary_edges=False, manifold_edges=False
            )
            if edges.n_points:
                plotter.add_mesh(edges, color=INK, line_width=1.6, lighting=False)
        plotter.view_vector(look, viewup=up)
        image = Image.fromarray(plotter.screenshot(return_img=True))
        plotter.close()
        save_small(fitted(image, size), path)


def inlay(drawing: Drawing, panel: Panel, right: float = 0.0) -> None:
    """Fill digits and START of a face with colour, as wax crayon does."""
    p = panel.params
    depth = p.board.digit_depth
    z = p.stack.baffle + p.stack.face - depth
    for text, x, y in signs(panel):
        letters = drawn(text, p.board.digit_height, p.board.digit_stroke)
        drawing.add(extrude(Pos(x + right, y, z) * letters, amount=depth / 2), "strip")


def to_mesh(shape: Part) -> pyvista.PolyData:
    """Return the triangles of ``shape``."""
    points, corners = triangles(shape, 0.08, 0.3)
    faces = np.hstack([np.full((len(corners), 1), 3), corners]).ravel()
    return pyvista.PolyData(points, faces)


def fitted(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Return what is drawn in ``image``, as large as ``size`` allows, on paper of that size."""
    drawn = ImageChops.difference(image, Image.new("RGB", image.size, PAPER)).getbbox()
    part = image.crop(drawn)
    room = [int(side * (1 - 2 * MARGIN)) for side in size]
    scale = min(room[0] / part.width, room[1] / part.height)
    part = part.resize(
        (int(part.width * scale), int(part.height * scale)), Image.Resampling.LANCZOS
    )
    page = Image.new("RGB", size, PAPER)
    page.paste(part, ((size[0] - part.width) // 2, (size[1] - part.height) // 2))
    return page


def save_small(image: Image.Image, path: Path, colours: int = 96) -> None:
    """Write ``image`` as a PNG with a palette."""
    path.parent.mkdir(parents=True, exist_ok=True)
    small = image.convert("RGB").quantize(colours, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def shrunk(source: Path | Image.Image, path: Path, width: int = 1400) -> None:
    """Write a drawing as a small PNG at ``path``, its empty margins cut, ``width`` wide at most."""
    image = (Image.open(source) if isinstance(source, Path) else source).convert("RGB")
    paper = Image.new("RGB", image.size, image.getpixel((0, 0)))
    image = image.crop(ImageChops.difference(image, paper).getbbox())
    image = ImageOps.expand(image, 20, paper.getpixel((0, 0)))
    if image.width > width:
        height = round(image.height * width / image.width)
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    save_small(image, path, 32)


def first_page(pdf: Path) -> Image.Image:
    """Return the first page of a PDF file as a picture."""
    return pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil()
