"""Keeps ``bot/locales/*/LC_MESSAGES/bot.po`` in step with the code.

``python scripts/translations.py update`` adds new sentences and drops old ones. ``check`` fails if a translation is
missing, stale, or does not name the same values as the sentence.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "bot" / "locales"
LANGUAGES = ("fr",)
KEYWORDS = {"N_": None, "t": None, "many": (1, 2), "_s": None}
SOURCES = ("bot", "cogs")


def extracted() -> Catalog:
    """Return every sentence in the code."""
    catalog = Catalog(project="Gobelet", charset="utf-8", fuzzy=False)
    for source in SOURCES:
        found = extract_from_dir(
            ROOT / source, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
        )
        for file, _, message, comments, context in sorted(found, key=lambda item: (item[0], item[1])):
            catalog.add(message, None, [(f"{source}/{file}", 0)], auto_comments=comments, context=context)
    return catalog


def stored(language: str) -> Catalog:
    """Return the translations of ``language``, empty if there are none yet."""
    path = _path(language)
    if not path.exists():
        return Catalog(locale=language, project="Gobelet", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="bot")


def problems(language: str) -> list[str]:
    """Return what is wrong with the translations of ``language``, one sentence each."""
    said, known = extracted(), stored(language)
    found: list[str] = []
    for message in said:
        if not message.id:
            continue
        translated = known.get(message.id[0] if isinstance(message.id, tuple) else message.id)
        found.extend(_message_problems(message, translated))
    ids = {_key(message) for message in said}
    found.extend(f"no longer said: {_key(message)!r}" for message in known if message.id and _key(message) not in ids)
    return found


def _message_problems(message: Message, translated: Message | None) -> list[str]:
    key = _key(message)
    if translated is None or not _texts(translated.string) or not all(_texts(translated.string)):
        return [f"not translated: {key!r}"]
    if translated.fuzzy:
        return [f"fuzzy: {key!r}"]
    if isinstance(message.id, tuple) != isinstance(translated.string, tuple):
        return [f"plural and singular: {key!r}"]
    wanted = _values(*_texts(message.id))
    return [
        f"other values in {text!r}" for text in _texts(translated.string) if _values(text) - {"n"} != wanted - {"n"}
    ]


def _key(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple) else message.id


def _texts(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def _values(*texts: str) -> set[str]:
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _path(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / "bot.po"


@click.group()
def main() -> None:
    """Update or check the translations."""


@main.command()
def update() -> None:
    """Bring the .po files in step with the code; new sentences have no translation yet."""
    said = extracted()
    for language in LANGUAGES:
        catalog = stored(language)
        catalog.update(said, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        _path(language).parent.mkdir(parents=True, exist_ok=True)
        with _path(language).open("wb") as file:
            write_po(file, catalog, width=120, omit_header=False, include_lineno=False, sort_output=False)


@main.command()
def check() -> None:
    """Fail if a translation is missing or stale."""
    found = [f"{language}: {problem}" for language in LANGUAGES for problem in problems(language)]
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        sys.exit(1)


if __name__ == "__main__":
    main()
