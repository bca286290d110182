"""All tables of one person in a server, and the one in this channel: showing, leaving and ending them from anywhere.

Buttons ask for ``mygames …``, as those of version 0.1 do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.kit import (
    SLATE,
    Button,
    Choice,
    LinkButton,
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
from bot.screens.kit.patterns import HAND_TABLES, Pattern
from bot.screens.table.leaving import (
    ask_to_end,
    ask_to_leave,
    ending_button,
    may_end,
    may_leave,
    on_ending,
    on_leaving,
)
from bot.screens.table.waiting import moment
from bot.screens.tournament import PLAY, title_of
from bot.tables.model.table import Status, Table
from bot.tables.moves import votes
from bot.tables.moves.simultaneous import progress
from bot.tables.moves.waiting import is_paused, ready_to_start
from bot.tables.tournaments import Tournament, TournamentStatus

# -- All tables of one person in a server, first those that wait for them --------------------------------------------

PAGE = 10
"""Tables on a page."""

_LABEL = 100

LIST = Pattern("mygames page {page:page} {button}")
ONE_TABLE = Pattern("mygames table {table:table} {page:page}")
SHOW = Pattern("mygames show {table:table} {page:page}")
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
    """Return whether the table waits for ``user``."""
    table = my_table.table
    if my_table.own_table is not None:
        return not my_table.own_table.over
    if table.status is Status.LOBBY:
        return table.host == user and ready_to_start(table)
    return table.turn_player == user or is_awaited(table, user)


def is_awaited(table: Table, user: int) -> bool:
    """Return whether a vote waits for ``user``."""
    seat = table.seat_of(user)
    if table.vote is None or seat not in votes.voters(table):
        return False
    return seat not in dict(table.vote.ballots)


def by_urgency(my_tables: Sequence[MyTable], user: int) -> list[MyTable]:
    """Return ``my_tables`` with what waits for ``user`` first, the longest wait first; lobbies last."""

    def place(my_table: MyTable) -> tuple[bool, bool, int]:
        return not waits_for(my_table, user), my_table.table.status is Status.LOBBY, my_table.since

    return sorted(my_tables, key=place)


def tables_screen(
    context: RenderContext,
    my_tables: Sequence[MyTable],
    table_here: MyTable | None,
    user: int,
    manager: bool,
    page: int = 0,
    daily: Table | None = None,
    tournaments: Sequence[Tournament] = (),
    *,
    news: str = "",
) -> Screen:
    """The table of this channel, and a page of the other tables of ``user``; ``daily`` is their unfinished game.

    ``tournaments`` are those of the server that go on: each has a button that leads back to one's own board.

    ``news`` says what the reader has just done.
    """
    t = context.t
    others = by_urgency(
        [my_table for my_table in my_tables if table_here is None or my_table.table.id != table_here.table.id], user
    )
    pages = page_count(len(others), PAGE)
    shown = min(page, pages - 1)
    rows = others[shown * PAGE : (shown + 1) * PAGE]
    waiting = sum(waits_for(my_table, user) for my_table in my_tables)
    lines = [
        t("Your other tables:") if table_here else t("Your tables:"),
        *(_lines(context, my_table, user) for my_table in rows),
    ]
    parts = {
        news: True,
        "" if daily is None else _daily_line(context, daily): True,
        "\n".join(
            f"▶ {title_of(context, tournament)} · {ends_line(context, tournament)}" for tournament in tournaments
        ): True,
        t.many("{n} game waits for you.", "{n} games wait for you.", waiting): waiting,
        t("There is no table in this channel. {command} opens one.", command=opening_commands(t)[0]): table_here
        is None,
        "" if table_here is None else "\n".join([t("In this channel:"), _lines(context, table_here, user)]): True,
        "\n".join(lines): rows,
        t("You sit at no table here."): not my_tables,
    }
    every = Button(HAND_TABLES.build(page=0, button="list"), t("All open tables"))
    turns = (
        *turning(context, shown, pages, lambda page, button: LIST.build(page=page, button=button)),
        *((every,) * manager),
    )
    doors = () if table_here is None else _doors(context, table_here, user, manager, shown)
    mine = (*([table_here] if table_here else []), *rows)
    play = _tournaments(context, tournaments)
    return Screen(
        title=t("Tables"),
        body="\n\n".join(part for part, holds in parts.items() if part and holds),
        colour=SLATE,
        footer=t("Page {page} of {pages}", page=shown + 1, pages=pages) if pages > 1 else "",
        rows=tuple(filter(None, (doors, _sheets(context, mine), _others(context, rows, shown), turns, play))),
    )


def ends_line(context: RenderContext, tournament: Tournament) -> str:
    """Return when a tournament ends, or what it waits for."""
    if tournament.together and tournament.status is TournamentStatus.OPEN:
        return context.t("waits for its start")
    return context.t("it ends {when}", when=f"<t:{tournament.ends}:R>")


def _tournaments(context: RenderContext, tournaments: Sequence[Tournament]) -> Row:
    """The ways back to one's own boards; a row of five at most."""
    return tuple(
        Button(PLAY.build(id=tournament.id), truncate(title_of(context, tournament), 80), Style.SUCCESS)
        for tournament in tournaments[:5]
    )


