"""What a server chooses (``/settings``): one private panel, a page for each concern.

Beside the words of bot/screens/kit/questions.py there are those of :data:`GAME`, :data:`PRESET` and :data:`PLACES`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

import msgspec

from bot.engine import N_, Preset
from bot.games import CATALOGUE
from bot.locales import LANGUAGES, Words, language_of
from bot.screens.kit import (
    HOURS,
    ZONE,
    AnswerOption,
    Button,
    Choice,
    Entity,
    EntityMenu,
    Menu,
    Question,
    RenderContext,
    Row,
    Screen,
    differing_lines,
    named_line,
    naming_commands,
    page_menu,
    truncate,
    yes_or_no,
)
from bot.screens.kit.patterns import SETTINGS_PAGE, SETTINGS_SET, Pattern
from bot.screens.server.help import own_name, permission_names, zone_menu
from bot.screens.table.leaving import managers_doors
from bot.screens.table.options import HINTS
from bot.screens.table.waiting import ABSENT, CALLS, PATIENCE, REMINDER
from bot.tables.hand import LONGEST_WHY, Deed, Did
from bot.tables.model import days
from bot.tables.model.choices import DayLength, GuildChoices
from bot.tables.model.table import AbsencePolicy

GAME = Pattern("settings game {game}")
"""Show the ready-made rules of a game."""

PRESET = Pattern("settings preset {game} {key}")
"""Take one of these."""

PLACES = Pattern("settings {key:channels|roles|season|post|helpers|champion} ={ids:words}")
"""Choose these channels or roles."""

OFF_AT = Pattern("settings offat ={ids:words}")
"""Show what is switched off in a channel; the next pattern chooses that there, or on the whole server (0)."""

SWITCH_OFF = Pattern("settings off {place:int} {kind:games|things} ={keys:words}")

POSTS_SPEAK = Pattern("settings speak {language}")
"""Choose the language of boards on the page of posts."""

PREVIEW = Pattern("settings preview {kind:morning|week|season|moment}")
"""Show a post of this kind to the reader alone."""

OVERVIEW = "overview"

_THINGS = {
    "daily": N_("The daily"),
    "puzzle": N_("Puzzles"),
    "sharing": N_("Sharing results, reviews and statistics"),
    "computers": N_("Computer players"),
    "hints": N_("Hints"),
    "threads": N_("More than one table in a channel (threads)"),
}
"""What a server can switch off beside games, and its name."""


def name_of_thing(what: str) -> str:
    """Return what people call something that can be switched off, in English: a game by its key, or another thing."""
    return CATALOGUE[what].label if what in CATALOGUE else _THINGS.get(what, what)


_LANGUAGE = Question(
    "language",
    N_("Language of boards"),
    (
        AnswerOption("en", "en", N_("English")),
        AnswerOption("fr", "fr", N_("French")),
        AnswerOption("auto", None, N_("Automatic"), N_("The server's own, else that of the person who opens a table")),
    ),
)
BOARD_LANGUAGES = {str(answer.value): answer.label for answer in _LANGUAGE.answers if answer.value}
"""The languages of boards by their codes, and their names."""

_STARTERS = Question(
    "starters",
    N_("Allowed to start games"),
    (
        AnswerOption("everyone", "everyone", N_("Everyone")),
        AnswerOption("roles", "roles", N_("Some roles"), N_("You choose them just below")),
        AnswerOption("managers", "managers", N_("Manage Server only"), N_("Everyone may still join")),
    ),
)
_TOURNAMENTS = Question(
    "tournaments",
    N_("Allowed to start tournaments"),
    (
        AnswerOption("all", "all", N_("As for games")),
        AnswerOption("managers", "managers", N_("Manage Server only"), N_("Everyone may still enter")),
        AnswerOption("off", "off", N_("Nobody")),
    ),
)
_DRAWN = Question(
    "drawn",
    N_("Pictures"),
    (
        AnswerOption("boards", "boards", N_("Boards and results"), N_("A picture each turn")),
        AnswerOption(
            "results", "results", N_("Results only"), N_("Boards are text, with what the dice would write in each box")
        ),
        AnswerOption("none", "none", N_("None"), N_("Boards, results and statistics are text")),
    ),
)
"""It writes two fields: whether there are pictures, and what boards look like."""

EARLIER = (
    yes_or_no("pictures", "", "", ""),
    Question("sheets", "", (AnswerOption("drawn", "drawn", ""), AnswerOption("text", "text", ""))),
)
"""What panels asked until version 0.3, and may still send."""

_RANKED = Question(
    "ranked",
    N_("Games that count"),
    (
        AnswerOption("standard", "standard", N_("Standard rules only"), N_("So that like is compared with like")),
        AnswerOption("all", "all", N_("All house rules")),
    ),
)
_REAL_DICE = yes_or_no("count_real_dice", N_("Games with real dice"), N_("Count with all others"), N_("Apart"))
_COMPUTERS = Question(
    "count_computers",
    N_("Games with computers"),
    (
        AnswerOption("yes", True, N_("Count too"), N_("From now on: leaderboards, ratings, wins in a row, records")),
        AnswerOption("no", False, N_("Do not count"), N_("Statistics still show them")),
    ),
)
_REMARKS = yes_or_no("remarks", N_("What computers say"), N_("A line a game"), N_("Nothing"))
_SEASONS = Question(
    "seasons",
    N_("Seasons"),
    (
        AnswerOption("monthly", "monthly", N_("A season a month"), N_("It ends with the month")),
        AnswerOption(
            "manual", "manual", N_("Until someone ends it"), N_("Manage Server: End this season, under Seasons")
        ),
    ),
)
_DAILY = Question(
    "daily",
    N_("The daily"),
    (
        AnswerOption(
            "short", "short", N_("A short game"), N_("About five minutes on a sheet of 12 or 13 boxes, eight in a race")
        ),
        AnswerOption("long", "long", N_("A long game"), N_("On workdays a sheet of 22 boxes: about ten minutes")),
    ),
)
_MORNING = Question(
    "post_morning",
    N_("Each morning"),
    (
        AnswerOption("yes", True, N_("Post what the day brings"), N_("Daily, puzzle, yesterday's best")),
        AnswerOption("no", False, N_("Nothing")),
    ),
)
_WEEK = Question(
    "post_week",
    N_("Sunday evening"),
    (
        AnswerOption("yes", True, N_("Post what the week brought"), N_("Wins, dailies, puzzles, luckiest throw")),
        AnswerOption("no", False, N_("Nothing")),
    ),
)
_SEASON_END = Question(
    "post_season",
    N_("End of a season"),
    (
        AnswerOption("yes", True, N_("Post its champion"), N_("And the three best of each game, as a picture")),
        AnswerOption("no", False, N_("Nothing")),
    ),
)
_MOMENTS = Question(
    "post_moments",
    N_("Rare moments"),
    (
        AnswerOption("yes", True, N_("Post them"), N_("Server records, first wins against the champion computer")),
        AnswerOption("no", False, N_("Nothing")),
    ),
)
_POSTS = (_MORNING, _WEEK, _SEASON_END, _MOMENTS)
"""What is posted, or not; the season also where only final tables have a channel."""

_POST_HOUR = Question("post_hour", N_("Each morning"), HOURS)
_POST_EVENING = Question("post_evening", N_("Sunday evening"), HOURS)
_OFFERED = {"post_hour": range(4, 14), "post_evening": range(12, 24)}
"""The hours that one menu offers for both."""
QUESTIONS = (
    _LANGUAGE,
    _STARTERS,
    _TOURNAMENTS,
    ABSENT,
    PATIENCE,
    REMINDER,
    CALLS,
    HINTS,
    _DAILY,
    _DRAWN,
    _RANKED,
    _REAL_DICE,
    _COMPUTERS,
    _REMARKS,
    _SEASONS,
    *_POSTS,
    _POST_HOUR,
    _POST_EVENING,
    ZONE,
)

PAGES: dict[str, str] = {
    OVERVIEW: N_("Overview"),
    "place": N_("Channels and roles"),
    "games": N_("Games and rules"),
    "absent": N_("Reminders and hints"),
    "ranking": N_("Leaderboard and daily"),
    "posts": N_("Posts"),
}
"""Each page and its name."""

_ABOUT: dict[str, str] = {
    OVERVIEW: N_("Language, pictures, time zone"),
    "place": N_("Where people play, who starts games, who moderates"),
    "games": N_("Rules of new games, what is switched off"),
    "absent": N_("Absent players, calls, what computers say"),
    "ranking": N_("What counts, seasons, length of the daily"),
    "posts": N_("What I post by myself, and where"),
}

_BEHIND = {"daily": ("ranking", N_("The daily"))}
"""A page behind a button of another one, and its name."""

_WITHIN = {"people": OVERVIEW, "pictures": OVERVIEW, "off": "games"}
"""Where that stands which had a page of its own until version 0.3."""

PAGE_OF: dict[str, str] = {
    "language": OVERVIEW,
    "starters": "place",
    "tournaments": "place",
    "channels": "place",
    "roles": "place",
    "absent": "absent",
    "patience": "absent",
    "reminder": "absent",
    "calls": "absent",
    "hints": "absent",
    "daily": "daily",
    "drawn": OVERVIEW,
    "pictures": OVERVIEW,
    "sheets": OVERVIEW,
    "ranked": "ranking",
    "count_real_dice": "ranking",
    "count_computers": "ranking",
    "remarks": "absent",
    "seasons": "ranking",
    "season": "ranking",
    "post": "posts",
    "post_morning": "posts",
    "post_week": "posts",
    "post_season": "posts",
    "post_moments": "posts",
    "post_hour": "posts",
    "helpers": "place",
    "champion": "ranking",
    "post_evening": "posts",
    "zone": OVERVIEW,
}
"""On which page each question stands; those that no server leaves as they are for all on the first."""


def page_asked(page: str) -> str:
    """Return the page that a button of this or an earlier version asks for."""
    return _WITHIN.get(page, page)


def settings_screen(
    context: RenderContext,
    choices: GuildChoices,
    page: str = OVERVIEW,
    game: str = "",
    *,
    before: GuildChoices | None = None,
    closed: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
    gone: bool = False,
    unposted: bool = False,
    now: int = 0,
    speaks: str | None = None,
    place: int = 0,
    crowns: bool = False,
    uncrowned: bool = False,
    paused: bool = False,
    posts_in: str = "en",
) -> Screen:
    """A page of the panel. It offers the ready-made rules of ``game``; ``before`` is what has just changed.

    Every channel and role in ``choices`` must exist. ``gone`` says that none of the chosen channels does, ``unposted``
    that the one for posts does not. ``closed`` are those where the bot may not post, with the permissions it needs
    there. ``now`` is in unix seconds. The server itself ``speaks`` this language; None if it has told Discord none.
    What is switched off is offered for the channel ``place``, or for all of them. ``crowns`` says that the reader may
    choose a role for champions, ``uncrowned`` that the bot cannot give the chosen one, ``paused`` that no morning
    comes because nobody plays. ``posts_in`` is the language of posts now.
    """
    shown = page if page in PAGES or page in _BEHIND else OVERVIEW
    menu_at, name = _BEHIND.get(shown, (shown, PAGES.get(shown, "")))
    if shown == OVERVIEW:
        lines = _overview_lines(context, choices, now, speaks)
    else:
        lines = [*_page_lines(context, choices, shown, now, speaks), *_notes(context, choices, shown, now)]
    if before is not None:
        new, dropped = _changed(context, before, choices, now, speaks)
        lines = [line for line in lines if line.removeprefix("- ") not in new]  # What is said above is not said again.
        kept = context.t("**That is already so.** Nothing changes.")
        said = " ".join((context.t("**Saved.**"), _changed_words(context, new, dropped))).rstrip()
        said = kept if before == choices else said
        lines[:0] = [said, *([""] if lines[0] else [])]
    if shown == "posts" and choices.language is None:
        language, other = _LANGUAGE.value_text(context, posts_in), own_name(_other_language(context, posts_in))
        sentence = N_(
            "Language of posts: **{language}**, until one of boards is chosen. **{other}**, below, makes it that of "
            "boards and posts."
        )
        lines += ["", context.t(sentence, language=language, other=other)]
    if unposted and shown in ("posts", OVERVIEW):
        lines += [
            "",
            context.t("The channel chosen for posts is gone. Until you choose another, I post nothing."),
        ]
    if paused and shown in ("posts", OVERVIEW):
        sentence = N_(
            "Morning posts are paused: nobody has played the daily or the puzzle for a week. They go on once somebody "
            "does."
        )
        lines += ["", context.t(sentence)]
    if uncrowned and shown in ("ranking", OVERVIEW):
        sentence = N_(
            "I cannot give the champion the chosen role: it is gone, or stands above mine, or I lack **Manage Roles**."
        )
        lines += ["", context.t(sentence)]
    lines += _warnings(context, choices, shown, closed, gone)
    return Screen(
        title=context.t("Settings of this server")
        if shown == OVERVIEW
        else context.t("Server settings: {page}", page=context.t(name)),
        body="\n".join(lines),
        rows=(
            *_rows(context, choices, shown, game, now, place, crowns=crowns, posts_in=posts_in),
            (page_menu(context, SETTINGS_PAGE, PAGES, _ABOUT, menu_at),),
        ),
    )


def _overview_lines(context: RenderContext, choices: GuildChoices, now: int, speaks: str | None) -> list[str]:
    """Return language and time zone, what else differs from the standard, and the pages where nothing does.

    A phone shows all of it.
    """
    told, last = differing_lines(
        context,
        {page: label for page, label in PAGES.items() if page != OVERVIEW},
        lambda page: _page_lines(context, choices, page, now, speaks),
        lambda page: _page_lines(context, GuildChoices(), page, now, speaks),
    )
    first = [*_page_lines(context, choices, OVERVIEW, now, speaks), f"-# {_zone_note(context, choices, now)}"]
    return [*first, *chain.from_iterable(told), *last]


def told_in_log(context: RenderContext, deed: Deed) -> Deed:
    """Return a line of the managers' log with what it chose for the server in words of its reader's language.

    Other lines, and older ones, keep the words that they have.
    """
    try:
        if (chosen := deed.chosen) is None:
            return deed
        before, after = chosen.choices()
    except msgspec.MsgspecError:
        return replace(deed, why="")  # Nothing of this version says it.
    if deed.do is Did.HELPERS:
        return replace(deed, why=_roles(context, after.helper_roles))
    if deed.do is Did.SWITCH:
        switched = [_off_words(context, int(place), off) for place, off in _switched(before, after)]
        return replace(deed, why=" · ".join(switched))
    new, gone = _changed(context, before, after, deed.at, chosen.speaks)
    return replace(deed, why=_changed_words(context, new, gone).replace("**", ""))


def _switched(before: GuildChoices, after: GuildChoices) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the places where something else is switched off than before, and what is now."""
    for place in {**before.switched_off, **after.switched_off}:
        off = after.switched_off.get(place, ())
        if off != before.switched_off.get(place, ()):
            yield place, off


