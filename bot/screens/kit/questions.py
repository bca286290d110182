"""Questions with a few answers, as menus of panels; and house rules in words."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.engine import N_, AnyGame, OptionValue, Rule
from bot.engine.game import BOTH_WAYS, BOTH_WAYS_WARNING, GAMES
from bot.games import CATALOGUE
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.values import Choice, Form, Menu, RenderContext, Row, truncate
from bot.tables.model import days

# -- Questions with a few answers, as menus: the parts of the panels of ``/settings`` and ``/preferences`` -----------
# One table of :class:`Question` gives keys, words, values and menus. The panels read it to draw, the commands to check
# what comes back. The pattern of a panel (:mod:`bot.screens.kit.patterns`) answers a question, another turns
# to a page.

_CHOICE = 100
_PLACEHOLDER = 150


@dataclass(frozen=True, slots=True)
class AnswerOption:
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
    answers: tuple[AnswerOption, ...]

    def answer(self, word: str) -> AnswerOption | None:
        """Return the answer with ``word``; None if there is none."""
        return next((answer for answer in self.answers if answer.word == word), None)

    def value_text(self, context: RenderContext, value: object) -> str:
        """The name of ``value``; the value itself if it is none of the answers."""
        return next((answer.label_for(context) for answer in self.answers if answer.value == value), str(value))

    def line(self, context: RenderContext, value: object) -> str:
        """The question and its present answer, for a list."""
        return named_line(context, context.t(self.label), self.value_text(context, value))

    def menu(self, context: RenderContext, chosen: Pattern, value: object, held: str = N_("In force now")) -> Row:
        """A menu of the answers, which ask for ``chosen``.

        Closed, it says the question and the present answer; open, which answer is ``held``.
        """
        choices = self.choices(context, chosen, value, held)
        closed = context.t("{name}: {value}", name=context.t(self.label), value=self.value_text(context, value))
        return (Menu(f"{chosen.first} ask {self.key}", truncate(closed, _PLACEHOLDER), choices),)

    def choices(
        self, context: RenderContext, chosen: Pattern, value: object, held: str = N_("In force now")
    ) -> tuple[Choice, ...]:
        """The lines of :meth:`menu`."""
        return tuple(self._choice(context, chosen, answer, value, held) for answer in self.answers)

    def _choice(
        self, context: RenderContext, chosen: Pattern, answer: AnswerOption, value: object, held: str
    ) -> Choice:
        notes = [context.t(held)] if answer.value == value else []
        about = " · ".join([*notes, context.t(answer.about)] if answer.about else notes)
        return Choice(
            chosen.build(key=self.key, word=answer.word),
            truncate(answer.label_for(context), _CHOICE),
            truncate(about, _CHOICE),
        )


def yes_or_no(key: str, label: str, yes: str, no: str) -> Question:
    """A question with two answers; their names are English."""
    return Question(key, label, (AnswerOption("yes", True, yes), AnswerOption("no", False, no)))


def named_line(context: RenderContext, name: str, value: str) -> str:
    """A line of a panel's list."""
    return "- " + context.t("{name}: **{value}**", name=name, value=value)


def differing_lines(
    context: RenderContext,
    pages: Mapping[str, str],
    lines: Callable[[str], Sequence[str]],
    usual: Callable[[str], Sequence[str]],
) -> tuple[list[list[str]], list[str]]:
    """Return of each page its ``lines`` that are none of the ``usual`` ones; and what names the pages without such."""
    told = dict[str, list[str]]()
    for page in pages:
        standard = usual(page)
        told[page] = [line for line in lines(page) if line not in standard]
    same = " · ".join(context.t(pages[page]) for page, differing in told.items() if not differing)
    last = [context.t("Usual choices: {pages}.", pages=same)] if same else []
    return list(filter(None, told.values())), last


def page_menu(
    context: RenderContext, turning: Pattern, pages: Mapping[str, str], abouts: Mapping[str, str], shown: str
) -> Menu:
    """The menu of all pages, which ask for ``turning``; their names, and what they are about, are English."""
    choices = tuple(
        Choice(turning.build(page=key), context.t(label), context.t("You are here" if key == shown else abouts[key]))
        for key, label in pages.items()
    )
    return Menu(f"{turning.first} pages", context.t("Choose a page"), choices)


