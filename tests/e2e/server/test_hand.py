"""The owner's hand: who may use it, what a blocked person can still do (nothing), and what others see of it."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any
from unittest.mock import ANY, AsyncMock

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.locales import words
from bot.screens.server.settings import told_in_log
from bot.tables.hand import EVERYBODY, EVERYWHERE, Block, Deed, Did
from bot.tables.model import days, errors
from bot.tables.model.table import AbsencePolicy, Status, TableId, code, table_id
from bot.tables.tournaments import ranked
from db import open_database
from tests.e2e.playing import PrivateMessage, crowd, described, does, forge, in_log, refusal

MAY = {"stranger": False, "player": False, "host": False, "manager": True, "role": True}

HELPS_WITH = {
    "list": "hand tables 0 tab",
    "table": "hand table {table}",
    "person": "hand person {table} {player}",
    "people": "hand people 0 tab",
    "log": "hand log 0 tab",
    "file": "hand file",
    "lift": "hand lift 77",
    "ask": "hand block {other}",
    "choose": "hand choose = {other}",
    "why block": "hand surely {other} why",
    "block": "hand surely {other} yes",
    "host": "hand host {table} {player}",
    "sure": "hand remove {table} {player}",
    "remove": "hand unseat {table} {player}",
    "asked": "games void {played} {host} * 0",
    "why void": "games void {played} {host} * 0 why",
    "void": "games void {played} {host} * 0 yes",
    "why count": "games count {played} {host} * 0 why",
    "asked again": "games count {played} {host} * 0",
    "count": "games count {played} {host} * 0 yes",
    "sure to end": "hand end {table} ask",
    "early": "hand end {table} close",
    "end": "hand end {table} yes",
    "entered": "hand tournament {id} 0 show",
    "entrant": "hand entrant {id} {entered}",
    "sure to expel": "hand expel {id} {entered} ask",
    "expel": "hand expel {id} {entered} sure",
    "let back": "hand letback {id} {entered}",
}
"""What people may who may, in this order."""

FORMS = frozenset({"why block", "why void", "why count"})
"""What is answered by a form."""

ASKING = FORMS | {"ask", "choose", "asked", "asked again", "sure", "sure to end", "early", "sure to expel"}

HOSTS_MAY = MAY | {"host": True}
"""Who may end a tournament of the host's, a round of it, or a league."""

ENDS = {
    "ask": "tournament end {id} ask",
    "round?": "tournament endround {id} 0 ask",
    "round": "tournament endround {id} 0 sure",
    "end": "tournament end {id} sure",
}

LEAGUE = {
    "count": "tournament count {id} 3",
    "evening": "tournament evening {id} 2 20",
    "pause?": "tournament weekly {id} paused ask",
    "pause": "tournament weekly {id} paused sure",
    "resume?": "tournament weekly {id} on ask",
    "resume": "tournament weekly {id} on sure",
    "close?": "tournament weekly {id} ended ask",
    "close": "tournament weekly {id} ended sure",
}


class Server:
    """A table of Chloe's with David at it; Ana manages the server, and Ben has the role that it has chosen."""

    def __init__(self, evening: Any) -> None:
        self.evening, self.world = evening, evening.standin.world
        self.services = evening.client.services
        self.guild = int(self.world.guild.id)
        stranger = crowd(self.world, 5)[-1]
        keys = {"stranger": stranger, "player": "david", "host": "chloe", "manager": "ana", "role": "ben"}
        self.people = {part: evening.person(key) for part, key in keys.items()}

    async def choose_role(self) -> None:
        regulars = next(role for role in self.world.roles.values() if role.name == "Regulars")
        self.roles = (int(regulars.id),)
        await self.services.settings.choose(self.guild, helper_roles=self.roles)

    def id(self, part: str) -> int:
        return int(self.people[part].id)

    async def press(self, who: Any, board: str, do: str, *values: str) -> Any:
        """Press what asks for ``do`` on a public board, where it never stood."""
        return await forge(who, board, f"g1:-:0:{do}", *values)

    async def asks_for(self, who: Any, board: str, do: str) -> Any:
        """Press a button, or choose what stands after the ``=`` of a menu."""
        menu, equals, values = do.partition(" =")
        return await self.press(who, board, menu + equals, *values.split())

    @property
    def no_helper(self) -> errors.NotHelper:
        """The refusal, which names the role that the server has chosen."""
        return errors.NotHelper(self.roles)

    async def tournament(self, *keys: str, **options: Any) -> tuple[str, str]:
        """Open a tournament of Chloe's, in which these have begun to play; return its message and its code."""
        board = str((await self.people["host"].command("tournament start", **options)).message["id"])
        id = next(do for do in does(self.world.messages[board].data) if do.startswith("tournament play")).split()[-1]
        for key in keys:
            await forge(self.evening.person(key), board, f"g1:-:0:tournament play {id}")
        return board, id

    async def done(self) -> list[str]:
        deeds, _ = await self.services.hand.deeds(self.guild)
        return [deed.do.value for deed in deeds]


@pytest.fixture
async def server(evening: Any) -> Server:
    found = Server(evening)
    await found.choose_role()
    return found


async def tournament_field(server: Server, id: str) -> Any:
    tournament = await server.services.tournaments.find(table_id(id), server.guild)
    return await server.services.tournaments.field(tournament)


