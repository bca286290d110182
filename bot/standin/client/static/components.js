// @ts-check
// Buttons and menus of a message, and the newer layout components. Views only: presses are handled in presses.js.

import { h, icon } from "./dom.js";
import { emojiPicture, jump, markdown } from "./markdown.js";
import { pressKey, roleName, state } from "./state.js";
import { say } from "./words.js";

/** @import { Choice, Component, Emoji, Media, Message, User } from "./types.js" */

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const SELECTS = new Set([3, 5, 6, 7, 8]);

/**
 * All components of a message, in rows.
 * @param {Message} message
 */
export function componentsView(message) {
  const rows = message.components ?? [];
  return h("div", { class: "components" }, rows.map((component) => componentView(message, component)));
}

/**
 * Every component with a custom_id, by walking the tree.
 * @param {Component[]} components
 * @returns {Generator<Component>}
 */
export function* walk(components) {
  for (const component of components ?? []) {
    yield component;
    yield* walk(component.components);
    if (component.accessory) yield component.accessory;
  }
}

/**
 * The component a press is about, or undefined when the message has changed meanwhile.
 * @param {Message} message
 * @param {string} customId
 */
export function findComponent(message, customId) {
  for (const component of walk(message?.components)) if (component.custom_id === customId) return component;
  return undefined;
}

/**
 * The picture of a button or option: a custom emoji, a unicode one, or nothing.
 * @param {Emoji} emoji
 */
export function emojiView(emoji) {
  if (!emoji) return null;
  if (emoji.id) return emojiPicture(emoji.id, emoji.name, emoji.animated);
  return h("span", { class: "uni", "aria-hidden": "true" }, emoji.name);
}

/** @type {Record<number, (message: Message, component: Component) => HTMLElement>} */
const VIEWS = {
  1: (message, c) => h("div", { class: "row" }, c.components.map((part) => componentView(message, part))),
  2: buttonView,
  9: sectionView,
  10: (_, c) => h("div", { class: "display" }, markdown(c.content)),
  11: (_, c) => pictureLink(c.media, c.description, "thumb"),
  12: (_, c) => h("div", { class: "gallery" }, c.items.map((item) => pictureLink(item.media, item.description, "picture"))),
  14: (_, c) => h("hr", { class: c.divider === false ? "gap" : "rule" }),
  17: containerView,
};

/**
 * @param {Message} message
 * @param {Component} component
 * @returns {HTMLElement}
 */
function componentView(message, component) {
  if (SELECTS.has(component.type)) return selectView(message, component);
  return VIEWS[component.type]?.(message, component) ?? null;
}

/**
 * @param {Message} message
 * @param {Component} button
 */
function buttonView(message, button) {
  const label = button.label ? h("span", { class: "label" }, button.label) : null;
  const content = [emojiView(button.emoji), label];
  const look = `button ${STYLES[button.style] ?? "secondary"}`;
  const target = button.style === 5 && !button.disabled && jump(button.url);
  if (target) return h("button", { type: "button", class: look, "data-testid": "button", ...target }, h("span", { class: "face" }, content));
  if (button.style === 5) {
    const safe = /^https?:\/\//.test(button.url ?? "");
    const href = safe && !button.disabled ? button.url : false;
    return h("a", { class: look, "data-testid": "button", href, target: "_blank", rel: "noopener noreferrer" }, content, icon("external"));
  }
  const busy = state.pending.has(pressKey(message.id, button.custom_id));
  return h(
    "button",
    {
      type: "button",
      class: busy ? `${look} busy` : look,
      disabled: Boolean(button.disabled),
      "aria-busy": busy && "true",
      "aria-label": !button.label && button.emoji && button.emoji.name,
      "data-testid": "button",
      "data-do": "press",
      "data-custom-id": button.custom_id,
    },
    h("span", { class: "face" }, content),
    h("span", { class: "spinner", "aria-hidden": "true" }),
  );
}

/**
 * The choices of a menu: its own options, or the people, roles and channels of this world.
 * @param {Component} select
 * @returns {Choice[]}
 */
