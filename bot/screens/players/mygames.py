"""All tables of one person in a server, first those that wait for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.screens.kit.command_names import naming_commands
from bot.screens.kit.pager import page_count, turning
from bot.screens.kit.values import SLATE, Choice, Desk, Menu, Row, Screen, clipped, mention
from bot.screens.table.clock import moment
from bot.tables.core.model import Status, Table
from bot.tables.play import clock, votes
from bot.tables.play.parallel import progress

PAGE = 10
"""Tables on a page."""

_CHOICES = 25
_LABEL = 100


@dataclass(frozen=True, slots=True)
class Mine:
    """A table of the reader's."""

    table: Table
    link: str
    """The address of its board."""
    own: Table | None = None
    """In a simultaneous game: the reader's own table below it."""
    place: str = ""
    """The name of its channel; empty if unknown."""

    @property
    def since(self) -> int:
        """When the last decision here fell, as far as it concerns the reader."""
        return self.table.changed if self.own is None else self.own.changed


def waits(mine: Mine, user: int) -> bool:
    """Whether the table waits for ``user``."""
    table = mine.table
    if mine.own is not None:
        return not mine.own.over
    if table.status is Status.LOBBY:
        return table.host == user and clock.ready(table)
    return table.turn_player == user or is_asked(table, user)


def is_asked(table: Table, user: int) -> bool:
    """Whether a vote waits for ``user``."""
    seat = table.seat_of(user)
    if table.vote is None or seat not in votes.voters(table):
        return False
    return seat not in dict(table.vote.ballots)


def ordered(found: Sequence[Mine], user: int) -> list[Mine]:
    """Return ``found`` with what waits for ``user`` first, the longest wait first; lobbies last."""

    def place(mine: Mine) -> tuple[bool, bool, int]:
        return not waits(mine, user), mine.table.status is Status.LOBBY, mine.since

    return sorted(found, key=place)


def mygames_screen(
    desk: Desk, found: Sequence[Mine], user: int, page: int = 0, daily: Table | None = None, *, news: str = ""
) -> Screen:
    """A page of the tables of ``user``; ``daily`` is their unfinished game of the day.

    ``news`` says what the reader has just done.
    """
    t = desk.t
    today = [*([news, ""] if news else []), *([] if daily is None else [_daily_line(desk, daily), ""])]
    if not found:
        return Screen(
            title=t("My games"),
            body="\n".join(
                [
                    *today,
                    t("You sit at no table in this server."),
                    naming_commands(t, N_("{yum_start} opens one; at a table that is open, press **Join**.")),
                ]
            ),
            colour=SLATE,
        )
    mine = ordered(found, user)
    pages = page_count(len(mine), PAGE)
    shown = min(page, pages - 1)
    rows = mine[shown * PAGE : (shown + 1) * PAGE]
    turns = turning(desk, shown, pages, "mygames page {} {}".format)
    waiting = sum(waits(one, user) for one in mine)
    told = (
        t.many("{n} game waits for you.", "{n} games wait for you.", waiting)
        if waiting
        else t("No game waits for you.")
    )
    return Screen(
        title=t("My games"),
        body="\n".join([*today, told, "", *(_lines(desk, one, user) for one in rows)]),
        footer=t("Page {page} of {pages}", page=shown + 1, pages=pages) if pages > 1 else "",
        rows=(*_sheets(desk, rows), _leaving(desk, rows, shown), *([turns] if turns else [])),
    )


def _daily_line(desk: Desk, daily: Table) -> str:
    """The state of the game of the day, on a board that only they see."""
    t = desk.t
    done, of = progress(daily)
    said = t("Game of the day: {done} of {of} boxes filled.", done=done, of=of)
    how = naming_commands(t, N_("{daily} goes on with it."))
    return f"▶ {said} {how}"


def _lines(desk: Desk, mine: Mine, user: int) -> str:
    """A table in two lines: what and where, then whose turn and since when."""
    sign = "▶ " if waits(mine, user) else ""
    game = desk.t(CATALOGUE[mine.table.game.key].label)
    return f"{sign}**{game}** · {where_line(desk, mine)}\n> {state_line(desk, mine, user)}"


def where_line(desk: Desk, mine: Mine) -> str:
    """Where a table is."""
    return f"<#{mine.table.channel}> · [{desk.t('Board')}]({mine.link})"


def state_line(desk: Desk, mine: Mine, user: int) -> str:
    """Whose turn it is at a table, and since when; or that it pauses."""
    t, table, when = desk.t, mine.table, moment(mine.since)
    if clock.pauses(table):
        return t("⏸️ Paused: I may not see that channel or write in it ({when})", when=when)
    if mine.own is not None:
        return _own(desk, mine.own, when)
    if table.status is Status.LOBBY:
        seated = t.many("{n} player", "{n} players", len(table.players))
        if table.host == user and clock.ready(table):
            return t("Lobby, {players}: press **Start** when you like ({when})", players=seated, when=when)
        return t("Lobby, {players} ({when})", players=seated, when=when)
    if table.turn_player == user:
        return t("**Your turn** · last move {when}", when=when)
    if is_asked(table, user):
        return t("**Your vote** is asked for: {player} is away", player=mention(table.turn_player or 0))
    return t("The turn of {player} · last move {when}", player=mention(table.turn_player or 0), when=when)


def _own(desk: Desk, own: Table, when: str) -> str:
    t = desk.t
    if own.over:
        return t("Your sheet is full; the others play on")
    done, of = progress(own)
    return t("**Your sheet**: {done} of {of} boxes · last move {when}", done=done, of=of, when=when)


def _sheets(desk: Desk, shown: Sequence[Mine]) -> tuple[Row, ...]:
    """A menu that opens one's own sheets, which have no board to jump to."""
    t = desk.t
    choices = tuple(
        Choice(
            f"mygames own {mine.table.code}",
            clipped(t(CATALOGUE[mine.table.game.key].label), _LABEL),
            t("Table {code}", code=mine.table.code),
        )
        for mine in shown
        if mine.own is not None and not mine.own.over
    )
    return ((Menu("mygames sheets", t("Open my sheet"), choices[:_CHOICES]),),) if choices else ()


def _leaving(desk: Desk, shown: Sequence[Mine], page: int) -> Row:
    """A menu for leaving or ending a table without going there."""
    t = desk.t
    choices = tuple(
        Choice(
            f"mygames table {mine.table.code} {page}",
            clipped(t(CATALOGUE[mine.table.game.key].label), _LABEL),
            clipped(" · ".join([*([f"#{mine.place}"] if mine.place else []), _named(desk, mine)]), _LABEL),
        )
        for mine in shown
    )
    return (Menu("mygames tables", t("Leave or end a game…"), choices[:_CHOICES]),)


def _named(desk: Desk, mine: Mine) -> str:
    return desk.t("Table {code}", code=mine.table.code)
