"""Choosing house rules in the lobby: a private screen for the host, and the lobby drawn anew for everybody."""

from __future__ import annotations

from bot.engine.errors import IllegalAction
from bot.engine.options import Rule
from bot.games import CATALOGUE
from bot.screens.kit.values import Desk, Screen
from bot.screens.table.options import PAGE, options_screen, preset_of, rule_of, rule_screen
from bot.tables.core import lobbies
from bot.tables.core.model import Table, TableId
from bot.tables.play.service import Change
from bot.ui.discord.adapter import render
from bot.ui.discord.reply import Interaction
from bot.ui.presses.on_tables import OnTables


class OptionPresses(OnTables):
    """The handler of everything that begins with ``option`` (:mod:`bot.screens.table.options`)."""

    async def option(self, interaction: Interaction, table: TableId, step: int, do: str) -> None:
        """Open the list, show a rule, choose. A choice says what shall be, so the step does not matter."""
        now = await self._of_server(interaction, table)
        lobbies.check_host(now, interaction.user.id)
        desk = self._presenter.desk_for(interaction)
        match do.split(" ")[1:]:
            case []:
                await self._show(interaction, now, options_screen(desk, now))
            case ["page", page, _] if page.isdecimal():
                await self._show(interaction, now, options_screen(desk, now, int(page)))
            case ["show", key]:
                await self._show(interaction, now, rule_screen(desk, now, _rule(now, key)))
            case ["set", key, number] if number.isdecimal():
                rule = _rule(now, key)
                if int(number) >= len(rule.choices):
                    raise IllegalAction(do)
                value = rule.choices[int(number)]
                change = await self._tables.choose(table, interaction.user.id, {key: value})
                await self._chosen(interaction, change, desk, _page_of(now, rule))
            case ["preset", key]:
                preset = preset_of(now.game, key)
                if preset is None:
                    raise IllegalAction(do)
                change = await self._tables.choose(table, interaction.user.id, preset.options, instead=True)
                await self._chosen(interaction, change, desk, 0)
            case _:
                raise IllegalAction(do)

    async def _chosen(self, interaction: Interaction, change: Change, desk: Desk, page: int) -> None:
        await self._show(interaction, change.after, options_screen(desk, change.after, page))
        if change.before != change.after:
            self._presenter.boards.ask(change.after.id)

    async def _show(self, interaction: Interaction, table: Table, screen: Screen) -> None:
        """Show ``screen`` in place of the private one that was pressed, or as a new one beside the lobby."""
        rendered = render(screen, self._presenter.desk_for(interaction).glyphs, table.code, table.step)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await interaction.response.edit_message(**rendered.kwargs)
        else:
            await interaction.response.send_message(**rendered.kwargs, ephemeral=True)


def _rule(table: Table, key: str) -> Rule:
    rule = rule_of(table.game, key)
    if rule is None:
        raise IllegalAction(key)
    return rule


def _page_of(table: Table, rule: Rule) -> int:
    return CATALOGUE[table.game.key].rules.index(rule) // PAGE
