"""Seasons: the running one, past ones, and the final table that the bot posts at the end of one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.kit import (
    CROWN,
    LEAF_GREEN,
    SLATE,
    Button,
    Choice,
    Menu,
    PodiumStep,
    RenderContext,
    Row,
    Screen,
    SeasonPicture,
    SeasonTable,
    Style,
    named,
    page_count,
    place_sign,
    turning,
)
from bot.screens.kit.patterns import SEASON_SHOW, Pattern
from bot.screens.kit.trophies import trophy_lines
from bot.screens.kit.values import season_name
from bot.screens.league import league_title
from bot.screens.server.leaderboard import (
    LeaderboardRequest,
    begins_later,
    game_name,
    not_everybody,
    rules_name,
    season_dates,
    value_in_picture,
    value_words,
)
from bot.screens.tournament import league_line
from bot.tables.leagues import LeagueTable
from bot.tables.model.choices import NOBODY, without_names
from bot.tables.records.leaderboards import (
    EVERY,
    STANDARD,
    LeaderboardKind,
    LeaderboardLine,
    Season,
    SeasonChampion,
    SortKey,
)
from bot.tables.records.trophies import Earned
from bot.tables.tournaments import Tournament

SEASON = "season"
OLDER = Pattern("season older {older:number}")
ASK = Pattern("season ask {what:end|reopen} {number:number}")
SURELY = Pattern("season {what:end|reopen} {number:number}")
CHAMPIONS = Pattern("season champions {page:leaf} {button}")
SHARE = Pattern("season share {number:number}")
"""The first word of all presses on these screens."""

SHARED = "share"
"""The button of a page of champions that is to be posted."""

_PAGE = 15
"""Champions on a page of their record."""

FIRST = 3
"""The number of players of a game that the table names."""

MOST_TABLES = 22
"""Games that have room on a picture: all that there are."""

_GAMES = 12
"""The number of games and leagues that show their first three; a menu leads to the other games."""

_WITH_OWN = 8
"""That number where the reader has a line too, so that a message has room for all of it."""

_LISTED = 24
"""Seasons of a menu; its last line leads to older ones."""


@dataclass(frozen=True, slots=True)
class Podium:
    """The first players of a season at one game."""

    game: str
    kind: LeaderboardKind
    rules: str
    lines: tuple[LeaderboardLine, ...]
    players: int
    tied: int = 0
    """The number of other players with the rank of the last of these lines, without players who are not counted."""
    own: LeaderboardLine | None = None
    """The reader's line, wherever it is."""
    ahead: LeaderboardLine | None = None
    """The last line with a better rank than the reader's."""

    @property
    def placed(self) -> Sequence[LeaderboardLine]:
        """Those with a place."""
        return [line for line in self.lines if self.has_place(line)]

    def has_place(self, line: LeaderboardLine) -> bool:
        """Whether somebody has a place: nobody has for no win at all, or while they have played too few games."""
        return bool(line.rank) and (self.kind == "solo" or line.value > 0)

    def without_names(self, unnamed: Collection[int]) -> "Podium":
        """Return these players without the names of those who do not want that."""
        return replace(self, lines=tuple(without_names(self.lines, unnamed)))

    def leaderboard(self, season: Season) -> LeaderboardRequest:
        """Return the whole leaderboard behind these players."""
        return LeaderboardRequest(self.game, sorted_by(self.kind), season.period, self.kind, self.rules)


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season for one reader."""

    season: Season
    podiums: tuple[Podium, ...]
    """The most played game first."""
    unranked: bool
    """People played games in it that stand nowhere, because of their rules."""
    ends: int | None
    """When the running one ends, in unix seconds; None if somebody ends it by hand."""
    seasons: Sequence[Season] = ()
    """All seasons of the server, the running one first."""
    manager: bool = False
    """The reader has Manage Server."""
    older: int = 0
    """The index of the first season in the menu."""
    news: str = ""
    """What somebody has just done."""
    leagues: Sequence[tuple[Tournament, LeagueTable]] = ()
    """The leagues with weeks in it: the latest tournament of each, and its table."""
    champions: Sequence[SeasonChampion] = ()
    """Those with the most wins, of a season that is over."""
    first: int | None = None
    """The players with the most wins of a season that is over without a champion; None where that is not known."""
    trophies: Sequence[Earned] = ()
    """What it has brought to its champions."""
    empty: bool = False
    """Nobody has finished a game in it."""
    overall: Podium | None = None
    """The first players of all games together, of whom the first becomes the champion of a running season."""

    @property
    def worth_it(self) -> bool:
        """Whether anything that is ranked has been finished in it, so that there is something to say."""
        return bool(self.podiums or self.champions or any(table.lines for _, table in self.leagues))

    @property
    def won(self) -> Sequence[Podium]:
        """The games in which somebody has a place; the first :data:`MOST_TABLES` are on the picture."""
        return [podium for podium in self.podiums if podium.placed]

    def without_names(self, unnamed: Collection[int]) -> "SeasonView":
        """Return what a post may say, which names nobody who does not want that."""
        podiums = (podium.without_names(unnamed) for podium in self.podiums)
        overall = self.overall and self.overall.without_names(unnamed)
        leagues = [(latest, table.without_names(unnamed)) for latest, table in self.leagues]
        champions = without_names(self.champions, unnamed)
        trophies = [one._replace(user=NOBODY) if one.user in unnamed else one for one in self.trophies]
        return replace(
            self, podiums=tuple(podiums), overall=overall, leagues=leagues, champions=champions, trophies=trophies
        )

    @property
    def people(self) -> set[int]:
        """Everybody whom it names."""
        leagues = {line.user for _, table in self.leagues for line in table.lines}
        every = (*self.podiums, *((self.overall,) if self.overall else ()))
        return (
            {line.user for podium in every for line in podium.lines}
            | leagues
            | {champion.user for champion in self.champions}
        )


def sorted_by(kind: LeaderboardKind) -> SortKey:
    """The number that sorts a season's table: alone, nobody wins."""
    return "best" if kind == "solo" else "wins"


