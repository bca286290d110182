"""Somebody wants a table where there is one: the refusal leads to it, and to theirs in a thread."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.engine import Level
from bot.games import CATALOGUE, ENTRIES
from bot.locales import words as words_of
from bot.standin.world import permissions as may
from bot.standin.world.model import PUBLIC_THREAD
from bot.tables.model import errors
from bot.tables.model.table import MOST_COMPUTERS, Computer, Status
from bot.tables.moves.lobbies import IDLE_SECONDS
from bot.ui.delivery.opening import IN_THREAD, StartOptions, wish, wished
from bot.ui.discord.adapter import board_link, custom_id
from tests.e2e.playing import refusal

BOXES = 12
THREADS = ("POST", "/channels/{channel_id}/threads")


def buttons(reply: Any) -> dict[str, dict[str, Any]]:
    """The buttons of an answer, by their labels."""
    return {item["label"]: item for row in reply.message.get("components", ()) for item in row["components"]}


async def live_in(evening: Any, channel: Any) -> Any:
    """The table that is live in this channel or thread."""
    return await evening.client.services.tables.repository.live_at(evening.standin.world.guild_id, int(channel.id))


@pytest.mark.parametrize("key", ["ana", "chloe"])
async def test_the_host_closes_their_own_lobby_and_opens_the_new_table_by_one_press(evening: Any, key: str) -> None:
    host = evening.person(key)
    old = await evening.table(await evening.lobby(key))
    refused = await host.command("yum start", sheet="yum_classic")
    words = words_of("fr" if key == "chloe" else "en")
    assert refused.text == " ".join((words("A table is already waiting for players here."), words("It is yours.")))
    labels = ["Go to it", "Close mine, open this", "Open this in a thread"]
    assert list(buttons(refused)) == [words(label) for label in labels]
    await host.press(refused, custom_id=buttons(refused)[words(labels[1])]["custom_id"])
    await evening.settle()
    there = await live_in(evening, evening.standin.world.find_channel("dice"))
    assert (there.game.key, there.host) == ("yum_classic", int(host.id))
    assert (await evening.client.services.tables.get(old.id)).status is Status.ENDED
    board = host.messages()[-1]
    assert int(board["id"]) == there.message, "the new board stands at the bottom of the channel"
    assert "It is yours" not in (await evening.person("ben").command("yum start")).text


@pytest.mark.parametrize("begun", [False, True])
async def test_what_others_or_a_game_would_lose_is_asked_first(evening: Any, hands: Any, begun: bool) -> None:
    """A lobby with somebody else in it, and a game, end only after a question, which leads back too."""
    ana, ben, world = evening.person("ana"), evening.person("ben"), evening.standin.world
    play = await (evening.game("ana") if begun else evening.lobby("ana", "ben"))
    old = await evening.table(play)
    refused = await ana.command("yum start", sheet="yum_classic")
    label = f"{'End' if begun else 'Close'} mine, open this"
    asked = await ana.press(refused, custom_id=buttons(refused)[label]["custom_id"])
    assert asked.updated
    assert list(buttons(asked)) == [label, "No, go back"]
    said = asked.text
    assert ("counts for nothing" if begun else "nobody can start it any more") in said
    assert not (await evening.client.services.tables.get(old.id)).over
    back = await ana.press(asked, custom_id=buttons(asked)["No, go back"]["custom_id"])
    assert "Bring down" in buttons(back)
    assert not (await evening.client.services.tables.get(old.id)).over
    assert list(buttons(await ben.command("yum start")))[1:] == ["Open mine in a thread"]
    await hands["forge"](ana, refused, buttons(asked)[label]["custom_id"])
    await evening.settle()
    assert (await live_in(evening, world.find_channel("dice"))).game.key == "yum_classic"
    assert (await evening.client.services.tables.get(old.id)).over


async def test_what_stands_there_meanwhile_is_not_ended_by_the_question_of_before(evening: Any) -> None:
    ana = evening.person("ana")
    play = await evening.game("ana")
    refused = await ana.command("yum start")
    pressed = buttons(refused)["End mine, open this"]["custom_id"]
    asked = await ana.press(refused, custom_id=pressed)
    tables = evening.client.services.tables
    await tables.end((await evening.table(play)).id, int(ana.id), manager=False)
    other = await evening.table(await evening.lobby("ana"))
    again = await ana.press(asked, custom_id=buttons(asked)["End mine, open this"]["custom_id"])
    assert again.text.startswith(refusal(ana, errors.ChannelTaken(other)))
    assert (await tables.get(other.id)).status is Status.LOBBY


async def test_nobody_ends_the_table_of_somebody_else_by_a_forged_press(evening: Any, hands: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    old = await evening.table(await evening.lobby("ana"))
    own, others = await ana.command("yum start"), await ben.command("yum start")
    pressed = buttons(own)["Close mine, open this"]["custom_id"]
    forged = await hands["forge"](ben, others, pressed)
    assert forged.text.startswith(refusal(ben, errors.ChannelTaken(old)))
    assert not (await evening.client.services.tables.get(old.id)).over


@pytest.mark.parametrize(
    ("key", "sentence", "labels"),
    [
        (
            "ben",
            "A table is already waiting for players here. Or open yours in a thread.",
            ["Go to it", "Open mine in a thread"],
        ),
        (
            "david",
            "Une table attend déjà des joueurs ici. Ou ouvre la tienne dans un fil.",
            ["Y aller", "Ouvrir la mienne dans un fil"],
        ),
    ],
)
async def test_one_press_leads_to_the_table_and_one_opens_another(
    evening: Any, key: str, sentence: str, labels: list[str]
) -> None:
    await evening.lobby("chloe")
    await evening.settle()
    world = evening.standin.world
    there = await live_in(evening, world.find_channel("dice"))
    refused = await evening.person(key).command("yum start")
    assert (refused.ephemeral, refused.text.replace("\N{NO-BREAK SPACE}", " ")) == (True, sentence)
    assert refused.text.startswith(refusal(evening.person(key), errors.ChannelTaken(there)))
    assert list(buttons(refused)) == labels
    assert buttons(refused)[labels[0]]["url"] == board_link(there)
    opened = await evening.person(key).press(refused, custom_id=buttons(refused)[labels[1]]["custom_id"])
    (thread,) = world.threads_of(world.find_channel("dice"))
    assert thread.type == PUBLIC_THREAD
    assert (opened.ephemeral, f"<#{thread.id}>" in opened.text) == (True, True)
    assert len(evening.person(key).messages(thread.id)) == 1
    announced = evening.person("ben").messages()[-1]
    assert (announced["message_reference"]["channel_id"], announced["content"]) == (thread.id, thread.name), (
        "everybody in the channel sees that there is a table, and where"
    )
    assert (await live_in(evening, thread)).host == int(evening.person(key).id)
    assert (await live_in(evening, world.find_channel("dice"))).id == there.id


async def test_the_thread_has_the_game_that_was_asked_for(evening: Any) -> None:
    """Its sheet, rules, pace, computers and their level are those of the command."""
    await evening.lobby("chloe")
    said = {"sheet": "yum_classic", "rules": "friends", "pace": "parallel"}
    refused = await evening.person("ben").command("yum start", **said, computers=2, level="champion")
    pressed = buttons(refused)["Open mine in a thread"]["custom_id"]
    await evening.person("ben").press(refused, custom_id=pressed)
    world = evening.standin.world
    (thread,) = world.threads_of(world.find_channel("dice"))
    table = await live_in(evening, thread)
    (friends,) = [preset for preset in CATALOGUE["yum_classic"].presets if preset.key == "friends"]
    assert (table.game.key, dict(table.game.options)) == ("yum_classic", friends.options)
    assert table.settings.simultaneous
    assert [one for one in table.players if isinstance(one, Computer)] == [
        Computer(1, Level.CHAMPION),
        Computer(2, Level.CHAMPION),
    ]


async def test_only_those_who_may_end_the_table_are_told_to(evening: Any) -> None:
    """Ana may, who has Manage Server; while it waits for players nobody needs to. Its host has a button for it.

    Ben may once his role is one that helps the managers.
    """
    play = await evening.lobby("chloe")
    assert "end it first" not in str((await evening.person("ana").command("yum start")).text)
    await play.begin()
    told = {key: str((await evening.person(key).command("yum start")).text) for key in ("ana", "ben", "chloe")}
    assert [key for key, text in told.items() if "end it first" in text or "termine-la" in text] == ["ana"]
    regulars = next(role for role in evening.standin.world.roles.values() if role.name == "Regulars")
    guild = int(evening.standin.world.guild.id)
    await evening.client.services.settings.choose(guild, helper_roles=(int(regulars.id),))
    assert "end it first" in str((await evening.person("ben").command("yum start")).text)


async def test_no_thread_is_offered_where_the_bot_may_make_none(evening: Any, hands: Any) -> None:
    await evening.lobby("chloe")
    world = evening.standin.world
    world.override("dice", world.bot, deny=may.CREATE_PUBLIC_THREADS)
    refused = await evening.person("ben").command("yum start")
    assert list(buttons(refused)) == ["Go to it"]


async def test_no_thread_is_offered_inside_a_thread(evening: Any) -> None:
    await evening.person("ben").command("yum start", thread=True)
    world = evening.standin.world
    (thread,) = world.threads_of(world.find_channel("dice"))
    for key, labels in {"ana": ["Go to it"], "ben": ["Go to it", "Close mine, open this"]}.items():
        assert list(buttons(await evening.person(key).command("yum start", thread.id))) == labels


async def test_the_rules_of_the_server_hold_for_the_thread_too(evening: Any, hands: Any) -> None:
    await evening.lobby("chloe")
    refused = await evening.person("ben").command("yum start")
    panel = await evening.person("ana").command("settings")
    await hands["forge"](evening.person("ana"), panel, "g1:-:0:settings ask starters", "settings set starters managers")
    again = await evening.person("ben").press(refused, custom_id=buttons(refused)["Open mine in a thread"]["custom_id"])
    assert again.text == refusal(evening.person("ben"), errors.NotStarter(()))
    assert evening.standin.world.calls[THREADS] == 0


@pytest.mark.parametrize("begun", [False, True])
async def test_an_idle_table_of_one_person_gives_way_and_goes_on(evening: Any, hands: Any, begun: bool) -> None:
    """Nobody has pressed for a quarter of an hour: somebody else's table opens, and the older one loses nothing."""
    ana, ben, world = evening.person("ana"), evening.person("ben"), evening.standin.world
    anns = await (evening.game if begun else evening.lobby)("ana")
    old = await evening.table(anns)
    board = anns.board
    world.advance(IDLE_SECONDS - 60)
    assert (await ben.command("yum start")).ephemeral
    world.advance(60)
    opened = await ben.command("yum start")
    await evening.settle()
    assert not opened.ephemeral
    assert (await live_in(evening, world.find_channel("dice"))).host == int(ben.id)
    listed = await ana.command("table")
    assert f"/{board})" in hands["described"](listed.message)
    await ana.press(board, custom_id=anns.does["roll" if begun else "start"])
    await evening.settle()
    assert (await evening.table(anns)).step == old.step + 1, "the board above the new table takes presses"
    shown = await ana.command("table")
    do = hands["does"](shown.message)
    chosen = next(value for value in do if value.startswith(f"mygames table {old.code}"))
    panel = await ana.select(shown.message["id"], chosen, custom_id=do[chosen])
    do = hands["does"](panel.message)
    await ana.press(panel, custom_id=do[next(value for value in do if value.startswith("mygames show"))])
    await evening.settle()
    assert (await evening.client.services.tables.get(old.id)).message == int(ana.messages()[-1]["id"]), (
        "Bring down posts it below the new table"
    )


