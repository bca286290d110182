"""A player's statistics, page by page: games, boxes or turns, dice and luck, opponents, and skill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.engine import N_, AnyGame, GameError
from bot.games import CATALOGUE, make
from bot.screens.kit import (
    CROWN,
    Button,
    Choice,
    Field,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    code_block,
    mention,
    named,
    naming_commands,
    options_in_words,
    truncate,
)
from bot.screens.kit.computers import averages_line, introduced
from bot.screens.kit.face import percent
from bot.screens.kit.faces import (
    average_words,
    displayed_score,
    face_of,
    fewest_is_best,
    one_score,
    opening_line,
    score_words,
)
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.values import SEEN, season_name
from bot.screens.review import band_words, best_words, lost_words, par_words, unit_line
from bot.tables.model.choices import NOBODY as UNNAMED
from bot.tables.model.store import Kind
from bot.tables.model.table import Computer
from bot.tables.records.leaderboards import MIDDLE, Rating, SeasonDays
from bot.tables.records.profiles import FinishedGame, GameSeries, GameSkill, HeadToHead, ReviewedGames
from bot.tables.records.reviews import LATEST, Decisions, SkillTotals, total_skill
from bot.tables.records.statistics import DiceLuck, StatsTotals, luck, win_streaks
from bot.thinker.answers import Chosen

# -- A player's statistics: how buttons name a page, and the parts that all pages share ------------------------------
# Buttons ask for ``stats <user> <game> <series> <page> <button>``, where a series is a letter for the kind of games and
# the name of their option set.

EVERY = "*"
"""In place of a game: all of them. In place of a series: the most played one."""

SHOW = "show"
"""The button that posts the page for everybody."""

READ = "read"
"""The button that shows the page in words."""

OVERVIEW, PLAY, DICE, SKILL, RIVALS, TROPHIES = "overview", "play", "dice", "skill", "rivals", "trophies"

KINDS = {
    "together": N_("Together"),
    "solo": N_("Solo"),
    "real": N_("Real dice"),
    "daily": N_("Daily"),
    "practice": N_("Past days"),
    "tourney": N_("Tournaments"),
    "hints": N_("With hints"),
    "computer": N_("Against computers"),
    "void": N_("Voided"),
}
"""The kinds of games that statistics keep apart."""

PAGES: dict[str, str] = {
    OVERVIEW: N_("Overview"),
    PLAY: "",
    DICE: N_("Dice"),
    SKILL: N_("Luck and skill"),
    RIVALS: N_("Opponents"),
    TROPHIES: N_("Trophies"),
}
STATS = Pattern(f"stats {{user:int}} {{game:game}} {{series}} {{page:{'|'.join(PAGES)}}} {{button}}")
HISTORY = Pattern("history {user:int} {game:game} {page:page} {button}")

_MOST = 25
"""Lines of a menu."""
_LABEL = 100


@dataclass(frozen=True, slots=True)
class StatsRequest:
    """A page of statistics: the person, the games that it counts, and the page."""

    user: int
    game: str = EVERY
    series: str = EVERY
    page: str = OVERVIEW
    shared: bool = True
    """Whether its reader may post it for everybody: no button says that."""
    aloud: bool = False
    """Whether its reader has asked for words, which the other pages go on with."""

    def do(self, button: str) -> str:
        """The words by which a button comes here; ``button`` tells apart buttons to the same page."""
        if self.aloud and button != SHOW:
            button = f"{READ}-{button}"
        return STATS.build(user=self.user, game=self.game, series=self.series, page=self.page, button=button)


def series_key(series: GameSeries) -> str:
    """Return the name of a series in buttons."""
    return series.kind[0] + series.rules


def of_game(request: StatsRequest, every: Sequence[GameSeries]) -> list[GameSeries]:
    """Return the series of the chosen game, most played first."""
    return [series for series in every if series.game == request.game]


def chosen_series(request: StatsRequest, every: Sequence[GameSeries]) -> GameSeries | None:
    """Return the chosen series, or the most played one of the game; None for all games, and if there is none."""
    of_this_game = of_game(request, every)
    return next(
        (series for series in of_this_game if series_key(series) == request.series),
        of_this_game[0] if of_this_game else None,
    )


def title(context: RenderContext, request: StatsRequest) -> str:
    """The title of every page."""
    return (
        context.t("Statistics")
        if request.game == EVERY
        else context.t("{game}: statistics", game=context.t(CATALOGUE[request.game].label))
    )


def series_name(context: RenderContext, series: GameSeries) -> str:
    """The games of a series in words: their kind and their rules."""
    return f"{context.t(KINDS[series.kind])} · {_rules(context, series)}"


def _rules(context: RenderContext, series: GameSeries) -> str:
    game = _game_of(series)
    if game is None:
        return context.t("Other house rules")
    return options_in_words(context, series.game, game.options, ", ") or context.t("Standard rules.").rstrip(".")


def nothing_yet(context: RenderContext, game: str = EVERY) -> str:
    """Return what a page says about somebody without a finished game, and the command that begins one."""
    t = context.t
    return " ".join((t("No finished game yet."), opening_line(t, game)))


def rows(context: RenderContext, request: StatsRequest, every: Sequence[GameSeries]) -> tuple[Row, ...]:
    """The actions of this page, first what reads it in words and last what shares it; then menus and pages."""
    if not every:
        return ()
    several = of_game(request, every)[:_MOST] if request.page in (OVERVIEW, PLAY, SKILL) else []
    choices = tuple(_series_choice(context, request, series) for series in several)
    history = Button(HISTORY.build(user=request.user, game=request.game, page=0, button="open"), context.t("History"))
    read = Button(request.do(READ), context.t("In words"))
    every_row: tuple[Row, ...] = (
        (
            *((read,) * (not context.spoken)),
            history,
            _page_button(context, replace(request, game=EVERY, series=EVERY), TROPHIES),
            *((Button(request.do(SHOW), context.t("Share"), Style.SUCCESS),) if request.shared else ()),
        ),
        (_games(context, request, every),),
        (Menu("stats series", context.t("Kind of game and house rules"), choices),) * (len(choices) > 1),
        tuple(
            _page_button(context, request, page)
            for page in PAGES
            if page != TROPHIES and (page != PLAY or request.game != EVERY)
        ),
    )
    return tuple(filter(None, every_row))


def _games(context: RenderContext, request: StatsRequest, every: Sequence[GameSeries]) -> Menu:
    played: dict[str, int] = {}
    for series in every:
        played[series.game] = played.get(series.game, 0) + series.games
    choices = [
        Choice(
            replace(request, game=EVERY, series=EVERY, page=OVERVIEW if request.page == PLAY else request.page).do(
                "game"
            ),
            context.t("All games"),
        )
    ]
    for game in sorted(played, key=lambda game: -played[game]):
        if game in CATALOGUE:
            other = replace(request, game=game, series=EVERY)
            label = context.t(CATALOGUE[game].label)
            choices.append(Choice(other.do("game"), label, context.t.many("{n} game", "{n} games", played[game])))
    return Menu("stats games", context.t("Choose a game"), tuple(choices[:_MOST]))


def _series_choice(context: RenderContext, request: StatsRequest, series: GameSeries) -> Choice:
    other = replace(request, series=series_key(series))
    games = context.t.many("{n} game", "{n} games", series.games)
    return Choice(other.do("series"), truncate(series_name(context, series), _LABEL), games)


def _page_button(context: RenderContext, request: StatsRequest, page: str) -> Button:
    label = face_of(request.game).play_label if page == PLAY else PAGES[page]
    style = Style.PRIMARY if page == request.page else Style.SECONDARY
    return Button(replace(request, page=page).do("page"), context.t(label), style)


# -- The first page of a player's statistics: games, wins, scores, rating, streaks -----------------------------------

_LAST = 10

_RIVAL = 3
"""So many games make somebody a rival."""

_COMPUTER: Kind = "computer"

_APART: tuple[Kind, ...] = ("hints", "real", "practice")
"""Kinds whose scores are no measure of others: with help, with dice that people tell, with dice that others know."""

_LATELY, _MANY = 20, 2
"""After so many times so many games, the average of the latest is told beside that of all."""


def overview_screen(
    context: RenderContext,
    request: StatsRequest,
    every: Sequence[GameSeries],
    played: Sequence[FinishedGame],
    rating: Rating | None,
    beaten: Mapping[str, int],
    titles: Sequence[SeasonDays] = (),
    rivals: Sequence[HeadToHead] = (),
) -> Screen:
    """All games of ``every`` series, or one series; ``played`` are its games, oldest first.

    ``beaten`` says when the person first won against the champion, by game, ``titles`` of which seasons they are one;
    ``rivals`` are those met most.
    """
    series, who = chosen_series(request, every), "\n".join([mention(request.user), *_titles(context, titles)])
    if request.game == EVERY and every:
        sums = [_value(context, field.name, field.value) for field in _sums(context, every, played)]
        left_out = any(len(_alike(games)) < len(games) for games in _by_game(every).values())
        note = N_("Best and average count games by the rules played most, without hints, real dice and past days.")
        return Screen(
            title=title(context, request),
            body="\n".join([who, *sums, "", *_game_lines(context, every, beaten)]),
            fields=_rival_field(context, rivals),
            footer=context.t(note) if left_out else "",
            rows=rows(context, request, every),
        )
    if series is None:
        elsewhere = context.t("Each server counts its own games.")
        body = f"{who}\n{nothing_yet(context, request.game)} {elsewhere}"
        return Screen(title=title(context, request), body=body, rows=rows(context, request, every))
    return Screen(
        title=title(context, request),
        body=who,
        fields=(
            *_numbers(context, series, of_game(request, every), played, rating),
            *_last(context, series, played),
            *_champion(context, beaten.get(series.game)),
            *_rival_field(context, rivals),
        ),
        footer=series_name(context, series),
        rows=rows(context, request, every),
    )


def _value(context: RenderContext, name: str, value: str) -> str:
    return context.t("{name}: {value}", name=name, value=f"**{value}**")


def _titles(context: RenderContext, seasons: Sequence[SeasonDays]) -> list[str]:
    if not seasons:
        return []
    names = context.t.listed([season_name(context.t, season) for season in sorted(seasons)])
    line = context.t("Champion: {seasons}", seasons=names)
    return [line if context.plain else f"{CROWN} {line}"]


def _sums(context: RenderContext, every: Sequence[GameSeries], played: Sequence[FinishedGame]) -> tuple[Field, ...]:
    """Return the sums of all games; wins against computers are apart from those against people."""
    games, computers = sum(series.games for series in every), [series for series in every if series.kind == _COMPUTER]
    people = [series for series in every if series.kind != _COMPUTER]
    wins, rivalled = sum(series.wins for series in people), sum(series.rivalled for series in people)
    against = sum(series.rivalled for series in computers)
    beaten = sum(series.wins for series in computers)
    return (
        Field(context.t("Games"), context.t.number(games)),
        *_wins(context, wins, rivalled, games, [game for game in played if game.kind != _COMPUTER]),
        *((Field(context.t("Wins against computers"), _share_of_wins(context, beaten, against)),) if against else ()),
    )


def _share_of_wins(context: RenderContext, wins: int, games: int) -> str:
    t, share = context.t, percent(context, wins, games)
    return t("{wins} of {games} ({share})", wins=t.number(wins), games=t.number(games), share=share)


def _wins(
    context: RenderContext, wins: int, rivalled: int, games: int, played: Sequence[FinishedGame]
) -> tuple[Field, ...]:
    """The number of wins, that of games if some of the ``games`` were played alone, and the wins in a row."""
    if not rivalled:
        return ()
    now, longest = win_streaks(game.won for game in played if game.seats > 1)
    won, share = context.t.number(wins), percent(context, wins, rivalled)
    value = f"{won} ({share})"
    if rivalled < games:
        value = context.t(
            "{wins} of {games} with others ({share})", wins=won, games=context.t.number(rivalled), share=share
        )
    return (
        Field(context.t("Wins"), value, inline=True),
        Field(
            context.t("Wins in a row"),
            context.t("{now} now · longest {longest}", now=now, longest=longest),
            inline=True,
        ),
    )


def _champion(context: RenderContext, at: int | None) -> tuple[Field, ...]:
    return () if at is None else (Field(context.t("First win against the champion computer"), f"<t:{at}:D>"),)


def _rival_field(context: RenderContext, rivals: Sequence[HeadToHead]) -> tuple[Field, ...]:
    """The person met most, with the score between the two; nobody whom one has hardly met, or who is erased.

    Who does not want to be named stays the rival: nobody else is named instead.
    """
    met = [
        rival
        for rival in rivals
        if isinstance(rival.user, int) and (rival.user > 0 or rival.user == UNNAMED) and rival.games >= _RIVAL
    ]
    return (Field(context.t("Rival"), _rival(context, met[0])),) if met else ()


def _by_game(every: Sequence[GameSeries]) -> dict[str, list[GameSeries]]:
    """Return the series of each game of the catalogue."""
    games: dict[str, list[GameSeries]] = {}
    for series in every:
        if series.game in CATALOGUE:
            games.setdefault(series.game, []).append(series)
    return games


def _alike(series_of_game: Sequence[GameSeries]) -> list[GameSeries]:
    """Return the series whose scores compare: by the rules played most, with dice and decisions of one's own.

    Those with other dice or help are all there are, where somebody has played nothing else.
    """
    same = [series for series in series_of_game if series.rules == series_of_game[0].rules]
    return [series for series in same if series.kind not in _APART] or same


def _game_lines(context: RenderContext, every: Sequence[GameSeries], beaten: Mapping[str, int]) -> list[str]:
    """Two lines per game, the most played first."""
    games = _by_game(every)
    ordered = sorted(games, key=lambda game: -sum(series.games for series in games[game]))
    return [line for game in ordered for line in _told(context, game, games[game], beaten=game in beaten)]


def _told(context: RenderContext, game: str, series_of_game: list[GameSeries], *, beaten: bool) -> list[str]:
    """Return how often somebody has played a game and won it; in small print the best and the average score."""
    t = context.t
    parts = [f"**{t(CATALOGUE[game].label)}**", t.many("{n} game", "{n} games", _played(series_of_game))]
    if any(series.rivalled for series in series_of_game):
        parts.append(t.many("{n} win", "{n} wins", sum(series.wins for series in series_of_game)))
    alike, scores = _alike(series_of_game), list[str]()
    stayed = sum(series.stayed for series in alike)
    best = _best_of(alike)
    if best is not None and best.highest is not None:
        if _is_best(best, best.highest):
            named = [t(KINDS[best.kind])] * (len(series_of_game) > 1)
            about = ", ".join([*named, *([t("House rules")] * bool(best.rules))])
            scores.append(_in_a_list(context, best, best.highest) + (f" ({about})" if about else ""))
        average = sum(series.points for series in alike) / stayed
        if stayed > 1 or not scores:
            scores.append(t("average {points}", points=average_words(context, game, average, best.options)))
    if beaten:
        scores.append(t("champion computer beaten"))
    return [" · ".join(parts), *([f"-# {' · '.join(scores)}"] if scores else [])]


def _played(series_of_game: Sequence[GameSeries]) -> int:
    return sum(series.games for series in series_of_game)


def _best_of(alike: Sequence[GameSeries]) -> GameSeries | None:
    """Return the series with the best score; None where no game reached its end."""
    ended = [series for series in alike if series.highest is not None]
    return max(ended, key=lambda series: series.highest or 0, default=None)


def _numbers(
    context: RenderContext,
    series: GameSeries,
    series_of_game: Sequence[GameSeries],
    played: Sequence[FinishedGame],
    rating: Rating | None,
) -> tuple[Field, ...]:
    t, best = context.t, _best_of(_alike(series_of_game))
    games = t.number(series.games)
    gone = series.games - series.stayed
    if gone:
        games = t.many("{games} ({n} not finished)", "{games} ({n} not finished)", gone, games=games)
    fields = [Field(t("Games"), games, inline=True)]
    if series.highest is not None and series.average is not None:
        if _is_best(series, series.highest):
            name = t("Fewest") if fewest_is_best(series.game, series.options) else t("Best")
            told = _best(context, series, series.highest)
            if best is not None and best.rules == series.rules and (best.highest or 0) > series.highest:
                higher = _best(context, best, best.highest or 0)
                told = t("{best} ({kind}: {points})", best=told, kind=t(KINDS[best.kind]), points=higher)
            fields.append(Field(name, told, inline=True))
        fields.append(Field(t("Average"), _average(context, series, series.average, played), inline=True))
    fields.extend(_wins(context, series.wins, series.rivalled, series.games, played))
    if rating is not None:
        fields.append(Field(t("Rating"), _rating(context, rating)))
    game = _game_of(series)
    if game is not None and (computers := averages_line(context, game)):
        fields.append(Field(t("Computers, on average"), computers))
    return tuple(fields)


def _average(context: RenderContext, series: GameSeries, average: float, played: Sequence[FinishedGame]) -> str:
    """Return the average score, and after many games that of the latest: whether somebody gets better."""
    told = average_words(context, series.game, average, series.options)
    scores = [game.score for game in played if not game.left]
    if len(scores) < _MANY * _LATELY:
        return told
    lately = displayed_score(series.game, sum(scores[-_LATELY:]) / _LATELY, series.options)
    return context.t("{average} · last {n}: {lately}", average=told, n=_LATELY, lately=context.t.number(lately, 1))


def _is_best(series: GameSeries, highest: int) -> bool:
    """Whether ``highest`` is worth telling: nothing at all is nobody's best, except where the fewest is.

    Nor is what everybody has who wins, once they have.
    """
    if series.wins and one_score(series.game, series.options):
        return False
    return highest > 0 or fewest_is_best(series.game, series.options)


def _in_a_list(context: RenderContext, series: GameSeries, score: int) -> str:
    """The best score in a list: the fewest of something, where that is best."""
    points = _best(context, series, score)
    if fewest_is_best(series.game, series.options):
        return context.t("fewest: {points}", points=points)
    return context.t("best {points}", points=points)


def _best(context: RenderContext, series: GameSeries, score: int) -> str:
    """A score with what it counts."""
    return score_words(context, series.game, score, series.options)


def _rating(context: RenderContext, rating: Rating) -> str:
    t = context.t
    shown = f"{t.number(rating.shown)} ± {t.number(rating.spread)}"
    if rating.provisional:
        shown = t.many(
            "{rating} (provisional: {n} game)", "{rating} (provisional: {n} games)", rating.games, rating=shown
        )
    return t("{rating} · everybody begins at {start}", rating=shown, start=t.number(MIDDLE))


def _last(context: RenderContext, series: GameSeries, played: Sequence[FinishedGame]) -> tuple[Field, ...]:
    """The last scores, newest first."""
    if not played:
        return ()
    scores = [_score(context, series, game) for game in reversed(played[-_LAST:])]
    name = (
        context.t("Last scores, newest first; wins in bold")
        if series.rivalled
        else context.t("Last scores, newest first")
    )
    return (Field(name, " · ".join(scores)),)


def _score(context: RenderContext, series: GameSeries, game: FinishedGame) -> str:
    if game.left:
        return context.t("not finished")
    score = context.t.number(displayed_score(series.game, game.score, series.options))
    return f"**{score}**" if game.won else score


# -- The other pages of a player's statistics: boxes or turns, dice and luck, opponents ------------------------------

_EVEN = range(45, 56)
"""Out of 100 series: neither high nor low."""

_BAR = 9
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def play_screen(
    context: RenderContext, request: StatsRequest, every: Sequence[GameSeries], totals: StatsTotals
) -> Screen:
    """The counts of one series, without games the player left: boxes and bonuses, chips, turns or rounds."""
    series = chosen_series(request, every)
    lines = [mention(request.user)]
    if series is None or not totals.games:
        lines.append(nothing_yet(context, request.game) if series is None else _unknown(context, totals))
    else:
        lines += [line for line in face_of(series.game).stats(context, series, totals) if line]
        lines.append(_unknown(context, totals))
    return Screen(
        title=title(context, request),
        body="\n".join(filter(None, lines)),
        footer=series_name(context, series) if series else "",
        rows=rows(context, request, every),
    )


def dice_screen(
    context: RenderContext,
    request: StatsRequest,
    every: Sequence[GameSeries],
    thrown: StatsTotals,
    entered: StatsTotals,
) -> Screen:
    """The count of each face that fell, and the luck in it; ``entered`` marks dice of the players' own."""
    t = context.t
    lines = [mention(request.user)]
    fallen = luck(thrown.faces)
    if fallen is not None:
        throws = t.many("{n} throw", "{n} throws", thrown.throws)
        dice = t.number(fallen.dice)
        lines.append(
            t.many("**{dice}** die in {throws}.", "**{dice}** dice in {throws}.", fallen.dice, dice=dice, throws=throws)
        )
        faces = _spoken_faces(context, thrown.faces) if context.spoken else code_block(_faces(context, thrown.faces))
        lines += [faces, _luck(context, fallen)]
        if any(thrown.power):
            lines.append(
                t(
                    "Power die, apart: {said}",
                    said=" · ".join(
                        t("{name}: {value}", name=f"**{face}**", value=times)
                        for face, times in enumerate(thrown.power, 1)
                    ),
                )
            )
    own = luck(entered.faces)
    if own is not None:
        dice, mean = t.number(own.dice), t.number(own.mean, 2)
        lines.append(
            t.many(
                "Real dice, told by the players: **{dice}** die, on average {mean}.",
                "Real dice, told by the players: **{dice}** dice, on average {mean}.",
                own.dice,
                dice=dice,
                mean=mean,
            )
        )
    if fallen is None and own is None:
        lines.append(t("No dice counted yet."))
    proof = naming_commands(t, N_("**Verify** under {games} computes every throw of a game again."))
    lines += [_unknown(context, thrown), proof]
    return Screen(
        title=title(context, request),
        body="\n".join(filter(None, lines)),
        footer=t("Every kind of game and all house rules together."),
        rows=rows(context, request, every),
    )


