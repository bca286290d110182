"""Leagues as screens: when the next evening comes, the table of a season, and what its host and managers do."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.engine import N_
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
    named,
    naming_commands,
    page_count,
    turning,
)
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.values import first_of, listed_of
from bot.screens.tournament import LEAGUE, SHARED, best_listed, best_weeks, games_of, league_line
from bot.tables.hand import Deed, Did
from bot.tables.leagues import MOST_WEEKS, League, LeagueNews, LeagueStatus, LeagueTable
from bot.tables.model.choices import NOBODY
from bot.tables.tournaments import Tournament

CHOOSE = Pattern("tournament weekly {id:table} {status:on|paused|ended} {sure:ask|sure}")

COUNT = Pattern("tournament count {id:table} {best:number}")
"""So many of everybody's best weeks count; 0 for all but two."""

EVENING = Pattern("tournament evening {id:table} {weekday:int} {hour:int}")

BEGIN = Pattern("tournament beginleague {id:table}")
"""Let a tournament open every week, at its own weekday and hour."""
BEGIN_AT = Pattern("tournament beginleague {id:table} {weekday:int} {hour:int} {sure:ask|sure}")

PAGE = 20
"""Lines of the table at once."""

MOST_CALLED = 20
"""People whom the message of a new week calls; of others it says how many they are."""

_FIRST = 5
"""Players whom the end of a season names; of others it says how many they are."""

_BEST_WEEKS = (*range(1, 13), 15, 20, MOST_WEEKS)
"""Numbers of best weeks that a host may choose, beside all but two."""

_STANDS = {
    LeagueStatus.ON: N_("Every week at the same hour until somebody ends it: the next tournament opens {when}."),
    LeagueStatus.PAUSED: N_("This league is paused."),
    LeagueStatus.ENDED: N_("This league is over."),
    LeagueStatus.NO_CHANNEL: N_("This league is paused: I cannot write in {channel} any more."),
    LeagueStatus.NO_HOST: N_("This league is paused: it has lost its host."),
    LeagueStatus.SWITCHED_OFF: N_("This league is paused: tournaments, or one of its games, are switched off here."),
}

_ASKED = {
    LeagueStatus.ON: N_("Its tournament opens again every week at the same hour."),
    LeagueStatus.PAUSED: N_("No more tournaments open until somebody resumes it. The one that goes on stays open."),
    LeagueStatus.ENDED: N_("It is over for good. The tournament that goes on stays open."),
}

_DO = {LeagueStatus.ON: N_("Resume"), LeagueStatus.PAUSED: N_("Pause"), LeagueStatus.ENDED: N_("End the league")}


@dataclass(frozen=True, slots=True)
class LeagueView:
    """A league for one reader."""

    league: League
    latest: Tournament
    table: LeagueTable
    user: int
    manager: bool
    clock: tuple[int, int, int]
    """Weekday, hour and minute of its evenings."""
    page: int = 0
    before: LeagueTable | None = None
    """Of the season before, where the league had weeks then."""
    by: Deed | None = None
    """The manager who paused, resumed or ended it last, as long as the log knows."""


def league_title(context: RenderContext, latest: Tournament) -> str:
    """Return the name of a league by its latest tournament."""
    return context.t("League: {games}", games=games_of(context, latest))


def league_screen(context: RenderContext, seen: LeagueView) -> Screen:
    """When the next evening comes, and who stands where in a season."""
    table, league = seen.table, seen.league
    pages = page_count(len(table.lines), PAGE)
    page = min(seen.page, pages - 1)
    number = 0 if table.season is None or table.season.ended is None else table.season.number
    body = [_stands(context, league, seen.by), *_evening(context, seen), "", *_table(context, seen, page)]
    rows = (
        turning(context, page, pages, lambda turned, word: _to(league, number, turned, word)),
        tuple(_buttons(context, seen, number)),
        *_evenings(context, seen),
    )
    return Screen(league_title(context, seen.latest), "\n".join(body), rows=tuple(row for row in rows if row))


def shared_league_screen(context: RenderContext, seen: LeagueView, at: int) -> Screen:
    """The table as it was ``at`` that unix second, which stays as it is: it says so, and where the latest one is."""
    t, shown = context.t, league_screen(context, seen)
    stands = t("As it was {when}. **League standings** shows it as it is now.", when=f"<t:{at}:f>")
    return replace(shown, body=f"{shown.body}\n-# {stands}")


