"""Every sentence of the rules pages of 5000 and of its race is shown by a scene."""

from dataclasses import replace
from typing import Any

import pytest

from bot.games.five_thousand.rules import choices
from tests.games.told.scenes import (
    Options,
    Scene,
    Scenes,
    Shown,
    both_ways,
    check_every_sentence,
    check_scenes,
    every_pair,
    of_a_race,
)

KEY, RACE = "5000", "5000_race"

NAMES = {"Three equal dice of another number", "**{face}**: {said}"}
"""What names a line, or puts other sentences together."""

NOTHING = "roll = 2-3-4-6-6; "
ONE = "roll = 1-2-3-4-6; bank 1; "
SIXES = "roll = 6-6-6-2-3; bank 6 6 6; "
THREE_ONES, FOUR_ONES = "roll = 1-1-1-2-3; bank 1 1 1; ", "roll = 1-1-1-1-2; bank 1 1 1 1; "
"""100, 600, 1,000 and 1,100 points."""
FIVES = "roll = 5-5-5-5-5; bank 5 5 5 5 5; "
"""5,000 points, and a full hand."""
FULL = ("full_hand_forced",)
"""A player may not stop with a full hand."""
STANDARD: Options = {}
POWER, EXACT, LAST = {"power": True}, {"goal_mode": "exact"}, {"last_round": True}
GOAL, SIX = {"target": 5000}, {"dice": 6}
MATCH = {"games_in_match": 2, "last_round": False, **GOAL}


def _with_six_dice(scene: Scene) -> Scene:
    """Add one more die to every throw, which changes nothing."""

    def one_more(throw: str) -> str:
        dice, plus, power = throw.partition("+")
        faces = tuple(map(int, dice.split("-")))
        more = next(face for face in (2, 3, 4, 6) if choices((*faces, face)) == choices(faces))
        return f"{dice}-{more}{plus}{power}"

    moves = [move.partition(" = ") for move in scene.moves.split("; ")]
    thrown = "; ".join(do + equals + " ".join(map(one_more, throws.split())) for do, equals, throws in moves)
    return replace(scene, moves=thrown, options={**scene.options, "dice": 6})


