"""How a game ended: ranking, totals, the secret of the dice, Rematch."""

from __future__ import annotations

from bot.engine.types import Outcome, Seat
from bot.games import CATALOGUE
from bot.screens.kit import LEAF_GREEN, SLATE, Button, Desk, Field, Row, Screen, Style, mention, mentions
from bot.tables.model import Table

_MEDALS = ("🥇", "🥈", "🥉")


def result_screen(desk: Desk, table: Table) -> Screen:
    """A finished game."""
    t = desk.t
    outcome = table.outcome
    if outcome is None:
        return ended_screen(desk, table)
    return Screen(
        title=t("{game}: final result", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([_verdict(desk, table, outcome), "", *_ranking(desk, table, outcome)]),
        fields=(_dice_field(desk, table),),
        footer=t("Table {code}", code=table.code),
        colour=LEAF_GREEN,
        rows=_rows(desk, table),
    )


def ended_screen(desk: Desk, table: Table) -> Screen:
    """A game ended before its end: nobody wins, nothing is counted."""
    t = desk.t
    scores = table.game.scores(table.state)
    lines = [f"**{scores[seat]}** · {mention(player)}" for seat, player in enumerate(table.players)]
    return Screen(
        title=t("{game}: ended early", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([t("The game was ended before its end; it does not count."), "", *lines]),
        fields=(_dice_field(desk, table),),
        footer=t("Table {code}", code=table.code),
        colour=SLATE,
        rows=_rows(desk, table),
    )


def _verdict(desk: Desk, table: Table, outcome: Outcome) -> str:
    t = desk.t
    winners = tuple(table.players[seat] for seat in outcome.winners)
    if len(table.players) == 1:
        return t("{player} finishes with **{points}** points.", player=mention(winners[0]), points=outcome.scores[0])
    if len(winners) == 1:
        return t("{player} wins!", player=mention(winners[0]))
    return t("{players} share the victory.", players=mentions(winners))


def _ranking(desk: Desk, table: Table, outcome: Outcome) -> list[str]:
    lines: list[str] = []
    place = 1
    for group in outcome.ranks:
        lines.extend(_line(desk, table, outcome, seat, place) for seat in group)
        place += len(group)
    return lines


def _line(desk: Desk, table: Table, outcome: Outcome, seat: Seat, place: int) -> str:
    medal = _MEDALS[place - 1] if place <= len(_MEDALS) else "▫️"
    left = desk.t(" (left)") if seat in table.gone else ""
    return f"{medal} {place}. **{outcome.scores[seat]}** · {mention(table.players[seat])}{left}"


def _dice_field(desk: Desk, table: Table) -> Field:
    t = desk.t
    return Field(
        t("Fair dice"),
        t(
            "Secret: `{secret}`\nSeal: `{seal}`\nCheck every throw with `/verify`.",
            secret=table.fair.secret.hex(),
            seal=table.fair.commitment,
        ),
    )


def _rows(desk: Desk, table: Table) -> tuple[Row, ...]:
    t = desk.t
    sheets = Button("sheets", t("Sheets"))
    rematch = Button("rematch", t("Rematch"), Style.SUCCESS)
    return (
        (sheets, Button("rules", t("Rules")))
        if table.rematch is not None
        else (rematch, sheets, Button("rules", t("Rules"))),
    )
