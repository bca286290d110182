// @ts-check
// The box at the bottom: ordinary messages, and commands with their option fields.

import { announce } from "./a11y.js";
import { named, offered, parse, search } from "./commands.js";
import { fill, focused, h, icon } from "./dom.js";
import { CommandFields } from "./fields.js";
import { dots } from "./message.js";
import { channel, on, placeName, state } from "./state.js";
import { Suggest } from "./suggest.js";
import { say } from "./words.js";

/** @import { Box, Command, InteractionFrame } from "./types.js" */
/** @import { Link } from "./socket.js" */

const HISTORY = 30;

/** @type {Link} */
let link;
/** @type {Box} */
let box;
/** @type {Suggest} */
let suggest;
/** @type {CommandFields} */
let fields = null; // the command being written, or null
/** @type {string[]} */
const sent = []; // what was sent, newest last
/** @type {string} */
let spoken = null; // whose words the box was last labelled in
let asking = false; // whether a request is under way: a second Enter must not send twice
let back = 0; // how far back in it the reader is
/** @type {Map<string, string>} */
const waiting = new Map(); // interaction id → shown name of a command that waits for its answer

/**
 * Builds the box. `to` is the link to the stand-in.
 * @param {{ to: Link }} parts
 */
export function startComposer({ to }) {
  link = to;
  build();
  suggest = new Suggest(box.panel);
  for (const event of ["hello", "shown", "channels"]) on(event, relabel);
  on("hello", () => {
    complain("");
    waiting.clear();
    drawStatus();
    // A command being written speaks one person's language; after a mere reconnection it may go on.
    const speaks = `${state.me.key} ${state.me.locale}`;
    if (fields && speaks !== spoken) cancel();
    spoken = speaks;
  });
  on("commands", () => !fields && box.text.value.startsWith("/") && typing());
  on("interaction", answered);
}

