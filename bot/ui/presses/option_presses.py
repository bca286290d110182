"""The host chooses house rules in the lobby, on a private screen; the lobby is drawn anew for everybody.

A choice says what shall be, so the step does not matter.
"""

from bot.engine import IllegalAction, Rule
from bot.games import CATALOGUE
from bot.screens.table.options import PAGE, options_screen, preset_of, rule_of, rule_screen
from bot.tables.core.model import Table
from bot.tables.play.service import Change
from bot.ui.presses.table_press import TablePress


async def show_rules(press: TablePress, page: int = 0, button: str = "") -> None:
    """Show a page of the house rules."""
    now = await press.table_of_host()
    await press.whisper(options_screen(press.context, now, page), now)


async def show_rule(press: TablePress, key: str) -> None:
    """Show the choices of one rule."""
    now = await press.table_of_host()
    await press.whisper(rule_screen(press.context, now, _rule(now, key)), now)


async def set_rule(press: TablePress, key: str, choice: int) -> None:
    """Choose for one rule."""
    now = await press.table_of_host()
    rule = _rule(now, key)
    if choice >= len(rule.choices):
        raise IllegalAction(press.do)
    change = await press.tables.choose(press.id, press.user, {key: rule.choices[choice]})
    await _chosen(press, change, CATALOGUE[now.game.key].rules.index(rule) // PAGE)


async def set_preset(press: TablePress, key: str) -> None:
    """Choose ready-made rules."""
    preset = preset_of((await press.table_of_host()).game, key)
    if preset is None:
        raise IllegalAction(press.do)
    await _chosen(press, await press.tables.choose(press.id, press.user, preset.options, instead=True), 0)


async def _chosen(press: TablePress, change: Change, page: int) -> None:
    await press.whisper(options_screen(press.context, change.after, page), change.after)
    press.refresh_board(change)


def _rule(table: Table, key: str) -> Rule:
    rule = rule_of(table.game, key)
    if rule is None:
        raise IllegalAction(key)
    return rule