def _daily_line(context: RenderContext, daily: Table) -> str:
    """The state of the game of the day, on a board that only they see."""
    filled, of, _ = progress(daily)
    state = context.t("Game of the day: {boxes}.", boxes=boxes_filled(context, filled, of))
    how = naming_commands(context.t, N_("{daily} goes on with it."))
    return f"▶ {state} {how}"


def _lines(context: RenderContext, my_table: MyTable, user: int) -> str:
    """A table in two lines: what and where, then whose turn and since when."""
    sign = "▶ " if waits_for(my_table, user) else ""
    game = context.t(CATALOGUE[my_table.table.game.key].label)
    return f"{sign}**{game}** · {where_line(context, my_table)}\n> {state_line(context, my_table, user)}"


def where_line(context: RenderContext, my_table: MyTable) -> str:
    """Return where a table is."""
    board = context.t("Board")
    return f"<#{my_table.table.channel}> · [{board}]({my_table.link})"


def state_line(context: RenderContext, my_table: MyTable, user: int) -> str:
    """Return the player whose turn it is at a table, and since when; or that it pauses."""
    t, table, when = context.t, my_table.table, moment(my_table.since)
    if is_paused(table):
        return t("⏸️ Paused: I may not see that channel or write in it ({when})", when=when)
    if my_table.own_table is not None:
        return _own(context, my_table.own_table, when)
    if table.status is Status.LOBBY:
        seated = t.many("{n} player", "{n} players", len(table.players))
        if table.host == user and ready_to_start(table):
            return t("Not begun, {players}: press **Start** when you like ({when})", players=seated, when=when)
        return t("Not begun, {players} ({when})", players=seated, when=when)
    if table.turn_player == user:
        return t("**Your turn** · {when}", when=_turn_since(context, my_table))
    if is_awaited(table, user):
        return t("**Your vote** is asked for: {player} is away", player=mention(table.turn_player or 0))
    player = mention(table.turn_occupant or 0)
    return t("The turn of {player} · {when}", player=player, when=_turn_since(context, my_table))


def _turn_since(context: RenderContext, my_table: MyTable) -> str:
    """Return when the turn began. The last decision says nothing of that: it may have made somebody the host."""
    table = my_table.table
    if len(table.staying) < 2:  # One turn follows the other, and the table notes no beginning.
        return _last_move(context, table, moment(my_table.since))
    return context.t("the turn began {when}", when=moment(table.waiting_from or my_table.since))


def _last_move(context: RenderContext, table: Table, when: str) -> str:
    t = context.t
    return t("last move {when}", when=when) if table.entries else t("the game began {when}", when=when)


def _own(context: RenderContext, own_table: Table, when: str) -> str:
    words = face_of(own_table.game.key).at_once
    if own_table.over:
        return words.done(context)
    return words.mine(context, progress(own_table), _last_move(context, own_table, when))


