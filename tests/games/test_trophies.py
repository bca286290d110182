"""Each trophy of a game comes by what its sentence says, and not by a little less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bot.engine import PlayedStep, ScriptedDice, Seat
from bot.engine.gate import play
from bot.games import ENTRIES, GAME_TROPHIES, make
from bot.tables.storage.results import earned

Script = Sequence[str]
"""Actions with their throws: ``roll 4-2-1``; the seat to act does each."""

ANA, BEN = Seat(0), Seat(1)


def steps(key: str, script: Script, seats: int = 1, options: Mapping[str, Any] | None = None) -> list[PlayedStep[Any]]:
    game = make(key, options or {})
    state, done = game.new(seats), list[PlayedStep[Any]]()
    for line in script:
        do, _, thrown = line.partition(" > ")
        dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in thrown.split()])
        seat = game.turn(state)
        assert seat is not None
        step = play(game, state, seat, do, dice)
        assert not dice.left
        done.append(PlayedStep(state, do, step.events, step.state))
        state = step.state
    return done


def won(key: str, script: Script, seats: int = 1, seat: Seat = ANA, **options: Any) -> set[str]:
    return set(earned(make(key, options), steps(key, script, seats, options), seat))


def turn(dice: str, box: str) -> list[str]:
    return [f"roll > {dice}", f"mark {box}"]


CLASSIC = {
    "ones": "1-1-1-1-2",
    "twos": "2-2-2-2-3",
    "threes": "3-3-3-3-2",
    "fours": "4-4-4-4-2",
    "fives": "5-5-5-5-2",
    "sixes": "6-6-6-6-2",
    "three_kind": "3-3-3-1-2",
    "four_kind": "4-4-4-4-1",
    "full_house": "5-5-5-2-2",
    "small_straight": "1-2-3-4-6",
    "large_straight": "2-3-4-5-6",
    "yum": "6-6-6-6-6",
    "chance": "6-6-5-5-4",
}
"""A sheet of Yum Classic with points in each box, and four of every number."""


def sheet(**other: str) -> list[str]:
    return [line for box, dice in (CLASSIC | other).items() for line in turn(dice, box)]


# -- sheets ------------------------------------------------------------------------------------------------------


def test_yum_at_once_is_thrown_with_the_first_throw() -> None:
    assert "yum_at_once" in won("yum_classic", ["roll > 2-2-2-2-2"])
    assert "yum_at_once" not in won("yum_classic", ["roll > 2-2-2-2-3", "keep 2 2 2 2 > 2"])


def test_three_yums_are_three_turns_with_equal_dice_whatever_box_takes_them() -> None:
    script = sheet(ones="1-1-1-1-1", twos="2-2-2-2-2", yum="6-6-6-6-6")
    # With the box for Yums still open, a Yum may go where the joker rule lets it: in the upper box of its number.
    assert "yum_three" in won("yum_classic", script)
    assert "yum_three" not in won("yum_classic", sheet(ones="1-1-1-1-1"))


def test_a_perfect_upper_part_has_four_of_every_number() -> None:
    assert "yum_upper" in won("yum_classic", sheet())
    assert "yum_upper" not in won("yum_classic", sheet(twos="2-2-2-3-3"))


def test_no_zero_stands_on_the_sheet() -> None:
    assert "yum_no_zero" in won("yum_classic", sheet())
    struck = [line for line in sheet() if "yum" not in line and line != "roll > 6-6-6-6-6"]
    assert "yum_no_zero" not in won("yum_classic", [*struck, "roll > 6-6-6-6-2", "mark yum"])


@pytest.mark.parametrize(("chance", "by_one"), [("6-6-5-5-3", True), ("6-6-5-5-2", False), ("6-6-5-5-4", False)])
def test_a_game_is_won_by_one_point(chance: str, by_one: bool) -> None:
    first, second = sheet(), sheet(chance=chance)
    turns = [part[n : n + 2] for n in range(0, len(first), 2) for part in (first, second)]
    both = [line for lines in turns for line in lines]
    assert ("yum_by_one" in won("yum_classic", both, 2)) is by_one
    assert "yum_by_one" not in won("yum_classic", both, 2, BEN)


def test_sheets_of_several_columns_have_too_many_boxes_for_their_trophies() -> None:
    script = [
        line for column in (1, 2, 3) for line in (f"roll > {column}-{column}-{column}-{column}-{column}", "mark yum")
    ]
    script = [line.replace("mark yum", f"mark yum {1 + n // 2}") for n, line in enumerate(script)]
    assert won("triple_yum", script) == {"yum_at_once"}


# -- 421 ---------------------------------------------------------------------------------------------------------


def test_421_at_once() -> None:
    assert "421_at_once" in won("421", ["roll > 2-4-1"], 2)
    assert "421_at_once" not in won("421", ["roll > 2-4-4", "keep 2 4 > 1"], 2)


def round_of(winner: str, loser: str, *, first: str) -> list[str]:
    """A round of two, each with one throw: the player who begins it has ``first``."""
    other = loser if first == winner else winner
    return [f"roll > {first}", "stand", f"roll > {other}", "stand"]


def test_clean_hands_have_never_held_a_token() -> None:
    best, worst = "4-2-1", "3-2-2"
    charge = [
        *round_of(best, worst, first=best),
        *round_of(best, worst, first=worst),
        *round_of("6-5-3", worst, first=worst),
    ]
    script = [*charge, *round_of(best, worst, first=worst)]
    assert "421_clean" in won("421", script, 2)
    assert "421_clean" not in won("421", script, 2, BEN)


# -- games of risk -----------------------------------------------------------------------------------------------


def test_5000_in_one_turn() -> None:
    def turn_of(last: str) -> list[str]:
        # Twice all five dice score 2,000: 1-1-1 is 1,000, and each further 1 or 5 counts too.
        return ["roll > 1-1-1-1-5", last]

    assert "5000_one_turn" in won("5000", ["roll > 1-1-1-1-1"], 2)
    assert "5000_one_turn" not in won("5000", turn_of("bank 1 1 1 1 5"), 2)


def test_hot_dice_are_two_full_hands_in_one_turn() -> None:
    full, again = "1-1-1-5-5", "keep 1 1 1 5 5 > 1-1-1-5-5"
    assert "5000_full_hands" in won("5000", [f"roll > {full}", again, "bank 1 1 1 5 5"], 2)
    assert "5000_full_hands" not in won("5000", [f"roll > {full}", again, "bank 1 1 1 5"], 2)
    assert "5000_full_hands" not in won("5000", [f"roll > {full}", "bank 1 1 1 5 5"], 2)


QUALIFIED = ["roll > 1-5-2", "roll > 1-5-3"]


def test_a_thousand_in_one_turn_of_ambition() -> None:
    assert "ambition_thousand" in won("ambition", [*QUALIFIED, "roll > 1-1-1", "roll > 1-2-3", "stop"], 2)
    assert "ambition_thousand" not in won("ambition", [*QUALIFIED, "roll > 6-6-6", "roll > 1-2-3", "stop"], 2)
    assert "ambition_thousand" not in won("ambition", [*QUALIFIED, "roll > 1-1-1", "roll > 2-2-3"], 2)


def test_a_game_of_ambition_without_a_lost_turn() -> None:
    thousand, lost = ["roll > 1-1-1", "roll > 1-2-3", "stop"], ["roll > 2-3-4"]
    win = [*[*thousand, *lost] * 4, "roll > 5-5-5", "roll > 1-2-3"]
    assert "ambition_sure" in won("ambition", [*QUALIFIED, *win], 2)
    assert "ambition_sure" not in won("ambition", [*QUALIFIED, *lost, *lost, *win], 2)
    assert "ambition_sure" not in won("ambition", [*QUALIFIED, *win], 2, BEN)


def test_a_column_from_the_foot_to_the_top() -> None:
    two = "1-1-3-4"
    climb = [f"roll > {two}", "move 2 7", f"roll > {two}", "move 2 7", f"roll > {two}", "move 2 7", "stop"]
    assert won("cant_stop", climb, 2) == {"cant_stop_foot"}
    rests = [*climb[:4], "stop", f"roll > {two}", "move 2 7", "stop", *climb[4:]]
    assert won("cant_stop", rests, 2) == set()


def test_two_columns_at_once_and_both_ends() -> None:
    both = "1-1-6-6"
    script = [*[f"roll > {both}", "move 2 12"] * 3, "stop"]
    assert won("cant_stop", script, 2) == {"cant_stop_foot", "cant_stop_two", "cant_stop_ends"}
    assert won("cant_stop_race", script) == {"cant_stop_foot", "cant_stop_two", "cant_stop_ends"}


def test_a_yamslam_at_once() -> None:
    assert "yamslam_at_once" in won("yamslam", ["roll > 2-2-2-2-2", "take 4k"], 2)
    assert "yamslam_at_once" not in won("yamslam", ["roll > 2-2-2-2-3", "keep 2 2 2 2 > 2", "take 4k"], 2)


def test_a_chip_of_every_kind() -> None:
    kinds = {"2p": "1-1-2-2-5", "3k": "1-1-1-2-5", "ss": "1-2-3-4-6", "fl": "1-3-5-1-3", "fh": "1-1-1-2-2"}
    kinds |= {"4k": "3-3-3-3-2", "ls": "1-2-3-4-5"}
    script = [line for kind, dice in kinds.items() for line in (f"roll > {dice}", f"take {kind}")]
    assert "yamslam_kinds" in won("yamslam", script, 1)
    assert "yamslam_kinds" not in won("yamslam", script[:-2], 1)


# -- all of them -------------------------------------------------------------------------------------------------


def test_a_power_die_makes_nothing_worth_a_name() -> None:
    assert won("yum_classic", ["roll > 2-2-2-2-2-1"], power=True) == set()


def test_every_trophy_has_its_own_key_and_name() -> None:
    every = [trophy for entry in ENTRIES.values() for trophy in entry.trophies]
    assert len(GAME_TROPHIES) == len(every) == len({trophy.name for trophy in every})
    assert all(len(key) <= 32 for key in GAME_TROPHIES)
