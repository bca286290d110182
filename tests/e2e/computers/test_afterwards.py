"""A finished game with computers is replayed, verified, written down, exported and erased like others."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.engine import Level
from bot.games.replay import replay
from bot.tables.model.table import Computer, Status
from bot.tables.moves.lobbies import COUNTDOWN
from tests.e2e.computers.test_every_game import to_the_end
from tests.e2e.playing import PrivateMessage, code_of, described, of_game, open_panel, rows


@pytest.fixture
async def finished(guessing: Any, seed: int) -> Any:
    """The board of a game of Ana and two computers that is over."""
    play = await guessing.lobby("ana", sheet="yum_classic", computers=2, level="champion")
    await to_the_end(guessing, play, seed)
    if "rematch" not in play.does:  # Ana moved last, without a press, so nobody has drawn the result yet.
        await play.do(next(iter(play.does)), guessing.person("ana"))
        await guessing.settle()
    return play


async def test_its_record_holds_the_throws_and_points_of_every_seat(guessing: Any, finished: Any) -> None:
    ana = guessing.person("ana")
    sent = await of_game(ana, "record")
    record = ana.world.blobs[sent.message["attachments"][0]["id"]].data
    report = replay(record)
    table = await guessing.table(finished)
    assert (report["ok"], report["finished"], report["fair"]) == (True, True, True)
    assert report["scores"] == table.game.scores(table.state)
    assert {move["seat"] for move in json.loads(record)["moves"]} == {0, 1, 2}
    for score in report["scores"]:
        assert f"**{score}**" in described(finished.now)


async def test_the_result_says_a_first_win_against_the_champion_and_no_other(guessing: Any, finished: Any) -> None:
    ana, table = guessing.person("ana"), await guessing.table(finished)
    wins = table.outcome.ranks[0] == (table.seat_of(int(ana.id)),)
    said = f"First win against the champion computer: {ana.mention}!"
    assert (said in described(finished.now)) is wins
    guessing.client.presenter.renderer.earlier.put(table.id, (None, None, frozenset([int(ana.id)])))
    await guessing.client.presenter.refresh(table)
    assert said in described(finished.now)


async def test_its_rematch_waits_for_nobody_and_starts_by_itself(guessing: Any, finished: Any) -> None:
    ana = guessing.person("ana")
    await finished.do("rematch", ana)
    await guessing.settle()
    lobby = type(finished)(guessing.standin, finished.people, ana.messages()[-1]["id"])
    begins = (await guessing.table(lobby)).starts_at
    assert f"The game starts <t:{begins}:R>." in described(lobby.now)
    assert lobby.now["content"] == f"**Yum Classic** · {ana.mention} wants a rematch!"
    guessing.standin.world.advance(COUNTDOWN - 1)
    await guessing.client.clock.look(guessing.now())
    assert "start" in lobby.does
    guessing.standin.world.advance(1)
    await guessing.client.clock.look(guessing.now())
    await guessing.settle()
    assert "start" not in lobby.does
    assert (await guessing.table(lobby)).status is Status.PLAYING


async def test_verify_throws_the_dice_of_computers_again(guessing: Any, finished: Any) -> None:
    said = await of_game(guessing.person("ben"), "verify", code_of(finished.now))
    assert said.text.startswith("✅ **All ")


async def test_the_replay_names_the_computer_that_moved(guessing: Any, finished: Any) -> None:
    ben = guessing.person("ben")
    watching = PrivateMessage(ben, await of_game(ben, "replay", code_of(finished.now)))
    seen = set[str]()
    for _ in range(60):
        seen |= set(re.findall(r"\*\*[🦁🐢]\s(\w+) \(computer\)\*\* is playing", watching.text))
        on = next((do for do in watching.does if do.endswith(" turn_on")), None)
        if on is None:
            break
        await watching.do(on)
    assert seen == {"Pichet", "Timbale"}


async def test_the_export_says_which_computers_played(guessing: Any, finished: Any) -> None:
    ana = guessing.person("ana")
    sent = await ana.press(await open_panel(ana, "privacy"), custom_id_contains="privacy export")
    (file,) = sent.message["attachments"]
    found = json.loads(guessing.standin.world.blobs[file["id"]].data)
    (result,) = found["results"]
    assert (result["user_id"], result["kind"]) == (ana.id, "computer")
    assert "champion" in str(result["computers"])
    assert {line["seat"] for line in found["journal"]} == {(await guessing.table(finished)).seat_of(int(ana.id))}


async def test_erasing_the_person_leaves_the_computers_at_the_table(guessing: Any, finished: Any) -> None:
    ana = guessing.person("ana")
    asked = await ana.press(await open_panel(ana, "privacy"), custom_id_contains="privacy ask")
    await ana.press(asked, custom_id_contains="privacy erase")
    await guessing.settle()
    table = await guessing.client.services.tables.repository.reload((await guessing.table(finished)).id)
    assert sorted(map(str, table.computers)) == ["computer 1", "computer 2"]
    assert set(table.computers) == {Computer(1, Level.CHAMPION), Computer(2, Level.CHAMPION)}
    (person,) = table.people
    assert person < 0
    with closing(sqlite3.connect(guessing.file)) as connection:
        assert not [line for line in connection.iterdump() if ana.id in line]
    assert "🦁 Pichet" in described(finished.now)
    assert rows(guessing.file, "SELECT count(*) FROM journal")[0][0] > 0
