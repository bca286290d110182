"""A page that is opened in French makes its reader French, and nobody else; what people choose comes first."""

from pathlib import Path
from typing import Any

from bot.standin.server import Standin
from tests.standin.test_page import tab


async def test_a_french_browser_makes_its_reader_french_and_nobody_else(standin: Any) -> None:
    async with tab(standin, "ana", "en-US") as other, tab(standin, "ben", "en-US") as ben:
        assert (await other.until("hello"))["channels"][0]["topic"] == "Tables and throws"
        async with tab(standin, "ana", "fr-CA") as ana:
            hello = await ana.until("hello")
            assert (hello["me"]["locale"], hello["guild"]["locale"]) == ("fr", "en-US")
            assert [one["topic"] for one in hello["channels"][:2]] == ["Tables et lancers", "Tout le reste"]
            assert (await other.until("hello"))["me"]["locale"] == "fr", "all windows of a person speak one language"
        hello = await ben.until("hello")
        assert (hello["me"]["locale"], hello["guild"]["locale"]) == ("en-US", "en-US")
        assert standin.world.guild.locale == "en-US"


async def test_an_english_browser_changes_nothing(standin: Any) -> None:
    async with tab(standin, "chloe", "en-US") as chloe:
        hello = await chloe.until("hello")
    assert (hello["me"]["locale"], hello["guild"]["locale"]) == ("fr", "en-US")


async def test_a_language_that_somebody_presses_is_theirs_alone(standin: Any) -> None:
    world = standin.world
    async with tab(standin, "ana") as ana:
        await ana.ask("locale", locale="fr")
        assert (standin.person("ana").member.locale, world.guild.locale) == ("fr", "en-US")
        await ana.ask("locale", locale="en-US")
    async with tab(standin, "ana", "fr-CA") as ana:
        assert (await ana.until("hello"))["me"]["locale"] == "en-US", "she has chosen"
    async with tab(standin, "ben", "fr-CA") as ben:
        assert (await ben.until("hello"))["me"]["locale"] == "fr"
    assert world.guild.locale == "en-US"


async def test_the_choice_outlives_a_restart(tmp_path: Path) -> None:
    async with Standin(data=tmp_path) as standin, tab(standin, "ana") as ana:
        await ana.ask("locale", locale="en-US")
    async with Standin(data=tmp_path) as standin, tab(standin, "ana", "fr-CA") as ana:
        assert (await ana.until("hello"))["me"]["locale"] == "en-US"
        assert standin.world.guild.locale == "en-US"