def _changed(
    context: RenderContext, before: GuildChoices, choices: GuildChoices, now: int, speaks: str | None
) -> tuple[list[str], list[str]]:
    """Return the lines that ``choices`` say otherwise than those ``before``, or where there are none, what is gone.

    As many as a line of the log holds.
    """
    was, now_is = (
        [line for page in PAGES for line in _page_lines(context, chosen, page, now, speaks)]
        for chosen in (before, choices)
    )
    new, gone = (
        [line.removeprefix("- ") for line in some if line not in others]
        for some, others in ((now_is, was), (was, now_is))
    )
    told = new or gone
    while len(told) > 1 and len(" · ".join(told)) > LONGEST_WHY:
        told.pop()  # Nothing is cut in the middle, such as the channel of a post.
    return new, gone


def _changed_words(context: RenderContext, new: Sequence[str], gone: Sequence[str]) -> str:
    """Return these lines as one; empty where something has no effect now, such as the hour of a post not wanted."""
    if new or not gone:
        return " · ".join(new)
    return context.t("No longer: {what}", what=" · ".join(gone))


def offered_preset(game: str, key: str) -> Preset | None:
    """Return the ready-made rules of a game by their key; None for an unknown key."""
    listing = CATALOGUE.get(game)
    return None if listing is None else next((preset for preset in listing.presets if preset.key == key), None)


