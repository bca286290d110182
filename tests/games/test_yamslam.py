"""Yamslam: every example of rules.md §16, every house rule, rounds, Yamslams, bonuses, matches and teams."""

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, IllegalAction, WrongSeats
from bot.engine.game import NextGame
from bot.engine.gate import legal, play
from bot.engine.types import FirstPlayerThrow, Teaching, Theme
from bot.games.yamslam.rules import (
    FLUSHES,
    FULL,
    KINDS,
    NONE,
    WHICH_CHIP,
    Removed,
    State,
    Took,
    Yamslam,
    bonuses,
    worth,
)

NOTHING = "1-3-5-6-6"


def faces(dice: str) -> tuple[int, ...]:
    return tuple(map(int, dice.split("-")))


def chips(**counts: int) -> tuple[int, ...]:
    """Chips by kind; ``two`` is 2p, ``three`` 3k, ``four`` 4k."""
    names = {"2p": "two", "3k": "three", "4k": "four"}
    return tuple(counts.get(names.get(kind.key, kind.key), 0) for kind in KINDS)


class Bench:
    """A table; every move goes through the gate."""

    def __init__(self, seats: int = 1, **options: object) -> None:
        self.game = Yamslam.from_options(options)
        self.state: State = self.game.new(seats)
        self.events: tuple[object, ...] = ()

    def put(self, **fields: object) -> "Bench":
        self.state = replace(self.state, **fields)
        return self

    def do(self, text: str, *throws: str) -> "Bench":
        dice = ScriptedDice(map(faces, throws))
        turn = self.game.turn(self.state)
        assert turn is not None
        step = play(self.game, self.state, turn, text, dice)
        assert not dice.left
        self.state, self.events = step.state, step.events
        return self

    def drop(self, seat: int) -> "Bench":
        self.state = play(self.game, self.state, seat, "drop", ScriptedDice([])).state
        return self

    def dry(self, turns: int = 1) -> "Bench":
        for _ in range(turns):
            self.do("roll", NOTHING).do("pass")
        return self

    def win(self, dice: str, take: str) -> "Bench":
        return self.do("roll", dice).do(f"take {take}")

    @property
    def takes(self) -> list[str]:
        return [text.removeprefix("take ") for text in legal(self.game, self.state) if text.startswith("take")]

    @property
    def chips(self) -> list[dict[str, int]]:
        return [seat["chips"] for seat in self.game.report(self.state).seats]


@pytest.mark.parametrize(
    ("dice", "kinds"),
    [
        ("1-1-2-2-5", "2p"),
        ("2-2-2-5-5", "2p 3k fh"),
        ("1-2-3-4-4", "ss"),
        ("2-4-6-6-2", "2p fl"),
        ("1-3-5-5-1", "2p fl"),
        ("4-4-4-4-1", "3k 4k"),
        ("2-2-2-2-4", "3k fl 4k"),
        ("1-2-3-4-5", "ss ls"),
        ("2-3-4-5-6", "ss ls"),
        ("1-3-5-6-6", ""),
        ("5-5-5-5-5", "2p 3k ss fl fh 4k ls"),
    ],
)
def test_the_chips_that_may_be_taken(dice: str, kinds: str) -> None:
    assert Bench().do("roll", dice).takes == kinds.split()


def test_every_throw_against_the_definitions() -> None:
    game = Yamslam.from_options({})
    for throw in product(range(1, 7), repeat=5):
        counts = sorted((throw.count(face) for face in set(throw)), reverse=True)
        runs = [low for low in (1, 2, 3) if {low, low + 1, low + 2, low + 3} <= set(throw)]
        wanted = {
            "2p": len([number for number in counts if number >= 2]) >= 2,
            "3k": counts[0] >= 3,
            "ss": bool(runs),
            "fl": {1, 3, 5} >= set(throw) or {2, 4, 6} >= set(throw),
            "fh": counts == [3, 2],
            "4k": counts[0] >= 4,
            "ls": sorted(throw) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]),
        }
        found = {kind.key for kind in game.fits(throw)}
        assert found == ({key for key, fits in wanted.items() if fits} if counts[0] < 5 else set(wanted))


