"""Stirring the dice: somebody types words in the lobby, once, for good, and nothing after that counts."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.errors import IllegalAction
from bot.engine.types import text as action_text
from bot.games import make
from bot.tables.model.errors import (
    AlreadyStarted,
    AlreadyStirred,
    JoinFirst,
    NotRead,
    NotSaved,
    NoWords,
    StrangeWords,
    TableError,
    TableOver,
    TooLateToStir,
    TooManyWords,
)
from bot.tables.model.store import LobbyRow, SaveFailed
from bot.tables.model.table import DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.moves import lobbies, playing, stirring
from bot.tables.moves.stirring import after_last, matches_lobby, same_seal, stirs
from tests.tables.conftest import Room


def sha(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


async def done(room: Any, table: Any) -> list[tuple[int, str]]:
    """What happened in the lobby, and by whom."""
    return [(row.user, row.do.split()[0]) for row in await (await room.other_process()).history.lobby_rows(table.id)]


# -- what is mixed in --------------------------------------------------------------------------------------------


async def test_words_are_mixed_in_in_the_order_given(room: Any) -> None:
    table = await room.lobby(room.BOB, room.CAT)
    assert table.seed.entropy == "2"
    for user, words in ((room.CAT, "three cats"), (room.ANN, " Été ")):
        table = (await room.service.stir(table.id, user, words)).after
    assert table.seed.entropy == f"2 {sha('three cats')} {sha(' Été ')}"
    assert table.stirred == (room.CAT, room.ANN)
    begun = (await room.service.start(table.id, room.ANN, 200)).after
    assert begun.seed == table.seed
    assert await (await room.other_process()).get(table.id) == begun


async def test_neither_joining_nor_leaving_nor_starting_mixes_anything_in(room: Any) -> None:
    table = await room.lobby(room.BOB, room.CAT)
    await room.service.leave(table.id, room.BOB)
    await room.service.choose(table.id, room.ANN, {"rounds": 3})
    table = (await room.service.start(table.id, room.ANN, 200)).after
    assert table.seed.entropy == "2"


async def test_one_stirs_once_and_for_good_also_after_leaving_and_coming_back(room: Any) -> None:
    table = await room.lobby(room.BOB)
    mixed = (await room.service.stir(table.id, room.BOB, "mine")).after.seed
    await room.service.leave(table.id, room.BOB)
    back = (await room.service.join(table.id, room.BOB, 300)).after
    assert (back.seed, back.stirred) == (mixed, (room.BOB,))
    for service in (room.service, await room.other_process()):
        with pytest.raises(AlreadyStirred):
            await service.stir(table.id, room.BOB, "better")
        with pytest.raises(AlreadyStirred):
            await service.begin_stir(table.id, room.BOB)
    assert (await room.service.get(table.id)).seed == mixed


async def test_who_has_no_seat_stirs_nothing(room: Any) -> None:
    table = await room.lobby(room.BOB)
    await room.service.leave(table.id, room.BOB)
    for user in (room.BOB, room.CAT):
        with pytest.raises(JoinFirst):
            await room.service.stir(table.id, user, "words")
    assert (await room.service.get(table.id)).seed.entropy == "2"


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("", NoWords),
        (" ", NoWords),
        ("\u3000 \t", NoWords),
        ("x" * 65, TooManyWords),
        ("\ud800", StrangeWords),
        ("a\0b", StrangeWords),
    ],
)
async def test_nothing_too_much_and_what_is_no_text_is_refused(
    room: Any, words: str, refusal: type[TableError]
) -> None:
    table = await room.lobby()
    with pytest.raises(refusal):
        await room.service.stir(table.id, room.ANN, words)
    assert (await room.service.stir(table.id, room.ANN, "x" * 64)).after.stirred == (room.ANN,)


async def test_a_game_that_has_begun_or_is_over_takes_no_words(room: Any) -> None:
    table = await room.playing(room.BOB)
    with pytest.raises(TooLateToStir):
        await room.service.stir(table.id, room.BOB, "late")
    await room.service.end(table.id, room.ANN, False)
    with pytest.raises(TableOver):
        await room.service.stir(table.id, room.BOB, "late")
    assert (await room.service.get(table.id)).seed.entropy == "2"


async def test_real_dice_take_no_words(room: Any, pips: Any) -> None:
    about = {"guild": 1, "channel": 9, "host": room.ANN, "game": pips(), "capacity": 2, "language": "en"}
    table = (await room.service.open(settings=TableSettings(real_dice=True), **about)).after
    with pytest.raises(IllegalAction):
        await room.service.stir(table.id, room.ANN, "words")


@pytest.mark.parametrize("stir_first", [True, False])
async def test_a_stir_in_the_moment_of_the_start_counts_or_is_refused(room: Any, stir_first: bool) -> None:
    table = await room.lobby(room.BOB)
    room.store.gate = asyncio.Event()
    stir = room.service.stir(table.id, room.BOB, "now")
    start = room.service.start(table.id, room.ANN, 200)
    presses = [asyncio.ensure_future(one) for one in ((stir, start) if stir_first else (start, stir))]
    await asyncio.sleep(0)
    room.store.gate.set()
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    table = await (await room.other_process()).get(table.id)
    assert table.status is Status.PLAYING
    rows = await room.service.history.lobby_rows(table.id)
    assert matches_lobby(table.seed, rows)
    if stir_first:
        assert table.seed.entropy == f"2 {sha('now')}"
        assert [row.do.split()[0] for row in rows][-2:] == ["stir", "start"]
    else:
        assert table.seed.entropy == "2"
        assert isinstance(outcomes[1], TooLateToStir)


async def test_a_stir_that_meets_the_start_of_another_process_is_refused(room: Any) -> None:
    table = await room.lobby(room.BOB)
    await (await room.other_process()).start(table.id, room.ANN, 200)
    assert (await room.service.get(table.id)).status is Status.LOBBY
    with pytest.raises(AlreadyStarted):
        await room.service.stir(table.id, room.BOB, "late")
    assert (await room.service.repository.reload(table.id)).seed.entropy == "2"


async def test_stirs_of_two_processes_come_one_after_the_other(room: Any) -> None:
    table = await room.lobby(room.BOB)
    await (await room.other_process()).stir(table.id, room.BOB, "first")
    after = (await room.service.stir(table.id, room.ANN, "second")).after
    assert after.seed.entropy == f"2 {sha('first')} {sha('second')}"


async def test_words_that_could_not_be_saved_are_not_mixed_in(room: Any) -> None:
    table = await room.lobby()
    room.store.before = SaveFailed("disk full")
    with pytest.raises((NotSaved, NotRead)):
        await room.service.stir(table.id, room.ANN, "lost")
    assert (await (await room.other_process()).get(table.id)).seed.entropy == "2"
    assert await done(room, table) == [(room.ANN, "open")]
    assert (await room.service.stir(table.id, room.ANN, "kept")).after.seed.entropy == f"2 {sha('kept')}"


# -- what is told of it ------------------------------------------------------------------------------------------


async def test_the_lobby_is_kept_in_order_and_tells_what_came_after_the_last_words(room: Any) -> None:
    table = await room.lobby(room.BOB)
    await room.service.stir(table.id, room.ANN, "a")
    await room.service.join(table.id, room.CAT, 102)
    await room.service.stir(table.id, room.BOB, "b")
    await room.service.choose(table.id, room.ANN, {"rounds": 3})
    await room.service.change_settings(table.id, room.ANN, reminder=3600)
    await room.service.leave(table.id, room.CAT)
    await room.service.start(table.id, room.ANN, 200)
    assert await done(room, table) == [
        (room.ANN, "open"),
        (room.BOB, "join"),
        (room.ANN, "stir"),
        (room.CAT, "join"),
        (room.BOB, "stir"),
        (room.ANN, "options"),
        (room.ANN, "clock"),
        (room.CAT, "leave"),
        (room.ANN, "start"),
    ]
    rows = await room.service.history.lobby_rows(table.id)
    assert [(row.user, row.words) for row in stirs(rows)] == [(room.ANN, "a"), (room.BOB, "b")]
    later = [(row.user, row.do) for row in after_last(rows)]
    assert later == [(room.ANN, "options"), (room.ANN, "clock"), (room.CAT, "leave")]


async def test_what_was_typed_and_what_is_mixed_in_must_agree(room: Any) -> None:
    table = await room.lobby(room.BOB)
    for user, words in ((room.ANN, "a"), (room.BOB, "b")):
        await room.service.stir(table.id, user, words)
    table = await room.to_end((await room.service.start(table.id, room.ANN, 200)).after)
    assert await room.service.history.verify(table.id)
    rows = await room.service.history.lobby_rows(table.id)
    (first, last), others = stirs(rows), [row for row in rows if not row.words]
    assert matches_lobby(table.seed, [*others, replace(first, words=None), last])
    assert not matches_lobby(table.seed, [*others, replace(first, words="c"), last])
    assert not matches_lobby(table.seed, [*others, last, first])
    assert not matches_lobby(table.seed, [*others, first])
    assert not matches_lobby(DiceSeed(table.seed.secret, f"2 {sha('a')}"), rows)
    assert not matches_lobby(DiceSeed(table.seed.secret, table.seed.entropy.replace("2", "3", 1)), rows)
    assert not matches_lobby(DiceSeed(table.seed.secret, f"{table.seed.entropy} {sha('c')}"), rows)


async def test_verify_finds_words_that_were_exchanged_afterwards(room: Any, monkeypatch: Any) -> None:
    table = await room.lobby(room.BOB)
    await room.service.stir(table.id, room.BOB, "b")
    table = await room.to_end((await room.service.start(table.id, room.ANN, 200)).after)
    rows = await room.service.history.lobby_rows(table.id)

    async def lobby(id: TableId) -> Any:
        return [replace(row, words=row.words and "other") for row in rows]

    monkeypatch.setattr(room.store, "lobby", lobby)
    assert not await room.service.history.verify(table.id)


FORGERIES: dict[str, Callable[[list[LobbyRow]], list[LobbyRow]]] = {
    "stirrers exchanged": lambda rows: [
        replace(row, user={Room.ANN: Room.BOB, Room.BOB: Room.ANN}[row.user]) if row.words else row for row in rows
    ],
    "who came and went after the last words": lambda rows: [row for row in rows if row.user != Room.CAT],
    "nobody sat down": lambda rows: [row for row in rows if row.do != "join"],
    "a seat that nobody took, steps counted anew": lambda rows: [
        replace(row, step=step) for step, row in enumerate(row for row in rows if row.do != "join")
    ],
    "no start": lambda rows: rows[:-1],
    "nothing": lambda rows: [],
}


@pytest.mark.parametrize("what", FORGERIES)
async def test_verify_finds_lines_of_the_lobby_that_were_changed_or_deleted_afterwards(
    room: Any, monkeypatch: Any, what: str
) -> None:
    table = await room.lobby(room.BOB)
    for user, words in ((room.ANN, "a"), (room.BOB, "b")):
        await room.service.stir(table.id, user, words)
    await room.service.join(table.id, room.CAT, 3)
    await room.service.leave(table.id, room.CAT)
    table = await room.to_end((await room.service.start(table.id, room.ANN, 200)).after)
    rows = await room.service.history.lobby_rows(table.id)
    assert await room.service.history.verify(table.id)

    async def lobby(id: TableId) -> Any:
        return FORGERIES[what](rows)

    monkeypatch.setattr(room.store, "lobby", lobby)
    assert not await room.service.history.verify(table.id)


async def test_a_countdown_that_typing_stopped_leaves_no_gap(room: Any) -> None:
    """Opening the form to stir stops the start; that is a step with a line, also if nothing is typed."""
    old = await room.to_end(await room.playing(room.BOB))
    lobby = (await room.service.rematch(old.id, room.ANN)).after
    lobby = (await room.service.join(lobby.id, room.BOB, 1)).after
    assert lobby.starts_at is not None
    await room.service.begin_stir(lobby.id, room.BOB)
    assert [do for _, do in await done(room, lobby)][-1] == "type"
    table = await room.to_end((await room.service.start(lobby.id, room.ANN, 200)).after)
    assert await room.service.history.verify(table.id)


async def test_the_next_table_has_another_secret_and_needs_new_words(room: Any, monkeypatch: Any) -> None:
    secrets = iter(bytes([number]) * 32 for number in range(9))
    monkeypatch.setattr(room.service, "_secret", lambda: next(secrets))
    table = await room.lobby()
    await room.service.stir(table.id, room.ANN, "a")
    table = await room.to_end((await room.service.start(table.id, room.ANN, 200)).after)
    again = (await room.service.rematch(table.id, room.ANN)).after
    assert again.seed == DiceSeed(bytes([1]) * 32, "2")
    assert again.stirred == ()
    assert (await room.service.stir(again.id, room.ANN, "a")).after.stirred == (room.ANN,)


async def test_a_closed_lobby_is_verified_though_nothing_was_thrown(room: Any) -> None:
    table = await room.lobby()
    await room.service.stir(table.id, room.ANN, "a")
    closed = (await room.service.cancel(table.id, room.ANN, False)).after
    assert (closed.over, closed.thrown) == (True, 0)
    assert await room.service.history.verify(table.id)


@pytest.mark.parametrize("noted", ["ab cd", "abcd", "AB CD", " a b\nc\td "])
def test_a_seal_is_compared_without_spaces_and_case(noted: str) -> None:
    assert same_seal(noted, "abcd")
    assert not same_seal(noted, "abce")
    assert not same_seal(noted[:-2], "abcd")


# -- nothing later than the last words changes a throw -----------------------------------------------------------

HOST, LAST, SILENT = 101, 202, 303


class Evening:
    """Everything that may happen after the last words, drawn at random; before them two people stirred."""

    def __init__(self, source: random.Random, stirred: Table) -> None:
        self.source = source
        self.table = stirred
        self.game = stirred.game
        self.now = stirred.changed

    def press(self) -> int:
        return self.source.randrange(10**18)

    def later(self) -> int:
        self.now += self.source.randrange(1, 10**4)
        return self.now

    def do(self, moved: playing.MoveResult) -> playing.MoveResult:
        self.table = moved.table
        return moved

    def in_the_lobby(self) -> None:
        """Reposts, a silent person who joins and leaves, the clock."""
        for _ in range(self.source.randrange(4)):
            match self.source.randrange(3):
                case 0:
                    self.do(playing.with_messages(self.table, channel=self.press(), message=self.press()))
                case 1:
                    self.do(lobbies.join(self.table, SILENT, self.press(), self.later()))
                    self.do(lobbies.leave(self.table, SILENT, self.later()))
                case 2:
                    self.do(
                        lobbies.change_settings(self.table, HOST, self.later(), reminder=self.source.randrange(9) * 60)
                    )
        self.do(lobbies.start(self.table, HOST, self.press(), self.later()))

    def throws(self, decisions: int) -> Iterator[tuple[int, bool, tuple[int, ...]]]:
        """Each throw with its seat, whether it is for a tie, and its faces; chance decides how often anybody throws."""
        for _ in range(decisions):
            seat = self.table.turn
            if seat is None:
                return
            text = action_text(self.source.choice(self.game.legal_actions(self.table.state)))
            before = self.table.state.last
            for entry in self.do(playing.apply_action(self.table, seat, text, self.later())).entries:
                if text.startswith(("roll", "keep")):
                    yield from ((seat, False, faces) for faces in entry.dice)
                elif self.table.state.last is not before:
                    rampos = [thrown for rampo in self.table.state.last.rampos for thrown in rampo]
                    yield from ((thrown.seat, True, thrown.faces) for thrown in rampos)


@pytest.fixture
def stirred() -> Table:
    """A lobby after the last words."""
    table = lobbies.open_table(
        TableId(7), guild=1, channel=2, host=HOST, game=make("421", {}), capacity=None, language="en",
        secret=bytes(range(32)), now=1_700_000_000,
    ).table  # fmt: skip
    table = lobbies.join(table, LAST, 5, table.changed).table
    for user, words in ((HOST, "first"), (LAST, "last")):
        table = stirring.stir(table, user, words, table.changed).table
    return table


@pytest.mark.parametrize("variations", [500, pytest.param(10_000, marks=pytest.mark.long)])
def test_knowing_the_secret_no_variation_after_the_last_words_changes_a_throw(
    stirred: Table, seed: str, variations: int
) -> None:
    source, dice = random.Random(seed), stirred.seed.source()
    rows = {
        (seat, tie): [dice.for_seat(seat).roll(3, tie=seat if tie else None) for _ in range(40)]
        for seat in (0, 1)
        for tie in (False, True)
    }
    orders, ties, played = set[tuple[int, ...]](), 0, 0
    while played < variations or not ties:  # Ties are rare, and some must have been thrown.
        played += 1
        evening = Evening(source, stirred)
        evening.in_the_lobby()
        assert evening.table.seed == stirred.seed
        orders.add(evening.table.players)
        counts = dict.fromkeys(rows, 0)
        for seat, tie, faces in evening.throws(source.randrange(2, 9)):
            assert faces == rows[seat, tie][counts[seat, tie]][: len(faces)]
            counts[seat, tie] += 1
            ties += tie
        assert evening.table.throws == tuple((counts[seat, False], counts[seat, True]) for seat in (0, 1))
    assert len(orders) == 1
