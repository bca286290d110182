"""Everybody at once over sockets: races of 5000 and Can't Stop, sides, and 25 people at one table."""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from typing import Any

import pytest

from bot.engine.types import text
from bot.games.replay import replay_lines
from bot.standin.world.model import Member
from tests.e2e.playing import PrivateMessage, of_game

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
RACES = {"5000_race": "5000 start", "cant_stop_race": "cantstop start"}
DECISIONS = ("roll", "keep", "bank", "move", "stop")
CROWD = 25


async def opened(play: Any, who: Any) -> PrivateMessage:
    """Press the button for one's own board."""
    return PrivateMessage(who, await who.press(play.board, custom_id=play.does["mine"]))


async def run(board: PrivateMessage, seed: str) -> None:
    """Press any decision until the goal."""
    chance = random.Random(seed)
    while choices := [do for do in board.does if do.startswith(DECISIONS)]:
        banks = [do for do in choices if do.startswith(("bank", "stop"))]
        assert (await board.do(chance.choice(banks if banks and chance.random() < 0.7 else choices))).updated


async def crowd(evening: Any) -> list[str]:
    """Have 25 people in the server, and return their names."""
    world = evening.standin.world
    guild = next(iter(world.guilds.values()))
    for number in range(len(world.people), CROWD):
        locale = "fr" if number % 2 else "en-US"
        one = Member(f"p{number}", str(1_100_000_000_000_000_200 + number), f"Person {number}", locale)
        world.people[one.key] = world.members[one.id] = one
        guild.members[one.id] = "2024-01-01T00:00:00+00:00"
    return list(world.people)[:CROWD]


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", RACES)
async def test_a_race_from_its_command_to_its_rematch(evening: Any, hands: Any, game: str) -> None:
    people = ("ana", "ben", "chloe")
    play = await evening.game(*people, command=RACES[game], pace="parallel")
    assert "everybody at once" in play.now["content"]
    assert "fewest turns" in hands["described"](play.now)
    boards = [await opened(play, evening.person(key)) for key in people]
    assert all(evening.person("david").message(board.id) is None for board in boards)
    for number, board in enumerate(boards):
        await run(board, f"{game} {number}")
        said = re.search(r"(?:You needed|Il t.a fallu) \*\*(\d+)\*\*", board.text)
        assert said, board.text
    await evening.settle()
    needed = {
        board.who.id: int(re.search(r"(?:needed|fallu) \*\*(\d+)\*\*", board.text)[1])  # type: ignore[index]
        for board in boards
    }
    assert "final result" in play.now["embeds"][-1]["description"]
    assert all(re.search("is told when|sera donné quand", board.text) is None for board in boards)
    shown = re.findall(r"(\S+) \*\*(\d+)\*\* turns? · <@(\d+)>", hands["described"](play.now))
    assert {user: int(turns) for _, turns, user in shown} == needed
    assert [int(turns) for _, turns, _ in shown] == sorted(needed.values())
    best = min(needed.values())
    assert {user for place, _, user in shown if place == "🥇"} == {
        user for user, turns in needed.items() if turns == best
    }

    ana = evening.person("ana")
    record = await of_game(ana, "record")
    lines = ana.world.blobs[record.message["attachments"][0]["id"]].data.decode()
    reports: list[Any] = [report for report, _ in replay_lines(lines)]
    assert [(one["ok"], one["game"], one["finished"], one["fair"]) for one in reports] == [(True, game, True, True)] * 3
    assert sorted(-one["scores"][0] for one in reports) == sorted(needed.values())
    assert (await of_game(ana, "verify")).text.startswith("✅")
    assert f"**{best}**" in (await ana.command("leaderboard", game=game, by="best")).text
    ordinary = (await ana.command("leaderboard", game=game.removesuffix("_race"))).text
    assert ana.mention not in ordinary
    rated = hands["rows"](evening.file, "SELECT DISTINCT game FROM results")
    assert rated == [(game,)]
    replayed = await play.beside("replay", ana)
    assert "Whose do you want to see?" in replayed.text
    assert (await play.do("rematch", ana)).updated
    await evening.settle()
    assert "race: everybody plays alone" in ana.messages()[-1]["embeds"][-1]["description"]


