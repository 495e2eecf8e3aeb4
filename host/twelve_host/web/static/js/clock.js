// Job: the time that the person at turn has left: a bar that runs, its last ten seconds unmissable.

import { find, show, text } from "./dom.js";
import { known, table } from "./store.js";
import { person, plural } from "./words.js";

const LATE_S = 10;

const box = find("#clock");
const fill = find("#clock-fill");
let shown = null; // "game turn seconds" that the bar was set for
let told = ""; // the turn whose last seconds were said

// The bar is led to where it will be when the table counts the next second: that moves it evenly.
function run(part, next, jumps) {
  if (jumps) {
    fill.style.transition = "none";
    fill.style.transform = `scaleX(${part})`;
    fill.getBoundingClientRect(); // or the browser would never see where it starts
    fill.style.transition = "";
  }
  fill.style.transform = `scaleX(${next})`;
}

export function drawClock() {
  const now = table();
  const left_s = now?.left_s ?? null;
  const running =
    left_s !== null && now.limit_s > 0 && now.connected && known.link.state === "live";
  show(box, running);
  if (!running) {
    shown = null;
    return;
  }
  const turn = `${now.game} ${now.state.turn} ${now.state.player}`;
  const late = left_s <= LATE_S;
  box.classList.toggle("late", late);
  text(find("#clock-left"), left_s);
  const key = `${turn} ${left_s}`;
  if (key !== shown) {
    const follows = shown === `${turn} ${left_s + 1}`;
    run(left_s / now.limit_s, Math.max(0, left_s - 1) / now.limit_s, !follows);
    shown = key;
  }
  // Said once a turn: read aloud every second it would drown everything else.
  if (late && told !== turn) {
    told = turn;
    const who = person(now.state.players[now.state.player]);
    text(find("#clock-words"), `${plural(left_s, "second")} left for ${who}; then the computer plays.`);
  } else if (!late) text(find("#clock-words"), "");
}
