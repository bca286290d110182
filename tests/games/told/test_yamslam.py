"""Every sentence of the rules page of Yamslam is shown by a scene."""

import pytest

from bot.games.yamslam.rules import KINDS
from tests.games.told.scenes import Options, Scene, both_ways, check_every_sentence, check_scenes, every_pair

KEY = "yamslam"

NAMES = {
    "**{kind}** ({points}): {said} For example {dice}.",
    "**{face}**: {said}",
    "{name}: {value}",
    "Power die",
    "Yamslam",
    *(kind.label for kind in KINDS),
}
"""What puts other sentences together, or names a chip or a die."""

NOTHING = "roll = 1-3-5-6-6; pass; "
"""One pair: no chip."""
FIVES = "roll = 5-5-5-5-5; "
"""A Yamslam."""
ALL_BUT_ONE = "".join(f"{FIVES}take {kind.key}; " for kind in KINDS for _ in range(4))[: -len(f"{FIVES}take ls; ")]
"""The first player takes 27 chips by Yamslams; a Large Straight is left."""
LAST_CHIP = "roll = 1-2-3-4-5; take ls; "
DRY = NOTHING * 2
"""A round of two players without a chip."""
ALL_REMOVED = DRY * 28
NO_CHIP_REMOVED, LARGE_STRAIGHT_REMOVED = ({kind.key: n * (kind.key == "ls") for kind in KINDS} for n in (0, 1))
POWER = {"power": True}
MATCH = {"games_in_match": 2}


def _all_but(first: str, second: str) -> str:
    """The chips that each player takes, by Yamslams in one turn; all others are removed."""
    turns = ("".join(f"{FIVES}take {kind}; " for kind in kinds.split()) + NOTHING for kinds in (first, second))
    return "".join(turns) + DRY * (28 - len(f"{first} {second}".split()))


EQUAL_TOTALS = _all_but("ss", "3k 2p 2p")
"""20 points each: the first has one kind, the second two."""


def _chip(dice: str, *wins: str) -> Scene:
    """Dice that win these chips and no others."""
    return Scene(
        f"roll = {dice}",
        apart=("quad_is_two_pair",),
        may=tuple(f"take {kind}" for kind in wins),
        may_not=tuple(f"take {kind.key}" for kind in KINDS if kind.key not in wins),
    )


