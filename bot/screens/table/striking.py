"""Asking before a box is struck, for people who prefer that: ``sure <action>`` does it, ``unsure`` does not."""

from __future__ import annotations

from typing import cast

from bot.engine.play import legal
from bot.games.yum.actions import Mark, Strike
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.screens.games.yum.press import column_name
from bot.screens.kit.values import Button, Desk, Screen, Style
from bot.tables.core.model import Table


def struck_box(desk: Desk, table: Table, do: str) -> str | None:
    """The box that the action called ``do`` would strike, or write 0 in; None where it does nothing of that kind."""
    game = table.game
    if not isinstance(game, Yum) or table.state is None:
        return None
    state = cast(State, table.state)
    action = legal(game, state).get(do)
    if not isinstance(action, Mark | Strike) or (isinstance(action, Mark) and game.preview(state, action)):
        return None
    name = desk.t(game.layout.box(action.box).label)
    if not action.column:
        return name
    return desk.t("{box}, {column}", box=name, column=column_name(desk, game, action.column))


def strike_screen(desk: Desk, table: Table, box: str, do: str) -> Screen:
    """The question."""
    t = desk.t
    return Screen(
        title=t("Strike {box}?", box=box),
        body=t("It would count 0 points."),
        footer=t("Table {code}", code=table.code),
        rows=((Button(f"sure {do}", t("Yes, strike it"), Style.DANGER), Button("unsure", t("No"))),),
    )
