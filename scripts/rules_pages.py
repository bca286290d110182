"""Writes ``docs/rules/<game>.md`` from the same data as the sheets, in English and French.

``python scripts/rules_pages.py write`` writes the pages; ``check`` fails when one is out of date. Where a decision
comes from stands in ``docs/rules/sources/<game>.md``, written by hand and put at the end of the page.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bot.engine.options import Rule
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.house_rules import value_in_words
from bot.screens.kit import PLAIN_GLYPHS, Desk
from bot.screens.rules import rules_screen

PAGES = Path(__file__).resolve().parent.parent / "docs" / "rules"
_NOTE = "<!-- Written by scripts/rules_pages.py from the game's own data; change the data, not this page. -->"


def page(key: str) -> str:
    """Return the page of the game ``key``."""
    parts = [_NOTE, "", f"# {CATALOGUE[key].label}", ""]
    for language in LANGUAGES:
        parts += _in_language(key, language)
    sources = PAGES / "sources" / f"{key}.md"
    if sources.exists():
        parts += [sources.read_text("utf-8").strip(), ""]
    return "\n".join(parts)


def _in_language(key: str, language: str) -> list[str]:
    desk = Desk(words(language), PLAIN_GLYPHS)
    screen = rules_screen(desk, make(key, {}))
    name = {"en": "English", "fr": "Français"}[language]
    fields = [line for field in screen.fields[:-1] for line in (f"**{field.name}.** {field.value}", "")]
    body = screen.body.replace("\n**", "\n* **")
    return [f"## {name}", "", body, "", *fields, f"### {desk.t('House rules')}", "", *_house_rules(desk, key), ""]


def _house_rules(desk: Desk, key: str) -> list[str]:
    t = desk.t
    return [
        f"* `{rule.key}`: **{t(rule.label)}**. {t(rule.meaning)} {_choices(desk, rule)}"
        for rule in CATALOGUE[key].rules
    ]


def _choices(desk: Desk, rule: Rule) -> str:
    said = [
        f"{value_in_words(desk, rule, choice)} (`{_raw(choice)}`{', ★' if choice == rule.default else ''})"
        for choice in rule.choices
    ]
    return " / ".join(said)


def _raw(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@click.group()
def main() -> None:
    """Write or check the rules pages."""


@main.command()
def write() -> None:
    """Write every page."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for key in CATALOGUE:
        (PAGES / f"{key}.md").write_text(page(key), "utf-8")


@main.command()
def check() -> None:
    """Fail when a page is missing or out of date."""
    stale = [key for key in CATALOGUE if not _same(key)]
    for key in stale:
        print(f"docs/rules/{key}.md is out of date: run scripts/rules_pages.py write", file=sys.stderr)
    sys.exit(1 if stale else 0)


def _same(key: str) -> bool:
    path = PAGES / f"{key}.md"
    return path.exists() and path.read_text("utf-8") == page(key)


if __name__ == "__main__":
    main()
