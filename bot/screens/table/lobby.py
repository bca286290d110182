"""The lobby: the players, the game, and the promise about the dice."""

from collections.abc import Mapping

from bot.games import CATALOGUE
from bot.screens.computers.words import level_lines
from bot.screens.games import face_of
from bot.screens.kit import (
    SLATE,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Screen,
    Style,
    dice_heading,
    lobby_lines,
    lobby_sign,
    more_button,
    real_dice_field,
    rules_in_force,
)
from bot.screens.kit.sides import lobby_rows as side_rows
from bot.screens.table.clock import lobby_lines as clock_lines
from bot.screens.table.rematch import awaited_lines, rematch_lines, rematch_title, seated
from bot.screens.table.simultaneous import pace_lines
from bot.screens.table.stirring import left_lines, seal_lines, stir_sign, stop_buttons
from bot.tables.core.model import Hints, Table
from bot.tables.core.occupants import Level
from bot.tables.play import clock

EVERYBODY_AS_NAMED: Mapping[Level, Level] = {}
"""Computers who play like their level."""


def lobby_screen(context: RenderContext, table: Table, plays_as: Mapping[Level, Level] = EVERYBODY_AS_NAMED) -> Screen:
    """The table before the game: who sits here, what differs from the usual game, and the seal of the dice.

    ``plays_as`` are the levels of computers that play like others, by the rules of this table.
    """
    t = context.t
    free = table.capacity - len(table.players)
    return Screen(
        title="",
        content=rematch_title(context, table)
        if table.invited
        else t("**{game}** · who plays?", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                *_dice(context, table),
                *rematch_lines(context, table),
                *_seats(context, table),
                *awaited_lines(context, table),
                *level_lines(context, plays_as),
                t.many("{n} seat is free.", "{n} seats are free.", free) if free else t("Every seat is taken."),
                *lobby_lines(context, table),
                *pace_lines(context, table),
                *_hint_lines(context, table),
                *clock_lines(context, table),
                *left_lines(context, table),
                "",
                rules_in_force(context, table.game),
                *([] if table.settings.real_dice else seal_lines(context, table)),
            ]
        ),
        fields=(real_dice_field(context, table),) if table.settings.real_dice else (),
        rows=_rows(context, table, free),
    )


def _dice(context: RenderContext, table: Table) -> list[str]:
    """A hand of this game's dice as a heading, where people see dice."""
    face = face_of(table.game.key)
    power = 6 if table.game.options.get("power") else None
    shown = dice_heading(context, DiceInHand(face.lobby_dice, power, look=face.look), 0)
    return [shown] if shown else []


def _rows(context: RenderContext, table: Table, free: int) -> tuple[Row, ...]:
    """The buttons. Where there are sides, one joins by choosing one of them, or any."""
    t = context.t
    players, awaited = len(table.players), set(table.invited).difference(table.players)
    alone = players == 1 and 1 in table.seats and not awaited
    # Whoever is one of several too few is told how many it takes.
    impossible = players == 1 and 1 not in table.seats
    start = Button("start", t("Start (alone)") if alone else t("Start"), Style.PRIMARY, disabled=impossible)
    leave = Button("leave", t("Leave"))
    stir = stop_buttons(context, table)
    sides = side_rows(context, table)
    seats: tuple[Row, ...] = (
        (*sides, (start, leave, *stir))
        if sides
        else ((Button("join", t("Join"), Style.SUCCESS, disabled=not free), start, leave, *stir),)
    )
    add = Button("computers", t("Computers") if table.computers else t("Add computer"))
    others = (Button("option", t("Options")), Button("rules", t("Rules")), more_button(context))
    return (*seats, others if table.settings.real_dice else (*others, add))


def cancelled_screen(context: RenderContext, table: Table) -> Screen:
    """A closed lobby, from which nobody will play. ``/verify`` tells its secret: the next one has another."""
    return Screen(
        title=context.t("{game}: table closed", game=context.t(CATALOGUE[table.game.key].label)),
        body=context.t("Nobody has started this game for a day, so I have closed the table.")
        if table.stage == clock.GIVEN_UP
        else context.t("This table was closed before the game began."),
        footer=context.t("Table {code}", code=table.code),
        colour=SLATE,
    )


def _hint_lines(context: RenderContext, table: Table) -> list[str]:
    """That everybody may have hints; what is usual needs no word."""
    if table.settings.hints is not Hints.ON:
        return []
    return ["", context.t("With hints for everybody: the first one makes the game unranked.")]


def _seats(context: RenderContext, table: Table) -> list[str]:
    """Everybody at the table; in a rematch without numbers, as those who are not in yet stand below."""
    host = context.t("host")
    return [
        ("" if table.invited else f"{number}. ")
        + seated(context, table, player)
        + (f" · {host}" if player == table.host else "")
        + lobby_sign(context, table, player)
        + stir_sign(context, table, player)
        for number, player in enumerate(table.players, 1)
    ]
