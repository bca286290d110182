// @ts-check
// The list of messages of the open channel: patched in place, never jumping under the reader's hand.

import { announceEdit, announceNew, rememberFocus, restoreFocus } from "./a11y.js";
import { all, fill, h, icon, morph, one } from "./dom.js";
import { isPrivate, messageView } from "./message.js";
import { before, channel, on, ordered, placeName, state } from "./state.js";
import { say } from "./words.js";

/** @import { Command, Message } from "./types.js" */

const FEW = 12; // with more messages than this, a channel without a game needs no welcome
const COMMAND = 2; // the kind of an interaction
const ANSWERED = 5000; // a private message so soon after a press is what was asked for
const MANY = 300; // messages kept on the page
const FAR = 40; // how often older messages are asked for on the way to one that is looked for
const NEAR = 90; // pixels from the end that still count as "at the end"

/** @type {HTMLElement} */
let log;
/** @type {HTMLElement} */
let newest;
let stuck = true; // whether the reader is at the end, and wants to stay there
let seen = ""; // how high the list and its frame were then
/** @type {HTMLElement} */
let begun = null; // a long answer that the reader sees from its beginning, and has not scrolled since
let missed = false; // whether something arrived below while they were not
let exhausted = false; // no older messages left
/** @type {Promise<void>} */
let loading = null; // the promise of older messages while they are on their way
/** @type {(before: string) => Promise<Message[]>} */
let older = null; // asks for them

/**
 * Takes over the log. `older(before)` asks for earlier messages; `chips()` gives commands for the empty channel.
 * @param {{ older: (before: string) => Promise<Message[]>, chips: () => Command[] }} does
 */
export function startMessages({ older: ask, chips }) {
  older = ask;
  log = document.getElementById("log");
  newest = document.getElementById("newest");
  log.addEventListener("scroll", scrolled, { passive: true });
  newest.addEventListener("click", () => toEnd());
  const keepEnd = new ResizeObserver(() => {
    if (begun) toBeginning(begun);
    else if (stuck) toEnd();
  });
  keepEnd.observe(log);
  const inner = h("div", { id: "log-inner" });
  fill(log, inner);
  keepEnd.observe(inner);
  on("message", (message) => add(message, chips));
  on("edit", ({ old, message }) => edit(old, message));
  on("redraw", (id) => redraw(id));
  on("gone", (id) => remove(id, chips));
  on("shown", () => showAll(chips));
  on("commands", () => welcome(chips));
  on("bot", () => welcome(chips));
  on("blank", () => fill(inside()));
  on("channels", () => {
    ordered().forEach((message) => redraw(message.id));
    welcome(chips);
  });
}

const inside = () => document.getElementById("log-inner");
/**
 * @param {string} id
 * @returns {HTMLElement}
 */
const articleOf = (id) => one(inside(), `:scope > [data-id="${CSS.escape(id)}"]`);

/** Scrolls to the newest message. */
export function toEnd() {
  begun = null;
  log.scrollTop = log.scrollHeight;
  look();
  missed = false;
  drawNewest();
}

/** @param {HTMLElement} article */
function toBeginning(article) {
  article.scrollIntoView({ block: "start" });
  begun = article;
  look();
  drawNewest();
}

/**
 * Brings a message into sight, older ones asked for until it is there, and lights it up for a moment.
 * @param {string} id
 */
export async function reveal(id) {
  const open = state.open;
  for (let asks = 0; asks < FAR && !articleOf(id) && !exhausted && before(id, ordered()[0]?.id ?? id) < 0; asks += 1) {
    await more();
    if (state.open !== open) return;
  }
  const article = articleOf(id);
  if (!article) return;
  article.scrollIntoView({ block: article.offsetHeight > log.clientHeight ? "end" : "center" });
  look();
  article.focus({ preventScroll: true });
  article.classList.remove("lit");
  requestAnimationFrame(() => article.classList.add("lit"));
}

