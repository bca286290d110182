"""Writes ``docs/rules/<game>.md`` from the same data as the sheets, in English and French, and the lists in README.md.

``python scripts/rules_pages.py write`` writes them; ``check`` fails if one is out of date. People write two more
files by hand, which go to the end of the page: ``docs/rules/sources/<game>.md`` says where each decision comes from
(without it, the page says that the rules are our own), and ``docs/rules/sources/families/<family>.md`` what a family
of games shares.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import click

from bot.engine import Listing, Race
from bot.engine.errors import BadOptions
from bot.engine.options import Rule
from bot.engine.types import OptionValue
from bot.games import CATALOGUE, ENTRIES, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.questions import value_in_words
from bot.screens.kit.values import PLAIN_GLYPHS, Field, RenderContext, Screen
from bot.screens.table.rules import good_to_know, whole_rules

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "rules"
SOURCES = PAGES / "sources"
README = ROOT / "README.md"
_NOTE = "<!-- Written by scripts/rules_pages.py from the game's own data; change the data, not this page. -->"
_OUR_OWN = "## Where the rules come from\n\nFrom us: no other source is used."


def page(key: str) -> str:
    """Return the page of the game ``key``."""
    parts = [_NOTE, "", f"# {CATALOGUE[key].label}", ""]
    for language in LANGUAGES:
        parts += _in_language(key, language)
    own, shared = SOURCES / f"{key}.md", SOURCES / "families" / f"{FAMILIES[key]}.md"
    parts += [own.read_text("utf-8").strip() if own.exists() else _OUR_OWN, ""]
    if shared.exists():
        parts += [shared.read_text("utf-8").strip(), ""]
    return "\n".join(parts)


def readme(text: str) -> str:
    """Return the README ``text`` with the commands that open games, and with all games."""
    commands = [
        f"| `/{command.name} start` | {command.about} |" for entry in ENTRIES.values() for command in entry.commands
    ]
    games = [
        f"| [{game.label}](docs/rules/{game.key}.md) | {game.about} | {_many(game)} |" for game in CATALOGUE.values()
    ]
    text = _with(text, "commands", ["| Opens a table | |", "|---|---|", *commands])
    return _with(text, "games", ["| Game | | Players |", "|---|---|---|", *games])


def _with(text: str, name: str, lines: list[str]) -> str:
    """Return ``text`` with these ``lines`` between the marks called ``name``."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, rest = text.split(begin)
    return "\n".join([before + begin + lines[0], *lines[1:], end + rest.split(end)[1]])


def _many(listing: Listing) -> str:
    """The number of players allowed: in turns, but in a race at once."""
    game = listing.make({})
    seats = game.simultaneous_seats if isinstance(game, Race) else listing.seats
    return f"{seats[0]} to {seats[-1]}"


def _in_language(key: str, language: str) -> list[str]:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    screen, notes = whole_rules(context, make(key, {})), good_to_know(context, make(key, {}), sources=True)
    name = {"en": "English", "fr": "Français"}[language]
    fields = [line for field in (*_parts(screen), *notes) for line in (_field(field), "")]
    return [f"## {name}", "", _listed(screen.body), "", *fields, *_house_rules(context, key)]


def _parts(screen: Screen) -> tuple[Field, ...]:
    """The fields without the last, which only says which house rules are in force."""
    return screen.fields[:-1]


def _field(field: Field) -> str:
    value = field.value.replace("\n**", "\n* **")
    between = "\n" if value.startswith(("* ", "1. ")) else " "
    return f"**{field.name}.**{between}{value}"


def _listed(body: str) -> str:
    return body.replace("\n\n**", "\n\n* **").replace("\n**", "\n* **")


def _house_rules(context: RenderContext, key: str) -> list[str]:
    t = context.t
    lines = [f"### {t('House rules')}", ""]
    for rule in CATALOGUE[key].rules:
        lines.append(f"* `{rule.key}`: **{t(rule.label)}**. {t(rule.meaning)}")
        lines += [f"  * {_choice(context, rule, choice)}" for choice in rule.choices]
    return [*lines, "", *_changes(context, key)]


def _choice(context: RenderContext, rule: Rule, choice: OptionValue) -> str:
    return f"`{_raw(choice)}`: {value_in_words(context, rule, choice)}{' ★' if choice == rule.default else ''}"


def _changes(context: RenderContext, key: str) -> list[str]:
    """What changes with one house rule, and below it what only two of them say together, as far as any do."""
    changes = [_Change(rule, choice) for rule in CATALOGUE[key].rules for choice in shown(rule)]
    alone = {change: _new_lines(context, key, change.options) for change in changes}
    together = _said_together(context, key, alone)
    lines: list[str] = []
    for change, changed in alone.items():
        both = [
            f"* {context.t('{name}: {value}', name=_besides(context, others), value=said)}"
            for said, others in together[change].items()
        ]
        if changed or both:
            lines += [f"#### {change.named(context)}", "", *changed, *both, ""]
    return lines


