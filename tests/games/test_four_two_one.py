"""421: the 56 hands, every example of rules.md §18, every house rule, ties, charge and décharge."""

import random
from dataclasses import replace
from itertools import product

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, WrongSeats
from bot.engine.gate import legal, play
from bot.engine.types import FirstPlayerThrow, Teaching, Theme
from bot.games.four_two_one.rules import (
    ALL_AGAIN,
    FOR_421,
    HANDS,
    ONES,
    FourTwoOne,
    PotEmpty,
    State,
    hand,
    place,
    value,
)

RANKING = (
    "421 > 111 > 611 > 666 > 511 > 555 > 411 > 444 > 311 > 333 > 211 > 222 > 654 > 543 > 432 > 321 > 665 > 664 > 663 > "
    "662 > 661 > 655 > 653 > 652 > 651 > 644 > 643 > 642 > 641 > 633 > 632 > 631 > 622 > 621 > 554 > 553 > 552 > 551 > "
    "544 > 542 > 541 > 533 > 532 > 531 > 522 > 521 > 443 > 442 > 441 > 433 > 431 > 422 > 332 > 331 > 322 > 221"
)


def faces(dice: str) -> tuple[int, ...]:
    return tuple(map(int, dice.split("-")))


class Bench:
    """A table; every move goes through the gate."""

    def __init__(self, seats: int = 2, **options: object) -> None:
        self.game = FourTwoOne.from_options(options)
        self.state: State = self.game.new(seats)
        self.events: tuple[object, ...] = ()

    def put(self, **fields: object) -> "Bench":
        self.state = replace(self.state, **fields)
        return self

    def discharge(self, *tokens: int) -> "Bench":
        return self.put(discharge=True, pot=0, tokens=tokens)

    def do(self, text: str, *throws: str) -> "Bench":
        dice = ScriptedDice(map(faces, throws))
        turn = self.game.turn(self.state)
        assert turn is not None
        step = play(self.game, self.state, turn, text, dice)
        assert not dice.left
        self.state, self.events = step.state, step.events
        return self

    def round(self, *hands: str, rampo: tuple[str, ...] = ()) -> "Bench":
        """One throw each; ``rampo`` are the throws that decide ties."""
        for number, dice in enumerate(hands, 1):
            self.do("roll", dice).do("stand", *(rampo if number == len(hands) else ()))
        return self

    def drop(self, seat: int) -> "Bench":
        self.state = play(self.game, self.state, seat, "drop", ScriptedDice([])).state
        return self

    @property
    def legal(self) -> list[str]:
        return list(legal(self.game, self.state))

    @property
    def tokens(self) -> list[int]:
        return [seat["tokens"] for seat in self.game.report(self.state).seats]

    @property
    def phase(self) -> str:
        return str(self.game.report(self.state).extra["phase"])

    @property
    def ranks(self) -> object:
        outcome = self.game.outcome(self.state)
        return None if outcome is None else outcome.ranks


def test_all_56_hands_in_their_order() -> None:
    assert " > ".join("".join(map(str, one)) for one in HANDS) == RANKING
    assert {hand(throw) for throw in product(range(1, 7), repeat=3)} == set(HANDS)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4-2-1", "1-1-1"),
        ("6-6-6", "1-1-5"),
        ("1-1-2", "2-2-2"),
        ("3-2-1", "6-6-5"),
        ("6-6-5", "6-6-4"),
        ("6-3-1", "6-2-1"),
        ("3-2-2", "2-2-1"),
    ],
)
def test_which_hand_beats_which(better: str, worse: str) -> None:
    assert place(faces(better)) < place(faces(worse))


@pytest.mark.parametrize(
    ("dice", "tokens"),
    [("1-2-4", 10), ("1-1-1", 7), ("1-1-4", 4), ("1-1-2", 2), ("5-4-3", 2), ("6-1-1", 6), ("3-3-3", 3), ("2-2-1", 1)],
)
def test_what_a_hand_sets(dice: str, tokens: int) -> None:
    assert value(faces(dice)) == tokens


