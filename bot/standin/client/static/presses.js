// @ts-check
// What happens when something in the log is pressed: buttons, menus, spoilers, private messages, deleting.

import { announce } from "./a11y.js";
import { target } from "./dom.js";
import { toggleMenu } from "./menu.js";
import { on, pressKey, state, tell } from "./state.js";
import { say } from "./words.js";

/** @import { Go, InteractionFrame, Press } from "./types.js" */
/** @import { Link } from "./socket.js" */

const FAILURE_SHOWN = 6000;
const FORGET = 20000; // a press nobody ever answered stops turning

/** @type {Link} */
let link;

/**
 * Starts listening to the log. `go(id)` opens a channel, `fillIn(name)` puts a command into the box,
 * `use(command, target)` uses one of a message's menu.
 * @param {{ to: Link, go: Go, fillIn: (name: string) => void, use: (command: string, target: string) => void }} does
 */
export function startPresses({ to, go, fillIn, use }) {
  link = to;
  const log = document.getElementById("log");
  /** @type {Record<string, (node: HTMLElement, id: string) => void>} */
  const actions = {
    press: (node, id) => press(id, node.dataset.customId),
    menu: (node, id) => toggleMenu(node, id, press),
    dismiss: (_, id) => dismiss(id),
    delete: (_, id) => remove(id),
    go: (node) => node.dataset.channel && go(node.dataset.channel, node.dataset.message),
    fill: (node) => fillIn(node.dataset.command),
    apps: (node) => {
      node.closest("details").open = false;
      use(node.dataset.command, node.dataset.target);
    },
    reveal: (node) => {
      node.dataset.liveOpen = node.textContent;
      node.removeAttribute("aria-label");
    },
  };
  log.addEventListener("click", (event) => {
    const node = /** @type {HTMLButtonElement} */ (target(event).closest("[data-do]"));
    if (!node || !log.contains(node) || node.disabled) return;
    actions[node.dataset.do]?.(node, /** @type {HTMLElement} */ (node.closest("[data-testid=message]"))?.dataset.id);
  });
  log.addEventListener("keydown", (event) => {
    const menu = /** @type {HTMLButtonElement} */ (target(event).closest("[data-do=menu]"));
    if (menu && !menu.disabled && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      menu.click();
    }
    const spoiler = /** @type {HTMLElement} */ (target(event).closest(".spoiler"));
    if (spoiler && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      spoiler.click();
    }
  });
  on("interaction", heard);
}

/**
 * @param {string} message
 * @param {string} customId
 * @param {string[]} [values]
 */
async function press(message, customId, values = null) {
  const key = pressKey(message, customId);
  if (state.pending.has(key)) return;
  /** @type {Press} */
  const entry = { values, interaction: null };
  state.pending.set(key, entry);
  state.failures.delete(message);
  state.pressed = { message, at: Date.now() };
  tell("redraw", message);
  setTimeout(() => state.pending.get(key) === entry && settle(key, message), FORGET);
  try {
    const fields = { channel: state.open, message, custom_id: customId };
    const answer = await link.ask(values ? "select" : "press", values ? { ...fields, values } : fields);
    entry.interaction = answer.interaction;
    if (settled.has(answer.interaction)) settle(key, message);
  } catch (refused) {
    settle(key, message);
    fail(message, refused.code === "offline" ? say("disconnected") : refused.message);
  }
}

/** @type {Set<string>} */
const settled = new Set(); // interactions that ended before their number was known here

/** @param {InteractionFrame} frame */
function heard({ id, state: how, message, custom_id: customId }) {
  if (how === "waiting") return;
  settled.add(id);
  setTimeout(() => settled.delete(id), FORGET);
  for (const [key, entry] of state.pending) {
    const mine = entry.interaction === id || (message && customId && key === pressKey(message, customId));
    if (mine) settle(key, key.slice(0, key.indexOf(" ")));
  }
  if (how === "failed" && message) fail(message, say("failed"));
}

/**
 * @param {string} key
 * @param {string} message
 */
function settle(key, message) {
  state.pending.delete(key);
  tell("redraw", message);
}

/**
 * @param {string} message
 * @param {string} text
 */
function fail(message, text) {
  state.failures.set(message, text);
  tell("redraw", message);
  setTimeout(() => {
    if (state.failures.get(message) !== text) return;
    state.failures.delete(message);
    tell("redraw", message);
  }, FAILURE_SHOWN);
}

/** @param {string} message */
async function dismiss(message) {
  try {
    await link.ask("dismiss", { message });
    if (state.messages.delete(message)) tell("gone", message);
  } catch (refused) {
    fail(message, refused.code === "offline" ? say("disconnected") : refused.message);
  }
}

// Deleting asks for a second press on the same button, within four seconds.
/** @param {string} message */
async function remove(message) {
  if (state.deleting !== message) {
    const other = state.deleting;
    state.deleting = message;
    for (const id of [other, message]) if (id) tell("redraw", id);
    announce(say("removeSure"));
    setTimeout(() => {
      if (state.deleting !== message) return;
      state.deleting = null;
      tell("redraw", message);
    }, 4000);
    return;
  }
  state.deleting = null;
  try {
    await link.ask("delete", { channel: state.open, message });
  } catch (refused) {
    fail(message, refused.code === "offline" ? say("disconnected") : refused.message);
  }
}
