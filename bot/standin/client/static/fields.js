// @ts-check
// The fields of one command being written: a token with its name, a field for each option, and a last field that
// takes the name of a further option.

import { fill, h, icon, target } from "./dom.js";
import { expects, listOf, narrowed, Unfit, valueOf } from "./options.js";
import { state } from "./state.js";
import { say } from "./words.js";

/** @import { Box, Command, Option, Value } from "./types.js" */
/** @import { Link } from "./socket.js" */
/** @import { Suggest } from "./suggest.js" */

const CALM = 120; // milliseconds of rest before completions are asked for

/** One command in the box, from being chosen to being sent. `values` are texts to start the options with. */
export class CommandFields {
  /** @type {Option[]} */
  #shown; // options that have a field, in order
  /** @type {Map<string, { text: string, chosen: Value }>} */
  #texts = new Map(); // by the option's name
  #asked = 0; // completions asked for; only the latest answer is shown
  /** @type {number} */
  #timer = null;

  /**
   * @param {{
   *   command: Command, values: Record<string, string>, box: Box, suggest: Suggest, link: Link,
   *   complain: (text: string) => void, cancel: (keepFocus?: boolean) => void, submit: () => void,
   * }} parts
   */
  constructor({ command, values, box, suggest, link, complain, cancel, submit }) {
    this.command = command;
    this.box = box;
    this.suggest = suggest;
    this.link = link;
    this.complain = complain;
    this.cancel = cancel;
    this.submit = submit;
    this.#shown = command.options.filter((o) => o.required || o.name in values);
    for (const option of this.#shown) this.#texts.set(option.name, { text: values[option.name] ?? "", chosen: null });
  }

  /** Draws the line and the optional options. */
  draw() {
    const { box, command } = this;
    const token = h("span", { class: "token", "data-testid": "command-token" }, command.shown);
    const off = h("button", { type: "button", class: "token-off", "aria-label": say("cancelCommand", { command: command.shown }), onclick: () => this.cancel(true) }, icon("close"));
    fill(box.command, h("span", { class: "token-box" }, token, off), this.#shown.map((o) => this.#field(o)));
    this.#head(null);
    this.#offer();
  }

  /** The first empty field, or the button that sends. */
  focusFirst() {
    const empty = this.#shown.find((o) => !this.#texts.get(o.name).text);
    (empty ? this.#input(empty) : this.box.send).focus();
  }

  /** The typed values by option name, or null after complaining about the first that does not fit. */
  values() {
    /** @type {Record<string, any>} */
    const values = {};
    try {
      for (const option of this.#shown) {
        const { text, chosen } = this.#texts.get(option.name);
        if (!text.trim() && !option.required) continue;
        values[option.name] = valueOf(option, text, chosen);
      }
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.#blame(error);
      return null;
    }
    return values;
  }

  /** The command as a line of text, for the history. */
  line() {
    const parts = this.#shown.filter((o) => this.#texts.get(o.name).text).map((o) => `${o.name}:${this.#texts.get(o.name).text}`);
    return [`/${this.command.name}`, ...parts].join(" ");
  }

  /**
   * Keys within the box while this command is being written.
   * @param {KeyboardEvent} event
   */
  keys(event) {
    const option = this.#optionOf(target(event));
    if (event.key === "Escape") {
      if (this.suggest.open) this.suggest.hide();
      else this.cancel(true);
    } else if (event.key === "Backspace" && this.#emptiedBy(target(event), option)) this.#stepBack(option);
    else if (!option) return;
    else if (event.key === "ArrowDown") this.suggest.open ? this.suggest.move(1) : this.#suggestFor(option);
    else if (event.key === "ArrowUp") this.suggest.move(-1);
    else if (event.key === "Enter") {
      if (!(this.suggest.open && this.suggest.pick())) this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.suggest.open && this.suggest.active && this.#texts.get(option.name).text) {
      this.suggest.pick();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {Option} option
   * @returns {HTMLInputElement}
   */
  #input(option) {
    return this.box.command.querySelector(`[data-option="${CSS.escape(option.name)}"] input`);
  }

  /** @param {HTMLElement} node */
  #optionOf(node) {
    const name = /** @type {HTMLElement} */ (node.closest?.("[data-option]"))?.dataset.option;
    return this.#shown.find((o) => o.name === name) ?? null;
  }

  /** @param {Option} option */
  #field(option) {
    const entry = this.#texts.get(option.name);
    const numbers = option.kind === "integer" || option.kind === "number";
    const listed = listOf(option) !== null || option.autocomplete;
    const input = h("input", {
      type: "text",
      value: entry.text,
      size: Math.max(4, entry.text.length + 1),
      inputmode: numbers && !listed ? (option.kind === "integer" ? "numeric" : "decimal") : "text",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      role: listed && "combobox",
      "aria-expanded": listed && "false",
      "aria-controls": listed && "suggest",
      "aria-autocomplete": listed && "list",
      "aria-label": say("valueOf", { name: option.shown, value: option.description }),
      "aria-required": String(option.required),
      "data-testid": `option-${option.name}`,
      oninput: () => this.#typed(option, input),
      onfocus: () => this.#entered(option),
      onblur: () => this.suggest.hide(),
    });
    const off = !option.required && h("button", { type: "button", class: "field-off", tabindex: "-1", "aria-label": say("removeOption", { name: option.shown }), onclick: () => this.#remove(option) }, icon("close"));
    const field = h("span", { class: "field", "data-option": option.name }, h("span", { class: "field-name" }, option.shown), input, off);
    field.addEventListener("click", (event) => target(event).closest("button") || input.focus());
    return field;
  }

  /**
   * @param {Option} option
   * @param {HTMLInputElement} input
   */
  #typed(option, input) {
    Object.assign(this.#texts.get(option.name), { text: input.value });
    this.#unblame(input);
    this.#suggestFor(option);
  }

  /** @param {Option} option */
  #entered(option) {
    this.#head(option);
    const list = listOf(option);
    if (list || option.autocomplete) this.#suggestFor(option);
    else this.suggest.hide();
  }

  /** @param {Option} option */
  #suggestFor(option) {
    const { text, chosen } = this.#texts.get(option.name);
    const typed = chosen?.label === text ? "" : text;
    const list = listOf(option);
    if (list) this.#list(option, narrowed(list, typed), chosen);
    else if (option.autocomplete) this.#complete(option);
  }

  /**
   * @param {Option} option
   * @param {Value[]} choices
   * @param {Value} [chosen]
   */
  #list(option, choices, chosen = null) {
    const items = choices.map((c) => ({ title: c.label, value: String(c.value), picked: c }));
    const active = Math.max(0, choices.findIndex((c) => chosen && c.value === chosen.value));
    this.suggest.show(this.#input(option), items, { label: option.shown, active, empty: say("noMatch"), onPick: (item) => this.#take(option, item.picked) });
  }

  /** @param {Option} option */
  #complete(option) {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    this.#timer = setTimeout(async () => {
      const request = { channel: state.open, command: this.command.id, path: this.command.path, options: this.#soFar(option), focus: option.name };
      try {
        /** @type {{ choices: { name: string, value: string | number }[] }} */
        const { choices } = await this.link.ask("complete", request);
        const input = this.#input(option);
        if (number !== this.#asked || document.activeElement !== input) return;
        const named = choices.map((c) => ({ label: c.name, value: c.value }));
        if (named.length) this.#list(option, named, this.#texts.get(option.name).chosen);
        else this.suggest.hide();
      } catch {
        this.suggest.hide(); // completion is a convenience: what was typed can still be sent
      }
    }, CALM);
  }

  // What is known so far, for the completion; the field in question always as the text it holds.
  /** @param {Option} focus */
  #soFar(focus) {
    /** @type {Record<string, any>} */
    const values = {};
    for (const option of this.#shown) {
      const { text, chosen } = this.#texts.get(option.name);
      if (option === focus) values[option.name] = text;
      else if (text) {
        try {
          values[option.name] = valueOf(option, text, chosen);
        } catch {
          // Unfinished fields are left out.
        }
      }
    }
    return values;
  }

  /**
   * @param {Option} option
   * @param {Value} choice
   */
  #take(option, choice) {
    const input = this.#input(option);
    input.value = choice.label;
    Object.assign(this.#texts.get(option.name), { text: choice.label, chosen: choice });
    this.#unblame(input);
    this.suggest.hide();
    const next = this.#shown.find((o) => o.required && !this.#texts.get(o.name).text);
    (next ? this.#input(next) : this.box.send).focus();
    if (!next) this.#head(null);
  }

  /** @param {Option} option */
  #add(option) {
    this.#shown.push(option);
    this.#texts.set(option.name, { text: "", chosen: null });
    this.box.command.append(this.#field(option));
    this.#offer();
    this.#input(option).focus();
  }

  /** @param {Option} option */
  #remove(option) {
    this.#shown = this.#shown.filter((o) => o !== option);
    this.#texts.delete(option.name);
    this.suggest.hide();
    this.draw();
    this.box.send.focus();
  }

  /**
   * @param {HTMLInputElement | HTMLButtonElement} part
   * @param {Option} option
   */
  #emptiedBy(part, option) {
    if (part === this.box.send) return true;
    return option !== null && part.value === "";
  }