def rivals_screen(
    context: RenderContext,
    request: StatsRequest,
    every: Sequence[GameSeries],
    rivals: Sequence[HeadToHead],
    computers: Sequence[HeadToHead] = (),
) -> Screen:
    """The people with whom somebody has played most, and who came out ahead; then how they do against computers."""
    lines = [_rival(context, rival) for rival in (*rivals, *computers)] or [context.t("No games with others yet.")]
    return Screen(
        title=title(context, request),
        body="\n".join([mention(request.user), *lines]),
        footer=context.t("A player who ends a game ahead of another has won against them. Partners do not count."),
        rows=rows(context, request, every),
    )


def _rival(context: RenderContext, rival: HeadToHead) -> str:
    games = context.t.many("{n} game", "{n} games", rival.games)
    parts = [
        context.t.many("**{n}** won", "**{n}** won", rival.won),
        context.t.many("**{n}** lost", "**{n}** lost", rival.lost),
    ]
    if rival.tied:
        parts.append(context.t.many("**{n}** tied", "**{n}** tied", rival.tied))
    who = introduced(context, rival.user) if isinstance(rival.user, Computer) else named(context, rival.user)
    return f"{who} · {games} · {', '.join(parts)}"


def _unknown(context: RenderContext, totals: StatsTotals) -> str:
    """The number of games that these numbers leave out."""
    if not totals.unknown:
        return ""
    return context.t.many(
        "{n} older game is not in these numbers.", "{n} older games are not in these numbers.", totals.unknown
    )


