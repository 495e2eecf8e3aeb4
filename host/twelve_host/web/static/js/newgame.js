// Job: the new-game dialog, made from the catalogue so that every game brings its own options.

import { el, find, show, text } from "./dom.js";
import { offerNames } from "./names.js";
import { post, tablePath } from "./api.js";
import { AWAY, PERSON, computerName, limitWords } from "./deciders.js";
import { readLevels, readSeatNames, readTyped, seatField } from "./seatfields.js";
import { known, listen, table } from "./store.js";
import { forced, gameEntry } from "./words.js";

const dialog = find("#new-dialog");
// By seat of every game: names, "" where the usual one will do, and who plays there.
const named = recall("players");
const seated = recall("levels");
let limit_s = 0;
let awaited = false; // asked for before the catalogue was here
let entry = null;
let values = {}; // rule key -> value
let many = 2;

function recall(what) {
  try {
    const kept = JSON.parse(localStorage.getItem(what)) ?? {};
    const fits = ([, words]) => Array.isArray(words) && words.every((n) => typeof n === "string");
    return Object.fromEntries(Object.entries(kept).filter(fits));
  } catch {
    return {}; // storage may be forbidden, or hold something else
  }
}

function remember() {
  try {
    localStorage.setItem("players", JSON.stringify(named));
    localStorage.setItem("levels", JSON.stringify(seated));
  } catch {
    // Storage may be forbidden; both then last as long as the page.
  }
}

const label = (value) =>
  value === true
    ? "On"
    : value === false
      ? "Off"
      : String(value)[0].toUpperCase() + String(value).slice(1);

function choose(rule, value) {
  values[rule.key] = value;
  drawRules();
}

function radios(rule, fixed) {
  const now = fixed ?? values[rule.key];
  const buttons = rule.choices.map((value, i) => {
    const input = el("input", {
      type: "radio",
      name: `rule-${rule.key}`,
      id: `rule-${rule.key}-${i}`,
      disabled: fixed !== undefined,
    });
    input.checked = value === now;
    input.addEventListener("change", () => choose(rule, value));
    return el("label", { class: "pick" }, input, el("span", { text: label(value) }));
  });
  return el(
    "fieldset",
    {},
    el("legend", { text: rule.title }),
    el("div", { class: "picks" }, buttons),
  );
}

function toggle(rule, fixed) {
  const input = el("input", {
    type: "checkbox",
    id: `rule-${rule.key}`,
    role: "switch",
    disabled: fixed !== undefined,
  });
  input.checked = fixed ?? values[rule.key];
  input.addEventListener("change", () => choose(rule, input.checked));
  const why =
    fixed === undefined
      ? null
      : el("span", { class: "small", text: fixed ? "always on here" : "always off here" });
  return el("div", { class: "toggle" }, input, el("label", { for: input.id }, rule.title, why));
}

function select(rule, fixed) {
  const id = `rule-${rule.key}`;
  const box = el(
    "select",
    { id, disabled: fixed !== undefined },
    rule.choices.map((value) => el("option", { text: label(value) })),
  );
  box.selectedIndex = rule.choices.indexOf(fixed ?? values[rule.key]);
  box.addEventListener("change", () => choose(rule, rule.choices[box.selectedIndex]));
  return el("div", { class: "field" }, el("label", { for: id, text: rule.title }), box);
}

function drawRules() {
  const at = document.activeElement?.id;
  const fields = entry.rules.map((rule) => {
    const fixed = forced(rule, values);
    if (rule.choices.every((value) => typeof value === "boolean")) return toggle(rule, fixed);
    return rule.choices.length <= 4 ? radios(rule, fixed) : select(rule, fixed);
  });
  find("#new-rules").replaceChildren(...fields);
  if (at) document.getElementById(at)?.focus();
}

const namesOf = (game) => (named[game.name] ??= game.players.default.map(() => ""));
const levelsOf = (game) => (seated[game.name] ??= game.players.default.map(() => PERSON));

function keepNames() {
  readTyped(find("#new-players")).forEach((name, seat) => (namesOf(entry)[seat] = name));
  readLevels(find("#new-players")).forEach((level, seat) => (levelsOf(entry)[seat] = level));
}

// Keep the names of this game and how many they are, for the next time it is chosen.
function keepPlayers() {
  keepNames();
  namesOf(entry).length = many;
  // A shorter list would not do: JSON makes null of what was never set.
  seated[entry.name] = Array.from({ length: many }, (_, seat) => levelsOf(entry)[seat] ?? PERSON);
}

