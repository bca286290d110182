// @ts-check
// One message → its article. A pure view of the state: messages.js patches the page with it.

import { appsView, OF_MESSAGE } from "./apps.js";
import { shownName } from "./commands.js";
import { componentsView } from "./components.js";
import { h, icon } from "./dom.js";
import { attachmentsView, embedView } from "./embeds.js";
import { markdown, onlyEmoji, plain } from "./markdown.js";
import { avatar } from "./people.js";
import { authorName, channel, may, nameOf, state } from "./state.js";
import { dayName, format, moment } from "./times.js";
import { say } from "./words.js";

/** @import { Channel, Message } from "./types.js" */

const PRIVATE = 64;
const LOADING = 128;
const MANAGE_MESSAGES = 1 << 13;
const CLOSE = 7 * 60 * 1000; // messages of one author within this time are one block

/** @param {Message} message */
export const isPrivate = (message) => (message.flags & PRIVATE) !== 0;

/**
 * The article of a message; `previous` is the one above it (or null), which decides grouping and day lines.
 * @param {Message} message
 * @param {Message} previous
 */
export function messageView(message, previous) {
  const at = new Date(message.timestamp);
  const newDay = !previous || new Date(previous.timestamp).toDateString() !== at.toDateString();
  const grouped = !newDay && continues(message, previous);
  const failure = state.failures.get(message.id);
  const look = ["message", grouped && "grouped", isPrivate(message) && "is-private", mentionsMe(message) && "pinged"];
  return h(
    "article",
    {
      class: look.filter(Boolean).join(" "),
      tabindex: "-1",
      "data-testid": "message",
      "data-id": message.id,
      "aria-label": `${authorName(message.author)}, ${format(at, "t")}`,
    },
    h("div", { class: "day", hidden: !newDay, "aria-hidden": !newDay && "true" }, h("span", {}, dayName(at))),
    h("div", { class: "context" }, contextLine(message)),
    h("div", { class: "gutter" }, grouped ? moment(at, "t", { class: "hover-time" }) : avatar(message.author)),
    h(
      "div",
      { class: "body" },
      h("div", { class: "byline", hidden: grouped }, byline(message, at)),
      h("div", { class: "content" }, contentView(message)),
      h("div", { class: "attachments" }, attachmentsView(message)),
      h("div", { class: "embeds" }, (message.embeds ?? []).map(embedView)),
      componentsView(message),
      h("div", { class: "after" }, threadChip(message), failure && failed(failure), isPrivate(message) && privateLine()),
    ),
    h("div", { class: "tools" }, tools(message)),
  );
}

/**
 * @param {Message} message
 * @param {Message} previous
 */
function continues(message, previous) {
  if (previous.author.id !== message.author.id || isPrivate(previous) !== isPrivate(message)) return false;
  if (usedCommand(message) || message.referenced_message !== undefined || (message.type ?? 0) === 18) return false;
  return Date.parse(message.timestamp) - Date.parse(previous.timestamp) < CLOSE;
}

/**
 * Whether this message calls the person of the page.
 * @param {Message} message
 */
export function mentionsMe(message) {
  if (message.author.id === state.me?.id) return false;
  return Boolean(message.pinged) || (message.mentions ?? []).some((user) => user.id === state.me?.id);
}

/**
 * @param {Message} message
 * @param {Date} at
 */
function byline(message, at) {
  const bot = message.author.bot;
  return [
    h("span", { class: bot ? "author is-bot" : "author" }, authorName(message.author)),
    bot && h("span", { class: "badge" }, icon("check"), say("bot")),
    moment(at, "t", { class: "when" }),
  ];
}

/** @param {Message} message */
const usedCommand = (message) => message.interaction_metadata?.name ?? message.interaction?.name ?? null;

/** @param {Message} message */
function contextLine(message) {
  const command = usedCommand(message);
  if (command) {
    const user = message.interaction_metadata?.user ?? message.interaction?.user;
    const [before, after] = say("used", { name: "\u0000", command: "\u0001" }).split("\u0001");
    const [head, tail] = before.split("\u0000");
    const name = h("strong", {}, user ? authorName(user) : "?");
    return [avatar(user ?? message.author, "tiny"), h("span", {}, head, name, tail, h("span", { class: "command-name" }, shownName(command, message.interaction_metadata?.command_type ?? 1)), after)];
  }
  if (message.type === 19 || message.message_reference?.message_id) return replyLine(message);
  return null;
}

/** @param {Message} message */
function replyLine(message) {
  const original = message.referenced_message ?? state.messages.get(message.message_reference?.message_id);
  const words = original ? (gist(original)[0] ?? "…") : say("goneReply");
  return [
    icon("reply"),
    original && avatar(original.author, "tiny"),
    h("span", { class: original ? "reply-text" : "reply-text gone" }, original && h("strong", {}, authorName(original.author)), " ", words),
  ];
}

