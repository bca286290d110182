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
    differing_lines,
    page_menu,
    yes_or_no,
)
from bot.screens.kit.patterns import PREFERENCES_PAGE, PREFERENCES_SET
from bot.screens.server.help import MY_DATA
from bot.tables.model.choices import Preferences
from bot.tables.model.days import is_away
from bot.tables.moves.waiting import REMINDERS
from bot.tables.records.leaderboards import FEWEST_REVIEWED

OVERVIEW = "overview"

_QUIET = 9
"""The length of quiet hours in hours, for somebody who has chosen only their beginning or end."""
_DAY = 24

_READER = Question(
    "screen_reader",
    N_("I use a screen reader"),
    (
        AnswerOption("yes", True, N_("Yes"), N_("Large text without emoji, and everything in words")),
        AnswerOption("no", False, N_("No")),
    ),
)
"""The two other questions of its page at once."""
_LANGUAGE = Question(
    "language",
    N_("My language"),
    (
        AnswerOption("auto", None, N_("That of my Discord"), N_("For what only I see")),
        AnswerOption("en", "en", N_("English"), N_("For what only I see")),
        AnswerOption("fr", "fr", N_("French"), N_("For what only I see")),
    ),
)
_PLAIN = Question(
    "plain",
    N_("Large text without emoji"),
    (
        AnswerOption("no", False, N_("No"), N_("Pictures of dice")),
        AnswerOption("yes", True, N_("Yes"), N_("For everybody at tables you host")),
    ),
)
_SPOKEN = Question(
    "spoken",
    N_("Boards in words"),
    (
        AnswerOption("no", False, N_("No"), N_("Sheets in rows and columns")),
        AnswerOption("yes", True, N_("Yes"), N_("On private boards, and beside shared ones")),
    ),
)
_HOLD = Question(
    "hold",
    N_("Holding dice"),
    (
        AnswerOption("press", "press", N_("A button for each die")),
        AnswerOption("equal", "equal", N_("Equal dice together"), N_("A press holds all dice like it")),
        AnswerOption("menu", "menu", N_("One menu for all dice"), N_("Choose all dice to hold, then throw")),
    ),
)
_CONFIRM = yes_or_no("confirm_strike", N_("Striking a box"), N_("Ask me first"), N_("Do not ask"))
_COACH = Question(
    "coach",
    N_("Coach"),
    (
        AnswerOption("no", False, N_("Off")),
        AnswerOption("yes", True, N_("On"), N_("What decisions cost, alone; such games count nowhere")),
    ),
)
_REMIND = yes_or_no("remind", N_("Reminders of my turn"), N_("Yes"), N_("No, never"))
_MENTION = Question(
    "mention",
    N_("Messages that name me"),
    (
        AnswerOption("yes", True, N_("May notify me"), N_("Reminders, votes, rematches and results")),
        AnswerOption("no", False, N_("Never notify me"), N_("They come and name me, silently")),
    ),
)
_NAMED = Question(
    "named",
    N_("My name in public"),
    (
        AnswerOption("yes", True, N_("Shown"), N_("In posts and on leaderboards")),
        AnswerOption("no", False, N_("Hidden"), N_("Posts, leaderboards and lists of games say “Somebody”")),
    ),
)
_LISTED = Question(
    "listed",
    N_("Leaderboards"),
    (
        AnswerOption("yes", True, N_("Show me")),
        AnswerOption("no", False, N_("Leave me out"), N_("I still see my own line")),
    ),
)
_REVIEWS = Question(
    "open_reviews",
    N_("My reviews"),
    (
        AnswerOption("mine", None, N_("Only I see them"), N_("What my decisions cost, in statistics too")),
        AnswerOption("no", False, N_("For people I played with"), N_("Nobody else opens them")),
        AnswerOption("yes", True, N_("Open to everybody"), N_("On servers where we both are")),
    ),
)
"""It writes two fields: whether others may open reviews at all, and who."""

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

PAGES: dict[str, str] = {
    OVERVIEW: N_("Overview"),
    "look": N_("Seeing and hearing"),
    "play": N_("Playing"),
    "reminders": N_("Notifications and quiet hours"),
    "others": N_("What others see, and being away"),
}
"""Each page and its name."""

_ABOUT: dict[str, str] = {
    OVERVIEW: N_("My language, my time zone"),
    "look": N_("Screen reader, large text, boards in words"),
    "play": N_("Holding dice, striking boxes, the coach"),
    "reminders": N_("Calls, mentions, when all is silent"),
    "others": N_("My name, leaderboards, my reviews"),
}

_ON_SEEING = (
    N_("**I use a screen reader** sets both others: the usual choice of people who hear the game."),
    N_("**Large text without emoji** alone is usual for people who see little: numbers in place of pictures."),
    N_("**Boards in words** are sentences in place of rows and columns, beside a board that several share."),
)
"""What each question of that page changes, and which of them go together."""

