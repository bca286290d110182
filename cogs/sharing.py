"""Take back: people remove again what they have shared, or what others have shared about them; managers remove any."""

from typing import Any, cast

from bot.screens.kit.sharing import TAKE_BACK, TAKE_BACK_ABOUT, taken_back_screen
from bot.tables.model import errors
from bot.ui.delivery.messages import offers
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction
from cogs.base import ClientCog, on_press


class Sharing(ClientCog):
    """Empties messages that somebody has shared."""

    @on_press(TAKE_BACK, TAKE_BACK_ABOUT)
    async def _take_back(self, interaction: Interaction, user: int, about: int | None = None) -> None:
        """Leave a line in place of the pressed message. Raises NotShared for everybody else, and for a forged press."""
        pressed = str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))
        may = interaction.user.id in (user, about) or await self._helps(interaction)
        if not may or not offers(interaction.message, pressed):
            raise errors.NotShared
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        await interaction.response.edit_message(**render(taken_back_screen(context), context.glyphs).edited)


setup = Sharing.add
