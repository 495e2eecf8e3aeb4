// Job: draw one physical board, 12 rows of START and twelve holes, and let its holes glow.

import { attr, keyed, svg, text } from "./dom.js";

const ROWS = 12;
const HOLES = 13;
const PITCH = 20;
const LEFT = 25; // the row labels
const TOP = 18; // the hole digits
const GLOW = 20;

let boards = 0;

const x = (hole) => LEFT + PITCH * (hole + 0.5);
const y = (row) => TOP + PITCH * (row + 0.5);

// A small dim dot is lost on a screen where an LED is not: lift dark colours, keep their hue.
function seen(colour) {
  const rgb = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  const most = Math.max(...rgb) / 255;
  if (!(most > 0.012)) return null;
  const lifted = 0.16 + 0.84 * most ** 0.8;
  const shade = rgb.map((v) => (v * lifted) / most);
  // The hotter a light, the whiter its middle.
  const white = 0.1 + 0.68 * lifted ** 3;
  const css = (of) => `rgb(${of.map(Math.round).join(" ")})`;
  return { rim: css(shade), core: css(shade.map((v) => v + (255 - v) * white)), level: lifted };
}

export class Board {
  constructor() {
    const id = `board-${++boards}`;
    this.labels = [];
    this.lights = [];
    this.bars = [];
    this.id = id;
    const holes = [];
    const glows = [];
    const gradients = [];
    const marks = [];
    for (let row = 0; row < ROWS; row++) {
      const bar = svg("rect", {
        class: "bar",
        x: 2,
        y: y(row) - 9,
        width: LEFT + PITCH * HOLES,
        height: 18,
        rx: 9,
      });
      const label = svg("text", {
        class: "row-label",
        x: 14,
        y: y(row) + 3.6,
        "text-anchor": "middle",
        text: row + 1,
      });
      this.bars.push(bar);
      this.labels.push(label);
      marks.push(bar, label);
      const line = [];
      for (let hole = 0; hole < HOLES; hole++) {
        const paint = `${id}-${row}-${hole}`;
        holes.push(svg("circle", { class: "hole", cx: x(hole), cy: y(row), r: 6.2 }));
        const gradient = svg(
          "radialGradient",
          { id: paint, class: "led" },
          ...[
            ["core", 0],
            ["core", 0.1],
            ["rim", 0.3],
            ["halo", 0.33],
            ["faint", 0.58],
            ["none", 1],
          ].map(([kind, offset]) => svg("stop", { offset, class: kind })),
        );
        gradients.push(gradient);
        const glow = svg("circle", {
          class: "glow",
          cx: x(hole),
          cy: y(row),
          r: GLOW,
          fill: `url(#${paint})`,
          "data-row": row + 1,
          "data-hole": hole,
        });
        glows.push(glow);
        line.push({ glow, gradient, shown: "#000000" });
      }
      this.lights.push(line);
    }
    this.start = svg("text", {
      class: "hole-label start",
      x: x(0) + 8,
      y: 12.5,
      "text-anchor": "end",
      text: "START",
    });
    this.digits = [];
    for (let hole = 1; hole < HOLES; hole++) {
      this.digits.push(
        svg("text", {
          class: hole % 3 ? "hole-label minor" : "hole-label",
          x: x(hole),
          y: 12.5,
          "text-anchor": "middle",
          text: hole,
        }),
      );
    }
    const half = TOP + 6 * PITCH;
    const rule = svg("line", {
      class: "rule",
      x1: 6,
      x2: LEFT + PITCH * HOLES,
      y1: half,
      y2: half,
    });
    const start = svg("rect", {
      class: "start-column",
      x: LEFT + 1,
      y: TOP + 1,
      width: PITCH - 2,
      height: PITCH * ROWS - 2,
      rx: 9,
    });
    this.node = svg(
      "svg",
      {
        class: "board",
        viewBox: `0 0 ${LEFT + PITCH * HOLES + 5} ${TOP + PITCH * ROWS + 4}`,
        role: "img",
      },
      svg("defs", {}, gradients),
      start,
      rule,
      this.start,
      this.digits,
      marks,
      svg("g", {}, holes),
      svg("g", { class: "glows" }, glows),
      (this.rings = svg("g", { class: "rings" })),
    );
  }

  // Ring `places`, { place: [row from 0, hole], kind } each.
  ring(places) {
    keyed(
      this.rings,
      places,
      ({ place, kind }) => `${kind} ${place}`,
      ({ place: [row, hole], kind }) =>
        svg("circle", { class: `ring ${kind}`, cx: x(hole), cy: y(row), r: 8.6 }),
    );
  }

  // Tell `act(row from 0, hole)`, which may lie between two, where the board was tapped.
  tap(act) {
    this.node.addEventListener("click", (event) => {
      const turned = this.node.getScreenCTM()?.inverse();
      if (!turned) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(turned);
      act((at.y - TOP) / PITCH - 0.5, (at.x - LEFT) / PITCH - 0.5);
    });
  }

  // Name the holes and rows by `names` { holes, rows } of a game that has its own, else as printed.
  name(names) {
    this.node.classList.toggle("named", Boolean(names));
    this.digits.forEach((digit, i) => text(digit, names ? names.holes[i + 1] : i + 1));
    this.labels.forEach((label, row) => text(label, names ? names.rows[row] : row + 1));
  }

  // Show `grid`: rows of 13 "#rrggbb"; only holes that changed are touched.
  light(grid) {
    for (let row = 0; row < ROWS; row++) {
      for (let hole = 0; hole < HOLES; hole++) {
        const led = this.lights[row][hole];
        const colour = grid?.[row]?.[hole] ?? "#000000";
        if (colour === led.shown) continue;
        led.shown = colour;
        const lit = seen(colour);
        attr(led.glow, "class", lit ? "glow lit" : "glow");
        attr(led.glow, "data-light", lit ? colour : null);
        if (lit) {
          led.gradient.style.color = lit.rim;
          led.gradient.style.setProperty("--core", lit.core);
          led.glow.style.opacity = (0.5 + 0.5 * lit.level).toFixed(2);
        }
      }
    }
  }

  // Mark the rows that may be chosen, and the one a hold would take (rows from 1).
  mark(rows, at) {
    for (let row = 0; row < ROWS; row++) {
      attr(
        this.bars[row],
        "class",
        `bar${rows.has(row + 1) ? " open" : ""}${at === row + 1 ? " at" : ""}`,
      );
    }
  }

  say(words) {
    attr(this.node, "aria-label", words);
  }
}