@pytest.mark.parametrize("part", MAY)
async def test_managers_and_people_with_the_chosen_role_may_and_nobody_else(
    evening: Any, server: Server, part: str
) -> None:
    who, guild, hand = server.people[part], server.guild, server.services.hand
    host, player, stranger = server.people["host"], server.id("player"), server.id("stranger")
    daily = PrivateMessage(host, await host.command("daily"))
    await daily.do("daily play")
    await daily.finish()
    played = await server.services.dailies.table(guild, await server.services.dailies.day(guild), int(host.id))
    play = await evening.game("chloe", "david", "ana" if part == "role" else "ben")
    table = await evening.table(play)
    await hand.block(guild, 1, 77)
    other = stranger if part != "stranger" else player
    _, id = await server.tournament("chloe" if part == "role" else "ben", "david")
    words = {"table": table.code, "played": played.code, "player": player, "host": int(host.id), "other": other}
    words |= {"id": id, "entered": int(evening.person("chloe" if part == "role" else "ben").id)}
    asked = {name: do.format(**words) for name, do in HELPS_WITH.items()}
    said = {}
    for name, do in asked.items():
        before = await server.done()
        answer = await server.asks_for(who, play.board, do)
        await evening.settle()
        assert name not in ASKING or await server.done() == before, "it asks, and does nothing"
        if not (MAY[part] and name in FORMS):
            said[name] = (answer.ephemeral, answer.text)
        if name == "void":
            assert await hand.is_voided(played.id) is MAY[part]
        if name == "expel":
            assert len((await tournament_field(server, id)).entries) == 2 - MAY[part]
    assert all(private for private, _ in said.values())
    after = await evening.table(play)
    if not MAY[part]:
        assert {text for _, text in said.values()} == {refusal(who, server.no_helper)}
        assert f"<@&{server.roles[0]}>" in refusal(who, server.no_helper)
        assert len((await tournament_field(server, id)).entries) == 2
        assert await server.done() == ["block"]
        assert [block.user for block in hand.blocked(guild)] == [77]
        assert (after.status, after.host, after.gone) == (Status.PLAYING, int(host.id), ())
        return
    assert await server.done() == ["back", "out", "end", "count", "void", "remove", "host", "block", "lift", "block"]
    assert len((await tournament_field(server, id)).entries) == 2
    assert [block.user for block in hand.blocked(guild)] == [stranger]
    assert (after.status, len(after.gone)) == (Status.ENDED, 1)
    assert after.host != player, "it passed on when they were removed"
    assert f"`{table.code}`" not in said["list"][1]
    assert "<#" in said["list"][1]


async def test_no_manager_wins_by_removing_an_opponent(evening: Any, server: Server) -> None:
    """They may end the game, and nothing counts; a block of their opponent does the same."""
    manager, ben = server.people["manager"], int(evening.person("ben").id)
    for do in ("remove", "block"):
        play = await evening.game("ana", "ben")
        table = await evening.table(play)
        if do == "remove":
            page = await server.press(manager, play.board, f"hand person {table.code} {ben}")
            assert "another manager must remove people" in page.text
            assert "unseat" not in page.text
            said = await server.press(manager, play.board, f"hand unseat {table.code} {ben}")
            assert said.text == refusal(manager, errors.OwnGame())
            assert (await evening.table(play)).status is Status.PLAYING
            await server.press(manager, play.board, f"hand end {table.code} yes")
        else:
            await server.press(manager, play.board, f"hand surely {ben} yes")
        await evening.settle()
        after = await evening.table(play)
        assert (after.status, after.outcome) == (Status.ENDED, None), do


async def test_a_block_ends_no_game_that_the_blocked_person_has_left(evening: Any, server: Server) -> None:
    play = await evening.game("ana", "david", "chloe")
    ana, david = server.people["manager"], server.people["player"]
    await evening.leave_table(david)
    await evening.settle()
    asked = await server.press(ana, play.board, f"hand block {david.id}")
    assert "You play against them" not in asked.text
    await server.press(ana, play.board, f"hand surely {david.id} yes")
    await evening.settle()
    assert hand_blocked(server) == [int(david.id)]
    assert (await evening.table(play)).status is Status.PLAYING


async def test_a_helper_neither_blocks_nor_removes_somebody_with_manage_server(evening: Any, server: Server) -> None:
    """Neither the owner, whom memory knows, nor another manager, for whom Discord is asked; managers may."""
    ben, chloe, david = (server.people[part] for part in ("role", "host", "player"))
    owner = server.people["manager"]
    server.world.set_roles(david.member, [*david.member.roles, *owner.member.roles], server.world.guild)
    play = await evening.game("chloe", "ana", "david")
    table = await evening.table(play)
    for user in (owner.id, david.id):
        block = f"hand block {user}", f"hand surely {user} why", f"hand surely {user} yes"
        for do in (*block, f"hand remove {table.code} {user}", f"hand unseat {table.code} {user}"):
            assert (await server.press(ben, play.board, do)).text == refusal(ben, errors.ActsOnManager())
    after = await evening.table(play)
    assert (after.status, after.gone, server.services.hand.blocked(server.guild)) == (Status.PLAYING, (), [])
    await server.press(ben, play.board, f"hand surely {chloe.id} yes")
    assert [block.user for block in server.services.hand.blocked(server.guild)] == [int(chloe.id)]


async def test_a_manager_removes_somebody_from_a_tournament_and_everybody_reads_it(
    evening: Any, server: Server
) -> None:
    """Their rounds bring no place, nobody waits for them, and they do not come back."""
    board, id = await server.tournament("david", "ben", rounds=2, time="open 86400")
    ana, david, ben = (server.people[part] for part in ("manager", "player", "role"))
    own = PrivateMessage(david, await forge(david, board, f"g1:-:0:tournament play {id}"))
    await own.finish()
    panel = PrivateMessage(ana, await server.press(ana, board, f"tournament more {id}"))
    await panel.do("hand tournament")
    await panel.do(f"hand entrant {id} {david.id}")
    assert "What they have played brings them no place" in panel.text
    await panel.do("hand expel")
    assert len((await tournament_field(server, id)).entries) == 2, "it asks first"
    await panel.do(f"hand expel {id} {david.id} sure")
    assert f"{david.mention} was removed." in panel.text
    await evening.settle()
    await evening.client.tournaments.settle()
    assert f"Removed by a manager: {david.mention}." in described(server.world.messages[board].data)
    said = await forge(david, board, f"g1:-:0:tournament play {id}")
    assert said.text == refusal(david, errors.RemovedFromTournament())
    boards = PrivateMessage(ben, await forge(ben, board, f"g1:-:0:tournament play {id}"))
    await boards.finish()
    chloe = server.people["host"]
    await forge(chloe, board, f"g1:-:0:tournament end {id} sure")
    await evening.settle()
    field = await tournament_field(server, id)
    assert [place.player.user for place in ranked(field)] == [int(ben.id)]
    log = await server.press(ana, board, "hand log 0 tab")
    assert f"{ana.mention} removed {david.mention} from a tournament · Yum Classic × 2 · `{id}`" in log.text


