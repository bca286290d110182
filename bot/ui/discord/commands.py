"""Slash commands in French, and sending all of them to Discord when they have changed."""

import hashlib
import logging
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
from discord import Locale, app_commands
from discord.ext import commands
from discord.http import Route

from bot.locales import words
from bot.screens.kit import know_commands
from bot.tables.model.processes import Leader
from bot.tables.model.store import Meta
from bot.ui.pace.work import RetryingTask, uninterrupted

# -- The names and descriptions of commands in French; English is their default --------------------------------------

_BETWEEN = " – "


def joined_sentences(*sentences: str) -> app_commands.locale_str:
    """Return several sentences as one name, each translated for itself."""
    return app_commands.locale_str(_BETWEEN.join(sentences), sentences=sentences)


class CommandTranslations(app_commands.Translator):
    """Translates what is marked with ``locale_str`` when the commands are sent to Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return ``string`` in French for the French locale; None, the default, for every other."""
        if locale is not Locale.french:
            return None
        sentences = string.extras.get("sentences", (string.message,))
        translated = _BETWEEN.join(map(words("fr"), sentences))
        return translated if translated != string.message else None


# -- Sends the slash commands to Discord when they have changed, and again when Discord turns out to have others -----

log = logging.getLogger(__name__)

AGAIN_SECONDS: Final = 600
"""The least time between two syncs because somebody used a command we do not have."""

_SLASH: Final = 1

_ENTRY_POINT: Final = 4
"""The kind of command that Discord itself adds to an application with an Activity."""

_SENT: Final = (
    *("id", "type", "name", "name_localizations", "description", "description_localizations", "handler"),
    *("default_member_permissions", "integration_types", "contexts", "nsfw"),
)
"""The fields of a listed command that Discord takes back."""


class CommandSync:
    """Keeps the list of commands at Discord equal to the tree, and leaves Discord's own entry point in it."""

    def __init__(self, client: commands.Bot, meta: Meta, leader: Leader, monotonic: Callable[[], float]) -> None:
        """Send the commands of ``client`` while it is the leader.

        ``meta`` remembers the last ones, ``monotonic`` gives seconds that never go back.
        """
        self._client = client
        self._meta = meta
        self._leader = leader
        self._monotonic = monotonic
        self._words = CommandTranslations()
        self._doubted = False
        self._asked = float("-inf")
        self.errand = RetryingTask("sending the commands", self._send)

    async def begin(self, seconds: float) -> None:
        """Send the commands if they have changed; wait at most so many ``seconds``, and try again later if it fails."""
        await self._client.tree.set_translator(self._words)
        self._leader.on_lead(self.errand.ask)
        await self.errand.begin(seconds)

    def again(self) -> None:
        """Send our commands because somebody used one that Discord knows and we do not, but not all the time.

        Two bots with one token would otherwise take the list from each other without end.
        """
        now = self._monotonic()
        if now - self._asked >= AGAIN_SECONDS:
            self._asked = now
            self._doubted = True
            self.errand.ask()

    async def _send(self) -> None:
        listed = await self._listed()
        know_commands(_ids(listed))
        if not self._leader.leads:
            return  # The leader may be of another version. Two versions must not take the list from each other.
        ours = [await self._payload(command) for command in self._client.tree.get_commands()]
        digest = hashlib.sha256(msgspec.json.encode(ours, order="sorted")).hexdigest()
        key = f"commands {self._client.application_id} {Route.BASE}"
        known = _names(command for command in listed if command["type"] != _ENTRY_POINT) == _names(ours)
        if known and not self._doubted and await uninterrupted(self._meta.get(key)) == digest:
            return
        kept = [
            {key: command[key] for key in _SENT if command.get(key) is not None}
            for command in listed
            if command["type"] == _ENTRY_POINT
        ]
        know_commands(_ids(await self._client.http.bulk_upsert_global_commands(self._app, [*ours, *kept])))
        self._doubted = False
        await uninterrupted(self._meta.set(key, digest))
        log.info("sent %s commands to Discord", len(ours))

    @property
    def _app(self) -> int:
        assert self._client.application_id is not None  # noqa: S101 - known since the login.
        return self._client.application_id

    async def _payload(self, command: Any) -> dict[str, Any]:
        return cast(dict[str, Any], await command.get_translated_payload(self._client.tree, self._words))

    async def _listed(self) -> list[dict[str, Any]]:
        """Return Discord's list with its translations: what the bot does not send back is lost."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=self._app)
        listed = await self._client.http.request(route, params={"with_localizations": "true"})
        return cast(list[dict[str, Any]], listed)


_SUBCOMMANDS: Final = (1, 2)
"""The kinds of options that are commands or groups of them."""


def _ids(listed: Any) -> dict[tuple[str, ...], int]:
    """Return the id of each slash command and of each below it, by its words."""
    ids: dict[tuple[str, ...], int] = {}

    def walk(entry: Any, words: tuple[str, ...], command: int) -> None:
        below = [option for option in entry.get("options") or () if option["type"] in _SUBCOMMANDS]
        for option in below:
            walk(option, (*words, option["name"]), command)
        if not below:
            ids[words] = command

    for command in listed:
        if command["type"] == _SLASH:
            walk(command, (command["name"],), int(command["id"]))
    return ids


def _names(listed: Any) -> set[tuple[int, str]]:
    return {(command["type"], command["name"]) for command in listed}
