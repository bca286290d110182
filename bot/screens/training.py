"""Training as its person sees it: what they do again and again, an exercise, and what its answers were worth.

``train`` opens it; ``train next <scope>`` shows what is due, ``train answer <key> <tries> <place> <scope>`` answers it.
A scope says what comes next: the portion of today, everything, a theme, or the mistakes of one game.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from bot.engine import AnyGame, Seat, Theme
from bot.games import CATALOGUE, THEMES
from bot.screens.kit import (
    CUP_RED,
    LEAF_GREEN,
    BoardPicture,
    BoardView,
    Button,
    Choice,
    DiceInHand,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    dice_heading,
    truncate,
)
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.reasons import LESS, WORTH, idea_text, may_ask_again, reason_text, too_long
from bot.screens.kit.values import begun
from bot.screens.review import amount, scale_of
from bot.tables.model.days import day_begins
from bot.tables.model.table import NOBODY, position_table
from bot.tables.training import PORTION, AskedExercise, Exercise, Habit, TrainedWeek, TrainingPage
from bot.thinker.answers import Why

HOME = "train"
ALL: Final = "all"
"""The scope of today's portion; others are a theme, or the code of a table."""
MORE: Final = "more"
"""The scope of everything, once the portion is done."""

NEXT = Pattern("train next {scope}")
ANSWER = Pattern("train answer {key} {tries:number} {place:number} {scope}")
HINTED = Pattern("train hinted {key} {tries:number} {place:number} {scope}")
"""An answer after a hint."""
HINT = Pattern("train hint {key} {scope}")
READ = Pattern("train read {key} {scope}")
"""An exercise in words."""
READ_HINTED = Pattern("train read {key} {scope} hinted")
"""An exercise in words, after a hint."""
PUZZLES = Pattern(f"puzzle theme {{theme:{'|'.join(THEMES)}}}")
"""One more puzzle of a theme."""

_LABEL = 80


_CLOSE = {"points": 2.0, "win": 0.03, "turns": 0.25}
"""An answer that loses no more than this is close, by the unit."""


class Hinted(Protocol):
    """A position with answers, of which one is best."""

    @property
    def theme(self) -> Theme:
        """What it is about."""

    @property
    def unit(self) -> str:
        """What answers are counted in."""

    @property
    def best(self) -> int:
        """The place of the best answer."""


def hint_lines(
    context: RenderContext, idea: str, hinted: Hinted, names: Sequence[str], lost: Sequence[float], likely: int
) -> Iterator[str]:
    """Yield what to think of, an answer that is not the best, and how near the others come.

    ``names`` and ``lost`` are of the answers. The ``likely`` one is not ruled out: where it is the only other one, all
    but what to think of would tell the answer. Without an ``idea`` there is one for the theme, without a word about it.
    """
    t, places = context.t, range(len(names))
    yield idea or t(hinted.theme.hint)
    worse = [place for place in places if place not in (hinted.best, likely)]
    if not worse:
        return
    yield t("It is not “{move}”.", move=names[max(worse, key=lost.__getitem__)])
    close = sum(lost[place] <= _CLOSE[hinted.unit] for place in places if place != hinted.best)
    within = scale_of(hinted.unit) * _CLOSE[hinted.unit]
    near = amount(context, hinted.unit, t.number(within, 0 if within.is_integer() else 2))
    if close:
        yield t.many(
            "{n} other answer comes within {amount} of the best.",
            "{n} other answers come within {amount} of the best.",
            close,
            amount=near,
        )
    else:
        yield t("Every other answer costs more than {amount}.", amount=near)


def theme_menu(context: RenderContext, build: Pattern, themes: Sequence[Theme], placeholder: str, name: str) -> Row:
    """Return a menu of ``themes``; ``build`` is what a choice asks for, by the word ``name``."""
    choices = tuple(
        Choice(build.build(**{name: key}), context.t(theme.label)) for key, theme in THEMES.items() if theme in themes
    )
    return (Menu("train", placeholder, choices),) if choices else ()


# -- The first page ---------------------------------------------------------------------------------------------------


