"""Reviews of finished games: private first, posted by Share.

Where a review takes longer than a press may, the message says so, and changes through the webhook of that press.
"""

import asyncio
import logging

import discord

from bot.engine import IllegalAction
from bot.pictures import curve_alt
from bot.screens.kit import RenderContext
from bot.screens.review.curve import review_curve
from bot.screens.review.page import costliest, refused_screen, review_screen, shared_screen, shown_seat, working_screen
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
"""How long the press waits for a review before it says that one is being made."""


async def open_review(press: TablePress) -> None:
    """Show the review beside the pressed message. Raises what :meth:`GameReviews.of` raises."""
    now = await press.table()
    asking = asyncio.ensure_future(press.services.reviews.of(press.id, press.user))
    await asyncio.wait((asking,), timeout=_AT_ONCE_SECONDS)
    if asking.done():
        found = await asking
        await press.send(await _message(press, found, shown_seat(found, press.user)))
    else:
        await press.whisper(working_screen(press.context), now, replace=False)
        press.presenter.run_later(_show_later(press, asking), "show a review")


async def _show_later(press: TablePress, asking: asyncio.Future[ReviewedGame]) -> None:
    message: Rendered | PicturedMessage
    try:
        found = await asking
        message = await _message(press, found, shown_seat(found, press.user))
    except (errors.TableError, StoreError) as error:
        said = sentence(press.t, error) or sentence(press.t, errors.NotReviewed()) or ""
        message = render(refused_screen(press.context, said), press.context.glyphs, code(press.id))
    try:
        await press.interaction.edit_original_response(**message.edited)
    except (*LOST, discord.HTTPException) as error:
        log.info("table %s: a review could not be shown: %s", code(press.id), error)


async def show_seat(press: TablePress, seat: int) -> None:
    """Show the decisions of another player."""
    found = await _found(press, seat)
    await press.send(await _message(press, found, seat), replace=True)


async def replay_at(press: TablePress, seat: int, move: int) -> None:
    """Open the replay beside the review, at the decision ``move`` of ``seat``."""
    sheet = (await _found(press, seat)).sheets[seat]
    if sheet is None:
        raise errors.OtherRules
    await show_position(press, sheet.table, sheet.replay, move, replace=False)


async def share(press: TablePress, seat: int) -> None:
    """Post the review in the language of the board. Raises SecretDay while others may throw the same dice.

    The press is answered by the button that nobody presses twice.
    """
    found = await _found(press, seat)
    if found.sealed:
        raise errors.SecretDay
    if not await may_share(press.interaction, await press.services.settings.of(found.table.guild)):
        return
    context = press.presenter.context(found.table.language)
    screen = render(shared_screen(context, found, seat), context.glyphs, found.table.code)
    message = await _pictured(press, context, found, seat, screen)
    interaction, done = press.interaction, _text(press, found, seat, shared=True)
    await interaction.response.edit_message(**kept_frames(interaction.message), view=done.view)
    await post_shared(interaction, message.sent, {"view": _text(press, found, seat).view})


async def _found(press: TablePress, seat: int) -> ReviewedGame:
    """Return the review, which was made when somebody opened it. Raises IllegalAction for a seat that there is not."""
    await press.table()
    found = await press.services.reviews.of(press.id, press.user)
    if seat >= len(found.review.seats):
        raise IllegalAction(f"no seat {seat}")
    return found


async def _message(press: TablePress, found: ReviewedGame, seat: int) -> Rendered | PicturedMessage:
    message = _text(press, found, seat)
    return message if press.context.plain else await _pictured(press, press.context, found, seat, message)


def _text(press: TablePress, found: ReviewedGame, seat: int, *, shared: bool = False) -> Rendered:
    names, context = press.presenter.names_of(found.table), press.context
    screen = review_screen(context, found, seat, names, shared=shared)
    return render(screen, context.glyphs, found.table.code, found.table.step)


async def _pictured(
    press: TablePress, context: RenderContext, found: ReviewedGame, seat: int, message: Rendered
) -> Rendered | PicturedMessage:
    """Return ``message`` with the curve above it, where the server wants pictures and the bot may attach one."""
    names, services = press.presenter.names_of(found.table), press.services
    curve = review_curve(context, found, seat, costliest(found, seat), names)
    if curve is None or not await services.places.take(found.table):
        return message
    png = await within_seconds(services.renderer.curve(curve))
    return message if png is None else PicturedMessage(message, Picture("review.png", png, curve_alt(context.t, curve)))
