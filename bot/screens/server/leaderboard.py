"""A page of a server's leaderboard, all that its reader can change about it, and the picture of its first three."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.engine import N_
from bot.games import CATALOGUE, make
from bot.screens.daily import MONTH
from bot.screens.kit import (
    CROWN,
    Button,
    Choice,
    Menu,
    PodiumPicture,
    PodiumStep,
    RenderContext,
    Row,
    Screen,
    Style,
    named,
    options_in_words,
    page_count,
    truncate,
)
from bot.screens.kit.faces import average_words, displayed_score, opening_line, score_bold
from bot.screens.kit.patterns import CONVERTERS, SEASON_SHOW, Converter, Pattern, one_of
from bot.screens.kit.values import both, season_title, signed
from bot.screens.review import amount, scale_of, usual_losses
from bot.tables.model import days
from bot.tables.records.leaderboards import (
    EVERY,
    SETTLED,
    STANDARD,
    LeaderboardKind,
    LeaderboardLine,
    LeaderboardPage,
    PlayedRules,
    RankedLine,
    Season,
    SeasonDays,
    SortKey,
    tied_behind,
)
from bot.thinker.answers import usual_unit

# -- A page of a server's leaderboard, and everything the reader can change about it ---------------------------------

PAGE = 10
"""Players on a page."""

MINE = -1
"""In place of a page: the one with the reader's own line."""

SORTS: Mapping[SortKey, str] = {
    "wins": N_("Wins"),
    "games": N_("Games"),
    "best": N_("Best score"),
    "average": N_("Average score"),
    "rate": N_("Win rate"),
    "rating": N_("Rating"),
    "streak": N_("Wins in a row"),
    "skill": N_("Skill"),
}
"""The numbers that can sort a leaderboard."""

ALL_GAMES: tuple[SortKey, ...] = ("wins", "games", "rate", "streak")
"""Those that can sort all games together."""

PERIODS = {"all": N_("All time"), "month": N_("This month"), "week": N_("This week"), "season": N_("Season")}
"""The periods of buttons and commands; ``s3`` is a season by its number."""

KINDS: Mapping[LeaderboardKind, str] = {"together": N_("Together"), "solo": N_("Solo"), "real": N_("Real dice")}
"""The kinds of games that rank apart."""

_COUNTED: Mapping[LeaderboardKind, str] = {
    "together": N_("games with other people"),
    "solo": N_("solo games"),
    "real": N_("games with real dice"),
}
"""These games in a sentence, for readers who are new."""

_ALONE: tuple[SortKey, ...] = ("best", "average", "games", "skill")
_STANDARD = "-"
_LINES = 25
_LABEL, _ABOUT = 100, 100

CONVERTERS.update(
    by=one_of(SORTS),
    period=Converter(rf"{one_of(PERIODS).form}|s[1-9]\d{{0,4}}"),
    kind=one_of(KINDS),
    rules=Converter(r"[0-9a-f]{8}|\*|-"),
)

LEADERBOARD = Pattern("leaderboard {game:game} {by:by} {period:period} {kind:kind} {rules:rules} {page:leaf} {button}")


SHARE = "share"
"""The button that posts the page for everybody."""