# -- dice --------------------------------------------------------------------------------------------------------


def _spoken_faces(context: RenderContext, faces: Sequence[int]) -> str:
    return " ".join(
        context.t.many("Face {face}: {n} time.", "Face {face}: {n} times.", n, face=face)
        for face, n in enumerate(faces, 1)
    )


def _faces(context: RenderContext, faces: Sequence[int]) -> list[str]:
    """A line per face: a bar, its share, how often it fell."""
    return [_face(context, face, times / max(faces), times / sum(faces), times) for face, times in enumerate(faces, 1)]


def _face(context: RenderContext, face: int, height: float, share: float, times: int) -> str:
    bar = "" if context.plain else _bar(height)
    percents = context.t("{n}%", n=context.t.number(100 * share, 1))
    return f"{face} {bar} {percents:>6} {context.t.number(times):>9}"


def _bar(share: float) -> str:
    full, rest = divmod(round(share * _BAR * 8), 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR)


def _luck(context: RenderContext, fallen: DiceLuck) -> str:
    mean = context.t("Average face: **{mean}**; a fair die makes 3.5.", mean=context.t.number(fallen.mean, 2))
    above = min(max(round(100 * fallen.above), 1), 99)
    if above in _EVEN:
        sentence = context.t("Fair dice bring about as much.")
    elif above > 50:
        sentence = context.t("Fair dice would come out lower in {n}% of cases.", n=above)
    else:
        sentence = context.t("Fair dice would come out higher in {n}% of cases.", n=100 - above)
    if fallen.few:
        sentence += " " + context.t("Few dice so far: this can change quickly.")
    return f"{mean} {sentence}"


