"""What proves a game that is over: all its throws computed again, its seal compared, its record as a file."""

import io
import json
from collections.abc import Sequence

import discord
from discord.utils import snowflake_time

from bot.games import CATALOGUE
from bot.screens.kit import Row
from bot.screens.kit.values import unnaming
from bot.screens.table.dice_proof import compared, noted_seal_form, number_lines, number_rows, verify_lines, verify_rows
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import Table
from bot.ui.discord.adapter import Components, board_link, rows_json
from bot.ui.discord.reply import whisper, whisper_all
from bot.ui.press.router import TablePress

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
