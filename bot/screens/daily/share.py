"""A result of the day as its player shares it: how it went, without a word about dice or points in it."""

from bot.screens.daily.page import day_title, place_words
from bot.screens.games import face_of
from bot.screens.kit import LEAF_GREEN, Button, RenderContext, Screen, mention
from bot.tables.core.model import Table
from bot.tables.daily.games import DailyResult


def share_screen(context: RenderContext, table: Table, result: DailyResult) -> Screen:
    """Return the public message: the player, the day, points and place, and how the game went."""
    summary = context.t(
        "{player}: **{points}** points, {place}.",
        player=mention(table.host),
        points=table.game.scores(table.state)[0],
        place=place_words(context, result),
    )
    streak = context.t.many("{n} day in a row.", "{n} days in a row.", result.streak) if result.streak > 1 else ""
    went = face_of(table.game.key).share_lines(context, table.game, table.state)
    return Screen(
        title=day_title(context, table.settings.daily or 0, table.game.key),
        body="\n".join([f"{summary} {streak}".rstrip(), *went]),
        colour=LEAF_GREEN,
        rows=((Button("daily show", context.t("Play the daily")),),),
    )
