"""Draws tables: what a message of a table looks like now, for those around it. Nothing is sent from here."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from bot.engine.types import Event
from bot.locales import words
from bot.screens.kit.showing import Showing
from bot.screens.kit.values import PLAIN_GLYPHS, WORDS_ONLY, Desk, Glyphs
from bot.screens.table.board import table_screen
from bot.tables.core.errors import NotSaved
from bot.tables.core.model import Table, code
from bot.tables.core.store import StoreError
from bot.tables.daily.games import Dailies, DayResult
from bot.tables.people.choices import PlayerSettings
from bot.tables.play.service import Change, TableService
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.reply import Interaction, preferred, reader

log = logging.getLogger(__name__)

_NEWS_KEPT = 5000

NOBODY: Mapping[int, Table] = {}
"""The players' own tables of a game that is played in turns."""


class Drawing:
    """What screens are drawn with, and the boards of tables."""

    def __init__(self, tables: TableService, preferences: PlayerSettings, dailies: Dailies) -> None:
        """Draw ``tables``; the emojis come later, from :meth:`draw_with`."""
        self._tables = tables
        self._preferences = preferences
        self._dailies = dailies
        self._glyphs: Glyphs = PLAIN_GLYPHS
        self._news: OrderedDict[int, tuple[Event, ...]] = OrderedDict()

    @property
    def glyphs(self) -> Glyphs:
        """The emojis at hand."""
        return self._glyphs

    def draw_with(self, glyphs: Glyphs) -> None:
        """Use these emojis from now on."""
        self._glyphs = glyphs

    def desk(self, language: str) -> Desk:
        """Return what screens in ``language`` are drawn with."""
        return Desk(words(language), self._glyphs)

    def desk_for(self, interaction: Interaction) -> Desk:
        """Return what screens for the person who pressed or typed are drawn with."""
        return Desk(reader(interaction), WORDS_ONLY if preferred(interaction).plain else self._glyphs)

    async def desk_at(self, table: Table) -> Desk:
        """Return what messages about ``table``, for everybody around it, are drawn with."""
        plain, _ = await self._wishes(table)
        return Desk(words(table.language), WORDS_ONLY if plain else self._glyphs)

    async def drawn(self, table: Table, **how: Any) -> Rendered:
        """Return the table's message as it should look now, as those who sit there prefer it; see :meth:`_render`."""
        plain, by_menu = await self._wishes(table)
        if table.manner.daily is not None and table.over:
            how["day"] = await self._place(table)
        if "family" not in how:
            how["family"] = await self._tables.family(table)
        return self._render(table, plain, by_menu, **how)

    async def _place(self, table: Table) -> DayResult | None:
        """Return how a game of the day stands; nothing where that cannot be read: the game itself is saved."""
        try:
            return await self._dailies.result(table)
        except NotSaved as error:
            log.warning("table %s: its place is not known: %s", code(table.id), error)
            return None

    async def _wishes(self, table: Table) -> tuple[bool, bool]:
        """Return whether somebody here wants words only, and whether whoever is to act holds dice by a menu.

        Asked at each press: preferences are remembered (``PlayerSettings.of``), so nothing is read for it.
        """
        plain = by_menu = False
        turn = table.turn_player
        try:
            for seat, player in enumerate(table.players):
                if seat in table.gone or player < 0:
                    continue
                chosen = await self._preferences.of(player)
                plain = plain or chosen.plain
                by_menu = by_menu or (player == turn and chosen.hold == "menu")
        except StoreError as error:
            log.warning("table %s: preferences cannot be read: %s", code(table.id), error)
        return plain, by_menu

    def _render(
        self,
        table: Table,
        plain: bool,
        by_menu: bool,
        *,
        striking: bool = False,
        column: int | None = None,
        shown: frozenset[int] | None = None,
        family: Mapping[int, Table] = NOBODY,
        day: DayResult | None = None,
        language: str | None = None,
    ) -> Rendered:
        """Return the table's message as it should look now.

        ``shown`` are the dice held on the message that is drawn anew: they count when memory knows of none, which is
        so after a restart. ``family`` are the tables below this one; ``day`` is how a finished game of the day stands;
        ``language`` is that of a private board's reader.
        """
        held = self._tables.held(table)
        held, told = shown if held is None else held, self._tables.told(table)
        news = self._news.get(table.id, ())
        showing = Showing(held, striking, column, news, family=family, by_menu=by_menu, day=day, told=told)
        desk = Desk(words(language or table.language), WORDS_ONLY if plain else self._glyphs)
        return render(table_screen(desk, table, showing), desk.glyphs, code(table.id), table.step)

    def remember(self, change: Change) -> None:
        """Keep what happened last, to be told on the board. Not stored: after a restart the board just omits it."""
        self._news[change.after.id] = change.events
        self._news.move_to_end(change.after.id)
        if len(self._news) > _NEWS_KEPT:
            self._news.popitem(last=False)
