"""Tournaments as screens: the public message, what each player sees of their own games, and who stands where."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice, pairwise

from bot.engine import N_, Rule, Seat
from bot.engine.duplicate import Scoring, gross_of_sides, imps, of_sides
from bot.engine.game import GAMES, Race
from bot.games import CATALOGUE
from bot.locales import Words, in_context, words
from bot.screens.kit import (
    LEAF_GREEN,
    OF_POWER,
    SLATE,
    Button,
    Choice,
    Field,
    Form,
    Menu,
    PodiumPicture,
    PodiumStep,
    RenderContext,
    Row,
    Screen,
    Style,
    below_news,
    command_name,
    mention,
    named,
    page_count,
    place_sign,
    retitled,
    rule_choices,
    rule_line,
    truncate,
    turning,
)
from bot.screens.kit.faces import ended_sheet, face_of, minutes_of
from bot.screens.kit.patterns import HAND_TOURNAMENT, OPEN_CHAMPION, REPLAY_CHAMPION, Pattern
from bot.screens.kit.seal import (
    KeptSeal,
    SealOffer,
    after_keeping,
    form_of_words,
    has_words,
    keep_button,
    last_word,
    mixed_in_lines,
    no_word,
    proof_buttons,
    small_print,
    stir_sign,
)
from bot.screens.kit.sharing import play_button
from bot.screens.kit.trophies import trophy_lines
from bot.screens.kit.values import SEEN, champions_line, first_of, listed_of, luck_and_par, luck_legend, signed
from bot.tables.leagues import END_HOUR, MOST_WEEKS, LeagueLine, LeagueTable, LeagueWeek, counted
from bot.tables.model.choices import NOBODY
from bot.tables.model.table import Status, Table, TableId
from bot.tables.records.trophies import Earned
from bot.tables.tournaments import (
    EVENING_ROUNDS,
    MOST_FOLLOWED,
    MOST_PLAYERS,
    MOST_ROUNDS,
    OPEN_SECONDS,
    TOGETHER_SECONDS,
    USUAL_SECONDS,
    RoundGame,
    RoundStory,
    Split,
    Tournament,
    TournamentEntry,
    TournamentField,
    TournamentPace,
    TournamentPlace,
    TournamentStatus,
    Underway,
    as_evening,
    is_race,
    plan_of,
    possible_games,
    ranked,
    tells_net,
)

# -- What buttons ask for ----------------------------------------------------------------------------------------------

PLAY = Pattern("tournament play {id:table}")
"""Enter, if that is to do, and play the round that is next."""
ENTER = Pattern("tournament enter {id:table} {side:int}")
START = Pattern("tournament start {id:table}")
START_WITHOUT = Pattern("tournament without {id:table}")
"""Start it, although one has not entered."""
STIR = Pattern("tournament stir {id:table}")
STIRRED = Pattern("tournament stirred {id:table}")
STANDINGS = Pattern("tournament standings {id:table} {page:page} {button}")
MORE = Pattern("tournament more {id:table}")
RULES = Pattern("tournament rules {id:table} {number:number}")
PLAN = Pattern("tournament plan {id:table} {number:number}")
PLAN_GAME = Pattern("tournament game {id:table} {number:number} {game:game}")
PLAN_PRESET = Pattern("tournament preset {id:table} {number:number} {preset}")
PLAN_RULES = Pattern("tournament houserules {id:table} {number:number}")
"""Show all house rules of a round."""
PLAN_RULE = Pattern("tournament houserule {id:table} {number:number} {key} {choice:number}")
PLAN_ROUNDS = Pattern("tournament rounds {id:table} {rounds:number}")
PLAN_EVENING = Pattern("tournament asevening {id:table}")
"""Make it an evening that is ready to begin."""
PLAN_PACE = Pattern("tournament pace {id:table} {pace:together|open} {seconds:int}")
PLAN_SCORING = Pattern("tournament scoring {id:table} {scoring:matchpoints|total|net}")
REPEAT = Pattern("tournament repeat {id:table}")
"""Choose when it opens every week; after its end, let it do so at its own weekday and hour."""
LEAGUE = Pattern("tournament league {id:table} {season:number} {page:page} {button}")
"""Show the table of a season; of the running one, if it is 0."""
INVITE = Pattern("tournament invite {id:table}")
AGAIN = Pattern("tournament again {id:table}")
DETAILS = Pattern("tournament details {id:table}")
"""Tell the whole of a result."""
VERIFY = Pattern("tournament verify {id:table}")
SEAL = Pattern("tournament seal {id:table}")
"""Ask for a seal that somebody noted."""
SEALED = Pattern("tournament sealed {id:table}")
"""Compare it with that of the tournament's dice."""
KEEP = Pattern("tournament keep {id:table}")
KEPT = Pattern("tournament kept {id:table}")
"""Asked below the direct message that keeps a seal."""
END = Pattern("tournament end {id:table} {sure:ask|sure}")
END_ROUND = Pattern("tournament endround {id:table} {number:number} {sure:ask|sure}")
"""End that round, from 0, for everybody."""
STOP = Pattern("tournament stop {id:table} {number:number} {sure:ask|sure}")
"""Give up one's own round, from 0."""
MINE = Pattern("tournament mine {id:table} {number:number}")
SHEETS = Pattern("tournament sheets {id:table} {number:number} {page:page} {button}")
"""Show one's own sheet of a round, from 0, beside that of each other person who has finished it."""

SHARED = "share"
"""The button of standings, and of the table of a league, that are to be posted."""

STEPS = 3
"""Of the podium."""

_PICTURED = 6
"""People on the picture of a result: those on the steps, and a row behind."""

_BEHIND = 14
"""Characters that have room behind the steps."""

PAGE = 10
"""Lines of the standings at once."""

_LEAGUE_LINES = 5
"""The first of a league whom the result of a week names."""

_NAMED = 12
"""People whom the public message names; of others it says how many they are."""

_AWAITED = 8
"""People whom a private message names for whom others wait; of others it says how many they are."""

_BEST = 3
"""Players who share the first place or the best result of a round, by name; of others it says how many they are."""

SIDES = (N_("Red"), N_("Blue"))

SCORINGS = {
    Scoring.MATCHPOINTS: N_("Share of opponents beaten"),
    Scoring.TOTAL: N_("Points"),
    Scoring.NET: N_("Points without luck"),
}
"""What places go by."""

_MOST_WINS = {
    Scoring.MATCHPOINTS: N_("The most points win."),
    Scoring.TOTAL: N_("The most points win."),
    Scoring.NET: N_("The most points without the luck of the dice win."),
}
"""What wins on score sheets."""

_FEWEST_WIN = {
    Scoring.MATCHPOINTS: N_("The fewest turns win."),
    Scoring.TOTAL: N_("The fewest turns win."),
    Scoring.NET: N_("The fewest turns without the luck of the dice win."),
}
"""What wins in races."""

_TIES = {
    (True, True): N_("In a tie more points decide, then more without luck; else the place is shared."),
    (True, False): N_("In a tie more points decide; else the place is shared."),
    (False, True): N_("In a tie more points without luck decide; else the place is shared."),
    (False, False): N_("Players who tie share the place."),
}
"""What decides ties on score sheets: by whether points do, and points without luck."""

_TIES_IN_RACES = {
    (True, False): N_("In a tie fewer turns decide; else the place is shared."),
    (False, True): N_("In a tie fewer turns without luck decide; else the place is shared."),
    (False, False): N_("Players who tie share the place."),
}
"""What decides them in races where nobody missed one."""

_TIES_OF_BEATEN = {
    True: N_(
        "In a tie fewer missed races decide, then fewer turns, then fewer without luck; else the place is shared."
    ),
    False: N_("In a tie fewer missed races decide, then fewer turns; else the place is shared."),
}
"""What decides them over several races of which each brings a percentage: by whether turns without luck do."""

_MISSED = N_("Fewer missed races come before fewer turns.")
"""What goes first where the turns of several races are added up."""

_TIES_OF_A_MIX = {
    True: N_(
        "In a tie fewer missed races decide. Then add up the points of the sheets and take off a point for each turn "
        "of the races: 220 points and 24 turns make 196. More wins, then more without luck; else the place is shared."
    ),
    False: N_(
        "In a tie fewer missed races decide. Then add up the points of the sheets and take off a point for each turn "
        "of the races: 220 points and 24 turns make 196. More wins; else the place is shared."
    ),
}
"""What decides them over sheets and races: by whether points without luck do."""

_ALL_ROUNDS = N_("The rounds are added up.")
_BEATEN = N_(
    "Each round: 100% if you beat everybody, 50% if you beat half of them; a tie counts half. The best average wins."
)
_IN_RACES = N_("In a race, the fewest turns win.")


