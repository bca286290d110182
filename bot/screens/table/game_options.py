"""What the host can choose of a lobby's game beside its house rules, as questions: sheet, pace, totals, whose dice.

``option ask <key>`` opens one, ``option pick <key> <word>`` answers it.
"""

from collections.abc import Iterator

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.kit import Answer, Choice, Menu, Question, RenderContext, Row, Screen, named_line, truncate
from bot.tables.core.model import Hints, Table
from bot.tables.play.game_choice import games_at

SHEET = "sheet"
"""The key of the question which game of the family is played; the others are fields of the table's settings."""

PACE = Question(
    "simultaneous",
    N_("Pace"),
    (
        Answer("turns", False, N_("In turns"), N_("One after the other, all on one board")),
        Answer("parallel", True, N_("Everybody at once"), N_("Each alone, on a private board")),
    ),
)
TOTALS = Question(
    "hidden_totals",
    N_("Totals"),
    (
        Answer("live", False, N_("Live"), N_("Everybody sees them all the time")),
        Answer("end", True, N_("At the end"), N_("Nobody sees those of others before the end")),
    ),
)
DICE = Question(
    "real_dice",
    N_("Dice"),
    (
        Answer("fair", False, N_("The bot's"), N_("Fair dice, which anybody can verify")),
        Answer("real", True, N_("Your own"), N_("You throw at your table and tell what fell")),
    ),
)
HINTS = Question(
    "hints",
    N_("Hints"),
    (
        Answer("alone", Hints.ALONE, N_("For games alone"), N_("What the moves are worth; such games are unranked")),
        Answer("on", Hints.ON, N_("For everybody"), N_("One hint makes the game unranked for all")),
        Answer("off", Hints.OFF, N_("No hints"), N_("Everybody decides by themselves")),
    ),
)


def questions(table: Table) -> tuple[Question, ...]:
    """Return the questions that have more than one answer at ``table``."""
    return tuple(_questions(table))


def _questions(table: Table) -> Iterator[Question]:
    settings = table.settings
    here = games_at(table, simultaneous=settings.simultaneous)
    if len(here) > 1:
        yield Question(
            SHEET,
            N_("Sheet"),
            tuple(Answer(key, key, CATALOGUE[key].label, CATALOGUE[key].about) for key in here),
        )
    if settings.simultaneous or games_at(table, simultaneous=True):
        yield PACE
    if settings.simultaneous:
        yield TOTALS
    yield DICE
    yield HINTS


def present(table: Table, question: Question) -> object:
    """Return the present answer."""
    return table.game.key if question.key == SHEET else getattr(table.settings, question.key)


def is_changed(table: Table, question: Question) -> bool:
    """Whether the present answer differs from the usual one, the first; no sheet is more usual than another."""
    return question.key != SHEET and present(table, question) != question.answers[0].value


def question_line(context: RenderContext, table: Table, question: Question) -> str:
    """Return the question and its present answer."""
    name, value = context.t(question.label), question.value_text(context, present(table, question))
    if is_changed(table, question):
        return context.t("● {name}: **{value}** (changed)", name=name, value=value)
    return context.t("{name}: {value}", name=name, value=value)


def question_choice(context: RenderContext, table: Table, question: Question) -> Choice:
    """Return the line of a menu that opens the question."""
    now = context.t("Now: {value}", value=question.value_text(context, present(table, question)))
    return Choice(f"option ask {question.key}", context.t(question.label), truncate(now, 100))


def question_screen(context: RenderContext, table: Table, question: Question, back: Row) -> Screen:
    """Return one question with a menu of its answers."""
    now = present(table, question)
    choices = tuple(
        Choice(
            f"option pick {question.key} {answer.word}",
            truncate(answer.label_for(context), 100),
            truncate(context.t(answer.about), 100),
            chosen=answer.value == now,
        )
        for answer in question.answers
    )
    return Screen(
        title=context.t(question.label),
        body=named_line(context, context.t("Now"), question.value_text(context, now)).removeprefix("- "),
        footer=context.t("Table {code}", code=table.code),
        rows=((Menu(f"option answers {question.key}", context.t("Choose"), choices),), back),
    )
