// Job: what the page knows of 12 × 12 beyond its list of legal actions: dice, rows, sentences.

import { SEAT_LIGHTS } from "./seats.js";
import { person, plural } from "./words.js";

export const ROWS = 12;
export const GOAL = 12;

const rowOf = (action) => (action.startsWith("row ") ? Number(action.slice(4)) : null);
const perMatch = (row) => (row <= 6 ? 1 : 2);

// Which dice of a roll score for a row, as booleans; a face has one partner face for a sum.
export function scoring(row, dice) {
  const hit = dice.map(() => false);
  dice.forEach((face, i) => {
    if (hit[i]) return;
    if (row <= 6) {
      hit[i] = face === row;
      return;
    }
    const mate = dice.findIndex((other, k) => k > i && !hit[k] && face + other === row);
    if (mate > i) hit[i] = hit[mate] = true;
  });
  return hit;
}

const matches = (row, dice) => scoring(row, dice).filter(Boolean).length / perMatch(row);

// An action as { title, detail, spoken, row } for its button: `spoken` is heard instead of `detail`.
export function choice(action, state) {
  const { board, player } = state;
  const row = rowOf(action);
  if (row !== null) {
    const from = board.markers[player][row - 1];
    const found = matches(row, board.dice);
    const to = from + found;
    const where = to > GOAL ? "past hole 12" : to === GOAL ? "hole 12, finished" : `hole ${to}`;
    const short = to > GOAL ? "too far" : to === GOAL ? "12 ✓" : to;
    const detail = found ? `+${found} → ${short}` : "no match";
    const spoken = found
      ? `${plural(found, "match", "matches")}, from hole ${from} to ${where}`
      : "no match yet";
    return { title: `Row ${row}`, detail, spoken, row };
  }
  if (action === "stop") {
    const to = Math.min(GOAL, board.markers[player][board.row - 1] + board.at_risk);
    const detail = `${plural(board.at_risk, "point")} → hole ${to}`;
    return {
      title: "Stop and bank",
      detail,
      spoken: `${plural(board.at_risk, "point")}, to hole ${to}`,
      row: board.row,
    };
  }
  if (action === "roll") {
    const many = board.in_hand === 6 ? "six dice" : plural(board.in_hand, "die", "dice");
    const title = board.row ? `Roll ${many} again` : `Roll ${many}`;
    const detail = board.row
      ? `for row ${board.row}${board.at_risk ? `, ${board.at_risk} at risk` : ""}`
      : "";
    return { title, detail, spoken: detail, row: board.row };
  }
  return { title: action, detail: "", spoken: "", row: null };
}

// What a click and a hold of the table's button do now, in words.
export function meaning(state, cursor) {
  if (state.phase === "row") return { click: "next row", hold: `take ${cursor ?? "the row"}` };
  if (state.phase === "decide") return { click: "roll again", hold: "stop and bank" };
  return { click: state.board.row ? "roll again" : "roll", hold: null };
}

// The dice of the turn that is shown: `rolled` (face, aside) as last rolled, `earlier` faces set
// aside before it, `row`, `seat`. `acts` are the standing actions of the record, for `earlier`.
export function tray(state, acts) {
  const { board, last } = state;
  const rolled = board.dice.length ? board.dice : (last?.dice ?? []);
  const turn = turnOf(acts);
  const known = String(turn.rolled) === String(rolled);
  const row =
    board.row ??
    (board.dice.length ? null : (rowOf(last?.action ?? "") ?? (known ? turn.row : null)));
  const dice = rolled.length ? rolled : known ? [] : turn.rolled;
  const hits = row ? scoring(row, dice) : dice.map(() => false);
  const missed = ["missed", "bust", "passed"].includes(last?.outcome) && !board.dice.length;
  const earlier = Array.from({ length: dice.length ? 6 - dice.length : 0 }, (_, i) =>
    known ? (turn.earlier[i] ?? 0) : 0,
  );
  return {
    rolled: dice.map((face, i) => ({ face, aside: hits[i] && !missed })),
    earlier,
    row,
    seat: board.dice.length ? (state.player ?? last?.player) : last?.player,
    hot: last?.outcome === "hot",
    now: board.dice.length > 0 && !state.result,
  };
}

