"""Tables stored by version 0.1: they end by the rules they began with; what begins now goes by the newest.

``tests/golden/rules_version_1.sql`` is a database of version 0.1. Ann plays Yamslam alone with real dice in channels
1, 3 and 5: one chip was left on the rack when she threw 3-3-3-3-3; in channel 5 she took it, and the game was over.
In channel 2 she and Bob play Yum Color, only the equal dice counting, and one of them has just thrown 5-5-5-5-2. In
channel 4 Yamslam waits for players. In channel 6 both play Yum Color at once: Ann has thrown 5-5-5-5-2, Bob 1-1-6-6-3.
In channel 7 a game with fair dice is over.
"""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from bot.engine.dice import FairDice, dice_source
from bot.engine.errors import IllegalAction
from bot.engine.gate import legal
from bot.engine.options import RULES_VERSION, VERSION_KEY
from bot.games import make
from bot.games.replay import replay
from bot.tables.daily import Dailies, DailyGame, daily_game
from bot.tables.model import days
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.service.service import TableService
from bot.tables.storage.rows import read
from db import open_database, schema

DUMP = Path(__file__).parent.parent / "golden" / "rules_version_1.sql"
GUILD, ANN, BOB = 1, 10**18 + 1, 10**18 + 2
NOW = 1_700_000_000
MATCHING = {"of_a_kind": "matching"}