@pytest.mark.parametrize(
    ("taken", "last", "score"),
    [
        ((1,) * 7, False, 230),
        (chips(ls=4), False, 230),
        (chips(three=4, ss=2), True, 130),
        (FULL, True, 1000),
        ((1, 1, 1, 1, 1, 1, 0), False, 130 + 20),
        ((0, 1, 1, 1, 1, 1, 1), True, 175 + 20 + 20),
        (NONE, False, 0),
    ],
)
def test_final_scores(taken: tuple[int, ...], last: bool, score: int) -> None:
    assert worth(taken) + sum(bonuses(taken, last)) == score


def test_a_grand_slam_alone_is_worth_1000() -> None:
    bench = Bench()
    for _ in range(14):
        bench.do("roll", "3-3-3-3-3").do(f"take {bench.takes[0]}")
        if bench.takes:
            bench.do(f"take {bench.takes[0]}")
    assert bench.game.turn(bench.state) is None
    assert bench.game.scores(bench.state) == (1000,)


def test_throws_of_a_turn() -> None:
    bench = Bench(2)
    assert list(legal(bench.game, bench.state)) == ["roll"]
    bench.do("roll", "6-1-1-2-5")
    assert {"keep", "keep 1 1", "keep 1 2 5 6", "pass"} < set(legal(bench.game, bench.state))
    assert "keep 1 1 2 5 6" not in legal(bench.game, bench.state)
    bench.do("keep 1 1", "1-4-4")
    assert (bench.state.dice, bench.state.kept) == ((1, 1, 1, 4, 4), 2)
    bench.do("keep 4 4", "4-3-2")
    assert list(legal(bench.game, bench.state)) == ["take 3k", "pass"]
    bench.do("take 3k")
    assert (bench.game.turn(bench.state), bench.state.dice) == (1, ())
    assert bench.chips[0]["3k"] == 1
    assert bench.game.preview(bench.state, legal(bench.game, bench.do("roll", "1-1-1-2-3").state)["take 3k"]) == 10


def test_a_chip_that_is_gone_is_not_taken() -> None:
    bench = Bench(2).put(rack=chips(two=1, ls=4))
    assert bench.do("roll", "2-2-2-5-5").takes == ["2p"]


def test_a_whole_round_without_a_chip_removes_the_dearest() -> None:
    bench = Bench(3).dry(2)
    assert sum(bench.state.out) == 0
    bench.dry()
    assert bench.state.out == chips(ls=1)
    assert Removed("ls") in bench.events
    bench.dry(2).win("1-1-1-2-4", "3k")
    assert bench.state.out == chips(ls=1)
    bench.win("1-1-1-2-4", "3k").dry(2)
    assert bench.state.out == chips(ls=1)
    bench.dry(3)
    assert bench.state.out == chips(ls=2)


def test_rounds_are_counted_from_the_first_player_unless_they_slide() -> None:
    for sliding, removed in ((False, 0), (True, 1)):
        bench = Bench(3, sliding_round=sliding).dry().win("1-1-1-2-4", "3k").dry(2).dry(1)
        assert sum(bench.state.out) == removed
        assert sum(bench.dry(2).state.out) == 1


def test_a_sliding_round_is_as_long_as_there_are_players_left() -> None:
    bench = Bench(3, sliding_round=True).drop(1).win("1-1-1-2-4", "3k").dry()
    assert sum(bench.state.out) == 0
    assert bench.dry().state.out == chips(ls=1)


def test_an_extra_turn_belongs_to_the_same_turn() -> None:
    bench = Bench(2).win("4-4-4-4-4", "ls")
    assert bench.events == (Took(0, "ls", False, True, True),)
    assert list(legal(bench.game, bench.state)) == ["roll"]
    assert bench.game.turn(bench.state) == 0
    bench.dry(1)
    assert bench.game.turn(bench.state) == 1
    bench.dry(1)
    assert sum(bench.state.out) == 0


def test_a_yamslam_takes_a_removed_chip() -> None:
    bench = Bench(2).dry(2).do("roll", "1-1-1-1-1")
    assert bench.takes == ["2p", "3k", "ss", "fl", "fh", "4k", "ls", "ls out"]
    bench.do("take ls out")
    assert (bench.state.out, bench.chips[0]["ls"], bench.game.turn(bench.state)) == (NONE, 1, 0)


def test_the_last_chip_ends_the_game_even_with_a_yamslam() -> None:
    bench = Bench(2).put(rack=chips(two=1), out=chips(ls=2)).do("roll", "1-1-1-1-1")
    assert bench.takes == ["2p", "ls out"]
    outcome = bench.game.outcome(bench.do("take 2p").state)
    assert outcome is not None
    assert (outcome.scores, outcome.ranks) == ((25, 0), ((0,), (1,)))