def training_screen(context: RenderContext, page: TrainingPage, puzzles: Sequence[Theme]) -> Screen:
    """What somebody does again and again, what is due, and how weeks went; else puzzles of these themes."""
    t = context.t
    if not page.habits:
        return Screen(
            title=t("Training"),
            body="\n\n".join(
                (
                    t(
                        "You have no puzzles of your own yet. They come from your own finished games: a decision that "
                        "surely cost something comes back here until you know it. Only you see them."
                    ),
                    t(
                        "Nearly all score sheets and races give puzzles. Other games mostly do between two. Among "
                        "more, and where others can close columns, values are mostly too rough: there, what you play "
                        "alone may give some."
                    ),
                    t("Until then, practise with others: choose what they are about."),
                )
            ),
            rows=(theme_menu(context, PUZZLES, puzzles, t("Puzzles about …"), "theme"),),
        )
    if page.left:
        today = t.many(
            "**{n}** puzzle for today: press **Begin**.", "**{n}** puzzles for today: press **Begin**.", page.left
        )
    elif page.enough:
        today = t("Today's {n} puzzles are done. To train more, press **Go on**.", n=PORTION)
    else:
        today = t("Nothing is due: the next puzzle comes {when}.", when=f"<t:{page.next}:R>")
    first, *others = [_habit(context, one) for one in page.habits[:2] if one.specific] or [
        t("No habit stands out among your mistakes.")
    ]
    told = [first, *(t("Also: {habit}", habit=one) for one in others)]
    body = [*told, today, _weeks(context, page.weeks)]
    begin = Button(NEXT.build(scope=ALL), t("Begin"), Style.PRIMARY, disabled=not page.due)
    if page.enough:
        begin = _go_on(context)
    own = theme_menu(context, NEXT, [habit.theme for habit in page.habits if habit.due], t("Train …"), "scope")
    more = theme_menu(context, PUZZLES, puzzles, t("Puzzles about …"), "theme")
    return Screen(
        title=t("Training"),
        body="\n".join(filter(None, body)),
        rows=tuple(filter(None, ((begin,), own, _renamed(more)))),
    )


def _go_on(context: RenderContext) -> Button:
    """Return what trains more than the portion of today."""
    return Button(NEXT.build(scope=MORE), context.t("Go on"))


def _renamed(row: Row) -> Row:
    """Return a menu of puzzles under another name than that of exercises: both stand in one message."""
    return tuple(Menu("puzzles", item.placeholder, item.choices) for item in row if isinstance(item, Menu))


def _habit(context: RenderContext, habit: Habit) -> str:
    """A habit with how often it came and what it cost, each unit by itself."""
    t = context.t
    name = t(habit.theme.habit(habit.leaning))
    costs = [
        t.many("once, {lost}", "{n} times, {lost}", habit.often[unit], lost=_amount(context, unit, lost))
        for unit, lost in sorted(habit.lost.items())
    ]
    return t("**{habit}**: {costs}.", habit=name, costs="; ".join(costs))


def _amount(context: RenderContext, unit: str, lost: float) -> str:
    if unit == "win" and lost >= 1:  # More than a whole game, in small parts of many.
        return context.t.many("{amount} win", "{amount} wins", 0 if lost < 2 else 2, amount=context.t.tenths(lost))
    number = scale_of(unit) * lost
    return amount(context, unit, context.t.number(round(number)) if number >= 10 else context.t.tenths(number))


def _weeks(context: RenderContext, weeks: Sequence[TrainedWeek]) -> str:
    """The answers that were right lately, and in which part of those of earlier weeks."""
    if not weeks:
        return ""
    t, (latest, *earlier) = context.t, weeks
    told = t.many(
        "Since {day} you got {n} of {answers} right.",
        "Since {day} you got {n} of {answers} right.",
        latest.solved,
        day=t.day(day_begins(latest.day)),
        answers=latest.answers,
    )
    if not earlier:
        return told
    shares = ", ".join(t.percent(week.solved / week.answers) for week in reversed(earlier))
    before = t.many(
        "The last week of training before: {shares}.",
        "Weeks of training before, the latest last: {shares}.",
        len(earlier),
        shares=shares,
    )
    return f"{told} {before}"


# -- An exercise, before the answer and after it ----------------------------------------------------------------------