# -- what is chosen, in words ------------------------------------------------------------------------------------


def _language_lines(context: RenderContext, choices: GuildChoices, speaks: str | None) -> list[str]:
    """The language in force by its name, also where nobody has chosen one."""
    t = context.t
    if choices.language is not None:
        return [_LANGUAGE.line(context, choices.language)]
    if speaks is None:
        value = t("Automatic (that of the person who opens a table)")
    else:
        value = t(
            "Automatic ({language}, the server's own)", language=_LANGUAGE.value_text(context, language_of(speaks))
        )
    return [named_line(context, t(_LANGUAGE.label), value)]


def _value(context: RenderContext, names: Sequence[str], none: str) -> str:
    """Return ``names`` as a list, or what to say without any (English)."""
    return context.t.listed(list(names)) or context.t(none)


def _channels(context: RenderContext, choices: GuildChoices) -> str:
    return _value(context, [f"<#{channel}>" for channel in choices.channels], N_("Everywhere"))


def _roles(context: RenderContext, roles: Sequence[int]) -> str:
    return _value(context, [f"<@&{role}>" for role in roles], N_("No role"))


def _place_lines(context: RenderContext, choices: GuildChoices) -> list[str]:
    t = context.t
    may = [named_line(context, t(_STARTER_ROLES), _roles(context, choices.starter_roles))]
    return [
        named_line(context, t(_CHANNELS), _channels(context, choices)),
        _STARTERS.line(context, choices.starters),
        *(may if choices.starters == "roles" else ()),
        _TOURNAMENTS.line(context, choices.tournaments),
        named_line(context, t(_HELPERS), _roles(context, choices.helper_roles)),
    ]


