"""The statistics of a finished game, of every family, against the game's own last state."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bot.engine.gate import JournalEntry, replay_entry
from bot.engine.types import Seat
from bot.games import CATALOGUE, FAMILIES, make
from bot.games.yum.scoring.points import yums
from bot.tables.storage.results import VERSION, GameStats, collect_stats, read, to_json

SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]
OTHERS = [key for key, listing in CATALOGUE.items() if FAMILIES[listing.key] != "yum"]


def _entries(table: Any) -> list[JournalEntry]:
    return [
        JournalEntry(Seat(move["seat"]), move["do"], tuple(map(tuple, move.get("dice", ())))) for move in table.moves
    ]


@pytest.mark.parametrize("key", SHEETS)
async def test_the_boxes_are_those_of_the_sheet(key: str, random_game: Any, greedy: Any) -> None:
    game: Any = make(key, {})
    played = random_game(game, 2, 5, choose=greedy)
    for seat, facts in enumerate(await collect_stats(game, 2, played.entries)):
        sheet = game.report(played.state).seats[seat]["sheet"]
        told: dict[str, list[int]] = {}
        for column in sheet:
            for box, points in column.items():
                told.setdefault(box, []).extend(points if isinstance(points, list) else [points])
        assert {box: sorted(points) for box, points in facts.boxes.items()} == {
            box: sorted(points) for box, points in told.items()
        }
        totals = game.totals(played.state, Seat(seat))
        if game.layout.bonus.steps and not game.layout.stacked:
            assert list(facts.bonuses) == [column.bonus for column in totals.columns]
        else:
            assert facts.bonuses == ()
        assert facts.counts.get("yums", 0) == yums(
            game.layout, played.state.sheets[seat], played.state.extra_yums[seat]
        )
        assert facts.counts.get("further_yums", 0) == sum(played.state.extra_yums[seat])


@pytest.mark.parametrize("key", [*SHEETS, *OTHERS])
async def test_every_die_is_counted_once(key: str, random_game: Any) -> None:
    game = make(key, {})
    seats = min(max(2, game.seats[0]), game.seats[-1])
    played = random_game(game, seats, 11, drops=0.01)
    found = await collect_stats(game, seats, played.entries)
    decided = [entry for entry in played.entries if entry.do.startswith(("roll", "keep"))]  # not thrown for a tie
    fallen = Counter(face for entry in decided for throw in entry.dice for face in throw)
    assert Counter({face: sum(facts.faces[face - 1] for facts in found) for face in range(1, 7)}) == fallen
    assert all(set(facts.counts) <= set(game.counted) for facts in found)
    assert [read(to_json(facts)) for facts in found] == list(found)


async def test_a_match_keeps_the_boxes_of_every_game(random_game: Any, greedy: Any) -> None:
    game: Any = make("yum_plus", {"games_in_match": 3})
    played = random_game(game, 2, 3, choose=greedy)
    for seat, facts in enumerate(await collect_stats(game, 2, played.entries)):
        assert {len(points) for points in facts.boxes.values()} == {3}
        assert len(facts.bonuses) == 3
        upper = sum(map(sum, facts.boxes.values())) + sum(facts.bonuses)
        assert upper + 100 * facts.counts.get("further_yums", 0) == game.scores(played.state)[seat]


async def test_the_bonus_may_look_past_the_power_die(random_game: Any, greedy: Any) -> None:
    for options in ({"power": True}, {"power": True, "power_bonus_base": True}):
        game: Any = make("yum_plus", options)
        for seed in range(4):
            played = random_game(game, 2, seed, choose=greedy)
            for seat, facts in enumerate(await collect_stats(game, 2, played.entries)):
                totals = game.totals(played.state, Seat(seat))
                assert list(facts.bonuses) == [column.bonus for column in totals.columns]


async def test_the_power_die_is_apart(random_game: Any) -> None:
    game = make("yum_plus", {"power": True})
    played = random_game(game, 1, 4)
    (facts,) = await collect_stats(game, 1, played.entries)
    throws = [(entry, throw) for entry in played.entries for throw in entry.dice]
    power = Counter(throw[-1] for entry, throw in throws if not entry.do.endswith(" p"))
    assert dict(enumerate(facts.power, 1)) == {face: power[face] for face in range(1, 7)}
    assert sum(facts.faces) + sum(facts.power) == sum(len(throw) for _, throw in throws)


async def test_yums_thrown_and_written(bench: Any) -> None:
    table = bench("yum_plus").do("roll", "3-3-3-3-1").do("keep 3 3 3 3", "3").do("mark yum")
    table.do("roll", "2-2-2-2-2").do("strike twos")
    (facts,) = await collect_stats(table.game, 1, _entries(table))
    assert facts.counts.get("yums_thrown", 0) == 2
    assert facts.counts.get("yums", 0) == 1
    assert facts.boxes == {"yum": (table.game.layout.box("yum").maximum,), "twos": (0,)}
    assert facts.throws == 3


async def test_5000_counts_turns_lost_and_the_best_one(random_game: Any) -> None:
    game: Any = make("5000", {})
    played = random_game(game, 3, 8)
    found = await collect_stats(game, 3, played.entries)
    state, ends = game.new(3), []
    for entry in played.entries:
        before, state = state, replay_entry(game, state, entry)
        if state.last is not before.last:
            ends.append(state.last)
    for seat, facts in enumerate(found):
        mine = [last for last in ends if last.seat == seat]
        assert facts.counts["turns"] == len(mine)
        assert facts.counts.get("busts", 0) == sum(last.how in ("lost", "short") for last in mine)
        assert facts.counts.get("best", 0) == max((last.points for last in mine if last.how == "counted"), default=0)
    assert sum(facts.counts.get("busts", 0) for facts in found) > 0


async def test_yamslam_counts_chips(random_game: Any) -> None:
    game: Any = make("yamslam", {})
    played = random_game(game, 2, 2)
    for seat, facts in enumerate(await collect_stats(game, 2, played.entries)):
        chips = game.report(played.state).seats[seat]["chips"]
        assert {kind: facts.counts.get(kind, 0) for kind in chips} == chips
        assert facts.counts.get("chips", 0) == sum(chips.values())
        assert facts.counts["turns"] == facts.counts.get("passes", 0) + facts.counts.get("chips", 0)


async def test_a_yamslam_thrown_alone_gives_two_chips_in_one_turn() -> None:
    entries = [
        JournalEntry(Seat(0), "roll", ((3, 3, 3, 3, 3),)),
        JournalEntry(Seat(0), "take 4k"),
        JournalEntry(Seat(0), "take 2p"),
    ]
    (facts,) = await collect_stats(make("yamslam", {}), 1, entries)
    assert facts.counts == {"turns": 1, "yamslams": 1, "chips": 2, "4k": 1, "2p": 1}


async def test_races_and_tokens(random_game: Any) -> None:
    game: Any = make("cant_stop", {})
    played = random_game(game, 2, 2)
    for seat, facts in enumerate(await collect_stats(game, 2, played.entries)):
        assert facts.counts.get("columns", 0) == len(played.state.won[seat])
        assert facts.counts["turns"] == played.state.turns[seat]
    game = make("421", {})
    played = random_game(game, 3, 2)
    found = await collect_stats(game, 3, played.entries)
    assert {facts.counts["rounds"] for facts in found} == {played.state.round}
    game = make("ambition", {"goal": 2000})
    played = random_game(game, 2, 2)
    found = await collect_stats(game, 2, played.entries)
    assert all(facts.counts["turns"] > 0 for facts in found)


@pytest.mark.parametrize("details", [None, "", "{", "[]", '{"version":99}', '{"boxes":{}}', '{"version":1,"faces":3}'])
def test_what_cannot_be_read_is_nothing_known(details: str | None) -> None:
    assert read(details) is None


def test_yums_of_earlier_games_are_read_among_the_counts() -> None:
    """Version 0.1 stored them beside the counts."""
    stored = '{"version":1,"boxes":{"yum":[50]},"yums":2,"further_yums":1,"yums_thrown":3,"throws":40}'
    counts = {"yums": 2, "further_yums": 1, "yums_thrown": 3}
    assert read(stored) == GameStats(version=1, boxes={"yum": (50,)}, counts=counts, throws=40)


def test_what_is_not_known_is_left_out() -> None:
    assert to_json(GameStats(version=VERSION)) == '{"version":1}'
    assert read('{"version":1,"later":"unknown"}') == GameStats(version=1)
