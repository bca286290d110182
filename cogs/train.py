"""``/train``: a person's own mistakes come back as exercises until they know them. Nobody else sees any of it."""

import asyncio
import logging

import discord
from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.screens.kit import RenderContext, Screen
from bot.screens.training import ANSWER, HOME, NEXT, READ, exercise_screen, none_screen
from bot.tables.model.memory import LruCache
from bot.tables.training import AskedExercise
from bot.thinker.answers import Why
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, in_words, reader, whisper_rendered
from bot.ui.pace.budget import LOST
from bot.ui.press.training import gathered, home, next_screen
from cogs.base import ClientCog, on_press

log = logging.getLogger(__name__)

_WHY_SECONDS = 0.3
"""Seconds that an answer waits for the reason, which comes by an edit otherwise."""
_READERS = 1000


class TrainingPages(ClientCog, name="Training"):
    """Shows exercises privately."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the exercises of ``client``."""
        super().__init__(client)
        self._training = client.services.training
        self._latest = LruCache[int, int](_READERS)
        """The latest press of each reader: a reason that comes late changes nothing after another one."""

    @app_commands.command(name=_s("train"), description=_s("Your own mistakes come back until you know better"))
    @app_commands.guild_only()
    async def train(self, interaction: Interaction) -> None:
        """Look through the latest games, then show what to train."""
        await self._home(interaction)

    @on_press(HOME)
    async def _home(self, interaction: Interaction) -> None:
        context, user = self._context(interaction), interaction.user.id
        self._latest.put(user, interaction.id)

        async def screen() -> Screen:
            return await home(context, self._training, self._client.services.puzzles, user)

        gathering, later = self._training.gather(user), self._client.presenter.run_later
        await gathered(interaction, context, gathering, screen, later, replace=True)

    @on_press(NEXT)
    async def _next(self, interaction: Interaction, scope: str) -> None:
        context = self._context(interaction)
        await self._whisper(interaction, await next_screen(context, self._training, interaction.user.id, scope))

    @on_press(ANSWER)
    async def _answer(self, interaction: Interaction, key: str, tries: int, place: int, scope: str) -> None:
        """Take an answer; a button that was pressed before shows what counts."""
        context, user = self._context(interaction), interaction.user.id
        asked = await self._training.answer(user, key, tries, place)
        if asked is None:
            await self._whisper(interaction, none_screen(context))
            return
        explaining = asyncio.ensure_future(self._training.why(asked.exercise))
        await asyncio.wait((explaining,), timeout=_WHY_SECONDS)
        why = explaining.result() if explaining.done() else None
        await self._whisper(interaction, exercise_screen(context, asked, scope, why))
        if not explaining.done():
            self._client.presenter.run_later(
                self._explain_later(interaction, asked, scope, explaining), "explain an exercise"
            )

    async def _explain_later(
        self, interaction: Interaction, asked: AskedExercise, scope: str, explaining: asyncio.Future[Why | None]
    ) -> None:
        """Add the reason once it is known, unless its reader has pressed on."""
        why = await explaining
        if why is None or self._latest.get(interaction.user.id) != interaction.id:
            return
        context = self._context(interaction)
        shown = render(exercise_screen(context, asked, scope, why), context.glyphs)
        try:
            await interaction.edit_original_response(**shown.edited)
        except (*LOST, discord.HTTPException) as error:
            log.info("the reason of an exercise could not be shown: %s", error)

    async def _whisper(self, interaction: Interaction, screen: Screen, *, replace: bool = True) -> None:
        self._latest.put(interaction.user.id, interaction.id)
        await super()._whisper(interaction, screen, replace=replace)

    @on_press(READ)
    async def _read(self, interaction: Interaction, key: str, scope: str) -> None:
        """Show an exercise in words."""
        context = RenderContext(reader(interaction), in_words(interaction))
        asked = await self._training.find(interaction.user.id, key)
        screen = none_screen(context) if asked is None else exercise_screen(context, asked, scope)
        await whisper_rendered(interaction, render(screen, context.glyphs), replace=True)


setup = TrainingPages.add
