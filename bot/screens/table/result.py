"""The end of a game: ranking, totals, the secret of the dice, Rematch."""

from bot.engine import Outcome, Seat
from bot.games import CATALOGUE
from bot.screens.daily.page import dice_field
from bot.screens.games import face_of
from bot.screens.kit import (
    LEAF_GREEN,
    SLATE,
    Button,
    Field,
    RenderContext,
    Row,
    Screen,
    Style,
    mention,
    mentions,
    own_totals,
    real_dice_field,
    side_name,
    side_ranks,
)
from bot.screens.kit.match import sums
from bot.screens.kit.sides import members
from bot.screens.table.dice_proof import secret_field
from bot.tables.core.model import Table

_MEDALS = ("🥇", "🥈", "🥉")


def result_screen(context: RenderContext, table: Table) -> Screen:
    """A finished game."""
    outcome = table.outcome
    if outcome is None:
        return ended_screen(context, table)
    return Screen(
        title=context.t("{game}: final result", game=context.t(CATALOGUE[table.game.key].label)),
        body="\n".join([*_story(context, table, outcome), "", *_ranking(context, table, outcome)]),
        fields=(_dice_field(context, table),),
        footer=context.t("Table {code}", code=table.code),
        colour=LEAF_GREEN,
        rows=_rows(context, table),
    )


def ended_screen(context: RenderContext, table: Table) -> Screen:
    """A game that somebody ended early: nobody wins, nothing counts."""
    t, face = context.t, face_of(table.game.key)
    lines = [
        f"{face.score_bold(context, points, table.game.options)} · {mention(table.players[seat])}"
        for seat, points in enumerate(own_totals(table))
    ]
    return Screen(
        title=t("{game}: ended early", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([t("The game was ended before its end; it does not count."), "", *lines]),
        fields=(_dice_field(context, table),),
        footer=t("Table {code}", code=table.code),
        colour=SLATE,
        rows=_rows(context, table),
    )


def _story(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """The winners, and how the game ended if its family says so; for a player alone this is everything."""
    story_lines = face_of(table.game.key).story(context, table, table.game, table.state)
    return story_lines if story_lines and len(table.players) == 1 else [*story_lines, _verdict(context, table, outcome)]


def _verdict(context: RenderContext, table: Table, outcome: Outcome) -> str:
    winners = tuple(table.players[seat] for seat in outcome.winners)
    if len(table.players) == 1:
        return context.t(
            "{player} finishes with **{points}** points.", player=mention(winners[0]), points=outcome.scores[0]
        )
    if table.game.sides:
        return _sides_verdict(context, table, outcome)
    if len(winners) == 1:
        return context.t("{player} wins!", player=mention(winners[0]))
    return context.t("{players} share the victory.", players=mentions(winners))


def _sides_verdict(context: RenderContext, table: Table, outcome: Outcome) -> str:
    names = [f"**{side_name(context, table, side)}**" for side in side_ranks(table, outcome)[0]]
    if len(names) == 1:
        return context.t("{side} wins!", side=names[0])
    return context.t("{players} share the victory.", players=context.t.listed(names))


def _ranking(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    if table.game.sides:
        return _sides_ranking(context, table, outcome)
    lines: list[str] = []
    place = 1
    for group in outcome.ranks:
        lines.extend(_line(context, table, outcome, seat, place) for seat in group)
        place += len(group)
    return lines


def _line(context: RenderContext, table: Table, outcome: Outcome, seat: Seat, place: int) -> str:
    score = face_of(table.game.key).score_bold(context, outcome.scores[seat], table.game.options)
    return f"{_medal(place)} {place}. {score} · {_player(context, table, seat)}"


def _sides_ranking(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """A line per side, its members below."""
    own_table, lines, place = own_totals(table), [], 1
    for group in side_ranks(table, outcome):
        for side in group:
            seats = members(table, side)
            points = outcome.scores[seats[0]]
            lines.append(f"{_medal(place)} {place}. **{points}** · {side_name(context, table, side)}")
            lines.extend(
                f"> {f'**{own_table[seat]}** · ' if table.game.adds_partners else ''}{_player(context, table, seat)}"
                for seat in seats
            )
        place += len(group)
    return lines


def _player(context: RenderContext, table: Table, seat: Seat) -> str:
    """A player, their score in each game of a match, and whether they stayed."""
    games = sums(table.game.own_games(table.state, seat))
    left = context.t(" (left)") if seat in table.gone else ""
    return f"{mention(table.players[seat])}{f' ({games})' if games else ''}{left}"


def _medal(place: int) -> str:
    return _MEDALS[place - 1] if place <= len(_MEDALS) else "▫️"


def _dice_field(context: RenderContext, table: Table) -> Field:
    if table.settings.real_dice:
        return real_dice_field(context, table)
    if table.mode.lasts_a_day:  # This does not know whether its day is over; others may still throw them.
        return dice_field(context, table.seed, over=False)
    return secret_field(context, table)


def _rows(context: RenderContext, table: Table) -> tuple[Row, ...]:
    sheets = Button("sheets", context.t("Sheets"))
    rematch = Button("rematch", context.t("Rematch"), Style.SUCCESS)
    others = (sheets, Button("rules", context.t("Rules")), Button("replay", context.t("Replay")))
    return (others if table.rematch is not None else (rematch, *others),)