export function optionsOf(select) {
  if (select.type === 3) return select.options ?? [];
  const defaults = new Set((select.default_values ?? []).map((d) => d.id));
  /**
   * @param {string} id
   * @param {string} label
   * @param {User} [user]
   */
  const marked = (id, label, user = null) => ({ value: id, label, user, default: defaults.has(id) });
  if (select.type === 8) {
    const wanted = select.channel_types;
    return state.channels.filter((c) => !wanted?.length || wanted.includes(c.type)).map((c) => marked(c.id, `#${c.name}`));
  }
  const roles = state.roles.map((r) => marked(r.id, roleName(r)));
  if (select.type === 6) return roles;
  const bot = state.bot.here ? [marked(state.bot.id, state.bot.username, state.bot)] : [];
  const people = [...state.people.map((p) => marked(p.id, p.name, p)), ...bot];
  return select.type === 7 ? [...people, ...roles] : people;
}

/**
 * @param {Message} message
 * @param {Component} select
 */
function selectView(message, select) {
  const key = pressKey(message.id, select.custom_id);
  const press = state.pending.get(key);
  const chosen = optionsOf(select).filter((o) => (press?.values ? press.values.includes(o.value) : o.default));
  const placeholder = select.placeholder || say("choose");
  return h(
    "button",
    {
      type: "button",
      class: press ? "select busy" : "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": String(state.menu === key),
      "aria-controls": state.menu === key && "menu-list",
      "aria-label": chosen.length ? say("valueOf", { name: placeholder, value: chosen.map((o) => o.label).join(", ") }) : placeholder,
      "aria-busy": press && "true",
      disabled: Boolean(select.disabled),
      "data-testid": "select",
      "data-do": "menu",
      "data-custom-id": select.custom_id,
    },
    h(
      "span",
      { class: chosen.length ? "chosen" : "placeholder" },
      chosen.length ? chosen.map((o) => h("span", { class: "pick" }, emojiView(o.emoji), o.label)) : placeholder,
    ),
    icon("chevron"),
    h("span", { class: "spinner", "aria-hidden": "true" }),
  );
}

/**
 * @param {Message} message
 * @param {Component} section
 */
function sectionView(message, section) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, section.components.map((child) => componentView(message, child))),
    section.accessory && componentView(message, section.accessory),
  );
}

/**
 * @param {Message} message
 * @param {Component} container
 */
function containerView(message, container) {
  const color = container.accent_color;
  return h(
    "div",
    { class: "container", "--bar": color || color === 0 ? `#${color.toString(16).padStart(6, "0")}` : false },
    container.components.map((child) => componentView(message, child)),
  );
}

/**
 * A picture of the stand-in or the web, with its description for those who do not see it.
 * @param {Media} media
 * @param {string} description
 * @param {string} look
 */
export function picture(media, description, look) {
  const address = media?.proxy_url || media?.url;
  if (!/^(https?:|\/)/.test(address ?? "")) return null;
  return h("img", { class: look, src: local(address), alt: description ?? "", loading: "lazy", width: media.width, height: media.height });
}

/**
 * A picture that opens in full size when it is pressed. It has its place before it is loaded, so that nothing jumps
 * when it arrives.
 * @param {Media} media
 * @param {string} description
 * @param {string} look
 */
export function pictureLink(media, description, look) {
  const shown = picture(media, description || say("somePicture"), look);
  if (!shown) return null;
  const address = media.url ?? media.proxy_url;
  const known = media.width && media.height;
  const kind = `picture-link for-${look}${known ? " sized" : ""}`;
  const size = known ? { "--wide": media.width, "--high": media.height } : {};
  return h("a", { class: kind, ...size, href: local(address), target: "_blank", rel: "noopener noreferrer", title: say("fullSize") }, shown);
}

/**
 * The stand-in writes absolute addresses; the page's policy wants its own origin, whatever name it was opened by.
 * @param {string} address
 */
export function local(address) {
  const url = new URL(address, location.href);
  const ours = /^\/(cdn|attachments)\//.test(url.pathname) && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  return ours ? url.pathname + url.search : url.href;
}

