"""Every sentence of the rules page of Ambition is shown by a scene."""

import pytest

from tests.games.told.scenes import Options, Scene, both_ways, check_every_sentence, check_scenes, every_pair

KEY = "ambition"

NAMES = {"**{name}**: {said}", "**{face}**: {said}", "Three equal dice of another number"}
"""What puts other sentences together, or names a line."""

BOTH = "roll = 1-5-2; roll = 1-5-3; "
"""Both players qualify."""
POWER_BOTH = "roll = 1-5-2-1; roll = 1-5-3-1; "
SHORT = {"goal": 2000}
TO_1900 = "roll = 1-1-1; roll = 1-1-5; roll = 1-1-5; roll = 1-5-5; roll = 1-5-5; "
"""1,000 + 250 + 250 + 200 + 200. All dice score, so that all are thrown again under any house rules."""
WIN = TO_1900 + "roll = 1-2-3; "
"""A turn of 2,000."""
WIN_5000 = "roll = 1-1-1; " * 4 + "roll = 1-1-5; " * 4
NOTHING = "roll = 2-3-4; "
TURN_1100 = "roll = 1-1-1; roll = 1-2-3; stop; "
TURN_900 = "roll = 3-3-3; roll = 1-5-5; roll = 1-5-5; roll = 1-5-5; stop; "
AT_1900 = BOTH + TO_1900 + "stop; " + NOTHING
"""The first player has 1,900 points."""
POWER_1900 = "roll = 1-1-1-1; roll = 1-1-5-1; roll = 1-1-5-1; roll = 1-5-5-1; roll = 1-5-5-1; "
POWER_AT_1900 = POWER_BOTH + POWER_1900 + "stop; roll = 2-3-4-1; "

