// Job: show a recorded game step by step with a slider, its boards drawn from the states.

import { badge, name } from "./seats.js";
import { Board } from "./board.js";
import { Dice } from "./dice.js";
import { tagged } from "./deciders.js";
import { editGame } from "./names.js";
import { el, find, show, text } from "./dom.js";
import { gamePath, get } from "./api.js";
import { known } from "./store.js";
import { sort } from "./records.js";
import { Tiles } from "./tiles.js";
import { story, viewOf } from "./games.js";
import { gameEntry, gameTitle, person, plural, rulesLine, when } from "./words.js";

const STEP_MS = 900; // at speed 1

const slider = find("#replay-slider");
const speed = find("#replay-speed");
const dice = new Dice();
const tiles = new Tiles();
let game = null; // the game with its records and states
let boards = [];
let playing = null;

// One board a player, or one for all where the game is played so.
function makeBoards(view, players) {
  const seats = view.shared ? [players.map((_, seat) => seat)] : players.map((_, seat) => [seat]);
  boards = seats.map((on, index) => {
    const board = new Board();
    board.name(view.labels?.(index));
    const who = on.map((seat) => el("span", { class: "who" }, badge(seat), name(players[seat])));
    const head = el("figcaption", {}, el("div", { class: "board-head" }, who));
    return { board, on, node: el("figure", { class: "board-frame" }, head, board.node) };
  });
  const stage = find("#replay-boards");
  stage.dataset.count = String(Math.min(3, boards.length));
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
    [`${Number(slider.value)} of ${game.states.length - 1}`, `turn ${state.turn}`]
      .concat(view.facts?.({ ...state, players: game.players }) ?? [])
      .join(" · "),
  );
  slider.setAttribute("aria-valuetext", `${slider.value} of ${slider.max}: ${words}`);
  show(find("#replay-plain"), !view.lights && !view.tiles);
  show(tiles.node, Boolean(view.tiles));
  if (view.tiles) tiles.draw(state, view.tiles(state), false);
  show(find("#replay-boards"), Boolean(view.lights));
  if (view.lights) {
    boards.forEach(({ board, on, node }) => {
      const [seat] = on;
      board.light(view.lights(state, seat));
      const mine = on.includes(state.player);
      board.mark(new Set(), mine ? (state.board.row ?? null) : null);
      const whose = on.map((one) => person(game.players[one])).join(" and ");
      board.say(`Board of ${whose}. ${view.boardWords({ ...state, players: game.players }, seat)}`);
      node.classList.toggle("at-turn", mine);
    });
  } else if (!view.tiles) text(find("#replay-plain"), JSON.stringify(state.board, null, 1));
  show(find("#replay-dice"), Boolean(view.tray || view.tiles));
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
  const names = game.players.map((one, seat) => person(tagged(one, game.seats[seat])));
  text(find("#replay-title"), names.join(" · "));
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
  makeBoards(viewOf(game.game), game.players);
  slider.max = String(game.states.length - 1);
  slider.value = String(step);
  drawStep();
}

export const closeReplay = stop;

export function startReplay() {
  find("#replay-dice").append(dice.node, tiles.node);
  slider.addEventListener("input", drawStep);
  find("#replay-play").addEventListener("click", play);
  speed.addEventListener("change", () => playing !== null && run());
  find("#replay-back").addEventListener("click", () => move(-1));
  find("#replay-on").addEventListener("click", () => move(1));
  find("#replay-names").addEventListener("click", () =>
    editGame(game.id, game.players, () => openReplay(game.id, Number(slider.value))),
  );
}
