"""The panel of a lobby's computers, where its host adds and removes them; only they see it."""

from bot.engine import N_
from bot.screens.computers.words import ABOUT, LEVELS, introduced, level_name, strength_of
from bot.screens.kit import Answer, Choice, Menu, Question, RenderContext, Row, Screen, find_answer, yes_or_no
from bot.tables.core.model import Table
from bot.tables.core.occupants import ComputerPace, Level, free_number

PANEL = "computers"

PACE = Question(
    "computer_pace",
    N_("Pace of computers"),
    (
        Answer("human", ComputerPace.HUMAN, N_("Like people"), N_("Throw by throw, so that everybody can follow")),
        Answer("at_once", ComputerPace.AT_ONCE, N_("At once"), N_("You see what they have written")),
    ),
)
YIELD = yes_or_no(
    "computers_yield",
    N_("When the table is full"),
    N_("Who joins takes a computer's seat"),
    N_("Computers keep their seats"),
)

_QUESTIONS = (PACE, YIELD)


def computers_screen(context: RenderContext, table: Table) -> Screen:
    """Who sits here of the computers, menus to add and to remove one, and how they play."""
    t = context.t
    here = [f"- {introduced(context, computer, table.game)}" for computer in table.computers]
    said = here or [t("No computer plays here yet.")]
    lines = [question.line(context, getattr(table.settings, question.key)) for question in _QUESTIONS]
    return Screen(
        title=t("Computer players"),
        body="\n".join([*said, *(["", *lines] if here else [])]),
        footer=t("Table {code}", code=table.code),
        rows=tuple(_rows(context, table)),
    )


def answered(key: str, word: str) -> Answer | None:
    """Return the answer behind a line of the menus; None for none of them."""
    return find_answer(_QUESTIONS, key, word)


def _rows(context: RenderContext, table: Table) -> list[Row]:
    t, rows = context.t, list[Row]()
    full = len(table.players) >= table.capacity or free_number(table.players) is None
    levels = tuple(
        Choice(f"{PANEL} add {level}", _with_strength(context, table, level), t(ABOUT[level])) for level in LEVELS
    )
    said = t("Every seat is taken") if full else t("Add a computer")
    rows.append((Menu(f"{PANEL} levels", said, levels, disabled=full),))
    if table.computers:
        here = tuple(
            Choice(f"{PANEL} remove {computer.number}", computer.name, level_name(context, computer.level).capitalize())
            for computer in table.computers
        )
        rows.append((Menu(f"{PANEL} seated", t("Remove a computer"), here),))
        rows += [question.menu(context, PANEL, getattr(table.settings, question.key)) for question in _QUESTIONS]
    return rows


def _with_strength(context: RenderContext, table: Table, level: Level) -> str:
    strength = strength_of(context, table.game, level)
    said = ", ".join((level_name(context, level), *([strength] if strength else [])))
    return said[0].upper() + said[1:]
