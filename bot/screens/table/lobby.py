"""The lobby: the players, the game, and the promise about the dice."""

from bot.games import CATALOGUE
from bot.screens.kit import (
    SLATE,
    Button,
    Field,
    RenderContext,
    Screen,
    Style,
    lobby_lines,
    lobby_sign,
    mention,
    real_dice_field,
    rules_in_force,
)
from bot.screens.kit.sides import lobby_rows as side_rows
from bot.screens.table.clock import lobby_lines as clock_lines
from bot.screens.table.dice_proof import unused_field
from bot.screens.table.simultaneous import pace_lines
from bot.screens.table.stirring import seal_field, stir_lines, stir_rows, stir_sign
from bot.tables.core.model import Table
from bot.tables.play import clock


def lobby_screen(context: RenderContext, table: Table) -> Screen:
    """The table before the game: Join, Leave, Start, Cancel, Stir, Rules, Options."""
    t = context.t
    free = table.capacity - len(table.players)
    return Screen(
        title=t("{game}: who plays?", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                t("{host} has put the dice on the table. Press **Join** to take a seat.", host=mention(table.host)),
                "",
                *_seats(context, table),
                t.many("{n} seat is free.", "{n} seats are free.", free) if free else t("Every seat is taken."),
                *lobby_lines(context, table),
                *pace_lines(context, table),
                *clock_lines(context, table),
                *stir_lines(context, table),
            ]
        ),
        fields=(
            Field(t("House rules"), rules_in_force(context, table.game)),
            real_dice_field(context, table) if table.settings.real_dice else seal_field(context, table),
        ),
        footer=t("Table {code}", code=table.code),
        rows=(
            (
                Button("join", t("Join"), Style.SUCCESS, disabled=not free),
                Button("leave", t("Leave")),
                Button("start", t("Start"), Style.PRIMARY),
                Button("cancel", t("Cancel"), Style.DANGER),
            ),
            *side_rows(context, table),
            *stir_rows(context, table),
            (Button("rules", t("Rules")), Button("option", t("Options")), Button("clock", t("Clock"))),
        ),
    )


def cancelled_screen(context: RenderContext, table: Table) -> Screen:
    """A closed lobby, from which nobody will play. It shows its secret: the next one has another."""
    return Screen(
        title=context.t("{game}: table closed", game=context.t(CATALOGUE[table.game.key].label)),
        body=context.t("Nobody has started this game for a day, so I have closed the table.")
        if table.stage == clock.GIVEN_UP
        else context.t("This table was closed before the game began."),
        fields=() if table.settings.real_dice else (unused_field(context, table),),
        footer=context.t("Table {code}", code=table.code),
        colour=SLATE,
    )


def _seats(context: RenderContext, table: Table) -> list[str]:
    host = context.t("host")
    return [
        f"{number}. {mention(player)}"
        + (f" ({host})" if player == table.host else "")
        + lobby_sign(context, table, player)
        + stir_sign(context, table, player)
        for number, player in enumerate(table.players, 1)
    ]
