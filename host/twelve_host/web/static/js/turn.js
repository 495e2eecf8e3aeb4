// Job: the table as it is now: whose turn, what has happened, the boards, the dice, the warnings.

import { AWAY, PERSON, computerName, levelAtTurn } from "./deciders.js";
import { badge, name, shownSeat } from "./seats.js";
import { Board } from "./board.js";
import { Dice } from "./dice.js";
import { ending, story, viewOf } from "./games.js";
import { notify } from "./notices.js";
import { picked } from "./picking.js";
import { recordsOf } from "./records.js";
import { take } from "./choices.js";
import { Tiles } from "./tiles.js";
import { attr, el, find, keyed, show, text } from "./dom.js";
import { clean, gameEntry, gameTitle, person, powerWords, rulesLine } from "./words.js";
import { known, table } from "./store.js";

const TIME_IS_UP = "time is up"; // how the table begins to say so
const SPEAK_MS = 450; // records follow the state: wait for them before speaking

const dice = new Dice();
const shown = []; // the boards: { node, board, head }
const tiles = new Tiles((action) => take(action));
let tapped = () => {}; // told the board and the place on it that was tapped
let pointed = null; // the row that a choice under the finger or focus belongs to
let said = null; // by the table, last; "" for nothing
let speaking = null;
let told = null; // the game that the words are about
let wide = null; // the board that was enlarged on a small screen

function makeBoard(index) {
  const board = new Board();
  const head = el("div", { class: "board-head" });
  const grow = el("button", {
    type: "button",
    class: "grow",
    "aria-pressed": "false",
    "aria-label": "Enlarge this board",
  });
  grow.addEventListener("click", () => {
    wide = wide === index ? null : index;
    drawBoards();
  });
  board.tap((row, hole) => tapped(index, row, hole));
  const node = el("figure", { class: "board-frame" }, el("figcaption", {}, head), board.node, grow);
  return { node, board, head, grow };
}

// The seat that a board shows, null for none.
function seatOn(state, index, boards) {
  if (!state) return null;
  const at = state.player ?? state.result?.winner ?? state.last?.player ?? 0;
  return shownSeat(index, boards, state.players.length, at);
}

function drawHead(head, state, index, boards) {
  const seat = seatOn(state, index, boards);
  const key = JSON.stringify([seat, state?.players, state?.player, boards]);
  if (head.dataset.key === key) return;
  head.dataset.key = key;
  const plain = el("span", { class: "who", text: boards > 1 ? `Board ${index + 1}` : "The board" });
  const parts = [
    seat === null ? plain : el("span", { class: "who" }, badge(seat), name(state.players[seat])),
  ];
  const atTurn = seat !== null && seat === state.player;
  if (atTurn) {
    const mark = el("span", { "aria-hidden": "true", text: "▶" });
    parts.push(
      el("span", { class: "tag" }, mark, el("span", { class: "wordy", text: " plays now" })),
    );
  }
  head.replaceChildren(...parts);
  head.closest("figure").classList.toggle("at-turn", atTurn);
}

// Lights of the table; where they are not known, the boards as the state has them.
function gridsOf(now) {
  if (now.lights?.length) return now.lights;
  const view = now.state ? viewOf(now.state.game) : null;
  if (!view?.lights) return [null];
  return now.state.players.length > 1 && !view.shared
    ? [0, 1].map((seat) => view.lights(now.state, seat))
    : [view.lights(now.state, 0)];
}

export function drawLights() {
  const now = table();
  if (!now) return;
  const grids = gridsOf(now);
  if (grids.length !== shown.length) drawBoards();
  else grids.forEach((grid, i) => shown[i].board.light(grid));
}

export function drawBoards() {
  const now = table();
  const stage = find("#boards");
  show(stage, Boolean(now));
  if (!now) return;
  const grids = gridsOf(now);
  while (shown.length > grids.length) shown.pop().node.remove();
  while (shown.length < grids.length) {
    shown.push(makeBoard(shown.length));
    stage.append(shown.at(-1).node);
  }
  attr(stage, "data-count", grids.length);
  stage.classList.toggle("asleep", !now.connected || known.link.state !== "live");
  const { state } = now;
  const view = state ? viewOf(state.game) : null;
  shown.forEach(({ node, board, head, grow }, i) => {
    board.light(grids[i]);
    board.name(view?.labels?.(i));
    drawHead(head, state, i, grids.length);
    const seat = seatOn(state, i, grids.length);
    const mine =
      seat !== null && seat === state.player && !now.menu && levelAtTurn(now) === PERSON;
    const rows = mine
      ? state.legal.map((action) => view.choice(action, state).row).filter(Boolean)
      : [];
    const cursor = mine && now.cursor ? view.choice(now.cursor, state).row : null;
    board.ring(mine && view.rings ? view.rings(state, picked(now), i) : []);
    board.node.classList.toggle("taps", mine && Boolean(view.tap));
    board.mark(new Set(rows), mine ? (pointed ?? cursor ?? state.board.row ?? null) : null);
    const whose =
      seat === null
        ? ""
        : `, ${clean(state.players[seat])}, as it is lit. ${view.boardWords(state, seat)}`;
    board.say(`Board ${i + 1} of ${grids.length}${whose}`);
    node.classList.toggle("wide", wide === i);
    attr(grow, "aria-pressed", String(wide === i));
  });
}

