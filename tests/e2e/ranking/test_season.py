"""Seasons over sockets: shown, ended by the calendar or by a manager, posted once, reopened. The test moves time."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.locales import words
from bot.screens.kit.values import season_name
from bot.standin.world import permissions as may
from bot.tables.hand import Did
from bot.tables.model import days
from bot.tables.model.processes import Shards
from bot.tables.model.store import SaveFailed
from bot.tables.records.leaderboards import DueSeason, Season
from tests.e2e.playing import PrivateMessage, open_panel


def next_turn(at: int) -> int:
    """Return when the month after ``at`` begins (UTC)."""
    return days.day_begins(days.next_month(days.day_of(at)))


def _move_to(evening: Any, at: int) -> None:
    evening.standin.world.advance(at - evening.now())


async def _month_later(evening: Any, seconds: int = 30) -> int:
    """Go on to just after the turn of the month; returns its first second."""
    turn = next_turn(evening.now())
    _move_to(evening, turn + seconds)
    await evening.client.scheduler.tick()
    await evening.settle()
    return turn


def _posts(who: Any, channel: str = "dice") -> list[Any]:
    return [one for one in who.messages(channel) if one["embeds"] and "over" in one["embeds"][0].get("title", "")]


async def tell_in(evening: Any, channel: str = "dice") -> None:
    """Choose this channel for final tables."""
    world = evening.standin.world
    place = int(world.find_channel(channel).id)
    await evening.client.services.settings.choose(int(world.guild.id), season_channel=place)


@pytest.fixture
async def evening(evening: Any) -> Any:
    """An evening in a server that has chosen a channel for final tables."""
    await tell_in(evening)
    return evening


@pytest.fixture
def does(hands: Any) -> Any:
    """Press the button, or choose the line, that asks for something."""

    async def does(who: Any, shown: Any, do: str) -> Any:
        custom_id = hands["does"](shown.message)[do]
        if custom_id.endswith(f":{do}"):
            return await who.press(shown, custom_id=custom_id)
        return await who.select(shown, do, custom_id=custom_id)

    return does


async def test_nothing_has_been_played(evening: Any, hands: Any) -> None:
    ana = evening.person("ana")
    board = await ana.command("leaderboard")
    assert not [do for do in hands["does"](board.message) if do.startswith("season") or " season " in do]
    shown = await hands["forge"](ana, board, "g1:-:0:season show 0")  # Of a season's table that somebody has seen.
    assert shown.ephemeral
    assert "begins with the first game that is finished" in shown.text


async def test_the_running_season_shows_the_first_of_every_game(evening: Any, does: Any, finished: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    begin = evening.now()
    await finished(evening, ("ana", 300), ("ben", 200), ("chloe", 100), ("david", 50))
    await finished(evening, ("ben", 300), ("ana", 200))
    await finished(evening, ("ben", 444), game="yams")
    shown = await open_panel(ben, "season")
    assert "Season 1" in shown.text
    assert f"Since <t:{begin}:D>. It ends <t:{next_turn(begin)}:R>." in shown.text
    assert f"**Yum Plus**\n🥇 {ana.mention} · **1** win · 2 games\n🥇 {ben.mention} (you) · **1** win" in shown.text
    assert "and 1 more player" in shown.text
    assert f"**Yams** · Solo\n🥇 {ben.mention} (you) · **444** points · 1 game" in shown.text
    board = await does(ben, shown, "leaderboard yum_plus wins s1 together - 0 game")
    assert board.updated
    assert "**Wins** · Season 1" in board.text
    again = await does(ben, board, "season show 1")
    assert again.text == shown.text
    everything = await does(ben, again, "leaderboard * wins s1 together - 0 back")
    assert "All games: leaderboard" in everything.text
    assert "**Wins** · Season 1" in everything.text


async def test_a_running_season_says_who_leads_over_all_games_and_how_one_climbs(
    evening: Any, does: Any, finished: Any
) -> None:
    """The champion has the most wins of all games together: Ben with two at two games, and no game is his."""
    ana, ben, david = (evening.person(who) for who in ("ana", "ben", "david"))
    for winner, loser, game in (("ana", "ben", "yum_plus"), ("ben", "ana", "yams"), ("chloe", "ana", "yum_plus")):
        await finished(evening, (winner, 300), (loser, 200), game=game)
    await finished(evening, ("ben", 300), ("david", 9))
    shown = await open_panel(ana, "season")
    assert "Its champion is the player with the most wins against other people, in all games together." in shown.text
    assert shown.text.index("**All games**") < shown.text.index("**Yum Plus**") < shown.text.index("**Yams**")
    (leader,) = re.findall(r"\*\*All games\*\*\n(.*)", shown.text)
    assert leader == f"🥇 {ben.mention} · **2** wins · 3 games"
    assert f"🥈 {ana.mention} (you) · **1** win · 3 games" in shown.text
    await finished(evening, ("ben", 300), ("david", 9))
    last = (await open_panel(david, "season")).text.replace("\N{NO-BREAK SPACE}", " ")
    assert f"▫️ {david.mention} (toi) · **0** victoire" in last
    assert "encore 1 victoire : place 2" in last, "as Ana and Chloe have"
    posted = await does(ana, shown, "season share 1")
    assert "(you)" not in posted.text
    await _month_later(evening)
    (post,) = _posts(ben)
    assert "All games" not in post["embeds"][0]["description"], "the champion is told"


async def test_a_season_of_a_single_game_has_its_table_once(evening: Any, finished: Any) -> None:
    await finished(evening, ("ana", 300), ("ben", 200))
    assert "All games" not in (await open_panel(evening.person("ana"), "season")).text


async def test_a_season_of_games_alone_leads_back_to_those(evening: Any, does: Any, finished: Any) -> None:
    ana = evening.person("ana")
    await finished(evening, ("ana", 300))
    back = await does(ana, await open_panel(ana, "season"), "leaderboard * games s1 solo - 0 back")
    assert ana.mention in back.text


async def test_a_month_ends_the_season_and_posts_its_table_once(evening: Any, finished: Any, does: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await finished(evening, ("ana", 300), ("ben", 200))
    turn = await _month_later(evening)
    (post,) = _posts(ben)
    assert post["embeds"][0]["title"] == "Season 1 is over"
    assert f"♛ Champion: {ana.mention}, **1** win" in post["embeds"][0]["description"]
    assert "season.png" in post["embeds"][0]["image"]["url"]
    assert ana.pings == ben.pings == []
    evening.standin.world.advance(3600)
    await evening.client.scheduler.tick()
    await evening.settle()
    assert _posts(ben) == [post]
    shown = await open_panel(ben, "season")
    assert f"Season 2\nSince <t:{turn}:D>" in shown.text
    assert "No game that counts has" in shown.text
    past = await does(ben, shown, "season show 1")
    assert "Season 1: final leaderboard" in past.text
    assert ana.mention in past.text
    board = await does(ben, await ben.command("leaderboard"), "leaderboard * wins s1 together - 0 period")
    assert "**Wins** · Season 1" in board.text
    assert ana.mention in board.text
    assert (await does(ben, board, "season show 1")).text == past.text
    pressed = await ben.select(post, "leaderboard yum_plus wins s1 together - 0 game")
    assert pressed.ephemeral
    assert "Season 1" in pressed.text
    assert _posts(ben) == [post]


async def test_a_season_in_which_nobody_finished_a_ranked_game_ends_without_a_post(
    evening: Any, finished: Any, does: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    day = days.day_of(evening.now())
    await finished(evening, ("ana", 300), kind="daily", day=day)
    await finished(evening, ("ana", 9), ("ben", 5), rules="1a2b3c4d", options={"power": True}, options_default=False)
    await _month_later(evening)
    assert _posts(ben) == []
    assert "Season 1: final leaderboard" in (await does(ben, await open_panel(ben, "season"), "season show 1")).text
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    (post,) = _posts(ben)
    assert post["embeds"][0]["title"] == "Season 2 is over"
    assert ana.mention in post["embeds"][0]["description"]


async def test_only_games_that_house_rules_left_out_are_told_of_in_the_post_of_a_season(
    evening: Any, finished: Any
) -> None:
    said = "Games by house rules do not count here"
    house: dict[str, Any] = {"rules": "1a2b3c4d", "options": {"power": True}, "options_default": False}
    told = []
    for others in ({"kind": "daily"}, {"kind": "hints"}, {}, house):
        day = days.day_of(evening.now())
        await finished(evening, ("ana", 300), ("ben", 200), game="yams")
        await finished(evening, ("ana", 300), ("ben", 200), day=day, **others)
        await _month_later(evening)
        told.append(said in _posts(evening.person("ben"))[-1]["embeds"][0]["description"])
    assert told == [False, False, False, True]


async def test_a_manager_ends_a_season_of_dailies_alone(evening: Any, finished: Any, does: Any) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), seasons="manual")
    ana = evening.person("ana")
    await finished(evening, ("ana", 300), kind="daily", day=days.day_of(evening.now()))
    asked = await does(ana, await open_panel(ana, "season"), "season ask end 1")
    assert "End season 1?" in asked.text
    assert "house rules" not in asked.text


@pytest.mark.parametrize(
    ("chosen", "played", "said"),
    [
        ({"season_channel": None}, {}, "I post nothing: no channel is chosen for the end of seasons"),
        (
            {"post_season": False},
            {},
            "I post nothing: no channel is chosen for the end of seasons, or that post is off.",
        ),
        ({}, {"kind": "daily"}, "I post nothing: no game that counts has been played in season 1."),
        ({}, {}, "I post the champion and the final leaderboard of season 1 in"),
    ],
)
async def test_who_ends_a_season_reads_whether_its_end_is_posted(
    evening: Any, finished: Any, does: Any, chosen: dict[str, Any], played: dict[str, Any], said: str
) -> None:
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), seasons="manual", **chosen)
    ana = evening.person("ana")
    await finished(evening, ("ana", 300), ("ben", 200), day=days.day_of(evening.now()), **played)
    evening.standin.world.advance(60)
    asked = await does(ana, await open_panel(ana, "season"), "season ask end 1")
    assert said in asked.text
    await does(ana, asked, "season end 1")
    await evening.settle()
    assert bool(_posts(ana)) is ("in <#" in asked.text)


async def test_a_month_without_games_ends_nothing(evening: Any, finished: Any) -> None:
    await finished(evening, ("ana", 300), ("ben", 200))
    turn = await _month_later(evening)
    await _month_later(evening)
    await _month_later(evening)
    assert len(_posts(evening.person("ben"))) == 1
    assert f"Season 2\nSince <t:{turn}:D>" in (await open_panel(evening.person("ana"), "season")).text


async def test_what_is_played_before_the_calendar_is_looked_at_belongs_to_the_new_season(
    evening: Any, finished: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await finished(evening, ("ana", 300), ("ben", 200))
    turn = next_turn(evening.now())
    _move_to(evening, turn + 20)
    await finished(evening, ("ben", 300), ("ana", 200))
    _move_to(evening, turn + 7200)
    await evening.client.scheduler.tick()
    await evening.settle()
    (post,) = _posts(ben)
    assert f"♛ Champion: {ana.mention}, **1** win" in post["embeds"][0]["description"]
    shown = await open_panel(ana, "season")
    assert f"🥇 {ben.mention} · **1** win · 1 game" in shown.text


async def test_a_bot_that_slept_over_the_turn_catches_up(quiet_evening: Any, finished: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        await tell_in(evening)
        await finished(evening, ("ana", 300), ("ben", 200))
        turn = next_turn(evening.now())
    _move_to(evening, next_turn(turn) + 5 * 24 * 3600)
    async with evening.running():
        evening.standin.world.advance(61)
        await evening.client.scheduler.tick()
        await evening.settle()
        shown = await open_panel(evening.person("ana"), "season")
        assert f"Season 2\nSince <t:{turn}:D>" in shown.text
        assert _posts(evening.person("ana")) == []  # That was more than a month ago.


async def test_the_end_of_a_season_is_posted_a_day_late_too_as_the_settings_say(evening: Any, finished: Any) -> None:
    ana = evening.person("ana")
    panel = PrivateMessage(ana, await ana.command("settings"))
    await panel.do("settings page posts")
    assert "A post more than three hours late is skipped, but not the end of a season." in panel.text
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening, 20 * 3600)
    assert len(_posts(ana)) == 1


async def test_the_table_is_posted_where_the_server_wants_it(evening: Any, finished: Any) -> None:
    guild = int(evening.standin.world.guild.id)
    place = evening.standin.world.add_channel("champions")
    await evening.client.services.settings.choose(guild, season_channel=int(place.id), language="fr")
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    ben = evening.person("ben")
    assert _posts(ben) == []
    (post,) = ben.messages(place.id)
    assert "1" in post["embeds"][0]["title"]


async def test_a_channel_that_is_gone_gives_way_to_the_one_for_posts_and_else_to_none(
    evening: Any, finished: Any
) -> None:
    world, choose = evening.standin.world, evening.client.services.settings.choose
    guild, ben = int(world.guild.id), evening.person("ben")
    await choose(guild, season_channel=12345, post_channel=int(world.find_channel("general").id), post_morning=False)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert (len(_posts(ben, "general")), _posts(ben)) == (1, [])
    await choose(guild, post_channel=None)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert (len(_posts(ben, "general")), _posts(ben)) == (1, []), "not where the last game ended"


async def test_a_server_without_a_chosen_channel_gets_no_final_table_and_reads_it_in_its_seasons(
    evening: Any, finished: Any, does: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), season_channel=None)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    await tell_in(evening)
    evening.standin.world.advance(3600)
    await evening.client.scheduler.tick()
    await evening.settle()
    assert [_posts(ben), _posts(ben, "general")] == [[], []], "nor does one come late"
    past = await does(ben, await open_panel(ben, "season"), "season show 1")
    assert "Season 1: final leaderboard" in past.text
    assert f"♛ Champion: {ana.mention}, **1** win" in past.text


async def test_a_table_that_cannot_be_stored_where_it_is_is_posted_once(
    evening: Any, finished: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.may_complain = True
    seasons = evening.client.services.seasons
    told, failures = seasons.mark_announced, [SaveFailed("disk full"), SaveFailed("disk full")]

    async def tell(*about: Any) -> None:
        if failures:
            raise failures.pop()
        await told(*about)

    monkeypatch.setattr(seasons, "mark_announced", tell)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    for _ in range(4):
        evening.standin.world.advance(61)
        await evening.client.scheduler.tick()
        await evening.settle()
    assert failures == []
    (post,) = _posts(evening.person("ben"))
    assert (await seasons.of(int(evening.standin.world.guild.id)))[1].message == int(post["id"])


async def test_an_end_taken_back_while_its_table_is_posted_leaves_no_table(
    evening: Any, finished: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons, guild = evening.client.services.seasons, int(evening.standin.world.guild.id)
    told = seasons.mark_announced

    async def tell(*about: Any) -> None:
        assert len(_posts(evening.person("ben"))) == 1
        await seasons.reopen(guild, 1, evening.now())
        await told(*about)

    monkeypatch.setattr(seasons, "mark_announced", tell)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert (await seasons.running(guild)).number == 1
    assert _posts(evening.person("ben")) == []


@pytest.mark.parametrize("what", ["end", "tell"])
async def test_a_server_that_fails_keeps_no_other_waiting(
    evening: Any, finished: Any, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    evening.may_complain = True
    seasons, boards = evening.client.services.seasons, evening.client.services.leaderboards
    end, games, untold, due = seasons.end, boards.games, seasons.unannounced, seasons.due
    other = Season(5, 1, 100, None if what == "end" else 200)

    def failing(of: Any) -> Any:
        async def work(about: Any, *rest: Any) -> Any:
            if 5 in (about, getattr(about, "guild", None)):
                raise SaveFailed("not now")
            return await of(about, *rest)

        return work

    async def also_due(now: int, shards: Shards) -> Any:
        return [DueSeason(other, 200)] * (what == "end") + await due(now, shards)

    async def also_untold(now: int, shards: Shards) -> Any:
        return [other] * (what == "tell") + await untold(now, shards)

    monkeypatch.setattr(seasons, "due", also_due)
    monkeypatch.setattr(seasons, "unannounced", also_untold)
    monkeypatch.setattr(seasons, "end", failing(end))
    monkeypatch.setattr(boards, "games", failing(games))
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert len(_posts(evening.person("ben"))) == 1


async def test_a_season_by_hand_ends_by_a_manager_alone(evening: Any, hands: Any, finished: Any, does: Any) -> None:
    guild = int(evening.standin.world.guild.id)
    await evening.client.services.settings.choose(guild, seasons="manual")
    ana, ben = evening.person("ana"), evening.person("ben")
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert _posts(ben) == []
    shown = await open_panel(ben, "season")
    assert "until someone with Manage Server ends it" in shown.text
    assert not any("end" in do for do in hands["does"](shown.message))
    forged = await hands["forge"](ben, shown, "g1:-:0:season end 1")
    assert forged.ephemeral
    assert "Manage Server" in forged.text
    shown = await open_panel(ana, "season")
    asked = await does(ana, shown, "season ask end 1")
    assert "End season 1?" in asked.text
    assert "I post the champion and the final leaderboard of season 1 in <#" in asked.text
    assert "with the month" not in asked.text, "somebody ends the next one by hand, too"
    left = await does(ana, asked, "season show 0")
    assert "Season 1" in left.text
    assert _posts(ben) == []
    ended = await does(ana, await does(ana, left, "season ask end 1"), "season end 1")
    await evening.settle()
    assert "Season 1 is over. Its final leaderboard is kept, and season 2 has begun." in ended.text
    (post,) = _posts(ben)
    deeds, _ = await evening.client.services.hand.deeds(guild)
    assert [(deed.do, deed.manager) for deed in deeds] == [(Did.SEASON, int(ana.id))]
    again = await hands["forge"](ana, ended, "g1:-:0:season end 1")
    assert "Nothing has changed" in again.text
    empty = await hands["forge"](ana, ended, "g1:-:0:season end 2")
    assert "Nothing has changed" in empty.text
    assert _posts(ben) == [post]


async def test_an_end_can_be_taken_back(evening: Any, hands: Any, finished: Any, does: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    begin = evening.now()
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    await finished(evening, ("ana", 301), ("ben", 200))
    assert len(_posts(ben)) == 1
    asked = await does(ana, await open_panel(ana, "season"), "season ask reopen 1")
    assert "Reopen season 1?" in asked.text
    forged = await hands["forge"](ben, asked, "g1:-:0:season reopen 1")
    assert "Manage Server" in forged.text
    reopened = await does(ana, asked, "season reopen 1")
    await evening.settle()
    assert "Season 1 goes on." in reopened.text
    deeds, _ = await evening.client.services.hand.deeds(int(evening.standin.world.guild.id))
    assert [(deed.do, deed.manager) for deed in deeds] == [(Did.REOPEN, int(ana.id))]
    assert f"Since <t:{begin}:D>" in reopened.text
    assert f"🥇 {ana.mention} (you) · **2** wins · 2 games" in reopened.text
    assert _posts(ben) == []
    evening.standin.world.advance(61)
    await evening.client.scheduler.tick()
    assert "Season 1\n" in (await open_panel(ana, "season")).text
    await _month_later(evening)
    (post,) = _posts(ben)
    assert f"♛ Champion: {ana.mention}, **2** wins" in post["embeds"][0]["description"]


async def test_the_table_of_a_reopened_season_goes_even_if_the_answer_fails(
    evening: Any, finished: Any, does: Any
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert len(_posts(ben)) == 1
    asked = await does(ana, await open_panel(ana, "season"), "season ask reopen 1")
    evening.may_complain = True
    callback = "/interactions/{webhook_id}/{webhook_token}/callback"
    evening.standin.world.faults.fail("POST", callback, status=400, code=50035)  # What is said of that comes.
    await does(ana, asked, "season reopen 1")
    await evening.settle()
    assert _posts(ben) == [], "the season goes on"


async def test_the_post_of_a_season_tells_of_the_trophy_that_it_brings(evening: Any, finished: Any) -> None:
    ana = evening.person("ana")
    for _ in range(3):
        await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    (post,) = _posts(ana)
    said = post["embeds"][0]["description"]
    assert f"★ **Champion of a season**: a trophy for {ana.mention}." in said
    for _ in range(3):
        await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    again = _posts(ana)[-1]["embeds"][0]
    assert again["title"] == "Season 2 is over"
    assert "a trophy for" not in again["description"], "she has it already"


async def test_a_french_reader(evening: Any, finished: Any) -> None:
    await finished(evening, ("ana", 300), ("ben", 200))
    shown = await open_panel(evening.person("david"), "season")
    assert shown.ephemeral
    assert evening.person("ana").mention in shown.text


async def test_a_champion_has_a_title_and_all_of_them_a_record(
    evening: Any, finished: Any, does: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben, guild = evening.person("ana"), evening.person("ben"), int(evening.standin.world.guild.id)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    await finished(evening, ("ben", 300), ("ana", 200))
    board = await ben.command("leaderboard")
    _, over = await evening.client.services.seasons.of(guild)
    season = season_name(words("en"), over.days)
    assert f"{ana.mention} ♛ {season}" in board.text
    assert f"{ben.mention} ♛" not in board.text
    record = await does(ben, await open_panel(ben, "season"), "season champions 0 first")
    assert f"**{season}** · Season 1 · {ana.mention} · 1 win" in record.text
    stats = await ana.command("stats")
    assert f"♛ Champion: {season}" in stats.text
    choose = evening.client.services.preferences.choose
    for hidden in (True, False):
        await choose(int(ana.id), named=not hidden)
        for who in (ana, ben):
            told = (await who.command("stats", player=ana)).text
            assert ("♛ Champion" in told) is (who is ana or not hidden), "leaderboards say Somebody"
    lobby = await ben.command("yum start")
    assert "♛" not in lobby.text
    await ana.press(lobby, custom_id_contains="join")
    assert f"{ana.mention}\N{NO-BREAK SPACE}♛" in ben.message(str(lobby.message["id"]))["embeds"][0]["description"]
    asked_for = list[int]()
    read = evening.client.services.seasons.champions
    monkeypatch.setattr(
        type(evening.client.services.seasons), "champions", lambda _, guild: asked_for.append(guild) or read(guild)
    )
    await ben.press(lobby, custom_id_contains="start")
    board = ben.message(str(lobby.message["id"]))
    assert f"{ana.mention}\N{NO-BREAK SPACE}♛" in board["embeds"][0]["description"]
    assert asked_for == [], "a press asks memory"
    await evening.client.services.preferences.choose(int(ana.id), named=False)
    table = await evening.client.services.tables.repository.live_at(guild, int(lobby.message["channel_id"]))
    drawn = await evening.client.presenter.renderer.render(table)
    assert "♛" not in drawn.embed.to_dict()["description"]
    asked = await does(ana, await open_panel(ana, "season"), "season ask reopen 1")
    await does(ana, asked, "season reopen 1")
    assert await evening.client.presenter.renderer.reigning.of(int(evening.standin.world.guild.id)) == {}


@pytest.fixture
def champions_role(evening: Any) -> Any:
    """A role below the bot's own, which may give it, chosen by the server."""
    world = evening.standin.world
    own = next(role for role in world.roles.values() if role.id in world.bot.roles)
    own.position = 9
    world.set_role(own, own.permissions | may.MANAGE_ROLES)
    return world.add_role("Champion")