def _games_lines(context: RenderContext, choices: GuildChoices) -> list[str]:
    t = context.t
    lines = [
        named_line(context, t(CATALOGUE[game].label), t(preset.label))
        for game, key in choices.presets.items()
        if (preset := offered_preset(game, key)) is not None and preset.options
    ]
    others = t("All other games: **standard rules**") if lines else t("All games: **standard rules**")
    off = ["- " + _off_words(context, int(place), off, bold=True) for place, off in choices.switched_off.items() if off]
    return [*lines, f"- {others}", *(off or ["- " + _off_words(context, 0, (), bold=True)])]


def _absent_lines(context: RenderContext, choices: GuildChoices) -> list[str]:
    return [one.line(context, getattr(choices, one.key)) for one in chain(*_of_new_games(choices).values())]


def _of_new_games(choices: GuildChoices) -> dict[str, tuple[Question, ...]]:
    """Return what is asked of absent players, reminders and hints, as far as it means something, by what changes it."""
    waits = choices.absent is AbsencePolicy.WAIT
    return {
        N_("Change for absent players…"): (ABSENT,) if waits else (ABSENT, PATIENCE),
        N_("Change reminders…"): (REMINDER, CALLS),
        N_("Change hints and remarks…"): (HINTS, _REMARKS),
    }


