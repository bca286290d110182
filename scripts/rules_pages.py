"""Writes ``docs/rules/<game>.md`` from the same data as the sheets, in English and French, and the lists in README.md.

``python scripts/rules_pages.py write`` writes them; ``check`` fails if one is out of date. People write two more
files by hand, which go to the end of the page: ``docs/rules/sources/<game>.md`` says where each decision comes from
(without it, the page says that the rules are our own), and ``docs/rules/sources/families/<family>.md`` what a family
of games shares.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from bot.engine import Listing, Race
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
    """The sentences that change with one house rule, as far as any do."""
    lines: list[str] = []
    for rule in CATALOGUE[key].rules:
        for choice in _shown(rule):
            changed = _new_lines(context, key, {rule.key: choice})
            if changed:
                lines += [f"#### {context.t(rule.label)} – {value_in_words(context, rule, choice)}", "", *changed, ""]
    return lines


def _shown(rule: Rule) -> list[OptionValue]:
    """The choices besides the standard; of numbers, only the first: the others say the same."""
    others = [choice for choice in rule.choices if choice != rule.default]
    return others[:1] if all(isinstance(choice, int) for choice in rule.choices) else others


def _new_lines(context: RenderContext, key: str, options: Mapping[str, OptionValue]) -> list[str]:
    """The lines and parts that these house rules bring; if there are none, those they bring with the Power die."""
    with_power: list[dict[str, OptionValue]] = [{"power": True}] if _knows_power(key) else []
    for before in ({}, *with_power):
        usual, changed = (whole_rules(context, make(key, given)) for given in (before, {**before, **options}))
        lines = [f"* {line}" for line in changed.body.split("\n") if line and line not in usual.body.split("\n")]
        parts = [f"* {_indented(_field(field))}" for field in _parts(changed) if field not in usual.fields]
        if lines or parts:
            return lines + parts
    return []


def _knows_power(key: str) -> bool:
    return any(rule.key == "power" for rule in CATALOGUE[key].rules)


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