def _wears(evening: Any, role: Any) -> list[str]:
    world = evening.standin.world
    given = [route for route in world.calls if "/roles/" in route[1]]
    assert all(world.calls[route] < 9 for route in given)
    return [who.key for who in world.people.values() if role.id in who.roles]


async def test_the_champion_has_the_role_of_the_servers_choice_until_the_next_one_does(
    evening: Any, finished: Any, champions_role: Any
) -> None:
    world, settings = evening.standin.world, evening.client.services.settings
    guild = int(world.guild.id)
    await settings.choose(guild, champion_role=int(champions_role.id))
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert _wears(evening, champions_role) == ["ana"]
    await finished(evening, ("ben", 300), ("ana", 200))
    await _month_later(evening)
    assert _wears(evening, champions_role) == ["ben"]
    calls = sum(count for (_, path), count in world.calls.items() if "/roles/" in path)
    assert calls == 3, "given, taken and given: each once"
    await evening.client.final_tables.give_roles()
    await settings.choose(guild, champion_role=None)
    world.advance(61)
    await evening.client.scheduler.tick()
    await evening.settle()
    assert _wears(evening, champions_role) == []
    assert await evening.client.services.seasons.roles(guild) == {}


async def test_a_champion_who_wants_to_be_left_out_is_named_nowhere_and_nobody_has_the_title_instead(
    evening: Any, finished: Any, champions_role: Any
) -> None:
    ana, ben, guild = evening.person("ana"), evening.person("ben"), int(evening.standin.world.guild.id)
    await evening.client.services.settings.choose(guild, champion_role=int(champions_role.id))
    await evening.client.services.preferences.choose(int(ana.id), listed=False)
    await finished(evening, ("ana", 300), ("ben", 200))
    board = await ben.command("leaderboard")
    assert f"**–** {ben.mention}" in board.text, "he has not won"
    assert ana.mention not in board.text
    await _month_later(evening)
    posted = [str(one.data) for one in evening.standin.world.messages.values() if one.reader is None]
    final = next(one for one in posted if "Season 1 is over" in one)
    assert ana.mention not in final
    assert f"Champion: {ben.mention}" not in final
    assert "Champion: Somebody" in final
    assert _wears(evening, champions_role) == []


