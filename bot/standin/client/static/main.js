// @ts-check
// Boots the page and turns what the stand-in says into state; the other modules draw it.

import { announce, startDrawers } from "./a11y.js";
import { isDark, startChannels } from "./channels.js";
import { openers } from "./commands.js";
import { fillIn, startComposer } from "./composer.js";
import { focused, target } from "./dom.js";
import { startMenus } from "./menu.js";
import { mentionsMe } from "./message.js";
import { reveal, startMessages } from "./messages.js";
import { startModals } from "./modal.js";
import { startNotices } from "./notices.js";
import { startPeople } from "./people.js";
import { startPresses } from "./presses.js";
import { Link } from "./socket.js";
import { channel, on, state, tell } from "./state.js";
import { startClock } from "./times.js";
import { say, speak } from "./words.js";

/** @import { Channel, Message, RawCommand } from "./types.js" */

const REMEMBERED = "standin-channel"; // of this tab: a reload comes back to the same channel

const link = new Link(hear, (up) => {
  state.connected = up;
  tell("status");
});

/** @type {Record<string, (frame: any) => void>} */
const EVENTS = {
  hello,
  message: ({ message }) => arrived(message),
  edit: ({ message }) => changed(message),
  gone: ({ channel: where, id }) => gone(where, id),
  interaction: (frame) => tell("interaction", frame),
  modal: (frame) => tell("modal", frame),
  channels: ({ channels }) => rechanneled(channels),
  commands: ({ commands }) => {
    state.commands = commands;
    tell("commands");
  },
  bot: (frame) => {
    state.bot = { ...state.bot, ...(frame.bot ?? {}), online: frame.online ?? frame.bot?.online ?? false, here: frame.here ?? state.bot.here };
    tell("bot");
  },
  roles: ({ roles }) => {
    state.roles = roles;
    tell("channels");
  },
};

/** @param {any} frame */
function hear(frame) {
  EVENTS[frame.event]?.(frame);
}

/** @param {any} frame */
function hello(frame) {
  const samePerson = state.me?.id === frame.me.id;
  const { me, people, guild, channels, commands, roles, bot } = frame;
  Object.assign(state, { me, people, guild, channels, commands: commands ?? [], roles: roles ?? [], bot: { ...bot, username: bot?.username || "Robot" } });
  state.pending.clear();
  state.failures.clear();
  state.calls.delete(me.id);
  if (!samePerson) state.unread.clear();
  speak(me.locale);
  document.getElementById("skip").textContent = say("skip");
  keepAddress();
  tell("hello");
  open(pickChannel());
}

function pickChannel() {
  const remembered = sessionStorage.getItem(REMEMBERED);
  const wanted = [state.open, remembered].find((id) => id && channel(id));
  return wanted ?? state.channels.find((c) => c.type === 0)?.id ?? state.channels[0]?.id;
}

// The address says who one is, so that a reload (or a copied address) is the same person.
function keepAddress() {
  const here = new URL(location.href);
  if (here.searchParams.get("as") === state.me.key) return;
  here.searchParams.set("as", state.me.key);
  history.replaceState(null, "", here);
}

/**
 * Shows a channel: its messages are asked for anew each time, so nothing can be stale.
 * @param {string} id
 */
async function open(id) {
  if (!id) return;
  const moved = state.open !== id;
  state.open = id;
  state.unread.delete(id);
  sessionStorage.setItem(REMEMBERED, id);
  if (moved) {
    state.messages.clear();
    tell("blank");
  }
  tell("open");
  try {
    /** @type {{ messages: Message[], commands: RawCommand[] }} */
    const { messages, commands } = await link.ask("open", { channel: id });
    if (state.open !== id) return;
    state.messages = new Map(messages.map((message) => [message.id, message]));
    state.commands = commands; // Each place offers its own.
    tell("commands");
    tell("shown");
  } catch {
    // A lost connection opens the channel again by itself; a refusal leaves it empty.
    if (state.open === id) tell("shown");
  }
}

