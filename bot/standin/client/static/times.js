// @ts-check
// Dates and times in the reader's language, and the clock that keeps relative ones true.

import { all, h } from "./dom.js";
import { languageTag, say } from "./words.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
/** @type {Map<string, any>} */
const made = new Map();

/**
 * @template F
 * @param {string} kind
 * @param {string} style
 * @param {() => F} make
 */
function formatter(kind, style, make) {
  const key = `${languageTag()} ${kind} ${style}`;
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
}

/**
 * A date in one of Discord's timestamp styles (R is relative).
 * @param {Date} date
 * @param {string} style
 */
export function format(date, style) {
  if (Number.isNaN(date.getTime())) return "?";
  if (style === "R") return relative(date);
  const options = STYLES[style] ?? STYLES.f;
  const said = formatter("date", style, () => new Intl.DateTimeFormat(languageTag(), options)).format(date);
  // Intl does not know that French counts the first of a month; "1 h" is no month.
  return languageTag().startsWith("fr") ? said.replace(/(^|\s)1(?=\s\p{L}{3})/u, "$11er") : said;
}

/** @param {Date} date */
function relative(date) {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  const words = formatter("relative", "", () => new Intl.RelativeTimeFormat(languageTag(), { numeric: "auto" }));
  return words.format(Math.round(seconds / size), unit);
}

/**
 * The element for a moment; relative ones are kept up to date by the page's clock.
 * @param {Date} date
 * @param {string} style
 * @param {object} [props]
 */
export function moment(date, style, props = {}) {
  const valid = !Number.isNaN(date.getTime());
  return h(
    "time",
    {
      datetime: valid ? date.toISOString() : false,
      title: valid ? format(date, "F") : false,
      "data-moment": style === "R" && valid ? date.getTime() : false,
      ...props,
    },
    format(date, style),
  );
}

/**
 * "Today", "Yesterday" or a long date: the line between two days.
 * @param {Date} date
 */
export function dayName(date) {
  /** @param {Date} d */
  const midnight = (d) => new Date(d.getFullYear(), d.getMonth(), d.getDate()).getTime();
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86400000);
  if (days === 0) return say("today");
  if (days === 1) return say("yesterday");
  return format(date, "D");
}

/** Starts the clock: once a second it renews the relative times on the page. */
export function startClock() {
  setInterval(() => {
    for (const node of all(document, "time[data-moment]")) {
      const text = format(new Date(Number(node.dataset.moment)), "R");
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
