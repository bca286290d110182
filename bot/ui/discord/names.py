"""Names of people for pictures and sheets, where Discord puts no name in place of a mention. Kept in memory only.

Memory knows the name of everybody who has pressed or typed something in the server since the start. For others the bot
asks Discord.
"""

import asyncio
import logging
import unicodedata
from collections.abc import Sequence

import aiohttp
import discord

from bot.tables.model.memory import LruCache
from bot.tables.model.table import Computer, Occupant, is_reachable
from bot.ui.pace.budget import Priority, priority
from bot.ui.pace.work import BackgroundTasks

log = logging.getLogger(__name__)

_KEPT = 20_000
"""The number of names to keep; about 3 MB."""

_AT_ONCE = 2
"""The number of questions to ask Discord at a time."""

_SECONDS = 5.0
"""Seconds for all names of one picture."""

_WIDEST = 40
"""Columns of a name; Discord takes 32 characters, some of which are two columns wide."""

_MARKS = 2
"""Accents on one letter; some names carry dozens."""

_LONGEST = 200
"""Characters to look at."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that look like a space."""


class DisplayNames(LruCache[tuple[int | None, int], str]):
    """Names of people, clean, by server and person."""

    def __init__(self, client: discord.Client) -> None:
        """Ask by ``client``."""
        super().__init__(_KEPT)
        self._client = client
        self._asking = asyncio.Semaphore(_AT_ONCE)
        self._sought = LruCache[tuple[int, int], bool](_KEPT)
        self._seeking = BackgroundTasks()

    def note(self, guild: int | None, user: discord.User | discord.Member) -> None:
        """Remember what ``user`` is called in ``guild``."""
        self.put((guild, user.id), clean(user.display_name))

    def known(self, guild: int, player: Occupant) -> str:
        """Return the clean name of a player; empty if memory lacks it."""
        return player.name if isinstance(player, Computer) else self.get((guild, player)) or ""

    def unknown(self, guild: int, players: Sequence[Occupant]) -> set[int]:
        """Return those of ``players`` for whose names :meth:`of` asks Discord, each by a request."""
        return {user for user in filter(is_reachable, players) if self.get((guild, user)) is None}

    def seek(self, guild: int, players: Sequence[Occupant]) -> None:
        """Ask, beside and once, for the names that memory lacks: a board drawn after a start has them the next time."""
        unsought = [user for user in self.unknown(guild, players) if not self._sought.get((guild, user))]
        if unsought:
            for user in unsought:
                self._sought.put((guild, user), True)
            self._seeking.run(self.of(guild, unsought), "ask for names")

    async def settle(self) -> None:
        """Wait for the names that are asked for beside."""
        await self._seeking.settle()

    async def of(self, guild: int, players: Sequence[Occupant]) -> list[str]:
        """Return the clean names of ``players``; empty for erased people and for people Discord does not find."""
        unknown = self.unknown(guild, players)
        if unknown:
            try:
                async with asyncio.timeout(_SECONDS):
                    await asyncio.gather(*(self._ask(guild, user) for user in unknown))
            except TimeoutError:
                log.info("names of server %s did not come in %s seconds", guild, _SECONDS)
        return [self.known(guild, player) for player in players]

    async def _ask(self, guild: int, user: int) -> None:
        server = self._client.get_guild(guild)
        if server is None:
            return
        async with self._asking:
            try:
                with priority(Priority.REMINDER):  # Leaderboards and pictures do without names that come too late.
                    self.note(guild, await server.fetch_member(user))
            except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
                log.info("the name of user %s cannot be asked for: %s", user, error)


def clean(name: str) -> str:
    """Return ``name`` on one line, without invisible characters and without those that turn writing around, and cut."""
    letters: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", name[:_LONGEST]):
        kind = unicodedata.category(character)
        if character.isspace() or character in _BLANK:
            if letters and letters[-1] != " ":
                letters.append(" ")
        elif kind.startswith("M"):
            marks += 1
            if marks <= _MARKS and letters and letters[-1] != " ":
                letters[-1] += character
            continue
        elif not kind.startswith("C"):
            letters.append(character)
        marks = 0
    return _cut(letters)


def _cut(letters: list[str]) -> str:
    """Join ``letters``, each with its accents, as far as there is room."""
    columns = 0
    for place, letter in enumerate(letters):
        columns += 2 if unicodedata.east_asian_width(letter[0]) in "WF" else 1
        if columns > _WIDEST:
            return "".join(letters[: place - 1]).rstrip() + "…"
    return "".join(letters).rstrip()
