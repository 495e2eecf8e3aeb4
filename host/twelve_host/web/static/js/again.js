// Job: the game after a game: one press plays the same again, and the next player begins.

import { find, show, text } from "./dom.js";
import { post, tablePath } from "./api.js";
import { AWAY, PERSON, levelOf } from "./deciders.js";
import { notify } from "./notices.js";
import { table } from "./store.js";
import { gameEntry, person } from "./words.js";
import { known } from "./store.js";

const button = find("#rematch");
let busy = false;

const next = (list, swaps) => (swaps ? [...list.slice(1), ...list.slice(0, 1)] : list);

// The request for the same game again; names that nobody gave stay with their seats.
function request({ state, seats, limit_s, swaps, ...now }) {
  const levels = state.players.map((_, seat) => levelOf({ seats, ...now }, seat));
  const back = levels.map((level) => (level === AWAY ? PERSON : level));
  const players = named(state) ? next(state.players, swaps) : state.players;
  return { game: state.game, rules: state.rules, players, seats: next(back, swaps), limit_s };
}

function named({ game, players }) {
  const usual = gameEntry(known.catalog, game)?.players.default ?? [];
  return players.some((one, seat) => one !== (usual[seat] ?? `Player ${seat + 1}`));
}

async function play() {
  const now = table();
  if (!now?.state?.result || busy) return;
  busy = true;
  drawAgain();
  try {
    await post(tablePath(now, "new"), request(now));
    find("#dome").focus();
  } catch (failure) {
    notify(failure.message);
  }
  busy = false;
  drawAgain();
}

function words({ game, players, ...state }, swaps) {
  if (game === "dominoes") return "Deal again";
  if (players.length < 2) return "Play again";
  const first = players[swaps ? 1 : 0];
  return named({ game, players, ...state }) ? `Rematch: ${person(first)} begins` : "Rematch";
}

// Draw the way to the next game, once one is over.
export function drawAgain() {
  const now = table();
  const over = Boolean(now?.state?.result);
  show(find("#again"), over && !now.menu);
  if (!over) return;
  text(button, words(now.state, now.swaps));
  button.disabled = busy || !now.connected;
  show(find("#again-swaps"), now.state.players.length > 1);
}

export function startAgain() {
  button.addEventListener("click", play);
}
