"""The bot joins a server and says hello once, where it may; help and about are one press away."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from bot import __version__
from bot.games import CATALOGUE
from bot.locales import words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.server.help import ABOUT, PAGES, TOPICS, welcome_screen
from bot.standin.world import payloads
from bot.standin.world import permissions as may
from bot.tables.model import errors
from bot.tables.model.choices import GuildChoices
from bot.tables.model.days import day_of
from bot.ui.discord.permissions import PERMISSIONS
from tests.e2e.playing import PrivateMessage, open_panel, pressable, refusal

HELLO = "Hello! I am Gobelet."


def invited(world: Any, *channels: str, locale: str = "en-US", deny: dict[str, int] | None = None) -> Any:
    """A server with these text channels, the first of them for system messages, which the bot joins now."""
    guild = world.add_guild("Le Club", *channels, locale=locale, with_bot=False)
    for name, denied in (deny or {}).items():
        world.override(name, world.bot, deny=denied)
    world.add_bot(guild)
    return guild


def announced(world: Any, guild: Any, *, joined: bool) -> None:
    """Discord announces the server to the bot once more, as one it comes back to or as one it has joined."""
    told = payloads.guild_create(world, guild, with_members=False, joined=joined)
    world.dispatch("GUILD_CREATE", told | {"guild_id": guild.id})


def away(world: Any, guild: Any) -> None:
    """Discord says that the server is down."""
    world.dispatch("GUILD_DELETE", {"id": guild.id, "guild_id": guild.id, "unavailable": True})


def greetings(world: Any) -> list[Any]:
    """The messages that say hello, in either language."""
    hello = {words(language)(HELLO) for language in ("en", "fr")}
    return [one for one in world.messages.values() if any(part.get("title") in hello for part in one.data["embeds"])]


def asked_for_zone(hello: Any) -> Any:
    """The menu of time zones on the hello."""
    [asked] = [one for row in hello.data["components"] for one in row["components"] if "options" in one]
    return asked


def earlier(buttons: dict[str, str], do: str) -> str:
    """The custom_id that ``do`` had on the hello of an earlier version, which had more buttons."""
    return buttons["play"].removesuffix("play") + do


async def heard(evening: Any) -> None:
    """Wait until the bot has done what follows all events: it answers a command that came after them."""
    await evening.person("ben").command("help")
    while doing := [one for one in asyncio.all_tasks() if one.get_name().startswith("discord.py: on_")]:
        await asyncio.wait(doing)


@pytest.fixture
def world(evening: Any) -> Any:
    return evening.standin.world


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("fr", "fr"), ("de", "en")])
async def test_a_welcome_in_the_servers_language(
    evening: Any, world: Any, hands: Any, locale: str, language: str
) -> None:
    invited(world, "parlour", locale=locale)
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    assert hello.data["embeds"][0]["title"] == words(language)(HELLO)
    assert pressable(world, "daily") in hands["described"](hello.data)
    assert hello.channel.name == "parlour"
    assert hello.reader is None


async def test_the_language_chosen_before_the_bot_was_removed_still_holds(evening: Any, world: Any, hands: Any) -> None:
    guild = world.add_guild("Le Club", "hall", with_bot=False)
    await evening.client.services.settings.choose(int(guild.id), language="fr")
    world.add_bot(guild)
    await hands["until"](lambda: greetings(world))
    assert greetings(world)[0].data["embeds"][0]["title"] == words("fr")(HELLO)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("system", "denied", "where"),
    [
        ("bar", {}, "bar"),
        (None, {}, "hall"),
        ("bar", {"bar": may.VIEW_CHANNEL}, "hall"),
        ("bar", {"bar": may.SEND_MESSAGES, "hall": may.SEND_MESSAGES}, "attic"),
        ("hall", {"hall": may.EMBED_LINKS, "bar": may.EMBED_LINKS}, "attic"),
    ],
)
async def test_it_speaks_where_it_may(
    evening: Any, world: Any, hands: Any, system: str | None, denied: dict[str, int], where: str
) -> None:
    guild = world.add_guild("Le Club", "hall", "bar", "attic", with_bot=False)
    guild.greets = system and world.find_channel(system).id
    for name, bits in denied.items():
        world.override(name, world.bot, deny=bits)
    world.add_bot(guild)
    await hands["until"](lambda: greetings(world))
    await heard(evening)
    assert [one.channel.name for one in greetings(world)] == [where]


@pytest.mark.parametrize("how", [{"status": 429, "retry_after": 3600}, {"status": 503}, {"status": 403, "code": 50013}])
async def test_a_greeting_that_discord_does_not_take(
    evening: Any, world: Any, complaints: Any, how: dict[str, Any]
) -> None:
    world.faults.fail("POST", "/channels/{channel_id}/messages", **how)
    invited(world, "entrance")
    await heard(evening)
    assert (greetings(world), complaints()) == ([], [])


async def test_silence_where_it_may_speak_nowhere(evening: Any, world: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "cogs.welcome")
    invited(world, "hall", "bar", deny={"hall": may.SEND_MESSAGES, "bar": may.VIEW_CHANNEL})
    await heard(evening)
    assert greetings(world) == []
    assert "may speak nowhere" in caplog.text


@pytest.mark.parametrize("joined", [False, True])
async def test_a_server_is_greeted_once_whatever_outages_follow(
    evening: Any, world: Any, hands: Any, joined: bool
) -> None:
    guild = invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    away(world, guild)
    announced(world, guild, joined=joined)
    await heard(evening)
    assert len(greetings(world)) == 1


@pytest.mark.parametrize("joined", [False, True])
async def test_an_old_server_that_was_away_is_not_greeted(evening: Any, world: Any, joined: bool) -> None:
    away(world, world.guild)
    announced(world, world.guild, joined=joined)
    await heard(evening)
    assert greetings(world) == []


async def test_a_restart_greets_nobody(quiet_evening: Any) -> None:
    world = quiet_evening.standin.world
    world.add_guild("Le Club", "hall")
    for _ in range(2):
        async with quiet_evening.running():
            await heard(quiet_evening)
    assert greetings(world) == []


async def test_invited_again_it_says_hello_again(evening: Any, world: Any, hands: Any) -> None:
    guild = invited(world, "hall")
    await hands["until"](lambda: len(greetings(world)) == 1)
    world.remove_bot(guild)
    world.advance(1)
    world.add_bot(guild)
    await hands["until"](lambda: len(greetings(world)) == 2)


async def test_the_buttons_of_the_welcome_answer_privately_in_the_readers_language(
    evening: Any, world: Any, hands: Any
) -> None:
    invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    buttons = hands["does"](hello.data)
    shown = [do for do in buttons if not do.startswith("hello zone ")]
    assert shown == ["play", "settings", "hello language fr"]
    for key, language in (("ben", "en"), ("david", "fr")):
        shown = await hands["forge"](evening.person(key), hello.id, earlier(buttons, "help play"))
        assert shown.ephemeral
        t = words(language)
        assert shown.message["embeds"][0]["title"] == t("Help: {topic}", topic=t("Play a game"))
        guided = PrivateMessage(evening.person(key), shown)
        await guided.do("guide yum_classic 0 show")
        assert "**1 " in guided.text, "the first lesson stands in its place"
        guided = PrivateMessage(
            evening.person(key), await evening.person(key).press(hello.id, custom_id=buttons["play"])
        )
        await guided.do("guide yum_classic 0 show")
        assert words(language)("**{number} of {count}** · {said}", number=1, count=7, said="") in guided.text
    about = await hands["forge"](evening.person("ben"), hello.id, earlier(buttons, "about"))
    assert about.ephemeral
    assert "Embed Links" in str(about.message["embeds"])
    assert hello.data["embeds"][0]["title"] == HELLO


@pytest.mark.parametrize(("key", "title"), [("ben", "Play"), ("david", "Jouer")])
async def test_play_on_the_hello_offers_every_game_and_opens_its_lobby_there(
    evening: Any, world: Any, hands: Any, key: str, title: str
) -> None:
    """The menu is private, in the reader's language; the lobby is public, in the channel of the hello."""
    guild = invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    offered = await evening.person(key).press(hello.id, custom_id=hands["does"](hello.data)["play"])
    assert offered.ephemeral
    assert offered.message["embeds"][0]["title"] == title
    menu = hands["does"](offered.message)
    games = {f"open {game}" for game in CATALOGUE if not game.endswith("_race")}
    assert menu.keys() == {*games, "guide yum_classic 0 show"}
    await evening.person(key).select(offered, "open yamslam", custom_id=menu["open yamslam"])
    await evening.settle()
    board = evening.person(key).messages(hello.channel.id)[-1]
    assert "join" in hands["does"](board)
    assert "message_reference" not in board, "others cannot see the menu that was pressed"
    table = await evening.client.services.tables.repository.live_at(int(guild.id), int(hello.channel.id))
    assert (table.game.key, table.host) == ("yamslam", int(evening.person(key).id))