def season_screen(context: RenderContext, seen: SeasonView) -> Screen:
    """A season, for one reader."""
    t, season = context.t, seen.season
    running = season.ended is None
    champion = [*champion_lines(context, seen.champions), *_no_champion_line(context, seen)]
    news = [seen.news, ""] if seen.news else []
    title = [] if season.ended is not None else [_title_line(context)]
    overall = _podium_lines(context, seen.overall, season) if seen.overall is not None else []
    lines = [*news, _span(context, seen), *title, *champion, "", *overall, *([""] * bool(overall))]
    lines += _tables(context, seen)
    return Screen(
        title=t("Season {n}", n=season.number) if running else t("Season {n}: final leaderboard", n=season.number),
        body="\n".join(lines),
        footer=_footer(context, seen),
        rows=tuple(
            row for row in (_game_menu(context, seen), _season_menu(context, seen), _buttons(context, seen)) if row
        ),
    )


def final_screen(context: RenderContext, seen: SeasonView, *, pictured: bool = False) -> Screen:
    """The champion and the final table for everybody; a picture beside it shows the best of each game."""
    t, season = context.t, seen.season
    menu = _game_menu(context, seen)
    tables = _tables(context, replace(seen, podiums=()) if pictured else seen, pictured=pictured)
    if pictured and (hidden := len(seen.won) - MOST_TABLES) > 0:
        tables = [_in_menu(context, hidden), *([""] if tables else []), *tables]
    return Screen(
        title=t("Season {n} is over", n=season.number),
        body="\n".join(
            [
                _span(context, seen),
                *champion_lines(context, seen.champions),
                *_no_champion_line(context, seen),
                *trophy_lines(context, seen.trophies),
                *(["", *tables] if tables else []),
                "",
                t("The next season has begun. Good luck!"),
            ]
        ),
        footer=_footer(context, seen),
        colour=LEAF_GREEN,
        rows=(menu,) if menu else (),
    )


def no_season_screen(context: RenderContext) -> Screen:
    """Nobody has played in the server yet."""
    begins = context.t("The first season begins with the first game that is finished.")
    return Screen(title=context.t("Seasons"), body=f"{begins}\n{_title_line(context)}")


