"""French is complete and true to the English sentences."""

import ast
import importlib.util
import re
import subprocess
import sys
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest

from bot.locales import in_context, words

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def translations() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "scripts" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sentences = module.extracted()
    module.__dict__["extracted"] = lambda: deepcopy(sentences)  # Reading all of the code takes a second.
    return module


def test_every_sentence_is_translated_and_none_is_stale(translations: ModuleType) -> None:
    assert translations.problems("fr") == []


def test_a_new_sentence_would_be_missed(translations: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    said = translations.extracted()
    said.add("A sentence nobody has translated {n}")
    monkeypatch.setattr(translations, "extracted", lambda: said)
    assert translations.problems("fr") == ["not translated: 'A sentence nobody has translated {n}'"]


def test_a_translation_that_names_other_values_is_found(
    translations: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = translations.stored("fr")
    known.get("Table {code}").string = "Table {kode}"
    monkeypatch.setattr(translations, "stored", lambda language: known)
    assert translations.problems("fr") == ["other values in 'Table {kode}'"]


def test_no_sentence_is_an_f_string(translations: ModuleType) -> None:
    """A catalogue cannot hold a sentence that changes: its values go in by name."""
    calls = [
        (file.name, call.lineno, getattr(call.func, "attr", None) or getattr(call.func, "id", None), call.args[0])
        for source in translations.SOURCES
        for file in (ROOT / source).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and call.args
    ]
    asked = [call for call in calls if call[2] in translations.KEYWORDS]
    assert len(asked) > 1000
    assert [call for call in asked if isinstance(call[3], ast.JoinedStr)] == []


def test_no_sentence_stands_inside_an_f_string(translations: ModuleType) -> None:
    """Before Python 3.12 Babel does not read what an f-string holds, and drops the translation."""
    assert [
        (file.name, call.lineno)
        for source in translations.SOURCES
        for file in (ROOT / source).rglob("*.py")
        for string in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and (getattr(call.func, "attr", None) or getattr(call.func, "id", None)) in translations.KEYWORDS
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    ] == []


def test_sentences_that_begin_alike_need_a_context(translations: ModuleType) -> None:
    """gettext knows a sentence by its singular: the second plural would overwrite the first."""
    said = translations.sentences()
    assert translations.pairs(said) == []
    [throws] = {one.message for one in said if one.context is None and one.message[0] == "{n} throw"}
    other = translations.Sentence("bot/x.py", ("{n} throw", "at most {n} throws"), [], None)
    assert throws == ("{n} throw", "{n} throws")
    assert translations.pairs([*said, other]) == ["two plurals, tell them apart by many_as: '{n} throw'"]
    assert translations.pairs([*said, other._replace(context="at most at all")]) == []
    assert translations.pairs([*said, other._replace(message="{n} throw")]) != []


def test_a_catalogue_that_translates_a_sentence_twice_is_found(translations: ModuleType) -> None:
    entry = 'msgid "{n} throw"\nmsgid_plural "{n} throws"\nmsgstr[0] "{n} lancer"\nmsgstr[1] "{n} lancers"\n'
    assert translations.twice(f'{entry}\nmsgctxt "at most"\n{entry}') == []
    assert len(translations.twice(f"{entry}\n{entry}")) == 1


def test_a_catalogue_with_another_plural_is_found(translations: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    known = translations.stored("fr")
    known.get("{n} throw").id = ("{n} throw", "up to {n} throws")
    monkeypatch.setattr(translations, "stored", lambda language: known)
    assert translations.problems("fr") == ["another plural: '{n} throw'"]


def test_each_meaning_of_a_sentence_has_its_french() -> None:
    assert words("fr").many("{n} throw", "{n} throws", 105) == "105 lancers"
    assert (
        words("fr").many_as("at most", "{n} throw", "up to {n} throws", 3)
        == "jusqu\N{RIGHT SINGLE QUOTATION MARK}à 3 lancers"
    )
    assert words("en").many_as("at most", "{n} throw", "up to {n} throws", 3) == "up to 3 throws"
    assert words("fr").many_as("at most", "{n} throw", "up to {n} throws", 1) == "1 lancer"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (r"\s[?!;]", "no space before ? ! ;"),
        ("\N{RIGHT SINGLE QUOTATION MARK}", "straight here: words() makes them curly"),
        (r"qu'qu", "an elision before a consonant"),
        (r"(?<!\d)(?!5000(?!\d)|1959\b)\d{4,}", "5 000; 5000 is a game, 1959 a year"),
        (r"\ben le (moins|plus) de\b", "en un minimum de"),
        (r"(?i)\btrios?\b|\bdés identiques\b", "brelan, dés pareils"),
        (r"(?i)\béquitables?\b", "dés honnêtes"),
        (r"(?i)\brayée?s?\b", "une case se barre"),
        (r"(?i)\btablée", "table"),
        (r"(?:^|[.:;!] )\W*[Qq]ui (?!.*\?$)", "un joueur qui, la personne qui, le premier à"),
        (r"\b(?:pour|à|contre) qui (?!.*\?$)", "pour les personnes qui"),
        (r"\b(?:et|seule?s?) (?:qui (?:a|ont)|ceux qui)\b", "le plus de points gagne; seules les personnes qui"),
        (r"(?i)\bcela\b", "ça, as one speaks"),
        (r"(?i)\bcamps?\b", "équipe"),
        (r"(?i)\brobots?\b", "ordinateur"),
        (r"\bjou(?:e|es|ons|ez|ent|er) (?:le|la) [A-Z]", "on joue au Kismet"),
        (r"\bsur 100\b(?! parties)(?<!de moins sur 100)", "dans 14 % des cas"),
        (r"dans \{share\}$", "dans 14 % des parties"),
        (r"\bpremier(?: joueur)? à (?:exactement )?[\d{]", "premier à atteindre 3 colonnes"),
        (r"(?i)^humain", "comme des gens: the pace of computers"),
        (r"(?<!Low )(?<!High )(?<!\{)\b[Ss]cores?\b", "pointage; Low Score and High Score are names"),
        (r"\*\*(?:re|er|e)\b", "1re, 2e whole in bold"),
        (r"Rien ne dit|\bNi (?:si|qui|où|ce)\b", "deux possibilités"),
        (r"\b(?:la|une|les) suites? (?:basse|haute)", "la Suite basse, a name as on the sheet"),
        (
            r"\w·\w|\bt(?:a|on) ou t(?:a|on)\b|\((?:e|ne|trice|euse)s?\)|\bjoueuses?\b|celui ou celle",
            "no inclusive forms beside the masculine",
        ),
        (r"(?i)\bcliqu|\bpresse[zr]?\b|\bveuillez\b|s'il vous plaît", "appuie; tu"),
        (r"[Dd]éfai(?:re|t)\b", "annuler"),
        (r"(?i)\brégulier", "intermédiaire"),
        (r"\{points\}(?:\*\*)? (?:points )?en (?:\*\*)?\{box", "25 dans Main pleine"),
        (r"(?i)\bpremière personne", "le premier joueur"),
        (r"d'un nombre et", "trois dés d'un même chiffre"),
        (r"dés d'un chiffre", "dés d'un même chiffre"),
        (r"(?i)\bquiconque\b", "toute personne qui, as one speaks"),
        (r"\b(?:tous|parmi) ceux qui (?:les )?ont\b|\bdes seuls responsables\b", "les personnes qui"),
        (r"\b[Dd]ans (?:ce|le|un|tous les) serveurs?\b", "sur le serveur"),
        (r"\b(?:à|de) \{game\}", "one plays au Yum, à l'Ambition: Meilleur pointage ({game})"),
        (r"\b(?:mes|les|des) messages privés\b(?!, dans les groupes)", "those are Discord's; what one person sees"),
        (r"\bnombres? (?:pairs?|impairs?)\b|quel que soit le nombre|d(?:e chaque|u même) nombre", "chiffre, of a die"),
        (r"(?i)\bobjectifs?\b", "but"),
        (r"(?i)\bpénalités?\b", "amende"),
        (r"\b[Rr]etirer (?:des gens|cette personne)", "exclure"),
        (r"\bReprise\b|\breprises\b", "revoir, as its button says"),
        (r"\bsûrement (?:meilleure?|mieux)\b", "à coup sûr"),
        (r"se joue de \{", "pour 2 à 8 joueurs"),
        (r"avec « Gérer", "les personnes qui peuvent gérer le serveur"),
        (r"(?i)\bchampionnes?\b|\bceux et celles\b|\bcelles et ceux\b", "la personne qui a gagné la saison"),
        (r"\bpar \*\*(?:Lancer|Arrêter)", "appuie sur Lancer"),
        (r"\bfeuilles? (?:de \S+ )?(?:(?:est|n'est|sont|ne sont) )?(?:pas )?(?:encore )?pleines?\b", "remplie"),
        (r"(?i)\bhébergeurs?\b|\bqui héberge le bot\b", "la personne qui m'héberge"),
        (r"\ben phrases\b", "en mots, as the button says"),
        (r"\blanc(?:e|é|er) (?:la|cette|une|ta) partie\b", "commencer une partie: one throws dice"),
        (r"(?i)\bparties? (?:non |n'est |ne sont pas )?classées?\b", "qui compte"),
        (r"\bsalon (?:pour|de) mes messages\b", "le salon des publications"),
        (
            r"(?i)(?<!\bta )(?<!d'une )(?<!\bà une )(?<!\ba une )\bséries?\b(?!\W+\{n\} jour)",
            "only the days of the daily: sorte complète, victoires, jours de suite",
        ),
    ],
)
def test_french_is_written_alike_everywhere(translations: ModuleType, wrong: str, why: str) -> None:
    for message in translations.stored("fr"):
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        for sentence in forms if message.id else ():
            assert not re.search(wrong, sentence), (why, sentence)


def test_a_button_that_a_sentence_names_is_called_as_it_stands_there(translations: ModuleType) -> None:
    """Words in bold that are a label by themselves are that label in French too."""

    def forms(texts: str | tuple[str, ...]) -> tuple[str, ...]:
        return texts if isinstance(texts, tuple) else (texts,)

    def named(text: str) -> set[str]:
        return {re.sub(r"^[^\w{]+|…$", "", bold) for bold in re.findall(r"\*\*([^*]+)\*\*", text)}

    labels: dict[str, set[str]] = {}
    messages = [message for message in translations.stored("fr") if message.id]
    for message in messages:
        for label, french in zip(forms(message.id), forms(message.string), strict=True):
            labels.setdefault(label.removesuffix("…"), set()).add(french.removesuffix("…"))
    del labels["End"]  # The name of a part of the rules; people end games by buttons with more words.
    asked = 0
    for message in messages:
        french = {bold for text in forms(message.string) for bold in named(text)}
        for label in named(forms(message.id)[0]) & labels.keys():
            asked += 1
            assert labels[label] & french, (label, message.string)
    assert asked > 100


_UNKNOWN_TO_PLAYERS = [
    (r"(?i)\blobb(?:y|ies)\b", "the table, before the game"),
    (r"(?i)\b(?:un)?ranked\b|(?<!\{)\brankings?\b", "a game counts or not; a leaderboard; a result"),
    (r"(?i)\boperators?\b", "the person who runs me, or the bot"),
]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (r"(?:^|[.:;!] )\W*[Ww]ho (?!.*\?$)", "a sentence has a noun as its subject: a player, the first player, you"),
        (r"\b(?:to|for|of|against|from|than|with|if) who\b", "the same after a preposition"),
        (r"(?i)\bwhoever\b", "the same: a player who"),
        (r"\bcounts? nothing\b|\bCome to (?:exactly )?\{", "counts for nothing; reach 5,000 points"),
        (r"\bgames alone\b", "solo games"),
        (r"\b[Nn]or (?:who|whether|where|what)\b", "a note stands alone: people read one of them"),
        (r"\b[Tt]he rules of \w+ play\b", "games are played; rules say"),
        (
            r"(?i)\b(?:red|blue|green|yellow|two|three|four|any|each|a|another|in|the other) sides?\b(?! by side)",
            "team",
        ),
        (r"(?i)\brobots?\b", "computer"),
        (r"\{n\} (?:wins )?of 100\b", "{n}% of throws"),
        *_UNKNOWN_TO_PLAYERS,
        (r"(?i)\bhost of (?:this|the) bot\b|\bruns the bot\b", "the person who runs me"),
        (r"\bin sentences\b", "in words, as the button says"),
        (r"(?i)\b(?:your|their) own dice\b", "real dice"),
        (r"\bmembers with Manage", "people with Manage Server"),
        (r"\bnet points\b", "points without luck"),
    ],
)
def test_english_is_written_as_it_is_spoken(translations: ModuleType, wrong: str, why: str) -> None:
    for message in translations.stored("fr"):
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        for sentence in forms if message.id else ():
            assert not re.search(wrong, sentence), (why, sentence)


