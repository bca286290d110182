"""Reasons in words: short, in both languages, and each kind of claim has its sentence."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from bot.games import CATALOGUE, make
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.screens.kit import reasons as kit
from bot.screens.kit.reasons import LONGEST, idea_text, reason_text, why_line
from bot.thinker.answers import COMING, Claim

ENGLISH, FRENCH = (RenderContext(words(language), PLAIN_GLYPHS) for language in ("en", "fr"))
SHEET = make("yum_plus", {})
ABOUT = {"hit", "spent", "waits", "turn_box", "box", "kept_open", "filled_now"}
CHANCES = {
    "hit",
    "spent",
    "waits",
    "settled",
    "dearer",
    "bonus",
    "bust",
    "reach",
    "qualify",
    "nothing",
    "stuck",
    "round",
    "tie",
}


def claim(kind: str, best: float, done: float, about: str = "") -> Claim:
    return Claim(kind, best, done, "chance" if kind in CHANCES else "points", about)


def english(*why: Claim, game: str = "yum_plus") -> str:
    return reason_text(ENGLISH, make(game, {}), why)


def test_nobody_says_a_reason_that_nobody_has() -> None:
    assert reason_text(ENGLISH, SHEET, None) == ""
    assert why_line(ENGLISH, SHEET, None) == ""
    assert reason_text(ENGLISH, SHEET, ()) == "It is the sum of many small things."
    assert why_line(ENGLISH, SHEET, COMING) == "Why: I am still working it out."
    assert idea_text(ENGLISH, SHEET, COMING) == ""


def test_the_first_number_is_of_the_better_answer() -> None:
    assert (
        english(claim("hit", 0.42, 0.18, "mark full_house"))
        == "Full House: in 42 of 100 turns; after the other move, in 18."
    )
    saved = english(claim("spent", 0.1, 0.7, "mark chance"))
    assert saved == "It saves Chance: used in 10 of 100; after the other move, in 70."
    kept = english(claim("kept_open", 22.3, 14, "mark chance"), claim("box", 1, 2.1, "mark ones"))
    assert kept == (
        "Chance, kept open, averages about 22; filled now, 14. But Ones ends at 1 on average; the other, 2."
    )


def test_boxes_that_may_each_be_the_other_are_named_together() -> None:
    told = english(claim("box", 34.8, 28.9, "mark full_house2 + mark full_house3"), game="yum_full_house")
    assert told == "2nd Full House + 3rd Full House ends at about 35 on average; after the other move, 29."


def test_what_is_sure_or_given_up_is_told_without_numbers() -> None:
    assert (
        english(claim("hit", 1.0, 0.05, "mark yum"))
        == "Yum is sure now; after the other move it comes in 5 of 100 turns."
    )
    saved, other = "It saves Yum", "the other move uses it up in 5 of 100 turns."
    assert english(claim("spent", 0.0, 0.05, "mark yum")) == f"{saved} for sure; {other}"
    assert english(claim("spent", 0.0, 1.0, "mark yum")) == f"{saved}."
    assert english(claim("spent", 1.0, 0.0, "mark yum")) == "It uses up the box Yum."
    sure, gone = claim("hit", 1.0, 0.0, "take fh"), claim("hit", 0.0, 1.0, "take fl")
    assert english(sure, gone, game="yamslam") == "It brings Full House for sure. But it gives up Flush."
    assert english(claim("bust", 0.0, 0.45)) == "It risks nothing; the other move loses the turn in 45 of 100 cases."


@pytest.mark.parametrize(("context", "tells"), [(ENGLISH, "after the other move"), (FRENCH, "après l’autre coup")])
def test_each_number_says_of_which_move_it_is(context: RenderContext, tells: str) -> None:
    """ "5 ahead and not 7 behind" left readers to guess which of the two plays gives which."""
    for kind in set(kit._SENTENCES) - {"dearer", "filled_now", "kept_open"}:  # It has no second number, or says when.
        one = Claim(kind, 0.4, 0.2, "chance" if kind in CHANCES else "points", "par 3" if kind == "par" else "mark yum")
        assert tells in reason_text(context, SHEET, (one,)), kind


def test_a_throw_that_nobody_has_to_risk_is_told_by_what_it_would_lose() -> None:
    """That stopping risks no throw is what stopping means; its reason is what the other move puts at risk."""
    told = english(Claim("stuck", 0.0, 0.28, "chance"), game="cant_stop")
    assert told == "After the other move, a throw loses all steps of this turn in 28 of 100 cases."


def test_only_what_never_or_always_happens_is_0_or_100() -> None:
    assert "after the other move, in 0.3." in english(claim("reach", 0.2, 0.003))
    assert "in 99.7 of 100" in english(claim("reach", 0.997, 0.9))
    assert "after the other move, in 0." in english(claim("reach", 0.2, 0.0))
    won = english(claim("round", 0.996, 0.71), game="421")
    assert won == "The round is won in 99.6 of 100 cases; after the other move, in 71."
    saved = english(claim("spent", 0.004, 0.4, "mark chance"))
    assert saved == "It saves Chance: used in 0.4 of 100; after the other move, in 40."
    assert "for sure" in english(claim("round", 1.0, 0.71), game="421")


def test_a_risk_that_one_answer_alone_runs_is_told_with_what_both_bring() -> None:
    """No sentence says that somebody stops: two moves may be compared, after one of which they do."""
    told = english(claim("gain", 295.2, 50), claim("bust", 0.284, 0.0), game="5000")
    brings = "It brings about 295 points if it counts"
    assert told == f"{brings}, but loses 28 of 100 turns; the other move brings 50 for sure."
    told = english(claim("bust", 0.0, 0.75), claim("climbed", 0.34, 1.24), game="cant_stop")
    keeps = "It keeps 0.3 columns; the other move climbs 1.2 if it counts, but loses 75 of 100 turns."
    assert told == keeps


def test_what_a_turn_climbs_is_told_as_part_of_a_column() -> None:
    told = english(claim("climbed", 0.576, 0.43), game="cant_stop")
    assert told == "A turn that counts climbs 58% of a column in all; after the other move, 43%."


def test_what_climbs_more_than_a_column_is_told_in_columns() -> None:
    two, near = claim("climbed", 1.82, 0.95), claim("climbed", 1.24, 1.21)
    assert english(two, game="cant_stop") == "A turn that counts climbs 1.8 columns in all; after the other move, 0.9."
    assert english(near, game="cant_stop").endswith("1.24 columns in all; after the other move, 1.21.")
    said = reason_text(FRENCH, make("cant_stop", {}), (two, claim("bust", 0.73, 0.0)))
    assert said.startswith("Ça monte de 1,8 colonne si ça réussit, mais perd 73")


def test_an_average_is_rounded_to_whole_points_and_said_to_be_unless_two_are_nearly_alike() -> None:
    upper, other = "The upper section, bonus included, ends at", "after the other move"
    assert english(claim("upper", 104.4, 102.1)) == f"{upper} about 104 on average; {other}, 102."
    assert english(claim("upper", 102.4, 102.1)) == f"{upper} about 102.4 on average; {other}, 102.1."
    assert english(claim("upper", 2.5, 1.5)) == f"{upper} about 2.5 on average; {other}, 1.5."
    assert english(claim("upper", 3.6, 0.6)) == f"{upper} about 4 on average; {other}, 0.6."
    assert english(claim("gain", 412.4, 412.0), game="5000").endswith(
        f"brings about 412.4 points on average; {other}, 412."
    )


def test_a_box_that_brings_all_or_nothing_is_told_by_how_often_it_comes() -> None:
    """Nobody ever writes 4.1 points in a Low Straight: it comes in so many games or not at all."""

    def of_games(kind: str, best: float, done: float) -> Claim:
        return Claim(kind, best, done, "chance", "mark low_straight")

    box = "Low Straight"
    assert english(of_games("box", 0.271, 0.507)) == f"{box} comes in 27 of 100 games; after the other move, in 51."
    assert english(of_games("kept_open", 0.507, 0)) == f"{box} still comes in 51 of 100 games if its box stays open."
    assert english(of_games("kept_open", 0.507, 1)) == f"{box}, kept open, comes in only 51 of 100 games."
    assert english(of_games("filled_now", 1, 0.507)) == f"{box} is sure now; later in 51 of 100 games."
    assert english(of_games("filled_now", 0, 0.507)) == f"{box} is struck; left open, it comes in 51 of 100 games."


def test_no_sentence_says_that_a_column_rises_by_nothing() -> None:
    def column(best: float, done: float) -> str:
        return english(Claim("column", best, done, "count", "move 3"), game="cant_stop")

    assert column(0.4, 0.16) == "Column 3 rises by 40% on average; after the other move, 16%."
    assert column(0.4, 0.004) == "Column 3 rises by 40% on average; after the other move, 0.4%."
    assert column(0.4, 0.0) == "It climbs column 3 by 40% on average; the other move does not."
    assert column(0.0, 0.24) == "It leaves column 3 as it is; the other move climbs 24% of it on average."


def test_dice_are_named_as_players_write_them() -> None:
    told = english(claim("hit", 0.421, 0.306, "keep 6 6 6"))
    assert told == "6-6-6: in 42 of 100 turns; after the other move, in 31."
    told = english(claim("hit", 0.31, 0.0, "keep 1 1"), claim("hit", 0.06, 0.0, "keep 4 2 1"), game="421")
    assert (
        told
        == "It brings 1-1 in 31 of 100 turns; the other move never does. 4-2-1: in 6 of 100 turns; the other, in 0."
    )
    third = claim("third", 4.76, 2.0)
    assert english(third, game="421") == "With 1-1, the third die sets 4.8 tokens on average; after the other move, 2."


def test_the_bonus_is_told_by_how_far_one_is_from_three_of_each() -> None:
    told = english(claim("par", 2, -6, "par 3"))
    assert told == "Then you are 2 ahead for the upper bonus (3 of each is par); after the other move, 6 behind."
    assert "(4 of each is par); after the other move, at par" in english(claim("par", 3, 0, "par 4"), game="maxi_yum")
    french = reason_text(FRENCH, SHEET, (claim("par", 0, -6, "par 3"),))
    assert french == (
        "Tu as alors juste le compte pour le bonus du haut (à 3 de chaque); après l’autre coup, 6 de retard."
    )


def test_a_box_that_comes_later_too_can_wait_and_one_that_is_struck_still_had_its_worth() -> None:
    told = english(claim("waits", 0.07, 0.39, "mark chance"))
    assert told == "Chance can wait: taken in 7 of 100; after the other move, in 39."
    assert (
        english(claim("waits", 0.39, 0.07, "mark chance"))
        == "It uses up Chance in 39 of 100; after the other move, in 7."
    )
    assert english(claim("kept_open", 14.1, 0, "mark chance")) == "Chance, kept open, still gets about 14."
    twos = claim("kept_open", 4.3, 2, "mark twos")
    assert english(twos, claim("filled_now", 6, 6.9, "mark threes")).endswith(
        " But Threes gets 6 points now, later about 6.9."
    )
    assert english(twos, claim("filled_now", 0, 14.8, "mark chance")).endswith(
        " But Chance is struck; left open, it averages about 15."
    )


def test_what_stays_open_for_later_is_named() -> None:
    later = claim("later", 460.5, 436.2, "mark one_pair")
    assert english(claim("now", 0, 21), later) == "21 points fewer now, but about 24 more later: One Pair stays open."
    assert english(later) == "One Pair stays open: what comes later brings about 24 points more on average."


@pytest.mark.parametrize(
    ("now", "later", "told"),
    [
        (-7, 8.7, "7 points fewer now, but about 9 more later."),
        (-7, 7.7, "7 points fewer now, but about 7.7 more later."),
        (-6.6, 8.7, "About 7 points fewer now, but about 9 more later."),
        (7, -2.8, "7 points more now, only about 3 fewer later."),
        (7, 2.8, "7 points more now, and about 3 more later."),
    ],
)
def test_now_and_later_are_told_as_a_difference(now: float, later: float, told: str) -> None:
    assert english(claim("now", 20 + now, 20), claim("later", 150 + later, 150)) == told


@pytest.mark.parametrize(
    ("now", "best", "about", "told"),
    [
        (-7, 1, "", "7 points fewer now, but more later."),
        (-7, 1, "mark one_pair", "7 points fewer now, but more later: One Pair stays open."),
        (7, 1, "", "7 points more now, and more later too."),
        (7, 1, "mark one_pair", "7 points more now, and more later too: One Pair stays open."),
        (7, 0, "mark one_pair", "7 points more now, but fewer later."),
        (0, 1, "", "What comes later brings more on average."),
        (0, 1, "mark one_pair", "One Pair stays open: what comes later brings more on average."),
    ],
)
def test_of_what_a_net_knows_too_little_no_number_is_told(now: float, best: int, about: str, told: str) -> None:
    later = Claim("later", float(best), float(1 - best), "order", about)
    assert english(*[claim("now", 20 + now, 20)] * bool(now), later) == told


@pytest.mark.parametrize("context", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_every_reason_of_two_claims_is_short(context: RenderContext) -> None:
    sheets = [game for key in CATALOGUE if hasattr(game := make(key, {}), "layout")]
    names = {len(context.t(box.label)): (game, box.key) for game in sheets for box in game.layout.boxes}
    game, key = names[max(names)]
    for chances, points in (((0.44, 0.22), (33.3, 22.2)), ((0.22, 0.44), (22.2, 33.3))):
        kinds = [
            claim(kind, *(chances if kind in CHANCES else points), f"mark {key}" * (kind in ABOUT))
            for kind in (*sorted(ABOUT), "bonus")
        ]
        for pair in pairwise([*kinds, kinds[0]]):
            assert len(reason_text(context, game, pair)) <= LONGEST, reason_text(context, game, pair)
    opens, struck = claim("kept_open", 33.3, 22.2, f"mark {key}"), claim("filled_now", 0, 33.3, f"mark {key}")
    assert len(reason_text(context, game, (opens, struck))) <= LONGEST
    often = [Claim(kind, 0.44, 0.22, "chance", f"mark {key}") for kind in sorted(kit._OF_GAMES)]
    struck = Claim("filled_now", 0, 0.22, "chance", f"mark {key}")
    for pair in pairwise([*often, often[0], struck, often[-1]]):
        assert len(reason_text(context, game, pair)) <= LONGEST, reason_text(context, game, pair)
    about, par = f"mark {key}", claim("par", -12, -14, "par 3")
    for still in (claim("kept_open", 33.3, 0, about), claim("kept_open", 33.3, 22, about)):
        for both in ((still, par), (par, still)):
            assert len(told := reason_text(context, game, both)) <= LONGEST, told
    gains = [claim("hit", 0.44, 0, about), claim("spent", 0, 0.44, about), claim("waits", 0, 0.44, about)]
    for gain in gains:
        for price in (claim("hit", 0, 0.44, about), claim("turn_box", 22.2, 33.3, about), claim("hit", 0.22, 1, about)):
            assert len(told := reason_text(context, game, (gain, price))) <= LONGEST, told
    houses = claim("box", 33.3, 22.2, "mark full_house2 + mark full_house3")
    for other in (claim("bonus", 0.44, 0.22), claim("kept_open", 33.3, 22.2, "mark large_straight")):
        told = reason_text(context, make("yum_full_house", {}), (houses, other))
        assert len(told) <= LONGEST, told


@pytest.mark.parametrize(
    ("points", "english_says", "french_says"),
    [(1, "1 point ", "1 point "), (1.5, "1.5 points ", "1,5 point "), (2, "2 points ", "2 points ")],
)
def test_points_agree_with_their_number(points: float, english_says: str, french_says: str) -> None:
    why = (claim("now", points, points - 0.6),)
    assert english_says in english(*why)
    assert french_says in reason_text(FRENCH, SHEET, why)


def test_a_price_begins_with_but() -> None:
    climbed, lost = claim("climbed", 1.88, 0.95), claim("bust", 0.73, 0.63)
    assert english(climbed, lost, game="cant_stop").endswith(
        "But the turn is lost in 73 of 100 cases; the other, in 63."
    )
    straight, flush = claim("hit", 0.36, 0.06, "take ss"), claim("hit", 0.0, 0.14, "take fl")
    assert english(straight, flush, game="yamslam").endswith(
        " But it gives up Flush, which the other move brings in 14 of 100 turns."
    )
    opens, spent = claim("spent", 0.09, 0.3, "mark ones"), claim("spent", 0.61, 0.1, "mark twos")
    assert english(opens, spent).endswith(" But it uses up Twos in 61 of 100; the other, in 10.")
    more = claim("hit", 0.28, 0.12, "mark yum")
    assert "But" not in english(more, more)
    straight, third = claim("hit", 0.17, 0.03, "mark large_straight"), claim("hit", 0, 0.04, "mark full_house3")
    gives_up = " But it gives up 3rd Full House, which the other move brings in 4 of 100 turns."
    told = english(straight, third, game="yum_full_house")
    assert told == f"Large Straight: in 17 of 100 turns; the other, in 3.{gives_up}", "the rest is said in fewer words"
    assert "Mais le tour est perdu" in reason_text(FRENCH, make("cant_stop", {}), (climbed, lost))


def test_a_chip_is_settled_for_or_a_dearer_one_comes() -> None:
    told = english(claim("settled", 0.08, 0.56, "take 3k"), game="yamslam")
    assert told == "It settles for Three of a Kind in 8 of 100 turns; after the other move, in 56."
    told = english(claim("dearer", 0.42, 0, "take fl"), game="yamslam")
    assert told == "A chip dearer than Flush comes in 42 of 100 turns."
    told = english(claim("settled", 0, 0.5, "take 3k"), game="yamslam")
    assert told == "The other move settles for Three of a Kind in 50 of 100 turns."


def test_every_claim_of_a_mind_has_its_sentence() -> None:
    sources = [
        *Path("bot/games").rglob("mind*.py"),
        *Path("bot/games").rglob("mind/*.py"),
        Path("bot/mind/reasons.py"),
    ]
    made = {kind for file in sources for kind in re.findall(r'Finding\(\s*"(\w+)"', file.read_text("utf-8"))}
    assert made - {"later"} <= set(kit._SENTENCES)
    assert {"hit", "bonus", "column", "tie"} <= made


def test_a_race_names_the_columns_as_its_game_does() -> None:
    assert english(claim("column", 0.4, 0.16, "move 7"), game="cant_stop_race").startswith("Column 7 rises by 40%")