async def test_the_board_of_somebody_removed_says_so_and_is_closed(evening: Any, server: Server) -> None:
    board, id = await server.tournament("ben", rounds=2, time="open 86400")
    ana, david = server.people["manager"], server.people["player"]
    own = PrivateMessage(david, await forge(david, board, f"g1:-:0:tournament play {id}"))
    await own.turn()
    await server.press(ana, board, f"hand expel {id} {david.id} sure")
    await evening.settle()
    assert words(david.member.locale[:2])("A manager has removed you from this tournament.") in own.text
    assert not any(do.startswith(("roll", "mark", "tournament play")) for do in own.does)


async def test_a_manager_lets_somebody_back_in_who_goes_on_where_they_were(evening: Any, server: Server) -> None:
    """Their finished round counts again, their board goes on, and the log says who did it."""
    board, id = await server.tournament("david", "ana", rounds=2, time="open 86400")
    ana, ben, david = (server.people[part] for part in ("manager", "role", "player"))
    own = PrivateMessage(david, await forge(david, board, f"g1:-:0:tournament play {id}"))
    await own.finish()
    own = PrivateMessage(david, await own.do("tournament play"))
    await own.turn()
    before = await tournament_field(server, id)
    panel = PrivateMessage(ben, await server.press(ben, board, f"hand expel {id} {david.id} sure"))
    await evening.settle()
    assert not any(do.startswith(("roll", "mark")) for do in own.does)
    await panel.do(f"hand entrant {id} {david.id}")
    await panel.do("hand letback")
    assert f"{david.mention} is back in." in panel.text
    await evening.settle()
    await evening.client.tournaments.settle()
    assert await tournament_field(server, id) == before._replace(tournament=ANY)
    assert "Removed by a manager" not in described(server.world.messages[board].data)
    assert any(do.startswith("roll") for do in own.does), "the message on which they played goes on"
    await own.finish()
    field = await tournament_field(server, id)
    assert field.finished_all(field.of(int(david.id)))
    log = await server.press(ana, board, "hand log 0 tab")
    assert f"{ben.mention} let {david.mention} back into a tournament" in log.text


async def test_nobody_lets_back_in_themselves_or_an_opponent_or_somebody_blocked(evening: Any, server: Server) -> None:
    board, id = await server.tournament("ana", "ben", "david", rounds=2, time="open 86400")
    ana, ben, david = (server.people[part] for part in ("manager", "role", "player"))
    tournaments, chloe = server.services.tournaments, server.id("host")
    tournament = (await tournament_field(server, id)).tournament
    for removed in (ben, david):
        await tournaments.remove(tournament, chloe, int(removed.id))
    for manager, user in ((ana, david), (ben, ben)):
        page = await server.press(manager, board, f"hand entrant {id} {user.id}")
        refused = refusal(manager, errors.AnotherLetsBack())
        assert refused in page.text
        assert not any(do.startswith("hand letback") for do in does(page.message))
        assert (await server.press(manager, board, f"hand letback {id} {user.id}")).text == refused
    await server.services.hand.block(server.guild, chloe, int(david.id))
    page = await server.press(ben, board, f"hand entrant {id} {david.id}")
    assert "before that block is lifted" in page.text
    said = await server.press(ben, board, f"hand letback {id} {david.id}")
    assert said.text == refusal(ben, errors.NoSuchChoice())
    await server.services.hand.lift(server.guild, chloe, int(david.id))
    await server.press(ben, board, f"hand letback {id} {david.id}")
    entered = {entry.user for entry in (await tournament_field(server, id)).entries}
    assert entered == {int(ana.id), int(david.id)}, "Ben plays no more, so he may decide about others"
    said = await server.press(ben, board, f"hand letback {id} {david.id}")
    assert said.text == refusal(ben, errors.NotEntered())


@pytest.mark.parametrize("block", [False, True], ids=["remove", "block"])
async def test_no_manager_wins_a_tournament_by_removing_an_opponent(evening: Any, server: Server, block: bool) -> None:
    """They may not remove one, nor cut one off by its end; who blocks one is out of it too. Another manager may."""
    board, id = await server.tournament("ana", "david", "chloe", rounds=2, time="together 3600")
    await forge(server.people["host"], board, f"g1:-:0:tournament start {id}")
    ana, ben, david = (server.people[part] for part in ("manager", "role", "player"))
    await forge(david, board, f"g1:-:0:tournament play {id}")
    refused = refusal(ana, errors.OwnTournament())
    for do in ("expel {id} {david} ask", "expel {id} {david} sure"):
        assert (await server.press(ana, board, f"hand {do.format(id=id, david=david.id)}")).text == refused
    for do in ("endround {id} 0 ask", "endround {id} 0 sure", "end {id} ask", "end {id} sure"):
        assert (await server.press(ana, board, f"tournament {do.format(id=id)}")).text == refused
    page = await server.press(ana, board, f"hand entrant {id} {david.id}")
    assert refused in page.text
    assert not any(do.startswith("hand expel") for do in does(page.message))
    assert len((await tournament_field(server, id)).entries) == 3
    if not block:
        said = await server.press(ben, board, f"hand expel {id} {david.id} sure")
        assert f"{david.mention} was removed." in said.text
        left = {server.id("manager"), server.id("host")}
    else:
        asked = await server.press(ana, board, f"hand block {david.id}")
        assert "you are removed from it too" in asked.text
        asked = await server.press(ben, board, f"hand block {david.id}")
        assert "removed from it too" not in asked.text
        await server.press(ana, board, f"hand surely {david.id} yes")
        left = {server.id("host")}
    await evening.settle()
    assert {entry.user for entry in (await tournament_field(server, id)).entries} == left