@pytest.mark.parametrize("page", ["README.md", "docs/fair-dice.md", "docs/fair-dice-1.md"])
def test_pages_for_players_use_the_words_of_the_bot(page: str) -> None:
    said = (ROOT / page).read_text("utf-8")
    assert [(found[0], why) for wrong, why in _UNKNOWN_TO_PLAYERS for found in re.finditer(wrong, said)] == []


def test_no_french_apostrophe_is_straight() -> None:
    forms = [form for forms in words("fr")._catalogue._forms.values() for form in forms]
    assert any("\N{RIGHT SINGLE QUOTATION MARK}" in form for form in forms)
    assert [form for form in forms if "'" in form] == []


def test_no_french_line_breaks_before_a_colon_or_percent_inside_quotes_or_in_a_number(translations: ModuleType) -> None:
    french = words("fr")._catalogue
    for message in translations.stored("fr"):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        one, *more = (in_context(message.context, ids[0]) if message.context else ids[0], *ids[1:])
        said = [french.ngettext(one, *more, n) for n in (1, 5)] if more else [french.gettext(one)]
        assert not message.id or not re.search(r"\S [:%]|« | »|\d \d{3}\b", " / ".join(said)), said


@pytest.mark.parametrize(
    ("language", "day", "said"),
    [
        ("fr", 1, "1er déc. 2026"),
        ("fr", 2, "2 déc. 2026"),
        ("fr", 11, "11 déc. 2026"),
        ("en", 1, "1 Dec 2026"),
    ],
)
def test_a_day_is_said_as_people_say_it(language: str, day: int, said: str) -> None:
    assert words(language).day(int(datetime(2026, 12, day, 12, tzinfo=UTC).timestamp())) == said


