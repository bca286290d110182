// @ts-check
// Every sentence of the page, in English and in the French of Québec. `say` follows the language of the person
// the page is at this moment; {names} are replaced.

/** @type {Record<string, string>} */
const EN = {
  skip: "Skip to the message box",
  channels: "Channels",
  conversations: "Direct messages",
  members: "People",
  openChannels: "Show channels",
  openMembers: "Show people",
  close: "Close",
  messagesIn: "Messages in {channel}",
  youAre: "You are",
  playAs: "Play as {name} (Alt+{number})",
  youAreName: "You are {name}",
  called: "{name} is being called",
  personas: "Who are you?",
  online: "online",
  offline: "offline",
  players: "Players",
  bots: "Game host",
  you: "you",
  language: "Language of {name}",
  themeToDark: "Dark theme",
  themeToLight: "Light theme",
  connecting: "Connecting…",
  reconnecting: "Reconnecting…",
  botOffline: "{bot} is offline. Buttons and commands will answer once it is back.",
  botGone: "{bot} is not on this server.",
  notHere: "not on this server",
  invite: "Invite {bot}",
  throwOut: "Remove {bot}",
  valueOf: "{name}: {value}",
  serverMenu: "{name}: server menu",
  managersOnly: "Only those who manage the server can invite or remove {bot}.",
  edited: "(edited)",
  bot: "BOT",
  used: "{name} used {command}",
  goneReply: "Original message was deleted",
  onlyYou: "Only you can see this",
  dismiss: "Dismiss",
  failed: "This interaction failed",
  noAnswer: "{command}: no answer from {bot}. Try again.",
  thinking: "{bot} is thinking…",
  sending: "Waiting for {bot}…",
  apps: "Apps: {name}",
  remove: "Delete this message",
  removeSure: "Really delete?",
  message: "message",
  newest: "Newest messages",
  newMessages: "New messages",
  welcome: "Welcome to {channel}!",
  welcomeText: "This table is free. Type a command below to open a game, or pick one here:",
  welcomeNoBot: "Nothing has been said here yet. As soon as the game host is online, you can start a game.",
  welcomeMuted: "{bot} may not write in this channel. Open a game in another one.",
  welcomeTip: "To play with several people in one window, click another face at the top: you become that person.",
  startThread: "{name} opened a thread:",
  archived: "archived",
  spoiler: "Hidden text, press to show",
  download: "Download {name}",
  picture: "Picture {name}",
  somePicture: "Picture",
  fullSize: "Open in full size",
  unknownUser: "unknown-user",
  unknownChannel: "unknown",
  unknownRole: "deleted-role",
  placeholder: "Write here, or / for games",
  composer: "Message {channel}",
  send: "Send",
  commandsButton: "Show the commands",
  commandList: "Commands",
  noCommand: "There is no such command.",
  noCommandsYet: "No commands yet: the game host has not signed in.",
  cancelCommand: "Cancel {command}",
  addOption: "Add {name}",
  removeOption: "Remove {name}",
  required: "required",
  optional: "optional",
  noMatch: "Nothing fits.",
  yes: "Yes",
  no: "No",
  needValue: "“{name}” is needed.",
  needChoice: "“{name}”: choose one of the list.",
  needWhole: "“{name}” must be a whole number.",
  needNumber: "“{name}” must be a number.",
  tooSmall: "“{name}” must be at least {limit}.",
  tooBig: "“{name}” must be at most {limit}.",
  tooShort: "At least {limit} characters, please.",
  tooLong: "At most {limit} characters, please.",
  choose: "Choose…",
  chooseMany: "Choose {min} to {max}",
  chooseExactly: "Choose {min}",
  chooseUpTo: "Choose up to {max}, or none",
  chooseOne: "Choose one, or none",
  done: "Done",
  cancel: "Cancel",
  submit: "Submit",
  modalNeed: "This field is needed.",
  modalPick: "Choose at least {limit}.",
  modalPickLess: "Choose at most {limit}.",
  modalFailed: "Something went wrong. Please try again.",
  pingedIn: "{name} called you in {channel}",
  unread: "new messages",
  pings: "{count} calls for you",
  thread: "thread",
  today: "Today",
  yesterday: "Yesterday",
  private: "private",
  disconnected: "Not connected. Please try again in a moment.",
  privateMessage: "Private message from {name}",
};

