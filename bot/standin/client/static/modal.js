// @ts-check
// A modal asked for by the bot: a real <dialog>, filled in and sent back.

import { optionsOf } from "./components.js";
import { all, fill, focused, h, icon, one } from "./dom.js";
import { markdown } from "./markdown.js";
import { on } from "./state.js";
import { say } from "./words.js";

/** @import { Choice, Component, Input, Modal, ModalInput } from "./types.js" */
/** @import { Link } from "./socket.js" */

const TEXT = 4;
const DISPLAY = 10;
const LABEL = 18;
const RADIO = 21;
const CHECKS = 22;
const CHECK = 23;

/** @type {Link} */
let link;
/**
 * The open modal; `waits` is the interaction of a submission under way.
 * @type {{ id: string, dialog: HTMLDialogElement, inputs: ModalInput[], waits: string }}
 */
let open = null;

/**
 * Starts showing modals. `to` is the link to the stand-in.
 * @param {{ to: Link }} parts
 */
export function startModals({ to }) {
  link = to;
  on("modal", ({ interaction, modal }) => show(interaction, modal));
  on("hello", close);
  on("interaction", ({ id, state: how }) => {
    if (!open || how === "waiting") return;
    if (open.waits === id) how === "failed" ? stop(say("modalFailed")) : close();
    else if (open.waits === "sending") early.set(id, how);
  });
}

/** @type {Map<string, string>} */
const early = new Map(); // interactions that ended before the answer to their submission came

function close() {
  open?.dialog.close();
}

/**
 * @param {string} interaction
 * @param {Modal} modal
 */
function show(interaction, modal) {
  close();
  early.clear();
  /** @type {ModalInput[]} */
  const inputs = [];
  const parts = modal.components.map((component) => partView(component, inputs));
  const dialog = h(
    "dialog",
    { class: "modal", "data-testid": "modal", "aria-labelledby": "modal-title" },
    h(
      "form",
      { method: "dialog", novalidate: true, onsubmit: submit },
      h("div", { class: "modal-head" }, h("h2", { id: "modal-title" }, modal.title), h("button", { type: "button", class: "icon-button", "aria-label": say("close"), onclick: () => dialog.close() }, icon("close"))),
      h("div", { class: "modal-body" }, parts),
      h("p", { class: "modal-error", role: "alert" }),
      h(
        "div",
        { class: "modal-foot" },
        h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, say("cancel")),
        h("button", { type: "submit", class: "button primary", "data-testid": "modal-submit" }, h("span", { class: "face" }, say("submit")), h("span", { class: "spinner" })),
      ),
    ),
  );
  const before = focused();
  const where = /** @type {HTMLElement} */ (before?.closest?.("[data-testid=message]"))?.dataset.id;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open?.dialog === dialog) open = null;
    const again = before?.isConnected ? before : where && one(document, `#log [data-id="${CSS.escape(where)}"]`);
    again?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  open = { id: interaction, dialog, inputs, waits: null };
  dialog.showModal();
  one(dialog, "input, textarea, select")?.focus();
}

// A part at the top level: an action row with one input, a label around one, or plain text.
/**
 * @param {Component} component
 * @param {ModalInput[]} inputs
 */
function partView(component, inputs) {
  if (component.type === DISPLAY) return h("div", { class: "modal-text" }, markdown(component.content));
  const inner = component.type === LABEL ? component.component : (component.components ?? [])[0];
  if (!inner) return null;
  const label = component.label ?? inner.label ?? inner.placeholder ?? "";
  const id = `modal-${inputs.length}`;
  const built = inputView(inner, id);
  if (!built) return null;
  const field = { custom: inner.custom_id, need: need(inner), id, ...built };
  inputs.push(field);
  const group = built.node.getAttribute("role") === "group" || built.node.getAttribute("role") === "radiogroup";
  return h(
    "div",
    { class: "modal-field", id: `${id}-field` },
    h(group ? "span" : "label", { class: "modal-label", for: group ? false : id, id: `${id}-label` }, label, field.need && h("span", { class: "need", title: say("required"), "aria-hidden": "true" }, " *")),
    component.description && h("span", { class: "modal-description", id: `${id}-about` }, component.description),
    built.node,
    h("span", { class: "modal-complaint", id: `${id}-bad`, "data-testid": "modal-complaint" }),
  );
}

/** @param {Component} inner */
const need = (inner) => inner.type !== CHECK && (inner.required ?? true);

/**
 * @param {Component} inner
 * @param {string} id
 * @returns {Input}
 */
