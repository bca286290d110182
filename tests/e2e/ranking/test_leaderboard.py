"""`/leaderboard` over sockets: orders, periods, option sets, pages, ratings, in both languages; the test moves time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.games import CATALOGUE
from bot.tables.model import days
from bot.tables.model.store import SaveFailed
from cogs import leaderboard
from tests.e2e.playing import pressable

_WEEK = 7 * 24 * 3600


async def _choose(who: Any, hands: Any, shown: Any, do: str) -> Any:
    """Press the button, or choose the line, that asks for ``do``."""
    custom_id = hands["does"](shown.message)[do]
    pressed = custom_id.endswith(f":{do}")
    outcome = await (who.press(shown, custom_id=custom_id) if pressed else who.select(shown, do, custom_id=custom_id))
    assert outcome.updated, outcome.text
    return outcome


async def test_a_game_that_was_played_stands_on_the_board_and_in_the_ratings(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben")
    while any(do.startswith(("roll", "mark")) for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()
    ana, ben = evening.person("ana"), evening.person("ben")
    assert hands["rows"](evening.file, "SELECT count(*) FROM results WHERE to_rate") == [(0,)]
    board = await ana.command("leaderboard")
    assert board.ephemeral
    assert "All games: leaderboard" in board.text
    assert f"{ana.mention} (you) · " in board.text
    assert "**Wins** · All time\n-# What counts here: games with other people · Standard rules\n" in board.text
    rating = await ben.command("leaderboard", game="yum_plus", by="rating")
    assert rating.text.count("(provisional)") == 2
    assert rating.text.count("**–** ") == 2
    assert "±\N{NO-BREAK SPACE}4" in rating.text
    assert "Everybody begins at 1,500, and wins against people with higher ratings bring most." in rating.text


async def test_everything_can_be_changed_on_the_message(evening: Any, hands: Any, finished: Any) -> None:
    ana, ben, chloe = map(evening.person, ("ana", "ben", "chloe"))
    for _ in range(3):
        await finished(evening, ("ana", 300), ("ben", 250))
    await finished(evening, ("ben", 260), ("ana", 200))
    await finished(evening, ("chloe", 410), rules="1a2b3c4d", options={"power": True}, options_default=False)
    await finished(
        evening, ("chloe", 400), ("ben", 10), rules="1a2b3c4d", options={"power": True}, options_default=False
    )
    await finished(evening, ("ana", -3), ("chloe", -5), game="421")
    board = await ben.command("leaderboard", game="yum_plus")
    assert f"**1.** {ana.mention} · **3** wins · 4 games" in board.text
    assert f"**2.** {ben.mention} (you) · **1** win · 4 games" in board.text
    assert chloe.mention not in board.text
    board = await _choose(ben, hands, board, "leaderboard yum_plus average all together - 0 by")
    assert f"**–** {ben.mention} (you) · **252.5 points a game** · 4 games" in board.text
    assert "With fewer than 5 games there is no rank yet (–)." in board.text
    board = await _choose(ben, hands, board, "leaderboard yum_plus average week together - 0 period")
    assert f"**1.** {ana.mention} · **275 points a game** · 4 games" in board.text
    board = await _choose(ben, hands, board, "leaderboard yum_plus average week together 1a2b3c4d 0 set")
    assert chloe.mention in board.text
    assert "Power die: On" in board.text
    board = await _choose(ben, hands, board, "leaderboard yum_plus average week solo 1a2b3c4d 0 set")
    assert f"{chloe.mention} · **410 points a game**" in board.text
    board = await _choose(ben, hands, board, "leaderboard * average week solo - 0 game")
    assert "All games" in board.text
    board = await ben.command("leaderboard", game="*", by="streak")
    assert f"**1.** {ana.mention} · **3** wins in a row · 1 now" in board.text
    tokens = await ben.command("leaderboard", game="421", by="best")
    assert f"{ana.mention} · **3** tokens · 1 game" in tokens.text


async def test_where_only_dailies_are_played_an_empty_board_leads_to_their_month(
    evening: Any, hands: Any, finished: Any
) -> None:
    ana = evening.person("ana")
    offered = [do for do in hands["does"]((await ana.command("leaderboard")).message) if do.startswith("daily")]
    assert offered == [], "nobody has played one"
    today = days.day_of(evening.now())
    for key, score in (("ana", 300), ("ben", 200)):
        await finished(evening, (key, score), kind="daily", day=today)
    evening.standin.world.advance(24 * 3600)
    board = await ana.command("leaderboard")
    assert "Dailies have a leaderboard of their own" in board.text
    month = next(id for do, id in hands["does"](board.message).items() if do.startswith("daily month"))
    shown = await ana.press(board, custom_id=month)
    assert "Dailies of" in shown.text
    of_its_game = (await ana.command("leaderboard", game="yum_plus")).text
    assert "Dailies have a leaderboard of their own" in of_its_game
    assert "leaderboards of their own" not in of_its_game, "no other kind of games was played"
    await finished(evening, ("ana", 9), ("ben", 5), game="421", kind="real", real_dice=True, to_rate=False)
    of_another = (await ana.command("leaderboard", game="421")).text
    assert "Dailies have a leaderboard of their own" not in of_another
    assert "leaderboards of their own" in of_another
    await finished(evening, ("ana", 300), ("ben", 200))
    board = await ana.command("leaderboard")
    assert ana.mention in board.text
    assert not any(do.startswith("daily") for do in hands["does"](board.message))


async def test_french_numbers_and_words(evening: Any, finished: Any) -> None:
    for _ in range(5):
        await finished(evening, ("david", 1300), ("ben", 1250))
    david = evening.person("david")
    board = await david.command("leaderboard", by="rate")
    assert "100 %" in board.text.replace("\N{NO-BREAK SPACE}", " ")
    rating = await david.command("leaderboard", by="rating")
    assert rating.message["embeds"][0]["title"].startswith("Yum Plus")


@pytest.mark.parametrize("named", [{}, {"game": "*"}])
async def test_a_rating_of_no_named_game_says_which_game_it_is_of(evening: Any, finished: Any, named: Any) -> None:
    """The game that people play most; the best known where they have played none."""
    ana = evening.person("ana")
    said = "**Rating** is a number of one game. You named none, so this is {}; choose another one below."
    assert said.format("Yum Classic") in (await ana.command("leaderboard", by="rating", **named)).text
    await finished(evening, ("ana", 9), ("ben", 5), game="421")
    assert said.format("421") in (await ana.command("leaderboard", by="rating", **named)).text
    assert "is a number of one game" not in (await ana.command("leaderboard", by="rating", game="421")).text
    assert "is a number of one game" not in (await ana.command("leaderboard", **named)).text


async def test_play_the_start_command_and_the_rules_lead_newcomers_to_one_sheet_and_regulars_to_theirs(
    evening: Any, hands: Any, finished: Any
) -> None:
    ana = evening.person("ana")

    async def led() -> tuple[str, str, str]:
        lobby = await ana.command("yum start")
        play = await hands["forge"](ana, lobby, "g1:-:0:play")
        await evening.end_table(ana)
        rules = await ana.command("rules")
        offered = next(iter(hands["does"](play.message))).removeprefix("open ")
        return offered, lobby.text.split("**")[1], rules.text.partition("\n")[0]

    key, lobby, rules = await led()
    assert (key, lobby, rules) == ("yum_classic", "Yum Classic", "Rules of Yum Classic")
    await finished(evening, ("ana", 900), ("ben", 800), game="triple_yum_plus")
    assert await led() == ("triple_yum_plus", "Triple Yum Plus", "Rules of Triple Yum Plus")


async def test_a_server_that_plays_by_house_rules_sees_its_own_board_first(evening: Any, finished: Any) -> None:
    await finished(evening, ("ana", 9), ("ben", 5), rules="1a2b3c4d", options={"power": True}, options_default=False)
    board = await evening.person("ana").command("leaderboard", game="yum_plus")
    assert "House rules" in board.text
    assert "Power die: On" in board.text


async def test_all_option_sets_count_together_where_the_server_wants_that(evening: Any, finished: Any) -> None:
    guild = int(evening.standin.world.guild.id)
    await finished(evening, ("ana", 9), ("ben", 5), rules="1a2b3c4d", options={"power": True}, options_default=False)
    await finished(evening, ("ana", 9), ("ben", 5))
    await evening.client.services.settings.choose(guild, ranked="all")
    ana = evening.person("ana")
    board = await ana.command("leaderboard")
    assert f"{ana.mention} (you) · **2** wins · 2 games" in board.text
    assert "All rules" in board.text


async def test_without_a_game_all_games_stand_on_one_board(evening: Any, finished: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await finished(evening, ("ana", 9), ("ben", 5))
    await finished(evening, ("ana", 9), ("ben", 5), game="yams")
    board = await ana.command("leaderboard")
    assert "All games: leaderboard" in board.text
    assert f"**1.** {ana.mention} (you) · **2** wins · 2 games" in board.text
    best = await ben.command("leaderboard", by="best")  # Points of two games do not compare.
    assert "Yams: leaderboard" in best.text or "Yum Plus: leaderboard" in best.text


async def test_all_games_show_what_people_play_when_nobody_plays_by_standard_rules(evening: Any, finished: Any) -> None:
    ana = evening.person("ana")
    await finished(evening, ("ana", 9), ("ben", 5), rules="1a2b3c4d", options={"power": True}, options_default=False)
    board = await ana.command("leaderboard")
    assert f"**1.** {ana.mention} (you) · **1** win · 1 game" in board.text
    assert "**Wins** · All time\n-# What counts here: games with other people · All rules\n" in board.text


def _podium(shown: Any) -> str:
    """The description of the picture inside the frame; empty without one."""
    image = shown.message["embeds"][0].get("image")
    return str(image["description"]) if image else ""


async def _both_have_won(evening: Any, finished: Any) -> None:
    """Ana twice, Ben once: nobody stands on the podium for no win, and nobody alone."""
    for first, second in (("ana", "ben"), ("ben", "ana"), ("ana", "ben")):
        await finished(evening, (first, 9), (second, 5))


async def test_the_first_page_shows_the_podium(evening: Any, hands: Any, finished: Any) -> None:
    ben = evening.person("ben")
    await _both_have_won(evening, finished)
    board = await ben.command("leaderboard")
    assert _podium(board) == "All games, Wins · All time: 1. Ana 2 wins, 2. Ben 1 win."
    alone = await _choose(ben, hands, board, "leaderboard * wins all solo - 0 set")
    assert _podium(alone) == "", "nobody stands on a podium alone"
    assert alone.message["attachments"] == []


async def test_where_pictures_are_not_wanted_the_leaderboard_has_none(evening: Any, finished: Any) -> None:
    await _both_have_won(evening, finished)
    ana, ben, services = evening.person("ana"), evening.person("ben"), evening.client.services
    await services.preferences.choose(int(ben.id), plain=True)
    assert _podium(await ben.command("leaderboard")) == ""
    assert _podium(await ana.command("leaderboard")) != ""
    await services.settings.choose(int(evening.standin.world.guild.id), pictures=False)
    assert _podium(await ana.command("leaderboard")) == ""


async def test_names_that_do_not_come_in_time_leave_the_picture_out_until_they_are_known(
    evening: Any, finished: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _both_have_won(evening, finished)
    ana, names, gate = evening.person("ana"), evening.client.names, asyncio.Event()
    asked = names.of

    async def late(guild: int, users: Any) -> Any:
        await gate.wait()
        return await asked(guild, users)

    monkeypatch.setattr(names, "of", late)
    monkeypatch.setattr(leaderboard, "_NAMES_SECONDS", 0.01)
    assert _podium(await ana.command("leaderboard")) == ""
    gate.set()
    await evening.client.presenter.settle()
    assert _podium(await ana.command("leaderboard")) != ""


async def test_closed_menus_say_what_they_choose_and_what_is_chosen(evening: Any, hands: Any, finished: Any) -> None:
    await finished(evening, ("ana", 9), ("ben", 5))
    ana = evening.person("ana")
    board = await ana.command("leaderboard", period="week")
    menus = [item for row in board.message["components"] for item in row["components"] if item["type"] == 3]
    (menu,) = [menu for menu in menus if menu["custom_id"].endswith(":leaderboard period")]
    assert [line["label"] for line in menu["options"]] == ["All time", "This month", "This week", "Season 1"]
    assert menu["placeholder"] == "Period: This week"
    assert not any(line.get("default") for menu in menus for line in menu["options"]), "its words would stand alone"
    (shown,) = [line for line in menu["options"] if line["label"] == "This week"]
    again = await ana.select(board, shown["value"], custom_id=menu["custom_id"])
    assert again.updated
    assert again.text == board.text


async def test_months_and_weeks_pass(evening: Any, hands: Any, finished: Any) -> None:
    await finished(evening, ("ana", 9), ("ben", 5))
    ana = evening.person("ana")
    assert ana.mention in (await ana.command("leaderboard", game="yum_plus", period="week")).text
    evening.standin.world.advance(_WEEK)
    assert ana.mention not in (await ana.command("leaderboard", game="yum_plus", period="week")).text
    evening.standin.world.advance(32 * 24 * 3600)
    empty = await ana.command("leaderboard", game="yum_plus", period="month")
    yum_start = pressable(evening.standin.world, "yum start")
    assert f"No such game has been finished yet. {yum_start} opens a table." in empty.text
    assert ana.mention in (await ana.command("leaderboard", game="yum_plus")).text
    await finished(evening, ("ben", 9), ("ana", 5))
    assert ana.mention in (await ana.command("leaderboard", game="yum_plus", period="week")).text


async def test_pages_are_turned_and_ones_own_is_found(evening: Any, hands: Any, finished: Any) -> None:
    world, ana = evening.standin.world, evening.person("ana")
    await finished(evening, ("ana", 1), ("ben", 2))
    guild = int(world.guild.id)
    writer = evening.client.services.tables.repository.store._writer
    from db.writing.writer import Save  # noqa: PLC0415

    rows = hands["rows"](evening.file, "SELECT * FROM results WHERE user_id = ?", int(ana.id))
    names = [row[1] for row in hands["rows"](evening.file, "PRAGMA table_info(results)")]
    one = dict(zip(names, rows[0], strict=True))
    others = [one | {"table_id": 100 + n, "user_id": 1000 + n, "won": True, "guild": guild} for n in range(23)]
    await writer.save(Save(results=others))
    board = await ana.command("leaderboard", game="yum_plus")
    assert "page 1 of 3" in board.text
    assert f"…\n**–** {ana.mention} (you)" in board.text, "nobody without a win has a place"
    assert board.text.count("**1.**") == 10
    mine = await _choose(ana, hands, board, "leaderboard yum_plus wins all together - -1 mine")
    assert "page 3 of 3" in mine.text
    back = await _choose(ana, hands, mine, "leaderboard yum_plus wins all together - 1 previous")
    assert "page 2 of 3" in back.text


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "do",
    [
        "leaderboard x wins all together - 0 by",
        "leaderboard yum_plus luck all together - 0 by",
        "leaderboard yum_plus wins never together - 0 by",
        "leaderboard yum_plus wins s0 together - 0 by",
        "leaderboard yum_plus wins all daily - 0 by",
        "leaderboard yum_plus wins all together ' 0 by",
        "leaderboard yum_plus wins all together - -2 by",
    ],
)
async def test_what_was_made_up_is_refused(evening: Any, hands: Any, finished: Any, do: str) -> None:
    await finished(evening, ("ana", 9), ("ben", 5))
    ben = evening.person("ben")
    board = await ben.command("leaderboard")
    outcome = await hands["forge"](ben, board, f"g1:-:0:{do}")
    assert not outcome.failed
    assert outcome.ephemeral
    assert "not possible now" in outcome.text


async def test_ratings_left_by_a_crash_are_made_when_they_are_looked_at(
    evening: Any, hands: Any, finished: Any
) -> None:
    await finished(evening, ("ana", 9), ("ben", 5))
    await finished(evening, ("ana", 9), ("chloe", 9))
    assert hands["rows"](evening.file, "SELECT count(*) FROM ratings") == [(0,)]
    board = await evening.person("ana").command("leaderboard", game="yum_plus", by="rating")
    assert board.text.count("<@") == 3
    before = hands["rows"](evening.file, "SELECT * FROM ratings")
    await evening.client.services.ratings.catch_up_everywhere()
    assert hands["rows"](evening.file, "SELECT * FROM ratings") == before


async def test_ratings_that_cannot_be_stored_are_shown_as_they_are(
    evening: Any, hands: Any, finished: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = evening.person("ana")
    await finished(evening, ("ana", 9), ("ben", 5))
    await ana.command("leaderboard", game="yum_plus", by="rating")
    await finished(evening, ("ana", 9), ("chloe", 5))

    async def full(guild: int) -> None:
        raise SaveFailed("the disk is full")

    monkeypatch.setattr(evening.client.services.ratings, "catch_up", full)
    assert (await ana.command("leaderboard", game="yum_plus", by="rating")).text.count("<@") == 2
    assert "Rating" in (await ana.command("stats", game="yum_plus")).text


async def test_the_round_rates_what_is_left(evening: Any, hands: Any, finished: Any) -> None:
    await finished(evening, ("ana", 9), ("ben", 5))
    evening.standin.world.advance(120)
    await evening.client.scheduler.tick()
    assert hands["rows"](evening.file, "SELECT count(*) FROM ratings") == [(2,)]


async def test_other_games_are_rated_when_the_server_chooses_so(evening: Any, hands: Any, finished: Any) -> None:
    guild, ana = int(evening.standin.world.guild.id), evening.person("ana")
    await finished(evening, ("ana", 9), ("ben", 5), rules="1a2b3c4d", options={"power": True}, options_default=False)
    await evening.client.services.ratings.catch_up(guild)
    assert await evening.client.services.ratings.of(guild, int(ana.id)) == {}
    panel = await ana.command("settings")
    page = await _choose(ana, hands, panel, "settings page ranking")
    for word, games in (("all", 1), ("standard", 0), ("all", 1)):
        page = await _choose(ana, hands, page, f"settings set ranked {word}")
        await evening.settle()
        rated = await evening.client.services.ratings.of(guild, int(ana.id))
        assert sum(rating.games for rating in rated.values()) == games


async def test_a_rating_that_takes_long_keeps_no_reader_waiting_and_is_not_forgotten(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings, done = evening.client.services.ratings, asyncio.Event()

    async def slowly(guild: int) -> None:
        await done.wait()

    monkeypatch.setattr(type(ratings), "catch_up", lambda _, guild: slowly(guild))
    monkeypatch.setattr("bot.ui.server.seasons._PATIENCE", 0)
    shown = await evening.person("ana").command("leaderboard", game="yum_plus", by="rating")
    assert shown.ephemeral
    ending = asyncio.create_task(evening.client.presenter.settle())
    for _ in range(100):
        await asyncio.sleep(0)
    assert not ending.done()
    done.set()
    await ending


async def _games(who: Any, command: str, typed: str = "", **options: Any) -> list[tuple[str, str]]:
    """What a command offers as its game."""
    return [(one["name"], one["value"]) for one in (await who.complete(command, "game", typed, **options)).choices]


async def test_leaderboards_and_statistics_offer_games_that_they_can_show(evening: Any, finished: Any) -> None:
    """Of the ones that somebody has finished here; for statistics, first the ones of that person."""
    ana, ben, david = map(evening.person, ("ana", "ben", "david"))
    for command in ("leaderboard", "stats"):
        first, *others = await _games(ana, command)
        assert first == ("All games (no finished game here counts yet)", "*")
        assert [key for _, key in others] == list(CATALOGUE)
    await finished(evening, ("ana", 3), ("chloe", 1), game="421")
    await finished(evening, ("ana", 3), ("chloe", 1), game="421")
    await finished(evening, ("ben", 300), ("chloe", 1))
    every, tokens, sheet = ("All games", "*"), ("421", "421"), ("Yum Plus", "yum_plus")
    assert await _games(ana, "leaderboard") == [every, tokens, sheet]
    assert await _games(ana, "stats") == [every, tokens, sheet]
    assert await _games(ben, "stats") == [every, sheet, tokens]
    assert await _games(ben, "stats", player=ana.id) == [every, tokens, sheet]
    assert await _games(david, "leaderboard", "YUM") == [("Tous les jeux", "*"), ("Yum Plus", "yum_plus")]
    assert "Yum Plus" in (await ana.command("leaderboard", game="yum plus")).text, "typed, not chosen"
    for command in ("leaderboard", "stats", "rules"):
        assert "do not know that choice of `game`" in (await ana.command(command, game="chess")).text


async def test_statistics_offer_no_game_by_which_somebody_learns_how_another_did_today(
    evening: Any, finished: Any
) -> None:
    """A day's game of somebody else shows once the reader has played theirs."""
    ana, ben = evening.person("ana"), evening.person("ben")
    day = await evening.client.services.dailies.day(int(evening.standin.world.guild.id))
    await finished(evening, ("ana", 3), kind="daily", day=day, game="yams")
    await finished(evening, ("ana", 300), ("ben", 200))
    assert ("Yams", "yams") in await _games(ana, "stats")
    listed = await _games(ben, "stats", player=ana.id)
    assert [key for _, key in listed[:2]] == ["*", "yum_plus"]


async def test_the_rules_offer_the_games_that_are_on_here(evening: Any) -> None:
    ana, guild = evening.person("ana"), int(evening.standin.world.guild.id)
    assert len(await _games(ana, "rules")) == len(CATALOGUE)
    await evening.client.services.settings.choose(guild, switched_off={"0": ("421",)})
    assert {key for _, key in await _games(ana, "rules")} == set(CATALOGUE) - {"421"}
    assert (await ana.command("rules", game="yams")).text.startswith("Rules of Yams")
