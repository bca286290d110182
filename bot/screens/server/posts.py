"""What the bot posts by itself in the channel that a server has chosen for it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import msgspec

from bot.engine import N_
from bot.games import CATALOGUE, make
from bot.screens.daily import BOARD, MONTH, day_title, score_in_list
from bot.screens.kit import (
    GOLD,
    LEAF_GREEN,
    SLATE,
    Button,
    Menu,
    PodiumPicture,
    PodiumStep,
    RenderContext,
    Screen,
    Style,
    mention,
    message_address,
    naming_commands,
    place_sign,
)
from bot.screens.kit.dice import unbroken
from bot.screens.kit.faces import displayed_score, face_of, fewest_is_best, minutes_of, score_bold, score_words
from bot.screens.kit.values import listed_of, luck_and_par, starred
from bot.screens.league import league_title
from bot.screens.review import chance
from bot.screens.server.leaderboard import LeaderboardRequest, others_tied
from bot.screens.server.season import Podium, SeasonView, final_screen
from bot.screens.tournament import league_line
from bot.tables.daily import DailyGame, DailyLine, MonthBoard, MonthLine, daily_game
from bot.tables.model import days
from bot.tables.model.choices import NOBODY as UNNAMED
from bot.tables.model.choices import GuildChoices
from bot.tables.posts import Met, Morning, MostSolved, RareMoment, Scored, SlimWin, Week, WeekFacts, Yesterday
from bot.tables.records.leaderboards import (
    EVERY,
    STANDARD,
    LeaderboardLine,
    LeaderboardPage,
    PlayerTotals,
    Season,
    SeasonChampion,
)

STEPS = 3
"""Of the podium."""

_MOST_PLAYED = 5
"""Games of a week that its post names."""

_SETTINGS = N_("{settings} chooses what I post here, and when.")


# -- The morning -----------------------------------------------------------------------------------------------------


def morning_screen(context: RenderContext, morning: Morning) -> Screen:
    """What a day brings, and how yesterday's daily went; nobody is notified."""
    t = context.t
    game, puzzle = t(CATALOGUE[morning.game].label), t(CATALOGUE[morning.puzzle].label)
    lines, buttons = list[str](), list[Button]()
    if "daily" not in morning.off:
        lines.append(t("**The daily**: {game}. The same dice for everybody here, once.", game=game))
        buttons.append(Button("daily show", t("Play the daily"), Style.SUCCESS))
    if "puzzle" not in morning.off:
        lines.append(t("**The puzzle**: a throw of {game}. What is best?", game=puzzle))
        buttons.append(Button("puzzle show", t("Solve the puzzle"), Style.PRIMARY))
    if morning.yesterday is not None:
        lines += ["", *_yesterday_lines(context, morning, morning.yesterday)]
        buttons.append(Button(BOARD.build(day=morning.yesterday.daily.day), t("Yesterday's leaderboard")))
    lines += ["", "-# " + naming_commands(t, _SETTINGS)]
    return Screen(t("Good morning!"), "\n".join(lines), rows=(tuple(buttons),) if buttons else ())


def _yesterday_lines(context: RenderContext, morning: Morning, yesterday: Yesterday) -> Iterator[str]:
    t = context.t
    title, game = day_title(context, yesterday.daily.day, yesterday.daily.game), daily_game(yesterday.daily)
    par = "" if yesterday.daily.par is None else t("; par {par}", par=yesterday.daily.par)
    finished = t.many("{n} player", "{n} players", yesterday.finished)
    yield t("{name}: {value}", name=f"**{title}**", value=f"{finished}{par}")
    for line in yesterday.best[:STEPS]:
        sign = place_sign(context, line.rank, earned=line.score > 0 or fewest_is_best(game.key, game.options))
        score = score_in_list(context, game, line.score)
        numbers = " · ".join((f"**{score}**", *luck_and_par(context, line.score, line.net)))
        yield f"{sign} {numbers} · {_named(context, morning.unnamed, line.user)}"
    if others := others_tied(context, yesterday.best, yesterday.finished, len(yesterday.best[:STEPS])):
        yield f"{sign} {others}"
    for user, run in list(morning.streaks.items())[:STEPS]:
        if user not in morning.unnamed:
            yield t("{player} has a streak of {n} dailies.", player=mention(user), n=run)


