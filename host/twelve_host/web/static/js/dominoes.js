// Job: what the page knows of the domino solitaire beyond its list of legal actions.

import { person, plural } from "./words.js";

const ends = (tile) => tile.split("-").map(Number);
const pips = (tile) => ends(tile).reduce((a, b) => a + b, 0);
const pairOf = (action) => (action.startsWith("pair ") ? action.slice(5).split(" ") : null);

export function choice(action, state) {
  const pair = pairOf(action);
  if (pair) {
    const [one, other] = pair.map(pips);
    const detail = `${one} + ${other} = ${one + other}`;
    return { title: pair.join(" + "), detail, spoken: detail, row: null };
  }
  const empty = state.board.tableau.filter((tile) => tile === null).length;
  const many = Math.min(empty, state.board.deck);
  return { title: `Draw ${plural(many, "tile")}`, detail: "", spoken: "", row: null };
}

export function meaning(state, cursor) {
  const click = state.legal.length > 1 ? "next choice" : null;
  if (!cursor) return { click, hold: null };
  const { title } = choice(cursor, state);
  if (pairOf(cursor)) return { click, hold: `take ${title}` };
  return { click, hold: title.toLowerCase() };
}

// One sentence about what the last action did.
export function happened({ last, players }) {
  const who = person(players[last.player]);
  const pair = pairOf(last.action);
  return pair
    ? `${who} discarded ${pair.join(" and ")}.`
    : `${who} drew ${(last.tiles ?? []).join(", ")}.`;
}

export const facts = ({ board }) => `${board.deck} in the deck · ${board.discarded} discarded`;

// The tiles that lie open, as { tile, mates: [tiles] }; null for an empty place.
export const tiles = ({ board, legal }) =>
  board.tableau.map((tile) => {
    if (tile === null) return null;
    const pairs = legal.map(pairOf).filter((pair) => pair?.includes(tile));
    return { tile, mates: pairs.map(([one, other]) => (one === tile ? other : one)) };
  });

// The pair of two tiles as the action it is, null where it is none.
export const pairing = ({ legal }, one, other) =>
  [`pair ${one} ${other}`, `pair ${other} ${one}`].find((action) => legal.includes(action)) ?? null;
