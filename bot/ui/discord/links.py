"""Addresses of messages."""

from bot.tables.core.model import Table


def board_link(table: Table) -> str:
    """Return the address of the table's board message, or of its channel while it has none."""
    address = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return f"{address}/{table.message}" if table.message else address
