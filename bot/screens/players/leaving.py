"""Leaving a table, or ending it for everybody, from anywhere: who may, and the question before."""

from __future__ import annotations

from bot.games import CATALOGUE
from bot.screens.kit.values import SLATE, Button, Desk, Row, Screen, Style
from bot.screens.players.mygames import Mine, state_line, where_line
from bot.tables.core.model import Status

LEAVE, END = "leave", "end"
SURE = "sure"


def may_leave(mine: Mine, user: int) -> bool:
    """Whether ``user`` has a seat to leave; a full sheet stays on the table."""
    seated = mine.table.seat_of(user) is not None
    return seated and not (mine.own is not None and mine.own.over)


def may_end(mine: Mine, user: int, manager: bool) -> bool:
    """Whether ``user`` may end the table for everybody."""
    return manager or mine.table.host == user


def one_table_screen(desk: Desk, mine: Mine, user: int, manager: bool, page: int) -> Screen:
    """One table of the list of ``page``, and what the reader may do with it."""
    t, table = desk.t, mine.table
    lines, buttons = [where_line(desk, mine), state_line(desk, mine, user), ""], list[Button]()
    if may_leave(mine, user):
        lines.append(_on_leaving(desk, mine))
        buttons.append(Button(_do(LEAVE, mine, page), t("Leave"), Style.DANGER))
    if may_end(mine, user, manager):
        lines.append(_on_ending(desk, mine))
        buttons.append(Button(_do(END, mine, page), t("End for everybody"), Style.DANGER))
    if not buttons:
        lines.append(t("There is nothing to do for you here: only the host or someone with Manage Server can end it."))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(lines),
        footer=t("Table {code}", code=table.code),
        colour=SLATE,
        rows=((*buttons, _back(desk, page)),),
    )


def sure_screen(desk: Desk, mine: Mine, what: str, page: int) -> Screen:
    """Ask once more before somebody leaves or ends a live game."""
    t = desk.t
    game = t(CATALOGUE[mine.table.game.key].label)
    leaving = what == LEAVE
    yes = Button(_do(what, mine, page, SURE), t("Leave for good") if leaving else t("End the game"), Style.DANGER)
    no = Button(f"mygames table {mine.table.code} {page}", t("No, go back"))
    buttons: Row = (yes, no)
    return Screen(
        title=t("Leave {game}?", game=game) if leaving else t("End {game} for everybody?", game=game),
        body="\n".join([where_line(desk, mine), "", _on_leaving(desk, mine) if leaving else _on_ending(desk, mine)]),
        footer=t("Table {code}", code=mine.table.code),
        rows=(buttons,),
    )


def _on_leaving(desk: Desk, mine: Mine) -> str:
    t, table = desk.t, mine.table
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


def _on_ending(desk: Desk, mine: Mine) -> str:
    if mine.table.status is Status.LOBBY:
        return desk.t("**End**: the table closes before the game has begun.")
    return desk.t("**End**: the game is over for everybody, and it counts for nothing.")


def _do(what: str, mine: Mine, page: int, *more: str) -> str:
    return " ".join(("mygames", what, mine.table.code, str(page), *more))


def _back(desk: Desk, page: int) -> Button:
    return Button(f"mygames page {page} back", desk.t("Back"))
