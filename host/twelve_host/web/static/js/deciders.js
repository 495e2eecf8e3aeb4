// Job: who decides in the seats of a game, in words, from the table's levels and from the records.

export const PERSON = "person";
export const AWAY = "away"; // a person's seat in which the computer plays for the time being

export const levelOf = (now, seat) => now?.seats?.[seat] ?? PERSON;

// Who decides now; PERSON where nothing is to be decided.
export function levelAtTurn(now) {
  const seat = now?.state?.player;
  return seat === null || seat === undefined ? PERSON : levelOf(now, seat);
}

// What a computer player is called where it has no name of its own.
export const computerName = (level) => `Computer (${level})`;

// What stands beside the name of a seat: "" for persons, and where the name says it already.
export function tagOf(name, level) {
  if (!level || level === PERSON || name === computerName(level)) return "";
  return level === AWAY ? "away" : `computer, ${level}`;
}

export const tagged = (name, level) => {
  const tag = tagOf(name, level);
  return tag ? `${name} (${tag})` : name;
};

// The choices for a seat as [value, words].
export function choicesOf(levels, running = false) {
  const found = [[PERSON, "A person"]];
  if (running) found.push([AWAY, "Away: the computer plays"]);
  return [...found, ...levels.map((level) => [level, `Computer, ${level}`])];
}

export const limitWords = (limit_s) => (limit_s ? `${limit_s} s a turn` : "Any time");

// What a note about seats or time says, in words; null for any other, and where it makes no sense.
export function noteWords(record, nameOf) {
  if (record.kind === "limit" && Number.isInteger(record.value))
    return record.value ? `Time for a turn: ${record.value} s.` : "A turn may take any time.";
  if (record.kind !== "seat" || typeof record.level !== "string") return null;
  const who = nameOf(record.seat);
  if (record.level === PERSON) return `${who} decides.`;
  if (record.level === AWAY) return `${who} is away: the computer plays.`;
  return `The computer (${record.level}) plays for ${who}.`;
}
