"""Finished games, newest first: a player's in a server, or everybody's in a channel; and one of them with its doors.

Buttons ask for ``history <user> <game> <page> <button>``, where user 0 is everybody in this channel, the menu for
``played <table> <user> <game> <page>``.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from bot.games import CATALOGUE
from bot.locales import Words
from bot.screens.kit import (
    MEDALS,
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
    message_address,
    named,
    page_count,
    place_sign,
    truncate,
    turning,
)
from bot.screens.kit.faces import last_loses, score_bold, score_words
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.values import unnaming, voided_line
from bot.screens.players.hand import on_reason
from bot.screens.players.stats import EVERY, HISTORY, KINDS, StatsRequest, nothing_yet
from bot.screens.table.leaving import finished_doors
from bot.screens.table.result import ranking_lines, winners
from bot.tables.model.table import Occupant, Table, TableId
from bot.tables.records.profiles import Opponent, PastGame, PastPage

PAGE = 5
"""Games on a page."""

HERE = 0
"""In place of a user: everybody in this channel."""

_LABEL = 100

PLAYED = Pattern("played {table:table} {user:int} {game:game} {page:page}")
"""Show a game of such a page."""

REPLAYED = Pattern("replayed {code}")
"""Step through a game, as histories of version 0.1 offer it."""

NameOf = Callable[[Occupant], str]
"""Returns the name of a player for where Discord shows no mention; empty if it is not known."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of a list of games: the person, the game, and the page (from 0)."""

    user: int
    game: str = EVERY
    page: int = 0

    def do(self, button: str) -> str:
        """The words by which a button comes here; ``button`` tells apart buttons to the same page."""
        return HISTORY.build(user=self.user, game=self.game, page=self.page, button=button)

    def to(self, table: TableId) -> str:
        """The words by which a line of the menu shows a game."""
        return PLAYED.build(table=table, user=self.user, game=self.game, page=self.page)


def games_screen(
    context: RenderContext,
    request: HistoryPage,
    guild: int,
    page: PastPage,
    name_of: NameOf,
    reader: int,
    *,
    judges: bool = False,
) -> Screen:
    """A page of games in the server ``guild``, for ``reader``, who ``judges`` whether results count, or does not."""
    t, pages = context.t, page_count(page.total, PAGE)
    title = t("Games played") if request.game == EVERY else t("{game}: games played", game=_game(context, request.game))
    whose = t("Everybody's games in this channel") if request.user == HERE else mention(request.user)
    if request.user == HERE and judges:
        whose += "\n-# " + t("Only managers see dailies here, once their day is over.")
    entries = [_entry(context, guild, past, request.user == HERE) for past in page.games]
    entries = entries or [nothing_yet(context, request.game)]
    games = t.many("{n} game", "{n} games", page.total)
    return Screen(
        title=title,
        body="\n\n".join([whose, *entries]),
        footer=t("{games} · page {page} of {pages}", games=games, page=request.page + 1, pages=pages),
        rows=_rows(context, request, page.games, pages, name_of, reader),
    )


def _game(context: RenderContext, key: str) -> str:
    return context.t(CATALOGUE[key].label) if key in CATALOGUE else key


def _entry(context: RenderContext, guild: int, past: PastGame, whole: bool) -> str:
    """A game in three short lines: when and what, how it came out (for everybody if ``whole``), with whom and where."""
    head = [f"<t:{past.at}:D>", f"**{_game(context, past.game)}**"]
    if past.kind != "together":
        head.append(context.t(KINDS[past.kind]))
    if past.options:
        head.append(context.t("house rules"))
    where = list[str]()
    if past.channel is not None and past.message is not None:
        board = context.t("board")
        where.append(f"[{board}]({message_address(guild, past.channel, past.message)})")
    points = score_bold(context, past.game, past.score, past.options)
    came_out = _ranking(context, past) if whole else _came_out(context, past, points)
    last = " · ".join([*([] if whole else _with(context, past.others)), *where])
    return "\n".join(filter(None, [" · ".join(head), came_out, last]))


def _players(past: PastGame) -> list[Opponent]:
    """Return everybody at the table, best first."""
    return sorted([Opponent(past.user, past.rank, past.score), *past.others], key=lambda player: player.rank)


def _ranking(context: RenderContext, past: PastGame) -> str:
    def in_words(player: Opponent) -> str:
        sign = "" if past.seats == 1 else f"{place_sign(context, player.rank, earned=_earns(past, player.rank))} "
        return f"{sign}{named(context, player.user)} {score_bold(context, past.game, player.score, past.options)}"

    return ", ".join(map(in_words, _players(past)))


def _earns(past: PastGame, rank: int) -> bool:
    """Return whether a place is worth a medal: not where the last one alone is a defeat."""
    return not (rank == past.seats and last_loses(past.game, past.options))


def _came_out(context: RenderContext, past: PastGame, points: str) -> str:
    if past.left:
        return context.t("{points} · not played to the end", points=points)
    if past.seats == 1:
        return points
    medal = f"{MEDALS[past.rank - 1]} " if past.rank <= len(MEDALS) and _earns(past, past.rank) else ""
    return medal + context.t.many(
        "place {n} of {seats} · {points}", "place {n} of {seats} · {points}", past.rank, seats=past.seats, points=points
    )


def _with(context: RenderContext, others: Sequence[Opponent]) -> list[str]:
    if not others:
        return []
    return [context.t("with {players}", players=", ".join(named(context, other.user) for other in others))]


def told(context: RenderContext, past: PastGame, name_of: NameOf) -> str:
    """A game in one line without a mention: what, when, and the places of the players whose names are known."""
    players = _players(past)
    names = [(player.rank, name_of(player.user)) for player in players]
    if len(players) == 1:
        came_out = [score_words(context, past.game, past.score, past.options)]
    else:
        came_out = [f"{rank}. {name}" for rank, name in names if name]
    parts = [_game(context, past.game), context.t.day(past.at), ", ".join(came_out)]
    return truncate(" · ".join(filter(None, parts)), _LABEL)