def _daily_line(context: RenderContext, choices: GuildChoices, now: int) -> str:
    length = _DAILY.value_text(context, choices.daily)
    if days.day_length(choices, days.server_day(choices, now)) != choices.daily:
        length = context.t("{length}, from the next day on", length=length)
    return named_line(context, context.t(_DAILY.label), length)


def _ranking_lines(context: RenderContext, choices: GuildChoices, now: int) -> list[str]:
    t, crown = context.t, () if choices.champion_role is None else (choices.champion_role,)
    return [
        _RANKED.line(context, choices.ranked),
        _REAL_DICE.line(context, choices.count_real_dice),
        _COMPUTERS.line(context, choices.count_computers),
        _SEASONS.line(context, choices.seasons),
        named_line(context, t(_SEASON_CHANNEL), _season_place(context, choices)),
        *([named_line(context, t(_CROWN), _roles(context, crown))] if crown else []),
        _daily_line(context, choices, now),
    ]


def _season_place(context: RenderContext, choices: GuildChoices) -> str:
    """Return where final leaderboards are posted, and where no channel is chosen for them, why there."""
    place = _value(context, [f"<#{channel}>" for channel in choices.season_channels[:1]], N_("No channel"))
    if choices.season_channel is None and choices.season_channels:
        return context.t("{channel} (the channel for posts)", channel=place)
    return place


def _post_lines(context: RenderContext, choices: GuildChoices) -> list[str]:
    t, place = context.t, f"<#{choices.post_channel}>"
    if choices.post_channel is None:
        seasons = t("I post nothing by myself but the end of seasons.")
        return ["- " + (seasons if choices.season_channels else t("I post nothing by myself."))]
    hours = (_POST_HOUR.value_text(context, choices.post_hour), _POST_EVENING.value_text(context, choices.post_evening))
    said = {
        "post_morning": t("Each morning at **{hour}** in {channel}", hour=hours[0], channel=place),
        "post_week": t("On Sunday evening at **{hour}** in {channel}", hour=hours[1], channel=place),
        "post_season": t("The end of a season in {channel}", channel=f"<#{next(iter(choices.season_channels), 0)}>"),
        "post_moments": t("Rare moments in {channel}", channel=place),
    }
    return ["- " + said[one.key] if getattr(choices, one.key) else one.line(context, False) for one in _POSTS]


def _off_words(context: RenderContext, place: int, off: Sequence[str], *, bold: bool = False) -> str:
    """Return what is switched off in a channel, or on the whole server (0)."""
    t = context.t
    value = _value(context, [t(name_of_thing(what)) for what in off], N_("Nothing"))
    value = f"**{value}**" if bold else value
    if place:
        return t("Switched off in {channel}: {what}", channel=f"<#{place}>", what=value)
    return t("Switched off on the whole server: {what}", what=value)


def _page_lines(context: RenderContext, choices: GuildChoices, page: str, now: int, speaks: str | None) -> list[str]:
    """Return what is chosen on a page, in words."""
    match page:
        case "overview":
            drawn = _DRAWN.line(context, choices.drawn)
            return [*_language_lines(context, choices, speaks), drawn, _zone_line(context, choices, now)]
        case "place":
            return _place_lines(context, choices)
        case "games":
            return _games_lines(context, choices)
        case "absent":
            return _absent_lines(context, choices)
        case "ranking":
            return _ranking_lines(context, choices, now)
        case "posts":
            return _post_lines(context, choices)
    return [_daily_line(context, choices, now)]