async def test_language_and_time_zone_are_chosen_on_the_hello_and_changed_there(
    evening: Any, world: Any, hands: Any
) -> None:
    """Only people with Manage Server choose. The hello speaks the chosen language and says which zone it heard."""
    guild = invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    fr, ben, david = words("fr"), evening.person("ben"), evening.person("david")
    button = hands["does"](hello.data)["hello language fr"]
    refused = await david.press(hello.id, custom_id=button)
    assert refused.ephemeral
    assert refused.text.startswith(refusal(david, errors.NotManager()))
    own = hands["does"](david.message(refused))
    assert list(own) == ["preferences set language fr"], "one press, for themselves"
    saved = await david.press(refused, custom_id=own["preferences set language fr"])
    assert "Ma langue\N{NO-BREAK SPACE}: **Français**" in saved.text
    assert (await evening.client.services.preferences.of(int(david.id))).language == "fr"
    assert (await evening.client.services.settings.of(int(guild.id))).language is None
    world.set_role(world.roles[guild.id], may.MEMBER_DEFAULT | may.MANAGE_GUILD)
    assert (await ben.press(hello.id, custom_id=button)).updated
    assert hello.data["embeds"][0]["title"] == fr(HELLO)
    menu = hands["does"](hello.data)["hello zone America/Toronto"]
    assert (await ben.select(hello.id, "hello zone America/Toronto", custom_id=menu)).updated
    chosen = await evening.client.services.settings.of(int(guild.id))
    assert (chosen.language, chosen.zone) == ("fr", "America/Toronto")
    assert hello.data["embeds"][0]["title"] == fr(HELLO)
    assert fr("Québec, Ontario, New York") in asked_for_zone(hello)["placeholder"]
    assert (await ben.press(hello.id, custom_id=hands["does"](hello.data)["hello language en"])).updated
    assert hello.data["embeds"][0]["title"] == HELLO
    assert asked_for_zone(hello)["placeholder"] == "Time zone: Québec, Ontario, New York"
    own = hands["does"](hello.data)["hello zone type"]
    for text, said in (("Lima", "America/Lima"), ("Gotham", "America/Lima")):
        answer = await ben.submit(await ben.select(hello.id, "hello zone type", custom_id=own), line=text)
        assert answer.updated == (text == "Lima")
        assert asked_for_zone(hello)["placeholder"] == f"Time zone: {said}"
    await ben.press(hello.id, custom_id=button)
    world.set_role(world.roles[guild.id], may.MEMBER_DEFAULT)
    late = await hands["forge"](ben, hello.id, menu, "hello zone Europe/Paris")
    assert late.text == refusal(ben, errors.NotManager())


