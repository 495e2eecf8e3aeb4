// Job: keep a WebSocket to the service, notice when it has died, and come back by itself.

import { get } from "./api.js";

const BEAT_MS = 5000; // the service says something at least this often
const STALE_MS = 2.5 * BEAT_MS;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;

export class Live {
  // onMessage(object); onState("connecting" | "live" | "lost", a sentence where it was refused)
  constructor(onMessage, onState) {
    this.onMessage = onMessage;
    this.onState = onState;
    this.socket = null;
    this.wait_ms = FIRST_WAIT_MS;
    this.heard = 0;
    this.timer = null;
    this.wasLive = false;
    setInterval(() => this.check(STALE_MS), 1000);
    // A tab that slept ran no timers: look at once when it is seen again.
    document.addEventListener(
      "visibilitychange",
      () => document.hidden || this.check(BEAT_MS + 1500),
    );
    addEventListener("pageshow", () => this.check(BEAT_MS + 1500));
    addEventListener("online", () => this.retry());
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      const message = JSON.parse(event.data);
      if (message.type === "snapshot") {
        this.wait_ms = FIRST_WAIT_MS;
        this.wasLive = true;
        this.onState("live");
      }
      this.onMessage(message);
    };
    socket.onclose = () => socket === this.socket && this.lost();
  }

  // Open again now, without waiting for the timer.
  retry() {
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.heard < STALE_MS) return;
    this.wait_ms = FIRST_WAIT_MS;
    this.drop();
    this.open();
  }

  // Silence for longer than `limit_ms` on an open line means that nobody is there any more.
  check(limit_ms) {
    if (this.timer === null && Date.now() - this.heard > limit_ms) {
      this.drop();
      this.lost();
    } else if (this.timer !== null && this.due < Date.now() - 1000) this.open();
  }

  drop() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  lost() {
    this.socket = null;
    const jitter_ms = Math.random() * 200;
    this.due = Date.now() + this.wait_ms + jitter_ms;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait_ms + jitter_ms);
    this.wait_ms = Math.min(this.wait_ms * 1.7, LONGEST_WAIT_MS);
    this.onState(this.wasLive ? "lost" : "connecting");
    this.askWhy();
  }

  // A WebSocket does not say why it was refused; a plain request does.
  async askWhy() {
    try {
      await get("/api/tables");
    } catch (failure) {
      if (failure.status === 401 || failure.status === 403) this.onState("lost", failure.message);
    }
  }
}
