"""The form of a custom_id, and addresses of messages."""

import re
from functools import lru_cache

import msgspec

from bot.tables.model.table import Table

# -- The one module that knows the form of a custom_id: ``g1:<table>:<step>:<what it asks for>`` ---------------------
# ``<table>`` is the table's code, or ``-`` for a component without a table. What it asks for is a text of notation.md
# or a word of the interface. The bot only ever compares it with what is legal now, so it refuses a forged or old one.

LONGEST = 100
_HEAD = r"g1:([0-9a-z]{1,13}|-):(\d{1,9}):"
_DO = r"([^\n]{1,80})"
_FORM = re.compile(_HEAD + _DO)


class CustomId(msgspec.Struct, frozen=True):
    """What a component asks for, read from its custom_id."""

    table: str | None
    step: int
    do: str


def build(table: str | None, step: int, do: str) -> str:
    """Return the custom_id; raises ValueError if :func:`read` could not read it or it is longer than Discord allows."""
    custom_id = head(table, step) + checked(do)
    check_length(len(custom_id))
    return custom_id


def checked(do: str) -> str:
    """Return ``do``; raises ValueError if :func:`read` could not read it."""
    if not _is_valid_text(do):
        raise ValueError(f"not a custom_id: {do!r}")
    return do


def check_length(characters: int) -> None:
    """Raise ValueError if Discord takes no custom_id of so many characters."""
    if characters > LONGEST:
        raise ValueError(f"not a custom_id: {characters} characters are too many")


@lru_cache(maxsize=64)
def head(table: str | None, step: int) -> str:
    """Return the beginning of all custom_ids of a message; raises ValueError."""
    head = f"g1:{table or '-'}:{step}:"
    if re.fullmatch(_HEAD, head) is None:
        raise ValueError(f"not the head of a custom_id: {head!r}")
    return head


@lru_cache(maxsize=1024)
def _is_valid_text(do: str) -> bool:
    return re.fullmatch(_DO, do) is not None


def read(custom_id: str) -> CustomId | None:
    """Return what ``custom_id`` asks for; None when it is not one of ours."""
    found = _FORM.fullmatch(custom_id)
    if found is None:
        return None
    table, step, do = found.groups()
    return CustomId(None if table == "-" else table, int(step), do)


# -- Addresses of messages -------------------------------------------------------------------------------------------


def board_link(table: Table) -> str:
    """Return the address of the table's board message, or of its channel while it has none."""
    address = f"https://discord.com/channels/{table.guild}/{table.channel}"
    return f"{address}/{table.message}" if table.message else address
