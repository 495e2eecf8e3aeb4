// Job: give every game its view; one that the page does not know is shown in plain words.

import * as dominoes from "./dominoes.js";
import * as dozen from "./dozen.js";
import * as morris from "./morris.js";
import { tagged } from "./deciders.js";
import { person } from "./words.js";

const plain = {
  choice: (action) => {
    const title = action ? action[0].toUpperCase() + action.slice(1) : action;
    return { title, detail: "", spoken: "", row: null };
  },
  meaning: (state, cursor) => ({
    click: state.legal.length > 1 ? "next choice" : (state.legal[0] ?? null),
    hold: cursor ? `take ${cursor}` : null,
  }),
  pointsAt: (action, cursor) => action === cursor,
  happened: ({ last, players }) => {
    const chance = (last.dice ?? last.tiles ?? []).join(" ");
    return `${person(players[last.player])}: ${last.action}${chance ? ` (${chance})` : ""}, ${last.outcome}.`;
  },
  tray: null,
  lights: null,
  boardWords: () => "",
  stand: null,
  parts: () => null,
  rings: () => [],
};

// A view: choice(action, state), meaning(state, cursor), pointsAt(action, cursor), happened(state,
// acts), and where the game has them tray(state, acts), lights(state, seat), boardWords(state, seat),
// stand(state, seat), labels(board), facts(state), asks(state), parts(state, picked), tap(state,
// point, picked), pointNear(board, row, hole), rings(state, picked, board), shared, tiles(state).
const views = {
  "12x12": { ...plain, ...dozen },
  morris: { ...plain, ...morris },
  dominoes: { ...plain, ...dominoes },
};

export const viewOf = (game) => views[game] ?? plain;

// How a game ended, in words without a full stop.
export function ending(state) {
  const { result, players } = state;
  if (!result) return "";
  if (result.reason === "abandoned") return "The game was abandoned";
  if (result.winner === null) return players.length === 1 ? "The game is lost" : "A draw";
  return players.length === 1
    ? `${person(players[0])} has done it`
    : `${person(players[result.winner])} wins`;
}

// A solitaire that was lost before anything could be done, in words; "" where it was not.
function lostDeal({ game, result, last, rules }) {
  if (game !== "dominoes" || last || result?.reason !== "no pair left") return "";
  const usual = rules.set === 6 && rules.tableau === 6 && rules.matching === "total";
  return `This deal had no pair at all${usual ? " (one in five has none)" : ""}: deal again.`;
}

// The names, with its level beside that of a computer that decided the last action.
const deciders = ({ players, last }, act) =>
  players.map((one, seat) =>
    seat === last.player && act?.action === last.action ? tagged(one, act.level) : one,
  );

// What has just happened and what comes next, as one announcement.
export function story(state, acts, newest) {
  const view = viewOf(state.game);
  const parts = [];
  if (newest?.op === "undo") parts.push("Taken back.");
  if (newest?.op === "note" && newest.kind === "boot")
    parts.push("The table was switched on again.");
  if (state.last && newest?.op !== "undo")
    parts.push(view.happened({ ...state, players: deciders(state, acts.at(-1)) }, acts));
  const lost = lostDeal(state);
  if (lost) parts.push(lost);
  else if (state.result) {
    const { reason } = state.result;
    parts.push(
      reason === "abandoned"
        ? `${ending(state)}.`
        : `${ending(state)}: ${reason}, in turn ${state.turn}.`,
    );
  } else {
    const who = person(state.players[state.player]);
    if (!state.last) parts.push(`A new game: ${who} begins.`);
    else if (newest?.op === "undo" || state.last.player !== state.player)
      parts.push(`${who} plays.`);
  }
  return parts.join(" ");
}
