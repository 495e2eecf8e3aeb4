// Job: fetch the records of the games that are shown and say which of them still stand.

import { gamePath, get } from "./api.js";
import { tell } from "./store.js";

const SOONEST_MS = 250; // between two fetches of one game

const kept = new Map(); // game id -> { records, standing, newest }
const asked = new Map(); // game id -> { at, timer, busy, again }
const NONE = { records: [], standing: [], newest: null };

export const recordsOf = (id) => kept.get(id) ?? NONE;

// Mark the records that were taken back and list the actions that stand, oldest first.
export function sort(records) {
  const standing = [];
  const undone = new Set();
  for (const record of records) {
    if (record.op === "act" || record.op === "abandon") standing.push(record);
    else if (record.op === "undo" && standing.length) undone.add(standing.pop().n);
  }
  const all = records.map((r) => ({ ...r, undone: undone.has(r.n) }));
  return { records: all, standing, newest: records.at(-1) ?? null };
}

// Fetch the records of game `id` soon; many wishes at once are one fetch.
export function refresh(id) {
  const wish = asked.get(id) ?? { at: 0, timer: null, busy: false, again: false };
  asked.set(id, wish);
  if (wish.busy) wish.again = true;
  else if (wish.timer === null) {
    const wait_ms = Math.max(0, wish.at + SOONEST_MS - Date.now());
    wish.timer = setTimeout(() => fetchNow(id, wish), wait_ms);
  }
}

async function fetchNow(id, wish) {
  wish.timer = null;
  wish.busy = true;
  wish.again = false;
  wish.at = Date.now();
  try {
    const game = await get(gamePath(id));
    kept.set(id, sort(game.records));
    for (const old of kept.keys()) if (kept.size > 4 && old !== id) kept.delete(old);
    tell("records", id);
  } catch (failure) {
    // The history shows what it had; the connection's own words say what is wrong.
    console.warn(`records of ${id}: ${failure.message}`);
  }
  wish.busy = false;
  if (wish.again) refresh(id);
}
