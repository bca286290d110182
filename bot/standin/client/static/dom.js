// @ts-check
// Building and patching DOM nodes. Text only ever becomes a text node: nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an event happened to.
 * @param {Event} event
 */
export const target = (event) => /** @type {HTMLButtonElement} */ (event.target);

/** What has the focus. */
export const focused = () => /** @type {HTMLButtonElement} */ (document.activeElement);

/**
 * The first element below a node that a selector finds, or null.
 * @param {ParentNode} node
 * @param {string} selector
 * @returns {HTMLButtonElement}
 */
export const one = (node, selector) => node.querySelector(selector);

/**
 * The elements below a node that a selector finds.
 * @param {ParentNode} node
 * @param {string} selector
 * @returns {HTMLButtonElement[]}
 */
export const all = (node, selector) => [...node.querySelectorAll(selector)].map((found) => /** @type {HTMLButtonElement} */ (found));

/**
 * Builds an element. `props` holds attributes (false, null and undefined leave one out), `data-…` included;
 * `on…` functions become listeners, and names starting with `--` become custom properties (through the CSSOM,
 * because the page's policy refuses style attributes). Children may be nodes, strings, nested arrays or empty.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) node.style.setProperty(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  return put(node, children);
}

/**
 * Appends children (nodes, strings, nested arrays; empty values are skipped) and returns the node.
 * @template {Element | DocumentFragment} N
 * @param {N} node
 * @param {...any} children
 * @returns {N}
 */
export function put(node, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child);
  }
  return node;
}

/**
 * Replaces all children of a node.
 * @template {Element} N
 * @param {N} node
 * @param {...any} children
 * @returns {N}
 */
export function fill(node, ...children) {
  node.replaceChildren();
  return put(node, children);
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm-6.5 9c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.4M18 14.6c2.2.9 3.5 2.9 3.5 5.4",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-8-5 16-3.5-6.5z",
  slash: "M15 4L9 20",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M19 5l-1.7 1.7M6.7 17.3L5 19",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  chevron: "M6 9l6 6 6-6",
  down: "M12 5v14M6 13l6 6 6-6",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  reply: "M5 19v-6a4 4 0 0 1 4-4h10M15 5l4 4-4 4",
  thread: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  external: "M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9",
  plus: "M12 5v14M5 12h14",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  warn: "M12 4l9 16H3zM12 10v4.5M12 17.3v.2",
};

/**
 * A decorative line icon; the button around it carries the name.
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/**
 * Makes `from` look like `to`, changing as little as possible, and returns the node now standing in the page.
 * Elements keep their identity (so focus, loaded pictures and scroll positions live on) as long as tag and
 * `data-key` agree. Attributes named `data-live-…` belong to the reader (an opened spoiler) and are kept.
 * @param {any} from
 * @param {any} to
 * @returns {Node}
 */
export function morph(from, to) {
  if (from.isEqualNode(to)) return from;
  if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName) return swap(from, to);
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return from;
  }
  if (from.getAttribute("data-key") !== to.getAttribute("data-key")) return swap(from, to);
  morphAttributes(from, to);
  morphChildren(from, to);
  return from;
}

/**
 * @param {ChildNode} from
 * @param {Node} to
 */
function swap(from, to) {
  from.replaceWith(to);
  return to;
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (name !== "style" && !name.startsWith("data-live-") && !to.hasAttribute(name)) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (name !== "style" && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  if (from.style.cssText !== to.style.cssText) from.style.cssText = to.style.cssText;
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement} to
 */
function morphChildren(from, to) {
  const wanted = [...to.childNodes];
  wanted.forEach((child, index) => {
    const current = from.childNodes[index];
    if (current) morph(current, child);
    else from.append(child);
  });
  while (from.childNodes.length > wanted.length) from.lastChild.remove();
}