async def test_what_is_played_to_its_end_stays_whoever_is_blocked(evening: Any, server: Server) -> None:
    board, id = await server.tournament("ana", rounds=1, time="open 86400")
    ana, david = server.people["manager"], server.people["player"]
    own = PrivateMessage(david, await forge(david, board, f"g1:-:0:tournament play {id}"))
    await own.finish()
    page = await server.press(ana, board, f"hand entrant {id} {david.id}")
    assert "their results stay" in page.text
    said = await server.press(server.people["role"], board, f"hand expel {id} {david.id} sure")
    assert said.text == refusal(server.people["role"], errors.NoSuchChoice())
    await server.press(ana, board, f"hand surely {david.id} yes")
    entered = {entry.user for entry in (await tournament_field(server, id)).entries}
    assert entered == {int(ana.id), int(david.id)}, "so a block brings its manager nothing there"


async def test_every_setting_that_a_manager_changes_stands_in_the_log_with_what_it_is_now(
    evening: Any, server: Server
) -> None:
    ana, play = server.people["manager"], await evening.lobby("chloe")
    channel = server.world.find_channel("general").id
    changes = {
        "settings set daily long": "The daily: A long game, from the next day on",
        "settings set zone Europe/Paris": "Time zone: France, Belgium, Switzerland, Germany, from the next day on",
        f"settings post = {channel}": f"Each morning at 9:00 in <#{channel}>",
        "settings set post_hour 7": f"Each morning at 7:00 in <#{channel}>",
        "settings set post_week no": "Sunday evening: Nothing",
        "settings post =": "I post nothing by myself.",
        f"settings channels = {channel}": f"Channels for games: <#{channel}>",
        "settings set hints on": "",
        "settings preset yum_plus friends": "",
        "settings preset yum_plus standard": "",
    }
    for do, said in changes.items():
        many = len(await server.done())
        await server.asks_for(ana, play.board, do)
        await server.asks_for(ana, play.board, do)
        (latest, *_), _ = await server.services.hand.deeds(server.guild)
        assert len(await server.done()) == many + 1, f"{do}: the second time changes nothing"
        assert latest.do.value == "setting"
        assert said in in_log(latest) if said else in_log(latest), do
    log = await server.press(ana, play.board, "hand log 0 tab")
    assert f"{ana.mention} changed a setting\n> " in log.text
    assert "Each morning at 7:00" in log.text
    role = server.people["role"]
    role.speak("fr")
    read = (await server.press(role, play.board, "hand log 0 tab")).text
    assert "Chaque matin à" in read, "each reads it in their language, whoever has chosen it"
    assert "Each morning" not in read


CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"


@pytest.mark.parametrize(
    ("do", "did"), [("settings set count_real_dice yes", "setting"), ("settings off 0 things = daily", "switch")]
)
async def test_what_a_manager_chooses_is_in_the_log_and_does_its_work_even_if_the_answer_fails(
    evening: Any, server: Server, monkeypatch: pytest.MonkeyPatch, do: str, did: str
) -> None:
    again = AsyncMock()
    monkeypatch.setattr(server.services.ratings, "recompute", again)
    play = await evening.lobby("chloe")
    evening.may_complain = True
    server.world.faults.fail("POST", CALLBACK, status=400, code=50035)  # What is said of that comes.
    await server.asks_for(server.people["manager"], play.board, do)
    await evening.settle()
    assert await server.done() == [did]
    assert bool(again.await_count) is (did == "setting"), "games are rated anew"


async def test_a_channel_of_final_leaderboards_taken_back_is_told_and_so_is_what_takes_its_place(
    evening: Any, server: Server
) -> None:
    """Posts go on in that very channel: the panel and the log say why, and nothing is told where nothing is seen."""
    ana, channel, said = server.people["manager"], server.world.find_channel("general").id, list[Any]()
    play = await evening.lobby("chloe", "david")

    async def last_line(*asked: str) -> str:
        """What the log says of the last of these choices; its line comes after the answer."""
        for do in asked:
            server.world.advance(1)
            said.append(await server.asks_for(ana, play.board, do))
            await evening.settle()
        (latest, *_), _ = await server.services.hand.deeds(server.guild)
        return in_log(latest)

    told = f"Final leaderboards: <#{channel}> (the channel for posts)"
    why = await last_line(f"settings post = {channel}", f"settings season = {channel}", "settings season =")
    assert why == told
    assert told in said[-1].text.replace("**", "")
    assert await last_line("settings set post_season no", f"settings season = {channel}") == ""


MANAGES = {"stranger": False, "player": False, "host": False, "manager": True, "role": False}
"""Who chooses for the server: nobody who may only lend a hand there."""

CHOOSES = (
    "settings",
    "settings page posts",
    "settings game yum_plus",
    "settings set post_morning no",
    "settings speak en",
    "settings channels =",
    "settings roles =",
    "settings season =",
    "settings champion =",
    "settings post = {channel}",
    "settings helpers = {role}",
    "settings preset yum_plus friends",
    "settings offat =",
    "settings off 0 games =",
    "settings off 0 things = daily",
    *(f"settings preview {kind}" for kind in ("morning", "week", "season", "moment")),
    "season ask end 1",
    "season end 1",
    "season ask reopen 1",
    "season reopen 1",
)
"""What they choose, in this order."""


