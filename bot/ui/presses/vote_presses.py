"""Voting about the seat of somebody who does not come; the message is the call of the table, not its board."""

from __future__ import annotations

from bot.engine.errors import IllegalAction
from bot.screens.table.clock import decided_screen
from bot.tables.core.model import Table, TableId, Wish
from bot.tables.play.service import Change
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.reply import Interaction, is_private, saved
from bot.ui.presses.on_tables import OnTables

_VOLUNTEER = "volunteer"


class VotePresses(OnTables):
    """The handler of everything that begins with ``vote`` (:mod:`bot.screens.table.clock`)."""

    async def vote(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``vote volunteer`` or ``vote <wish>``: the answer is the message as it stands now."""
        await self._of_server(interaction, table)
        word, user = do.partition(" ")[2], interaction.user.id
        if word == _VOLUNTEER:
            await self._counted(interaction, await self._tables.volunteer(table, user, step))
            return
        if word not in list(Wish):
            raise IllegalAction(do)
        wish = Wish(word)
        change = await self._tables.vote(table, user, step, wish)
        if change.after.vote is not None and change.after.step == step:
            await self._counted(interaction, change)
        else:
            await self._decided(interaction, change, wish)

    async def _counted(self, interaction: Interaction, change: Change) -> None:
        """Show the votes; the message notifies nobody when it is edited."""
        table = change.after
        await _answer(interaction, table, await self._presenter.vote(table, ()))
        if not _on_call(interaction, table):
            self._presenter.later(self._presenter.vote_again(table), "post a vote again that was not pressed on")

    async def _decided(self, interaction: Interaction, change: Change, wish: Wish) -> None:
        """Show what was decided; what follows takes the message away."""
        desk = await self._presenter.desk_at(change.after)
        message = render(decided_screen(desk, change.after, wish), desk.glyphs)
        saved(interaction, change)
        try:
            await _answer(interaction, change.after, message)
        finally:
            self._presenter.later(self._presenter.changed(change), "show what was voted")


def _on_call(interaction: Interaction, table: Table) -> bool:
    """Whether the message that was pressed is the call of the table."""
    return interaction.message is not None and interaction.message.id == table.call


async def _answer(interaction: Interaction, table: Table, message: Rendered) -> None:
    """Draw the vote anew where it was pressed; no other message that others see is turned into it."""
    if is_private(interaction) or _on_call(interaction, table):
        await interaction.response.edit_message(**message.kwargs)
    else:
        await interaction.response.send_message(**message.kwargs, ephemeral=True)
