"""What processes that share a database must agree on; it stands in the table ``meta``."""

from collections.abc import Awaitable, Callable

from sqlalchemy import Executable, select
from sqlalchemy.dialects.postgresql import insert

from bot.gateway import ShardsRefused
from db import schema
from db.claims.session import Session
from db.writing import statements

_COUNT = "shard count"
_LAST = "last press of shard {}"


async def shard_count(session: Session) -> int | None:
    """Return the number of shards of all processes; None before anybody has decided it. Raises SessionLost."""
    value = await _value(session, _COUNT)
    return None if value is None else int(value)


async def set_shard_count(session: Session, count: int) -> None:
    """Decide it for all processes, of which none may hold shards now. Raises SessionLost."""
    await session.run(_upsert(_COUNT, str(count)))


async def agreed_count(session: Session, wanted: int | None, recommended: Callable[[], Awaitable[int]]) -> int:
    """Return the number of shards that all processes have; the first process decides it.

    Raises ShardsRefused where this process is told another number, SessionLost, or what ``recommended`` raises.
    """
    found = await shard_count(session)
    if found is None:
        first = insert(schema.meta).values(key=_COUNT, value=str(wanted or await recommended()))
        await session.run(first.on_conflict_do_nothing())
        found = await shard_count(session)
    if found is None or wanted not in (None, found):
        raise ShardsRefused(
            f"SHARD_COUNT is {wanted}, but the processes of this database have {found} shards: "
            "leave it empty, or change it for all of them (docs/hosting.md, Several processes)"
        )
    return found


async def last_press(session: Session, shard: int) -> int:
    """Return the last press that the former holder of ``shard`` has answered; 0 if nobody noted one."""
    return int(await _value(session, _LAST.format(shard)) or 0)


async def note_last_press(session: Session, shard: int, number: int) -> None:
    """Note it for the next holder of ``shard``."""
    await session.run(_upsert(_LAST.format(shard), str(number)))


def _upsert(key: str, value: str) -> Executable:
    return statements.upsert("postgresql", schema.meta, "key", {"key": key, "value": value})


async def _value(session: Session, key: str) -> str | None:
    rows = await session.run(select(schema.meta.c.value).where(schema.meta.c.key == key))
    return str(rows[0][0]) if rows else None
