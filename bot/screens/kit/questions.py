"""Questions with a few answers, as menus: the parts of the panels of ``/settings`` and ``/preferences``.

One table of :class:`Question` gives keys, words, values and menus. The panels read it to draw, the commands to check
what comes back. ``<panel> set <key> <word>`` answers a question, ``<panel> page <key>`` turns to a page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.screens.kit.values import Choice, Menu, RenderContext, Row, truncate

_CHOICE = 100
_PLACEHOLDER = 150


@dataclass(frozen=True, slots=True)
class Answer:
    """A line of a menu: its word in custom_ids, its value, its name and its meaning (English)."""

    word: str
    value: object
    label: str
    about: str = ""
    fill: tuple[tuple[str, object], ...] = ()
    """Values for the label."""

    def label_for(self, context: RenderContext) -> str:
        """Its name."""
        return context.t(self.label, **dict(self.fill))


@dataclass(frozen=True, slots=True)
class Question:
    """Something to choose: the field it fills, its name (English), and the answers."""

    key: str
    label: str
    answers: tuple[Answer, ...]

    def answer(self, word: str) -> Answer | None:
        """Return the answer with ``word``; None if there is none."""
        return next((answer for answer in self.answers if answer.word == word), None)

    def value_text(self, context: RenderContext, value: object) -> str:
        """The name of ``value``; the value itself if it is none of the answers."""
        return next((answer.label_for(context) for answer in self.answers if answer.value == value), str(value))

    def line(self, context: RenderContext, value: object) -> str:
        """The question and its present answer, for a list."""
        return named_line(context, context.t(self.label), self.value_text(context, value))

    def menu(self, context: RenderContext, panel: str, value: object) -> Row:
        """A menu of the answers. It is called by the question only: the panel's list says the present answer."""
        choices = tuple(self._choice(context, panel, answer, value) for answer in self.answers)
        return (Menu(f"{panel} ask {self.key}", truncate(context.t(self.label), _PLACEHOLDER), choices),)

    def _choice(self, context: RenderContext, panel: str, answer: Answer, value: object) -> Choice:
        notes = [context.t("In force now")] if answer.value == value else []
        about = " · ".join([*notes, context.t(answer.about)] if answer.about else notes)
        return Choice(
            f"{panel} set {self.key} {answer.word}",
            truncate(answer.label_for(context), _CHOICE),
            truncate(about, _CHOICE),
        )


def yes_or_no(key: str, label: str, yes: str, no: str) -> Question:
    """A question with two answers; their names are English."""
    return Question(key, label, (Answer("yes", True, yes), Answer("no", False, no)))


def named_line(context: RenderContext, name: str, value: str) -> str:
    """A line of a panel's list."""
    return "- " + context.t("{name}: **{value}**", name=name, value=value)


def page_menu(context: RenderContext, panel: str, pages: Mapping[str, str], shown: str) -> Row:
    """The menu of all pages; their names are English."""
    choices = tuple(
        Choice(f"{panel} page {key}", context.t(label), context.t("You are here") if key == shown else "")
        for key, label in pages.items()
    )
    return (Menu(f"{panel} pages", context.t("Choose a page"), choices),)


def find_answer(questions: Sequence[Question], key: str, word: str) -> Answer | None:
    """Return the answer to ``set <key> <word>``; None if there is none."""
    return next((question.answer(word) for question in questions if question.key == key), None)