_MEANT = {
    OVERVIEW: (N_("The time zone is for your quiet hours."),),
    "look": _ON_SEEING,
    "play": (
        N_("**Holding dice**: the buttons or the menu by which you hold dice before you throw again."),
        N_("**Striking a box** writes 0 in it: I can ask whether you mean it."),
        N_("**Coach** says after each decision what it cost, where you play alone."),
    ),
    "others": (N_("**My reviews** tell what your decisions cost. **Leaderboards** can leave you out."),),
}
"""What the questions of a page mean, where their names do not say it."""

ASKED: dict[str, tuple[Question, ...]] = {
    OVERVIEW: (_LANGUAGE, ZONE),
    "look": (_READER, _PLAIN, _SPOKEN),
    "play": (_HOLD, _CONFIRM, _COACH),
    "reminders": (_REMIND, _MENTION, _FROM, _TO),
    "others": (_NAMED, _LISTED, _REVIEWS, _AWAY),
}
"""The questions of each page: a menu each, and one press changes one thing."""

QUESTIONS = tuple(question for asked in ASKED.values() for question in asked)
PAGE_OF: dict[str, str] = {question.key: page for page, asked in ASKED.items() for question in asked}
"""On which page each question stands."""


def preferences_screen(
    context: RenderContext,
    chosen: Preferences,
    page: str = OVERVIEW,
    *,
    saved: str = "",
    unchanged: bool = False,
    now: int = 0,
) -> Screen:
    """A page of the panel at ``now`` (unix seconds); ``saved`` is the question that the reader has just answered.

    ``unchanged`` says that their answer was in force already.
    """
    shown = page if page in PAGES else OVERVIEW
    first, said = context.t("Only for you, and in every server."), ""
    if saved:
        said = _saved_line(context, chosen, saved, now)
        done = context.t("**That is already so.**") if unchanged else context.t("**Saved.**")
        first = " ".join((done, said.removeprefix("- ")))
    notes = (f"-# {note}" for note in _notes(context, chosen, shown))
    told = [*_page_lines(context, chosen, shown, now), *notes]
    if shown == OVERVIEW:
        told += _differing_lines(context, chosen, now)
    lines = [first, "", *(line for line in told if line != said)]  # What was saved is said once.
    return Screen(
        title=context.t("My preferences")
        if shown == OVERVIEW
        else context.t("My preferences: {page}", page=context.t(PAGES[shown])),
        body="\n".join(lines),
        rows=(
            *_rows(context, chosen, shown, now),
            (_pages(context, shown),),
            *((_buttons(context, chosen),) if shown == OVERVIEW else ()),
        ),
    )


def _buttons(context: RenderContext, chosen: Preferences) -> Row:
    """The buttons of the overview: all that a screen reader needs, until somebody has chosen of it, and their data."""
    reader = Button(PREFERENCES_SET.build(key=_READER.key, word="yes"), context.t(_READER.label))
    found = chosen.plain or chosen.spoken
    return (*(() if found else (reader,)), Button(MY_DATA, context.t("My data")))


def _saved_line(context: RenderContext, chosen: Preferences, key: str, now: int) -> str:
    """Return the line of what has changed: the question and its new answer, or both quiet hours."""
    if key in (_FROM.key, _TO.key):
        return _quiet_line(context, chosen)
    (question,) = (one for one in QUESTIONS if one.key == key)
    return _line(context, chosen, question, now)


def _differing_lines(context: RenderContext, chosen: Preferences, now: int) -> list[str]:
    """Return what differs from the usual on other pages than the first, a line a page: a phone shows all of it."""
    both = chosen.screen_reader  # Its own line says what the two others are.
    seen = [_line(context, chosen, _READER, now)] if both else _page_lines(context, chosen, "look", now)
    told, last = differing_lines(
        context,
        {page: label for page, label in PAGES.items() if page != OVERVIEW},
        lambda page: seen if page == "look" else _page_lines(context, chosen, page, now),
        lambda page: _page_lines(context, Preferences(), page, now),
    )
    return ["- " + " · ".join(line.removeprefix("- ") for line in page) for page in told] + last


def _pages(context: RenderContext, shown: str) -> Menu:
    """The menu of all pages, and of the data page: no page has a row to spare for its button but the overview."""
    menu = page_menu(context, PREFERENCES_PAGE, PAGES, _ABOUT, shown)
    data = Choice(MY_DATA, context.t("My data"), context.t("Privacy: what I keep of you, and how to erase it"))
    return Menu(menu.do, menu.placeholder, (*menu.choices, data))


