// Job: show a recorded game step by step with a slider, its boards drawn from the states.

import { badge, name } from "./seats.js";
import { Board } from "./board.js";
import { Dice } from "./dice.js";
import { editGame } from "./names.js";
import { el, find, show, text } from "./dom.js";
import { gamePath, get } from "./api.js";
import { known } from "./store.js";
import { sort } from "./records.js";
import { story, viewOf } from "./games.js";
import { gameEntry, gameTitle, person, plural, rulesLine, when } from "./words.js";

const STEP_MS = 900; // at speed 1

const slider = find("#replay-slider");
const speed = find("#replay-speed");
const dice = new Dice();
let game = null; // the game with its records and states
let boards = [];
let playing = null;

function makeBoards(players) {
  boards = players.map((one, seat) => {
    const board = new Board();
    const head = el(
      "figcaption",
      {},
      el("div", { class: "board-head" }, el("span", { class: "who" }, badge(seat), name(one))),
    );
    return { board, node: el("figure", { class: "board-frame" }, head, board.node) };
  });
  const stage = find("#replay-boards");
  stage.dataset.count = String(Math.min(3, players.length));
  stage.replaceChildren(...boards.map((b) => b.node));
}

// The records up to the state that is shown.
const upTo = (n) => sort(game.records.filter((record) => record.n <= n));

function drawStep() {
  const step = game.states[Number(slider.value)];
  const { state } = step;
  const view = viewOf(state.game);
  const { standing, newest } = upTo(step.n);
  const words = story(
    { ...state, players: game.players },
    standing,
    newest?.op === "note" ? null : newest,
  );
  text(find("#replay-words"), words);
  text(
    find("#replay-place"),
    `${Number(slider.value)} of ${game.states.length - 1} · turn ${state.turn}`,
  );
  slider.setAttribute("aria-valuetext", `${slider.value} of ${slider.max}: ${words}`);
  show(find("#replay-plain"), !view.lights);
  show(find("#replay-boards"), Boolean(view.lights));
  if (view.lights) {
    boards.forEach(({ board, node }, seat) => {
      board.light(view.lights(state, seat));
      const mine = state.player === seat;
      board.mark(new Set(), mine ? (state.board.row ?? null) : null);
      board.say(`Board of ${person(game.players[seat])}. ${view.boardWords(state, seat)}`);
      node.classList.toggle("at-turn", mine);
    });
  } else text(find("#replay-plain"), JSON.stringify(state.board, null, 1));
  show(dice.node, Boolean(view.tray));
  if (view.tray) {
    const tray = view.tray(state, standing);
    dice.draw(tray, person(game.players[tray.seat] ?? ""));
  }
}

function stop() {
  clearInterval(playing);
  playing = null;
  text(find("#replay-play"), "Play");
  find("#replay-words").setAttribute("aria-live", "polite");
}

function play() {
  if (playing !== null) return stop();
  if (slider.value === slider.max) slider.value = "0";
  text(find("#replay-play"), "Pause");
  // Read aloud, a running replay would only fall behind.
  find("#replay-words").setAttribute("aria-live", "off");
  run();
  drawStep();
}

function run() {
  clearInterval(playing);
  playing = setInterval(() => {
    move(1);
    if (slider.value === slider.max) stop();
  }, STEP_MS / Number(speed.value));
}

function move(steps) {
  slider.value = String(Number(slider.value) + steps);
  drawStep();
}

// The titles come with the catalogue, which may be here later than the game.
export function drawFacts() {
  if (!game) return;
  const entry = gameEntry(known.catalog, game.game);
  text(find("#replay-title"), game.players.map(person).join(" · "));
  const facts = [
    gameTitle(known.catalog, game.game),
    rulesLine(entry, game.rules),
    when(game.started_at, game.estimated),
  ];
  facts.push(plural(game.turns, "turn"), plural(game.actions, "action"));
  text(find("#replay-facts"), facts.filter(Boolean).join(" · "));
  find("#replay-file").href = gamePath(game.id, ".jsonl");
  find("#replay-file").download = `${game.id}.jsonl`;
  text(
    find("#replay-running"),
    game.running ? "This game is still running; the replay goes as far as it was when opened." : "",
  );
}

const sentence = (failure) =>
  [404, 422].includes(failure.status)
    ? "No such game: it may have been in another data folder."
    : failure.message;

// Open the replay of game `id` at a step of it, the beginning where none is given.
export async function openReplay(id, step = 0) {
  stop();
  show(find("#replay-body"), false);
  text(find("#replay-title"), "Loading …");
  text(find("#replay-facts"), "");
  text(find("#replay-error"), "");
  try {
    game = await get(gamePath(id, "?states=1"));
  } catch (failure) {
    text(find("#replay-title"), "This game cannot be shown");
    text(find("#replay-error"), sentence(failure));
    return;
  }
  drawFacts();
  if (!game.states.length) {
    text(
      find("#replay-error"),
      game.trouble ?? "This game cannot be replayed here; its file can still be downloaded.",
    );
    return;
  }
  show(find("#replay-body"), true);
  makeBoards(game.players);
  slider.max = String(game.states.length - 1);
  slider.value = String(step);
  drawStep();
}

export const closeReplay = stop;

export function startReplay() {
  find("#replay-dice").append(dice.node);
  slider.addEventListener("input", drawStep);
  find("#replay-play").addEventListener("click", play);
  speed.addEventListener("change", () => playing !== null && run());
  find("#replay-back").addEventListener("click", () => move(-1));
  find("#replay-on").addEventListener("click", () => move(1));
  find("#replay-names").addEventListener("click", () =>
    editGame(game.id, game.players, () => openReplay(game.id, Number(slider.value))),
  );
}
