// @ts-check
// The channel list: text channels with their threads below them, and the head of the open channel.

import { fill, focused as focus, h, icon, morph, one, target } from "./dom.js";
import { before, channel, may, on, state } from "./state.js";
import { say } from "./words.js";

/** @import { Channel, Go } from "./types.js" */

const MANAGE_GUILD = 1 << 5;

let menuOpen = false; // whether the menu at the server's name is

/** @param {Channel} c */
const isThread = (c) => c.type === 10 || c.type === 11 || c.type === 12;
/** @param {Channel} c */
const isConversation = (c) => c.type === 1 || c.type === 3;

/**
 * What stands before the name of a channel: a hash in a server, nothing before people.
 * @param {Channel} c
 */
function sign(c) {
  if (isThread(c)) return icon("thread");
  return isConversation(c) ? icon("people") : h("span", { class: "hash", "aria-hidden": "true" }, "#");
}

/**
 * Draws list and head and keeps them true. `open(id)` shows a channel, `toggleTheme()` turns the light,
 * `invite(here)` has the bot invited or thrown out.
 * @param {{ open: Go, toggleTheme: () => void, invite: (here: boolean) => void }} does
 */
export function startChannels({ open, toggleTheme, invite }) {
  const draw = () => {
    if (!state.me) return;
    drawList(open, toggleTheme, (here) => {
      toggleMenu(false);
      invite(here);
    });
    drawTop();
  };
  /** @param {boolean} shown */
  const toggleMenu = (shown) => {
    if (menuOpen === shown) return;
    menuOpen = shown;
    draw();
  };
  const side = document.getElementById("side");
  side.addEventListener("click", (event) => target(event).closest("[data-testid=server]") && toggleMenu(!menuOpen));
  document.addEventListener("pointerdown", (event) => target(event).closest?.(".guild-menu, [data-testid=server]") || toggleMenu(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && toggleMenu(false));
  for (const event of ["hello", "channels", "open", "unread", "theme", "bot"]) on(event, draw);
}

/**
 * @param {Go} open
 * @param {() => void} toggleTheme
 * @param {(here: boolean) => void} invite
 */
function drawList(open, toggleTheme, invite) {
  const side = document.getElementById("side");
  const focused = side.contains(document.activeElement) ? focus().dataset.testid : null;
  // Patched, not replaced: a button that is being pressed while news arrive has to stay the same button.
  const fresh = h(
    "nav",
    { id: "side", class: side.className || false, "aria-label": say("channels") },
    h(
      "div",
      { class: "guild" },
      h("img", { src: "/static/favicon.svg", alt: "", class: "guild-icon" }),
      h(
        "button",
        { type: "button", class: "guild-button", "data-testid": "server", "aria-expanded": String(menuOpen), "aria-controls": "guild-menu", "aria-label": say("serverMenu", { name: state.guild.name }) },
        h("span", { class: "guild-name" }, state.guild.name),
        icon("chevron"),
      ),
      h("button", { type: "button", class: "icon-button drawer-close", "aria-label": say("close"), "data-do": "close-drawers" }, icon("close")),
    ),
    h("div", { class: "guild-menu", id: "guild-menu", hidden: !menuOpen }, menuOpen && serverMenu(invite)),
    h("h2", { class: "side-title" }, say("channels")),
    h("ul", { class: "channel-list" }, roots().filter((c) => !isConversation(c)).map((c) => h("li", { "data-key": c.id }, item(c, open), threadList(c, open)))),
    ...conversations(open),
    h("div", { class: "side-foot" }, themeButton(toggleTheme)),
  );
  morph(side, fresh);
  if (focused) one(side, `[data-testid="${CSS.escape(focused)}"]`)?.focus();
}

/** @param {(here: boolean) => void} invite */
function serverMenu(invite) {
  const { here, username: bot } = state.bot;
  if (!may(MANAGE_GUILD)) return h("p", {}, say("managersOnly", { bot }));
  const look = here ? "button danger" : "button primary";
  return h("button", { type: "button", class: look, "data-key": String(here), "data-testid": here ? "bot-remove" : "bot-invite", onclick: () => invite(!here) }, say(here ? "throwOut" : "invite", { bot }));
}

const roots = () => state.channels.filter((c) => !isThread(c) || !channel(c.parent_id));

/** @param {Go} open */
function conversations(open) {
  const list = state.channels.filter(isConversation);
  if (!list.length) return [];
  return [
    h("h2", { class: "side-title" }, say("conversations")),
    h("ul", { class: "channel-list conversation-list" }, list.map((c) => h("li", { "data-key": c.id }, item(c, open)))),
  ];
}

/**
 * @param {Channel} parent
 * @param {Go} open
 */
function threadList(parent, open) {
  const threads = state.channels.filter((c) => isThread(c) && c.parent_id === parent.id);
  threads.sort((a, b) => Number(a.archived) - Number(b.archived) || -before(a.id, b.id));
  return threads.length > 0 && h("ul", { class: "thread-list" }, threads.map((c) => h("li", { "data-key": c.id }, item(c, open))));
}

/**
 * @param {Channel} c
 * @param {Go} open
 */
function item(c, open) {
  const here = c.id === state.open;
  const news = state.unread.get(c.id);
  const notes = [
    c.archived && say("archived"),
    c.type === 12 && say("private"),
    news && (news.pings ? say("pings", { count: news.pings }) : say("unread")),
  ].filter(Boolean);
  return h(
    "button",
    {
      type: "button",
      class: ["channel", here && "here", news && "news", c.archived && "archived", isThread(c) && "is-thread"].filter(Boolean).join(" "),
      "aria-current": here && "page",
      "aria-label": [c.name, isThread(c) && say("thread"), ...notes].filter(Boolean).join(", "),
      title: c.topic || false,
      "data-testid": `channel-${c.name}`,
      "data-id": c.id,
      onclick: () => open(c.id),
    },
    sign(c),
    h("span", { class: "channel-name" }, c.name),
    news?.pings > 0 && h("span", { class: "count", "aria-hidden": "true" }, news.pings),
  );
}

/** @param {() => void} toggleTheme */
function themeButton(toggleTheme) {
  const dark = isDark();
  const label = say(dark ? "themeToLight" : "themeToDark");
  return h("button", { type: "button", class: "foot-button", "data-testid": "theme", onclick: toggleTheme }, icon(dark ? "sun" : "moon"), label);
}

/** Whether the dark theme is on show, by choice or by the system. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function drawTop() {
  const top = document.getElementById("top");
  const focused = top.contains(document.activeElement) ? focus().dataset.do : null;
  const c = channel(state.open);
  const total = [...state.unread.values()].reduce((sum, news) => sum + news.pings, 0);
  fill(
    top,
    h("button", { type: "button", class: "icon-button drawer-open", "aria-label": say("openChannels"), "data-do": "drawer", "data-drawer": "side" }, icon("menu"), total > 0 && h("span", { class: "count", "aria-hidden": "true" }, total)),
    h("span", { class: "hash", "aria-hidden": "true" }, c && (isThread(c) || isConversation(c)) ? sign(c) : "#"),
    h("h1", { class: "top-name" }, c?.name ?? ""),
    h("p", { class: "top-topic", title: c?.topic || false }, c?.topic ?? ""),
    h("button", { type: "button", class: "icon-button drawer-open", "aria-label": say("openMembers"), "data-do": "drawer", "data-drawer": "members" }, icon("people")),
  );
  if (focused) one(top, `[data-do="${focused}"]`)?.focus();
}
