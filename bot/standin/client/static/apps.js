// @ts-check
// Apps: the commands that stand in the menu of a message or of a person.

import { allowed } from "./commands.js";
import { h, icon } from "./dom.js";
import { state } from "./state.js";
import { localised, say } from "./words.js";

export const OF_PERSON = 2;
export const OF_MESSAGE = 3;

/**
 * The menu of a message or a person, or null where the bot offers nothing for it.
 * @param {number} kind
 * @param {string} target
 * @param {string} name what it is the menu of
 */
export function appsView(kind, target, name) {
  const offered = state.commands.filter((command) => command.type === kind && allowed(command));
  if (!offered.length) return null;
  return h(
    "details",
    { class: "apps", name: "apps", "data-testid": "apps" },
    h("summary", { class: "tool", "aria-label": say("apps", { name }), title: say("apps", { name }) }, icon("more")),
    h(
      "div",
      { class: "apps-list" },
      offered.map((command) =>
        h("button", { type: "button", class: "member", "data-do": "apps", "data-command": command.id, "data-target": target, "data-testid": "app" }, localised(command, "name", state.me.locale)),
      ),
    ),
  );
}