def exercise_screen(
    context: RenderContext,
    asked: AskedExercise,
    scope: str,
    why: Why | None = None,
    *,
    hint: bool = False,
    pictured: bool = False,
) -> Screen:
    """The position with a button for each answer; once answered, what each is worth, why, and when it comes back.

    ``hint``: it also says what to think of, by ``why``, and rules an answer out; once answered, that there was one.
    ``pictured``: the picture of the board shows what it can.
    """
    exercise, t = asked.exercise, context.t
    game, state = exercise.made()
    picture = position_picture(context, game, state) if pictured else None
    names = [face_of(game.key).action_name(context, game, state, answer.do) for answer in exercise.answers]
    own = next((place for place, answer in enumerate(exercise.answers) if answer.do == exercise.answer), exercise.best)
    lines = [
        *position_lines(context, game, state, pictured=picture is not None),
        *(_told(context, asked, names, own, reason_text(context, game, why), hinted=hint) if asked.answered else []),
        *(
            ["", *_hint_lines(context, exercise, names, idea_text(context, game, why))]
            if hint and not asked.answered
            else []
        ),
    ]
    return Screen(
        title=t("Training: {game}", game=t(CATALOGUE[game.key].label)),
        body="\n".join(lines),
        rows=_further(context, asked, scope, _again(context, exercise, own, scope, why, hinted=hint))
        if asked.answered
        else _answers(context, exercise, names, scope, HINTED if hint else ANSWER),
        colour=LEAF_GREEN if asked.answered and own == exercise.best else CUP_RED,
        picture=picture,
    )


def _hint_lines(context: RenderContext, exercise: Exercise, names: Sequence[str], idea: str) -> Iterator[str]:
    lost = [exercise.lost_by(place) for place in range(len(names))]
    done = next(place for place, answer in enumerate(exercise.answers) if answer.do == exercise.done)
    return hint_lines(context, idea, exercise, names, lost, done)


def position_picture(context: RenderContext, game: AnyGame, state: Any) -> BoardPicture | None:
    """Return the picture that the board shows to somebody who has to decide here; None in words, and without one."""
    t, seat, seats = context.t, state.turn or Seat(0), len(game.scores(state))
    face = face_of(game.key)
    if context.plain or not face.pictured:
        return None
    other = t("Other") if seats == 2 else ""  # Chips and columns have little room for a name.
    names = tuple(t("You") if place == seat else other for place in range(seats))
    table = position_table(game, state, (NOBODY,) * seats)
    return face.board(context, table, game, state, BoardView(replayed=True, pictured=True, names=names)).picture


def position_lines(context: RenderContext, game: AnyGame, state: Any, *, pictured: bool = False) -> Iterator[str]:
    """Yield what somebody sees who has to decide: what is written, unless it is ``pictured``, dice, and question."""
    face = face_of(game.key)
    told = face.beside_picture if pictured else face.situation
    yield from told(context, game, state, state.turn or Seat(0))
    heading = dice_heading(context, DiceInHand(state.dice, look=face.look), 0)
    yield from [heading] if heading else []
    yield face.question(context, state)


def _answers(
    context: RenderContext, exercise: Exercise, names: Sequence[str], scope: str, answer: Pattern
) -> tuple[Row, ...]:
    """What helps, then a row for each answer: on a phone, two long names share none."""
    asks = [
        answer.build(key=exercise.key, tries=exercise.tries, place=place, scope=scope) for place in range(len(names))
    ]
    rows: tuple[Row, ...] = tuple((Button(do, truncate(name, _LABEL)),) for do, name in zip(asks, names, strict=True))
    hint = Button(HINT.build(key=exercise.key, scope=scope), context.t("Hint"))
    reads = READ_HINTED if answer is HINTED else READ
    read = Button(reads.build(key=exercise.key, scope=scope), context.t("In words"))
    return ((*((read,) * (not context.spoken)), hint, Button(HOME, context.t("Training"))), *rows)


def _told(
    context: RenderContext, asked: AskedExercise, names: Sequence[str], own: int, reason: str, *, hinted: bool
) -> Iterator[str]:
    """Yield what the answer was worth, all answers, why, what was done in the game, and when this comes back."""
    exercise, t = asked.exercise, context.t
    yield ""
    yield verdict_line(context, exercise.unit, exercise.lost_by(own), hinted=hinted)
    for place in sorted(range(len(names)), key=exercise.lost_by):
        value, lost = exercise.answers[place].value, exercise.lost_by(place)
        yield worth_line(context, exercise.unit, names[place], value, lost, own=place == own)
    called = {answer.do: name for answer, name in zip(exercise.answers, names, strict=True)}
    if reason:
        yield from ["", why_not_line(context, names[exercise.best], called[exercise.compared], reason)]
    yield ""
    if exercise.answer != exercise.done:
        yield t("In the game you chose: {move}.", move=called[exercise.done])
    yield t("This comes back {when}.", when=f"<t:{exercise.memory.due}:R>")


