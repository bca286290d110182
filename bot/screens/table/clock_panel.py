"""The clock of one table, for its host in the lobby: a private panel like that of ``/settings``."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.kit.choosing import Answer, Question, found
from bot.screens.kit.values import Desk, Screen
from bot.screens.table.clock_questions import ABSENT, CALLS, PATIENCE, REMINDER
from bot.tables.core.model import Absent, Manner, Table
from bot.tables.play import clock

PANEL = "clock"


def clock_screen(desk: Desk, table: Table, *, saved: bool = False) -> Screen:
    """What the table does about absent players, and menus to choose it."""
    t, manner = desk.t, table.manner
    asked = _questions(manner)
    told = t("**Saved.**") if saved else t("Only you see this panel.")
    return Screen(
        title=t("Clock of this table"),
        body="\n".join([told, "", *(question.line(desk, getattr(manner, question.key)) for question in asked)]),
        footer=t("Table {code}", code=table.code),
        rows=tuple(question.menu(desk, PANEL, getattr(manner, question.key)) for question in asked),
    )


def answered(table: Table, key: str, word: str) -> Answer | None:
    """Return the answer behind a line of these menus at ``table``; None if the menu does not offer it there."""
    return found(_questions(table.manner), key, word)


def _questions(manner: Manner) -> tuple[Question, ...]:
    """Return the questions, with the answers that are possible in this manner."""
    may = clock.policies(manner)
    absent = replace(ABSENT, answers=tuple(answer for answer in ABSENT.answers if answer.value in may))
    patience = () if manner.absent is Absent.WAIT else (PATIENCE,)
    # In a simultaneous game nobody is next.
    return (REMINDER, absent, *patience, *((CALLS,) if manner.mode.in_turns else ()))
