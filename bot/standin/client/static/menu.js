// @ts-check
// The open list of a select menu: a listbox floating beside its button, or a sheet at the bottom of a phone.

import { emojiView, findComponent, optionsOf } from "./components.js";
import { all, fill, h, icon, one, target } from "./dom.js";
import { avatar } from "./people.js";
import { on, pressKey, state, tell } from "./state.js";
import { say } from "./words.js";

/** @import { Choice, Component, Send } from "./types.js" */

/**
 * @type {{
 *   message: string, customId: string, panel: HTMLElement, many: boolean, picked: Set<string>, active: number,
 *   select: Component, options: Choice[], send: Send,
 * }}
 */
let open = null;
let typed = "";
let typedAt = 0;

/**
 * Opens (or closes) the menu of a select's button; `send(message, customId, values)` is called with the choice.
 * @param {HTMLElement} button
 * @param {string} messageId
 * @param {Send} send
 */
export function toggleMenu(button, messageId, send) {
  const customId = button.dataset.customId;
  const again = open?.message === messageId && open.customId === customId;
  closeMenu();
  if (again) return;
  const select = findComponent(state.messages.get(messageId), customId);
  if (!select) return;
  const options = optionsOf(select);
  const many = (select.max_values ?? 1) > 1 || select.min_values === 0;
  const picked = new Set(options.filter((o) => o.default).map((o) => o.value));
  const panel = h("div", { class: many ? "menu many" : "menu", id: "menu", "data-testid": "menu" });
  open = { message: messageId, customId, panel, many, picked, active: Math.max(0, options.findIndex((o) => o.default)), select, options, send };
  document.getElementById("main").append(h("div", { class: "menu-scrim" }), panel);
  draw();
  place(button);
  state.menu = pressKey(messageId, customId);
  tell("redraw", messageId);
  one(panel, ".menu-list").focus({ preventScroll: true });
  mark(open.active);
}

/** Closes the open menu, if any; the focus goes back to its button when it was inside. */
export function closeMenu() {
  if (!open) return;
  const { panel } = open;
  const inside = panel.contains(document.activeElement);
  const button = buttonOf(open);
  const { message } = open;
  open = null;
  state.menu = null;
  panel.previousSibling?.remove();
  panel.remove();
  tell("redraw", message);
  if (inside) button?.focus({ preventScroll: true });
}

/**
 * @param {{ message: string, customId: string }} where
 * @returns {HTMLElement}
 */
function buttonOf({ message, customId }) {
  const article = document.querySelector(`#log [data-id="${CSS.escape(message)}"]`);
  return article?.querySelector(`[data-do="menu"][data-custom-id="${CSS.escape(customId)}"]`) ?? null;
}

function draw() {
  const { panel, options, many, picked, select } = open;
  const list = h(
    "div",
    {
      class: "menu-list",
      role: "listbox",
      id: "menu-list",
      tabindex: "0",
      "aria-multiselectable": many && "true",
      "aria-label": select.placeholder || say("choose"),
      onkeydown: keys,
    },
    options.map((option, index) => optionView(option, index, picked.has(option.value), many)),
  );
  fill(
    panel,
    h("div", { class: "menu-head" }, h("span", {}, many ? limits(select) : select.placeholder || say("choose")), h("button", { type: "button", class: "icon-button", "aria-label": say("close"), onclick: () => closeMenu() }, icon("close"))),
    list,
    many && h("div", { class: "menu-foot" }, h("button", { type: "button", class: "button primary", "data-testid": "select-done", onclick: finish }, say("done"))),
  );
  allowDone();
}

/** @param {Component} select */
function limits(select) {
  const [min, max] = [select.min_values ?? 1, select.max_values ?? 1];
  if (min === 0) return say(max === 1 ? "chooseOne" : "chooseUpTo", { max });
  return say(min === max ? "chooseExactly" : "chooseMany", { min, max });
}

// Done is there to be pressed only when enough is chosen.
function allowDone() {
  const done = one(open.panel, "[data-testid=select-done]");
  if (done) done.disabled = open.picked.size < (open.select.min_values ?? 1);
}

/**
 * @param {Choice} option
 * @param {number} index
 * @param {boolean} chosen
 * @param {boolean} many
 */
