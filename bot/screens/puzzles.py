"""A puzzle as its reader sees it, and what Share posts."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.engine import Theme
from bot.games import CATALOGUE
from bot.screens.kit import (
    CUP_RED,
    LEAF_GREEN,
    Button,
    Choice,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    mention,
    page_count,
    truncate,
    turning,
)
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.reasons import idea_text, may_ask_again, reason_text
from bot.screens.kit.sharing import back_button
from bot.screens.kit.trophies import trophy_lines
from bot.screens.kit.values import listed_of
from bot.screens.training import (
    PUZZLES,
    hint_lines,
    position_lines,
    position_picture,
    theme_menu,
    verdict_line,
    why_not_line,
    worth_line,
)
from bot.tables.model import days
from bot.tables.puzzles import ARCHIVE_PAGE, NO_DAY, PastDay, Puzzle, PuzzlePage, Solvers, game_of
from bot.thinker.answers import Why

# -- A puzzle as its reader sees it, before and after the answer; and what Share posts, which spoils nothing ---------
# Buttons ask for ``puzzle show``, the puzzle of the day; ``puzzle answer <day> <name> <place>``, an answer to that of
# a day, or ``puzzle try <name> <place>`` to one more; ``puzzle more <game>``, ``puzzle share <day>``.

ANY = "*"
"""In the place of a game: one more puzzle of any."""

ANSWER = Pattern("puzzle answer {day:day} {name} {place:number}")
TRY = Pattern("puzzle try {name} {place:number}")
MORE = Pattern("puzzle more {game:game}")
READ = Pattern("puzzle read {day:day} {name}")
READ_ONE = Pattern("puzzle read {name}")
"""A puzzle in words: that of a day, or one more."""
SHARE = Pattern("puzzle share {day:day}")
HINT = Pattern("puzzle hint {day:day} {name}")
HINT_ONE = Pattern("puzzle hint {name}")
RULES = Pattern("puzzle rules {game:game}")
PAST = Pattern("puzzle past {day:day}")
"""The puzzle of a day that is over; and a page of all of them."""
ARCHIVE = Pattern("puzzle archive {page:page} {button}")

_LABEL = 80
_ROWS = 5
_SURE_FROM = 10
"""After so many answers a rating says how sure it is: before, the margin would be all that one sees."""


def puzzle_screen(
    context: RenderContext,
    page: PuzzlePage,
    themes: Sequence[Theme] = (),
    *,
    turned: bool = False,
    hint: bool = False,
    why: Why | None = None,
    pictured: bool = False,
) -> Screen:
    """The position with a button for each answer; once answered, what each is worth, why, and puzzles of ``themes``.

    ``turned``: a new day has just begun. ``hint``: it also says what to think of, by ``why``, and rules an answer
    out. ``pictured``: the picture of the board shows what it can.
    """
    puzzle, t = page.puzzle, context.t
    game = game_of(puzzle.game)
    state = puzzle.state(game)
    picture = position_picture(context, game, state) if pictured else None
    lines = [
        *([t("A new day has begun.")] if turned else []),
        *position_lines(context, game, state, pictured=picture is not None),
        *(_asked(context, page) if page.reply is None else _reply_lines(context, page, state, why)),
        *(["", *_hint_lines(context, puzzle, state, why)] if hint else []),
    ]
    return Screen(
        title=_title(context, page),
        body="\n".join(lines),
        rows=_answers(context, page, state)
        if page.reply is None
        else _further(context, page, themes, _again(context, page, why)),
        colour=LEAF_GREEN if page.reply is not None and page.reply.solved else CUP_RED,
        picture=picture,
    )


def archive_screen(context: RenderContext, days_over: Sequence[PastDay], page: int, total: int) -> Screen:
    """A page of days that are over, the latest first; choosing one shows its puzzle."""
    t = context.t

    def label(past: PastDay) -> str:
        return f"{t.day(days.day_begins(past.day))} · {t(CATALOGUE[past.game].label)}"

    def line(past: PastDay) -> str:
        if past.solved is None:
            return label(past)
        return t("{name}: {value}", name=label(past), value=known[past.solved])

    known = {True: t("solved"), False: t("not solved"), None: ""}
    note = t("They count for your rating, not for the days in a row.")
    pages = page_count(total, ARCHIVE_PAGE)
    choices = tuple(Choice(PAST.build(day=past.day), label(past), known[past.solved]) for past in days_over)
    return Screen(
        title=t("Puzzles of past days"),
        body="\n".join(
            [
                *(f"- {line(past)}" for past in days_over),
                f"-# {note}",
            ]
        ),
        footer=t("Page {page} of {pages}", page=page + 1, pages=pages),
        rows=(
            (Menu("puzzles", t("Which day?"), choices),),
            turning(context, page, pages, lambda page, button: ARCHIVE.build(page=page, button=button)),
            (Button("puzzle show", t("Today's puzzle")),),
        ),
    )


def no_puzzles(context: RenderContext, game: str) -> str:
    """Return why there are no puzzles of ``game``."""
    return context.t("There are no puzzles of {game}.", game=context.t(CATALOGUE[game].label))


def share_screen(context: RenderContext, page: PuzzlePage, user: int) -> Screen:
    """Return the public message: whether its player solved the puzzle of the day, without a word about the answer."""
    t, solved = context.t, page.reply is not None and page.reply.solved
    if solved and page.hinted:
        sentence = t("{player} solved it, with a hint.", player=mention(user))
    elif solved:
        sentence = t("{player} solved it.", player=mention(user))
    else:
        sentence = t("{player} did not find the best answer.", player=mention(user))
    return Screen(
        title=_title(context, page),
        body="\n".join(
            filter(None, [f"{sentence} {streak_line(context, page.streak)}".strip(), _solved_by(context, page.solvers)])
        ),
        colour=LEAF_GREEN,
        rows=((Button("puzzle show", t("Solve the puzzle")), back_button(context, user)),),
    )


def streak_line(context: RenderContext, streak: int) -> str:
    """The number of days in a row that a player has solved; one day is no row."""
    return context.t.many("{n} day in a row.", "{n} days in a row.", streak) if streak > 1 else ""


def answer_name(context: RenderContext, puzzle: Puzzle, state: Any, place: int) -> str:
    """Return what an answer is, in a few words."""
    return face_of(puzzle.game).action_name(context, game_of(puzzle.game), state, puzzle.answers[place].do)


def _hint_lines(context: RenderContext, puzzle: Puzzle, state: Any, why: Why | None) -> Iterator[str]:
    game, places = game_of(puzzle.game), range(len(puzzle.answers))
    names = [answer_name(context, puzzle, state, place) for place in places]
    lost = [puzzle.lost(place) for place in places]
    yield from hint_lines(context, idea_text(context, game, why), puzzle, names, lost, puzzle.natural)
    yield "-# " + context.t("With a hint, the right answer counts half for your rating.")


def _title(context: RenderContext, page: PuzzlePage) -> str:
    game = context.t(CATALOGUE[page.puzzle.game].label)
    if page.was != NO_DAY:
        return context.t("Puzzle of {day}: {game}", day=context.t.day(days.day_begins(page.was)), game=game)
    if page.day == NO_DAY:
        return context.t("Puzzle: {game}", game=game)
    return context.t("Puzzle of {day}: {game}", day=context.t.day(days.day_begins(page.day)), game=game)


def _asked(context: RenderContext, page: PuzzlePage) -> list[str]:
    """The lines above the answers: the people here who have solved it, and the reader's streak."""
    if page.day == NO_DAY:
        return []
    notes = [streak_line(context, page.streak), _solved_by(context, page.solvers)]
    return [f"-# {note}" for note in notes if note]


