// Job: the score sheet, twelve rows of twelve boxes a player, as one would keep it on paper.

import { badge } from "./seats.js";
import { el, find, keyed, show, text } from "./dom.js";
import { clean } from "./words.js";
import { viewOf } from "./games.js";

const GOAL = 12;

function makeRow(row) {
  const boxes = Array.from({ length: GOAL }, () => el("i"));
  const words = el("span", { class: "unseen" });
  const done = el("td", { class: "done", "aria-hidden": "true" });
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("span", { class: "unseen", text: "Row " }), String(row)),
    el("td", {}, words, el("span", { class: "boxes", "aria-hidden": "true" }, boxes)),
    done,
  );
}

function makeCard(seat) {
  const body = el(
    "tbody",
    {},
    Array.from({ length: 12 }, (_, i) => makeRow(i + 1)),
  );
  const caption = el(
    "caption",
    {},
    el("span", { class: "who" }, badge(seat), el("bdi", { class: "name" })),
    el("span", { class: "small" }),
  );
  return el("div", { class: `card seat-${(seat % 6) + 1}` }, el("table", {}, caption, body));
}

function drawCard(card, seat, state) {
  const who = card.querySelector(".name");
  text(who, clean(state.players[seat]));
  text(card.querySelector("caption").lastElementChild, viewOf(state.game).stand(state, seat));
  card.classList.toggle("at-turn", state.player === seat);
  const risk = state.player === seat ? state.board.at_risk : 0;
  state.board.markers[seat].forEach((marker, i) => {
    const row = card.querySelector("tbody").rows[i];
    const at = risk && state.board.row === i + 1 ? Math.min(GOAL, marker + risk) : marker;
    const key = `${marker} ${at}`;
    if (row.dataset.shown === key) return;
    row.dataset.shown = key;
    const boxes = row.querySelector(".boxes").children;
    for (let h = 0; h < GOAL; h++) boxes[h].className = h < marker ? "on" : h < at ? "risk" : "";
    text(
      row.querySelector("td .unseen"),
      `${marker} of ${GOAL}${at > marker ? `, ${at - marker} at risk` : ""}`,
    );
    text(row.querySelector(".done"), marker === GOAL ? "✓" : String(marker || ""));
    row.classList.toggle("full", marker === GOAL);
  });
}

// Draw the sheet of `state` into `#sheet`; hidden for games that have no rows.
export function drawSheet(state) {
  const part = find("#sheet-part");
  const fits = Boolean(state && viewOf(state.game).stand);
  show(part, fits);
  if (!fits) return;
  const seats = state.players.map((_, seat) => seat);
  keyed(
    find("#sheet"),
    seats,
    (seat) => seat,
    makeCard,
    (card, seat) => drawCard(card, seat, state),
  );
}
