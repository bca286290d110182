// What happens when something in the log is pressed: buttons, menus, spoilers, private messages, deleting.

import { announce } from "./a11y.js";
import { toggleMenu } from "./menu.js";
import { on, pressKey, state, tell } from "./state.js";
import { say } from "./words.js";

const FAILURE_SHOWN = 6000;
const FORGET = 20000; // a press nobody ever answered stops turning

let link;

/** Starts listening to the log. `go(id)` opens a channel, `fillIn(name)` puts a command into the box. */
export function startPresses({ to, go, fillIn }) {
  link = to;
  const log = document.getElementById("log");
  const actions = {
    press: (node, id) => press(id, node.dataset.customId),
    menu: (node, id) => toggleMenu(node, id, press),
    dismiss: (_, id) => dismiss(id),
    delete: (_, id) => remove(id),
    go: (node) => node.dataset.channel && go(node.dataset.channel, node.dataset.message),
    fill: (node) => fillIn(node.dataset.command),
    reveal: (node) => {
      node.dataset.liveOpen = node.textContent;
      node.removeAttribute("aria-label");
    },
  };
  log.addEventListener("click", (event) => {
    const node = event.target.closest("[data-do]");
    if (!node || !log.contains(node) || node.disabled) return;
    actions[node.dataset.do]?.(node, node.closest("[data-testid=message]")?.dataset.id);
  });
  log.addEventListener("keydown", (event) => {
    const spoiler = event.target.closest(".spoiler");
    if (spoiler && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      spoiler.click();
    }
  });
  on("interaction", heard);
}

async function press(message, customId, values = null) {
  const key = pressKey(message, customId);
  if (state.pending.has(key)) return;
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

const settled = new Set(); // interactions that ended before their number was known here

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

function settle(key, message) {
  state.pending.delete(key);
  tell("redraw", message);
}

function fail(message, text) {
  state.failures.set(message, text);
  tell("redraw", message);
  setTimeout(() => {
    if (state.failures.get(message) !== text) return;
    state.failures.delete(message);
    tell("redraw", message);
  }, FAILURE_SHOWN);
}

async function dismiss(message) {
  try {
    await link.ask("dismiss", { message });
    if (state.messages.delete(message)) tell("gone", message);
  } catch (refused) {
    fail(message, refused.code === "offline" ? say("disconnected") : refused.message);
  }
}

// Deleting asks for a second press on the same button, within four seconds.
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
