"""``/rules`` and ``/help``, which also says what the bot is."""

from collections.abc import Collection
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.engine import IllegalAction
from bot.games import BEST_KNOWN, CATALOGUE, make, usual
from bot.screens.kit.patterns import (
    HELP,
    OPEN,
    OPEN_ALONE,
    PROOF,
    PROOF_BELOW,
    RULES_PAGE_OF,
    RULES_PART_OF,
    WORKS_BELOW,
)
from bot.screens.server.help import (
    ABOUT,
    FAIR,
    FIRST,
    OFFERED,
    PAGES,
    about_screen,
    help_screen,
    installations,
    offered_topics,
    play_screen,
    topics_of,
)
from bot.screens.table.rules import SHORT, rules_screen
from bot.ui.delivery.opening import ALONE, HERE, IN_THREAD, INSTEAD, SURELY_INSTEAD, StartOptions, wished
from bot.ui.discord.adapter import render
from bot.ui.discord.permissions import PERMISSIONS, may_manage, on_here
from bot.ui.discord.reply import Interaction, guild_and_channel, is_guest, personal_place, place_of, whisper_rendered
from cogs.base import ClientCog, offered_games, on_press

_BEST_KNOWN_FIRST = sorted(CATALOGUE, key=lambda key: key not in BEST_KNOWN)