def _named(context: RenderContext, unnamed: Collection[int], user: int) -> str:
    return context.t("Somebody") if user in unnamed else mention(user)


def morning_podium(
    context: RenderContext, morning: Morning, yesterday: Yesterday, names: Sequence[str]
) -> PodiumPicture | None:
    """Return the picture of yesterday's best, with their ``names`` in that order; None for one player alone."""
    t, game = context.t, daily_game(yesterday.daily)
    best = [(line, name) for line, name in zip(yesterday.best, names, strict=False) if line.rank <= STEPS]
    if len(best) < 2:
        return None

    others = others_tied(context, yesterday.best, yesterday.finished, len(best))

    def step(line: DailyLine, name: str) -> PodiumStep:
        score, below = score_words(context, game.key, line.score, game.options), ""
        if line.net is not None:
            below = t("{amount} without luck", amount=t.tenths(round(abs(line.net), 1)))
        shown = "" if line.user in morning.unnamed else name
        tied = others if line is best[-1][0] else ""
        return PodiumStep(shown, score, line.rank, t("Somebody"), *filter(None, (tied, below)))

    finished = t.many("{n} player", "{n} players", yesterday.finished)
    day = t.day(days.day_begins(yesterday.daily.day))
    subtitle = " · ".join((t("The daily"), day, finished))
    return PodiumPicture(t(CATALOGUE[game.key].label), subtitle, tuple(step(line, name) for line, name in best))


# -- The week --------------------------------------------------------------------------------------------------------


def week_screen(context: RenderContext, week: Week) -> Screen:
    """What a week brought: only lines that have something to say."""
    t = context.t
    title = _week_title(context, week)
    settings = ["", "-# " + naming_commands(t, _SETTINGS)]
    if not week.worth_it:
        return Screen(title, "\n".join([t("Nobody has played this week. Then I post nothing."), *settings]))
    lines = [
        *_week_lines(context, week),
        *_daily_lines(context, week),
        *_puzzle_lines(context, week),
        *_tables_of_leagues(context, week),
        *settings,
    ]
    board = LeaderboardRequest(EVERY, "wins", "all", "together", STANDARD).fitting()
    buttons = [Button(board.do("week"), t("Leaderboard"))] if week.facts.games else []
    if week.dailies.total:
        latest = days.day_before(week.day)
        month = t("Dailies of {month}", month=t.month(*days.year_and_month(latest)))
        buttons.append(Button(MONTH.build(day=latest, page=0, button="show"), month))
    return Screen(title, "\n".join(lines), rows=(tuple(buttons),) if buttons else (), colour=LEAF_GREEN)


def _week_title(context: RenderContext, week: Week) -> str:
    return context.t("The week of {day}", day=context.t.day(days.day_begins(week.monday)))


def _week_lines(context: RenderContext, week: Week) -> Iterator[str]:
    t, facts = context.t, week.facts

    def named(user: int) -> str:
        return _named(context, week.unnamed, user)

    if facts.games:
        games = t.many("**{n}** game", "**{n}** games", facts.games)
        yield f"{games} · " + t.many("{n} player", "{n} players", facts.players)
    played = [t(CATALOGUE[game].label) for game in facts.played if game in CATALOGUE]
    if played:
        yield t("Played: {games}", games=listed_of(context, played[:_MOST_PLAYED], len(played)))
    won = _won(week)
    for line in won:
        wins = t.many("**{n}** win", "**{n}** wins", line.counts.wins)
        yield f"{place_sign(context, line.rank or 0, earned=True)} {wins} · {named(line.user)}"
    if won and (others := others_tied(context, week.page.lines, week.page.total, len(won))):
        yield f"{place_sign(context, won[-1].rank or 0, earned=True)} {others}"
    for met in facts.met:
        yield t(
            "{player} against {other}: **{won}** to **{lost}**",
            player=named(met.player),
            other=named(met.other),
            won=met.won,
            lost=met.lost,
        )
    if facts.best is not None and facts.best.score > 0:
        name, score = t(CATALOGUE[facts.best.game].label), score_bold(context, facts.best.game, facts.best.score, {})
        yield t("Best score at {game}: {score}, by {player}", game=name, score=score, player=named(facts.best.user))
    if facts.comeback is not None:
        game, share = t(CATALOGUE[facts.comeback.game].label), chance(context, facts.comeback.chance)
        player = named(facts.comeback.user)
        yield t(
            "Comeback of the week: {player}, from {chance} to a win at {game}", player=player, chance=share, game=game
        )
    if week.lucky is not None:
        table = week.lucky.table
        thrown = face_of(table.game.key).move_text(context, table, table.game, week.lucky.thrown)
        if thrown:
            thrown = thrown.replace(mention(UNNAMED), t("Somebody"))
            yield t("Luckiest throw of the week: {throw}", throw=unbroken(context, thrown))
    for user, game in week.first_wins[:STEPS]:
        if game in CATALOGUE:
            label = t(CATALOGUE[game].label)
            yield t("First win against the champion computer at {game}: {player}!", game=label, player=named(user))
    for climb in week.climbs[:STEPS]:
        yield t(
            "{player} climbed from place {was} to {now} on the leaderboard.",
            player=named(climb.user),
            was=climb.was,
            now=climb.now,
        )


