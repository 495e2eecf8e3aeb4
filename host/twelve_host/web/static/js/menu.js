// Job: put what the table's menu is set to, short for the lights, into words.

import { gameTitle, places } from "./words.js";

const RULESETS = { C: "classic", L: "luck", T: "total", E: "ends" };
const MOST_LIGHT = 5;

const OPTIONS = {
  "12x12": { E: "exact finish", F: "free turn", EF: "both" },
  morris: { W: "no flying", 1: "double mill takes one", W1: "both" },
};

function option(value, game) {
  if (value === "-") return "none";
  if (game !== "dominoes") return OPTIONS[game]?.[value] ?? value;
  const [, set, tiles] = { D9: [0, 9, 10], D12: [0, 12, 12] }[value] ?? [0, 6, Number(value)];
  return `double-${set}, ${places(tiles)}`;
}

// The settings of `menu` in words, one an entry; `playing` is the game that is on the table.
export function settings(menu, catalog, playing) {
  const of = menu.entries.indexOf("game");
  const game = menu.set?.[of] || playing;
  return menu.entries.map((entry, i) => {
    const value = menu.set?.[i] ?? "";
    if (!value) return "";
    if (entry === "game") return gameTitle(catalog, value);
    if (entry === "ruleset") return RULESETS[value] ?? value;
    if (entry === "options") return option(value, game);
    return entry === "lights" ? `${value} of ${MOST_LIGHT}` : value;
  });
}
