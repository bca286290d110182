"""Where the sources contradict each other (rules.md §21), the rules screen says so, in both languages."""

import pytest

from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.games.good_to_know import good_to_know
from bot.screens.games.rules import rules_screen
from bot.screens.kit.house_rules import value_in_words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext

PLUS = ("yum_plus", "triple_yum_plus")
JOKERS = (*PLUS, "yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra")
SHEETS = [key for key, listing in CATALOGUE.items() if listing.family == "yum"]


def desk(language="en"):
    return RenderContext(words(language), PLAIN_GLYPHS)


def told(key, language="en", **options):
    """What is good to know, with the names of its parts."""
    return "\n".join(f"{field.name}: {field.value}" for field in good_to_know(desk(language), make(key, options)))


@pytest.mark.parametrize(
    ("number", "keys", "said", "french"),
    [
        (1, JOKERS, "both sections, the English one to the lower section only", "l'anglais dans celle du bas"),
        (2, PLUS, "all Yum boxes to be filled, the English one for the Yum box", "toutes les cases Yum"),
        (3, JOKERS, 'points dans les "Cinq"', "ni aux dés (20) ni à la case (25)"),
        (4, PLUS, "a Small and a Large Straight", "absentes de la feuille"),
        (5, PLUS, "add all dice, unlike Yatzy", "contrairement au Yatzy"),
        (6, ("triple_yum_plus",), "second row", "la deuxième ligne"),
        (7, PLUS, "the published Yum asks for 22", "le Yum publié demande aussi 22"),
        (9, ("ambition",), "pictures of the dice and all points are missing", "notre définition"),
        (10, ("yamslam",), "Which faces have which colour is not said", "Quelles faces ont quelle couleur"),
        (10, ("yamslam",), "whether four equal dice are two pairs", "quatre dés pareils font deux paires"),
        (11, ("5000",), "Three throws a turn at most, yet a full hand", "Trois lancers par tour au maximum"),
        (11, ("5000",), "750 points, another page", "à 750 points"),
        (12, ("421",), "An ace is called the highest die, yet 2-2-1", "mais 2-2-1 est la main la plus faible"),
        (12, ("421",), "instead of the round's", "ou à la place"),
        (12, ("421",), "What decides between equal hands", "Ce qui départage des mains égales"),
        (13, ("cant_stop",), "9 cones of each colour", "11 dans le jeu publié"),
        (14, ("yams",), "beyond", "prime des 63 points"),
        (15, PLUS, "“up to 6” in English, seven columns", "sept colonnes sur la feuille"),
    ],
)
def test_each_contradiction_is_told_with_its_games_alone(number, keys, said, french):
    assert [key for key in CATALOGUE if said in told(key)] == [key for key in CATALOGUE if key in keys], number
    assert all(french in told(key, "fr") for key in keys), number


@pytest.mark.parametrize("key", SHEETS)
def test_when_a_power_4_bites_is_told_where_the_die_is_played_with(key):
    assert "without more throws" in told(key, power=True)
    assert "sans d'autres lancer" in told(key, "fr", power=True)
    assert "without more throws" not in told(key)


def test_the_joker_is_not_discussed_where_there_is_none():
    assert "joker" not in told("yum_plus", joker="none")


def test_the_standard_and_its_house_rule_are_named():
    assert "Standard: 3; house rule: **Throws in a turn**." in told("5000", throw_cap="none")
    assert "Standard: Upper or lower section; house rule: **Joker**." in told("yum_plus", joker="en")
    assert "Standard: Lower section only; house rule: **Joker**." in told("yum_classic")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_on_the_rules_screen_before_the_house_rules(language):
    screen = rules_screen(desk(language), make("triple_yum_plus", {"power": True}))
    assert screen.fields[-4:-1] == good_to_know(desk(language), make("triple_yum_plus", {"power": True}))


def test_what_is_said_to_be_the_standard_is_what_is_played():
    """The sentences that say what we play besides the house rules."""
    plus = make("yum_plus", {}).layout
    assert (plus.box("low_straight").maximum, plus.box("high_straight").maximum) == (30, 40)
    rule = next(rule for rule in CATALOGUE["421"].rules if rule.key == "nenette")
    assert value_in_words(desk(), rule, rule.default) in told("421")
