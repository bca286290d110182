"""The message of a table, for every game and at every moment."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import ceil

from bot.engine import Event, FirstPlayerThrown, Level, Rolled, Seat, Throws
from bot.engine.game import BOTH_WAYS, BOTH_WAYS_WARNING, GAMES
from bot.games import CATALOGUE, ENTRIES, FAMILIES
from bot.screens.daily import daily_end_screen, with_daily_title
from bot.screens.guide import offer_button, offer_line
from bot.screens.kit import (
    LEAF_GREEN,
    SLATE,
    AnyFace,
    BoardView,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Screen,
    Style,
    below_news,
    dice_heading,
    left_note,
    lobby_lines,
    lobby_sign,
    members,
    mention,
    mentions,
    more_button,
    named_in_play,
    real_dice_field,
    rules_in_force,
    side_name,
    turning,
    undo_button,
    with_real_dice,
)
from bot.screens.kit.board import LARGE, SheetReader, Tone
from bot.screens.kit.computers import level_lines
from bot.screens.kit.dice import dashed
from bot.screens.kit.faces import displayed_score, ended_sheet, face_of, minutes_of
from bot.screens.kit.patterns import COMPUTERS_ADD, OPTION_PRESET, READ_SHEETS, SHEETS_PAGE, STRIKE
from bot.screens.kit.seal import left_lines, stir_sign, stop_buttons, with_seal
from bot.screens.kit.sides import earlier_games
from bot.screens.kit.sides import lobby_rows as side_rows
from bot.screens.kit.values import begun, full_stop
from bot.screens.table.leaving import finished_doors
from bot.screens.table.result import (
    NOT_KNOWN,
    ResultView,
    awaited_lines,
    ended_screen,
    ranking_lines,
    rematch_lines,
    rematch_title,
    result_screen,
    seated,
    verdict,
)
from bot.screens.table.waiting import away_line, away_sign, guest_lines, news_lines, waiting_lines
from bot.screens.table.waiting import lobby_lines as clock_lines
from bot.screens.tournament import round_end_screen, with_round_title
from bot.tables.model.memory import TableCache
from bot.tables.model.table import Hints, Occupant, Status, Table
from bot.tables.moves import waiting
from bot.tables.moves.simultaneous import progress

# -- Simultaneous games: the public board with everybody's progress, and the end of one's own sheet ------------------

_BAR = 6
"""Squares of a bar of progress, before a name."""

_IN_WORDS = 8
"""Up to so many players are told in words how far they are; with more, numbers below each other are quicker to read."""


def simultaneous_screen(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table]) -> Screen:
    """The public board: how many boxes each player has filled, with totals unless they stay hidden until the end."""
    t, words = context.t, face_of(table.game.key).at_once
    return Screen(
        title="",
        content=t("**{game}** · everybody at once", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                words.invitation(context),
                words.told(context, table),
                *_best_lines(context, table, own_tables),
                "",
                *_progress_lines(context, table, own_tables),
            ]
        ),
        rows=(
            (
                Button("mine", words.own(context), Style.PRIMARY),
                Button("sheets", t("Sheets")),
                more_button(context),
            ),
        ),
    )


def pace_lines(context: RenderContext, table: Table) -> list[str]:
    """Return what the lobby says of it; nothing for a game in turns."""
    if table.mode.in_turns:
        return []
    words = face_of(table.game.key).at_once
    return ["", f"{words.pace(context)} {words.told(context, table)}"]


def _best_lines(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table]) -> list[str]:
    """The best result so far, if this game singles it out before all have finished."""
    scores = {user: _total(own) for user, own in own_tables.items() if own.status is Status.FINISHED}
    if not scores:
        return []
    best = max(scores.values())
    players = mentions(tuple(user for user in table.players if scores.get(user) == best))
    line = face_of(table.game.key).at_once.best(context, best, players)
    return [line] if line else []


def _progress_lines(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table]) -> list[str]:
    """Everybody's progress in the order of the seats; partners together, below the total of their side."""
    line = _short_line if len(table.players) > _IN_WORDS else _player_line
    lines = [line(context, table, player, own_tables.get(player)) for player in table.players]
    if not table.game.sides:
        return lines
    sides = (
        (_side_line(context, table, own_tables, side), *(lines[seat] for seat in members(table, side)))
        for side in range(table.game.sides)
    )
    return "\n\n".join("\n".join(side) for side in sides).split("\n")


