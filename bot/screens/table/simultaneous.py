"""Simultaneous games: the public board with everybody's progress, and the end of one's own sheet."""

from collections.abc import Mapping
from math import ceil

from bot.engine import Seat
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import LEAF_GREEN, SLATE, Button, RenderContext, Screen, Style, code_block, mention
from bot.tables.core.model import Status, Table
from bot.tables.play.simultaneous_moves import progress

_BAR = 10
"""Squares of a bar of progress."""


def simultaneous_screen(context: RenderContext, table: Table, own_tables: Mapping[int, Table]) -> Screen:
    """The public board: how many boxes each player has filled, with totals unless they stay hidden until the end."""
    t = context.t
    return Screen(
        title=t("{game}: everybody at once", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                t("Press **My sheet**: only you see it, and you play at your own speed."),
                _totals_line(context, table),
                "",
                *(_player_line(context, table, player, own_tables.get(player)) for player in table.players),
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


def pace_lines(context: RenderContext, table: Table) -> list[str]:
    """What the lobby says of it; nothing for a game in turns."""
    if table.mode.in_turns:
        return []
    said = context.t("Everybody plays at once, at their own speed, each on a private sheet.")
    return ["", f"{said} {_totals_line(context, table)}"]


def _totals_line(context: RenderContext, table: Table) -> str:
    if table.settings.hidden_totals:
        return context.t("Totals are shown at the end.")
    return context.t("Totals are shown after every turn.")


def _player_line(context: RenderContext, table: Table, player: int, own_table: Table | None) -> str:
    if own_table is None or own_table.gone:
        return f"{mention(player)}" + context.t(" (left)")
    done, of = progress(own_table)
    full = _BAR if done == of else min(ceil(done * _BAR / of), _BAR - 1)
    bar = "▓" * full + "░" * (_BAR - full)
    words = context.t("sheet full") if own_table.over else context.t("{done} of {of} boxes", done=done, of=of)
    total = "" if table.settings.hidden_totals else f" **{own_table.game.scores(own_table.state)[0]}**"
    return f"{mention(player)}{total}\n" + (words if context.plain else f"`{bar}` {words}")


def own_sheet_result_screen(context: RenderContext, own_table: Table) -> Screen:
    """One's own sheet after its end."""
    t = context.t
    game = t(CATALOGUE[own_table.game.key].label)
    lines = face_of(own_table.game.key).sheet(context, own_table.game, own_table.state, Seat(0))
    total = own_table.game.scores(own_table.state)[0]
    finished = own_table.status is Status.FINISHED
    if finished:
        said = t("You finish with **{points}** points. The ranking is told when everybody is done.", points=total)
    elif own_table.gone:
        said = t("You have left with **{points}** points; the others play on.", points=total)
    else:
        said = t("The game was ended before its end; it does not count.")
    return Screen(
        title=t("{game}: your sheet is full", game=game) if finished else t("{game}: your sheet", game=game),
        body=f"{said}\n{code_block(lines)}",
        footer=t("Table {code}", code=own_table.code),
        colour=LEAF_GREEN if finished else SLATE,
        rows=((Button("sheets", t("Sheets")),),),
    )