/** @param {Message} message */
function contentView(message) {
  if (message.flags & LOADING) return h("span", { class: "thinking" }, say("thinking", { bot: authorName(message.author) }), dots());
  if (message.type === 18) {
    const thread = channel(message.message_reference?.channel_id) ?? channel(message.id);
    return [say("startThread", { name: authorName(message.author) }), " ", threadButton(thread, message.content)];
  }
  const edited = message.edited_timestamp && message.content;
  return [
    markdown(message.content, { jumbo: true }),
    edited && h("span", { class: "edited", title: format(new Date(message.edited_timestamp), "F") }, say("edited")),
  ];
}

export const dots = () => h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/**
 * @param {Channel} thread
 * @param {string} name
 */
function threadButton(thread, name) {
  return h(
    "button",
    { type: "button", class: "thread-chip", "data-do": "go", "data-channel": thread?.id, disabled: !thread },
    icon("thread"),
    thread?.name ?? name,
  );
}

// A thread begun from a message has the id of that message.
/** @param {Message} message */
function threadChip(message) {
  const thread = channel(message.id);
  return thread && threadButton(thread, thread.name);
}

/** @param {string} text */
const failed = (text) => h("p", { class: "failed", role: "alert", "data-testid": "failed" }, icon("warn"), text);

function privateLine() {
  return h(
    "p",
    { class: "private-line", "data-testid": "private" },
    icon("eye"),
    say("onlyYou"),
    h("button", { type: "button", class: "text-button", "data-do": "dismiss", "data-testid": "dismiss" }, say("dismiss")),
  );
}

/** @param {Message} message */
function tools(message) {
  const sure = state.deleting === message.id;
  const deletes = !isPrivate(message) && (message.author.id === state.me?.id || may(MANAGE_MESSAGES));
  return [
    appsView(OF_MESSAGE, message.id, authorName(message.author)),
    deletes && h(
      "button",
      { type: "button", class: sure ? "tool sure" : "tool", "data-do": "delete", "data-testid": "delete", "aria-label": say(sure ? "removeSure" : "remove"), title: say("remove") },
      icon("trash"),
      sure && h("span", {}, say("removeSure")),
    ),
  ];
}

const HEARD = 400; // characters of a part that are told at once

/**
 * The beginning of a text: as many whole sentences as fit, of a very long one whole words.
 * @param {string} text
 */
function opening(text) {
  if (text.length <= HEARD) return text;
  const most = text.slice(0, HEARD + 1);
  const sentences = /^.*[.!?…](?= )/.exec(most)?.[0];
  return sentences ?? `${most.slice(0, Math.max(most.lastIndexOf(" "), 1))}…`;
}

/** @param {string[]} parts */
const tidy = (parts) => parts.map((part) => opening((part ?? "").replace(/\s+/g, " ").trim())).filter(Boolean);
/** @param {Message} message */
const spokenContent = (message) => (message.embeds?.length && onlyEmoji(message.content) ? "" : message.content);
/** @param {string} text */
const linesOf = (text) => (text ? plain(text).split("\n").filter((line) => line.trim()) : []);

/**
 * The short parts of a message, for the announcer and the toasts: its text, titles and first lines.
 * @param {Message} message
 */
export function gist(message) {
  const embeds = (message.embeds ?? []).flatMap((embed) => [embed.title && plain(embed.title), linesOf(embed.description)[0]]);
  const content = spokenContent(message);
  return tidy([content && plain(content), ...embeds]);
}

/**
 * What an edit of a message is told by first: its gist, of a text of several lines the first two.
 * @param {Message} message
 */
export function heads(message) {
  const lines = largeLines(spokenContent(message));
  return lines.length > 1 ? tidy(lines.slice(0, 2)) : gist(message);
}

/**
 * Every line of a message without its code blocks and small print.
 * @param {Message} message
 */
export function everyLine(message) {
  const embeds = (message.embeds ?? []).flatMap((embed) => [
    ...linesOf(embed.title),
    ...largeLines(embed.description),
    ...(embed.fields ?? []).map((field) => say("valueOf", { name: plain(field.name), value: plain(field.value) })),
  ]);
  return tidy([...largeLines(spokenContent(message)), ...embeds]);
}

/** @param {string} text */
const largeLines = (text) => linesOf((text ?? "").replace(/^-# .*$/gm, ""));

/**
 * The name to announce a message under.
 * @param {Message} message
 */
export const speaker = (message) => {
  const name = nameOf(message.author.id) ?? authorName(message.author);
  return isPrivate(message) ? say("privateMessage", { name }) : name;
};