def find_answer(questions: Sequence[Question], key: str, word: str) -> AnswerOption | None:
    """Return the answer to ``set <key> <word>``; None if there is none."""
    return next((question.answer(word) for question in questions if question.key == key), None)


# -- The question about a time zone: the zones of a menu, named by where people live who speak our languages ---------

_ZONES = (
    ("America/Toronto", N_("Québec, Ontario, New York")),
    ("America/Halifax", N_("New Brunswick, Nova Scotia")),
    ("America/St_Johns", N_("Newfoundland")),
    ("America/Winnipeg", N_("Manitoba, Chicago, Texas")),
    ("America/Regina", N_("Saskatchewan")),
    ("America/Edmonton", N_("Alberta, Denver")),
    ("America/Vancouver", N_("British Columbia, California")),
    ("America/Port-au-Prince", N_("Haiti")),
    ("America/Martinique", N_("Martinique, Guadeloupe")),
    ("America/Cayenne", N_("French Guiana")),
    ("Europe/London", N_("United Kingdom, Ireland, Portugal")),
    ("Europe/Paris", N_("France, Belgium, Switzerland, Germany")),
    ("Europe/Athens", N_("Greece, Finland, Romania")),
    ("Africa/Abidjan", N_("Senegal, Mali, Ivory Coast")),
    ("Africa/Casablanca", N_("Morocco")),
    ("Africa/Algiers", N_("Algeria, Tunisia")),
    ("Africa/Kinshasa", N_("Cameroon, Kinshasa, Gabon")),
    ("Asia/Beirut", N_("Lebanon")),
    ("Indian/Reunion", N_("Réunion, Mauritius")),
    ("Asia/Tokyo", N_("Japan, Korea")),
    ("Australia/Sydney", N_("Sydney, Melbourne")),
    ("Pacific/Noumea", N_("New Caledonia")),
    ("Pacific/Tahiti", N_("Tahiti")),
    ("Etc/UTC", N_("UTC")),
)
HOURS = tuple(AnswerOption(str(hour), hour, N_("{hour}:00"), fill=(("hour", hour),)) for hour in range(24))
"""The full hours of a day as answers."""

TYPE_ZONE, ZONE_TYPED = "type", "typed"
"""In place of a zone's name: open the window to type another one; take what was typed there."""

_MOST_NAMED = 8
"""So many time zones fit in an answer."""


@dataclass(frozen=True, slots=True)
class ZoneQuestion(Question):
    """The question about a time zone: its menu offers some of them, and a window to type any other."""

    def value_text(self, context: RenderContext, value: object) -> str:
        """The name of the zone ``value``, as its menu has it; hours from UTC; else its IANA name."""
        offered = Question.value_text(self, context, value)
        if match := re.fullmatch(r"Etc/GMT([+-])(\d+)", offered):  # Their signs say how far UTC is from there.
            return f"UTC{'-' if match[1] == '+' else '+'}{match[2]}"
        return offered.replace("_", " ")

    def choices(
        self, context: RenderContext, chosen: Pattern, value: object, held: str = N_("In force now")
    ) -> tuple[Choice, ...]:
        """The lines of the menu, the last one to type another zone."""
        about = context.t("Type a city, or hours from UTC")
        if all(answer.value != value for answer in self.answers):
            about = context.t("{name}: {value}", name=context.t(held), value=self.value_text(context, value))
        other = Choice(chosen.build(key=self.key, word=TYPE_ZONE), context.t("Another…"), about)
        return (*Question.choices(self, context, chosen, value, held), other)


ZONE = ZoneQuestion("zone", N_("Time zone"), tuple(AnswerOption(zone, zone, label) for zone, label in _ZONES))
"""A person's or a server's time zone, by its IANA name."""


def zone_form(context: RenderContext, do: str) -> Form:
    """The window to type a time zone; sending it asks for ``do``."""
    t = context.t
    hint = t("A large city in that zone, by its English name, or a name such as Europe/Paris.")
    return Form(do, t("Another time zone"), t("City, or hours from UTC"), hint, "Montréal, St. John's, UTC-3")


