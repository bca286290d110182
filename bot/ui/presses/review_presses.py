"""Reviews of finished games: private first, posted by Share.

Where a review takes longer than a press may, the message says so, and changes through the webhook of that press.
"""

import asyncio
import logging

import discord

from bot.engine import IllegalAction
from bot.screens.review.page import refused_screen, review_screen, shared_screen, shown_seat, working_screen
from bot.tables.core import errors
from bot.tables.core.model import code
from bot.tables.core.store import StoreError
from bot.tables.records.game_reviews import ReviewedGame
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.errors import sentence
from bot.ui.pace.lost_answers import LOST
from bot.ui.presses.replay_presses import show_position
from bot.ui.presses.sharing import may_share
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
        await press.send(_message(press, found, shown_seat(found, press.user)))
    else:
        await press.whisper(working_screen(press.context), now, replace=False)
        press.presenter.run_later(_show_later(press, asking), "show a review")


async def _show_later(press: TablePress, asking: asyncio.Future[ReviewedGame]) -> None:
    try:
        found = await asking
        message = _message(press, found, shown_seat(found, press.user))
    except (errors.TableError, StoreError) as error:
        said = sentence(press.t, error) or press.t(
            "I could not review this game just now. Please try again in a moment."
        )
        message = render(refused_screen(press.context, said), press.context.glyphs, code(press.id))
    try:
        await press.interaction.edit_original_response(**message.kwargs)
    except (*LOST, discord.HTTPException) as error:
        log.info("table %s: a review could not be shown: %s", code(press.id), error)


async def show_seat(press: TablePress, seat: int) -> None:
    """Show the decisions of another player."""
    found = await _found(press, seat)
    await press.send(_message(press, found, seat), replace=True)


async def replay_at(press: TablePress, seat: int, move: int) -> None:
    """Open the replay beside the review, at the decision ``move`` of ``seat``."""
    sheet = (await _found(press, seat)).sheets[seat]
    if sheet is None:
        raise errors.OtherRules
    await show_position(press, sheet.table, sheet.replay, move, replace=False)


async def share(press: TablePress, seat: int) -> None:
    """Post the review in the language of the board. Raises SecretDay while others may throw the same dice."""
    found = await _found(press, seat)
    if found.sealed:
        raise errors.SecretDay
    if not await may_share(press.interaction, await press.services.settings.of(found.table.guild)):
        return
    context = press.presenter.context(found.table.language)
    message = render(shared_screen(context, found, seat), context.glyphs, found.table.code)
    await press.interaction.response.send_message(**message.sent)


async def _found(press: TablePress, seat: int) -> ReviewedGame:
    """Return the review, which was made when somebody opened it. Raises IllegalAction for a seat that there is not."""
    await press.table()
    found = await press.services.reviews.of(press.id, press.user)
    if seat >= len(found.review.seats):
        raise IllegalAction(f"no seat {seat}")
    return found


def _message(press: TablePress, found: ReviewedGame, seat: int) -> Rendered:
    names = press.presenter.names_of(found.table)
    screen = review_screen(press.context, found, seat, names)
    return render(screen, press.context.glyphs, found.table.code, found.table.step)