def _title_line(context: RenderContext) -> str:
    """Return who becomes the champion of a season, and what is kept of it in the next one."""
    return context.t(
        "Its champion is the player with the most wins against other people, in all games together. The next season "
        "begins at zero."
    )


def confirm_season_screen(
    context: RenderContext,
    season: Season,
    what: str,
    ends: int | None = None,
    channel: int | None = None,
    *,
    worth_it: bool = True,
) -> Screen:
    """Ask a manager whether they are sure: ``end`` or ``reopen``.

    The season after that ``ends`` by itself then, in unix seconds; the table of this one is posted in ``channel`` if it
    is ``worth_it``.
    """
    t = context.t
    if what == "end":
        title, yes = t("End season {n}?", n=season.number), t("End the season")
        body = t(
            "Its final leaderboard is kept, and season {n} begins at once. It can be reopened.",
            n=season.number + 1,
        )
        if ends is not None:
            until = t("Season {n} ends {when}, with the month.", n=season.number + 1, when=f"<t:{ends}:D>")
            body = f"{body} {until}"
        if channel is None:
            posted = t("I post nothing: no channel is chosen for the end of seasons, or that post is off.")
        elif not worth_it:
            posted = t("I post nothing: no game that counts has been played in season {n}.", n=season.number)
        else:
            posted = t(
                "I post the champion and the final leaderboard of season {n} in {channel}.",
                n=season.number,
                channel=f"<#{channel}>",
            )
        body = f"{body}\n{posted}"
    else:
        title, yes = t("Reopen season {n}?", n=season.number), t("Reopen the season")
        body = t(
            "Season {n} goes on as if it had not ended: what was played since then counts in it, its final leaderboard "
            "is taken away, and season {next} is no more.",
            n=season.number,
            next=season.number + 1,
        )
    sure = Button(SURELY.build(what=what, number=season.number), yes, Style.DANGER)
    return Screen(title, body, colour=SLATE, rows=((sure, Button(SEASON_SHOW.build(number=0), t("No, leave it"))),))


def _span(context: RenderContext, seen: SeasonView) -> str:
    """From when to when: of a season that is over its own days, else in the reader's time."""
    t, season = context.t, seen.season
    if season.ended is not None:
        return f"{season_dates(context, season)}."
    since = f"<t:{season.started}:D>"
    if seen.ends is None:
        return t("Since {since}, until someone with Manage Server ends it.", since=since)
    return t("Since {since}. It ends {when}.", since=since, when=f"<t:{seen.ends}:R>")


def champion_lines(context: RenderContext, champions: Sequence[SeasonChampion]) -> list[str]:
    """Return who won most games of a season; nothing where nobody did."""
    if not champions:
        return []
    t, names = context.t, context.t.listed([named(context, champion.user) for champion in champions])
    wins = champions[0].wins
    line = (
        t.many("Champion: {players}, **{n}** win", "Champion: {players}, **{n}** wins", wins, players=names)
        if len(champions) == 1
        else t.many(
            "Champions: {players}, **{n}** win each", "Champions: {players}, **{n}** wins each", wins, players=names
        )
    )
    return [line if context.plain else f"{CROWN} {line}"]


def _no_champion_line(context: RenderContext, seen: SeasonView) -> list[str]:
    """Say why a season that is over has no champion, where that is known."""
    t = context.t
    if seen.champions or seen.first is None:
        return []
    if not seen.first:
        return [t("No champion: nobody has won a game against other people.")]
    return [t("No champion: {n} players share the most wins, too many for the title.", n=seen.first)]


