// Job: draw the six dice: the last roll, and which of them were set aside.

import { el, svg } from "./dom.js";

const SPOTS = {
  1: [[20, 20]],
  2: [
    [11, 11],
    [29, 29],
  ],
  3: [
    [11, 11],
    [20, 20],
    [29, 29],
  ],
  4: [
    [11, 11],
    [29, 11],
    [11, 29],
    [29, 29],
  ],
  5: [
    [11, 11],
    [29, 11],
    [20, 20],
    [11, 29],
    [29, 29],
  ],
  6: [
    [11, 10],
    [29, 10],
    [11, 20],
    [29, 20],
    [11, 30],
    [29, 30],
  ],
};

// One die; face 0 is one that is not known.
export function die(face, aside = false) {
  const spots = (SPOTS[face] ?? []).map(([cx, cy]) => svg("circle", { cx, cy, r: 3.7 }));
  const tick = aside ? svg("path", { class: "tick", d: "M27 36l4 4l8-9" }) : null;
  return svg(
    "svg",
    {
      class: `die${aside ? " aside" : ""}${face ? "" : " blank"}`,
      viewBox: "-1 -1 44 44",
      "aria-hidden": "true",
    },
    svg("rect", { x: 1, y: 1, width: 38, height: 38, rx: 9 }),
    ...spots,
    tick,
  );
}

function group(title, dice, kind) {
  if (!dice.length) return null;
  return el(
    "div",
    { class: `dice-group ${kind}` },
    el("p", { class: "small", text: title }),
    el("div", { class: "dice-row" }, dice),
  );
}

export class Dice {
  constructor() {
    this.node = el("div", { class: "dice", role: "img" });
    this.shown = "";
  }

  // Show a tray (see the game's view); `who` is the name of whose roll it is.
  draw(tray, who) {
    const key = JSON.stringify([tray, who]);
    if (key === this.shown) return;
    const before = this.faces;
    this.shown = key;
    if (!tray || !tray.rolled.length) {
      this.faces = "";
      this.node.setAttribute("aria-label", "No dice rolled yet");
      this.node.replaceChildren(
        group(
          "Six dice, not rolled yet",
          [1, 2, 3, 4, 5, 6].map(() => die(0)),
          "waiting",
        ),
      );
      return;
    }
    const kept = tray.rolled.filter((d) => d.aside).map((d) => d.face);
    const left = tray.rolled.filter((d) => !d.aside).map((d) => d.face);
    const aside = [...tray.earlier, ...kept];
    this.faces = tray.rolled.map((d) => d.face).join(" ");
    const words = [`${who} rolled ${this.faces}`];
    if (aside.length)
      words.push(
        `set aside${tray.row ? ` for row ${tray.row}` : ""}: ${aside.map((f) => f || "unknown").join(" ")}`,
      );
    this.node.setAttribute("aria-label", words.join("; "));
    const scored = kept.length || tray.earlier.length;
    const title = !tray.now
      ? scored
        ? "Not scored"
        : `${who}’s last roll`
      : scored
        ? "In hand"
        : "Rolled";
    this.node.replaceChildren(
      ...[
        group(
          title,
          left.map((f) => die(f)),
          "rolled",
        ),
        group(
          tray.hot ? "All six scored" : tray.row ? `Aside · row ${tray.row}` : "Set aside",
          aside.map((f) => die(f, true)),
          "set-aside",
        ),
      ].filter(Boolean),
    );
    this.node.classList.toggle("tumble", before !== this.faces);
  }
}