@pytest.mark.parametrize("part", MANAGES)
async def test_only_managers_choose_for_the_server(evening: Any, server: Server, part: str) -> None:
    who, guild, services = server.people[part], server.guild, server.services
    daily = PrivateMessage(server.people["host"], await server.people["host"].command("daily"))
    await daily.do("daily play")
    await daily.finish()
    server.world.advance(1)
    play = await evening.lobby("chloe", "david")
    roles, channel = [str(one.id) for one in server.world.roles.values()], server.world.find_channel("general").id
    before = await services.settings.of(guild)
    role = next(role for role in roles if role not in (str(guild), *map(str, before.helper_roles)))
    asked = [do.format(channel=channel, role=role) for do in CHOOSES]
    said = {do: await server.asks_for(who, play.board, do) for do in asked}
    await evening.settle()
    assert all(answer.ephemeral for answer in said.values())
    refused = {do for do, answer in said.items() if answer.text == refusal(who, errors.NotManager())}
    running = await services.seasons.running(guild)
    if not MANAGES[part]:
        assert refused == set(asked)
        assert (await services.settings.of(guild), await server.done()) == (before, [])
        assert running.number == 1
        return
    assert refused == set()
    settings = ["setting"] * 3  # The hour of the morning, its channel, and the language.
    assert await server.done() == ["reopen", "season", "switch", "setting", "helpers", *settings]
    after = await services.settings.of(guild)
    assert (after.post_channel, after.post_morning, after.switched_off) == (int(channel), False, {"0": ("daily",)})
    assert after.helper_roles != before.helper_roles
    log = await server.press(who, play.board, "hand log 0 tab")
    assert f"chose the roles that may do this\n> <@&{after.helper_roles[0]}>" in log.text


async def test_what_the_host_of_the_bot_has_blocked_no_manager_sees_lifts_or_gets_around(
    evening: Any, server: Server
) -> None:
    play, ana, david = await evening.lobby("chloe"), server.people["manager"], server.people["player"]
    async with open_database(evening.url) as storage:
        await storage.hand.block(Block(EVERYWHERE, int(david.id), 5), None)
    await server.services.hand.look()
    people = await server.press(ana, play.board, "hand people 0 tab")
    assert david.mention not in people.text
    for do, error in (
        (f"hand lift {david.id}", errors.NoSuchChoice()),
        ("hand lift 0", errors.NoSuchChoice()),
        (f"hand surely {david.id} yes", errors.CannotBlock()),
    ):
        assert (await server.press(ana, play.board, do)).text.endswith(refusal(ana, error)), do
    sentence = refusal(david, errors.Blocked(by_host=True, whole_server=False))
    assert (await david.command("yum start")).text == sentence
    async with open_database(evening.url) as storage:
        await storage.hand.block(Block(EVERYWHERE, int(ana.id), 5), None)
    await server.services.hand.look()
    own = refusal(ana, errors.Blocked(by_host=True, whole_server=False))
    for do in ("hand tables 0 tab", "settings page posts", f"hand lift {ana.id}"):
        assert (await server.press(ana, play.board, do)).text == own, "Manage Server does not help"
    assert await server.done() == []


async def test_somebody_of_another_server_cannot_reach_a_table(evening: Any, server: Server) -> None:
    play = await evening.game("chloe", "david", "ben")
    table = await evening.table(play)
    evening.client.services.tables.repository._tables.clear()
    async with open_database(evening.url) as storage:
        row = await storage.tables.load(table.id)
        await storage.tables.save({**row, "id": 999, "guild": 5, "channel": 6, "version": 1})
    ana = server.people["manager"]
    there = code(TableId(999))
    for do in (f"hand table {there}", f"hand end {there} yes", f"hand remove {there} {server.id('player')}"):
        assert (await server.press(ana, play.board, do)).text == refusal(ana, errors.NoTable(there))


async def test_a_blocked_person_gets_one_sentence_at_every_press_and_command(evening: Any, server: Server) -> None:
    play = await evening.lobby("chloe", "david")
    ana, david = server.people["manager"], server.people["player"]
    panel = PrivateMessage(ana, await ana.command("table"))
    await panel.do("hand tables")
    await panel.do(f"hand table {(await evening.table(play)).code}")
    await panel.do(f"hand person {(await evening.table(play)).code} {david.id}")
    assert "**Block**: I do nothing for them" in panel.text
    await panel.do("hand block")
    assert not hand_blocked(server), "it asks first"
    assert "Block " in panel.text
    await panel.do(f"hand surely {david.id} yes")
    assert f"{david.mention} is blocked." in panel.text
    await evening.settle()
    assert (await evening.table(play)).players == (int(server.people["host"].id),)
    sentence = refusal(david, errors.Blocked(by_host=False, whole_server=False))
    assert (await david.command("yum start", "general")).text == sentence
    own = PrivateMessage(david, await david.command("preferences"))
    assert sentence not in own.text, "what I keep about them stays theirs"
    await own.do("privacy show")
    assert own.asks("privacy export")
    assert (await forge(david, play.board, play.does["join"])).text == sentence
    assert int(david.id) not in (await evening.table(play)).players
    table = (await evening.table(play)).code
    for do, value in (("-:0:preferences ask plain", "open yum_plus"), (f"{table}:0:preferences page others", "join")):
        said = await forge(david, play.board, f"g1:{do}", value)
        assert said.text == sentence, "what is chosen in a menu counts, and not what its id says"
    assert (await server.press(david, play.board, "preferences ask plain", "preferences set plain no")).text != sentence
    people = PrivateMessage(ana, await server.press(ana, play.board, "hand people 0 tab"))
    assert f"<@{david.id}>" in people.text
    await people.do("hand lift")
    assert "Nobody is blocked" in people.text
    await play.do("join", david)
    assert int(david.id) in (await evening.table(play)).players


async def test_the_role_that_everybody_has_makes_nobody_a_manager_and_nothing_is_said_to_be_saved(
    evening: Any, server: Server
) -> None:
    ana, before = server.people["manager"], (await server.services.settings.of(server.guild)).helper_roles
    panel = PrivateMessage(ana, await ana.command("settings"))
    said = await forge(ana, panel.id, "g1:-:0:settings helpers =", str(server.guild))
    assert refusal(ana, errors.EverybodysRole()) in said.text
    assert (await server.services.settings.of(server.guild)).helper_roles == before


