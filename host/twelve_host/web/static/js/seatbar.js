// Job: the line of seats on the table view: who decides in each, and the time for a turn.
//
// Every chip is a native list of choices laid over its words: two taps, or two keys.

import { attr, el, find, keyed, show, text } from "./dom.js";
import { post, tablePath } from "./api.js";
import { AWAY, PERSON, choicesOf, levelOf, limitWords, tagOf } from "./deciders.js";
import { notify } from "./notices.js";
import { badge } from "./seats.js";
import { known, table } from "./store.js";
import { clean, gameEntry, person } from "./words.js";

const bar = find("#seatbar");
const LIMIT = "limit";
const KEYS_REST_MS = 900;

async function send(what, body) {
  const now = table();
  if (!now) return;
  try {
    await post(tablePath(now, what), body);
  } catch (failure) {
    notify(failure.message);
  }
  drawSeatbar();
}

export const seat = (index, level) => send("seat", { seat: index, level });

function makeChip(item) {
  const select = el("select");
  const chip = el(
    "label",
    { class: "chip" },
    item.key === LIMIT
      ? el("span", { class: "glyph", "aria-hidden": "true", text: "◷" })
      : badge(item.key),
    el("bdi", { class: "name" }),
    el("span", { class: "tag" }),
    el("span", { class: "more", "aria-hidden": "true", text: "▾" }),
    select,
  );
  onChoice(select, (value) => {
    if (item.key === LIMIT) send("limit", { limit_s: Number(value) });
    else seat(item.key, value);
  });
  return chip;
}

// Call `act(value)` once a choice is made. Arrow keys walk through a closed list and choose each
// entry on the way, so what keys choose holds only when they rest, or the focus goes on.
function onChoice(select, act) {
  let byKey = false;
  let timer = null;
  const commit = () => {
    clearTimeout(timer);
    timer = null;
    delete select.dataset.pending;
    act(select.value);
  };
  select.addEventListener("keydown", () => (byKey = true));
  select.addEventListener("pointerdown", () => (byKey = false));
  select.addEventListener("blur", () => timer !== null && commit());
  select.addEventListener("change", () => {
    clearTimeout(timer);
    if (!byKey) return commit();
    timer = setTimeout(commit, KEYS_REST_MS);
    select.dataset.pending = "";
    const tag = select.parentElement.querySelector(".tag");
    text(tag, select.selectedOptions[0].text);
    show(tag, true);
  });
}

function drawChip(chip, item) {
  const [, name, tag, , select] = chip.children;
  if ("pending" in select.dataset) return;
  text(name, item.name);
  text(tag, item.tag);
  show(tag, Boolean(item.tag));
  chip.classList.toggle("computer", item.computer);
  attr(select, "aria-label", item.label);
  select.disabled = item.disabled;
  const key = JSON.stringify(item.options);
  if (select.dataset.options !== key) {
    select.dataset.options = key;
    select.replaceChildren(
      ...item.options.map(([value, words]) => el("option", { value, text: words })),
    );
  }
  if (select.value !== item.value) select.value = item.value;
}

function makeBack({ index }) {
  const button = el("button", { type: "button", class: "strong" });
  button.addEventListener("click", () => seat(index, PERSON));
  return button;
}

const makeItem = (item) => (item.words ? makeBack(item) : makeChip(item));

function drawItem(node, item) {
  if (!item.words) return drawChip(node, item);
  text(node, item.words);
  node.disabled = item.disabled;
}

function chips(now) {
  const { state } = now;
  const entry = gameEntry(known.catalog, state.game);
  const disabled = !now.connected || known.link.state !== "live";
  const found = state.players.map((one, index) => {
    const level = levelOf(now, index);
    return {
      key: index,
      name: clean(one),
      tag: tagOf(one, level),
      computer: level !== PERSON,
      label: `Who decides for ${person(one)}`,
      options: choicesOf(entry?.levels ?? [], true),
      value: level,
      disabled,
    };
  });
  const gone = found.filter((item) => item.value === AWAY);
  for (const { key, name } of gone) {
    const words = gone.length > 1 ? `${name} is back` : "I am back";
    found.splice(found.findIndex((item) => item.key === key) + 1, 0, {
      key: `back ${key}`,
      index: key,
      words,
      disabled,
    });
  }
  const limits = known.catalog.limits_s ?? [now.limit_s];
  found.push({
    key: LIMIT,
    name: now.limit_s ? `${now.limit_s} s` : limitWords(0),
    tag: "",
    computer: false,
    label: "Time for a turn",
    options: limits.map((limit_s) => [String(limit_s), limitWords(limit_s)]),
    value: String(now.limit_s),
    disabled,
  });
  return found;
}

// Draw the seats of the game that goes on.
export function drawSeatbar() {
  const now = table();
  if (!now) return;
  const wanted = Boolean(now.state && !now.state.result);
  show(bar, wanted);
  if (wanted) keyed(bar, chips(now), (item) => item.key, makeItem, drawItem);
}

export function startSeatbar() {
  find("#leave").addEventListener("click", () => {
    const index = table()?.state?.player;
    if (index !== null && index !== undefined) seat(index, AWAY);
  });
}
