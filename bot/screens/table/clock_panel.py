"""The clock of one table: a private panel like that of ``/settings``, where its host chooses in the lobby."""

from dataclasses import replace

from bot.screens.kit import Answer, Question, RenderContext, Screen, find_answer
from bot.screens.table.clock_questions import ABSENT, BY_COMPUTER, CALLS, PATIENCE, REMINDER
from bot.tables.core.model import AbsencePolicy, Table, TableSettings
from bot.tables.play import clock

PANEL = "clock"


def clock_screen(context: RenderContext, table: Table, *, saved: bool = False, chooses: bool = True) -> Screen:
    """What the table does about absent players, and menus for a person who ``chooses``: the host, in the lobby."""
    t, settings = context.t, table.settings
    asked = _questions(settings)
    note = t("**Saved.**") if saved else t("Only you see this panel.")
    if not chooses:
        note = t("The host chooses this in the lobby.")
    return Screen(
        title=t("Reminders and absences"),
        body="\n".join([note, "", *(question.line(context, getattr(settings, question.key)) for question in asked)]),
        footer=t("Table {code}", code=table.code),
        rows=tuple(question.menu(context, PANEL, getattr(settings, question.key)) for question in asked if chooses),
    )


def answered(table: Table, key: str, word: str) -> Answer | None:
    """Return the answer behind a line of these menus at ``table``; None if the menu does not offer it there."""
    return find_answer(_questions(table.settings), key, word)


def _questions(settings: TableSettings) -> tuple[Question, ...]:
    """Return the questions, with the answers that these settings allow."""
    may = clock.allowed_policies(settings)
    answers = (*ABSENT.answers, BY_COMPUTER)
    absent = replace(ABSENT, answers=tuple(answer for answer in answers if answer.value in may))
    patience = () if settings.absent is AbsencePolicy.WAIT else (PATIENCE,)
    # In a simultaneous game nobody is next.
    return (REMINDER, absent, *patience, *((CALLS,) if settings.mode.in_turns else ()))