async def test_the_hello_says_from_when_a_zone_counts_and_takes_another(evening: Any, world: Any, hands: Any) -> None:
    """Until the day ends, midnight is where it was: nothing on the hello calls the new zone in force."""
    guild = invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    world.set_role(world.roles[guild.id], may.MEMBER_DEFAULT | may.MANAGE_GUILD)
    ben = evening.person("ben")
    for zone, name in (("Europe/Paris", "France, Belgium, Switzerland, Germany"), ("Pacific/Tahiti", "Tahiti")):
        menu = hands["does"](hello.data)[f"hello zone {zone}"]
        assert (await ben.select(hello.id, f"hello zone {zone}", custom_id=menu)).updated
        chosen = await evening.client.services.settings.of(int(guild.id))
        assert chosen.zone == zone
        assert "In force now" not in str(hello.data)
        asked = asked_for_zone(hello)
        assert asked["placeholder"] == f"Time zone: {name}"
        assert [one["value"] for one in asked["options"] if one.get("description") == "From the next day on"] == [
            f"hello zone {zone}"
        ]


def test_a_zone_that_counts_already_is_called_in_force() -> None:
    context, zone = RenderContext(words("en"), PLAIN_GLYPHS), "America/Toronto"
    chosen = GuildChoices(zone=zone, zone_from=1_000_000_000, zone_day=day_of(1_000_000_000, zone))
    assert "In force now" in str(welcome_screen(context, chosen, 1_000_000_000 + 3 * 86_400).rows)
    assert "In force now" not in str(welcome_screen(context, chosen, 1_000_000_000 - 60).rows)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "*"])
