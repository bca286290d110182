"""The words for computer players: their levels, and how they stand in a list."""

from collections.abc import Mapping
from functools import partial

from bot.engine import N_, AnyGame, Level
from bot.screens.kit import RenderContext, mention
from bot.screens.kit.values import COMPUTER
from bot.tables.model.table import Computer, Table
from bot.tables.service.computers import PlaysBelow

_POINTS = "points"
"""What some averages count (:class:`bot.mind.strengths.Measure`)."""

LEVELS = {Level.BEGINNER: N_("beginner"), Level.REGULAR: N_("regular"), Level.CHAMPION: N_("champion")}
"""The names of levels (English), from the weakest on."""

ABOUT = {
    Level.BEGINNER: N_("Wants the most now, and slips now and then"),
    Level.REGULAR: N_("Plays sensibly, like people who know the game"),
    Level.CHAMPION: N_("The best that I can do"),
}
"""What they are like (English)."""


def level_name(context: RenderContext, level: Level) -> str:
    """Return the name of a level."""
    return context.t(LEVELS[level])


def playing_computer(context: RenderContext, table: Table) -> str:
    """Return the computer to act as the board names it: with the person for whom it plays."""
    occupant = table.turn_occupant
    if not isinstance(occupant, int):
        return mention(occupant or 0)
    return context.t("{computer} for {player}", computer=COMPUTER, player=mention(occupant))


def below_line(context: RenderContext, event: PlaysBelow) -> str:
    """Return that a computer does not play as its level promises for now."""
    player = mention(event.computer)
    if event.level is None:
        return context.t("⏳ {player} cannot think right now: it plays simple moves until it can.", player=player)
    level = level_name(context, event.level)
    return context.t("⏳ {player} is not ready yet and plays as {level} for now.", player=player, level=level)


def level_lines(context: RenderContext, plays_as: Mapping[Level, Level]) -> list[str]:
    """Return which levels play like a lower one by the rules of a table."""
    t, name = context.t, partial(level_name, context)
    return [
        t("🤖 With these rules, {level} plays like {lower}: I know no better.", level=name(level), lower=name(lower))
        for level, lower in plays_as.items()
    ]


def introduced(context: RenderContext, computer: Computer, game: AnyGame | None = None) -> str:
    """Return a computer with its level, for a list of players; with how strong that level is in ``game``."""
    strength = "" if game is None else strength_of(context, game, computer.level)
    named = context.t("{player}, {level}", player=mention(computer), level=level_name(context, computer.level))
    return f"{named} ({strength})" if strength else named


def strength_of(context: RenderContext, game: AnyGame, level: Level) -> str:
    """Return how strong a level was measured to be in ``game``; empty by house rules, which nobody has measured."""
    from bot.mind.strengths import averages  # noqa: PLC0415 - a bot without computers loads nothing of the mind.

    strength = None if game.options else averages(game.key).get(level)
    if strength is None:
        return ""
    if strength.measure == _POINTS:
        return context.t("about {points} points", points=round(strength.value))
    if level is Level.REGULAR:
        return ""  # The others are measured against this one.
    return context.t("beats regular in {share} of games", share=context.t.percent(strength.value))