def test_what_every_hand_sets() -> None:
    for throw in product(range(1, 7), repeat=3):
        ones, equal, ordered = throw.count(1), len(set(throw)) == 1, sorted(throw)
        expected = 1
        if ordered == [1, 2, 4]:
            expected = 10
        elif ones == 3:
            expected = 7
        elif ones == 2 or equal:
            expected = ordered[2]
        elif ordered[1] == ordered[0] + 1 and ordered[2] == ordered[1] + 1:
            expected = 2
        assert value(throw) == expected, throw


# -- settlement -----------------------------------------------------------------------------------------------------


def test_charge_the_example_of_the_source() -> None:
    bench = Bench(3).round("1-1-6", "6-5-3", "4-4-2")
    assert (bench.tokens, bench.state.pot, bench.phase) == ([0, 0, 6], 15, "charge")
    assert bench.game.turn(bench.state) == 2


def test_charge_with_less_than_is_owed() -> None:
    bench = Bench(2).put(pot=3).round("1-1-1", "6-5-2")
    assert (bench.tokens, bench.state.pot, bench.phase) == ([0, 3], 0, "decharge")
    assert PotEmpty() in bench.events
    assert bench.ranks is None


def test_charge_a_plain_hand_sets_one() -> None:
    bench = Bench(2).round("6-6-4", "5-3-1")
    assert (bench.tokens, bench.state.pot) == ([0, 1], 20)


@pytest.mark.parametrize(("rule", "tokens"), [("fixed2", 2), ("add2", 5), ("none", 3)])
def test_nenette_in_the_charge(rule: str, tokens: int) -> None:
    bench = Bench(2, nenette=rule).round("1-1-3", "2-2-1")
    assert (bench.tokens, bench.state.pot) == ([0, tokens], 21 - tokens)


def test_who_gives_the_last_token_wins() -> None:
    bench = Bench(2).discharge(4, 17).round("4-2-1", "6-5-3")
    assert bench.tokens == [0, 21]
    assert bench.ranks == ((0,), (1,))


def test_only_best_and_worst_move_tokens() -> None:
    bench = Bench(3).discharge(6, 8, 7).round("6-6-5", "5-5-1", "4-3-1")
    assert bench.tokens == [5, 8, 8]


def test_nenette_in_the_discharge() -> None:
    assert Bench(2).discharge(10, 11).round("1-1-4", "2-2-1").tokens == [4, 17]
    assert Bench(2, nenette="fixed2").discharge(10, 11).round("1-1-4", "2-2-1").tokens == [8, 13]


def test_several_nenettes_take_two_each_and_one_of_them_the_rest() -> None:
    bench = Bench(3).round("1-1-4", "2-2-1", "1-2-2", rampo=("6-6-6", "3-2-2"))
    assert bench.tokens == [0, 2, 6]
    bench = Bench(3).put(pot=3).round("1-1-4", "2-2-1", "1-2-2", rampo=("6-6-6", "3-2-2"))
    assert (bench.tokens, bench.state.pot) == ([0, 2, 1], 0)


def test_who_gives_pays_itself_nothing_for_a_nenette_of_its_own() -> None:
    """Both have nénette; the first wins the rampo and gives its last token, which its own nénette does not use up."""
    bench = Bench(2).discharge(1, 20).round("2-2-1", "2-2-1", rampo=("4-2-1", "6-5-4"))
    assert (bench.tokens, bench.ranks) == ([0, 21], ((0,), (1,)))
    assert bench.state.last is not None
    assert (bench.state.last.gained, bench.state.last.nenettes) == ((-1, 1), (1,))


# -- ties -----------------------------------------------------------------------------------------------------------


def test_rampo_for_the_worst_hand() -> None:
    bench = Bench(3).round("5-5-2", "4-2-1", "2-5-5", rampo=("3-3-1", "3-1-3", "6-5-4", "6-6-5"))
    assert bench.tokens == [0, 0, 10]
    assert bench.state.last is not None
    assert [[one.seat for one in rampo] for rampo in bench.state.last.rampos] == [[0, 2], [0, 2]]