SCENES = {
    "Reach exactly {points} points before the others.": Scene(
        AT_1900 + "roll = 1-2-3", SHORT, scores=(2000, 0), over=True, first=0
    ),
    "The first player with exactly {goal} points wins at once.": Scene(
        AT_1900 + "roll = 5-5-2", SHORT, scores=(2000, 0), over=True, first=0
    ),
    "First qualify: throw a 1 and a 5, the faces with a star (★), in one throw.": Scene(
        "roll = 1-5-2", turn=1, scores=(0, 0)
    ),
    "After that, throw three dice. If something scores, stop and write the points, or throw again.": Scene(
        BOTH + "roll = 1-2-3", may=("stop", "roll"), turn=0
    ),
    "All three dice are thrown every time.": Scene(BOTH + "roll = 1-2-3; roll = 5-2-3; stop", scores=(150, 0)),
    "If nothing scores, your turn ends and only its points are lost.": Scene(
        BOTH + "roll = 1-2-3; stop; roll = 2-3-4; roll = 1-1-5; roll = 2-3-4", turn=1, scores=(100, 0)
    ),
    "{points} each": Scene(BOTH + "roll = 1-5-5; stop", scores=(200, 0)),
    "100 times their number. {example}": Scene(BOTH + "roll = 4-4-4; roll = 1-2-3; stop", scores=(500, 0)),
    "You have {n} throws in each turn for a ★1 and a ★5 together. From your next turn on, you make points.": Scene(
        "roll = 1-2-3; roll = 5-2-3; roll = 2-3-4; roll = 1-5-2; roll = 1-1-5", turn=1, scores=(0, 0)
    ),
    "Three equal dice must be validated: throw again, and a ★1 or a ★5 must fall; every star that falls adds its "
    "points. Without one, the turn is lost. A new trio of 1s or 5s validates the first, and must be validated in "
    "turn.": Scene(BOTH + "roll = 4-4-4; roll = 5-5-5", may=("roll",), may_not=("stop",)),
    "A throw that passes the goal loses the turn.": Scene(AT_1900 + "roll = 1-5-2", SHORT, turn=1, scores=(1900, 0)),
    "They share the place.": Scene(
        2 * (BOTH + WIN), SHORT | {"games_in_match": 2}, scores=(2000, 2000), over=True, shared=True
    ),
    "The most games won decide, else the place is shared.": Scene(
        f"{BOTH}{NOTHING}{TURN_1100}{WIN}{BOTH}{TURN_900}{WIN}{BOTH}{NOTHING}{WIN}",
        SHORT | {"games_in_match": 3, "tiebreak": "games_won"},
        scores=(4000, 4000),
        over=True,
        first=0,
    ),
    "Players who share the first place throw all dice once: the highest sum wins, equal sums throw again.": Scene(
        BOTH + WIN + BOTH + TO_1900 + "roll = 1-2-3 3-3-3 4-4-1 2-2-2 1-1-1",
        SHORT | {"games_in_match": 2, "tiebreak": "roll_off"},
        over=True,
        first=0,
    ),
    "A throw for a tie is made without it.": Scene(
        POWER_BOTH + POWER_1900 + "roll = 1-2-3-1; " + POWER_BOTH + POWER_1900 + "roll = 1-2-3-1 3-3-3 4-4-4",
        SHORT | {"power": True, "games_in_match": 2, "tiebreak": "roll_off"},
        over=True,
        first=1,
    ),
    **both_ways(KEY),
    "The match is over with the game in which somebody comes to {points}.": Scene(
        f"{BOTH}{WIN_5000}{BOTH}{NOTHING}{WIN_5000}{BOTH}{WIN_5000}",
        {"games_in_match": "to_15000", "goal": 5000},
        scores=(15000, 0),
        over=True,
        first=0,
    ),
    "Dice that score are set aside and only the others are thrown again; when all three have scored, all are.": Scene(
        BOTH + "roll = 1-2-3; roll = 1-5; roll = 1-2-3", {"set_aside": True}, may=("stop",), turn=0
    ),
    "A throw that would pass the goal ends the turn, which counts without that throw or a trio not yet validated.": (
        Scene(
            AT_1900 + "roll = 5-2-3; roll = 1-2-3",
            SHORT | {"overshoot": "stop_before"},
            apart=("set_aside",),
            turn=1,
            scores=(1950, 0),
        ),
        Scene(
            AT_1900 + "roll = 5-2-3; roll = 1-3",
            SHORT | {"overshoot": "stop_before", "set_aside": True},
            turn=1,
            scores=(1950, 0),
        ),
        Scene(
            BOTH + "roll = 1-1-1; roll = 1-1-5; stop; " + NOTHING + "roll = 1-1-5; roll = 4-4-4; roll = 1-5-5",
            SHORT | {"overshoot": "stop_before"},
            turn=1,
            scores=(1500, 0),
        ),
    ),
    "A die of another colour is thrown along with every throw. It belongs to no combination, and only what it shows in "
    "the last one counts.": Scene(
        POWER_BOTH + "roll = 1-1-5-3; roll = 1-2-3-1; stop", {"power": True}, scores=(350, 0)
    ),
    "It does nothing while you qualify.": Scene("roll = 1-2-3-4", {"power": True}, may=("roll",), turn=0),
    "if you stop now, the turn counts once.": Scene(
        POWER_BOTH + "roll = 1-2-3-1; stop", {"power": True}, scores=(100, 0)
    ),
    "if you stop now, the turn counts {times} times.": Scene(
        POWER_BOTH + "roll = 1-2-3-3; stop", {"power": True}, scores=(300, 0)
    ),
    "Freeze: the turn ends with this throw and counts, even if nothing scores, except a trio not yet validated.": Scene(
        POWER_BOTH + "roll = 1-1-5-1; roll = 4-4-4-4", {"power": True}, turn=1, scores=(250, 0)
    ),
    "Double: if you stop now, you have another turn.": Scene(
        POWER_BOTH + "roll = 1-2-3-5; stop", {"power": True}, turn=0, scores=(100, 0)
    ),
    "Power: if nothing scores, or a trio is not validated, throw again.": (
        Scene(POWER_BOTH + "roll = 1-1-5-1; roll = 2-3-4-6", {"power": True}, may=("roll",), may_not=("stop",), turn=0),
        Scene(POWER_BOTH + "roll = 2-2-2-1; roll = 4-4-4-6", {"power": True}, may=("roll",), may_not=("stop",), turn=0),
        Scene(POWER_BOTH + "roll = 2-2-2-1; roll = 4-4-4-6; roll = 1-2-3-1; stop", {"power": True}, scores=(300, 0)),
    ),
    "Where a 2 or 3 would take you past the goal, the turn counts once: at {before}, a turn of {points} with a 2 comes "
    "to exactly {goal}.": Scene(
        POWER_AT_1900 + "roll = 1-2-3-2", SHORT | {"power": True}, scores=(2000, 0), over=True, first=0
    ),
    "A throw that passes the goal loses the turn with a 4 or 6 too.": Scene(
        POWER_AT_1900 + "roll = 1-5-2-4", SHORT | {"power": True}, turn=1, scores=(1900, 0)
    ),
    "A throw that passes the goal does not count with a 4 or 6 either.": (
        Scene(
            POWER_AT_1900 + "roll = 5-2-3-1; roll = 1-2-3-4",
            SHORT | {"power": True, "overshoot": "stop_before"},
            apart=("set_aside",),
            turn=1,
            scores=(1950, 0),
        ),
        Scene(
            POWER_AT_1900 + "roll = 5-2-3-1; roll = 1-3-6",
            SHORT | {"power": True, "overshoot": "stop_before", "set_aside": True},
            turn=1,
            scores=(1950, 0),
        ),
    ),
    "Partners sit alternately and share one score.": Scene(
        "roll = 1-5-2; roll = 1-5-3; roll = 1-2-3; stop",
        {"teams": True},
        seats=4,
        apart=("everyone_qualifies",),
        turn=3,
        scores=(100, 0, 100, 0),
    ),
    "The team qualifies once.": Scene(
        "roll = 1-5-2; roll = 1-5-3; roll = 1-2-3", {"teams": True}, seats=4, may=("stop",), turn=2
    ),
    "Each partner must qualify, not the team once.": Scene(
        "roll = 1-5-2; roll = 1-5-3; roll = 1-2-3",
        {"teams": True, "everyone_qualifies": True},
        seats=4,
        may_not=("stop",),
        turn=2,
    ),
    "A match is {games} games.": Scene(
        AT_1900 + "roll = 1-2-3", SHORT | {"games_in_match": 2}, turn=1, scores=(2000, 0)
    ),
    "The points of all games are added.": Scene(
        AT_1900 + "roll = 1-2-3; " + BOTH + "roll = 1-2-3; stop",
        SHORT | {"games_in_match": 2},
        scores=(2000, 100),
    ),
    "The player after the one who began the last game begins the next one; those who left are skipped.": (
        Scene(AT_1900 + "roll = 1-2-3", SHORT | {"games_in_match": 2}, turn=1),
        Scene(NOTHING * 3 + AT_1900 + "roll = 1-2-3", SHORT | {"games_in_match": 2}, turn=1),
        Scene(
            NOTHING * 3 + "drop; " + AT_1900 + "roll = 1-2-3",
            SHORT | {"games_in_match": 2},
            seats=3,
            apart=("teams",),
            turn=2,
        ),
    ),
}


def test_no_sentence_is_without_its_scene() -> None:
    check_every_sentence(KEY, SCENES, NAMES)


def test_every_sentence_holds_where_it_is_told() -> None:
    check_scenes(KEY, SCENES)


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", every_pair(KEY), ids=str)
def test_every_sentence_holds_with_every_pair_of_house_rules(options: Options) -> None:
    check_scenes(KEY, SCENES, options)
