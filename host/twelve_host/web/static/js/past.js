// Job: the list of games that were played, newest first, page by page.

import { badge, name } from "./seats.js";
import { tagOf } from "./deciders.js";
import { editGame } from "./names.js";
import { el, find, keyed, show, text } from "./dom.js";
import { gamePath, get } from "./api.js";
import { gameEntry, gameTitle, person, plural, rulesLine, when } from "./words.js";
import { known } from "./store.js";

const PAGE = 20;

let games = [];
let more = false;
let loading = null;

function outcome(game) {
  if (game.running) return "running now";
  const { result, players } = game;
  if (!result) return "not finished";
  if (result.reason === "abandoned") return "abandoned";
  if (result.winner === null) return players.length === 1 ? "lost" : "draw";
  return null;
}

function make(game) {
  const link = el("a", {
    class: "button",
    href: `#/game/${encodeURIComponent(game.id)}`,
    text: "Replay",
  });
  const names = el("button", { type: "button", class: "quiet", text: "Names" });
  const file = el("a", {
    class: "button quiet",
    href: gamePath(game.id, ".jsonl"),
    download: `${game.id}.jsonl`,
    text: "Download",
  });
  const line = el(
    "li",
    { class: "past" },
    el("div", { class: "past-words" }),
    el("div", { class: "past-tools" }, link, names, file),
  );
  names.addEventListener("click", () => editGame(game.id, line.players, loadPast));
  return line;
}

function draw(line, game) {
  const entry = gameEntry(known.catalog, game.game);
  const key = JSON.stringify([game, entry !== null]);
  if (line.dataset.shown === key) return;
  line.dataset.shown = key;
  line.players = game.players;
  const winner = game.result?.winner;
  const people = game.players.map((one, seat) =>
    el(
      "span",
      { class: `who${seat === winner ? " winner" : ""}` },
      badge(seat),
      name(one),
      tagOf(one, game.seats[seat])
        ? el("span", { class: "tag", text: tagOf(one, game.seats[seat]) })
        : null,
      seat === winner ? el("span", { class: "tag", text: "won" }) : null,
    ),
  );
  const word = outcome(game);
  if (word) people.push(el("span", { class: "tag", text: word }));
  const facts = [
    gameTitle(known.catalog, game.game),
    rulesLine(entry, game.rules),
    plural(game.turns, "turn"),
    plural(game.actions, "action"),
  ];
  line.firstElementChild.replaceChildren(
    el("p", { class: "people" }, people),
    el(
      "p",
      { class: "small" },
      el("time", { datetime: game.started_at ?? "", text: when(game.started_at, game.estimated) }),
    ),
    el("p", { class: "small", text: facts.filter(Boolean).join(" · ") }),
  );
  const what = `the game of ${game.players.map(person).join(", ")}, ${when(game.started_at, game.estimated)}`;
  const [replay, names, file] = line.lastElementChild.children;
  replay.setAttribute("aria-label", `Replay ${what}`);
  names.setAttribute("aria-label", `Change the names of ${what}`);
  file.setAttribute("aria-label", `Download ${what}, as a file`);
}

function drawPast() {
  keyed(find("#past"), games, (game) => game.id, make, draw);
  show(find("#past-none"), !games.length);
  show(find("#past-more"), more);
}

async function fetchPage(before, size) {
  const tail = before ? `&before=${encodeURIComponent(before)}` : "";
  return get(`/api/games?limit=${size}${tail}`);
}

// Load the list again, as far as it was shown before.
export function loadPast() {
  loading ??= (async () => {
    try {
      const size = Math.max(PAGE, games.length);
      games = await fetchPage(null, size);
      more = games.length === size;
      text(find("#past-error"), "");
      drawPast();
    } catch (failure) {
      text(find("#past-error"), failure.message);
    }
    loading = null;
  })();
  return loading;
}

export function startPast() {
  find("#past-more").addEventListener("click", async () => {
    try {
      const page = await fetchPage(games.at(-1)?.id, PAGE);
      const have = new Set(games.map((game) => game.id));
      games = [...games, ...page.filter((game) => !have.has(game.id))];
      more = page.length === PAGE;
      drawPast();
      const first = page[0] && find(`#past [data-key="${CSS.escape(page[0].id)}"] a`);
      first?.focus();
    } catch (failure) {
      text(find("#past-error"), failure.message);
    }
  });
}
