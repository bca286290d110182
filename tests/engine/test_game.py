"""What holds for a game that declares nothing but its rules: the first six wins."""

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions, WrongSeats
from bot.engine.game import SIDES, GameWithOptions, leave, teams_rule
from bot.engine.gate import legal, play
from bot.engine.options import Rule
from bot.engine.types import Action, Left, PlayedStep, Roll, Rolled, SeatStats, Step


class Pass(Action, frozen=True):
    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Moment:
    turn: int | None
    won: tuple[int, ...]
    dice: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


class SixWins(GameWithOptions):
    key: ClassVar[str] = "six_wins"
    state_type = Moment
    rules = (Rule("throws", 1, (1, 2), "Throws"), teams_rule("Partners win together."))
    seats_alone = range(2, 9)

    def new(self, seats):
        self.check_seats(seats)
        return Moment(0, (0,) * seats)

    def legal_actions(self, state):
        return () if state.turn is None else (Roll(), Pass())

    def apply(self, state, action, dice):
        following = (state.turn + 1) % len(state.won)
        if action == Pass():
            return Step(replace(state, turn=following))
        fallen = dice.roll(1)
        won = tuple(int(fallen == (6,) and seat == state.turn) for seat in range(len(state.won)))
        after = replace(state, won=won, turn=None if any(won) else following)
        return Step(after, (Rolled(state.turn, fallen),))

    def drop(self, state, seat, dice):
        return Step(replace(state, gone=leave(state.gone, seat, len(state.won)), turn=None), (Left(seat),))

    def scores(self, state):
        return state.won


def test_a_game_offers_nothing_that_it_does_not_declare():
    game = SixWins.from_options({})
    assert game.first_player_throw is None
    assert not game.throws_for_ties
    assert not game.adds_partners
    assert game.only_in_turns
    assert game.alone is game


def test_the_game_goes_on_until_nobody_is_to_act():
    game = SixWins.from_options({})
    state = play(game, game.new(3), 0, "pass", ScriptedDice([])).state
    assert (game.turn(state), game.outcome(state)) == (1, None)
    state = play(game, state, 1, "roll", ScriptedDice([(6,)])).state
    assert game.turn(state) is None
    assert game.outcome(state).ranks == ((1,), (0, 2))
    assert [seat["score"] for seat in game.report(state).seats] == [0, 1, 0]
    assert [game.own_games(state, seat) for seat in range(3)] == [(0,), (1,), (0,)]


def test_a_seat_that_left_ranks_last():
    game = SixWins.from_options({})
    state = play(game, game.new(2), 0, "drop", ScriptedDice([])).state
    assert game.outcome(state).ranks == ((1,), (0,))


def test_an_absent_seat_stops_where_the_rules_let_it():
    game = SixWins.from_options({})
    state = game.new(2)
    assert game.autoplay(state) == Pass() == list(legal(game, state).values())[-1]


def test_statistics_count_the_dice_of_the_seat_that_threw():
    game, seats = SixWins.from_options({}), [SeatStats(), SeatStats()]
    before = game.new(2)
    step = play(game, before, 0, "roll", ScriptedDice([(3,)]))
    game.count_stats(seats, PlayedStep(before, "roll", step.events, step.state))
    assert [seat.throws for seat in seats] == [1, 0]
    assert seats[0].faces == [0, 0, 1, 0, 0, 0]
    assert not any(seats[0].counts.values())


def test_what_is_chosen_is_what_differs():
    game = SixWins.from_options({"throws": 2})
    assert game.options == {"throws": 2}
    assert game == SixWins.from_options(game.written) != SixWins.from_options({})
    assert SixWins.from_options({"throws": 1}) == SixWins.from_options({})
    with pytest.raises(BadOptions):
        SixWins.from_options({"throws": 3})


@pytest.mark.parametrize(("sides", "seats"), [(0, range(2, 9)), (2, (4, 6, 8)), (3, (6,)), (4, (8,))])
def test_sides_are_of_equal_size_and_partners_sit_alternately(sides, seats):
    (teams,) = (value for value, count in SIDES.items() if count == sides)
    game = SixWins.from_options({"teams": teams})
    assert game.sides == sides
    assert list(game.seats) == list(seats)
    assert [game.side(seat) for seat in range(4)] == [seat % sides if sides else seat for seat in range(4)]
    with pytest.raises(WrongSeats):
        game.new(seats[-1] + 1)
