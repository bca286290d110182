// @ts-check
// The four people and the bot: avatars, the strip that says who you are, and the list at the side.

import { appsView, OF_PERSON } from "./apps.js";
import { fill, focused as focus, h, icon, one } from "./dom.js";
import { on, state } from "./state.js";
import { say } from "./words.js";

/** @import { Person, User } from "./types.js" */

/** @param {string} name */
const initials = (name) =>
  [...name.normalize("NFC").replace(/[^\p{L}\p{N} ]/gu, "")].join("").split(" ").filter(Boolean).slice(0, 2)
    .map((word) => [...word][0].toUpperCase()).join("") || "?";

// People of this world have a colour of their own; anybody else gets one from the id.
/** @param {string} id */
const hue = (id) => Number(BigInt(id || 0) % 360n);

/**
 * The round picture of a user: a dice cup for bots, initials for people.
 * @param {User} user
 * @param {string} [size]
 */
export function avatar(user, size = "") {
  const look = size ? `avatar ${size}` : "avatar";
  if (user.bot || user.id === state.bot.id) {
    return h("span", { class: `${look} cup`, "aria-hidden": "true" }, h("img", { src: "/static/favicon.svg", alt: "" }));
  }
  const known = state.people.find((p) => p.id === user.id);
  const name = known?.name ?? user.global_name ?? user.username ?? "?";
  const color = known?.color ?? `hsl(${hue(user.id)} 55% 42%)`;
  return h("span", { class: look, "aria-hidden": "true", "--disc": color, "--letters": inkOn(color) }, initials(name));
}

// Dark or light letters, whichever reads better on the disc.
/** @param {string} color */
function inkOn(color) {
  const match = /^#([0-9a-f]{6})$/i.exec(color);
  if (!match) return "#ffffff";
  const [r, g, b] = [0, 2, 4].map((i) => {
    const part = Number.parseInt(match[1].slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.25 ? "#14151a" : "#ffffff";
}

/**
 * Draws the strip and the list and keeps them true. `become(key)` is called when a person is chosen,
 * `choose(locale)` when a language is.
 * @param {{ become: (key: string) => void, choose: (locale: string) => void }} does
 */
export function startPeople({ become, choose }) {
  const draw = () => {
    if (!state.me) return;
    drawStrip(become, choose);
    drawMembers(become);
  };
  for (const event of ["hello", "bot", "calls", "commands"]) on(event, draw);
  addEventListener("keydown", (event) => {
    const index = event.altKey && !event.ctrlKey && !event.metaKey && /^Digit[1-9]$/.test(event.code) ? Number(event.code.at(-1)) - 1 : -1;
    const chosen = state.people[index];
    if (!chosen) return;
    event.preventDefault();
    if (chosen.key !== state.me?.key) become(chosen.key);
  });
}

/**
 * @param {(key: string) => void} become
 * @param {(locale: string) => void} choose
 */
function drawStrip(become, choose) {
  const focused = /** @type {HTMLElement} */ (focus()?.closest?.("#strip [data-testid]"))?.dataset.testid;
  const strip = document.getElementById("strip");
  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", say("personas"));
  fill(strip, h("div", { class: "faces" }, state.people.map((p, i) => face(p, i, become))), languages(choose));
  if (focused) one(strip, `[data-testid="${focused}"]`)?.focus();
}

/**
 * @param {Person} person
 * @param {number} index
 * @param {(key: string) => void} become
 */
function face(person, index, become) {
  const mine = person.key === state.me.key;
  const called = !mine && (state.calls.get(person.id)?.size ?? 0) > 0;
  const label = mine ? say("youAreName", { name: person.name }) : say("playAs", { name: person.name, number: index + 1 });
  return h(
    "button",
    {
      type: "button",
      class: ["face", mine && "mine", called && "called"].filter(Boolean).join(" "),
      title: label,
      "aria-label": mine ? false : called ? `${label} – ${say("called", { name: person.name })}` : label,
      "aria-pressed": String(mine),
      "data-testid": `persona-${person.key}`,
      onclick: () => mine || become(person.key),
    },
    avatar(person, "medium"),
    mine && h("span", { class: "who" }, h("span", { class: "who-lead" }, say("youAre")), " ", h("strong", {}, person.name)),
    called && h("span", { class: "bell", "aria-hidden": "true" }),
  );
}

/** @param {(locale: string) => void} choose */
function languages(choose) {
  const french = state.me.locale.startsWith("fr");
  /**
   * @param {string} locale
   * @param {string} short
   * @param {string} full
   * @param {boolean} active
   */
  const pill = (locale, short, full, active) =>
    h("button", { type: "button", class: active ? "lang active" : "lang", lang: short, "aria-pressed": String(active), "aria-label": `${short.toUpperCase()}, ${full}`, title: full, "data-testid": `locale-${short}`, onclick: () => active || choose(locale) }, short.toUpperCase());
  return h(
    "div",
    { class: "langs", role: "group", "aria-label": say("language", { name: state.me.name }) },
    pill("en-US", "en", "English", !french),
    pill("fr", "fr", "Français", french),
  );
}

/** @param {(key: string) => void} become */
function drawMembers(become) {
  const box = document.getElementById("members");
  box.setAttribute("aria-label", say("members"));
  fill(
    box,
    h("div", { class: "drawer-head" }, h("h2", {}, say("members")), h("button", { type: "button", class: "icon-button drawer-close", "aria-label": say("close"), "data-do": "close-drawers" }, icon("close"))),
    h("h3", { class: "members-title" }, say("players")),
    h("ul", { class: "member-list" }, state.people.map((p) => memberView(p, become))),
    h("h3", { class: "members-title" }, say("bots")),
    h("ul", { class: "member-list" }, botView()),
  );
}

/**
 * @param {Person} person
 * @param {(key: string) => void} become
 */
function memberView(person, become) {
  const mine = person.key === state.me.key;
  return h(
    "li",
    { class: "member-line" },
    h(
      "button",
      { type: "button", class: mine ? "member mine" : "member", "data-testid": `member-${person.key}`, "aria-current": mine && "true", onclick: () => mine || become(person.key) },
      h("span", { class: "presence on" }, avatar(person, "medium")),
      h("span", { class: "member-name" }, person.name, mine && h("span", { class: "you" }, say("you"))),
    ),
    appsView(OF_PERSON, person.id, person.name),
  );
}

function botView() {
  const { username, here } = state.bot;
  const online = state.bot.online && here;
  return h(
    "li",
    { class: online ? "member bot" : "member bot away", "data-testid": "member-bot" },
    h("span", { class: online ? "presence on" : "presence" }, avatar({ id: state.bot.id, bot: true }, "medium")),
    h("span", { class: "member-name" }, username, h("span", { class: "badge" }, say("bot")), h("span", { class: "member-state" }, say(online ? "online" : here ? "offline" : "notHere"))),
  );
}
