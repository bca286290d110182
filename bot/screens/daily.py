"""The game of the day as screens: today's page, the end of a game, the day's leaderboard, and what Share posts."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.engine import N_, AnyGame
from bot.games import CATALOGUE
from bot.screens.guide import guide_button, offer_line
from bot.screens.kit import (
    LEAF_GREEN,
    SLATE,
    Button,
    Choice,
    Field,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    below_news,
    mention,
    named,
    naming_commands,
    page_count,
    retitled,
    turning,
)
from bot.screens.kit.faces import ended_sheet, face_of, minutes_of
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.seal import (
    KeptSeal,
    SealOffer,
    acts_on_doubt,
    keep_button,
    mixed_in_lines,
    no_word_of_a_day,
    small_print,
    verdict_line,
)
from bot.screens.kit.trophies import trophy_lines
from bot.screens.kit.values import begun, champions_line, luck_and_par, luck_legend, voided_line
from bot.tables.daily import (
    PAGE,
    Beside,
    DailyBoard,
    DailyGame,
    DailyLine,
    DailyResult,
    DailyToday,
    Differed,
    MonthBoard,
    MonthLine,
    daily_game,
)
from bot.tables.model import days
from bot.tables.model.days import DAYS_OFF, dice_end
from bot.tables.model.place import is_server
from bot.tables.model.table import DiceSeed, Status, Table
from bot.tables.records.trophies import Earned

# -- The game of the day: today's page, the end of one's own game, the day's leaderboard -----------------------------
# What others see shows no dice, and nothing shows the secret before the day is over. Buttons ask for ``daily`` with
# these words, at a table or not: ``show``, ``play <day>``, ``rules <day>``, ``share <day>``, ``unshare <day>``, which
# takes that back, ``board <day>``, which opens the leaderboard, ``board <day> <page> <word>``, which turns its pages,
# ``mine <day>``, which opens one's own game, ``month <day> <page> <word>``, the table of the month of a day, ``past``,
# which lists past days, ``practice <day>``, which plays one of them again, ``named``, which asks whether posts may name
# the reader, ``seal <day>``, which shows digits to somebody whose pages are in words, ``keep <day>``, which sends them
# as a direct message, and ``kept <place> <day>`` below that.

PLAY = Pattern("daily play {day:day}")
RULES = Pattern("daily rules {day:day}")
SHARE = Pattern("daily share {day:day}")
UNSHARE = Pattern("daily unshare {day:day}")
MINE = Pattern("daily mine {day:day}")
BOARD = Pattern("daily board {day:day}")
BOARD_PAGE = Pattern("daily board {day:day} {page:page} {button}")
MONTH = Pattern("daily month {day:day} {page:page} {button}")
PRACTICE = Pattern("daily practice {day:day}")
PAST = "daily past"
NAMED = "daily named"
SEAL = Pattern("daily seal {day:day}")
KEEP = Pattern("daily keep {day:day}")
KEPT = Pattern("daily kept {place:int} {day:day}")
"""The place is a server, or 0 for the reader's own."""

SHARED = "share"
"""The button that posts a page of a board for everybody."""

_MOST_DIFFERENCES = 3
"""The first decisions in which two games differed."""