def test_a_tie_for_best_changes_nothing_in_the_charge() -> None:
    assert Bench(3).round("4-2-1", "4-2-1", "6-6-5").tokens == [0, 0, 10]


def test_rampo_for_the_best_hand_in_the_discharge() -> None:
    bench = Bench(3).discharge(5, 8, 8).round("1-1-1", "1-1-1", "6-6-5", rampo=("4-4-1", "4-2-1"))
    assert bench.tokens == [5, 1, 15]


def test_rampos_for_the_worst_are_thrown_before_those_for_the_best() -> None:
    bench = Bench(4).discharge(5, 5, 5, 6)
    bench.round("1-1-4", "6-6-5", "1-1-4", "6-6-5", rampo=("6-1-1", "5-4-1", "6-6-6", "3-3-3"))
    assert bench.tokens == [1, 5, 5, 10]
    assert bench.state.last is not None
    assert [[one.seat for one in rampo] for rampo in bench.state.last.rampos] == [[1, 3], [0, 2]]
    assert (bench.state.last.loser, bench.state.last.giver) == (3, 0)


def test_where_all_tie_one_throw_decides_both_ends() -> None:
    bench = Bench(2).discharge(10, 11).round("3-3-3", "3-3-3", rampo=("1-1-1", "1-1-1", "6-5-4", "6-6-6"))
    assert bench.tokens == [13, 8]
    bench = Bench(3).discharge(7, 7, 7)
    bench.round("3-3-3", "3-3-3", "3-3-3", rampo=("1-1-1", "1-1-1", "6-6-5", "4-2-1", "6-5-4"))
    assert bench.tokens == [4, 7, 10]


def test_without_rampo_nobody_receives_or_gives() -> None:
    bench = Bench(3, ties="none").round("5-5-2", "4-2-1", "2-5-5")
    assert (bench.tokens, bench.state.pot, bench.game.turn(bench.state)) == ([0, 0, 0], 21, 0)
    bench = Bench(3, ties="none").discharge(7, 7, 7).round("4-2-1", "4-2-1", "6-6-5")
    assert bench.tokens == [7, 7, 7]


# -- throws ---------------------------------------------------------------------------------------------------------


def test_everybody_throws_as_often_as_the_first_player() -> None:
    bench = Bench(2)
    assert bench.legal == ["roll"]
    bench.do("roll", "4-2-6")
    assert set(bench.legal) == {"keep", "keep 2", "keep 4", "keep 6", "keep 2 4", "keep 2 6", "keep 4 6", "stand"}
    bench.do("keep 2 4", "5").do("stand")
    assert (bench.state.limit, bench.state.hands[0]) == (2, (2, 4, 5))
    bench.do("roll", "4-2-1")
    assert "stand" not in bench.legal
    bench.do("keep 1 2", "6")
    assert bench.legal == ["stand"]
    assert bench.state.dice == (1, 2, 6)


def test_three_throws_at_most() -> None:
    bench = Bench(2).do("roll", "6-6-1").do("keep 1", "5-5").do("keep 1", "4-4")
    assert bench.legal == ["stand"]


@pytest.mark.parametrize("rule", ["le_bon", "may_stand"])
def test_who_is_satisfied_may_stop(rule: str) -> None:
    bench = Bench(2, **{rule: True}).do("roll", "6-6-1").do("keep 1", "5-5").do("stand").do("roll", "4-2-1")
    assert "stand" in bench.legal
    assert bench.do("stand").tokens == [10, 0]


def test_one_throw_in_the_charge() -> None:
    bench = Bench(2, charge_one_throw=True).do("roll", "6-6-1")
    assert bench.legal == ["stand"]
    bench = Bench(2, charge_one_throw=True).discharge(10, 11).do("roll", "6-6-1")
    assert "keep 1" in bench.legal


# -- the end of the charge ------------------------------------------------------------------------------------------


