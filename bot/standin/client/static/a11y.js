// @ts-check
// What makes the page usable without eyes or without a mouse: announcements, focus that survives an edit, drawers.

import { all, focused, h, one, target } from "./dom.js";
import { everyLine, gist, heads, isPrivate, speaker } from "./message.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @import { Message } from "./types.js" */

const CALM = 700; // edits within this time are told once
const BEGINNING = 4; // lines of an answer
const ON_ITS_WAY = 2000; // words about a board come so much later, if they come
const IN_WORDS = ["read", "more"]; // what a board in words asks for, and no other private message does both
const MINE = 5000; // an edit so soon after a press was caused by it
const HEARD_BY = 30000; // by then what was announced has been spoken

// The log itself is not live: its additions would be read with every button of a board. These few words are. Each is a
// part of its own: words in the place of others would be heard instead of them, and a voice takes its time.
/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const said = h("p", {}, text);
  document.getElementById("announcer").append(said);
  setTimeout(() => said.remove(), HEARD_BY);
}

/**
 * Announces a new message, unless the reader wrote it: of an answer to their command or press also what follows. A
 * board that the bot also tells in private, in words, is heard there alone.
 * @param {Message} message
 */
export function announceNew(message) {
  if (message.author.id === state.me?.id) return;
  const answers = message.interaction_metadata?.user.id === state.me?.id;
  const now = () => tell(message, answers ? everyLine(message).slice(0, BEGINNING) : gist(message));
  if (!asked(message).some(([, , , does]) => does === "more")) now();
  else if (isAwaited(message)) setTimeout(() => isHeard(message) || now(), ON_ITS_WAY);
  else if (!isHeard(message)) now();
}

/** @type {string} */
let voice = null; // whose words were announced last: the same one need not be named again

/**
 * @param {Message} message
 * @param {string[]} words
 */
function tell(message, words) {
  if (!words.length) return;
  const said = inSentences(words);
  announce(speaker(message) === voice ? said : say("valueOf", { name: speaker(message), value: said }));
  voice = speaker(message);
}

/**
 * The parts one after the other, with a full stop between two where the first has none of its own.
 * @param {string[]} parts
 */
const inSentences = (parts) => parts.reduce((said, part) => `${said}${/[.!?:…]$/.test(said) ? " " : ". "}${part}`);

/** @type {Map<string, { before: Message, timer: number }>} */
const waiting = new Map(); // by the id of the message

/**
 * Announces what is new in an edited message, once things are calm: changed titles and first lines. The
 * person whose press changed it hears two of the deeper lines as well, and the last one: it says what to do next.
 * Others hear the line that calls them. A board that the bot also tells in private, in words, is heard there alone.
 * @param {Message} old
 * @param {Message} message
 */
export function announceEdit(old, message) {
  const first = waiting.get(message.id);
  clearTimeout(first?.timer);
  const before = first?.before ?? old;
  /**
   * @param {() => void} work
   * @param {number} pause
   */
  const later = (work, pause) => waiting.set(message.id, { before, timer: setTimeout(work, pause) });
  const now = () => {
    waiting.delete(message.id);
    if (isHeard(message)) return;
    const news = fresh(heads(before), heads(message));
    const deeper = fresh([...everyLine(before), ...news], everyLine(message));
    const recent = Date.now() - state.pressed.at < MINE;
    if (recent && (state.pressed.message === message.id || isPrivate(message))) {
      news.push(...deeper.slice(0, 2), ...deeper.slice(2).slice(-1));
    } else news.push(...deeper.filter(calls).slice(0, 1));
    tell(message, news);
  };
  later(() => (isAwaited(message) ? later(now, ON_ITS_WAY) : now()), CALM);
}

// A board stands in words too where the bot shows them to this person alone. They may be on their way; or the bot has
// ceased to change them, and the board itself tells what has happened.
/** @param {Message} message */
const isHeard = (message) => inWords(message).some((words) => step(words) >= step(message));
/** @param {Message} message */
const isAwaited = (message) => inWords(message).length > 0 && !isHeard(message);

/**
 * The private boards in words on the page, of the table whose board this is.
 * @param {Message} message
 */
function inWords(message) {
  const [table] = tables(message);
  if (isPrivate(message) || table === undefined) return [];
  return [...state.messages.values()].filter(
    (other) => isPrivate(other) && other.author.id === message.author.id
      && IN_WORDS.every((word) => asked(other).some(([, at, , does]) => at === table && does === word)),
  );
}

/**
 * What the components of a message ask for: a version, a table, its step, and what to do.
 * @param {Message} message
 */