def _to(league: League, season: int, page: int = 0, button: str = "show") -> str:
    return LEAGUE.build(id=league.id, season=season, page=page, button=button)


_BY = {
    (LeagueStatus.PAUSED, Did.PAUSE): N_("This league was paused by {player}, {when}."),
    (LeagueStatus.ENDED, Did.CLOSE): N_("This league was ended by {player}, {when}."),
}
"""What is said where the log knows who did that."""


def _stands(context: RenderContext, league: League, by: Deed | None = None) -> str:
    t, sentence = context.t, "" if by is None else _BY.get((league.status, by.do), "")
    if by is not None and sentence:
        return t(sentence, player=mention(by.manager) if by.manager > 0 else t("Somebody"), when=f"<t:{by.at}:f>")
    when = f"<t:{league.next}:F> (<t:{league.next}:R>)"
    return t(_STANDS[league.status], when=when, channel=f"<#{league.channel}>")


def _evening(context: RenderContext, seen: LeagueView) -> Iterator[str]:
    """Tell somebody who may choose what the menus below do."""
    if _may_choose(seen):
        yield context.t("Choose its day, its hour and how many weeks count in the menus below.")


def _table(context: RenderContext, seen: LeagueView, page: int) -> Iterator[str]:
    t, table = context.t, seen.table
    if table.season is not None:
        season = " ".join(_season_ends(context, table)) or t("Season {n}", n=table.season.number)
        yield f"**{season}**"
        if table.season.ended is not None:
            yield from _champions(context, table)
    if seen.before is not None and seen.before.season is not None and seen.before.crowns:
        one, several = N_("Champion of season {n}: {players}."), N_("Champions of season {n}: {players}.")
        yield from _first(context, seen.before, one, several, n=seen.before.season.number)
    if not table.weeks:
        yield t("No week of this season is over yet.")
        return
    yield t.many("{n} week so far.", "{n} weeks so far.", table.weeks)
    yield _count(context, seen)
    yield t(
        "A week is worth the share of opponents beaten, a missed one 0%. In a tie the most weeks played win, then the "
        "most weeks won."
    )
    yield ""
    shown = table.lines[page * PAGE : (page + 1) * PAGE]
    own = [line for line in table.lines if line.user == seen.user and line not in shown]
    yield from (league_line(context, line, seen.user) for line in shown)
    yield from ("…", *(league_line(context, line, seen.user) for line in own)) if own else ()


def _season_ends(context: RenderContext, table: LeagueTable) -> Iterator[str]:
    """Say when the running season ends, where that is known."""
    if table.season is not None and table.ends is not None:
        yield context.t("Season {n} ends {when}.", n=table.season.number, when=f"<t:{table.ends}:D>")


def _count(context: RenderContext, seen: LeagueView) -> str:
    """Which weeks of the season count."""
    best, counted = seen.table.best, seen.table.counted
    if best is None:
        sentence = N_("Everybody's best weeks count, all but two and always more than half: {n} so far.")
        return context.t(sentence, n=counted)
    return best_weeks(context, best)


def week_text(context: RenderContext, news: LeagueNews, called: Sequence[int]) -> str:
    """What stands above the tournament of a new week: whom it calls, who won last time, and what is at stake."""
    t, lines, said = context.t, list[str](), list[str]()
    if called:
        players = listed_of(context, [mention(user) for user in called], len(news.players))
        lines.append(t("{players}: this week's tournament is open.", players=players))
    if any(user != NOBODY for user in news.winners):
        names = best_listed(context, [named(context, user) for user in news.winners])
        said.append(t.many("Last winner: {players}.", "Last winners: {players}.", len(news.winners), players=names))
    said += [*_at_stake(context, news), *_season_ends(context, news.table)]
    return "\n".join([*lines, *([" ".join(said)] if said else [])])


