"""Where the sources contradict each other (rules.md §21), the rules screen says so, in both languages."""

from contextlib import suppress

import pytest

from bot.engine.errors import BadOptions
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.questions import value_in_words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.table.rules import good_to_know, rule_notes, rules_screen, whole_rules
from bot.ui.discord.adapter import render
from tests.limits import problems

FIVE_THOUSANDS = ("5000", "5000_race")
PLUS = ("yum_plus", "triple_yum_plus")
JOKERS = (*PLUS, "yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra")
SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]
EQUAL_DICE = [key for key, listing in CATALOGUE.items() if any(rule.key == "of_a_kind" for rule in listing.rules)]

VARIANTS = {
    "yum": {"power", "double_paire", "maxi_mini", "grids"},
    "yamslam": {"power", "teams"},
    "5000": {"power", "target"},
    "ambition": {"power", "teams"},
    "421": {"power", "le_bon"},
    "cant_stop": {"power", "columns_to_win", "jump", "no_stop_on_cone"},
    "5000_race": {"target"},
    "cant_stop_race": {"columns_to_win"},
}
"""The house rules that a source offers itself, in so many words: nothing is open there."""


def desk(language="en"):
    return RenderContext(words(language), PLAIN_GLYPHS)


def told(key, language="en", **options):
    """What is good to know, with the names of its parts."""
    return "\n".join(f"{field.name}: {field.value}" for field in good_to_know(desk(language), make(key, options)))


@pytest.mark.parametrize(
    ("number", "keys", "said", "french"),
    [
        (
            1,
            JOKERS,
            "both sections, the English one to the lower section only",
            "l\N{RIGHT SINGLE QUOTATION MARK}anglais dans celle du bas",
        ),
        (2, PLUS, "all Yum boxes to be filled, the English one for the Yum box", "toutes les cases Yum"),
        (3, JOKERS, 'points dans les "Cinq"', "ni aux dés (20) ni à la case (25)"),
        (4, PLUS, "a Small and a Large Straight", "absentes de la feuille"),
        (5, EQUAL_DICE, "add all dice, unlike Yatzy", "contrairement au Yatzy"),
        (6, ("triple_yum_plus",), "second row", "la deuxième ligne"),
        (7, PLUS, "the published Yum asks for 22", "le Yum publié demande aussi 22"),
        (9, ("ambition",), "pictures of the dice and all points are missing", "notre définition"),
        (10, ("yamslam",), "Which faces have which colour is not said", "impairs noirs, pairs rouges"),
        (
            10,
            (*PLUS, "yum_extra", "yamslam"),
            "Whether four equal dice are two pairs is",
            "Quatre dés pareils peuvent faire deux paires",
        ),
        (
            11,
            ("5000", "5000_race"),
            "Three throws a turn at most, the text says",
            "Trois lancers par tour au maximum",
        ),
        (11, FIVE_THOUSANDS, "750 points, another page", "à 750 points"),
        (12, ("421",), "An ace is called the highest die, yet 2-2-1", "mais 2-2-1 est la main la plus faible"),
        (12, ("421",), "instead of the round's", "soit à leur place"),
        (12, ("421",), "What decides between equal hands", "Le départage des mains égales"),
        (13, ("cant_stop", "cant_stop_race"), "9 cones of each colour", "11 dans le jeu publié"),
        (14, ("yams",), "beyond", "prime des 63 points"),
        (15, SHEETS, "“up to 6” in English, seven columns", "sept colonnes sur la feuille"),
    ],
)
def test_each_contradiction_is_told_with_its_games_alone(number, keys, said, french):
    assert [key for key in CATALOGUE if said in told(key)] == [key for key in CATALOGUE if key in keys], number
    assert all(french in told(key, "fr") for key in keys), number


@pytest.mark.parametrize("key", SHEETS)
def test_when_a_power_4_bites_is_told_where_the_die_is_played_with(key):
    assert "without more throws" in told(key, power=True)
    assert "sans d\N{RIGHT SINGLE QUOTATION MARK}autres lancer" in told(key, "fr", power=True)
    assert "without more throws" not in told(key)


