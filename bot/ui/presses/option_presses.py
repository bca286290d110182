"""The host chooses how the game is played in the lobby, on a private screen; the lobby is drawn anew for everybody.

A choice says what shall be, so the step does not matter.
"""

from typing import Any

from bot.engine import IllegalAction, Rule
from bot.screens.kit import find_answer
from bot.screens.table.game_options import SHEET, question_screen, questions
from bot.screens.table.options import GAME, RULES, back_row, options_screen, preset_of, rule_of, rule_screen, tab_of
from bot.tables.core.model import Table
from bot.tables.play.service import Change
from bot.ui.presses.table_press import TablePress


async def show_options(press: TablePress, tab: str = GAME) -> None:
    """Show a page of the options."""
    now = await press.table_of_host()
    await press.whisper(options_screen(press.context, now, tab), now)


async def show_page(press: TablePress, page: int, button: str) -> None:
    """Show the house rules, as panels of version 0.1 ask for them page by page."""
    await show_options(press, RULES)


async def show_question(press: TablePress, key: str) -> None:
    """Show the answers to one question."""
    now = await press.table_of_host()
    question = next((one for one in questions(now) if one.key == key), None)
    if question is None:
        raise IllegalAction(press.do)
    await press.whisper(question_screen(press.context, now, question, back_row(press.context, GAME)), now)


async def pick(press: TablePress, key: str, word: str) -> None:
    """Answer one question."""
    answer = find_answer(questions(await press.table_of_host()), key, word)
    if answer is None:
        raise IllegalAction(press.do)
    if key == SHEET:
        change = await press.tables.choose_play(press.id, press.user, word)
    else:
        wanted: dict[str, Any] = {key: answer.value}
        change = await press.tables.choose_play(press.id, press.user, **wanted)
    await _chosen(press, change, GAME)


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
    await _chosen(press, change, tab_of(rule))


async def set_preset(press: TablePress, key: str) -> None:
    """Choose ready-made rules."""
    preset = preset_of((await press.table_of_host()).game, key)
    if preset is None:
        raise IllegalAction(press.do)
    await _chosen(press, await press.tables.choose(press.id, press.user, preset.options, instead=True), RULES)


async def _chosen(press: TablePress, change: Change, tab: str) -> None:
    await press.whisper(options_screen(press.context, change.after, tab), change.after)
    press.refresh_board(change)


def _rule(table: Table, key: str) -> Rule:
    rule = rule_of(table.game, key)
    if rule is None:
        raise IllegalAction(key)
    return rule
