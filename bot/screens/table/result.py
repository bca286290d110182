"""The end of a game: who won, the ranking, the score of the evening, Rematch."""

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
    more_button,
    own_totals,
    place_sign,
    real_dice_field,
    side_name,
    side_ranks,
)
from bot.screens.kit.match import sums
from bot.screens.kit.sides import members
from bot.screens.table.rematch import evening_lines
from bot.tables.core.ballots import PendingCall
from bot.tables.core.model import Status, Table
from bot.tables.records.bests import BestGame

_CLOSE = 50
"""A game is close where the second lacks at most this part of the first one's points."""


def result_screen(
    context: RenderContext, table: Table, *, verified: bool = False, best: BestGame | None = None, told: bool = False
) -> Screen:
    """A finished game. ``verified`` says that the bot has computed its throws again, and they are the same.

    It is the ``best`` of somebody, or of the server. ``told`` says that it was posted as a new message.
    """
    outcome = table.outcome
    if outcome is None:
        return ended_screen(context, table)
    t = context.t
    return Screen(
        title="",
        content=verdict(context, table, outcome, told=told),
        body="\n".join(
            [
                t("**{game}** · final result", game=t(CATALOGUE[table.game.key].label)),
                *_best_lines(context, table, best),
                *_close_lines(context, table, outcome),
                *hinted_lines(context, table),
                *evening_lines(context, table),
                *face_of(table.game.key).story(context, table, table.game, table.state),
                *ranking_lines(context, table, outcome),
            ]
        ),
        fields=_dice_fields(context, table),
        footer=t("🔒 Dice verified · /verify") if verified else "",
        colour=LEAF_GREEN,
        rows=_rows(context, table),
    )


def hinted_lines(context: RenderContext, table: Table) -> list[str]:
    """Who had hints, so that nobody wonders why the game is missing in leaderboards; else nothing."""
    if not table.hinted:
        return []
    players = context.t.listed([mention(table.players[seat]) for seat in table.hinted])
    return [
        context.t(
            "With hints for {players}: the game does not count in leaderboards, ratings and records.", players=players
        )
    ]


def _best_lines(context: RenderContext, table: Table, best: BestGame | None) -> list[str]:
    if best is None:
        return []
    t, face, options = context.t, face_of(table.game.key), table.game.options
    few = face.fewest_is_best(options)
    score = face.score_words(context, best.score, options) if few else t.number(best.score)
    if best.record:
        line = t("A server record: {score}!", score=score)
    else:
        line = t("{player}'s best game yet: {score}", player=mention(table.players[best.seat]), score=score)
    return [_starred(context, line)]


