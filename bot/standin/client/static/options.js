// @ts-check
// The options of a command being written: which fields exist, what may stand in them, and what they mean.

import { fold } from "./commands.js";
import { roleName, state } from "./state.js";
import { say } from "./words.js";

/** @import { Channel, Option, Value } from "./types.js" */

/** Raised when a field does not hold a fitting value; the message is a sentence for the reader. */
export class Unfit extends Error {
  /**
   * @param {Option} option
   * @param {string} text
   */
  constructor(option, text) {
    super(text);
    this.option = option;
  }
}

/**
 * The fixed list an option chooses from, as {label, value}, or null when text is typed freely.
 * @param {Option} option
 * @returns {Value[]}
 */
export function listOf(option) {
  if (option.choices.length) return option.choices;
  if (option.kind === "boolean") {
    return [
      { label: say("yes"), value: true },
      { label: say("no"), value: false },
    ];
  }
  const people = () => [...state.people.map((p) => ({ label: p.name, value: p.id })), { label: state.bot.username, value: state.bot.id }];
  const roles = () => state.roles.map((r) => ({ label: roleName(r), value: r.id }));
  if (option.kind === "user") return people();
  if (option.kind === "role") return roles();
  if (option.kind === "mentionable") return [...people(), ...roles()];
  if (option.kind === "channel") {
    /** @param {Channel} c */
    const fits = (c) => !option.channelTypes.length || option.channelTypes.includes(c.type);
    return state.channels.filter(fits).map((c) => ({ label: `#${c.name}`, value: c.id }));
  }
  return null;
}

// Names may be typed with their mark or without: "@Ben" and "Ben", "#dice" and "dice".
/** @param {string} text */
const bare = (text) => fold(text.trim().replace(/^[@#]/, ""));

/**
 * The lines of a list that fit what was typed; everything when nothing was.
 * @param {Value[]} list
 * @param {string} typed
 */
export function narrowed(list, typed) {
  const query = bare(typed);
  if (!query) return list;
  const starts = list.filter((c) => bare(c.label).startsWith(query));
  const rest = list.filter((c) => !starts.includes(c) && (bare(c.label).includes(query) || fold(String(c.value)).includes(query)));
  return [...starts, ...rest];
}

/**
 * The typed value of an option from its field's text (and the choice taken for it, if any); throws Unfit.
 * @param {Option} option
 * @param {string} text
 * @param {Value} chosen
 */
export function valueOf(option, text, chosen) {
  if (chosen && chosen.label === text) return chosen.value;
  const trimmed = text.trim();
  if (!trimmed) throw new Unfit(option, say("needValue", { name: option.shown }));
  const list = listOf(option);
  if (list) {
    const query = bare(trimmed);
    /** @param {Value} c */
    const same = (c) => bare(c.label) === query || fold(String(c.value)) === fold(trimmed);
    const found = list.find(same);
    if (!found) throw new Unfit(option, say("needChoice", { name: option.shown }));
    return found.value;
  }
  return option.kind === "integer" || option.kind === "number" ? numeric(option, trimmed) : lengthy(option, trimmed);
}

/**
 * @param {Option} option
 * @param {string} text
 */
function numeric(option, text) {
  const value = Number(text.replace(",", "."));
  if (!Number.isFinite(value)) throw new Unfit(option, say(option.kind === "integer" ? "needWhole" : "needNumber", { name: option.shown }));
  if (option.kind === "integer" && !Number.isInteger(value)) throw new Unfit(option, say("needWhole", { name: option.shown }));
  if (option.min !== undefined && value < option.min) throw new Unfit(option, say("tooSmall", { name: option.shown, limit: option.min }));
  if (option.max !== undefined && value > option.max) throw new Unfit(option, say("tooBig", { name: option.shown, limit: option.max }));
  return value;
}

/**
 * @param {Option} option
 * @param {string} text
 */
function lengthy(option, text) {
  if (option.min !== undefined && text.length < option.min) throw new Unfit(option, say("tooShort", { limit: option.min }));
  if (option.max !== undefined && text.length > option.max) throw new Unfit(option, say("tooLong", { limit: option.max }));
  return text;
}

/**
 * A few words on what a field expects, for the line above the box.
 * @param {Option} option
 */
export function expects(option) {
  const range = [option.min !== undefined && `≥ ${option.min}`, option.max !== undefined && `≤ ${option.max}`].filter(Boolean).join(", ");
  const numbers = option.kind === "integer" || option.kind === "number";
  return [say(option.required ? "required" : "optional"), numbers && range].filter(Boolean).join(" · ");
}
