"""``/puzzle``: a position of a real game with one best answer; one a day, the same everywhere, and more on demand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.engine import IllegalAction, Theme
from bot.games import CATALOGUE, THEMES, make
from bot.screens.kit import RenderContext, Screen
from bot.screens.puzzles import (
    ANSWER,
    ANY,
    ARCHIVE,
    HINT,
    HINT_ONE,
    MORE,
    PAST,
    READ,
    READ_ONE,
    RULES,
    SHARE,
    TRY,
    archive_screen,
    no_puzzles,
    puzzle_screen,
    share_button,
    share_screen,
)
from bot.screens.table.rules import SHORT, rules_screen
from bot.screens.training import PUZZLES
from bot.tables.model import errors
from bot.tables.model.errors import translated_errors
from bot.tables.puzzles import ARCHIVE_PAGES, NO_DAY, Puzzle, PuzzlePage, game_of, shipped, why
from bot.tables.records.trophies import Earned
from bot.thinker.answers import Why
from bot.ui.delivery.messages import rows_with
from bot.ui.discord.adapter import render
from bot.ui.discord.pictures import kept_frames
from bot.ui.discord.reply import (
    Interaction,
    Sendable,
    in_words,
    is_private,
    personal_and_channel,
    reader,
    whisper,
    whisper_rendered,
)
from bot.ui.press.reasons import Reasons
from bot.ui.press.review import may_share, post_shared
from cogs.base import ClientCog, on_press


class Said(TypedDict, total=False):
    """What a puzzle says besides its position."""

    turned: bool
    hint: bool
    why: Why | None


_GAMES = {puzzle.game for puzzle in shipped().more}
"""The games that there are puzzles of."""


class PuzzleOfTheDay(ClientCog, name="Puzzle"):
    """Shows puzzles privately; only what somebody shares is public."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the puzzles of ``client``."""
        super().__init__(client)
        self._puzzles = client.services.puzzles
        self._reasons = Reasons(client.presenter.run_later)

    @app_commands.command(name=_s("puzzle"), description=_s("What is best here? One puzzle a day, more on demand"))
    @app_commands.rename(game=_s("game"))
    @app_commands.describe(game=_s("A further puzzle, from this game (the puzzle of the day if you choose none)"))
    @app_commands.choices(
        game=[
            app_commands.Choice(name=_s(listing.label), value=key)
            for key, listing in CATALOGUE.items()
            if key in _GAMES
        ]
    )
    async def puzzle(self, interaction: Interaction, game: str = "") -> None:
        """Show the puzzle of the day privately, or one more of a game."""
        await (self._more(interaction, game) if game else self._show(interaction))

    @on_press("puzzle show")
    async def _show(self, interaction: Interaction, *, turned: bool = False) -> None:
        await self._check_on(interaction, "puzzle")
        page = await self._puzzles.today(personal_and_channel(interaction)[0], interaction.user.id)
        await self._show_page(interaction, page, turned=turned)

    @on_press(MORE)
    async def _more(self, interaction: Interaction, game: str) -> None:
        await self._check_on(interaction, "puzzle")
        page = await self._further(interaction, None if game == ANY else game)
        if page is None:
            await whisper(interaction, no_puzzles(self._context(interaction), game))
        else:
            await self._show_page(interaction, page)

    async def _further(
        self, interaction: Interaction, game: str | None = None, theme: Theme | None = None
    ) -> PuzzlePage | None:
        """Return one more puzzle; those of games that people play here come more often."""
        guild, _ = personal_and_channel(interaction)
        with translated_errors():
            played = await self._client.services.leaderboards.games(guild)
        return await self._puzzles.more(guild, interaction.user.id, game, theme=theme, played=played)

    @on_press(PUZZLES)
    async def _about(self, interaction: Interaction, theme: str) -> None:
        """Show one more puzzle of a theme."""
        await self._check_on(interaction, "puzzle")
        page = await self._further(interaction, theme=THEMES[theme])
        if page is None:
            raise errors.NoSuchChoice
        await self._show_page(interaction, page)

    @on_press(PAST)
    async def _past(self, interaction: Interaction, day: int) -> None:
        """Show the puzzle of a day that is over."""
        await self._check_on(interaction, "puzzle")
        guild, _ = personal_and_channel(interaction)
        page = await self._puzzles.past(guild, interaction.user.id, day)
        if page is None:
            raise errors.NoSuchChoice
        await self._show_page(interaction, page)

    @on_press(ARCHIVE)
    async def _archive(self, interaction: Interaction, page: int, button: str) -> None:
        """List days that are over."""
        page = min(page, ARCHIVE_PAGES - 1)
        guild, _ = personal_and_channel(interaction)
        days, total = await self._puzzles.archive(guild, interaction.user.id, page)
        await self._whisper(interaction, archive_screen(self._context(interaction), days, page, total))

    @on_press(RULES)
    async def _rules(self, interaction: Interaction, game: str) -> None:
        """Show the rules of the game of a puzzle beside it."""
        context = self._context(interaction)
        await self._whisper(interaction, rules_screen(context, make(game, {}), SHORT, of=game), replace=False)

    async def _asked(self, interaction: Interaction, day: int, name: str) -> Puzzle | None:
        """Return the puzzle of ``day``, or one more; None where that day is over, or this version has it no longer."""
        guild, _ = personal_and_channel(interaction)
        if day == NO_DAY:
            return await self._puzzles.find(guild, name)
        puzzle = await self._puzzles.puzzle_of(today := await self._puzzles.day(guild))
        return puzzle if (today, puzzle.id) == (day, name) else None

    async def _instead(self, interaction: Interaction, day: int) -> None:
        """Show the next puzzle in place of that of ``day``, which is over; another one in place of one more."""
        await (self._more(interaction, ANY) if day == NO_DAY else self._show(interaction, turned=True))

    @on_press(HINT, HINT_ONE)
    async def _hint(self, interaction: Interaction, name: str, day: int = NO_DAY) -> None:
        """Say what to think of in a puzzle."""
        puzzle = await self._asked(interaction, day, name)
        if puzzle is None:
            await self._instead(interaction, day)
            return
        await self._check_on(interaction, "hints")
        guild, _ = personal_and_channel(interaction)
        page = await self._puzzles.hint(guild, interaction.user.id, day, puzzle)
        await self._show_page(interaction, page, hint=page.reply is None)

    async def _show_page(
        self,
        interaction: Interaction,
        page: PuzzlePage,
        *,
        turned: bool = False,
        hint: bool = False,
        aloud: bool = False,
    ) -> None:
        """Show a puzzle as it stands, or in words; once answered, with the reason and what others may be about."""
        themes = [] if page.reply is None else await self._puzzles.themes()

        async def message(known: Why | None) -> Sendable:
            if not aloud:
                return await self._message(interaction, page, themes, turned=turned, hint=hint, why=known)
            context = RenderContext(reader(interaction), in_words(interaction))
            return render(puzzle_screen(context, page, themes, turned=turned, hint=hint, why=known), context.glyphs)

        if page.reply is None and not hint:
            self._reasons.pressed(interaction)
            await whisper_rendered(interaction, await message(None), replace=True)
            return
        asking = why(self._client.services.tables.thinker, page.puzzle, page.own)
        await self._reasons.show(interaction, asking, message)

    async def _message(
        self, interaction: Interaction, page: PuzzlePage, themes: Sequence[Theme] = (), **said: Unpack[Said]
    ) -> Sendable:
        """Return a puzzle with the picture of its position."""
        context, game = self._context(interaction), game_of(page.puzzle.game)

        def draw(pictured: bool) -> Screen:
            return puzzle_screen(context, page, themes, **said, pictured=pictured)

        renderer = self._client.presenter.renderer
        return await renderer.position(interaction, game, page.puzzle.state(game), draw, replace=True)

    async def _whisper(self, interaction: Interaction, screen: Screen, *, replace: bool = True) -> None:
        """Show ``screen``; in the place of a puzzle, a reason that comes later changes it no more."""
        if replace:
            self._reasons.pressed(interaction)
        await super()._whisper(interaction, screen, replace=replace)

    @on_press(ANSWER, TRY)
    async def _answer(self, interaction: Interaction, name: str, place: int, day: int = NO_DAY) -> None:
        """Answer a puzzle."""
        puzzle = await self._asked(interaction, day, name)
        if puzzle is None:
            await self._instead(interaction, day)
            return
        await self._check_on(interaction, "puzzle")
        guild, _ = personal_and_channel(interaction)
        answered = await self._puzzles.answer(guild, interaction.user.id, day, puzzle, place)
        answered = replace(answered, trophies=await self._brought(answered))
        await self._show_page(interaction, answered)

    async def _brought(self, page: PuzzlePage) -> list[Earned]:
        """Return what an answer has brought for the first time; many days in a row do."""
        store, earned = self._client.services.trophies, await self._puzzles.earned(page)
        if earned is None:
            return []
        with translated_errors():
            await store.add(earned)
            return [known for known in await store.behind(earned.guild, earned.behind) if known == earned]

    @on_press(READ, READ_ONE)
    async def _read(self, interaction: Interaction, name: str, day: int = NO_DAY) -> None:
        """Show a puzzle in words; after its day, the next one to those who have not answered it."""
        (guild, _), user, page = personal_and_channel(interaction), interaction.user.id, None
        puzzle = await self._asked(interaction, day, name)
        if puzzle is not None:
            page = await self._puzzles.page(guild, user, day, puzzle)
        elif day != NO_DAY:
            past = await self._puzzles.past(guild, user, day)
            page = past if past is not None and past.day == day else None
        if page is None:
            await self._instead(interaction, day)
        else:
            await self._show_page(interaction, page, aloud=True)

    @on_press(SHARE)
    async def _share(self, interaction: Interaction, day: int) -> None:
        """Post here whether the reader solved the puzzle of ``day``; a button that nobody presses twice answers."""
        if not is_private(interaction):
            raise IllegalAction("this is no puzzle of one person")
        guild, _ = personal_and_channel(interaction)
        page = await self._puzzles.of_day(guild, interaction.user.id, day)
        if page.reply is None:
            raise errors.Unfinished
        if not await may_share(interaction, await self._client.services.settings.of(guild)):
            return
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        message = render(share_screen(context, page, interaction.user.id), context.glyphs)
        own, pressed = self._context(interaction), interaction.message
        shared, unshared = [rows_with(pressed, share_button(own, day, shared=shared)) for shared in (True, False)]
        self._reasons.pressed(interaction)  # A reason that is missing comes no more; what asks for it stays.
        await interaction.response.edit_message(**kept_frames(pressed), view=shared)
        await post_shared(interaction, message.kwargs, {"view": unshared})


setup = PuzzleOfTheDay.add
