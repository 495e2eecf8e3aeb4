// Job: remember the names of earlier games and let the names of any game be changed.

import { badge } from "./seats.js";
import { el, find } from "./dom.js";
import { gamePath, get, post } from "./api.js";
import { notify } from "./notices.js";

export const LONGEST_NAME = 40;

// Offer the names of earlier games, newest first, wherever a name is asked.
export async function offerNames() {
  let games;
  try {
    games = await get("/api/games?limit=100");
  } catch (failure) {
    console.warn(`names of earlier games: ${failure.message}`);
    return;
  }
  const names = new Set(games.flatMap((game) => game.players));
  const own = [...names].filter((one) => !/^(Player \d+|Computer \(\w+\))$/.test(one));
  find("#earlier-names").replaceChildren(...own.slice(0, 60).map((one) => el("option", { value: one })));
}

// One labelled field for the name of seat `seat`.
export function nameField(seat, value, prefix) {
  const id = `${prefix}-name-${seat}`;
  const input = el("input", {
    id,
    type: "text",
    list: "earlier-names",
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    dir: "auto",
    spellcheck: "false",
  });
  input.value = value;
  const label = el("label", { for: id }, badge(seat), el("span", { text: `Player ${seat + 1}` }));
  return el("div", { class: "field" }, label, input);
}

// The names in the fields of `box`; an empty one keeps its `fallback`.
export function readNames(box, fallback) {
  return [...box.querySelectorAll("input")].map(
    (input, seat) => input.value.trim() || fallback[seat] || `Player ${seat + 1}`,
  );
}

let path = null;
let before = [];
let done = () => {};

// Ask for the names of a game and send them to `where`; `after` runs once they are recorded.
export function editNames(where, players, after = () => {}) {
  path = where;
  before = players;
  done = after;
  find("#names-fields").replaceChildren(
    ...players.map((one, seat) => nameField(seat, one, "edit")),
  );
  offerNames();
  find("#names-dialog").showModal();
  find("#names-fields input").select();
}

export const editGame = (id, players, after) => editNames(gamePath(id, "/names"), players, after);

export function startNames() {
  const dialog = find("#names-dialog");
  find("#names-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await post(path, { players: readNames(find("#names-fields"), before) });
      dialog.close();
      done();
    } catch (failure) {
      find("#names-error").textContent = failure.message;
    }
  });
  dialog.addEventListener("close", () => (find("#names-error").textContent = ""));
  for (const close of document.querySelectorAll("[data-close]")) {
    close.addEventListener("click", () => close.closest("dialog").close());
  }
  for (const one of document.querySelectorAll("dialog")) {
    // A press beside the dialog closes it; one that began inside does not.
    one.addEventListener("pointerdown", (event) => event.target === one && one.close());
  }
  if (!("showModal" in dialog))
    notify("This browser is too old for the page’s dialogs: update it.");
}