async def over_and_another_open(evening: Any) -> Any:
    """A game of ana and ben that has ended, where chloe has opened a table since."""
    old = await evening.game("ana", "ben", sheet="yum_original")
    for _ in range(2 * BOXES):
        await old.throw()
        await old.mark()
    await evening.settle()
    await evening.lobby("chloe")
    await evening.settle()
    return old


async def test_a_rematch_goes_to_a_thread_where_another_table_is_in_the_way(evening: Any, hands: Any) -> None:
    """It asks the players of the game before in; whoever wants it too is led there, and no second thread comes."""
    old = await over_and_another_open(evening)
    world, ana, ben = evening.standin.world, evening.person("ana"), evening.person("ben")
    refused = await old.do("rematch", ben)
    assert list(buttons(refused)) == ["Go to it", "Open mine in a thread"]
    in_thread = buttons(refused)["Open mine in a thread"]["custom_id"]
    opened = await ben.press(refused, custom_id=in_thread)
    await evening.settle()
    (thread,) = world.threads_of(world.find_channel("dice"))
    assert (opened.ephemeral, f"<#{thread.id}>" in opened.text) == (True, True)
    (lobby,) = ana.messages(thread.id)
    assert lobby["content"] == f"**Yum original** · {ben.mention} wants a rematch! {ana.mention}"
    assert [one["id"] for one in lobby["mentions"]] == [ana.id]
    table = await live_in(evening, thread)
    assert (table.host, set(table.invited)) == (int(ben.id), {int(ana.id), int(ben.id)})
    assert sum(table.evening_wins) > 0, "the evening goes on"
    assert board_link(table) in (await ben.press(refused, custom_id=in_thread)).text
    await old.do("rematch", ana)
    await evening.settle()
    assert board_link(table) in ana.messages()[-1]["content"]
    assert [one.id for one in world.threads_of(world.find_channel("dice"))] == [thread.id]


