"""Every game against computers, from the first throw to the result, in turns; sides and matches too."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.engine import Level
from bot.engine.dice import ScriptedDice
from bot.engine.gate import JournalEntry, legal, replay_entry
from bot.engine.gate import play as played
from bot.engine.types import text
from bot.tables.model.table import Computer, ComputerPace, Status
from bot.tables.records.leaderboards import LeaderboardQuery
from bot.thinker.answers import GameReview, SeatSummary, ThinkingFailed, ThrowLuck
from tests.e2e.playing import described, rows
from tests.openings import IN_TURNS, start_of


async def to_the_end(evening: Any, play: Any, seed: int) -> Any:
    """Let Ana choose anything legal until the game is over; return the table then."""
    tables, ana, chance = evening.client.services.tables, int(evening.person("ana").id), Random(seed)
    await tables.change_settings((await evening.table(play)).id, ana, computer_pace=ComputerPace.AT_ONCE)
    await play.begin()
    await evening.settle()
    table = await evening.table(play)
    while table.status is Status.PLAYING:
        assert table.turn_player == ana, "the computers have stopped"
        legal = table.game.legal_actions(table.state)
        await tables.act(table.id, ana, table.step, text(chance.choice(legal)))
        await evening.settle()
        table = await tables.get(table.id)
    return table


async def board(evening: Any, user: int) -> Any:
    """The players who have won most at this server's tables of several."""
    query = LeaderboardQuery(int(evening.standin.world.guild_id), "all", "together", "yum_classic", "", "games")
    return await evening.client.services.leaderboards.page(query, user)


async def test_a_server_may_count_games_with_computers_from_now_on(guessing: Any, seed: int) -> None:
    ana, services = int(guessing.person("ana").id), guessing.client.services
    play = await guessing.lobby("ana", sheet="yum_classic", computers=2)
    await to_the_end(guessing, play, seed)
    assert (await board(guessing, ana)).total == 0
    await services.settings.choose(int(guessing.standin.world.guild_id), count_computers=True)
    play = await guessing.lobby("ana", sheet="yum_classic", computers=2)
    await to_the_end(guessing, play, seed)
    (line,) = (await board(guessing, ana)).lines
    assert (line.user, line.counts.games) == (ana, 1)
    assert rows(guessing.file, "SELECT kind, to_rate FROM results ORDER BY number") == [
        ("computer", 0),
        ("together", 0),
    ]
    (against,) = await services.profiles.against_computers(int(guessing.standin.world.guild_id), ana)
    assert (against.user, against.games) == (Computer(1, Level.REGULAR), 4)


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", IN_TURNS)
async def test_a_whole_game_of(guessing: Any, key: str, seed: int) -> None:
    play = await guessing.lobby("ana", computers=1, **start_of(key))
    table = await to_the_end(guessing, play, seed)
    assert table.status is Status.FINISHED
    assert await guessing.client.services.tables.history.verify(table.id)
    assert "🦁 Pichet" in f"{play.now['content']}{described(play.now)}"
    stored = rows(guessing.file, "SELECT kind, user_id, to_rate FROM results")
    assert stored == [("computer", int(guessing.person("ana").id), 0)]


async def test_a_result_that_a_computer_brought_about_tells_what_its_review_knows(guessing: Any) -> None:
    """By the token of the last press on the board: it ended no game, but the board is its answer."""

    async def review(*_: Any) -> GameReview:
        seat = SeatSummary(180.0, 20.0, 10.0, 0.0, 190.0, {}, (), (ThrowLuck(0, 20.0),))
        return GameReview("points", "exact", (seat, seat))

    guessing.client.presenter.reconciler.patience = 3600.0
    tables, ana = guessing.client.services.tables, int(guessing.person("ana").id)
    tables.thinker.review = review
    players: tuple[Any, ...] = ()
    while players[:1] != (ana,):  # Until she begins, so that the computer ends the game.
        play = await guessing.lobby("ana", sheet="yum_original", computers=1)
        await tables.change_settings((await guessing.table(play)).id, ana, computer_pace=ComputerPace.AT_ONCE)
        await play.begin()
        await guessing.settle()
        players = (await guessing.table(play)).players
        while any(do.startswith(("roll", "mark")) for do in play.does):
            await play.throw()
            await play.mark()
            await guessing.settle()
    assert "Luckiest" not in described(play.now)
    await play.do("review", guessing.person("ana"))
    await guessing.settle()
    assert "Luckiest" in described(play.now)


async def test_partners_may_be_computers_and_a_match_has_several_games(guessing: Any, seed: int) -> None:
    play = await guessing.lobby("ana", sheet="asian_yum", teams=2, games=2, computers=3)
    table = await to_the_end(guessing, play, seed)
    assert table.status is Status.FINISHED
    assert table.game.games_before(table.state) >= 1
    assert len(table.computers) == 3


async def test_where_thinking_fails_a_computer_writes_what_pays_most_at_once(guessing: Any, seed: int) -> None:
    async def broken(*about: Any, **more: Any) -> str:
        raise ThinkingFailed("nobody is there")

    guessing.client.services.tables.thinker.choose = broken
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
    table = await to_the_end(guessing, play, seed)
    assert table.status is Status.FINISHED
    computer = 1 - table.seat_of(int(guessing.person("ana").id))
    game, state = table.game, table.game.new(len(table.players))
    written = 0
    for move in (await guessing.client.services.tables.history.record(table.id))["moves"]:
        entry = JournalEntry(move["seat"], move["do"], tuple(map(tuple, move.get("dice", ()))))
        after = replay_entry(game, state, entry)
        if entry.seat == computer and state.dice:
            boxes = [do for do in legal(game, state) if do.startswith(("mark", "strike"))]
            filled = [played(game, state, entry.seat, do, ScriptedDice(())).state for do in boxes]
            assert entry.do in boxes
            assert game.scores(after)[computer] == max(game.scores(one)[computer] for one in filled)
            written += 1
        state = after
    assert written == len(game.layout.boxes)
