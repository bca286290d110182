"""``/settings``: a server's choices last and take effect; the bot checks everything its menus send back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.games import CATALOGUE, ENTRIES, make
from bot.screens.server import settings
from bot.screens.table.waiting import ABSENT
from bot.standin.world import permissions as may
from bot.standin.world.model import FORUM, MEDIA, VOICE
from bot.tables.model import errors
from bot.tables.model.choices import HOUR, GuildChoices
from bot.tables.model.days import WEEKS
from bot.tables.model.table import AbsencePolicy
from bot.ui.delivery.access import may_play
from tests.e2e.playing import refusal


async def chosen(evening: Any) -> GuildChoices:
    """The stored choices."""
    found: GuildChoices = await evening.client.services.settings.of(int(evening.standin.world.guild.id))
    return found


def channel(evening: Any, name: str) -> str:
    return str(evening.standin.world.find_channel(name).id)


STANDARD = {
    "place": ("Channels for games: **Everywhere**", "Allowed to start games: **Everyone**"),
    "games": ("All games: **standard rules**", "Switched off on the whole server: **Nothing**"),
    "absent": (
        "When a player stays away: **Wait**",
        "Reminder of one's turn: **After 1 hour**",
        "Calling the next player: **With a mention, if they are away**",
        "What computers say: **A line a game**",
    ),
    "ranking": (
        "Games that count: **Standard rules only**",
        "Games with real dice: **Apart**",
        "Seasons: **A season a month**",
        "Final leaderboards: **No channel**",
    ),
}
"""What each page says of a server that has chosen nothing."""


async def test_the_overview_names_the_pages_with_all_that_a_server_has_not_chosen(panel: Any) -> None:
    opened = await panel()
    assert "Language of boards: **Automatic (English, the server's own)**" in opened.text
    last = opened.text.rpartition("\n")[2]
    assert last.startswith("Usual choices: ")
    assert "Pictures: **Results only**" in opened.text
    for page, lines in STANDARD.items():
        assert settings.PAGES[page] in last
        assert not any(line in opened.text for line in lines)
    for page, lines in STANDARD.items():
        await opened.choose(f"settings page {page}")
        assert [line for line in lines if line not in opened.text] == []


@pytest.mark.parametrize(
    ("community", "locale", "said"),
    [
        (True, "fr", "Automatic (French, the server's own)"),
        (True, "de", "Automatic (English, the server's own)"),
        (False, "en-US", "Automatic (that of the person who opens a table)"),
    ],
)
async def test_the_language_in_force_has_its_name_though_nobody_has_chosen_one(
    evening: Any, panel: Any, community: bool, locale: str, said: str
) -> None:
    guild = evening.standin.world.guild
    guild.community, guild.locale = community, locale
    evening.client.get_guild(int(guild.id)).features[:] = guild.features
    opened = await panel()
    assert f"Language of boards: **{said}**" in opened.text
    await opened.choose("settings set language fr")
    assert "Language of boards: **French**" in opened.text


@pytest.mark.parametrize(("community", "said"), [(True, "who plays?"), (False, "qui joue?")])
async def test_where_discord_knows_no_language_of_the_server_boards_speak_that_of_the_host(
    evening: Any, community: bool, said: str
) -> None:
    world = evening.standin.world
    world.guild.community = community
    evening.client.get_guild(int(world.guild.id)).features[:] = world.guild.features
    play = await evening.lobby("david", "ben")
    assert said in str(play.now)


async def test_each_choice_is_saved_and_shown(evening: Any, panel: Any) -> None:
    opened = await panel()
    for page, do in (
        ("overview", "settings set language fr"),
        ("place", "settings set starters roles"),
        ("absent", "settings set absent skip"),
        ("absent", "settings set patience 4h"),
        ("absent", "settings set reminder 15m"),
        ("absent", "settings set calls no"),
        ("overview", "settings set drawn none"),
        ("ranking", "settings set ranked all"),
        ("ranking", "settings set count_real_dice yes"),
        ("ranking", "settings set count_computers yes"),
        ("ranking", "settings set seasons manual"),
    ):
        await opened.choose(f"settings page {page}")
        assert "Saved" not in opened.text
        await opened.choose(do)
        assert "**Saved.**" in opened.text
    await opened.pick(8, channel(evening, "general"))
    assert await chosen(evening) == GuildChoices(
        language="fr",
        starters="roles",
        absent=AbsencePolicy.SKIP,
        patience=4 * HOUR,
        reminder=HOUR // 4,
        calls=False,
        pictures=False,
        ranked="all",
        count_real_dice=True,
        count_computers=True,
        seasons="manual",
        season_channel=int(channel(evening, "general")),
    )
    await opened.pick(8)
    assert (await chosen(evening)).season_channel is None


async def test_the_week_of_the_daily_stands_where_its_length_is_chosen(panel: Any) -> None:
    opened = await panel(page="ranking")
    opened.last = await opened.who.press(opened.last, "Change the daily…")
    for length, name in (("short", "A short game"), ("long", "A long game")):
        line = next(one for one in opened.text.split("\n") if one.startswith(f"-# **{name}**: "))
        days_of_week = line.partition(": ")[2].split(" · ")
        for day, game in zip(days_of_week, WEEKS[length], strict=True):
            assert day.endswith(CATALOGUE[game].label)
        assert days_of_week[0].startswith("Monday")
    await opened.choose("settings set daily long")
    assert "**Saved.** The daily: **A long game, from the next day on**" in opened.text
    back = await opened.who.press(opened.last, "Back")
    assert "Games that count" in back.text


async def test_the_language_of_boards(evening: Any, panel: Any) -> None:
    opened = await panel()
    await opened.choose("settings set language fr")
    play = await evening.lobby("ana")
    assert "Rejoindre" in [one.get("label") for one in evening.person("ana").buttons(play.board)]
    await opened.choose("settings set language auto")
    assert (await chosen(evening)).language is None


async def _drawn(evening: Any) -> None:
    """Wait until lobbies are drawn anew: they are in no hurry."""
    await evening.settle()
    await evening.client.presenter.queue.settle()


async def test_open_lobbies_speak_the_language_that_the_server_chooses(evening: Any, panel: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    lobby = await evening.lobby("ana", "ben")
    game = await evening.game("ana", "ben", channel="general")
    before = game.now["embeds"], game.now["content"]
    opened = await panel()
    await opened.choose("settings set language fr")
    await _drawn(evening)
    assert "Rejoindre" in [one.get("label") for one in ben.buttons(lobby.now)]
    assert (game.now["embeds"], game.now["content"]) == before  # A game goes on in the language it began in.
    assert (await lobby.do("start", ana)).updated
    assert "Lancer" in str(lobby.now)
    await opened.choose("settings set language en")
    await _drawn(evening)
    assert "Lancer" in str(lobby.now)


# -- where and who -----------------------------------------------------------------------------------------------


async def test_games_are_started_where_the_server_wants_them(evening: Any, panel: Any) -> None:
    world, ana, ben, david = evening.standin.world, *map(evening.person, ("ana", "ben", "david"))
    general = channel(evening, "general")
    opened = await panel(page="place")
    await opened.pick(8, general)
    assert [one["id"] for one in opened.menu(8)["default_values"]] == [general]
    refused = await ben.command("yum start", "dice")
    assert refused.ephemeral
    assert refused.text == refusal(ben, errors.NotHere((int(general),)))
    refused = await david.command("421 start", "dice", thread=True)
    assert refused.ephemeral
    assert refused.text == refusal(david, errors.NotHere((int(general),)))
    assert not (await ben.command("yum start", "general")).ephemeral
    place = world.find_channel("general")
    thread = world.add_thread(place, "night", 11, ana.member)
    assert not (await ben.command("yum start", thread.id)).ephemeral
    elsewhere = world.add_thread(world.find_channel("dice"), "other", 11, ana.member)
    assert (await ben.command("yum start", elsewhere.id)).ephemeral
    assert not (await ana.command("yum start", "dice")).ephemeral  # A manager may always.


async def test_a_rematch_keeps_to_it_too(evening: Any, panel: Any) -> None:
    play = await evening.game("ben", "david", command="cantstop start")
    ben, ana = evening.person("ben"), evening.person("ana")
    await evening.end_table(ana)
    await evening.settle()
    opened = await panel(page="place")
    await opened.pick(8, channel(evening, "general"))
    refused = await play.do("rematch", ben)
    assert refused.ephemeral
    assert refused.text == refusal(ben, errors.NotHere((int(channel(evening, "general")),)))
    await opened.pick(8)
    assert not (await play.do("rematch", ben)).ephemeral


async def test_channels_that_are_gone_are_told(evening: Any, hands: Any, panel: Any) -> None:
    world, ben = evening.standin.world, evening.person("ben")
    gone = world.add_channel("gone")
    opened = await panel(page="place")
    await hands["until"](lambda: evening.client.get_channel(int(gone.id)) is not None)
    await opened.pick(8, gone.id)
    world.delete_channel(gone)
    await hands["until"](lambda: evening.client.get_channel(int(gone.id)) is None)
    refused = await ben.command("yum start", "dice")
    assert refused.text == refusal(ben, errors.NotHere(()))
    await opened.choose("settings page place")
    assert "Everywhere" in opened.text
    assert "Until you choose others, players start none." in opened.text
    assert "default_values" not in opened.menu(8)


async def test_a_channel_where_the_bot_may_not_post_is_told_at_once(evening: Any, panel: Any) -> None:
    quiet, general = channel(evening, "quiet"), channel(evening, "general")
    warning = f"I may not post in <#{quiet}>. Allow me there: **View Channel**, **Send Messages** and **Embed Links**."
    for page in ("place", "ranking"):
        opened = await panel(page=page)
        await opened.pick(8, general)
        assert "I may not post" not in opened.text
        await opened.pick(8, quiet)
        assert warning in opened.text
        await opened.choose("settings page overview")
        assert warning in opened.text
        await opened.choose("settings page games")
        assert "I may not post" not in opened.text
        await opened.choose(f"settings page {page}")
        await opened.pick(8)


async def test_who_may_start(evening: Any, panel: Any) -> None:
    world, ana, ben, david = evening.standin.world, *map(evening.person, ("ana", "ben", "david"))
    regulars = next(role for role in world.roles.values() if role.name == "Regulars")
    opened = await panel(page="place")
    await opened.choose("settings set starters managers")
    refused = await ben.command("yum start")
    assert refused.text == refusal(ben, errors.NotStarter(()))
    await opened.choose("settings set starters roles")
    assert "Until a role is chosen" in opened.text
    assert (await ben.command("yum start")).text == refusal(ben, errors.NotStarter(()))
    await opened.pick(6, regulars.id)
    assert "Until a role is chosen" not in opened.text
    refused = await david.command("yum start")
    assert refused.ephemeral
    assert f"<@&{regulars.id}>" in refused.text
    assert not refused.message["mention_roles"]
    await evening.lobby("ben", "david")  # One of the role opens, everybody may join.
    assert not (await ana.command("yum start", "general")).ephemeral


# -- new games ---------------------------------------------------------------------------------------------------


async def test_new_games_begin_with_the_rules_of_the_server(evening: Any, panel: Any) -> None:
    opened = await panel(page="games")
    await opened.choose("settings game yum_plus")
    await opened.choose("settings preset yum_plus friends")
    assert "Yum Plus: **" in opened.text
    assert "All other games: **standard rules**" in opened.text
    play = await evening.lobby("ben")
    assert (await evening.table(play)).game.options
    await evening.end_table(evening.person("ben"))
    said = await evening.lobby("ben", rules="standard")
    assert not (await evening.table(said)).game.options
    await opened.choose("settings preset yum_plus standard")
    assert not (await chosen(evening)).presets


COMMANDS = {
    f"{command.name} start": command.games[0]
    for entry in ENTRIES.values()
    for command in entry.commands
    if len(command.games) == 1 and any(preset.options for preset in CATALOGUE[command.games[0]].presets)
}
"""The commands that open one game, with ready-made rules of its own."""


@pytest.mark.sample(2)
@pytest.mark.parametrize(("command", "key"), COMMANDS.items())
async def test_every_game_begins_with_the_rules_of_the_server(evening: Any, panel: Any, command: str, key: str) -> None:
    wanted = next(preset for preset in CATALOGUE[key].presets if preset.options)
    opened = await panel(page="games")
    await opened.choose(f"settings game {key}")
    await opened.choose(f"settings preset {key} {wanted.key}")
    play = await evening.lobby("ben", command=command)
    assert (await evening.table(play)).game == make(key, wanted.options)
    await evening.end_table(evening.person("ben"))
    said = await evening.lobby("ben", command=command, rules="standard")
    assert (await evening.table(said)).game == make(key, {})


async def test_new_games_wait_and_call_as_the_server_has_chosen(evening: Any, panel: Any) -> None:
    opened = await panel(page="absent")
    await opened.choose("settings set absent drop")
    await opened.choose("settings set patience 1h")
    await opened.choose("settings set reminder 4h")
    await opened.choose("settings set calls no")
    settings = (await evening.table(await evening.lobby("ben"))).settings
    assert (settings.absent, settings.patience, settings.reminder, settings.calls) == (
        AbsencePolicy.DROP,
        HOUR,
        4 * HOUR,
        False,
    )


@pytest.mark.parametrize("policy", list(AbsencePolicy))
async def test_a_server_chooses_for_absent_players_what_a_table_can(
    evening: Any, panel: Any, policy: AbsencePolicy
) -> None:
    """A computer that plays for them, and the vote, as well as the others."""
    opened = await panel(page="absent")
    word = next(answer.word for answer in ABSENT.answers if answer.value is policy)
    if word == "wait":
        await opened.choose("settings set absent drop")  # What is in force is not offered again.
    await opened.choose(f"settings set absent {word}")
    assert (await evening.table(await evening.lobby("ben"))).settings.absent is policy


# -- what is not allowed -----------------------------------------------------------------------------------------


async def test_manage_server_is_asked_for_at_every_press(evening: Any, hands: Any, panel: Any) -> None:
    """A server can give the permission of a command away in its settings; buttons and calls check it."""
    opened = await panel()
    for command in evening.standin.world.commands.values():
        command["default_member_permissions"] = None
    play = await evening.lobby("ana")
    for who in ("ben", "david"):
        person = evening.person(who)
        sentence = refusal(person, errors.NotManager())
        assert (await person.command("settings")).text == sentence
        forged = await hands["forge"](
            person, play.board, opened.does["settings set language fr"], "settings set language fr"
        )
        assert forged.ephemeral
        assert forged.text == sentence
    assert await chosen(evening) == GuildChoices()


FORGED = (
    "settings set language de",
    "settings set left_at 1",
    "settings speak de",
    "settings set patience 5",
    "settings set starters",
    "settings preset yum_plus nothing",
    "settings preset nothing friends",
    "settings channels = 12",
    "settings channels = x",
    "settings channels = 99999999999999999999",
    "settings roles = 7",
    "settings season = -1",
    "settings sing",
)


@pytest.mark.sample(4)
@pytest.mark.parametrize("do", FORGED)
async def test_forged_choices_are_refused(evening: Any, hands: Any, panel: Any, do: str) -> None:
    opened = await panel()
    refused = await hands["forge"](evening.person("ana"), opened.last, f"g1:-:0:{do}")
    assert refused.text.endswith(refusal(opened.who, errors.NoSuchChoice()))
    assert await chosen(evening) == GuildChoices()


async def test_more_channels_than_a_menu_takes_are_refused(evening: Any, hands: Any, panel: Any) -> None:
    world, ana = evening.standin.world, evening.person("ana")
    many = [world.add_channel(f"room-{number}").id for number in range(26)]
    await hands["until"](lambda: evening.client.get_channel(int(many[-1])) is not None)
    opened = await panel(page="place")
    custom_id = opened.menu(8)["custom_id"]
    refused = await hands["forge"](ana, opened.last, custom_id, *many)
    assert refused.text.endswith(refusal(ana, errors.NoSuchChoice()))
    await opened.pick(8, *many[:25])
    assert len((await chosen(evening)).channels) == 25
    assert all(f"<#{one}>" in opened.text for one in many[:25])
    two = await hands["forge"](ana, opened.last, "g1:-:0:settings season =", *many[:2])
    assert two.text.endswith(refusal(ana, errors.NoSuchChoice()))


async def test_a_page_there_is_no_more_shows_the_overview(evening: Any, hands: Any, panel: Any) -> None:
    opened = await panel(page="games")
    again = await hands["forge"](evening.person("ana"), opened.last, "g1:-:0:settings page weather")
    assert again.updated
    assert re.search(r"Overview|Settings of this server", again.text)


@pytest.mark.parametrize(
    ("page", "asked"),
    [("off", "Switched off on the whole server"), ("pictures", "Pictures: **"), ("people", "Time zone")],
)
async def test_a_button_for_a_page_that_stands_within_another_leads_there(
    evening: Any, hands: Any, panel: Any, page: str, asked: str
) -> None:
    opened = await panel(page="posts")
    shown = await hands["forge"](opened.who, opened.last, f"g1:-:0:settings page {page}")
    assert shown.updated
    assert asked in shown.text
    assert any(do.startswith("hand ") for do in hands["does"](shown.message)) == (page != "off")


@pytest.mark.parametrize(
    ("do", "said"),
    [("pictures no", "Pictures: **None**"), ("sheets drawn", "Pictures: **Boards and results**")],
)
async def test_a_menu_of_before_still_chooses_pictures(hands: Any, panel: Any, do: str, said: str) -> None:
    opened = await panel()
    shown = await hands["forge"](opened.who, opened.last, "g1:-:0:settings change", f"settings set {do}")
    assert shown.updated
    assert said in shown.text


@pytest.mark.parametrize("kind", [FORUM, MEDIA])
async def test_games_may_be_played_in_the_posts_of_a_forum(evening: Any, hands: Any, panel: Any, kind: int) -> None:
    """Nobody can write in a forum or media channel itself: choosing it means its posts."""
    world, ben = evening.standin.world, evening.person("ben")
    forum = world.add_channel("posts", kind=kind)
    post = world.add_thread(forum, "dice night", 11, ben.member)
    opened = await panel(page="place")
    assert kind in opened.menu(8)["channel_types"]
    await hands["until"](lambda: evening.client.get_channel(int(post.id)) is not None)
    await opened.pick(8, forum.id)
    assert "I may not post" not in opened.text
    assert (await ben.command("yum start", "dice")).ephemeral
    assert not (await ben.command("yum start", post.id)).ephemeral
    world.override(forum, world.bot, deny=may.SEND_MESSAGES_IN_THREADS)
    await hands["until"](lambda: not may_play(evening.client.get_channel(int(post.id))))
    await opened.choose("settings page overview")
    rights = "**View Channel**, **Send Messages in Threads** and **Embed Links**"
    assert f"I may not post in <#{forum.id}>. Allow me there: {rights}." in opened.text


@pytest.mark.parametrize("kind", [FORUM, MEDIA])
async def test_final_tables_are_posted_in_channels_that_take_messages(
    evening: Any, hands: Any, panel: Any, kind: int
) -> None:
    forum = evening.standin.world.add_channel("posts", kind=kind)
    await hands["until"](lambda: evening.client.get_channel(int(forum.id)) is not None)
    opened = await panel(page="ranking")
    assert not {FORUM, MEDIA} & set(opened.menu(8)["channel_types"])
    forged = await hands["forge"](opened.who, opened.last, opened.menu(8)["custom_id"], forum.id)
    assert forged.text == refusal(opened.who, errors.NoSuchChoice())
    # Chosen before anybody knew that this cannot work:
    guild = int(evening.standin.world.guild.id)
    await evening.client.services.settings.choose(guild, season_channel=int(forum.id))
    opened = await panel(page="ranking")
    assert "Final leaderboards: **No channel**" in opened.text


async def test_a_voice_channel_the_bot_may_not_enter(evening: Any, hands: Any, panel: Any) -> None:
    world = evening.standin.world
    voice = world.add_channel("voice", kind=VOICE)
    await hands["until"](lambda: evening.client.get_channel(int(voice.id)) is not None)
    world.override(voice, world.bot, deny=may.CONNECT)
    await hands["until"](lambda: not may_play(evening.client.get_channel(int(voice.id))))
    opened = await panel(page="place")
    await opened.pick(8, voice.id, channel(evening, "quiet"))
    assert f"in <#{voice.id}>. Allow me there: **View Channel**, **Send Messages**, **Embed Links** and" in opened.text
    assert "**Connect**" in opened.text
    assert opened.text.count("I may not post in") == 2


def crown_menus(panel: Any) -> list[str]:
    """The custom_ids of menus for the role of champions."""
    rows = panel.who.message(panel.last)["components"]
    return [item["custom_id"] for row in rows for item in row["components"] if "champion" in item["custom_id"]]


async def test_a_role_for_the_champion_is_offered_to_whom_may_give_it_where_the_bot_may_too(
    evening: Any, panel: Any, hands: Any
) -> None:
    world = evening.standin.world
    own = next(role for role in world.roles.values() if role.id in world.bot.roles)
    crown, high = world.add_role("Champion"), world.add_role("High")
    opened = await panel("ana", "ranking")
    assert "hampion" not in opened.text
    assert crown_menus(opened) == []
    own.position, high.position = 9, 12
    world.set_role(high, 0)
    world.set_role(own, own.permissions | may.MANAGE_ROLES)
    guild = evening.client.get_guild(int(world.guild.id))
    await hands["until"](lambda: guild.me.guild_permissions.manage_roles)
    opened = await panel("ana", "ranking")

    async def picks(person: Any, role: Any) -> Any:
        (custom_id,) = crown_menus(opened)
        return await person.select(opened.last, role.id, custom_id=custom_id)

    ana = evening.person("ana")
    assert (await picks(ana, high)).text == refusal(ana, errors.NotYourRole())
    said = await picks(ana, crown)
    assert f"Role of the champion: **<@&{crown.id}>**" in said.text
    assert (await chosen(evening)).champion_role == int(crown.id)
    await evening.settle()
    await evening.client.services.settings.choose(int(world.guild.id), champion_refused=True)
    assert "I cannot give the champion the chosen role" in (await panel("ana", "ranking")).text
    assert "I cannot give the champion the chosen role" in (await panel("ana")).text
    regulars = world.add_role("Helpers", may.MANAGE_GUILD)
    world.members[evening.person("ben").id].roles.append(regulars.id)
    world.recompute()
    bens = await panel("ben", "ranking")
    assert crown_menus(bens) == [], "Ben may give no roles himself"
