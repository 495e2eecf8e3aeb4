// Job: hold what the page knows and tell whoever asked to be told when it changes.

export const known = {
  link: { state: "connecting", since: Date.now(), refused: null },
  tables: new Map(), // id -> table object
  chosen: null, // id of the table that is shown
  catalog: { games: [] },
};

const listeners = new Map();

// Topics: "link", "catalog", "tables", "lights" (with the table's id), "games", "records" (with the game's id).
export function listen(topic, act) {
  if (!listeners.has(topic)) listeners.set(topic, new Set());
  listeners.get(topic).add(act);
}

export function tell(topic, detail) {
  for (const act of listeners.get(topic) ?? []) act(detail);
}

export const table = () => known.tables.get(known.chosen) ?? null;

export function choose(id) {
  known.chosen = id;
  try {
    sessionStorage.setItem("table", id);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  tell("tables");
}

function keepChoice() {
  if (known.tables.has(known.chosen)) return;
  let kept = null;
  try {
    kept = sessionStorage.getItem("table");
  } catch {
    kept = null;
  }
  const all = [...known.tables.values()];
  const first = all.find((t) => t.id === kept) ?? all.find((t) => t.connected) ?? all[0];
  known.chosen = first?.id ?? null;
}

// `refused` is a sentence where the service said why it will not have this page.
export function setLink(state, refused) {
  const before = known.link;
  const since = before.state === state ? before.since : Date.now();
  known.link = { state, since, refused: state === "live" ? null : (refused ?? before.refused) };
  tell("link");
}

// One message of the live line. A snapshot replaces everything: that is how a late page catches up.
export function take(message) {
  if (message.type === "snapshot") {
    known.tables = new Map(message.tables.map((t) => [t.id, t]));
    keepChoice();
    tell("tables");
    for (const id of known.tables.keys()) tell("lights", id);
    tell("games");
  } else if (message.type === "table") {
    const lights = known.tables.get(message.table.id)?.lights ?? null;
    known.tables.set(message.table.id, { lights, ...message.table });
    keepChoice();
    tell("tables");
  } else if (message.type === "lights") {
    const of = known.tables.get(message.id);
    if (of) of.lights = message.lights;
    tell("lights", message.id);
  } else if (message.type === "games") {
    tell("games");
  }
}