def _at_stake(context: RenderContext, news: LeagueNews) -> Iterator[str]:
    """Say who leads the season, by how much over the second, and how many weeks are left to change that."""
    t, lines = context.t, news.table.lines
    ahead = [line for line in lines if line.place == 1]
    if len(ahead) == 1 and len(lines) > 1 and round(ahead[0].percent - lines[1].percent):
        behind = [line for line in lines if line.place == lines[1].place]
        yield t(
            "{player} leads the season with {percent}, ahead of {others} with {second}.",
            player=named(context, ahead[0].user),
            percent=t.percent(ahead[0].percent / 100),
            others=best_listed(context, [named(context, line.user) for line in behind]),
            second=t.percent(behind[0].percent / 100),
        )
    else:
        leads = N_("{players} leads the season with {percent}."), N_("{players} lead the season with {percent}.")
        yield from _first(context, news.table, *leads)
    if lines and news.left:
        yield t.many("This is its last week.", "{n} weeks of it are left with this one.", news.left)


def evening_text(context: RenderContext, league: League, latest: Tournament, users: Sequence[int]) -> str:
    """The message that reminds the players of a league of its next evening."""
    return context.t(
        "{players}: the league's next evening begins {when}, at {hour}: {games}.",
        players=", ".join(map(mention, users)),
        when=f"<t:{league.next}:R>",
        hour=f"<t:{league.next}:t>",
        games=games_of(context, latest),
    )


def season_text(context: RenderContext, table: LeagueTable, number: int) -> str:
    """The message of the end of season ``number``: its champion, and the first of its table."""
    t = context.t
    over = t("Season {n} of the league is over.", n=number)
    shown = first_of(table.lines, _FIRST)
    lines = [" ".join([f"**{over}**", *_champions(context, table)]), *(league_line(context, line) for line in shown)]
    if len(table.lines) > len(shown):
        lines.append(t.many("and {n} other", "and {n} others", len(table.lines) - len(shown)))
    return "\n".join(lines)


def _champions(context: RenderContext, table: LeagueTable) -> list[str]:
    if not table.crowns:
        return [context.t("A single week makes no champion.")] if table.weeks else []
    return _first(
        context, table, N_("Champion: {players}, with {percent}."), N_("Champions: {players}, with {percent}.")
    )


def _first(context: RenderContext, table: LeagueTable, one: str, several: str, **about: int) -> list[str]:
    """Say of those who share the first place of a table that they do, in one of two English sentences."""
    t, first = context.t, [line for line in table.lines if line.place == 1 and line.percent]
    players = best_listed(context, [named(context, line.user) for line in first])
    said = one if len(first) == 1 else several
    return [t(said, players=players, percent=t.percent(first[0].percent / 100), **about)] if first else []


def _buttons(context: RenderContext, seen: LeagueView, number: int) -> Iterator[Button]:
    t, league, season = context.t, seen.league, seen.table.season
    if seen.table.lines:
        yield Button(_to(league, number, seen.page, SHARED), t("Share"))
    if number:
        yield Button(_to(league, 0), t("This season"))
    if season is not None and seen.table.earlier and season.number > 1:
        yield Button(_to(league, season.number - 1, button="earlier"), t("Season {n}", n=season.number - 1))
    if not _may_choose(seen):
        return
    if league.status is LeagueStatus.ON:
        first = CHOOSE.build(id=league.id, status=LeagueStatus.PAUSED.value, sure="ask")
        yield Button(first, t(_DO[LeagueStatus.PAUSED]))
    else:
        first = CHOOSE.build(id=league.id, status=LeagueStatus.ON.value, sure="sure")
        yield Button(first, t(_DO[LeagueStatus.ON]), Style.SUCCESS)
    end = CHOOSE.build(id=league.id, status=LeagueStatus.ENDED.value, sure="ask")
    yield Button(end, t(_DO[LeagueStatus.ENDED]), Style.DANGER)


def _may_choose(seen: LeagueView) -> bool:
    return seen.league.status is not LeagueStatus.ENDED and (seen.manager or seen.user == seen.league.host)