/** @param {Message} message */
function arrived(message) {
  noteCalls(message);
  if (message.channel_id === state.open) {
    const known = state.messages.get(message.id);
    state.messages.set(message.id, message);
    if (known) tell("edit", { old: known, message });
    else tell("message", message);
  } else if (message.author.id !== state.me?.id) {
    const news = state.unread.get(message.channel_id) ?? { pings: 0 };
    news.pings += mentionsMe(message) ? 1 : 0;
    state.unread.set(message.channel_id, news);
    tell("unread");
  }
  tell("heard", message);
}

/** @param {Message} message */
function changed(message) {
  if (message.channel_id !== state.open) return;
  const old = state.messages.get(message.id);
  if (!old) return;
  const whole = { ...old, ...message };
  state.messages.set(message.id, whole);
  tell("edit", { old, message: whole });
}

/**
 * @param {string} where
 * @param {string} id
 */
function gone(where, id) {
  let called = false;
  for (const ids of state.calls.values()) called = ids.delete(id) || called;
  if (called) tell("calls");
  if (where !== state.open && where !== undefined && where !== null) return;
  if (state.messages.delete(id)) tell("gone", id);
}

// A message that mentions another of the four people lights their face: whoever plays alone sees whose turn it is.
/** @param {Message} message */
function noteCalls(message) {
  for (const user of message.mentions ?? []) {
    if (user.id === state.me?.id || user.id === message.author.id) continue;
    if (!state.calls.has(user.id)) state.calls.set(user.id, new Set());
    state.calls.get(user.id).add(message.id);
    tell("calls");
  }
}

/** @param {Channel[]} channels */
function rechanneled(channels) {
  state.channels = channels;
  tell("channels");
  if (!channel(state.open)) open(pickChannel());
}

/** @param {string} key */
function become(key) {
  state.connected = false;
  link.connect(key);
  document.getElementById("announcer").textContent = "";
}

/** @param {string} locale */
async function choose(locale) {
  try {
    await link.ask("locale", { locale });
  } catch {
    // Not connected: the banner says so.
  }
}

/** @param {boolean} here */
async function invite(here) {
  try {
    await link.ask("invite", { here });
  } catch {
    // Not connected: the banner says so.
  }
}

function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("standin-theme", theme);
  } catch {
    // It lasts until the page is closed then.
  }
  tell("theme");
}

/**
 * @param {string} before
 * @returns {Promise<Message[]>}
 */
async function older(before) {
  const { messages } = await link.ask("older", { channel: state.open, before });
  return messages;
}

const drawers = startDrawers();
/**
 * @param {string} id
 * @param {string} [message]
 */
const go = async (id, message) => {
  drawers.close();
  if (!message || id !== state.open) await open(id);
  if (message) reveal(message);
  else if (focused() === document.body) document.getElementById("log").focus({ preventScroll: true }); // Its link went.
};
/** @param {string} key */
const asSomebody = (key) => {
  drawers.close();
  become(key);
};
/**
 * @param {string} command
 * @param {string} target
 */
const use = async (command, target) => {
  drawers.close();
  state.pressed = { message: target, at: Date.now() };
  try {
    await link.ask("apps", { channel: state.open, command, target });
  } catch (refused) {
    announce(refused.code === "offline" ? say("disconnected") : refused.message);
  }
};
document.getElementById("members").addEventListener("click", (event) => {
  const node = /** @type {HTMLElement} */ (target(event).closest("[data-do=apps]"));
  if (!node) return;
  node.closest("details").open = false;
  use(node.dataset.command, node.dataset.target);
});
startPeople({ become: asSomebody, choose });
startChannels({ open: go, toggleTheme, invite });
startMessages({ older, chips: openers });
startComposer({ to: link });
startPresses({ to: link, go, fillIn, use });
startMenus();
startModals({ to: link });
startNotices({ go, invite });
startClock();
speak(navigator.language);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => tell("theme"));
on("hello", () => document.body.classList.add("ready"));
link.connect(new URL(location.href).searchParams.get("as"));
