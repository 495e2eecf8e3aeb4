// Job: what the page knows of the morris beyond its list of legal actions: points, words, lights.

import { SEAT_LIGHTS } from "./seats.js";
import { person, plural } from "./words.js";

const FILES = "abcdefg";
const COLUMNS = [1, 3, 5, 6, 7, 9, 11]; // the holes of a to g, on a board that is not turned
const LINES = [0, 2, 4, 5, 6, 8, 10]; // the rows of 7 to 1
// As the engine numbers them: three rings of eight, each clockwise from its top left.
const POINTS = (
  "a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4"
).split(" ");
const EDGES = POINTS.flatMap((_, i) => {
  const ring = i - (i % 8);
  const round = [i, ring + ((i + 1) % 8)];
  return i < 16 ? [round, [i, i + 8]] : [round];
});
const FEW = 9; // so many moves are a list that is read at a glance
const MOST_QUIET = 50; // moves without a taking are a draw
const FEW_QUIET = 10; // left: it is told

const isMove = (action) => /^[a-g]\d-/.test(action);
const moved = (action) => (isMove(action) ? action.replace("-", " → ") : action);

export function choice(action) {
  const [verb, at] = action.split(" ");
  return { title: at ?? moved(action), detail: "", spoken: at ? verb : "", row: null };
}

// What the player at turn is asked for, after the name.
export const asks = ({ phase }, picked) =>
  ({ place: "places a stone", move: `moves ${picked ?? "a stone"}`, take: "takes a stone" })[phase];

// Of a move the table has the stone chosen first: it then points at every move of that stone.
export const pointsAt = (action, cursor) =>
  action === cursor || (Boolean(cursor) && action.startsWith(`${cursor}-`));

// The targets of the stone that is `picked`, else the stones where the moves are many, each as
// { key, title, spoken, action }; action null chooses the stone `key`, and "" none. Else null.
export function parts({ legal }, picked) {
  if (!legal.length || !isMove(legal[0])) return null;
  const own = picked ? legal.filter((action) => action.startsWith(`${picked}-`)) : [];
  if (own.length) {
    const targets = own.map((action) => {
      const title = `→ ${action.split("-")[1]}`;
      return { key: action, title, spoken: `from ${picked}`, action };
    });
    return [...targets, { key: "", title: "Back", spoken: "to another stone", action: null }];
  }
  if (legal.length <= FEW) return null;
  const stones = [...new Set(legal.map((action) => action.split("-")[0]))];
  return stones.map((from) => {
    const many = legal.filter((action) => action.startsWith(`${from}-`)).length;
    return { key: from, title: from, spoken: `stone, ${plural(many, "move")}`, action: null };
  });
}

// What a tap on `point` does: { action }, { pick: a stone or null }, or null for nothing.
export function tap({ legal }, point, picked) {
  for (const action of [`place ${point}`, `take ${point}`, `${picked}-${point}`])
    if (legal.includes(action)) return { action };
  if (point !== picked && legal.some((action) => action.startsWith(`${point}-`)))
    return { pick: point };
  return picked ? { pick: null } : null;
}

export function meaning(state, cursor) {
  const click = "next choice";
  if (!cursor) return { click, hold: null };
  if (cursor === "back") return { click, hold: "choose another stone" };
  if (cursor.includes(" ")) return { click, hold: cursor };
  return {
    click: cursor.includes("-") ? click : "next stone",
    hold: cursor.includes("-") ? `move ${moved(cursor)}` : `choose the stone ${cursor}`,
  };
}

// One sentence about what the last action did.
export function happened({ last, players, result }) {
  const who = person(players[last.player]);
  const [verb, at] = last.action.split(" ");
  const mill = last.outcome === "mill" ? ": a mill!" : "";
  if (verb === "place") return `${who} placed a stone at ${at}${mill || "."}`;
  if (verb === "take") return `${who} took the stone at ${at}.`;
  return `${who} moved ${moved(last.action)}${mill || (result ? "" : ".")}${result && !mill ? "." : ""}`;
}

// How the stones stand, in words.
export function facts({ board }) {
  const placed = [..."WB"].map((stone) => board.points.split(stone).length - 1);
  const [one, two] = board.in_hand;
  const stones = one || two ? `${one} : ${two} in hand` : `${placed.join(" : ")} stones`;
  const left = MOST_QUIET - board.quiet;
  const quiet = left <= FEW_QUIET ? `a draw in ${plural(left, "quiet move")}` : "";
  return [stones, quiet].filter(Boolean).join(" · ");
}

// Where a point is on board `index`, as [row from 0, hole]; odd boards are turned by half.
function placeOf(point, index = 0) {
  const row = LINES[7 - Number(point[1])];
  const hole = COLUMNS[FILES.indexOf(point[0])];
  return index % 2 ? [10 - row, 12 - hole] : [row, hole];
}

// The point nearest to a place on board `index` (rows from 0, holes), null where none is near.
export function pointNear(index, row, hole) {
  const far = (point) => {
    const [r, h] = placeOf(point, index);
    return Math.hypot(r - row, h - hole);
  };
  const best = POINTS.reduce((a, b) => (far(b) < far(a) ? b : a));
  return far(best) < 1 ? best : null;
}

// The places to ring on board `index`: the stone that is `picked`, and where it may go.
export function rings({ legal }, picked, index) {
  const moves = picked ? legal.filter((action) => action.startsWith(`${picked}-`)) : [];
  if (!moves.length) return [];
  const at = (point, kind) => ({ place: placeOf(point, index), kind });
  return [at(picked, "picked"), ...moves.map((action) => at(action.split("-")[1], "target"))];
}

// The names at the holes and rows of board `index`, { holes: 13 texts, rows: 12 texts }; odd
// boards are turned by half, for the player opposite.
export function labels(index) {
  const turned = index % 2 === 1;
  const holes = new Array(13).fill("");
  const rows = new Array(12).fill("");
  COLUMNS.forEach((hole, i) => (holes[turned ? 12 - hole : hole] = FILES[i]));
  LINES.forEach((row, i) => (rows[turned ? 10 - row : row] = String(7 - i)));
  return { holes, rows };
}

// Both play on one board.
export const shared = true;

// The board as lights, rows of 13 colours, drawn from a state: lines, stones, those in hand.
export function lights({ board }) {
  const grid = Array.from({ length: 12 }, () => new Array(13).fill("#000000"));
  for (const [from, to] of EDGES) {
    const [r1, h1] = placeOf(POINTS[from]);
    const [r2, h2] = placeOf(POINTS[to]);
    const steps = Math.max(Math.abs(r2 - r1), Math.abs(h2 - h1));
    for (let i = 0; i <= steps; i++) {
      const between = (a, b) => Math.round(a + ((b - a) * i) / steps);
      grid[between(r1, r2)][between(h1, h2)] = "#1c1a17";
    }
  }
  [...board.points].forEach((stone, i) => {
    const [row, hole] = placeOf(POINTS[i]);
    if (stone !== ".") grid[row][hole] = SEAT_LIGHTS["WB".indexOf(stone)];
  });
  for (const [seat, hole] of [
    [0, 0],
    [1, 12],
  ])
    for (let i = 0; i < board.in_hand[seat]; i++) grid[i][hole] = SEAT_LIGHTS[seat];
  return grid;
}

// The board in words: "Anna: a7, d6. Ben: g4."
export function boardWords({ board, players }) {
  const stones = (seat) =>
    POINTS.filter((_, i) => board.points[i] === "WB"[seat]).join(", ") || "no stone";
  return [0, 1].map((seat) => `${person(players[seat])}: ${stones(seat)}.`).join(" ");
}