def _daily_lines(context: RenderContext, week: Week) -> Iterator[str]:
    """Yield how many played the game of the day, and who beat most others at it."""
    t, first = context.t, _first_of_dailies(week)
    if not week.dailies.total:
        return
    begin, end = days.week_before(week.day), days.day_before(week.day)  # Today's is not over.
    yield t.many(
        "**The daily**, {begin} to {end}: {n} player",
        "**The daily**, {begin} to {end}: {n} players",
        week.dailies.total,
        begin=t.day(days.day_begins(begin)),
        end=t.day(days.day_begins(end)),
    )
    for line in first if len(first) > 1 else ():
        points = t.many("**{n}** point", "**{n}** points", round(line.points))
        played = t.many("{n} day", "{n} days", line.days)
        sign = place_sign(context, line.rank, earned=line.points > 0)
        yield f"{sign} {points}, {played} · {_named(context, week.unnamed, line.user)}"
    if len(first) > 1:
        if others := others_tied(context, week.dailies.lines, week.dailies.total, len(first)):
            yield f"{sign} {others}"
        sentence = N_(
            "A day brings the percentage of the others that a player beats (a tie counts half, playing alone brings "
            "50), and days add up."
        )
        yield "-# " + t(sentence)


def _first_of_dailies(week: Week) -> Sequence[MonthLine]:
    return [line for line in week.dailies.lines if line.rank <= STEPS][:STEPS]


def _puzzle_lines(context: RenderContext, week: Week) -> Iterator[str]:
    """Yield who solved most puzzles."""
    t, most = context.t, week.facts.solved
    if most is None:
        return
    named = [_named(context, week.unnamed, user) for user in most.users[:STEPS]]
    players = listed_of(context, named, len(most.users))
    yield t("Most puzzles solved: **{n}**, by {players}", n=most.puzzles, players=players)


def _won(week: Week) -> Sequence[LeaderboardLine]:
    """Return the three with most wins: nobody without one."""
    return [line for line in week.page.lines[:STEPS] if line.counts.wins and 0 < (line.rank or 0) <= STEPS]


def _winners(week: Week) -> Sequence[LeaderboardLine]:
    """Return who stands on the podium: nobody without a win, nor alone."""
    first = _won(week)
    return first if len(first) > 1 else ()


def _tables_of_leagues(context: RenderContext, week: Week) -> Iterator[str]:
    for latest, table in week.leagues:
        yield ""
        yield f"**{league_title(context, latest)}**"
        for line in table.lines[:STEPS]:
            yield league_line(context, line._replace(user=-1) if line.user in week.unnamed else line)


def week_winners(week: Week) -> list[int]:
    """Return the people on the podium of a week, best first: those with most wins, or else the best of its dailies."""
    return [line.user for line in _winners(week) or _best_of_dailies(week)]


def _best_of_dailies(week: Week) -> Sequence[MonthLine]:
    """Return who stands on the podium where nobody has won with others: nobody without a point, nor alone."""
    first = [line for line in _first_of_dailies(week) if line.points > 0]
    return first if len(first) > 1 else ()


