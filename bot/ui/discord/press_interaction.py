"""discord.py's Interaction for a press, without what few presses need."""

from typing import Any

import discord
import msgspec
from discord.enums import try_enum

from bot.ui.discord.press_event import PressPart
from bot.ui.discord.pressed_message import PressedMessage
from bot.ui.discord.requests import PressResponse

_LATER = frozenset(
    {
        *("version", "guild_locale", "channel", "entitlement_sku_ids", "entitlements", "context", "filesize_limit"),
        *("_integration_owners", "_permissions", "_app_permissions"),
    }
)
"""What discord.py reads when somebody asks for it."""


class PressingMember(discord.Member):
    """Who pressed. discord.py reads all but the id and the name when somebody asks for it."""

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

    __slots__ = ("__weakref__", "channel_id", "event_text")

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
        self.guild_id = int(press.guild_id)
        self.channel_id = int(press.channel_id)  # type: ignore[misc]
        self.locale = try_enum(discord.Locale, press.locale)
        self.data = press.data  # type: ignore[assignment]
        guild = self._state._get_or_create_unavailable_guild(self.guild_id)
        if (channel := guild._resolve_channel(self.channel_id)) is not None:
            self.channel = channel
        self.user = PressingMember(press.member, guild, self._state)
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