def test_french_counts_the_first_of_every_month() -> None:
    for month in range(1, 13):
        first, eleventh = (words("fr").day(int(datetime(2027, month, day, tzinfo=UTC).timestamp())) for day in (1, 11))
        assert first.startswith("1er ")
        assert eleventh.startswith("11 ")


@pytest.mark.parametrize(("language", "said"), [("fr", "5\N{NO-BREAK SPACE}000"), ("en", "5,000")])
def test_every_sentence_writes_large_numbers_alike(language: str, said: str) -> None:
    t = words(language)
    assert t("{game}: {value}", game="5000", value=5000).endswith(said)
    assert t.many("{n} point", "{n} points", 5000).startswith(said)
    assert t("{game}: {value}", game="5000", value=-5000).endswith(f"-{said}")
    assert t("{game}: {value}", game="5000", value=999).endswith("999")


@pytest.mark.parametrize(("value", "decimals"), [(-0.0, 0), (-0.0, 1), (-0.04, 1), (-0.4, 0)])
def test_nobody_reads_minus_nothing(value: float, decimals: int) -> None:
    assert words("en").number(value, decimals) == "0"


@pytest.mark.parametrize(
    ("value", "english", "french"),
    [(0.5, "0.5 points less", "0,5 point de moins"), (1.9, "1.9 points less", "1,9 point de moins"),
     (2.0, "2.0 points less", "2,0 points de moins"), (21.5, "21.5 points less", "21,5 points de moins")],
)  # fmt: skip
def test_french_has_its_plural_from_two_on(value: float, english: str, french: str) -> None:
    for language, said in (("en", english), ("fr", french)):
        t = words(language)
        assert t("{n} points less", n=t.tenths(value)).replace("\N{NO-BREAK SPACE}", " ") == said


