"""Exercises beside a message: from a review, and what waits until the latest games have been looked through."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.games import THEMES
from bot.screens.kit import RenderContext, Screen
from bot.screens.training import (
    ALL,
    MORE,
    done_screen,
    exercise_screen,
    late_screen,
    none_screen,
    training_screen,
    working_screen,
)
from bot.tables.model.errors import TableError
from bot.tables.model.table import table_id
from bot.tables.puzzles import PuzzleService
from bot.tables.training import AskedExercise, Training
from bot.thinker.answers import Why
from bot.ui.delivery.renderer import TableRenderer
from bot.ui.discord.adapter import render
from bot.ui.discord.errors import sentence
from bot.ui.discord.reply import Interaction, Sendable, personal_place, whisper_rendered
from bot.ui.press.reasons import Later, redraw
from bot.ui.press.router import TablePress
from bot.ui.press.waiting import TooLong, in_time

_AT_ONCE_SECONDS = 1.0
"""Seconds that a press waits for exercises before it says that some are being made."""

Messages = Callable[[], Awaitable[Sendable]]


async def gathered(
    interaction: Interaction,
    context: RenderContext,
    gathering: Awaitable[None],
    message: Messages,
    later: Later,
    *,
    replace: bool,
) -> None:
    """Show ``message`` once exercises are gathered; where that takes long, the message says so, and then changes."""
    task = asyncio.ensure_future(gathering)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # At the end nobody may wait any more.
    await asyncio.wait((task,), timeout=_AT_ONCE_SECONDS)
    if task.done():
        task.result()
        await whisper_rendered(interaction, await message(), replace=replace)
        return
    await whisper_rendered(interaction, render(working_screen(context), context.glyphs), replace=replace)
    later(_change(interaction, context, task, message), "show exercises")


async def _change(
    interaction: Interaction, context: RenderContext, task: asyncio.Future[None], message: Messages
) -> None:
    try:
        await in_time(task)
        shown = await message()
    except TooLong:
        shown = render(late_screen(context), context.glyphs)
    except TableError as error:
        refused = Screen(title=context.t("Training"), body=sentence(context.t, error) or "")
        shown = render(refused, context.glyphs)
    await redraw(interaction, shown)


async def home(press: Interaction, context: RenderContext, training: Training, puzzles: PuzzleService) -> Sendable:
    """Return the first page of the training of the person who pressed."""
    page = await training.page(personal_place(press), press.user.id)
    return render(training_screen(context, page, await puzzles.themes()), context.glyphs)


async def exercise(
    renderer: TableRenderer,
    press: Interaction,
    asked: AskedExercise | None,
    scope: str,
    why: Why | None = None,
    *,
    hint: bool = False,
    replace: bool = True,
) -> Sendable:
    """Return an exercise with the picture of its position, or that a decision makes none."""
    context = renderer.context_for(press)
    if asked is None:
        return render(none_screen(context), context.glyphs)

    def draw(pictured: bool) -> Screen:
        return exercise_screen(context, asked, scope, why, hint=hint, pictured=pictured)

    game, state = asked.exercise.made()
    return await renderer.position(press, game, state, draw, replace=replace)


async def next_exercise(
    renderer: TableRenderer, press: Interaction, training: Training, scope: str, *, replace: bool = True
) -> Sendable:
    """Return the exercise of ``scope`` that is due for the person who pressed, or that it is enough or nothing is."""
    theme = THEMES.get(scope)
    table = None if theme is not None or scope in (ALL, MORE) else table_id(scope)
    place, user = personal_place(press), press.user.id
    asked = await training.next(place, user, theme, table, portion=scope == ALL)
    if asked is None:
        context = renderer.context_for(press)
        return render(done_screen(context, await training.page(place, user), scope), context.glyphs)
    return await exercise(renderer, press, asked, scope, replace=replace)


# -- From a review ----------------------------------------------------------------------------------------------------


async def try_again(press: TablePress, move: int) -> None:
    """Show the decision ``move`` of the reader's own game as an exercise, beside the review."""
    table = await press.public()
    training, found = press.services.training, list[AskedExercise | None]()

    async def look() -> None:
        await training.gather(press.user, table.id)
        found.append(await training.at(press.user, table.id, move))

    async def message() -> Sendable:
        return await exercise(press.presenter.renderer, press.interaction, found[0], table.code, replace=False)

    await _beside(press, look(), message)


async def train_these(press: TablePress) -> None:
    """Show what is due of the mistakes of this game, beside the review."""
    table = await press.public()

    async def message() -> Sendable:
        renderer, training = press.presenter.renderer, press.services.training
        return await next_exercise(renderer, press.interaction, training, table.code, replace=False)

    await _beside(press, press.services.training.gather(press.user, table.id), message)


async def _beside(press: TablePress, gathering: Awaitable[None], message: Messages) -> None:
    await gathered(press.interaction, press.context, gathering, message, press.presenter.run_later, replace=False)