# -- The page of a player's statistics about luck and skill, as reviews tell them apart ------------------------------

_KINDS = {
    "keep": N_("Holding dice"),
    "mark": N_("Choosing boxes"),
    "strike": N_("Striking boxes"),
    "done": N_("Leaving it at one box"),
    "roll": N_("Throwing on"),
    "stop": N_("Stopping"),
    "bank": N_("Stopping with points"),
    "stand": N_("Leaving the dice as they are"),
    "move": N_("Pairing dice"),
    "take": N_("Taking chips"),
    "pass": N_("Taking no chip"),
}
"""Decisions (English) by the first word of their action."""

_AMOUNTS = {"points": N_("{n} points"), "win": N_("{n} wins"), "turns": N_("{n} turns")}
"""The luck of games (English): of chances to win, as wins."""


def skill_screen(
    context: RenderContext, request: StatsRequest, every: Sequence[GameSeries], reviewed: ReviewedGames
) -> Screen:
    """Return luck and skill in one series, or a line for each game; ``reviewed`` are its games, or all games."""
    t, series = context.t, chosen_series(request, every)
    totals = None if series is None else total_skill(reviewed.games)
    if not every or (series is None and request.game != EVERY):
        lines = [nothing_yet(context, request.game)]
    elif not reviewed.games:
        lines = [t("No reviewed game yet."), t("**Review** on a result makes one at once, and its game counts here.")]
    elif series is None or totals is None:
        lines = _skill_lines(context, every, reviewed.games)
    else:
        lines = _meaning(context, series, totals)
    return Screen(
        title=title(context, request),
        body="\n".join([mention(request.user), *lines, *_notes(context, reviewed, totals)]),
        fields=() if series is None or totals is None else _fields(context, series, totals),
        footer=t("Each game by the kind and rules played most.") if series is None else series_name(context, series),
        rows=rows(context, request, every),
    )