def test_who_has_no_token_after_the_charge_plays_its_first_round() -> None:
    bench = Bench(3).put(pot=1, tokens=(0, 10, 10)).round("6-6-5", "6-6-4", "6-6-3")
    assert (bench.ranks, bench.phase, bench.game.turn(bench.state)) == (None, "decharge", 2)
    bench.round("4-2-1", "1-1-1", "3-2-2")
    assert bench.tokens == [0, 20, 1]
    assert bench.ranks == ((0,), (2,), (1,))


def test_several_without_a_token_throw_for_it() -> None:
    bench = Bench(3).discharge(0, 5, 16).put(first=0).round("3-2-1", "1-1-6", "6-6-5", rampo=("3-3-3", "4-2-1"))
    assert bench.tokens == [0, 0, 21]
    assert bench.ranks == ((1,), (0,), (2,))
    shared = Bench(3, ties="none").discharge(0, 5, 16).round("3-2-1", "1-1-6", "6-6-5")
    assert shared.ranks == ((0, 1), (2,))


def test_no_token_after_the_charge_may_win_at_once() -> None:
    bench = Bench(3, zero_after_charge="win").put(pot=1, tokens=(0, 10, 10)).round("6-6-5", "6-6-4", "6-6-3")
    assert bench.ranks == ((0,), (1,), (2,))


def test_no_token_after_the_charge_may_sit_out_the_rest() -> None:
    bench = Bench(3, zero_after_charge="out", starter="clockwise").put(pot=1, tokens=(0, 10, 10))
    bench.round("6-6-5", "6-6-4", "6-6-3")
    assert (bench.state.out, bench.game.turn(bench.state)) == ((0,), 1)
    bench.round("4-2-1", "3-2-2")
    assert bench.ranks == ((1,), (0,), (2,))
    two = Bench(2, zero_after_charge="out").put(pot=1, tokens=(0, 20)).round("6-6-5", "6-6-4")
    assert two.ranks == ((0,), (1,))


def test_espagnole() -> None:
    for espagnole, ranks in ((True, ((0, 1), (2,))), (False, None)):
        bench = Bench(3, espagnole=espagnole).put(pot=1, tokens=(0, 0, 20)).round("6-6-5", "6-6-4", "6-6-3")
        assert bench.ranks == ranks
    spared = Bench(3, espagnole=True).put(pot=1, tokens=(0, 10, 10)).round("6-6-5", "6-6-4", "6-6-3")
    assert spared.ranks is None


@pytest.mark.parametrize(("rule", "seat"), [("loser", 2), ("winner", 1), ("clockwise", 1)])
def test_who_begins_the_next_round(rule: str, seat: int) -> None:
    bench = Bench(3, starter=rule).round("6-6-5", "4-2-1", "6-6-3")
    assert bench.game.turn(bench.state) == seat
    if rule == "clockwise":
        assert bench.game.turn(bench.round("6-6-5", "4-2-1", "6-6-3").state) == 2


def test_of_equal_best_hands_the_one_thrown_first_begins_the_next_round() -> None:
    bench = Bench(3, starter="winner").round("6-6-5", "6-6-3", "4-2-1")
    assert bench.game.turn(bench.state) == 2
    bench.round("1-1-1", "1-1-1", "6-6-5")
    assert (bench.tokens, bench.game.turn(bench.state)) == ([0, 17, 0], 2)


def test_tokens_and_value_of_421() -> None:
    bench = Bench(2, tokens=41, value_421=8).round("4-2-1", "6-6-5")
    assert (bench.state.pot, bench.tokens) == (33, [0, 8])


def test_who_begins_the_game() -> None:
    assert FourTwoOne.from_options({}).first_player_throw == FirstPlayerThrow(3)
    assert FourTwoOne.from_options({"first_player": "lowest"}).first_player_throw == FirstPlayerThrow(3, lowest=True)


# -- leaving --------------------------------------------------------------------------------------------------------


def test_the_first_player_of_a_round_leaves() -> None:
    bench = Bench(3).do("roll", "6-6-1").drop(0)
    assert (bench.game.turn(bench.state), bench.state.first) == (1, 1)
    bench.do("roll", "1-1-1").do("keep 1 1", "1").do("stand").do("roll", "6-6-1").do("keep", "5-5-4").do("stand")
    assert bench.tokens == [0, 0, 7]


