// @ts-check
// Discord's markdown → DOM nodes. Blocks first (code, headings, quotes, lists), then what stands inside a line.

import { h, put } from "./dom.js";
import { channel, nameOf, role, roleName, state } from "./state.js";
import { moment } from "./times.js";
import { say } from "./words.js";

const EMOJI =
  "(?:\\p{Regional_Indicator}{2}|[0-9#*]\\uFE0F?\\u20E3|(?:\\p{Emoji_Presentation}|\\p{Emoji}\\uFE0F)" +
  "\\p{Emoji_Modifier}?(?:\\u200D(?:\\p{Emoji_Presentation}|\\p{Emoji}\\uFE0F?)\\p{Emoji_Modifier}?)*)";
const CUSTOM = "<a?:\\w+:\\d+>";
const ONLY_EMOJI = new RegExp(`^(?:\\s*(?:${EMOJI}|${CUSTOM})){1,30}\\s*$`, "u");
const FENCE = /```(?:([\w+.#-]+)\n)?\n?([\s\S]*?)\n?```/g;
const DEEPEST = 10;

/**
 * Nodes for a text. `jumbo`: a text of nothing but emoji is shown large, as messages do and embeds do not.
 * @param {string} text
 * @param {{ jumbo?: boolean }} [look]
 */
export function markdown(text, { jumbo = false } = {}) {
  const out = document.createDocumentFragment();
  if (!text) return out;
  if (jumbo && ONLY_EMOJI.test(text)) {
    return put(out, h("span", { class: "jumbo" }, inline(text)));
  }
  return put(out, blocks(text));
}

/**
 * Whether a text is nothing but emoji: a row of dice says little when it is read aloud.
 * @param {string} text
 */
export const onlyEmoji = (text) => ONLY_EMOJI.test(text);

/**
 * The inline part of the markdown only: titles and names of fields know no blocks.
 * @param {string} text
 */
export const inlineMarkdown = (text) => put(document.createDocumentFragment(), inline(text ?? ""));

/**
 * A custom emoji's picture; `name` is its text for those who do not see it.
 * @param {string} id
 * @param {string} name
 * @param {boolean} [animated]
 */
export function emojiPicture(id, name, animated = false) {
  return h("img", {
    class: "emoji",
    src: `/cdn/emojis/${id}.${animated ? "gif" : "png"}`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: "false",
  });
}

/**
 * The text of a message as one would read it aloud: no marks, names instead of ids.
 * @param {string} text
 */
export function plain(text) {
  const box = h("div", {}, markdown(text));
  for (const picture of box.querySelectorAll("img")) picture.replaceWith(picture.alt.replace(/[:_]/g, " "));
  for (const block of box.querySelectorAll("pre")) block.replaceWith("\n");
  for (const block of box.querySelectorAll("h2, h3, h4, li, blockquote, small")) {
    block.prepend("\n");
    block.append("\n");
  }
  return box.textContent;
}

/** @param {string} text */
function blocks(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(FENCE)) {
    nodes.push(lines(text.slice(from, match.index).replace(/\n$/, "")));
    nodes.push(h("pre", { class: "code", tabindex: "0" }, h("code", {}, match[2])));
    from = match.index + match[0].length;
  }
  nodes.push(lines(from ? text.slice(from).replace(/^\n/, "") : text));
  return nodes;
}

