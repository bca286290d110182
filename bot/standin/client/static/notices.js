// @ts-check
// What is said beside the log: banners, toasts, the count in the window's title.

import { fill, h, icon } from "./dom.js";
import { gist, mentionsMe } from "./message.js";
import { avatar } from "./people.js";
import { authorName, channel, may, on, placeName, state } from "./state.js";
import { say } from "./words.js";

/** @import { Go, Message } from "./types.js" */

const SHOWN = 7000;
const MANAGE_GUILD = 1 << 5;
const SOON = 400; // a reconnection shorter than this needs no banner

let away = 0; // calls that came while the window was not looked at
/** @type {number} */
let lost = null;

/**
 * Starts banners, toasts and the title. `go(id)` opens a channel, `invite(true)` has the bot invited.
 * @param {{ go: Go, invite: (here: boolean) => void }} does
 */
export function startNotices({ go, invite }) {
  const drawBanners = () => banners(invite);
  on("status", () => {
    clearTimeout(lost);
    if (state.connected) drawBanners();
    else lost = setTimeout(drawBanners, SOON);
  });
  for (const event of ["hello", "bot"]) on(event, drawBanners);
  for (const event of ["hello", "open", "unread"]) on(event, title);
  on("heard", (message) => called(message, go));
  const looked = () => {
    if (document.hidden) return;
    away = 0;
    title();
  };
  document.addEventListener("visibilitychange", looked);
  addEventListener("focus", looked);
}

/** @param {(here: boolean) => void} invite */
function banners(invite) {
  /**
   * @param {string} look
   * @param {string} text
   * @param {any} [more]
   */
  const banner = (look, text, more = null) => h("p", { class: `banner ${look}`, "data-testid": `banner-${look}` }, h("span", { class: "spinner", "aria-hidden": "true" }), text, more);
  const lines = [];
  if (!state.connected) lines.push(banner("reconnecting", say(state.me ? "reconnecting" : "connecting")));
  else if (!state.bot.here) {
    const bot = state.bot.username;
    const button = may(MANAGE_GUILD) && h("button", { type: "button", class: "text-button", "data-testid": "banner-invite", onclick: () => invite(true) }, say("invite", { bot }));
    lines.push(banner("bot-gone", say("botGone", { bot }), button));
  } else if (!state.bot.online) lines.push(banner("bot-offline", say("botOffline", { bot: state.bot.username })));
  fill(document.getElementById("banners"), lines);
}

/**
 * @param {Message} message
 * @param {Go} go
 */
function called(message, go) {
  if (!mentionsMe(message)) return;
  if (document.hidden) {
    away += 1;
    title();
  }
  if (message.channel_id !== state.open) toast(message, go);
}

/**
 * @param {Message} message
 * @param {Go} go
 */
function toast(message, go) {
  const name = authorName(message.author);
  const node = h(
    "div",
    { class: "toast", "data-testid": "toast" },
    h(
      "button",
      { type: "button", class: "toast-main", onclick: () => { node.remove(); go(message.channel_id); } },
      avatar(message.author, "medium"),
      h("span", { class: "toast-text" }, h("strong", {}, say("pingedIn", { name, channel: placeName(channel(message.channel_id)) })), h("span", {}, gist(message)[0] ?? "")),
    ),
    h("button", { type: "button", class: "icon-button", "aria-label": say("close"), onclick: () => node.remove() }, icon("close")),
  );
  const box = document.getElementById("toasts");
  box.append(node);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(() => node.matches(":hover, :focus-within") || node.remove(), SHOWN);
}

function title() {
  const pings = [...state.unread.values()].reduce((sum, news) => sum + news.pings, 0) + away;
  const open = channel(state.open);
  const where = [open && placeName(open), state.me?.name, state.guild?.name].filter(Boolean).join(" · ");
  document.title = `${pings ? `(${pings}) ` : ""}${where || state.bot.username}`;
}
