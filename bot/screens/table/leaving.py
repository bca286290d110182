"""Leaving a table, or ending it for everybody: who may, what it means, and the question before.

``quit`` and ``end`` ask, ``quit yes`` and ``end yes`` do it, ``quit no`` and ``end no`` do nothing.
"""

from bot.games import CATALOGUE
from bot.screens.kit import SLATE, Button, RenderContext, Screen, Style
from bot.tables.core.model import Status, Table


def may_leave(table: Table, user: int) -> bool:
    """Whether ``user`` has a seat to leave."""
    return not table.over and table.seat_of(user) is not None


def may_end(table: Table, user: int, manager: bool) -> bool:
    """Whether ``user`` may end the table for everybody."""
    return not table.over and (manager or table.host == user)


def ends_unasked(table: Table, user: int) -> bool:
    """Whether ending the table needs no question: a lobby where nobody else sits."""
    return table.status is Status.LOBBY and set(table.players) <= {user}


def leave_question(context: RenderContext, table: Table) -> Screen:
    """Ask once more before somebody leaves a live game."""
    t = context.t
    title = t("Leave {game}?", game=t(CATALOGUE[table.game.key].label))
    return _question(context, table, title, on_leaving(context, table), "quit", t("Leave for good"))


def end_question(context: RenderContext, table: Table) -> Screen:
    """Ask once more before somebody closes a lobby with others in it, or ends a game."""
    t, game = context.t, context.t(CATALOGUE[table.game.key].label)
    if table.status is Status.LOBBY:
        return _question(context, table, t("Close this table?"), on_ending(context, table), "end", t("Close the table"))
    title = t("End {game} for everybody?", game=game)
    return _question(context, table, title, on_ending(context, table), "end", t("End the game"))


def on_leaving(context: RenderContext, table: Table) -> str:
    """What it means if one player leaves ``table``."""
    t = context.t
    others = len(table.staying) > 1
    if table.status is Status.LOBBY:
        return (
            t("**Leave**: somebody else may take your seat.")
            if others
            else t("**Leave**: nobody else sits here, so the table closes.")
        )
    if others:
        return t("**Leave**: your seat leaves the game for good, and the others go on.")
    return t("**Leave**: nobody else plays here, so the game ends, and it counts for nothing.")


def on_ending(context: RenderContext, table: Table) -> str:
    """What it means if somebody ends ``table``."""
    if table.status is Status.LOBBY:
        return context.t("**End**: the table closes before the game has begun.")
    return context.t("**End**: the game is over for everybody, and it counts for nothing.")


def _question(context: RenderContext, table: Table, title: str, body: str, what: str, yes: str) -> Screen:
    return Screen(
        title=title,
        body=body,
        footer=context.t("Table {code}", code=table.code),
        colour=SLATE,
        rows=((Button(f"{what} yes", yes, Style.DANGER), Button(f"{what} no", context.t("No"))),),
    )
