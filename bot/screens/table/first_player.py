"""Which player begins and why, once, on the first board of a game that lets the dice choose."""

from bot.engine import FirstPlayerThrown, Seat, Throws
from bot.screens.kit import RenderContext, mention
from bot.tables.core.model import Table


def first_player_line(context: RenderContext, table: Table, began: FirstPlayerThrown) -> str:
    """Everybody's throws, those for ties included, and the first player: the first seat."""
    t, first = context.t, mention(table.players[Seat(0)])
    thrown = " · ".join(_round(context, table, throws) for throws in began.rounds)
    if table.settings.real_dice:
        return t("Thrown by the bot for the first turn: {throws}. {player} begins.", throws=thrown, player=first)
    return t("{throws}: {player} begins.", throws=thrown, player=first)


def _round(context: RenderContext, table: Table, throws: Throws) -> str:
    return ", ".join(f"{mention(table.players[seat])} {sum(faces)}" for seat, faces in throws)
