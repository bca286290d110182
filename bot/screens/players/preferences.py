"""What a person chooses for themselves (``/preferences``): one private panel, a page for each concern."""

from bot.engine import N_
from bot.screens.kit import (
    HOURS,
    ZONE,
    AnswerOption,
    Button,
    Choice,
    Menu,
    Question,
    RenderContext,
    Row,
    Screen,
    page_menu,
    truncate,
    yes_or_no,
)
from bot.screens.kit.patterns import PREFERENCES_PAGE, PREFERENCES_PEACE, PREFERENCES_SET
from bot.screens.server.help import MY_DATA
from bot.tables.model.choices import Preferences
from bot.tables.model.days import is_away
from bot.tables.records.leaderboards import FEWEST_REVIEWED

OVERVIEW = "overview"

_QUIET = 9
"""The length of quiet hours in hours, for somebody who has chosen only their beginning or end."""
_DAY = 24

_LANGUAGE = Question(
    "language",
    N_("Language of what only I see"),
    (
        AnswerOption("auto", None, N_("That of my Discord")),
        AnswerOption("en", "en", N_("English")),
        AnswerOption("fr", "fr", N_("French")),
    ),
)
_READER = Question(
    "screen_reader",
    N_("I use a screen reader"),
    (
        AnswerOption("yes", True, N_("Yes"), N_("Large text without emoji, and everything in sentences")),
        AnswerOption("no", False, N_("No")),
    ),
)
"""Both questions after it at once."""
_PLAIN = Question(
    "plain",
    N_("Look"),
    (
        AnswerOption("no", False, N_("Pictures of dice")),
        AnswerOption("yes", True, N_("Large text without emoji"), N_("Also on the boards of tables I sit at")),
    ),
)
_SPOKEN = Question(
    "spoken",
    N_("Boards in words"),
    (
        AnswerOption("no", False, N_("Off (sheets as tables)")),
        AnswerOption(
            "yes",
            True,
            N_("Everything in sentences"),
            N_("On boards only you see, and where you play alone; elsewhere: More, In words"),
        ),
    ),
)
_HOLD = Question(
    "hold",
    N_("Holding dice"),
    (
        AnswerOption("press", "press", N_("A button for each die")),
        AnswerOption(
            "equal", "equal", N_("One press for equal dice"), N_("A press holds all dice like it, or lets one go")
        ),
        AnswerOption("menu", "menu", N_("One menu for all dice"), N_("Choose all dice to hold, then throw")),
    ),
)
_CONFIRM = yes_or_no("confirm_strike", N_("Striking a box"), N_("Ask me first"), N_("Do not ask"))
_COACH = Question(
    "coach",
    N_("Coach"),
    (
        AnswerOption("no", False, N_("Off")),
        AnswerOption(
            "yes", True, N_("On"), N_("Says what each decision cost, where I play alone; these games are unranked")
        ),
    ),
)
_REMIND = yes_or_no("remind", N_("Reminders of my turn"), N_("Yes"), N_("No, never"))
_MENTION = Question(
    "mention",
    N_("Messages that name me"),
    (
        AnswerOption("yes", True, N_("May notify me"), N_("Calls, reminders, votes, rematches and results")),
        AnswerOption("no", False, N_("Never notify me"), N_("They still come and name me, without a notification")),
    ),
)
_NAMED = Question(
    "named",
    N_("Posts and leaderboards"),
    (
        AnswerOption("yes", True, N_("May name me")),
        AnswerOption("no", False, N_("Do not name me"), N_("Somebody has my place, also on boards of days and months")),
    ),
)
_LISTED = Question(
    "listed",
    N_("Leaderboards"),
    (
        AnswerOption("yes", True, N_("Show me")),
        AnswerOption("no", False, N_("Leave me out"), N_("Also of boards of days and months; you still see your line")),
    ),
)
_REVIEWS = Question(
    "reviews",
    N_("My reviews"),
    (
        AnswerOption("yes", True, N_("Others may see them")),
        AnswerOption("no", False, N_("Only I see them"), N_("What your decisions cost, in games and in statistics")),
    ),
)
_OPEN = Question(
    "open_reviews",
    N_("My reviews"),
    (
        AnswerOption("mine", None, N_("Only I see them"), N_("What your decisions cost, in games and in statistics")),
        AnswerOption("no", False, N_("Only for those who played with me"), N_("As a rule: nobody else opens them")),
        AnswerOption("yes", True, N_("Open to everybody"), N_("On servers where we both are")),
    ),
)
"""The choice of people who may open reviews: that of the page of peace, with both answers in words; both write it."""
PEACE = (_REMIND, _MENTION, _NAMED, _LISTED, _REVIEWS)
"""What somebody may be left out of: one menu, whose chosen lines say no."""

