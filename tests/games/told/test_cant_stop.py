"""Every sentence of the rules pages of Can't Stop and of its race is shown by a scene."""

import pytest

from bot.games.cant_stop.rules import HEIGHTS
from tests.games.told.scenes import (
    Options,
    Scene,
    Scenes,
    both_ways,
    check_every_sentence,
    check_scenes,
    every_pair,
    of_a_race,
)

KEY, RACE = "cant_stop", "cant_stop_race"

NAMES = {"**{face}**: {said}"}
"""What puts other sentences together."""


def _climb(*columns: int) -> str:
    """From the first space to the top of these columns, with four dice that make each of them twice."""
    moves = ""
    for column in columns:
        low, high = column // 2, column - column // 2
        throw = f"roll = {low}-{high}-{low}-{high}; "
        moves += f"{throw}move {column} {column}; " * (HEIGHTS[column] // 2) + f"{throw}move {column}; "
    return moves


SIXES, EIGHTS = "roll = 3-3-3-3; move 6 6; ", "roll = 4-4-4-4; move 8 8; "
"""Two steps in a column."""
FIVE_ELEVEN = "roll = 1-4-5-6; move 5 11; "
THREE_RUNNERS = FIVE_ELEVEN + SIXES
WON = _climb(2, 12, 4) + "stop; "
"""Three columns in one turn; only one pairing of these throws differs from another."""
TO_NINE = WON + EIGHTS + "stop; " + WON * 2 + EIGHTS + "stop; "
"""Three games that the first player wins, and the first turn of the second player in the next."""
NO_MOVE = "roll = 1-1-1-1; "
"""Where column 2 is closed, or another runner would be needed."""
THREE = {"columns_to_win": 3}
POWER, JUMP, NO_STOP, PAIRS = {"power": True}, {"jump": True}, {"no_stop_on_cone": True}, {"teams": True}
MATCH = THREE | {"games_in_match": 2}
ODD = ("must_maximise",)
"""The last step in an odd column, where another pairing would move two runners."""


def _in_turns(seats: int) -> Scenes:
    """What a turn and the Power die do, in the game of two and in the race of one."""
    others = ({},) * (seats - 1)
    other = (EIGHTS + "stop; ") * (seats - 1)
    after = seats - 1
    two = "roll = 3-3-3-3; move 6 6; roll = 5-5-5-5; move 10 10; "

    def cones(**own: int) -> dict[str, object]:
        return {"cones": ({column.strip("c"): step for column, step in own.items()}, *others)}

    return {
        "Throw four dice and make two pairs of them: their sums are two columns.": Scene(
            "roll = 1-4-5-6", seats=seats, may=("move 5 11", "move 6 10", "move 7 9"), turn=0
        ),
        "{dice} makes {pairings}.": Scene(
            "roll = 1-4-5-6", seats=seats, may=("move 5 11", "move 6 10", "move 7 9"), turn=0
        ),
        "4 + 10 or 7 twice": Scene("roll = 2-2-5-5", seats=seats, may=("move 4 10", "move 7 7"), turn=0),
        "A blue button plays both sums.": Scene(
            "roll = 1-4-5-6; move 5 11; stop", seats=seats, reported=cones(c5=1, c11=1), turn=after
        ),
        "The columns and their steps:": tuple(
            Scene(_climb(column) + "stop", seats=seats, reported={"won": ([column], *([],) * (seats - 1))}, turn=after)
            for column in HEIGHTS
            if column % 2 == 0
        )
        + tuple(
            Scene(
                _climb(column) + "stop",
                {"must_maximise": False},
                seats,
                reported={"won": ([column], *([],) * (seats - 1))},
                turn=after,
            )
            for column in HEIGHTS
            if column % 2
        )
        + (
            Scene(
                _climb(7).rpartition("roll")[0] + "stop",
                seats=seats,
                reported={"won": ([],) * seats, **cones(c7=12)},
                turn=after,
            ),
        ),
        "Climb one step in each: you have {runners} runners.": (
            Scene(FIVE_ELEVEN + "stop", seats=seats, reported=cones(c5=1, c11=1), turn=after),
            Scene(THREE_RUNNERS + "roll = 2-2-2-4", seats=seats, may=("move 6",), may_not=("move 4 6", "move 4")),
        ),
        "Throw again, or stop to keep your steps.": (
            Scene(FIVE_ELEVEN, seats=seats, may=("roll", "stop"), turn=0),
            Scene(FIVE_ELEVEN + "stop", seats=seats, reported=cones(c5=1, c11=1), turn=after),
        ),
        "A throw that moves no runner ends your turn: its steps are lost.": Scene(
            FIVE_ELEVEN + "stop; " + other + THREE_RUNNERS + NO_MOVE,
            seats=seats,
            reported={"cones": ({"5": 1, "11": 1}, *({"8": 2},) * (seats - 1))},
            turn=after,
        ),
        "A number moves the runner of its column one step up; without one there, a free runner is set one step above "
        "your cone, or on the first step.": (
            Scene(
                SIXES + "stop; " + other + "roll = 3-3-2-2; move 4 6; stop",
                seats=seats,
                reported={"cones": ({"4": 1, "6": 3}, *({"8": 2},) * (seats - 1))},
                turn=after,
            ),
            Scene(SIXES * 2 + "stop", seats=seats, reported=cones(c6=4), turn=after),
        ),
        "Both numbers must be played if they can be. With one runner left for two new columns, you choose.": (
            Scene("roll = 1-4-5-6", seats=seats, may=("move 5 11",), may_not=("move 5", "move 11")),
            Scene(two + "roll = 1-1-1-2", seats=seats, may=("move 2", "move 3"), may_not=("move 2 3",)),
        ),
        "A pairing that moves both numbers must be preferred to one that moves only one.": Scene(
            two + "roll = 2-3-4-5",
            {"must_maximise": True},
            seats,
            may=("move 7 7", "move 6 8"),
            may_not=("move 5", "move 9"),
        ),
        "You are free to choose a pairing of which only one number can be played.": Scene(
            two + "roll = 2-3-4-5", seats=seats, may=("move 7 7", "move 6 8", "move 5", "move 9")
        ),
        "Columns that are won are closed, and steps above the top are lost.": (
            Scene(
                _climb(2) + "stop; " + "roll = 1-1-1-3", seats=seats, may=("move 4",), may_not=("move 2 4", "move 2")
            ),
            Scene("roll = 1-1-1-1; move 2 2; roll = 1-1-1-1", seats=seats, may=("move 2",), may_not=("move 2 2",)),
        ),
        "When you stop, your cones go where the runners stand.": Scene(
            THREE_RUNNERS + "stop", seats=seats, reported=cones(c5=1, c11=1, c6=2), turn=after
        ),
        "A die of another colour is thrown with the others. It belongs to no pair, and what it shows goes for "
        "this throw.": (
            Scene("roll = 1-1-1-1+6", POWER, seats, may=("move 2 2",), may_not=("move 2 7", "move 7")),
            Scene("roll = 3-3-3-3+5; move 6 6; " + SIXES, POWER, seats, may=("roll", "stop"), may_not=("move 6 6",)),
        ),
        "nothing.": tuple(
            Scene(f"roll = 3-3-3-3+{face}; move 6 6", POWER, seats, may=("roll", "stop"), may_not=("move 6 6",))
            for face in (1, 2, 3)
        ),
        "Freeze: after this throw the turn ends and your cones are placed, even if no runner can move.": (
            Scene("roll = 1-4-5-6+4; move 5 11", POWER, seats, reported=cones(c5=1, c11=1), turn=after),
            Scene(THREE_RUNNERS + "roll = 1-1-1-1+4", POWER, seats, reported=cones(c5=1, c11=1, c6=2), turn=after),
        ),
        "Double: the dice move runners twice, paired as you like; you may leave out the second time.": Scene(
            "roll = 2-2-5-5+5; move 4 10", POWER, seats, may=("move 4 10", "move 7 7", "roll", "stop"), turn=0
        ),
        "if no runner can move, throw again.": Scene(
            THREE_RUNNERS + "roll = 1-1-1-1+6", POWER, seats, may=("roll",), may_not=("stop",), turn=0
        ),
    }


ALL_BUT_FIVE = (
    _climb(2, 12, 4) + "stop; " + _climb(10, 6, 8) + "stop; " + _climb(3, 11) + "stop; " + _climb(7, 9) + "stop; "
)
"""Four players win ten columns; 5 is left."""
TIED = ALL_BUT_FIVE + NO_MOVE * 3 + "drop; " + NO_MOVE * 2 + _climb(5) + "stop"
"""The last of them leaves, and each of the others has three."""
ONE_GAME_EACH = WON * 2

GAME: Scenes = {
    **_in_turns(2),
    "Climb to the top of {columns} columns: before the others, or playing alone in as few turns as you can.": (
        Scene(WON, THREE, scores=(3, 0), over=True, first=0),
        Scene(WON, THREE, seats=1, apart=("teams",), over=True),
    ),
    "Win the columns in as few turns as you can.": Scene(WON, THREE, seats=1, over=True),
    "The first player to stop with {columns} columns wins.": (
        Scene(WON, THREE, scores=(3, 0), over=True, first=0),
        Scene(WON.removesuffix("stop; "), THREE, may=("stop",), scores=(0, 0), turn=0),
    ),
    "Climb to the top of {columns} columns with your partner, before the other team.": Scene(
        _climb(2) + "stop; " + EIGHTS + "stop; " + _climb(12, 4) + "stop",
        THREE | PAIRS,
        seats=4,
        scores=(3, 0, 3, 0),
        over=True,
        first=0,
    ),
    "The first team with {columns} columns wins.": Scene(
        _climb(2) + "stop; " + EIGHTS + "stop; " + _climb(12, 4) + "stop",
        THREE | PAIRS,
        seats=4,
        scores=(3, 0, 3, 0),
        over=True,
        first=0,
    ),
    "A cone on the top step wins the column: all other cones leave it.": Scene(
        "roll = 1-1-1-1; move 2 2; stop; " + _climb(2) + "stop",
        apart=("jump",),
        reported={"cones": ({}, {"2": 3}), "won": ([], [2])},
        turn=0,
    ),
    "If every column is won before that, the most columns win.": Scene(
        ALL_BUT_FIVE + _climb(5) + "stop",
        {"columns_to_win": 5},
        seats=4,
        apart=ODD,
        scores=(4, 3, 2, 2),
        over=True,
        first=0,
    ),
    "Cones may share a step.": Scene((SIXES + "stop; ") * 2, reported={"cones": ({"6": 2}, {"6": 2})}, turn=0),
    "Runners skip steps that hold cones of others.": Scene(
        SIXES + "stop; " + SIXES, JUMP, reported={"runners": {"6": 3}}, turn=1
    ),
    "Nobody may stop while a runner shares a step with a cone of somebody else.": Scene(
        SIXES + "stop; " + SIXES, NO_STOP, may=("roll",), may_not=("stop",), turn=1
    ),
    "A 4 places your cones even where you may not stop by yourself, on cones of others.": Scene(
        SIXES + "stop; roll = 3-3-3-3+4; move 6 6", NO_STOP | POWER, reported={"cones": ({"6": 2}, {"6": 2})}, turn=0
    ),
    "Four players; partners sit alternately, and their columns are added.": Scene(
        _climb(2) + "stop", PAIRS, seats=4, scores=(1, 0, 1, 0), turn=1
    ),
    "Everybody climbs with runners and cones of their own. A column that your partner has won is closed to you too.": (
        Scene(
            _climb(2) + "stop; " + EIGHTS + "stop; roll = 1-1-1-3",
            PAIRS,
            seats=4,
            may=("move 4",),
            may_not=("move 2 4",),
            turn=2,
        ),
        Scene(SIXES + "stop; " + EIGHTS + "stop; " + SIXES, PAIRS, seats=4, reported={"runners": {"6": 2}}, turn=2),
    ),
    "The cones of your partner do not count as those of others.": (
        Scene(
            SIXES + "stop; " + EIGHTS + "stop; " + SIXES, PAIRS | JUMP, seats=4, reported={"runners": {"6": 2}}, turn=2
        ),
        Scene(SIXES + "stop; " + EIGHTS + "stop; " + SIXES, PAIRS | NO_STOP, seats=4, may=("stop",), turn=2),
    ),
    "The columns won in all games are added.": Scene(WON + _climb(2) + "stop", MATCH, scores=(3, 1), turn=0),
    "A match is {games} games.": (
        Scene(WON, MATCH, turn=1),
        Scene(WON + EIGHTS + "stop; " + WON, MATCH, scores=(6, 0), over=True, first=0),
    ),
    "The player after the one who began the last game begins the next one; those who left are skipped.": (
        Scene(WON, MATCH, turn=1),
        Scene(EIGHTS + "stop; " + WON, MATCH, turn=1),
        Scene(EIGHTS + "stop; drop; " + WON, MATCH, seats=3, turn=2),
    ),
    **both_ways(KEY),
    "Equal columns: the steps of all cones decide.": Scene(
        EIGHTS + "stop; " + WON + THREE_RUNNERS + NO_MOVE + WON,
        THREE | {"games_in_match": "both_ways"},
        scores=(3, 3),
        over=True,
        order=(0, 1),
    ),
    "The match is over with the game in which somebody comes to {points}.": (
        Scene(TO_NINE, THREE | {"games_in_match": "to_10"}, scores=(9, 0), turn=0),
        Scene(TO_NINE + WON, THREE | {"games_in_match": "to_10"}, scores=(12, 0), over=True, first=0),
    ),
    "They share the place.": (
        Scene(TIED, {"columns_to_win": 4}, seats=4, apart=("teams", *ODD), over=True, shared=True),
        Scene(
            TIED,
            {"columns_to_win": 4, "tiebreak": "games_won", "games_in_match": 1},
            seats=4,
            apart=("teams", *ODD),
            over=True,
            shared=True,
        ),
        Scene(ONE_GAME_EACH, MATCH, scores=(3, 3), over=True, shared=True),
    ),
    "The most games won decide, else the place is shared.": (
        Scene(
            EIGHTS
            + "stop; "
            + _climb(2, 12)
            + "stop; "
            + _climb(4, 10, 6)
            + "stop; "
            + _climb(2)
            + "stop; "
            + _climb(12, 4, 10)
            + "stop; "
            + EIGHTS
            + "stop; "
            + WON,
            MATCH | {"games_in_match": 3, "tiebreak": "games_won"},
            scores=(6, 6),
            over=True,
            first=0,
        ),
        Scene(ONE_GAME_EACH, MATCH | {"tiebreak": "games_won"}, scores=(3, 3), over=True, shared=True),
    ),
    "Players who share the first place throw all dice once: the highest sum wins, equal sums throw again.": (
        Scene(
            TIED + " = 1-1-1-1 6-6-6-5 5-6-6-6 3-3-3-3 3-3-3-4",
            {"columns_to_win": 4, "tiebreak": "roll_off", "games_in_match": 1},
            seats=4,
            apart=ODD,
            over=True,
            first=2,
        ),
        Scene(ONE_GAME_EACH.strip("; ") + " = 1-1-1-1 6-6-6-5", MATCH | {"tiebreak": "roll_off"}, over=True, first=1),
    ),
    "A throw for a tie is made without it.": Scene(
        ONE_GAME_EACH.strip("; ") + " = 1-1-1-1 6-6-6-5", MATCH | POWER | {"tiebreak": "roll_off"}, over=True, first=1
    ),
}

RACES: Scenes = {
    **_in_turns(1),
    "Climb to the top of {columns} columns in as few turns as you can.": Scene(
        _climb(2) + "stop; " + _climb(12, 4) + "stop; ", THREE, seats=1, scores=(-2,), over=True
    ),
    "Your race ends when you stop with {columns} columns won.": (
        Scene(WON, THREE, seats=1, scores=(-1,), over=True),
        Scene(WON.removesuffix("stop; "), THREE, seats=1, scores=(0,), may=("stop",), turn=0),
    ),
    **of_a_race(RACE, Scene(WON, THREE, seats=1), THREE_RUNNERS + NO_MOVE),
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