@dataclass(frozen=True, slots=True)
class LeaderboardRequest:
    """A leaderboard, and a page of it (from 0, or :data:`MINE`). Buttons and menus carry it."""

    game: str
    by: SortKey
    period: str
    """A key of :data:`PERIODS`, or ``s3``."""
    kind: LeaderboardKind
    rules: str
    page: int = 0

    def do(self, button: str) -> str:
        """The words by which a button comes here; ``button`` only tells apart buttons to the same page."""
        return LEADERBOARD.build(
            game=self.game,
            by=self.by,
            period=self.period,
            kind=self.kind,
            rules=self.rules or _STANDARD,
            page=self.page,
            button=button,
        )

    @classmethod
    def of(
        cls, game: str, by: SortKey, period: str, kind: LeaderboardKind, rules: str, page: int
    ) -> "LeaderboardRequest":
        """Return what a button with these words asks for."""
        return cls(game, by, period, kind, STANDARD if rules == _STANDARD else rules, page).fitting()

    @property
    def sorts(self) -> tuple[SortKey, ...]:
        """The numbers that can sort it."""
        fitting: tuple[SortKey, ...] = tuple(SORTS)
        if self.game == EVERY:
            fitting = ALL_GAMES
        if self.kind == "solo":
            fitting = tuple(by for by in _ALONE if by in fitting)
        return fitting

    def fitting(self) -> "LeaderboardRequest":
        """Return the nearest leaderboard to this one that makes sense."""
        fitted = self if self.by in self.sorts else replace(self, by=self.sorts[0])
        if fitted.game == EVERY and fitted.rules not in (STANDARD, EVERY):
            fitted = replace(fitted, rules=STANDARD)
        return fitted


@dataclass(frozen=True, slots=True)
class LeaderboardContext:
    """What a leaderboard shows beside its lines."""

    user: int
    """The reader."""
    games: Sequence[str]
    """The games of this server, most played first."""
    played: Sequence[PlayedRules]
    """The option sets in which people play the game."""
    ranked: str
    """The option set of ratings: the standard, or :data:`~bot.tables.records.leaderboards.EVERY`."""
    real_together: bool
    """Games with real dice count with the others."""
    month: tuple[int, int]
    seasons: Sequence[Season]
    """All seasons of the server, the running one first."""
    least: int = 0
    """The number of games that a rank needs."""
    crowned: Mapping[int, SeasonDays] = field(default_factory=dict)
    """The champions of the season that ended last, and its days."""
    named: bool = True
    """The reader chose the game, or all games; otherwise the board says which one it is about, and why."""
    computers: bool = False
    """Games with computers count too."""
    dailies: int | None = None
    """A day of the present month, where the board is empty and people have finished dailies of its game."""

    @property
    def season(self) -> int | None:
        """The number of the running season."""
        return next((season.number for season in self.seasons if season.ended is None), None)


def may_be_shared(request: LeaderboardRequest, page: LeaderboardPage) -> bool:
    """Whether somebody may post that page: what decisions of others cost stays private."""
    return bool(page.lines) and request.by != "skill"


def leaderboard_screen(
    context: RenderContext, request: LeaderboardRequest, page: LeaderboardPage, around: LeaderboardContext
) -> Screen:
    """Return the page that ``request`` names."""
    lines = [_line(context, line, request, around) for line in page.lines]
    if page.own is not None and page.own not in page.lines:
        own = _line(context, page.own, request, around)
        lines = [own, "…", *lines] if page.own.place < request.page * PAGE else [*lines, "…", own]
    return Screen(
        title=context.t("{game}: leaderboard", game=game_name(context, request.game)),
        body="\n".join(
            [
                *_head(context, request, around),
                *_unnamed(context, request, around),
                *_house_rules(context, request, around),
                *lines,
                *_notes(context, request, page, around),
            ]
        ).strip(),
        footer=_footer(context, page, request.page),
        rows=_rows(context, request, page, around),
    )


def game_name(context: RenderContext, game: str) -> str:
    """The name of a game, or of all games."""
    return context.t("All games") if game == EVERY else context.t(CATALOGUE[game].label)


def _line(
    context: RenderContext, line: LeaderboardLine, request: LeaderboardRequest, around: LeaderboardContext
) -> str:
    # Not "2. ", which Discord takes for a list and counts by itself; then no two players would share a rank.
    # Nobody has a place for no win at all.
    rank = f"**{line.rank}.**" if line.rank is not None and (request.by not in _OF_WINS or line.value) else "**–**"
    who = named(context, line.user) + season_title(context, around.crowned.get(line.user))
    who += context.t(" (you)") if line.user == around.user else ""
    return f"{rank} {who} · {value_words(context, line, request)}"