def daily_intro_screen(
    context: RenderContext, today: DailyToday, *, turned: bool = False, offered: bool = False
) -> Screen:
    """The day before one plays: its game, that it is for once, the seal. ``turned``: a new day has just begun.

    The guided game is ``offered`` to a person who has never played this one.
    """
    daily, minutes = today.daily, minutes_of(daily_game(today.daily), in_turns=False)
    so_far = [
        *([_finishers(context, today.total)] if is_server(daily.guild) else []),
        *filter(None, [_ended_line(context, today), streak_line(context, today.streak)]),
    ]
    lines = [
        *([context.t("A new day has begun.")] if turned else []),
        context.t("Everybody in this server throws the same dice today: alone, and only once.")
        if is_server(daily.guild)
        else context.t("Your own daily, wherever you play with me as a guest: one game a day, alone, and only once."),
        *([] if minutes is None else [context.t("About {n} minutes.", n=minutes)]),
        context.t("It counts if you finish before the day ends, {when}.", when=_moment(daily.ends)),
        *(["", *so_far] if so_far else []),
        *(["", offer_line(context, daily.game)] if offered else []),
    ]
    buttons = [
        Button(PLAY.build(day=daily.day), context.t("Play"), Style.PRIMARY),
        Button(RULES.build(day=daily.day), context.t("Rules")),
    ]
    if today.before is not None:
        buttons.append(_board_button(context, today.before))
    return Screen(
        title=day_title(context, daily.day, daily.game),
        body="\n".join(lines).strip("\n"),
        fields=(*_week_field(context, today.week), dice_field(context, daily.seed, over=False)),
        rows=tuple(
            filter(
                None,
                (
                    tuple(buttons),
                    guide_button(context, daily.game) if offered else (),
                    (*_look_back(context, daily.day), keep_button(context, KEEP.build(day=daily.day))),
                ),
            )
        ),
    )


def _week_field(context: RenderContext, week: Sequence[tuple[int, str]]) -> tuple[Field, ...]:
    """Return the coming days and which game they have, days of the same game in a row together."""
    t = context.t
    lines = [
        t(
            "{name}: {value}",
            name=begun(t.listed([t.weekday(days.weekday(day)) for day, _ in run])),
            value=t(CATALOGUE[game].label),
        )
        for game, run in groupby(week[1:], lambda known: known[1])
    ]
    return (Field(t("The next six days"), "\n".join(lines)),) if lines else ()


def _look_back(context: RenderContext, day: int) -> Row:
    """The ways to the table of the month and to past days; in words also to the digits of the day's dice."""
    month = Button(MONTH.build(day=day, page=0, button="show"), context.t("Leaderboard of the month"))
    seal = (Button(SEAL.build(day=day), context.t("Seal of the dice")),) * context.spoken
    return month, Button(PAST, context.t("Past days")), *seal


def with_daily_title(context: RenderContext, table: Table, board: Screen) -> Screen:
    """The board during a game of the day, with its day and closing time."""
    day, ends = table.settings.daily, dice_end(table.settings)
    if day is None or ends is None:
        return board
    if table.settings.practice:
        closes = context.t("For practice: you throw the dice of that day, and nothing here counts.")
    else:
        closes = context.t("The daily: it counts if you finish before the day ends, {when}.", when=_moment(ends))
    titled = retitled(board, lambda title: context.t("{board} · daily of {day}", board=title, day=_day(context, day)))
    return below_news(context, titled, [closes])


def daily_end_screen(
    context: RenderContext,
    table: Table,
    result: DailyResult | None,
    beside: Beside | None = None,
    trophies: Sequence[Earned] = (),
    names: Sequence[str] | None = None,
    *,
    voided: bool = False,
) -> Screen:
    """One's own game after its end; ``result`` if its player has finished it, ``beside`` once the day is over.

    It brings these ``trophies``, unless managers have ``voided`` it. ``names`` as in
    :func:`bot.screens.kit.faces.ended_sheet`.
    """
    t, practice = context.t, table.settings.practice > 0
    day = table.settings.daily or 0
    title = day_title(context, day, table.game.key)
    if practice:
        title = t("{title} (practice)", title=title)
    points = table.game.scores(table.state)[0]
    sheet, picture = ended_sheet(context, table, names)
    if table.status is not Status.FINISHED:
        sentence = t("The day ended before your game did, so it does not count.")
        if practice:
            sentence = t("You did not go on with this game, so I have closed it.")
        other = naming_commands(t, N_("{daily} has another one for you."))
        return Screen(
            title=title,
            body=f"{sentence} {other}\n{sheet}",
            colour=SLATE,
            rows=((_board_button(context, day),),),
            picture=picture,
        )
    score = face_of(table.game.key).score_bold(context, points, table.game.options)
    lines = [*([voided_line(context)] if voided else []), t("You finish with {score}.", score=score)]
    if result is not None:
        lines += filter(None, [begun(" · ".join(luck_and_par(context, points, result.net, result.par)))])
        if practice:
            lines.append(_compared(context, result))
        else:
            place = f"{begun(place_words(context, result))}." if is_server(table.guild) else ""
            first_day = result.streak == 1 and not result.over
            begins = t("Day 1 of a streak: come back tomorrow.") if first_day else ""
            lines += filter(None, [place, begins or streak_line(context, result.streak)])
    lines += trophy_lines(context, trophies)
    ends = dice_end(table.settings)
    if ends is not None and (result is None or not result.over):
        lines.append(t("The next daily begins {when}.", when=_moment(ends)))
    if result is not None:
        lines += luck_legend(context, net=result.net is not None, par=result.par is not None)
    share = (Button(SHARE.build(day=day), t("Share"), Style.PRIMARY),) * (not voided and not practice)
    naming = (Button(NAMED, t("My name in public")),) * (is_server(table.guild) and not practice)
    return Screen(
        title=title,
        body="\n".join([*lines, sheet]),
        fields=(
            *_champion_field(context, table.game, beside),
            dice_field(context, table.seed, over=result is not None and result.over),
        ),
        colour=SLATE if voided else LEAF_GREEN,
        rows=(
            (
                *share,
                _board_button(context, day, t("Leaderboard of the day")),
                Button("review", t("Review")),
                Button("replay", t("Replay")),
            ),
            (*_look_back(context, day), *naming),
        ),
        picture=picture,
    )