const heights = () => `${log.scrollHeight} ${log.clientHeight}`;

const below = () => log.scrollHeight - log.scrollTop - log.clientHeight;

// Notes whether the reader is at the end. The offers of an empty channel are read from the first one on.
function look() {
  const left = below();
  if (begun && (left < 1 || Math.abs(begun.getBoundingClientRect().top - log.getBoundingClientRect().top) > 1)) begun = null;
  stuck = !begun && state.messages.size > 0 && left < NEAR;
  seen = heights();
}

/** @param {() => Command[]} chips */
function showAll(chips) {
  exhausted = state.messages.size < 50;
  stuck = true;
  log.setAttribute("aria-label", say("messagesIn", { channel: placeName(channel(state.open)) }));
  const list = ordered();
  fill(inside(), list.map((message, i) => messageView(message, list[i - 1] ?? null)));
  welcome(chips);
  toEnd();
  if (list.length === 0) log.scrollTop = 0;
}

/**
 * @param {Message} message
 * @param {() => Command[]} chips
 */
function add(message, chips) {
  const list = ordered();
  const index = list.findIndex((m) => m.id === message.id);
  const article = messageView(message, list[index - 1] ?? null);
  const next = list[index + 1] && articleOf(list[index + 1].id);
  if (next) next.before(article);
  else inside().append(article);
  article.classList.add("arriving");
  if (list[index + 1]) redraw(list[index + 1].id);
  welcome(chips);
  announceNew(message);
  const asked = message.interaction_metadata?.user.id === state.me?.id || Date.now() - state.pressed.at < ANSWERED;
  const answer = isPrivate(message) && asked;
  if (stuck || list.length === 1 || answer || commanded(message) || message.author.id === state.me?.id) {
    trim();
    toEnd();
    // Text is read from its beginning. Where something is to be done, and hardly more than that is below, nothing would
    // say so.
    const room = log.clientHeight + (one(article, ".button.primary:not(:disabled)") ? NEAR : 0);
    if (answer && article.offsetHeight > room) toBeginning(article);
  } else {
    missed = true;
    drawNewest();
  }
}

// What a command of one's own brought is looked for, wherever the reader was.
/** @param {Message} message */
const commanded = ({ interaction_metadata: from }) => from?.type === COMMAND && from.user.id === state.me?.id;

// A long evening should not slow the page down: what was let go comes back by scrolling up.
function trim() {
  if (state.messages.size <= MANY) return;
  for (const message of ordered().slice(0, state.messages.size - MANY + 50)) {
    state.messages.delete(message.id);
    articleOf(message.id)?.remove();
  }
  exhausted = false;
  redraw(ordered()[0].id);
}

/**
 * @param {Message} old
 * @param {Message} message
 */
function edit(old, message) {
  redraw(message.id);
  // Answers quote what stands there now.
  for (const { id, message_reference: quoted } of state.messages.values()) if (quoted?.message_id === message.id) redraw(id);
  if (old) announceEdit(old, message);
}

/**
 * Draws a message anew after it, or something about it, changed.
 * @param {string} id
 */
function redraw(id) {
  const article = articleOf(id);
  const message = state.messages.get(id);
  if (!article || !message) return;
  const list = ordered();
  const index = list.findIndex((m) => m.id === id);
  held(() => {
    const mark = rememberFocus(article);
    const opened = all(article, "[data-live-open]");
    const fresh = messageView(message, list[index - 1] ?? null);
    morph(article, fresh);
    // A spoiler stays open only as long as it hides the same words.
    for (const spoiler of opened) if (spoiler.dataset.liveOpen !== spoiler.textContent) delete spoiler.dataset.liveOpen;
    restoreFocus(article, mark);
  });
}

/**
 * @param {string} id
 * @param {() => Command[]} chips
 */
