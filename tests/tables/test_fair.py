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

from bot.engine.play import Entry, legal
from bot.games import make
from bot.games.replay import replay
from bot.tables import journal
from bot.tables.errors import NotOver, NotStarted

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"


def _throw(secret: bytes, entropy: str, number: int, count: int) -> list[int]:
    """The recipe of docs/fair-dice.md, written again without the code it checks."""
    faces: list[int] = []
    for block in itertools.count():
        message = f"{entropy}|{number}|{block}".encode()
        faces += [byte % 6 + 1 for byte in hmac.new(secret, message, hashlib.sha256).digest() if byte < 252]
        if len(faces) >= count:
            return faces[:count]
    raise AssertionError


async def _played(room: Any) -> Any:
    table = await room.playing(room.BOB, room.CAT)
    table = (await room.act((await room.act(table, "roll")).after, "mark sum")).after
    table = (await room.service.undo(table.id, table.players[0], table.step)).after
    keep = next(text for text in (f"keep {face}" for face in table.state.dice))
    table = (await room.act((await room.act(table, keep)).after, "mark none")).after
    table = (await room.service.leave(table.id, table.players[2])).after
    return await room.to_end(table)


async def test_a_record_replays_through_the_gate(room: Any, pips: Any) -> None:
    table = await _played(room)
    record = await room.service.record(table.id)
    assert (record["format"], record["game"], record["options"], record["seats"]) == (1, "pips", {}, 3)
    entries = [Entry(move["seat"], move["do"], tuple(map(tuple, move.get("dice", ())))) for move in record["moves"]]
    assert journal.replayed(pips(), 3, entries) == table.state
    assert [move["do"] for move in record["moves"]].count("drop") == 1
    assert all("dice" not in move for move in record["moves"] if not move["do"].startswith(("roll", "keep")))


async def test_a_record_of_the_catalogue_is_read_by_replay(room: Any) -> None:
    game = make("yum_plus", {"power": True})
    about = {"guild": 1, "channel": 9, "host": 1, "game": game, "capacity": 2, "language": "en", "interaction": 1}
    service = room.process(make=make)
    table = (await service.open(**about)).after
    table = (await service.start(table.id, 1, 2)).after
    for number in range(12):
        texts = list(legal(game, table.state))
        table = (await service.act(table.id, 1, table.step, texts[number % len(texts)])).after
    table = (await service.end(table.id, 1, False)).after
    told = replay(json.dumps(await service.record(table.id)).encode())
    assert (told["ok"], told["fair"], told["scores"]) == (True, True, game.scores(table.state))
    assert await service.verify(table.id)


async def test_every_throw_can_be_recomputed_by_hand(room: Any) -> None:
    table = await _played(room)
    record = await room.service.record(table.id)
    fair = record["fair"]
    secret = bytes.fromhex(fair["secret"])
    assert hashlib.sha256(secret).hexdigest() == fair["commitment"]
    throws = [throw for move in record["moves"] for throw in move.get("dice", ())]
    assert throws == [_throw(secret, fair["entropy"], number, len(throw)) for number, throw in enumerate(throws)]
    assert len(throws) == table.thrown


async def test_the_secret_is_told_only_when_the_table_is_over(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(NotStarted):
        await room.service.record(lobby.id)
    table = (await room.service.start(lobby.id, room.ANN, 200)).after
    assert "fair" not in await room.service.record(table.id)
    with pytest.raises(NotOver):
        await room.service.verify(table.id)
    await room.service.end(table.id, room.ANN, False)
    assert (await room.service.record(table.id))["fair"]["secret"] == table.fair.secret.hex()


async def test_honest_dice_are_verified(room: Any) -> None:
    table = await _played(room)
    assert await room.service.verify(table.id)
    assert await (await room.other_process()).verify(table.id)


async def test_tampering_is_found(room: Any) -> None:
    table = await _played(room)
    entries = journal.standing(await room.store.journal(table.id))
    assert journal.honest(table, entries)
    first = entries[0]
    other_face = first.dice[0][0] % 6 + 1
    forged = replace(first, dice=((other_face, *first.dice[0][1:]),))
    assert not journal.honest(table, (forged, *entries[1:]))
    assert not journal.honest(table, (replace(first, do="keep 1"), *entries[1:]))
    assert not journal.honest(table, entries[:-1])
    assert not journal.honest(replace(table, players=table.players[::-1]), entries)
    assert not journal.honest(replace(table, fair=replace(table.fair, secret=b"x" * 32)), entries)
    assert not journal.honest(replace(table, fair=replace(table.fair, entropy="join:1")), entries)
    better = replace(table.state, totals=(999, *table.state.totals[1:]))
    assert not journal.honest(replace(table, state=better), entries)


def test_the_worked_example_of_the_document_is_true() -> None:
    text = DOCUMENT.read_text("utf-8")
    values = dict(
        line.strip("| ").split(" | ", 1) for line in text.splitlines() if line.startswith(("| secret", "| entropy"))
    )
    secret, entropy = bytes.fromhex(values["secret"].strip("` ")), values["entropy"].strip("` ")
    assert hashlib.sha256(secret).hexdigest() in text
    for number, count in ((0, 5), (1, 3)):
        faces = " ".join(map(str, _throw(secret, entropy, number, count)))
        assert f"throw {number}, {count} dice: `{faces}`" in text
    users = ["80351110224678912", "155149108183695360"]
    order = sorted(users, key=lambda user: hmac.new(secret, f"{entropy}|seat|{user}".encode(), "sha256").digest())
    assert "first " + ", then ".join(f"`{user}`" for user in order) in text
    own = hmac.new(secret, f"seat|{users[0]}".encode(), "sha256").hexdigest()
    assert f"the secret of {users[0]} would have been\n  `{own}`" in text