@pytest.mark.parametrize("how", ["named", "listed", "erased"])
async def test_a_champion_who_is_erased_or_wants_to_be_left_out_has_the_role_no_more(
    evening: Any, finished: Any, champions_role: Any, how: str
) -> None:
    world, ana = evening.standin.world, evening.person("ana")
    guild = int(world.guild.id)
    await evening.client.services.settings.choose(guild, champion_role=int(champions_role.id))
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert _wears(evening, champions_role) == ["ana"]
    if how == "erased":
        own = PrivateMessage(ana, await ana.command("preferences"))
        for press in ("privacy show", "privacy ask", "privacy erase"):
            await own.do(press)
    else:
        await evening.client.services.preferences.choose(int(ana.id), **{how: False})
        world.advance(61)
        await evening.client.scheduler.tick()
    await evening.settle()
    assert _wears(evening, champions_role) == []
    assert await evening.client.services.seasons.roles(guild) == {}


async def test_a_refused_role_is_noted_and_tried_again_with_the_next_season(
    evening: Any, finished: Any, champions_role: Any
) -> None:
    world, settings = evening.standin.world, evening.client.services.settings
    guild = int(world.guild.id)
    champions_role.position = 12
    await settings.choose(guild, champion_role=int(champions_role.id))
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert (await settings.of(guild)).champion_refused
    assert len(_posts(evening.person("ana"))) == 1
    for _ in range(3):
        world.advance(61)
        await evening.client.scheduler.tick()
        await evening.settle()
    assert sum(count for (_, path), count in world.calls.items() if "/roles/" in path) == 1
    champions_role.position = 1
    world.leave(world.people["ben"])
    await finished(evening, ("ana", 300), ("chloe", 200))
    await _month_later(evening)
    assert _wears(evening, champions_role) == ["ana"]
    world.remove_role(champions_role)
    await settings.choose(guild, champion_role=None)
    world.advance(61)
    await evening.client.scheduler.tick()
    await evening.settle()
    assert not (await settings.of(guild)).champion_refused, "there is nothing to take any more"