def _skill_lines(context: RenderContext, every: Sequence[GameSeries], games: Sequence[GameSkill]) -> list[str]:
    """Return a line for each game with a review, about its series played most; ``every`` has that first."""
    most: dict[str, GameSeries] = {}
    for series in every:
        if series.game in CATALOGUE:
            most.setdefault(series.game, series)
    lines = []
    for game, series in most.items():
        own = [skill for skill in games if (skill.game, skill.kind, skill.rules) == (game, series.kind, series.rules)]
        totals = total_skill(own)
        if totals is not None:
            lines.append(_skill_line(context, series, totals))
    return lines


def _skill_line(context: RenderContext, series: GameSeries, totals: SkillTotals) -> str:
    t = context.t
    games = t.many("{n} reviewed game", "{n} reviewed games", totals.reviews)
    graded = _graded(context, _game_of(series), totals.unit, totals.every)
    return f"**{t(CATALOGUE[series.game].label)}** · {games}\n-# {graded} · {_luck_in_all(context, totals)}"


def _meaning(context: RenderContext, series: GameSeries, totals: SkillTotals) -> list[str]:
    """Return how many games there are, and what their numbers mean."""
    t = context.t
    games = t.many("**{n}** reviewed game.", "**{n}** reviewed games.", totals.reviews)
    meaning = t(
        "Luck is what the dice brought beyond what was to be expected; lost is how much more the best decisions "
        "would have brought."
    )
    game = _game_of(series)
    best = "" if game is None else best_words(context, game, totals.unit)
    return [" ".join(filter(None, (games, meaning, best))), *filter(None, [unit_line(context, totals.unit)])]


