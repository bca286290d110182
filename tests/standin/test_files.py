"""Files and emojis: uploaded by the bot, kept with their message, served to the page."""

import asyncio
import io
from typing import Any

import aiohttp
import discord
import pytest
from PIL import Image


def _png() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (32, 32), "#112233").save(out, "PNG")
    return out.getvalue()


PNG = _png()
Interaction = discord.Interaction[Any]


async def test_a_picture_in_an_embed(standin: Any, start: Any) -> None:
    async def sheet(interaction: Interaction) -> None:
        """Show the sheet"""
        embed = discord.Embed(title="Sheet").set_image(url="attachment://sheet.png")
        file = discord.File(io.BytesIO(PNG), "sheet.png", description="a sheet")
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(embed=embed, attachments=[file])

    async with start(sheet), aiohttp.ClientSession() as web:
        outcome = await standin.person("ana").command("sheet")
        image = outcome.message["embeds"][0]["image"]
        assert (image["width"], image["height"]) == (32, 32)
        assert outcome.message["attachments"] == []
        async with web.get(image["url"]) as answer:
            assert (answer.status, answer.content_type, await answer.read()) == (200, "image/png", PNG)
        async with web.get(image["url"].partition("?")[0]) as answer:
            assert answer.status == 403
        standin.world.delete_message(standin.world.messages[outcome.message["id"]])
        assert standin.world.blobs == {}


async def test_attachments_of_messages(standin: Any, start: Any) -> None:
    async def records(interaction: Interaction) -> None:
        """Send a record"""
        await interaction.response.send_message("here", file=discord.File(io.BytesIO(b"1. roll"), "game é.txt"))
        await interaction.followup.send(file=discord.File(io.BytesIO(b"<script>"), "page.html"))

    async with start(records) as bot:
        outcome = await standin.person("ana").command("records")
        channel = bot.get_channel(int(outcome.message["channel_id"]))
        message = await channel.fetch_message(int(outcome.message["id"]))
        assert message.attachments[0].filename.endswith(".txt")
        assert await message.attachments[0].read() == b"1. roll"
        kept = await message.edit(attachments=[*message.attachments, discord.File(io.BytesIO(b"two"), "b.txt")])
        assert [one.size for one in kept.attachments] == [7, 3]
        last = await kept.edit(attachments=kept.attachments[1:])
        assert [one.filename for one in last.attachments] == ["b.txt"]
        with pytest.raises(discord.HTTPException) as caught:
            await channel.send(file=discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "big.bin"))
        assert caught.value.code == 40005
        async with aiohttp.ClientSession() as web:
            page = (await channel.fetch_message(int(outcome.followups[0]["id"]))).attachments[0]
            async with web.get(page.url) as answer:
                assert answer.content_type == "application/octet-stream"
                assert answer.headers["Content-Disposition"] == "attachment"


async def test_emojis_of_the_application(standin: Any, start: Any) -> None:
    async with start() as bot:
        emoji = await bot.create_application_emoji(name="die_1", image=PNG)
        assert [one.name for one in await bot.fetch_application_emojis()] == ["die_1"]
        assert (await bot.fetch_application_emoji(emoji.id)).name == "die_1"
        with pytest.raises(discord.HTTPException) as caught:
            await bot.create_application_emoji(name="die_1", image=PNG)
        assert caught.value.code == 50035
        with pytest.raises(discord.HTTPException):
            await bot.create_application_emoji(name="die-2", image=PNG)
        with pytest.raises(discord.HTTPException):
            await bot.create_application_emoji(name="die_2", image=PNG + bytes(256 * 1024))
        button = discord.ui.Button[Any](emoji=discord.PartialEmoji(name="die_1", id=emoji.id), custom_id="x")
        view = discord.ui.View(timeout=1).add_item(button)
        dice = bot.guilds[0].text_channels[0]
        assert (await dice.send("pick", view=view)).components
        await emoji.delete()
        with pytest.raises(discord.HTTPException) as caught:
            await dice.send("pick", view=view)
        assert caught.value.code == 50035
        assert standin.world.blobs == {}
        view.stop()


async def test_emoji_pictures_need_the_key(standin: Any, start: Any) -> None:
    async with start() as bot, aiohttp.ClientSession() as web:
        emoji = await bot.create_application_emoji(name="die_1", image=PNG)
        async with web.get(f"{standin.cdn_base}/emojis/{emoji.id}.png") as answer:
            assert answer.status == 403
        cookies = {"standin_key": standin.key}
        async with web.get(f"{standin.cdn_base}/emojis/{emoji.id}.webp", cookies=cookies) as answer:
            assert await answer.read() == PNG


