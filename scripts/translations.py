"""Keeps ``bot/locales/*/LC_MESSAGES/bot.po`` in step with the code.

``python scripts/translations.py update`` adds new sentences and drops old ones. ``check`` fails if a translation is
missing, stale, or does not name the same values as the sentence.
"""

from __future__ import annotations

import io
import re
import string
import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stderr
from pathlib import Path
from typing import NamedTuple

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "bot" / "locales"
LANGUAGES = ("fr",)
KEYWORDS = {"N_": None, "t": None, "many": (1, 2), "many_as": ((1, "c"), 2, 3), "in_context": ((1, "c"), 2), "_s": None}
SOURCES = ("bot", "cogs")

_KEY = re.compile(r'^(?:msgctxt .*\n)?msgid (?:".*"\n?)+', re.M)
"""By what an entry of a catalogue is found."""


class Sentence(NamedTuple):
    """A sentence of the code, with its plural if it has one, and where it stands."""

    file: str
    message: str | tuple[str, ...]
    comments: list[str]
    context: str | None


def sentences() -> list[Sentence]:
    """Return every sentence in the code, once for each place."""
    every = []
    for source in SOURCES:
        # Babel warns of every f-string in a call, also of one that is put into the sentence; a test finds those that
        # are the sentence.
        with redirect_stderr(io.StringIO()):
            extracts = [
                *extract_from_dir(
                    ROOT / source, [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
                )
            ]
        for file, _, message, comments, context in sorted(extracts, key=lambda item: (item[0], item[1])):
            every.append(Sentence(f"{source}/{file}", message, comments, context))
    return every


def extracted() -> Catalog:
    """Return every sentence in the code."""
    catalog = Catalog(project="Gobelet", charset="utf-8", fuzzy=False)
    for file, message, comments, context in sentences():
        catalog.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    return catalog


def pairs(every: Iterable[Sentence]) -> list[str]:
    """Return the sentences that begin alike and go on differently. A catalogue holds one translation for both."""
    forms: dict[tuple[str | None, str], set[str | tuple[str, ...]]] = {}
    for sentence in every:
        forms.setdefault((sentence.context, _texts(sentence.message)[0]), set()).add(sentence.message)
    return [
        f"two plurals, tell them apart by many_as: {text!r}"
        for (_, text), messages in forms.items()
        if len(messages) > 1
    ]


def twice(written: str) -> list[str]:
    """Return the sentences that a catalogue translates twice; a reader of the catalogue would keep the last."""
    counts = Counter(key.group() for entry in written.split("\n\n") if (key := _KEY.search(entry)) is not None)
    return [f"translated twice: {key}" for key, times in counts.items() if times > 1]


def stored(language: str) -> Catalog:
    """Return the translations of ``language``, empty if there are none yet."""
    path = _path(language)
    if not path.exists():
        return Catalog(locale=language, project="Gobelet", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="bot")


def problems(language: str) -> list[str]:
    """Return what is wrong with the translations of ``language``, one sentence each."""
    catalog, known = extracted(), stored(language)
    faults = [*pairs(sentences()), *twice(_path(language).read_text(encoding="utf-8"))]
    for message in catalog:
        if message.id:
            faults.extend(_message_problems(message, known.get(_key(message), message.context)))
    ids = {(_key(message), message.context) for message in catalog}
    gone = [_key(message) for message in known if message.id and (_key(message), message.context) not in ids]
    return [*faults, *(f"no longer said: {key!r}" for key in gone)]


def _message_problems(message: Message, translated: Message | None) -> list[str]:
    key = _key(message)
    if translated is None or not _texts(translated.string) or not all(_texts(translated.string)):
        return [f"not translated: {key!r}"]
    if translated.fuzzy:
        return [f"fuzzy: {key!r}"]
    if isinstance(message.id, tuple) != isinstance(translated.string, tuple):
        return [f"plural and singular: {key!r}"]
    if message.id != translated.id:
        return [f"another plural: {key!r}"]
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
    current = extracted()
    for language in LANGUAGES:
        catalog = stored(language)
        catalog.update(current, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        _path(language).parent.mkdir(parents=True, exist_ok=True)
        with _path(language).open("wb") as file:
            write_po(file, catalog, width=120, omit_header=False, include_lineno=False, sort_output=False)


@main.command()
def check() -> None:
    """Fail if a translation is missing or stale."""
    faults = [f"{language}: {problem}" for language in LANGUAGES for problem in problems(language)]
    for problem in faults:
        print(problem, file=sys.stderr)
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