def _in_turns(seats: int) -> dict[str, Shown | tuple[Shown, ...]]:
    """What a turn and the Power die do, in the game of two and in the race of one."""
    other = NOTHING * (seats - 1)
    opened = THREE_ONES + other
    at_4000 = opened * 4
    after = seats - 1
    """The seat to act after a turn."""

    def shows(
        moves: str, options: Options = STANDARD, score: int | None = None, *, dice: bool = True, **more: Any
    ) -> tuple[Scene, ...]:
        """The scene of five dice and, where its ``dice`` allow it, that of six."""
        if score is not None:
            more["reported"] = {"score": (score, *(0,) * (seats - 1))}
        more["apart"] = (*more.get("apart", ()), "dice")
        scene = Scene(moves.strip(), options, seats, **more)
        return (scene, _with_six_dice(scene)) if dice else (scene,)

    three_throws = opened + "roll = 1-2-3-4-6; keep 1 = 1-2-3-4; keep 1 = "
    with_six = _with_six_dice(Scene(opened.strip("; "))).moves + "; "
    full = opened + "roll = 1-1-1-5-5"
    few, more_after, free = {"throw_cap": 3}, {"throw_cap": "3_per_hand"}, {"throw_cap": "none"}
    forced, unforced = {"full_hand_forced": True}, {"full_hand_forced": False}
    again, stop = ("keep 1 1 1 5 5",), ("bank 1 1 1 5 5",)
    return {
        "Throw {dice} dice.": shows("roll = 1-2-3-4-6", may=("keep 1",), turn=0),
        "Set dice that score aside, at least one.": shows(
            opened + "roll = 1-5-2-3-6", may=("keep 1", "keep 5", "keep 1 5"), may_not=("roll", "keep 2"), turn=0
        ),
        "Set every die that scores aside.": shows(
            opened + "roll = 1-5-2-3-6", {"keep_all_scoring": True}, may=("keep 1 5",), may_not=("keep 1", "keep 5")
        ),
        "Then stop and count, or throw the others.": (
            *shows(opened + "roll = 1-5-2-3-6; bank 1 5", score=1150, turn=after),
            *shows(opened + "roll = 1-5-2-3-6; keep 1 5 = 1-2-3; bank 1", score=1250, turn=after),
        ),
        "If nothing scores, your turn ends and only its points are lost.": shows(
            opened + "roll = 1-5-2-3-6; keep 1 5 = 2-3-4", score=1000, turn=after
        ),
        "You have {n} throws in a turn.": shows(three_throws + "1-2-3", few, may=("bank 1",), may_not=("keep 1",)),
        "You have {n} throws, and {n} more after each full hand.": (
            *shows(three_throws + "1-2-3", more_after, may=("bank 1",), may_not=("keep 1",)),
            *shows(three_throws + "1-1-1; keep 1 1 1 = 1-2-3-4-6", more_after, dice=False, may=("keep 1",)),
        ),
        "You may throw as often as you dare.": shows(three_throws + "1-2-3; keep 1 = 1-2", free, may=("keep 1",)),
        "{points} each": (
            *shows(opened + "roll = 1-5-2-3-6; bank 1 5", score=1150),
            *shows(opened + "roll = 1-1-5-5-6; bank 1 1 5 5", score=1300),
        ),
        "100 times their number. {example} A fourth one counts alone: that of {more} scores nothing.": (
            *shows(opened + "roll = 4-4-4-4-2; bank 4 4 4", score=1400),
            *shows(opened + "roll = 4-4-4-4-2", may=("keep 4 4 4",), may_not=("keep 4 4 4 4", "keep 4")),
            *shows(opened + "roll = 5-5-5-5-2; bank 5 5 5 5", score=1550),
        ),
        "Three equal dice twice in one throw count twice: {one}, {other}.": (
            *shows(with_six + "roll = 2-2-2-4-4-4; bank 2 2 2 4 4 4", SIX, 1600, dice=False, apart=FULL),
            *shows(with_six + "roll = 4-4-4-4-4-4; bank 4 4 4 4 4 4", SIX, 1800, dice=False, apart=FULL),
        ),
        "Beside five in a row or five 5s, the sixth die counts if it is a 1 or a 5: {one}, {other}.": (
            *shows(with_six + "roll = 1-1-2-3-4-5; bank 1 1 2 3 4 5", SIX, 2600, dice=False, apart=FULL),
            *shows(with_six + "roll = 2-3-4-5-6-5; bank 2 3 4 5 5 6", SIX, 2550, dice=False, apart=FULL),
            *shows(
                with_six + "roll = 1-2-3-4-5-3", SIX, dice=False, may=("keep 1 2 3 4 5",), may_not=("keep 1 2 3 3 4 5",)
            ),
            *shows("roll = 5-5-5-5-5-1; bank 1 5 5 5 5 5", SIX | {"target": 10000}, 5100, dice=False, apart=FULL),
        ),
        "**{name}**: {said}": (
            *shows(opened + "roll = 1-1-1-2-3; bank 1 1 1", score=2000),
            *shows(opened + "roll = 1-2-3-4-5; bank 1 2 3 4 5", score=2500, dice=False, apart=FULL),
            *shows(opened + "roll = 2-3-4-5-6; bank 2 3 4 5 6", score=2500, dice=False, apart=FULL),
            *shows(with_six + "roll = 1-2-3-4-5-6; bank 1 2 3 4 5 6", SIX, 2500, dice=False, apart=FULL),
            *shows(FIVES, {"target": 10000}, 5000, apart=FULL),
        ),
        "Only dice of one throw make a combination: a 1, then two more 1s in the next throw, are 300.": shows(
            opened + "roll = 1-2-3-4-6; keep 1 = 1-1-2-3; bank 1 1", score=1300
        ),
        "Three equal dice are set aside together, or all left; 1s and 5s beyond three are yours to choose.": shows(
            opened + "roll = 1-1-1-1-2", may=("keep 1 1 1", "keep 1 1 1 1", "keep 1"), may_not=("keep 1 1",)
        )
        + shows(
            opened + "roll = 5-5-5-5-5",
            dice=False,
            may=("keep 5", "keep 5 5", "keep 5 5 5", "keep 5 5 5 5"),
        ),
        "When all dice have scored, you may throw all of them again while you have throws left.": (
            *shows(full, few | unforced, dice=False, may=again + stop),
            *shows(
                with_six + "roll = 1-1-1-5-5-5",
                few | unforced | {"dice": 6},
                dice=False,
                may=("keep 1 1 1 5 5 5", "bank 1 1 1 5 5 5"),
            ),
            *shows(three_throws + "1-1-1", few | unforced, dice=False, may=("bank 1 1 1",), may_not=("keep 1 1 1",)),
        ),
        "When all dice have scored, you may throw all of them again.": tuple(
            scene
            for cap in (more_after, free)
            for scene in (
                *shows(full, cap | unforced, dice=False, may=again + stop),
                *shows(three_throws + "1-1-1", cap | unforced, dice=False, may=("bank 1 1 1", "keep 1 1 1")),
            )
        ),
        "When all dice have scored, you must throw all of them again while you have throws left.": (
            *shows(full, few | forced, dice=False, may=again, may_not=stop),
            *shows(three_throws + "1-1-1", few | forced, dice=False, may=("bank 1 1 1",), may_not=("keep 1 1 1",)),
        ),
        "When all dice have scored, you must throw all of them again.": tuple(
            scene
            for cap in (more_after, free)
            for scene in (
                *shows(full, cap | forced, dice=False, may=again, may_not=stop),
                *shows(three_throws + "1-1-1", cap | forced, dice=False, may=("keep 1 1 1",), may_not=("bank 1 1 1",)),
            )
        ),
        "All have scored: you may throw all again.": shows(full, unforced, dice=False, may=again + stop),
        "All have scored: you must throw all again.": shows(full, forced, dice=False, may=again, may_not=stop),
        "The points go on adding up.": shows(
            full + "; keep 1 1 1 5 5 = 1-2-3-4-6; bank 1", score=1000 + 1100 + 100, dice=False
        ),
        "Your first turn that counts must be worth {points} or more: until then you must throw on.": (
            *shows("roll = 6-6-6-1-2", {"opening": 750}, may=("keep 1 6 6 6",), may_not=("bank 1 6 6 6", "bank 6 6 6")),
            *shows("roll = 6-6-6-2-3", {"opening": 500}, may=("bank 6 6 6",)),
            *shows(opened + "roll = 1-2-3-4-6", may=("bank 1",)),
        ),
        "With no throws left, a turn too small to open counts for nothing.": tuple(
            scene
            for cap in (few, more_after)
            for opening in (350, 750)
            for scene in shows(three_throws.removeprefix(opened) + "1-2-3", cap | {"opening": opening}, 0, turn=after)
        ),
        "A turn that passes the goal counts for nothing.": shows(at_4000 + FOUR_ONES, EXACT | GOAL, 4000, turn=after),
        "Points above {limit} count only if the turn reaches the goal.": (
            *shows(opened * 3 + SIXES + other + SIXES, GOAL | {"goal_mode": "last_1000"}, 4000, turn=after),
            *shows(at_4000 + THREE_ONES, GOAL | {"goal_mode": "last_1000", "last_round": False}, over=True),
        )
        if seats > 1
        else shows(opened * 3 + SIXES + SIXES, GOAL | {"goal_mode": "last_1000"}, 4000, turn=after),
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what it "
        "shows in the last one counts.": (
            *shows(opened + "roll = 1-5-2-3-6+3; keep 1 5 = 1-2-3+1; bank 1", POWER, 1250),
            *shows(opened + "roll = 1-1-2-3-6+1", POWER, may=("bank 1 1",), may_not=("bank 1 1 1",)),
        ),
        "if you stop now, the turn counts once.": shows(opened + "roll = 1-2-3-4-6+1; bank 1", POWER, 1100),
        "if you stop now, the turn counts {times} times.": (
            *shows(opened + "roll = 1-2-3-4-6+2; bank 1", POWER, 1200),
            *shows(opened + "roll = 1-2-3-4-6+3; bank 1", POWER, 1300),
        ),
        "Freeze: the turn ends with this throw and counts, even if nothing scores.": (
            *shows(opened + "roll = 1-2-3-4-6+4", POWER, may=("bank 1",), may_not=("keep 1",)),
            *shows(opened + "roll = 1-5-2-3-6+1; keep 1 5 = 2-3-4+4", POWER, 1150, turn=after),
        ),
        "What opens is the multiplied turn, and too little to open counts for nothing with a 4 either.": (
            *shows("roll = 4-4-4-2-3+2", POWER | {"opening": 750}, may=("bank 4 4 4",)),
            *shows("roll = 1-2-3-4-6+1; keep 1 = 2-3-4-6+4", POWER | {"opening": 750}, 0, turn=after),
        ),
        "Double: if you stop now, you have another turn.": shows(
            opened + "roll = 1-2-3-4-6+5; bank 1", POWER, 1100, may=("roll",), turn=0
        ),
        "Power: if nothing scores, throw again.": shows(opened + "roll = 2-3-4-6-6+6", POWER, may=("roll",), turn=0),
        "A throw with a 6 does not count among the {n}.": tuple(
            scene
            for cap in (few, more_after)
            for scene in shows(
                opened + "roll = 1-2-3-4-6+6; keep 1 = 1-2-3-4; keep 1 = 1-2-3", POWER | cap, may=("keep 1",)
            )
        ),
        "Where a 2 or 3 would take you past the goal, the turn counts once: at {before}, a turn of {points} with a 2 "
        "comes to exactly {goal}.": shows(
            at_4000 + SIXES + other + (ONE + other) * 3 + "roll = 1-2-3-4-6+2; bank 1",
            POWER | EXACT | GOAL | {"last_round": False} if seats > 1 else POWER | EXACT | GOAL,
            over=True,
        ),
    }


