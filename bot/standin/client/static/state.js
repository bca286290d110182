// What the page knows at this moment, and the small bus by which its parts hear of changes.
// Only main.js and the event handlers write here; the views read.

const listeners = new Map();

export const state = {
  me: null,
  people: [],
  guild: null,
  channels: [],
  commands: [],
  roles: [],
  bot: { id: "", username: "Gobelet", online: false, here: true },
  connected: false,
  open: null, // id of the channel on show
  messages: new Map(), // id → message, of the open channel only
  pending: new Map(), // "message custom_id" → {interaction, values}: presses waiting for an answer
  failures: new Map(), // message id → sentence shown below it for some seconds
  pressed: { message: null, at: 0 }, // the last press of this page
  menu: null, // key of the select whose list is open
  deleting: null, // id of the message whose delete button waits for a second press
  unread: new Map(), // channel id → {pings}
  calls: new Map(), // person id → Set of message ids that call this person
};

/** Registers a listener for a change. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, []);
  listeners.get(name).push(listener);
}

/** Tells everybody who listens that something changed. */
export function tell(name, detail) {
  for (const listener of listeners.get(name) ?? []) listener(detail);
}

/** Snowflakes are strings of digits: the longer one is the later one. */
export const before = (a, b) => (a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length);

export const channel = (id) => state.channels.find((c) => c.id === id) ?? null;
export const person = (id) => state.people.find((p) => p.id === id) ?? null;
export const role = (id) => state.roles.find((r) => r.id === id) ?? null;
export const pressKey = (message, customId) => `${message} ${customId}`;

/** The name shown for a user id, or null when nobody here has it. */
export function nameOf(id) {
  if (id === state.bot.id) return state.bot.username;
  return person(id)?.name ?? null;
}

/** A role as it is called in texts; @everyone brings its own mark. */
export const roleName = ({ name }) => (name.startsWith("@") ? name : `@${name}`);

/** The name shown for the user object of a message. */
export function authorName(user) {
  return nameOf(user.id) ?? user.global_name ?? user.username;
}

/** Whether the person of this page holds a permission bit (administrators hold them all). */
export function may(bit) {
  const mine = BigInt(state.me?.permissions ?? 0);
  return (mine & 8n) !== 0n || (mine & BigInt(bit)) === BigInt(bit);
}

/** The messages of the open channel, oldest first. */
export const ordered = () => [...state.messages.values()].sort((a, b) => before(a.id, b.id));
