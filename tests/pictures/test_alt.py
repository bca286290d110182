"""Pictures in words, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.locales import words
from bot.pictures import (
    Card,
    CardSeat,
    Curve,
    CurveLine,
    PodiumPicture,
    PodiumStep,
    Profile,
    card_alt,
    podium_alt,
    profile_alt,
    profile_labels,
)

Make = Callable[..., Card]


def test_a_card_says_the_ranking() -> None:
    seats = CardSeat("Ben", "287", 2, note="left"), CardSeat("Ana", "312", 1)
    said = card_alt(words("en"), Card("Yum Plus", "Table ABCD", seats))
    assert said == "Final result of Yum Plus: 1. Ana 312, 2. Ben 287 (left)."


def test_a_card_tells_ties_and_tokens_as_they_are_written() -> None:
    seats = CardSeat("Ana", "0 tokens", 1), CardSeat("Ben", "0 tokens", 1), CardSeat("Cleo", "3 tokens", 3)
    said = card_alt(words("en"), Card("421", "", seats))
    assert said == "Final result of 421: 1. Ana 0 tokens, 1. Ben 0 tokens, 3. Cleo 3 tokens."


def test_alone_there_is_no_rank_and_sheets_are_mentioned(a_card: Make) -> None:
    said = card_alt(words("en"), a_card(("Ana",), 1))
    told = "The picture shows the score sheets too. To read them, press More, then In words, then The sheets in words."
    assert said == f"Final result of Yum Plus: Ana 320. {told}"
    assert "sheets" not in card_alt(words("en"), a_card(("Ana",) * 5, 1))


def test_the_course_of_a_game_is_a_sentence_for_each_player_and_not_every_total() -> None:
    lines = CurveLine("Ana", "", tuple(range(0, 5100, 100))), CurveLine("", "Player 2", (0, 700, 700))
    card = Card("5000", "", (CardSeat("Ana", "5,000", 1),), course=Curve("", "", "Points after each round", "", lines))
    assert card_alt(words("en"), card).endswith(
        " Points after each round. Ana: 0 at the start, 2,500 halfway, 5,000 at the end; "
        "Player 2: 0 at the start, 700 halfway, 700 at the end."
    )


def test_a_name_that_is_empty_is_replaced() -> None:
    assert "1. Player 1 3" not in card_alt(words("en"), Card("Yams", "", (CardSeat("", "3", 1, "Player 1"),)))
    assert "Player 1 3" in card_alt(words("en"), Card("Yams", "", (CardSeat("", "3", 1, "Player 1"),)))


def test_a_podium_says_who_stands_on_it() -> None:
    steps = PodiumStep("Ana", "12 wins", 1, "Somebody"), PodiumStep("", "9 wins", 2, "Somebody")
    said = podium_alt(words("en"), PodiumPicture("All games", "Wins · All time", steps))
    assert said == "All games, Wins · All time: 1. Ana 12 wins, 2. Somebody 9 wins."


def test_a_profile_says_its_numbers() -> None:
    labels = profile_labels(words("en"))
    profile = Profile("Ana", "Yum Plus", "3 games", (240, 312, 172), labels)
    wanted = "Ana's scores over 3 games of Yum Plus: average 241.3, best 312, last 172."
    assert profile_alt(words("en"), profile) == wanted
    fewest = profile_alt(words("en"), replace(profile, fewest_is_best=True))
    assert "best 172" in fewest
    assert "Yum Plus (fewer is better)" in fewest
    assert profile_alt(words("en"), replace(profile, scores=(312,))) == "Ana's score in one game of Yum Plus: 312."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_words_stay_within_discords_limit(a_card: Make, language: str) -> None:
    t = words(language)
    card = replace(a_card(("W" * 500,) * 10), title="x" * 500)
    seats = tuple(replace(seat, note="n" * 500, score="9" * 300) for seat in card.seats)
    assert len(card_alt(t, replace(card, seats=seats))) <= 1024
    long = Profile("W" * 2000, "x" * 2000, "", (10.0**15,), profile_labels(t), language)
    assert len(profile_alt(t, long)) <= 1024


def test_every_language_has_words_of_its_own(a_card: Make) -> None:
    english, french = words("en"), words("fr")
    card = a_card(("Ana", "Ben"), 1)
    assert card_alt(french, card).startswith("Yum Plus, résultat final\N{NO-BREAK SPACE}: 1. Ana 320, 2. Ben 310.")
    assert profile_labels(english) != profile_labels(french)
    profile = Profile("Ana", "Yum Plus", "", (240.0, 312, 172), profile_labels(french), "fr")
    assert "moyenne 241,3" in profile_alt(french, profile)