def _won(score: str, other: str = NOTHING) -> str:
    """The first player comes to 4,000 in four turns and wins with one that is worth ``score``."""
    return (THREE_ONES + other) * 4 + score


WON = _won(THREE_ONES)
TWO_WON = WON + NOTHING + WON
"""Two games of a match, of which the second player begins the second."""
LOST = NOTHING + WON + NOTHING
"""The second player wins, and another turn follows."""
TIED = WON + FIVES
"""The second player has 5,000 in the last round too."""
OVERTAKEN = (THREE_ONES + NOTHING) * 3 + THREE_ONES + FOUR_ONES + THREE_ONES + FIVES
"""The second player has 1,100, then 6,100 in the last round."""
ONES = "roll = 1-1-1-1-1"
PAIRS = {"teams": True}
ROUND = THREE_ONES + NOTHING * 3
"""A round of two pairs, in which the first player makes 1,000."""

GAME: Scenes = {
    **_in_turns(2),
    "Collect {goal} points before the others.": Scene(WON, GOAL, apart=("dice",), scores=(5000, 0), over=True, first=0),
    "Reach exactly {goal} points before the others.": Scene(
        WON, EXACT | GOAL, apart=("dice",), scores=(5000, 0), over=True, first=0
    ),
    "Reach {goal} points, and have the most when everybody else has had a last turn.": (
        Scene(WON + NOTHING, LAST | GOAL, apart=("dice",), over=True, first=0),
        Scene(OVERTAKEN, LAST | GOAL, apart=("dice", *FULL), over=True, first=1),
    ),
    "Reach exactly {goal} points; then everybody else has a last turn.": (
        Scene(WON, EXACT | LAST | GOAL, apart=("dice",), turn=1, scores=(5000, 0)),
        Scene(WON + NOTHING, EXACT | LAST | GOAL, apart=("dice",), over=True, first=0),
    ),
    "you win at once, whatever the score.": (
        Scene(ONES, apart=("dice",), over=True, first=0),
        Scene(NOTHING + THREE_ONES + ONES, apart=("dice",), over=True, first=0),
        Scene(ONES + "-6", {"dice": 6}, over=True, first=0),
    ),
    "Five 1s win whatever it shows.": (
        Scene(ONES + "+4", POWER, apart=("dice",), over=True, first=0),
        Scene(ONES + "+6", POWER, apart=("dice",), over=True, first=0),
    ),
    "The first player with {goal} points or more wins.": Scene(
        _won(FOUR_ONES), GOAL, apart=("dice",), scores=(5100, 0), over=True, first=0
    ),
    "The first player with exactly {goal} points wins.": Scene(
        WON, EXACT | GOAL, apart=("dice",), scores=(5000, 0), over=True, first=0
    ),
    "When somebody has {goal} points or more, everybody else has one more turn, and the most points win.": (
        Scene(WON, LAST | GOAL, apart=("dice",), turn=1),
        Scene(_won(THREE_ONES, NOTHING * 2) + NOTHING, LAST | GOAL, seats=3, apart=("dice",), turn=2),
        Scene(OVERTAKEN, LAST | GOAL, apart=("dice", *FULL), scores=(5000, 6100), over=True, first=1),
    ),
    "When somebody has exactly {goal} points, everybody else has one more turn to come to as many.": Scene(
        TIED,
        EXACT | LAST | GOAL,
        apart=("dice", "bump", "tiebreak", *FULL),
        scores=(5000, 5000),
        over=True,
        shared=True,
    ),
    "Reaching exactly another player's total sends that player back to 0.": Scene(
        THREE_ONES * 2, {"bump": True}, apart=("dice",), scores=(0, 1000), turn=0
    ),
    "Reaching exactly another team's total sends that team back to 0.": Scene(
        THREE_ONES * 2, {"bump": True} | PAIRS, seats=4, apart=("dice",), scores=(0, 1000, 0, 1000), turn=2
    ),
    "In the last round too: a player who comes to the leader's total leads instead.": Scene(
        TIED, {"bump": True} | LAST | GOAL, apart=("dice", *FULL), scores=(0, 5000), over=True, first=1
    ),
    "In the last round too: a team that comes to the leader's total leads instead.": Scene(
        ROUND * 4 + THREE_ONES + FIVES + NOTHING * 2,
        {"bump": True} | PAIRS | LAST | GOAL,
        seats=4,
        apart=("dice", *FULL),
        scores=(0, 5000, 0, 5000),
        over=True,
        first=1,
    ),
    "A 5 gives no other turn once you have reached the goal.": (
        Scene(_won("roll = 1-1-1-2-3+5; bank 1 1 1"), POWER | LAST | GOAL, apart=("dice",), turn=1, scores=(5000, 0)),
        Scene(
            OVERTAKEN.replace("5-5; bank", "5-5+5; bank"),
            POWER | LAST | GOAL,
            apart=("dice", "goal_mode", *FULL),
            scores=(5000, 6100),
            over=True,
        ),
    ),
    "Partners sit alternately and share one score.": (
        Scene(THREE_ONES, PAIRS, seats=4, apart=("dice",), turn=1, scores=(1000, 0) * 2),
        Scene(THREE_ONES, {"teams": 3}, seats=6, apart=("dice",), turn=1, scores=(1000, 0, 0) * 2),
        Scene(THREE_ONES, {"teams": 4}, seats=8, apart=("dice",), turn=1, scores=(1000, 0, 0, 0) * 2),
    ),
    "The first turn of a team that counts must be worth {points} or more: until then it must throw on.": (
        Scene("roll = 6-6-6-1-2", PAIRS | {"opening": 750}, seats=4, apart=("dice",), may_not=("bank 6 6 6",), turn=0),
        Scene(THREE_ONES + NOTHING + "roll = 1-2-3-4-6", PAIRS, seats=4, apart=("dice",), may=("bank 1",), turn=2),
    ),
    "The player after the one who began the last game begins the next one; those who left are skipped.": (
        Scene(WON, MATCH, apart=("dice",), turn=1),
        Scene(NOTHING + WON, MATCH, apart=("dice",), turn=1),
        Scene(NOTHING + "drop; " + WON, MATCH, seats=3, apart=("dice",), turn=2),
    ),
    "The points of all games are added.": Scene(WON + THREE_ONES, MATCH, apart=("dice",), scores=(5000, 1000), turn=0),
    "A match is {games} games.": (
        Scene(WON, MATCH, apart=("dice",), turn=1),
        Scene(TWO_WON, MATCH, apart=("dice",), scores=(10000, 0), over=True, first=0),
    ),
    "A game won by five 1s counts {goal} points.": Scene(
        ONES, {"games_in_match": 2} | GOAL, apart=("dice",), scores=(5000, 0), turn=1
    ),
    "A game won by five 1s counts {goal} points, or more if the team has them.": (
        Scene(ONES, MATCH | PAIRS | LAST, seats=4, apart=("dice",), scores=(5000, 0) * 2, turn=1),
        Scene(
            ROUND * 4 + FOUR_ONES + NOTHING + ONES,
            MATCH | PAIRS | LAST | {"goal_mode": "min"},
            seats=4,
            apart=("dice",),
            scores=(5100, 0) * 2,
            turn=1,
        ),
    ),
    **both_ways(KEY),
    "The match is over with the game in which somebody comes to {points}.": (
        Scene(TWO_WON, MATCH | {"games_in_match": "to_15000"}, apart=("dice",), scores=(10000, 0), turn=0),
        Scene(
            TWO_WON + WON,
            MATCH | {"games_in_match": "to_15000"},
            apart=("dice",),
            scores=(15000, 0),
            over=True,
            first=0,
        ),
    ),
    "They share the place.": (
        Scene(
            TIED,
            LAST | GOAL | {"games_in_match": 1},
            apart=("dice", *FULL),
            scores=(5000, 5000),
            over=True,
            shared=True,
        ),
        Scene(
            TIED,
            LAST | GOAL | {"tiebreak": "games_won", "games_in_match": 1},
            apart=("dice", *FULL),
            over=True,
            shared=True,
        ),
        Scene(WON * 2, MATCH, apart=("dice",), scores=(5000, 5000), over=True, shared=True),
    ),
    "The most games won decide, else the place is shared.": (
        Scene(
            (NOTHING + THREE_ONES) * 4 + FIVES + THREE_ONES + FIVES + NOTHING + FIVES,
            MATCH | {"games_in_match": 3, "tiebreak": "games_won"},
            apart=("dice", *FULL),
            scores=(10000, 10000),
            over=True,
            first=0,
        ),
        Scene(WON * 2, MATCH | {"tiebreak": "games_won"}, apart=("dice",), over=True, shared=True),
    ),
    "Players who share the first place throw all dice once: the highest sum wins, equal sums throw again.": (
        Scene(
            WON + WON.strip("; ") + " = 1-2-3-4-5 1-1-2-5-6 6-6-6-6-6 1-1-1-1-1",
            MATCH | {"tiebreak": "roll_off"},
            apart=("dice",),
            over=True,
            first=0,
        ),
        Scene(
            TIED.strip("; ") + " = 1-2-3-4-5 1-1-2-5-6 1-1-1-1-1 6-6-6-6-6",
            LAST | GOAL | {"tiebreak": "roll_off", "games_in_match": 1},
            apart=("dice", *FULL),
            over=True,
            first=1,
        ),
    ),
    "A throw for a tie is made without it.": Scene(
        WON + WON.strip("; ") + " = 1-2-3-4-5 6-6-6-6-6",
        MATCH | POWER | {"tiebreak": "roll_off"},
        apart=("dice",),
        over=True,
        first=1,
    ),
}