def told_apart(context: RenderContext, games: Sequence[PastGame], name_of: NameOf) -> list[str]:
    """Return such lines of ``games``, the newest first; of those that read alike, the earlier ones are numbered."""
    seen, lines = Counter[str](), list[str]()
    for past in games:
        line = truncate(told(context, past, name_of), _LABEL - 8)
        seen[line] += 1
        lines.append(line if seen[line] == 1 else f"{line} ({seen[line]})")
    return lines


def _rows(
    context: RenderContext,
    request: HistoryPage,
    games: Sequence[PastGame],
    pages: int,
    name_of: NameOf,
    reader: int,
) -> tuple[Row, ...]:
    t = context.t
    lines = zip(games, told_apart(context, games, name_of), strict=True)
    choices = tuple(Choice(request.to(past.table), line) for past, line in lines)
    statistics = (Button(StatsRequest(request.user, request.game).do("history"), t("Statistics")),)
    rows: tuple[Row, ...] = (
        (Menu("history games", t("Choose a game…"), choices),) * bool(choices),
        turning(context, request.page, pages, lambda page, button: replace(request, page=page).do(button)),
        (
            *(
                Button(HistoryPage(user).do("tab"), label, Style.PRIMARY if request.user == user else Style.SECONDARY)
                for user, label in ((reader, t("My games")), (HERE, t("This channel")))
            ),
            *(statistics * (request.user != HERE)),
        ),
    )
    return tuple(filter(None, rows))


JUDGE = Pattern("games {what:void|count} {table:table} {user:int} {game:game} {page:page}")
"""Ask whether to void the result of a game of such a page, or to let it count again."""

JUDGE_SURELY = Pattern("games {what:void|count} {table:table} {user:int} {game:game} {page:page} {answer:yes|why}")
"""Do it, or ask for a reason first; what is typed comes with yes."""


def judge_question(context: RenderContext, table: Table, request: HistoryPage, what: str) -> Screen:
    """Ask a manager once whether to ``void`` a result, or to ``count`` it again."""
    t = context.t
    if what == "void":
        title, yes = t("Void the result?"), t("Void the result")
        meaning = t(
            "It then counts nowhere: leaderboards, ratings, seasons, statistics and trophies follow, and its board "
            "says so. Moves and dice stay, and it can count again."
        )
    else:
        title, yes = t("Count it again?"), t("Count it again")
        meaning = t("It then counts as if nobody had voided it, and its board says so no more.")
    about = {"what": what, "table": table.id, "user": request.user, "game": request.game, "page": request.page}
    surely, why = (JUDGE_SURELY.build(**about, answer=answer) for answer in ("yes", "why"))
    return Screen(
        title=title,
        body="\n".join(
            [
                f"{_game(context, table.game.key)} · <t:{table.changed}:D>",
                "",
                meaning,
                on_reason(context),
            ]
        ),
        colour=SLATE,
        rows=(
            (
                Button(surely, yes, Style.DANGER),
                Button(why, t("With a reason…"), Style.DANGER),
                Button(request.to(table.id), t("No, go back")),
            ),
        ),
    )


def own_result_line(t: Words) -> str:
    """Return why somebody who judges results does not judge this one."""
    return t("You played too, here or with the same dice, so another manager must decide about its result.")


def game_screen(
    context: RenderContext,
    table: Table,
    request: HistoryPage,
    link: str,
    *,
    voided: bool | None = None,
    judges: bool = False,
    own: bool = False,
    review: bool = True,
    unnamed: Collection[int] = (),
) -> Screen:
    """Return one game and what can be seen of it; ``request`` is the page to go back to.

    ``voided`` says whether its result is, None where it has none; the reader ``judges`` whether it shall be, unless
    the game is their ``own``, which a voided one says, and may open its ``review``. Nothing names the ``unnamed``.
    """
    t, outcome = context.t, table.outcome
    lines = [f"<t:{table.changed}:D>", *((voided_line(context),) * bool(voided))]
    if outcome is not None:
        won = () if voided else (f"**{winners(context, table, outcome)}**",)
        lines += [*won, *ranking_lines(context, table, outcome)]
    elif not table.began:
        closed = t("This table was closed before the game began.")
        lines.append(closed if table.over else t("This game has not begun yet."))
    else:
        early = t("The game ended early, so it does not count.")
        lines.append(early if table.over else t("This game is still going on."))
    lines = [unnaming(context, line, unnamed) for line in lines]
    judges = judges and voided is not None
    if judges and own and voided:
        lines += ["", own_result_line(t)]
    what, label = ("count", t("Count it again")) if voided else ("void", t("Void the result"))
    judge = Button(
        JUDGE.build(what=what, table=table.id, user=request.user, game=request.game, page=request.page), label
    )
    doors = finished_doors(context, table, review=review)
    if any(isinstance(door, Button) and door.do == "verify" for door in doors):
        lines += ["", "-# " + t("**Verify** throws all dice again, from what was sealed before the game.")]
    if any(isinstance(door, Button) and door.do == "record" for door in doors):
        lines.append("-# " + t("**Game file** has every throw and every move, to keep."))
    go = (LinkButton(link, t("Go to it")),) * (table.message is not None and not table.mode.duplicate)
    return Screen(
        title=_game(context, table.game.key),
        body="\n".join(lines),
        rows=tuple(
            filter(
                None,
                (doors, (*go, *((judge,) * (judges and not own)), Button(request.do("back"), t("Back")))),
            )
        ),
    )
