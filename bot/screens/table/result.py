"""The end of a game: ranking, totals, the secret of the dice, Rematch."""

from __future__ import annotations

from bot.engine.types import Outcome, Seat
from bot.games import CATALOGUE
from bot.screens.daily.page import dice_field
from bot.screens.games import face_of
from bot.screens.kit.real_dice import real_dice_field
from bot.screens.kit.sides import members, own_totals, side_name, side_ranks
from bot.screens.kit.values import LEAF_GREEN, SLATE, Button, Desk, Field, Row, Screen, Style, mention, mentions
from bot.screens.table.told_dice import told_field
from bot.tables.core.model import Table

_MEDALS = ("🥇", "🥈", "🥉")


def result_screen(desk: Desk, table: Table) -> Screen:
    """A finished game."""
    t = desk.t
    outcome = table.outcome
    if outcome is None:
        return ended_screen(desk, table)
    return Screen(
        title=t("{game}: final result", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([*_story(desk, table, outcome), "", *_ranking(desk, table, outcome)]),
        fields=(_dice_field(desk, table),),
        footer=t("Table {code}", code=table.code),
        colour=LEAF_GREEN,
        rows=_rows(desk, table),
    )


def ended_screen(desk: Desk, table: Table) -> Screen:
    """A game that somebody ended early: nobody wins, nothing counts."""
    t, face = desk.t, face_of(table.game.key)
    lines = [
        f"{face.score_bold(desk, points)} · {mention(table.players[seat])}"
        for seat, points in enumerate(own_totals(table))
    ]
    return Screen(
        title=t("{game}: ended early", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([t("The game was ended before its end; it does not count."), "", *lines]),
        fields=(_dice_field(desk, table),),
        footer=t("Table {code}", code=table.code),
        colour=SLATE,
        rows=_rows(desk, table),
    )


def _story(desk: Desk, table: Table, outcome: Outcome) -> list[str]:
    """The winners, and how the game ended if its family says so; for a player alone this is everything."""
    told = face_of(table.game.key).story(desk, table, table.game, table.state)
    return told if told and len(table.players) == 1 else [*told, _verdict(desk, table, outcome)]


def _verdict(desk: Desk, table: Table, outcome: Outcome) -> str:
    t = desk.t
    winners = tuple(table.players[seat] for seat in outcome.winners)
    if len(table.players) == 1:
        return t("{player} finishes with **{points}** points.", player=mention(winners[0]), points=outcome.scores[0])
    if table.game.sides:
        return _sides_verdict(desk, table, outcome)
    if len(winners) == 1:
        return t("{player} wins!", player=mention(winners[0]))
    return t("{players} share the victory.", players=mentions(winners))


def _sides_verdict(desk: Desk, table: Table, outcome: Outcome) -> str:
    t = desk.t
    names = [f"**{side_name(desk, side)}**" for side in side_ranks(table, outcome)[0]]
    if len(names) == 1:
        return t("{side} wins!", side=names[0])
    return t("{players} share the victory.", players=t.listed(names))


def _ranking(desk: Desk, table: Table, outcome: Outcome) -> list[str]:
    if table.game.sides:
        return _sides_ranking(desk, table, outcome)
    lines: list[str] = []
    place = 1
    for group in outcome.ranks:
        lines.extend(_line(desk, table, outcome, seat, place) for seat in group)
        place += len(group)
    return lines


def _line(desk: Desk, table: Table, outcome: Outcome, seat: Seat, place: int) -> str:
    score = face_of(table.game.key).score_bold(desk, outcome.scores[seat])
    return f"{_medal(place)} {place}. {score} · {_player(desk, table, seat)}"


def _sides_ranking(desk: Desk, table: Table, outcome: Outcome) -> list[str]:
    """A line per side, its members below."""
    own, lines, place = own_totals(table), [], 1
    for group in side_ranks(table, outcome):
        for side in group:
            seats = members(table, side)
            points = outcome.scores[seats[0]]
            lines.append(f"{_medal(place)} {place}. **{points}** · {side_name(desk, side)}")
            lines.extend(
                f"> {f'**{own[seat]}** · ' if table.game.adds_partners else ''}{_player(desk, table, seat)}"
                for seat in seats
            )
        place += len(group)
    return lines


def _player(desk: Desk, table: Table, seat: Seat) -> str:
    """A player, their score in each game of a match, and whether they stayed."""
    games = table.game.own_games(table.state, seat)
    sums = f" ({' + '.join(map(str, games))})" if len(games) > 1 else ""
    left = desk.t(" (left)") if seat in table.gone else ""
    return f"{mention(table.players[seat])}{sums}{left}"


def _medal(place: int) -> str:
    return _MEDALS[place - 1] if place <= len(_MEDALS) else "▫️"


def _dice_field(desk: Desk, table: Table) -> Field:
    if table.manner.real_dice:
        return real_dice_field(desk)
    if table.mode.lasts_a_day:  # This does not know whether its day is over; others may still throw them.
        return dice_field(desk, table.fair, over=False)
    return told_field(desk, table)


def _rows(desk: Desk, table: Table) -> tuple[Row, ...]:
    t = desk.t
    sheets = Button("sheets", t("Sheets"))
    rematch = Button("rematch", t("Rematch"), Style.SUCCESS)
    others = (sheets, Button("rules", t("Rules")), Button("replay", t("Replay")))
    return (others if table.rematch is not None else (rematch, *others),)
