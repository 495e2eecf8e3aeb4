// Job: send the gestures of the big button in order, so that a release always follows its press.

const HOLD_MS = 500; // the table's own limits, for gestures that are sent whole
const LONG_MS = 2000;
const TRIES = 4;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Presser {
  // post(gesture, steps) sends one and returns a promise; onFail(failure) hears what failed.
  constructor(post, onFail) {
    this.post = post;
    this.onFail = onFail;
    this.queue = Promise.resolve();
    this.waiting = 0;
    this.held = false;
  }

  down() {
    if (this.held) return;
    this.held = true;
    this.downAt = performance.now();
    // On an idle line the press goes out at once and the table lights up under the finger. On a
    // slow one it would arrive late and its length be wrong, so the gesture is measured here.
    this.live = this.waiting === 0;
    if (this.live) this.pressed = this.put(() => this.post("press", 1));
  }

  up() {
    if (!this.held) return;
    this.held = false;
    if (!this.live) {
      const held_ms = performance.now() - this.downAt;
      this.whole(held_ms < HOLD_MS ? "click" : held_ms < LONG_MS ? "hold" : "long");
      return;
    }
    const pressed = this.pressed;
    this.put(async () => {
      const failure = await pressed;
      // Where the table cannot have had the press, there is nothing to let go.
      if (failure && [401, 403, 404, 409].includes(failure.status)) return;
      await this.letGo();
    });
  }

  // The page is going away: let go now, nothing runs later.
  leave() {
    if (!this.held) return;
    this.held = false;
    if (this.live) this.post("release", 1).catch(() => null);
  }

  whole(gesture, steps = 1) {
    return this.put(() => this.post(gesture, steps));
  }

  async letGo() {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.post("release", 1);
        return;
      } catch (failure) {
        if (attempt === TRIES || (failure.status !== 0 && failure.status !== 504)) throw failure;
        await pause(250 * attempt);
      }
    }
  }

  // Run `send` after everything before it; answers the failure, or null.
  put(send) {
    this.waiting++;
    const done = this.queue.then(async () => {
      try {
        await send();
        return null;
      } catch (failure) {
        this.onFail(failure);
        return failure;
      } finally {
        this.waiting--;
      }
    });
    this.queue = done;
    return done;
  }
}