RACES: Scenes = {
    **_in_turns(1),
    "Collect {goal} points in the fewest turns.": Scene(
        THREE_ONES * 5, GOAL, seats=1, apart=("dice",), over=True, scores=(-5,)
    ),
    "your race ends at once, whatever the score.": Scene(ONES, seats=1, apart=("dice",), over=True, scores=(-1,)),
    "Five 1s end it at once.": Scene(ONES, seats=1, apart=("dice",), over=True, scores=(-1,)),
    "Five 1s end the race whatever it shows.": (
        Scene(ONES + "+4", POWER, seats=1, apart=("dice",), over=True),
        Scene(ONES + "+5", POWER, seats=1, apart=("dice",), over=True),
    ),
    "Your race ends with {goal} points or more.": Scene(
        THREE_ONES * 4 + FOUR_ONES, GOAL, seats=1, apart=("dice",), over=True, reported={"score": (5100,)}
    ),
    "Your race ends with exactly {goal} points.": Scene(
        THREE_ONES * 5, GOAL | EXACT, seats=1, apart=("dice",), over=True, reported={"score": (5000,)}
    ),
    "The turn that a 5 gives in addition does not count as a turn.": Scene(
        THREE_ONES + "roll = 1-2-3-4-6+5; bank 1; " + ONE, POWER, seats=1, apart=("dice",), scores=(-2,), turn=0
    ),
    **of_a_race(RACE, Scene(THREE_ONES * 5, GOAL | {"dice": 5}, seats=1), NOTHING),
}

BOTH = {KEY: GAME, RACE: RACES}


@pytest.mark.parametrize("key", BOTH)
def test_no_sentence_is_without_its_scene(key: str) -> None:
    check_every_sentence(key, BOTH[key], NAMES)


@pytest.mark.parametrize("key", BOTH)
def test_every_sentence_holds_where_it_is_told(key: str) -> None:
    check_scenes(key, BOTH[key])


@pytest.mark.sample(3, each="key")
@pytest.mark.parametrize(("key", "options"), [(key, options) for key in BOTH for options in every_pair(key)], ids=str)
def test_every_sentence_holds_with_every_pair_of_house_rules(key: str, options: Options) -> None:
    check_scenes(key, BOTH[key], options)