def duration(context: RenderContext, seconds: int) -> str:
    """Return a time limit in words."""
    t, hours = context.t, seconds // 3600
    if seconds < 3600:
        return t.many("{n} minute", "{n} minutes", seconds // 60)
    return t.many("{n} day", "{n} days", hours // 24) if hours % 24 == 0 else t.many("{n} hour", "{n} hours", hours)


def game_of(context: RenderContext, game: RoundGame) -> str:
    """Return the name of the game of a round."""
    return context.t(CATALOGUE[game.game].label)


def title_of(context: RenderContext, tournament: Tournament) -> str:
    """Return the name of a tournament."""
    return context.t("Tournament: {games}", games=games_of(context, tournament))


def games_of(context: RenderContext, tournament: Tournament) -> str:
    """Return the games of a tournament, those in a row counted."""
    runs = [(name, len(list(run))) for name, run in groupby(game_of(context, game) for game in tournament.rounds)]
    return ", ".join(name if many == 1 else f"{name} × {many}" for name, many in runs)


# -- The public message ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Weekly:
    """The league of a tournament: after that week its table, when it opens again, and its host."""

    weekday: int
    hour: int
    minute: int
    host: int
    next: int | None = None
    """Unix seconds of the next evening; None while there is none."""
    table: LeagueTable | None = None
    week: LeagueWeek | None = None
    """Which week of the season this is, while it goes on."""


def tournament_screen(
    context: RenderContext,
    entered: TournamentField,
    stories: Sequence[RoundStory] = (),
    trophies: Sequence[Earned] = (),
    weekly: Weekly | None = None,
    *,
    pictured: bool = False,
) -> Screen:
    """The public message: who has entered and how far they are, while it goes on; then the result.

    ``stories`` are what there is to tell of its rounds, ``trophies`` what it brings, ``weekly`` is its league.
    ``pictured``: the podium stands above as a picture.
    """
    tournament = entered.tournament
    if tournament.status is TournamentStatus.OVER:
        return _result_screen(context, entered, stories, trophies, weekly, pictured=pictured)
    t = context.t
    if tournament.status is TournamentStatus.ENDED:
        body = t("This tournament was closed before anybody had played.")
        return Screen(title_of(context, tournament), body, colour=SLATE)
    lines = [
        _what_it_is(context, tournament),
        _rounds_line(context, tournament),
        *(
            [t("House rules are in force: **More** shows them.")]
            if any(map(_has_house_rules, tournament.rounds))
            else []
        ),
        _when(context, tournament),
        what_wins(context, tournament),
        *_weekly(context, tournament, None if weekly is None else weekly.week),
        *_against(context, entered),
        *_rounds_over(context, entered),
        "",
        *_entered_lines(context, entered),
        *_removed_line(context, entered),
        *(["", f"**{t(_ALL_DONE)}**"] if may_end_early(entered) else []),
        "",
        small_print(context, tournament.seed(0).commitment),
    ]
    return Screen(title_of(context, tournament), "\n".join(lines), rows=tuple(_public_rows(context, entered)))


def _what_it_is(context: RenderContext, tournament: Tournament) -> str:
    """What a tournament is, and where luck cannot be told from decisions."""
    t, without = context.t, [game for game in tournament.rounds if not tells_net(game)]
    if len(without) == len(tournament.rounds):
        return t("Everybody throws the same dice, each on a private board. Here I cannot tell luck from decisions.")
    said = t(
        "Everybody throws the same dice, each on a private board. At the end you see what was luck, and what was you."
    )
    if not without:
        return said
    names = list(dict.fromkeys(game_of(context, game) for game in without))
    return said + " " + t("I cannot tell luck from decisions in: {games}.", games=t.listed(names))


_ALL_DONE = N_(
    "Everybody who has entered is done. The host, or somebody with Manage Server, may end it now; until then others may"
    " still enter."
)


def may_end_early(entered: TournamentField) -> bool:
    """Whether its end has nobody to wait for but those who have not entered yet."""
    tournament = entered.tournament
    playing = tournament.status is TournamentStatus.PLAYING and not tournament.together and tournament.rival is None
    return playing and bool(entered.entries) and not entered.unfinished()


def _rounds_line(context: RenderContext, tournament: Tournament) -> str:
    """The number of rounds, and about how long each takes; the title says of what."""
    t = context.t
    line = t.many("{n} round.", "{n} rounds.", len(tournament.rounds))
    minutes = [minutes_of(game.made(), in_turns=False) for game in tournament.rounds]
    known = [n for n in minutes if n is not None]
    if len(known) < len(minutes):
        return line
    least, most = min(known), max(known)
    if len(known) == 1:
        long = t("About {n} minutes.", n=most)
    elif least == most:
        long = t("About {n} minutes each.", n=most)
    else:
        long = t("About {least} to {most} minutes each.", least=least, most=most)
    return f"{line} {long}"


def what_wins(context: RenderContext, tournament: Tournament) -> str:
    """What places go by, in a sentence or two."""
    t, scoring, races = context.t, tournament.scoring, [is_race(game) for game in tournament.rounds]
    if tournament.sides:
        return t("Each round, the team with the better average gains IMPs, the points of bridge. The most IMPs win.")
    if scoring is Scoring.MATCHPOINTS and len(races) > 1:
        return " ".join([t(_BEATEN), *([t(_IN_RACES)] if any(races) else [])])
    said = t((_FEWEST_WIN if all(races) else _MOST_WINS)[scoring])
    return said if len(races) == 1 else f"{t(_ALL_ROUNDS)} {said}"


def _weekly(context: RenderContext, tournament: Tournament, week: LeagueWeek | None = None) -> Iterator[str]:
    """What somebody reads of the league whose ``week`` this is; without that, that it is one."""
    if tournament.league is None:
        return
    t = context.t
    if week is None:
        yield t(
            "It is a week of a league: everybody's best weeks of the season count. **League standings** tells when the "
            "next one opens."
        )
        return
    if week.of:
        which = t("**Week {n} of {of}** in this season of the league.", n=week.number, of=week.of)
    elif week.ahead:
        which = t("**Week {n}** in the next season of the league.", n=week.number)
    else:
        which = t("**Week {n}** in this season of the league.", n=week.number)
    if week.next is None:
        following = t(_NO_WEEK)
    else:
        following = t("The next week opens {when}.", when=f"<t:{week.next}:F> (<t:{week.next}:R>)")
    yield f"{which} {_what_counts(context, week)} {following}"


_NO_WEEK = N_("No other week is planned: **League standings** says why.")


def _what_counts(context: RenderContext, week: LeagueWeek) -> str:
    """Which weeks of the season count."""
    best = counted(week.of, week.best) if week.of else week.best
    if best is None:
        return context.t("Everybody's best weeks count, all but two and always more than half.")
    return best_weeks(context, best, week.of or MOST_WEEKS)


def best_weeks(context: RenderContext, best: int, weeks: int = MOST_WEEKS) -> str:
    """Say that the ``best`` of so many weeks count."""
    if best >= weeks:
        return context.t("All weeks count.")
    return context.t.many("Everybody's best week counts.", "Everybody's {n} best weeks count.", best)


def _rounds_over(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    """A line for each round that is over while all play another one together, as on the result."""
    tournament = entered.tournament
    if tournament.together and tournament.round:
        before = entered._replace(played=[line for line in entered.played if line.round < tournament.round])
        yield ""
        yield from islice(_headlines(context, before, ranked(before)), tournament.round)
        yield from _legend(context, tournament, ())


def _has_house_rules(game: RoundGame) -> bool:
    return bool(game.made().options)


def _unmarked(name: str) -> str:
    """Return the name of a server without what Discord would draw otherwise, such as stars and mentions."""
    return re.sub(r"([\\*_`~|<>\[\]#@-])", r"\\\1", name)


def _against(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    if entered.other is not None:
        name = _unmarked(entered.other.tournament.server)
        yield context.t("Against **{server}**, where everybody throws the same dice.", server=name)


def _when(context: RenderContext, tournament: Tournament) -> str:
    t = context.t
    if not tournament.together:
        return t("Play when you like, until {when}.", when=f"<t:{tournament.ends}:f> (<t:{tournament.ends}:R>)")
    if tournament.status is TournamentStatus.OPEN:
        if tournament.host < 0 and tournament.host != NOBODY:
            starts = t("Together: anybody starts.")
        else:
            starts = t(
                "Together: {host} presses **Start**, or after {when} anybody who is in.",
                host=named(context, tournament.host),
                when=f"<t:{tournament.host_starts_until}:t>",
            )
        lasts = t(
            "A round lasts {time} at most; the next one begins when all are done.",
            time=duration(context, tournament.seconds),
        )
        return f"{starts} {lasts}"
    return (
        "**"
        + t(
            "Round {n} of {of}, {game}: it ends {when} at the latest.",
            n=tournament.round + 1,
            of=len(tournament.rounds),
            game=game_of(context, tournament.rounds[tournament.round]),
            when=f"<t:{tournament.ends}:R>",
        )
        + "**"
    )


def _entered_lines(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    """Tell who has entered and how far they are: no throw, no score."""
    t, many = context.t, len(entered.entries)
    if not many:
        yield t("Nobody has entered yet.")
        yield from _words_line(context, entered.tournament)
        yield from _way_in(context, entered)
        return
    yield t.many("**{n} player:**", "**{n} players:**", many)
    shown = first_of(entered.entries, _NAMED)
    for entry in shown:
        side = f" ({t(SIDES[entry.side])})" if entry.side is not None else ""
        stirred = stir_sign(context, entered.tournament.stirred, entry.user)
        yield f"{named(context, entry.user)}{side}{_progress(context, entered, entry)}{stirred}"
    if many > len(shown):
        yield t.many("and {n} other", "and {n} others", many - len(shown))
        done = [entered.finished(number) for number in range(len(entered.tournament.rounds))]
        numbered = (t("round {n}: {done}", n=number, done=count) for number, count in enumerate(done, 1) if count)
        if any(done):
            yield t("Finished: {rounds}.", rounds=", ".join(numbered))
    yield from _words_line(context, entered.tournament)
    yield from _way_in(context, entered)


def _removed_line(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    """Tell everybody whom managers have removed."""
    if entered.removed:
        players = [named(context, entry.user) for entry in entered.removed]
        yield context.t("Removed by a manager: {players}.", players=best_listed(context, players))


def _words_line(context: RenderContext, tournament: Tournament) -> Iterator[str]:
    """Count the words in the dice where people mix them in before they enter; nobody is named."""
    if tournament.stirred and not tournament.together:
        yield context.t.many("{n} word is mixed in.", "{n} words are mixed in.", len(tournament.stirred))


def _way_in(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    """Tell which button enters somebody, before the first throw and as long as there is room."""
    tournament = entered.tournament
    if tournament.status is TournamentStatus.OPEN and len(entered.entries) < MOST_PLAYERS:
        press = N_("Press **Join** to take part.") if tournament.together else N_("Press **Play** to take part.")
        yield context.t(press)


def _progress(context: RenderContext, entered: TournamentField, entry: TournamentEntry) -> str:
    t, tournament, own = context.t, entered.tournament, entered.games_of(entry)
    if tournament.status is TournamentStatus.OPEN:
        return ""
    number = entered.next_round(entry)
    latest = tournament.round if tournament.together else max(own, default=0)
    if (tournament.together or number is None) and latest in own and own[latest].stopped:
        return " · " + t("stopped round {n}", n=latest + 1)
    before = latest if number is None else number - 1
    if number not in own and before >= 0 and (before not in own or own[before].score is None):
        return " · " + t("no result in round {n}", n=before + 1) if before in own else ""
    if number is None:
        done = t("done") if not tournament.together else t("done with round {n}", n=tournament.round + 1)
        return f" · {done} ✓"
    if number in own:
        return " · " + t("plays round {n}", n=number + 1)
    return "" if number == 0 else " · " + t("done with round {n}", n=number)


def play_here(context: RenderContext, tournament: Tournament) -> Button:
    """The button that stands beside what is shared of a tournament: to play it, or after its end its first game."""
    if tournament.status.on:
        return Button(PLAY.build(id=tournament.id), context.t("Play"))
    return play_button(context, tournament.rounds[0].game)


def _public_rows(context: RenderContext, entered: TournamentField) -> Iterator[Row]:
    t, tournament, id = context.t, entered.tournament, entered.tournament.id
    waits, ready = tournament.together and tournament.status is TournamentStatus.OPEN, may_end_early(entered)
    label = _join(context) if waits or ready else t("Play")
    first = Button(PLAY.build(id=id), label, Style.SECONDARY if ready else Style.SUCCESS)
    more = Button(MORE.build(id=id), t("More"))
    if waits:
        then = _start_button(context, tournament)
    elif tournament.takes_words:
        then = _stir_button(context, tournament)
    else:
        then = Button(STANDINGS.build(id=id, page=0, button="show"), t("Standings"))
    evening = _evening_button(context, tournament)
    yield first, *evening, *((_end_now(context, tournament),) * ready), then, *_league_button(context, tournament), more


def _evening_button(context: RenderContext, tournament: Tournament) -> Iterator[Button]:
    """What makes an evening of a tournament of one round and a day, as it is where its host has chosen nothing."""
    usual = len(tournament.rounds) == 1 and tournament.seconds == USUAL_SECONDS
    if usual and tournament.takes_words and not tournament.together and tournament.league is None:
        label = context.t.many("An evening of {n} round", "An evening of {n} rounds", EVENING_ROUNDS)
        yield Button(PLAN_EVENING.build(id=tournament.id), label)


def _join(context: RenderContext) -> str:
    """What enters somebody, as its button says it; French joins a tournament by another word than a table."""
    return context.t(in_context("tournament", "Join"))


def _start_button(context: RenderContext, tournament: Tournament) -> Button:
    return Button(START.build(id=tournament.id), context.t("Start"), Style.PRIMARY)


def _stir_button(context: RenderContext, tournament: Tournament) -> Button:
    return Button(STIR.build(id=tournament.id), context.t("Mix in a word"), emoji="gobelet")


def _end_now(context: RenderContext, tournament: Tournament) -> Button:
    return Button(END.build(id=tournament.id, sure="ask"), context.t("End now"), Style.PRIMARY)


def league_button(context: RenderContext, league: TableId, season: int = 0) -> Button:
    """The button that leads to the standings of a league in a season; without one, as it is now."""
    return Button(LEAGUE.build(id=league, season=season, page=0, button="show"), context.t("League standings"))


def _league_button(context: RenderContext, tournament: Tournament) -> Iterator[Button]:
    if tournament.league is not None:
        yield league_button(context, tournament.league)


def league_line(context: RenderContext, line: LeagueLine, reader: int = 0) -> str:
    """Return the place of somebody in a league, marked for the ``reader`` whose place it is."""
    t = context.t
    sign = place_sign(context, line.place, earned=line.percent > 0)
    weeks = [t.many("{n} week", "{n} weeks", line.weeks)]
    weeks += [t.many_as("weeks", "{n} won", "{n} won", line.won)] if line.won else []
    value = f"**{t.percent(line.percent / 100)}** · {', '.join(weeks)}"
    said = (
        f"{sign} " + t("{name}: {value}", name=named(context, line.user), value=value) + (" ▲" if line.climbed else "")
    )
    return t("{line} (you)", line=said) if line.user == reader else said


def _weekly_lines(context: RenderContext, weekly: Weekly | None) -> Iterator[str]:
    """The first of the league after that week, and when its next one opens."""
    table = None if weekly is None else weekly.table
    if table is not None and table.season is not None and table.lines:
        season = context.t("Season {n}", n=table.season.number)
        weeks = context.t.many("{n} week so far.", "{n} weeks so far.", table.weeks)
        yield from ("", f"**{season}** · {weeks}")
        yield from (league_line(context, line) for line in first_of(table.lines, _LEAGUE_LINES))
    if weekly is not None and weekly.next is not None:
        t, hour = context.t, context.t.hour(weekly.hour, weekly.minute)
        day, host = t.weekday(weekly.weekday), named(context, weekly.host)
        said = t("Every week on {day} at {hour}: hosted by {host}.", day=day, hour=hour, host=host)
        following = t("The next one opens {when}.", when=f"<t:{weekly.next}:F> (<t:{weekly.next}:R>)")
        yield f"{said} {following}"
    elif weekly is not None:
        yield context.t(_NO_WEEK)


def _result_screen(
    context: RenderContext,
    entered: TournamentField,
    stories: Sequence[RoundStory],
    trophies: Sequence[Earned],
    weekly: Weekly | None,
    *,
    pictured: bool,
) -> Screen:
    """The winner, the podium unless a picture has it, and a line for each round: a few lines, also on a phone."""
    t, tournament = context.t, entered.tournament
    places = ranked(entered)
    lines = [] if pictured else _podium_lines(context, tournament, places)
    without = [place.player for place in _with_result(places)[1]]
    lines += [*_without_line(context, without), *_removed_line(context, entered)]
    if entered.other is None:
        lines = [*_winner_line(context, tournament, places), *_top_tie_line(context, entered, places), *lines]
    lines += [*trophy_lines(context, trophies), *_headlines(context, entered, places)]
    lines += _best_story(context, entered, stories)
    if tournament.sides:
        lines = [*_sides_lines(context, places, [t(name) for name in SIDES], tournament.rounds), "", *lines]
    elif entered.other is not None:
        lines = [*_servers_lines(context, entered, entered.other.tournament), "", *lines]
    if _awaits_net(entered) and not _is_mixed(tournament):
        lines.append(t("Points without luck follow as soon as I have reviewed the games."))
    lines += _weekly_lines(context, weekly)
    lines += _legend(context, tournament, places)
    again = Button(AGAIN.build(id=tournament.id), t("Again"), Style.SUCCESS)
    # The next week of a league opens by itself; on the evening when it began people may want another one.
    alike = tournament.rival is None and tournament.league in (None, tournament.id)
    repeat = Button(REPEAT.build(id=tournament.id), t("Every week"))
    return Screen(
        t("{tournament}: the result", tournament=title_of(context, tournament)),
        "\n".join(lines).strip("\n"),
        colour=LEAF_GREEN,
        rows=(
            (
                *((again,) if alike else ()),
                *((repeat,) if alike and tournament.league is None else ()),
                Button(STANDINGS.build(id=tournament.id, page=0, button="show"), t("Standings"), Style.PRIMARY),
                Button(MINE.build(id=tournament.id, number=0), t("My games")),
                *_league_button(context, tournament),
                Button(DETAILS.build(id=tournament.id), t("Details")),
            ),
        ),
    )


def _with_result(places: Sequence[TournamentPlace]) -> tuple[list[TournamentPlace], list[TournamentPlace]]:
    """Return the places of those who have finished a round at least, and of the others, who have none."""
    made = [any(score.result is not None for score in place.rounds) for place in places]
    with_result = [place for place, has in zip(places, made, strict=True) if has]
    return with_result, [place for place, has in zip(places, made, strict=True) if not has]


def _is_mixed(tournament: Tournament) -> bool:
    """Whether some rounds count points and others turns: these have no sum."""
    return 0 < sum(map(is_race, tournament.rounds)) < len(tournament.rounds)


def _awaits_net(entered: TournamentField) -> bool:
    """Whether points without luck are still to come: a game that has them is not reviewed yet."""
    gone = {entry.number for entry in entered.entries if entry.erased}
    waits = any(line.score is not None and line.net is None and line.entry not in gone for line in entered.played)
    return waits and all(map(tells_net, entered.tournament.rounds))


def _without_line(context: RenderContext, without: Sequence[TournamentEntry]) -> Iterator[str]:
    """Name those who have entered and finished nothing of what is told; they have no place."""
    if without:
        players = [named(context, entry.user) for entry in without]
        yield context.t("Without a result: {players}.", players=best_listed(context, players))


def _podium_lines(context: RenderContext, tournament: Tournament, places: Sequence[TournamentPlace]) -> list[str]:
    """The first of a tournament, and how many others there are."""
    placed, alone = _with_result(places)[0], len(places) == 1
    shown = first_of(placed, STEPS)
    lines = [place_line(context, tournament, place, alone=alone) for place in shown]
    if len(placed) > len(shown):
        lines.append(context.t.many("and {n} other", "and {n} others", len(placed) - len(shown)))
    return lines


def details_screen(
    context: RenderContext, entered: TournamentField, stories: Sequence[RoundStory], user: int = 0
) -> Screen:
    """The line of ``user``, all that a result tells of its rounds, what decides ties, and the way to check its dice."""
    t, tournament = context.t, entered.tournament
    places = ranked(entered)
    alone, own = len(places) == 1, [place for place in places if place.player.user == user]
    lines = [place_line(context, tournament, place, own=True, alone=alone) for place in own]
    lines += _tie_line(context, tournament, places)
    for number, headline in enumerate(_headlines(context, entered, places, whole=True)):
        lines += [headline, *(_story_lines(context, entered, number, stories[number]) if stories else ())]
    if _awaits_net(entered):
        lines.append(
            t(
                "Points without luck follow as soon as I have reviewed the games; **Review** under **My games** "
                "does that at once."
            )
        )
    lines += _legend(context, tournament, places)
    mine = Button(MINE.build(id=tournament.id, number=0), t("My games"))
    verify = Button(VERIFY.build(id=tournament.id), t("Verify"))
    return Screen(
        t("{tournament}: the details", tournament=title_of(context, tournament)),
        "\n".join(lines),
        footer=t("Verify tells the secret of the dice, and computes every throw again."),
        colour=LEAF_GREEN,
        rows=((mine, verify),),
    )


def _winner_line(context: RenderContext, tournament: Tournament, places: Sequence[TournamentPlace]) -> Iterator[str]:
    """Name who has won and with what; nobody in teams, alone, and while points without luck are not known."""
    t, best = context.t, [place for place in places if place.place == 1]
    if tournament.sides or len(places) < 2 or not any(score.result for score in places[0].rounds):
        return
    value = _ranked_by(context, tournament, best[0])
    if not value:
        return
    players = [named(context, place.player.user) for place in best]
    if len(players) == 1:
        yield t("**{player} wins with {value}.**", player=players[0], value=value)
    else:
        yield t("**{players} share the first place with {value}.**", players=best_listed(context, players), value=value)


def _ranked_by(context: RenderContext, tournament: Tournament, place: TournamentPlace) -> str:
    """Return what places go by, as somebody has it; nothing while it is not known."""
    t = context.t
    if tournament.scoring is Scoring.MATCHPOINTS and len(tournament.rounds) > 1:
        return t.percent(place.percent / 100)
    if tournament.scoring is not Scoring.NET:
        return _gross(context, tournament, place)
    if place.net is None:
        return ""
    net = t.tenths(round(abs(place.net), 1))
    made = t("{n} turns", n=net) if any(map(is_race, tournament.rounds)) else t("{n} points", n=net)
    return t("{amount} without luck", amount=made)


_MISSED_DECIDE = N_("{players} tie: fewer missed races decide, {won} against {lost}.")

_DECIDES = {
    ("gross", "points"): N_("{players} tie: more points decide, {won} against {lost}."),
    ("gross", "turns"): N_("{players} tie: fewer turns decide, {won} against {lost}."),
    ("gross", "mix"): N_("{players} tie: points less turns decide, {won} against {lost}."),
    ("net", "points"): N_("{players} tie: more points without luck decide, {won} against {lost}."),
    ("net", "turns"): N_("{players} tie: fewer turns without luck decide, {won} against {lost}."),
    ("net", "mix"): N_("{players} tie: points less turns decide, both without luck, {won} against {lost}."),
}
"""What put the first before those who had as much, by what decided, and what counts."""


def _top_tie_line(context: RenderContext, entered: TournamentField, places: Sequence[TournamentPlace]) -> Iterator[str]:
    """What put the first before others who have as much of what places go by, with the two numbers."""
    tournament, placed = entered.tournament, _with_result(places)[0]
    if len(placed) < 2 or tournament.sides:
        return
    t, first = context.t, placed[0]
    value = _places_by(tournament, first)
    equal = [place for place in placed if _places_by(tournament, place) == value]
    behind = [place for place in equal if place.place != 1]
    if value is None or not behind:
        return

    def missed(place: TournamentPlace) -> int:
        rounds = [number for number in sorted(entered.begun) if is_race(tournament.rounds[number])]
        return sum(place.rounds[number].result is None for number in rounds)

    other, turns = behind[0], is_race(tournament.rounds[0])
    what = "mix" if _is_mixed(tournament) else "turns" if turns else "points"
    if missed(first) != missed(other):
        said, won, lost = _MISSED_DECIDE, t.number(missed(first)), t.number(missed(other))
    elif first.gross != other.gross:
        amounts = [abs(place.gross) if what == "turns" else place.gross for place in (first, other)]
        said, (won, lost) = _DECIDES["gross", what], map(t.number, amounts)
    elif first.net is not None and other.net is not None:
        nets = [abs(place.net) if what == "turns" else place.net for place in (first, other) if place.net is not None]
        said, (won, lost) = _DECIDES["net", what], (t.number(net, 2) for net in nets)
    else:
        return
    players = best_listed(context, [named(context, place.player.user) for place in equal])
    yield t(said, players=players, won=won, lost=lost)


def best_listed(context: RenderContext, players: list[str]) -> str:
    """Name those who share something, and say how many more they are; nobody is left out alone."""
    return listed_of(context, first_of(players, _BEST), len(players))


def _places_by(tournament: Tournament, place: TournamentPlace) -> float | None:
    """Return what the places of a tournament go by, as somebody has it."""
    net = None if place.net is None else round(place.net, 2)
    return {Scoring.MATCHPOINTS: place.percent, Scoring.TOTAL: place.gross, Scoring.NET: net}[tournament.scoring]


def _tie_line(context: RenderContext, tournament: Tournament, places: Sequence[TournamentPlace]) -> Iterator[str]:
    """What decides ties, where somebody ties by what places go by."""
    if tournament.sides or len(places) < 2:
        return
    placed, _ = _with_result(places)
    if any(_places_by(tournament, one) == _places_by(tournament, other) for one, other in pairwise(placed)):
        yield f"-# {what_decides_ties(context, tournament)}"


def what_decides_ties(context: RenderContext, tournament: Tournament) -> str:
    """What decides between players who are equal in what places go by, in a sentence."""
    t, races, scoring = context.t, sum(map(is_race, tournament.rounds)), tournament.scoring
    several = len(tournament.rounds) > 1
    by_net = scoring is not Scoring.NET and all(map(tells_net, tournament.rounds))
    by_points = scoring is Scoring.NET or (scoring is Scoring.MATCHPOINTS and several)
    if _is_mixed(tournament):
        return t(_TIES_OF_A_MIX[by_net])
    if races and several and scoring is Scoring.MATCHPOINTS:
        return t(_TIES_OF_BEATEN[by_net])
    first = [t(_MISSED)] if races and several else []
    return " ".join([*first, t((_TIES_IN_RACES if races else _TIES)[by_points, by_net])])


def _legend(
    context: RenderContext,
    tournament: Tournament,
    places: Sequence[TournamentPlace],
    own: TournamentPlace | None = None,
) -> Iterator[str]:
    """Explain luck and par where they stand above; of one's ``own`` place each round does, which may be known first."""
    rounds = [] if own is None else [score.result for score in own.rounds if score.result is not None]
    net = any(place.net is not None for place in places) or any(result.net is not None for result in rounds)
    par = any(tournament.par(number) is not None for number in range(len(tournament.rounds)))
    return luck_legend(context, net=net, par=par)


def on_podium(entered: TournamentField) -> tuple[list[TournamentPlace], int]:
    """Return the best six of a tournament, who have room on its picture, and how many more share the last step.

    That is nobody before two have finished.
    """
    places, _ = _with_result(ranked(entered))
    if len(places) < 2:
        return [], 0
    best, others = places[:_PICTURED], places[_PICTURED:]
    return best, sum(place.place == best[:STEPS][-1].place for place in others)


def podium(
    context: RenderContext,
    tournament: Tournament,
    places: Sequence[TournamentPlace],
    names: Sequence[str],
    others: int = 0,
) -> PodiumPicture:
    """Return the picture of the best of a tournament; ``names`` in the same order, empty where unknown.

    The last step tells how many ``others`` share it. Behind the steps, where there is less room, a long last line is
    left out: points less their luck are those without it.
    """
    t, decimals = context.t, int(any(map(is_race, tournament.rounds)))

    def step(place: TournamentPlace, name: str, tied: int) -> PodiumStep:
        share, gross = t.percent(place.percent / 100), _gross(context, tournament, place)
        net = luck = without = ""
        if place.net is not None and gross:
            rounded = round(place.net, decimals)
            net = t.tenths(abs(rounded)) if decimals else t.number(abs(rounded))
            luck = _luck(context, place.gross - rounded, decimals)
            without = t("{amount} without it", amount=net)
        value, told = {
            Scoring.MATCHPOINTS: (share, (gross, luck, without)),
            Scoring.TOTAL: (gross, (share, luck, without)),
            Scoring.NET: (net, (gross, share, luck)) if net else (gross, (share,)),
        }[tournament.scoring]
        lines = [*filter(None, told)]
        if tied:
            lines = [t.many("and {n} other", "and {n} others", tied), *lines[:2]]
        return PodiumStep(name, value, place.place, t("Somebody"), *lines)

    last = min(len(places), STEPS) - 1
    shown = [
        step(place, name, others if number == last else 0)
        for number, (place, name) in enumerate(zip(places, names, strict=True))
    ]
    title, subtitle = title_of(context, tournament), t(SCORINGS[tournament.scoring])
    behind = tuple(replace(one, last=one.last if len(one.last) <= _BEHIND else "") for one in shown[STEPS:])
    return PodiumPicture(title, subtitle, tuple(shown[:STEPS]), behind)


def _luck(context: RenderContext, lucky: float, decimals: int) -> str:
    """Return in a few words how lucky somebody was; in turns, which have decimals, a sign would say the contrary."""
    t = context.t
    if not decimals or abs(lucky) < SEEN:
        return t("luck {luck}", luck=signed(context, lucky, decimals))
    return t(N_("good luck {n}") if lucky > 0 else N_("bad luck {n}"), n=t.tenths(abs(lucky)))


def _gross(context: RenderContext, tournament: Tournament, place: TournamentPlace) -> str:
    """Return the points or turns of all rounds; nothing where they do not add up."""
    if _is_mixed(tournament):
        return ""
    t = context.t
    return (
        t.many("{n} turn", "{n} turns", -place.gross)
        if is_race(tournament.rounds[0])
        else t.many("{n} point", "{n} points", place.gross)
    )


def place_line(
    context: RenderContext, tournament: Tournament, place: TournamentPlace, *, own: bool = False, alone: bool = False
) -> str:
    """A line of the standings: the place, the player, percent or points, and what of it was luck."""
    t = context.t
    sign = place_sign(context, place.place, earned=place.gross != 0 and not alone)
    gross = _gross(context, tournament, place)
    parts = [gross] if gross else []
    if tournament.scoring is Scoring.MATCHPOINTS and not alone:
        parts.insert(0, f"**{t.percent(place.percent / 100)}**")
    if gross:
        parts += luck_and_par(context, place.gross, place.net)
    name = named(context, place.player.user)
    line = f"{sign} " + (t("{name}: {value}", name=name, value=" · ".join(parts)) if parts else name)
    return t("{line} (you)", line=line) if own else line


def _headlines(
    context: RenderContext, entered: TournamentField, places: Sequence[TournamentPlace], *, whole: bool = False
) -> Iterator[str]:
    """A line for each round: its best game; on the ``whole`` also the best one without luck."""
    t = context.t
    for number, game in enumerate(entered.tournament.rounds):
        made = [(place.player, place.rounds[number].result) for place in places if number < len(place.rounds)]
        results = [(entry, result) for entry, result in made if result is not None]
        name = t("Round {n}, {game}", n=number + 1, game=game_of(context, game))
        if not results:
            said = N_("**{round}**: nobody has finished it.")
            unbegun = N_("**{round}**: nobody has begun it, so it does not count.")
            yield t(said if number in entered.begun else unbegun, round=name)
            continue
        most = max(result.gross for _, result in results)
        best = [entry for entry, result in results if result.gross == most]
        count = t.many("{n} turn", "{n} turns", -most) if is_race(game) else t.number(most)
        players = best_listed(context, [named(context, entry.user) for entry in best])
        said = t("best {points}, by {players}", points=f"**{count}**", players=players)
        nets = {entry: round(result.net, 1) for entry, result in results if result.net is not None}
        if whole and nets and tells_net(game) and all(entry in nets or entry.erased for entry, _ in results):
            cleverest = [entry for entry in nets if nets[entry] == max(nets.values())]
            net, names = t.tenths(abs(max(nets.values()))), [named(context, entry.user) for entry in cleverest]
            if cleverest == best:
                said += t("; without luck too, with {net}", net=net)
            elif len(names) == 1:
                said += t("; without luck {player} is the best: {net}", player=names[0], net=net)
            else:
                share = N_("; without luck {players} share the best: {net}")
                said += t(share, players=best_listed(context, names), net=net)
        elif whole and not tells_net(game):
            said += t("; luck cannot be told apart here")
        par = entered.tournament.par(number)
        if par is not None:
            said += t("; par {par}", par=par)
        yield t("{name}: {value}", name=f"**{name}**", value=said) + "."


def _best_story(context: RenderContext, entered: TournamentField, stories: Sequence[RoundStory]) -> list[str]:
    """What the result tells beside its numbers: dice nobody took, or a comeback; below it a decision, once reviewed."""

    def first(*kinds: str) -> list[str]:
        only = [
            (number, RoundStory(**{kind: getattr(story, kind)}))
            for kind in kinds
            for number, story in enumerate(stories)
            if getattr(story, kind) is not None
        ]
        return [line for number, story in only[:1] for line in _story_lines(context, entered, number, story)]

    return [*first("unused", "comeback"), *first("split")]


def _story_lines(context: RenderContext, entered: TournamentField, number: int, story: RoundStory) -> Iterator[str]:
    """What a round had to tell; only the winner is named."""
    t, (split, comeback, unused) = context.t, story
    if unused is not None:
        yield t(
            "Round {n}, turn {turn}: keeping every {face} would have made {dice} of them. Nobody did.",
            n=number + 1,
            turn=unused.turn,
            dice=unused.dice,
            face=unused.face,
        )
    if comeback is not None:
        (winner,) = (entry for entry in entered.entries if entry.number == comeback.entry)
        yield t(
            "Round {n}: {player} was {behind} behind after turn {turn}, and won it.",
            n=number + 1,
            player=named(context, winner.user),
            behind=t.many("{n} point", "{n} points", comeback.behind),
            turn=comeback.turn,
        )
    if split is not None:
        yield _split_line(context, entered.tournament, number, split)


def _split_line(context: RenderContext, tournament: Tournament, number: int, split: Split) -> str:
    """The decision on which the field of a round split; nobody is named."""
    t, game = context.t, tournament.rounds[number].made()
    cost = t("{n} turns", n=t.tenths(split.lost)) if split.unit == "turns" else t("{n} points", n=t.tenths(split.lost))
    said = t.many(
        "Round {round} split the field in turn {turn}, at {dice}: {n} of {stood} chose **{best}**, the best.",
        "Round {round} split the field in turn {turn}, at {dice}: {n} of {stood} chose **{best}**, the best.",
        split.found,
        round=number + 1,
        turn=split.turn,
        dice="-".join(map(str, split.state.dice)),
        stood=split.stood,
        best=face_of(game.key).action_name(context, game, split.state, split.best),
    )
    others = N_("The other one lost {cost}."), N_("Others lost up to {cost}.")
    return f"{said} {t(others[split.stood - split.found > 1], cost=cost)}"


def _servers_lines(context: RenderContext, entered: TournamentField, other: Tournament) -> Iterator[str]:
    """Which server has won, once the ``other`` one's tournament is over too."""
    t, theirs = context.t, _unmarked(other.server)
    if other.status.on:
        yield t("The result against **{server}** follows.", server=theirs)
        return
    both = entered.with_other()
    if len({entry.side for entry in both.entries}) < 2:
        yield t("Only one server has players.")
        return
    places = ranked(both)
    names = [_unmarked(entered.tournament.server), theirs]
    yield from _sides_lines(context, places, names, both.tournament.rounds)


def _sides_lines(
    context: RenderContext, places: Sequence[TournamentPlace], names: Sequence[str], rounds: Sequence[RoundGame]
) -> Iterator[str]:
    """Which side has won: by IMPs over the rounds, and by the mean of its best players."""
    t = context.t
    sides = [[place for place in places if place.player.side == side] for side in range(len(names))]
    if not all(sides):
        yield t("Only one team has players.")
        return
    won = 0
    for number, game in enumerate(rounds):
        results = [[place.rounds[number].result for place in side] for side in sides]
        won += imps(*gross_of_sides(results, is_race=is_race(game)))
    means = of_sides({number: [place.percent for place in side] for number, side in enumerate(sides)})
    if won == 0:
        yield t("**{one} and {other} tie.**", one=names[0], other=names[1])
    else:
        winner = 0 if won > 0 else 1
        yield t.many("**{side} wins by {n} IMP.**", "**{side} wins by {n} IMPs.**", abs(won), side=names[winner])
    yield " · ".join(
        t("{name}: {value}", name=name, value=t.percent(means[number] / 100)) for number, name in enumerate(names)
    )


# -- What one person sees ----------------------------------------------------------------------------------------------


def choose_side_screen(context: RenderContext, tournament: Tournament) -> Screen:
    """Ask somebody who enters for their side."""
    buttons = tuple(
        Button(ENTER.build(id=tournament.id, side=side), context.t(name)) for side, name in enumerate(SIDES)
    )
    return Screen(title_of(context, tournament), context.t("Which team do you play for?"), rows=(buttons,))


def start_without_screen(context: RenderContext, tournament: Tournament) -> Screen:
    """Ask somebody who starts a tournament without having entered whether they play."""
    buttons = (
        Button(PLAY.build(id=tournament.id), _join(context), Style.SUCCESS),
        Button(START_WITHOUT.build(id=tournament.id), context.t("Start without me")),
    )
    return Screen(title_of(context, tournament), context.t("You have not entered. Do you play too?"), rows=(buttons,))


def started_screen(context: RenderContext, tournament: Tournament) -> Screen:
    """What somebody reads who has started a tournament for others."""
    return Screen(title_of(context, tournament), _when(context, tournament))


def own_round_button(context: RenderContext, tournament: Tournament) -> Button:
    """The button of whatever calls somebody to the round that they are to play."""
    return Button(PLAY.build(id=tournament.id), context.t("Play my round"), Style.PRIMARY)


def begun_screen(context: RenderContext, entered: TournamentField, user: int) -> Screen:
    """What somebody reads who has waited for a round, once it has begun: the result of the one before stands there."""
    tournament = entered.tournament
    lines = [*_round_before(context, entered, user), _when(context, tournament)]
    return Screen(title_of(context, tournament), "\n".join(lines), rows=((own_round_button(context, tournament),),))


def _round_before(context: RenderContext, entered: TournamentField, user: int = NOBODY) -> Iterator[str]:
    """Tell the first of the round before the one that all play together, and where ``user`` stands in it."""
    t, number = context.t, entered.tournament.round - 1
    if number < 0:
        return
    name = t("Round {n}, {game}", n=number + 1, game=game_of(context, entered.tournament.rounds[number]))
    made = {line.entry: line.score for line in entered.played if line.round == number and line.score is not None}
    if not made:
        yield t("**{round}**: nobody has finished it.", round=name)
        yield from _so_far(context, entered)
        return
    scores = sorted(made.values(), reverse=True)
    par = luck_and_par(context, scores[0], None, entered.tournament.par(number))
    told = " · ".join([_best_of_round(context, entered, number), *par])
    yield t("{name}: {value}", name=f"**{name}**", value=told)
    yield from _without_line(context, [entry for entry in entered.entries if entry.number not in made])
    own = entered.of(user)
    if own is not None and own.number in made:
        place = scores.index(made[own.number]) + 1
        yield t("In this round: place **{place}** of {n}.", place=place, n=len(scores))
    yield from _so_far(context, entered)


def _best_of_round(context: RenderContext, entered: TournamentField, number: int) -> str:
    """Return the first of a round with what they made, and how many others have a result."""
    made = {line.entry: line.score for line in entered.played if line.round == number and line.score is not None}
    game, scores = entered.tournament.rounds[number].made(), sorted(made.values(), reverse=True)
    face = face_of(game.key)
    best = sorted((entry for entry in entered.entries if entry.number in made), key=lambda entry: -made[entry.number])
    shown = first_of(best, STEPS)
    told = [
        f"{place_sign(context, scores.index(made[entry.number]) + 1, earned=True)} {named(context, entry.user)} "
        f"{face.score_bold(context, made[entry.number], game.options)}"
        for entry in shown
    ]
    if len(best) > len(shown):
        told.append(context.t.many("and {n} other", "and {n} others", len(best) - len(shown)))
    return " · ".join(told)


def _so_far(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    """Tell who leads over all rounds before the one that all play together, where these are several."""
    t, tournament = context.t, entered.tournament
    if tournament.round < 2:
        return
    before = [line for line in entered.played if line.round < tournament.round]
    places = ranked(entered._replace(played=before))
    shown = first_of(_with_result(places)[0], STEPS)
    values = [_ranked_by(context, tournament, place) for place in shown]
    if shown and all(values):
        told = [
            f"{place_sign(context, place.place, earned=True)} {named(context, place.player.user)} **{value}**"
            for place, value in zip(shown, values, strict=True)
        ]
        name = t("After {n} rounds", n=tournament.round)
        yield t("{name}: {value}", name=f"**{name}**", value=" · ".join(told))


MIXED_IN = N_("**Your word is mixed in.** It now helps to decide every throw of this tournament.")


def entered_screen(
    context: RenderContext, entered: TournamentField, user: int, at: int, *, news: str = "", manager: bool = False
) -> Screen:
    """What somebody reads who has entered a tournament that all play together and that has not begun, as it is ``at``.

    Above it stand the ``news``.
    """
    t, tournament = context.t, entered.tournament
    own = [entry for entry in entered.entries if entry.user == user]
    when = f"<t:{tournament.host_starts_until}:t>"
    on_message, may = words(tournament.language), manager or user == tournament.host
    may = may or at >= tournament.host_starts_until
    starts = (
        t("Press **Start** when all are here.")
        if may
        else t(
            "If the host has not started by {when}, press **{start}** on the tournament's message yourself.",
            when=when,
            start=on_message("Start"),
        )
    )
    people = [*(entry for entry in entered.entries if entry.user != user), *own]
    lines = [
        *filter(None, [news]),
        t(
            "You are in. When it begins, you can play from here, or by **{play}** on the tournament's message.",
            play=on_message("Play"),
        ),
        t("At {when}, these are in: {players}.", when=f"<t:{at}:t>", players=_people(context, people, entered)),
        starts,
    ]
    buttons = (
        *((_start_button(context, tournament),) * may),
        *(
            (keep_button(context, KEEP.build(id=tournament.id)), _stir_button(context, tournament))
            * _mixes(entered, user)
        ),
    )
    return Screen(title_of(context, tournament), "\n".join(lines), rows=(buttons,) if buttons else ())


def _mixes(entered: TournamentField, user: int) -> bool:
    """Whether ``user`` may mix a word into the dice now."""
    tournament = entered.tournament
    may = tournament.takes_words and user not in tournament.stirred
    return may and (entered.of(user) is not None or not tournament.together)


def stir_form(context: RenderContext, tournament: Tournament) -> Form:
    """The line to type anything for the dice of a tournament, and their seal to copy."""
    hint = context.t("So that nobody can choose the dice of this tournament. For good; not shown to others.")
    return form_of_words(context, STIRRED.build(id=tournament.id), hint, tournament.seed(0))


@dataclass(frozen=True, slots=True)
class OwnRound:
    """Somebody's game of a round once it is over, and how they stand by what they may see."""

    entered: TournamentField
    """As far as they may see it."""
    entry: TournamentEntry
    at: int
    """Unix seconds: how they stood then."""
    left: Mapping[int, Underway] = field(default_factory=dict)
    """The progress of those who still play, by entry."""


def with_round_title(context: RenderContext, table: Table, board: Screen) -> Screen:
    """The board during a game of a tournament, with its round and closing time; what wins a race, in its first turn."""
    ends = table.settings.ends
    race = N_("A race: the fewer turns you need, the better. A turn that brings nothing counts too.")
    closes = context.t("Tournament: it ends {when}. Your game counts if you finish before.", when=f"<t:{ends}:R>")
    number = table.seed.round + 1
    titled = retitled(board, lambda title: context.t("{board} · tournament round {n}", board=title, n=number))
    begins = isinstance(table.game, Race) and table.state is not None and not any(table.state.turns)
    return below_news(context, titled, [*([context.t(race)] if begins else []), closes])


def round_end_screen(
    context: RenderContext,
    table: Table,
    own: OwnRound | None,
    trophies: Sequence[Earned] = (),
    names: Sequence[str] | None = None,
) -> Screen:
    """One's own game after its end with the ``trophies`` that it brings, how one stands so far, and what comes next.

    ``names`` as in :func:`bot.screens.kit.faces.ended_sheet`.
    """
    t = context.t
    sheet, picture = ended_sheet(context, table, names)
    lines, buttons = list[str](), list[Button]()
    if table.removed:
        lines.append(t("A manager has removed you from this tournament."))
    elif table.status is not Status.FINISHED:
        lines.append(t(_GIVEN_UP) if table.gone else t("The round ended before you had finished: it counts 0 for you."))
    else:
        (score,) = table.game.scores(table.state)
        made = t.many("{n} turn", "{n} turns", -score) if score < 0 else t.many("{n} point", "{n} points", score)
        lines += [t("You finish with **{made}**.", made=made), *trophy_lines(context, trophies)]
        played = None if own is None else own.entered.tournament.champion(table.seed.round)
        if played is not None:
            lines.append(champions_line(context, played.score, played.expected))
    if own is not None:
        if table.status is Status.FINISHED:
            lines += _standing(context, own, table.seed.round)
        buttons += _next_buttons(context, own.entered, own.entry)
        lines += _what_next(context, own.entered, own.entry, own.left)
    elif not table.removed:  # Its tournament could not be read, so nobody knows whether another round follows.
        buttons.append(Button(PLAY.build(id=table.settings.tournament), t("What comes next"), Style.PRIMARY))
    buttons.append(Button(STANDINGS.build(id=table.settings.tournament, page=0, button="below"), t("Standings")))
    if own is not None:
        buttons += _sheets_button(context, own.entered, own.entry, table.seed.round)
    if table.status is Status.FINISHED:
        buttons.append(Button("review", t("Review")))
    buttons.append(Button("replay", t("Replay")))
    title = t("{game}: round {n}", game=t(CATALOGUE[table.game.key].label), n=table.seed.round + 1)
    colour = LEAF_GREEN if table.status is Status.FINISHED else SLATE
    others = () if own is None else (*_par_button(context, own, table), *_other_rounds(context, own, table.seed.round))
    return Screen(
        title,
        "\n".join([*lines, sheet]),
        colour=colour,
        rows=(tuple(buttons), *((others,) if others else ())),
        picture=picture,
    )


def _par_button(context: RenderContext, own: OwnRound, table: Table) -> Iterator[Button]:
    """What opens the champion's game with these dice after the end of all, unless it cannot play them."""
    tournament, number = own.entered.tournament, table.seed.round
    unplayed = number >= len(tournament.champions) and tells_net(tournament.rounds[number])
    if table.status is Status.FINISHED and not tournament.status.on and (unplayed or tournament.champion(number)):
        yield Button(REPLAY_CHAMPION.build(number=0, word=OPEN_CHAMPION), context.t("Gobelet's game"))


def _other_rounds(context: RenderContext, own: OwnRound, shown: int) -> Iterator[Button]:
    """The buttons that lead to one's other games of the tournament, as far as they are over."""
    for number, played in sorted(own.entered.games_of(own.entry).items()):
        if played.finished and number != shown:
            yield Button(MINE.build(id=own.entered.tournament.id, number=number), context.t("Round {n}", n=number + 1))


def _standing(context: RenderContext, own: OwnRound, number: int) -> Iterator[str]:
    """Tell where somebody stands in a round that they have finished, and the best of it so far."""
    t, entered = context.t, own.entered
    scores = sorted(
        (line.score for line in entered.played if line.round == number and line.score is not None), reverse=True
    )
    mine = next((line.score for line in entered.played if (line.entry, line.round) == (own.entry.number, number)), None)
    if mine is None:
        return
    if len(scores) == 1:
        yield t("You are the first to finish this round.")
        return
    when = f"<t:{own.at}:t>"
    place = scores.index(mine) + 1
    if not entered.tournament.status.on or entered.tournament.phase.closed(number):
        yield t("In this round: place **{place}** of {n}.", place=place, n=len(scores))
    else:
        yield t("In this round, at {when}: place **{place}** of {n} so far.", place=place, n=len(scores), when=when)
    yield _best_of_round(context, entered, number)


_GIVEN_UP = N_("You have stopped this round: it counts 0 for you.")


def _what_next(
    context: RenderContext, entered: TournamentField, entry: TournamentEntry, left: Mapping[int, Underway] | None
) -> Iterator[str]:
    """What somebody waits for who has played all that can be played now, and for whom; ``left``: how far these are."""
    t, tournament = context.t, entered.tournament
    if not tournament.status.on:
        yield t("The tournament is over.")
        return
    if entered.next_round(entry) is not None or entered.goes_on:
        return
    last = tournament.last_round + 1 == len(tournament.rounds)
    comes = N_("The result comes {when} at the latest.")
    if tournament.together and not last:
        comes = N_("The next round begins when all are done, {when} at the latest.")
    yield t(comes, when=f"<t:{tournament.ends}:R>")
    if late := entered.unfinished():
        yield t("Not done yet: {players}.", players=_people(context, late, entered, left))


def waiting_screen(
    context: RenderContext,
    entered: TournamentField,
    entry: TournamentEntry,
    manager: bool,
    left: Mapping[int, Underway] | None = None,
) -> Screen:
    """What somebody reads who has played all that can be played now, or has just stopped a round.

    ``entered`` is not only what they may see; ``left`` says how far those are who play.
    """
    t, tournament = context.t, entered.tournament
    own, ready = entered.games_of(entry), may_end_early(entered)
    latest = own.get(tournament.round if tournament.together else max(own, default=0))
    if latest is not None and latest.score is None:
        lines = [t("Round {n} is over for you, and counts 0.", n=latest.round + 1)]
    elif tournament.together:
        lines = [t("You have finished round {n}.", n=tournament.round + 1)]
    else:
        lines = [t("You have finished all rounds.")]
    lines += [*_what_next(context, entered, entry, left), *([t(_ALL_DONE)] if ready else [])]
    ends = ready and (manager or entry.user == tournament.host)
    buttons = (
        *_next_buttons(context, entered, entry),
        *((_end_now(context, tournament),) * ends),
        Button(STANDINGS.build(id=tournament.id, page=0, button="show"), t("Standings")),
        *_sheets_button(context, entered, entry, -1 if latest is None else latest.round),
        Button(MINE.build(id=tournament.id, number=tournament.round), t("My games")),
    )
    return Screen(title_of(context, tournament), "\n".join(lines), rows=(buttons,))


def _next_buttons(context: RenderContext, entered: TournamentField, entry: TournamentEntry) -> list[Button]:
    """The button of the round that somebody can play now, if there is one; the last who is done begins it by that."""
    tournament = entered.tournament
    if not tournament.status.on or (entered.next_round(entry) is None and not entered.goes_on):
        return []
    return [Button(PLAY.build(id=tournament.id), context.t("Next round"), Style.PRIMARY)]


def _sheets_button(
    context: RenderContext, entered: TournamentField, entry: TournamentEntry, number: int
) -> Iterator[Button]:
    """What shows one's own sheet of a round beside those of others, where there are any."""
    own, others = entered.beside(entry, number)
    if own is not None and others:
        show = SHEETS.build(id=entered.tournament.id, number=number, page=0, button="below")
        yield Button(show, context.t("Compare sheets"))


NONE_BESIDE = N_("Finish a round first: then you see how the others did.")


def sheets_screen(
    context: RenderContext, tournament: Tournament, table: Table, page: int, pages: int, names: Sequence[str] | None
) -> Screen:
    """The sheets of a round of somebody else and of the reader, who both have finished it: the seats of ``table``.

    Of several columns, a picture shows those of the first seat; ``names`` as in
    :func:`bot.screens.kit.faces.ended_sheet`.
    """
    t, face, number = context.t, face_of(table.game.key), table.seed.round
    theirs, mine = (face.score_bold(context, score, table.game.options) for score in table.game.scores(table.state))
    lines = [t("{player}: {theirs} · You: {mine}", player=named(context, table.people[0]), theirs=theirs, mine=mine)]
    _, picture = ended_sheet(context, table, names)
    if picture is None:
        for seat, whose in enumerate((named(context, table.people[0]), t("You"))):
            lines += [f"**{whose}**", face.written(context, table.game, table.state, Seat(seat))]

    def do(page: int, button: str) -> str:
        return SHEETS.build(id=tournament.id, number=number, page=page, button=button)

    title = t("Round {n}, {game}", n=number + 1, game=game_of(context, tournament.rounds[number]))
    turns = turning(context, page, pages, do)
    return Screen(title, "\n".join(lines), rows=(turns,) if turns else (), picture=picture)


def standings_screen(
    context: RenderContext, entered: TournamentField, user: int, page: int, left: Mapping[int, Underway] | None = None
) -> Screen:
    """The standings by the rounds that the reader may see, and who still plays; ``left`` says how far they are."""
    t, tournament = context.t, entered.tournament
    places = ranked(entered)
    placed, without = _with_result(places)
    pages = page_count(len(placed), PAGE)
    page = min(page, pages - 1)
    own = next((place for place in places if place.player.user == user), None)
    shown = placed[page * PAGE : (page + 1) * PAGE]
    alone = len(places) == 1
    lines = [place_line(context, tournament, place, own=place is own, alone=alone) for place in shown]
    if own in placed and own not in shown:
        lines += ["…", place_line(context, tournament, own, own=True)]
    lines += _without_line(context, [place.player for place in without])
    if tournament.scoring is Scoring.MATCHPOINTS and shown and not alone:
        percent = t("Percent: how many of the others one beats; a tie counts half.")
        lines.append(f"-# {percent}")
    lines += _tie_line(context, tournament, places)
    lines += _legend(context, tournament, shown, own)
    seen = {line.round for line in entered.played}
    if not seen:
        lines = [t(NONE_BESIDE)]
    elif tournament.status.on:
        lines += ["", t("So far, by the rounds that you have finished, among those who have finished them too.")]
        entry = entered.of(user)
        done = entry is not None and entered.next_round(entry) is None
        if left is not None and done and (late := entered.unfinished()):
            lines.append(t("Not done yet: {players}.", players=_people(context, late, entered, left)))
    own_rounds = [] if own is None else list(_own_rounds(context, entered, own, alone=alone))
    fields = (Field(t("Your rounds"), "\n".join(own_rounds)),) if own_rounds and seen else ()
    turns = turning(
        context, page, pages, lambda number, word: STANDINGS.build(id=tournament.id, page=number, button=word)
    )
    share = Button(STANDINGS.build(id=tournament.id, page=page, button=SHARED), t("Share"))
    rows = (turns, (share,) * (not tournament.status.on and bool(seen)))
    return Screen(title_of(context, tournament), "\n".join(lines), fields=fields, rows=tuple(filter(None, rows)))


def _own_rounds(
    context: RenderContext, entered: TournamentField, own: TournamentPlace, *, alone: bool
) -> Iterator[str]:
    t, tournament, played = context.t, entered.tournament, entered.games_of(own.player)
    for number, (game, score) in enumerate(zip(tournament.rounds, own.rounds, strict=False)):
        line = t("Round {n}, {game}", n=number + 1, game=game_of(context, game))
        if score.result is not None:
            result, race = score.result, is_race(game)
            made = t.many("{n} turn", "{n} turns", -result.gross) if race else t.number(result.gross)
            line = t("{name}: {value}", name=line, value=f"**{made}**")
            parts = [line, *luck_and_par(context, result.gross, result.net, tournament.par(number))]
        elif number in played and played[number].stopped:
            stopped = t("stopped")
            parts = [t("{name}: {value}", name=line, value=f"**{stopped}**")]
        else:
            continue
        yield " · ".join(parts if alone else [*parts, t.percent(score.percent / 100)])


def more_screen(
    context: RenderContext, entered: TournamentField, user: int, manager: bool, *, helps: bool = False
) -> Screen:
    """What else there is: rules, words for the dice, the host's options, and the end, also for one who ``helps``."""
    t, tournament = context.t, entered.tournament
    opened = tournament.status is TournamentStatus.OPEN
    rules = [
        Button(RULES.build(id=tournament.id, number=number), t("Rules: {game}", game=t(CATALOGUE[key].label)))
        for key, number in {game.game: number for number, game in enumerate(tournament.rounds)}.items()
    ]
    dice = [
        *[keep_button(context, KEEP.build(id=tournament.id))] * tournament.status.on,
        *[_stir_button(context, tournament)] * _mixes(entered, user),
    ]
    others = [*_stop_button(context, entered, user)]
    if helps and tournament.status.on and (entered.entries or entered.removed):
        others.append(Button(HAND_TOURNAMENT.build(id=tournament.id, page=0, button="show"), t("People…")))
    if tournament.status.on and tournament.rival is None and (manager or helps or user == tournament.host):
        if opened and user == tournament.host:
            others.append(Button(PLAN.build(id=tournament.id, number=0), t("Options")))
        if opened and manager and not (tournament.together or tournament.sides):
            others.append(Button(INVITE.build(id=tournament.id), t("Another server…")))
        others += _end_round_button(context, tournament)
        others.append(Button(END.build(id=tournament.id, sure="ask"), t("End it"), Style.DANGER))
    same = t(
        "Everybody throws the same dice in the same turn, whatever they keep. Nobody sees a round of the others before "
        "their own is finished."
    )
    missed = t(
        "A round that you do not finish brings you nothing, and everybody who finishes it beats you. A round that "
        "nobody has begun does not count."
    )
    cheats = (
        t(
            "Somebody who has looked at the dice first, with a second account or by running me, gets more points, "
            "but not more points without luck."
        )
        if all(map(tells_net, tournament.rounds))
        else t(
            "Somebody who has looked at the dice first, with a second account or by running me, gets more points. "
            "Where I cannot tell luck from decisions, nobody sees that."
        )
    )
    wins = [what_wins(context, tournament), *([] if tournament.sides else [what_decides_ties(context, tournament)])]
    body = [*_listed(context, tournament), "", *wins, missed, same, f"-# {cheats}"]
    rows = [tuple(rules[:5]), tuple(dice), tuple(others)]
    return Screen(title_of(context, tournament), "\n".join(body), rows=tuple(row for row in rows if row))


def invite_screen(context: RenderContext, tournament: Tournament) -> Screen:
    """The ways by which another server enters, for the manager who has asked for them."""
    t = context.t
    how = t(
        "Type {tournament_start} on a server that you manage, and choose this one under **ready**. Managers of "
        "another server who have finished a game here can do that too; it must have me.",
        tournament_start=command_name(t, "tournament", "start"),
    )
    other = t(
        "Does another manager not find it there? `{code}` under **ready** opens it, too.",
        code=tournament.invite,
    )
    then = t(
        "It is good for one server, until somebody throws here. Both then throw the same dice until the same moment. "
        "Each sees its own players; of the other server its name, and at the end its result."
    )
    return Screen(t("Against another server"), "\n".join((how, then, f"-# {other}")))


def invitation_line(t: Words, tournament: Tournament) -> str:
    """What a list says of a tournament that another server may enter."""
    return truncate(t("Against {server}, with the same dice", server=" ".join(tournament.server.split())), 100)


def _found(context: RenderContext, games: int, wrong: int) -> str:
    t = context.t
    if wrong:
        return t.many(
            "❌ {n} game does not follow from these dice: do not trust this result.",
            "❌ {n} games do not follow from these dice: do not trust this result.",
            wrong,
        )
    return t.many(
        "✅ {n} game: every throw computed again from the secret, and all the same.",
        "✅ {n} games: every throw computed again from the secret, and all the same.",
        games,
    )


def kept_seal(context: RenderContext, entered: TournamentField, user: int, link: str) -> SealOffer:
    """The seal of a tournament for ``user`` to keep; ``link`` is the address of its message."""
    t, tournament, mixes = context.t, entered.tournament, _mixes(entered, user)
    told = (
        t(
            "The tournament's message shows the same. Discord tells when this message came, and marks it if anybody "
            "changes it."
        ),
        t("Now mix in a word there. After the tournament, press **Verify this seal**.")
        if mixes
        else t("After the tournament, press **Verify this seal**."),
    )
    named = t("**The seal of the dice: [{tournament}]({link})**", tournament=title_of(context, tournament), link=link)
    mixed, words = user in tournament.stirred, tournament.takes_words
    then = after_keeping(context, mixes=mixes, mixed=mixed, words=words)
    rows = ((_stir_button(context, tournament),),) if mixes else ()
    return SealOffer(tournament.seed(0).commitment, named, told, KEPT.build(id=tournament.id), then, rows)


def kept_lines(
    context: RenderContext, tournament: Tournament, result: tuple[int, int] | None, reader: int, kept: KeptSeal
) -> list[str]:
    """What the button below a ``kept`` seal says: ``result`` counts games and wrong ones; None before the end."""
    t, verdict, told = context.t, [], []
    if result is None:
        told = [
            t(
                "Nobody is told the secret before the tournament is over. After that, the button also throws all dice "
                "again."
            )
        ]
    elif not result[0]:
        told = [t("Nobody has finished a game: there is nothing to throw again.")]
    else:
        verdict = [_found(context, *result)]
        told = [] if result[1] else [_means(context, tournament, reader)]
    return kept.compared(context, tournament.seed(0).commitment, verdict, told)


def _means(context: RenderContext, tournament: Tournament, reader: int) -> str:
    """Whether anybody can have chosen the dice, as far as ``reader`` can know."""
    if not has_words(tournament.seed(0)):
        return no_word(context)
    if not tournament.stirred:  # The other one of two servers knows whose words they are.
        return last_word(context, "", own=False)
    last = tournament.stirred[-1]
    return last_word(context, named(context, last), own=last == reader)


def verified_screen(context: RenderContext, tournament: Tournament, games: int, wrong: int) -> Screen:
    """What came of computing every throw of so many games again, and the secret that others compute them from."""
    t = context.t
    dice = [
        small_print(context, tournament.seed(0).commitment),
        t("Secret: `{secret}`", secret=tournament.secret.hex()),
        *mixed_in_lines(context, tournament.seed(0)),
    ]
    below = proof_buttons(context, SEAL.build(id=tournament.id))
    found = _found(context, games, wrong)
    return Screen(title_of(context, tournament), "\n".join([found, *dice]), rows=(below,))


def over_screen(context: RenderContext, tournament: Tournament, link: str) -> Screen:
    """What is left of the public message once the result has one of its own."""
    body = context.t("This tournament is over: {link}", link=link)
    return Screen(title_of(context, tournament), body, colour=SLATE)


def ended_screen(context: RenderContext, tournament: Tournament) -> Screen:
    """Tell the person who has ended it."""
    t = context.t
    said = t("This tournament is over.")
    if tournament.status is TournamentStatus.OVER:
        said += " " + t("Its result comes into its channel, as a new message.")
    return Screen(title_of(context, tournament), said, colour=SLATE)


def confirm_end_screen(context: RenderContext, entered: TournamentField) -> Screen:
    """Ask whether somebody is sure to end it, and say what that means for those who are not done."""
    t, tournament = context.t, entered.tournament
    if tournament.status is TournamentStatus.OPEN:
        lines = [t("Nobody has played yet: it closes, and there is no result.")]
    else:
        lines = [t("It ends for everybody, now. Rounds that are finished count."), *_cut_off_line(context, entered)]
        if len(entered.begun) < len(tournament.rounds):
            lines.append(t("Rounds that nobody has begun do not count."))
    sure = Button(END.build(id=tournament.id, sure="sure"), t("End it"), Style.DANGER)
    return Screen(title_of(context, tournament), "\n".join(lines), colour=SLATE, rows=((sure,),))


def _end_round_button(context: RenderContext, tournament: Tournament) -> Iterator[Button]:
    """What ends a round that all play together; the end of the last one is the end of all."""
    number, playing = tournament.round, tournament.status is TournamentStatus.PLAYING
    if tournament.together and playing and number + 1 < len(tournament.rounds):
        ask = END_ROUND.build(id=tournament.id, number=number, sure="ask")
        yield Button(ask, context.t("End this round"), Style.DANGER)


def confirm_end_round_screen(context: RenderContext, entered: TournamentField) -> Screen:
    """Ask whether somebody is sure to end the round, and say what that means for those who are not done."""
    t, tournament = context.t, entered.tournament
    number = tournament.round
    lines = [
        t("Round {n} ends for everybody, now, and round {next} begins.", n=number + 1, next=number + 2),
        *_cut_off_line(context, entered),
        *([] if number in entered.begun else [t("Nobody has begun it, so it does not count.")]),
    ]
    sure = END_ROUND.build(id=tournament.id, number=number, sure="sure")
    rows = ((Button(sure, t("End this round"), Style.DANGER),),)
    return Screen(title_of(context, tournament), "\n".join(lines), colour=SLATE, rows=rows)


def _stop_button(context: RenderContext, entered: TournamentField, user: int) -> Iterator[Button]:
    """What lets somebody give up the round that is theirs now."""
    entry, tournament = entered.of(user), entered.tournament
    number = None if entry is None else entered.next_round(entry)
    if number is not None and tournament.status is TournamentStatus.PLAYING:
        yield stop_button(context, tournament.id, number)


def stop_button(context: RenderContext, id: int, number: int) -> Button:
    """Return what asks whether somebody gives up that round of a tournament, from 0."""
    return Button(STOP.build(id=id, number=number, sure="ask"), context.t("Stop my round"))


def confirm_stop_screen(context: RenderContext, tournament: Tournament, number: int) -> Screen:
    """Ask whether somebody is sure to give up that round, and say what it means."""
    t = context.t
    lines = [
        t("Round {n} then counts 0 for you, and everybody who finishes it beats you there.", n=number + 1),
        t("The others no longer wait for you in this round. Nobody can take that back."),
    ]
    sure = Button(STOP.build(id=tournament.id, number=number, sure="sure"), t("Stop my round"), Style.DANGER)
    back = Button(PLAY.build(id=tournament.id), t("No, play on"))
    return Screen(t("Stop round {n}?", n=number + 1), "\n".join(lines), colour=SLATE, rows=((sure, back),))


def _cut_off_line(context: RenderContext, entered: TournamentField) -> Iterator[str]:
    """Name those who are not done where the host ends what they play, and say what they get."""
    late = entered.cut_off()
    if late:
        yield context.t(
            "Not done: {players}. What they have not finished counts 0 for them, and everybody who has finished it "
            "beats them there.",
            players=_people(context, late, entered),
        )


def _people(
    context: RenderContext,
    entries: Sequence[TournamentEntry],
    entered: TournamentField,
    left: Mapping[int, Underway] | None = None,
) -> str:
    """List people as far as they may be named, and how many others they are.

    Behind those who play stands how far they are, as ``left`` says by entry; without it nothing does.
    """

    def told(entry: TournamentEntry) -> str:
        way, player = (left or {}).get(entry.number), mention(entry.user)
        if way is None:
            unbegun = set(entered.tournament.open_rounds).isdisjoint(entered.games_of(entry))
            tells = left is not None and len(entered.entries) <= MOST_FOLLOWED
            return context.t("{player} (has not begun)", player=player) if tells and unbegun else player
        played = entered.tournament.rounds[way.round]
        if is_race(played):
            reached = face_of(played.game).at_once.progress(context, way.reached, way.of, over=False)
            return context.t("{player} ({reached})", player=player, reached=reached)
        boxes = way.of - way.reached
        return context.t.many("{player} ({n} box to go)", "{player} ({n} boxes to go)", boxes, player=player)

    known = [told(entry) for entry in entries if entry.user != NOBODY]
    return listed_of(context, known[:_AWAITED], len(entries))


def plan_screen(
    context: RenderContext,
    tournament: Tournament,
    number: int,
    offered: Sequence[str] | None = None,
    ends: Sequence[tuple[int, int]] = (),
) -> Screen:
    """What the host chooses before anybody has thrown: the rounds, when, and what places go by.

    ``offered`` are the games that the server has not switched off; None for all. The ``ends`` until which it may last
    have their weekdays.
    """
    t, id = context.t, tournament.id
    number = min(number, len(tournament.rounds) - 1)
    chosen = tournament.rounds[number]
    made, listed = chosen.made(), CATALOGUE[chosen.game]

    def named(name: str, value: str) -> str:
        return t("{name}: {value}", name=name, value=value)

    def menu(do: str, asked: str, choices: Sequence[Choice], instead: str = "") -> Row:
        """Return a menu that says what it is for and what is chosen, open or closed."""
        now = next((choice.label for choice in choices if choice.chosen), named(asked, instead))
        return (Menu(do, truncate(now, 150), tuple(choices)),)

    games = tuple(
        Choice(
            PLAN_GAME.build(id=id, number=number, game=key),
            named(t("Game of round {n}", n=number + 1), t(CATALOGUE[key].label)),
            t(CATALOGUE[key].about)[:100],
            chosen=key == chosen.game,
        )
        for key in (possible_games() if offered is None else offered)
    )
    presets = {"standard": (t("Standard rules"), {}), **{p.key: (t(p.label), p.options) for p in listed.presets}}
    played = next((key for key, (_, options) in presets.items() if listed.make(options) == made), "")
    of_round = t("Rules of round {n}", n=number + 1)
    rules = tuple(
        Choice(PLAN_PRESET.build(id=id, number=number, preset=key), named(of_round, label), chosen=key == played)
        for key, (label, _) in presets.items()
    )
    own_rules = PLAN_RULES.build(id=id, number=number)
    rules = (*rules, Choice(own_rules, named(of_round, t("Each house rule by itself…"))))
    times = tuple(
        Choice(
            PLAN_PACE.build(id=id, pace=pace.value, seconds=seconds),
            named(
                t("Time"),
                t("Together, {time} a round", time=duration(context, seconds))
                if pace is TournamentPace.TOGETHER
                else t("{time}, when you like", time=duration(context, seconds)),
            ),
            chosen=(pace, seconds) == (tournament.pace, tournament.seconds),
        )
        for pace, limits in ((TournamentPace.TOGETHER, TOGETHER_SECONDS), (TournamentPace.OPEN, OPEN_SECONDS))
        for seconds in limits
    )
    times += tuple(
        Choice(
            PLAN_PACE.build(id=id, pace=TournamentPace.OPEN.value, seconds=end - tournament.opened),
            named(t("Time"), t("until {day}, {hour}, when you like", day=t.weekday(day), hour=t.hour(END_HOUR))),
            chosen=not tournament.together and end == tournament.ends,
        )
        for day, end in ends
        if end - tournament.opened not in OPEN_SECONDS
    )
    if tournament.league is None:
        weekly = t("Every week: choose the day and the hour…")
        times = (Choice(REPEAT.build(id=id), weekly, t("A league: the best weeks of a season count.")), *times)
    scorings = tuple(
        Choice(
            PLAN_SCORING.build(id=id, scoring=scoring.value),
            named(t("Places by"), t(name)),
            chosen=scoring is tournament.scoring,
        )
        for scoring, name in SCORINGS.items()
    )
    many = len(tournament.rounds)
    plan = plan_of(tournament)
    ready = (Choice(PLAN_EVENING.build(id=id), t(EVENING)),) * (as_evening(plan) != plan)
    rounds = (
        *ready,
        *(
            Choice(PLAN.build(id=id, number=other), named(t("Change"), line), chosen=other == number)
            for other, line in enumerate(_listed(context, tournament))
        ),
        *(
            Choice(PLAN_ROUNDS.build(id=id, rounds=other), t.many("{n} round in all", "{n} rounds in all", other))
            for other in range(1, MOST_ROUNDS + 1)
            if other != many
        ),
    )
    rows: list[Row] = [
        menu("tournament rounds", t("Change"), rounds),
        *([menu("tournament game", t("Game of round {n}", n=number + 1), games)] if games else []),
        menu("tournament presets", of_round, rules, t("rules of your own")),
        menu("tournament times", t("Time"), times),
        menu("tournament scorings", t("Places by"), scorings),
    ]
    kinds = t(
        "Rounds are score sheets and races, which everybody plays alone. Not {games}: they are played in turns. For "
        "the same dice, two players open a table of one of these and choose **Both ways** under **More**.",
        games=t.listed(in_turns(context)),
    )
    body = [*_listed(context, tournament), *_weekly(context, tournament), f"-# {kinds}"]
    return Screen(title_of(context, tournament), "\n".join(body), rows=tuple(rows))


EVENING = N_("An evening: three rounds together, 30 minutes each at most")
"""What is ready-made of it (:func:`bot.tables.tournaments.as_evening`)."""

NOT_ALONE = (GAMES, "tiebreak", "teams")
"""House rules that mean nothing where everybody plays one game alone."""


def house_rules_screen(context: RenderContext, tournament: Tournament, number: int) -> Screen:
    """Each house rule of a round for its host, before anybody has thrown."""
    t, number = context.t, min(number, len(tournament.rounds) - 1)
    chosen = tournament.rounds[number]
    game = chosen.made()
    rules = [
        rule
        for rule in CATALOGUE[chosen.game].rules
        if rule.key not in NOT_ALONE and (rule.key not in OF_POWER or game.options.get("power"))
    ]

    def choices_of(rule: Rule) -> tuple[Choice, ...]:
        def do(choice: int) -> str:
            return PLAN_RULE.build(id=tournament.id, number=number, key=rule.key, choice=choice)

        return rule_choices(context, game, rule, do)

    choices = tuple(choice for rule in rules for choice in choices_of(rule))
    back = Button(PLAN.build(id=tournament.id, number=number), t("Back"))
    return Screen(
        t("Round {n}, {game}", n=number + 1, game=game_of(context, chosen)),
        "\n".join(rule_line(context, game, rule) for rule in rules),
        rows=((Menu("tournament houserules", t("Change…"), choices),), (back,)),
    )


def in_turns(context: RenderContext) -> list[str]:
    """Return the names of the games that are no round of a tournament."""
    known = possible_games()
    return [context.t(listing.label) for key, listing in CATALOGUE.items() if key not in known]


def why_in_turns(context: RenderContext, game: str) -> str:
    """Tell somebody who wants a tournament of a game that is played in turns what there is instead."""
    return context.t(
        "{game} is played in turns: what others do changes your game, so it is no round of a tournament. Two people "
        "can play it with the same dice: open a table of it, then **More**, **Change…**, **Both ways**.",
        game=context.t(CATALOGUE[game].label),
    )


def _listed(context: RenderContext, tournament: Tournament) -> list[str]:
    """Return a line for each round."""
    t = context.t
    return [
        t("Round {n}, {game}", n=number, game=game_of(context, game))
        + (" · " + t("House rules") if _has_house_rules(game) else "")
        for number, game in enumerate(tournament.rounds, 1)
    ]


def call_text(context: RenderContext, entered: TournamentField, users: Sequence[int]) -> str:
    """The message that calls those who have entered to a round that begins, with the result of the one before."""
    return "\n".join([_round_begins(context, entered.tournament, users), *_round_before(context, entered)])


def _round_begins(context: RenderContext, tournament: Tournament, users: Sequence[int]) -> str:
    t, players, when = context.t, ", ".join(map(mention, users)), f"<t:{tournament.ends}:R>"
    game = game_of(context, tournament.rounds[tournament.round])
    if len(tournament.rounds) == 1:
        return t(
            "{players}: the tournament begins, {game}. It ends {when} at the latest.",
            players=players,
            game=game,
            when=when,
        )
    return t(
        "{players}: round {n} of {of} begins, {game}. It ends {when} at the latest.",
        players=players,
        n=tournament.round + 1,
        of=len(tournament.rounds),
        game=game,
        when=when,
    )


def again_text(context: RenderContext, users: Sequence[int]) -> str:
    """What stands above a tournament that somebody has opened like one before, for those who played that."""
    return context.t("{players}: the same tournament is open again.", players=", ".join(map(mention, users)))


def reminder_text(context: RenderContext, tournament: Tournament, users: Sequence[int], link: str) -> str:
    """The message that reminds those who have not finished."""
    t, players, when = context.t, ", ".join(map(mention, users)), f"<t:{tournament.ends}:R>"
    if tournament.together and len(tournament.rounds) > 1:
        number = tournament.round + 1
        return t("{players}: round {n} ends {when}. {link}", players=players, n=number, when=when, link=link)
    return t("{players}: the tournament ends {when}. {link}", players=players, when=when, link=link)