async def test_pictures_through_every_route(standin: Any, start: Any) -> None:
    def card(name: str = "card.png") -> dict[str, Any]:
        file = discord.File(io.BytesIO(PNG), name, description=f"the words of {name}")
        return {"embed": discord.Embed(title="Card").set_image(url=f"attachment://{name}"), "file": file}

    def edited(name: str) -> dict[str, Any]:
        made = card(name)
        return {"embed": made["embed"], "attachments": [made["file"]]}

    class Again(discord.ui.View):
        @discord.ui.button(label="Again", custom_id="again")
        async def again(self, interaction: Interaction, _: Any) -> None:
            await interaction.response.edit_message(**edited("again.png"))

    async def show(interaction: Interaction) -> None:
        """Show the card"""
        await interaction.response.send_message(**card(), view=Again(timeout=None))
        await interaction.followup.send(**card("more.png"), ephemeral=True)
        sent_all.set()

    def picture(message: Any) -> tuple[str, str]:
        assert message["attachments"] == []
        image = message["embeds"][0]["image"]
        return image["url"].partition("?")[0].rpartition("/")[2], image["description"]

    ana, sent_all = standin.person("ana"), asyncio.Event()
    async with start(show) as bot, aiohttp.ClientSession() as web:
        shown = await ana.command("show")
        await sent_all.wait()
        assert picture(shown.message) == ("card.png", "the words of card.png")
        assert picture(shown.followups[0]) == ("more.png", "the words of more.png")
        pressed = await ana.press(shown, "Again")
        assert pressed.callback == 7
        assert picture(pressed.message) == ("again.png", "the words of again.png")
        assert len(standin.world.blobs) == 2, "the picture that was replaced is forgotten"
        dice = bot.get_channel(int(shown.message["channel_id"]))
        sent = await dice.send(**card("sent.png"))
        assert picture(ana.messages()[-1]) == ("sent.png", "the words of sent.png")
        sent = await sent.edit(**edited("patched.png"))
        assert picture(ana.messages()[-1]) == ("patched.png", "the words of patched.png")
        async with web.get(ana.messages()[-1]["embeds"][0]["image"]["url"]) as answer:
            assert await answer.read() == PNG
        long = discord.File(io.BytesIO(PNG), "a.png", description="x" * 1025)
        with pytest.raises(discord.HTTPException) as caught:
            await dice.send(file=long)
        assert caught.value.code == 50035


async def test_a_picture_that_no_embed_shows_any_more_reappears_below(standin: Any, start: Any) -> None:
    file = discord.File(io.BytesIO(PNG), "card.png", description="words")
    embed = discord.Embed(title="Card").set_image(url="attachment://card.png")
    async with start() as bot:
        message = await bot.guilds[0].text_channels[0].send(embed=embed, file=file)
        same = await message.edit(embed=embed, content="the same file is shown again")
        assert (same.attachments, same.embeds[0].image.width) == ([], 32)
        plain = await message.edit(embed=discord.Embed(title="Text"))
        assert [(one.filename, one.description, one.size) for one in plain.attachments] == [
            ("card.png", "words", len(PNG))
        ]
        back = await message.edit(embed=embed)
        assert back.attachments == []
        gone = await message.edit(embed=discord.Embed(title="Text"), attachments=[])
        assert gone.attachments == []
        assert standin.world.blobs == {}


async def test_a_page_that_is_slow_still_gets_a_picture_that_has_just_been_replaced(standin: Any, start: Any) -> None:
    """As at Discord, whose addresses of files outlive their messages."""

    def card() -> discord.File:
        return discord.File(io.BytesIO(PNG), "card.png")

    async with start() as bot, aiohttp.ClientSession() as web:
        place = bot.guilds[0].text_channels[0]
        message = await place.send(embed=discord.Embed().set_image(url="attachment://card.png"), file=card())
        url = standin.person("ana").messages()[-1]["embeds"][0]["image"]["url"]
        await message.edit(embed=discord.Embed(title="Text"), attachments=[])
        async with web.get(url) as answer:
            assert (answer.status, await answer.read()) == (200, PNG)
        for number in range(1000):
            standin.world.add_blob(str(number), standin.world.blob(url.split("/")[-2]))
            standin.world.drop_blob(str(number))
        async with web.get(url) as answer:
            assert answer.status == 404, "not for ever"
