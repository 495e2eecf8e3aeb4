// Job: the fields of the new-game dialog for a seat: what it is called, and who plays there.

import { PERSON, choicesOf, computerName } from "./deciders.js";
import { el } from "./dom.js";
import { nameField } from "./names.js";

// The fields for seat `seat` called `name` at `level`; `usual` is its name where none is given.
export function seatField(seat, { name, level, usual, levels }) {
  const field = nameField(seat, name, "new");
  const input = field.querySelector("input");
  const options = choicesOf(levels).map(([value, words]) => el("option", { value, text: words }));
  const label = `Who plays in seat ${seat + 1}`;
  const select = el("select", { id: `new-level-${seat}`, "aria-label": label }, options);
  select.value = levels.includes(level) ? level : PERSON;
  const fit = () =>
    (input.placeholder = select.value === PERSON ? usual : computerName(select.value));
  select.addEventListener("change", fit);
  fit();
  if (levels.length) field.append(select);
  return field;
}

const all = (box, kind) => [...box.querySelectorAll(kind)];

// What each seat of `box` is called; an empty name is the one that stands there in grey.
export const readSeatNames = (box) =>
  all(box, "input").map((input) => input.value.trim() || input.placeholder);

// What was typed, "" where nothing was.
export const readTyped = (box) => all(box, "input").map((input) => input.value);

// Who plays in each seat; [] where the game has no computer players.
export const readLevels = (box) => all(box, "select").map((select) => select.value);
