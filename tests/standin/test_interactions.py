"""The life of an interaction: one answer, in time, private or not, and what may follow."""

import asyncio
from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from bot.standin.world import payloads
from bot.standin.world.dispatch import resend
from bot.standin.world.errors import Refused

Interaction = discord.Interaction[Any]


async def test_private_replies_are_seen_by_their_reader_only(standin: Any, start: Any, table: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    ana, chloe = standin.person("ana"), standin.person("chloe")
    async with start(play) as bot:
        opened = await ana.command("play")
        told = await chloe.press(opened, "Secret")
        assert told.ephemeral
        assert told.text == "for you, fr"
        assert told.message["flags"] & 64
        assert [row["id"] for row in chloe.messages()] == [opened.message["id"], told.message["id"]]
        assert [row["id"] for row in ana.messages()] == [opened.message["id"]]
        with pytest.raises(Refused, match="unknown_message"):
            await ana.press(told, custom_id="join")
        channel = bot.get_channel(int(told.message["channel_id"]))
        with pytest.raises(discord.NotFound) as caught:
            await channel.get_partial_message(int(told.message["id"])).edit(content="everyone")
        assert caught.value.code == 10008
        chloe.delete(told)
        assert len(chloe.messages()) == 1


async def test_an_interaction_names_the_newest_public_message_of_its_channel(
    standin: Any, start: Any, table: Any
) -> None:
    """Discord counts one that is gone, and none that only one person sees."""
    newest: list[Any] = []

    async def play(interaction: Interaction) -> None:
        """Open a table"""
        newest.append(payloads.channel(standin.world, standin.world.find_channel("dice"))["last_message_id"])
        await interaction.response.send_message("open", view=table())

    ana, chloe = standin.person("ana"), standin.person("chloe")
    async with start(play):
        opened = await ana.command("play")
        await chloe.press(opened, "Secret")
        await ana.command("play")
        said = chloe.say("hello")
        chloe.delete(said)
        await ana.command("play")
    assert newest == [None, opened.message["id"], said["id"]]


async def test_the_second_callback_is_refused(standin: Any, start: Any, until: Any) -> None:
    codes: list[int] = []

    async def twice(interaction: Interaction) -> None:
        """Answer twice"""
        await interaction.response.send_message("first")
        interaction.response._response_type = None
        try:
            await interaction.response.send_message("second")
        except discord.HTTPException as error:
            codes.append(error.code)

    async with start(twice):
        outcome = await standin.person("ana").command("twice")
        await until(lambda: codes)
        assert outcome.message["content"] == "first"
        assert codes == [40060]


async def test_three_seconds(standin: Any, start: Any) -> None:
    codes: list[int] = []
    late = asyncio.Event()

    async def slow(interaction: Interaction) -> None:
        """Too slow"""
        standin.world.advance(3.1)
        try:
            await interaction.response.send_message("sorry")
        except discord.HTTPException as error:
            codes.append(error.code)
        late.set()

    async with start(slow):
        outcome = await standin.person("ana").command("slow")
        await late.wait()
        assert outcome.failed
        assert outcome.message is None
        assert codes == [10062]


async def test_silence_fails_by_itself(standin: Any, start: Any) -> None:
    standin.world.interactions.answer_limit = 0.1

    async def silent(interaction: Interaction) -> None:
        """Say nothing"""

    async with start(silent):
        assert (await standin.person("ana").command("silent")).failed


async def test_without_a_bot_everything_fails_at_once(standin: Any, start: Any, table: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    ana = standin.person("ana")
    async with start(play):
        opened = await ana.command("play")
    standin.world.advance(2)
    before = asyncio.get_running_loop().time()
    assert (await ana.press(opened, "Join")).failed
    assert asyncio.get_running_loop().time() - before < 1


async def test_a_persistent_button_survives_a_restart(standin: Any, start: Any, table: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    ana = standin.person("ana")
    async with start(play):
        opened = await ana.command("play")
    async with start(play):
        assert (await ana.press(opened, "Join")).message["content"] == "Ana joined"


async def test_what_cannot_be_pressed(standin: Any, start: Any, table: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    ana = standin.person("ana")
    with pytest.raises(Refused, match="unknown_command"):
        await ana.command("play")
    async with start(play):
        opened = await ana.command("play")
        with pytest.raises(Refused, match="disabled"):
            await ana.press(opened, "Closed")
        with pytest.raises(Refused, match="unknown_component"):
            await ana.press(opened, custom_id="forged")
        with pytest.raises(LookupError, match="Join"):
            await ana.press(opened, "Absent")
        with pytest.raises(Refused, match="bad_value"):
            await ana.select(opened, "three")
        assert (await ana.select(opened, "two")).message["content"] == "chose two"
        standin.world.delete_message(standin.world.messages[opened.message["id"]])
        with pytest.raises(Refused, match="unknown_message"):
            await ana.press(opened.id, custom_id="join")


async def test_deferred_reply_then_file_and_follow_ups(standin: Any, start: Any, until: Any) -> None:
    async def slow(interaction: Interaction) -> None:
        """Think first"""
        await interaction.response.defer(thinking=True)
        message = await interaction.original_response()
        assert message.flags.loading
        await interaction.edit_original_response(content="thought")
        await interaction.followup.send("more", ephemeral=True)
        await interaction.followup.send("last")

    ana, ben = standin.person("ana"), standin.person("ben")
    async with start(slow):
        outcome = await ana.command("slow")
        assert outcome.message["content"] == "thought"
        assert outcome.callback == 5
        assert outcome.message["edited_timestamp"] is None
        await until(lambda: len(outcome.followups) == 2)
        assert [row["content"] for row in ana.messages()] == ["thought", "more", "last"]
        assert [row["content"] for row in ben.messages()] == ["thought", "last"]


async def test_the_first_follow_up_fills_a_deferred_reply(standin: Any, start: Any) -> None:
    async def slow(interaction: Interaction) -> None:
        """Think first"""
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.followup.send("done")

    async with start(slow):
        outcome = await standin.person("ana").command("slow")
        assert outcome.ephemeral
        assert outcome.message["content"] == "done"
        assert outcome.followups == []


async def test_tokens_end_after_fifteen_minutes(standin: Any, start: Any) -> None:
    kept: list[Interaction] = []

    async def keep(interaction: Interaction) -> None:
        """Keep the token"""
        kept.append(interaction)
        await interaction.response.send_message("old")

    async with start(keep):
        outcome = await standin.person("ana").command("keep")
        standin.world.advance(800)
        await kept[0].edit_original_response(content="still")
        standin.world.advance(200)
        for late in (kept[0].edit_original_response(content="new"), kept[0].followup.send("new")):
            with pytest.raises(discord.HTTPException) as caught:
                await late
            assert caught.value.code == 50027
        channel = kept[0].channel
        await channel.get_partial_message(int(outcome.message["id"])).edit(content="by channel")
        assert standin.person("ben").messages()[0]["content"] == "by channel"


async def test_a_follow_up_before_the_answer_is_unknown(standin: Any, start: Any) -> None:
    codes: list[int] = []

    async def early(interaction: Interaction) -> None:
        """Follow up first"""
        try:
            await interaction.followup.send("early")
        except discord.HTTPException as error:
            codes.append(error.code)
        await interaction.response.send_message("now")

    async with start(early):
        await standin.person("ana").command("early")
        assert codes == [10015]


class Name(discord.ui.Modal, title="Your team"):
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", custom_id="name", max_length=10)
    sheet: Any = discord.ui.Label(
        text="Sheet",
        component=discord.ui.Select(
            custom_id="sheet", options=[discord.SelectOption(label=one, value=one) for one in ("yum", "yams")]
        ),
    )

    async def on_submit(self, interaction: Interaction) -> None:
        await interaction.response.send_message(f"{self.name.value} plays {self.sheet.component.values[0]}")


async def test_modal(standin: Any, start: Any) -> None:
    async def team(interaction: Interaction) -> None:
        """Name a team"""
        await interaction.response.send_modal(Name())

    ana, ben = standin.person("ana"), standin.person("ben")
    async with start(team):
        opened = await ana.command("team")
        assert opened.modal["title"] == "Your team"
        assert opened.message is None
        with pytest.raises(Refused, match="bad_value"):
            await ana.submit(opened, name="much too long", sheet="yum")
        with pytest.raises(Refused, match="bad_value"):
            await ana.submit(opened, name="Six", sheet="go")
        with pytest.raises(Refused, match="unknown_modal"):
            await ben.submit(opened, name="Six", sheet="yum")
        sent = await ana.submit(opened, {"name": "Six", "sheet": ["yams"]})
        assert sent.message["content"] == "Six plays yams"
        with pytest.raises(Refused, match="unknown_modal"):
            await ana.submit(opened, name="Six", sheet="yum")


async def test_autocomplete_choices_and_bounds(standin: Any, start: Any, make_bot: Any) -> None:
    bot = make_bot()

    async def offer(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=one.title(), value=one) for one in ("yum", "yams", "ambition") if current in one
        ]

    group = app_commands.Group(name="yum", description="Yum")

    @group.command()
    @app_commands.autocomplete(sheet=offer)
    async def start_(interaction: Interaction, sheet: str, kind: Literal["fast", "slow"], who: discord.Member) -> None:
        """Begin"""
        await interaction.response.send_message(f"{sheet} {kind} {who.display_name}")

    bot.tree.add_command(group)
    ana, ben = standin.person("ana"), standin.person("ben")
    async with start(bot=bot):
        offered = await ana.complete("yum start_", "sheet", "am")
        assert offered.choices == [{"name": "Yams", "value": "yams"}, {"name": "Ambition", "value": "ambition"}]
        with pytest.raises(Refused, match="missing_option: who"):
            await ana.command("yum start_", sheet="yams", kind="fast")
        with pytest.raises(Refused, match="bad_option: kind"):
            await ana.command("yum start_", sheet="yams", kind="other", who=ben.id)
        with pytest.raises(Refused, match="bad_option: extra"):
            await ana.command("yum start_", sheet="yams", kind="fast", who=ben.id, extra=1)
        with pytest.raises(Refused, match="unknown_command"):
            await ana.command("yum absent")
        outcome = await ana.command("yum start_", sheet="yams", kind="fast", who=ben.id)
        assert outcome.message["content"] == "yams fast Ben"
        assert outcome.message["interaction_metadata"]["name"] == "yum start_"


async def test_commands_in_the_menus_of_people_and_messages(standin: Any, start: Any, make_bot: Any) -> None:
    bot = make_bot()

    @bot.tree.context_menu(name="Wave at")
    async def wave(interaction: Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} waves at {member.display_name}")

    @bot.tree.context_menu(name="Count words")
    async def count(interaction: Interaction, message: discord.Message) -> None:
        words = f"{message.author.display_name} said {len(message.content.split())} words"
        await interaction.response.send_message(words, ephemeral=True)

    ana, ben = standin.person("ana"), standin.person("ben")
    async with start(bot=bot):
        waved = await ana.apps("Wave at", ben)
        assert waved.message["content"] == "Ana waves at Ben"
        assert waved.message["interaction_metadata"]["command_type"] == 2
        said = ben.say("one two three")
        counted = await ana.apps("Count words", said)
        assert (counted.message["content"], counted.ephemeral) == ("Ben said 3 words", True)
        with pytest.raises(Refused, match="unknown_message"):
            await ben.apps("Count words", counted)
        with pytest.raises(Refused, match="unknown_command"):
            await ana.apps("Count words", ben.say("elsewhere", "general"))
        with pytest.raises(Refused, match="bad_option"):
            await ana.apps("Wave at", said["id"])
        with pytest.raises(Refused, match="unknown_command"):
            await ana.command("Count words")


async def test_admin_commands_are_offered_to_admins(standin: Any, start: Any) -> None:
    @app_commands.default_permissions(manage_guild=True)
    async def settings(interaction: Interaction) -> None:
        """Settings"""
        assert interaction.permissions.manage_guild
        await interaction.response.send_message("ok")

    async with start(settings):
        assert (await standin.person("ana").command("settings")).message["content"] == "ok"
        with pytest.raises(Refused, match="no_permission"):
            await standin.person("ben").command("settings")


async def test_what_the_bot_is_told(standin: Any, start: Any) -> None:
    seen: list[Interaction] = []

    async def look(interaction: Interaction) -> None:
        """Look"""
        seen.append(interaction)
        await interaction.response.send_message("ok")

    async with start(look):
        await standin.person("chloe").command("look", channel="quiet")
        one = seen[0]
        assert (str(one.locale), str(one.guild_locale)) == ("fr", "en-US")
        assert one.user.display_name == "Chloé"
        assert one.channel.name == "quiet"
        assert one.app_permissions.view_channel
        assert not one.app_permissions.send_messages
        assert one.permissions.send_messages
        assert not one.permissions.manage_guild
        assert one.context.guild
        assert one.is_guild_integration()


async def test_many_presses_at_once(standin: Any, start: Any, table: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    people = [standin.person(key) for key in standin.world.people]
    standin.world.interactions.answer_limit = 60.0  # A busy machine needs longer than Discord gives.
    async with start(play):
        opened = await people[0].command("play")
        outcomes = await asyncio.gather(*(people[n % 4].press(opened, "Join") for n in range(100)))
        assert all(one.state == "answered" and one.updated for one in outcomes)
        assert standin.world.calls["POST", "/interactions/{webhook_id}/{webhook_token}/callback"] == 101


async def test_components_v2(standin: Any, start: Any) -> None:
    class Board(discord.ui.LayoutView):
        def __init__(self) -> None:
            super().__init__(timeout=60)
            row = discord.ui.ActionRow[Any]()
            roll = discord.ui.Button[Any](label="Roll", custom_id="roll")
            roll.callback = self.roll  # type: ignore[method-assign]
            row.add_item(roll)
            self.add_item(discord.ui.Container(discord.ui.TextDisplay("# Yum\n<@1100000000000000021>"), row))

        async def roll(self, interaction: Interaction) -> None:
            layout = discord.ui.LayoutView().add_item(discord.ui.TextDisplay("rolled"))
            await interaction.response.edit_message(view=layout)

    async def board(interaction: Interaction) -> None:
        """Show a board"""
        everyone = discord.AllowedMentions(users=True)
        view = Board()
        views.append(view)
        await interaction.response.send_message(view=view, allowed_mentions=everyone)

    views: list[Board] = []
    ana, ben = standin.person("ana"), standin.person("ben")
    async with start(board):
        outcome = await ana.command("board")
        assert outcome.text.startswith("# Yum")
        assert [row["id"] for row in ben.pings] == [outcome.message["id"]]
        assert (await ana.press(outcome, "Roll")).text == "rolled"
        views[0].stop()


async def test_an_event_sent_twice_is_answered_once(standin: Any, start: Any, table: Any, until: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    ana = standin.person("ana")
    async with start(play) as bot:
        opened = await ana.command("play")
        resend(standin.world, opened.interaction)
        await until(lambda: bot.errors)
        assert [error.code for error in bot.errors] == [40060]
        assert len(ana.messages()) == 1


async def test_an_answer_that_is_lost_on_the_way(standin: Any, start: Any, table: Any, until: Any) -> None:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    route = "/interactions/{webhook_id}/{webhook_token}/callback"
    standin.world.faults.fail("POST", route, status=403, code=50013, late=True)
    async with start(play) as bot:
        outcome = await standin.person("ana").command("play")
        await until(lambda: bot.errors)
        assert outcome.message["content"] == "open"
        assert [error.code for error in bot.errors] == [50013]