def zones_called(context: RenderContext, typed: str) -> tuple[str, ...]:
    """Return the IANA names of the time zones that ``typed`` may mean, one where it is clear; call it in a thread."""
    ours = {one: zone for zone, said in _ZONES for one in f"{said}, {context.t(said)}".split(", ")}
    return days.zones_called(typed, ours)


def zone_unclear(context: RenderContext, typed: str, zones: Sequence[str]) -> str:
    """Say that ``typed`` means none of the time zones, or several: these ``zones``."""
    said = truncate(" ".join(re.sub(r"[^\w+./' -]", "", typed).split()), 40)
    if not zones:
        return context.t(
            "I know no time zone called “{typed}”, and have changed nothing. Type a large city in that zone, by its "
            "English name, such as Madrid, or full hours from UTC, such as UTC-3.",
            typed=said,
        )
    named = context.t.listed([f"**{zone}**" for zone in zones[:_MOST_NAMED]] + ["…"] * (len(zones) > _MOST_NAMED))
    return context.t(
        "“{typed}” may be one of several time zones, so I have changed nothing. Type one of these: {zones}.",
        typed=said,
        zones=named,
    )


# -- The house rules of a game, in words -----------------------------------------------------------------------------


def rules_in_force(context: RenderContext, game: AnyGame) -> str:
    """The house rules that differ from the standard, one a line."""
    if not game.options:
        return context.t("Standard rules.")
    known = {rule.key: rule for rule in CATALOGUE[game.key].rules}
    return "\n".join(
        context.t(
            "{name}: **{value}**", name=context.t(known[key].label), value=value_in_words(context, known[key], value)
        )
        for key, value in game.options.items()
    )


def options_in_words(context: RenderContext, game: str, options: Mapping[str, OptionValue], between: str) -> str:
    """The house rules of a finished game in one line; unknown rules come out as stored."""
    known = {rule.key: rule for rule in CATALOGUE[game].rules} if game in CATALOGUE else {}
    return between.join(
        context.t("{name}: {value}", name=context.t(known[key].label), value=value_in_words(context, known[key], value))
        if key in known and value in known[key].choices
        else f"{key} = {value}"
        for key, value in options.items()
    )


def rule_value(game: AnyGame, rule: Rule) -> OptionValue:
    """Return the value of ``rule`` in force."""
    return game.options.get(rule.key, rule.default)


def rule_line(context: RenderContext, game: AnyGame, rule: Rule) -> str:
    """Return a rule and its value; a sign and a word mark one that differs from the standard."""
    value = rule_value(game, rule)
    words = {"name": context.t(rule.label), "value": value_in_words(context, rule, value)}
    if value == rule.default:
        return context.t("{name}: {value}", **words)
    return context.t("● {name}: **{value}** (changed)", **words)


OF_POWER = ("freeze", "double_mandatory", "power_bonus_base")
"""House rules that mean something with the Power die alone."""


def rule_choices(
    context: RenderContext,
    game: AnyGame,
    rule: Rule,
    do: Callable[[int], str],
    fits: Callable[[OptionValue], bool] = lambda _: True,
) -> tuple[Choice, ...]:
    """Return the lines of a menu that set ``rule`` to another value that ``fits``; ``do`` says what each asks for."""

    def meaning(value: OptionValue) -> str:
        said = BOTH_WAYS_WARNING if (rule.key, value) == (GAMES, BOTH_WAYS) else rule.meaning
        return context.t(said) if said else ""

    now, name = rule_value(game, rule), context.t(rule.label)
    return tuple(
        Choice(
            do(number),
            truncate(context.t("{name}: {value}", name=name, value=value_in_words(context, rule, value)), 100),
            truncate(meaning(value), 100),
        )
        for number, value in enumerate(rule.choices)
        if value != now and fits(value)
    )


def value_in_words(context: RenderContext, rule: Rule, value: OptionValue) -> str:
    """The value of ``rule``: the name of the choice, on or off, or a number."""
    if rule.names:
        return context.t(rule.names[rule.choices.index(value)])
    if isinstance(value, bool):
        return context.t("On") if value else context.t("Off")
    return context.t.number(value) if isinstance(value, int) else value