def _answers(context: RenderContext, page: PuzzlePage, state: Any) -> tuple[Row, ...]:
    """What helps first, so that a reader who hears this need not come past all answers; then a row for each answer.

    On a phone, two long names share none.
    """
    puzzle = page.puzzle
    answers: tuple[Row, ...] = tuple(
        (Button(_asks(page, place), truncate(answer_name(context, puzzle, state, place), _LABEL)),)
        for place in range(len(puzzle.answers))
    )
    read, others = _read(context, page), _beside(context, page)
    if len(answers) < _ROWS:
        return ((*read, *others), *answers)
    return ((*read, *answers[0]), *answers[1:-1], (*answers[-1], *others))


def _asks(page: PuzzlePage, place: int) -> str:
    """Return what answers a puzzle."""
    if page.day == NO_DAY:
        return TRY.build(name=page.puzzle.id, place=place)
    return ANSWER.build(day=page.day, name=page.puzzle.id, place=place)


def _beside(context: RenderContext, page: PuzzlePage) -> tuple[Button, ...]:
    """What helps before the answer, besides reading it in words."""
    t, name = context.t, page.puzzle.id
    hint = HINT_ONE.build(name=name) if page.day == NO_DAY else HINT.build(day=page.day, name=name)
    return (
        Button(hint, t("Hint")),
        Button(RULES.build(game=page.puzzle.game), t("Rules")),
        Button(ARCHIVE.build(page=0, button=""), t("Past days")),
    )


