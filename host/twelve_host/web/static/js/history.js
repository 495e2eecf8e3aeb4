// Job: the history of the game, newest first, and taking back one action after the other.

import { PERSON, noteWords, tagged } from "./deciders.js";
import { badge } from "./seats.js";
import { el, find, keyed, show, text } from "./dom.js";
import { notify } from "./notices.js";
import { post, tablePath } from "./api.js";
import { recordsOf } from "./records.js";
import { known, table } from "./store.js";
import { gameEntry, person, plural, when } from "./words.js";

const FIRST_SHOWN = 40;

let all = false;
let ofGame = null;
let pending = false;

// Outcomes that go without saying.
const PLAIN = new Set(["rolled", "scored", "placed", "moved", "took", "paired", "drew"]);

// `chance` is what is drawn in the game, null where nothing is.
const NOTES = {
  nonce: (chance) =>
    chance ? `The players’ share of the ${chance} was fixed.` : "The game’s own number was fixed.",
  boot: () => "The table was switched on again.",
  names: () => "The names were changed.",
  reveal: (chance) =>
    chance
      ? `The secret of the ${chance} was revealed: the game is closed and can be checked.`
      : "The game is closed and can be checked.",
};

// How many actions taking back takes, `standing` being all that are: with computers in seats it
// goes on to the last decision of a person, as the table does.
export function takenBack(standing, seats) {
  const isPersons = (record) => (seats[record.player] ?? PERSON) === PERSON;
  if (!standing.length || !seats.includes(PERSON) || standing.at(-1).op === "abandon") return 1;
  const at = standing.findLastIndex((record) => record.op === "act" && isPersons(record));
  return standing.length - Math.max(at, 0);
}

// What a record says, in words, in a game in which `chance` is drawn.
export function recordWords(record, players, chance) {
  const who = person(tagged(players[record.player] ?? "?", record.level));
  if (record.op === "new") return `A new game: ${players.map(person).join(", ")}.`;
  if (record.op === "undo") return "Taken back.";
  if (record.op === "abandon") return "The game was abandoned.";
  if (record.op === "note") {
    const words = noteWords(record, (seat) => person(players[seat] ?? "?"));
    return words ?? NOTES[record.kind]?.(chance) ?? `A note: ${record.kind}.`;
  }
  const drawn = record.dice ?? record.tiles;
  const end = PLAIN.has(record.outcome) ? "" : record.outcome;
  const by = record.by === "hand" && drawn ? " (by hand)" : "";
  return `${who}: ${record.action}${drawn ? ` ${drawn.join(" ")}` : ""}${by}${end ? `, ${end}` : ""}`;
}

function makeLine(record) {
  const date = el("time", { class: "small", datetime: record.at ?? "" });
  return el(
    "li",
    {},
    el("span", { class: "n", text: record.n }),
    el("span", { class: "mark" }),
    el("span", { class: "words" }),
    date,
  );
}

function drawLine(line, record, players, chance) {
  const key = JSON.stringify([record.undone, players, chance]);
  if (line.dataset.shown === key) return;
  line.dataset.shown = key;
  const [, mark, words, date] = line.children;
  mark.replaceChildren(
    ...(record.op === "act" && record.player !== undefined ? [badge(record.player)] : []),
  );
  const said = recordWords(record, players, chance);
  words.replaceChildren(
    el(record.undone ? "del" : "bdi", { text: said }),
    ...(record.undone ? [el("span", { class: "tag", text: "taken back" })] : []),
  );
  line.classList.toggle("minor", record.op !== "act");
  const time = record.at
    ? new Date(record.at).toLocaleTimeString(undefined, { timeStyle: "short" })
    : "";
  text(date, record.est ? `≈ ${time}` : time);
  date.title = record.at ? when(record.at, record.est) : "";
}

export async function takeBack() {
  const now = table();
  if (!now || pending) return;
  pending = true;
  drawHistory();
  try {
    await post(tablePath(now, "undo"), { n: now.n });
  } catch (failure) {
    notify(failure.message);
  }
  pending = false;
  drawHistory();
}

export function drawHistory() {
  const now = table();
  show(find("#history-part"), Boolean(now?.game));
  if (!now?.game) return;
  if (ofGame !== now.game) all = false;
  ofGame = now.game;
  const { records, standing } = recordsOf(now.game);
  const players = now.state?.players ?? [];
  const chance = gameEntry(known.catalog, now.state?.game)?.chance ?? null;
  const last = standing.at(-1);
  const undo = find("#undo");
  const can = Boolean(now.connected && last && known.link.state === "live");
  undo.setAttribute("aria-disabled", String(!can || pending));
  const many = takenBack(standing, now.seats ?? []);
  const first = standing.at(-many);
  text(find("#undo-what"), first ? recordWords(first, players, chance) : "nothing has been played yet");
  text(find("#undo-more"), many > 1 ? ` and ${plural(many - 1, "action")} after it` : "");
  const newest = [...records].reverse();
  const shown = all ? newest : newest.slice(0, FIRST_SHOWN);
  keyed(
    find("#history"),
    shown,
    (r) => `${now.game} ${r.n}`,
    makeLine,
    (line, r) => drawLine(line, r, players, chance),
  );
  text(find("#history-count"), plural(records.length, "record"));
  show(find("#history-all"), !all && newest.length > FIRST_SHOWN);
}

export function startHistory() {
  find("#undo").addEventListener("click", () => {
    if (find("#undo").getAttribute("aria-disabled") !== "true") takeBack();
  });
  find("#history-all").addEventListener("click", () => {
    all = true;
    drawHistory();
    find("#history").focus();
  });
}
