"""A press as the gateway sends it, read only as far as presses need."""

from typing import Any, Final

import discord
import msgspec
from discord.app_commands import AppCommandContext
from discord.enums import try_enum

from bot.ui.discord.reply import GUEST, PLACES, Interaction, is_private
from bot.ui.discord.requests import PressResponse

# -- A press as the gateway sends it: the JSON of its event, read only as far as most presses need it ----------------
# Discord sends the whole pressed message with each press, the server's channel, the person's rights and more: some 5
# KB. Making Python values of all that, and discord.py's objects of those, takes longer than the move of the game
# (docs/performance.md). Discord's documentation of these fields: Receiving and Responding to Interactions,
# "Interaction Structure".

PRESSES: Final = frozenset({3, 5})
"""Discord's numbers of the interactions that are presses: of a component, and of the button that sends a form."""

_EVENT = "INTERACTION_CREATE"


class _MakingPart(msgspec.Struct):
    """The press or the command that a message answers."""

    id: str


class MessagePart(msgspec.Struct):
    """A pressed message. Its frames and rows stay JSON until somebody asks for them."""

    id: str
    flags: int = 0
    content: str = ""
    edited_timestamp: str | None = None
    embeds: msgspec.Raw = msgspec.Raw(b"[]")
    components: msgspec.Raw = msgspec.Raw(b"[]")
    interaction_metadata: _MakingPart | None = None


class _ImagePart(msgspec.Struct):
    url: str | None = None


class _FramePart(msgspec.Struct):
    image: _ImagePart | None = None


class ChannelPart(msgspec.Struct):
    """The channel of a press."""

    type: int = 0
    last_message_id: str | None = None
    """The newest message there, which may be gone again."""


class PressPart(msgspec.Struct):
    """A press in a server, by a ``member`` of it; or elsewhere, by a ``user``."""

    id: str
    type: int
    token: str
    application_id: str
    channel_id: str
    locale: str
    data: dict[str, Any]
    guild_id: str | None = None
    member: dict[str, Any] | None = None
    user: dict[str, Any] | None = None
    message: MessagePart | None = None
    channel: ChannelPart | None = None
    context: int | None = None
    authorizing_integration_owners: dict[str, str] | None = None


class PressEvent(msgspec.Struct):
    """The event of a press: its name, its number in the session, and the press."""

    t: str
    s: int
    d: PressPart


_decoder = msgspec.json.Decoder(PressEvent)
_frames_decoder = msgspec.json.Decoder(list[_FramePart])


def read_press(event: str) -> PressEvent | None:
    """Return ``event`` (a text of the gateway) if it is a press; None for everything else."""
    if _EVENT not in event:
        return None
    try:
        press = _decoder.decode(event)
    except msgspec.ValidationError:  # It lacks a field.
        return None
    whose = press.d.user if press.d.guild_id is None else press.d.member
    return press if press.t == _EVENT and press.d.type in PRESSES and whose is not None else None


# -- The message of a press, as far as the bot reads it --------------------------------------------------------------
# discord.py builds a whole Message for each press: its author, mentions, and an object for every button and every line
# of a menu. That takes long (docs/performance.md), and nobody looks at it.


class PressedMessage(discord.Message):
    """A message in the shape of discord.py's class. It has ids, flags, words, frames and rows, and nothing else."""

    __slots__ = ("_frames", "edited", "made_by", "pictured", "rows_json")

    def __init__(self, part: MessagePart) -> None:
        """Take what the bot reads from ``part``."""
        self.id = int(part.id)
        made = part.interaction_metadata
        self.made_by = self.id if made is None else int(made.id)
        """The press or the command that has made it; its own id where there is none."""
        self.flags = discord.MessageFlags._from_value(part.flags)
        self.content = part.content
        self.edited = part.edited_timestamp is not None
        """Whether Discord says that somebody has changed it."""
        self._frames = part.embeds
        self.rows_json = part.components
        """The rows of components, as the text that Discord sent."""
        self.pictured = b'"image"' in bytes(part.embeds)
        """Whether there is a picture in one of the frames."""

    def __repr__(self) -> str:
        return f"<PressedMessage id={self.id}>"

    @property
    def embeds(self) -> list[discord.Embed]:  # type: ignore[override]
        """The frames. Only what keeps all of them asks for that."""
        return [discord.Embed.from_dict(frame) for frame in msgspec.json.decode(self._frames)]

    @property
    def image_urls(self) -> list[str]:
        """The addresses of the pictures in the frames. Each press on a drawn board asks for them."""
        images = (frame.image for frame in _frames_decoder.decode(self._frames))
        return [image.url for image in images if image is not None and image.url is not None]