_AFTER_START = """
import sys
from bot.locales import LANGUAGES, warm, words
warm()
opened = []
sys.addaudithook(lambda event, found: opened.append(found[0]) if event == "open" else None)
for language in LANGUAGES:
    t = words(language)
    print(t.day(0), t.month(2026, 11), t.number(5000.5, 1), t.tenths(3), t.percent(0.4), t.listed(["a", "b"]))
print(opened)
"""


def test_no_date_or_number_of_a_running_bot_waits_for_a_file() -> None:
    said = subprocess.run([sys.executable, "-c", _AFTER_START], capture_output=True, text=True, check=True, cwd=ROOT)
    *said_so, opened = said.stdout.splitlines()
    assert [line.split(" 197", 1)[0] for line in said_so] == ["1 Jan", "1er janv."]
    assert opened == "[]"


def test_only_yams_has_a_prime(translations: ModuleType) -> None:
    """In French: English calls the bonus of every sheet a bonus, and never says the French word."""
    speaks_of_yams = {"Bonus at exactly 63", "An upper section of exactly 63 earns the bonus too."}
    speaks_of_yams |= {"Exactly 63 earns the bonus, or only more does."}
    for message in translations.stored("fr"):
        english, french = (bool(re.search(r"\bprimes?\b", repr(one).lower())) for one in (message.id, message.string))
        yams = message.context == "Yams" or message.id in speaks_of_yams or "grids" in str(message.id)
        assert not english, message.id
        assert not french or yams or english, message.string
        assert french or message.context != "Yams", message.string


def test_no_colon_is_written_without_its_language() -> None:
    for file in (ROOT / "bot" / "screens").rglob("*.py"):
        assert not re.search(r'f"[^"\n]*\}\**: [^"\n]*\{', file.read_text()), file