_AWAY = Question(
    "away_until",
    N_("Away"),
    (
        AnswerOption("none", None, N_("I am here")),
        *(AnswerOption(str(days), days, N_("Away for {n} days"), fill=(("n", days),)) for days in (2, 3, 7, 14, 28)),
    ),
)
"""Its answers are days from now on."""

_FROM = Question("quiet_from", N_("Quiet from"), (AnswerOption("none", None, N_("No quiet hours")), *HOURS))
_TO = Question("quiet_to", N_("Quiet until"), (AnswerOption("none", None, N_("No quiet hours")), *HOURS))

QUESTIONS = (_READER, _LANGUAGE, _PLAIN, _SPOKEN, _HOLD, _CONFIRM, _COACH, _OPEN, *PEACE, _FROM, _TO, _AWAY, ZONE)

PAGES: dict[str, str] = {
    OVERVIEW: N_("Overview"),
    "look": N_("Language, look and time zone"),
    "play": N_("Playing"),
    "reminders": N_("Peace and quiet, and being away"),
}
"""Each page and its name."""

PAGE_OF: dict[str, str] = {
    "screen_reader": OVERVIEW,
    "language": "look",
    "plain": "look",
    "spoken": "look",
    "hold": "play",
    "confirm_strike": "play",
    "coach": "play",
    "named": "reminders",
    "listed": "reminders",
    "reviews": "reminders",
    "open_reviews": "play",
    "away_until": "reminders",
    "remind": "reminders",
    "mention": "reminders",
    "quiet_from": "reminders",
    "quiet_to": "reminders",
    "zone": "look",
}
"""On which page each question stands."""


def preferences_screen(
    context: RenderContext, chosen: Preferences, page: str = OVERVIEW, *, saved: bool = False, now: int = 0
) -> Screen:
    """A page of the panel at ``now`` (unix seconds); ``saved`` if the reader has just changed something."""
    shown = page if page in PAGES else OVERVIEW
    only_you = context.t("Only you see this panel. Your choices count in every server.")
    lines = [context.t("**Saved.**") if saved else only_you]
    if shown == OVERVIEW:
        lines += [
            "",
            _READER.line(context, chosen.screen_reader),
            context.t("This one choice writes boards in large text without emoji, and tells them in sentences."),
        ]
        for key in (key for key in PAGES if key != OVERVIEW):
            told = _page_lines(context, chosen, key, now)  # Two pages may say who sees reviews.
            lines += [f"**{context.t(PAGES[key])}**", *(line for line in told if line not in lines)]
    else:
        lines += ["", *_page_lines(context, chosen, shown, now)]
    return Screen(
        title=context.t("My preferences")
        if shown == OVERVIEW
        else context.t("My preferences: {page}", page=context.t(PAGES[shown])),
        body="\n".join(lines),
        rows=(
            *_rows(context, chosen, shown, now),
            (_pages(context, shown),),
            *(((Button(MY_DATA, context.t("My data")),),) if shown == OVERVIEW else ()),
        ),
    )


def _pages(context: RenderContext, shown: str) -> Menu:
    """The menu of all pages, and of the data page: no page has a row to spare for its button but the overview."""
    menu = page_menu(context, PREFERENCES_PAGE, PAGES, shown)
    return Menu(menu.do, menu.placeholder, (*menu.choices, Choice(MY_DATA, context.t("My data"))))


def with_others(chosen: Preferences, key: str, value: object, now: int = 0) -> dict[str, object]:
    """Return what changes when ``key`` is set to ``value``: quiet hours have both ends, and are never empty.

    Absence is counted in days from ``now`` on.
    """
    if key == _AWAY.key:
        return {key: now + value * 86_400 if isinstance(value, int) else None}
    if key == _OPEN.key:
        return {"reviews": False} if value is None else {"reviews": True, key: value}
    if key == _READER.key:
        same = value == chosen.screen_reader
        return {"plain": chosen.plain if same else value, "spoken": chosen.spoken if same else value}
    if key not in ("quiet_from", "quiet_to"):
        return {key: value}
    if not isinstance(value, int):
        return {"quiet_from": None, "quiet_to": None}
    other = chosen.quiet_to if key == "quiet_from" else chosen.quiet_from
    if other is None or other == value:
        other = (value + (_QUIET if key == "quiet_from" else -_QUIET)) % _DAY
    return {"quiet_from": value, "quiet_to": other} if key == "quiet_from" else {"quiet_from": other, "quiet_to": value}


