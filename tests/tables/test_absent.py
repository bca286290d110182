"""Turns that the table plays for absent people: always legal, in the journal as their own, never for an empty table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.dice import FairDice
from bot.engine.errors import BadOptions
from bot.engine.gate import encode, legal, play_recorded, replay_entry
from bot.engine.types import Seat, text
from bot.games import CATALOGUE, make
from bot.tables.model.table import AbsencePolicy, Status, Table, TableId, TableSettings
from bot.tables.moves import waiting
from bot.tables.moves.lobbies import join, open_table, start
from bot.tables.moves.playing import TurnSkipped, act, skip_turn

NOW = 1_700_000_000
SKIP = TableSettings(absent=AbsencePolicy.SKIP, patience=3600)


def random_rules(key: str, source: random.Random) -> Any:
    while True:
        chosen = {rule.key: source.choice(rule.choices) for rule in CATALOGUE[key].rules}
        if chosen.get("games_in_match", 1) != 1:
            chosen["games_in_match"] = 2
        try:
            return make(key, chosen)
        except BadOptions:
            continue


def to_the_end(game: Any, seats: int, seed: int, opening: int) -> None:
    """Play ``opening`` random decisions, then only the table's own for absent people."""
    source, dice, state, entries = random.Random(seed), FairDice(seed.to_bytes(32), "away"), game.new(seats), []
    while (turn := game.turn(state)) is not None:
        do = source.choice(list(legal(game, state))) if opening > 0 else text(game.autoplay(state))
        opening -= 1
        step, entry = play_recorded(game, state, turn, do, dice)
        state = step.state
        entries.append(entry)
        assert len(entries) < 100_000, (game, state)
    again = game.new(seats)
    for entry in entries:
        again = replay_entry(game, again, entry)
    assert encode(again) == encode(state)


def seats_of(game: Any, wanted: int) -> int:
    return wanted if wanted in game.seats else int(game.seats[0])


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_every_game_ends_by_skips_alone(key: str) -> None:
    source = random.Random(key)
    for seed, preset in enumerate(CATALOGUE[key].presets):
        game = make(key, preset.options)
        to_the_end(game, seats_of(game, 2 + seed % 2), seed, source.randrange(60))


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", list(CATALOGUE))
@pytest.mark.parametrize("part", range(6))
def test_games_by_any_house_rules_end_by_skips_alone(key: str, part: int) -> None:
    source = random.Random(f"{key} {part}")
    game = random_rules(key, source)
    to_the_end(game, seats_of(game, 2 + part % 2), part, source.randrange(60))


@pytest.mark.parametrize("key", list(CATALOGUE))
def test_every_choice_of_every_house_rule_can_be_skipped(key: str) -> None:
    """Each value of each rule by itself, from the middle of a game: one turn for each seat.

    In 421 one seat may begin again, one alone always does, and a Power 5 may give another turn.
    """
    for rule in CATALOGUE[key].rules:
        for value in rule.choices:
            try:
                game = make(key, {rule.key: value})
            except BadOptions:
                continue
            table = playing(game, seats_of(game, 2))
            for _ in table.players:
                before = table.turn
                table = skip_turn(table, NOW + 1).table
                again = key == "421" or len(table.players) == 1 or rule.key == "power"
                assert table.over or table.turn != before or again, (rule.key, value)


def playing(game: Any, seats: int = 2, settings: TableSettings = SKIP) -> Table:
    table = open_table(
        TableId(7), guild=1, channel=2, host=10, game=game, capacity=None, language="en",
        secret=bytes(32), now=NOW, settings=settings,
    ).table  # fmt: skip
    for user in range(11, 10 + seats):
        table = join(table, user, user, NOW).table
    return start(table, 10, 99, NOW).table


def test_a_sheet_throws_once_and_strikes_what_costs_least() -> None:
    table = playing(make("yum_classic", {}))
    seat = table.turn
    moved = skip_turn(table, NOW + 3600)
    assert [entry.do for entry in moved.entries] in (["roll", "strike ones"], ["roll", "mark ones"])
    assert [entry.seat for entry in moved.entries] == [seat, seat]
    assert moved.events[-1] == TurnSkipped(Seat(seat or 0), table.turn_player or 0)
    assert moved.table.turn != seat
    assert moved.table.game.scores(moved.table.state) == (0, 0)
    assert (moved.table.step, moved.table.version) == (table.step + 2, table.version + 1)
    assert (moved.table.entries, moved.table.thrown, moved.table.undoable) == (2, 1, None)
    assert moved.table.played_for == (seat,), "it is not this player's choice"
    assert [moved.table.decided_alone(user) for user in moved.table.people] == [
        player != table.turn_player for player in moved.table.people
    ]


def test_a_turn_half_played_is_finished_with_its_dice() -> None:
    table = playing(make("yum_classic", {}))
    table = act(table, table.turn_player or 0, table.step, "roll", NOW + 5).table
    moved = skip_turn(table, NOW + 3605)
    assert [entry.do.split()[0] for entry in moved.entries] in (["strike"], ["mark"])
    assert moved.table.thrown == 1


def test_the_worst_box_counts_its_column() -> None:
    """Twos in the first column lose 10 points at most; the ones in the third, 15."""
    table = playing(make("triple_yum", {}), seats=1)
    for column in (1, 2):
        table = act(table, 10, table.step, "roll", NOW).table
        ones = next(do for do in legal(table.game, table.state) if do.endswith(f" ones {column}"))
        table = act(table, 10, table.step, ones, NOW).table
    assert skip_turn(table, NOW + 3600).entries[-1].do.split()[1:] == ["twos", "1"]


def test_nobody_plays_against_nobody() -> None:
    """When one seat is absent three times in a row and nobody plays, the table waits."""
    table = playing(make("yum_classic", {}))
    first, turns = table.turn, []
    now = NOW
    while waiting.patience_is_over(table, now := now + 3600):
        turns.append(table.turn)
        table = skip_turn(table, now).table
    assert turns.count(first) == waiting.SKIPPED_ROUNDS
    assert len(turns) == 5
    assert waiting.is_deserted(table)
    assert (table.due, waiting.effective_policy(table)) == (None, AbsencePolicy.WAIT)
    table = act(table, table.turn_player or 0, table.step, "roll", now).table
    assert table.due == now + 3600


def test_alone_nobody_is_skipped() -> None:
    table = playing(make("yum_classic", {}), seats=1)
    assert (table.status, table.due) == (Status.PLAYING, None)
