"""`/stats` and `/games` over sockets, after games that people played and after some that the test wrote down."""

from __future__ import annotations

import re
from typing import Any

from bot.tables.model.errors import DecisionsOfAnother
from bot.tables.storage.results import GameStats, to_json
from tests.e2e.playing import does, forge, refusal


def _picture(outcome: Any) -> Any:
    """The picture inside the frame of a message; there is never another one beside it."""
    assert outcome.message["attachments"] == []
    return outcome.message["embeds"][0].get("image")


async def _finish(play: Any) -> None:
    """Throw once and write, until the game is over."""
    while any(do.startswith(("roll", "mark")) for do in play.does):
        await play.throw()
        await play.mark()


def _result(hands: Any, evening: Any, table: int, seats: list[tuple[str, int]], **changes: Any) -> None:
    """Write a finished game into the database, best first, while the bot is stopped."""
    for seat, (user, score) in enumerate(seats):
        row = {
            "table_id": table,
            "seat": seat,
            "guild": int(evening.standin.world.guild.id),
            "game": "yum_plus",
            "options": "{}",
            "options_default": True,
            "user_id": int(user),
            "score": score,
            "rank": seat + 1,
            "won": seat == 0,
            "has_left": False,
            "seats": len(seats),
            "solo": False,
            "real_dice": False,
            "finished_at": 1_700_000_000 + table,
            "kind": "together",
            "rules": "",
            "details": to_json(
                GameStats(version=1, boxes={"yum": (50,)}, counts={"yums": 1}, faces=(100,) * 6, throws=120)
            ),
            "to_rate": False,
        } | changes
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        insert = f"INSERT INTO results (number, {names}) SELECT coalesce(max(number), 0) + 1, {marks} FROM results"  # noqa: S608
        hands["write"](evening.file, insert, *row.values())