def test_a_removed_chip_does_not_end_the_game() -> None:
    bench = Bench(2).put(rack=chips(two=1), out=chips(ls=2)).do("roll", "1-1-1-1-1").do("take ls out")
    assert bench.game.outcome(bench.state) is None
    assert bench.game.turn(bench.state) == 0


def test_nobody_gets_the_bonus_of_a_last_chip_that_is_removed() -> None:
    bench = Bench(2).put(rack=chips(two=1)).dry(2)
    assert bench.game.turn(bench.state) is None
    assert bench.game.scores(bench.state) == (0, 0)


def test_alone_a_turn_without_a_chip_removes_one_and_a_yamslam_takes_two() -> None:
    bench = Bench(1).dry()
    assert bench.state.out == chips(ls=1)
    bench.do("roll", "6-6-6-6-6").do("take ls out")
    assert "pass" not in legal(bench.game, bench.state)
    assert not any(text.startswith("keep") for text in legal(bench.game, bench.state))
    bench.do("take ls").dry()
    assert (bench.state.out, bench.chips[0]["ls"]) == (NONE, 2)
    two = Bench(2).do("roll", "6-6-6-6-6").do("take ls")
    assert list(legal(two.game, two.state)) == ["roll"]


def test_four_equal_dice_as_two_pairs() -> None:
    assert Bench(quad_is_two_pair=True).do("roll", "4-4-4-4-1").takes == ["2p", "3k", "4k"]


def test_a_chip_may_be_refused_unless_it_must_be_taken() -> None:
    assert "pass" in legal(*_fitting())
    assert "pass" not in legal(*_fitting(forced_take=True))
    bench = Bench(2, forced_take=True).do("roll", NOTHING)
    assert "pass" in legal(bench.game, bench.state)
    bench = Bench(2, forced_take=True).put(rack=chips(ls=1)).do("roll", "1-1-1-2-4")
    assert "pass" in legal(bench.game, bench.state)


def _fitting(**options: object) -> tuple[Yamslam, State]:
    bench = Bench(2, **options).do("roll", "1-1-1-2-4")
    return bench.game, bench.state


def test_refusing_a_chip_counts_as_a_turn_without_one() -> None:
    bench = Bench(2)
    for _ in range(2):
        bench.do("roll", "1-1-1-2-4").do("pass")
    assert bench.state.out == chips(ls=1)


def _over(taken: Iterable[tuple[int, ...]], **options: object) -> Bench:
    bench = Bench(len(tuple(taken)), **options)
    return bench.put(taken=tuple(taken), rack=NONE, turn=None)


def test_ties_share_or_go_to_most_kinds() -> None:
    taken = (chips(three=2), chips(ss=1), chips(two=2, three=1))
    assert _over(taken).game.outcome(_over(taken).state).ranks == ((0, 1, 2),)
    bench = _over(taken, tiebreak="most_kinds")
    assert bench.game.outcome(bench.state).ranks == ((2,), (0, 1))


def test_teams_pool_their_chips() -> None:
    bench = Bench(4, teams=True).win("1-1-2-2-5", "2p").dry(1).win("1-2-3-4-6", "ss")
    assert bench.game.scores(bench.state) == (25, 0, 25, 0)
    assert bench.chips[0] == bench.chips[2]
    bench.put(rack=chips(fh=1), taken=((1, 1, 1, 1, 0, 1, 1), NONE), turn=2).win("2-2-2-3-3", "fh")
    outcome = bench.game.outcome(bench.state)
    assert (outcome.ranks, outcome.scores) == (((0, 2), (1, 3)), (250, 0, 250, 0))
    with pytest.raises(WrongSeats):
        Bench(3, teams=True)


def test_a_match_adds_its_games() -> None:
    bench = Bench(2, games_in_match=2).put(rack=chips(two=1)).win("1-1-2-2-5", "2p")
    assert bench.events[-1] == NextGame((25, 0))
    assert (bench.state.rack, bench.game.turn(bench.state), bench.game.scores(bench.state)) == (FULL, 1, (25, 0))
    assert bench.game.report(bench.state).seats[0]["earlier"] == [25]
    bench.put(rack=chips(ls=1)).win("1-2-3-4-5", "ls")
    assert bench.game.outcome(bench.state).scores == (25, 70)


