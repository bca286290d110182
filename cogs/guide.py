"""Guided first games: presses on their boards, which name no table."""

from bot.screens.guide import GUIDE, PLAY
from bot.ui.discord.reply import Interaction, guild_and_channel
from bot.ui.press.guide import do_lesson, play_for_real
from cogs.base import ClientCog, on_press


class GuidedGame(ClientCog, name="Guide"):
    """Shows lessons privately; the last one opens a table for everybody."""

    @on_press(GUIDE)
    async def _lesson(self, interaction: Interaction, game: str, number: int, do: str) -> None:
        choices = await self._client.services.settings.of(guild_and_channel(interaction)[0])
        await do_lesson(self._client.presenter, interaction, choices, game, number, do)

    @on_press(PLAY)
    async def _play(self, interaction: Interaction, game: str) -> None:
        client = self._client
        await play_for_real(client.opening, client.services.tables, client.presenter, interaction, game)


setup = GuidedGame.add