@dataclass(frozen=True, slots=True)
class DailyBoardPage:
    """A page of a day's leaderboard (from 0), for one reader."""

    daily: DailyGame
    board: DailyBoard
    page: int
    over: bool
    before: int | None
    """The earlier day whose leaderboard is a button away."""
    after: int | None
    mine: bool = False
    """Whether the reader has a game of that day."""
    beside: Beside | None = None
    """The champion's game of the day, once the day is over."""


def daily_board_screen(context: RenderContext, page: DailyBoardPage) -> Screen:
    """Everybody who has finished, best first; after the day also the secret of its dice."""
    board, own, game = page.board, page.board.own, daily_game(page.daily)
    lines = [_line(context, game, line, own) for line in board.lines]
    if own is not None and own not in board.lines:
        lines += ["…", _line(context, game, own, own)]
    lines += luck_legend(context, net=any(line.net is not None for line in board.lines), par=False)
    pages = page_count(board.total - board.hidden, PAGE)
    turns = turning(
        context, page.page, pages, lambda number, word: BOARD_PAGE.build(day=page.daily.day, page=number, button=word)
    )
    footer = context.t.many("{n} player has finished", "{n} players have finished", board.total)
    if pages > 1:
        footer += " · " + context.t("page {page} of {pages}", page=page.page + 1, pages=pages)
    return Screen(
        title=context.t("{daily}: the leaderboard", daily=day_title(context, page.daily.day, page.daily.game)),
        body="\n".join(lines) or context.t("Nobody has finished this one."),
        fields=(
            *_champion_field(context, game, page.beside),
            dice_field(context, page.daily.seed, over=page.over),
        ),
        footer=footer,
        rows=tuple(row for row in (turns, _days(context, page), _look_back(context, page.daily.day)) if row),
    )


# -- The table of a month, and past days for practice ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MonthPage:
    """A page of the table of a month (from 0), for one reader."""

    day: int
    """One of that month."""
    board: MonthBoard
    page: int
    before: int | None
    """A day of the nearest earlier month with a game."""
    after: int | None