def worth_line(context: RenderContext, unit: str, name: str, value: float, lost: float, *, own: bool) -> str:
    """Return what an answer is worth; of any but the best, which has ``lost`` nothing, by how much less."""
    t, scale = context.t, scale_of(unit)
    if lost:
        line = t("{move}: {less}", move=name, less=t(LESS[unit], n=t.tenths(scale * lost)))
    else:
        line = t("**{move}**: {worth}", move=name, worth=t(WORTH[unit], n=t.tenths(scale * value)))
    return "- " + (t("{answer} (yours)", answer=line) if own else line)


def why_not_line(context: RenderContext, best: str, other: str, reason: str) -> str:
    """Return the reason why ``best`` is better than ``other``, which "the other move" is in there."""
    return context.t("Why “{best}”, not “{other}”? {reason}", best=best, other=other, reason=reason)


def verdict_line(context: RenderContext, unit: str, lost: float, *, hinted: bool = False) -> str:
    """Return whether an answer that ``lost`` so much was the best; ``hinted``: after a hint."""
    t = context.t
    if not lost and hinted:
        return t("**Right, with a hint.** Nothing is better.")
    if not lost:
        return t("**Right!** Nothing is better.")
    return t("**Not the best.** It costs {amount}.", amount=amount(context, unit, t.tenths(scale_of(unit) * lost)))


def _again(context: RenderContext, exercise: Exercise, own: int, scope: str, why: Why | None, *, hinted: bool) -> Row:
    """Return what shows an answered exercise as it stands, with its reason, while that is missing.

    It is the button of the answer: an old one changes nothing.
    """
    if not may_ask_again(why):
        return ()
    answer = (HINTED if hinted else ANSWER).build(key=exercise.key, tries=exercise.tries - 1, place=own, scope=scope)
    return (Button(answer, context.t("Ask again")),)


def _further(context: RenderContext, asked: AskedExercise, scope: str, again: Row) -> tuple[Row, ...]:
    """Return what leads on; what goes when the reason comes stands last, so that nothing moves under a finger."""
    t = context.t
    label = t("Next ({n} left today)", n=asked.left) if asked.left and scope != MORE else t("Next")
    return (
        (
            Button(NEXT.build(scope=scope), label, Style.PRIMARY),
            Button(HOME, t("Training")),
            *again,
        ),
    )


# -- What else there is to say ----------------------------------------------------------------------------------------


def done_screen(context: RenderContext, page: TrainingPage, scope: str) -> Screen:
    """The portion of today is done, or nothing of ``scope`` is due any more."""
    t = context.t
    lines = [] if scope == ALL and page.enough else [t("Nothing more of this is due now.")]
    if page.left:
        lines.append(t.many("**{n}** puzzle is left today.", "**{n}** puzzles are left today.", page.left))
    elif page.enough:
        lines.append(t("Today's {n} puzzles are done.", n=PORTION))
    elif page.next is not None:
        lines.append(begun(t("The next puzzle comes {when}.", when=f"<t:{page.next}:R>")))
    buttons = (*((_go_on(context),) * page.enough), Button(HOME, t("Training")))
    return Screen(title=t("Training"), body=" ".join(lines), colour=LEAF_GREEN, rows=(buttons,))


def none_screen(context: RenderContext) -> Screen:
    """A decision makes no exercise: the evaluator may err by more than it cost, or the game is of other rules."""
    t = context.t
    return Screen(
        title=t("Training"),
        body=t(
            "That makes no puzzle: it cost too little to be sure, or values are too rough in this game by these "
            "house rules or with other players."
        ),
        rows=((Button(HOME, t("Training")),),),
    )


def working_screen(context: RenderContext) -> Screen:
    """Exercises are being made."""
    t = context.t
    return Screen(
        title=t("Training"),
        body=t("Looking through your latest games: some seconds. This message changes by itself."),
    )


def late_screen(context: RenderContext) -> Screen:
    """No exercises were made in time; one may ask again."""
    t = context.t
    return Screen(title=t("Training"), body=too_long(context), rows=((Button(HOME, t("Ask again")),),))
