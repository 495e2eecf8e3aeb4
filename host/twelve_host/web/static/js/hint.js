// Job: the hint: what a strong player would do now and why, asked of the service when wanted.

import { get } from "./api.js";
import { attr, find, show, text } from "./dom.js";
import { PERSON, levelAtTurn } from "./deciders.js";
import { viewOf } from "./games.js";
import { known, table } from "./store.js";

const button = find("#hint");
const words = find("#hint-words");
let given = null; // the position (game and number of the next record) that the words are for
let asking = false;

const moment = (now) => `${now.game} ${now.n}`;

async function ask() {
  const now = table();
  if (!now || asking) return;
  const asked = moment(now);
  asking = true;
  drawHint();
  let found;
  try {
    const { action, why } = await get(`/api/tables/${encodeURIComponent(now.id)}/hint`);
    const { title } = viewOf(now.state.game).choice(action, now.state);
    found = `${title}: ${why}.`;
  } catch (failure) {
    found = failure.message;
  }
  asking = false;
  given = asked;
  if (table() && moment(table()) === asked) text(words, found);
  drawHint();
}

// Draw the hint; words that were meant for another moment go away.
export function drawHint() {
  const now = table();
  const mine = Boolean(now?.state?.legal?.length) && levelAtTurn(now) === PERSON;
  const wanted = mine && !now.menu && known.link.state === "live";
  show(find("#leave"), wanted);
  show(button, wanted);
  attr(button, "aria-disabled", asking ? "true" : null);
  if (!wanted || (given && given !== moment(now))) {
    given = null;
    text(words, "");
  }
}

export function startHint() {
  button.addEventListener("click", ask);
}