async def test_the_hello_takes_no_zone_it_does_not_offer(evening: Any, world: Any, hands: Any, zone: str) -> None:
    guild = invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    world.set_role(world.roles[guild.id], may.MEMBER_DEFAULT | may.MANAGE_GUILD)
    ben = evening.person("ben")
    menu = hands["does"](hello.data)["hello zone Etc/UTC"]
    assert (await hands["forge"](ben, hello.id, menu, f"hello zone {zone}")).text == refusal(ben, errors.NoSuchChoice())


async def test_its_button_opens_the_settings_for_those_who_may_change_them(
    evening: Any, world: Any, hands: Any
) -> None:
    guild = invited(world, "hall")
    await hands["until"](lambda: greetings(world))
    (hello,) = greetings(world)
    button = hands["does"](hello.data)["settings"]
    for key in ("ben", "david"):
        refused = await evening.person(key).press(hello.id, custom_id=button)
        assert refused.ephemeral
        assert refused.text == refusal(evening.person(key), errors.NotManager())
    world.set_role(world.roles[guild.id], may.MEMBER_DEFAULT | may.MANAGE_GUILD)
    opened = await evening.person("ben").press(hello.id, custom_id=button)
    assert opened.ephemeral
    assert any(do.startswith("settings page") for do in hands["does"](opened.message))


@pytest.mark.parametrize("key", ["ana", "david"])
async def test_help_turns_from_page_to_page_in_one_message(evening: Any, hands: Any, key: str) -> None:
    who, t = evening.person(key), words("fr" if key == "david" else "en")
    first = await who.command("help", topic="daily")
    assert first.ephemeral
    message = first.message["id"]
    assert first.message["embeds"][0]["title"] == t("Help: {topic}", topic=t(TOPICS["daily"][0]))
    menu = hands["does"](first.message)
    pages = {topic: label for topic, label in PAGES.items() if f"help {topic}" in menu}
    assert PAGES.keys() - pages.keys() == ({"server"} if key == "david" else set()), "he may not change settings"
    for topic, label in pages.items():
        turned = await who.select(message, f"help {topic}", custom_id=menu[f"help {topic}"])
        assert turned.updated
        now = evening.standin.world.messages[message].data
        title = t("Gobelet {version}", version=__version__) if topic == ABOUT else t("Help: {topic}", topic=t(label))
        assert now["embeds"][0]["title"] == title
        assert {"preferences", "privacy show"} <= set(hands["does"](now))


async def test_only_who_may_change_them_is_offered_settings_in_the_help(evening: Any, hands: Any) -> None:
    """Somebody else who looks for them reads who may."""
    for key, may_change in (("ana", True), ("ben", False)):
        who = evening.person(key)
        for topic in ("play", "about", "fair"):
            shown = await who.command("help", topic=topic)
            assert ("help server" in hands["does"](shown.message)) == may_change, topic
        offered = [choice["value"] for choice in (await who.complete("help", "topic", "")).choices]
        assert ("server" in offered) == may_change
        page = await who.command("help", topic="settings for")
        assert "is one panel, for people with Manage Server" in page.text
        assert ("settings" in hands["does"](page.message)) == may_change


async def test_the_lesson_of_the_help_goes_by_what_its_reader_has_done_themselves(evening: Any, hands: Any) -> None:
    """The best known game that is new to them and on here; once none is, the best known."""
    ben, preferences = int(evening.person("ben").id), evening.client.services.preferences

    async def lesson(key: str) -> str:
        page = await evening.person(key).command("help")
        return next(do for do in hands["does"](page.message) if do.startswith("guide "))

    assert await lesson("ben") == "guide yum_classic 0 show"
    await preferences.choose(ben, guided=("yum_classic",))
    assert await lesson("ben") == "guide 5000 0 show"
    await evening.client.services.settings.choose(int(evening.standin.world.guild_id), switched_off={"0": ("5000",)})
    assert await lesson("ben") == "guide cant_stop 0 show"
    await preferences.choose(ben, guided=tuple(CATALOGUE))
    assert await lesson("ben") == await lesson("ana") == "guide yum_classic 0 show"


async def test_who_types_a_word_of_their_own_is_offered_the_page_about_it(evening: Any) -> None:
    david, t = evening.person("david"), words("fr")
    offered = (await david.complete("help", "topic", "aveugle")).choices
    assert [(choice["name"], choice["value"]) for choice in offered] == [(t(PAGES["me"]), "me")]
    assert len((await david.complete("help", "topic", "")).choices) == len(PAGES) - 1, "without settings"
    shown = await david.command("help", topic="tricher")
    assert shown.message["embeds"][0]["title"] == t("Help: {topic}", topic=t(PAGES["fair"]))


