// Job: the choices by name, a tap takes one; and the table's menu while it is open.

import { act } from "./api.js";
import { attr, el, find, keyed, show, text } from "./dom.js";
import { gesture } from "./button.js";
import { notify } from "./notices.js";
import { AWAY, PERSON, computerName, levelAtTurn } from "./deciders.js";
import { settings } from "./menu.js";
import { pick, picked } from "./picking.js";
import { viewOf } from "./games.js";
import { known, table } from "./store.js";
import { clean, person } from "./words.js";

const PART = "part "; // before the key of a choice that is only half an action

const list = find("#choices");
const title = find("#choices-title");
let pending = null; // the action that is on its way
let points = () => {}; // told the row that a finger or the focus rests on

// Take an action of the game on the table, once, and say what went wrong.
export async function take(action) {
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

const keyOf = ({ key, action }) => (action === null ? `${PART}${key}` : action);
const isShort = ({ title, detail }) => title.length < 5 && !detail;

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
  button.addEventListener("click", () => {
    if (item.action !== null) take(item.action);
    else if (usable()) pick(table(), item.dataset.key.slice(PART.length) || null);
  });
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

function drawChoice(item, { key, action, ...view }) {
  const { state, cursor } = table();
  const button = item.firstElementChild;
  item.action = action;
  const [what, detail, heard] = button.children;
  text(what, view.title);
  text(detail, view.detail);
  const at = view.part
    ? cursor === (key || "back") || (!action && key && Boolean(cursor?.startsWith(`${key}-`)))
    : viewOf(state.game).pointsAt(action, cursor);
  text(
    heard,
    [view.spoken, at && "the table points at it"]
      .filter(Boolean)
      .map((part) => `, ${part}`)
      .join(""),
  );
  attr(button, "data-row", view.row ?? null);
  attr(button, "aria-disabled", usable() && !pending ? null : "true");
  button.classList.toggle("at", at);
  button.classList.toggle("busy", action !== null && action === pending);
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

// The legal actions as they are offered: each { key, action, title, … }, or in two parts.
function offered(now) {
  const { state } = now;
  const view = viewOf(state.game);
  const parts = view.parts(state, picked(now));
  if (parts) return parts.map((one) => ({ ...one, part: true }));
  return state.legal.map((action) => ({ key: action, action, ...view.choice(action, state) }));
}

// In a computer's turn nothing can be chosen: say what goes on, and what can be done about it.
function drawThinking(now, level) {
  const wanted = Boolean(level !== PERSON && !now?.menu && now.state.legal.length);
  show(find("#thinking"), wanted);
  if (!wanted) return;
  const name = clean(now.state.players[now.state.player]);
  const who = person(name);
  const nameless = name === computerName(level) ? "Computer" : who;
  const thinks = level === AWAY ? `Computer thinks for ${who}` : `${nameless} thinks`;
  text(find("#thinking-words"), `${thinks} …`);
  text(
    find("#thinking-help"),
    level === AWAY
      ? `A press of the big button gives ${who} the seat back.`
      : "A press of the big button hurries it on.",
  );
}

// Draw the choices; the focus stays on its choice, or goes to the first where that one is gone.
export function drawChoices() {
  const now = table();
  const { state, menu } = now ?? {};
  const focused = list.contains(document.activeElement) ? document.activeElement : null;
  const legal = state?.legal ?? [];
  const level = levelAtTurn(now);
  const offers = legal.length && level === PERSON ? offered(now) : [];
  list.classList.toggle("single", !menu && offers.length === 1);
  list.classList.toggle("many", (menu?.entries ?? offers).length > 3);
  list.classList.toggle("pairs", !menu && offers.length > 1 && Boolean(viewOf(state.game).tiles));
  list.classList.toggle("short", !menu && offers.length > 1 && offers.every(isShort));
  show(find("#choices-part"), Boolean(menu || offers.length));
  drawThinking(now, level);
  show(find("#menu-help"), Boolean(menu));
  if (menu) drawMenu(menu);
  else {
    const asks = offers.length ? (viewOf(state.game).asks?.(state, picked(now)) ?? "chooses") : "";
    text(title, asks ? `${person(state.players[state.player])} ${asks}` : "Choices");
    keyed(list, offers, keyOf, makeChoice, drawChoice);
  }
  if (focused && !focused.isConnected)
    (list.querySelector("button") ?? find("#turn-title")).focus();
}

// A tap on the board does what the choice there does.
export function tapBoard(index, row, hole) {
  const now = table();
  if (!now?.state || now.menu || levelAtTurn(now) !== PERSON || !usable()) return;
  const view = viewOf(now.state.game);
  const point = view.pointNear?.(index, row, hole);
  const does = point ? view.tap(now.state, point, picked(now)) : null;
  if (does?.action) take(does.action);
  else if (does) pick(now, does.pick);
}

export function startChoices(onPoint) {
  points = onPoint;
}
