"""Records replay through the one gate, and anyone can check the dice."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.gate import JournalEntry, legal
from bot.games import make
from bot.games.replay import replay
from bot.tables.model.errors import NotOver, NotStarted
from bot.tables.storage import journal

DOCUMENTS = Path(__file__).parents[2] / "docs"


def _throw(key: bytes, prefix: str, count: int) -> list[int]:
    """A throw as docs/fair-dice.md makes it, written again without the code it checks."""
    faces: list[int] = []
    for block in itertools.count():
        message = f"{prefix}|{block}".encode()
        faces += [byte % 6 + 1 for byte in hmac.new(key, message, hashlib.sha256).digest() if byte < 252]
        if len(faces) >= count:
            return faces[:count]
    raise AssertionError


def _key(secret: bytes, entropy: str, label: str) -> bytes:
    return hmac.new(secret, f"{entropy}|{label}".encode(), hashlib.sha256).digest()


async def _played(room: Any) -> Any:
    lobby = await room.lobby(room.BOB, room.CAT)
    await room.service.stir(lobby.id, room.BOB, "three cats")
    table = (await room.service.start(lobby.id, room.ANN, 200)).after
    table = (await room.act((await room.act(table, "roll")).after, "mark sum")).after
    table = (await room.service.undo(table.id, table.players[0], table.step)).after
    keep = next(text for text in (f"keep {face}" for face in table.state.dice))
    table = (await room.act((await room.act(table, keep)).after, "mark none")).after
    table = (await room.service.leave(table.id, table.players[2])).after
    return await room.to_end(table)


async def test_a_record_replays_through_the_gate(room: Any, pips: Any) -> None:
    table = await _played(room)
    record = await room.service.history.record(table.id)
    assert (record["format"], record["game"], record["options"], record["seats"]) == (
        1,
        "pips",
        {"rules_version": 1},
        3,
    )
    entries = [
        JournalEntry(move["seat"], move["do"], tuple(map(tuple, move.get("dice", ())))) for move in record["moves"]
    ]
    assert journal.replay_state(pips(), 3, entries) == table.state
    assert [move["do"] for move in record["moves"]].count("drop") == 1
    assert all("dice" not in move for move in record["moves"] if not move["do"].startswith(("roll", "keep")))


async def test_a_record_of_the_catalogue_is_read_by_replay(room: Any) -> None:
    game = make("yum_plus", {"power": True})
    about = {"guild": 1, "channel": 9, "host": 1, "game": game, "capacity": 2, "language": "en"}
    service = room.process(make=make)
    table = (await service.open(**about)).after
    table = (await service.start(table.id, 1, 2)).after
    for number in range(12):
        texts = list(legal(game, table.state))
        table = (await service.act(table.id, 1, table.step, texts[number % len(texts)])).after
    table = (await service.end(table.id, 1, False)).after
    told = replay(json.dumps(await service.history.record(table.id)).encode())
    assert (told["ok"], told["fair"], told["scores"]) == (True, True, game.scores(table.state))
    assert await service.history.verify(table.id)


async def test_every_throw_can_be_recomputed_by_hand(room: Any) -> None:
    table = await _played(room)
    record = await room.service.history.record(table.id)
    fair = record["fair"]
    secret = bytes.fromhex(fair["secret"])
    assert hashlib.sha256(secret).hexdigest() == fair["commitment"]
    for seat in range(record["seats"]):
        key = _key(secret, fair["entropy"], f"seat|{seat}")
        throws = [throw for move in record["moves"] if move["seat"] == seat for throw in move.get("dice", ())]
        assert throws == [_throw(key, str(number), len(throw)) for number, throw in enumerate(throws)]
        assert table.throws[seat] == (len(throws), 0)
    assert sum(turns for turns, _ in table.throws) == table.thrown


async def test_the_secret_is_told_only_when_the_table_is_over(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(NotStarted):
        await room.service.history.record(lobby.id)
    table = (await room.service.start(lobby.id, room.ANN, 200)).after
    assert "fair" not in await room.service.history.record(table.id)
    with pytest.raises(NotOver):
        await room.service.history.verify(table.id)
    await room.service.end(table.id, room.ANN, False)
    assert (await room.service.history.record(table.id))["fair"]["secret"] == table.seed.secret.hex()


async def test_honest_dice_are_verified(room: Any) -> None:
    table = await _played(room)
    assert await room.service.history.verify(table.id)
    assert await (await room.other_process()).history.verify(table.id)


async def test_tampering_is_found(room: Any) -> None:
    table = await _played(room)
    entries = journal.effective_entries(await room.store.journal(table.id))
    assert await journal.verify(table, entries)
    first = entries[0]
    other_face = first.dice[0][0] % 6 + 1
    forged = replace(first, dice=((other_face, *first.dice[0][1:]),))
    assert not await journal.verify(table, (forged, *entries[1:]))
    assert not await journal.verify(table, (replace(first, do="keep 1"), *entries[1:]))
    assert not await journal.verify(table, entries[:-1])
    assert not await journal.verify(replace(table, players=table.players[::-1]), entries)
    assert not await journal.verify(replace(table, seed=replace(table.seed, secret=b"x" * 32)), entries)
    assert not await journal.verify(replace(table, seed=replace(table.seed, entropy="join:1")), entries)
    assert not await journal.verify(replace(table, seed=table.seed.with_words("one more")), entries)
    longer = replace(table.seed, entropy=f"{table.seed.entropy} x")
    assert not await journal.verify(replace(table, seed=longer), entries)
    better = replace(table.state, totals=(999, *table.state.totals[1:]))
    assert not await journal.verify(replace(table, state=better), entries)


async def test_throws_compared_when_the_game_ended_are_not_computed_once_more_for_its_board(
    room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await _played(room)

    async def again(*_: Any) -> bool:
        raise AssertionError("the game was played again")

    monkeypatch.setattr(journal, "verify", again)
    assert await room.service.history.verify(table.id, anew=False)
    await room.service.placed(table.id, table.channel, 10**18)  # Chat had buried the board: it moved below.
    await room.service.rematch(table.id, table.host)
    assert await room.service.history.verify(table.id, anew=False)
    with pytest.raises(AssertionError, match="played again"):
        await room.service.history.verify(table.id)


async def test_a_forged_throw_is_found_when_the_game_ends(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its turn wrote nothing, so the totals are those that people saw."""
    table = await room.playing(room.BOB)
    table = (await room.act((await room.act(table, "roll")).after, "mark none")).after
    first = (await room.store.journal(table.id))[0]
    forged = replace(first, dice=((first.dice[0][0] % 6 + 1, *first.dice[0][1:]),))
    read = room.store.journal

    async def forging(id: Any) -> Any:
        return [forged, *(await read(id))[1:]]

    monkeypatch.setattr(room.store, "journal", forging)
    table = await room.to_end(table)
    assert not room.service.repository.results.proven(table)
    assert not await room.service.history.verify(table.id, anew=False)