def _fields(context: RenderContext, series: GameSeries, totals: SkillTotals) -> tuple[Field, ...]:
    t = context.t
    lost = [(t("Decisions"), totals.every)]
    if totals.reviews > LATEST:
        lost = [(t("Decisions, last {n} games", n=LATEST), totals.latest), (t("Decisions, ever"), totals.every)]
    game = _game_of(series)
    par = "" if game is None else par_words(context, game, totals.unit, totals.every)
    each = t("What computers lose a decision") if totals.unit == "win" else t("What computers lose a game")
    kinds = [_kind(context, totals, *kind) for kind in totals.kinds]
    return (
        *(Field(name, _graded(context, game, totals.unit, amount), inline=True) for name, amount in lost),
        *((Field(each, par),) if par else ()),
        Field(t("Dice"), _luck_in_all(context, totals), inline=True),
        Field(t("By kind of decision"), "\n".join(kinds)),
    )


def _luck_in_all(context: RenderContext, totals: SkillTotals) -> str:
    """Return what the dice did in a game on average; of chances to win, in all games together, as wins."""
    t, each = context.t, totals.luck / totals.reviews
    if totals.unit == "win":
        each = totals.luck
    if abs(each) < SEEN:
        return t("luck neither helped nor cost")
    by = t(_AMOUNTS[totals.unit], n=t.tenths(abs(each)))
    if totals.unit == "win":
        return t("luck brought {wins}", wins=by) if each > 0 else t("luck took {wins}", wins=by)
    return t("luck helped by {amount} a game", amount=by) if each > 0 else t("luck cost {amount} a game", amount=by)