function build() {
  const text = h("textarea", { id: "composer-input", rows: 1, maxlength: 2000, "aria-autocomplete": "list", "aria-controls": "suggest", enterkeyhint: "send", autocomplete: "off", "data-testid": "composer" });
  const send = h("button", { type: "submit", class: "send", "data-testid": "send" }, icon("send"));
  const slash = h("button", { type: "button", class: "icon-button slash", "data-testid": "commands" }, icon("slash"));
  const command = h("div", { class: "command-line", hidden: true });
  box = {
    text,
    command,
    panel: h("div", { class: "panel", hidden: true }),
    head: h("div", { class: "panel-head" }),
    error: h("p", { class: "panel-error", role: "alert", "data-testid": "composer-error" }),
    extra: h("div", { class: "panel-extra" }),
    status: h("p", { class: "dock-status", role: "status" }),
    slash,
    send,
    form: h("form", { id: "composer", novalidate: true, "data-testid": "composer-form" }, slash, text, command, send),
  };
  box.panel.append(box.head, box.error, box.extra);
  fill(document.getElementById("dock"), box.panel, box.form, box.status);
  box.form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  box.form.addEventListener("keydown", keys);
  text.addEventListener("input", typing);
  text.addEventListener("blur", () => !fields && suggest.hide());
  text.addEventListener("focus", typing);
  box.slash.addEventListener("mousedown", (event) => event.preventDefault());
  box.slash.addEventListener("click", openList);
  new MutationObserver(showPanel).observe(box.panel, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden"] });
}

// The panel is there exactly when something in it is.
function showPanel() {
  const full = box.head.hasChildNodes() || box.error.hasChildNodes() || box.extra.hasChildNodes() || suggest.open;
  if (box.panel.hidden === full) box.panel.hidden = !full;
}

function relabel() {
  const name = placeName(channel(state.open));
  box.text.placeholder = say("placeholder");
  box.text.setAttribute("aria-label", say("composer", { channel: name }));
  box.send.setAttribute("aria-label", say("send"));
  box.slash.setAttribute("aria-label", say("commandsButton"));
  box.slash.title = say("commandsButton");
}

function openList() {
  if (fields) cancel();
  box.text.value = "/";
  box.text.focus();
  typing();
}

// Grows with its text, lists commands after "/", and becomes a command as soon as one is written out.
function typing() {
  back = 0;
  box.text.style.setProperty("height", "auto");
  if (box.text.value) box.text.style.setProperty("height", `${box.text.scrollHeight}px`);
  complain("");
  const line = box.text.value;
  if (!line.startsWith("/") || line.includes("\n")) {
    suggest.hide();
    return;
  }
  const parsed = parse(line);
  if (parsed?.rest.startsWith(" ")) {
    begin(parsed.command, parsed.values);
    return;
  }
  listCommands(search(line.slice(1)));
}

/** @param {Command[]} found */
function listCommands(found) {
  const items = found.map((command) => ({
    title: command.shown,
    hint: command.options.map((o) => (o.required ? o.shown : `${o.shown}?`)).join("  "),
    description: command.description,
    testid: "command-option",
    command: command.name,
    picked: command,
  }));
  const empty = say(complaint(), { bot: state.bot.username });
  suggest.show(box.text, items, { label: say("commandList"), empty, onPick: (item) => begin(item.picked) });
}

const complaint = () => (offered().length ? "noCommand" : state.bot.here ? "noCommandsYet" : "botGone");

/**
 * Starts writing a command, with texts for its options. `focus: false` leaves the keyboard of a phone closed.
 * @param {Command} command
 * @param {Record<string, string>} [values]
 * @param {boolean} [focus]
 */
function begin(command, values = {}, focus = true) {
  suggest.hide();
  complain("");
  fields = new CommandFields({ command, values, box, suggest, link, complain, cancel, submit });
  box.text.hidden = true;
  box.command.hidden = false;
  box.form.classList.add("is-command");
  fields.draw();
  if (focus) fields.focusFirst();
}

/**
 * Puts a command into the box by its name: for the chips of the empty channel and for mentions of commands.
 * @param {string} name
 */
export function fillIn(name) {
  const command = named(name);
  if (!command) return;
  const touch = matchMedia("(pointer: coarse)").matches;
  begin(command, {}, !touch || command.options.some((o) => o.required));
  announce(`${command.shown}. ${command.description}`);
}

function cancel(keepFocus = false) {
  if (fields) {
    fields = null;
    suggest.hide();
    fill(box.command);
    fill(box.head);
    fill(box.extra);
    box.command.hidden = true;
    box.text.hidden = false;
    box.form.classList.remove("is-command");
  }
  complain("");
  box.text.value = "";
  box.text.style.setProperty("height", "auto");
  if (keepFocus) box.text.focus();
}

/**
 * Shows a sentence of complaint above the box; an empty one takes it away.
 * @param {string} text
 */
function complain(text) {
  if (box.error.textContent !== text) fill(box.error, text);
}

/** @param {KeyboardEvent} event */
function keys(event) {
  if (event.isComposing) return;
  if (fields) {
    fields.keys(event);
    return;
  }
  if (event.target !== box.text) return;
  if (suggest.open && listKeys(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    submit();
  } else if (event.key === "Escape" && box.text.value.startsWith("/")) cancel(true);
  else if (event.key === "ArrowUp" && (box.text.value === "" || back > 0)) recall(event, 1);
  else if (event.key === "ArrowDown" && back > 0) recall(event, -1);
}

/** @param {KeyboardEvent} event */
function listKeys(event) {
  /** @type {Record<string, number>} */
  const moves = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in moves) suggest.move(moves[event.key]);
  else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
    if (!suggest.pick()) return false;
  } else if (event.key === "Escape") cancel(true);
  else return false;
  event.preventDefault();
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @param {number} step
 */
function recall(event, step) {
  const to = back + step;
  if (to > sent.length) return;
  event.preventDefault();
  box.text.value = to === 0 ? "" : sent[sent.length - to];
  const line = box.text.value;
  const parsed = line.startsWith("/") ? parse(line) : null;
  if (parsed) begin(parsed.command, parsed.values);
  back = to;
}

/** @param {string} line */
function remember(line) {
  if (sent.at(-1) !== line) sent.push(line);
  if (sent.length > HISTORY) sent.shift();
  back = 0;
}

async function submit() {
  if (fields) {
    await sendCommand();
    return;
  }
  const content = box.text.value.trim();
  if (!content) return;
  if (content.startsWith("/")) {
    const parsed = parse(content);
    if (parsed) begin(parsed.command, parsed.values);
    else complain(say(complaint(), { bot: state.bot.username }));
    return;
  }
  await attempt("say", { content }, () => {
    remember(content);
    cancel();
  });
}

async function sendCommand() {
  const current = fields;
  const options = current.values();
  if (!options) return;
  const { command } = current;
  const request = { command: command.id, path: command.path, options };
  await attempt("command", request, (answer) => {
    remember(current.line());
    if (fields === current) cancel(document.activeElement?.closest("#dock") !== null && !matchMedia("(pointer: coarse)").matches);
    if (!over.delete(answer.interaction)) waiting.set(answer.interaction, command.shown);
    drawStatus();
  });
}

/**
 * @param {string} verb
 * @param {object} request
 * @param {(answer: any) => void} done
 */
async function attempt(verb, request, done) {
  if (asking) return;
  asking = true;
  try {
    done(await link.ask(verb, { channel: state.open, ...request }));
  } catch (refused) {
    complain(refused.code === "offline" ? say("disconnected") : refused.message);
  } finally {
    asking = false;
  }
}

const over = new Set(); // interactions that ended before their command's request was answered

/** @param {InteractionFrame} frame */
function answered({ id, state: how, message }) {
  if (how === "waiting") return;
  const shown = waiting.get(id);
  if (!shown) {
    over.add(id);
    return;
  }
  waiting.delete(id);
  drawStatus();
  if (how === "failed" && !message) failed(shown);
}

/** @param {string} shown */
function failed(shown) {
  const note = h("span", { class: "failed", role: "alert", "data-testid": "failed" }, icon("warn"), say("noAnswer", { command: shown, bot: state.bot.username }));
  box.status.append(note);
  setTimeout(() => note.remove(), 7000);
}

function drawStatus() {
  const note = waiting.size > 0 && h("span", { class: "waiting" }, say("sending", { bot: state.bot.username }), dots());
  fill(box.status, note);
}