def test_the_last_of_a_round_leaves_and_it_is_settled() -> None:
    bench = Bench(3).do("roll", "1-1-6").do("stand").do("roll", "6-5-3").do("stand").drop(2)
    assert bench.tokens == [0, 6, 0]


def test_one_alone_wins() -> None:
    bench = Bench(3).drop(1).drop(2)
    assert bench.ranks == ((0,), (1, 2))


@pytest.mark.parametrize("leaving", [1, 2])
def test_the_discharge_ends_when_one_of_the_last_two_in_it_leaves(leaving: int) -> None:
    """Only one has tokens then: the player who sits out, without any, wins."""
    bench = Bench(3, zero_after_charge="out").discharge(0, 10, 11).put(out=(0,), turn=1, first=1).drop(leaving)
    assert bench.ranks == ((0,), (3 - leaving,), (leaving,))


@pytest.mark.parametrize("seed", range(12))
def test_no_token_is_lost(seed: int) -> None:
    source = random.Random(seed)
    bench = Bench(
        2 + seed % 5, nenette=("add2", "fixed2", "none")[seed % 3], zero_after_charge=("play", "out")[seed % 2]
    )

    class Dice:
        def roll(self, count: int, sides: int = 6, tie: int | None = None) -> tuple[int, ...]:
            return tuple(source.randint(1, 6) for _ in range(count))

    while (turn := bench.game.turn(bench.state)) is not None:
        bench.state = play(bench.game, bench.state, turn, source.choice(bench.legal), Dice()).state
        assert bench.state.pot + sum(bench.state.tokens) == 21
        assert min(bench.state.tokens) >= 0
    winner = bench.game.outcome(bench.state).winners  # type: ignore[union-attr]
    assert [bench.state.tokens[seat] for seat in winner] == [0]


def test_refusals() -> None:
    for seats in (1, 13):
        with pytest.raises(WrongSeats):
            Bench(seats)
    with pytest.raises(BadOptions):
        FourTwoOne.from_options({"tokens": 22})


@pytest.mark.parametrize(
    ("dice", "best", "other", "teaching"),
    [
        ("4-2-6", "keep 2 4", "keep 6", Teaching(FOR_421, 1)),
        ("4-1-1", "keep 1 1", "keep 1 4", Teaching(FOR_421, -1)),
        ("4-2-1", "keep 1 4", "keep 2 4", Teaching(FOR_421)),
        ("4-6-5", "keep 4", "keep", Teaching(FOR_421, 1)),
        ("1-3-6", "keep 1", "keep 6", Teaching(ONES, 1)),
        ("1-5-5", "keep 5 5", "keep 1", Teaching(ONES, -1)),
        ("1-1-6", "keep 1 1", "keep 1", Teaching(ONES)),
        ("6-6-5", "keep 6 6", "keep 6", Teaching(Theme.SETS, 1)),
        ("2-2-5", "keep", "keep 2 2", Teaching(Theme.SETS, -1)),
        ("6-5-3", "keep", "keep 5 6", Teaching(ALL_AGAIN, 1)),
        ("6-5-3", "keep 6", "keep", Teaching(ALL_AGAIN, -1)),
        ("6-5-3", "keep 5 6", "keep 3 6", Teaching(Theme.OTHER)),
        ("4-2-6", "keep 2 4", "stand", Teaching(Theme.STOP, 1)),
    ],
)
def test_a_mistake_is_about_the_hand_that_dice_are_kept_for(
    dice: str, best: str, other: str, teaching: Teaching
) -> None:
    """One 1 may go for many hands; a 4 or a 2 alone goes for 4-2-1."""
    table = Bench().do("roll", dice)
    assert table.game.teaching(table.state, best, other) == teaching
    last = table.discharge(3, 18).state
    assert table.game.teaching(last, best, other).theme in (Theme.LAST, Theme.STOP)