def _clock_menus(context: RenderContext, clock: tuple[int, int, int], do: Callable[[int, int], str]) -> Iterator[Row]:
    """The menus of the weekday and the hour; ``do`` says what each asks for."""
    t, (weekday, hour, minute) = context.t, clock
    days = tuple(
        Choice(do(day, hour), t("{name}: {value}", name=t("Day"), value=t.weekday(day)), chosen=day == weekday)
        for day in range(7)
    )
    hours = tuple(
        Choice(
            do(weekday, other),
            t("{name}: {value}", name=t("Hour"), value=t.hour(other)),
            chosen=(other, 0) == (hour, minute),
        )
        for other in range(24)
    )
    at = t("{name}: {value}", name=t("Hour"), value=t.hour(hour, minute))
    yield (Menu("tournament days", days[weekday].label, days),)
    yield (Menu("tournament hours", at, hours),)


def begin_screen(
    context: RenderContext,
    tournament: Tournament,
    clock: tuple[int, int, int],
    following: int,
    *,
    chosen: bool,
    calls: bool,
) -> Screen:
    """Let somebody choose when a tournament opens again every week, before that is so; it says what that means.

    ``following`` is the first evening of the ``clock``, which is still that of the tournament unless it was ``chosen``.
    """
    t, id = context.t, tournament.id
    weekday, hour, minute = clock
    begin = BEGIN_AT.build(id=id, weekday=weekday, hour=hour, sure="sure") if chosen else BEGIN.build(id=id)
    called = t("Each week calls everybody who played in one of the last three.")
    lines = [
        t("A league: this tournament opens again every week, with new dice. The best weeks of a season count."),
        t(
            "Every week on {day} at {hour}, in the time zone of this server. The next one opens {when}. The menus "
            "offer other days and hours.",
            day=t.weekday(weekday),
            hour=t.hour(hour, minute),
            when=f"<t:{following}:F>",
        ),
        " ".join([t("You host it."), *([called] if calls else [])]),
    ]
    return Screen(
        league_title(context, tournament),
        "\n".join(lines),
        rows=(
            *_clock_menus(context, clock, lambda day, at: BEGIN_AT.build(id=id, weekday=day, hour=at, sure="ask")),
            (Button(begin, t("Begin the league"), Style.SUCCESS),),
        ),
    )


def _evenings(context: RenderContext, seen: LeagueView) -> Iterator[Row]:
    """The menus of the weekday, the hour and the weeks that count."""
    if not _may_choose(seen):
        return
    t, id = context.t, seen.league.id
    yield from _clock_menus(context, seen.clock, lambda day, at: EVENING.build(id=id, weekday=day, hour=at))
    counts = tuple(
        Choice(
            COUNT.build(id=id, best=best or 0),
            t("{name}: {value}", name=t("What counts"), value=_best_weeks(context, best)),
            chosen=best == seen.league.best(),
        )
        for best in (None, *_BEST_WEEKS)
    )
    now = t("{name}: {value}", name=t("What counts"), value=_best_weeks(context, seen.league.best()))
    yield (Menu("tournament counts", now, counts),)


def _best_weeks(context: RenderContext, best: int | None) -> str:
    t = context.t
    if best is None:
        return t("all weeks but two")
    return t("every week") if best >= MOST_WEEKS else t.many("the best week", "the {n} best weeks", best)


def confirm_league_screen(context: RenderContext, league: League, latest: Tournament, status: LeagueStatus) -> Screen:
    """Ask whether somebody is sure."""
    t = context.t
    sure = Button(CHOOSE.build(id=league.id, status=status.value, sure="sure"), t(_DO[status]), Style.DANGER)
    back = Button(_to(league, 0), t("No, leave it"))
    return Screen(league_title(context, latest), t(_ASKED[status]), colour=SLATE, rows=((sure, back),))


def leagues_screen(context: RenderContext, leagues: Sequence[tuple[League, Tournament]]) -> Screen:
    """The leagues of a server; where there is none, how one begins."""
    t = context.t
    if not leagues:
        how = N_("No league runs here. {tournament_start} opens one: choose it under **ready**.")
        return Screen(t("Leagues"), naming_commands(t, how))
    choices = tuple(Choice(_to(league, 0), league_title(context, latest)[:100]) for league, latest in leagues[:25])
    lines = [f"{league_title(context, latest)}\n{_stands(context, league)}" for league, latest in leagues[:25]]
    return Screen(t("Leagues"), "\n\n".join(lines), rows=((Menu("tournament leagues", t("Which league?"), choices),),))
