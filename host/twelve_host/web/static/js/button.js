// Job: the table's big button and its encoder, by pointer, keyboard and assistive technology.

import { attr, find, show, text } from "./dom.js";
import { post, tablePath } from "./api.js";
import { notify } from "./notices.js";
import { AWAY, levelAtTurn } from "./deciders.js";
import { Presser } from "./press.js";
import { viewOf } from "./games.js";
import { known, table } from "./store.js";

const OWN_KEYS = "input, textarea, select, button, a, summary, [role=slider], [contenteditable]";

const dome = find("#dome");
let pointer = null; // the id of the pointer that holds the button
let key = null; // the key that holds it
let lastEnd = -Infinity;

// The gesture goes to the table that was shown when it began, whatever is chosen meanwhile.
let target = null;
const presser = new Presser(
  (gesture, steps) => {
    if (!target) return Promise.resolve();
    return post(tablePath(target, "input"), { gesture, steps }, { keepalive: true });
  },
  (failure) => notify(failure.message),
);

function down() {
  if (presser.held) return false;
  target = table();
  if (!target) return false;
  presser.down();
  dome.classList.add("down");
  return true;
}

function up() {
  pointer = key = null;
  lastEnd = performance.now();
  dome.classList.remove("down");
  presser.up();
}

export function gesture(what, steps = 1) {
  target = table();
  if (target) presser.whole(what, steps);
}

function turn(steps) {
  if (presser.waiting < 3) gesture("turn", steps);
}

const elsewhere = (event) =>
  event.target instanceof Element &&
  event.target !== dome &&
  event.target.closest(OWN_KEYS) !== null;
const playing = () => !find("#view-table").hidden && !find("dialog[open]");
const plain = (event) => !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;

function onKeyDown(event) {
  const onDome = event.target === dome;
  const presses = event.code === "Space" || (onDome && event.key === "Enter");
  if (!playing() || !plain(event) || elsewhere(event)) return;
  if (presses) {
    event.preventDefault();
    if (!event.repeat && pointer === null && key === null && down()) key = event.code;
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    event.preventDefault();
    turn(event.key === "ArrowLeft" ? -1 : 1);
  }
}

function onKeyUp(event) {
  if (event.code !== key) return;
  event.preventDefault();
  up();
}

export function startButton() {
  dome.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || pointer !== null || key !== null) return;
    if (!down()) return;
    pointer = event.pointerId;
    // Captured, the release arrives here wherever the finger has gone.
    dome.setPointerCapture(pointer);
  });
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) {
    dome.addEventListener(type, (event) => event.pointerId === pointer && up());
  }
  dome.addEventListener("contextmenu", (event) => event.preventDefault());
  // Screen readers click without pressing; a click that follows a press has been sent already.
  dome.addEventListener(
    "click",
    () => performance.now() - lastEnd > 400 && !presser.held && gesture("click"),
  );
  addEventListener("keydown", onKeyDown);
  addEventListener("keyup", onKeyUp);
  // Whoever looks away cannot let go here any more.
  const drop = () => presser.held && up();
  addEventListener("blur", drop);
  document.addEventListener("visibilitychange", () => document.hidden && drop());
  addEventListener("pagehide", () => presser.leave());
  find("#turn-back").addEventListener("click", () => turn(-1));
  find("#turn-on").addEventListener("click", () => turn(1));
  const hold = find("#whole-hold");
  hold.addEventListener("click", () => {
    if (hold.getAttribute("aria-disabled") !== "true") gesture("hold");
  });
  find("#whole-long").addEventListener("click", () => gesture("long"));
}

// Say what a click and a hold would do now.
export function drawButton() {
  const now = table();
  const usable = Boolean(now?.connected) && known.link.state === "live";
  attr(dome, "aria-disabled", usable ? null : "true");
  find("#control").classList.toggle("off", !usable);
  let does = { click: null, hold: null };
  if (now?.menu) does = { click: "next entry", hold: `take “${now.menu.entries[now.menu.at]}”` };
  // While a show runs the table points at nothing: a press only ends the show.
  else if (usable && levelAtTurn(now) === AWAY)
    does = { click: "take the seat back", hold: null };
  else if (usable && now.state && !now.cursor) does = { click: "skip ahead", hold: null };
  else if (now?.state && !now.state.result)
    does = viewOf(now.state.game).meaning(now.state, now.cursor);
  else if (now)
    does = now.state
      ? { click: null, hold: "play the same again" }
      : { click: "start a game", hold: null };
  show(find("#meaning"), Boolean(does.click || does.hold));
  show(find("#on-click"), Boolean(does.click));
  show(find("#on-hold"), Boolean(does.hold));
  text(find("#does-click"), does.click);
  text(find("#does-hold"), does.hold);
  attr(find("#whole-hold"), "aria-disabled", usable && now.cursor ? null : "true");
  text(find("#whole-hold-words"), does.hold ? `Hold: ${does.hold}` : "Hold");
}