function drawPlayers(focusLast = false) {
  const { min, max } = entry.players;
  many = Math.min(max, Math.max(min, many));
  const fields = Array.from({ length: many }, (_, seat) =>
    seatField(seat, {
      name: namesOf(entry)[seat] ?? "",
      level: levelsOf(entry)[seat] ?? PERSON,
      usual: entry.players.default[seat] ?? `Player ${seat + 1}`,
      levels: entry.levels,
    }),
  );
  find("#new-players").replaceChildren(...fields);
  drawRemark();
  find("#player-more").disabled = many >= max;
  find("#player-fewer").disabled = many <= min;
  show(find("#player-count"), min !== max);
  if (focusLast) fields.at(-1).querySelector("input").focus();
}

// Say what is to be known of the expert here, where one is to play.
function drawRemark() {
  const expert = readLevels(find("#new-players")).includes(entry.levels.at(-1));
  show(find("#new-remark"), Boolean(expert && entry.remark));
  text(find("#new-remark"), entry.remark);
}

function drawLimits() {
  const picks = (known.catalog.limits_s ?? [0]).map((seconds) => {
    const input = el("input", { type: "radio", name: "limit", id: `new-limit-${seconds}` });
    input.checked = seconds === limit_s;
    input.addEventListener("change", () => (limit_s = seconds));
    return el("label", { class: "pick" }, input, el("span", { text: limitWords(seconds) }));
  });
  find("#new-limits").replaceChildren(...picks);
}

function drawBrief() {
  const parts = (entry.brief ?? "").split(/\n\s*\n/).filter(Boolean);
  show(find("#new-brief-part"), parts.length > 0);
  find("#new-brief").replaceChildren(...parts.map((words) => el("p", { text: words })));
}

function chooseGame(name, rules = {}) {
  entry = gameEntry(known.catalog, name);
  values = Object.fromEntries(
    entry.rules.map((rule) => [
      rule.key,
      rule.choices.includes(rules[rule.key]) ? rules[rule.key] : rule.default,
    ]),
  );
  many = namesOf(entry).length;
  drawRules();
  drawPlayers();
  drawBrief();
}

function drawGames() {
  const { games } = known.catalog;
  show(find("#new-game-field"), games.length > 1);
  const box = find("#new-game-select");
  box.replaceChildren(...games.map((game) => el("option", { value: game.name, text: game.title })));
  box.value = entry.name;
}

// Open the dialog, filled in as the game before was played.
export function askNewGame() {
  const now = table();
  const { state } = now ?? {};
  const first = known.catalog.games[0];
  awaited = Boolean(now && !first);
  if (!now || !first) return;
  const name = gameEntry(known.catalog, state?.game) ? state.game : first.name;
  if (state?.game === name) {
    const usual = gameEntry(known.catalog, name).players.default;
    const ofComputers = gameEntry(known.catalog, name).levels.map(computerName);
    named[name] = state.players.map((one, seat) =>
      /^Player \d+$/.test(one) || one === usual[seat] || ofComputers.includes(one) ? "" : one,
    );
    seated[name] = now.seats.map((level) => (level === AWAY ? PERSON : level));
    limit_s = now.limit_s;
  }
  chooseGame(name, state?.rules);
  drawGames();
  drawLimits();
  const running = Boolean(state && !state.result);
  show(find("#new-warning"), running);
  text(find("#new-submit"), running ? "Abandon it and start" : "Start the game");
  text(find("#new-error"), "");
  offerNames();
  dialog.showModal();
}

async function submit(event) {
  event.preventDefault();
  const now = table();
  const rules = Object.fromEntries(
    entry.rules.map((rule) => [rule.key, forced(rule, values) ?? values[rule.key]]),
  );
  const players = readSeatNames(find("#new-players"));
  const request = { game: entry.name, rules, players, limit_s };
  const seats = readLevels(find("#new-players"));
  if (seats.length) request.seats = seats;
  // Only a game that the dialog has warned about is given up.
  if (!find("#new-warning").hidden) request.abandon = true;
  find("#new-submit").disabled = true;
  try {
    await post(tablePath(now, "new"), request);
    keepPlayers();
    remember();
    dialog.close();
    // Where the game goes on: the dialog gave the focus back to what had opened it.
    find("#dome").focus();
  } catch (failure) {
    text(find("#new-error"), failure.message);
    if (failure.status === 409 && failure.state) show(find("#new-warning"), true);
  }
  find("#new-submit").disabled = false;
}

export function startNewGame() {
  listen("catalog", () => awaited && askNewGame());
  find("#new-form").addEventListener("submit", submit);
  find("#new-game-select").addEventListener("change", (event) => {
    keepPlayers();
    chooseGame(event.target.value);
  });
  find("#new-players").addEventListener("change", drawRemark);
  find("#player-more").addEventListener("click", () => {
    keepNames();
    many++;
    drawPlayers(true);
  });
  find("#player-fewer").addEventListener("click", () => {
    keepNames();
    many--;
    drawPlayers();
  });
  for (const button of document.querySelectorAll("[data-new-game]"))
    button.addEventListener("click", askNewGame);
}
