// Job: what is chosen in two parts on the page, first the stone and then its target.

import { tell } from "./store.js";

let chosen = null; // { moment, from } that a tap chose
let led = null; // the same, as the table's cursor had it last

const moment = (now) => `${now.game} ${now.n}`;

// The stone that was chosen, here or at the table; null for none.
export function picked(now) {
  if (!now?.state) return null;
  const here = moment(now);
  if (chosen?.moment === here) return chosen.from;
  const { cursor } = now;
  if (cursor?.includes("-") && now.state.game === "morris")
    led = { moment: here, from: cursor.split("-")[0] };
  else if (cursor !== "back") led = null;
  return led?.moment === here ? led.from : null;
}

// Choose the stone `from`, or none with null.
export function pick(now, from) {
  chosen = { moment: moment(now), from };
  tell("pick");
}