async def test_without_pictures_a_final_table_says_everything_in_words(evening: Any, finished: Any) -> None:
    guild, ana = int(evening.standin.world.guild.id), evening.person("ana")
    await evening.client.services.settings.choose(guild, pictures=False)
    await evening.client.services.preferences.choose(int(evening.person("ben").id), named=False)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    (post,) = _posts(ana)
    said = post["embeds"][0]["description"]
    assert f"🥇 {ana.mention} · **1** win · 1 game" in said
    assert evening.person("ben").mention not in said
    assert "image" not in post["embeds"][0]


async def test_a_manager_sees_how_the_end_of_the_running_season_would_look(evening: Any, finished: Any) -> None:
    guild, ana = int(evening.standin.world.guild.id), evening.person("ana")
    await finished(evening, ("ana", 300), ("ben", 200))
    shown, picture = await evening.client.posts.preview(guild, "season")
    assert f"♛ Champion: {ana.mention}, **1** win" in shown.embed.to_dict()["description"]
    assert picture.alt.startswith("Season 1, since")
    assert await evening.client.services.seasons.champions(guild) == []


async def test_the_preview_says_that_too_many_share_the_title(evening: Any, finished: Any) -> None:
    guild, people = int(evening.standin.world.guild.id), ("ana", "ben", "chloe", "david")
    for one in range(4):
        await finished(evening, (people[one], 300), (people[one - 1], 200))
    shown, _ = await evening.client.posts.preview(guild, "season")
    assert "No champion: 4 players share the most wins" in shown.embed.to_dict()["description"]
    await _month_later(evening)
    (post,) = _posts(evening.person("ana"))
    assert "No champion: 4 players share the most wins" in post["embeds"][0]["description"]


