"""Exercises beside a message: from a review, and what waits until the latest games have been looked through."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.engine import Theme
from bot.screens.kit import RenderContext, Screen
from bot.screens.training import ALL, done_screen, exercise_screen, none_screen, training_screen, working_screen
from bot.tables.model.errors import TableError
from bot.tables.model.table import table_id
from bot.tables.puzzles import PuzzleService
from bot.tables.training import AskedExercise, Training
from bot.ui.discord.adapter import render
from bot.ui.discord.errors import sentence
from bot.ui.discord.reply import Interaction, whisper_rendered
from bot.ui.press.reasons import Later, redraw
from bot.ui.press.router import TablePress

_AT_ONCE_SECONDS = 1.0
"""Seconds that a press waits for exercises before it says that some are being made."""

Screens = Callable[[], Awaitable[Screen]]


async def gathered(
    interaction: Interaction,
    context: RenderContext,
    gathering: Awaitable[None],
    screen: Screens,
    later: Later,
    *,
    replace: bool,
) -> None:
    """Show ``screen`` once exercises are gathered; where that takes long, the message says so, and then changes."""
    task = asyncio.ensure_future(gathering)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # At the end nobody may wait any more.
    await asyncio.wait((task,), timeout=_AT_ONCE_SECONDS)
    if task.done():
        task.result()
        await whisper_rendered(interaction, render(await screen(), context.glyphs), replace=replace)
        return
    await whisper_rendered(interaction, render(working_screen(context), context.glyphs), replace=replace)
    later(_change(interaction, context, task, screen), "show exercises")


async def _change(
    interaction: Interaction, context: RenderContext, task: asyncio.Future[None], screen: Screens
) -> None:
    try:
        await task
        shown = await screen()
    except TableError as error:
        shown = Screen(title=context.t("Training"), body=sentence(context.t, error) or "")
    await redraw(interaction, context, shown)


async def home(context: RenderContext, training: Training, puzzles: PuzzleService, user: int) -> Screen:
    """Return the first page of somebody's training."""
    return training_screen(context, await training.page(user), await puzzles.themes())


async def next_screen(context: RenderContext, training: Training, user: int, scope: str) -> Screen:
    """Return the exercise of ``scope`` that is due for ``user``, or that nothing is."""
    theme = Theme(scope) if scope in set(Theme) else None
    table = None if theme is not None or scope == ALL else table_id(scope)
    asked = await training.next(user, theme, table)
    if asked is None:
        return done_screen(context, await training.page(user))
    return exercise_screen(context, asked, scope)


# -- From a review ----------------------------------------------------------------------------------------------------


async def try_again(press: TablePress, move: int) -> None:
    """Show the decision ``move`` of the reader's own game as an exercise, beside the review."""
    table = await press.public()
    training = press.services.training

    async def screen() -> Screen:
        asked: AskedExercise | None = await training.at(press.user, table.id, move)
        return none_screen(press.context) if asked is None else exercise_screen(press.context, asked, table.code)

    await _beside(press, screen)


async def train_these(press: TablePress) -> None:
    """Show what is due of the mistakes of this game, beside the review."""
    table = await press.public()

    async def screen() -> Screen:
        return await next_screen(press.context, press.services.training, press.user, table.code)

    await _beside(press, screen)


async def _beside(press: TablePress, screen: Screens) -> None:
    gathering, later = press.services.training.gather(press.user), press.presenter.run_later
    await gathered(press.interaction, press.context, gathering, screen, later, replace=False)
