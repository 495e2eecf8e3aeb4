// Job: start the page, follow the address, and draw what changed.

import { get, tablePath } from "./api.js";
import { drawAgain, startAgain } from "./again.js";
import { drawButton, startButton } from "./button.js";
import { drawChoices, startChoices, tapBoard } from "./choices.js";
import { drawClock } from "./clock.js";
import { el, find, show, text } from "./dom.js";
import { drawHistory, startHistory } from "./history.js";
import { drawHint, startHint } from "./hint.js";
import { Live } from "./live.js";
import { editNames, startNames } from "./names.js";
import { startNewGame } from "./newgame.js";
import { loadPast, startPast } from "./past.js";
import { recordsOf, refresh } from "./records.js";
import { closeReplay, drawFacts, openReplay, startReplay } from "./replay.js";
import { startSettings } from "./settings.js";
import { drawSheet } from "./sheet.js";
import { drawSeatbar, startSeatbar } from "./seatbar.js";
import { choose, known, listen, setLink, table, take, tell } from "./store.js";
import { drawLights, drawTables, drawTurn, pointAt, startTurn } from "./turn.js";
import { connection, gameEntry } from "./words.js";

const VIEWS = ["table", "games", "game"];

let seen = ""; // game and record that the history was last asked for

function drawLink() {
  const now = table();
  const { tone, short, long } = connection(known.link, now);
  const box = find("#link");
  box.dataset.tone = tone;
  text(find("#link-words"), short);
  box.title = long;
  const bad = tone === "bad" && now?.status !== "disagrees";
  show(find("#trouble"), bad);
  text(find("#trouble-words"), bad ? long : "");
  show(find("#retry"), known.link.state === "lost");
  document.body.dataset.link = known.link.state;
}

function drawBrief() {
  const entry = gameEntry(known.catalog, table()?.state?.game ?? known.catalog.games[0]?.name);
  const words = (entry?.brief ?? "").split(/\n\s*\n/).filter(Boolean);
  show(find("#brief-part"), words.length > 0);
  text(find("#brief-title"), entry ? `${entry.title} in brief` : "");
  const box = find("#brief");
  if (box.textContent !== words.join(""))
    box.replaceChildren(...words.map((one) => el("p", { text: one })));
}

function draw() {
  const now = table();
  // The first record is stored before the table object counts it; before that nobody knows it.
  if (now?.game && now.n > 1) {
    const key = `${now.game} ${now.n}`;
    if (key !== seen) refresh(now.game);
    seen = key;
  }
  drawLink();
  drawTables(choose);
  drawTurn();
  drawSeatbar();
  drawChoices();
  drawHint();
  drawClock();
  drawAgain();
  drawButton();
  drawSheet(now?.state ?? null);
  drawHistory();
  drawBrief();
}

function route(moved = true) {
  const [, view = "table", id = ""] = location.hash.split("/");
  const chosen = VIEWS.includes(view) && (view !== "game" || id) ? view : "table";
  for (const one of VIEWS) show(find(`#view-${one}`), one === chosen);
  for (const link of document.querySelectorAll("nav [data-view]")) {
    if (link.dataset.view === chosen) link.setAttribute("aria-current", "page");
    else if (link.dataset.view === "games" && chosen === "game")
      link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  closeReplay();
  if (chosen === "games") loadPast();
  if (chosen === "game") openReplay(decodeURIComponent(id));
  document.title = {
    table: "Twelve Table",
    games: "Past games · Twelve Table",
    game: "Replay · Twelve Table",
  }[chosen];
  if (moved) {
    scrollTo(0, 0);
    find(`#view-${chosen} h1`).focus();
  }
}

async function loadCatalog() {
  try {
    known.catalog = await get("/api/catalog");
    tell("catalog");
  } catch (failure) {
    // The next snapshot asks again.
    console.warn(`catalogue: ${failure.message}`);
  }
}

function start() {
  startButton();
  startChoices(pointAt);
  startHint();
  startTurn(tapBoard);
  startSeatbar();
  startAgain();
  startHistory();
  startNames();
  startNewGame();
  startPast();
  startReplay();
  startSettings();
  find("#edit-names").addEventListener("click", () => {
    const now = table();
    if (now?.state) editNames(tablePath(now, "names"), now.state.players);
  });
  listen("tables", draw);
  listen("catalog", () => {
    draw();
    drawFacts();
    if (!find("#view-games").hidden) loadPast();
  });
  listen("pick", () => {
    drawChoices();
    drawTurn();
  });
  listen("lights", (id) => id === known.chosen && drawLights());
  listen("records", (id) => {
    if (id !== table()?.game) return;
    drawTurn();
    drawHistory();
  });
  listen("link", () => {
    if (known.link.state === "live" && !known.catalog.games.length) loadCatalog();
    draw();
  });
  listen("games", () => {
    const now = table();
    if (now?.game && recordsOf(now.game).records.length) refresh(now.game);
    if (!find("#view-games").hidden) loadPast();
  });
  const live = new Live(take, setLink);
  find("#retry").addEventListener("click", () => live.retry());
  // The words count the seconds while the service is away.
  setInterval(() => known.link.state === "lost" && drawLink(), 1000);
  addEventListener("hashchange", () => route());
  find("#skip").addEventListener("click", (event) => {
    event.preventDefault();
    find("#main").focus();
  });
  route(false);
  draw();
}

start();