@pytest.mark.parametrize("game", ["cant_stop", "yams"])
async def test_a_game_begins_from_the_first_page_of_help(evening: Any, hands: Any, game: str) -> None:
    ben = evening.person("ben")
    page = await ben.command("help")
    menu = hands["does"](page.message)[f"open {game}"]
    await ben.select(page, f"open {game}", custom_id=menu)
    tables = evening.client.services.tables
    table = await tables.repository.live_at(
        evening.standin.world.guild_id, int(evening.standin.world.find_channel("dice").id)
    )
    assert (table.game.key, table.host) == (game, int(ben.id))
    await evening.settle()  # The refusal links to the board once its row names the message.
    assert "join" in hands["does"](ben.messages()[-1])
    table = await tables.repository.load(table.id)
    again = await ben.select(page, f"open {game}", custom_id=menu)
    assert again.ephemeral
    assert again.text.startswith(refusal(ben, errors.ChannelTaken(table)))


async def test_the_buttons_of_a_page_of_help_open_what_it_tells_of(evening: Any, hands: Any) -> None:
    ana = evening.person("ana")
    for topic, label, title in (
        ("play", "Rules", "Rules of Yum Classic"),
        ("tables", "My tables", "Tables"),
        ("daily", "Play the daily", "Daily of "),
        ("puzzles", "Solve the puzzle", "Puzzle of "),
        ("server", "Settings", "Settings of this server"),
        ("fair", "How it works", "Help: How fair dice work"),
        ("proof", "How it works", "Help: How fair dice work"),
    ):
        opened = await ana.press(await ana.command("help", topic=topic), label)
        assert opened.ephemeral or opened.updated
        assert opened.text.startswith(title)
    elsewhere = await ana.command("help", topic="elsewhere")
    links = [one["url"] for row in elsewhere.message["components"] for one in row["components"] if "url" in one]
    assert ["integration_type=1" in link for link in links] == [True, False]


