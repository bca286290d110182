"""What proves a game that is over: all its throws computed again, its seal compared, its record as a file."""

import io
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import discord
from discord.utils import snowflake_time

from bot.engine import IllegalAction
from bot.games import CATALOGUE
from bot.screens.kit import RenderContext, Row, without_emoji
from bot.screens.kit.seal import KeptSeal, SealOffer
from bot.screens.kit.values import unnaming
from bot.screens.table.dice_proof import (
    compared,
    kept_lines,
    noted_seal_form,
    number_lines,
    number_rows,
    table_seal,
    verify_lines,
    verify_rows,
)
from bot.tables.model.errors import NoTable
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import Table, code
from bot.tables.moves.lobbies import check_lobby
from bot.tables.moves.stirring import may_stir
from bot.ui.delivery.messages import offers
from bot.ui.discord.adapter import Components, board_link, rows_json
from bot.ui.discord.press_event import PressedMessage
from bot.ui.discord.reply import Interaction, whisper, whisper_all
from bot.ui.pace.budget import LOST, REFUSED, nonce, request_timeout
from bot.ui.press.router import TablePress

log = logging.getLogger(__name__)

SEND_SECONDS = 10.0
"""Seconds that a direct message may take: its receiver reads meanwhile that the bot is at it."""

_CLOSED = frozenset({50007, 50278})
"""Discord's codes where somebody takes no direct messages, or shares no server with the bot."""

_POSTED_WITHIN = 60
"""Seconds from the opening of a table to its board, which Discord may refuse at first."""


async def verify(press: TablePress) -> None:
    """Say privately whether every throw follows from the sealed secret, and what somebody can do about it."""
    table, history = await press.public(), press.tables.history
    honest, rows = await history.verify(table.id), await history.lobby_rows(table.id)
    lines = verify_lines(press.context, table, rows, honest, press.user)
    await _tell(press, table, rows, lines, "verify", verify_rows(press.context))


def _where_it_stood(table: Table, rows: Sequence[LobbyRow]) -> str:
    """Return the address of the message that showed the seal all along; empty if the board has moved, or is private."""
    private = table.message is None or table.is_own or table.settings.visiting
    if private or not rows:
        return ""
    latest = min(rows[0].at + _POSTED_WITHIN, rows[-1].at)  # A board that is posted anew in the game shows no seal.
    return "" if snowflake_time(table.message or 0).timestamp() > latest else board_link(table)


async def secret(press: TablePress) -> None:
    """Tell the numbers from which anybody can compute every throw, once **Verify** may tell them.

    With them stands where the seal was, and who mixed in what.
    """
    table, history = await press.public(), press.tables.history
    await history.verify(table.id)
    rows = await history.lobby_rows(table.id)
    lines = number_lines(press.context, table, rows, _where_it_stood(table, rows))
    await _tell(press, table, rows, lines, "seal", number_rows(press.context))


async def _tell(
    press: TablePress, table: Table, rows: Sequence[LobbyRow], lines: Sequence[str], name: str, below: Sequence[Row]
) -> None:
    context, unnamed = press.context, await press.unnamed(table, (row.user for row in rows))
    told = [unnaming(context, line, unnamed) for line in lines]
    buttons = rows_json(tuple(below), table.code, table.step, context.glyphs)
    await whisper_all(press.interaction, told, f"{name}-{table.code}", Components(buttons))


async def ask_seal(press: TablePress) -> None:
    """Open the form for the seal that somebody noted in the lobby."""
    await press.ask(noted_seal_form(press.context, "sealed"), await press.public())


async def compare_seal(press: TablePress) -> None:
    """Say whether the seal that somebody noted is that of the table."""
    seal = (await press.public()).seed.commitment
    await whisper(press.interaction, compared(press.context, seal, press.typed))


async def keep_seal(press: TablePress) -> None:
    """Send the seal of a lobby to who pressed, as :func:`send_seal` does."""
    table = await press.table()
    check_lobby(table)
    if not may_stir(table):
        raise IllegalAction(press.do)
    offer = table_seal(press.context, table, press.user, board_link(table))
    await send_seal(press.interaction, press.context, offer, table.code, table.step)


async def send_seal(
    interaction: Interaction, context: RenderContext, offer: SealOffer, table: str | None = None, step: int = 0
) -> None:
    """Send a seal to who pressed, as a direct message with a button that checks it after the game.

    Nothing of it is stored: that button brings the message back, as Discord has it. Where no message arrives, the
    private answer holds the digits.
    """
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        below = Components(rows_json(offer.below(context), table, step, context.glyphs))
        async with request_timeout(SEND_SECONDS):
            place = await interaction.client.create_dm(interaction.user)
            once = nonce("seal", interaction.user.id, offer.seal)  # One in some minutes, however often they press.
            sent = await place.send(_plain(context, [offer.message]), view=below, nonce=once)
    except (*LOST, *REFUSED) as error:
        log.info("a seal could not be sent: %r", error)
        lines = offer.unsent_lines(context, closed=getattr(error, "code", 0) in _CLOSED)
    else:
        lines = offer.sent_lines(context, str(sent.jump_url))
    view = Components(rows_json(offer.rows, table, step, context.glyphs))
    try:
        await interaction.edit_original_response(content=_plain(context, lines), view=view)
    except (*LOST, discord.HTTPException) as error:
        log.info("where the seal is could not be shown: %s", error)


def _plain(context: RenderContext, lines: Sequence[str]) -> str:
    said = "\n".join(lines)
    return without_emoji(said) if context.plain else said


def kept_seal(interaction: Interaction) -> KeptSeal | None:
    """Return the kept seal whose button was pressed; None for a press that the bot has offered nobody.

    It is read from the pressed message, which Discord sends along. That may be read wherever it is, unlike a table,
    since only its receiver has it.
    """
    message, data = interaction.message, cast(Mapping[str, Any], interaction.data or {})
    if not isinstance(message, PressedMessage) or not offers(message, str(data.get("custom_id"))):
        return None
    return KeptSeal(message.content, int(snowflake_time(message.id).timestamp()), message.edited)


async def check_seal(press: TablePress) -> None:
    """Compare a kept seal with that of its table, and verify the throws once the game is over.

    Raises NoTable for a press that the bot offered nobody.
    """
    kept, history = kept_seal(press.interaction), press.tables.history
    if kept is None:
        raise NoTable(code(press.id))
    table = await press.tables.repository.current(press.id)
    honest = await history.verify(table.id) if table.over else None
    rows = await history.lobby_rows(table.id)
    lines = kept_lines(press.context, table, rows, honest, press.user, kept)
    await _tell(press, table, rows, lines, "seal", ())


async def tell_kept(interaction: Interaction, context: RenderContext, lines: Sequence[str]) -> None:
    """Say privately what came of a kept seal, for an answer that was deferred."""
    await interaction.edit_original_response(content=_plain(context, lines))


async def record(press: TablePress) -> None:
    """Send the record as a private file: of a simultaneous game, a line for each player."""
    table, t = await press.public(), press.t
    records = await press.tables.history.records(table.id, press.user)
    lines = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in records)
    file = discord.File(
        io.BytesIO(lines.encode()),
        filename=f"{table.game.key}-{table.code}.json" + ("l" if len(records) > 1 else ""),
        description=t("A whole game of {game}", game=t(CATALOGUE[table.game.key].label)),
    )
    sentence = t("Every throw and every decision of table {code}.", code=table.code)
    await press.interaction.response.send_message(sentence, file=file, ephemeral=True)