def _close_lines(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """A line for a game that was decided by next to nothing."""
    if len(outcome.ranks) < 2 or face_of(table.game.key).fewest_is_best(table.game.options):
        return []
    first, second = (outcome.scores[seats[0]] for seats in outcome.ranks[:2])
    if first == second or (first - second) * _CLOSE > first:  # Of equal points, the story says how they were parted.
        return []
    t = context.t
    return [
        _starred(context, t.many("Photo finish: {n} point apart!", "Photo finish: {n} points apart!", first - second))
    ]


def _starred(context: RenderContext, line: str) -> str:
    return f"**{line}**" if context.plain else f"★ **{line}**"


def ended_screen(context: RenderContext, table: Table) -> Screen:
    """A game that somebody ended early: nobody wins, nothing counts."""
    t, face = context.t, face_of(table.game.key)
    totals = own_totals(table)
    standing = sorted(range(len(totals)), key=totals.__getitem__, reverse=True)
    lines = [
        f"{face.score_bold(context, totals[seat], table.game.options)} · {mention(table.players[seat])}"
        for seat in standing
    ]
    return Screen(
        title="",
        content=t("**{game}** · ended early", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([t("The game ended early, so it does not count."), *lines]),
        fields=_dice_fields(context, table),
        colour=SLATE,
        rows=_rows(context, table),
    )


def verdict(context: RenderContext, table: Table, outcome: Outcome, *, told: bool = False) -> str:
    """Who won. A result that is posted as a new message names everybody else behind it, so that it notifies them.

    That is so where all played at once, and after a break. Once ``told``, it names them still: without its mention,
    a message loses its mark among those that mention somebody.
    """
    said = f"**{_winners(context, table, outcome)}**"
    if table.mode.in_turns and not told and table.pending_call is not PendingCall.RESULT:
        return said
    named = () if table.game.sides else {table.players[seat] for seat in outcome.winners}
    return " ".join([said, *(mention(player) for player in table.players if player not in named)])


def _winners(context: RenderContext, table: Table, outcome: Outcome) -> str:
    t = context.t
    if len(table.players) == 1:
        score = face_of(table.game.key).score_words(context, outcome.scores[0], table.game.options)
        return t("{player} finishes with {score}.", player=mention(table.players[0]), score=score)
    if table.game.sides:
        names = [side_name(context, table, side) for side in side_ranks(table, outcome)[0]]
    else:
        names = [mention(table.players[seat]) for seat in outcome.winners]
    if len(names) == 1:
        return t("{player} wins!", player=names[0])
    return t("{players} share the victory.", players=t.listed(names))


def ranking_lines(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """Everybody's place and score, the best first; nothing for who plays alone."""
    if len(table.players) == 1:
        return []
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
    sign = place_sign(context, place, earned=earns_medal(table, outcome, seat))
    return f"{sign} {score} · {_player(context, table, seat)}"


def _sides_ranking(context: RenderContext, table: Table, outcome: Outcome) -> list[str]:
    """A line per side, its members below."""
    face, options = face_of(table.game.key), table.game.options
    own_table, lines, place = own_totals(table), [], 1
    for group in side_ranks(table, outcome):
        for side in group:
            seats = members(table, side)
            sign = place_sign(context, place, earned=earns_medal(table, outcome, seats[0]))
            points = face.score_bold(context, outcome.scores[seats[0]], options)
            lines.append(f"{sign} {points} · {side_name(context, table, side)}")
            for seat in seats:
                own = f"**{context.t.number(own_table[seat])}** · " if table.game.adds_partners else ""
                lines.append(f"> {own}{_player(context, table, seat)}")
        place += len(group)
    return lines


def earns_medal(table: Table, outcome: Outcome, seat: Seat) -> bool:
    """Whether a place is worth a medal: nobody gets one for nothing, nor for a game they left."""
    face = face_of(table.game.key)
    with_points = face.fewest_is_best(table.game.options) or outcome.scores[seat] > 0
    if face.last_loses(table.game.options) and seat in outcome.ranks[-1] and len(outcome.ranks) > 1:
        return False
    return with_points and (bool(table.game.sides) or seat not in table.gone)


def _player(context: RenderContext, table: Table, seat: Seat) -> str:
    """A player, their score in each game of a match, whether they had hints, and whether they stayed."""
    games = sums(context.t, table.game.own_games(table.state, seat))
    notes = [games] if games else []
    notes += [context.t("with hints")] if seat in table.hinted else []
    left = context.t(" (left)") if seat in table.gone else ""
    return f"{mention(table.players[seat])}{''.join(f' ({note})' for note in notes)}{left}"


def _dice_fields(context: RenderContext, table: Table) -> tuple[Field, ...]:
    """What has to be said of dice that are the players' own, or everybody's; ``/verify`` knows all others."""
    if table.settings.real_dice:
        return (real_dice_field(context, table),)
    if table.mode.lasts_a_day:  # This does not know whether its day is over; others may still throw them.
        return (dice_field(context, table.seed, over=False),)
    return ()


def _rows(context: RenderContext, table: Table) -> tuple[Row, ...]:
    """Three buttons, one row of a phone; More has the replay where the review takes its place, and the review too."""
    t = context.t
    again = t("Rematch") if len(table.staying) > 1 else t("Play again")
    rematch = (Button("rematch", again, Style.SUCCESS),) if table.rematch is None else ()
    reviewed = table.status is Status.FINISHED
    story = Button("review", t("Review")) if reviewed else Button("replay", t("Replay"))
    return ((*rematch, story, more_button(context)),)
