"""What needs nobody else, where the bot is a guest: in its direct messages, and as private answers elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from bot.standin.world.errors import Refused
from bot.thinker.answers import NobodyKnows
from tests.e2e.anywhere.conftest import PLACES, finish, opened
from tests.e2e.playing import PrivateMessage, rows

pytestmark = pytest.mark.usefixtures("no_channel_route")

PANELS = ("daily", "puzzle", "train", "rules", "games", "stats", "preferences", "table", "leaderboard", "help")


@pytest.mark.parametrize("place", PLACES)
async def test_panels_open_for_one_person_everywhere(guests: Any, place: str) -> None:
    for command in PANELS:
        options = {"game": "yum_classic"} if command == "rules" else {}
        outcome = await guests.person("ana").command(command, place, **options)
        assert not outcome.failed, command
        assert outcome.ephemeral, command
        assert outcome.text, command


async def _nobody_knows(*_: Any, **__: Any) -> Any:
    raise NobodyKnows


async def test_a_game_alone_in_direct_messages_to_its_end(guests: Any) -> None:
    ana = guests.person("ana")
    guests.client.services.tables.thinker.review = _nobody_knows
    play = await opened(guests, "ana", "ana-bot")
    assert "join" not in play.does
    await play.do("start", ana)
    await finish(play)
    await guests.settle()
    table = await guests.table(play)
    assert table.over
    assert table.guild == -int(ana.id)
    assert "result.png" in str(play.now["embeds"])
    shown = PrivateMessage(ana, await play.do("review", ana))
    assert shown.text
    assert "1" in (await ana.command("stats", "ana-bot")).text
    games = PrivateMessage(ana, await ana.command("games", "ana-bot"))
    assert games.does
    await play.do("rematch", ana)
    await guests.settle()


async def test_a_game_against_a_computer_in_direct_messages(guests: Any, guessing: Any) -> None:
    ana = guests.person("ana")
    play = await opened(guests, "ana", "ana-bot", computers=1)
    await play.do("start", ana)
    await guests.settle()
    while not (await guests.table(play)).over:
        await play.throw()
        await play.mark()
        await guests.settle()
    assert {"rematch", "review"} <= set(play.does)


@pytest.mark.parametrize("place", PLACES[1:])
async def test_a_game_that_nobody_else_sees(guests: Any, guessing: Any, place: str) -> None:
    ana = guests.person("ana")
    screen = PrivateMessage(ana, await ana.command("help", place))
    mine = PrivateMessage(ana, await screen.do("solo yum_classic"))
    assert "join" not in mine.does
    await mine.do("computers add regular")
    await mine.do("start")
    await guests.settle()
    for _ in range(13):
        await mine.turn()
        await guests.settle()
    assert "rematch" in mine.does
    await mine.do("rematch")
    await guests.settle()
    assert guests.person("chloe").messages(place) == []


@pytest.mark.parametrize("place", PLACES)
async def test_the_daily_is_the_persons_own(guests: Any, place: str) -> None:
    ana = guests.person("ana")
    daily = PrivateMessage(ana, await ana.command("daily", place))
    await daily.do("daily play")
    await daily.do("roll")
    again = PrivateMessage(ana, await ana.command("daily", "ana-bot"))
    assert again.asks("mark") or again.asks("keep") or again.asks("daily play")
    ((guild,),) = rows(guests.file, "SELECT DISTINCT guild FROM tables")
    assert guild == -int(ana.id)


@pytest.mark.parametrize("place", PLACES)
async def test_a_puzzle_and_training(guests: Any, place: str) -> None:
    ana = guests.person("ana")
    puzzle = PrivateMessage(ana, await ana.command("puzzle", place))
    await puzzle.do("puzzle")
    training = PrivateMessage(ana, await ana.command("train", place))
    assert training.text
    assert guests.person("chloe").messages("Group") == guests.person("chloe").messages("hall") == []


SERVERS_ONLY = {"settings", "tournament"}


async def test_commands_say_at_discord_where_they_work(guests: Any) -> None:
    """Documented: contexts 0 guild, 1 the bot's direct messages, 2 other conversations; installs 0 guild, 1 person."""
    for entry in guests.standin.world.commands.values():
        found = (set(entry["contexts"]), set(entry["integration_types"]))
        assert found == (({0}, {0}) if entry["name"] in SERVERS_ONLY else ({0, 1, 2}, {0, 1})), entry["name"]
    for place in PLACES:
        for command in ("settings", "tournament create"):
            with pytest.raises(Refused):
                await guests.person("ana").command(command, place)
