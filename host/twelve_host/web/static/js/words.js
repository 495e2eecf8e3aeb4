// Job: put dates, durations, rules and the state of the connection into words.

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

// A date in the reader's own form; the table had no clock where it is an estimate.
export function when(iso, estimated = false) {
  const date = new Date(iso);
  if (!iso || Number.isNaN(date.getTime())) return "at an unknown time";
  return estimated ? `about ${DAY.format(date)} (estimated)` : DAY.format(date);
}

// A name without the characters that would turn the text around it.
export const clean = (name) =>
  String(name).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");

// A name for the middle of a sentence, kept apart from the sentence's own direction.
export const person = (name) => `\u2068${clean(name)}\u2069`;

export const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export function ago(since_ms, now_ms = Date.now()) {
  const s = Math.max(0, Math.round((now_ms - since_ms) / 1000));
  if (s < 60) return plural(s, "second");
  if (s < 3600) return plural(Math.floor(s / 60), "minute");
  if (s < 86400) return plural(Math.floor(s / 3600), "hour");
  return plural(Math.floor(s / 86400), "day");
}

function sinceClock(iso) {
  const date = new Date(iso);
  if (!iso || Number.isNaN(date.getTime())) return "";
  const today = date.toDateString() === new Date().toDateString();
  return ` since ${today ? CLOCK.format(date) : DAY.format(date)}`;
}

// The connection as { tone: "good" | "wait" | "bad", short, long } of the link and the table.
export function connection(link, table) {
  if (link.refused) return { tone: "bad", short: "Not let in", long: link.refused };
  if (link.state === "connecting") {
    return { tone: "wait", short: "Connecting …", long: "Connecting to the service …" };
  }
  if (link.state === "lost") {
    const long = `This page lost the service ${ago(link.since)} ago and keeps trying; the game goes on at the table.`;
    return { tone: "bad", short: "Service lost", long };
  }
  if (!table)
    return {
      tone: "wait",
      short: "No table",
      long: "The service runs, but no table is there yet.",
    };
  if (table.status === "disagrees") {
    return { tone: "bad", short: "Table disagrees", long: "The table and the record disagree." };
  }
  if (!table.connected || table.status === "unplugged") {
    const long = `The table is unplugged${sinceClock(table.since)}. Plug it in and the game goes on where it was.`;
    return { tone: "bad", short: "Table unplugged", long };
  }
  if (table.status === "catching up") {
    return {
      tone: "wait",
      short: "Catching up …",
      long: "The table is sending what was played without the laptop.",
    };
  }
  return { tone: "good", short: "Live", long: "Live: the page shows the table as it is." };
}

// The value that another rule forces on `rule` while the rules are `values`, or undefined.
export function forced(rule, values) {
  for (const [key, by] of Object.entries(rule.fixed_when ?? {})) {
    const value = String(values[key]);
    if (value in by) return by[value];
  }
  return undefined;
}

const NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split(" ");

export const places = (n) => `${NUMBERS[n] ?? n} ${n === 1 ? "place" : "places"}`;

const OWN_WORDS = {
  morris: ({ flying, double_mill }) => [
    flying === false && "no flying",
    double_mill === "one" && "a double mill takes one",
  ],
  dominoes: ({ set, tableau, matching }) => [`double-${set}`, places(tableau), matching],
};

// The rules of a game as one line, by the titles of the catalogue; what goes without saying is left out.
export function rulesLine(entry, rules) {
  const own = OWN_WORDS[entry?.name];
  if (own && rules) return own(rules).filter(Boolean).join(", ");
  const parts = [];
  for (const [key, value] of Object.entries(rules ?? {})) {
    const rule = entry?.rules.find((r) => r.key === key);
    const title = rule?.title ?? key.replaceAll("_", " ");
    if (rule && forced(rule, rules) !== undefined) continue;
    if (typeof value === "string") parts.push(value);
    else if (typeof value !== "boolean") parts.push(`${title} ${value}`);
    else if (value !== (rule?.default ?? false))
      parts.push(value ? title.toLowerCase() : `${title}: off`);
  }
  return parts.join(", ");
}

export const gameEntry = (catalog, name) => catalog.games.find((g) => g.name === name) ?? null;
export const gameTitle = (catalog, name) =>
  gameEntry(catalog, name)?.title ?? name ?? "an unknown game";

const CAPS = {
  none: "",
  dimmed: ", dimmed to stay within the supply",
  below: ", dimmer than the lowest brightness: the supply allows no more",
};

// What the lights draw, "" for a table that has none of its own.
export const powerWords = (power) =>
  power ? `lights ${power.ma} mA${CAPS[power.cap] ?? ""}` : "";
