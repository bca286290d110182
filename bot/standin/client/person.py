"""A person for tests and benchmarks: does what a hand in Discord's client can do, and waits for the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.standin.client import verbs
from bot.standin.world.errors import Refused
from bot.standin.world.interactions import Interaction, State
from bot.standin.world.limits_commands import CHAT_INPUT
from bot.standin.world.limits_components import BUTTON, SELECTS, walk
from bot.standin.world.model import Json, Member
from bot.standin.world.world import World

__all__ = ["BotReply", "Person"]

_EDITS = (6, 7)


@dataclass(slots=True)
class BotReply:
    """The bot's answer.

    `message` is the reply, or the edited message after an update, at that moment; None for a modal, for completions and
    for failures. `followups` goes on growing while the bot sends more.
    """

    interaction: Interaction
    message: Json | None = None

    @property
    def id(self) -> str:
        """Id of the interaction."""
        return self.interaction.id

    @property
    def state(self) -> State:
        """`answered`, or `failed` when the bot was offline or too slow."""
        return self.interaction.state

    @property
    def failed(self) -> bool:
        """Whether the person saw "This interaction failed"."""
        return self.interaction.state == "failed"

    @property
    def callback(self) -> int:
        """The type of the bot's callback (4 reply, 5 deferred, 6 silent, 7 update, 8 choices, 9 modal), 0 if none."""
        return self.interaction.acknowledged

    @property
    def updated(self) -> bool:
        """Whether the bot edited the message with the component instead of sending a new one."""
        return self.interaction.acknowledged in _EDITS

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees the reply."""
        response = self.interaction.response
        return response is not None and response.reader is not None

    @property
    def modal(self) -> Json | None:
        """The modal the bot opened."""
        return self.interaction.modal

    @property
    def choices(self) -> list[Json]:
        """The completions the bot offered."""
        return self.interaction.choices or []

    @property
    def followups(self) -> list[Json]:
        """Messages sent after the answer."""
        return [message.data for message in self.interaction.followups]

    @property
    def text(self) -> str:
        """All words of the reply: content, embeds and V2 texts, for a test to search."""
        return words(self.message) if self.message else ""

    @property
    def seconds(self) -> float:
        """The seconds that the person waited, by the clock of the world."""
        return self.interaction.answered - self.interaction.created


def words(message: Json) -> str:
    """All words of a message, one part per line."""
    parts = [message["content"]]
    for embed in message["embeds"]:
        parts += [embed.get("title"), embed.get("description")]
        for field in embed.get("fields") or ():
            parts += [field["name"], field["value"]]
        parts.append((embed.get("footer") or {}).get("text"))
    parts += [component.get("content") for component in walk(message["components"])]
    return "\n".join(part for part in parts if part)


class Person:
    """One of the people of a world. Every verb may run many times at once."""

    def __init__(self, world: World, member: Member) -> None:
        self.world = world
        self.member = member

    @property
    def id(self) -> str:
        """Their user id."""
        return self.member.id

    @property
    def mention(self) -> str:
        """The mention that names them in a message."""
        return f"<@{self.member.id}>"

    @property
    def pings(self) -> list[Json]:
        """The messages that notified them, oldest first."""
        return self.member.pings

    def messages(self, channel: str = "dice", limit: int = 100) -> list[Json]:
        """What they see in a channel (name or id), oldest first."""
        place = self.world.find_channel(channel)
        return [seen.data for seen in self.world.seen_by(self.member, place, limit=limit)]

    def message(self, message: Json | str) -> Json | None:
        """A message as it is now; None if it is gone or not for them."""
        seen = self.world.messages.get(_id(message))
        return seen.data if seen is not None and self.world.reads(self.member, seen) else None

    def say(self, content: str, channel: str = "dice") -> Json:
        """Send an ordinary message."""
        return verbs.say(self.world, self.member, self.world.find_channel(channel).id, content).data

    def delete(self, message: Json | str) -> None:
        """Delete a message, or dismiss a private one."""
        verbs.delete(self.world, self.member, _id(message))

    def speak(self, locale: str) -> None:
        """Change their language."""
        self.member.locale = locale
        self.world.emit("people")

    async def command(
        self, name: str, /, channel: str = "dice", values: Mapping[str, Any] | None = None, **options: Any
    ) -> BotReply:
        """Use a slash command, a subcommand by both names; options by name, or in `values` when a name is taken."""
        options = {**(values or {}), **options}
        command_id, path = self._path(name)
        place = self.world.find_channel(channel).id
        return await self._wait(
            lambda settled: verbs.command(self.world, self.member, place, command_id, path, _plain(options), settled)
        )

    async def complete(
        self, name: str, focus: str, text: str = "", /, channel: str = "dice", **options: Any
    ) -> BotReply:
        """Type `text` into the option `focus` of a command and see what the bot offers."""
        command_id, path = self._path(name)
        place = self.world.find_channel(channel).id
        given = {**_plain(options), focus: text}
        return await self._wait(
            lambda settled: verbs.complete(self.world, self.member, place, command_id, path, given, focus, settled)
        )

    async def apps(self, name: str, target: Any, /, channel: str = "dice") -> BotReply:
        """Use the command of this name in the menu of a person or a message."""
        offered = [entry for entry in self.world.commands.values() if entry["type"] != CHAT_INPUT]
        entry = next((entry for entry in offered if entry["name"] == name), None)
        if entry is None:
            raise Refused("unknown_command", name)
        place, command = self.world.find_channel(channel).id, str(entry["id"])
        of = _id(target) if isinstance(target, BotReply | dict) else str(_id_of(target))
        return await self._wait(lambda settled: verbs.use_on(self.world, self.member, place, command, of, settled))

    async def press(
        self,
        message: Json | str | BotReply,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        custom_id_contains: str | None = None,
    ) -> BotReply:
        """Press a button, found by its label, its custom_id or a part of it."""
        pressed = self._button(message, label, custom_id, custom_id_contains)
        return await self._wait(lambda settled: verbs.press(self.world, self.member, _id(message), pressed, settled))

    async def select(self, message: Json | str | BotReply, *values: Any, custom_id: str | None = None) -> BotReply:
        """Choose in a select menu; without `custom_id` in the only one. Choose nothing if the menu allows it.

        Give people, roles and channels as objects or as ids.
        """
        if custom_id is None:
            menus = [component for component in self._components(message) if component["type"] in SELECTS]
            if len(menus) != 1:
                raise LookupError(f"{len(menus)} select menus; say which by custom_id")
            custom_id = str(menus[0]["custom_id"])
        menu, ids = custom_id, [str(_id_of(value)) for value in values]
        return await self._wait(lambda settled: verbs.select(self.world, self.member, _id(message), menu, ids, settled))

    async def submit(self, modal: BotReply | str, values: Mapping[str, Any] | None = None, **more: Any) -> BotReply:
        """Send the modal an earlier outcome opened; values by custom_id."""
        opener = modal if isinstance(modal, str) else modal.id
        given = {**(values or {}), **more}
        return await self._wait(lambda settled: verbs.submit(self.world, self.member, opener, given, settled))

    def buttons(self, message: Json | str | BotReply) -> list[Json]:
        """The buttons of a message, in their order."""
        return [component for component in self._components(message) if component["type"] == BUTTON]

    def _path(self, name: str) -> tuple[str, list[str]]:
        first, *path = name.removeprefix("/").split()
        for entry in self.world.commands.values():
            if entry["name"] == first and entry.get("type", 1) == 1:
                return str(entry["id"]), path
        raise Refused("unknown_command", first)

    def _components(self, message: Json | str | BotReply) -> list[Json]:
        return list(walk(verbs.visible(self.world, self.member, _id(message)).data["components"]))

    def _button(self, message: Json | str | BotReply, label: str | None, exact: str | None, part: str | None) -> str:
        if exact is not None:
            return exact
        buttons = [button for button in self.buttons(message) if "custom_id" in button]
        for button in buttons:
            if part is not None and part in button["custom_id"]:
                return str(button["custom_id"])
            if label is not None and button.get("label") == label:
                return str(button["custom_id"])
        there = ", ".join(f"{button.get('label')!r} ({button['custom_id']})" for button in buttons)
        raise LookupError(f"No button {label or part!r}; there are: {there or 'none'}")

    async def _wait(self, begin: Callable[[Callable[[Interaction], None]], Interaction]) -> BotReply:
        reply: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()

        def settled(interaction: Interaction) -> None:
            if not reply.done():
                reply.set_result(
                    BotReply(interaction, interaction.response.data if interaction.response is not None else None)
                )

        begin(settled)
        return await reply


def _id_of(value: Any) -> Any:
    """The id of a person, member, role, channel or guild; anything else as it is."""
    return getattr(value, "id", value)


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _id_of(value) for name, value in options.items()}


def _id(message: Json | str | BotReply) -> str:
    if isinstance(message, str):
        return message
    if isinstance(message, BotReply):
        if message.message is None:
            raise LookupError("This outcome has no message")
        return str(message.message["id"])
    return str(message["id"])