def month_screen(context: RenderContext, shown: MonthPage) -> Screen:
    """Everybody who has finished a day of a month, most points first."""
    t, board, own = context.t, shown.board, shown.board.own
    lines = [_month_line(context, line, own) for line in board.lines]
    if own is not None and own not in board.lines:
        lines += ["…", _month_line(context, own, own)]
    explained = t(
        "A day brings you up to 100 points: the percentage of the others that you beat. Everybody's {n} weakest or "
        "missed days do not count.",
        n=DAYS_OFF,
    )
    pages = page_count(board.total, PAGE)
    turns = turning(
        context, shown.page, pages, lambda number, word: MONTH.build(day=shown.day, page=number, button=word)
    )
    around = tuple(
        Button(MONTH.build(day=day, page=0, button=word), t.month(*days.year_and_month(day)))
        for day, word in ((shown.before, "before"), (shown.after, "after"))
        if day is not None
    )
    share = (Button(MONTH.build(day=shown.day, page=shown.page, button=SHARED), t("Share")),) if board.lines else ()
    footer = t.many("{n} day played", "{n} days played", board.days) if board.days else ""
    if pages > 1:
        footer += " · " + t("page {page} of {pages}", page=shown.page + 1, pages=pages)
    return Screen(
        title=t("Dailies of {month}", month=t.month(*days.year_and_month(shown.day))),
        body="\n".join([explained, "", *(lines or [t("A day stands here once it is over.")])]),
        footer=footer,
        rows=tuple(row for row in (turns, (*around, Button(PAST, t("Past days")), *share)) if row),
    )


def _month_line(context: RenderContext, line: MonthLine, own: MonthLine | None) -> str:
    t = context.t
    points = t.many("**{n}** point", "**{n}** points", round(line.points))
    played = t.many("{n} day", "{n} days", line.days)
    text = f"**{line.rank}.** {points}, {played} · {named(context, line.user)}"
    return t("{line} (you)", line=text) if line == own else text


def past_screen(context: RenderContext, past: Sequence[tuple[int, str]]) -> Screen:
    """Ask for the past day that somebody wants to play for practice."""
    t = context.t
    if not past:
        return Screen(t("Past days"), t("There has been no daily here before today's."))
    choices = tuple(
        Choice(PRACTICE.build(day=day), f"{_day(context, day)} · {t(CATALOGUE[game].label)}") for day, game in past
    )
    body = t(
        "Play a past day for practice, as often as you like: with its dice, beside its leaderboard and Gobelet's game. "
        "It counts nowhere."
    )
    return Screen(t("Past days"), body, rows=((Menu("daily days", t("Which day?"), choices),),))


# -- What the screens of a day share ---------------------------------------------------------------------------------


def _champion_field(context: RenderContext, game: AnyGame, beside: Beside | None) -> tuple[Field, ...]:
    """Return what the champion made of the same dice, and where the reader decided otherwise in the same position."""
    if beside is None:
        return ()
    t, champion = context.t, beside.champion
    lines = [champions_line(context, champion.score, champion.expected)]
    if beside.own is not None:
        met, differed = beside.own
        lines.append(
            t.many(
                "You and Gobelet had {n} decision in common; choices that were the same: {same}.",
                "You and Gobelet had {n} decisions in common; choices that were the same: {same}.",
                met,
                same=met - len(differed),
            )
        )
        lines += [_differed(context, game, decision) for decision in differed[:_MOST_DIFFERENCES]]
    return (Field(t("Gobelet's game"), "\n".join(lines)),)


def _differed(context: RenderContext, game: AnyGame, decision: Differed) -> str:
    face = face_of(game.key)
    own, other = (face.action_name(context, game, decision.state, do) for do in (decision.own, decision.champion))
    dice = "-".join(map(str, decision.state.dice))
    return context.t("{dice} · you: {own} · Gobelet: {other}", dice=dice, own=f"**{own}**", other=f"**{other}**")


def finish_first(context: RenderContext, total: int) -> str:
    """The text in place of the leaderboard for those who have not finished."""
    sentence = context.t("Finish yours first: then you see how the others did.")
    return f"{sentence} {_finishers(context, total)}"


def _days(context: RenderContext, page: DailyBoardPage) -> Row:
    mine = (Button(MINE.build(day=page.daily.day), context.t("My game")),) if page.mine else ()
    around = tuple(
        Button(BOARD_PAGE.build(day=day, page=0, button=word), _day(context, day))
        for day, word in ((page.before, "before"), (page.after, "after"))
        if day is not None
    )
    if not page.over:
        return (*mine, *around)
    share = Button(BOARD_PAGE.build(day=page.daily.day, page=page.page, button=SHARED), context.t("Share"))
    again = Button(PRACTICE.build(day=page.daily.day), context.t("Practice"))
    return (*mine, *around, again, *((share,) if page.board.lines else ()))


