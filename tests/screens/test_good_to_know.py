"""Where the sources contradict each other (rules.md §21), the rules screen says so, in both languages."""

import re
from contextlib import suppress

import pytest

from bot.engine import Race
from bot.engine.errors import BadOptions
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.faces import face_of
from bot.screens.kit.questions import value_in_words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.table.rules import good_to_know, rules_screen, whole_rules
from bot.ui.discord.adapter import render
from tests.limits import problems

FIVE_THOUSANDS = ("5000", "5000_race")
PLUS = ("yum_plus", "triple_yum_plus")
JOKERS = (*PLUS, "yum_classic", "triple_yum", "yum_low_high", "yum_full_house", "yum_extra")
SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]
EQUAL_DICE = [key for key, listing in CATALOGUE.items() if any(rule.key == "of_a_kind" for rule in listing.rules)]

OF_POWER = ("freeze", "double_mandatory", "power_bonus_base")


def desk(language="en"):
    return RenderContext(words(language), PLAIN_GLYPHS)


def told(key, language="en", *, sources=False, **options):
    """What is good to know, with the names of its parts; with ``sources`` as docs/rules has it."""
    fields = good_to_know(desk(language), make(key, options), sources=sources)
    return "\n".join(f"{field.name}: {field.value}" for field in fields)


@pytest.mark.parametrize(
    ("number", "keys", "said", "french"),
    [
        (
            1,
            JOKERS,
            "A joker goes in both sections, or only in the lower one.",
            "Un joker va dans les deux sections, ou seulement dans celle du bas.",
        ),
        (2, PLUS, "A joker needs every Yum box filled, or only the first", "toutes les cases Yum"),
        (3, PLUS, "Five 4s as a joker write 25 in Fives", "Cinq 4 en joker inscrivent 25 dans les Cinq"),
        (5, EQUAL_DICE, "add all dice, unlike Yatzy", "contrairement au Yatzy"),
        (7, PLUS, "High Score needs 22 and more than Low", "High demande 22 et plus que Low"),
        (
            10,
            (*PLUS, "yum_extra", "yum_color", "yamslam"),
            "Four equal dice are two pairs",
            "Quatre dés pareils font deux paires",
        ),
        (
            11,
            ("5000", "5000_race"),
            "three more after each full hand, or no limit. Throws in a turn: **3 in all**",
            "trois de plus chaque fois que tous les dés ont marqué",
        ),
        (
            11,
            FIVE_THOUSANDS,
            "The first turn that counts needs many points, or fewer. Opening: **750**",
            "ou moins. Ouverture",
        ),
        (12, ("421",), "A 1 is high only in hands worth 2 tokens or more: 2-2-1", "2-2-1 est la pire de toutes"),
        (12, ("421",), "or instead of them. Nénette: **2 tokens more**", "ou à leur place"),
        (12, ("421",), "Equal hands throw once more", "Les mains égales relancent une fois"),
        (13, ("cant_stop", "cant_stop_race"), "Nobody runs out of cones", "les cônes ne manquent jamais"),
        (14, ("yams",), "Exactly 63 earns the bonus", "63 exactement donne la prime"),
        (
            15,
            SHEETS,
            "One game decides, or several are added up. Games in a match: **1**",
            "Une partie décide, ou plusieurs s’additionnent",
        ),
    ],
)
def test_each_contradiction_is_told_with_its_games_alone(number, keys, said, french):
    assert [key for key in CATALOGUE if said in told(key)] == [key for key in CATALOGUE if key in keys], number
    assert all(french in told(key, "fr") for key in keys), number


@pytest.mark.parametrize("key", SHEETS)
def test_when_a_power_4_bites_is_told_where_the_die_is_played_with(key):
    assert "only if you keep it" in told(key, power=True)
    assert "seulement si tu le gardes" in told(key, "fr", power=True)
    assert "Power 4" not in told(key)


def test_the_joker_is_not_discussed_where_there_is_none():
    assert "a joker" not in told("yum_plus", joker="none")
    assert "Joker: No joker" in told("yum_plus", joker="none")


@pytest.mark.parametrize("key", CATALOGUE)
def test_a_house_rule_is_told_with_what_the_table_plays_and_one_that_is_not_in_force_by_its_name(key):
    """Those of the Power die only with it; those that only French players know only where they are on.

    Where the sources are open, our choice is told too.
    """
    for options in ({}, most_house_rules(key)):
        page, game = told(key, **options), make(key, options)
        offered = page.partition("The host may also change: ")[2].partition("\n")[0].split(" · ")
        for rule in CATALOGUE[key].rules:
            value = value_in_words(desk(), rule, game.options.get(rule.key, rule.default))
            lines = (f"{rule.label}: {value}", f"{rule.label}: **{value}**")
            known = rule.key not in OF_POWER or options.get("power") is True
            known = known and (rule.language != "fr" or game.options.get(rule.key) is True)
            notes = face_of(key).rule_notes(game)
            noted = any(note.rule == rule.key and not note.of_source for note in notes)
            assert any(line in page for line in lines) == (known and (noted or rule.key in game.options)), rule.key
            assert (rule.label in offered) == (known and not noted and rule.key not in game.options), rule.key


