"""The rules screens say what the rules do, and fit Discord with any house rules."""

import re
from contextlib import suppress
from typing import Any

import pytest

from bot.engine.errors import BadOptions
from bot.engine.game import MatchGame
from bot.engine.hands import all_equal
from bot.games import CATALOGUE, FAMILIES, make, remake
from bot.games.yum.rules import Yum
from bot.games.yum.rules_page import examples
from bot.games.yum.sheets.asian import balut_points
from bot.games.yum.sheets.color import one_color
from bot.locales import LANGUAGES, words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext, Screen
from bot.screens.table.rules import rules_screen, whole_rules
from bot.ui.discord.adapter import render
from tests.games.told.scenes import every_pair
from tests.limits import problems

SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]


def screen(key: str, language: str = "en", **options: object) -> Screen:
    return whole_rules(RenderContext(words(language), PLAIN_GLYPHS), make(key, options))


def parts(key: str, **options: object) -> dict[str, str]:
    return {field.name: field.value for field in screen(key, **options).fields}


def changed(key: str) -> dict[str, Any]:
    """Every house rule at its last choice that is not the standard, as far as they go together."""
    found: dict[str, Any] = {}
    for rule in CATALOGUE[key].rules:
        wanted = {**found, rule.key: [choice for choice in rule.choices if choice != rule.default][-1]}
        with suppress(BadOptions):
            make(key, wanted)
            found = wanted
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
async def test_rules_fit_discord_with_every_house_rule_changed(key: str, language: str) -> None:
    shown = screen(key, language, **changed(key))
    assert problems(render(shown, PLAIN_GLYPHS)) == []


@pytest.mark.parametrize("options", [{}, {"power": True}], ids=["plain", "power"])
@pytest.mark.parametrize("key", SHEETS)
def test_every_box_has_an_example_that_scores_what_it_says(key: str, options: dict[str, object]) -> None:
    game = make(key, options)
    found = examples(game.layout.boxes, game.layout.dice)
    assert set(found) == {box.key for box in game.layout.boxes}
    for box in game.layout.boxes:
        faces, points = found[box.key]
        assert len(faces) == game.layout.dice
        assert points == box.points(tuple(sorted(faces))) > 0
        if box.face:
            assert points == 3 * box.face
        assert all_equal(faces) == box.yum or box.key == "maxi_yum"


def test_examples_are_the_usual_ones() -> None:
    layout = make("yum_plus", {}).layout
    found = examples(layout.boxes, layout.dice)
    assert found["full_house"] == ((3, 3, 3, 5, 5), 25)
    assert found["short_straight"] == ((1, 3, 4, 5, 6), 15)
    assert found["low_score"][1] == 21
    assert "`3-3-3-5-5` → 25" in screen("yum_plus").body


def test_examples_follow_the_house_rules() -> None:
    assert "`3-3-5-5-2` → 16" in screen("yum_plus", of_a_kind="matching").body
    assert "`1-3-4-5-6` → 30" in screen("yum_plus", low_high="yahtzee").body


def test_the_power_die_is_explained_face_by_face() -> None:
    assert "Power die" not in parts("yum_plus")
    said = parts("yum_plus", power=True)["Power die"]
    assert re.findall(r"\*\*(\d)\*\*", said) == ["1", "2", "3", "4", "5", "6"]
    assert "must fill a second box" in parts("yum_plus", power=True, double_mandatory=True)["Power die"]
    assert "if you keep it" in parts("yum_plus", power=True, freeze="if_kept")["Power die"]


NEITHER_WINS_NOR_WAITS = ("win at once", "wins at once", "gagnes aussitôt", "First player", "Premier joueur")


@pytest.mark.parametrize("key", ["5000_race", "cant_stop_race"])
def test_a_race_says_nothing_of_winning_at_once_or_beginning(key: str) -> None:
    for language in LANGUAGES:
        for options in ({}, {"power": True}, changed(key)):
            shown = screen(key, language, **options)
            whole = "\n".join([shown.body, *(field.value for field in shown.fields)])
            assert [said for said in NEITHER_WINS_NOR_WAITS if said in whole] == []
    assert "**1-1-1-1-1**: your race ends at once" in screen("5000_race").body
    target = next(rule for rule in CATALOGUE["5000_race"].rules if rule.key == "target")
    assert target.meaning == "How many points end the race."