def _line(context: RenderContext, game: AnyGame, line: DailyLine, own: DailyLine | None) -> str:
    # Not "2. ", which Discord takes for a list and counts by itself; then no two players would share a rank.
    score = score_in_list(context, game, line.score)
    numbers = " · ".join((score, *luck_and_par(context, line.score, line.net)))
    text = f"**{line.rank}.** {numbers} · {named(context, line.user)}"
    return context.t("{line} (you)", line=text) if line == own else text


def score_in_list(context: RenderContext, game: AnyGame, score: int) -> str:
    """Return a score on a board of a day: points are a number, whatever else it counts is said."""
    face = face_of(game.key)
    return (
        face.score_words(context, score, game.options) if face.fewest_is_best(game.options) else context.t.number(score)
    )


def day_title(context: RenderContext, day: int, game: str) -> str:
    """The title of a day and its game."""
    return context.t("Daily of {day}: {game}", day=_day(context, day), game=context.t(CATALOGUE[game].label))


def _day(context: RenderContext, day: int) -> str:
    return context.t.day(days.day_begins(day))


def _moment(ends: int) -> str:
    """Return when a day ends, as a countdown of Discord's."""
    return f"<t:{ends}:R>"


def _board_button(context: RenderContext, day: int, label: str = "") -> Button:
    return Button(BOARD.build(day=day), label or context.t("Leaderboard of {day}", day=_day(context, day)))


def _finishers(context: RenderContext, total: int) -> str:
    if not total:
        return context.t("Nobody has finished yet.")
    return context.t.many("{n} person has finished so far.", "{n} people have finished so far.", total)


def streak_line(context: RenderContext, streak: int) -> str:
    """The streak of a player, and how many days they may miss; one day is no streak."""
    if streak < 2:
        return ""
    return context.t.many(
        "Your streak: {n} day; {off} days may be missed each month.",
        "Your streak: {n} days; {off} days may be missed each month.",
        streak,
        off=DAYS_OFF,
    )


def _ended_line(context: RenderContext, today: DailyToday) -> str:
    """The streak that missed days have ended; this line goes once the player has played again."""
    if today.ended < 2:
        return ""
    if today.streak:
        return context.t.many(
            "Your streak of {n} day ended: you missed more than {off} in a month. A new one has begun.",
            "Your streak of {n} days ended: you missed more than {off} in a month. A new one has begun.",
            today.ended,
            off=DAYS_OFF,
        )
    return context.t.many(
        "Your streak of {n} day ended; a new one begins today.",
        "Your streak of {n} days ended; a new one begins today.",
        today.ended,
    )


def _compared(context: RenderContext, result: DailyResult) -> str:
    """What the points of a game for practice would have been worth on its day."""
    return context.t.many(
        "For practice: it counts nowhere. That day {n} player did better.",
        "For practice: it counts nowhere. That day {n} players did better.",
        result.rank - 1,
    )


def place_words(context: RenderContext, result: DailyResult, *, kept: bool = False) -> str:
    """The player's place among those who have finished, and who shares it.

    ``kept`` as it is, so that it stays true after the day.
    """
    t, rank, total = context.t, result.rank, result.total
    if result.over:
        place = t.many("place **{n}** of {total}", "place **{n}** of {total}", rank, total=total)
    elif kept:
        place = t.many(
            "place **{n}** of {total} when this was shared",
            "place **{n}** of {total} when this was shared",
            rank,
            total=total,
        )
    else:
        place = t.many("place **{n}** of {total} so far", "place **{n}** of {total} so far", rank, total=total)
    tied = t.many("tied with {n} other", "tied with {n} others", result.tied)
    return f"{place}, {tied}" if result.tied else place


def dice_field(context: RenderContext, seed: DiceSeed, *, over: bool) -> Field:
    """The day's dice: the secret when the day is ``over``, and the seal last, in small print; in words no digits."""
    t = context.t
    if over:
        told = naming_commands(t, N_("**Verify** under {games} computes every throw of a game again."))
    else:
        told = t("The secret is told on this day's leaderboard when the day is over.")
    digits = () if context.spoken else _digits(context, seed, over=over)
    return Field(t("Fair dice"), "\n".join((told, *digits)))


