// The line to the table: a stream of views that heals itself, and posts that are answered once.

import { patience, postJson } from "./post.js";

const SILENCE_MS = 25000; // two heartbeats and a half
const BACKOFF_MS = [500, 1000, 2000, 4000];
const POLL_AFTER = 3; // failures in a row before the page asks instead of listening
const POLL_MS = 2000;

export class Live {
  // as: "me" or "table"; onView(view), onState(name)
  constructor({ as, build, onView, onState }) {
    Object.assign(this, { as, build, onView, onState });
    this.seen = -1;
    this.failures = 0;
    this.source = null;
    this.timer = 0;
    this.watchdog = 0;
    this.poller = 0;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.sleep() : this.open()));
    window.addEventListener("pagehide", () => this.sleep());
    window.addEventListener("pageshow", () => this.open());
    window.addEventListener("online", () => this.open());
    if (!document.hidden) this.open();
  }

  open() {
    if (document.hidden || this.over) return;
    this.drop();
    if (!this.poller) this.onState(this.failures ? "lost" : "connecting");
    const source = (this.source = new EventSource(`/stream?as=${this.as}`));
    let fresh = true; // a new stream may come from a restarted table whose versions begin anew
    source.addEventListener("hello", (event) => {
      if (event.data !== this.build) location.reload();
    });
    source.addEventListener("gone", () => this.end());
    source.addEventListener("beat", () => this.alive());
    source.onmessage = (event) => {
      if (fresh) this.seen = -1;
      fresh = false;
      this.failures = 0;
      clearInterval(this.poller);
      this.poller = 0;
      this.alive();
      this.onState("live");
      this.take(JSON.parse(event.data));
    };
    source.onerror = () => this.failed();
    this.alive();
  }

  // Views may come by the stream and by answers to posts; an older one never replaces a newer.
  take(view) {
    if (view.version < this.seen) return;
    this.seen = view.version;
    this.onView(view);
  }

  alive() {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.failed(), SILENCE_MS);
  }

  failed() {
    if (document.hidden || this.over) return;
    this.drop();
    const wait = BACKOFF_MS[Math.min(this.failures, BACKOFF_MS.length - 1)];
    this.failures += 1;
    if (!this.poller) this.onState("lost");
    if (this.failures >= POLL_AFTER && !this.poller) this.poller = setInterval(() => this.poll(), POLL_MS);
    this.timer = setTimeout(() => this.open(), wait);
    if (this.failures === 1 || this.failures % POLL_AFTER === 0) this.poll();
  }

  async poll() {
    try {
      const answer = await fetch(`/view?as=${this.as}`, { cache: "no-store", signal: patience() });
      if (answer.status === 403) this.end();
      if (!answer.ok || this.source?.readyState === EventSource.OPEN) return;
      const view = await answer.json();
      if (this.failures >= POLL_AFTER) this.onState("polling");
      this.seen = -1;
      this.take(view);
    } catch {
      // The next poll, or the stream, will tell.
    }
  }

  sleep() {
    this.drop();
    clearInterval(this.poller);
    this.poller = 0;
    this.onState("asleep");
  }

  end() {
    this.over = true;
    this.drop();
    clearInterval(this.poller);
    this.onState("gone");
    location.assign(this.as === "me" ? "/" : "/table");
  }

  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
    this.source?.close();
    this.source = null;
  }

  // POST JSON. Returns {ok, status, body}; a fresh view in the answer is shown.
  async post(path, body) {
    const answer = await postJson(path, this.as, body);
    if (answer.body.view) this.take(answer.body.view);
    return answer;
  }
}