def test_a_match_to_1000() -> None:
    bench = Bench(2, games_in_match="to_1000").put(rack=chips(two=1), taken=((4, 4, 4, 4, 4, 4, 3), NONE))
    bench.win("1-1-2-2-5", "2p")
    assert bench.game.turn(bench.state) == 1
    bench.put(rack=chips(two=1), taken=((3, 4, 4, 4, 4, 0, 0), NONE)).dry(1).win("1-1-2-2-5", "2p")
    assert bench.game.outcome(bench.state).ranks == ((0,), (1,))


def test_seats_leave() -> None:
    bench = Bench(3).dry(1).drop(1)
    assert bench.game.turn(bench.state) == 2
    bench.dry(1)
    assert bench.state.out == chips(ls=1)
    bench.drop(2).win("1-1-1-2-4", "3k").drop(0)
    assert bench.game.outcome(bench.state).ranks[0] == (0,)
    assert bench.game.turn(bench.state) is None


@pytest.mark.parametrize("seed", range(8))
def test_no_chip_is_lost(seed: int) -> None:
    source = random.Random(seed)
    bench = Bench(1 + seed % 4)
    while bench.game.turn(bench.state) is not None:
        texts = list(legal(bench.game, bench.state))
        last = [text for text in texts if text.startswith(("take", "pass"))]
        text = source.choice(last if last and source.random() < 0.6 else texts)
        dice = [source.randint(1, 6) if source.random() < 0.5 else 4 for _ in range(5)]
        thrown = 5 if text == "roll" else 6 - len(text.split()) if text.startswith("keep") else 0
        bench.do(text, *(["-".join(map(str, dice[:thrown]))] if thrown else []))
        assert sum(bench.state.rack) + sum(bench.state.out) + sum(map(sum, bench.state.taken)) == 28
    assert not any(bench.state.rack)


def test_the_first_player_is_found_with_two_dice() -> None:
    assert Yamslam.first_player_throw == FirstPlayerThrow(2)


def test_refusals() -> None:
    with pytest.raises(BadOptions):
        Yamslam.from_options({"games_in_match": 7})
    with pytest.raises(WrongSeats):
        Yamslam.from_options({}).new(9)
    with pytest.raises(IllegalAction):
        Bench(2).do("roll", NOTHING).do("take 2p")


@pytest.mark.parametrize(
    ("dice", "best", "other", "teaching"),
    [
        ("2-3-4-6-6", "keep 2 3 4", "keep 6 6", Teaching(Theme.STRAIGHTS, 1)),
        ("2-3-4-6-6", "keep 2 4 6 6", "keep 2 3 4", Teaching(Theme.STRAIGHTS, -1)),
        ("2-3-4-6-6", "keep 2 3 4 6", "keep 2 3 4", Teaching(Theme.STRAIGHTS)),
        ("1-3-5-5-6", "keep 1 3 5 5", "keep 5 5", Teaching(FLUSHES, 1)),
        ("1-3-5-5-6", "keep 5 5", "keep 1 3 5", Teaching(FLUSHES, -1)),
        ("2-2-5-5-6", "keep 2 2 5 5", "keep 6", Teaching(Theme.SETS, 1)),
        ("1-3-4-6-6", "keep 4", "keep 6 6", Teaching(Theme.SETS, -1)),
        ("1-3-4-6-6", "keep 4", "keep 6", Teaching(Theme.OTHER)),
        ("2-2-4-6-6", "take fl", "take 2p", Teaching(WHICH_CHIP)),
        ("2-2-4-6-6", "take 2p", "pass", Teaching(WHICH_CHIP)),
        ("2-2-4-6-6", "keep 2 2 6 6", "take 2p", Teaching(Theme.STOP, 1)),
    ],
)
def test_a_mistake_is_about_the_chips_that_dice_are_kept_for(
    dice: str, best: str, other: str, teaching: Teaching
) -> None:
    """Dice of one colour go for a flush, if one of them is alone; others for straights or equal dice."""
    table = Bench(2).do("roll", dice)
    assert table.game.teaching(table.state, best, other) == teaching
    last = table.put(rack=chips(two=2, fl=2)).state
    assert table.game.teaching(last, best, other).theme in (Theme.LAST, Theme.STOP)
