// Job: show the settings of a table and change them; what there is and may be, the table says.

import { get, post, tablePath } from "./api.js";
import { attr, el, find, show, text } from "./dom.js";
import { table } from "./store.js";
import { powerWords } from "./words.js";

const dialog = find("#settings-dialog");
const groups = find("#settings-groups");
const OPEN = 2; // groups that are open at first

let at = null; // the table that the dialog is about
let settings = [];
let asked = 0; // so that a late answer to a question before is not shown

const idOf = (key) => `setting-${key}`;
const wanted = (one) => one.next ?? one.value;
const shown = (value) => (Array.isArray(value) ? value.join(", ") : String(value));
const number = (words) => (/^-?\d+$/.test(words) ? Number(words) : words);

const label = (one) => (one.unit && one.type === "integer" ? `${one.title} (${one.unit})` : one.title);

function input(one) {
  const id = idOf(one.key);
  const about = { id, "aria-describedby": `${id}-about`, autocomplete: "off", spellcheck: "false" };
  if (one.type === "boolean") {
    const box = el("input", { ...about, type: "checkbox", role: "switch" });
    box.checked = wanted(one);
    return box;
  }
  if (one.type === "choice") {
    const box = el(
      "select",
      about,
      one.values.map((word) => el("option", { text: word })),
    );
    box.value = wanted(one);
    return box;
  }
  const box =
    one.type === "integer"
      ? el("input", { ...about, type: "number", min: one.least, max: one.most, step: 1 })
      : el("input", { ...about, type: "text", list: one.values ? `${id}-words` : null });
  box.value = shown(wanted(one));
  return box;
}

// What stands in a field now, as the table takes it.
function entered(one) {
  const box = document.getElementById(idOf(one.key));
  if (one.type === "boolean") return box.checked;
  const words = box.value.trim();
  if (one.type === "text" || one.type === "choice") return words;
  if (one.type !== "pins") return number(words);
  return words
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(number);
}

function hints(one) {
  const usual = one.type === "boolean" ? (one.default ? "on" : "off") : shown(one.default);
  const plain = one.type === "boolean" || one.type === "choice"; // the field itself says what may be
  const now = one.type === "boolean" ? (one.value ? "on" : "off") : shown(one.value);
  return el(
    "div",
    { id: `${idOf(one.key)}-about`, class: "small" },
    el("p", { text: `${one.description} ${one.more}`.trim() }),
    el("p", { text: `${plain ? "Default" : `${one.allowed}; default`} ${usual || "none"}.` }),
    one.next === null
      ? null
      : el("p", { class: "waits", text: `Until the table restarts: ${now || "none"}.` }),
    one.problem ? el("p", { class: "error", text: `The table says: ${one.problem}.` }) : null,
  );
}

function field(one) {
  const box = input(one);
  const name = el("label", { for: box.id, text: label(one) });
  if (one.type === "boolean")
    return el("div", {}, el("div", { class: "toggle" }, box, name), hints(one));
  const words = box.hasAttribute("list")
    ? el("datalist", { id: `${box.id}-words` }, one.values.map((word) => el("option", { value: word })))
    : null;
  return el("div", { class: "field" }, name, box, words, hints(one));
}

function draw(found) {
  settings = found.settings;
  const open = new Set(
    [...groups.children].filter((one) => one.open).map((one) => one.dataset.group),
  );
  const names = [...new Set(settings.map((one) => one.group))];
  if (!groups.children.length) names.slice(0, OPEN).forEach((name) => open.add(name));
  groups.replaceChildren(
    ...names.map((name) => {
      const own = settings.filter((one) => one.group === name);
      const noted = own.some((one) => one.next !== null || one.problem);
      return el(
        "details",
        { "data-group": name, open: noted || open.has(name) },
        el("summary", { text: name }),
        el("div", { class: "fields", role: "group", "aria-label": name }, own.map(field)),
      );
    }),
  );
  show(find("#settings-notices"), found.notices.length > 0);
  find("#settings-notices").replaceChildren(...found.notices.map((one) => el("li", { text: one })));
  show(find("#settings-restart"), found.restart);
}

function say(words, wrong = "") {
  text(find("#settings-about"), words);
  text(find("#settings-error"), wrong);
}

function busy(yes) {
  for (const button of dialog.querySelectorAll("#settings-save, #settings-restart"))
    button.disabled = yes;
}

// Do what asks the table, and draw the settings that it answers with.
async function ask(words, doing, done) {
  const mine = ++asked;
  say(words);
  busy(true);
  try {
    const found = await doing();
    if (mine !== asked) return;
    draw(found);
    say(done(found));
  } catch (failure) {
    if (mine !== asked) return;
    say("", failure.message);
    pointAtWrong(failure.message);
  }
  if (mine === asked) busy(false);
}

// The service names the setting that it refuses.
function pointAtWrong(sentence) {
  const words = sentence.toLowerCase();
  const wrong = settings.find((one) => new RegExp(`^${one.key}\\b`).test(words));
  const box = wrong && document.getElementById(idOf(wrong.key));
  if (!box) return;
  attr(box, "aria-invalid", "true");
  box.closest("details").open = true;
  box.focus();
}

const waits = (found) =>
  found.restart
    ? "Saved. It holds once the table has restarted; a running game goes on where it stood."
    : "";

function open() {
  at = table();
  if (!at) return;
  groups.replaceChildren();
  show(find("#settings-notices"), false);
  show(find("#settings-restart"), false);
  settings = [];
  dialog.showModal();
  const power = powerWords(at.power);
  const about = power ? `${at.name}: ${power}.` : `${at.name}.`;
  ask(
    `Asking ${at.name} …`,
    () => get(tablePath(at, "settings")),
    (found) => waits(found) || about,
  );
}

function save() {
  const changes = {};
  for (const one of settings) {
    const box = document.getElementById(idOf(one.key));
    attr(box, "aria-invalid", null);
    const value = entered(one);
    if (JSON.stringify(value) !== JSON.stringify(wanted(one))) changes[one.key] = value;
  }
  if (!Object.keys(changes).length) return say("Nothing has been changed.");
  return ask("Saving …", () => post(tablePath(at, "settings"), changes), waits);
}

export function startSettings() {
  find("#edit-settings").addEventListener("click", open);
  find("#settings-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!find("#settings-save").disabled) save();
  });
  find("#settings-restart").addEventListener("click", () =>
    ask(
      "The table restarts …",
      async () => {
        await post(tablePath(at, "restart"), {});
        return get(tablePath(at, "settings"));
      },
      () => "The table has restarted: its settings hold.",
    ),
  );
  dialog.addEventListener("close", () => asked++);
}
