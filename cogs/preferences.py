"""``/preferences``: what a person chooses for themselves."""

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.screens.kit.patterns import PREFERENCES_PAGE, PREFERENCES_SET
from bot.screens.players.preferences import OVERVIEW, PAGE_OF, QUESTIONS, preferences_screen, with_others
from bot.tables.model.errors import NoSuchChoice, translated_errors
from bot.ui.discord.reply import PREFERENCES, Interaction, guild_and_channel, preferences_of
from cogs.base import ClientCog, chosen_answer, on_press


class PreferencesPanel(ClientCog, name="Preferences"):
    """Shows the panel and saves choices: everybody chooses for themselves only."""

    def __init__(self, client: Gobelet) -> None:
        """Change preferences of the people of ``client``."""
        super().__init__(client)
        client.router.refuse("preferences", NoSuchChoice)

    @app_commands.command(
        name=_s("preferences"),
        description=_s("Your own choices, in every server: language, look, reminders, quiet hours"),
    )
    async def preferences(self, interaction: Interaction) -> None:
        """Open the panel for this person alone."""
        await self._show(interaction)

    @on_press(PREFERENCES_SET)
    async def _choose(self, interaction: Interaction, key: str, word: str) -> None:
        """Save one choice. The answer shows it already; a board here that it changes is drawn anew."""
        answer = await chosen_answer(interaction, self._context(interaction), PREFERENCES_SET, QUESTIONS, key, word)
        if answer is None:
            return
        now, before = self._client.services.clock(), preferences_of(interaction)
        await self._save(interaction, key, with_others(before, key, answer.value, now))
        try:
            await self._show(interaction, PAGE_OF[key], saved=key, unchanged=before == preferences_of(interaction))
        finally:
            self._follow(interaction, key, away=answer.value is not None)

    def _follow(self, interaction: Interaction, key: str, *, away: bool) -> None:
        """Do what follows from a choice that is saved, also where the answer fails."""
        if key == "away_until":
            telling = self._client.absences.tell(interaction.user.id, away=away)
            self._client.presenter.run_later(telling, "tell tables whether somebody is away")
        if key in ("screen_reader", "plain", "spoken", "hold"):
            self._client.presenter.run_later(self._draw_anew(interaction), "draw a board as its player prefers")

    async def _save(self, interaction: Interaction, key: str, changes: dict[str, object]) -> None:
        with translated_errors():
            chosen = await self._client.services.preferences.choose(interaction.user.id, **changes)
        interaction.extras[PREFERENCES] = chosen

    async def _draw_anew(self, interaction: Interaction) -> None:
        table = await self._client.services.tables.repository.live_at(*guild_and_channel(interaction))
        if table is not None and table.seat_of(interaction.user.id) is not None:
            self._client.presenter.refresh_soon(table.id)

    @on_press("preferences", PREFERENCES_PAGE)
    async def _show(
        self, interaction: Interaction, page: str = OVERVIEW, *, saved: str = "", unchanged: bool = False
    ) -> None:
        chosen = preferences_of(interaction)
        now = self._client.services.clock()
        context = self._context(interaction)
        screen = preferences_screen(context, chosen, page, saved=saved, unchanged=unchanged, now=now)
        await self._whisper(interaction, screen)


setup = PreferencesPanel.add
