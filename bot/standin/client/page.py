"""The browser's websocket: one per tab, speaking for one person. The protocol is JSON frames, see `_Tab.verbs`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from bot.standin.client import languages, verbs
from bot.standin.gateway.outbox import Outbox
from bot.standin.world import permissions as may
from bot.standin.world.errors import ApiError, Refused
from bot.standin.world.interactions import AUTOCOMPLETE, Interaction
from bot.standin.world.limits_commands import LOCALES
from bot.standin.world.model import Channel, Guild, Json, Member, Message, Role
from bot.standin.world.world import World

__all__ = ["Pages"]

_TEXTS = {
    "unknown_channel": ("There is no such channel.", "Ce salon n’existe pas."),
    "unknown_message": ("This message is gone.", "Ce message n’existe plus."),
    "unknown_command": ("This command is not there any more.", "Cette commande n’existe plus."),
    "unknown_component": ("This button is not there any more.", "Ce bouton n’existe plus."),
    "unknown_modal": ("This window is already closed.", "Cette fenêtre est déjà fermée."),
    "disabled": ("This button is switched off.", "Ce bouton est désactivé."),
    "archived": ("This thread is archived.", "Ce fil est archivé."),
    "no_permission": ("You are not allowed to do that here.", "Vous n’avez pas le droit de faire cela ici."),
    "missing_option": ("Something is still missing: {}.", "Il manque encore quelque chose : {}."),
    "bad_option": ("This value does not fit: {}.", "Cette valeur ne convient pas : {}."),
    "bad_value": ("This answer does not fit.", "Cette réponse ne convient pas."),
    "empty": ("There is nothing to send.", "Il n’y a rien à envoyer."),
    "too_long": ("This is too long.", "C’est trop long."),
    "bad_request": ("That was not understood.", "La demande n’a pas été comprise."),
}


def refusal(error: Refused, locale: str) -> Json:
    """A refusal as the page shows it, in the person's language."""
    english, french = _TEXTS.get(error.code, _TEXTS["bad_request"])
    text = (french if locale.startswith("fr") else english).format(error.detail)
    return {"code": error.code, "text": text}


class Pages:
    """All open tabs; sends the world's events to the tabs that may see them."""

    def __init__(self, world: World, origin: Callable[[], str]) -> None:
        self.world = world
        self._origin = origin
        self._tabs: set[_Tab] = set()
        world.watch("message", lambda message: self._message("message", message))
        world.watch("edit", lambda message: self._message("edit", message))
        world.watch("gone", self._gone)
        world.watch("channel", self._channel)
        world.watch("commands", self._commands)
        world.watch("interaction", self._interaction)
        world.watch("modal", self._modal)
        world.watch("bot", lambda online: self._all({"event": "bot", "online": online}))
        world.watch("guild", self._guild)
        world.watch("role", self._role)

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Serve one tab until it closes."""
        who = self.world.people.get(request.query.get("as") or next(iter(self.world.people)))
        if who is None:
            return web.Response(status=404, text="Unknown person")
        socket = web.WebSocketResponse(compress=False, heartbeat=30, timeout=1.0)
        await socket.prepare(request)
        if languages.opened(self.world, who, request.query.get("language", "")):
            self.greet(who)
        async with Outbox(socket) as outbox:
            tab = _Tab(self, who, outbox)
            self._tabs.add(tab)
            try:
                tab.hello()
                async for frame in socket:
                    if frame.type is WSMsgType.TEXT:
                        tab.receive(frame.data)
            finally:
                self._tabs.discard(tab)
        return socket

    def close(self) -> None:
        """Close every tab's socket."""
        for tab in tuple(self._tabs):
            tab.outbox.close(1001)

    def pack(self, frame: Json) -> bytes:
        """A frame as bytes; addresses of files become relative, so that they fit any name of the page."""
        data = orjson.dumps(frame)
        return data.replace(self._origin().encode() + b"/attachments/", b"/attachments/")

    def _all(self, frame: Json) -> None:
        if self._tabs:
            data = self.pack(frame)
            for tab in self._tabs:
                tab.outbox.push(data)

    def _message(self, event: str, message: Message) -> None:
        for tab in self._tabs:
            if self._shows(tab.who, message):
                tab.send({"event": event, "message": shown(tab.who, message)})

    def _gone(self, message: Message) -> None:
        frame = {"event": "gone", "channel": message.channel.id, "id": message.id}
        for tab in self._tabs:
            if self._shows(tab.who, message):
                tab.send(frame)

    def _shows(self, who: Member, message: Message) -> bool:
        """Whether a person may see a message here."""
        return _is_here(self.world, message.channel) and self.world.reads(who, message)

    def _guild(self, guild: Guild, what: str) -> None:
        """The bot came or went; so do its commands and its role."""
        if guild is self.world.guild:
            self._all({"event": "bot", "here": what != "leave", "online": self.world.sessions_online > 0})
            self._all({"event": "roles", "roles": roles_of(self.world)})
            self._commands()

    def _role(self, role: Role, _what: str) -> None:
        if role.guild_id == self.world.guild_id:
            self._all({"event": "roles", "roles": roles_of(self.world)})

    def _channel(self, _channel: Channel, _what: str) -> None:
        for tab in self._tabs:
            tab.send({"event": "channels", "channels": channels_for(self.world, tab.who)})

    def _commands(self) -> None:
        for tab in self._tabs:
            tab.send({"event": "commands", "commands": verbs.commands_for(self.world, tab.who)})

    def _interaction(self, interaction: Interaction) -> None:
        if interaction.type != AUTOCOMPLETE:
            frame: Json = {
                "event": "interaction",
                "id": interaction.id,
                "state": interaction.state,
                "custom_id": interaction.custom_id,
            }
            frame["message"] = interaction.source.id if interaction.source is not None else None
            self._to(interaction.member, frame)

    def _modal(self, interaction: Interaction) -> None:
        self._to(interaction.member, {"event": "modal", "interaction": interaction.id, "modal": interaction.modal})

    def _to(self, who: Member, frame: Json) -> None:
        for tab in self._tabs:
            if tab.who is who:
                tab.send(frame)

    def greet(self, who: Member) -> None:
        """Send a fresh hello to every tab of a person."""
        for tab in self._tabs:
            if tab.who is who:
                tab.hello()


