"""Pages for paper: PDF by fpdf2, with a font that has the letters that are needed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from .common import write_whole

if TYPE_CHECKING:
    from fpdf import FPDF

# PDF's own fonts know Latin-1. For names beyond it one of these is taken, where the system has it.
_FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "/Library/Fonts/Arial Unicode.ttf",
    "C:/Windows/Fonts/arial.ttf",
)
# What Latin-1 lacks and plain letters can say.
_PLAIN = str.maketrans({"–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "..."})


class Paper:
    """A document in one font. ``text`` is all that will be written, so that the font fits it."""

    def __init__(self, text: str, size: str = "a4"):
        from fpdf import FPDF

        self.pdf: FPDF = FPDF(format=size)
        self.pdf.set_auto_page_break(True, margin=15)
        self._family = "helvetica"
        self._latin = not _beyond_latin(text)
        if not self._latin:
            font = next((path for path in _FONTS if Path(path).is_file()), None)
            if font is None:
                missing = "".join(sorted(_beyond_latin(text)))
                print(
                    f"twelve: no font here has {missing}: they are printed as ?; "
                    "install the DejaVu fonts to have them",
                    file=sys.stderr,
                )
                self._latin = True
            else:
                self._family = "wide"
                for style in ("", "B", "I"):
                    self.pdf.add_font("wide", style, font)
        self.pdf.add_page()

    def font(self, size: float, style: str = "") -> None:
        """Choose size (points) and style (B bold, I italic)."""
        self.pdf.set_font(self._family, style, size)

    def fit(self, text: str) -> str:
        """Return ``text`` in characters that the font has."""
        if not self._latin:
            return text
        return text.translate(_PLAIN).encode("latin-1", "replace").decode("latin-1")

    def line(self, text: str, size: float = 11, style: str = "", indent_mm: float = 0) -> None:
        """Write a paragraph over the width of the page; ``*…*`` in it is not marked up."""
        pdf = self.pdf
        self.font(size, style)
        pdf.set_x(pdf.l_margin + indent_mm)
        pdf.multi_cell(0, size * 0.48, self.fit(text), new_x="LMARGIN", new_y="NEXT")

    def save(self, path: Path) -> str:
        """Write the file; return what is said of it. Raises CommandError."""
        return write_whole(path, [bytes(self.pdf.output())])


def _beyond_latin(text: str) -> set[str]:
    found = set()
    for char in set(text.translate(_PLAIN)):
        try:
            char.encode("latin-1")
        except UnicodeEncodeError:
            found.add(char)
    return found