// Walk the standing actions and return the dice of the newest turn that has any.
function turnOf(acts) {
  let turn = { row: null, rolled: [], earlier: [] };
  let ended = true;
  for (const act of acts) {
    if (act.op !== "act") continue;
    const row = rowOf(act.action);
    if (row !== null) turn.row = row;
    else if (act.action === "roll") {
      if (ended) turn = { row: null, rolled: act.dice ?? [], earlier: [] };
      else {
        const aside = turn.row
          ? turn.rolled.filter((_, i) => scoring(turn.row, turn.rolled)[i])
          : [];
        const all = [...turn.earlier, ...aside];
        turn = { row: turn.row, rolled: act.dice ?? [], earlier: all.length === 6 ? [] : all };
      }
    }
    ended = ["missed", "passed", "bust", "stopped", "finished", "won"].includes(act.outcome);
  }
  return turn;
}

// One sentence about what the last action did.
export function happened(state, acts) {
  const { last, players, board } = state;
  const who = person(players[last.player]);
  const row = rowOf(last.action) ?? board.row ?? turnOf(acts).row;
  const faces = last.dice ? last.dice.join(" ") : "";
  const rolled = faces ? `${who} rolled ${faces}` : `${who} took row ${row}`;
  const past =
    row && matches(row, last.dice ?? []) > 0
      ? `too many for row ${row}`
      : `no match for row ${row}`;
  const found = row ? matches(row, last.dice ?? board.dice) : 0;
  const risk = board.at_risk ? `, ${plural(board.at_risk, "point")} at risk` : "";
  switch (last.outcome) {
    case "rolled":
      return `${rolled}.`;
    case "passed":
      return `${rolled}: no row can score, the turn passes.`;
    case "scored":
      return `${rolled}: ${plural(found, "match", "matches")}${faces ? ` for row ${row}` : ""}${risk}.`;
    case "hot":
      return `${rolled}: all six dice have scored and come back${risk}.`;
    case "finished":
      return `${rolled}: row ${row} is finished!${last.player === state.player ? ` ${who} plays again.` : ""}`;
    case "missed":
      return `${rolled}: ${past}, the turn ends.`;
    case "bust":
      return `${faces ? rolled : `${who} took row ${row}`}: ${faces ? past : `too many`}, bust! The points at risk are lost.`;
    case "stopped":
      return `${who} stopped and banked the points${row ? ` on row ${row}` : ""}.`;
    case "won":
      return `${rolled}: the last row is finished!`;
    default:
      return `${rolled}: ${last.outcome}.`;
  }
}

// How the game stands for a reader who cannot see the boards.
export function stand(state, seat) {
  const m = state.board.markers[seat];
  const done = m.filter((hole) => hole === GOAL).length;
  return `${plural(done, "row")} finished, ${m.reduce((a, b) => a + b, 0)} of ${ROWS * GOAL} holes`;
}

function dim(colour, part) {
  const at = (i) =>
    Math.round(parseInt(colour.slice(i, i + 2), 16) * part)
      .toString(16)
      .padStart(2, "0");
  return `#${at(1)}${at(3)}${at(5)}`;
}

// The board of one seat as lights, rows of 13 colours, drawn from a state.
export function lights(state, seat) {
  const colour = SEAT_LIGHTS[seat % SEAT_LIGHTS.length];
  const { board } = state;
  const active = state.player === seat;
  return board.markers[seat].map((marker, i) => {
    const row = new Array(GOAL + 1).fill("#000000");
    row[marker] = marker === 0 ? dim(colour, 0.5) : colour;
    if (active && board.row === i + 1) {
      for (let h = marker + 1; h <= Math.min(GOAL, marker + board.at_risk); h++)
        row[h] = dim(colour, 0.4);
    }
    return row;
  });
}

// A board in words: "Row 1: hole 3. Row 2: start. …"
export function boardWords(state, seat) {
  const where = (hole) => (hole === 0 ? "start" : hole === GOAL ? "finished" : `hole ${hole}`);
  return state.board.markers[seat].map((hole, i) => `Row ${i + 1}: ${where(hole)}.`).join(" ");
}