async def test_a_journal_with_a_gap_or_of_another_length_is_found(room: Any, monkeypatch: Any) -> None:
    """A mark and the line that took it back leave the game the same."""
    table = await _played(room)
    rows = await room.store.journal(table.id)
    undone = next(number for number, row in enumerate(rows) if row.do == "undo")
    assert journal.effective_entries(rows[: undone - 1] + rows[undone + 1 :]) == journal.effective_entries(rows)

    def forge(*lines: Any) -> None:
        async def read(id: Any) -> Any:
            return list(lines)

        monkeypatch.setattr(room.store, "journal", read)

    for lines in (rows[: undone - 1] + rows[undone + 1 :], rows[:-1]):
        forge(*lines)
        assert not await room.service.history.verify(table.id)
        forge(*(replace(row, number=number) for number, row in enumerate(lines)))
        assert not await room.service.history.verify(table.id)
    forge(*rows)
    assert await room.service.history.verify(table.id)


async def test_dice_with_more_in_them_than_hashes_are_not_honest(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    row = await room.store.load(lobby.id)
    await room.store.save({**row, "entropy": "2 join:100", "version": row["version"] + 1})
    table = (await (other := await room.other_process()).start(lobby.id, room.ANN, 200)).after
    table = (await other.act(table.id, table.turn_player, table.step, "roll")).after
    entries = journal.effective_entries(await room.store.journal(table.id))
    assert table.state.dice == table.seed.source().for_seat(entries[0].seat).roll(3)
    assert not await journal.verify(table, entries)


def _example(name: str) -> tuple[str, dict[str, str]]:
    """A document, and what the table of its example says."""
    text = (DOCUMENTS / name).read_text("utf-8")
    table = text[text.index("## An example") :]
    rows = (line.strip("| ").split(" | ", 1) for line in table.splitlines() if line.startswith("| ") and "`" in line)
    return text, {name: value.strip("` ") for name, value in rows}


def test_the_worked_example_of_the_document_is_true() -> None:
    text, values = _example("fair-dice.md")
    secret = bytes.fromhex(values["secret"])
    words = (values["words, first"], values["words, last"])
    entropy = " ".join(["2", *(hashlib.sha256(one.encode()).hexdigest() for one in words)])
    assert f"The entropy: `{entropy}`" in text
    assert f"The seal: `{hashlib.sha256(secret).hexdigest()}`" in text
    key = _key(secret, entropy, "seat|0")
    assert f"The key of seat 0 begins `{key.hex()[:8]}`" in text
    for number, count in ((0, 5), (1, 3)):
        faces = " ".join(map(str, _throw(key, str(number), count)))
        assert f"throw {number}, {count} dice: `{faces}`" in text
        begins = hmac.new(key, f"{number}|0".encode(), "sha256").digest()[: 6 if count == 5 else 3].hex(" ")
        assert f"`{number}|0` " in text
        assert f"begins `{begins}`" in text
    assert "Seat 1 begins with `{}`".format(" ".join(map(str, _throw(_key(secret, entropy, "seat|1"), "0", 5)))) in text
    assert "it would throw `{}`".format(" ".join(map(str, _throw(_key(secret, entropy, "tie|1"), "0", 3)))) in text
    users = ["80351110224678912", "155149108183695360"]
    places = {user: _key(secret, entropy, f"order|{user}") for user in users}
    assert "begin `{}` and `{}`".format(*(place.hex()[:6] for place in places.values())) in text
    assert "first " + ", then ".join(f"`{user}`" for user in sorted(users, key=places.__getitem__)) in text


def test_the_worked_example_of_recipe_1_is_true() -> None:
    text, values = _example("fair-dice-1.md")
    secret, entropy = bytes.fromhex(values["secret"]), values["entropy"]
    assert hashlib.sha256(secret).hexdigest() in text
    for number, count in ((0, 5), (1, 3)):
        faces = " ".join(map(str, _throw(secret, f"{entropy}|{number}", count)))
        assert f"throw {number}, {count} dice: `{faces}`" in text
    users = ["80351110224678912", "155149108183695360"]
    order = sorted(users, key=lambda user: _key(secret, entropy, f"seat|{user}"))
    assert "first " + ", then ".join(f"`{user}`" for user in order) in text
    own = hmac.new(secret, f"seat|{users[0]}".encode(), "sha256").hexdigest()
    assert f"the secret of {users[0]} would have been\n  `{own}`" in text