function inputView(inner, id) {
  const common = { id, "data-testid": "modal-input", "data-custom-id": inner.custom_id, "aria-describedby": `${id}-about ${id}-bad`, "aria-required": String(need(inner)) };
  if (inner.type === TEXT) return textView(inner, common);
  if (inner.type === CHECK) {
    const node = h("input", { ...common, type: "checkbox", checked: Boolean(inner.default) });
    return { node, read: () => node.checked, check: () => "" };
  }
  if (inner.type === RADIO) return groupView(inner, common, "radio", inner.options ?? []);
  const many = (inner.max_values ?? 1) > 1;
  if (inner.type === CHECKS) return groupView(inner, common, "checkbox", inner.options ?? []);
  if (![3, 5, 6, 7, 8].includes(inner.type)) return null;
  return many ? groupView(inner, common, "checkbox", optionsOf(inner)) : menuView(inner, common);
}

/**
 * @param {Component} inner
 * @param {Record<string, any>} common
 * @returns {Input}
 */
function textView(inner, common) {
  const limits = { minlength: inner.min_length, maxlength: inner.max_length ?? 4000, placeholder: inner.placeholder, autocomplete: "off" };
  const node = inner.style === 2 ? h("textarea", { ...common, ...limits, rows: 5 }) : h("input", { ...common, ...limits, type: "text" });
  node.value = inner.value ?? "";
  const check = () => {
    if (!node.value.trim()) return need(inner) ? say("modalNeed") : "";
    if (node.value.length < (inner.min_length ?? 0)) return say("tooShort", { limit: inner.min_length });
    return node.value.length > (inner.max_length ?? 4000) ? say("tooLong", { limit: inner.max_length }) : "";
  };
  return { node, read: () => node.value, check };
}

/**
 * @param {Component} inner
 * @param {Record<string, any>} common
 * @returns {Input}
 */
function menuView(inner, common) {
  const options = optionsOf(inner);
  const node = h(
    "select",
    common,
    h("option", { value: "" }, inner.placeholder || say("choose")),
    options.map((o) => h("option", { value: o.value, selected: Boolean(o.default) }, [o.emoji && !o.emoji.id ? `${o.emoji.name} ` : "", o.label, o.description ? ` – ${o.description}` : ""].join(""))),
  );
  return { node, read: () => (node.value ? [node.value] : []), check: () => (node.value || !need(inner) ? "" : say("modalNeed")) };
}

/**
 * @param {Component} inner
 * @param {Record<string, any>} common
 * @param {string} type
 * @param {Choice[]} options
 * @returns {Input}
 */
function groupView(inner, common, type, options) {
  const { id, ...rest } = common;
  const node = h(
    "div",
    { ...rest, id, class: "modal-group", role: type === "radio" ? "radiogroup" : "group", "aria-labelledby": `${id}-label` },
    options.map((o) =>
      h("label", { class: "modal-choice" }, h("input", { type, name: id, value: o.value, checked: Boolean(o.default) }), h("span", {}, h("span", { class: "menu-label" }, o.label), o.description && h("span", { class: "menu-description" }, o.description))),
    ),
  );
  const picked = () => all(node, "input:checked").map((input) => input.value);
  const check = () => {
    const count = picked().length;
    if (!count) return need(inner) ? say("modalNeed") : "";
    if (type === "radio") return "";
    if (count < (inner.min_values ?? 1)) return say("modalPick", { limit: inner.min_values });
    return count > (inner.max_values ?? options.length) ? say("modalPickLess", { limit: inner.max_values }) : "";
  };
  return { node, read: () => (type === "radio" ? (picked()[0] ?? "") : picked()), check };
}

/** @param {Event} event */
async function submit(event) {
  event.preventDefault();
  const current = open;
  if (!current || current.waits) return;
  const bad = current.inputs.map((field) => /** @type {[ModalInput, string]} */ ([field, field.check()]));
  for (const [field, text] of bad) {
    field.node.toggleAttribute("aria-invalid", Boolean(text));
    if (text) field.node.setAttribute("aria-invalid", "true");
    fill(document.getElementById(`${field.id}-bad`), text);
  }
  const first = bad.find(([, text]) => text)?.[0];
  if (first) {
    (first.node.querySelector?.("input") ?? first.node).focus();
    return;
  }
  await send(current);
}

/** @param {NonNullable<typeof open>} current */
async function send(current) {
  const button = current.dialog.querySelector("[type=submit]");
  button.classList.add("busy");
  fill(current.dialog.querySelector(".modal-error"));
  current.waits = "sending";
  const values = Object.fromEntries(current.inputs.map((field) => [field.custom, field.read()]));
  try {
    const { interaction } = await link.ask("submit", { modal: current.id, values });
    current.waits = interaction;
    const how = early.get(interaction);
    if (how) how === "failed" ? stop(say("modalFailed")) : close();
  } catch (refused) {
    stop(refused.code === "offline" ? say("disconnected") : refused.message);
  }
}

// The submission came to nothing: the texts stay, and it can be tried again.
/** @param {string} text */
function stop(text) {
  if (!open) return;
  open.waits = null;
  open.dialog.querySelector("[type=submit]").classList.remove("busy");
  fill(open.dialog.querySelector(".modal-error"), text);
}