/** @type {[RegExp, (m: RegExpExecArray) => HTMLElement][]} */
const BLOCKS = [
  [/^(#{1,3}) +(.+)$/, (m) => h(/** @type {"h2" | "h3" | "h4"} */ (`h${m[1].length + 1}`), { class: `md-h${m[1].length}` }, inline(m[2]))],
  [/^-# +(.+)$/, (m) => h("small", { class: "subtext" }, inline(m[1]))],
];
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.+)$/;

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function lines(text) {
  if (!text) return [];
  const nodes = [];
  /** @type {string[]} */
  let run = [];
  const flush = () => {
    if (run.length) nodes.push(h("span", { class: "text" }, inline(run.join("\n"))));
    run = [];
  };
  const rows = text.split("\n");
  for (let i = 0; i < rows.length; ) {
    const single = BLOCKS.find(([pattern]) => pattern.test(rows[i]));
    let taken = 1;
    let node = null;
    if (single) node = single[1](single[0].exec(rows[i]));
    else if (rows[i].startsWith(">>> ")) {
      taken = rows.length - i;
      node = quote([rows[i].slice(4), ...rows.slice(i + 1)]);
    } else if (/^> /.test(rows[i])) {
      taken = count(rows, i, (row) => /^> /.test(row) || row === ">");
      node = quote(rows.slice(i, i + taken).map((row) => row.slice(2)));
    } else if (ITEM.test(rows[i])) {
      const kind = /\d/.test(ITEM.exec(rows[i])[2]);
      taken = count(rows, i, (row) => ITEM.test(row) && (/^ /.test(row) || /^\d/.test(row) === kind));
      node = list(rows.slice(i, i + taken).map((row) => ITEM.exec(row)));
    }
    if (node) {
      flush();
      nodes.push(node);
    } else run.push(rows[i]);
    i += taken;
  }
  flush();
  return nodes;
}

/**
 * @template T
 * @param {T[]} rows
 * @param {number} from
 * @param {(row: T) => boolean} fits
 */
function count(rows, from, fits) {
  let end = from;
  while (end < rows.length && fits(rows[end])) end += 1;
  return end - from;
}

/**
 * @param {string[]} rows
 * @returns {HTMLElement}
 */
const quote = (rows) => h("blockquote", {}, lines(rows.join("\n")));

/**
 * @param {RegExpExecArray[]} items
 * @returns {HTMLElement}
 */
function list(items) {
  const ordered = /\d/.test(items[0][2]);
  const box = h(ordered ? "ol" : "ul", { start: ordered && Number.parseInt(items[0][2], 10) });
  const depth = items[0][1].length;
  for (let i = 0; i < items.length; ) {
    const inner = count(items, i + 1, (item) => item[1].length > depth);
    const children = items.slice(i + 1, i + 1 + inner);
    box.append(h("li", {}, inline(items[i][3]), children.length ? list(children) : null));
    i += 1 + inner;
  }
  return box;
}

// Each rule: a sticky pattern and what it becomes. Order matters: the first that fits wins.
/** @type {[RegExp, (m: RegExpExecArray, depth: number) => string | Node][]} */
const RULES = [
  [/\\([^A-Za-z0-9\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code", { class: "inline-code" }, m[2].replace(/^ (.+) $/, "$1"))],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], m[1])],
  [/\[((?:\\.|[^[\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"[^"\n]*")?\)/y, (m, d) => link(m[2], inline(m[1], d))],
  [/<@!?(\d+)>/y, (m) => mention(m[1])],
  [/<@&(\d+)>/y, (m) => roleMention(m[1])],
  [/<#(\d+)>/y, (m) => channelMention(m[1])],
  [/<\/([^:<>]{1,100}):(\d+)>/y, (m) => commandMention(m[1])],
  [/<(a?):(\w+):(\d+)>/y, (m) => emojiPicture(m[3], m[2], Boolean(m[1]))],
  [/<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y, (m) => moment(new Date(Number(m[1]) * 1000), m[2] ?? "f", { class: "stamp" })],
  [/@(everyone|here)\b/y, (m) => h("span", { class: "mention" }, m[0])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"'!?*_~|)\]]/y, (m) => link(m[0], m[0])],
  [/\|\|([\s\S]+?)\|\|/y, (m, d) => spoiler(inline(m[1], d))],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, (m, d) => h("strong", {}, h("em", {}, inline(m[1], d)))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, (m, d) => h("strong", {}, inline(m[1], d))],
  [/__([\s\S]+?)__(?!_)/y, (m, d) => h("u", {}, inline(m[1], d))],
  [/\*(?=\S)((?:\\.|\*\*|[^*\\])*?[^*\s\\])\*(?!\*)/y, (m, d) => h("em", {}, inline(m[1], d))],
  [/_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/y, (m, d) => h("em", {}, inline(m[1], d))],
  [/~~([\s\S]+?)~~/y, (m, d) => h("s", {}, inline(m[1], d))],
  [new RegExp(EMOJI, "yu"), (m) => h("span", { class: "uni" }, m[0])],
];
const SPECIAL = /[\\`<[@h|*_~0-9#]|[^\x00-\x7f]/g;

/**
 * @param {string} text
 * @param {number} [depth]
 * @returns {(string | Node)[]}
 */
function inline(text, depth = 0) {
  if (depth > DEEPEST) return [text];
  /** @type {(string | Node)[]} */
  const nodes = [];
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text);
    if (!next) break;
    at = next.index;
    const hit = firstRule(text, at, depth);
    if (!hit) {
      at += 1;
      continue;
    }
    nodes.push(text.slice(plainFrom, at), hit.node);
    at = plainFrom = at + hit.length;
  }
  nodes.push(text.slice(plainFrom));
  return nodes;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 */
function firstRule(text, at, depth) {
  for (const [pattern, build] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && match.index === at) return { node: build(match, depth + 1), length: match[0].length };
  }
  return null;
}

const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

/**
 * Discord's own links to channels and messages stay on this page: the data of a "go" press, or null.
 * @param {string} address
 */
export function jump(address) {
  const [, where, message] = JUMP.exec(address ?? "") ?? [];
  return channel(where) ? { "data-do": "go", "data-channel": where, "data-message": message ?? false } : null;
}

/**
 * @param {string} address
 * @param {string | (string | Node)[]} label
 */
function link(address, label) {
  const target = jump(address);
  if (!target) return anchor(address, label);
  const bare = label === address;
  const shown = bare ? [`#${channel(target["data-channel"]).name}`, target["data-message"] && ` › ${say("message")}`] : label;
  return h("button", { type: "button", class: bare ? "mention" : "jump", ...target }, shown);
}

/**
 * @param {string} address
 * @param {string | (string | Node)[]} label
 */
const anchor = (address, label) => h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label);

/** @param {string} id */
function mention(id) {
  const mine = id === state.me?.id;
  return h("span", { class: mine ? "mention me" : "mention" }, "@", nameOf(id) ?? say("unknownUser"));
}

/** @param {string} id */
function roleMention(id) {
  const found = role(id);
  return h("span", { class: "mention" }, found ? roleName(found) : `@${say("unknownRole")}`);
}

/** @param {string} id */
function channelMention(id) {
  const found = channel(id);
  if (!found) return h("span", { class: "mention" }, "#", say("unknownChannel"));
  return h("button", { type: "button", class: "mention", "data-do": "go", "data-channel": id }, "#", found.name);
}

/** @param {string} name */
const commandMention = (name) =>
  h("button", { type: "button", class: "mention", "data-do": "fill", "data-command": name }, `/${name}`);

/** @param {(string | Node)[]} children */
const spoiler = (children) =>
  h("span", { class: "spoiler", role: "button", tabindex: "0", "data-do": "reveal", "aria-label": say("spoiler") }, h("span", {}, children));