def _week_in_short(t: Words, length: DayLength) -> str:
    """Return what the daily of that length is but for a few days: one game, or else a score sheet."""
    week = days.WEEKS[length]
    usual, times = Counter(week).most_common(1)[0]
    one = 2 * times > len(week)
    other = [day for day, key in enumerate(week) if (key != usual if one else CATALOGUE[key].seats.stop == 2)]
    named = [t("{day} {game}", day=t.weekday(day), game=t(CATALOGUE[week[day]].label)) for day in other]
    games = t(CATALOGUE[usual].label) if one else t("A sheet")
    return t("{games} every day, {days}", games=games, days=t.listed(named))


def _weeks_of_dailies(context: RenderContext) -> Iterator[str]:
    """Yield the games of the daily from Monday to Sunday, for each of its lengths."""
    t = context.t
    for length, week in days.WEEKS.items():
        games = [" ".join((t.weekday(day), t(CATALOGUE[game].label))) for day, game in enumerate(week)]
        name = "**" + _DAILY.value_text(context, length) + "**"
        yield "-# " + t("{name}: {value}", name=name, value=" · ".join(games))


def _notes(context: RenderContext, choices: GuildChoices, page: str, now: int) -> list[str]:
    """Return what to know before choosing."""
    match page:
        case "place":
            none = choices.starters == "roles" and not choices.starter_roles
            until = context.t("Until a role is chosen, only people with Manage Server start games.")
            where = context.t("Threads below a channel count. People with Manage Server may start games anywhere.")
            sentence = N_(
                "People with Manage Server, and with roles that moderate, may end any table or tournament, remove "
                "people from it, change the host of a table, block people on this server, and void results of games "
                "they did not play in themselves ({games}). All of it is also in {table} and under **More**."
            )
            return ["", until if none else where, "", naming_commands(context.t, sentence)]
        case "games":
            return [
                "",
                context.t(
                    "New games begin with these rules; **More** changes them before the game. Nobody can begin what is "
                    "switched off. What has begun goes on, and a thread follows its channel."
                ),
            ]
        case "absent":
            return ["", context.t("New games begin this way; **More** changes it before the game.")]
        case "ranking":
            sentence = N_("What {leaderboard} counts. A season is a leaderboard that ends, is kept, and begins anew.")
            length = days.day_length(choices, days.server_day(choices, now))
            return [f"-# {_week_in_short(context.t, length)}", "", naming_commands(context.t, sentence)]
        case "daily":
            return ["", context.t("Another length counts from the next day on."), *_weeks_of_dailies(context)]
        case "posts":
            return [
                "",
                context.t(
                    "Choose a channel. There I post the daily and the puzzle each morning, the week on Sunday "
                    "evening, the end of a season, and rare moments. Nobody is notified, and people may choose not to "
                    "be named."
                ),
                "-# "
                + context.t(
                    "Hours are those of the server's time zone. The first post comes at its next hour, never at once. "
                    "A post more than three hours late is skipped, but not the end of a season. Morning posts pause "
                    "when nobody plays the daily or the puzzle for a week."
                ),
            ]
    return []


def _zone_line(context: RenderContext, choices: GuildChoices, now: int) -> str:
    name = ZONE.value_text(context, choices.zone)
    value = name if days.zone_begins(choices, now) is None else context.t("{zone}, from the next day on", zone=name)
    return named_line(context, context.t(ZONE.label), value)


def _zone_note(context: RenderContext, choices: GuildChoices, now: int) -> str:
    """Return what a time zone is for, or from when on the chosen one counts."""
    t, begins = context.t, days.zone_begins(choices, now)
    if begins is None:
        return t("Days, seasons and leaderboards go by it.")
    return t("This zone counts once the next day begins: {when}", when=f"<t:{begins}:f>")


def _warnings(
    context: RenderContext, choices: GuildChoices, page: str, closed: Mapping[int, tuple[str, ...]], gone: bool
) -> list[str]:
    """The choices that do not work."""
    lines: list[str] = []
    if gone and page in ("place", OVERVIEW):
        lines += ["", context.t("The channels chosen for games are gone. Until you choose others, players start none.")]
    season = () if choices.season_channel is None else (choices.season_channel,)
    posts = () if choices.post_channel is None else (choices.post_channel,)
    every = (*choices.channels, *season, *posts)
    named = {"place": choices.channels, "ranking": season, "posts": posts, OVERVIEW: every}.get(page, ())
    names = permission_names(context.t)
    for needed in dict.fromkeys(closed[channel] for channel in closed if channel in named):
        mute = [f"<#{channel}>" for channel in closed if channel in named and closed[channel] == needed]
        allow = context.t.listed([f"**{names[permission]}**" for permission in needed])
        lines += [
            "",
            context.t(
                "I may not post in {channels}. Allow me there: {names}.", channels=context.t.listed(mute), names=allow
            ),
        ]
    return lines


