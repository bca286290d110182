"""Reviews of finished games: private first, posted by Share.

Where a review takes longer than a press may, the message says so, and changes through the webhook of that press. So
does a review whose picture takes longer: its words are there before.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container

import discord

from bot.engine import IllegalAction
from bot.pictures import curve_alt
from bot.screens.kit import Curve, RenderContext
from bot.screens.review.curve import review_curve
from bot.screens.review.page import (
    costliest,
    may_tell,
    refused_screen,
    review_screen,
    shared_screen,
    shown_seat,
    working_screen,
)
from bot.tables.core import errors
from bot.tables.core.model import code
from bot.tables.core.store import StoreError
from bot.tables.records.game_reviews import ReviewedGame
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.errors import sentence
from bot.ui.discord.pictures import Picture, PicturedMessage, kept_frames, within_seconds
from bot.ui.pace.lost_answers import LOST
from bot.ui.presses.replay_presses import show_position
from bot.ui.presses.sharing import may_share, post_shared
from bot.ui.presses.table_press import TablePress

log = logging.getLogger(__name__)

_AT_ONCE_SECONDS = 1.0
"""How long the press waits for a review before it says that one is being made, and then for the picture of one."""
_PICTURE_SECONDS = 30.0
"""How long a picture may take that comes later."""

_Message = Rendered | PicturedMessage


async def open_review(press: TablePress) -> None:
    """Show the review beside the pressed message. Raises what :meth:`GameReviews.of` raises."""
    now = await press.table()
    _end_waiting(press)
    asking = asyncio.ensure_future(press.services.reviews.of(press.id, press.user))
    await asyncio.wait((asking,), timeout=_AT_ONCE_SECONDS)
    if asking.done():
        found = await asking
        await _show(press, found, shown_seat(found, press.user), press.send)
    else:
        await press.whisper(working_screen(press.context), now, replace=False)
        press.presenter.run_later(_show_later(press, asking), "show a review")


async def _show_later(press: TablePress, asking: asyncio.Future[ReviewedGame]) -> None:
    try:
        found = await asking
        await _show(press, found, shown_seat(found, press.user), lambda message: _edit(press, message))
    except (errors.TableError, StoreError) as error:
        said = sentence(press.t, error) or sentence(press.t, errors.NotReviewed()) or ""
        await _edit(press, render(refused_screen(press.context, said), press.context.glyphs, code(press.id)))


async def _edit(press: TablePress, message: _Message) -> None:
    """Change the message that answered the press, through its webhook."""
    try:
        await press.interaction.edit_original_response(**message.edited)
    except (*LOST, discord.HTTPException) as error:
        log.info("table %s: a review could not be shown: %s", code(press.id), error)


async def show_seat(press: TablePress, seat: int) -> None:
    """Show the decisions of another player."""
    found = await _found(press, seat)
    await _show(press, found, seat, lambda message: press.send(message, replace=True))


async def replay_at(press: TablePress, seat: int, move: int) -> None:
    """Open the replay beside the review, at the decision ``move`` of ``seat``."""
    sheet = (await _found(press, seat)).sheets[seat]
    if sheet is None:
        raise errors.OtherRules
    await show_position(press, sheet.table, sheet.replay, move, replace=False)


async def share(press: TablePress, seat: int) -> None:
    """Post the review in the language of the board. The press is answered by the button that nobody presses twice.

    Raises SecretDay while others may throw the same dice, Spectator for somebody who did not play, and
    DecisionsOfAnother for the decisions of another person.
    """
    found = await _found(press, seat)
    if found.sealed:
        raise errors.SecretDay
    told = may_tell(found, press.user)
    if not told:
        raise errors.Spectator
    if seat not in told:
        raise errors.DecisionsOfAnother
    if not await may_share(press.interaction, await press.services.settings.of(found.table.guild)):
        return
    context = press.presenter.context(found.table.language)
    screen = render(shared_screen(context, found, seat, press.user), context.glyphs, found.table.code)
    interaction, done = press.interaction, _text(press, found, seat, shared=True)
    await interaction.response.edit_message(**kept_frames(interaction.message), view=done.view)
    curve = await _curve(press, context, found, seat, told)
    message = screen if curve is None else _with_picture(context, screen, curve, await _drawn(press, curve))
    await post_shared(interaction, message.sent, {"view": _text(press, found, seat).view})


async def _found(press: TablePress, seat: int) -> ReviewedGame:
    """Return the review, which was made when somebody opened it. Raises IllegalAction for a seat that there is not."""
    await press.table()
    _end_waiting(press)
    found = await press.services.reviews.of(press.id, press.user)
    if seat >= len(found.review.seats):
        raise IllegalAction(f"no seat {seat}")
    return found


def _text(press: TablePress, found: ReviewedGame, seat: int, *, shared: bool = False) -> Rendered:
    names, context = press.presenter.names_of(found.table), press.context
    screen = review_screen(context, found, seat, names, press.user, shared=shared)
    return render(screen, context.glyphs, found.table.code, found.table.step)


async def _show(press: TablePress, found: ReviewedGame, seat: int, put: Callable[[_Message], Awaitable[None]]) -> None:
    """Show the decisions of ``seat`` by ``put``; a picture that takes long follows by itself."""
    text, context = _text(press, found, seat), press.context
    curve = None if context.plain else await _curve(press, context, found, seat)
    if curve is None:
        await put(text)
        return
    drawing = asyncio.ensure_future(_drawn(press, curve))
    await asyncio.wait((drawing,), timeout=_AT_ONCE_SECONDS)
    if drawing.done():
        await put(_with_picture(context, text, curve, drawing.result()))
        return
    await put(text)
    _add_later(press, text, curve, drawing)


def _add_later(press: TablePress, text: Rendered, curve: Curve, drawing: asyncio.Future[bytes | None]) -> None:
    """Put the picture above ``text`` when it is drawn, unless its reader has pressed something there before."""

    async def add() -> None:
        message = _with_picture(press.context, text, curve, await drawing)
        if message is not text:
            await _edit(press, message)

    waiting, key = press.services.waiting_for_picture, (press.id, press.user)
    waiting[key] = task = press.presenter.run_later(add(), "add the picture of a review")
    task.add_done_callback(lambda done: waiting.pop(key) if waiting.get(key) is done else None)


def _end_waiting(press: TablePress) -> None:
    """Add no picture any more: what it would stand above is about to change."""
    task = press.services.waiting_for_picture.pop((press.id, press.user), None)
    if task is not None:
        task.cancel()


async def _curve(
    press: TablePress, context: RenderContext, found: ReviewedGame, seat: int, told: Container[int] | None = None
) -> Curve | None:
    """Return the curve of a review, where the server wants pictures and the bot may attach one."""
    curve = review_curve(context, found, seat, costliest(found, seat), press.presenter.names_of(found.table), told)
    return curve if curve is not None and await press.services.places.take(found.table) else None


async def _drawn(press: TablePress, curve: Curve) -> bytes | None:
    return await within_seconds(press.services.renderer.curve(curve), _PICTURE_SECONDS)


def _with_picture(context: RenderContext, text: Rendered, curve: Curve, png: bytes | None) -> _Message:
    return text if png is None else PicturedMessage(text, Picture("review.png", png, curve_alt(context.t, curve)))
