// @ts-check
// What the page knows at this moment, and the small bus by which its parts hear of changes.
// Only main.js and the event handlers write here; the views read.

/** @import { Bot, Channel, Guild, Message, Person, Press, RawCommand, Role, User } from "./types.js" */

/** @type {Map<string, ((detail?: any) => void)[]>} */
const listeners = new Map();

export const state = {
  /** @type {Person} */
  me: null,
  /** @type {Person[]} */
  people: [],
  /** @type {Guild} */
  guild: null,
  /** @type {Channel[]} */
  channels: [],
  /** @type {RawCommand[]} */
  commands: [],
  /** @type {Role[]} */
  roles: [],
  /** @type {Bot} */
  bot: { id: "", username: "Robot", online: false, here: true },
  connected: false,
  /**
   * Id of the channel on show.
   * @type {string}
   */
  open: null,
  /**
   * The messages of the open channel by their ids.
   * @type {Map<string, Message>}
   */
  messages: new Map(),
  /**
   * Presses that wait for an answer, by `pressKey`.
   * @type {Map<string, Press>}
   */
  pending: new Map(),
  /**
   * The sentence shown for some seconds below a message, by the message's id.
   * @type {Map<string, string>}
   */
  failures: new Map(),
  /**
   * The last press of this page.
   * @type {{ message: string, at: number }}
   */
  pressed: { message: null, at: 0 },
  /**
   * `pressKey` of the select whose list is open.
   * @type {string}
   */
  menu: null,
  /**
   * Id of the message whose delete button waits for a second press.
   * @type {string}
   */
  deleting: null,
  /**
   * What is new in other channels, by their ids.
   * @type {Map<string, { pings: number }>}
   */
  unread: new Map(),
  /**
   * The messages that call a person, by the person's id.
   * @type {Map<string, Set<string>>}
   */
  calls: new Map(),
};

/**
 * Registers a listener for a change.
 * @param {string} name
 * @param {(detail?: any) => void} listener
 */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(listener);
}

/**
 * Tells everybody who listens that something changed.
 * @param {string} name
 * @param {any} [detail]
 */
export function tell(name, detail) {
  for (const listener of listeners.get(name) ?? []) listener(detail);
}

/**
 * Snowflakes are strings of digits: the longer one is the later one.
 * @param {string} a
 * @param {string} b
 */
export const before = (a, b) => (a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length);

/** @param {string} id */
export const channel = (id) => state.channels.find((c) => c.id === id) ?? null;
/** @param {{ name: string, type: number } | null} c */
export const placeName = (c) => (c?.type === 1 || c?.type === 3 ? c.name : `#${c?.name ?? ""}`);
/** @param {string} id */
export const person = (id) => state.people.find((p) => p.id === id) ?? null;
/** @param {string} id */
export const role = (id) => state.roles.find((r) => r.id === id) ?? null;
/**
 * @param {string} message
 * @param {string} customId
 */
export const pressKey = (message, customId) => `${message} ${customId}`;

/**
 * The name shown for a user id, or null when nobody here has it.
 * @param {string} id
 */
export function nameOf(id) {
  if (id === state.bot.id) return state.bot.username;
  return person(id)?.name ?? null;
}

/**
 * A role as it is called in texts; @everyone brings its own mark.
 * @param {{ name: string }} role
 */
export const roleName = ({ name }) => (name.startsWith("@") ? name : `@${name}`);

/**
 * The name shown for the user object of a message.
 * @param {User} user
 */
export function authorName(user) {
  return nameOf(user.id) ?? user.global_name ?? user.username;
}

/**
 * Whether the person of this page holds a permission bit (administrators hold them all).
 * @param {string | number} bit
 */
export function may(bit) {
  const mine = BigInt(state.me?.permissions ?? 0);
  return (mine & 8n) !== 0n || (mine & BigInt(bit)) === BigInt(bit);
}

/** The messages of the open channel, oldest first. */
export const ordered = () => [...state.messages.values()].sort((a, b) => before(a.id, b.id));