async def test_the_thread_of_a_rematch_has_the_language_of_its_table(evening: Any, hands: Any) -> None:
    """The first game began in French, as the server had chosen then."""
    settings, guild = evening.client.services.settings, int(evening.standin.world.find_channel("dice").guild_id)
    await settings.choose(guild, language="fr")
    old = await over_and_another_open(evening)
    await settings.choose(guild, language="en")
    refused = await old.do("rematch", evening.person("ben"))
    await evening.person("ben").press(refused, custom_id=buttons(refused)["Open mine in a thread"]["custom_id"])
    await evening.settle()
    world = evening.standin.world
    assert [one.name for one in world.threads_of(world.find_channel("dice"))] == [
        "Yum original\N{NO-BREAK SPACE}: soirée de dés"
    ]


async def test_two_who_want_the_same_rematch_at_once_get_one_thread(evening: Any) -> None:
    old = await over_and_another_open(evening)
    people = [evening.person(key) for key in ("ana", "ben")]
    refused = [await old.do("rematch", person) for person in people]
    ids = [buttons(one)["Open mine in a thread"]["custom_id"] for one in refused]
    pairs = zip(people, refused, ids, strict=True)
    await asyncio.gather(*(person.press(one, custom_id=id) for person, one, id in pairs))
    await evening.settle()
    world = evening.standin.world
    (thread,) = world.threads_of(world.find_channel("dice"))
    assert len(people[0].messages(thread.id)) == 1


