// Job: ask the service over HTTP; what fails becomes an Error with a sentence to show.

export class Failure extends Error {
  // status: HTTP status, 0 where the service could not be reached at all
  constructor(status, message, state = null) {
    super(message);
    this.status = status;
    this.state = state;
  }
}

const WORDS = {
  401: "This page needs the link that the service printed: open that link once on this device.",
  403: "The service does not accept this page: open the link that the service printed.",
  404: "The service does not know that.",
  409: "The game has moved on in the meantime: look at the table and choose again.",
  504: "The table did not answer: look at the cable and try again.",
};

function sentence(status, body) {
  const detail = body?.detail;
  if (typeof detail === "string" && detail) return detail[0].toUpperCase() + detail.slice(1);
  if (Array.isArray(detail) && detail[0]?.msg) return `The service refused that: ${detail[0].msg}.`;
  return WORDS[status] ?? `The service answered with status ${status}.`;
}

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", credentials: "same-origin", ...options });
  } catch {
    throw new Failure(0, "The service cannot be reached: is it still running?");
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Failure(answer.status, sentence(answer.status, body), body?.state);
  return body;
}

export const get = (path) => ask(path);

export function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), ...options });
}

// A string nobody else sends; crypto.randomUUID does not exist on plain http from another device.
export function unique() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Take an action: the same request again where no answer came, so that it is done once at most.
export async function act(table, action) {
  const body = { action, n: table.n, request: unique() };
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(`/api/tables/${encodeURIComponent(table.id)}/act`, body);
    } catch (failure) {
      if ((failure.status !== 0 && failure.status !== 504) || attempt === 2) throw failure;
      await pause(300 * attempt);
    }
  }
}

export const tablePath = (table, what) => `/api/tables/${encodeURIComponent(table.id)}/${what}`;
export const gamePath = (id, tail = "") => `/api/games/${encodeURIComponent(id)}${tail}`;
