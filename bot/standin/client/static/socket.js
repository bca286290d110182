// @ts-check
// The wire to the stand-in: numbered requests with their answers, events, and reconnecting with a growing pause.

const PAUSES = [300, 700, 1500, 3000, 5000];
const PATIENCE = 8000; // a request unanswered for so long means the connection is dead, whatever it says

/** A refusal by the stand-in (or a lost connection, code "offline"), with a sentence for the reader. */
export class Refused extends Error {
  /** @param {{ code: string, text?: string }} refusal */
  constructor({ code, text }) {
    super(text ?? code);
    this.code = code;
  }
}

/**
 * One connection as one person. `onEvent` gets every event frame; `onStatus` gets true when a connection
 * stands and false when it was lost. Requests made while it is down are refused at once, never queued:
 * a press that comes back to life a minute later would surprise everybody.
 */
export class Link {
  /** @type {WebSocket} */
  #socket = null;
  #number = 0;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Refused) => void, timer: number }>} */
  #waiting = new Map();
  #failures = 0;
  /** @type {number} */
  #timer = null;
  /** @type {string} */
  #as = null;

  /**
   * @param {(frame: any) => void} onEvent
   * @param {(up: boolean) => void} onStatus
   */
  constructor(onEvent, onStatus) {
    this.onEvent = onEvent;
    this.onStatus = onStatus;
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
  }

  /**
   * Leaves the present connection, if any, and connects as this person (null: whoever is first).
   * @param {string} as
   */
  connect(as) {
    this.#as = as;
    this.#failures = 0;
    this.#drop();
    this.#dial();
  }

  /**
   * Sends a request; resolves with its answer or rejects with Refused.
   * @param {string} verb
   * @param {object} [fields]
   * @returns {Promise<any>}
   */
  ask(verb, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused({ code: "offline" }));
    const n = ++this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lost(), PATIENCE);
      this.#waiting.set(n, { resolve, reject, timer });
      this.#socket.send(JSON.stringify({ n, do: verb, ...fields }));
    });
  }

  #address() {
    const here = new URL(location.href);
    const address = new URL("/socket", here);
    address.protocol = here.protocol === "https:" ? "wss:" : "ws:";
    // The cookie would do, but cookies are shared by all ports of a host: two worlds side by side need this.
    const key = here.searchParams.get("key");
    if (key) address.searchParams.set("key", key);
    address.searchParams.set("language", navigator.language);
    if (this.#as) address.searchParams.set("as", this.#as);
    return address;
  }

  #dial() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lost();
    });
  }

  #lost() {
    this.#drop();
    this.onStatus(false);
    const pause = PAUSES[Math.min(this.#failures++, PAUSES.length - 1)];
    this.#timer = setTimeout(() => this.#dial(), pause * (0.8 + Math.random() * 0.4));
  }

  /** @param {any} frame */
  #hear(frame) {
    if (frame.n !== undefined) {
      this.#settle(frame.n, frame);
      return;
    }
    if (frame.event === "hello") {
      this.#failures = 0;
      this.onStatus(true);
    }
    this.onEvent(frame);
  }

  /**
   * @param {number} n
   * @param {any} frame
   */
  #settle(n, frame) {
    const request = this.#waiting.get(n);
    if (!request) return;
    this.#waiting.delete(n);
    clearTimeout(request.timer);
    if (frame.error) request.reject(new Refused(frame.error));
    else request.resolve(frame);
  }

  #abandon() {
    for (const n of [...this.#waiting.keys()]) this.#settle(n, { error: { code: "offline" } });
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    this.#abandon();
    clearTimeout(this.#timer);
    old?.close();
  }

  #retryNow() {
    if (!this.#socket && this.#failures) this.#dial();
  }
}