async def test_a_server_that_wants_no_final_tables_has_its_champion_all_the_same(evening: Any, finished: Any) -> None:
    guild, ana = int(evening.standin.world.guild.id), evening.person("ana")
    await evening.client.services.settings.choose(guild, post_season=False)
    await finished(evening, ("ana", 300), ("ben", 200))
    await _month_later(evening)
    assert _posts(ana) == []
    (champion,) = await evening.client.services.seasons.champions(guild)
    assert (champion.season, champion.user) == (1, int(ana.id))


@pytest.mark.parametrize("how", [{"status": 429, "retry_after": 3600}, {"status": 503}])
async def test_a_table_that_discord_does_not_take_now_is_posted_later(
    evening: Any, finished: Any, complaints: Any, how: dict[str, Any]
) -> None:
    await finished(evening, ("ana", 300), ("ben", 200))
    world, ben = evening.standin.world, evening.person("ben")
    evening.client.request_pauses.clock = world.clock.now
    world.faults.fail("POST", "/channels/{channel_id}/messages", **how)
    await _month_later(evening)
    assert (_posts(ben), complaints()) == ([], [])
    for _ in range(2):
        world.advance(how.get("retry_after", 61))
        await evening.client.scheduler.tick()
        await evening.settle()
    assert len(_posts(ben)) == 1