export function pointAt(row) {
  pointed = row;
  drawBoards();
}

function speak(words) {
  clearTimeout(speaking);
  speaking = setTimeout(() => text(find("#happened"), words), SPEAK_MS);
}

function titleWords(now, who) {
  const level = levelAtTurn(now);
  if (level === AWAY) return [name(who), " is away"];
  if (level !== PERSON) return who === computerName(level) ? ["Computer thinks …"] : [name(who), " thinks …"];
  return [name(who), now.state.players.length > 1 ? " plays" : " plays alone"];
}

// What the table says stays until somebody presses; that a turn is over is said once.
function drawSay({ say, seats }) {
  const late = Boolean(say?.startsWith(TIME_IS_UP));
  if (late && said !== null && say !== said && seats.includes(AWAY)) notify(`${say[0].toUpperCase()}${say.slice(1)}.`, "note");
  said = say ?? "";
  show(find("#say"), Boolean(say) && !late);
  text(find("#say-words"), say);
}

// The open tiles, where the game has such.
function drawTiles(now) {
  const view = now.state ? viewOf(now.state.game) : null;
  show(find("#tiles-part"), Boolean(view?.tiles));
  find("#stage").classList.toggle("tiled", Boolean(view?.tiles));
  if (!view?.tiles) return;
  const live = now.connected && known.link.state === "live";
  const usable = live && !now.menu && levelAtTurn(now) === PERSON;
  tiles.draw(now.state, view.tiles(now.state), usable);
}

function drawTitle(now) {
  const { state } = now;
  const title = find("#turn-title");
  const seat = state ? (state.player ?? state.result?.winner) : null;
  const who = seat === null || seat === undefined ? "" : state.players[seat];
  const key = JSON.stringify([seat, who, state?.result, Boolean(state), levelAtTurn(now)]);
  if (title.dataset.key === key) return;
  title.dataset.key = key;
  if (!state) title.replaceChildren("No game is running");
  else if (state.result)
    title.replaceChildren(...(who ? [badge(seat)] : []), el("span", { text: ending(state) }));
  else
    title.replaceChildren(badge(seat), el("span", {}, ...titleWords(now, who)));
  find("#turn").classList.toggle("won", Boolean(state?.result && who));
}

// Draw all of it; called when anything of the table has changed.
export function drawTurn() {
  const now = table();
  show(find("#no-table"), !now && known.link.state === "live");
  show(find("#stage"), Boolean(now));
  if (!now) return;
  const { state } = now;
  drawTitle(now);
  const entry = state ? gameEntry(known.catalog, state.game) : null;
  const rules = state ? [gameTitle(known.catalog, state.game), rulesLine(entry, state.rules)] : [];
  text(
    find("#turn-facts"),
    state
      ? [`Turn ${state.turn}`, ...rules, viewOf(state.game).facts?.(state)]
          .filter(Boolean)
          .join(" · ")
      : "Start one here, or press the button.",
  );
  const { standing, newest } = recordsOf(now.game);
  if (told !== now.game) text(find("#happened"), "");
  told = now.game;
  speak(state ? story(state, standing, newest) : "");
  show(find("#edit-names"), Boolean(state));
  find("#new-game").classList.toggle("strong", !state);
  const view = state ? viewOf(state.game) : null;
  show(find("#dice-part"), Boolean(view?.tray));
  if (view?.tray) {
    const tray = view.tray(state, standing);
    dice.draw(
      tray,
      tray.seat === null || tray.seat === undefined ? "" : person(state.players[tray.seat]),
    );
  }
  show(find("#disagrees"), now.status === "disagrees");
  text(
    find("#disagrees-words"),
    now.disagrees ?? "the table and the record have different positions",
  );
  drawSay(now);
  text(
    find("#about-table"),
    [
      now.name,
      `firmware ${now.firmware ?? "unknown"}`,
      `${now.virtual ? "virtual table" : "table"} ${now.id}`,
      powerWords(now.power),
    ]
      .filter(Boolean)
      .join(" · "),
  );
  attr(find("#edit-settings"), "aria-disabled", now.connected ? null : "true");
  drawTiles(now);
  drawBoards();
}

// `onTap(board, row, hole)` is told where a board was tapped.
export function startTurn(onTap) {
  tapped = onTap;
  find("#tiles-part").append(tiles.node);
  find("#dice-part").append(dice.node);
}

// One button for each table, where there are several.
export function drawTables(onChoose) {
  const all = [...known.tables.values()];
  show(find("#tables"), all.length > 1);
  const make = (one) => {
    const button = el(
      "button",
      { type: "button", class: "tab" },
      el("bdi"),
      el("span", { class: "small" }),
    );
    button.addEventListener("click", () => onChoose(one.id));
    return button;
  };
  keyed(
    find("#tables"),
    all,
    (one) => one.id,
    make,
    (button, one) => {
      text(button.firstElementChild, one.name || one.id);
      text(
        button.lastElementChild,
        one.connected
          ? one.state?.result
            ? "game over"
            : one.game
              ? "playing"
              : "no game"
          : "unplugged",
      );
      attr(button, "aria-pressed", String(one.id === known.chosen));
    },
  );
}