@pytest.mark.parametrize(
    "key", [key for key, one in CATALOGUE.items() if any(rule.key == "power" for rule in one.rules)]
)
def test_every_game_with_a_power_die_explains_its_six_faces(key: str) -> None:
    said = parts(key, power=True)["Power die"]
    told = {int(face) for ends in re.findall(r"^\*\*(\d(?:–\d)?)\*\*: ", said, re.M) for face in ends.split("–")}
    spans = re.findall(r"^\*\*(\d)–(\d)\*\*: ", said, re.M)
    told |= {face for first, last in spans for face in range(int(first), int(last) + 1)}
    assert told == {1, 2, 3, 4, 5, 6}
    assert "Power die" not in parts(key)


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("5000_race", {}, "The turn that a 5 gives in addition does not count as a turn."),
        ("5000_race", {}, "Five 1s end the race whatever it shows."),
        ("5000", {}, "Five 1s win whatever it shows."),
        ("5000", {}, "too little to open counts for nothing with a 4 either"),
        ("5000", {"goal_mode": "exact"}, "at 4,900, a turn of 100 with a 2 comes to exactly 5,000"),
        ("5000_race", {"goal_mode": "exact"}, "at 4,900, a turn of 100 with a 2 comes to exactly 5,000"),
        ("5000", {"last_round": True}, "A 5 gives no other turn once you have reached the goal."),
        ("ambition", {}, "at 4,900, a turn of 100 with a 2 comes to exactly 5,000"),
        ("ambition", {"goal": 2000}, "at 1,900, a turn of 100 with a 2 comes to exactly 2,000"),
        ("ambition", {}, "A throw that passes the goal loses the turn with a 4 or 6 too."),
        ("ambition", {"overshoot": "stop_before"}, "A throw that passes the goal does not count with a 4 or 6 either."),
        ("cant_stop", {"no_stop_on_cone": True}, "A 4 places your cones even where you may not stop by yourself"),
        ("5000", {"tiebreak": "roll_off"}, "A throw for a tie is made without it."),
    ],
)
def test_the_power_die_is_told_at_its_corners(key: str, options: dict[str, Any], said: str) -> None:
    assert said in parts(key, power=True, **options)["Power die"]


def test_corners_that_a_game_has_not_are_not_told() -> None:
    assert "4,900" not in parts("5000", power=True)["Power die"]
    assert "further" not in parts("5000", power=True)["Power die"]
    assert "A 5 gives no other turn" not in parts("5000", power=True)["Power die"]
    assert "may not stop" not in parts("cant_stop", power=True)["Power die"]
    assert "does not count as a turn" not in parts("5000", power=True)["Power die"]


def test_columns_and_grids_are_explained() -> None:
    assert "×1, ×2 and ×3" in parts("triple_yum")["Columns"]
    assert "of any column" in screen("triple_yum_plus").body
    assert "2 grids" in parts("yams", grids=2)["Grids"]
    assert "any grid" in screen("yams", grids=3).body
    assert not {"Columns", "Grids"} & set(parts("yams"))


def test_the_joker_is_told_as_it_is_played() -> None:
    said = parts("triple_yum_plus")["Joker"]
    assert "every Yum box is filled" in said
    assert "in every column" in said
    assert "Low Score and High Score" in said
    assert "any open box of the lower section" in parts("yum_plus", joker="en")["Joker"]
    assert "must be filled first" in parts("yum_classic", joker="forced")["Joker"]
    assert "Even and Odd" in parts("yum_extra")["Joker"]
    assert "Joker" not in parts("yum_plus", joker="none")