async def test_the_public_board_tells_turns_and_the_best_so_far(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", command="5000 start", pace="parallel", rules="friends")
    ana, ben = [await opened(play, evening.person(key)) for key in ("ana", "ben")]
    await run(ana, "board")
    await evening.settle()
    await hands["until"](lambda: "goal reached" in hands["described"](play.now))
    turns = re.search(r"needed \*\*(\d+)\*\*", ana.text)[1]  # type: ignore[index]
    best = f"Best so far: **{turns}** {'turn' if turns == '1' else 'turns'}, {ana.who.mention}"
    assert best in hands["described"](play.now)
    while "**1** turn" not in hands["described"](play.now):  # A turn that brings nothing shows as well.
        await ben.do(next(do for do in ben.does if do.startswith(DECISIONS)))
        await evening.settle()
        await asyncio.sleep(0.01)
    assert ben.asks("roll")
    assert "0/5,000" in hands["described"](play.now)


async def test_somebody_may_race_alone(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", command="cantstop start", pace="parallel")
    await run(await opened(play, evening.person("ana")), "alone")
    await evening.settle()
    assert re.search(r"has won the columns in \*\*\d+ turns\*\*", hands["described"](play.now))
    assert hands["rows"](evening.file, "SELECT game, kind, seats FROM results") == [("cant_stop_race", "solo", 1)]


async def test_sides_add_up_what_partners_made_alone(evening: Any, hands: Any) -> None:
    people = ("ana", "ben", "chloe", "david")
    play = await evening.game(*people, sheet="yum_classic", teams=2, pace="parallel")
    assert "Red team" in hands["described"](play.now)
    for key in people:
        await (await opened(play, evening.person(key))).finish()
    await evening.settle()
    body = hands["described"](play.now)
    sides = [int(points) for points in re.findall(r"^\S+ \*\*(\d+)\*\* points? · \S+ (?:Red|Blue)", body, re.MULTILINE)]
    own = [int(points) for points in re.findall(r"> \*\*(\d+)\*\*", body)]
    assert sides == [own[0] + own[1], own[2] + own[3]]
    table, results = await evening.table(play), evening.client.services.tables.repository.results
    counted = await results.counts(table)
    results._counts.drop(table.id)
    assert await results.counts(table) == counted, "a result tells the same after a restart"
    assert len(counted) == 4
    assert (await of_game(evening.person("ana"), "verify")).text.startswith("✅")


@pytest.mark.long
async def test_25_people_play_at_one_table(evening: Any, hands: Any) -> None:
    """Everybody presses at once: each press is one request, and the public board is drawn now and then."""
    people = await crowd(evening)
    play = await evening.lobby("ana", sheet="yum_original", pace="parallel")
    play.people |= {one.id: one for one in map(evening.person, people)}
    for key in people[1:]:
        await play.do("join", evening.person(key))
    assert "Every seat is taken" in hands["described"](play.now)
    await play.begin()
    await evening.settle()
    boards = await asyncio.gather(*(opened(play, evening.person(key)) for key in people))
    calls = evening.standin.world.calls
    before = Counter(calls)
    await asyncio.gather(*(board.turn() for board in boards))
    await evening.settle()
    spent = Counter(calls) - before
    assert spent[CALLBACK] == 2 * CROWD
    assert set(spent) == {CALLBACK, EDIT}
    assert spent[EDIT] <= CROWD
    shown = re.findall(r"`█░{5} +\d+` <@\d+>", hands["described"](play.now))
    assert len(shown) == CROWD

    tables, public = evening.client.services.tables, await evening.table(play)
    await asyncio.gather(*(fill(tables, public.id, int(board.who.id)) for board in boards))
    boards = await asyncio.gather(*(opened(play, board.who) for board in boards))
    await asyncio.gather(*(board.turn() for board in boards))
    await evening.settle()
    await hands["until"](lambda: "final result" in play.now["embeds"][-1]["description"])
    ranked = re.findall(r"^(?:🥇|🥈|🥉|\d+\\?\.).*", hands["described"](play.now), re.MULTILINE)
    assert all("\n".join(ranked).count(f"<@{board.who.id}>") == 1 for board in boards)
    assert hands["rows"](evening.file, "SELECT count(*), count(DISTINCT user_id) FROM results") == [(CROWD, CROWD)]
    await hands["until"](lambda: play.now["embeds"][0].get("image"))
    assert (await of_game(evening.person("ana"), "verify")).text.startswith("✅")


@pytest.mark.long
async def test_25_people_play_the_longest_sheet_to_its_end_by_pressing(evening: Any, hands: Any) -> None:
    people = await crowd(evening)
    play = await evening.lobby("ana", sheet="triple_yum", pace="parallel")
    play.people |= {one.id: one for one in map(evening.person, people)}
    for key in people[1:]:
        await play.do("join", evening.person(key))
    await play.begin()
    boards = await asyncio.gather(*(opened(play, evening.person(key)) for key in people))
    await asyncio.gather(*(board.finish() for board in boards))
    await hands["until"](lambda: "final result" in play.now["embeds"][-1]["description"])
    await evening.settle()
    assert hands["rows"](evening.file, "SELECT count(*) FROM results WHERE details IS NOT NULL") == [(CROWD,)]
    assert (await of_game(evening.person("ana"), "verify")).text.startswith("✅")


async def test_a_race_with_dice_of_ones_own(evening: Any, hands: Any) -> None:
    """What somebody enters counts in their race, and the race is marked as one of real dice."""
    play = await evening.game("ana", command="5000 start", pace="parallel", dice="real")
    board = await opened(play, evening.person("ana"))
    form = await board.do("type roll")
    await board.who.submit(form, line="1 1 1 1 1")
    await evening.settle()
    assert "You needed **1** turn." in board.text
    assert hands["rows"](evening.file, "SELECT game, kind, score FROM results") == [("5000_race", "real", -1)]


async def fill(tables: Any, public: Any, user: int) -> None:
    """Play on without choices, as fast as the storage takes it, to the last turn."""
    own = await tables.simultaneous.own_table(public, user)
    done, of, _ = own.game.progress(own.state, 0)
    while done < of - 1:
        own = (await tables.act(own.id, user, own.step, text(own.game.autoplay(own.state)))).after
        done, *_ = own.game.progress(own.state, 0)