def season_picture(context: RenderContext, seen: SeasonView, names: Mapping[int, str]) -> SeasonPicture | None:
    """Return the picture of a season: its champion and the best of its games; None where nothing is ranked.

    ``names`` by person; without one, "Somebody" stands there.
    """
    t, season = context.t, seen.season
    tables = tuple(
        SeasonTable(
            game_name(context, podium.game) + _alone(context, podium),
            tuple(
                PodiumStep(
                    names.get(line.user, ""),
                    value_in_picture(context, line, podium.leaderboard(season)),
                    line.rank or 0,
                    t("Somebody"),
                )
                for line in podium.placed
            ),
        )
        for podium in seen.won[:MOST_TABLES]
    )
    if not tables:
        return None
    more = len(seen.won) - len(tables)
    wins = seen.champions[0].wins if seen.champions else 0
    return SeasonPicture(
        t("Season {n}", n=season.number),
        season_dates(context, season),
        tables,
        tuple(names.get(champion.user, "") or t("Somebody") for champion in seen.champions),
        t.many("Champion with {n} win", "Champion with {n} wins", wins) if wins else "",
        t.many("and {n} more game", "and {n} more games", more) if more else "",
    )


def champions_screen(
    context: RenderContext, champions: Sequence[SeasonChampion], seasons: Sequence[Season], page: int
) -> Screen:
    """The record of all champions of a server, the latest season first."""
    t = context.t
    ended = {season.number: season.days for season in seasons if season.days is not None}
    by_season: dict[int, list[SeasonChampion]] = {}
    for champion in champions:
        by_season.setdefault(champion.season, []).append(champion)
    pages = page_count(len(by_season), _PAGE)
    page = min(page, pages - 1)
    lines = []
    for number, those in list(by_season.items())[page * _PAGE : (page + 1) * _PAGE]:
        names = t.listed([named(context, champion.user) for champion in those])
        wins = t.many("{n} win", "{n} wins", those[0].wins)
        season = t("Season {n}", n=number)
        name = f"**{season_name(t, ended[number])}** · {season}" if number in ended else f"**{season}**"
        lines.append(f"{name} · {names} · {wins}")
    if not lines:
        lines.append(t("Nobody has a title yet. When a season ends, the player with the most wins together gets it."))
    back = Button(SEASON_SHOW.build(number=0), t("Seasons"))
    share = (Button(CHAMPIONS.build(page=page, button=SHARED), t("Share")),) if by_season else ()
    rows = (turning(context, page, pages, lambda to, word: CHAMPIONS.build(page=to, button=word)), (back, *share))
    return Screen(t("Champions of this server"), "\n".join(lines), rows=tuple(row for row in rows if row))


def _tables(context: RenderContext, seen: SeasonView, *, pictured: bool = False) -> list[str]:
    mine = seen.overall is not None or any(podium.own is not None for podium in seen.podiums)
    t, lines, games = context.t, list[str](), (_WITH_OWN if mine else _GAMES) - len(seen.leagues)
    for podium in seen.podiums[:games]:
        lines += [""] if lines else []
        lines += _podium_lines(context, podium, seen.season)
    for latest, table in seen.leagues:
        lines += [""] if lines else []
        lines.append(f"**{league_title(context, latest)}**")
        lines += [league_line(context, line) for line in table.lines[:FIRST]]
    hidden = len(seen.podiums) - games
    if hidden > 0:
        lines += ["", _in_menu(context, hidden)]
    if not lines and not pictured:
        yet = t("No game that counts has been played in this season yet.")
        lines.append(yet if seen.season.ended is None else t("No game that counts was played in this season."))
    if any(begins_later(podium.lines) for podium in seen.podiums[:games]):
        lines += ["", f"-# {not_everybody(context)}"]
    if seen.unranked:
        lines += [
            *([""] if lines else []),
            "-# " + t("Games by house rules do not count here; someone with Manage Server can change that."),
        ]
    return lines


def _podium_lines(context: RenderContext, podium: Podium, season: Season) -> list[str]:
    """Return the first of a game, its other players as a number, and the reader's own line where it is not above."""
    t = context.t
    lines = [f"**{game_name(context, podium.game)}**{_alone(context, podium)}"]
    lines += [_line(context, line, podium, season) for line in podium.lines]
    more, own = podium.players - len(podium.lines), podium.own
    counts = [t.many("and {n} more player", "and {n} more players", more)] if more else []
    if podium.tied:
        counts.append(t.many("{n} shares the last rank above", "{n} share the last rank above", podium.tied))
    if own is not None and all(line.place != own.place for line in podium.lines):
        climb = [_climb(context, podium, own)] if podium.ahead is not None and podium.kind != "solo" else []
        lines.append(" · ".join((_line(context, own, podium, season), *climb)))
    return [*lines, "-# " + " · ".join(counts)] if counts else lines


