"""The life of an interaction: sent to the bot, answered once within three seconds, usable for fifteen minutes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from bot.standin.world import payloads
from bot.standin.world.errors import ApiError
from bot.standin.world.model import Channel, Json, Member, Message

if TYPE_CHECKING:
    from bot.standin.world.world import World

__all__ = ["Interaction", "Interactions", "State"]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
State = Literal["waiting", "thinking", "answered", "failed"]


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing a person did with the bot.

    `source` is the message whose component was used; `response` is what `@original` means (the reply, or the
    source after an update). `on_settled` is called once, when it is answered or has failed. `alone` makes it one of a
    private conversation with the bot, which is told of no guild; what it answers stands in the channel all the same.
    """

    id: str
    token: str
    type: int
    member: Member
    channel: Channel
    data: Json
    created: float
    source: Message | None = None
    trigger: Interaction | None = None
    state: State = "waiting"
    acknowledged: int = 0
    answered: float = 0.0
    response: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    on_settled: Callable[[Interaction], None] | None = None
    alone: bool = False

    @property
    def custom_id(self) -> str | None:
        """The custom_id of the component or modal, if it is about one."""
        return self.data.get("custom_id")

    def metadata(self, world: World) -> Json:
        """`interaction_metadata` of the messages that answer it."""
        data: Json = {
            "id": self.id,
            "type": self.type,
            "user": world.users[self.member.id],
            "authorizing_integration_owners": {"0": self.channel.guild_id},
        }
        if self.type == COMMAND:
            data["name"] = command_name(self.data)
            data["command_type"] = 1
        elif self.type == COMPONENT and self.source is not None:
            data["interacted_message_id"] = self.source.id
        elif self.trigger is not None:
            data["triggering_interaction_metadata"] = self.trigger.metadata(world)
        return data


def command_name(data: Json) -> str:
    """The full name of a used command, group and subcommand included."""
    names = [data["name"]]
    options = data.get("options")
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options")
    return " ".join(names)


class Interactions:
    """All interactions whose token may still be used."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._waiting: dict[str, Interaction] = {}
        self._thinking: dict[str, Interaction] = {}

    def begin(
        self,
        kind: int,
        member: Member,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        trigger: Interaction | None = None,
        on_settled: Callable[[Interaction], None] | None = None,
        alone: bool = False,
    ) -> Interaction:
        """Send one to the bot. When no bot is connected, or it was thrown out, it fails at once."""
        world = self._world
        one = Interaction(
            world.ids.next(),
            secrets.token_urlsafe(48),
            kind,
            member,
            channel,
            data,
            world.clock.now(),
            source,
            trigger,
            on_settled=on_settled,
            alone=alone,
        )
        self._by_id[one.id] = self._by_token[one.token] = self._waiting[one.id] = one
        world.note("interaction", one.id, kind, member.key)
        world.emit("interaction", one)
        here = world.bot.id in world.guilds[channel.guild_id].members
        if not here or not world.dispatch("INTERACTION_CREATE", self._payload(one)):
            self.settle(one, "failed")
        return one

    def resend(self, one: Interaction) -> None:
        """Send one to the bot again, as a gateway may do after a break."""
        self._world.dispatch("INTERACTION_CREATE", self._payload(one))

    def _payload(self, one: Interaction) -> Json:
        world, channel = self._world, one.channel
        guild = world.guilds[channel.guild_id]
        rights = str(world.permissions(one.member, channel))
        payload: Json = {
            "id": one.id,
            "application_id": world.bot.id,
            "type": one.type,
            "token": one.token,
            "version": 1,
            "data": one.data,
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": ["COMMUNITY"]},
            "guild_locale": guild.locale,
            "channel_id": channel.id,
            "channel": payloads.channel(world, channel, one.member),
            "member": payloads.member(world, one.member, guild.id) | {"permissions": rights},
            "locale": one.member.locale,
            "app_permissions": str(world.permissions(world.bot, channel)),
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": {"0": guild.id},
            "context": 0,
            "attachment_size_limit": payloads.ATTACHMENT_LIMIT,
        }
        if one.source is not None:
            payload["message"] = one.source.data
        return _of_conversation(world, one, payload) if one.alone else payload

    def settle(self, one: Interaction, state: State) -> None:
        """Move on to another state and tell whoever waits."""
        one.state = state
        self._waiting.pop(one.id, None)
        self._thinking.pop(one.id, None)
        if state == "thinking":
            self._thinking[one.id] = one
        elif one.on_settled is not None:
            one.answered = self._world.clock.now()
            call, one.on_settled = one.on_settled, None
            call(one)
        self._world.note("settled", one.id, state)
        self._world.emit("interaction", one)

    def expire(self) -> None:
        """Fail what was not answered in time and forget what is older than its token. Cheap; call it often."""
        now, world = self._world.clock.now(), self._world
        for pending, limit in ((self._waiting, world.answer_limit), (self._thinking, world.token_life)):
            while pending and now - (first := next(iter(pending.values()))).created >= limit:
                self.settle(first, "failed")
        while self._by_id and now - (first := next(iter(self._by_id.values()))).created >= world.token_life:
            del self._by_id[first.id], self._by_token[first.token]

    def open(self, interaction_id: str, token: str) -> Interaction:
        """The interaction a callback answers: 10062 when unknown or too late, 40060 when already answered."""
        one = self._by_id.get(interaction_id)
        if one is None or one.token != token:
            raise ApiError(10062)
        if one.acknowledged:
            raise ApiError(40060)
        if one.state == "failed" or self._world.clock.now() - one.created >= self._world.answer_limit:
            raise ApiError(10062)
        return one

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction a follow-up belongs to: 10015 before its answer, 50027 once the token ended."""
        if application_id != self._world.bot.id:
            raise ApiError(10015)
        one = self._by_token.get(token)
        if one is None or self._world.clock.now() - one.created >= self._world.token_life:
            raise ApiError(50027)
        if not one.acknowledged:
            raise ApiError(10015)
        return one

    def modal_of(self, interaction_id: str) -> Interaction | None:
        """The interaction that opened a modal which is still open."""
        one = self._by_id.get(interaction_id)
        return one if one is not None and one.modal is not None else None


_OF_GUILDS = ("guild_id", "guild", "guild_locale", "member")
_BOT_DM = 1


def _of_conversation(world: World, one: Interaction, payload: Json) -> Json:
    """What Discord sends of an interaction in a private conversation."""
    user = payloads.user(one.member)
    kept = {key: value for key, value in payload.items() if key not in _OF_GUILDS}
    channel: Json = {"id": one.channel.id, "type": _BOT_DM, "flags": 0, "recipients": [user], "last_message_id": None}
    owners = {"authorizing_integration_owners": {"0": "0"}, "context": _BOT_DM}
    return kept | owners | {"user": user, "channel": channel}