def _digits(context: RenderContext, seed: DiceSeed, *, over: bool) -> list[str]:
    secret = [context.t("Secret: `{secret}`", secret=seed.secret.hex()), *mixed_in_lines(context, seed)] * over
    return [*secret, small_print(context, seed.commitment)]


def seal_screen(context: RenderContext, daily: DailyGame, *, over: bool) -> Screen:
    """The digits of a day's dice, for somebody whose pages are in words."""
    return Screen(day_title(context, daily.day, daily.game), "\n".join(_digits(context, daily.seed, over=over)))


def kept_seal(context: RenderContext, daily: DailyGame) -> SealOffer:
    """The seal of a day for somebody to keep."""
    t = context.t
    told = (
        t(
            "Everybody who plays that day has the same seal: compare it with a friend's. Discord tells when this "
            "message came, and marks it if anybody changes it."
        ),
        t("After the day, press **Verify this seal**."),
    )
    named = t("**The seal of the dice: {daily}**", daily=day_title(context, daily.day, daily.game))
    check = KEPT.build(place=max(daily.guild, 0), day=daily.day)
    then = t("Nobody mixes a word into the dice of a day: from now on it shows only that they stay the same.")
    return SealOffer(daily.seed.commitment, named, told, check, then, ())


def kept_lines(
    context: RenderContext, daily: DailyGame, verified: tuple[Table, bool] | None, kept: KeptSeal, *, over: bool
) -> list[str]:
    """What the button below a ``kept`` seal says: ``verified`` is the reader's own game, and whether it is honest."""
    t, verdict = context.t, []
    if not over:
        told = [
            t(
                "Nobody is told the secret before the day is over, {when}. After that, the button also throws your "
                "game again.",
                when=_moment(daily.ends),
            )
        ]
    elif verified is not None and not verified[0].over:  # It is about to be closed.
        told = [t("After the game, the button also throws all dice again.")]
    elif verified is None or not verified[0].thrown:
        told = [t("You threw nothing that day: there is nothing to throw again.")]
    else:
        table, honest = verified
        verdict, told = [verdict_line(context, table, honest)], acts_on_doubt(context)
        if honest:
            told = [t("Nobody has exchanged these dice since this message came."), no_word_of_a_day(context)]
    return kept.compared(context, daily.seed.commitment, verdict, told)


# -- A result of the day as its player shares it: how it went, without a word about dice or points in it -------------


def share_screen(context: RenderContext, table: Table, result: DailyResult | None) -> Screen:
    """Return the public message: the player, the day, points and place, and how the game went.

    Without a ``result`` managers have voided it: then there is no place. Until the day is over, nothing tells those
    who have not played what its dice can give: no luck, and of no box how it went.
    """
    points, player = table.game.scores(table.state)[0], mention(table.host)
    score = face_of(table.game.key).score_bold(context, points, table.game.options)
    over = result is not None and result.over
    went = face_of(table.game.key).share_lines(context, table.game, table.state, over=over)
    if result is None:
        told = [voided_line(context), f"{player} · {score}"]
    else:
        place = place_words(context, result, kept=True)
        summary = context.t("{player}: {score}, {place}.", player=player, score=score, place=place)
        streak = context.t.many("Streak: {n} day.", "Streak: {n} days.", result.streak) if result.streak > 1 else ""
        apart = luck_and_par(context, points, result.net, result.par) if over else ()
        told = [f"{summary} {streak}".rstrip(), begun(" · ".join(apart))]
        told += luck_legend(context, net=over and result.net is not None, par=over and result.par is not None)
    return Screen(
        title=day_title(context, table.settings.daily or 0, table.game.key),
        body="\n".join(filter(None, [*told, *went])),
        colour=SLATE if result is None else LEAF_GREEN,
        rows=(
            (
                Button("daily show", context.t("Play the daily")),
                Button(UNSHARE.build(day=table.settings.daily or 0), context.t("Take back")),
            ),
        ),
    )