def _side_line(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table], side: int) -> str:
    if table.settings.hidden_totals:
        return side_name(context, table, side)
    players = (table.players[seat] for seat in members(table, side))
    total = sum(_total(own_tables[player]) for player in players if player in own_tables)
    return f"{side_name(context, table, side)} **{context.t.number(total)}**"


def _player_line(context: RenderContext, table: Table, player: Occupant, own_table: Table | None) -> str:
    if own_table is None or own_table.gone:
        return named_in_play(context, player) + left_note(context, table, table.players.index(player))
    reached, of, _ = progress(own_table)
    face = face_of(table.game.key)
    words = face.at_once.progress(context, reached, of, over=own_table.over)
    score = face.score_bold(context, _total(own_table), table.game.options)
    total = "" if table.settings.hidden_totals else f" {score}"
    bar = f"`{_bar(reached, of)}` " if reached and not context.plain else ""
    return f"{bar}{named_in_play(context, player)}{total} · {words}"


def _short_line(context: RenderContext, table: Table, player: Occupant, own_table: Table | None) -> str:
    """The line of a player among many: everybody's numbers stand below each other."""
    if context.plain or own_table is None or own_table.gone:
        return _player_line(context, table, player, own_table)
    reached, of, _ = progress(own_table)
    number = displayed_score(table.game.key, _total(own_table), table.game.options)
    total = "" if table.settings.hidden_totals else f"{context.t.number(number):>5}"
    return f"`{_bar(reached, of)}{total}` {named_in_play(context, player)}" + (" ✅" if own_table.over else "")


def _bar(reached: int, of: int) -> str:
    full = _BAR if reached == of else min(ceil(reached * _BAR / of), _BAR - 1)
    return "█" * full + "░" * (_BAR - full)


def _total(own_table: Table) -> int:
    return own_table.game.scores(own_table.state)[0]


def own_sheet_result_screen(
    context: RenderContext, own_table: Table, public: Table | None, names: Sequence[str] | None = None
) -> Screen:
    """One's own sheet after its end, with the result once everybody has finished the ``public`` table.

    ``names`` as in :func:`bot.screens.kit.faces.ended_sheet`.
    """
    t = context.t
    game = t(CATALOGUE[own_table.game.key].label)
    face = face_of(own_table.game.key)
    sheet, picture = ended_sheet(context, own_table, names)
    total = own_table.game.scores(own_table.state)[0]
    finished = own_table.status is Status.FINISHED
    if finished:
        title, sentence = face.at_once.ended(context, game, total)
        if not (public and public.outcome):
            sentence += " " + t("The result is told when everybody is done.")
    else:
        title, sentence = face.at_once.left(context, game, total)
        if own_table.removed:
            sentence = t("A manager has removed you from this game.")
        elif not own_table.gone:
            sentence = t("The game ended early, so it does not count.")
    ranking = ranking_lines(context, public, public.outcome) if public and public.outcome else []
    return Screen(
        title=title,
        content=verdict(context, public, public.outcome) if public and public.outcome else "",
        body="\n".join([sentence, sheet, *ranking]),
        colour=LEAF_GREEN if finished else SLATE,
        rows=((Button("sheets", t("Sheets")),),),
        picture=picture,
    )


# -- The lobby: the players, the game, and the promise about the dice ------------------------------------------------

EVERYBODY_AS_NAMED: Mapping[Level, Level] = {}
"""Computers who play like their level."""