function remove(id, chips) {
  const article = articleOf(id);
  if (!article) return;
  const hadFocus = article.contains(document.activeElement);
  held(() => {
    const next = /** @type {HTMLElement} */ (article.nextElementSibling);
    article.remove();
    if (next?.dataset.id) redraw(next.dataset.id);
  });
  if (hadFocus) log.focus({ preventScroll: true });
  welcome(chips);
}

/**
 * Runs a change of the list so that what the reader looks at stays where it is.
 * @param {() => void} change
 */
function held(change) {
  if (stuck) {
    change();
    toEnd();
    return;
  }
  const anchor = anchorNode();
  const top = anchor?.getBoundingClientRect().top;
  change();
  if (anchor?.isConnected) log.scrollTop += anchor.getBoundingClientRect().top - top;
}

// The focused component when it is in sight, else the first message in sight.
function anchorNode() {
  const frame = log.getBoundingClientRect();
  /** @param {Element} node */
  const visible = (node) => {
    const box = node.getBoundingClientRect();
    return box.bottom > frame.top && box.top < frame.bottom;
  };
  const focused = document.activeElement;
  if (focused && focused !== log && log.contains(focused) && visible(focused)) return focused;
  return all(inside(), ":scope > [data-id]").find(visible) ?? null;
}

// A list that grew or shrank since the reader was at its end has scrolled by itself: they still want to be there.
function scrolled() {
  if (stuck && seen !== heights()) return toEnd();
  look();
  if (stuck) missed = false;
  drawNewest();
  if (log.scrollTop <= 200) more();
}

// What is under way is waited for, not asked for twice.
function more() {
  if (exhausted || !state.messages.size) return Promise.resolve();
  loading ??= loadOlder().finally(() => {
    loading = null;
  });
  return loading;
}

async function loadOlder() {
  const first = ordered()[0];
  const open = state.open;
  try {
    const found = await older(first.id);
    if (state.open !== open) return;
    exhausted = found.length === 0;
    prepend(found, first);
  } catch {
    exhausted = true; // the next opening of the channel tries again
  }
}

/**
 * @param {Message[]} found
 * @param {Message} first
 */
function prepend(found, first) {
  for (const message of found) state.messages.set(message.id, message);
  held(() => {
    const nodes = found.map((message, i) => messageView(message, found[i - 1] ?? null));
    articleOf(first.id)?.before(...nodes);
    redraw(first.id);
  });
}

// The way to the newest message. It would hide the last line of an answer of which hardly more is below.
function drawNewest() {
  newest.hidden = stuck || state.messages.size === 0 || (!missed && below() < NEAR);
  newest.classList.toggle("missed", missed);
  fill(newest, icon("down"), h("span", {}, say(missed ? "newMessages" : "newest")));
}

// The card a newcomer sees: it stands first in the list for as long as no game has been opened here.
/** @param {() => Command[]} chips */
function welcome(chips) {
  inside().querySelector(".welcome")?.remove();
  const c = channel(state.open);
  if (!c || c.parent_id || state.messages.size > FEW || ordered().some((message) => message.author.bot)) return;
  const offers = c.bot_muted ? [] : chips();
  const text = c.bot_muted ? "welcomeMuted" : offers.length ? "welcomeText" : "welcomeNoBot";
  const card = h(
    "section",
    { class: "welcome", "data-testid": "welcome" },
    h("img", { src: "/static/favicon.svg", alt: "", width: 72, height: 72 }),
    h("h2", {}, say("welcome", { channel: placeName(c) })),
    h("p", {}, say(text, { bot: state.bot.username })),
    offers.length > 0 && h("div", { class: "offers" }, offers.map(offer)),
    offers.length > 0 && h("p", { class: "tip" }, say("welcomeTip")),
  );
  inside().prepend(card);
}

/**
 * @param {Command} command
 * @param {number} index
 */
function offer(command, index) {
  return h(
    "button",
    { type: "button", class: index === 0 ? "offer first" : "offer", "data-do": "fill", "data-command": command.name, "data-testid": "offer" },
    h("code", {}, command.shown),
    h("span", {}, command.description),
  );
}