async def test_help_opens_no_game_for_who_may_not_start_one(evening: Any, hands: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    panel = await ana.command("settings")
    await hands["forge"](ana, panel, "g1:-:0:settings ask starters", "settings set starters managers")
    page = await ben.command("help")
    menu = hands["does"](page.message)["open yams"]
    refused = await ben.select(page, "open yams", custom_id=menu)
    assert refused.text == refusal(ben, errors.NotStarter(()))


@pytest.mark.parametrize("key", ["*", "chess"])
async def test_help_opens_no_game_there_is_not(evening: Any, hands: Any, key: str) -> None:
    ben = evening.person("ben")
    page = await ben.command("help")
    refused = await hands["forge"](ben, page, hands["does"](page.message)["open yams"], f"open {key}")
    assert refused.ephemeral
    assert "not possible now" in refused.text


async def test_every_start_command_describes_its_game(evening: Any) -> None:
    groups = {one["name"]: one for one in evening.standin.world.commands.values()}
    names = ("yum", "yams", "yamslam", "421", "5000", "ambition", "cantstop")
    starts = {name: next(one for one in groups[name]["options"] if one["name"] == "start") for name in names}
    assert len({start["description"] for start in starts.values()}) == len(names)
    for name, start in starts.items():
        assert start["description"] == groups[name]["description"]
        assert start["description_localizations"]["fr"] != start["description"]


async def test_an_old_line_of_help_still_leads_to_help(evening: Any, hands: Any) -> None:
    first = await evening.person("ben").command("help")
    custom_id = hands["does"](first.message)["help dice"]
    shown = await hands["forge"](evening.person("ben"), first.message["id"], custom_id, "help weather")
    assert shown.updated
    assert evening.standin.world.messages[first.message["id"]].data["embeds"][0]["title"] == "Help: Play a game"


@pytest.mark.parametrize(
    ("topic", "back"),
    [("about", "My data"), ("daily", "My data"), ("about", "My preferences"), ("me", "My preferences")],
)
async def test_help_and_about_lead_to_what_is_a_persons_own(evening: Any, hands: Any, topic: str, back: str) -> None:
    ben = evening.person("ben")
    page = await ben.command("help", topic=topic)
    shown = await ben.press(page, back)
    assert shown.updated
    other = {"My data": "preferences", "My preferences": "privacy show"}[back]
    again = await ben.press(page, custom_id=hands["does"](shown.message)[other])
    assert again.text.startswith({"preferences": "My preferences", "privacy show": "What Gobelet keeps"}[other])


async def test_about_leads_to_help_and_names_the_host(evening: Any, hands: Any) -> None:
    evening.client.services = replace(evening.client.services, support="https://example.org/dice")
    shown = await open_panel(evening.person("ben"), "about")
    assert shown.ephemeral
    assert "https://example.org/dice" in str(shown.message["embeds"])
    message = shown.message["id"]
    menu = hands["does"](shown.message)["help play"]
    await evening.person("ben").select(message, "help play", custom_id=menu)
    assert evening.standin.world.messages[message].data["embeds"][0]["title"] == "Help: Play a game"


async def test_rules_are_those_of_the_table_in_the_channel_with_what_it_has_chosen(evening: Any) -> None:
    ben = evening.person("ben")
    assert (await ben.command("rules")).text.startswith("Rules of Yum Classic")
    await evening.lobby("ana", command="yamslam start", rules="friends")
    for named in ({}, {"game": "yamslam"}):
        page = PrivateMessage(ben, await ben.command("rules", **named))
        assert page.text.startswith("Rules of Yamslam")
        assert "Four equal dice are two pairs: **On**" in page.text
        await page.do("rules whole")
        assert "Four equal dice also win a chip for 2 Pairs." in page.text
    await page.do("rules of 421 whole")
    assert page.text.startswith("Rules of 421"), "the menu leads from a table's rules to those of another game"
    page = PrivateMessage(ben, await ben.command("rules"))
    await page.do("rules whole")
    beside = await ben.command("rules", game="421")
    assert beside.text.startswith("Rules of 421")
    assert "Standard rules." in beside.text
    await evening.end_table(evening.person("ana"))
    await page.do("rules short")
    assert "Four equal dice are two pairs: **On**" in page.text, "after the table too"


async def test_a_server_that_has_only_the_commands_gets_the_invite_link(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody there could give the bot any permission."""
    monkeypatch.setattr(evening.client, "get_guild", lambda _: None)
    before = len(evening.standin.world.messages)
    said = await evening.person("ana").command("yum start", "general")
    assert said.ephemeral
    words_of_it = "Only my commands are on this server, and I am not. Somebody who manages it can invite me."
    assert said.message["content"] == words_of_it
    [[link]] = [row["components"] for row in said.message["components"]]
    assert link["url"].startswith(f"https://discord.com/oauth2/authorize?client_id={evening.client.application_id}&")
    assert link["url"].endswith(f"&permissions={PERMISSIONS.value}")
    assert len(evening.standin.world.messages) <= before + 1


async def test_the_log_has_a_line_for_each_server_that_comes_or_goes(
    evening: Any, world: Any, caplog: pytest.LogCaptureFixture, until: Any
) -> None:
    caplog.set_level(logging.INFO, "cogs")
    guild = invited(world, "general")
    await until(lambda: f"joined server {guild.id}; servers now: 2" in caplog.messages)
    announced(world, guild, joined=False)
    await heard(evening)
    world.remove_bot(guild)
    await until(lambda: f"left server {guild.id}; servers now: 1" in caplog.messages)
    assert sum("joined server" in line for line in caplog.messages) == 1


async def test_the_log_has_a_line_for_each_server_that_came_or_went_while_the_bot_was_away(
    quiet_evening: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Of those that went, for each of which anything is kept."""
    evening, world = quiet_evening, quiet_evening.standin.world
    caplog.set_level(logging.INFO, "bot.ui.server.departures")

    def told() -> list[str]:
        lines = [line for line in caplog.messages if "server" in line]
        caplog.clear()
        return lines

    old = world.add_guild("here all the time", "general")
    async with evening.running():
        await evening.client.services.settings.choose(int(old.id), left_at=None)
        await evening.client.departures.notice()
        world.advance(60)
        invited(world, "general")
        await heard(evening)
        await evening.client.departures.notice()
        assert told() == [], "the first look, and what the bot hears itself, are told elsewhere"
    world.advance(3600)
    came = invited(world, "general")
    world.remove_bot(old)
    world.advance(3600)
    async with evening.running():
        await evening.client.departures.notice()
        await heard(evening)
        assert sorted(told()) == [
            f"joined server {came.id} meanwhile; servers now: 3",
            f"left server {old.id} meanwhile; servers now: 3",
        ]
        await evening.client.departures.notice()
        assert told() == []
    async with evening.running():
        await evening.client.departures.notice()
        assert told() == []
