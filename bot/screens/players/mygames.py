"""Leaving a table, or ending it for everybody, from anywhere: the people who may, and the question before."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.kit import (
    SLATE,
    Button,
    Choice,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    mention,
    naming_commands,
    page_count,
    truncate,
    turning,
)
from bot.screens.kit.face import boxes_filled
from bot.screens.kit.faces import face_of, opening_commands
from bot.screens.kit.patterns import Pattern
from bot.screens.table.leaving import ask_to_end, ask_to_leave, may_end, may_leave, on_ending, on_leaving
from bot.screens.table.waiting import moment
from bot.tables.model.table import Status, Table
from bot.tables.moves import votes
from bot.tables.moves.simultaneous import progress
from bot.tables.moves.waiting import is_paused, ready_to_start

# -- All tables of one person in a server, first those that wait for them --------------------------------------------

PAGE = 10
"""Tables on a page."""

_CHOICES = 25
_LABEL = 100

LIST = Pattern("mygames page {page:page} {button}")
ONE_TABLE = Pattern("mygames table {table:table} {page:page}")
OWN_SHEET = Pattern("mygames own {table:table}")


@dataclass(frozen=True, slots=True)
class MyTable:
    """A table of the reader's."""

    table: Table
    link: str
    """The address of its board."""
    own_table: Table | None = None
    """In a simultaneous game: the reader's own table below it."""
    place: str = ""
    """The name of its channel; empty if unknown."""

    @property
    def since(self) -> int:
        """When the last decision here fell, as far as it concerns the reader."""
        return self.table.changed if self.own_table is None else self.own_table.changed


def waits_for(my_table: MyTable, user: int) -> bool:
    """Whether the table waits for ``user``."""
    table = my_table.table
    if my_table.own_table is not None:
        return not my_table.own_table.over
    if table.status is Status.LOBBY:
        return table.host == user and ready_to_start(table)
    return table.turn_player == user or is_awaited(table, user)


def is_awaited(table: Table, user: int) -> bool:
    """Whether a vote waits for ``user``."""
    seat = table.seat_of(user)
    if table.vote is None or seat not in votes.voters(table):
        return False
    return seat not in dict(table.vote.ballots)


def by_urgency(found: Sequence[MyTable], user: int) -> list[MyTable]:
    """Return ``found`` with what waits for ``user`` first, the longest wait first; lobbies last."""

    def place(my_table: MyTable) -> tuple[bool, bool, int]:
        return not waits_for(my_table, user), my_table.table.status is Status.LOBBY, my_table.since

    return sorted(found, key=place)


def mygames_screen(
    context: RenderContext,
    found: Sequence[MyTable],
    user: int,
    page: int = 0,
    daily: Table | None = None,
    *,
    news: str = "",
) -> Screen:
    """A page of the tables of ``user``; ``daily`` is their unfinished game of the day.

    ``news`` says what the reader has just done.
    """
    t = context.t
    today = [*([news, ""] if news else []), *([] if daily is None else [_daily_line(context, daily), ""])]
    if not found:
        return Screen(
            title=t("My games"),
            body="\n".join(
                [
                    *today,
                    t("You sit at no table in this server."),
                    t("{command} opens one; at a table that is open, press **Join**.", command=opening_commands(t)[0]),
                ]
            ),
            colour=SLATE,
        )
    my_table = by_urgency(found, user)
    pages = page_count(len(my_table), PAGE)
    shown = min(page, pages - 1)
    rows = my_table[shown * PAGE : (shown + 1) * PAGE]
    turns = turning(context, shown, pages, lambda page, button: LIST.build(page=page, button=button))
    waiting = sum(waits_for(one, user) for one in my_table)
    summary = (
        t.many("{n} game waits for you.", "{n} games wait for you.", waiting)
        if waiting
        else t("No game waits for you.")
    )
    return Screen(
        title=t("My games"),
        body="\n".join([*today, summary, "", *(_lines(context, one, user) for one in rows)]),
        footer=t("Page {page} of {pages}", page=shown + 1, pages=pages) if pages > 1 else "",
        rows=(*_sheets(context, rows), _leaving(context, rows, shown), *([turns] if turns else [])),
    )


def _daily_line(context: RenderContext, daily: Table) -> str:
    """The state of the game of the day, on a board that only they see."""
    done, of, _ = progress(daily)
    said = context.t("Game of the day: {boxes}.", boxes=boxes_filled(context, done, of))
    how = naming_commands(context.t, N_("{daily} goes on with it."))
    return f"▶ {said} {how}"


def _lines(context: RenderContext, my_table: MyTable, user: int) -> str:
    """A table in two lines: what and where, then whose turn and since when."""
    sign = "▶ " if waits_for(my_table, user) else ""
    game = context.t(CATALOGUE[my_table.table.game.key].label)
    return f"{sign}**{game}** · {where_line(context, my_table)}\n> {state_line(context, my_table, user)}"


def where_line(context: RenderContext, my_table: MyTable) -> str:
    """Where a table is."""
    return f"<#{my_table.table.channel}> · [{context.t('Board')}]({my_table.link})"


