// @ts-check
// Embeds and attachments of a message.

import { local, picture, pictureLink } from "./components.js";
import { h, icon } from "./dom.js";
import { inlineMarkdown, markdown } from "./markdown.js";
import { moment } from "./times.js";
import { languageTag, say } from "./words.js";

/** @import { Attachment, Embed, EmbedField, Message } from "./types.js" */

/** @param {number} color */
const hex = (color) => `#${color.toString(16).padStart(6, "0")}`;

/**
 * One embed: bar, author, title, description, fields, pictures, footer.
 * @param {Embed} embed
 */
export function embedView(embed) {
  const coloured = embed.color !== undefined && embed.color !== null;
  return h(
    "div",
    { class: "embed", role: "group", "data-testid": "embed", "--bar": coloured ? hex(embed.color) : false, "aria-label": embed.title ?? false },
    (embed.author?.name || embed.title || embed.description || embed.fields?.length > 0) && h(
      "div",
      { class: "embed-main" },
      embed.author?.name &&
        h("p", { class: "embed-author" }, small(embed.author.icon_url), linked(embed.author.url, embed.author.name)),
      embed.title && h("h2", { class: "embed-title" }, linked(embed.url, inlineMarkdown(embed.title))),
      embed.description && h("div", { class: "embed-text" }, markdown(embed.description)),
      embed.fields?.length > 0 && fields(embed.fields),
    ),
    embed.thumbnail && pictureLink(embed.thumbnail, embed.thumbnail.description ?? embed.title, "thumb"),
    embed.image && pictureLink(embed.image, embed.image.description ?? embed.title, "picture"),
    (embed.footer?.text || embed.timestamp) && footer(embed),
  );
}

// Discord sets up to three inline fields in a line; a field that is not inline has the line to itself.
/** @param {EmbedField[]} list */
function fields(list) {
  const box = h("dl", { class: "fields" });
  for (let i = 0; i < list.length; ) {
    let end = i + 1;
    while (list[i].inline && end < list.length && end - i < 3 && list[end].inline) end += 1;
    for (const field of list.slice(i, end)) box.append(fieldView(field, end - i));
    i = end;
  }
  return box;
}

/**
 * @param {EmbedField} field
 * @param {number} inLine
 */
const fieldView = (field, inLine) =>
  h("div", { class: `field of-${inLine}` }, h("dt", {}, inlineMarkdown(field.name)), h("dd", {}, markdown(field.value)));

/** @param {Embed} embed */
function footer(embed) {
  return h(
    "footer",
    { class: "embed-footer" },
    small(embed.footer?.icon_url),
    embed.footer?.text && h("span", {}, embed.footer.text),
    embed.footer?.text && embed.timestamp && " • ",
    embed.timestamp && moment(new Date(embed.timestamp), "s"),
  );
}

/**
 * @param {string} url
 * @param {string | Node} label
 */
const linked = (url, label) =>
  /^https?:\/\//.test(url ?? "") ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label) : label;

/** @param {string} url */
const small = (url) => (url ? picture({ url }, "", "small") : null);

/**
 * Files of a message; a picture that an embed shows already is not repeated.
 * @param {Message} message
 */
export function attachmentsView(message) {
  const shown = new Set();
  for (const embed of message.embeds ?? []) {
    for (const media of [embed.image, embed.thumbnail]) if (media?.url) shown.add(media.url.split("?")[0]);
  }
  return (message.attachments ?? [])
    .filter((file) => !shown.has(file.url.split("?")[0]) && !shown.has(`attachment://${file.filename}`))
    .map(attachmentView);
}

/** @param {Attachment} file */
function attachmentView(file) {
  const name = file.title ?? file.filename;
  if (file.content_type?.startsWith("image/") && file.content_type !== "image/svg+xml") {
    return pictureLink(file, file.description ?? say("picture", { name }), "picture");
  }
  return h(
    "a",
    { class: "file", href: local(file.url), download: file.filename, title: say("download", { name }) },
    icon("file"),
    h("span", { class: "file-name" }, name),
    h("span", { class: "file-size" }, size(file.size)),
  );
}

/** @param {number} bytes */
function size(bytes) {
  if (!bytes && bytes !== 0) return "";
  const [value, unit] = bytes < 1024 ? [bytes, "byte"] : bytes < 1048576 ? [bytes / 1024, "kilobyte"] : [bytes / 1048576, "megabyte"];
  return new Intl.NumberFormat(languageTag(), { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}