def week_podium(context: RenderContext, week: Week, names: Sequence[str]) -> PodiumPicture | None:
    """Return the picture of the most wins, with the ``names`` of :func:`week_winners`; None without two players.

    Where nobody has won with others, it is that of the dailies.
    """
    t, first = context.t, _winners(week)
    if not first:
        return _podium_of_dailies(context, week, names)
    steps = tuple(
        PodiumStep(
            "" if line.user in week.unnamed else name,
            t.many("{n} win", "{n} wins", line.counts.wins),
            line.rank or 0,
            t("Somebody"),
            others_tied(context, week.page.lines, week.page.total, len(first)) if line is first[-1] else "",
        )
        for line, name in zip(first, names, strict=True)
    )
    facts = week.facts
    counts = (t.many("{n} game", "{n} games", facts.games), t.many("{n} player", "{n} players", facts.players))
    return PodiumPicture(_week_title(context, week), " · ".join(counts), steps) if steps else None


def _podium_of_dailies(context: RenderContext, week: Week, names: Sequence[str]) -> PodiumPicture | None:
    t, best = context.t, _best_of_dailies(week)
    steps = tuple(
        PodiumStep(
            "" if line.user in week.unnamed else name,
            t.many("{n} point", "{n} points", round(line.points)),
            line.rank,
            t("Somebody"),
            others_tied(context, week.dailies.lines, week.dailies.total, len(best)) if line is best[-1] else "",
            t.many("{n} day", "{n} days", line.days),
        )
        for line, name in zip(best, names, strict=True)
    )
    players = t.many("{n} player", "{n} players", week.dailies.total)
    return PodiumPicture(_week_title(context, week), " · ".join((t("The daily"), players)), steps) if steps else None


# -- Moments ---------------------------------------------------------------------------------------------------------


def moment_screen(context: RenderContext, moment: RareMoment) -> Screen:
    """What happens seldom: a record of the server, a first win against the champion, a perfect sheet."""
    t = context.t
    lines = [*_moment_lines(context, moment)]
    if moment.channel is not None and moment.message is not None:
        label = t("The game")
        lines.append(f"[{label}]({message_address(moment.guild, moment.channel, moment.message)})")
    return Screen(t(CATALOGUE[moment.game].label), "\n".join(lines), colour=GOLD)


def voided_moment_screen(context: RenderContext, game: str) -> Screen:
    """What is left of a moment whose game managers have voided."""
    t = context.t
    return Screen(
        t(CATALOGUE[game].label), t("What stood here came from a game whose result was voided."), colour=SLATE
    )


def _moment_lines(context: RenderContext, moment: RareMoment) -> Iterator[str]:
    t = context.t
    if moment.record is not None:
        score = score_words(context, moment.game, moment.record.score, {})
        yield starred(context, t("A server record: {score}!", score=score))
        player, before = (
            _named(context, moment.unnamed, moment.record.user),
            displayed_score(moment.game, moment.before, {}),
        )
        yield t("By {player}. The record was {before}.", player=player, before=t.number(int(before)))
    if moment.first_wins:
        players = t.listed([_named(context, moment.unnamed, user) for user in moment.first_wins])
        yield starred(context, t("First win against the champion computer: {players}!", players=players))
    if moment.flawless:
        players = t.listed([_named(context, moment.unnamed, user) for user in moment.flawless])
        yield starred(context, t("A perfect sheet, no box struck and no bonus missed: {players}!", players=players))


def example_moment(context: RenderContext) -> Screen:
    """An example of a moment, for somebody who chooses whether to have them."""
    t, game = context.t, next(iter(CATALOGUE))
    shown = moment_screen(
        context, RareMoment(0, game, 0, record=Scored(game, 0, 420), before=398, unnamed=frozenset((0,)))
    )
    note = t("An example. At most three of these come in a week, each right after its game.")
    return replace(shown, body=f"{shown.body}\n\n-# {note}")


# -- Examples, while a server has nothing to tell -------------------------------------------------------------------

_ALEX, _CHARLIE, _SAM = 1, 2, 3
INVENTED = {_ALEX: "Alex", _CHARLIE: "Charlie", _SAM: "Sam"}
"""The people of examples: nobody has such an id."""

_POINTS_A_MINUTE = 18
"""What beginners bring in a game of two on any sheet of a week: nothing invented is impossible there."""

_SHARES = (1.0, 0.94, 0.83)
_LUCK = (6.3, -4.1, 0.8)
_TURNS = (-9, -10, -12)
"""In a race."""

_WINS = tuple(
    LeaderboardLine(rank - 1, rank, user, wins, PlayerTotals(wins + 4, wins, 0, 0, None, None, 0, wins, 0))
    for rank, (user, wins) in enumerate(((_ALEX, 6), (_SAM, 5), (_CHARLIE, 3)), 1)
)
"""A board of theirs, by wins."""

