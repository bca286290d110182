// @ts-check
// The list of suggestions above the command box: commands, choices, completions. The typing field keeps the
// focus; the active line is told by aria-activedescendant.

import { fill, h } from "./dom.js";

/** @import { Suggestion } from "./types.js" */

/** A listbox shown in `host` for whichever field was given last. `onPick(item)` is called with the chosen item. */
export class Suggest {
  /** @type {Suggestion[]} */
  #items = [];
  #active = -1;
  /** @type {HTMLElement} */
  #field = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.list = h("div", { class: "suggest-list", role: "listbox", id: "suggest", hidden: true });
    // Pressing a line must not take the focus (and on a phone the keyboard) from the field.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    host.append(this.list);
  }

  get open() {
    return !this.list.hidden;
  }

  /** The active item, or null. */
  get active() {
    return this.#items[this.#active] ?? null;
  }

  /**
   * Shows items ({title, hint, description, testid, data}) for a field; an empty list says so.
   * @param {HTMLElement} field
   * @param {Suggestion[]} items
   * @param {{ label: string, onPick: (item: Suggestion) => void, active?: number, empty?: string }} how
   */
  show(field, items, { label, onPick, active = 0, empty = null }) {
    this.#attach(field);
    this.#items = items;
    this.onPick = onPick;
    this.list.setAttribute("aria-label", label);
    fill(this.list, items.map((item, index) => this.#line(item, index)), !items.length && empty && h("p", { class: "suggest-empty" }, empty));
    this.list.hidden = !items.length && !empty;
    this.#expanded(field, !this.list.hidden);
    this.#mark(Math.min(active, items.length - 1));
  }

  hide() {
    this.list.hidden = true;
    this.#items = [];
    this.#active = -1;
    this.#leave();
  }

  /**
   * Moves the active line; goes round at both ends.
   * @param {number} step
   */
  move(step) {
    if (this.#items.length) this.#mark((this.#active + step + this.#items.length) % this.#items.length);
  }

  /** Chooses the active item; false when there is none. */
  pick() {
    const item = this.active;
    if (item) this.onPick(item);
    return Boolean(item);
  }

  /** @param {HTMLElement} field */
  #attach(field) {
    if (this.#field !== field) this.#leave();
    this.#field = field;
  }

  #leave() {
    if (!this.#field) return;
    this.#field.removeAttribute("aria-activedescendant");
    this.#expanded(this.#field, false);
  }

  // The message box is a text box that happens to have suggestions; only the option fields are comboboxes.
  /**
   * @param {HTMLElement} field
   * @param {boolean} open
   */
  #expanded(field, open) {
    if (field.getAttribute("role") === "combobox") field.setAttribute("aria-expanded", String(open));
  }

  /**
   * @param {Suggestion} item
   * @param {number} index
   */
  #line(item, index) {
    return h(
      "div",
      {
        class: "suggest-line",
        role: "option",
        id: `suggest-${index}`,
        "aria-selected": "false",
        "data-testid": item.testid ?? "suggestion",
        "data-value": item.value,
        "data-command": item.command,
        onclick: () => this.onPick(item),
      },
      h("span", { class: "suggest-main" }, h("span", { class: "suggest-title" }, item.title), item.hint && h("span", { class: "suggest-hint" }, item.hint)),
      item.description && h("span", { class: "suggest-description" }, item.description),
    );
  }

  /** @param {number} index */
  #mark(index) {
    this.list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.#active = index;
    const node = this.list.querySelectorAll(".suggest-line")[index];
    if (!node) {
      this.#field?.removeAttribute("aria-activedescendant");
      return;
    }
    node.setAttribute("aria-selected", "true");
    this.#field.setAttribute("aria-activedescendant", node.id);
    node.scrollIntoView({ block: "nearest" });
  }
}
