"""The one gate, with a game made for it: the first six wins, and a player may pass a throw."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import DiceMismatch, GameError, GameOver, IllegalAction, NotYourTurn
from bot.engine.gate import JournalEntry, legal, play, play_recorded, replay_entry
from bot.engine.types import Action, Game, Keep, Left, Outcome, Report, Roll, Rolled, Step, text


class Pass(Action, frozen=True):
    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Moment:
    turn: int = 0
    won: int | None = None


@dataclass(frozen=True)
class SixWins(Game[Moment, Action]):
    state_type: ClassVar[type[Any]] = Moment
    key: ClassVar[str] = "six_wins"
    options: ClassVar[dict[str, Any]] = {}
    seats: ClassVar[range] = range(2, 3)

    def new(self, seats):
        return Moment()

    def turn(self, state):
        return state.turn if state.won is None else None

    def legal_actions(self, state):
        return (Roll(), Pass()) if state.won is None else ()

    def apply(self, state, action, dice):
        other = replace(state, turn=1 - state.turn)
        if action == Pass():
            return Step(other)
        faces = dice.roll(1)
        after = replace(state, won=state.turn) if faces == (6,) else other
        return Step(after, (Rolled(state.turn, faces),))

    def outcome(self, state):
        return None if state.won is None else Outcome(((state.won,), (1 - state.won,)), self.scores(state))

    def scores(self, state):
        return (int(state.won == 0), int(state.won == 1))

    def drop(self, state, seat, dice):
        return Step(replace(state, won=1 - seat), (Left(seat),))

    def preview(self, state, action):
        return None

    def report(self, state):
        return Report(({}, {}), {})


GAME = SixWins()


def test_texts():
    assert text(Roll()) == "roll"
    assert text(Keep(())) == "keep"
    assert text(Keep((3, 3))) == "keep 3 3"
    assert text(Keep((), power=True)) == "keep p"
    assert text(Keep((1, 2), power=True)) == "keep 1 2 p"


def test_legal_actions_by_text_in_their_order():
    assert list(legal(GAME, Moment()).items()) == [("roll", Roll()), ("pass", Pass())]


def test_a_legal_text_is_done():
    step = play(GAME, Moment(), 0, "roll", ScriptedDice([(6,)]))
    assert step.state == Moment(0, 0)
    assert step.events == (Rolled(0, (6,)),)


@pytest.mark.parametrize("wrong", ["", "Roll", " roll", "roll ", "roll 1", "keep", "drop 0"])
def test_any_other_text_is_refused(wrong):
    with pytest.raises(IllegalAction):
        play(GAME, Moment(), 0, wrong, ScriptedDice([(6,)]))


def test_refusals_come_in_order():
    with pytest.raises(NotYourTurn):
        play(GAME, Moment(), 1, "nonsense", ScriptedDice([]))
    for do in ("roll", "nonsense", "drop"):
        with pytest.raises(GameOver):
            play(GAME, Moment(0, 1), 1, do, ScriptedDice([]))


def test_a_seat_may_leave_out_of_turn():
    assert play(GAME, Moment(), 1, "drop", ScriptedDice([])).state == Moment(0, 0)


def test_the_journal_replays():
    step, entry = play_recorded(GAME, Moment(), 0, "roll", ScriptedDice([(3,)]))
    assert entry == JournalEntry(0, "roll", ((3,),))
    assert replay_entry(GAME, Moment(), entry) == step.state
    assert play_recorded(GAME, Moment(), 0, "pass", ScriptedDice([]))[1] == JournalEntry(0, "pass")


@pytest.mark.parametrize("throws", [(), ((1, 2),), ((7,),), ((1,), (2,))])
def test_a_journal_with_wrong_dice_does_not_replay(throws):
    with pytest.raises(DiceMismatch):
        replay_entry(GAME, Moment(), JournalEntry(0, "roll", throws))


def test_refusals_are_value_errors_with_their_name():
    assert issubclass(GameError, ValueError)
    assert GameOver("x").name == "GameOver"
