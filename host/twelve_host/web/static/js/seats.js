// Job: what tells the seats apart: a colour, a shape and a number, never a colour alone.

import { el, svg } from "./dom.js";
import { clean } from "./words.js";

// The colours of the seats in the table's own palette, for boards that are drawn from a state.
export const SEAT_LIGHTS = ["#f0962c", "#40a0f0", "#e42080", "#80ffe0", "#8000ff", "#ffff00"];

// The seat that a board shows: the one at turn if it plays there, else the next one to play there.
export function shownSeat(board, boards, players, atTurn) {
  for (let step = 0; step < players; step++) {
    const seat = (atTurn + step) % players;
    if (seat % boards === board) return seat;
  }
  return null;
}

const SHAPES = [
  "M12 1.5a10.5 10.5 0 1 0 0 21a10.5 10.5 0 1 0 0-21z",
  "M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17a1.5 1.5 0 0 1 1.5-1.5z",
  "M12 1l11.5 21.5h-23z",
  "M12 .5l11.5 11.5l-11.5 11.5l-11.5-11.5z",
  "M12 1l11.2 8.3l-4.3 13.2h-13.8l-4.3-13.2z",
  "M6.5 2h11l5.5 10l-5.5 10h-11l-5.5-10z",
];

// A player's name as an element; it is somebody's input and keeps its own direction.
export const name = (words) => el("bdi", { class: "name", text: clean(words) });

// A small badge for seat `seat` (from 0); the name stands beside it, so it is silent.
export function badge(seat) {
  const digit = svg("text", {
    x: 12,
    y: seat === 2 ? 19.5 : 16.6,
    "text-anchor": "middle",
    text: seat + 1,
  });
  const path = svg("path", { d: SHAPES[seat % SHAPES.length] });
  return svg(
    "svg",
    { class: `badge seat-${(seat % 6) + 1}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    path,
    digit,
  );
}