class Evening:
    """A server that updated from version 0.1 while people played."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage
        self.service = self.restarted()

    def restarted(self) -> TableService:
        self.service = TableService(self.storage.tables, clock=lambda: NOW, secret=lambda: bytes(32))
        return self.service

    async def at(self, channel: int) -> Table:
        newest = select(schema.tables.c.id).where(schema.tables.c.channel == channel, schema.tables.c.parent.is_(None))
        async with self.storage.database.reading.connect() as connection:
            id = await connection.scalar(newest.order_by(schema.tables.c.number.desc()).limit(1))
        return await self.service.repository.get(TableId(id))

    async def do(self, table: Table, text: str, faces: tuple[int, ...] | None = None) -> Table:
        assert table.turn_player is not None
        at = table.id, table.turn_player, table.step
        if faces is None:
            return (await self.service.act(*at, text)).after
        return (await self.service.act_by_hand(*at, EnteredDice(text, faces))).after

    async def nothing(self, table: Table) -> Table:
        """A turn that writes 0."""
        table = await self.do(table, "roll", (1, 2, 2, 3, 6))
        worthless = (
            do for do, action in legal(table.game, table.state).items() if not table.game.preview(table.state, action)
        )
        return await self.do(table, next(do for do in worthless if not do.startswith("keep")))

    async def stored(self, table: Table) -> Any:
        return await self.storage.tables.load(table.id)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text("utf-8"))
    async with open_database(f"sqlite:///{file}") as storage:
        yield Evening(storage)


async def test_yamslam_ends_with_the_last_chip_as_it_did(evening: Any) -> None:
    table = await evening.do(await evening.at(1), "take 2p")
    assert table.status is Status.FINISHED
    assert table.game.scores(table.state) == (25,)
    assert VERSION_KEY not in read(await evening.stored(table), "options")


async def test_yamslam_may_still_take_a_removed_chip_and_then_the_last_one(evening: Any) -> None:
    table = await evening.do(await evening.do(await evening.at(1), "take ls out"), "take 2p")
    assert table.game.scores(table.state) == (75,)


async def test_a_state_of_an_older_shape_is_rebuilt_by_the_old_rules(evening: Any) -> None:
    table = await evening.at(3)
    row = await evening.stored(table)
    await evening.storage.tables.save({**row, "state": b"0" * 12 + row["state"][12:], "version": row["version"] + 1})
    evening.restarted()
    rebuilt = await evening.at(3)
    assert rebuilt.state == table.state
    assert (await evening.do(rebuilt, "take 2p")).status is Status.FINISHED


@pytest.mark.parametrize(("version", "begins"), [(2, 0), (3, 1)])
async def test_a_match_goes_on_by_the_version_it_began_with(evening: Any, version: int, begins: int) -> None:
    """By version 2, the first seat began every game of Yamslam; its snapshots do not know who began the present one."""
    opened = await evening.service.open(
        guild=GUILD,
        channel=9,
        host=ANN,
        game=make("yamslam", {"games_in_match": 2}),
        capacity=2,
        language="en",
        settings=TableSettings(),
    )
    await evening.service.join(opened.after.id, BOB, 2)
    table = (await evening.service.start(opened.after.id, ANN, 3)).after
    row = await evening.stored(table)
    options = msgspec.json.encode({"games_in_match": 2, VERSION_KEY: version}).decode()
    older = {"options": options, "state": b"0" * 12 + row["state"][12:], "version": row["version"] + 1}
    await evening.storage.tables.save({**row, **older})
    evening.restarted()
    table = await evening.service.get(table.id)
    assert table.game.rules_version == version
    while not table.state.match.earlier:
        table = await evening.do(await evening.do(table, "roll"), "pass")
    assert table.turn == begins


async def test_two_pair_same_colour_keeps_adding_all_dice(evening: Any) -> None:
    table = await evening.at(2)
    actions = legal(table.game, table.state)
    assert table.game.preview(table.state, actions["mark two_pair_color"]) == 22
    seat, step = table.turn, table.step
    table = await evening.do(table, "mark two_pair_color")
    assert table.game.scores(table.state)[seat] == 22
    table = (await evening.service.undo(table.id, table.players[seat], table.step)).after
    assert table.step > step
    table = await evening.do(table, "mark two_pair_color")
    assert table.game.scores(table.state)[seat] == 22


async def test_everybody_at_once_ends_by_the_old_rules(evening: Any) -> None:
    public = await evening.at(6)
    for id in await evening.storage.tables.children(public.id):
        own = await evening.do(await evening.service.get(id), "mark two_pair_color")
        assert own.game.scores(own.state) == ({ANN: 22, BOB: 17}[own.players[0]],)
    for own in [await evening.service.get(id) for id in await evening.storage.tables.children(public.id)]:
        while not own.over:
            own = await evening.nothing(own)
    public = await evening.at(6)
    assert public.status is Status.FINISHED
    assert sorted(public.game.scores(public.state)) == [17, 22]


async def test_an_old_game_is_replayed_recorded_and_verified_by_its_rules(evening: Any) -> None:
    table = await evening.at(5)
    _, replayed = await evening.service.history.replay(table.id, ANN)
    assert replayed.at(table, len(replayed.entries)).table.state == table.state
    record = await evening.service.history.record(table.id)
    assert record["options"] == {"rules_version": 1}
    report = replay(msgspec.json.encode(record))
    assert (report["finished"], report["scores"]) == (True, (25,))
    assert await evening.service.history.verify((await evening.at(7)).id)


async def test_a_rematch_takes_the_new_rules(evening: Any) -> None:
    old = await evening.at(5)
    table = (await evening.service.rematch(old.id, ANN)).after
    assert table.game == make("yamslam", {})
    table = (await evening.service.start(table.id, ANN, 2)).after
    for _ in range(27):
        table = await evening.do(await evening.do(table, "roll", (1, 3, 5, 6, 6)), "pass")
    table = await evening.do(await evening.do(table, "roll", (3, 3, 3, 3, 3)), "take 2p")
    assert table.status is Status.PLAYING
    evening.restarted()
    table = await evening.do(await evening.at(5), "take ls out")
    assert table.game.scores(table.state) == (75,)
    record = await evening.service.history.record(table.id)
    assert record["options"] == {VERSION_KEY: RULES_VERSION}
    assert replay(msgspec.json.encode(record))["scores"] == (75,)


async def test_a_rematch_keeps_the_house_rules(evening: Any) -> None:
    table = await evening.at(2)
    await evening.service.end(table.id, table.host, False)
    again = (await evening.service.rematch(table.id, ANN)).after
    assert again.game == make("yum_color", MATCHING)


async def test_a_game_that_has_not_begun_begins_by_the_new_rules(evening: Any) -> None:
    table = await evening.at(4)
    assert (table.status, table.game) == (Status.LOBBY, make("yamslam", {}))
    table = (await evening.service.start(table.id, ANN, 1)).after
    evening.restarted()
    assert (await evening.at(4)).game == make("yamslam", {})
    assert read(await evening.stored(table), "options") == {VERSION_KEY: RULES_VERSION}


async def test_changed_house_rules_of_a_lobby_keep_the_newest_version(evening: Any) -> None:
    table = (await evening.service.choose((await evening.at(4)).id, ANN, {"forced_take": True})).after
    assert table.game == make("yamslam", {"forced_take": True})


async def test_old_and_new_results_stand_in_one_list(evening: Any) -> None:
    old = await evening.do(await evening.at(1), "take 2p")
    table = (await evening.service.rematch(old.id, ANN)).after
    table = (await evening.service.start(table.id, ANN, 2)).after
    while not table.over:
        table = await evening.do(await evening.do(table, "roll", (1, 3, 5, 6, 6)), "pass")
    played = await evening.storage.leaderboards.played(GUILD, "yamslam")
    assert [(set.rules, dict(set.options)) for set in played if set.kind == "real"] == [("", {})]


def _dailies(evening: Any, now: int, secret: bytes) -> Dailies:
    storage = evening.storage
    return Dailies(evening.service, storage.dailies, storage.settings, lambda: now, lambda: secret)


async def test_a_day_is_played_by_the_rules_it_was_drawn_with(evening: Any) -> None:
    assert daily_game(DailyGame(GUILD, 20231114, "yum_plus", {}, bytes(32), 0)).written == {}
    today = await Dailies(
        evening.service, evening.storage.dailies, evening.storage.settings, lambda: NOW, lambda: bytes(32)
    ).today(GUILD, ANN)
    assert today.daily.options == {VERSION_KEY: RULES_VERSION}
    assert daily_game(today.daily) == make(today.daily.game, {})


async def test_everybody_at_once_plays_by_the_version_of_the_public_table(evening: Any) -> None:
    table = await evening.service.open(
        guild=GUILD,
        channel=9,
        host=ANN,
        game=make("yum_color", MATCHING),
        capacity=None,
        language="en",
        settings=TableSettings(simultaneous=True),
    )
    await evening.service.join(table.after.id, BOB, 2)
    await evening.service.start(table.after.id, ANN, 3)
    children = await evening.storage.tables.children(table.after.id)
    rows = [await evening.storage.tables.load(id) for id in (table.after.id, *children)]
    assert len(rows) == 3
    assert all(read(row, "options") == {**MATCHING, VERSION_KEY: RULES_VERSION} for row in rows)


# -- dice by the recipe of version 0.1 -----------------------------------------------------------------------------


async def _of_0_1(evening: Any, table: Table, entropy: str) -> Table:
    """Leave ``table`` as version 0.1 would have stored it."""
    row = await evening.stored(table)
    old = {**row, "entropy": entropy, "throws": "[]", "stirred": "[]", "version": row["version"] + 1}
    await evening.storage.tables.save(old)
    evening.restarted()
    return await evening.service.get(table.id)


async def _lobby(evening: Any, game: str, **settings: Any) -> Table:
    opened = await evening.service.open(
        guild=GUILD,
        channel=20,
        host=ANN,
        game=make(game, {}),
        capacity=2,
        language="en",
        settings=TableSettings(**settings),
    )
    return await _of_0_1(evening, opened.after, "join:100")


async def _any_turn(evening: Any, table: Table) -> Table:
    while not table.over:
        texts = [text for text in legal(table.game, table.state) if not text.startswith("keep")]
        if (table := await evening.do(table, texts[0])).state.dice == ():
            break
    return table


@pytest.mark.parametrize("game", ["421", "cant_stop"])
async def test_a_lobby_of_version_0_1_begins_and_is_verified_by_recipe_1(evening: Any, game: str) -> None:
    lobby = await _lobby(evening, game)
    assert lobby.status is Status.LOBBY
    with pytest.raises(IllegalAction):
        await evening.service.stir(lobby.id, ANN, "words")
    await evening.service.join(lobby.id, BOB, 101)
    table = (await evening.service.start(lobby.id, ANN, 200)).after
    assert table.seed.entropy == "join:100 join:101 start:200"
    row = FairDice(bytes(32), table.seed.entropy)
    for _ in range(12):
        table = await _any_turn(evening, await evening.service.get(table.id))
        evening.restarted()
    if not table.over:
        await evening.service.end(table.id, ANN, False)
    assert await evening.service.history.verify(table.id)
    record = await evening.service.history.record(table.id)
    thrown = [tuple(throw) for move in record["moves"] for throw in move.get("dice", ())]
    assert thrown == [row.roll(len(throw)) for throw in thrown]
    assert len(thrown) >= 12
    assert replay(msgspec.json.encode(record))["fair"] is True


async def test_everybody_at_once_goes_on_by_recipe_1(evening: Any) -> None:
    lobby = await _lobby(evening, "yams", simultaneous=True)
    await evening.service.join(lobby.id, BOB, 101)
    table = (await evening.service.start(lobby.id, ANN, 200)).after
    for user in (ANN, BOB):
        own = await evening.service.simultaneous.own_table(table.id, user)
        while not own.over:
            own = await evening.do(own, next(text for text in legal(own.game, own.state) if text[:4] != "keep"))
        assert own.seed.secret == hmac.digest(bytes(32), f"seat|{user}".encode(), "sha256")
    assert await evening.service.history.verify(table.id)
    assert all(replay(msgspec.json.encode(one))["fair"] for one in await evening.service.history.records(table.id, ANN))


@pytest.mark.parametrize("mixed_in", [f"daily:{GUILD}:{days.day_of(NOW)}", "2"])
async def test_a_day_that_has_begun_keeps_its_dice(evening: Any, mixed_in: str) -> None:
    begun = DailyGame(GUILD, days.day_of(NOW), "yams", {}, bytes(32), NOW + 60, mixed_in)
    await evening.storage.dailies.find_or_add(begun)
    dailies = Dailies(
        evening.service, evening.storage.dailies, evening.storage.settings, lambda: NOW, lambda: b"x" * 32
    )
    table = await evening.do(await dailies.play(GUILD, 30, ANN, "en"), "roll")
    thrown, again = dice_source(bytes(32), mixed_in).for_seat(0), "keep"
    assert table.state.dice == thrown.roll(5)
    assert (await evening.do(table, again)).state.dice == thrown.roll(5)
    tomorrow = Dailies(
        evening.service, evening.storage.dailies, evening.storage.settings, lambda: NOW + 86_400, lambda: b"x" * 32
    )
    assert (await tomorrow.today(GUILD, ANN)).daily.seed == DiceSeed(b"x" * 32, "3")


async def test_all_throw_the_same_in_the_same_turn_of_a_new_day_and_taking_back_takes_no_throw_back(
    evening: Any,
) -> None:
    def fill(table: Table, place: int = 0) -> str:
        return [do for do in legal(table.game, table.state) if do.startswith(("mark", "strike"))][place]

    dailies = Dailies(evening.service, evening.storage.dailies, evening.storage.settings, lambda: NOW)
    ann, bob = [await dailies.play(GUILD, 30, user, "en") for user in (ANN, BOB)]
    ann = await evening.do(await evening.do(ann, "roll"), "keep")
    ann = await evening.do(ann, fill(ann))
    ann = await evening.do((await evening.service.undo(ann.id, ANN, ann.step)).after, "keep")
    ann, bob = await evening.do(ann, fill(ann, 1)), await evening.do(bob, "roll")
    ann, bob = await evening.do(ann, "roll"), await evening.do(await evening.do(bob, fill(bob)), "roll")
    assert (ann.throws, bob.throws) == (((2, 1),), ((2, 1),))
    assert ann.state.dice == bob.state.dice
    for table in (ann, bob):
        while not table.over:
            table = await evening.do(table, "roll" if not table.state.dice else fill(table))
    later = TableService(evening.storage.tables, clock=lambda: NOW + 86_400, secret=lambda: bytes(32))
    for table in (ann, bob):
        assert await later.history.verify(table.id)
        (told,) = await later.history.records(table.id, table.host)
        assert replay(msgspec.json.encode(told))["fair"] is True