def test_the_joker_is_not_discussed_where_there_is_none():
    assert "joker" not in told("yum_plus", joker="none")


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_house_rule_for_an_open_question_is_told(key):
    """Each house rule has a word there, unless a source offers it itself."""
    rules = CATALOGUE[key].rules
    with_power = [{"power": True}] if any(rule.key == "power" for rule in rules) else []
    told = {note.rule for options in ({}, *with_power) for _, notes in rule_notes(make(key, options)) for note in notes}
    offered = VARIANTS.get("yum" if key in SHEETS else key, set())
    assert {rule.key for rule in rules} - told - offered == set()
    assert told & (offered - {"power"}) == set()


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("yum_original", "the published Canadian Yum of 1959"),
        ("yum_deluxe", "taught in Montréal"),
        ("yum_color", "we play Kismet"),
        ("yum_classic", "we play Yahtzee"),
        ("asian_yum", "we play Yacht as in Japan and Korea"),
        ("maxi_yum", "we play Maxi Yatzy"),
        ("triple_yum", "we play Triple Yahtzee"),
        ("yum_low_high", "we play a French one"),
        ("yum_full_house", "three Full House boxes are our definition"),
        ("yum_extra", "its five extra boxes and the tokens are ours"),
        ("ambition", "validates the trio before: our reading"),
        ("ambition", "the oldest player begin; here the order is drawn"),
        ("yamslam", "Nobody gets the bonus for the last chip when it is removed"),
        ("yamslam", "When a Yamslam takes the last chip, removed ones are lost"),
        ("ambition", "Exactly the goal wins at once"),
        ("cant_stop", "one runner left: you choose"),
        ("cant_stop", "Playing alone is our addition"),
        ("5000", "those values are ours"),
        ("yams", "15 and 20 are ours"),
        ("yum_plus", "The three bonuses do not add up"),
    ],
)
def test_what_we_defined_ourselves_is_told(key, said):
    assert said in told(key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_standard_rules_are_one_page(key, language):
    """The command and the daily show one message without a table, so without buttons."""
    screen = whole_rules(desk(language), make(key, {}))
    assert not screen.rows
    assert set(good_to_know(desk(language), make(key, {}))) < set(screen.fields)


ALL = {"power": True, "quad_is_two_pair": True, "of_a_kind": "matching", "low_high": "yahtzee", "high_min": "none"}
ALL |= {"low_first": True, "yum_order": "strict", "yum_is_full_house": True, "double_mandatory": True, "teams": True}
ALL |= {"tiebreak": "upper_then_yums", "games_in_match": 6, "joker_upper": "sum", "power_bonus_base": True}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_many_house_rules_fill_the_message_it_stands_behind_a_button(language):
    game = make("triple_yum_plus", ALL)
    screen, notes = (rules_screen(desk(language), game, page) for page in ("whole", "notes"))
    assert [button.do for row in screen.rows for button in row] == ["rules short", "rules notes"]
    assert not set(notes.fields) & set(screen.fields)
    assert notes.fields == good_to_know(desk(language), game)
    assert [button.do for row in notes.rows for button in row] == ["rules short", "rules whole"]
    assert all(problems(render(page, PLAIN_GLYPHS, "1y2p0ij32e8e7", 1)) == [] for page in (screen, notes))


def test_the_standard_and_its_house_rule_are_named():
    assert "Standard: 3 in all; house rule: **Throws in a turn**." in told("5000", throw_cap="none")
    assert "Standard: Upper or lower section; house rule: **Joker**." in told("yum_plus", joker="en")
    assert "Standard: Lower section only; house rule: **Joker**." in told("yum_classic")


@pytest.mark.parametrize("key", CATALOGUE)
def test_no_fact_is_followed_by_what_reads_as_its_denial(key):
    """Behind "other texts give everybody a last turn", "Standard: Off" would say that they do not."""
    with_power = [{"power": True}] if any(rule.key == "power" for rule in CATALOGUE[key].rules) else []
    for options in ({}, *with_power):
        assert "Standard: Off" not in told(key, **options)
        assert "Standard: On" not in told(key, **options)
    switches = {rule.label for rule in CATALOGUE[key].rules if rule.default is False and not rule.names}
    notes = {note.rule for _, notes in rule_notes(make(key, {})) for note in notes}
    for rule in CATALOGUE[key].rules:
        if rule.key in notes and rule.label in switches:
            assert f"House rule: **{rule.label}**, off by default." in told(key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_no_heading_stands_twice_and_no_sentence_ends_with_two_full_stops(key, language):
    game = make(key, most_house_rules(key))
    page, notes = whole_rules(desk(language), game), good_to_know(desk(language), game)
    for fields in (page.fields, notes):
        names = [field.name for field in fields]
        assert len(set(names)) == len(names), names
    for said in (page.body, *(field.value for field in (*page.fields, *notes))):
        assert ".." not in said, said


def most_house_rules(key):
    """Every house rule changed, as far as they go together."""
    chosen = {}
    for rule in CATALOGUE[key].rules:
        wanted = chosen | {rule.key: next(choice for choice in rule.choices if choice != rule.default)}
        with suppress(BadOptions):
            make(key, wanted)
            chosen = wanted
    return chosen


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_stands_on_the_rules_screen_before_the_house_rules(language):
    screen = whole_rules(desk(language), make("yum_plus", {"power": True}))
    notes = good_to_know(desk(language), make("yum_plus", {"power": True}))
    assert notes
    assert screen.fields[-len(notes) - 1 : -1] == notes


def test_what_is_said_to_be_the_standard_is_what_is_played():
    """The sentences that say what we play besides the house rules."""
    plus = make("yum_plus", {}).layout
    assert (plus.box("low_straight").maximum, plus.box("high_straight").maximum) == (30, 40)
    rule = next(rule for rule in CATALOGUE["421"].rules if rule.key == "nenette")
    assert value_in_words(desk(), rule, rule.default) in told("421")