def test_ties_matches_sides_and_bonuses_are_told() -> None:
    assert "One more point for each point above" in parts("yams")["Bonus of the upper section"]
    assert "100 points" in parts("yum_classic")["Further Yums"]
    assert "3 tokens" in parts("yum_extra")["Extra throws"]
    assert "4, 6, 8, 10 and 12 players." in screen("yum_plus", teams=True).body
    assert "3 games" in parts("yum_plus", games_in_match=3)["Games in a match"]
    said = {rule: parts("yum_plus", tiebreak=rule)["In a tie"] for rule in ("share", "most_yums", "roll_off")}
    assert len(set(said.values())) == 3


@pytest.mark.parametrize("key", [key for key in CATALOGUE if isinstance(make(key, {}), MatchGame)])
def test_every_game_has_matches_of_one_to_six_games_and_tells_what_ties_do(key: str) -> None:
    rules = {rule.key: rule for rule in CATALOGUE[key].rules}
    assert {1, 2, 3, 4, 5, 6} <= set(rules["games_in_match"].choices)
    said = {parts(key, games_in_match=4, tiebreak=choice)["In a tie"] for choice in rules["tiebreak"].choices}
    assert len(said) == len(rules["tiebreak"].choices)
    assert "They share the place." in said


@pytest.mark.parametrize("key", ["yams", "maxi_yum"])
def test_a_sheet_calls_its_box_for_equal_dice_by_its_own_name_where_the_most_of_them_decide_a_tie(key: str) -> None:
    game = make(key, {})
    assert isinstance(game, Yum)
    (box,) = (one for one in game.layout.boxes if one.yum)
    (tiebreak,) = (rule for rule in CATALOGUE[key].rules if rule.key == "tiebreak")
    for choice in ("most_yums", "upper_then_yums"):
        named = tiebreak.names[tiebreak.choices.index(choice)]
        for said in (parts(key, tiebreak=choice)["In a tie"], named):
            assert box.label in said
            assert "Yums" not in said.replace("Maxi Yums", "")


def test_yamslam_tells_what_decides_between_equal_totals() -> None:
    assert parts("yamslam")["In a tie"] == "They share the place."
    assert "most different kinds decide" in parts("yamslam", tiebreak="most_kinds")["In a tie"]
    assert "over all games" in parts("yamslam", tiebreak="most_kinds", games_in_match=6)["In a tie"]


def test_the_points_of_a_balut_sheet_are_those_of_the_rules() -> None:
    said = parts("asian_yum", asian_sheet="balut")["Points of the sheet"]
    empty = dict.fromkeys(("fours", "fives", "sixes", "straight", "full_house", "choice", "balut"), ())
    assert balut_points(empty) == -2
    for box, name, needed in [("fours", "Fours", 52), ("fives", "Fives", 65), ("sixes", "Sixes", 78)]:
        assert re.search(rf"{name} of {needed}\b", said)
        assert balut_points({**empty, box: (needed,)}) == balut_points({**empty, box: (needed - 1,)}) + 2 == 0
    assert balut_points({**empty, "choice": (100,)}) == balut_points({**empty, "choice": (99,)}) + 2 == 0
    assert balut_points({**empty, "straight": (15,) * 4}) == 4 - 2
    assert balut_points({**empty, "full_house": (20,) * 4}) == 3 - 2
    assert balut_points({**empty, "balut": (25,)}) == 2 - 2
    sums = {total: balut_points({**empty, "straight": (total,)}) for total in (299, 300, 350, 599, 650, 900)}
    assert list(sums.values()) == [-2, -1, 0, 4, 6, 6]


def test_the_colours_are_those_of_the_rules() -> None:
    assert parts("yum_color")["Colours"] == "1 and 6 are black, 2 and 5 are red, 3 and 4 are green."
    assert all(one_color(pair) for pair in [(1, 6), (2, 5), (3, 4)])
    assert not any(one_color(pair) for pair in [(1, 2), (1, 3), (2, 3), (5, 6), (4, 6), (4, 5)])