def hand_blocked(server: Server) -> list[int]:
    return [block.user for block in server.services.hand.blocked(server.guild)]


async def test_a_reason_is_for_managers_alone_and_the_board_says_that_a_manager_did_it(
    evening: Any, server: Server
) -> None:
    play = await evening.game("chloe", "david", "ben")
    ana, david = server.people["manager"], server.people["player"]
    asked = PrivateMessage(ana, await server.press(ana, play.board, f"hand block {david.id}"))
    form = await ana.press(asked.id, custom_id=asked.custom_id(f"hand surely {david.id} why"))
    sent = await ana.submit(form, line="  left   games ")
    assert f"{david.mention} is blocked." in sent.text
    await evening.settle()
    told, _ = await server.services.hand.deeds(server.guild)
    assert [(deed.do.value, deed.why) for deed in told] == [("block", "left games")]
    log = await server.press(ana, play.board, "hand log 0 tab")
    assert "> left games" in log.text
    said = described(play.now)
    assert f"A manager has removed {david.mention} from the game." in said
    assert "(removed)" in said
    assert "has left" not in said, "they did not"
    for person in server.people.values():
        assert person is ana or "left games" not in str(person.messages())


async def test_nobody_judges_a_game_of_their_own_and_the_board_of_a_voided_one_says_so(
    evening: Any, server: Server
) -> None:
    play = await evening.game("chloe", "ana", sheet="yum_classic")
    ana, ben = server.people["manager"], server.people["role"]
    while any(do.startswith("roll") for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()
    table = await evening.table(play)
    for what in ("void", "count"):
        for answer in ("", " yes", " why"):
            said = await server.press(ana, play.board, f"games {what} {table.code} 0 * 0{answer}")
            assert said.text == refusal(ana, errors.OwnResult())
    for who, may in ((ana, False), (ben, True)):
        said = await server.press(who, play.board, f"played {table.code} 0 * 0")
        assert refusal(ana, errors.OwnResult()) not in said.text, "nobody has asked about the result"
        assert any(do.startswith("games void") for do in does(said.message)) is may
    assert "Voided" not in described(play.now)
    won = play.now["content"]
    assert "wins!" in won or "tie for first place" in won
    pictures = len(play.now["attachments"])
    await server.press(ben, play.board, f"games void {table.code} 0 * 0 yes")
    await evening.settle()
    assert play.now["content"].startswith("**Voided.** Players: "), "nobody has won by it"
    assert described(play.now).startswith("**Voided**: managers of this server have decided"), "said first of all"
    assert len(play.now["attachments"]) == pictures, "its picture is drawn anew"
    assert "Voided" in str(play.now["attachments"]) or not pictures
    said = await server.press(ana, play.board, f"played {table.code} 0 * 0")
    assert refusal(ana, errors.OwnResult()) in said.text
    assert not any(do.startswith("games count") for do in does(said.message))
    await server.press(ben, play.board, f"games count {table.code} 0 * 0 yes")
    await evening.settle()
    assert "Voided" not in described(play.now)
    assert play.now["content"] == won
    assert await server.done() == ["count", "void"]


async def test_who_judges_a_result_reads_whose_it_is_as_in_the_log_and_nobody_wins_a_voided_one(
    evening: Any, server: Server
) -> None:
    play = await evening.game("chloe", "ana", sheet="yum_classic")
    ana, ben, chloe, david = (evening.person(key) for key in ("ana", "ben", "chloe", "david"))
    while any(do.startswith("roll") for do in play.does):
        await play.throw()
        await play.mark()
    await evening.settle()
    table = await evening.table(play)
    for who in (ana, chloe):
        await server.services.preferences.choose(int(who.id), named=False)
    asked = f"played {table.code} 0 * 0"
    for who, names in ((ben, True), (david, False)):
        said = await server.press(who, play.board, asked)
        assert (ana.mention in said.text and chloe.mention in said.text) is names
    assert re.search("wins!|tie for first place", (await server.press(ben, play.board, asked)).text)
    await server.press(ben, play.board, f"games void {table.code} 0 * 0 yes")
    said = await server.press(ben, play.board, asked)
    assert not re.search("wins!|tie for first place", said.text)
    assert ana.mention in said.text


async def test_nobody_judges_a_daily_or_a_round_that_they_have_played_too(evening: Any, server: Server) -> None:
    """Voiding that of somebody else would lift their own place; another manager may."""
    ana, ben, chloe = (server.people[part] for part in ("manager", "role", "host"))
    board, id = await server.tournament("ana")
    rounds = PrivateMessage(chloe, await forge(chloe, board, f"g1:-:0:tournament play {id}"))
    await rounds.finish()
    for who in (ana, chloe):
        daily = PrivateMessage(who, await who.command("daily"))
        await daily.do("daily play")
        await daily.finish()
    line = next(line for line in (await tournament_field(server, id)).played if line.finished)
    day = await server.services.dailies.day(server.guild)
    played = await server.services.dailies.table(server.guild, day, int(chloe.id))
    await forge(chloe, board, f"g1:-:0:tournament end {id} sure")
    server.world.advance(86_400)
    for table in (code(line.table), played.code):
        for answer in ("", " yes", " why"):
            said = await server.press(ana, board, f"games void {table} 0 * 0{answer}")
            assert said.text == refusal(ana, errors.OwnResult())
        said = await server.press(ana, board, f"played {table} 0 * 0")
        assert refusal(ana, errors.OwnResult()) not in said.text
        assert not any(do.startswith("games void") for do in does(said.message))
        await server.press(ben, board, f"games void {table} 0 * 0 yes")
        assert await server.services.hand.is_voided(table_id(table))
        assert refusal(ana, errors.OwnResult()) in (await server.press(ana, board, f"played {table} 0 * 0")).text
    assert await server.done() == ["void", "void"]


async def test_nobody_blocks_themselves_or_the_bot_or_a_manager_out(evening: Any, server: Server) -> None:
    play = await evening.lobby("chloe")
    ana, ben = server.people["manager"], server.people["role"]
    for user in (ben.id, evening.client.user.id):
        said = await server.press(ben, play.board, "hand choose =", str(user))
        assert said.text == refusal(ben, errors.CannotBlock())
    david = server.people["player"]
    server.world.set_roles(david.member, [*david.member.roles, *ana.member.roles], server.world.guild)
    await server.press(david, play.board, f"hand surely {ana.id} yes")
    panel = PrivateMessage(ana, await ana.command("settings"))
    await panel.do("hand people")
    assert f"<@{ana.id}>" in panel.text
    await panel.do("hand lift")
    assert await server.done() == ["lift", "block"]


async def test_the_seat_of_a_blocked_player_goes_by_the_rule_of_the_table(evening: Any, server: Server) -> None:
    play = await evening.lobby("chloe", "david")
    table = await evening.table(play)
    chloe = int(server.people["host"].id)
    await server.services.tables.change_settings(table.id, chloe, absent=AbsencePolicy.COMPUTER, patience=3600)
    await play.begin()
    ana, david = server.people["manager"], server.people["player"]
    below = re.sub(r":[^:]*$", ":more", next(iter(play.does.values())))
    more = PrivateMessage(ana, await forge(ana, play.board, below))
    await more.do("hand table")
    assert david.mention in more.text
    await more.do(f"hand person {table.code} {david.id}")
    assert "a computer plays for the seat" in more.text
    await more.do("hand block")
    await more.do(f"hand surely {david.id} yes")
    await evening.settle()
    after = await evening.table(play)
    assert after.status is Status.PLAYING
    assert after.seat_of(int(david.id)) is None
    assert not after.gone


async def test_a_voided_game_says_so_on_its_page_and_verifies_as_before(evening: Any, server: Server) -> None:
    chloe, ana = server.people["host"], server.people["manager"]
    daily = PrivateMessage(chloe, await chloe.command("daily"))
    await daily.do("daily play")
    await daily.finish()
    services, guild = server.services, server.guild
    played = await services.dailies.table(guild, await services.dailies.day(guild), int(chloe.id))
    assert (await services.dailies.board(guild, await services.dailies.day(guild), 0)).total == 1
    page = await server.press(ana, (await evening.lobby("chloe")).board, f"played {played.code} {chloe.id} * 0")
    assert page.text == refusal(ana, errors.SecretDay())  # Ana may still throw these dice.
    server.world.advance(86_400)
    panel = PrivateMessage(ana, await ana.command("games", game=played.code))
    assert "Voided" not in panel.text
    await panel.do("games void")
    assert "Voided" not in panel.text, "it asks first"
    await panel.do(f"games void {played.code} {ana.id} * 0 yes")
    assert "Voided" in panel.text
    assert (await services.dailies.board(guild, played.settings.daily, 0)).total == 0
    own = PrivateMessage(chloe, await chloe.command("games", game=played.code))
    assert "Annulée" in own.text
    assert not own.asks("games count")
    assert await services.tables.history.verify(played.id)
    listed = PrivateMessage(chloe, await chloe.command("games"))
    assert "Annulée" in listed.text
    await panel.do("games count")
    await panel.do(f"games count {played.code} {ana.id} * 0 yes")
    assert "Voided" not in panel.text
    assert (await services.dailies.board(guild, played.settings.daily, 0)).total == 1


async def test_a_manager_finds_a_daily_in_its_channel_and_the_log_says_whose_it_was(
    evening: Any, server: Server
) -> None:
    chloe, ana, david = (server.people[part] for part in ("host", "manager", "player"))
    daily = PrivateMessage(chloe, await chloe.command("daily"))
    await daily.do("daily play")
    await daily.finish()
    day = await server.services.dailies.day(server.guild)

    async def listed(who: Any) -> PrivateMessage:
        panel = PrivateMessage(who, await who.command("games"))
        await panel.do("history 0 ")
        return panel

    assert not (await listed(ana)).asks("played"), "she may still throw these dice"
    server.world.advance(86_400)
    assert not (await listed(david)).asks("played"), "a daily is its player's own"
    panel = await listed(ana)
    assert chloe.mention in panel.text
    assert "Only managers see dailies here" in panel.text
    await panel.do("played")
    await panel.do("games void")
    await panel.do(next(do for do in panel.does if do.startswith("games void") and do.endswith(" yes")))
    (deed,), _ = await server.services.hand.deeds(server.guild)
    assert deed.user == int(chloe.id)
    log = PrivateMessage(ana, await server.press(ana, (await evening.lobby("chloe")).board, "hand log 0 tab"))
    assert f"{ana.mention} voided a result · Daily of {words('en').day(days.day_begins(day))}: " in log.text
    assert f" · {chloe.mention} · `" in log.text


async def test_the_file_of_the_log_is_written_beside_the_event_loop(
    evening: Any, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of lines, each with pages of settings in words, take seconds."""
    ana, written = server.people["manager"], list[threading.Thread]()
    board = (await evening.lobby("ben")).board
    await server.services.hand.note(server.guild, int(ana.id), Did.SEASON)

    def noted(context: Any, deed: Deed) -> Deed:
        written.append(threading.current_thread())
        return told_in_log(context, deed)

    monkeypatch.setattr("cogs.hand.told_in_log", noted)
    await server.press(ana, board, "hand file")
    await evening.settle()
    assert len(written) == 1
    assert threading.main_thread() not in written


async def test_the_host_of_the_bot_blocks_from_another_process_and_says_a_line(evening: Any, server: Server) -> None:
    david, ana = server.people["player"], server.people["manager"]
    async with open_database(evening.url) as storage:
        await storage.hand.block(Block(EVERYWHERE, int(david.id), 5, evening.now() + 60, "spam"), None)
        await storage.hand.give_notice("Back at noon")
    await evening.client.scheduler.tick()
    sentence = refusal(david, errors.Blocked(True, False, evening.now() + 60, "spam"))
    assert "spam" in sentence
    assert (await david.command("yum start")).text == sentence
    lobby = await evening.lobby("ben")
    assert "Back at noon" in described(lobby.now)
    server.world.advance(61)
    assert (await david.command("help")).text != sentence
    async with open_database(evening.url) as storage:
        await storage.hand.block(Block(server.guild, EVERYBODY, 5), None)
        await storage.hand.give_notice("")
    await evening.client.services.hand.look()
    whole = refusal(ana, errors.Blocked(True, True))
    assert (await ana.command("settings")).text == whole
    assert (await forge(ana, lobby.board, lobby.does["join"])).text == whole


@pytest.mark.parametrize("part", HOSTS_MAY)
async def test_who_lends_a_hand_ends_tournaments_rounds_and_leagues_of_others(
    evening: Any, server: Server, part: str
) -> None:
    who, chloe = server.people[part], server.people["host"]
    play = await evening.lobby("david")

    board, id = await server.tournament("chloe", "david", rounds=2, time="together 3600")
    await forge(chloe, board, f"g1:-:0:tournament start {id}")
    refused = refusal(who, errors.NotAllowed(server.roles))
    said = {name: (await server.press(who, play.board, do.format(id=id))).text for name, do in ENDS.items()}
    await evening.settle()
    on = await server.services.tournaments.on(server.guild)
    more = PrivateMessage(who, await server.press(who, play.board, f"tournament more {id}"))
    if not HOSTS_MAY[part]:
        assert set(said.values()) == {refused}
        assert [one.round for one in on] == [0]
        assert not more.asks("tournament end")
    else:
        assert refused not in said.values()
        assert on == []
    assert await server.done() == (["call off", "end round"] if HOSTS_MAY[part] and part != "host" else [])

    _, id = await server.tournament()
    await forge(chloe, play.board, f"g1:-:0:tournament beginleague {id}")
    (league,) = await server.services.leagues.of(server.guild)
    said = {}
    for name, do in LEAGUE.items():
        said[name] = (await server.press(who, play.board, do.format(id=code(league.id)))).text
    await evening.settle()
    does_it = {text == refused for name, text in said.items() if not name.endswith("?")}
    assert does_it == {not HOSTS_MAY[part]}
    assert bool(await server.services.leagues.of(server.guild)) is not HOSTS_MAY[part]


async def test_the_list_of_open_tables_leads_to_the_end_of_a_tournament(evening: Any, server: Server) -> None:
    ben, chloe = server.people["role"], server.people["host"]
    play = await evening.lobby("david")
    await chloe.command("tournament start")
    panel = PrivateMessage(ben, await server.press(ben, play.board, "hand tables 0 tab"))
    assert "Tournament: " in panel.text
    await panel.do("hand tournament")
    await panel.do("tournament end")
    await panel.do(next(do for do in panel.does if do.startswith("tournament end") and do.endswith(" sure")))
    await evening.settle()
    assert await server.services.tournaments.on(server.guild) == []
    panel = PrivateMessage(ben, await server.press(ben, play.board, "hand tables 0 tab"))
    assert "Tournament: " not in panel.text


_OWNERS = re.compile(
    r"(hand|settings)( |$)|games \{what:void|season (ask )?\{what:end|"
    r"tournament (end|endround|weekly|count|evening)( |$)"
)
"""The patterns of what only some people may."""


async def test_everything_that_only_some_may_is_in_a_matrix(evening: Any) -> None:
    """A new button of managers is tried by everybody, and so is each word of it."""
    words = {"table": "abc", "played": "abc", "player": 5, "host": 5, "other": 5, "id": "abc", "channel": 5, "role": 5}
    words |= {"entered": 5}
    texts = [
        do.format(**words) for matrix in (HELPS_WITH.values(), CHOOSES, ENDS.values(), LEAGUE.values()) for do in matrix
    ]
    routes = [pattern for known in evening.client.router._free._routes.values() for pattern, _ in known]
    owners = [pattern for pattern in routes if _OWNERS.match(pattern.text)]
    assert len(owners) >= 25, "they are found by their beginnings"
    missing = []
    for pattern in owners:
        tried = [read for text in texts if (read := pattern.read(text)) is not None]
        choices = {name: kinds.split("|") for name, kinds in re.findall(r"\{(\w+):([^}]*\|[^}]*)\}", pattern.text)}
        missing += [pattern.text] if not tried else []
        missing += [
            f"{pattern.text}: {word}"
            for name, known in choices.items()
            for word in known
            if word not in {read[name] for read in tried}
        ]
    assert missing == []


@pytest.mark.parametrize("part", MAY)
async def test_the_operator_blocks_anybody_by_the_command_line_and_no_right_on_the_server_helps(
    evening: Any, server: Server, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, hand = server.people[part], server.services.hand
    play = await evening.lobby("chloe")
    sentence = refusal(who, errors.Blocked(by_host=True, whole_server=False))
    whole = refusal(who, errors.Blocked(by_host=True, whole_server=True))
    monkeypatch.setenv("DATABASE_URL", evening.url)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)  # The log is that of the tests.

    async def typed(*words: str) -> None:
        """Do as the operator at the command line, until the running bot has learned of it."""
        done = await asyncio.to_thread(CliRunner().invoke, main, words)
        assert done.exit_code == 0, done.output
        await hand.look()

    for blocked in (("user", who.id), ("server", str(server.guild))):
        said = sentence if blocked[0] == "user" else whole
        await typed("block", *blocked)
        for do in ("join", "hand tables 0 tab", "settings page posts", f"hand lift {who.id}"):
            assert (await server.press(who, play.board, do)).text == said, do
        assert (await who.command("yum start")).text == said
        await typed("unblock", *blocked)
        assert (await who.command("help")).text != said
    assert await server.done() == [], "the log of the server is that of its managers"
