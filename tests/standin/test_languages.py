"""A page that is opened in French makes the server of the stand-in French; what people choose comes first."""

from pathlib import Path
from typing import Any

import discord

from bot.standin.server import Standin
from tests.standin.test_page import tab


async def test_a_french_browser_makes_its_reader_and_the_server_french(standin: Any, start: Any, until: Any) -> None:
    async with start() as bot, tab(standin, "ana", "en-US") as other:
        assert (await other.until("hello"))["channels"][0]["topic"] == "Tables and throws"
        async with tab(standin, "ana", "fr-CA") as ana:
            hello = await ana.until("hello")
            assert (hello["me"]["locale"], hello["guild"]["locale"]) == ("fr", "fr")
            assert [one["topic"] for one in hello["channels"][:2]] == ["Tables et lancers", "Tout le reste"]
            assert (await other.until("hello"))["me"]["locale"] == "fr", "all windows of a person speak one language"
        (guild,) = bot.guilds
        await until(lambda: guild.preferred_locale is discord.Locale.french)
        assert standin.person("ben").member.locale == "en-US"


async def test_an_english_browser_changes_nothing(standin: Any) -> None:
    async with tab(standin, "chloe", "en-US") as chloe:
        hello = await chloe.until("hello")
    assert (hello["me"]["locale"], hello["guild"]["locale"]) == ("fr", "en-US")


async def test_whoever_presses_a_language_chooses_that_of_the_server(standin: Any) -> None:
    world = standin.world
    async with tab(standin, "ana") as ana:
        await ana.ask("locale", locale="fr")
        assert world.guild.locale == "fr"
        await ana.ask("locale", locale="en-US")
        assert world.guild.locale == "en-US"
    async with tab(standin, "ana", "fr-CA") as ana:
        assert (await ana.until("hello"))["me"]["locale"] == "en-US", "she has chosen"
    async with tab(standin, "ben", "fr-CA") as ben:
        assert (await ben.until("hello"))["me"]["locale"] == "fr"
    assert world.guild.locale == "en-US", "she has chosen for the server"


async def test_the_choice_outlives_a_restart(tmp_path: Path) -> None:
    async with Standin(data=tmp_path) as standin, tab(standin, "ana") as ana:
        await ana.ask("locale", locale="en-US")
    async with Standin(data=tmp_path) as standin, tab(standin, "ana", "fr-CA") as ana:
        assert (await ana.until("hello"))["me"]["locale"] == "en-US"
        assert standin.world.guild.locale == "en-US"