class _Change(NamedTuple):
    """A choice of a house rule."""

    rule: Rule
    choice: OptionValue

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return {self.rule.key: self.choice}

    def named(self, context: RenderContext) -> str:
        return f"{context.t(self.rule.label)} – {value_in_words(context, self.rule, self.choice)}"


def shown(rule: Rule) -> list[OptionValue]:
    """Return the choices besides the standard; of numbers, only the first: the others say the same."""
    others = [choice for choice in rule.choices if choice != rule.default]
    numbers = [choice for choice in others if isinstance(choice, int)]
    return [choice for choice in others if choice not in numbers[1:]]


def _new_lines(context: RenderContext, key: str, options: Mapping[str, OptionValue]) -> list[str]:
    """The lines and parts that these house rules bring."""
    usual, changed = (whole_rules(context, make(key, given)) for given in ({}, options))
    lines = [f"* {line}" for line in changed.body.split("\n") if line and line not in usual.body.split("\n")]
    return lines + [f"* {_indented(_field(field))}" for field in _parts(changed) if field not in usual.fields]


_Together = dict[str, list[_Change]]
"""What one house rule says only with any of these others."""


def _said_together(context: RenderContext, key: str, alone: Mapping[_Change, list[str]]) -> dict[_Change, _Together]:
    """Return what pairs of house rules say besides what each of them says alone.

    It stands with the later of the two, or with the one that says nothing alone.
    """
    usual = _sentences(context, key, {}).keys()
    known = {change: usual | _sentences(context, key, change.options).keys() for change in alone}
    found: dict[_Change, _Together] = {change: {} for change in alone}
    for one, other in combinations(alone, 2):
        said = _new_sentences(context, key, {**one.options, **other.options}, known[one] | known[other])
        at, beside = (one, other) if alone[other] and not alone[one] else (other, one)
        if said:
            others = found[at].setdefault(said, [])
            others += [beside] * all(beside.rule is not told.rule for told in others)
    return found


def _new_sentences(context: RenderContext, key: str, options: Mapping[str, OptionValue], known: Set[str]) -> str:
    """Return the sentences besides those ``known``; nothing where the house rules do not go together."""
    with suppress(BadOptions):
        return _in_parts(said for same, said in _sentences(context, key, options).items() if same not in known)
    return ""


class _Sentence(NamedTuple):
    """A sentence of the rules, and the name of the part in which it stands."""

    part: str
    said: str


_ENDS = re.compile(r"(?<=[.!?]) | · |\n")
_STEP = re.compile(r"^\d+\. ")
_NUMBER = re.compile(r"\d+(?:[,.\s]\d{3})*")


def numberless(text: str) -> str:
    """Return what is equal in sentences that differ only in their numbers."""
    return _NUMBER.sub("#", text)


def _sentences(context: RenderContext, key: str, options: Mapping[str, OptionValue]) -> dict[str, _Sentence]:
    """Return every sentence of the rules under ``options``, by what it says apart from its numbers."""
    screen = whole_rules(context, make(key, options))
    texts = [("", screen.body), *((field.name, field.value) for field in _parts(screen))]
    said = [_Sentence(part, _STEP.sub("", one)) for part, text in texts for one in _ENDS.split(text) if one]
    return {numberless(sentence.said): sentence for sentence in said}


def _in_parts(sentences: Iterable[_Sentence]) -> str:
    """Return the sentences, those of each part behind its name."""
    parts: dict[str, list[str]] = {}
    for sentence in sentences:
        parts.setdefault(sentence.part, []).append(sentence.said)
    return " ".join(" ".join([f"**{part}.**", *said] if part else said) for part, said in parts.items())


_WITH = {"en": "With", "fr": "Avec"}


def _besides(context: RenderContext, others: list[_Change]) -> str:
    return f"{_WITH[context.t.language]} **{' / '.join(other.named(context) for other in others)}**"


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


def _raw(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@click.group()
def main() -> None:
    """Write or check the rules pages."""


@main.command()
def write() -> None:
    """Write every page, and the lists in README.md."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for key in CATALOGUE:
        (PAGES / f"{key}.md").write_text(page(key), "utf-8")
    README.write_text(readme(README.read_text("utf-8")), "utf-8")


@main.command()
def check() -> None:
    """Fail if a page is missing or out of date."""
    stale = [key for key in CATALOGUE if not _same(key)]
    for key in stale:
        print(f"docs/rules/{key}.md is out of date: run scripts/rules_pages.py write", file=sys.stderr)
    text = README.read_text("utf-8")
    if text != readme(text):
        print("README.md is out of date: run scripts/rules_pages.py write", file=sys.stderr)
        stale.append("README")
    sys.exit(1 if stale else 0)


def _same(key: str) -> bool:
    path = PAGES / f"{key}.md"
    return path.exists() and path.read_text("utf-8") == page(key)


if __name__ == "__main__":
    main()