def _climb(context: RenderContext, podium: Podium, own: LeaderboardLine) -> str:
    """Return how many wins bring the reader to the next better rank."""
    ahead = podium.ahead or own
    wins = round(ahead.value - own.value)
    return context.t.many("{n} more win: place {place}", "{n} more wins: place {place}", wins, place=ahead.rank or 0)


def _line(context: RenderContext, line: LeaderboardLine, podium: Podium, season: Season) -> str:
    sign = place_sign(context, line.rank or 0, earned=line.value > 0) if podium.has_place(line) else "▫️"
    you = context.t(" (you)") if podium.own is not None and line.user == podium.own.user else ""
    return f"{sign} {named(context, line.user)}{you} · {value_words(context, line, podium.leaderboard(season))}"


def _in_menu(context: RenderContext, games: int) -> str:
    return context.t.many("{n} more game in the menu below.", "{n} more games in the menu below.", games)


def _alone(context: RenderContext, podium: Podium) -> str:
    return " · " + context.t("Solo") if podium.kind == "solo" else ""


def _footer(context: RenderContext, seen: SeasonView) -> str:
    sets = {podium.rules for podium in seen.podiums}
    return rules_name(context, sets.pop()) if len(sets) == 1 else ""


# -- what one can press ------------------------------------------------------------------------------------------


def _game_menu(context: RenderContext, seen: SeasonView) -> Row | None:
    choices = tuple(
        Choice(podium.leaderboard(seen.season).do("game"), game_name(context, podium.game))
        for podium in seen.podiums[:25]
        if podium.game in CATALOGUE
    )
    return (Menu(f"{SEASON} game", context.t("The whole leaderboard of a game"), choices),) if choices else None


def _season_menu(context: RenderContext, seen: SeasonView) -> Row | None:
    if len(seen.seasons) < 2:
        return None
    listed = seen.seasons[seen.older : seen.older + _LISTED]
    choices = [_season_choice(context, season, season.number == seen.season.number) for season in listed]
    if len(seen.seasons) > seen.older + _LISTED:
        choices.append(Choice(OLDER.build(older=seen.older + _LISTED), context.t("Older seasons…")))
    elif seen.older:
        choices.append(Choice(OLDER.build(older=0), context.t("Newer seasons…")))
    return (Menu(f"{SEASON} menu", context.t("Another season"), tuple(choices)),)


def _season_choice(context: RenderContext, season: Season, chosen: bool) -> Choice:
    name = context.t("Season {n}", n=season.number)
    return Choice(SEASON_SHOW.build(number=season.number), name, season_dates(context, season), chosen)


def _buttons(context: RenderContext, seen: SeasonView) -> Row:
    """The way back to the leaderboard, and what managers can do with the running season."""
    t, season = context.t, seen.season
    shown = [podium.leaderboard(season) for podium in seen.podiums[:1]]
    first = shown[0] if shown else LeaderboardRequest(EVERY, "wins", season.period, "together", STANDARD)
    back = Button(replace(first, game=EVERY).fitting().do("back"), t("Leaderboard"))
    record = Button(CHAMPIONS.build(page=0, button="first"), t("Champions"))
    share = (Button(SHARE.build(number=season.number), t("Share")),) if seen.podiums or seen.leagues else ()
    if not seen.manager or season.ended is not None:
        return (back, record, *share)
    end = Button(ASK.build(what="end", number=season.number), t("End this season"), disabled=seen.empty)
    before = season.number - 1
    again = Button(ASK.build(what="reopen", number=before), t("Reopen season {n}", n=before)) if before else None
    return (back, record, *share, end, again) if again else (back, record, *share, end)


NEWS = {
    "end": N_("Season {n} is over. Its final leaderboard is kept, and season {next} has begun."),
    "not end": N_("Nothing has changed: season {n} is over already, or nothing has been played in it."),
    "reopen": N_("Season {n} goes on."),
    "not reopen": N_("Nothing has changed: only the season that ended last can be reopened."),
}
"""The answers to a manager's decision."""