def state_line(context: RenderContext, my_table: MyTable, user: int) -> str:
    """Whose turn it is at a table, and since when; or that it pauses."""
    t, table, when = context.t, my_table.table, moment(my_table.since)
    if is_paused(table):
        return t("⏸️ Paused: I may not see that channel or write in it ({when})", when=when)
    if my_table.own_table is not None:
        return _own(context, my_table.own_table, when)
    if table.status is Status.LOBBY:
        seated = t.many("{n} player", "{n} players", len(table.players))
        if table.host == user and ready_to_start(table):
            return t("Lobby, {players}: press **Start** when you like ({when})", players=seated, when=when)
        return t("Lobby, {players} ({when})", players=seated, when=when)
    if table.turn_player == user:
        return t("**Your turn** · last move {when}", when=when)
    if is_awaited(table, user):
        return t("**Your vote** is asked for: {player} is away", player=mention(table.turn_player or 0))
    return t("The turn of {player} · last move {when}", player=mention(table.turn_occupant or 0), when=when)


def _own(context: RenderContext, own_table: Table, when: str) -> str:
    words = face_of(own_table.game.key).at_once
    if own_table.over:
        return words.done(context)
    return words.mine(context, progress(own_table), when)


def _sheets(context: RenderContext, shown: Sequence[MyTable]) -> tuple[Row, ...]:
    """A menu that opens one's own sheets, which have no board to jump to."""
    choices = tuple(
        Choice(
            OWN_SHEET.build(table=my_table.table.id),
            truncate(context.t(CATALOGUE[my_table.table.game.key].label), _LABEL),
            context.t("Table {code}", code=my_table.table.code),
        )
        for my_table in shown
        if my_table.own_table is not None and not my_table.own_table.over
    )
    return ((Menu("mygames sheets", context.t("Open my own board"), choices[:_CHOICES]),),) if choices else ()


def _leaving(context: RenderContext, shown: Sequence[MyTable], page: int) -> Row:
    """A menu for leaving or ending a table without going there."""
    choices = tuple(
        Choice(
            ONE_TABLE.build(table=my_table.table.id, page=page),
            truncate(context.t(CATALOGUE[my_table.table.game.key].label), _LABEL),
            truncate(
                " · ".join(
                    [
                        *([f"#{my_table.place}"] if my_table.place else []),
                        context.t("Table {code}", code=my_table.table.code),
                    ]
                ),
                _LABEL,
            ),
        )
        for my_table in shown
    )
    return (Menu("mygames tables", context.t("Leave or end a game…"), choices[:_CHOICES]),)


# -- Leaving a table, or ending it for everybody, from anywhere ------------------------------------------------------

LEAVE, END = "leave", "end"

LEAVE_OR_END = Pattern("mygames {what:leave|end} {table:table} {page:page}")
SURELY = Pattern("mygames {what:leave|end} {table:table} {page:page} sure")
STEP_AWAY = Pattern("mygames warm {table:table} {page:page}")


def one_table_screen(context: RenderContext, my_table: MyTable, user: int, manager: bool, page: int) -> Screen:
    """One table of the list of ``page``, and what the reader may do with it."""
    t, table = context.t, my_table.table
    lines, buttons = [where_line(context, my_table), state_line(context, my_table, user), ""], list[Button]()
    full = my_table.own_table is not None and my_table.own_table.over  # A full sheet stays on the table.
    if may_leave(table, user) and not full:
        lines.append(on_leaving(context, table))
        buttons.append(Button(LEAVE_OR_END.build(what=LEAVE, table=table.id, page=page), t("Leave"), Style.DANGER))
    if may_end(table, user, manager):
        lines.append(on_ending(context, table))
        buttons.append(
            Button(LEAVE_OR_END.build(what=END, table=table.id, page=page), t("End for everybody"), Style.DANGER)
        )
    if not buttons:
        lines.append(t("There is nothing for you to do here: only the host or someone with Manage Server can end it."))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(lines),
        footer=t("Table {code}", code=table.code),
        colour=SLATE,
        rows=((*buttons, Button(LIST.build(page=page, button="back"), context.t("Back"))),),
    )


def confirm_screen(context: RenderContext, my_table: MyTable, user: int, what: str, page: int) -> Screen:
    """Ask once more before ``user`` leaves or ends a live game; offer a computer where one may keep the seat warm."""
    t, table = context.t, my_table.table
    asked = ask_to_leave(context, table, user) if what == LEAVE else ask_to_end(context, table)
    warm = (Button(STEP_AWAY.build(table=table.id, page=page), asked.warm, Style.PRIMARY),) if asked.warm else ()
    yes = Button(SURELY.build(what=what, table=table.id, page=page), asked.yes, Style.DANGER)
    return Screen(
        title=asked.title,
        body="\n".join([where_line(context, my_table), "", asked.meaning]),
        footer=t("Table {code}", code=table.code),
        rows=((*warm, yes, Button(ONE_TABLE.build(table=table.id, page=page), t("No, go back"))),),
    )