const asked = (message) =>
  (message.components ?? []).flatMap((row) => row.components ?? []).map((part) => (part.custom_id ?? "").split(":"));
/** @param {Message} message */
const tables = (message) => asked(message).flatMap(([, table]) => table || []);
/** @param {Message} message */
const step = (message) => Math.max(0, ...asked(message).map(([, , number]) => Number(number) || 0));

/**
 * Whether a line names the reader; marked with an arrow it tells their points.
 * @param {string} line
 */
const calls = (line) => line.includes(`@${state.me?.name}`) && !line.includes("►");

/**
 * @param {string[]} old
 * @param {string[]} now
 */
const fresh = (old, now) => now.filter((part) => !old.includes(part));

const ROWS = ".components .row";
const PARTS = "button, a[href]";
/** @param {string} id */
const tail = (id) => (id ?? "").split(":").slice(3).join(":") || id;

/**
 * Where the focus stands in an article, if it does: taken before a patch, given back after it.
 * @param {HTMLElement} article
 */
export function rememberFocus(article) {
  const part = focused();
  const waits = part === article && "liveWaits" in article.dataset;
  delete article.dataset.liveWaits;
  if (!article.contains(part) || (part === article && !waits)) return null;
  const rows = shape(article);
  const row = rows.findIndex((parts) => parts.includes(part));
  return { part, row, column: row < 0 ? -1 : rows[row].indexOf(part), shape: signature(rows), tail: tail(part.dataset.customId), waits };
}

/**
 * Puts the focus back: on the component with the same meaning (the end of its custom_id), else on the one in the same
 * place that does the same to something else, else on the main action. Whatever else took its place would be pressed by
 * mistake: without a main action the message has the focus, until there is one.
 * @param {HTMLElement} article
 * @param {ReturnType<typeof rememberFocus>} mark
 */
export function restoreFocus(article, mark) {
  if (!mark || (mark.row < 0 && !mark.waits && mark.part.isConnected && !mark.part.disabled)) return;
  if (mark.row < 0 && !mark.waits) {
    article.focus({ preventScroll: true });
    return;
  }
  const rows = shape(article);
  const parts = rows.flat().filter((part) => !part.disabled);
  const same = signature(rows) === mark.shape ? rows[mark.row]?.[mark.column] : null;
  const meaning = !mark.waits && parts.find((part) => part.dataset.customId && tail(part.dataset.customId) === mark.tail);
  const alike = !mark.waits && parts.find((part) => part === same && verb(tail(part.dataset.customId)) === verb(mark.tail));
  const moves = parts.filter((part) => verb(tail(part.dataset.customId)) !== "hold"); // A held die looks like success.
  const main = ["primary", "success"].map((look) => moves.find((part) => part.classList.contains(look))).find(Boolean);
  const to = meaning || alike || main;
  if (!to) article.dataset.liveWaits = "";
  (to ?? article).focus({ preventScroll: true });
}

/** @param {string} tail */
const verb = (tail) => (tail ?? "").split(" ")[0];
/**
 * @param {HTMLElement} article
 * @returns {HTMLButtonElement[][]}
 */
const shape = (article) => all(article, ROWS).map((row) => all(row, PARTS));
/** @param {HTMLElement[][]} rows */
const signature = (rows) => rows.map((parts) => parts.map((part) => part.className.split(" ")[0])).join("|");

/** Drawers for channels and people on narrow windows: one at a time, focus inside, Escape closes. */
export function startDrawers() {
  const scrim = document.getElementById("scrim");
  /** @type {string} */
  let opener = null;
  const close = (giveBack = true) => {
    const open = document.querySelector(".drawer-shown");
    if (!open) return;
    open.classList.remove("drawer-shown");
    scrim.hidden = true;
    document.getElementById("main").inert = false;
    if (giveBack) one(document, `[data-drawer="${opener}"]`)?.focus();
  };
  /** @param {string} name */
  const open = (name) => {
    close(false);
    opener = name;
    const drawer = document.getElementById(name);
    drawer.classList.add("drawer-shown");
    scrim.hidden = false;
    document.getElementById("main").inert = true;
    one(drawer, "button:not([hidden])")?.focus();
  };
  scrim.addEventListener("click", () => close());
  document.addEventListener("click", (event) => {
    const action = /** @type {HTMLElement} */ (target(event).closest?.("[data-do]"));
    if (action?.dataset.do === "drawer") open(action.dataset.drawer);
    if (action?.dataset.do === "close-drawers") close();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  matchMedia("(min-width: 861px)").addEventListener("change", () => close(false));
  return { close };
}