def private_answer(interaction: Interaction) -> int:
    """Return the private message that an answer stands in, by the press or command that has made it.

    One that is not there yet has no other name.
    """
    message = interaction.message
    if message is None or not is_private(interaction):
        return interaction.id
    return message.made_by if isinstance(message, PressedMessage) else message.id


# -- discord.py's Interaction for a press, without what few presses need ---------------------------------------------

_OF_GUILD = "0"
"""Discord's number of an installation in a server."""

_LATER = frozenset(
    {
        *("version", "guild_locale", "channel", "entitlement_sku_ids", "entitlements", "context", "filesize_limit"),
        *("_integration_owners", "_permissions", "_app_permissions"),
    }
)
"""What discord.py reads when somebody asks for it."""


class PressingMember(discord.Member):
    """The person who pressed. discord.py reads all but the id and the name when a caller asks for it."""

    __slots__ = ("_event", "display_name", "id")

    def __init__(self, member: dict[str, Any], guild: discord.Guild, state: Any) -> None:
        """Take the id and the name in this server from ``member``, as Discord sends it; the rest stays there."""
        user = member["user"]
        self.id = int(user["id"])
        self.display_name = member.get("nick") or user.get("global_name") or user["username"]  # type: ignore[misc]
        self._event = member, guild, state

    def __getattr__(self, name: str) -> Any:
        """Let discord.py read everything, the first time that somebody asks for more."""
        if name not in _OF_MEMBERS:
            raise AttributeError(name)
        member, guild, state = self._event
        super().__init__(data=member, guild=guild, state=state)  # type: ignore[arg-type]
        return getattr(self, name)


_OF_MEMBERS = frozenset(discord.Member.__slots__)


class PressInteraction(discord.Interaction[Any]):
    """A press, or a form that was sent."""

    __slots__ = ("__weakref__", "channel_id", "event_text", "newest")

    def __init__(self, press: PressPart, event: str, state: Any) -> None:
        """Take what most presses need from ``press``; the others find the rest in ``event``, the whole text.

        ``event_text`` may be emptied once the press is handled; what answers later needs the channel at most.
        """
        self.event_text = event
        super().__init__(data=press, state=state)  # type: ignore[arg-type]

    def _from_data(self, press: PressPart) -> None:  # type: ignore[override]
        self.id = int(press.id)
        self.type = try_enum(discord.InteractionType, press.type)
        self.token = press.token
        self.application_id = int(press.application_id)
        self.guild_id = None if press.guild_id is None else int(press.guild_id)
        self.channel_id = int(press.channel_id)  # type: ignore[misc]
        newest = None if press.channel is None else press.channel.last_message_id
        self.newest = 0 if newest is None else int(newest)
        """The newest message of the channel when somebody pressed, as far as Discord says."""
        self.locale = try_enum(discord.Locale, press.locale)
        self.data = press.data  # type: ignore[assignment]
        owners = press.authorizing_integration_owners
        guest = self.extras[GUEST] = self.guild_id is None or (
            owners is not None and _OF_GUILD not in owners and self._state._get_guild(self.guild_id) is None
        )
        if guest:  # Discord tells of no such channel by itself.
            kind = None if press.channel is None else try_enum(discord.ChannelType, press.channel.type)
            self.channel = discord.PartialMessageable(self._state, self.channel_id, self.guild_id, kind)  # type: ignore[assignment]
        if self.guild_id is None:
            self.user = discord.User(state=self._state, data=press.user)  # type: ignore[arg-type]
            self.context = AppCommandContext._from_value([press.context or 0])  # type: ignore[list-item]
        else:
            if not guest:
                self.extras[PLACES] = (self.guild_id,)
            guild = self._state._get_or_create_unavailable_guild(self.guild_id)
            if (channel := guild._resolve_channel(self.channel_id)) is not None:
                self.channel = channel
            self.user = PressingMember(press.member or {}, guild, self._state)
        self.message = None if press.message is None else PressedMessage(press.message)
        self._cs_response = PressResponse(self)

    def __getattr__(self, name: str) -> Any:
        """Let discord.py read everything, the first time that somebody asks for something of :data:`_LATER`."""
        if name not in _LATER or not self.event_text:
            raise AttributeError(name)
        whole = msgspec.json.decode(self.event_text)["d"]
        whole.pop("message", None)
        message, self.message = self.message, None
        super()._from_data(whole)
        self.message = message
        return getattr(self, name)