def _sheets(context: RenderContext, shown: Sequence[MyTable]) -> Row:
    """A menu that opens one's own sheets, which have no board to jump to."""
    own = [my_table for my_table in shown if my_table.own_table is not None and not my_table.own_table.over]
    choices = tuple(_choice(context, my_table, OWN_SHEET.build(table=my_table.table.id)) for my_table in own)
    return (Menu("mygames sheets", context.t("Open my own board"), choices),) if choices else ()


def _others(context: RenderContext, shown: Sequence[MyTable], page: int) -> Row:
    """A menu of what can be done at a table without going there."""
    choices = tuple(
        _choice(context, my_table, ONE_TABLE.build(table=my_table.table.id, page=page)) for my_table in shown
    )
    return (Menu("mygames tables", context.t("Show, leave or end one…"), choices),) if choices else ()


def _choice(context: RenderContext, my_table: MyTable, do: str) -> Choice:
    players = context.t.many("{n} player", "{n} players", len(my_table.table.players))
    where = " · ".join([*([f"#{my_table.place}"] if my_table.place else []), players])
    return Choice(do, context.t(CATALOGUE[my_table.table.game.key].label), truncate(where, _LABEL))


# -- Leaving a table, or ending it for everybody, from anywhere ------------------------------------------------------

LEAVE, END = "leave", "end"

LEAVE_OR_END = Pattern("mygames {what:leave|end} {table:table} {page:page}")
SURELY = Pattern("mygames {what:leave|end} {table:table} {page:page} sure")
STEP_AWAY = Pattern("mygames warm {table:table} {page:page}")


def one_table_screen(context: RenderContext, my_table: MyTable, user: int, manager: bool, page: int) -> Screen:
    """One table of the list of ``page``, and what the reader may do with it."""
    t, table = context.t, my_table.table
    lines = [where_line(context, my_table), state_line(context, my_table, user), ""]
    lines += [on_leaving(context, table)] * _leaves(my_table, user)
    lines += [on_ending(context, table)] * may_end(table, user, manager)
    back = Button(LIST.build(page=page, button="back"), t("Back"))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(lines),
        colour=SLATE,
        rows=(_doors(context, my_table, user, manager, page), (back,)),
    )


def _leaves(my_table: MyTable, user: int) -> bool:
    """Return whether ``user`` may leave the table; a player with a full sheet of their own stays."""
    return may_leave(my_table.table, user) and not (my_table.own_table is not None and my_table.own_table.over)


def _doors(context: RenderContext, my_table: MyTable, user: int, manager: bool, page: int) -> Row:
    """Return what the reader of a list may do with a table of it."""
    t, table = context.t, my_table.table
    leave, end = (LEAVE_OR_END.build(what=what, table=table.id, page=page) for what in (LEAVE, END))
    return (
        Button(SHOW.build(table=table.id, page=page), t("Bring down"), Style.PRIMARY),
        LinkButton(my_table.link, t("Go to it")),
        *((Button(leave, t("Leave"), Style.DANGER),) * _leaves(my_table, user)),
        *((Button(end, ending_button(context, table), Style.DANGER),) * may_end(table, user, manager)),
    )


def confirm_screen(context: RenderContext, my_table: MyTable, user: int, what: str, page: int) -> Screen:
    """Ask once more before ``user`` leaves or ends a table; offer a computer where one may keep the seat warm."""
    t, table = context.t, my_table.table
    question = ask_to_leave(context, table, user) if what == LEAVE else ask_to_end(context, table)
    warm = (Button(STEP_AWAY.build(table=table.id, page=page), question.warm, Style.PRIMARY),) if question.warm else ()
    yes = Button(SURELY.build(what=what, table=table.id, page=page), question.yes, Style.DANGER)
    return Screen(
        title=question.title,
        body="\n".join([where_line(context, my_table), "", question.meaning]),
        rows=((*warm, yes, Button(ONE_TABLE.build(table=table.id, page=page), t("No, go back"))),),
    )
