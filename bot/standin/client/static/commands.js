// @ts-check
// Commands as the bot registered them → what a person may type: flat, localised, searchable.

import { may, state } from "./state.js";
import { localised } from "./words.js";

/** @import { Command, Option, RawCommand } from "./types.js" */

const SUBCOMMAND = 1;
const GROUP = 2;
const ADMINISTRATOR = 8;
const DAILY = "daily";
const TOURNAMENT = "tournament start";
const OFFERS = 12;

/** Kinds of options by Discord's number; anything else cannot be filled in on this page. */
/** @type {Record<number, string>} */
export const KIND = { 3: "string", 4: "integer", 5: "boolean", 6: "user", 7: "channel", 8: "role", 9: "mentionable", 10: "number" };

/**
 * Lower case without accents: what typed text is compared by.
 * @param {string} text
 */
export const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Every command this person may use, with subcommands flattened. `name` is the registered name ("yum start"),
 * `shown` what this person reads ("/yum démarrer"), `path` the names below the command for the request.
 * @returns {Command[]}
 */
export function offered() {
  /** @type {Command[]} */
  const list = [];
  for (const command of state.commands) {
    if ((command.type ?? 1) !== 1 || !allowed(command)) continue;
    flatten(command, command, [], [command.name], [localised(command, "name", state.me.locale)], list);
  }
  return list;
}

/**
 * What this person reads for the registered name "yum start", also of a command they may not use themselves. Commands in
 * menus are of another kind.
 * @param {string} name
 * @param {number} [kind]
 */
export function shownName(name, kind = 1) {
  const shown = [];
  let nodes = state.commands.filter((command) => (command.type ?? 1) === kind);
  if (kind !== 1) return localised(nodes.find((one) => one.name === name) ?? { name }, "name", state.me?.locale);
  for (const word of name.split(" ")) {
    const node = nodes.find((one) => one.name === word);
    if (!node) return `/${name}`;
    shown.push(localised(node, "name", state.me?.locale));
    nodes = node.options ?? [];
  }
  return `/${shown.join(" ")}`;
}

/**
 * Whether this person may use a command.
 * @param {RawCommand} command
 */
export function allowed(command) {
  const needed = command.default_member_permissions;
  if (needed === null || needed === undefined) return true;
  return may(needed === "0" ? ADMINISTRATOR : needed);
}

/**
 * @param {RawCommand} root
 * @param {RawCommand} node
 * @param {string[]} path
 * @param {string[]} names
 * @param {string[]} shownNames
 * @param {Command[]} list
 */
function flatten(root, node, path, names, shownNames, list) {
  const below = (node.options ?? []).filter((o) => o.type === SUBCOMMAND || o.type === GROUP);
  for (const child of below) {
    const shown = localised(child, "name", state.me.locale);
    flatten(root, child, [...path, child.name], [...names, child.name], [...shownNames, shown], list);
  }
  if (below.length) return;
  list.push({
    id: root.id,
    path,
    name: names.join(" "),
    shown: `/${shownNames.join(" ")}`,
    description: localised(node, "description", state.me.locale),
    options: (node.options ?? []).filter((o) => KIND[o.type]).map(optionOf),
  });
}

/**
 * @param {RawCommand} option
 * @returns {Option}
 */
function optionOf(option) {
  return {
    name: option.name,
    shown: localised(option, "name", state.me.locale),
    description: localised(option, "description", state.me.locale),
    kind: KIND[option.type],
    required: Boolean(option.required),
    autocomplete: Boolean(option.autocomplete),
    choices: (option.choices ?? []).map((c) => ({ label: localised(c, "name", state.me.locale), value: c.value })),
    channelTypes: option.channel_types ?? [],
    min: option.min_value ?? option.min_length,
    max: option.max_value ?? option.max_length,
  };
}

/**
 * The commands that fit what was typed after "/", best first.
 * @param {string} typed
 */
export function search(typed) {
  const query = fold(typed).trim().replace(/\s+/g, " ");
  if (!query) return newcomersFirst();
  /** @param {Command} command */
  const rank = (command) => {
    const names = [fold(command.shown.slice(1)), fold(command.name)];
    if (names.some((name) => name === query)) return 0;
    if (names.some((name) => name.startsWith(query))) return 1;
    if (names.some((name) => name.split(" ").some((word) => word.startsWith(query)))) return 2;
    if (names.some((name) => name.includes(query))) return 3;
    return fold(command.description).includes(query) ? 4 : 9;
  };
  const ranked = offered().map((command, index) => ({ command, index, at: rank(command) }));
  return ranked.filter(({ at }) => at < 9).sort((a, b) => a.at - b.at || a.index - b.index).map(({ command }) => command);
}

// Nothing typed yet: what opens a game stands first, the rest as the bot registered it.
function newcomersFirst() {
  const first = openers().map((command) => command.name);
  /** @param {Command} command */
  const place = (command) => (first.includes(command.name) ? first.indexOf(command.name) : first.length);
  return offered().sort((a, b) => place(a) - place(b));
}

/**
 * The command with this registered or shown name (without the slash), or undefined.
 * @param {string} name
 */
export function named(name) {
  const wanted = fold(name.trim().replace(/\s+/g, " "));
  return offered().find((c) => fold(c.name) === wanted || fold(c.shown.slice(1)) === wanted);
}

/**
 * Reads a typed line such as "/yum start seats:4": the command whose whole name starts the line, followed by a
 * space or the end, and its options as {name: text}. Null when no command is complete yet.
 * @param {string} line
 * @returns {{ command: Command, rest: string, values: Record<string, string> }}
 */
export function parse(line) {
  const text = line.slice(1);
  const folded = fold(text);
  /** @param {string} name */
  const fits = (name) => folded === name || folded.startsWith(`${name} `);
  let best = null;
  for (const command of offered()) {
    for (const name of [fold(command.name), fold(command.shown.slice(1))]) {
      if (fits(name) && name.length > (best?.length ?? -1)) best = { command, length: name.length };
    }
  }
  if (!best) return null;
  const rest = text.slice(best.length);
  return { command: best.command, rest, values: pairs(rest, best.command.options) };
}

// "seats:4 name:two words" – a value reaches to the next known option.
/**
 * @param {string} rest
 * @param {Option[]} options
 */
function pairs(rest, options) {
  const names = options.flatMap((o) => [o.name, o.shown]).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return {};
  /** @type {Record<string, string>} */
  const values = {};
  const pattern = new RegExp(`(?:^|\\s)(${names.join("|")}):`, "giu");
  const found = [...rest.matchAll(pattern)];
  found.forEach((match, i) => {
    const option = options.find((o) => [fold(o.name), fold(o.shown)].includes(fold(match[1])));
    const value = rest.slice(match.index + match[0].length, found[i + 1]?.index ?? rest.length).trim();
    if (option) values[option.name] = value;
  });
  return values;
}

/** Commands worth offering to somebody who has never played: the ones that open a game, Yum first, the daily last. */
export function openers() {
  const all = offered();
  const starts = all.filter((c) => (/(^| )(start|new|play|open)$/.test(c.name) && c.name !== TOURNAMENT) || c.name === DAILY);
  const list = starts.length ? starts : all.filter((c) => !c.options.some((o) => o.required));
  /** @param {Command} c */
  const place = (c) => (c.name === "yum start" ? 0 : c.name === DAILY ? 2 : 1);
  return list.sort((a, b) => place(a) - place(b)).slice(0, OFFERS);
}