def _read(context: RenderContext, page: PuzzlePage) -> tuple[Button, ...]:
    """What reads it in words, where it is not in words already."""
    return () if context.spoken else (Button(_reads(page), context.t("In words")),)


def _reads(page: PuzzlePage) -> str:
    """Return what shows a puzzle in words."""
    name = page.puzzle.id
    return READ_ONE.build(name=name) if page.day == NO_DAY else READ.build(day=page.day, name=name)


def _again(context: RenderContext, page: PuzzlePage, why: Why | None) -> Row:
    """Return what shows an answered puzzle as it stands, with its reason, while that is missing."""
    if not may_ask_again(why):
        return ()
    if context.spoken:
        do = _reads(page)
    elif page.was != NO_DAY:
        do = PAST.build(day=page.was)
    else:  # The first answer counts, so the same once more changes nothing.
        do = _asks(page, page.own)
    return (Button(do, context.t("Ask again")),)


def _reply_lines(context: RenderContext, page: PuzzlePage, state: Any, why: Why | None) -> Iterator[str]:
    """Yield what the reader's answer was worth, all answers, the reason, and the reader's numbers."""
    puzzle, own = page.puzzle, page.own
    yield ""
    yield verdict_line(context, puzzle.unit, puzzle.lost(own), hinted=page.hinted)
    names = [answer_name(context, puzzle, state, place) for place in range(len(puzzle.answers))]
    for place in sorted(range(len(names)), key=puzzle.lost):
        value, lost = puzzle.answers[place].value, puzzle.lost(place)
        yield worth_line(context, puzzle.unit, names[place], value, lost, own=place == own)
    yield ""
    reason = reason_text(context, game_of(puzzle.game), why)
    if reason:
        other = names[puzzle.answers.index(puzzle.compared(own))]
        yield from [why_not_line(context, names[puzzle.best], other, reason), ""]
    yield from trophy_lines(context, page.trophies)
    notes = [streak_line(context, page.streak), _rating(context, page), _solved_by(context, page.solvers)]
    if page.ends and page.was == NO_DAY:
        notes.append(context.t("The next puzzle comes {when}.", when=f"<t:{page.ends}:R>"))
    yield from (f"-# {note}" for note in notes if note)


def _rating(context: RenderContext, page: PuzzlePage) -> str:
    """Both ratings; how sure the reader's is, is told once it says something."""
    t, rating = context.t, page.rating
    if rating.games < _SURE_FROM:
        return t("Your rating in puzzles: {rating}; this one's: {puzzle}.", rating=rating.shown, puzzle=page.worth)
    return t(
        "Your rating in puzzles: {rating} ± {spread}; this one's: {puzzle}.",
        rating=rating.shown,
        spread=rating.spread,
        puzzle=page.worth,
    )


def _solved_by(context: RenderContext, solvers: Solvers) -> str:
    """The people here who have solved the puzzle of the day, and the number of those who have tried."""
    t = context.t
    if not solvers.answered:
        return ""
    if not solvers.total:
        return t.many("{n} answer here so far, none right.", "{n} answers here so far, none right.", solvers.answered)
    named = [mention(user) for user in solvers.solved]
    return t("Solved here by {solved} of {answered}: {players}", solved=solvers.total, answered=solvers.answered,
             players=listed_of(context, named, solvers.total))  # fmt: skip


def share_button(context: RenderContext, day: int, *, shared: bool = False) -> Button:
    """Return what posts the result of the puzzle of ``day``; once it is ``shared``, nobody presses it again."""
    return Button(SHARE.build(day=day), context.t("Shared") if shared else context.t("Share"), disabled=shared)


def _further(context: RenderContext, page: PuzzlePage, themes: Sequence[Theme], again: Row) -> tuple[Row, ...]:
    """Return what leads on; what goes when the reason comes stands last, so that nothing moves under a finger."""
    t = context.t
    more = Button(MORE.build(game=ANY), t("Another puzzle"), Style.PRIMARY)
    past = Button(ARCHIVE.build(page=0, button=""), t("Past days"))
    about = theme_menu(context, PUZZLES, themes, t("Puzzles about …"), "theme")
    if page.day == NO_DAY:
        label = t("Another of {game}", game=t(CATALOGUE[page.puzzle.game].label))
        first: Row = (more, Button(MORE.build(game=page.puzzle.game), label))
        return tuple(filter(None, (first, about, (*_read(context, page), past, *again))))
    yesterday = Button(PAST.build(day=days.day_before(page.day)), t("Yesterday"))
    share = share_button(context, page.day)
    return tuple(filter(None, ((share, more, *_read(context, page)), about, (yesterday, past, *again))))
