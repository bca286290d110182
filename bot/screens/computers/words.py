"""The words for computer players: their levels, and how they stand in a list."""

from bot.engine import N_
from bot.screens.kit import RenderContext, mention
from bot.screens.kit.values import COMPUTER
from bot.tables.core.model import Table
from bot.tables.core.occupants import Computer, Level

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


def introduced(context: RenderContext, computer: Computer) -> str:
    """Return a computer with its level, for a list of players."""
    return context.t("{player}, {level}", player=mention(computer), level=level_name(context, computer.level))