def shown(who: Member, message: Message) -> Json:
    """A message as a person's page gets it."""
    return {**message.data, "pinged": who.id in message.pinged}


def roles_of(world: World) -> list[Json]:
    """The roles of the guild, as the page lists them: @everyone first."""
    return [{"id": role.id, "name": role.name} for role in world.roles.values() if role.guild_id == world.guild_id]


def channels_for(world: World, who: Member) -> list[Json]:
    """The channels, threads and conversations a person sees, as the page lists them."""
    return [
        {
            "id": channel.id,
            "name": languages.name(world, channel, who),
            "type": channel.type,
            "parent_id": channel.parent.id if channel.parent else None,
            "topic": languages.topic(channel.topic, who.locale),
            "archived": channel.archived,
            "bot_muted": _mutes_bot(world, channel),
        }
        for channel in sorted(world.channels.values(), key=lambda channel: (channel.is_thread, channel.position))
        if _is_here(world, channel) and world.sees(who, channel)
    ]


def _is_here(world: World, channel: Channel) -> bool:
    """Whether the page shows a channel: those of one guild, and conversations."""
    return channel.is_conversation or channel.guild_id == world.guild_id


def _mutes_bot(world: World, channel: Channel) -> bool:
    """Whether the bot is on the server of a channel, but may not write in it."""
    if channel.is_conversation or world.bot.id not in world.guild.members:
        return False
    return not world.can(world.bot, channel, may.SEND_MESSAGES_IN_THREADS if channel.is_thread else may.SEND_MESSAGES)