def with_others(chosen: Preferences, key: str, value: object, now: int = 0) -> dict[str, object]:
    """Return what changes when ``key`` is set to ``value``: quiet hours have both ends, and are never empty.

    Absence is counted in days from ``now`` on.
    """
    if key == _AWAY.key:
        return {key: now + value * 86_400 if isinstance(value, int) else None}
    if key == _REVIEWS.key:
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


def _line(context: RenderContext, chosen: Preferences, question: Question, now: int) -> str:
    """Return the question and its present answer; until when somebody is away, by its day."""
    until = is_away(chosen, now)
    if question is _AWAY and until is not None:
        return "- " + context.t("Away until {when}", when=f"<t:{until}:f>")
    if question is _AWAY:
        return question.line(context, None)
    return question.line(context, _present(chosen, question))


def _quiet_line(context: RenderContext, chosen: Preferences) -> str:
    if chosen.quiet_from is None or chosen.quiet_to is None:
        return "- " + context.t("Quiet hours: none")
    return "- " + context.t(
        "Quiet hours: from **{start}** to **{end}** (time zone: {zone})",
        start=_FROM.value_text(context, chosen.quiet_from),
        end=_TO.value_text(context, chosen.quiet_to),
        zone=ZONE.value_text(context, chosen.zone),
    )


def _notification_lines(context: RenderContext, chosen: Preferences) -> list[str]:
    """Return what may notify somebody, and when."""
    lines = [_REMIND.line(context, chosen.remind), _MENTION.line(context, chosen.mention and chosen.remind)]
    return [*lines, _quiet_line(context, chosen)] if chosen.remind else lines


def _notes_on_reminders(context: RenderContext, chosen: Preferences) -> list[str]:
    """Return when a message calls or reminds somebody, and when none does."""
    t = context.t
    if not chosen.remind:
        return [t("You get no reminders, and no other message notifies you.")]
    rest = t(
        "In quiet hours nothing notifies you: the call to your turn waits until they are over, all else comes silently."
    )
    when = t(
        "A message calls you if you do nothing for half a minute when your turn comes. A table that reminds does so at "
        "most {n} times a turn, each time later.",
        n=REMINDERS,
    )
    return [when] if chosen.quiet_from is None or chosen.quiet_to is None else [rest, when]


def _notes(context: RenderContext, chosen: Preferences, page: str) -> list[str]:
    """Return what the choices of a page bring: boards to hear, reminders, a hidden name, open reviews, being away."""
    if page == "reminders":
        return _notes_on_reminders(context, chosen)
    notes = [context.t(sentence) for sentence in _MEANT[page]]
    if page != "others":
        return notes
    if not chosen.in_public:
        notes.append(
            context.t(
                "The boards you play on name you all the same. People you played with also read your name in their own "
                "games and statistics, and managers where they decide; leaderboards name you to nobody else."
            )
        )
    if chosen.reviews:
        notes.append(context.t("From {n} reviewed games on, statistics tell others how you play.", n=FEWEST_REVIEWED))
    notes.append(
        context.t(
            "While you are away, your tables say so, and nothing notifies you. Where a table allows it, a computer "
            "keeps your seat warm. It ends when that time is over, or with your first move."
        )
    )
    return notes


def _present(chosen: Preferences, question: Question) -> object:
    """Return the present answer to ``question``."""
    return None if question is _REVIEWS and not chosen.reviews else getattr(chosen, question.key)


def _page_lines(context: RenderContext, chosen: Preferences, page: str, now: int) -> list[str]:
    """Return what is chosen on a page, in words."""
    if page == "reminders":
        return _notification_lines(context, chosen)
    return [_line(context, chosen, question, now) for question in ASKED[page]]


def _rows(context: RenderContext, chosen: Preferences, page: str, now: int) -> tuple[Row, ...]:
    """The menus of a page; somebody who wants no reminders is asked nothing about hours."""
    asked = (one for one in ASKED[page] if chosen.remind or one not in (_FROM, _TO))
    return tuple(
        _away_menu(context, chosen, now)
        if question is _AWAY
        else question.menu(context, PREFERENCES_SET, _present(chosen, question), _held(chosen, question))
        for question in asked
    )


def _held(chosen: Preferences, question: Question) -> str:
    """Return how a menu marks the present answer; a time zone may be one that nobody has chosen."""
    if question is ZONE and chosen.zone == Preferences().zone:
        return N_("In force now, even if you choose none")
    return N_("In force now")


def _away_menu(context: RenderContext, chosen: Preferences, now: int) -> Row:
    """The menu of how long somebody is away; closed, it says until when they are."""
    until = is_away(chosen, now)
    menus = _AWAY.menu(context, PREFERENCES_SET, None if until is None else 0)
    if until is None:
        return menus
    closed = context.t("Away until {day}", day=context.t.day(until))
    return tuple(Menu(menu.do, closed, menu.choices) for menu in menus if isinstance(menu, Menu))