def _peace_lines(context: RenderContext, chosen: Preferences, now: int) -> list[str]:
    """What somebody is left out of, their quiet hours, and until when they are away: more than is usual is told."""
    t, usual = context.t, Preferences()
    lines = [_REMIND.line(context, chosen.remind), _MENTION.line(context, chosen.mention and chosen.remind)]
    lines += [
        question.line(context, getattr(chosen, question.key))
        for question in (_NAMED, _LISTED, _REVIEWS)
        if getattr(chosen, question.key) != getattr(usual, question.key)
    ]
    until = is_away(chosen, now)
    if until is not None:
        away = t(
            "Away until {when}: tables say so, nothing notifies you, and where a table lets computers play for absent "
            "players, one keeps your seat warm.",
            when=f"<t:{until}:f>",
        )
        lines.append(f"- {away}")
    if not chosen.remind:
        return [*lines, "- " + t("You get neither calls nor reminders, and no other message notifies you.")]
    if chosen.quiet_from is None or chosen.quiet_to is None:
        return [*lines, "- " + t("Quiet hours: none")]
    quiet = t(
        "Quiet hours: from **{start}** to **{end}** (time zone: {zone})",
        start=_FROM.value_text(context, chosen.quiet_from),
        end=_TO.value_text(context, chosen.quiet_to),
        zone=ZONE.value_text(context, chosen.zone),
    )
    rest = t(
        "In quiet hours no message notifies you: the call of your turn waits until they are over, everything else "
        "comes silently."
    )
    return [*lines, f"- {quiet}", f"- {rest}"]


def _review_lines(context: RenderContext, chosen: Preferences) -> list[str]:
    """Return who opens the reviews of somebody's games, and what statistics tell others where they may."""
    line = _OPEN.line(context, _present(chosen, _OPEN))
    if not chosen.reviews:
        return [line]
    level = context.t("Statistics tell others how I play from {n} reviewed games on.", n=FEWEST_REVIEWED)
    return [line, f"- {level}"]


def _present(chosen: Preferences, question: Question) -> object:
    """Return the present answer to ``question``."""
    return None if question is _OPEN and not chosen.reviews else getattr(chosen, question.key)


def _page_lines(context: RenderContext, chosen: Preferences, page: str, now: int) -> list[str]:
    """Return what is chosen on a page, in words."""
    match page:
        case "look":
            return [
                _LANGUAGE.line(context, chosen.language),
                _PLAIN.line(context, chosen.plain),
                _SPOKEN.line(context, chosen.spoken),
                ZONE.line(context, chosen.zone),
            ]
        case "play":
            return [
                _HOLD.line(context, chosen.hold),
                _CONFIRM.line(context, chosen.confirm_strike),
                _COACH.line(context, chosen.coach),
                *_review_lines(context, chosen),
            ]
    return _peace_lines(context, chosen, now)


def _rows(context: RenderContext, chosen: Preferences, page: str, now: int) -> tuple[Row, ...]:
    """The menus of a page; somebody who wants no reminders is asked nothing about hours."""
    if page == "reminders":
        hours = (_FROM, _TO) if chosen.remind else ()
        quiet = (question.menu(context, PREFERENCES_SET, getattr(chosen, question.key)) for question in hours)
        return ((_peace_menu(context, chosen),), *quiet, _away_menu(context, chosen, now))
    return tuple(
        question.menu(context, PREFERENCES_SET, _present(chosen, question))
        for question in QUESTIONS
        if PAGE_OF[question.key] == page
    )


def _peace_menu(context: RenderContext, chosen: Preferences) -> Menu:
    """One menu of all that somebody may be left out of."""
    choices = tuple(
        Choice(
            question.key,
            truncate(context.t("{name}: {value}", name=context.t(question.label), value=no.label_for(context)), 100),
            truncate(context.t(no.about), 100) if no.about else "",
            chosen=not getattr(chosen, question.key),
        )
        for question in PEACE
        for no in question.answers
        if no.value is False
    )
    do = PREFERENCES_PEACE.build(keys=())
    return Menu(do, context.t("What I want to be left out of"), choices, least=0, most=len(choices))


def _away_menu(context: RenderContext, chosen: Preferences, now: int) -> Row:
    """The menu of how long somebody is away; closed, it says until when they are."""
    until = is_away(chosen, now)
    menus = _AWAY.menu(context, PREFERENCES_SET, None if until is None else 0)
    if until is None:
        return menus
    closed = context.t("Away until {day}", day=context.t.day(until))
    return tuple(Menu(menu.do, closed, menu.choices) for menu in menus if isinstance(menu, Menu))