def value_words(context: RenderContext, line: LeaderboardLine, request: LeaderboardRequest) -> str:
    """The number that sorts the board, in bold, with its unit."""
    t, counts = context.t, line.counts
    games = t.many("{n} game", "{n} games", counts.games)
    match request.by:
        case "wins":
            return t.many("**{n}** win", "**{n}** wins", counts.wins) + f" · {games}"
        case "games":
            wins = "" if request.kind == "solo" else " · " + t.many("{n} win", "{n} wins", counts.wins)
            return t.many("**{n}** game", "**{n}** games", counts.games) + wins
        case "rate":
            return t("**{percent}** won", percent=t.percent(line.value)) + f" · {games}"
        case "streak":
            run = t.many("**{n}** win in a row", "**{n}** wins in a row", counts.longest)
            return run + (t(" · {n} now", n=counts.streak) if counts.streak else "")
        case "rating":
            return f"{rating_words(context, line)} · {games}"
        case "skill":
            unit = usual_unit(request.game)
            lost = amount(context, unit, t.tenths(scale_of(unit) * line.value))
            reviewed = t.many("{n} reviewed game", "{n} reviewed games", counts.reviewed)
            return t("lost {n} a game", n=f"**{lost}**") + f" · {reviewed}"
        case "best":
            return f"{score_bold(context, request.game, round(line.value), {})} · {games}"
        case _:
            return f"**{average_words(context, request.game, line.value, {})}** · {games}"


def rating_words(context: RenderContext, line: LeaderboardLine) -> str:
    """A rating, how sure it is, and whether it is provisional."""
    t, rating = context.t, line.rating
    if rating is None:
        return "–"
    number = f"{t.number(rating.shown)}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{t.number(rating.spread)}"
    return t("{rating} (provisional)", rating=number) if rating.provisional else f"**{number}**"