def test_rules_known_in_french_alone_are_told_in_english_only_where_they_are_on():
    for name in ("« Le bon »", "Espagnole"):
        assert name not in told("421")
        assert name in told("421", "fr").replace("\N{NO-BREAK SPACE}", " ")
        assert f"{name}: On" in told("421", le_bon=True, espagnole=True)


@pytest.mark.parametrize("key", CATALOGUE)
def test_what_only_tells_of_the_texts_comes_last_under_one_heading(key):
    game = make(key, {"power": True} if key in SHEETS else {})
    fields, heading = good_to_know(desk(), game), "Where tables differ"
    names = [field.name.startswith(heading) for field in fields]
    assert names == sorted(names)
    needed, texts = (
        "\n".join(field.value for field in fields if field.name.startswith(heading) == last) for last in (False, True)
    )
    of_texts = r"printed example|the published \w*Yum|French text|English text|author only|[Tt]he text |Our text"
    assert not re.search(of_texts, f"{needed}\n{texts}")
    assert "The host may also change: " in needed or not texts
    for note in face_of(key).rule_notes(game):
        if not note.rule and not note.of_source:
            assert note.sentence in (texts if note.of_texts else needed)


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
        ("5000", "those are ours"),
        ("yum_plus", "Small and Large Straight"),
        ("triple_yum_plus", "second row"),
        ("ambition", "The pictures of the page are missing"),
        ("yamslam", "odd black, even red"),
    ],
)
def test_where_our_rules_come_from_is_told_in_docs_and_not_to_players(key, said):
    assert said in told(key, sources=True)
    assert said not in told(key)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ambition", "is drawn, not begun by the oldest player"),
        ("ambition", "A trio that reaches the goal must still be validated"),
        ("yum_plus", "The bonuses of the upper section do not add up"),
    ],
)
def test_what_changes_a_decision_is_told(key, said):
    assert said in told(key)


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_game_in_turns_says_who_begins(key):
    game = make(key, {})
    rules = "\n".join(field.value for field in whole_rules(desk(), game).fields)
    begins = r"order (of play )?is drawn|everybody throws.*: the highest (sum )?begins"
    said = re.search(begins, f"{told(key)}\n{rules}")
    assert (said is None) == isinstance(game, Race)


def test_what_the_text_of_yamslam_leaves_open_is_told_with_what_is_played():
    said = "Four equal dice may count as two pairs, or not. Four equal dice are two pairs: **Off**"
    assert said in told("yamslam")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_all_rules_are_one_message_that_tells_nothing_of_other_tables_and_of_texts(key, language):
    game = make(key, most_house_rules(key))
    screen = whole_rules(desk(language), game)
    assert not screen.rows
    assert not set(good_to_know(desk(language), game)) & set(screen.fields)
    assert problems(render(screen, PLAIN_GLYPHS, None, 0)) == []


ALL = {"power": True, "quad_is_two_pair": True, "of_a_kind": "matching", "low_high": "yahtzee", "high_min": "none"}
ALL |= {"low_first": True, "yum_order": "strict", "yum_is_full_house": True, "double_mandatory": True, "teams": True}
ALL |= {"tiebreak": "upper_then_yums", "games_in_match": 6, "joker_upper": "sum", "power_bonus_base": True}


def test_it_stands_behind_a_button():
    language = "fr"  # The longer one.
    game = make("triple_yum_plus", ALL)
    screen, notes = (rules_screen(desk(language), game, page) for page in ("whole", "notes"))
    assert [button.do for row in screen.rows for button in row] == ["rules short", "rules notes", "rules of games"]
    assert not set(notes.fields) & set(screen.fields)
    assert notes.fields == good_to_know(desk(language), game)
    assert [button.do for row in notes.rows for button in row] == ["rules short", "rules whole", "rules of games"]
    assert all(problems(render(page, PLAIN_GLYPHS, "1y2p0ij32e8e7", 1)) == [] for page in (screen, notes))


def test_beside_what_a_text_says_stands_what_the_table_plays():
    assert "Joker: **Lower section only**" in told("yum_plus", joker="en")
    assert "Joker: **Upper or lower section**" in told("yum_plus")
    assert "Throws in a turn: **As often as you dare**" in told("5000", throw_cap="none")


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


def test_what_is_said_to_be_the_standard_is_what_is_played():
    """The sentences that say what we play besides the house rules."""
    plus = make("yum_plus", {}).layout
    assert (plus.box("low_straight").maximum, plus.box("high_straight").maximum) == (30, 40)