class _Tab:
    """One websocket of one person."""

    def __init__(self, pages: Pages, who: Member, outbox: Outbox) -> None:
        self.pages = pages
        self.world = pages.world
        self.who = who
        self.outbox = outbox
        self._held: list[Json] | None = None
        self.verbs: dict[str, Callable[[Json], Json | None]] = {
            "open": self._open,
            "older": self._open,
            "say": self._say,
            "command": self._command,
            "complete": self._complete,
            "apps": self._apps,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "dismiss": self._delete,
            "delete": self._delete,
            "locale": self._locale,
            "invite": self._invite,
            "commands": lambda _: {"commands": verbs.commands_for(self.world, self.who)},
        }

    def send(self, frame: Json) -> None:
        """Queue a frame for this tab; frames that a request of this tab causes come after its answer."""
        if self._held is None:
            self.outbox.push(self.pages.pack(frame))
        else:
            self._held.append(frame)

    def hello(self) -> None:
        """Everything a page needs to start."""
        world = self.world
        people = [self._person(person) for person in world.people.values()]
        self.send(
            {
                "event": "hello",
                "me": self._person(self.who),
                "people": people,
                "guild": {"id": world.guild_id, "name": world.guild.name, "locale": world.guild.locale},
                "channels": channels_for(world, self.who),
                "commands": verbs.commands_for(world, self.who),
                "roles": roles_of(world),
                "bot": {
                    "id": world.bot.id,
                    "username": world.bot.name,
                    "online": world.sessions_online > 0,
                    "here": world.bot.id in world.guild.members,
                },
            }
        )

    def _person(self, person: Member) -> Json:
        first = next(iter(self.world.channels.values()))
        return {
            "key": person.key,
            "id": person.id,
            "name": person.name,
            "locale": person.locale,
            "color": person.color,
            "permissions": str(self.world.permissions(person, first)),
        }

    def receive(self, text: str) -> None:
        """Answer one frame of the page."""
        number: Any = None
        self._held = []
        try:
            frame = orjson.loads(text)
            number = frame["n"]
            answer = self.verbs[frame["do"]](frame)
        except Refused as error:
            answer = {"error": refusal(error, self.who.locale)}
        except (KeyError, TypeError, ValueError, AttributeError, ApiError):
            answer = {"error": refusal(Refused("bad_request"), self.who.locale)}
        held, self._held = self._held, None
        if answer is not None:
            self.send({"n": number, **answer})
        for event in held:
            self.send(event)

    def _open(self, frame: Json) -> Json:
        channel = verbs.place(self.world, self.who, str(frame["channel"]))
        before = int(frame["before"]) if frame.get("before") else None
        messages = self.world.seen_by(self.who, channel, before=before)
        commands = verbs.commands_for(self.world, self.who, channel.id)
        return {"messages": [shown(self.who, message) for message in messages], "commands": commands}

    def _say(self, frame: Json) -> Json:
        verbs.say(self.world, self.who, str(frame["channel"]), str(frame["content"]))
        return {"ok": True}

    def _command(self, frame: Json) -> Json:
        path, options = list(frame.get("path") or ()), dict(frame.get("options") or {})
        interaction = verbs.command(self.world, self.who, str(frame["channel"]), str(frame["command"]), path, options)
        return {"interaction": interaction.id}

    def _apps(self, frame: Json) -> Json:
        where, what = str(frame["channel"]), str(frame["command"])
        return {"interaction": verbs.use_on(self.world, self.who, where, what, str(frame["target"])).id}

    def _complete(self, frame: Json) -> None:
        number = frame["n"]

        def settled(interaction: Interaction) -> None:
            self.send({"n": number, "choices": localised(interaction.choices or [], self.who.locale)})

        path, options = list(frame.get("path") or ()), dict(frame.get("options") or {})
        channel, command = str(frame["channel"]), str(frame["command"])
        verbs.complete(self.world, self.who, channel, command, path, options, str(frame["focus"]), settled)

    def _press(self, frame: Json) -> Json:
        return {"interaction": verbs.press(self.world, self.who, str(frame["message"]), frame["custom_id"]).id}

    def _select(self, frame: Json) -> Json:
        values = [str(value) for value in frame["values"]]
        interaction = verbs.select(self.world, self.who, str(frame["message"]), frame["custom_id"], values)
        return {"interaction": interaction.id}

    def _submit(self, frame: Json) -> Json:
        return {"interaction": verbs.submit(self.world, self.who, str(frame["modal"]), frame["values"]).id}

    def _delete(self, frame: Json) -> Json:
        verbs.delete(self.world, self.who, str(frame["message"]))
        return {"ok": True}

    def _locale(self, frame: Json) -> Json:
        if frame["locale"] not in LOCALES:
            raise Refused("bad_request")
        languages.choose(self.world, self.who, frame["locale"])
        self.pages.greet(self.who)
        return {"ok": True}

    def _invite(self, frame: Json) -> Json:
        """Invite the bot, or throw it out; only people who may manage the server can."""
        first = next(iter(self.world.channels.values()))
        if not self.world.can(self.who, first, may.MANAGE_GUILD):
            raise Refused("no_permission")
        (self.world.add_bot if frame["here"] else self.world.remove_bot)()
        return {"ok": True}


def localised(choices: list[Json], locale: str) -> list[Json]:
    """Choices with the names of one language."""
    return [
        {"name": (choice.get("name_localizations") or {}).get(locale, choice["name"]), "value": choice["value"]}
        for choice in choices
    ]