# -- what can be chosen ------------------------------------------------------------------------------------------


def _rows(
    context: RenderContext,
    choices: GuildChoices,
    page: str,
    game: str,
    now: int,
    place: int,
    *,
    crowns: bool,
    posts_in: str,
) -> tuple[Row, ...]:
    match page:
        case "place":
            return _place_rows(context, choices)
        case "games":
            return _games_rows(context, choices, game, place)
        case "absent":
            asked = _of_new_games(choices)
            return tuple(_change(context, choices, name, *questions) for name, questions in asked.items())
        case "ranking":
            return _ranking_rows(context, choices, crowns)
        case "posts":
            return _post_rows(context, choices, posts_in)
        case "daily":
            back = Button(SETTINGS_PAGE.build(page=_BEHIND[page][0]), context.t("Back"))
            return (_DAILY.menu(context, SETTINGS_SET, choices.daily), (back,))
    return (
        _LANGUAGE.menu(context, SETTINGS_SET, choices.language),
        _DRAWN.menu(context, SETTINGS_SET, choices.drawn),
        zone_menu(context, SETTINGS_SET, choices, now),
        managers_doors(context),
    )


def _change(context: RenderContext, choices: GuildChoices, name: str, *questions: Question) -> Row:
    """One menu of all other answers to ``questions``, as a lobby's options have it; closed, it says ``name``."""
    t = context.t
    lines = tuple(
        Choice(
            SETTINGS_SET.build(key=question.key, word=answer.word),
            truncate(t("{name}: {value}", name=t(question.label), value=answer.label_for(context)), 100),
            truncate(t(answer.about), 100) if answer.about else "",
        )
        for question in questions
        for answer in question.answers
        if answer.value != getattr(choices, question.key)
    )
    return (Menu(f"settings change {questions[0].key}", t(name), lines),)


_CHANNELS = N_("Channels for games")
_STARTER_ROLES = N_("Roles that may start games")
_HELPERS = N_("Roles that moderate")
_SEASON_CHANNEL = N_("Final leaderboards")
_CROWN = N_("Role of the champion")
_POST_CHANNEL = N_("Channel for posts")
"""What lists and menus of channels and roles are called."""


def _entities(
    context: RenderContext, key: str, name: str, none: str, of: Entity, chosen: tuple[int, ...], most: int = 25
) -> Row:
    """A menu of channels or roles; empty, it says what that means. Where one is enough, it takes messages itself."""
    label = context.t("{name}: {value}", name=context.t(name), value=context.t(none))
    return (EntityMenu(PLACES.build(key=key, ids=()), label, of, chosen, most=most, direct=most == 1),)


def _one(chosen: int | None) -> tuple[int, ...]:
    return () if chosen is None else (chosen,)


def _place_rows(context: RenderContext, choices: GuildChoices) -> tuple[Row, ...]:
    may = _entities(context, "roles", _STARTER_ROLES, N_("No role"), Entity.ROLE, choices.starter_roles)
    return (
        _entities(context, "channels", _CHANNELS, N_("Everywhere"), Entity.CHANNEL, choices.channels),
        _change(context, choices, N_("Change who may start…"), _STARTERS, _TOURNAMENTS),
        *((may,) if choices.starters == "roles" else ()),
        _entities(context, "helpers", _HELPERS, N_("No role"), Entity.ROLE, choices.helper_roles),
    )


def _games_rows(context: RenderContext, choices: GuildChoices, game: str, place: int) -> tuple[Row, ...]:
    """The menus of a game's rules, in place of that of all games once one is chosen, and of what is switched off."""
    t = context.t
    if game not in CATALOGUE:
        games = tuple(Choice(GAME.build(game=key), t(listing.label)) for key, listing in CATALOGUE.items())
        rules: Row = (Menu("settings games", t("Rules: choose a game"), games),)
    else:
        now = offered_preset(game, choices.presets.get(game, "")) or CATALOGUE[game].presets[0]
        name = t("{game}: choose its rules", game=t(CATALOGUE[game].label))
        presets = tuple(_preset_choice(context, game, preset, now) for preset in CATALOGUE[game].presets)
        others = Choice(SETTINGS_PAGE.build(page="games"), t("Another game…"))
        rules = (Menu("settings presets", truncate(name, 150), (*presets, others)),)
    return (rules, *_off_rows(context, choices, place))