NOBODY_AWAY: Mapping[Occupant, int] = {}
"""Nobody in a lobby has said to be away."""


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\*_~`|"})


def _verbatim(text: str) -> str:
    """Return what somebody typed on a command line, as they typed it; addresses have no marks to protect."""
    return " ".join(word if "://" in word else word.translate(_MARKS) for word in text.split(" "))


def lobby_screen(
    context: RenderContext,
    table: Table,
    plays_as: Mapping[Level, Level] = EVERYBODY_AS_NAMED,
    *,
    offered: bool = False,
    newcomers: bool = False,
    notice: str = "",
    away: Mapping[Occupant, int] = NOBODY_AWAY,
    computers: bool = True,
) -> Screen:
    """The table before the game: the players, what differs from the usual game, and the seal of the dice.

    ``plays_as`` are the levels of computers that play like others, by the rules of this table; ``offered`` says that
    somebody here may want the guided game, ``newcomers`` that somebody is new to it. The host of the bot may say a
    line, the ``notice``. Those who have said to be ``away`` stand there with the end of that, in unix seconds.
    ``computers`` may be added.
    """
    t = context.t
    free, awaited = table.capacity - len(table.players), awaited_lines(context, table, away)
    seats = t.many("{n} seat is free.", "{n} seats are free.", free) if free else t("Every seat is taken.")
    lacks = _lacks_another(table)
    offer = offer_line(context, table.game.key) if offered else ""
    lines = [
        *_dice(context, table),
        *_about(context, table),
        *rematch_lines(context, table),
        *_seats(context, table, away),
        *awaited,
        *level_lines(context, plays_as),
        *([] if awaited or table.is_own else [seats]),
        *([_on_others(context, table, computers)] * (lacks and not table.invited)),
        *(
            [t("Anybody here may press **Join**.")]
            * (len(table.players) == 1 < table.capacity and not (lacks or table.invited or table.is_own))
        ),
        *lobby_lines(context, table),
        *pace_lines(context, table),
        *(
            ["", t(BOTH_WAYS_WARNING)]
            if table.game.both_ways
            else _offers_both_ways(context, table, newcomers=newcomers)
        ),
        *_hint_lines(context, table),
        *clock_lines(context, table),
        *guest_lines(context, table),
        *left_lines(context, table),
        *plain_lines(context, table),
        *(["", offer] if offer else []),
        "",
        *rules_in_force(context, table.game).split("\n"),
        *(["", _verbatim(notice), ""] if notice else []),
    ]
    if context.spoken:
        lines = [full_stop(line) for line in lines if line]
    return Screen(
        title="",
        content=rematch_title(context, table)
        if table.invited
        else t("**{game}** · who plays?", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(lines if table.settings.real_dice else with_seal(context, table, lines)),
        fields=(real_dice_field(context, table),) if table.settings.real_dice else (),
        rows=_rows(context, table, free, offered=bool(offer), computers=computers),
    )


def _offers_both_ways(context: RenderContext, table: Table, *, newcomers: bool) -> list[str]:
    """Return that two people who sit here may exchange their dice, where their game can; not to ``newcomers``."""
    rules = {rule.key: rule.choices for rule in CATALOGUE[table.game.key].rules}
    fits = table.mode.in_turns and not table.settings.real_dice and table.game.options.get(GAMES, 1) == 1
    two = len(table.people) == len(table.players) == 2 and not newcomers
    if not two or not fits or table.game.sides or BOTH_WAYS not in rules.get(GAMES, ()):
        return []
    return [
        context.t(
            "There are two of you: under **More**, **Both ways** has you play a second game with each other's dice."
        )
    ]


def plain_lines(context: RenderContext, table: Table) -> list[str]:
    """Return that a table that several people share shows no pictures; not why: of two, that would name one."""
    if not context.large or context.spoken or len(table.people) < 2:
        return []
    return [context.t("Large text instead of pictures here, for everybody.")]


def _on_others(context: RenderContext, table: Table, computers: bool) -> str:
    """Return who else is to play at a game that nobody plays alone."""
    if not computers:
        return context.t("Nobody plays this game alone: somebody else presses **Join**.")
    if table.is_own:
        return context.t("Nobody plays this game alone: add a computer.")
    return context.t("Nobody plays this game alone: somebody else presses **Join**, or you add a computer.")


def _about(context: RenderContext, table: Table) -> list[str]:
    """Return what the game is, and about how long it takes; not in a rematch, whose players know it."""
    if table.invited:
        return []
    t, listing = context.t, CATALOGUE[table.game.key]
    likeness = ENTRIES[FAMILIES[table.game.key]].like
    about = " ".join(f"{begun(part)}." for part in (t(likeness), t(listing.about)) if part)
    n = minutes_of(table.game, in_turns=table.mode.in_turns)
    if n is None:
        return [about]
    match = table.game.options.get(GAMES, 1) != 1
    if not table.mode.in_turns:
        long = t("About {n} minutes a game.", n=n) if match else t("About {n} minutes.", n=n)
    else:
        long = t("About {n} minutes a game for two.", n=n) if match else t("About {n} minutes for two.", n=n)
    return [f"{about} {long}"]


def _dice(context: RenderContext, table: Table) -> list[str]:
    """A hand of this game's dice as a heading, where people see dice."""
    face = face_of(table.game.key)
    power = 6 if table.game.options.get("power") else None
    shown = dice_heading(context, DiceInHand(face.lobby_dice, power, look=face.look), 0)
    return [shown] if shown else []


def _lacks_another(table: Table) -> bool:
    """Whether somebody sits alone at a game that nobody plays alone."""
    return len(table.players) == 1 and 1 not in table.seats


def _rows(context: RenderContext, table: Table, free: int, *, offered: bool, computers: bool) -> tuple[Row, ...]:
    """The buttons: those of every lobby, which stay where they are, above those that come and go.

    Where there are sides, one joins by choosing one of them, or any. Most readers of a rematch are in, or will be.
    """
    t = context.t
    players, awaited = len(table.players), set(table.invited).difference(table.players)
    alone = players == 1 and 1 in table.seats
    # Others are to come first; nobody starts without them by mistake.
    style = Style.SECONDARY if alone or awaited else Style.SUCCESS
    if awaited and not alone:
        label = t("Start ({n} of {most})", n=players, most=players + len(awaited))
    else:
        label = t("Start (alone)") if alone else t("Start")
    start = Button("start", label, style, disabled=_lacks_another(table))
    join = Button("join", t("Join"), Style.SECONDARY if table.invited else Style.PRIMARY, disabled=not free)
    computer = Button(COMPUTERS_ADD.build(level=Level.REGULAR), t("Add a computer"), disabled=not free)
    company = (computer,) * (computers and not (awaited or table.settings.real_dice))
    sides = side_rows(context, table)
    first = (*((join,) * (not (sides or table.is_own))), start, more_button(context))
    second = (*company, *stop_buttons(context, table), *((offer_button(context),) * offered))
    return (*sides, first, *((second,) * bool(second)), *(_quicker(context, table) if offered else ()))


def _quicker(context: RenderContext, table: Table) -> tuple[Row, ...]:
    """Return the button of the quicker rules that the game has ready, while its standard ones are in force."""
    preset = next((preset for preset in CATALOGUE[table.game.key].presets if preset.quicker), None)
    if preset is None or table.game.options:
        return ()
    return ((Button(OPTION_PRESET.build(key=preset.key), context.t("Quicker rules")),),)


def cancelled_screen(context: RenderContext, table: Table) -> Screen:
    """A closed lobby, from which nobody will play. **Verify** tells its secret: the next one has another."""
    return Screen(
        title=context.t("{game}: table closed", game=context.t(CATALOGUE[table.game.key].label)),
        body=context.t("Nobody has started this game for a day, so I have closed the table.")
        if table.stage == waiting.GIVEN_UP
        else context.t("This table was closed before the game began."),
        footer=context.t("Table {code}", code=table.code),
        colour=SLATE,
        rows=tuple(filter(None, (finished_doors(context, table),))),
    )


def _hint_lines(context: RenderContext, table: Table) -> list[str]:
    """Return the line that everybody may have hints; what is usual needs no word."""
    if table.settings.hints is not Hints.ON:
        return []
    return ["", context.t("With hints for everybody: from the first one on, the game does not count.")]


def _seats(context: RenderContext, table: Table, away: Mapping[Occupant, int]) -> list[str]:
    """Everybody at the table; in a rematch without numbers, as those who are not in yet stand below."""
    host = context.t("host")
    seats = [
        seated(context, table, player)
        + (f" · {host}" if player == table.host else "")
        + lobby_sign(context, table, player)
        + stir_sign(context, table.stirred, player)
        + away_sign(context, player, away)
        for player in table.players
    ]
    if context.spoken:
        named = [seat.replace(" · ", ", ") for seat in seats]
        return [context.t("At the table: {players}.", players="; ".join(named))]
    return seats if table.invited else [f"{number}. {seat}" for number, seat in enumerate(seats, 1)]


# -- The answer to a player whose move is saved while the bot could not draw the board at once -----------------------


def board_not_updated(context: RenderContext) -> str:
    """Say that there was nothing to save, but the bot could not draw the board."""
    return context.t("I could not refresh the board, one moment.")


def saved_but_not_shown(context: RenderContext, table: Table, events: Sequence[Event]) -> str:
    """Say that the latest move at ``table`` is saved, but the bot could not draw the board."""
    face = face_of(table.game.key)
    texts = (text for event in events if (text := face.saved_text(context, table.game, event)))
    return next(texts, context.t("That is saved; I could not refresh the board, one moment."))


# -- Asks before it strikes a box, for people who prefer that: ``sure <action>`` does it, ``unsure`` does not --------


def struck_box(context: RenderContext, table: Table, do: str) -> str | None:
    """The box that the action ``do`` would strike, or write 0 in; None for any other action."""
    return None if table.state is None else face_of(table.game.key).struck(context, table.game, table.state, do)


def strike_screen(context: RenderContext, table: Table, box: str, do: str) -> Screen:
    """The question."""
    return Screen(
        title=context.t("Strike {box}?", box=box),
        body=context.t("It would count 0 points."),
        rows=(
            (
                Button(STRIKE.build(action=do), context.t("Yes, strike it"), Style.DANGER),
                Button("unsure", context.t("No")),
            ),
        ),
    )


# -- Everybody's sheet, for one reader, below the games of a match that are over; in pages of one table --------------

_PAGE = 1300
"""Characters of a page, so that a phone shows one table at a time; Discord allows 4096."""

_NOBODY = SheetReader()


def sheets_screen(
    context: RenderContext, table: Table, page: int = 0, reader: SheetReader = _NOBODY, *, aloud: bool = False
) -> Screen:
    """Every seat's sheet, ``page`` counted from 0; before the game, a sentence about that.

    ``aloud``: its buttons lead to pages in words, whatever the reader prefers elsewhere.
    """
    face = face_of(table.game.key)
    title = face.sheets_title(context, context.t(CATALOGUE[table.game.key].label))
    if table.state is None:
        return Screen(title=title, body=context.t("The sheets are still empty: the game has not begun."))
    games = earlier_games(context, table)
    pages = _pages(
        [*games, *([""] if games else []), *face.sheets_for(context, table, table.game, table.state, reader)]
    )
    shown, pattern = min(page, len(pages) - 1), READ_SHEETS if aloud else SHEETS_PAGE
    turns = turning(context, shown, len(pages), lambda page, button: pattern.build(page=page, button=button))
    return Screen(title=title, body="\n".join(pages[shown]), rows=(turns,) if turns else ())


def own_sheet_screen(
    context: RenderContext, table: Table, seat: Seat, until: int, names: Sequence[str] | None = None
) -> Screen:
    """The sheet of ``seat`` in a game in turns, which follows the game ``until`` then, in unix seconds.

    It is drawn where there are ``names`` by seat, and its game draws sheets.
    """
    t, face, picture = context.t, face_of(table.game.key), None
    if names is not None and not context.plain:
        picture = face.own_picture(context, table, table.game, table.state, seat, names)
    points = face.score_bold(context, table.own_totals[seat], table.game.options)
    written = [] if picture else [face.written(context, table.game, table.state, seat)]
    return Screen(
        title=t("{game}: my sheet", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join((points, *written, *follow_lines(context, table, until))),
        rows=() if table.over else ((Button("mine", t("Refresh")),),),
        picture=picture,
    )


def follow_lines(context: RenderContext, table: Table, until: int) -> list[str]:
    """Return how long a private message follows the game, and what goes on with it; true before and after that.

    In small print: somebody who hears what is new in the message need not hear it after every move.
    """
    if table.over:
        return []
    t, time, when = context.t, f"<t:{until}:t>", f"<t:{until}:R>"
    follows = t(
        "This message follows the game until {time} ({when}). **Refresh** makes it follow again.", time=time, when=when
    )
    return [f"-# {follows}"]


_OUTSIDE = 1500
"""Characters of a board in words that stand outside its frame; Discord allows 2000."""


HEARD_BY = frozenset({"read", "more"})
"""What a board in words offers, and no other private message does both."""

_PLACES = 5
"""For rows of a message, and for buttons of a row."""


def plays_by_ear(table: Table) -> bool:
    """Return whether one plays at ``table`` from a board in words too, or goes on from its result.

    The board beside it follows: one that is seen by its player alone does not, nor any where the bot is a guest.
    """
    beside = not (table.private or table.settings.visiting)
    return beside and (table.over or (table.status is Status.PLAYING and table.mode.in_turns))


def heard_screen(context: RenderContext, table: Table, board: Screen, until: int, user: int) -> Screen:
    """Return a board in words for ``user`` alone, which follows the game ``until`` then, to play and to read on.

    It begins outside the frame: somebody may have switched frames off, and knows from its first lines what to play.
    """
    t, lines = context.t, board.body.split("\n")
    lengths = accumulate((len(line) + 1 for line in lines), initial=len(board.content))
    outside = sum(length <= _OUTSIDE for length in lengths) - 1
    return replace(
        board,
        content="\n".join(filter(None, (board.content, *lines[:outside]))),
        title=board.title or t("In words"),
        body="\n".join((*lines[outside:], *follow_lines(context, table, until))),
        rows=_heard_rows(context, table, board, user),
        picture=None,
    )


def _heard_rows(context: RenderContext, table: Table, board: Screen, user: int) -> tuple[Row, ...]:
    """Return the buttons of the ``board`` in the turn of ``user`` and at the end, and what is beside the game.

    In the turn of others nothing to press is in the way of a voice but **Undo**, for whom that may be.
    """
    t = context.t
    sheets = (Button("read sheets", t(face_of(table.game.key).sheets_in_words)),) * (table.state is not None)
    aside: Row = (Button("read", t("Refresh")), *sheets)
    mine = table.status is Status.PLAYING and plays_by_ear(table)
    leads_on = table.over and table.state is not None and plays_by_ear(table)
    if leads_on or (mine and table.turn_player == user):
        if len(board.rows) < _PLACES:
            return *board.rows, aside
        return tuple((*row, *aside)[:_PLACES] if more_button(context) in row else row for row in board.rows)
    undoes = mine and table.undoable is not None and table.players[table.undoable] == user
    return ((*((undo_button(context),) if undoes else ()), *aside, more_button(context)),)


def _pages(parts: list[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for part in parts:
        if pages[-1] and sum(map(len, pages[-1])) + len(part) > _PAGE:
            pages.append([])
        pages[-1].append(part)
    return pages


# -- The message of a table, for every game and at every moment ------------------------------------------------------

AS_THROWN = BoardView()
"""A board that nobody has touched since the throw."""

NOBODY: Mapping[Occupant, Table] = {}
"""The players' own tables of a game in turns: none."""


def table_screen(
    context: RenderContext,
    table: Table,
    board: BoardView = AS_THROWN,
    *,
    plays_as: Mapping[Level, Level] = EVERYBODY_AS_NAMED,
    offered: bool = False,
    newcomers: bool = False,
    notice: str = "",
    away: Mapping[Occupant, int] = NOBODY_AWAY,
    computers: bool = True,
    own_tables: Mapping[Occupant, Table] = NOBODY,
    result: ResultView = NOT_KNOWN,
) -> Screen:
    """Return the screen of ``table``: lobby, board, or result.

    Each has its own part of what the table itself does not hold: a lobby which levels of computers play as others
    (``plays_as``), whether the guided game is ``offered``, whether there are ``newcomers``, the ``notice`` of the bot's
    host, who is ``away`` and whether ``computers`` may be added, a board in turns ``board``, a simultaneous one the
    players' ``own_tables``, and a table that is over ``result``.
    """
    if table.settings.tournament is not None and table.over:
        return round_end_screen(context, table, result.own_round, result.trophies, result.names)
    if table.mode.duplicate and table.over:
        return daily_end_screen(
            context, table, result.day, result.beside, result.trophies, result.names, voided=result.voided
        )
    if table.parent is not None and table.over:
        return own_sheet_result_screen(context, table, result.public, result.names)
    match table.status:
        case Status.LOBBY:
            return lobby_screen(
                *(context, table, plays_as),
                offered=offered,
                newcomers=newcomers,
                notice=notice,
                away=away,
                computers=computers,
            )
        case Status.PLAYING if not table.mode.in_turns:
            screen = simultaneous_screen(context, table, own_tables)
            lines, small = waiting_lines(context, table), plain_lines(context, table)
            return replace(screen, body="\n".join((screen.body, *lines)), footer=" ".join(small))
        case Status.PLAYING:
            playing = _playing_board(context, table, board)
            screen = below_news(context, playing, _lines_above(context, table, board))
            if not (board.replayed or table.private or screen.footer) and (small := plain_lines(context, table)):
                screen = replace(screen, footer=" ".join(small))
            titled = with_daily_title if table.settings.tournament is None else with_round_title
            return titled(context, table, screen) if table.mode.duplicate else screen
        case Status.FINISHED:
            return result_screen(context, table, result)
        case Status.ENDED:
            if table.state is None:
                return cancelled_screen(context, table)
            return ended_screen(context, table, news_lines(context, table, board.news))
        case Status.BROKEN:
            return broken_screen(context, table.code)


def _playing_board(context: RenderContext, table: Table, view: BoardView) -> Screen:
    """The board of the game; with dice of the players' own, they enter what fell."""
    face = face_of(table.game.key)
    board = face.board(context, table, table.game, table.state, view)
    if context.spoken and not view.replayed:
        missing = [line for line in face.latest(context, table, table.game, table.state) if line not in board.body]
        moves = [] if view.computer else face.moves_in_words(context, table.game, table.state)
        possible = [context.t("Possible now: {moves}.", moves="; ".join(moves))] if len(moves) > 1 else []
        first, second, *others = board.body.split("\n")
        happened, total = _happened(context, table, view, first), _total_line(context, table, face)
        ended = list(map(full_stop, missing))
        if not getattr(table.state, "dice", True):
            happened = [*happened, *total]
        elif ended:
            ended[-1] = " ".join((ended[-1], *total))
        lines = _in_a_line(happened), second, *possible, *others, *ended
        board = replace(board, body="\n".join(lines))
    if view.replayed or not table.settings.real_dice:
        return board
    return with_real_dice(context, table, face, board, view.entered)


def _happened(context: RenderContext, table: Table, view: BoardView, line: str) -> list[str]:
    """Return the latest throws, then the ``line`` of what lies there or has become of it, which a voice may read alone.

    So it names whose dice a computer's are. What throws have just told is left out.
    """
    t, thrown, named = context.t, _thrown(context, table, view), list(map(mention, table.players))
    said = line.removeprefix(LARGE)
    if thrown and said == full_stop(t("No dice held: **{free}**", free=dashed(getattr(table.state, "dice", ())))):
        return thrown
    if view.tone is Tone.BUST and view.moment and view.moment in said:  # It says what is lost, not by what throw.
        line = " ".join((line, *map(full_stop, face_of(table.game.key).story(context, table, table.game, table.state))))
    told = t("Thrown **{dice}**", dice=dashed(getattr(table.state, "dice", ())))
    if thrown and said.startswith(f"{told}. "):
        line, said = line.replace(f"{told}. ", "", 1), said.removeprefix(f"{told}. ")
    begins = said == full_stop(t("The game begins."))
    if table.turn_computer is not None and not begins and not any(name in said for name in named):
        head = line.removesuffix(said)
        line = head + t("{name}: {value}", name=mention(table.turn_computer), value=said)
    return [*thrown, line]


def _total_line(context: RenderContext, table: Table, face: AnyFace) -> list[str]:
    """Return what the player of the latest turn has now; not in a match, whose games apart the board tells.

    A voice that is told of a move hears the first line, and the standings stand far below.
    """
    seat = face.latest_seat(table.state)
    if seat is None or table.game.options.get(GAMES, 1) != 1 or not (points := table.own_totals[seat]):
        return []
    total = face.score_words(context, points, table.game.options)
    return [context.t("{player} has {total} now.", player=mention(table.players[seat]), total=total)]


def _in_a_line(happened: Sequence[str]) -> str:
    """Return all that has ``happened`` as the first line, which is a heading in large text."""
    line = " ".join(sentence.removeprefix(LARGE) for sentence in happened)
    return LARGE + line if any(sentence.startswith(LARGE) for sentence in happened) else line


def first_player_line(context: RenderContext, table: Table, began: FirstPlayerThrown) -> str:
    """Everybody's throws, those for ties included, and the first player: the first seat."""
    t, first = context.t, mention(table.players[Seat(0)])
    thrown = " · ".join(_round(context, table, throws) for throws in began.rounds)
    if table.settings.real_dice:
        return t("Thrown by the bot for the first turn: {throws}. {player} begins.", throws=thrown, player=first)
    return t("For the first turn: {throws}. {player} begins.", throws=thrown, player=first)


def _round(context: RenderContext, table: Table, throws: Throws) -> str:
    return ", ".join(f"{mention(table.players[seat])} {sum(faces)}" for seat, faces in throws)


_REMEMBERED = 1024
_above: TableCache[tuple[tuple[object, ...], list[str]]] = TableCache(_REMEMBERED)


def _lines_above(context: RenderContext, table: Table, view: BoardView) -> list[str]:
    """Return what no game shows itself: the clock, the first player, what became of seats, computers, the coach.

    It stays while the player holds dice.
    """
    key = (context.t, context.plain, view.news, view.coach, view.remark, view.away)
    last = _above.of(table)
    if last is not None and last[0] == key:
        return last[1]
    began = [first_player_line(context, table, event) for event in view.news if isinstance(event, FirstPlayerThrown)]
    away = view.away
    waits = [*away_line(context, table, away), *waiting_lines(context, table, away=away is not None)]
    lines = [
        *([] if table.mode.duplicate else waits),
        *began,
        *news_lines(context, table, view.news),
        *filter(None, (view.coach, view.remark)),
    ]
    _above.put(table, (key, lines))
    return lines


def _thrown(context: RenderContext, table: Table, view: BoardView) -> list[str]:
    """Return the latest throws in sentences until somebody touches the dice: what stays held sounds like no throw."""
    t, lines = context.t, list[str]()
    for event in view.news if view.held is None else ():
        if isinstance(event, Rolled):
            faces, power = event.split_power
            dice = [*map(str, faces), *([] if power is None else [t("Power {face}", face=power)])]
            sentence = t.many(
                "{player} throws {n} die: {dice}.",
                "{player} throws {n} dice: {dice}.",
                len(event.faces),
                player=mention(table.players[event.seat]),
                dice=", ".join(dice),
            )
            lines.append(sentence)
    return lines


def broken_screen(context: RenderContext, code: str) -> Screen:
    """A table that no version of the rules can read."""
    return Screen(
        title=context.t("Table closed"),
        body=context.t(
            "I cannot read this table any more. It is closed and kept so that it can be looked into. Sorry!"
        ),
        footer=context.t("Table {code}", code=code),
        colour=SLATE,
    )


def call_text(context: RenderContext, table: Table, player: int, link: str) -> str:
    """The message that calls the next player; it is the only one that notifies."""
    game = context.t(CATALOGUE[table.game.key].label)
    return context.t("{player}, your turn at {game}: {link}", player=mention(player), game=game, link=link)