def test_the_rules_of_an_old_game_are_those_it_is_played_by() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    old, new = (whole_rules(context, game) for game in (remake("yamslam", {}), make("yamslam", {})))
    alone = [next(field.value for field in shown.fields if field.name == "Alone") for shown in (old, new)]
    assert ["one of those removed" in said for said in alone] == [False, True]
    old, new = (
        whole_rules(context, game)
        for game in (remake("yum_color", {"of_a_kind": "matching"}), make("yum_color", {"of_a_kind": "matching"}))
    )
    assert "or four equal dice: the sum of all dice." in old.body
    assert "or four equal dice: the sum of these four dice." in new.body


@pytest.mark.parametrize(
    ("key", "before"),
    [
        ("yum_plus", "The first player who is still there begins each game."),
        ("yamslam", "The first player who is still there begins each game."),
        ("5000", "The next player in turn begins the next game."),
        ("ambition", "The next player in turn begins the next game."),
        ("cant_stop", "The next player in turn begins the next game."),
    ],
)
def test_a_match_says_who_begins_its_next_game_by_its_own_rules(key: str, before: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    match = {"games_in_match": 2}
    old, new = (
        next(part.value for part in whole_rules(context, game).fields if part.name == "Games in a match")
        for game in (remake(key, match), make(key, match))
    )
    now = "The player after the one who began the last game begins the next one; those who left are skipped."
    assert (before in old, now in old) == (True, False)
    assert (before in new, now in new) == (False, True)


THREE = "3 times at most"


@pytest.mark.parametrize(
    ("key", "options", "more"),
    [
        ("yum_extra", {}, "A token buys a fourth throw."),
        ("maxi_yum", {"saved_rolls": True}, "Throws saved in earlier turns may follow."),
        ("yum_plus", {"power": True}, "A 6 on the Power die gives a fourth throw."),
        ("yum_extra", {"power": True}, "A token buys a fourth throw.\n3. A 6 on the Power die gives a fourth throw."),
    ],
)
def test_where_there_may_be_a_fourth_throw_three_are_not_the_most(key: str, options: dict[str, Any], more: str) -> None:
    said = screen(key, **options).body
    assert THREE not in said
    assert "up to 3 times" in said
    assert more in said


@pytest.mark.parametrize(
    ("key", "options"), [("yum_plus", {}), ("maxi_yum", {}), ("yum_extra", {"extra_tokens": 0}), ("yams", {})]
)
def test_elsewhere_three_throws_are_the_most(key: str, options: dict[str, Any]) -> None:
    assert THREE in screen(key, **options).body


def test_421_tells_of_the_throw_between_players_without_tokens() -> None:
    assert "Several players without a token at the end throw too" in parts("421")["Ties"]
    said = parts("421", ties="none")["Ties"]
    assert "have all won" in said
    assert "throw too" not in said


def test_421_with_one_throw_in_the_charge_keeps_three_for_the_discharge() -> None:
    body = screen("421", charge_one_throw=True).body
    assert "1. In the charge everybody throws only once.\n2. In the discharge the first player throws up to 3" in body
    assert "1. The first player throws up to 3 times" in screen("421").body


def test_421_le_bon_allows_fewer_throws_and_no_more() -> None:
    assert "throws as often, or says « le bon » and stops before that" in screen("421", le_bon=True).body


def test_421_tells_how_a_game_ends_without_a_discharge() -> None:
    assert "one player alone has tokens" in parts("421", zero_after_charge="out")["Charge and discharge"]
    assert "one player alone" not in parts("421", zero_after_charge="out", espagnole=True)["Charge and discharge"]
    assert "all others have won" in parts("421", espagnole=True)["Charge and discharge"]


def test_5000_tells_which_equal_dice_are_free_and_that_a_fourth_4_scores_nothing() -> None:
    body = screen("5000").body
    assert "Three equal dice are set aside together, or all left; 1s and 5s beyond three are yours to choose." in body
    assert "that of 4-4-4-4 scores nothing" in body
    assert "set aside together" not in screen("5000", keep_all_scoring=True).body


def test_5000_tells_who_leads_after_a_bump_in_the_last_round() -> None:
    assert "leads instead" in parts("5000", bump=True, last_round=True)["Bump"]
    assert "leads instead" not in parts("5000", bump=True)["Bump"]


@pytest.mark.parametrize(
    ("key", "options", "said"),
    [
        ("yum_plus", {}, "Once Low Score or High Score holds a 0, the other one need not be higher or lower."),
        ("yum_original", {}, "Once Low or High holds a 0, the other one need not be higher or lower."),
        ("yams", {"maxi_mini": True}, "Once Mini or Maxi holds a 0, the other one need not be higher or lower."),
    ],
)
def test_a_0_sets_no_limit(key: str, options: dict[str, Any], said: str) -> None:
    assert said in screen(key, **options).body
    assert "holds a 0" not in screen("yams").body


def test_power_5_tells_of_two_yums_and_of_a_joker_made_by_the_first_box() -> None:
    said = parts("yum_plus", power=True)
    assert "Five equal dice may fill two of the boxes for them." in said["Power die"]
    assert "With a Power 5, the second box may take a joker" in said["Joker"]
    assert "two of the boxes" not in parts("yum_classic", power=True)["Power die"]
    assert "Power 5" not in parts("yum_plus")["Joker"]


def test_a_further_yum_earns_its_bonus_even_as_a_0() -> None:
    assert "even as a 0" in parts("yum_classic")["Further Yums"]
    assert "even as a 0" not in parts("triple_yum")["Further Yums"]


def test_a_forced_joker_may_be_struck() -> None:
    assert "with its points or a 0" in parts("yum_classic", joker="forced")["Joker"]


@pytest.mark.parametrize(
    ("key", "options", "aim"),
    [
        ("yum_plus", {}, "Fill your sheet: the highest total wins."),
        ("asian_yum", {"asian_sheet": "balut"}, "Fill your sheet: the one worth the most points wins."),
        ("yams", {}, "Fill your sheet: the highest total wins."),
        ("yamslam", {}, "Win chips: the most points at the end win"),
        ("5000", {}, "Collect 5,000 points before the others."),
        ("5000", {"goal_mode": "exact"}, "Reach exactly 5,000 points before the others."),
        ("5000", {"last_round": True}, "Reach 5,000 points, and have the most when everybody else"),
        ("5000", {"last_round": True, "goal_mode": "exact"}, "Reach exactly 5,000 points; then everybody else"),
        ("5000_race", {"goal_mode": "exact"}, "Collect 5,000 points in the fewest turns."),
        ("ambition", {"goal": 2000}, "Reach exactly 2,000 points before the others."),
        ("cant_stop", {"columns_to_win": 4}, "Climb to the top of 4 columns: before the others, or playing alone"),
        ("cant_stop", {"teams": True}, "Climb to the top of 3 columns with your partner, before the other team."),
        ("cant_stop_race", {}, "Climb to the top of 3 columns in as few turns as you can."),
        ("421", {}, "3 dice and 21 tokens. Tokens are bad"),
    ],
)
def test_rules_begin_with_the_aim(key: str, options: dict[str, Any], aim: str) -> None:
    assert screen(key, **options).body.startswith(aim)


@pytest.mark.parametrize("key", [key for key, family in FAMILIES.items() if family != "yum"])
def test_a_turn_follows_the_aim_in_six_short_lines_at_most(key: str) -> None:
    for options in every_pair(key):
        for language in LANGUAGES if len(options) < 2 else ("en",):
            context = RenderContext(words(language), PLAIN_GLYPHS)
            aim, *turn = rules_screen(context, make(key, options)).body.split("\n")
            assert aim
            assert [line.partition(". ")[0] for line in turn] == [str(number) for number in range(1, len(turn) + 1)]
            assert 3 <= len(turn) <= 6
            assert max(map(len, turn)) <= 125


@pytest.mark.parametrize("key", ["cant_stop", "yamslam"])
def test_teams_read_nothing_about_playing_alone(key: str) -> None:
    assert "Alone" in parts(key)
    assert "Alone" not in parts(key, teams=True)
