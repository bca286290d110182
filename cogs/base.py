"""The base class of cogs: their client, the presses they answer, and private screens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import ClassVar, TypeVar

from discord.app_commands import Choice as Offered
from discord.ext import commands

from bot.client import Gobelet
from bot.games import CATALOGUE
from bot.locales import Words, plain_letters
from bot.screens.kit import ZONE, Button, RenderContext, Screen, find_answer
from bot.screens.kit.patterns import Pattern
from bot.screens.kit.questions import (
    TYPE_ZONE,
    ZONE_TYPED,
    AnswerOption,
    Question,
    zone_form,
    zone_unclear,
    zones_called,
)
from bot.screens.kit.sharing import shared
from bot.screens.players.hand import reason_form
from bot.tables.hand import LONGEST_WHY
from bot.tables.model.errors import NoSuchChoice, TableError
from bot.tables.model.store import StoreError
from bot.tables.records.leaderboards import EVERY
from bot.ui.discord.adapter import RawModal, Rendered, form_json, render, typed_text
from bot.ui.discord.errors import NotOffered
from bot.ui.discord.permissions import check_on, is_helper
from bot.ui.discord.pictures import Picture, edit_with_picture, with_picture
from bot.ui.discord.reply import Interaction, guild_and_channel, is_private, whisper, whisper_screen
from bot.ui.press.review import may_share

log = logging.getLogger(__name__)

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[None]])

_PATTERNS = "press_patterns"


def on_press(*patterns: str | Pattern) -> Callable[[Handler], Handler]:
    """Send the components that ask for what one of ``patterns`` describes to this method of a :class:`ClientCog`."""

    def marked(handler: Handler) -> Handler:
        vars(handler)[_PATTERNS] = patterns
        return handler

    return marked


MOST_OFFERED = 25
"""Lines that Discord shows while somebody types."""


def offered_games(t: Words, games: Iterable[str], typed: str) -> list[Offered[str]]:
    """Return the lines of those ``games`` whose name contains what was ``typed``."""
    names, looked = {game: t(CATALOGUE[game].label) for game in games}, plain_letters(typed.strip())
    return [Offered(name=name, value=game) for game, name in names.items() if looked in plain_letters(name)][
        :MOST_OFFERED
    ]


def game_named(t: Words, typed: str) -> str | None:
    """Return the key of the game that somebody chose from a list, or typed by its name."""
    name = plain_letters(typed.strip())
    return next((key for key, one in CATALOGUE.items() if name in (key, plain_letters(t(one.label)))), None)


class ClientCog(commands.Cog):
    """A cog of one client; ``setup = TheCog.add`` is what discord.py asks its module for."""

    presses_anywhere: ClassVar[bool] = False
    """Whether its components also stand on messages that name a table."""

    def __init__(self, client: Gobelet) -> None:
        """Work for ``client``; its router sends the presses here."""
        super().__init__()
        self._client = client
        for name, function in vars(type(self)).items():
            for pattern in getattr(function, _PATTERNS, ()):
                route = client.router.anywhere if self.presses_anywhere else client.router.free
                route(pattern, getattr(self, name))

    @classmethod
    async def add(cls, client: Gobelet) -> None:
        """Add the cog to ``client``."""
        await client.add_cog(cls(client))

    def _context(self, interaction: Interaction) -> RenderContext:
        """Return what renders for the person who pressed or typed."""
        return self._client.presenter.renderer.context_for(interaction)

    async def _check_on(self, interaction: Interaction, what: str) -> None:
        """Refuse what the server has switched off here. Raises SwitchedOff."""
        guild, _ = guild_and_channel(interaction)
        check_on(interaction, await self._client.services.settings.of(guild), what)

    async def _helps(self, interaction: Interaction) -> bool:
        """Return whether that person may do here what managers may: end what others have opened, void results."""
        guild, _ = guild_and_channel(interaction)
        return is_helper(interaction, await self._client.services.settings.of(guild))

    async def _offer_played(
        self, interaction: Interaction, typed: str, played: Awaitable[Iterable[str]]
    ) -> list[Offered[str]]:
        """Offer all games together and those that are ``played``; where none is, every game and a word about that."""
        t = self._context(interaction).t
        try:
            games = list(dict.fromkeys(await played))
        except (StoreError, TableError) as error:
            log.info("no games to choose from: %r", error)
            return []
        together = t("All games") if games else t("All games (no finished game here counts yet)")
        return [Offered(name=together, value=EVERY), *offered_games(t, games or CATALOGUE, typed)][:MOST_OFFERED]

    def _named_game(self, interaction: Interaction, typed: str, *others: str) -> str:
        """Return the key of the game that somebody chose or typed, nothing, or one of ``others``. Raises NotOffered."""
        game = game_named(self._context(interaction).t, typed)
        if game is None and typed not in ("", *others):
            raise NotOffered("game")
        return game or typed

    async def _show_everybody(
        self,
        interaction: Interaction,
        draw: Callable[[RenderContext], Screen],
        *buttons: Callable[[RenderContext], Button],
    ) -> None:
        """Post what somebody has seen in private for everybody, in the language of the server's boards.

        It says who shared it, has ``buttons``, the first of them to play where that is possible, and that person can
        take it back.
        """
        guild, _ = guild_and_channel(interaction)
        if not await may_share(interaction, await self._client.services.settings.of(guild)):
            return
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        made = (button(context) for button in buttons)
        posted = render(shared(context, draw(context), interaction.user.id, *made), context.glyphs)
        await interaction.response.send_message(**posted.kwargs)

    async def _whisper(self, interaction: Interaction, screen: Screen, *, replace: bool = True) -> None:
        """Show ``screen`` to that person alone; ``replace`` puts it in place of a pressed private message."""
        await whisper_screen(interaction, screen, self._client.presenter.renderer.glyphs, replace=replace)

    async def _whisper_pictured(self, interaction: Interaction, rendered: Rendered, picture: Picture | None) -> None:
        """Show a message with a picture to that person alone, in place of a pressed private one."""
        if is_private(interaction):
            await interaction.response.edit_message(**edit_with_picture(rendered, picture))
        else:
            await interaction.response.send_message(**with_picture(rendered, picture), ephemeral=True)


# -- Reasons that managers give ---------------------------------------------------------------------------------------


async def ask_why(interaction: Interaction, context: RenderContext, do: str) -> None:
    """Open the window for a manager's reason; sending it asks for ``do``."""
    await interaction.response.send_modal(RawModal(form_json(reason_form(context, do), None, 0)))