def _preset_choice(context: RenderContext, game: str, preset: Preset, now: Preset) -> Choice:
    many = len(preset.options)
    changes = context.t.many("{n} rule changed", "{n} rules changed", many) if many else context.t("Nothing changed")
    about = " · ".join((context.t("In force now"), changes)) if preset == now else changes
    return Choice(PRESET.build(game=game, key=preset.key), truncate(context.t(preset.label), 100), truncate(about, 100))


def _post_rows(context: RenderContext, choices: GuildChoices, posts_in: str) -> tuple[Row, ...]:
    t, chosen = context.t, _one(choices.post_channel)
    rows = [_entities(context, "post", _POST_CHANNEL, N_("No channel"), Entity.CHANNEL, chosen, most=1)]
    switches = _switches(context, choices)
    rows += [(Menu("settings posts", t("Turn a post on or off"), switches),)] if switches else []
    hours = () if choices.post_channel is None else _hours(context, choices)
    rows += [(Menu("settings hours", t("Hours of posts"), hours),)] if hours else []
    previews = {
        "morning": t("Preview: morning"),
        "week": t("Preview: week"),
        "season": t("Preview: season"),
        "moment": t("Preview: moment"),
    }
    other = _other_language(context, posts_in)
    speak = Button(POSTS_SPEAK.build(language=other), own_name(other))
    buttons = (*(Button(PREVIEW.build(kind=kind), label) for kind, label in previews.items()), speak)
    return (*rows, buttons if choices.language is None else buttons[:-1])


def _other_language(context: RenderContext, language: str) -> str:
    """Return a language of boards that is not ``language``: the reader's own, if they read another one."""
    return min((one for one in LANGUAGES if one != language), key=lambda one: one != context.t.language)


def _switches(context: RenderContext, choices: GuildChoices) -> tuple[Choice, ...]:
    """Return a line for each post, which turns it on where it is off, and off where it is on."""
    lines, alone = list[Choice](), (_SEASON_END,) * (choices.season_channel is not None)
    for question in alone if choices.post_channel is None else _POSTS:
        on, (yes, no) = bool(getattr(choices, question.key)), question.answers
        about = " · ".join((context.t("On") if on else context.t("Off"), context.t(yes.about)))
        do = SETTINGS_SET.build(key=question.key, word=no.word if on else yes.word)
        lines.append(Choice(do, context.t(question.label), about))
    return tuple(lines)


def _hours(context: RenderContext, choices: GuildChoices) -> tuple[Choice, ...]:
    t, lines = context.t, list[Choice]()
    for question, wanted in ((_POST_HOUR, choices.post_morning), (_POST_EVENING, choices.post_week)):
        for hour in _OFFERED[question.key] if wanted else ():
            label = t("{name}: {value}", name=t(question.label), value=question.value_text(context, hour))
            chosen = t("In force now") if hour == getattr(choices, question.key) else ""
            lines.append(Choice(SETTINGS_SET.build(key=question.key, word=str(hour)), label, chosen))
    return tuple(lines)


def _off_rows(context: RenderContext, choices: GuildChoices, place: int) -> tuple[Row, ...]:
    """Menus of what is switched off in a channel, or on the whole server."""
    t, off, there = context.t, choices.switched_off.get(str(place), ()), _one(place or None)
    games = {key: t(listing.label) for key, listing in CATALOGUE.items()}
    things = {key: t(label) for key, label in _THINGS.items()}

    def menu(kind: str, names: Mapping[str, str], everywhere: str, here: str) -> Row:
        do = SWITCH_OFF.build(place=place, kind=kind, keys=())
        lines = tuple(Choice(key, name, chosen=key in off) for key, name in names.items())
        label = t("{name}: {value}", name=here if place else everywhere, value=t("Nothing"))
        return (Menu(do, label, lines, least=0, most=len(lines)),)

    return (
        (EntityMenu(OFF_AT.build(ids=()), t("Switch off in one channel…"), Entity.CHANNEL, there, most=1),),
        menu("games", games, t("Games switched off"), t("Games switched off there")),
        menu("things", things, t("Other things switched off"), t("Other things switched off there")),
    )


def _ranking_rows(context: RenderContext, choices: GuildChoices, crowns: bool) -> tuple[Row, ...]:
    season, crown = _one(choices.season_channel), _one(choices.champion_role)
    return (
        _change(context, choices, N_("Change what counts…"), _RANKED, _REAL_DICE, _COMPUTERS, _SEASONS),
        _entities(context, "season", _SEASON_CHANNEL, N_("No channel"), Entity.CHANNEL, season, most=1),
        *((_entities(context, "champion", _CROWN, N_("No role"), Entity.ROLE, crown, most=1),) if crowns else ()),
        (Button(SETTINGS_PAGE.build(page="daily"), context.t("Change the daily…")),),
    )
