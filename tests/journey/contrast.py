"""The contrast of the words on a page against what is painted behind them (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# Every visible piece of text: its words, size in px, weight, colour, and the paints behind it from
# the nearest to the farthest, each a list of colours (a gradient is all of its stops).
_COLLECT = """() => {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
    .getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const colour = (css) => {
    if (!known.has(css)) known.set(css, paint(css));
    return [...known.get(css)];
  };
  const paint = (css) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = css;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const stops = (css) => (css.match(/(?:rgba?|color)\\([^)]*\\)/g) ?? []).map(colour);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const node = walker.currentNode.parentElement;
    const box = node.getBoundingClientRect();
    const shown = node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!words || !shown || box.width < 2 || box.height < 2) continue;
    if (node.closest("[aria-disabled=true], :disabled, dialog:not([open]), option")) continue;
    const style = getComputedStyle(node);
    const inSvg = node instanceof SVGElement;
    const paints = [];
    let opacity = 1;
    // An outline around the letters is what they are seen against (Understanding 1.4.3).
    if (inSvg && style.paintOrder.startsWith("stroke")) paints.push([colour(style.stroke)]);
    const shape = node.closest(".badge")?.querySelector("path");
    if (shape) paints.push([colour(getComputedStyle(shape).fill)]);
    for (let at = node; at; at = at.parentElement) {
      const under = getComputedStyle(at);
      opacity *= Number(under.opacity);
      const layers = under.backgroundImage.split(/,\\s*(?=[a-z-]*gradient\\(|url\\()/);
      paints.push(...layers.map(stops), [colour(under.backgroundColor)]);
    }
    const ink = colour(inSvg ? style.fill : style.color);
    ink[3] *= opacity;
    found.push({
      words, ink, paints: paints.filter((p) => p.length),
      size: parseFloat(style.fontSize), weight: Number(style.fontWeight),
    });
  }
  return found;
}"""

Colour = tuple[float, float, float, float]


def over(top: Colour, under: Colour) -> Colour:
    """Return ``top`` painted on an opaque ``under``."""
    mixed = [a * top[3] + b * (1 - top[3]) for a, b in zip(top[:3], under[:3], strict=True)]
    return mixed[0], mixed[1], mixed[2], 1.0


def luminance(colour: Colour) -> float:
    """Return the relative luminance of an opaque colour (WCAG 2.2)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in colour[:3])
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(ink: Colour, ground: Colour) -> float:
    """Return the contrast of ``ink`` on an opaque ``ground``, 1 to 21."""
    light, dark = sorted((luminance(over(ink, ground)), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def grounds(paints: list[list[Colour]]) -> list[Colour]:
    """Return every colour that may be seen behind a text, the nearest of ``paints`` first."""
    found: list[Colour] = [(255, 255, 255, 1)]
    for paint in reversed(paints):
        # Where a gradient is transparent, what lies under it shows.
        found = list({over(colour, under) for colour in paint for under in found})
    return found


def too_weak(page: Page) -> list[str]:
    """Return the texts of ``page`` that are harder to read than level AA allows."""
    weak = []
    texts: list[dict[str, Any]] = page.evaluate(_COLLECT)
    assert len(texts) > 20, "there is hardly any text: is the page drawn?"
    for text in texts:
        large = text["size"] >= 24 or (text["size"] >= 18.66 and text["weight"] >= 700)
        worst = min(ratio(tuple(text["ink"]), ground) for ground in grounds(text["paints"]))
        if worst < (3 if large else 4.5):
            weak.append(f"{text['words'][:40]}: {worst:.2f}")
    return list(dict.fromkeys(weak))