async def test_a_game_played_stands_in_statistics_and_history(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", seats=1)
    ana, ben = evening.person("ana"), evening.person("ben")
    await _finish(play)
    await evening.settle()
    total = re.search(r"finishes with (\d+) points", play.now["content"])[1]

    mine = await ana.command("stats", game="yum_plus")
    assert mine.ephemeral
    assert "Yum Plus: statistics" in mine.text
    assert "Solo · Standard rules" in mine.text
    assert f"Best\n{total}" in mine.text
    seen = await _turn(ana, mine, "play page")
    assert "Yums: " in seen.text
    seen = await _turn(ana, mine, "dice page")
    dice = int(re.search(r"\*\*(\d+)\*\* dice in 22 throws", seen.text)[1])
    assert dice == 22 * 5
    seen = await _turn(ana, mine, "rivals page")
    assert "No games with others yet." in seen.text

    theirs = await ben.command("stats", player=ana)
    assert theirs.ephemeral
    assert f"{ana.mention}" in theirs.text
    assert "**Yum Plus** · 1 game" in theirs.text
    posted = await ben.press(theirs, "Share")
    assert not posted.ephemeral
    assert set(does(posted.message)) == {"play", f"unshare {ben.id} {ana.id}"}
    assert f"{ana.mention}" in posted.text

    past = await ana.press(mine, "History")
    assert "**Yum Plus** · Solo" in past.text
    assert play.board in past.text
    (line,) = [do for do in hands["does"](past.message) if do.startswith("played")]
    game = await ana.select(past, line)
    assert game.updated
    assert f"finishes with {total} points" in game.text
    replay = await ana.press(game, "Replay")
    assert replay.ephemeral
    assert "0 of" in replay.text
    back = await ana.press(game, "Back")
    assert back.message["embeds"] == past.message["embeds"]
    old = await hands["forge"](ana, past, f"g1:-:0:replayed {hands['code_of'](play.now)}")
    assert "0 of" in old.text, "a history of version 0.1"


async def test_who_asks_for_words_has_them_on_every_page_until_they_open_statistics_anew(evening: Any) -> None:
    play = await evening.game("ana", seats=1)
    ana = evening.person("ana")
    await _finish(play)
    await evening.settle()
    drawn = await _turn(ana, await ana.command("stats", game="yum_plus"), "dice page")
    assert "█" in drawn.text
    heard = await ana.press(drawn, "In words")
    for page in ("dice", "rivals", "overview", "dice"):
        heard = await _turn(ana, heard, f"{page} read-page")
        assert "█" not in heard.text
        assert "In words" not in str(heard.message["components"])
    heard = await _turn(ana, heard, "trophies read-page")
    shown = await ana.press(heard, "Share")
    assert not shown.ephemeral
    again = await _turn(ana, await ana.command("stats", game="yum_plus"), "dice page")
    assert "█" in again.text


async def test_only_they_themselves_show_what_their_decisions_lost(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        pass
    ana, ben = map(evening.person, ("ana", "ben"))
    _result(hands, evening, 1, [(ana.id, 300), (ben.id, 200)], to_rate=True)
    async with evening.running():
        theirs = await ben.command("stats", player=ana)
        early = await ben.press(theirs, custom_id_contains="skill page")
        assert early.text == "Others see a player's luck and skill from 3 reviewed games on."
        page = next(id for do, id in hands["does"](theirs.message).items() if " skill page" in do)
        said = await forge(ben, theirs, page.replace("skill page", "skill show"))
        assert said.text == refusal(ben, DecisionsOfAnother())
        mine = await _turn(ana, await ana.command("stats"), "skill page")
        posted = await ana.press(mine, "Share")
        assert not posted.ephemeral
        assert "Shared by" not in posted.text
        results = await ben.press(await ben.command("stats", player=ana), "Share")
        assert not results.ephemeral
        assert f"-# Shared by {ben.mention}" in results.text, "results stand on leaderboards too"


async def _turn(who: Any, message: Any, part: str) -> Any:
    outcome = await who.press(message, custom_id_contains=part)
    assert outcome.updated, outcome.text
    return outcome


async def test_head_to_head_streaks_and_pages(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        pass
    ana, ben, chloe = map(evening.person, ("ana", "ben", "chloe"))
    for table in range(1, 13):
        seats = [(ana.id, 300 + table), (ben.id, 200)] if table % 3 else [(ben.id, 400), (ana.id, 100)]
        _result(hands, evening, table, seats, to_rate=True)
    _result(hands, evening, 20, [(ana.id, -2), (chloe.id, -9)], game="421", to_rate=True)
    async with evening.running():
        mine = await ana.command("stats", game="yum_plus")
        assert "Wins\n8 (67%)" in mine.text
        assert "Wins in a row\n0 now · longest 2" in mine.text
        assert re.search(r"^Rating\n1,[5-9]\d\d ± \d+ · everybody begins at 1,500$", mine.text, re.MULTILINE), mine.text
        every = await ana.command("stats")
        assert every.text.index("**Yum Plus** · 12 games · 8 wins") < every.text.index("**421** · 1 game")
        rivals = await _turn(ana, every, "rivals page")
        assert f"{ben.mention} · 12 games · **8** won, **4** lost" in rivals.text
        assert f"{chloe.mention} · 1 game · **1** won, **0** lost" in rivals.text
        dice = await _turn(ana, every, "dice page")
        assert "Fair dice bring about as much." in dice.text
        only = await ana.select(every, next(do for do in hands["does"](dice.message) if " 421 " in do))
        assert "421: statistics" in only.text
        assert "**600** dice" in only.text
        new = await _turn(ana, every, "overview page")
        assert "(provisional: 1 game)" in new.text
        assert "Fewest\n2 tokens" in new.text

        past = await chloe.command("games", player=ana)
        assert "page 1" in past.text
        following = await chloe.press(past, custom_id_contains="next")
        assert following.updated
        assert "<t:1700000008:D>" in following.text
        assert "<t:1700000020:D>" not in following.text
        back = await chloe.press(past, custom_id_contains="previous")
        assert "<t:1700000020:D>" in back.text


async def test_after_a_restart_and_with_forged_buttons(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    ana = evening.person("ana")
    async with evening.running():
        mine = await ana.command("stats")
        assert "No finished game yet." in mine.text
        panel = await ana.command("games")
        past = await hands["forge"](ana, panel, f"g1:-:0:history {ana.id} 421 0 open")
        assert "No finished game yet." in past.text
    async with evening.running():
        again = await ana.press(past, "Statistics")
        assert again.updated
        assert "421: statistics" in again.text
        for do in ("stats 1", "stats -5 * * overview page", "history 1 chess 0 open", "replayed zzzz", "replayed"):
            refused = await hands["forge"](ana, past, f"g1:-:0:{do}")
            assert refused.ephemeral, do
            assert not refused.failed


async def test_the_overview_comes_with_a_picture_described_in_words(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        pass
    ana, ben, chloe = map(evening.person, ("ana", "ben", "chloe"))
    for table in range(1, 5):
        _result(hands, evening, table, [(ana.id, 300 + table), (ben.id, 200)])
    async with evening.running() as client:
        mine = await ben.command("stats", game="yum_plus", player=ana)
        picture = _picture(mine)
        assert picture["width"] > 600
        assert "Ana" in picture["description"]
        assert "average 302.5, best 304, last 304" in picture["description"]
        posted = await ben.press(mine, "Share")
        assert "Ana" in _picture(posted)["description"]
        away = await _turn(ben, mine, "dice page")
        assert _picture(away) is None
        back = await _turn(ben, mine, "overview page")
        assert _picture(back) is not None
        past = await ben.press(mine, "History")
        assert _picture(past) is None

        await client.services.preferences.choose(int(ben.id), plain=True)
        assert _picture(await ben.command("stats", game="yum_plus")) is None
        await client.services.settings.choose(int(evening.standin.world.guild.id), pictures=False)
        assert _picture(await chloe.command("stats", game="yum_plus", player=ana)) is None


async def test_without_a_picture_there_is_still_an_answer(quiet_evening: Any, hands: Any, monkeypatch: Any) -> None:
    evening = quiet_evening
    evening.may_complain = True
    async with evening.running():
        pass
    ana, ben = evening.person("ana"), evening.person("ben")
    for table in range(1, 5):
        _result(hands, evening, table, [(ana.id, 300 + table), (ben.id, 200)])

    async def fails(_: Any) -> bytes:
        raise MemoryError

    async with evening.running() as client:
        monkeypatch.setattr(client.renderer, "picture", fails)
        mine = await ana.command("stats", game="yum_plus")
        assert "Best\n304" in mine.text
        assert _picture(mine) is None


async def test_the_menu_of_boxes_says_what_its_player_usually_gets(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        pass
    ana = evening.person("ana")
    for table in range(1, 6):
        stats = GameStats(version=1, boxes={"chance": (20 + table,)}, throws=60)
        _result(hands, evening, table, [(ana.id, 300)], details=to_json(stats))
    async with evening.running() as client:
        play = await evening.game("ana", seats=1)
        await client.presenter.settle()
        await play.throw()
        (menu,) = play.now["components"][-1]["components"]
        said = {option["label"].split(":")[0]: option.get("description", "") for option in menu["options"]}
        assert said["Chance"].endswith(" · you usually get 23 here")
        assert [label for label, news in said.items() if "usually" in news] == ["Chance"]