def reason_of(interaction: Interaction) -> str:
    """Return what a manager typed there, on one line; nothing where they pressed a button."""
    return " ".join(typed_text(interaction.data or {}).split())[:LONGEST_WHY]


# -- Time zones that people choose or type -----------------------------------------------------------------------------


async def chosen_answer(
    interaction: Interaction, context: RenderContext, menu: Pattern, questions: Sequence[Question], key: str, word: str
) -> AnswerOption | None:
    """Return the answer to one of ``questions`` that ``word`` of that menu asks for, or a time zone that is typed.

    None where this has opened the window to type one, or has said that what was typed is not clear. Raises
    NoSuchChoice.
    """
    if key == ZONE.key and word in (TYPE_ZONE, ZONE_TYPED):
        zone = await _typed_zone(interaction, context, menu, word)
        return None if zone is None else AnswerOption(zone, zone, zone)
    answer = find_answer(questions, key, word)
    if answer is None:
        raise NoSuchChoice
    return answer


async def _typed_zone(interaction: Interaction, context: RenderContext, menu: Pattern, word: str) -> str | None:
    do = {name: menu.build(key=ZONE.key, word=name) for name in (TYPE_ZONE, ZONE_TYPED)}
    if word == TYPE_ZONE:
        await interaction.response.send_modal(RawModal(form_json(zone_form(context, do[ZONE_TYPED]), None, 0)))
        return None
    typed = typed_text(interaction.data or {})
    zones = await asyncio.to_thread(zones_called, context, typed)
    if len(zones) == 1:
        return zones[0]
    again = ((Button(do[TYPE_ZONE], context.t("Type another one…")),),) if is_private(interaction) else ()
    await whisper(interaction, zone_unclear(context, typed, zones), again)
    return None
