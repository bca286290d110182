// @ts-check
// The shapes of what goes over the wire and between the modules. Types only: there is nothing here to run.

export {};

/**
 * @typedef {{ id: string, username?: string, global_name?: string, bot?: boolean }} User
 * @typedef {{ key: string, id: string, name: string, locale: string, color: string, permissions: string }} Person
 * @typedef {{ id: string, name: string, type: number, parent_id: string, topic: string, archived: boolean, bot_muted: boolean }} Channel
 * @typedef {{ id: string, name: string }} Role
 * @typedef {{ id: string, username: string, online: boolean, here: boolean }} Bot
 * @typedef {{ id: string, name: string, locale: string }} Guild
 * @typedef {{ id?: string, name: string, animated?: boolean }} Emoji
 */

/**
 * Discord's JSON of a message and of its parts.
 * @typedef {{ url: string, proxy_url?: string, width?: number, height?: number, description?: string }} Media
 * @typedef {Media & { id: string, filename: string, title?: string, size: number, content_type?: string }} Attachment
 * @typedef {{ name: string, value: string, inline?: boolean }} EmbedField
 * @typedef {{
 *   title?: string, description?: string, url?: string, color?: number, timestamp?: string,
 *   author?: { name: string, url?: string, icon_url?: string }, footer?: { text: string, icon_url?: string },
 *   fields?: EmbedField[], image?: Media, thumbnail?: Media,
 * }} Embed
 * @typedef {{
 *   value: string, label: string, description?: string, emoji?: Emoji, default?: boolean, user?: User,
 * }} Choice
 * @typedef {{
 *   type: number, custom_id?: string, style?: number, label?: string, emoji?: Emoji, url?: string, disabled?: boolean,
 *   components?: Component[], accessory?: Component, component?: Component, content?: string, description?: string,
 *   media?: Media, items?: { media: Media, description?: string }[], divider?: boolean, accent_color?: number,
 *   placeholder?: string, options?: Choice[], default_values?: { id: string }[], channel_types?: number[],
 *   min_values?: number, max_values?: number, min_length?: number, max_length?: number, value?: string,
 *   required?: boolean, default?: boolean,
 * }} Component
 * @typedef {{
 *   id: string, channel_id: string, type?: number, flags: number, content: string, author: User, timestamp: string,
 *   edited_timestamp?: string, embeds?: Embed[], attachments?: Attachment[], components?: Component[],
 *   mentions?: User[], pinged?: boolean, referenced_message?: Message,
 *   message_reference?: { message_id?: string, channel_id?: string },
 *   interaction_metadata?: { type?: number, name?: string, command_type?: number, user: User }, interaction?: { name: string, user: User },
 * }} Message
 * @typedef {{ title: string, components: Component[] }} Modal
 */

/**
 * Discord's JSON of a command, and what the page makes of it.
 * @typedef {{
 *   id?: string, type?: number, name: string, description?: string, options?: RawCommand[], required?: boolean,
 *   autocomplete?: boolean, choices?: { name: string, value: string | number }[], channel_types?: number[],
 *   min_value?: number, min_length?: number, max_value?: number, max_length?: number,
 *   default_member_permissions?: string,
 * }} RawCommand
 * @typedef {{ label: string, value: string | number | boolean }} Value
 * @typedef {{
 *   name: string, shown: string, description: string, kind: string, required: boolean, autocomplete: boolean,
 *   choices: Value[], channelTypes: number[], min?: number, max?: number,
 * }} Option
 * @typedef {{
 *   id: string, path: string[], name: string, shown: string, description: string, options: Option[],
 * }} Command
 */

/**
 * What the modules hand to each other.
 * @typedef {{ values: string[], interaction: string }} Press
 * @typedef {{ id: string, state: string, message: string, custom_id: string }} InteractionFrame
 * @typedef {(message: string, customId: string, values?: string[]) => void} Send
 * @typedef {(id: string, message?: string) => void} Go
 * @typedef {{
 *   title: string, hint?: string, description?: string, testid?: string, value?: string, command?: string, picked: any,
 * }} Suggestion
 * @typedef {{
 *   text: HTMLTextAreaElement, command: HTMLElement, panel: HTMLElement, head: HTMLElement, error: HTMLElement,
 *   extra: HTMLElement, status: HTMLElement, slash: HTMLElement, send: HTMLButtonElement, form: HTMLFormElement,
 * }} Box
 * @typedef {{ node: HTMLElement, read: () => string | boolean | string[], check: () => string }} Input
 * @typedef {Input & { custom: string, need: boolean, id: string }} ModalInput
 */
