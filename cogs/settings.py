"""``/settings``: what a server chooses."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.games import CATALOGUE
from bot.screens.kit import ZONE
from bot.screens.kit.patterns import SETTINGS_PAGE, SETTINGS_SET
from bot.screens.server.help import HELLO_LANGUAGE, HELLO_ZONE, welcome_screen
from bot.screens.server.settings import (
    BOARD_LANGUAGES,
    EARLIER,
    GAME,
    OFF_AT,
    OVERVIEW,
    PAGE_OF,
    PLACES,
    POSTS_SPEAK,
    PRESET,
    PREVIEW,
    QUESTIONS,
    SWITCH_OFF,
    offered_preset,
    page_asked,
    settings_screen,
)
from bot.tables.hand import ChangedChoices, Did
from bot.tables.model.choices import THINGS, GuildChoices
from bot.tables.model.days import with_day_length, with_zone
from bot.tables.model.errors import EverybodysRole, NoSuchChoice, translated_errors
from bot.ui.discord.adapter import render
from bot.ui.discord.errors import NotForEverybody
from bot.ui.discord.permissions import (
    cannot_crown,
    check_crown,
    check_manager,
    closed_channels,
    may_crown,
    may_manage,
    takes_messages,
    without_deleted,
)
from bot.ui.discord.pictures import edit_with_picture
from bot.ui.discord.reply import Interaction, own_locale, reader, server_and_channel
from bot.ui.server.seasons import guild_language
from cogs.base import ClientCog, chosen_answer, on_press

_MOST = 25
"""What a menu of channels or roles takes."""

_RATED_BY = ("ranked", "count_real_dice")
"""Fields that decide which games are rated."""

_WRITES: Mapping[str, Callable[[GuildChoices, Any, int], dict[str, object]]] = {
    "zone": with_zone,
    "daily": with_day_length,
    "drawn": lambda choices, what, now: choices.with_drawn(what),
}
"""Choices that write other fields: two let the present day end as it began, one is of pictures and of boards."""

_NOTED_AS = {"helper_roles": Did.HELPERS, "switched_off": Did.SWITCH}
"""Fields whose choice is a deed of its own in the log."""

_OWN_LINES = (*_NOTED_AS, "champion_refused")
"""Fields whose choice stands in the log in other words, or is none."""

_LISTS = {
    "channels": "channels",
    "roles": "starter_roles",
    "helpers": "helper_roles",
    "season": "season_channel",
    "post": "post_channel",
    "champion": "champion_role",
}
"""Menus of channels and roles, and their fields."""


class SettingsPanel(ClientCog):
    """Shows the panel and saves choices. Every press checks Manage Server again."""

    def __init__(self, client: Gobelet) -> None:
        """Change the settings of ``client``."""
        super().__init__(client)
        client.router.refuse("settings", NoSuchChoice)

    @app_commands.command(
        name=_s("settings"),
        description=_s("What this server chooses: language, where to play, reminders, seasons and more"),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    async def settings(self, interaction: Interaction) -> None:
        """Open the panel for this person alone."""
        await self._turn(interaction)

    async def _choices(self, interaction: Interaction) -> GuildChoices:
        """Return this server's choices, for somebody who may change them."""
        check_manager(interaction)
        return await self._client.services.settings.of(server_and_channel(interaction)[0])

    @on_press("settings", SETTINGS_PAGE)
    async def _turn(self, interaction: Interaction, page: str = OVERVIEW) -> None:
        await self._show(interaction, await self._choices(interaction), page_asked(page))

    @on_press(GAME)
    async def _turn_to_game(self, interaction: Interaction, game: str) -> None:
        await self._show(interaction, await self._choices(interaction), "games", game)

    @on_press(POSTS_SPEAK)
    async def _speak(self, interaction: Interaction, language: str) -> None:
        """Choose the language of boards, which posts speak too, and stay with them."""
        await self._choose(interaction, "language", language, page="posts")

    @on_press(SETTINGS_SET)
    async def _choose(self, interaction: Interaction, key: str, word: str, *, page: str = "") -> None:
        check_manager(interaction)
        asked = *QUESTIONS, *EARLIER
        answer = await chosen_answer(interaction, self._context(interaction), SETTINGS_SET, asked, key, word)
        if answer is None:
            return
        changes = {key: answer.value}
        if key in _WRITES:
            choices = await self._choices(interaction)
            changes = _WRITES[key](choices, answer.value, self._client.services.clock())
        await self._save(interaction, page or PAGE_OF[key], **changes)

    @on_press(PRESET)
    async def _choose_preset(self, interaction: Interaction, game: str, key: str) -> None:
        choices = await self._choices(interaction)
        await self._save(interaction, "games", game, presets=_presets(choices, game, key))

    @on_press(PLACES)
    async def _choose_places(self, interaction: Interaction, key: str, ids: tuple[str, ...]) -> None:
        check_manager(interaction)
        changes: dict[str, object] = {_LISTS[key]: _chosen(interaction, key, ids)}
        if key == "champion":
            changes["champion_refused"] = False
        await self._save(interaction, PAGE_OF[key], **changes)

    @on_press(OFF_AT)
    async def _turn_to_place(self, interaction: Interaction, ids: tuple[str, ...]) -> None:
        """Show what is switched off in one channel, or with none on the whole server."""
        choices, place = await self._choices(interaction), _chosen(interaction, "off", ids)
        await self._show(interaction, choices, "games", place=place if isinstance(place, int) else 0)

    @on_press(SWITCH_OFF)
    async def _switch_off(self, interaction: Interaction, place: int, kind: str, keys: tuple[str, ...]) -> None:
        """Switch off these of the games, or of the other things, and no others of them."""
        choices = await self._choices(interaction)
        known = tuple(CATALOGUE) if kind == "games" else THINGS
        if not set(keys) <= set(known) or (place and _chosen(interaction, "off", (str(place),)) != place):
            raise NoSuchChoice
        others = [what for what in choices.switched_off.get(str(place), ()) if what not in known]
        off = {**choices.switched_off, str(place): (*others, *(what for what in known if what in keys))}
        kept = {at: what for at, what in off.items() if what}
        await self._save(interaction, "games", "", place, switched_off=kept)

    @on_press(PREVIEW)
    async def _preview(self, interaction: Interaction, kind: str) -> None:
        """Show the manager what a post says today; drawing its picture may take a moment."""
        check_manager(interaction)
        guild, _ = server_and_channel(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        posts, t = self._client.posts, reader(interaction)
        about = [t("A preview: nobody else sees it.")]
        shown = edit_with_picture(*await posts.preview(guild, kind))
        choices = await self._client.services.settings.of(guild)
        language = guild_language(self._client, guild, choices)
        if language != t.language:
            name = t(BOARD_LANGUAGES[language])
            about.append(t("Posts come in the language of this server's boards: {language}.", language=name))
        shown["content"] = " ".join(about)
        await interaction.edit_original_response(**shown)

    @on_press(HELLO_LANGUAGE)
    async def _choose_on_greeting(self, interaction: Interaction, word: str) -> None:
        """Take the language of the boards; the greeting speaks it too. Others are offered it for themselves."""
        if not may_manage(interaction):
            raise NotForEverybody(word)
        await self._greet(interaction, language=word)

    @on_press(HELLO_ZONE)
    async def _choose_zone_on_greeting(self, interaction: Interaction, word: str) -> None:
        choices = await self._choices(interaction)
        answer = await chosen_answer(interaction, self._context(interaction), HELLO_ZONE, (ZONE,), ZONE.key, word)
        if answer is not None:
            await self._greet(interaction, **with_zone(choices, answer.word, self._client.services.clock()))

    async def _greet(self, interaction: Interaction, **changes: object) -> None:
        """Store ``changes``, and draw the pressed greeting anew, for everybody, in the language of the boards."""
        before, choices = await self._stored(interaction, **changes)
        context = self._client.presenter.renderer.context(choices.board_language(interaction.guild_locale))
        message = render(welcome_screen(context, choices, self._client.services.clock()), context.glyphs)
        try:
            await interaction.response.edit_message(**message.edited)
        finally:
            await self._follow(interaction, before, choices)

    async def _save(
        self, interaction: Interaction, page: str, game: str = "", place: int = 0, /, **changes: object
    ) -> None:
        """Store ``changes`` and show that."""
        before, choices = await self._stored(interaction, **changes)
        try:
            await self._show(interaction, choices, page, game, before=before, place=place)
        finally:
            await self._follow(interaction, before, choices)

    async def _stored(self, interaction: Interaction, **changes: object) -> tuple[GuildChoices, GuildChoices]:
        """Store ``changes``; return what this server chose before and what it has chosen now."""
        guild, settings = server_and_channel(interaction)[0], self._client.services.settings
        with translated_errors():
            before = await settings.of(guild)
            await self._client.services.posts.begin(guild, replace(before, **changes))  # type: ignore[arg-type]
            return before, await settings.choose(guild, **changes)

    async def _follow(self, interaction: Interaction, before: GuildChoices, choices: GuildChoices) -> None:
        """Do what follows from the choices once the press has its answer, or that failed; a line of the log first."""
        guild, services = server_and_channel(interaction)[0], self._client.services
        same = replace(before, **{name: getattr(choices, name) for name in _OWN_LINES})
        if same != choices:
            chosen = ChangedChoices.of(same, choices, own_locale(interaction))
            await services.hand.note(guild, interaction.user.id, Did.SETTING, chosen)
        for field, did in _NOTED_AS.items():
            if getattr(before, field) != getattr(choices, field):
                await services.hand.note(guild, interaction.user.id, did, ChangedChoices.of(before, choices))
        if any(getattr(before, name) != getattr(choices, name) for name in _RATED_BY):
            self._client.presenter.run_later(self._rate_again(guild), "rate all games of a server again")
        if before.champion_role != choices.champion_role:
            self._client.presenter.run_later(self._client.final_tables.give_roles(), "give the roles of champions")
        if choices.language is not None and choices.language != before.language:
            translating = self._client.opening.translate_lobbies(guild, choices.language)
            self._client.presenter.run_later(translating, "draw lobbies in another language")

    async def _rate_again(self, guild: int) -> None:
        """Rate anew, because other games count from now on: as if the server had always chosen so."""
        await self._client.services.ratings.recompute(guild)
        await self._client.services.ratings.catch_up(guild)

    async def _show(
        self,
        interaction: Interaction,
        choices: GuildChoices,
        page: str,
        game: str = "",
        *,
        before: GuildChoices | None = None,
        place: int = 0,
    ) -> None:
        there = without_deleted(interaction, choices)
        screen = settings_screen(
            self._context(interaction),
            there,
            page,
            game,
            before=before,
            closed=closed_channels(interaction, there),
            gone=bool(choices.channels) and not there.channels,
            unposted=choices.post_channel is not None and there.post_channel is None,
            now=self._client.services.clock(),
            speaks=own_locale(interaction),
            place=place,
            crowns=may_crown(interaction),
            uncrowned=cannot_crown(interaction, choices),
            paused=page in ("posts", OVERVIEW) and await self._paused(interaction, choices),
            posts_in=guild_language(self._client, server_and_channel(interaction)[0], choices),
        )
        await self._whisper(interaction, screen)

    async def _paused(self, interaction: Interaction, choices: GuildChoices) -> bool:
        """Whether the server wants mornings, and none comes because nobody plays."""
        wanted = choices.post_channel is not None and choices.post_morning
        return wanted and await self._client.services.posts.paused(server_and_channel(interaction)[0])


def _presets(choices: GuildChoices, game: str, key: str) -> dict[str, str]:
    """Return the ready-made rules of all games with those of ``game`` changed; standard ones need no entry."""
    preset = offered_preset(game, key)
    if preset is None:
        raise NoSuchChoice
    others = {known: value for known, value in choices.presets.items() if known != game}
    return others | ({game: key} if preset.options else {})


def _chosen(interaction: Interaction, key: str, ids: Iterable[str]) -> tuple[int, ...] | int | None:
    """Return the channels or roles with these ids; raises NoSuchChoice for one of another server."""
    numbers = tuple(dict.fromkeys(int(text) for text in ids if text.isascii() and text.isdecimal() and len(text) < 20))
    guild = interaction.guild
    if guild is None or len(numbers) != len(tuple(ids)) or len(numbers) > _MOST:
        raise NoSuchChoice
    roles = key in ("roles", "helpers", "champion")
    if key == "helpers" and guild.id in numbers:
        raise EverybodysRole
    find = guild.get_role if roles else guild.get_channel
    if any(find(number) is None for number in numbers):
        raise NoSuchChoice
    if key == "champion":
        if len(numbers) > 1:
            raise NoSuchChoice
        for role in numbers:
            check_crown(interaction, role)
        return numbers[0] if numbers else None
    if key not in ("season", "post", "off"):
        return numbers
    if key == "off" and len(numbers) == 1:
        return numbers[0]
    if len(numbers) > 1 or not all(takes_messages(find(number)) for number in numbers):
        raise NoSuchChoice
    return numbers[0] if numbers else None


setup = SettingsPanel.add
