"""Our own dice as application emojis: each start looks for them and uploads what is missing.

Names tell drawings apart (:mod:`bot.art`), so a listed emoji needs no look, and nothing here replaces or deletes one:
earlier messages still show the old ones. ``python -m bot emojis`` deletes them.
"""

from collections.abc import Callable

import discord

from bot import art
from bot.screens.kit import PLAIN_GLYPHS, Glyphs
from bot.tables.model.processes import Leader
from bot.ui.pace.work import RetryingTask

_REFUSED = 400
_REFUSALS = 3
"""After so many refused pictures in a row the others wait for the next try as well."""


class Emojis:
    """Fetches and uploads the emojis, and passes them on as they come.

    For a missing one it takes an earlier drawing, or else a character such as ⚀.
    """

    def __init__(
        self,
        client: discord.Client,
        leader: Leader,
        draw_with: Callable[[Glyphs], None],
        redraw: Callable[[], None],
    ) -> None:
        """Upload by ``client`` while it is the leader; otherwise wait until the leader has done so.

        ``draw_with`` gets all emojis so far, each time there are more. ``redraw`` runs when boards show characters and
        none is needed any more.
        """
        self._client = client
        self._leader = leader
        self._draw_with = draw_with
        self._redraw = redraw
        self._listed: dict[str, str] = {}
        self._in_use = False
        self._plain = False
        self.errand = RetryingTask("uploading the dice emojis", self._bring)

    async def begin(self, seconds: float) -> None:
        """Fetch and upload them, but wait at most so many ``seconds``; boards then show what there is."""
        self._leader.on_lead(self.errand.ask)
        await self.errand.begin(seconds)
        self._in_use = True
        self._plain = not self._complete()

    async def _bring(self) -> None:
        await self._look()
        refused = 0
        for name in self._missing() if self._leader.leads else ():
            try:
                await self._upload(name)
            except discord.HTTPException as error:
                refused += 1
                if error.status != _REFUSED or refused >= _REFUSALS:
                    raise
            else:
                refused = 0
        if self._plain and self._in_use and self._complete():
            self._plain = False
            self._redraw()
        if missing := self._missing():
            why = "Discord refused" if self._leader.leads else "the leading process has not uploaded"
            raise MissingEmojis(f"{why} {', '.join(missing)}")

    def _missing(self) -> list[str]:
        return [name for name in art.NAMES if art.emoji(name) not in self._listed]

    def _complete(self) -> bool:
        return all(self._shown(name) for name in art.NAMES)

    def _shown(self, name: str) -> str | None:
        """The emoji of the newest uploaded drawing of a picture."""
        return next((self._listed[emoji] for emoji in reversed(art.emojis(name)) if emoji in self._listed), None)

    async def _look(self) -> None:
        """Use the emojis that an earlier start, or another process just now, has uploaded."""
        self._listed = {emoji.name: str(emoji) for emoji in await self._client.fetch_application_emojis()}
        self._draw()

    async def _upload(self, name: str) -> None:
        emoji = art.emoji(name)
        if emoji in self._listed:
            return
        try:
            self._listed[emoji] = str(await self._client.create_application_emoji(name=emoji, image=art.read(name)))
        except discord.HTTPException as error:
            if error.status != _REFUSED:
                raise
            await self._look()  # Discord takes a name once: another process may have been quicker.
            if emoji not in self._listed:
                raise
        else:
            self._draw()

    def _draw(self) -> None:
        shown = ((name, self._shown(name)) for name in art.NAMES)
        self._draw_with({**PLAIN_GLYPHS, **{name: glyph for name, glyph in shown if glyph is not None}})


class MissingEmojis(discord.DiscordException):
    """Some pictures are not at Discord yet."""