class Help(ClientCog):
    """Explains the games and the bot. Its buttons stand on public messages too; their answers there are private."""

    presses_anywhere = True  # The rules of a table's game lead to those of others.

    @app_commands.command(name=_s("rules"), description=_s("The rules of a game, with examples"))
    @app_commands.rename(game=_s("game"))
    @app_commands.describe(
        game=_s("Which game (if you choose none: that of this channel's table, else the one played most here)")
    )
    async def rules(self, interaction: Interaction, game: str = "") -> None:
        """Show the rules privately: as the table here plays them, if it is one of ``game`` or none is named.

        Of another game, and where no table is: the standard ones. Without a name they are those of the game that a
        start command opens by itself.
        """
        game = self._named_game(interaction, game)
        table = await self._client.services.tables.repository.live_at(*guild_and_channel(interaction))
        if table is None or game not in ("", table.game.key):
            offered = await self._on(interaction, CATALOGUE)
            await self._rules(interaction, game or usual(await self._played(interaction), offered))
            return
        context = self._context(interaction)
        shown = render(rules_screen(context, table.game), context.glyphs, table.code, table.step)
        await whisper_rendered(interaction, shown)

    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games that are on here, the best known first."""
        return offered_games(self._context(interaction).t, await self._on(interaction, _BEST_KNOWN_FIRST), typed)

    @app_commands.command(
        name=_s("help"),
        description=_s("Help, a short page for each task: play, hold dice, reminders, settings and more"),
    )
    @app_commands.rename(topic=_s("topic"))
    @app_commands.describe(topic=_s("What you would like to do (play a game if you choose none)"))
    async def help(self, interaction: Interaction, topic: str = FIRST) -> None:
        """Show the page about ``topic``, or the first that fits what was typed; a menu below leads to the others."""
        if topic not in PAGES:
            topic = next(iter(topics_of(self._context(interaction).t, topic)), FIRST)
        await self._help(interaction, topic)

    @help.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the pages that are about what was typed."""
        t = self._context(interaction).t
        topics = offered_topics(topics_of(t, typed), manages=bool(typed) or _manages(interaction))
        return [app_commands.Choice(name=t(PAGES[key]), value=key) for key in topics]

    @on_press("help", HELP)
    async def _help(self, interaction: Interaction, topic: str = FIRST) -> None:
        client, context, manages = self._client, self._context(interaction), _manages(interaction)
        if topic == ABOUT:
            support = client.services.support
            screen = about_screen(context, client.application_id or 0, PERMISSIONS.value, support, manages=manages)
        else:
            doors = installations(context, client.application_id or 0, PERMISSIONS.value)
            alone = place_of(interaction) != personal_place(interaction)
            played, offered = await self._played(interaction), await self._on(interaction, OFFERED)
            lesson = await self._lesson(interaction, offered) if topic == FIRST else ""
            screen = help_screen(context, topic, played, doors, offered, lesson=lesson, alone=alone, manages=manages)
        await self._whisper(interaction, screen)

    async def _lesson(self, interaction: Interaction, offered: Collection[str]) -> str:
        """Return the game whose guide the help has: the best known one that is new to the reader, else the best known.

        So it goes by what they have done themselves, whatever others play here.
        """
        known = [game for game in BEST_KNOWN if game in offered] or list(offered)
        place, renderer = place_of(interaction), self._client.presenter.renderer
        for game in known:
            if await renderer.wants_guide(place, interaction.user.id, game):
                return game
        return next(iter(known), BEST_KNOWN[0])

    @on_press(PROOF_BELOW)
    async def _proof(self, interaction: Interaction) -> None:
        await self._below(interaction, FAIR)

    @on_press(WORKS_BELOW)
    async def _works(self, interaction: Interaction) -> None:
        await self._below(interaction, PROOF)

    async def _below(self, interaction: Interaction, topic: str) -> None:
        screen = help_screen(self._context(interaction), topic, manages=_manages(interaction))
        await self._whisper(interaction, screen, replace=False)

    @on_press("about")
    async def _about(self, interaction: Interaction) -> None:
        await self._help(interaction, ABOUT)

    @on_press(RULES_PAGE_OF, RULES_PART_OF)
    async def _rules(self, interaction: Interaction, game: str, page: str | int = SHORT) -> None:
        await self._whisper(interaction, rules_screen(self._context(interaction), make(game, {}), page, of=game))

    async def _played(self, interaction: Interaction) -> list[str]:
        """Return the games that people have played in this place, the most popular first."""
        return await self._client.services.leaderboards.games(place_of(interaction))

    async def _on(self, interaction: Interaction, games: Collection[str]) -> list[str]:
        """Return those of ``games`` that the server has not switched off here."""
        return on_here(interaction, await self._client.services.settings.of(place_of(interaction)), games)

    @on_press("play")
    async def _play(self, interaction: Interaction) -> None:
        played, offered = await self._played(interaction), await self._on(interaction, OFFERED)
        lesson = await self._lesson(interaction, offered)
        await self._whisper(interaction, play_screen(self._context(interaction), played, offered, lesson=lesson))

    @on_press(OPEN)
    async def _open(self, interaction: Interaction, game: str) -> None:
        """Open a table of the game that somebody chose on the first page, as its command does."""
        if game not in CATALOGUE:
            raise IllegalAction(game)
        await self._client.opening.open(interaction, game, StartOptions())

    @on_press(OPEN_ALONE)
    async def _open_solo(self, interaction: Interaction, game: str) -> None:
        """Open a table of that game which nobody else sees."""
        await self._client.opening.open(interaction, game, StartOptions(alone=True))

    @on_press(IN_THREAD)
    async def _open_in_thread(self, interaction: Interaction, game: str, **words: Any) -> None:
        """Open the table that somebody wanted where there was one already, in a thread of its own."""
        await self._client.opening.open(interaction, game, wished(game, thread=True, **words))

    @on_press(HERE, INSTEAD)
    async def _open_here(self, interaction: Interaction, game: str, **words: Any) -> None:
        """Open the table that somebody wanted: by other rules than its game lacks, or in place of the person's own.

        A game asks before it ends.
        """
        await self._client.opening.open(interaction, game, wished(game, **words))

    @on_press(SURELY_INSTEAD)
    async def _open_surely_instead(self, interaction: Interaction, game: str, **words: Any) -> None:
        """Open it in place of a game, after that question."""
        await self._client.opening.open(interaction, game, wished(game, sure=True, **words))

    @on_press(ALONE)
    async def _open_alone(self, interaction: Interaction, game: str, **words: Any) -> None:
        """Open the table that somebody wanted where nobody else has to see it, as a guest."""
        await self._client.opening.open(interaction, game, wished(game, alone=True, **words))


def _manages(interaction: Interaction) -> bool:
    """Whether that person may choose for this server, of which the bot is a member."""
    return may_manage(interaction) and not is_guest(interaction)


setup = Help.add
