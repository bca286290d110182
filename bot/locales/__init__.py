"""English and French.

The English sentence is the key (gettext). French lies in ``fr/LC_MESSAGES/bot.po``; the first use reads it.
``t("Throw")`` gives a sentence, ``t.many("{n} throw", "{n} throws", n)`` one with a number. ``t.many_as`` names its
meaning too, where two of these begin alike: gettext knows a sentence by its singular. :func:`in_context` does that for
a sentence that another language says in two ways. A sentence without translation comes out in English, never as a key;
a test forbids it (``scripts/translations.py check``).
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from importlib import resources

from babel.core import Locale
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

LANGUAGES = ("en", "fr")
DOMAIN = "bot"

_CONTEXT_ENDS = "\x04"
"""What stands between the context and the sentence in keys of gettext."""

_GROUPED = 1000
"""From this number on, languages part digits into groups."""


_FRENCH_SPACES = re.compile(r"(?<=\S) (?=[:%])|(?<=«) | (?=»)|(?<=\d) (?=\d{3}\b)")
"""Where French has a space that no line may break at: before a colon and %, inside « », in 5 000."""


_FRENCH_ONES = re.compile(r"(?<![\d,])([01],\d+(?:\*\*)?[\s\xa0](?:point|tour|jeton|colonne|partie|victoire))s\b")


def _typeset(french: str) -> str:
    """Return a translation with what nobody types: spaces that no line breaks at, and curly apostrophes."""
    return _FRENCH_SPACES.sub("\N{NO-BREAK SPACE}", french).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


class Words:
    """The sentences of one language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        """Use :func:`words` instead."""
        self.language = language
        self._catalogue = catalogue
        self._locale = Locale.parse({"en": "en_CA", "fr": "fr_CA"}[language])

    def __call__(self, message: str, **values: object) -> str:
        """Return ``message`` in this language, with ``{name}`` replaced by the value of ``name``."""
        sentence = self._catalogue.gettext(message)
        return self._agreeing(sentence.format(**self._written(values))) if values else sentence

    def many(self, singular: str, plural: str, n: int, **values: object) -> str:
        """Return the form this language uses for ``n``; ``{n}`` is replaced by the number."""
        return self._agreeing(self._catalogue.ngettext(singular, plural, n).format(**self._written({"n": n, **values})))

    def many_as(self, meaning: str, singular: str, plural: str, n: int, **values: object) -> str:
        """Return what :meth:`many` does; ``meaning`` tells sentences with the same ``singular`` apart."""
        return self.many(in_context(meaning, singular), plural, n, **values)

    def _agreeing(self, sentence: str) -> str:
        """Return ``sentence`` with one point, not several, after 1,9: French has its plural from 2 on."""
        if self.language != "fr" or "," not in sentence:
            return sentence
        return _FRENCH_ONES.sub(r"\1", sentence)

    def _written(self, values: dict[str, object]) -> dict[str, object]:
        """Put large numbers into groups of digits, so that every sentence has one form of them; return ``values``."""
        for name, value in values.items():
            if isinstance(value, int) and abs(value) >= _GROUPED:
                values[name] = self.number(value)
        return values

    def number(self, value: float, decimals: int = 0) -> str:
        """Return ``value`` as this language writes numbers."""
        if not decimals and isinstance(value, int) and 0 <= value < _GROUPED:
            return str(value)  # Boards write several in each press; babel takes long.
        return str(format_decimal(round(value, decimals) or 0, locale=self._locale))  # Nobody writes -0.

    def tenths(self, value: float) -> str:
        """Return ``value`` with one decimal, also where that is 0."""
        return str(format_decimal(value, "#,##0.0", locale=self._locale))

    def percent(self, share: float) -> str:
        """Return a share of 1 as this language writes percents."""
        return str(
            format_percent(share, "#,##0%" if self.language == "en" else "#,##0\N{NO-BREAK SPACE}%", self._locale)
        )

    def day(self, at: int) -> str:
        """Return the date (UTC) of a unix second, for where Discord shows no date of its own."""
        moment = datetime.fromtimestamp(at, UTC)
        text = str(format_date(moment, "d MMM y", locale=self._locale))
        # Babel does not know that French counts the first of a month: 1er déc.
        return f"1er{text[1:]}" if self.language == "fr" and moment.day == 1 else text

    def month(self, year: int, month: int) -> str:
        """Return the name of a month with its year."""
        return str(format_date(date(year, month, 1), "MMMM y", locale=self._locale))

    def weekday(self, number: int) -> str:
        """Return the name of a day of the week, from Monday as 0."""
        return str(format_date(date(2024, 1, 1 + number), "EEEE", locale=self._locale))

    def hour(self, hour: int, minute: int = 0) -> str:
        """Return a time of the day as clocks of this language show it."""
        return str(format_time(time(hour, minute), "short", locale=self._locale))

    def listed(self, items: list[str]) -> str:
        """Return ``items`` as a list in a sentence: "a, b and c"."""
        return str(format_list(items, locale=self._locale))


def in_context(context: str, sentence: str) -> str:
    """Return ``sentence`` as a key for a translation of its own, by what it speaks of; English says it as it stands."""
    return f"{context}{_CONTEXT_ENDS}{sentence}"


class _English(gettext.NullTranslations):
    """The sentences as the code has them, without context."""

    def gettext(self, message: str) -> str:
        """Return ``message``."""
        return message.rpartition(_CONTEXT_ENDS)[2]

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the form for ``n``."""
        return self.gettext(singular) if n == 1 else plural


class _Catalogue(_English):
    """Translated sentences, as read. Compiling them for ``GNUTranslations`` would take most of the time again."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]], plural: Callable[[int], int]) -> None:
        """Translate each sentence by the first of its ``forms``; ``plural`` says which one fits a number."""
        super().__init__()
        self._forms = forms
        self._plural = plural

    def gettext(self, message: str) -> str:
        """Return the translation; ``message`` itself where there is none."""
        forms = self._forms.get(message)
        return super().gettext(message) if forms is None else forms[0]

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the form for ``n``; without a translation the English one."""
        forms = self._forms.get(singular)
        return super().ngettext(singular, plural, n) if forms is None else forms[self._plural(n)]


@cache
def words(language: str) -> Words:
    """Return the words of ``language``; English for any language we do not speak."""
    if language not in LANGUAGES or language == "en":
        return Words("en", _English())
    source = resources.files(__name__) / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with source.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=DOMAIN)
    translated = {}
    for message in catalogue:
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if message.id and not message.fuzzy and all(forms):
            typeset = tuple(map(_typeset, forms))
            singular = message.id if isinstance(message.id, str) else message.id[0]
            translated[in_context(message.context, singular) if message.context else singular] = typeset
    return Words(language, _Catalogue(translated, gettext.c2py(catalogue.plural_expr)))


def warm() -> None:
    """Read the sentences of all languages and how they write numbers and dates, so that no press waits for it.

    The first French date of a process takes 80 ms, nearly all of them to read Babel's files.
    """
    for language in LANGUAGES:
        words(language).number(_GROUPED)


def plain_letters(text: str) -> str:
    """Return ``text`` in small letters without accents, as people type it who look for something."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def language_of(locale: str | None) -> str:
    """Return the language of ours that fits a Discord locale such as ``fr`` or ``en-GB``; English otherwise."""
    base = (locale or "").split("-")[0].lower()
    return base if base in LANGUAGES else "en"
