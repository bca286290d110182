"""``/train``: a person's own mistakes come back as exercises until they know them. Nobody else sees any of it."""

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.screens.kit import RenderContext
from bot.screens.training import ANSWER, HINT, HINTED, HOME, NEXT, READ, READ_HINTED, exercise_screen, none_screen
from bot.tables.training import AskedExercise, Exercise
from bot.thinker.answers import Why
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, Sendable, in_words, personal_place, reader, whisper_rendered
from bot.ui.press.reasons import Reasons
from bot.ui.press.training import exercise, gathered, home, next_exercise
from cogs.base import ClientCog, on_press

Reason = Callable[[Exercise], Awaitable[Why | None]]
"""What asks why the best answer to an exercise is better."""


class TrainingPages(ClientCog, name="Training"):
    """Shows exercises privately."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the exercises of ``client``."""
        super().__init__(client)
        self._training = client.services.training
        self._reasons = Reasons(client.presenter.run_later)

    @app_commands.command(name=_s("train"), description=_s("Your own mistakes come back until you know better"))
    async def train(self, interaction: Interaction) -> None:
        """Look through the latest games, then show what to train."""
        await self._home(interaction)

    @on_press(HOME)
    async def _home(self, interaction: Interaction) -> None:
        context, user = self._context(interaction), interaction.user.id
        self._reasons.pressed(interaction)

        async def message() -> Sendable:
            return await home(interaction, context, self._training, self._client.services.puzzles)

        gathering, later = self._training.gather(user), self._client.presenter.run_later
        await gathered(interaction, context, gathering, message, later, replace=True)

    @on_press(NEXT)
    async def _next(self, interaction: Interaction, scope: str) -> None:
        self._reasons.pressed(interaction)
        message = await next_exercise(self._client.presenter.renderer, interaction, self._training, scope)
        await whisper_rendered(interaction, message, replace=True)

    @on_press(ANSWER)
    async def _answer(self, interaction: Interaction, key: str, tries: int, place: int, scope: str) -> None:
        """Take an answer; a button that was pressed before shows what counts."""
        guild = personal_place(interaction)
        asked = await self._training.answer(guild, interaction.user.id, key, tries, place)
        await self._show(interaction, asked, scope, self._training.why)

    @on_press(HINTED)
    async def _answer_hinted(self, interaction: Interaction, key: str, tries: int, place: int, scope: str) -> None:
        """Take an answer after a hint."""
        guild = personal_place(interaction)
        asked = await self._training.answer(guild, interaction.user.id, key, tries, place, hinted=True)
        await self._show(interaction, asked, scope, self._training.why, hint=True)

    @on_press(HINT)
    async def _hint(self, interaction: Interaction, key: str, scope: str) -> None:
        """Say what to think of in an exercise. Raises SwitchedOff."""
        await self._check_on(interaction, "hints")
        asked = await self._training.find(interaction.user.id, key)
        await self._show(interaction, asked, scope, self._training.idea, hint=True)

    async def _show(
        self, interaction: Interaction, asked: AskedExercise | None, scope: str, reason: Reason, *, hint: bool = False
    ) -> None:
        """Show an exercise with its ``reason``, or that a decision makes none."""
        if asked is None:
            await self._whisper(interaction, none_screen(self._context(interaction)))
            return

        async def message(known: Why | None) -> Sendable:
            return await exercise(self._client.presenter.renderer, interaction, asked, scope, known, hint=hint)

        await self._reasons.show(interaction, reason(asked.exercise), message)

    @on_press(READ)
    async def _read(self, interaction: Interaction, key: str, scope: str) -> None:
        """Show an exercise in words."""
        await self._heard(interaction, key, scope, hint=False)

    @on_press(READ_HINTED)
    async def _read_hinted(self, interaction: Interaction, key: str, scope: str) -> None:
        """Show an exercise in words after a hint, with it."""
        await self._heard(interaction, key, scope, hint=True)

    async def _heard(self, interaction: Interaction, key: str, scope: str, *, hint: bool) -> None:
        self._reasons.pressed(interaction)
        context = RenderContext(reader(interaction), in_words(interaction))
        asked = await self._training.find(interaction.user.id, key)
        screen = none_screen(context) if asked is None else exercise_screen(context, asked, scope, hint=hint)
        await whisper_rendered(interaction, render(screen, context.glyphs), replace=True)


setup = TrainingPages.add