/** @type {Record<string, string>} */
const FR = {
  skip: "Aller à la boîte de message",
  channels: "Salons",
  conversations: "Messages privés",
  members: "Personnes",
  openChannels: "Afficher les salons",
  openMembers: "Afficher les personnes",
  close: "Fermer",
  messagesIn: "Messages de {channel}",
  youAre: "Tu es",
  playAs: "Jouer comme {name} (Alt+{number})",
  youAreName: "Tu es {name}",
  called: "on appelle {name}",
  personas: "Qui es-tu?",
  online: "en ligne",
  offline: "hors ligne",
  players: "Joueurs et joueuses",
  bots: "Hôte des jeux",
  you: "toi",
  language: "Langue de {name}",
  themeToDark: "Thème sombre",
  themeToLight: "Thème clair",
  connecting: "Connexion…",
  reconnecting: "Reconnexion…",
  botOffline: "{bot} est hors ligne. Les boutons et les commandes répondront à son retour.",
  botGone: "{bot} n’est pas sur ce serveur.",
  notHere: "pas sur ce serveur",
  invite: "Inviter {bot}",
  throwOut: "Retirer {bot}",
  valueOf: "{name} : {value}",
  serverMenu: "{name} : menu du serveur",
  managersOnly: "Seules les personnes qui gèrent le serveur peuvent inviter ou retirer {bot}.",
  edited: "(modifié)",
  bot: "BOT",
  used: "{name} a utilisé {command}",
  goneReply: "Le message d’origine a été supprimé",
  onlyYou: "Visible par toi seulement",
  dismiss: "Fermer ce message",
  failed: "Cette interaction a échoué",
  noAnswer: "{command} : {bot} n’a pas répondu. Essaie encore.",
  thinking: "{bot} réfléchit…",
  sending: "En attente de {bot}…",
  apps: "Applications : {name}",
  remove: "Supprimer ce message",
  removeSure: "Supprimer pour vrai?",
  message: "message",
  newest: "Messages récents",
  newMessages: "Nouveaux messages",
  welcome: "Bienvenue dans {channel}!",
  welcomeText: "La table est libre. Tape une commande en bas pour ouvrir une partie, ou choisis-en une ici :",
  welcomeNoBot: "Il n’y a encore rien ici. Dès que l’hôte des jeux sera en ligne, tu pourras lancer une partie.",
  welcomeMuted: "{bot} ne peut pas écrire dans ce salon. Ouvre une partie dans un autre.",
  welcomeTip: "Pour jouer à plusieurs dans une seule fenêtre, clique sur un autre visage en haut : tu deviens cette personne.",
  startThread: "{name} a ouvert un fil :",
  archived: "archivé",
  spoiler: "Texte caché, appuie pour le voir",
  download: "Télécharger {name}",
  picture: "Image {name}",
  somePicture: "Image",
  fullSize: "Ouvrir en pleine taille",
  unknownUser: "personne-inconnue",
  unknownChannel: "inconnu",
  unknownRole: "rôle-supprimé",
  placeholder: "Écris ici, ou / pour jouer",
  composer: "Écrire dans {channel}",
  send: "Envoyer",
  commandsButton: "Afficher les commandes",
  commandList: "Commandes",
  noCommand: "Cette commande n’existe pas.",
  noCommandsYet: "Pas encore de commandes : l’hôte des jeux n’est pas arrivé.",
  cancelCommand: "Annuler {command}",
  addOption: "Ajouter {name}",
  removeOption: "Enlever {name}",
  required: "obligatoire",
  optional: "facultatif",
  noMatch: "Rien ne correspond.",
  yes: "Oui",
  no: "Non",
  needValue: "« {name} » est obligatoire.",
  needChoice: "« {name} » : choisis dans la liste.",
  needWhole: "« {name} » doit être un nombre entier.",
  needNumber: "« {name} » doit être un nombre.",
  tooSmall: "« {name} » doit être d’au moins {limit}.",
  tooBig: "« {name} » doit être d’au plus {limit}.",
  tooShort: "Au moins {limit} caractères, s’il te plaît.",
  tooLong: "Au plus {limit} caractères, s’il te plaît.",
  choose: "Choisir…",
  chooseMany: "Choisis de {min} à {max}",
  chooseExactly: "Choisis-en {min}",
  chooseUpTo: "De 0 à {max} choix",
  chooseOne: "Un seul choix, ou aucun",
  done: "C’est bon",
  cancel: "Annuler",
  submit: "Envoyer",
  modalNeed: "Ce champ est obligatoire.",
  modalPick: "Choisis-en au moins {limit}.",
  modalPickLess: "Choisis-en au plus {limit}.",
  modalFailed: "Quelque chose n’a pas marché. Essaie encore.",
  pingedIn: "{name} t’appelle dans {channel}",
  unread: "nouveaux messages",
  pings: "{count} appels pour toi",
  thread: "fil",
  today: "Aujourd’hui",
  yesterday: "Hier",
  private: "privé",
  disconnected: "Pas de connexion. Essaie encore dans un instant.",
  privateMessage: "Message privé de {name}",
};

/** @type {Record<string, string>} */
const COUSINS = { "en-US": "en-GB", "en-GB": "en-US", "es-419": "es-ES" };

let words = EN;
let tag = "en-US";

/**
 * Follows a person's Discord locale; anything that is not French is served in English.
 * @param {string} locale
 */
export function speak(locale) {
  const french = String(locale).startsWith("fr");
  words = french ? FR : EN;
  tag = french ? "fr-CA" : "en-US";
  document.documentElement.lang = tag;
}

/** The language tag used for dates, numbers and sorting. */
export const languageTag = () => tag;

/**
 * One sentence of the interface with its {names} filled in.
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export function say(key, values = {}) {
  return (words[key] ?? EN[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * Discord's localised field of a command, option or choice: `name` or `description`.
 * @param {any} thing
 * @param {string} field
 * @param {string} locale
 * @returns {string}
 */
export function localised(thing, field, locale) {
  const table = thing[`${field}_localizations`] ?? {};
  const cousin = COUSINS[locale];
  return table[locale] ?? table[cousin] ?? thing[field] ?? "";
}
