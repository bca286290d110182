// @ts-check
// What makes the page usable without eyes or without a mouse: announcements, focus that survives an edit, drawers.

import { all, focused, one, target } from "./dom.js";
import { everyLine, gist, speaker } from "./message.js";
import { state } from "./state.js";

/** @import { Message } from "./types.js" */

const CALM = 700; // edits within this time are told once
const MINE = 5000; // an edit so soon after a press was caused by it

// The log itself is not live: its additions would be read with every button of a board. These few words are.
/** @type {string} */
let spoken = null;

/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const box = document.getElementById("announcer");
  if (text === spoken) box.replaceChildren();
  spoken = text;
  box.textContent = text;
}

/**
 * Announces a new message, unless the reader wrote it.
 * @param {Message} message
 */
export function announceNew(message) {
  if (message.author.id === state.me?.id) return;
  const words = gist(message);
  if (words.length) announce(`${speaker(message)}: ${words.join(". ")}`);
}

/** @type {Map<string, { before: Message, timer: number }>} */
const waiting = new Map(); // by the id of the message

/**
 * Announces what is new in an edited message, once things are calm: changed titles and first lines. The
 * person whose press changed it hears two of the deeper lines as well.
 * @param {Message} old
 * @param {Message} message
 */
export function announceEdit(old, message) {
  const first = waiting.get(message.id);
  clearTimeout(first?.timer);
  const before = first?.before ?? old;
  const timer = setTimeout(() => {
    waiting.delete(message.id);
    const news = fresh(gist(before), gist(message));
    const mine = state.pressed.message === message.id && Date.now() - state.pressed.at < MINE;
    if (mine) news.push(...fresh([...everyLine(before), ...news], everyLine(message)).slice(0, 2));
    if (news.length) announce(`${speaker(message)}: ${news.join(". ")}`);
  }, CALM);
  waiting.set(message.id, { before, timer });
}

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
  if (!article.contains(part) || part === article) return null;
  const rows = shape(article);
  const row = rows.findIndex((parts) => parts.includes(part));
  return { part, row, column: row < 0 ? -1 : rows[row].indexOf(part), shape: signature(rows), tail: tail(part.dataset.customId) };
}

/**
 * Puts the focus back: on the same place when the rows have kept their shape, else on the component with the
 * same meaning (the end of its custom_id), else on the nearest one that can be pressed.
 * @param {HTMLElement} article
 * @param {ReturnType<typeof rememberFocus>} mark
 */
export function restoreFocus(article, mark) {
  if (!mark || (mark.row < 0 && mark.part.isConnected && !mark.part.disabled)) return;
  if (mark.row < 0) {
    article.focus({ preventScroll: true });
    return;
  }
  const rows = shape(article);
  const same = signature(rows) === mark.shape ? rows[mark.row]?.[mark.column] : null;
  const meaning = rows.flat().find((part) => part.dataset.customId && tail(part.dataset.customId) === mark.tail);
  const target = [same, meaning, rows[mark.row]?.[mark.column], ...nearest(rows, mark)].find((part) => part && !part.disabled);
  (target ?? article).focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} article
 * @returns {HTMLButtonElement[][]}
 */
const shape = (article) => all(article, ROWS).map((row) => all(row, PARTS));
/** @param {HTMLElement[][]} rows */
const signature = (rows) => rows.map((parts) => parts.map((part) => part.className.split(" ")[0])).join("|");

/**
 * @param {HTMLButtonElement[][]} rows
 * @param {{ row: number, column: number }} place
 */
function nearest(rows, { row, column }) {
  /**
   * @param {number} r
   * @param {number} c
   */
  const distance = (r, c) => Math.abs(r - row) * 10 + Math.abs(c - column);
  const all = rows.flatMap((parts, r) => parts.map((part, c) => ({ part, far: distance(r, c) })));
  return all.sort((a, b) => a.far - b.far).map(({ part }) => part);
}

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
