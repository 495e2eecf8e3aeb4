// Job: what the page knows of the morris beyond its list of legal actions: points and words.

const COLUMNS = [1, 3, 5, 6, 7, 9, 11]; // the holes of a to g, on a board that is not turned
const LINES = [0, 2, 4, 5, 6, 8, 10]; // the rows of 7 to 1

const moved = (action) => (/^[a-g]\d-/.test(action) ? action.replace("-", " → ") : action);

export const choice = (action) => ({ title: moved(action), detail: "", spoken: "", row: null });

// Of a move the table has the stone chosen first: it then points at every move of that stone.
export const pointsAt = (action, cursor) =>
  action === cursor || (Boolean(cursor) && action.startsWith(`${cursor}-`));

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

// The names at the holes and rows of board `index`, { holes: 13 texts, rows: 12 texts }; odd
// boards are turned by half, for the player opposite.
export function labels(index) {
  const turned = index % 2 === 1;
  const holes = new Array(13).fill("");
  const rows = new Array(12).fill("");
  COLUMNS.forEach((hole, i) => (holes[turned ? 12 - hole : hole] = "abcdefg"[i]));
  LINES.forEach((row, i) => (rows[turned ? 10 - row : row] = String(7 - i)));
  return { holes, rows };
}
