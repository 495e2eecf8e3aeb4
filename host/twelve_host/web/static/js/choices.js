// Job: the choices by name, a tap takes one; and the table's menu while it is open.

import { act } from "./api.js";
import { attr, el, find, keyed, show, text } from "./dom.js";
import { gesture } from "./button.js";
import { notify } from "./notices.js";
import { settings } from "./menu.js";
import { viewOf } from "./games.js";
import { known, table } from "./store.js";
import { person } from "./words.js";

const list = find("#choices");
const title = find("#choices-title");
let pending = null; // the action that is on its way
let points = () => {}; // told the row that a finger or the focus rests on

async function take(action) {
  const now = table();
  if (!now || pending || !usable()) return;
  pending = action;
  drawChoices();
  try {
    await act(now, action);
  } catch (failure) {
    notify(failure.message);
  }
  pending = null;
  drawChoices();
}

const usable = () => Boolean(table()?.connected) && known.link.state === "live";

function makeChoice() {
  const button = el(
    "button",
    { type: "button", class: "choice" },
    el("span", { class: "what" }),
    el("span", { class: "detail", "aria-hidden": "true" }),
    el("span", { class: "unseen" }),
  );
  const item = el("li", {}, button);
  button.addEventListener("click", () => take(item.dataset.key));
  // A key held down must not run through the game.
  button.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  const here = () => points(Number(button.dataset.row) || null);
  const gone = () => points(null);
  button.addEventListener("pointerenter", here);
  button.addEventListener("focus", here);
  button.addEventListener("pointerleave", gone);
  button.addEventListener("blur", gone);
  return item;
}

function drawChoice(item, action) {
  const { state, cursor } = table();
  const button = item.firstElementChild;
  const view = viewOf(state.game).choice(action, state);
  const [what, detail, heard] = button.children;
  text(what, view.title);
  text(detail, view.detail);
  const at = viewOf(state.game).pointsAt(action, cursor);
  text(
    heard,
    [view.spoken, at && "the table points at it"]
      .filter(Boolean)
      .map((part) => `, ${part}`)
      .join(""),
  );
  attr(button, "data-row", view.row);
  attr(button, "aria-disabled", usable() && !pending ? null : "true");
  button.classList.toggle("at", at);
  button.classList.toggle("busy", action === pending);
}

function makeEntry(entry) {
  const button = el(
    "button",
    { type: "button", class: "choice" },
    el("span", { class: "what", text: entry.words }),
    el("span", { class: "detail" }),
  );
  button.addEventListener("click", () => {
    const { menu } = table() ?? {};
    if (!menu) return;
    const steps = Number(button.dataset.at) - menu.at;
    if (steps) gesture("turn", steps);
    else gesture("hold");
  });
  return el("li", {}, button);
}

function drawMenu(menu) {
  text(title, "The table’s menu");
  const values = settings(menu, known.catalog, table().state?.game);
  const entries = menu.entries.map((words, at) => ({ words, at, set: values[at] }));
  keyed(
    list,
    entries,
    (e) => `menu ${e.at} ${e.words}`,
    makeEntry,
    (item, entry) => {
      const button = item.firstElementChild;
      attr(button, "data-at", entry.at);
      text(button.lastElementChild, entry.set);
      attr(button, "aria-current", entry.at === menu.at ? "true" : null);
      button.classList.toggle("at", entry.at === menu.at);
    },
  );
}

// Draw the choices; the focus stays on its choice, or goes to the first where that one is gone.
export function drawChoices() {
  const now = table();
  const { state, menu } = now ?? {};
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const legal = state?.legal ?? [];
  list.classList.toggle("single", !menu && legal.length === 1);
  list.classList.toggle("many", (menu?.entries ?? legal).length > 3);
  show(find("#choices-part"), Boolean(menu || legal.length));
  show(find("#menu-help"), Boolean(menu));
  if (menu) drawMenu(menu);
  else {
    text(
      title,
      state?.players && legal.length ? `${person(state.players[state.player])} chooses` : "Choices",
    );
    keyed(list, legal, (action) => action, makeChoice, drawChoice);
  }
  if (focused && !focused.isConnected)
    (list.querySelector("button") ?? find("#turn-title")).focus();
}

export function startChoices(onPoint) {
  points = onPoint;
}