SCENES = {
    "Win chips: the most points at the end win, chips and bonuses together.": Scene(
        ALL_BUT_ONE + "roll = 1-2-3-4-5; take ls", scores=(1000, 0), over=True, first=0
    ),
    "Throw {dice} dice, {throws} times at most.": Scene(
        "roll = 1-2-2-3-6; keep 2 2 = 1-1-3; keep 2 2 = 4-5-6",
        may=("pass",),
        may_not=("keep 2 2", "roll"),
        turn=0,
    ),
    "Throw {dice} dice up to {throws} times, or four times with a 6 on the Power die.": (
        Scene(
            "roll = 1-2-2-3-6-1; keep 2 2 = 1-1-3-1; keep 2 2 = 4-5-6-1",
            POWER,
            may_not=("keep 2 2", "keep 2 2 p"),
            turn=0,
        ),
        Scene(
            "roll = 1-2-2-3-6-1; keep 2 2 = 1-1-3-1; keep 2 2 = 4-5-6-6; keep 2 2 p = 1-1-3",
            POWER,
            may_not=("keep 2 2 p",),
            turn=0,
        ),
    ),
    "Before each further throw, hold the dice you like.": Scene(
        "roll = 1-2-2-3-6; keep 2 2 = 1-1-3; keep 1 1 = 2-2-4", may=("take 2p",), turn=0
    ),
    "Stop when you want, and take one chip that your dice win, if one is left.": (
        Scene("roll = 2-2-2-5-6; take 3k", turn=1, scores=(10, 0)),
        Scene(f"{FIVES}take fh; " * 4 + "roll = 3-3-3-6-6", may=("take 3k",), may_not=("take fh",), turn=0),
    ),
    "There are {chips} chips of each kind:": Scene(reported={"rack": {kind.key: 4 for kind in KINDS}}, turn=0),
    "Two pairs of two different numbers.": _chip("1-1-4-4-6", "2p"),
    "Three equal dice.": _chip("2-2-2-5-6", "3k"),
    "Four numbers in a row.": _chip("1-2-3-4-6", "ss"),
    "Five dice of one colour.": _chip("2-2-4-6-6", "fl", "2p"),
    "1, 3 and 5 are black, 2, 4 and 6 are red.": (_chip("1-1-3-5-5", "fl", "2p"), _chip("1-1-3-5-6")),
    "Three of one number and two of another.": _chip("3-3-3-6-6", "fh", "3k", "2p"),
    "Four equal dice.": _chip("6-6-6-6-1", "4k", "3k"),
    "Five numbers in a row.": _chip("2-3-4-5-6", "ls", "ss"),
    "Four equal dice also win a chip for 2 Pairs.": Scene(
        "roll = 6-6-6-6-1", {"quad_is_two_pair": True}, may=("take 2p",), turn=0
    ),
    "Five equal dice take any chip, from the rack or one that was removed, and you play again. If that was the last "
    "chip on the rack, the game is over.": (
        Scene(FIVES, may=tuple(f"take {kind.key}" for kind in KINDS), turn=0),
        Scene(DRY + FIVES + "take ls out", may=("roll",), turn=0, scores=(50, 0)),
        Scene(ALL_BUT_ONE + FIVES + "take ls", over=True, first=0),
    ),
    "Five equal dice: any chip, and you play again.": (
        Scene(FIVES, may=tuple(f"take {kind.key}" for kind in KINDS), turn=0),
        Scene(FIVES + "take ls", may=("roll",), turn=0),
    ),
    "You need not take a chip.": Scene("roll = 2-2-2-5-6; pass", turn=1, scores=(0, 0)),
    "If your dice win a chip when you stop, you must take one.": (
        Scene("roll = 2-2-2-5-6", {"forced_take": True}, may=("take 3k",), may_not=("pass",), turn=0),
        Scene("roll = 1-3-5-6-6", {"forced_take": True}, may=("pass",), turn=0),
    ),
    "After a whole round without a chip, the dearest chip on the rack is removed.": (
        Scene(DRY, reported={"removed": LARGE_STRAIGHT_REMOVED}, turn=0),
        Scene(
            "roll = 2-2-2-5-6; take 3k; " + NOTHING * 2,
            reported={"removed": NO_CHIP_REMOVED},
            turn=1,
        ),
    ),
    "After as many turns in a row without a chip as there are players, the dearest chip on the rack is removed.": Scene(
        "roll = 2-2-2-5-6; take 3k; " + NOTHING * 2,
        {"sliding_round": True},
        reported={"removed": LARGE_STRAIGHT_REMOVED},
        turn=1,
    ),
    "The game ends when the last chip on the rack is taken or removed. Then everybody adds to their chips:": (
        Scene(ALL_BUT_ONE + "roll = 1-2-3-4-5; take ls", over=True),
        Scene(ALL_REMOVED, over=True, shared=True, scores=(0, 0)),
    ),
    "* all seven kinds: {points}": Scene(
        _all_but("", "2p 3k ss fl fh 4k ls"), over=True, scores=(0, 5 + 10 + 20 + 25 + 30 + 40 + 50 + 50)
    ),
    "* six kinds: {points}": Scene(
        _all_but("", "2p 3k ss fl fh 4k"), over=True, scores=(0, 5 + 10 + 20 + 25 + 30 + 40 + 20)
    ),
    "* each complete set of {chips} chips: {points}": Scene(
        _all_but("3k", "fl fl fl fl"), over=True, scores=(10, 4 * 25 + 30)
    ),
    "* the last chip, if it was taken: {points}": (
        Scene(ALL_REMOVED.removesuffix(DRY) + "roll = 1-1-4-4-6; take 2p", over=True, scores=(5 + 20, 0)),
        Scene(ALL_REMOVED, over=True, scores=(0, 0)),
    ),
    "Bonuses at the end: all seven kinds {all}, six kinds {six}, all {chips} of a kind {set}, the last chip {last}.": (
        Scene(_all_but("", "2p 3k ss fl fh 4k ls"), over=True, scores=(0, 180 + 50)),
        Scene(_all_but("", "2p 3k ss fl fh 4k"), over=True, scores=(0, 130 + 20)),
        Scene(_all_but("3k", "fl fl fl fl"), over=True, scores=(10, 4 * 25 + 30)),
        Scene(ALL_REMOVED.removesuffix(DRY) + "roll = 1-1-4-4-6; take 2p", over=True, scores=(5 + 20, 0)),
    ),
    "Each turn without a chip removes the dearest one, and a Yamslam takes two chips.": (
        Scene(NOTHING, seats=1, reported={"removed": LARGE_STRAIGHT_REMOVED}, turn=0),
        Scene(FIVES + "take ls", seats=1, may=("take 4k", "take ls"), may_not=("roll", "pass"), turn=0),
    ),
    "If the first is the last one on the rack, the second is one of those removed; then the game is over.": Scene(
        NOTHING * 27 + FIVES + "take 2p; take ls out", seats=1, over=True, scores=(75,)
    ),
    "All 28 chips are a Grand Slam: 1,000 points.": Scene(
        "".join(f"{FIVES}take {kind.key}; take {kind.key}; " * 2 for kind in KINDS), seats=1, over=True, scores=(1000,)
    ),
    "Partners sit alternately and pool their chips.": Scene(
        "roll = 2-2-2-5-6; take 3k; " + NOTHING + "roll = 1-1-4-4-6; take 2p",
        {"teams": True},
        seats=4,
        turn=3,
        scores=(15, 0, 15, 0),
    ),
    "They share the place.": Scene(ALL_REMOVED, over=True, shared=True),
    "The most different kinds decide, else the place is shared.": (
        Scene(EQUAL_TOTALS, {"tiebreak": "most_kinds"}, scores=(20, 20), over=True, first=1),
        Scene(ALL_REMOVED, {"tiebreak": "most_kinds"}, over=True, shared=True),
    ),
    "The most different kinds, added over all games, decide; else the place is shared.": (
        Scene(EQUAL_TOTALS + ALL_REMOVED, MATCH | {"tiebreak": "most_kinds"}, scores=(20, 20), over=True, first=1),
        Scene(ALL_REMOVED * 2, MATCH | {"tiebreak": "most_kinds"}, over=True, shared=True),
    ),
    "The totals of all games are added.": Scene(
        EQUAL_TOTALS + "roll = 1-1-4-4-6; take 2p", MATCH, scores=(20, 25), turn=0
    ),
    "A match is {games} games.": (
        Scene(ALL_REMOVED, MATCH, turn=1),
        Scene(ALL_REMOVED * 2, MATCH, over=True),
    ),
    "The player after the one who began the last game begins the next one; those who left are skipped.": (
        Scene(ALL_BUT_ONE + LAST_CHIP, MATCH, turn=1),
        Scene(ALL_BUT_ONE + NOTHING + LAST_CHIP, MATCH, turn=1),
        Scene("drop; " + ALL_BUT_ONE + LAST_CHIP, MATCH, seats=3, turn=1),
        Scene(ALL_BUT_ONE + NOTHING + "drop; " + LAST_CHIP, MATCH, seats=3, turn=2),
    ),
    **both_ways(KEY),
    "The match is over with the game in which somebody comes to {points}.": (
        Scene(ALL_REMOVED, {"games_in_match": "to_1000"}, turn=1),
        Scene(ALL_BUT_ONE + LAST_CHIP, {"games_in_match": "to_1000"}, over=True, scores=(1000, 0)),
    ),
    "A die of another colour is thrown with the others and may be held like them. It belongs to no combination.": Scene(
        "roll = 2-2-2-5-6-2", POWER, may=("take 3k", "keep 2 2 2 p"), may_not=("take 4k",), turn=0
    ),
    "nothing.": Scene("roll = 2-2-2-5-6-3; take 3k", POWER, turn=1, scores=(10, 0)),
    "Freeze: no more throws this turn.": Scene(
        "roll = 2-2-2-5-6-4", POWER, may=("take 3k",), may_not=("keep 2 2 2", "keep 2 2 2 p"), turn=0
    ),
    "Double: after a chip you may take one of another kind that the same dice win.": Scene(
        "roll = 3-3-3-6-6-5; take fh", POWER, may=("take 3k", "pass"), may_not=("take fh", "roll"), turn=0
    ),
    "Power: if it shows after the third throw, there is a fourth; the Power die itself stays.": Scene(
        "roll = 2-2-2-5-6-1; keep 2 2 2 = 1-3-1; keep 2 2 2 = 1-3-6",
        POWER,
        may=("keep 2 2 2 p",),
        may_not=("keep 2 2 2",),
        turn=0,
    ),
    "After a Yamslam you play again whatever it shows; a 5 adds no chip to it.": (
        Scene("roll = 5-5-5-5-5-5; take ls", POWER, may=("roll",), turn=0, scores=(50, 0)),
        Scene("roll = 5-5-5-5-5-4; take ls", POWER, may=("roll",), turn=0, scores=(50, 0)),
    ),
}


def test_no_sentence_is_without_its_scene() -> None:
    check_every_sentence(KEY, SCENES, NAMES)


def test_every_sentence_holds_where_it_is_told() -> None:
    check_scenes(KEY, SCENES)


@pytest.mark.sample(3)
@pytest.mark.parametrize("options", every_pair(KEY), ids=str)
def test_every_sentence_holds_with_every_pair_of_house_rules(options: Options) -> None:
    check_scenes(KEY, SCENES, options)
