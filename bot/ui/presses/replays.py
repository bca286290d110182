"""Stepping through a finished game: what ``/replay`` and the buttons of its private message do.

The message carries all there is to know, so it works after a restart; nothing is written.
"""

from __future__ import annotations

import re

from bot.engine.errors import IllegalAction
from bot.screens.kit.values import Desk, Screen
from bot.screens.table.replay import BACK, FIRST, LAST, ON, TURN_BACK, TURN_ON, choosing_screen, replay_screen
from bot.tables.core import errors
from bot.tables.core.model import Status, Table, TableId, code
from bot.tables.play.service import TableService
from bot.tables.records.review import Review, check_over
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction, is_private
from bot.ui.table.presenter import Presenter

_STEP = re.compile(r"replay (\d{1,6}) (\w+)")
_SHEET = re.compile(r"replay sheet (\d{1,2})")


class Replays:
    """Shows finished games privately."""

    def __init__(self, tables: TableService, presenter: Presenter) -> None:
        """Ask ``tables``, draw as ``presenter`` does."""
        self._tables = tables
        self._presenter = presenter

    async def open(self, interaction: Interaction, table: Table) -> None:
        """Show the beginning of the game of ``table``, or ask whose sheet where everybody had one.

        Raises what :meth:`TableService.review` raises.
        """
        public = await self._public(table)
        if public is None:
            await self._begin(interaction, table, turned=False)
            return
        check_over(public)
        await self._answer(interaction, public, choosing_screen(self._desk(interaction), public), turned=False)

    async def press(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """``replay`` on a result, and everything on the private message."""
        now = await self._tables.get(table)
        if now.guild != interaction.guild_id:
            raise errors.NoTable(code(table))
        if do == "replay":
            await self.open(interaction, now)
        elif found := _SHEET.fullmatch(do):
            await self._begin(interaction, await self._own(now, int(found[1])), turned=True)
        elif found := _STEP.fullmatch(do):
            over, review = await self._tables.review(table, interaction.user.id)
            await self._show(interaction, over, review, _target(review, int(found[1]), found[2]), turned=True)
        else:
            raise IllegalAction(do)

    async def _public(self, table: Table) -> Table | None:
        """Return the table of everybody, where each player had one of their own."""
        if table.parent is not None:
            return await self._tables.get(table.parent)
        return table if table.manner.parallel and table.status is not Status.LOBBY else None

    async def _own(self, table: Table, seat: int) -> Table:
        public = await self._public(table)
        if public is None or seat >= len(public.players):
            raise IllegalAction(f"no sheet {seat}")
        own = (await self._tables.family(public)).get(public.players[seat])
        if own is None:
            raise errors.OtherRules
        return own

    async def _begin(self, interaction: Interaction, table: Table, *, turned: bool) -> None:
        over, review = await self._tables.review(table.id, interaction.user.id)
        await self._show(interaction, over, review, 0, turned=turned)

    async def _show(self, interaction: Interaction, over: Table, review: Review, number: int, *, turned: bool) -> None:
        screen = replay_screen(self._desk(interaction), review.at(over, number), await self._public(over))
        await self._answer(interaction, over, screen, turned=turned)

    async def _answer(self, interaction: Interaction, table: Table, screen: Screen, *, turned: bool) -> None:
        """Show ``screen`` as a new private message, or, ``turned``, in place of the private one that was pressed."""
        rendered = render(screen, self._presenter.desk_for(interaction).glyphs, table.code, table.step)
        if turned and is_private(interaction):
            await interaction.response.edit_message(**rendered.kwargs)
        else:
            await interaction.response.send_message(**rendered.kwargs, ephemeral=True)

    def _desk(self, interaction: Interaction) -> Desk:
        return self._presenter.desk_for(interaction)


def _target(review: Review, number: int, word: str) -> int:
    """Return the position that ``word`` leads to from position ``number``. Raises IllegalAction."""
    match word:
        case _ if word == FIRST:
            return 0
        case _ if word == BACK:
            return number - 1
        case _ if word == ON:
            return number + 1
        case _ if word == LAST:
            return len(review.entries)
        case _ if word == TURN_BACK:
            return review.turn_before(number)
        case _ if word == TURN_ON:
            return review.turn_after(number)
    raise IllegalAction(word)
