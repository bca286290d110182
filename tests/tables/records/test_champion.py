"""The champion plays a day with the day's dice; somebody's own game is compared where both stood in one position."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.engine import SHARED, Seat
from bot.engine.gate import JournalEntry, legal, play_recorded
from bot.games import make
from bot.tables.daily import DailyGame, compare
from bot.tables.model.table import DiceSeed
from bot.tables.storage.journal import played_alone
from bot.thinker import worker
from bot.thinker.answers import PlayedDay

ME, SEED = Seat(0), DiceSeed(b"7" * 32, "2")
GAME = make("yum_plus", {})


def journal(*actions: str) -> list[JournalEntry]:
    """What somebody did with the dice of the day."""
    dice, state, found = SEED.source(), GAME.new(1), list[JournalEntry]()
    for do in actions:
        step, entry = play_recorded(GAME, state, ME, do, dice.for_seat(ME))
        found.append(entry)
        state = step.state
    return found


def holds() -> list[str]:
    """What can be held of the first throw."""
    state = GAME.new(1)
    step, _ = play_recorded(GAME, state, ME, "roll", SEED.source().for_seat(ME))
    return [do for do in legal(GAME, step.state) if do.startswith("keep")]


def test_games_part_with_the_first_other_decision_and_meet_in_no_position_of_other_dice() -> None:
    all_again, other = "keep", holds()[-1]
    champion = PlayedDay(0, 0.0, ("roll", all_again, "keep"))
    same = compare(GAME, SEED, journal("roll", all_again, "keep"), champion)
    assert (same.met, same.differed) == (2, ())
    parted = compare(GAME, SEED, journal("roll", other, "keep"), champion)
    assert parted.met == 1, "the first throw is no decision, and after it the dice differ"
    (first,) = parted.differed
    assert (first.own, first.champion, len(first.state.dice)) == (other, all_again, 5)


@pytest.mark.long
def test_the_champion_plays_the_day_with_its_dice_and_never_otherwise(tmp_path: Path) -> None:
    played = worker.play_day("yum_plus", GAME.written, SEED.secret, SEED.entropy, str(tmp_path))
    assert played is not None
    assert played == worker.play_day("yum_plus", GAME.written, SEED.secret, SEED.entropy, str(tmp_path))
    assert 460 < played.expected < 475
    entries = journal(*played.actions)
    found = compare(GAME, SEED, entries, played)
    assert found.met > 19, "at least a box a turn was chosen"
    assert found.differed == ()
    assert worker.play_day("yum_plus", GAME.written, b"8" * 32, SEED.entropy, str(tmp_path)) != played


@pytest.mark.parametrize("race", ["cant_stop_race", "5000_race"])
def test_the_champion_races_on_a_day_too_and_its_turns_are_par(race: str, tmp_path: Path) -> None:
    game, shared = make(race, {}), DiceSeed(b"7" * 32, SHARED)
    played = worker.play_day(race, game.written, shared.secret, shared.entropy, str(tmp_path))
    assert played is not None
    *_, (_, _, last) = played_alone(game, shared, played.actions)
    assert game.turn(last) is None
    (score,) = game.scores(last)
    assert played.score == score < -3
    assert 5 < played.expected < 25, "turns before the first throw"
    stored = msgspec.json.encode(played).decode()
    daily = DailyGame(1, 20261129, race, game.written, shared.secret, 0, champion=stored)
    assert daily.par == -score