function optionView(option, index, chosen, many) {
  return h(
    "div",
    {
      class: "menu-option",
      role: "option",
      id: `menu-option-${index}`,
      "aria-selected": String(chosen),
      "data-testid": "select-option",
      "data-value": option.value,
      onclick: () => pick(index),
      onpointermove: () => mark(index, false),
    },
    many && h("span", { class: "tick" }, icon("check")),
    option.emoji && h("span", { class: "menu-emoji" }, emojiView(option.emoji)),
    option.user && avatar(option.user, "tiny"),
    h("span", { class: "menu-text" }, h("span", { class: "menu-label" }, option.label), option.description && h("span", { class: "menu-description" }, option.description)),
    !many && chosen && icon("check"),
  );
}

/**
 * @param {number} index
 * @param {boolean} [scroll]
 */
function mark(index, scroll = true) {
  const list = open.panel.querySelector(".menu-list");
  open.active = index;
  list.querySelector(".active")?.classList.remove("active");
  const node = list.children[index];
  if (!node) return;
  node.classList.add("active");
  list.setAttribute("aria-activedescendant", node.id);
  if (scroll) node.scrollIntoView({ block: "nearest" });
}

/** @param {number} index */
function pick(index) {
  const { options, many, picked, select, panel } = open;
  const { value } = options[index];
  if (!many) {
    const { message, customId, send } = open;
    closeMenu();
    send(message, customId, [value]);
    return;
  }
  if (picked.has(value)) picked.delete(value);
  else {
    const most = select.max_values ?? 1;
    if (most === 1) picked.clear();
    if (picked.size < most) picked.add(value);
  }
  all(panel, ".menu-option").forEach((node) => node.setAttribute("aria-selected", String(picked.has(node.dataset.value))));
  allowDone();
  mark(index);
}

function finish() {
  const { message, customId, send, options, picked } = open;
  const values = options.map((o) => o.value).filter((value) => picked.has(value));
  closeMenu();
  send(message, customId, values);
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const last = open.options.length - 1;
  const to = { ArrowDown: open.active + 1, ArrowUp: open.active - 1, Home: 0, End: last, PageDown: open.active + 6, PageUp: open.active - 6 }[event.key];
  if (to !== undefined) mark(Math.min(last, Math.max(0, to)));
  else if (event.key === "Enter" || event.key === " ") pick(open.active);
  else if (event.key === "Escape") closeMenu();
  else if (event.key === "Tab") {
    if (open.many) return; // the Done button comes next
    closeMenu();
  } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) jump(event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// Typing the first letters of a label goes to it.
/** @param {string} letter */
function jump(letter) {
  typed = Date.now() - typedAt < 800 ? typed + letter.toLowerCase() : letter.toLowerCase();
  typedAt = Date.now();
  const found = open.options.findIndex((o) => o.label.toLowerCase().replace(/^[@#]/, "").startsWith(typed));
  if (found >= 0) mark(found);
}

// Below the button when there is room, above it when there is more there. On narrow windows the sheet ignores this.
/** @param {HTMLElement} button */
function place(button) {
  const { panel } = open;
  const box = button.getBoundingClientRect();
  const below = innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const up = below < (open.many ? 380 : 260) && above > below;
  const style = panel.style;
  style.setProperty("--menu-left", `${Math.max(8, Math.min(box.left, innerWidth - box.width - 8))}px`);
  style.setProperty("--menu-width", `${Math.max(box.width, 260)}px`);
  style.setProperty("--menu-height", `${Math.min(420, up ? above : below)}px`);
  style.setProperty("--menu-top", up ? "auto" : `${box.bottom + 6}px`);
  style.setProperty("--menu-bottom", up ? `${innerHeight - box.top + 6}px` : "auto");
}

/** Starts what closes a menu: a press elsewhere, a resize, or an edit that takes its select away. */
export function startMenus() {
  document.addEventListener("pointerdown", (event) => {
    if (open && !open.panel.contains(target(event)) && !target(event).closest?.("[data-do=menu]")) closeMenu();
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeMenu());
  addEventListener("resize", () => open && !matchMedia("(max-width: 640px)").matches && closeMenu());
  document.getElementById("log").addEventListener("scroll", () => {
    const button = open && buttonOf(open);
    if (button) place(button);
  }, { passive: true });
  /** @param {string} id */
  const check = (id) => {
    if (open?.message === id && !findComponent(state.messages.get(id), open.customId)) closeMenu();
  };
  on("edit", ({ message }) => check(message.id));
  on("gone", check);
  on("shown", closeMenu);
}
