"""What managers see and press: all open tables, who sits there, who is blocked, and the log of what managers did.

Nothing here is hidden from them alone: every press is checked again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from bot.engine import N_
from bot.games import CATALOGUE
from bot.locales import Words
from bot.screens.daily import day_title
from bot.screens.kit import (
    SLATE,
    Button,
    Choice,
    Entity,
    EntityMenu,
    Form,
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
from bot.screens.kit.patterns import (
    HAND_LOG,
    HAND_PEOPLE,
    HAND_TABLE,
    HAND_TABLES,
    HAND_TOURNAMENT,
    SETTINGS_PAGE,
    Pattern,
)
from bot.screens.kit.values import left_word, listed_of
from bot.screens.players.tables import LIST, MyTable, ends_line, state_line, where_line
from bot.screens.table.leaving import ask_to_end, ending_button, managers_doors, managers_title
from bot.screens.tournament import END as END_TOURNAMENT
from bot.screens.tournament import games_of, title_of
from bot.tables.hand import AT_A_TABLE, LONGEST_WHY, PAGE, Block, Deed, Did, plays_against
from bot.tables.model.table import AbsencePolicy, Occupant, Status, Table, TableId, code
from bot.tables.moves.waiting import policy_for_removed
from bot.tables.tournaments import Tournament, TournamentField, may_let_back, rivals

PERSON = Pattern("hand person {table:table} {user:int}")
"""Show what can be done about somebody at a table; the next pattern does it."""

REMOVE_OR_HOST = Pattern("hand {what:remove|unseat|host} {table:table} {user:int}")

ENTRANT = Pattern("hand entrant {id:table} {user:int}")
"""Show what can be done about somebody who has entered a tournament; the next pattern removes them."""

EXPEL = Pattern("hand expel {id:table} {user:int} {sure:ask|sure}")

LET_BACK = Pattern("hand letback {id:table} {user:int}")
"""Take that back."""

END = Pattern("hand end {table:table} {answer:ask|yes|close}")
"""End a table, after the question."""

BLOCK = Pattern("hand block {user:int}")
CHOOSE = Pattern("hand choose ={ids:words}")
"""Ask whether to block this person: one at a table, or one of all that Discord lists."""

BLOCK_SURELY = Pattern("hand surely {user:int} {answer:yes|why}")
"""Block them, or ask for a reason first; what is typed comes with yes."""

LIFT = Pattern("hand lift {user}")
"""Lift the block of this person; below 0 stands somebody erased."""

FILE = "hand file"
"""Send the whole log as a file."""

NameOf = Callable[[Occupant], str]


def _paged(
    context: RenderContext,
    shown: Pattern,
    lines: Sequence[str],
    page: int,
    total: int,
    *rows: Row,
    news: str = "",
    manages: bool,
) -> Screen:
    """A page of managers; its last row leads back: who ``manages`` the server to its settings, others to tables."""
    back = SETTINGS_PAGE.build(page="overview") if manages else LIST.build(page=0, button="back")
    doors = (*managers_doors(context, shown), Button(back, context.t("Back")))
    pages = page_count(total, PAGE)
    turns = turning(context, page, pages, lambda page, button: shown.build(page=page, button=button))
    return Screen(
        title=managers_title(context, shown),
        body="\n".join([*([news, ""] if news else []), *lines]),
        colour=SLATE,
        footer=context.t("Page {page} of {pages}", page=page + 1, pages=pages) if pages > 1 else "",
        rows=tuple(filter(None, (*rows, turns, doors))),
    )


# -- tables --------------------------------------------------------------------------------------------------------


def open_tables_screen(
    context: RenderContext,
    tables: Sequence[MyTable],
    page: int,
    total: int,
    *,
    tournaments: Sequence[Tournament] = (),
    news: str = "",
    manages: bool = True,
) -> Screen:
    """A page of all open tables of a server, oldest first, then the ``tournaments`` on it.

    ``news`` says what the reader has just done.
    """
    t = context.t
    lines = [
        f"**{t(CATALOGUE[seen.table.game.key].label)}** · {where_line(context, seen)}\n> {state_line(context, seen, 0)}"
        for seen in tables
    ]
    lines += [
        f"**{title_of(context, tournament)}** · <#{tournament.channel}>\n> {ends_line(context, tournament)}"
        for tournament in tournaments
    ]
    choices = tuple(
        Choice(
            HAND_TABLE.build(table=seen.table.id),
            t(CATALOGUE[seen.table.game.key].label),
            truncate(" · ".join([*([f"#{seen.place}"] if seen.place else []), seen.table.code]), 100),
        )
        for seen in tables
    )
    choices += tuple(
        Choice(
            HAND_TOURNAMENT.build(id=tournament.id, page=0, button="show"),
            truncate(title_of(context, tournament), 100),
        )
        for tournament in tournaments
    )
    menu: Row = (Menu("hand tables", t("Choose a table…"), choices),) if choices else ()
    lines = lines or [t("No table is open on this server.")]
    return _paged(context, HAND_TABLES, lines, page, total, menu, news=news, manages=manages)


def hand_table_screen(context: RenderContext, seen: MyTable, name_of: NameOf, *, news: str = "") -> Screen:
    """The people at a table, with a menu of them; a button ends it."""
    t, table = context.t, seen.table
    people = [user for user in table.people_staying if user > 0]
    choices = tuple(
        Choice(
            PERSON.build(table=table.id, user=user),
            name_of(user) or t("Player {number}", number=table.players.index(user) + 1),
            t("Host") if user == table.host else "",
        )
        for user in people
    )
    end = Button(END.build(table=table.id, answer="ask"), ending_button(context, table), Style.DANGER)
    back = Button(HAND_TABLES.build(page=0, button="back"), t("Open tables"))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(
            [
                *([news, ""] if news else []),
                where_line(context, seen),
                state_line(context, seen, 0),
                "",
                *(_seated(context, table, user) for user in table.players),
            ]
        ),
        colour=SLATE,
        rows=(
            *(((Menu("hand people", t("Choose a person…"), choices),),) if choices else ()),
            (*((end,) * (not table.over)), LinkButton(seen.link, t("Go to it")), back),
        ),
    )


def _seated(context: RenderContext, table: Table, player: Occupant) -> str:
    t, seat = context.t, table.players.index(player)
    notes = [t("Host")] if player == table.host else []
    return " · ".join(filter(None, [f"- {mention(player)}", *notes, left_word(context, table, seat)]))


def end_table_screen(context: RenderContext, table: Table) -> Screen:
    """Ask once more before a table ends for everybody."""
    asked = ask_to_end(context, table)
    answer = "close" if table.status is Status.LOBBY else "yes"
    return Screen(
        title=asked.title,
        body=asked.meaning,
        rows=(
            (
                Button(END.build(table=table.id, answer=answer), asked.yes, Style.DANGER),
                Button(HAND_TABLE.build(table=table.id), context.t("No, go back")),
            ),
        ),
    )


def own_game_line(t: Words) -> str:
    """Return why a manager removes nobody from this game."""
    return t(
        "You play here, so another manager must remove people from this game. You may end it: nothing counts then."
    )


def removal_question(context: RenderContext, table: Table, user: int) -> Screen:
    """Ask once whether to remove somebody from a table."""
    t = context.t
    return Screen(
        title=t("Remove this person?"),
        body="\n".join([mention(user), "", on_removal(context, table)]),
        colour=SLATE,
        rows=(
            (
                Button(REMOVE_OR_HOST.build(what="unseat", table=table.id, user=user), t("Remove"), Style.DANGER),
                Button(PERSON.build(table=table.id, user=user), t("No, go back")),
            ),
        ),
    )


def hand_person_screen(context: RenderContext, table: Table, user: int, manager: int) -> Screen:
    """What a manager can do about somebody at a table, and what each of it means."""
    t = context.t
    host, own = user == table.host, plays_against(table, manager, user)
    lines = [
        mention(user),
        "",
        own_game_line(t) if own else on_removal(context, table),
        on_block(context),
        *([] if host else [t("**Make host**: they choose its options, start it, and may end it.")]),
    ]
    remove, make = (REMOVE_OR_HOST.build(what=what, table=table.id, user=user) for what in ("remove", "host"))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(lines),
        colour=SLATE,
        rows=(
            (
                *(() if own else (Button(remove, t("Remove…"), Style.DANGER),)),
                Button(BLOCK.build(user=user), t("Block…"), Style.DANGER),
                *(() if host else (Button(make, t("Make host")),)),
                Button(HAND_TABLE.build(table=table.id), t("Back")),
            ),
        ),
    )


def on_removal(context: RenderContext, table: Table) -> str:
    """Return what it means if a manager removes somebody from a table: its rule for absent players says it."""
    t = context.t
    if table.status is Status.LOBBY:
        return t("**Remove**: they leave this table before its game; they may come back unless you block them.")
    match policy_for_removed(table) if len(table.people_staying) > 1 else AbsencePolicy.DROP:
        case AbsencePolicy.SKIP:
            return t("**Remove**: they play here no more, and this table skips their turns.")
        case AbsencePolicy.VOTE:
            return t("**Remove**: they play here no more, and the others decide about the seat at its next turn.")
        case AbsencePolicy.COMPUTER:
            return t("**Remove**: they play here no more, and a computer plays for the seat.")
    return t("**Remove**: the seat leaves the game for good, and the others go on.")


# -- tournaments ---------------------------------------------------------------------------------------------------


def hand_tournament_screen(
    context: RenderContext, entered: TournamentField, page: int, name_of: NameOf, link: str, *, news: str = ""
) -> Screen:
    """A page of the people in a tournament that goes on, with a menu of them; a button ends it."""
    t, tournament = context.t, entered.tournament
    known = [entry for entry in (*entered.entries, *entered.removed) if entry.user > 0]
    pages = page_count(len(known), PAGE)
    page = min(page, pages - 1)
    shown = known[page * PAGE : (page + 1) * PAGE]
    lines = list[str]()
    for entry in shown:
        notes = [t("Host")] if entry.user == tournament.host else []
        notes += [t("removed")] if entry.removed else []
        lines.append(" · ".join([f"- {mention(entry.user)}", *notes]))
    choices = tuple(
        Choice(
            ENTRANT.build(id=tournament.id, user=entry.user),
            truncate(name_of(entry.user) or t("Player {number}", number=entry.number), 100),
            t("removed") if entry.removed else t("Host") if entry.user == tournament.host else "",
        )
        for entry in shown
    )
    end = Button(END_TOURNAMENT.build(id=tournament.id, sure="ask"), t("End for everybody"), Style.DANGER)
    turns = turning(
        context, page, pages, lambda number, word: HAND_TOURNAMENT.build(id=tournament.id, page=number, button=word)
    )
    doors: Row = (
        *((end,) * (tournament.rival is None)),
        LinkButton(link, t("Go to it")),
        Button(HAND_TABLES.build(page=0, button="back"), t("Open tables")),
    )
    menu: Row = (Menu("hand entrants", t("Choose a person…"), choices),) if choices else ()
    return Screen(
        title=title_of(context, tournament),
        body="\n".join([*([news, ""] if news else []), *(lines or [t("Nobody has entered yet.")])]),
        colour=SLATE,
        footer=t("Page {page} of {pages}", page=page + 1, pages=pages) if pages > 1 else "",
        rows=(*((menu,) if menu else ()), *((turns,) if turns else ()), doors),
    )


def own_tournament_line(t: Words) -> str:
    """Return why a manager removes nobody from this tournament."""
    return t("You play in this tournament, so another manager must remove people from it, or end what they still play.")


def removed_entrant_screen(
    context: RenderContext, entered: TournamentField, user: int, manager: int, *, blocked: bool
) -> Screen:
    """What a manager can do about somebody who was removed from a tournament, unless they are ``blocked``."""
    t, id, may = context.t, entered.tournament.id, may_let_back(entered, manager, user)
    if blocked:
        about = t("They are blocked: nobody lets them back in before that block is lifted.")
    elif not may:
        about = another_lets_back_line(t)
    else:
        about = t(
            "**Let back in**: their place and the rounds that they have finished come back. What they had begun of a "
            "round that is still on, they play to its end."
        )
    let_back = Button(LET_BACK.build(id=id, user=user), t("Let back in"), Style.PRIMARY)
    back = Button(HAND_TOURNAMENT.build(id=id, page=0, button="back"), t("Back"))
    return Screen(
        title=title_of(context, entered.tournament),
        body="\n".join([t("{player} was removed.", player=mention(user)), "", about]),
        colour=SLATE,
        rows=((*((let_back,) * (may and not blocked)), back),),
    )


def another_lets_back_line(t: Words) -> str:
    """Return why a manager does not let somebody back into this tournament."""
    return t("Another manager decides that: nobody lets themselves back in, nor anybody against whom they play.")


def hand_entrant_screen(context: RenderContext, entered: TournamentField, user: int, manager: int) -> Screen:
    """What a manager can do about somebody in a tournament, and what each of it means."""
    t, id, entry = context.t, entered.tournament.id, entered.of(user)
    own, done = rivals(entered, manager, user), entry is not None and entered.finished_all(entry)
    if done:
        about = naming_commands(
            t,
            N_("They have finished all rounds, so their results stay. In {games} a manager may void each of them."),
        )
    elif own:
        about = own_tournament_line(t)
    else:
        about = on_expulsion(context)
    back = Button(HAND_TOURNAMENT.build(id=id, page=0, button="back"), t("Back"))
    expel = Button(EXPEL.build(id=id, user=user, sure="ask"), t("Remove…"), Style.DANGER)
    block = Button(BLOCK.build(user=user), t("Block…"), Style.DANGER)
    return Screen(
        title=title_of(context, entered.tournament),
        body="\n".join([mention(user), "", about, on_block(context)]),
        colour=SLATE,
        rows=((*((expel,) * (not own and not done)), block, back),),
    )


def on_expulsion(context: RenderContext) -> str:
    """Return what it means if a manager removes somebody from a tournament."""
    return context.t(
        "**Remove**: they play in this tournament no more, unless a manager lets them back in. What they have played "
        "brings them no place, and the others go on. Its message names them."
    )


def expulsion_question(context: RenderContext, tournament: Tournament, user: int) -> Screen:
    """Ask once whether to remove somebody from a tournament."""
    t, id = context.t, tournament.id
    return Screen(
        title=t("Remove this person?"),
        body="\n".join([mention(user), "", on_expulsion(context)]),
        colour=SLATE,
        rows=(
            (
                Button(EXPEL.build(id=id, user=user, sure="sure"), t("Remove"), Style.DANGER),
                Button(ENTRANT.build(id=id, user=user), t("No, go back")),
            ),
        ),
    )


# -- people --------------------------------------------------------------------------------------------------------


def on_block(context: RenderContext) -> str:
    """Return what it means if a manager blocks somebody."""
    return context.t(
        "**Block**: I do nothing for them on this server any more, and they are removed from all tables and "
        "tournaments here."
    )


def block_question(
    context: RenderContext, user: int, name: str, *, own_game: bool = False, own_tournament: bool = False
) -> Screen:
    """Ask once whether to block somebody; ``name`` is empty where nobody knows it.

    The manager may play against them, in an ``own_game`` or ``own_tournament``: nobody wins by a block.
    """
    t = context.t
    against = [t("You play against them: that game ends, and counts for nothing.")] if own_game else []
    if own_tournament:
        against.append(
            t(
                "You play in a tournament with them: you are removed from it too. Another manager can block them "
                "without that."
            )
        )
    yes, why = (BLOCK_SURELY.build(user=user, answer=answer) for answer in ("yes", "why"))
    return Screen(
        title=t("Block {player}?", player=truncate(name, 100) or t("this person")),
        body="\n".join(
            [mention(user), "", on_block(context), *against, t("A manager can lift the block."), on_reason(context)]
        ),
        colour=SLATE,
        rows=(
            (
                Button(yes, t("Block"), Style.DANGER),
                Button(why, t("Block, with a reason…"), Style.DANGER),
                Button(HAND_PEOPLE.build(page=0, button="no"), t("No, go back")),
            ),
        ),
    )


def on_reason(context: RenderContext) -> str:
    """Return who reads the reason that a manager may give."""
    return context.t("You may give a reason: only managers read it, in the log.")


def reason_form(context: RenderContext, do: str) -> Form:
    """Return the window for that reason; sending it asks for ``do``."""
    t = context.t
    hint = t("Only managers read it, in the log, for 90 days.")
    return Form(do, t("Reason"), t("Why?"), hint, t("Left three games on purpose"), LONGEST_WHY)


def blocked_screen(
    context: RenderContext,
    blocks: Sequence[Block],
    page: int,
    name_of: NameOf,
    *,
    news: str = "",
    manages: bool = True,
) -> Screen:
    """The people whom the managers of a server have blocked, and menus to block another or to lift a block."""
    t = context.t
    shown = blocks[page * PAGE : (page + 1) * PAGE]
    lines = [
        t("- {player}, since {when}", player=_named(context, block.user), when=f"<t:{block.at}:D>") for block in shown
    ]
    lifts = tuple(
        Choice(LIFT.build(user=block.user), truncate(name_of(block.user) or _unnamed(context, block), 100))
        for block in shown
    )
    return _paged(
        context,
        HAND_PEOPLE,
        [
            *(lines or [t("Nobody is blocked on this server.")]),
            "",
            t("I do nothing for blocked people on this server. Those with Manage Server always get in."),
        ],
        page,
        len(blocks),
        (EntityMenu(CHOOSE.build(ids=()), t("Block somebody…"), Entity.USER, least=1, most=1),),
        (Menu("hand lifts", t("Lift a block…"), lifts),) if lifts else (),
        news=news,
        manages=manages,
    )


def _named(context: RenderContext, user: int) -> str:
    return mention(user) if user > 0 else context.t("Somebody")


def _unnamed(context: RenderContext, block: Block) -> str:
    return str(block.user) if block.user > 0 else context.t("Somebody")


# -- the log -------------------------------------------------------------------------------------------------------

_DID: Mapping[Did, str] = {
    Did.BLOCK: N_("{manager} blocked {player}"),
    Did.LIFT: N_("{manager} lifted the block of {player}"),
    Did.REMOVE: N_("{manager} removed {player}"),
    Did.HOST: N_("{manager} made {player} the host"),
    Did.END: N_("{manager} ended a table"),
    Did.VOID: N_("{manager} voided a result"),
    Did.COUNT: N_("{manager} let a result count again"),
    Did.PAUSE: N_("{manager} paused a league"),
    Did.RESUME: N_("{manager} resumed a league"),
    Did.CLOSE: N_("{manager} ended a league"),
    Did.LEAGUE: N_("{manager} changed the evening of a league, or how many of its weeks count"),
    Did.OUT: N_("{manager} removed {player} from a tournament"),
    Did.BACK: N_("{manager} let {player} back into a tournament"),
    Did.CALL_OFF: N_("{manager} ended a tournament"),
    Did.START: N_("{manager} started a tournament"),
    Did.END_ROUND: N_("{manager} ended a round of a tournament"),
    Did.INVITE: N_("{manager} invited another server to a tournament"),
    Did.SEASON: N_("{manager} ended a season"),
    Did.REOPEN: N_("{manager} reopened a season"),
    Did.SETTING: N_("{manager} changed a setting"),
    Did.SWITCH: N_("{manager} chose what is switched off"),
    Did.HELPERS: N_("{manager} chose the roles that may do this"),
}


_OF_EVERYBODY = (Did.END, Did.VOID, Did.COUNT)
"""What is done to all who play at a table."""

_NAMED = 3
"""Players of a table whom a line of the log names: ten lines fit a page."""


def log_screen(
    context: RenderContext,
    deeds: Sequence[Deed],
    page: int,
    total: int,
    *,
    tables: Mapping[TableId, Table] = MappingProxyType({}),
    tournaments: Mapping[TableId | None, Tournament] = MappingProxyType({}),
    manages: bool = True,
) -> Screen:
    """A page of what managers did, the latest first.

    ``tables`` and ``tournaments`` are those where, as far as anybody knows them.
    """
    t = context.t
    lines = [f"- <t:{deed.at}:f> · {_told(context, deed, tables, tournaments)}" for deed in deeds]
    return _paged(
        context,
        HAND_LOG,
        [*(lines or [t("Managers have done nothing yet.")]), "", t("Each line is kept for 90 days.")],
        page,
        total,
        ((Button(FILE, t("Download")),) if lines else ()),
        manages=manages,
    )


def _told(
    context: RenderContext,
    deed: Deed,
    tables: Mapping[TableId, Table],
    tournaments: Mapping[TableId | None, Tournament],
) -> str:
    """Return what a manager did, and to which game, and below it why, where they said so."""
    done = context.t(_DID[deed.do], manager=_named(context, deed.manager), player=_named(context, deed.user or 0))
    if deed.table is not None and deed.do in AT_A_TABLE:
        done = " · ".join((done, *_which_game(context, deed, tables.get(deed.table)), f"`{code(deed.table)}`"))
    elif (tournament := tournaments.get(deed.table)) is not None:
        done = " · ".join((done, games_of(context, tournament), f"`{tournament.code}`"))
    return f"{done}\n> {_short(deed.why)}" if deed.why else done


def _short(why: str) -> str:
    """Return so much of it that ten stand on a page; no mention is cut."""
    return why if len(why) <= LONGEST_WHY else why[: LONGEST_WHY + 1].rpartition(" ")[0] + " …"


def _which_game(context: RenderContext, deed: Deed, table: Table | None) -> Iterator[str]:
    """Yield the game and the day of a table, and whose game it is; nothing where nobody knows the table any more."""
    if table is None:
        return
    if table.settings.daily is not None:
        yield day_title(context, table.settings.daily, table.game.key)
    else:
        yield context.t(CATALOGUE[table.game.key].label)
        yield context.t.day(table.opened)
    if deed.do in _OF_EVERYBODY:
        named = [mention(player) for player in table.players[:_NAMED]]
        yield listed_of(context, named, len(table.players))