def _kind(context: RenderContext, totals: SkillTotals, word: str, chosen: Chosen) -> str:
    """Return what one kind of decisions has lost."""
    t = context.t
    made = t.many("{n} decision", "{n} decisions", chosen.decisions)
    name = t(_KINDS[word]) if word in _KINDS else word
    lost = lost_words(context, totals.unit, Decisions(chosen.lost, chosen.decisions, totals.every.games))
    return t("{name}: {value}", name=name, value=f"{lost} · {made}")


def _game_of(series: GameSeries) -> AnyGame | None:
    """Return the game with the rules of ``series``; None for house rules of another version of the bot."""
    try:
        return make(series.game, series.options)
    except (GameError, KeyError, ValueError):
        return None


def _graded(context: RenderContext, game: AnyGame | None, unit: str, lost: Decisions) -> str:
    """Return what was lost, and whom somebody plays like who loses as much."""
    band = "" if game is None else band_words(context, game, unit, lost)
    return " · ".join(filter(None, [lost_words(context, unit, lost), band]))


def _notes(context: RenderContext, reviewed: ReviewedGames, totals: SkillTotals | None) -> list[str]:
    """Return which games these numbers leave out."""
    t, notes = context.t, list[str]()
    if reviewed.waiting:
        notes.append(
            t.many(
                "{n} game waits for its review, which comes when nobody plays.",
                "{n} games wait for their review, which comes when nobody plays.",
                reviewed.waiting,
            )
        )
    if reviewed.without:
        notes.append(t.many("{n} game cannot be reviewed.", "{n} games cannot be reviewed.", reviewed.without))
    if reviewed.shared:
        notes.append(
            t.many(
                "{n} game does not count: somebody else, a computer or the clock played a part of it.",
                "{n} games do not count: somebody else, a computer or the clock played a part of them.",
                reviewed.shared,
            )
        )
    if totals is not None and totals.others:
        notes.append(t.many("{n} game counts in another unit.", "{n} games count in another unit.", totals.others))
    return [f"-# {' '.join(notes)}"] if notes else []
