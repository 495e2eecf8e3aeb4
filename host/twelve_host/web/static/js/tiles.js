// Job: the open domino tiles as tiles: two taps discard a pair.

import { attr, el, keyed, svg, text } from "./dom.js";
import { pairing } from "./dominoes.js";

const MOST_PIPS = 9; // of a half that is drawn in pips; more are written

const [L, M, R] = [10, 20, 30];
const CENTRE = [[M, M]];
const DIAGONAL = [
  [L, L],
  [R, R],
];
const CORNERS = [...DIAGONAL, [R, L], [L, R]];
const SIDES = [
  [L, M],
  [R, M],
];
const ENDS = [
  [M, L],
  [M, R],
];
const SPOTS = [
  [],
  CENTRE,
  DIAGONAL,
  [...DIAGONAL, ...CENTRE],
  CORNERS,
  [...CORNERS, ...CENTRE],
  [...CORNERS, ...SIDES],
  [...CORNERS, ...SIDES, ...CENTRE],
  [...CORNERS, ...SIDES, ...ENDS],
  [...CORNERS, ...SIDES, ...ENDS, ...CENTRE],
];

// Half a tile, moved down by `dy`; the numbers have a hue each, as printed sets do.
function half(count, dy, written) {
  const hue = `end end-${count % 10}`;
  if (written)
    return svg("text", { class: hue, x: M, y: dy + 27.5, "text-anchor": "middle", text: count });
  const spots = SPOTS[count].map(([cx, cy]) => svg("circle", { cx, cy: cy + dy, r: 4 }));
  return svg("g", { class: hue }, spots);
}

export class Tiles {
  // onPair(action) takes a pair; null where the tiles are only looked at.
  constructor(onPair = null) {
    this.onPair = onPair;
    this.node = el("ul", { class: "tiles" });
    this.first = null; // the tile that was tapped first
    this.state = null;
  }

  // Show the `open` places (see the game's view) of `state`; `usable`: they can be tapped.
  draw(state, open, usable) {
    this.state = state;
    this.open = open;
    this.usable = usable && this.onPair !== null;
    if (!open.some((one) => one?.tile === this.first)) this.first = null;
    const places = open.map((one, place) => ({ ...(one ?? { tile: null, mates: [] }), place }));
    keyed(
      this.node,
      places,
      ({ tile, place }) => `${place} ${tile} ${state.rules.set}`,
      ({ tile }) => this.make(tile, state.rules.set > MOST_PIPS),
      (item, one) => this.update(item, one),
    );
  }

  make(tile, written) {
    if (tile === null) return el("li", {}, el("span", { class: "tile gone", text: "" }));
    const [high, low] = tile.split("-").map(Number);
    const face = svg(
      "svg",
      { viewBox: "0 0 40 80", "aria-hidden": "true" },
      half(high, 0, written),
      svg("line", { class: "bar-line", x1: 6, x2: 34, y1: 40, y2: 40 }),
      half(low, 40, written),
    );
    const kind = this.onPair ? "button" : "span";
    const node = el(kind, { class: "tile" }, face, el("span", { class: "unseen" }));
    if (this.onPair) {
      node.type = "button";
      node.addEventListener("click", () => this.tap(tile));
    }
    return el("li", {}, node);
  }

  update(item, { tile, mates }) {
    if (tile === null) return;
    const node = item.firstElementChild;
    const mate = this.first !== null && this.first !== tile && mates.includes(this.first);
    node.classList.toggle("first", this.first === tile);
    node.classList.toggle("mate", mate);
    node.classList.toggle("alone", !mates.length);
    const words = mates.length ? `, matches ${mates.join(" and ")}` : "";
    text(node.lastElementChild, `${tile}${words}`);
    if (!this.onPair) return;
    attr(node, "aria-pressed", String(this.first === tile));
    attr(node, "aria-disabled", this.usable && mates.length ? null : "true");
  }

  tap(tile) {
    if (!this.usable) return;
    const action = this.first && pairing(this.state, this.first, tile);
    const has = this.open.find((one) => one?.tile === tile)?.mates.length;
    this.first = action || this.first === tile || !has ? null : tile;
    this.draw(this.state, this.open, this.usable);
    if (action) this.onPair(action);
  }
}
