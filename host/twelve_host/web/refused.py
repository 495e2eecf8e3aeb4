"""The page that a person sees in a browser that is not let in: what to do, in the page's own look.

It brings its style along, since whoever is not let in gets no other file.
"""

from __future__ import annotations

import base64
import hashlib
import html
from functools import lru_cache
from pathlib import Path

_CSS = Path(__file__).with_name("static") / "css"
_SHEETS = ("tokens.css", "base.css", "frame.css")
_OWN = """\
.view { display: grid; gap: 12px; }
.view p { max-width: 70ch; }
code { white-space: nowrap; }
"""
_NO_TOKEN = 401
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark light">
<title>Not let in – Twelve Table</title>
<style>{style}</style>
</head>
<body>
<header class="top"><p class="brand">Twelve Table</p></header>
<main class="view">
{words}
</main>
</body>
</html>
"""
_LINK = (
    "It stands in the terminal in which <code>twelve up</code> runs, behind “serving”, and ends in "
    "<code>?token=…</code>. Open it once, whole, on this device. Every start of the service makes "
    "a new one."
)


def page(status: int, sentence: str) -> bytes:
    """Return the page, UTF-8, of a refusal with the HTTP ``status`` because of ``sentence``."""
    title = "This device is not let in yet" if status == _NO_TOKEN else "Not let in"
    words = [f"<h1>{title}</h1>", f"<p>{html.escape(sentence[:1].upper() + sentence[1:])}.</p>"]
    if status == _NO_TOKEN:
        words.append(f'<p class="small">{_LINK}</p>')
    return _PAGE.format(style=_style(), words="\n".join(words)).encode()


@lru_cache(maxsize=1)
def policy() -> str:
    """Return the Content-Security-Policy of the page: its own style and nothing else."""
    digest = base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


@lru_cache(maxsize=1)
def _style() -> str:
    sheets = [(_CSS / name).read_text(encoding="utf-8") for name in _SHEETS]
    return "\n".join([*sheets, _OWN])