  // Backspace in an empty field takes the field away; at the end of the line it goes to the last field, and with
  // no field left it takes the command away.
  /** @param {Option} option */
  #stepBack(option) {
    if (option && !option.required) this.#remove(option);
    else if (!option && this.#shown.length) this.#input(this.#shown.at(-1)).focus();
    else this.cancel(true);
  }

  // Takes a complaint back, and makes room for the text.
  /** @param {HTMLInputElement} input */
  #unblame(input) {
    input.size = Math.max(4, input.value.length + 1);
    input.closest(".field").classList.remove("bad");
    input.removeAttribute("aria-invalid");
    this.complain("");
  }

  /** @param {Unfit} error */
  #blame({ option, message }) {
    this.complain(message);
    const input = this.#input(option);
    input.closest(".field").classList.add("bad");
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }

  /** @param {Option} option */
  #head(option) {
    const { command, box } = this;
    if (option) fill(box.head, h("strong", {}, option.shown), h("span", {}, option.description), h("em", {}, expects(option)));
    else fill(box.head, h("strong", {}, command.shown), h("span", {}, command.description));
  }

  #offer() {
    const rest = this.command.options.filter((o) => !this.#shown.includes(o));
    // Pressing must not take the focus first: the list would close, and the button move away under the pointer.
    /** @param {Event} event */
    const hold = (event) => event.preventDefault();
    /** @param {Option} option */
    const chip = (option) =>
      h("button", { type: "button", class: "add", title: option.description, "aria-label": say("addOption", { name: option.shown }), "data-testid": `option-add-${option.name}`, onmousedown: hold, onclick: () => this.#add(option) }, icon("plus"), option.shown);
    fill(this.box.extra, rest.map(chip));
  }
}