_MONTH = 30 * 86_400


def invented_morning(morning: Morning, game: str) -> Morning:
    """Return ``morning`` with a daily of the day before, whose ``game`` is that of its weekday."""
    made, most = make(game, {}), _POINTS_A_MINUTE * (minutes_of(make(game, {})) or 0)
    scores = _TURNS if fewest_is_best(game, {}) else tuple(round(most * share) for share in _SHARES)
    best = tuple(
        DailyLine(rank, user, score, score - luck)
        for rank, (user, score, luck) in enumerate(zip((_CHARLIE, _ALEX, _SAM), scores, _LUCK, strict=True), 1)
    )
    par = f"[{scores[1] + 1}, {scores[1] + 0.4}, []]"  # As the game of the champion is stored.
    daily = DailyGame(0, days.day_before(morning.day), game, made.written, b"", 0, champion=par)
    return replace(morning, yesterday=Yesterday(daily, best, 5), streaks={_SAM: 6}, unnamed=frozenset())


def invented_week(week: Week) -> Week:
    """Return ``week`` with what one may bring."""
    game = next(iter(CATALOGUE))
    facts = WeekFacts(
        14,
        3,
        Scored(game, _CHARLIE, 412),
        SlimWin(game, _ALEX, 0.08),
        None,
        MostSolved(5, (_CHARLIE, _SAM)),
        list(CATALOGUE)[:2],
        (Met(_ALEX, _SAM, 4, 3),),
    )
    lines = (MonthLine(1, _SAM, 450, 5), MonthLine(2, _ALEX, 300, 4))
    dailies = MonthBoard(lines, None, 3, 7)
    return replace(week, facts=facts, page=LeaderboardPage(_WINS, 3), dailies=dailies)


def preview_of(
    context: RenderContext, told: Morning | Week, choices: GuildChoices
) -> tuple[Morning | Week, Screen, bool]:
    """Return what a manager sees of a post before it comes, its screen, and whether it is an example.

    It is one where nobody has played yet, with the game that the week of the server (``choices``) had the day before.
    Where the post would not come at all, it says so.
    """
    if isinstance(told, Week):
        example = not told.worth_it
        told = invented_week(told) if example else told
        shown = week_screen(context, told)
    else:
        example = told.yesterday is None and "daily" not in told.off
        game = days.scheduled_game(choices, days.day_before(told.day))
        told = invented_morning(told, game) if example else told
        shown = morning_screen(context, told)
        if why := _why_none(context, told):
            shown = replace(shown, body=f"{shown.body}\n\n**{why}**")
    return told, _invented(context, shown) if example else shown, example


def _why_none(context: RenderContext, morning: Morning) -> str:
    if morning.worth_it:
        return ""
    if morning.paused:
        return context.t("None comes now, because nobody plays what it tells of. It comes again once somebody does.")
    return context.t("None comes now: the daily and puzzles are switched off in the channel of these posts.")


def invented_season(now: int) -> SeasonView:
    """Return a season that ends ``now``."""
    season = Season(0, 1, now - _MONTH, now)
    podiums = tuple(Podium(game, "together", STANDARD, _WINS, len(_WINS)) for game in list(CATALOGUE)[:2])
    champions = [SeasonChampion(season.number, line.user, 2 * line.counts.wins) for line in _WINS[:1]]
    return SeasonView(season, podiums, unranked=False, ends=None, champions=champions)


def example_season(context: RenderContext, now: int, *, pictured: bool = False) -> Screen:
    """An example of the post of a season that ends ``now``; with its picture, whose text is shorter."""
    return _invented(context, final_screen(context, invented_season(now), pictured=pictured))


def _invented(context: RenderContext, screen: Screen) -> Screen:
    """Return an example with the names of its people; what it has to press leads nowhere, and looks so."""
    body = screen.body
    for user, name in INVENTED.items():
        body = body.replace(mention(user), name)
    note = context.t("This is how it looks: an example, with invented people.")
    rows = tuple(
        tuple(msgspec.structs.replace(item, disabled=True) for item in row if isinstance(item, Button | Menu))
        for row in screen.rows
    )
    return replace(screen, body=f"{body}\n\n-# {note}", rows=rows)
