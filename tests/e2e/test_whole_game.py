"""Two people play Yum Plus from `/yum start` to Rematch, over sockets."""

from __future__ import annotations

import json
import re
from typing import Any

from bot.games.replay import replay
from tests.e2e.playing import numbers_of, of_game

TURNS = 44


async def test_two_people_play_yum_plus_to_the_end(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben")
    ana, ben = evening.person("ana"), evening.person("ben")
    await ben.submit(await play.beside("stir", ben), line="three cats")
    await play.begin()
    turns = 0
    while any(do.startswith(("roll", "keep", "mark")) for do in play.does):
        await evening.settle()
        who = play.turn
        outcome = await play.whole_turn()
        assert outcome.updated
        assert who.mention in hands["described"](play.now) or turns == TURNS - 1
        turns += 1
    await evening.settle()
    assert turns == TURNS
    assert ana.pings == ben.pings == [], "whoever plays needs no call"
    assert [one["id"] for one in ana.messages()] == [play.board]

    code = hands["code_of"](play.now)
    assert play.now["embeds"][-1]["footer"]["text"] == "🔒 Throws fit the seal and the words · More → Verify"
    text = _words(play.now)
    ranking = [int(points) for points in re.findall(r"\*\*(\d+)\*\* points? · <@", text)]
    assert ranking == sorted(ranking, reverse=True)
    assert len(ranking) == 2
    assert "final result" in text
    assert not re.search(r"[0-9a-f]{64}", text)

    await _check_record(ana, ranking)
    verified = await of_game(ben, "verify", code)
    assert verified.ephemeral
    assert verified.text.startswith("✅ **All ")
    numbers = (await numbers_of(ben, code)).text
    assert len(re.findall(r"`[0-9a-f]{64}`", numbers)) == 1  # the secret
    assert len(re.findall(r"`(?:[0-9a-f]{8} ){7}[0-9a-f]{8}`", numbers)) == 1  # the seal
    board = await ben.command("leaderboard")
    assert ana.mention in board.text
    assert ben.mention in board.text

    again = await play.do("rematch", ben)
    await evening.settle()
    assert again.updated
    assert "rematch" not in play.does
    lobby = ana.messages()[-1]
    assert lobby["id"] != play.board
    assert f"{ana.mention}\u00a0?" in lobby["embeds"][0]["description"]
    assert f"{ben.mention}\u00a0✓" in lobby["embeds"][0]["description"]
    assert "join" in hands["does"](lobby)


async def _check_record(who: Any, ranking: list[int]) -> None:
    answer = await of_game(who, "record")
    assert answer.ephemeral
    attachment = answer.message["attachments"][0]
    blob = who.world.blobs[attachment["id"]]
    report = replay(blob.data)
    assert report["ok"] is True
    assert report["fair"] is True
    assert report["finished"] is True
    assert sorted(report["scores"], reverse=True) == ranking
    assert json.loads(blob.data)["seats"] == 2


def _words(message: Any) -> str:
    embed = message["embeds"][-1]
    return "\n".join([message["content"], embed["description"], str(embed.get("fields", ""))])


async def test_the_board_shows_the_sheet_and_the_dice(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    dice = _hold_labels(play.now)
    await play.hold(2)
    text = hands["described"](play.now)
    assert f"Held **{dice[1]}**" in text
    who = play.turn
    written = next(do for do in play.does if do.startswith("mark"))
    menu = play.now["components"][-1]["components"][0]
    points = re.search(r": (\d+) point", next(o["label"] for o in menu["options"] if o["value"] == written))[1]
    await play.do(written)
    assert re.search(rf"{who.mention}: [-1-6]+ → \*\*{points} in ", hands["described"](play.now)) or points == "0"
    assert f"\n{who.mention} {points} · upper " in hands["described"](play.now)
    await play.do("more", who)
    assert "undo" in play.does
    assert "»" in hands["described"](play.now)
    await play.do("undo", who)
    assert play.turn.id == who.id
    assert not {"»", "→"} & set(hands["described"](play.now))
    assert _hold_labels(play.now) == dice


def _hold_labels(message: Any) -> list[str]:
    return [one["emoji"]["name"][-1] for one in message["components"][0]["components"]]