def _unnamed(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> list[str]:
    """Return the line that names the board's game, for a reader who named none."""
    if around.named:
        return []
    sentence = context.t(
        "**{by}** is a number of one game. You named none, so this is {game}; choose another one below.",
        by=context.t(SORTS[request.by]),
        game=game_name(context, request.game),
    )
    return [sentence, ""]


def _house_rules(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> list[str]:
    """The house rules of the board in words, if it is about one set of them."""
    chosen = next((set for set in around.played if set.rules == request.rules and set.options), None)
    if chosen is None or request.by == "rating":
        return []
    return ["*" + truncate(options_in_words(context, request.game, chosen.options, " · "), 1000) + "*", ""]


def _notes(
    context: RenderContext, request: LeaderboardRequest, page: LeaderboardPage, around: LeaderboardContext
) -> list[str]:
    """Notes that explain an empty board, missing ranks and ratings."""
    t, notes = context.t, []
    if not page.total:
        none = t("No such game has been finished yet.")
        if request.by == "skill":
            none = t("No such game has been reviewed yet. That happens when nobody plays.")
        notes.append(f"{none} {opening_line(t, request.game)}")
        if request.by not in ("rating", "skill") and any(
            set.kind in KINDS and (set.rules, set.kind) != (request.rules, request.kind) for set in around.played
        ):
            notes.append(
                t("Games by other rules, alone or with real dice have leaderboards of their own: choose them below.")
            )
        if around.dailies is not None:
            notes.append(t("Dailies have a leaderboard of their own, a month at a time: open it below."))
    if request.by == "rating":
        notes.append(
            t(
                "Everybody begins at {start}, and wins against people with higher ratings bring most. ± is how far off "
                "a rating may be. After {n} games it is no longer provisional and gets a rank.",
                start=t.number(1500),
                n=SETTLED,
            )
        )
    elif request.by == "skill":
        notes += _skill_notes(context, request, around)
    elif around.least and any(line is not None and line.rank is None for line in (*page.lines, page.own)):
        notes.append(t("With fewer than {n} games there is no rank yet (–).", n=around.least))
    if page.total and page.own is None and around.user:
        absent = N_("You are not here yet: finish a game that counts here, and you get a line.")
        if request.by == "skill":
            absent = N_("You are not here yet: you get a line once a game of yours has its review.")
        notes.append(t(absent))
    if not context.plain and any(line.user in around.crowned for line in page.lines):
        notes.append(t("{crown} is the champion of the latest season.", crown=CROWN))
    if request.page == 0 and begins_later(page.lines):
        notes.append(not_everybody(context))
    if not page.total:
        return notes
    return ["", *(f"-# {note}" for note in notes)] if notes else []


def begins_later(lines: Sequence[LeaderboardLine]) -> bool:
    """Whether somebody whom the reader does not see has a place before the first of these lines."""
    return bool(lines) and (lines[0].rank or 1) > 1


def not_everybody(context: RenderContext) -> str:
    """Return why the first place is missing; nothing of who has it."""
    return context.t("Places that are missing belong to people who want to be left out.")


def _skill_notes(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> list[str]:
    """Return what the board of skill counts, what computers would have there, and why some have no rank."""
    t, unit = context.t, usual_unit(request.game)
    notes = [
        t(
            "What decisions lost in a game, together, alone, in dailies and tournaments: the least is best, and luck "
            "is no part of it."
        ),
        t("A game counts for those who made all their decisions in it themselves."),
    ]
    usual = usual_losses(context, make(request.game, {}), unit) if request.rules == STANDARD else ""
    notes += [t("Computers lose: {levels}.", levels=usual)] if usual else []
    notes.append(t("With fewer than {n} reviewed games there is no rank yet (–).", n=around.least))
    if unit == "win":
        notes.append(t("Where a lead comes and goes, decisions may lose more than one win in a game."))
    return notes


def _head(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> list[str]:
    """Return what the board sorts by and since when; in small print which games count."""
    t, rated = context.t, request.by == "rating"
    period = t("All time") if rated else period_name(context, request.period, around)
    rules = rules_name(context, around.ranked if rated else request.rules)
    games = t(_COUNTED[request.kind])
    if request.kind == "together" and not rated:
        also = [t("real dice")] * around.real_together + [t("computers")] * around.computers
        games = t("games with other people ({what} too)", what=t.listed(also)) if also else games
    counted = rules if request.by == "skill" else f"{games} · {rules}"
    return [f"**{t(SORTS[request.by])}** · {period}", "-# " + t("What counts here: {games}", games=counted), ""]


def _footer(context: RenderContext, page: LeaderboardPage, number: int) -> str:
    """Return which page it is, where there are several."""
    pages = page_count(page.total, PAGE)
    return context.t("page {page} of {pages}", page=number + 1, pages=pages) if pages > 1 else ""


def period_name(context: RenderContext, period: str, around: LeaderboardContext) -> str:
    """The name of a period: the month by its name, a season by its number."""
    if period == "month":
        return context.t.month(*around.month)
    if period in PERIODS and (period != "season" or around.season is None):
        return context.t(PERIODS[period])
    return context.t("Season {n}", n=around.season if period == "season" else int(period[1:]))


def season_dates(context: RenderContext, season: Season) -> str:
    """The days of a season; one that ended with a month has none of the next."""
    if season.ended is None or season.days is None:
        return context.t("since {date}", date=context.t.day(season.started))
    last, (_, of_month) = days.day_of(season.ended - 1), season.days
    last = last if last // 100 == of_month // 100 else of_month
    dates = dict.fromkeys((min(days.day_of(season.started), last), last))
    return " – ".join(context.t.day(days.day_begins(day)) for day in dates)


def kind_name(context: RenderContext, kind: LeaderboardKind, around: LeaderboardContext) -> str:
    """The name of a kind of games here."""
    if kind == "together" and around.real_together:
        return context.t("Together, real dice too")
    return context.t(KINDS[kind])


def rules_name(context: RenderContext, rules: str) -> str:
    """The name of a leaderboard's option set."""
    return {STANDARD: context.t("Standard rules"), EVERY: context.t("All rules")}.get(rules, context.t("House rules"))


# -- what one can change -----------------------------------------------------------------------------------------


def _rows(
    context: RenderContext, request: LeaderboardRequest, page: LeaderboardPage, around: LeaderboardContext
) -> tuple[Row, ...]:
    t, rated = context.t, request.by == "rating"
    menus = (
        Menu(
            "leaderboard game",
            t("Game: {name}", name=game_name(context, request.game)),
            _games(context, request, around),
        ),
        Menu(
            "leaderboard by",
            t("Sorted by: {name}", name=t(SORTS[request.by])),
            tuple(Choice(replace(request, by=by, page=0).do("by"), context.t(SORTS[by])) for by in request.sorts),
        ),
        Menu(
            "leaderboard set",
            t(
                "Which games: {name}",
                name=f"{kind_name(context, request.kind, around)} · {rules_name(context, request.rules)}",
            ),
            _sets(context, request, around),
        ),
    )
    rows: tuple[Row, ...] = (
        *((menu,) for menu in (menus[:2] if rated else menus) if len(menu.choices) > 1),
        () if rated else (_periods(context, request, around),),
        (
            *(() if around.dailies is None else (_dailies_button(context, around.dailies),)),
            *(_page_buttons(context, request, page) if page.total > PAGE else ()),
            *((Button(_season_table(request), t("Seasons")),) if around.seasons else ()),
            *((Button(request.do(SHARE), t("Share")),) if may_be_shared(request, page) else ()),
        ),
    )
    return tuple(filter(None, rows))


def _dailies_button(context: RenderContext, day: int) -> Button:
    month = context.t("Dailies of {month}", month=context.t.month(*days.year_and_month(day)))
    return Button(MONTH.build(day=day, page=0, button="show"), month, Style.PRIMARY)


def _games(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> tuple[Choice, ...]:
    keys = [EVERY, *(game for game in around.games if game in CATALOGUE)][:_LINES]
    return tuple(
        Choice(
            replace(request, game=key, rules=around.ranked, page=0).do("game"),
            game_name(context, key),
        )
        for key in keys
    )


def _sets(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> tuple[Choice, ...]:
    """A line for each kind of games and option set that people play here, and for all sets of a kind."""
    choices: dict[str, Choice] = {}

    def offer(kind: LeaderboardKind, rules: str, about: str = "") -> None:
        other = replace(request, kind=kind, rules=rules, page=0)
        name = f"{kind_name(context, kind, around)} · {rules_name(context, rules)}"
        choices[other.do("set")] = Choice(other.do("set"), truncate(name, _LABEL), truncate(about, _ABOUT))

    for kind in KINDS:
        sets = [set for set in around.played if kind in _boards_of(set.kind, around)]
        if kind == "together" or sets or request.game == EVERY:
            offer(kind, STANDARD)
        if request.game == EVERY or any(set.rules for set in sets):
            offer(kind, EVERY)
        for set in sets:
            if set.rules:
                offer(kind, set.rules, options_in_words(context, request.game, set.options, " · "))
    return tuple(choices.values())[:_LINES]


def _boards_of(kind: LeaderboardKind, around: LeaderboardContext) -> tuple[LeaderboardKind, ...]:
    """The boards on which games of a kind rank."""
    return (kind, "together") if kind == "real" and around.real_together else (kind,)


def _periods(context: RenderContext, request: LeaderboardRequest, around: LeaderboardContext) -> Menu:
    """A line for each period that there is: past seasons too, as far as they fit; their tables lead to the others."""
    seasons = {season.period if season.ended else "season": season for season in around.seasons}
    known = [*(period for period in PERIODS if period != "season"), *seasons][:_LINES]
    running = seasons.get("season")
    now = "season" if running is not None and request.period == running.period else request.period

    def choice(period: str) -> Choice:
        name, about = period_name(context, period, around), ""
        if period in seasons:
            about = season_dates(context, seasons[period])
        elif period == "month":
            name, about = context.t(PERIODS[period]), name
        return Choice(replace(request, period=period, page=0).do("period"), name, about)

    label = context.t("Period: {name}", name=period_name(context, now, around))
    return Menu("leaderboard period", label, tuple(map(choice, known)))


def _season_table(request: LeaderboardRequest) -> str:
    """Return what asks for the table of the season that is shown, or of the running one."""
    number = request.period.removeprefix("s")
    return SEASON_SHOW.build(number=int(number) if number.isdecimal() else 0)


def _page_buttons(context: RenderContext, request: LeaderboardRequest, page: LeaderboardPage) -> Row:
    previous, following = both(
        context, request.page, page_count(page.total, PAGE), lambda to, button: replace(request, page=to).do(button)
    )
    style = Style.PRIMARY if page.own in page.lines else Style.SECONDARY
    mine = Button(replace(request, page=MINE).do("mine"), context.t("My page"), style, disabled=page.own is None)
    return (previous, mine, following)


# -- The first three of a leaderboard, for the picture above its menus -----------------------------------------------

_STEPS = 3
_OF_WINS = ("wins", "rate", "streak")
"""Numbers that are 0 without a win."""
_LEAST = 2
"""Nobody stands on a podium alone."""


def podium_lines(request: LeaderboardRequest, page: LeaderboardPage) -> tuple[LeaderboardLine, ...]:
    """Return the lines on the podium, best first; none on later pages, and before two players have a rank.

    Nobody stands there for no win at all.
    """
    first = tuple(
        line
        for line in page.lines
        if line.place < _STEPS and 0 < (line.rank or 0) <= _STEPS and (request.by not in _OF_WINS or line.value)
    )
    return first if request.page == 0 and len(first) >= _LEAST else ()


def podium(
    context: RenderContext,
    request: LeaderboardRequest,
    lines: Sequence[LeaderboardLine],
    names: Sequence[str],
    around: LeaderboardContext,
    page: LeaderboardPage,
) -> PodiumPicture:
    """Return the picture of ``lines``, the first of ``page``; ``names`` in the same order, empty where unknown.

    The last step tells how many more share it.
    """
    t, last = context.t, len(lines) - 1
    steps = tuple(
        PodiumStep(
            name,
            value_in_picture(context, line, request),
            line.rank or 0,
            t("Somebody"),
            others_tied(context, page.lines, page.total, len(lines)) if number == last else "",
        )
        for number, (line, name) in enumerate(zip(lines, names, strict=True))
    )
    period = t("All time") if request.by == "rating" else period_name(context, request.period, around)
    return PodiumPicture(game_name(context, request.game), f"{t(SORTS[request.by])} · {period}", steps)


def others_tied(context: RenderContext, lines: Sequence[RankedLine], total: int, shown: int) -> str:
    """Return who shares the rank of the last of ``lines`` that is ``shown``, of ``total``; empty if nobody does."""
    more = tied_behind(lines, shown)
    if more and more == len(lines) - shown < total - shown:  # The tie goes on behind the lines.
        return context.t("and others")
    return context.t.many("and {n} other", "and {n} others", more) if more else ""


def value_in_picture(context: RenderContext, line: LeaderboardLine, request: LeaderboardRequest) -> str:
    """Return the number that sorts the board, without the words beside it."""
    if request.by == "streak":  # The picture's heading says what is in a row.
        return context.t("{n} in a row", n=line.counts.longest)
    if request.by == "average":  # It says "average score" too, and a step has no room for a unit.
        return context.t.number(displayed_score(request.game, line.value, {}), 1)
    if request.by == "skill":
        unit = usual_unit(request.game)
        return amount(context, unit, signed(context, -scale_of(unit) * line.value))
    return value_words(context, line, request).split(" · ")[0].replace("*", "")
