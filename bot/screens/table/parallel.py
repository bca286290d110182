"""Simultaneous games: the public board with everybody's progress, and the end of one's own sheet."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from bot.engine.types import Seat
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit.values import LEAF_GREEN, SLATE, Button, Desk, Screen, Style, code_block, mention
from bot.tables.core.model import Status, Table
from bot.tables.play.parallel import progress

_BAR = 10
"""Squares of a bar of progress."""


def public_screen(desk: Desk, table: Table, family: Mapping[int, Table]) -> Screen:
    """The public board: how many boxes each player has filled, with totals unless they stay hidden until the end."""
    t = desk.t
    return Screen(
        title=t("{game}: everybody at once", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                t("Press **My sheet**: only you see it, and you play at your own speed."),
                _totals_line(desk, table),
                "",
                *(_player_line(desk, table, player, family.get(player)) for player in table.players),
            ]
        ),
        footer=t("Table {code}", code=table.code),
        rows=(
            (
                Button("mine", t("My sheet"), Style.PRIMARY),
                Button("sheets", t("Sheets")),
                Button("rules", t("Rules")),
            ),
        ),
    )


def pace_lines(desk: Desk, table: Table) -> list[str]:
    """What the lobby says of it; nothing for a game in turns."""
    if table.mode.in_turns:
        return []
    said = desk.t("Everybody plays at once, at their own speed, each on a private sheet.")
    return ["", f"{said} {_totals_line(desk, table)}"]


def _totals_line(desk: Desk, table: Table) -> str:
    if table.manner.hidden_totals:
        return desk.t("Totals are shown at the end.")
    return desk.t("Totals are shown after every turn.")


def _player_line(desk: Desk, table: Table, player: int, own: Table | None) -> str:
    t = desk.t
    if own is None or own.gone:
        return f"{mention(player)}" + t(" (left)")
    done, of = progress(own)
    full = _BAR if done == of else min(ceil(done * _BAR / of), _BAR - 1)
    bar = "▓" * full + "░" * (_BAR - full)
    words = t("sheet full") if own.over else t("{done} of {of} boxes", done=done, of=of)
    total = "" if table.manner.hidden_totals else f" **{own.game.scores(own.state)[0]}**"
    return f"{mention(player)}{total}\n" + (words if desk.plain else f"`{bar}` {words}")


def own_end_screen(desk: Desk, own: Table) -> Screen:
    """One's own sheet after its end."""
    t = desk.t
    game = t(CATALOGUE[own.game.key].label)
    lines = face_of(own.game.key).sheet(desk, own.game, own.state, Seat(0))
    total = own.game.scores(own.state)[0]
    finished = own.status is Status.FINISHED
    if finished:
        said = t("You finish with **{points}** points. The ranking is told when everybody is done.", points=total)
    elif own.gone:
        said = t("You have left with **{points}** points; the others play on.", points=total)
    else:
        said = t("The game was ended before its end; it does not count.")
    return Screen(
        title=t("{game}: your sheet is full", game=game) if finished else t("{game}: your sheet", game=game),
        body=f"{said}\n{code_block(lines)}",
        footer=t("Table {code}", code=own.code),
        colour=LEAF_GREEN if finished else SLATE,
        rows=((Button("sheets", t("Sheets")),),),
    )