async def test_only_who_played_opens_the_rematch_in_a_thread(evening: Any, hands: Any) -> None:
    old = await over_and_another_open(evening)
    refused = await old.do("rematch", evening.person("ben"))
    pressed = buttons(refused)["Open mine in a thread"]["custom_id"]
    own = await evening.person("chloe").command("yum start")
    forged = await hands["forge"](evening.person("chloe"), own, pressed)
    assert forged.text == refusal(evening.person("chloe"), errors.NotSeated())
    assert evening.standin.world.calls[THREADS] == 0


@pytest.mark.parametrize("wanted", ["rematch", "start"])
async def test_a_thread_that_discord_refuses_is_told(evening: Any, wanted: str) -> None:
    old = await over_and_another_open(evening)
    ben = evening.person("ben")
    refused = await (old.do("rematch", ben) if wanted == "rematch" else ben.command("yum start"))
    evening.standin.world.faults.fail(*THREADS, times=5)
    told = await ben.press(refused, custom_id=buttons(refused)["Open mine in a thread"]["custom_id"])
    assert "could not open a thread" in told.text


@pytest.mark.parametrize(
    "said",
    [
        "thread chess  0 0 regular ",
        "thread yams  0 8 regular ",
        "thread yams  0 999999 regular ",
        "thread yams chess 0 0 regular ",
        "thread yams  0 0 regular luck",
    ],
)
async def test_a_forged_wish_opens_nothing(evening: Any, hands: Any, said: str) -> None:
    await evening.lobby("chloe")
    refused = await evening.person("ben").command("yum start")
    forged = await hands["forge"](evening.person("ben"), refused, f"g1:-:0:{said}")
    assert forged.text == refusal(evening.person("ben"), errors.NoSuchChoice())
    assert evening.standin.world.calls[THREADS] == 0


async def test_a_table_without_a_seat_for_each_computer_makes_no_thread(evening: Any) -> None:
    """Can't Stop has four seats."""
    ben = evening.person("ben")
    told = await ben.command("cantstop start", computers=4, thread=True)
    assert told.text == refusal(ben, errors.NoSeatForComputer())
    assert evening.standin.world.calls[THREADS] == 0


async def test_a_table_without_a_seat_for_each_computer_ends_none(evening: Any, hands: Any) -> None:
    """It is refused at once; the button of an older message, which says so too late, ends nothing either."""
    ana = evening.person("ana")
    old = await evening.table(await evening.game("ana", "ben"))
    wishes = StartOptions(computers=wished("cant_stop", "", 0, 5, "regular", "").computers, instead=old.id, sure=True)
    told = await ana.command("cantstop start", computers=5)
    pressed = await hands["forge"](ana, await ana.command("yum start"), custom_id(None, 0, wish("cant_stop", wishes)))
    assert [one.text for one in (told, pressed)] == [refusal(ana, errors.NoSeatForComputer())] * 2
    assert buttons(told) == {}
    assert not (await evening.client.services.tables.get(old.id)).over


async def test_an_idle_table_gives_way_to_none_that_cannot_open(evening: Any) -> None:
    old = await evening.table(await evening.lobby("ana"))
    evening.standin.world.advance(IDLE_SECONDS)
    await evening.person("ben").command("cantstop start", computers=5)
    assert not (await evening.client.services.tables.get(old.id)).gave_way


@pytest.mark.parametrize("game", [game for entry in ENTRIES.values() for one in entry.commands for game in one.games])
def test_the_longest_wish_fits_into_a_button_and_comes_back_whole(game: str) -> None:
    longest = StartOptions(
        rules=max((preset.key for preset in CATALOGUE[game].presets), key=len),
        seats=25,
        simultaneous=True,
        thread=True,
        computers=tuple(Computer(number, Level.CHAMPION) for number in range(1, MOST_COMPUTERS + 1)),
    )
    do = wish(game, longest)
    custom_id(None, 0, do)
    words = IN_THREAD.read(do)
    assert words is not None
    assert wished(**words, thread=True) == longest  # type: ignore[arg-type]
