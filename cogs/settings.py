"""``/settings``: what a server chooses."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.locales import LANGUAGES, spoken
from bot.tables import errors
from bot.ui.presses import may_manage
from bot.ui.reply import Interaction, reader, where, whisper


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class Settings(
    commands.GroupCog, group_name=_s("settings"), group_description=_s("How Gobelet behaves in this server")
):
    """Changes what a server has chosen. Manage Server is checked again on every call."""

    def __init__(self, client: Gobelet) -> None:
        """Change the settings of ``client``."""
        self._client = client
        super().__init__()

    @app_commands.command(name=_s("language"), description=_s("The language of the boards in this server"))
    @app_commands.rename(language=_s("language"))
    @app_commands.describe(language=_s("English, French, or the server's own language"))
    @app_commands.choices(
        language=[
            app_commands.Choice(name=_s("English"), value="en"),
            app_commands.Choice(name=_s("French"), value="fr"),
            app_commands.Choice(name=_s("The server's own"), value="auto"),
        ]
    )
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language of boards; tables already open keep theirs."""
        guild, _ = where(interaction)
        if not may_manage(interaction):
            raise errors.NotAllowed
        chosen = language if language in LANGUAGES else None
        await self._client.services.settings.choose(guild, language=chosen)
        t = reader(interaction)
        spoken_now = chosen or spoken(str(interaction.guild_locale) if interaction.guild_locale else None)
        name = {"en": t("English"), "fr": t("French")}[spoken_now]
        await whisper(interaction, t("New boards in this server will be in this language: {language}.", language=name))

    @app_commands.command(name=_s("real_dice"), description=_s("Whether games with real dice count in the leaderboard"))
    @app_commands.rename(allow=_s("allow"))
    @app_commands.describe(allow=_s("Count games whose players throw dice of their own"))
    async def real_dice(self, interaction: Interaction, allow: bool) -> None:
        """Count games with dice of the players' own, or leave them out; it holds for past games too."""
        guild, _ = where(interaction)
        if not may_manage(interaction):
            raise errors.NotAllowed
        await self._client.services.settings.choose(guild, count_real_dice=allow)
        t = reader(interaction)
        await whisper(
            interaction,
            t("Games with real dice count in the leaderboard now.")
            if allow
            else t("Games with real dice do not count in the leaderboard."),
        )


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Settings(client))
