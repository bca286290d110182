"""Very many servers and tables, which nobody has to play: copies of one, in the database and in the stand-in."""

from __future__ import annotations

import time
from typing import Any

import orjson
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.standin.gateway import gateway
from bot.standin.world import payloads
from bot.standin.world import permissions as may
from bot.standin.world.model import Channel, Guild, Json, Message, Role
from bot.standin.world.world import World
from bot.tables.model.table import TableId, code
from db.connection.engines import parse

FIRST_GUILD = 1_000_000
FIRST_TABLE = 10**9
"""The first copy: its id, its channel and its message."""

CHANNELS, ROLES = 30, 15
"""What a server has, beside the channels of its tables."""

_PLACE = 4242
_JOURNAL = ("table_id", "number", "seat", "do", "dice", "at")


def guild_id(number: int) -> int:
    return (FIRST_GUILD + number) << 22


class Copies:
    """Copies of the one table of a database, ``each`` of them in every server."""

    def __init__(self, url: str, world: World, board: str, guilds: int, each: int) -> None:
        """Copy the table whose message is ``board``."""
        self._url: URL = parse(url)
        self._world, self._board = world, board
        self.guilds, self.each = guilds, each
        self.count = guilds * each

    async def store(self) -> None:
        """Put the copies into the database; their clock has nothing to do."""
        engine = create_async_engine(self._url)
        async with engine.begin() as connection:
            id, columns = await self._model(connection)
            guild = f"({FIRST_GUILD} + (n - {FIRST_TABLE}) / {self.each}) * {1 << 22}"
            own = {"id": "n", "number": "n", "channel": "n", "message": "n", "call": "NULL", "due": "NULL"}
            own |= {"guild": guild, "call_due": "NULL", "owed": "0", "drawn": "step"}
            own |= {"absent": "CASE n % 2 WHEN 0 THEN 'skip' ELSE 'wait' END", "changed": f"{int(time.time()) - 7200}"}
            own |= {"patience": "CASE n % 2 WHEN 0 THEN 3600 ELSE 0 END", "reminder": "(n % 2) * 3600"}
            await self._copy(connection, "tables", columns, own, f"id = {id}")
            await self._copy(connection, "journal", _JOURNAL, {"table_id": "n"}, f"table_id = {id}")
        if self._url.get_backend_name() == "postgresql":
            async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
                await connection.execute(text("VACUUM ANALYZE"))
        await engine.dispose()

    async def _model(self, connection: AsyncConnection) -> tuple[int, list[str]]:
        result = await connection.execute(text(f"SELECT * FROM tables WHERE message = {int(self._board)}"))  # noqa: S608
        row = result.mappings().one()
        return row["id"], list(row)

    async def _copy(
        self, connection: AsyncConnection, table: str, columns: Any, own: dict[str, str], which: str
    ) -> None:
        numbers = (
            f"WITH RECURSIVE numbers(n) AS (SELECT CAST({FIRST_TABLE} AS bigint) UNION ALL"  # noqa: S608
            f" SELECT n + 1 FROM numbers WHERE n + 1 < {FIRST_TABLE + self.count})"
        )
        values = ", ".join(own.get(name, f'{table}."{name}"') for name in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        insert = f"INSERT INTO {table} ({names}) {numbers} SELECT {values} FROM {table}, numbers WHERE {which}"  # noqa: S608
        await connection.execute(text(insert))

    async def wake(self) -> None:
        """Make all copies due, within the last ten minutes."""
        engine = create_async_engine(self._url)
        async with engine.begin() as connection:
            due = f"UPDATE tables SET due = {int(time.time())} - id % 600 WHERE id >= {FIRST_TABLE}"  # noqa: S608
            await connection.execute(text(due + f" AND id < {FIRST_TABLE + self.count}"))
        await engine.dispose()

    async def due(self) -> int:
        """Return how many are still due."""
        engine = create_async_engine(self._url)
        async with engine.connect() as connection:
            count = await connection.scalar(
                text(f"SELECT count(*) FROM tables WHERE due <= {int(time.time())} AND id >= {FIRST_TABLE}")  # noqa: S608
            )
        await engine.dispose()
        return int(count or 0)

    def show(self) -> None:
        """Put their servers, channels and messages into the world, before a bot sees it."""
        world, template = self._world, self._world.messages[self._board]
        members = dict(world.guild.members)
        rights = may.MEMBER_DEFAULT | may.BOT_DEFAULT
        for number in range(self.guilds):
            id = str(guild_id(number))
            world.guilds[id] = Guild(id, f"server {number}", "en-US", members)
            world.roles[id] = Role(id, "@everyone", rights, 0, id)
        for number in range(FIRST_TABLE, FIRST_TABLE + self.count):
            channel = Channel(str(number), "copy", guild_id=str(guild_id((number - FIRST_TABLE) // self.each)))
            board = Message({**template.data, "id": str(number), "channel_id": str(number)}, channel, time.time())
            world.channels[channel.id] = channel
            world.messages[board.id] = channel.messages[board.id] = board
        self._send_quickly(rights)

    def _send_quickly(self, rights: int) -> None:
        """Write the events of the servers down beforehand: the stand-in would look through all channels for each."""
        world, usual = self._world, payloads.guild_create
        place = Channel(str(_PLACE), "a-channel-of-this-server", topic="What people talk about here")
        everyone, channel = Role("0", "@everyone", rights), payloads.channel(world, place)
        written: dict[str, Any] = {}
        for number in range(self.guilds):
            guild = world.guilds[str(guild_id(number))]
            tables = range(FIRST_TABLE + number * self.each, FIRST_TABLE + (number + 1) * self.each)
            base = (FIRST_GUILD * 2 + number * 64) << 22
            ids = [*map(str, tables), *(str(base + n) for n in range(CHANNELS))]
            roles = [guild.id, *(str(base + CHANNELS + n) for n in range(ROLES))]
            data = payloads.guild(_Nothing(world.owner), guild) | {  # type: ignore[arg-type]
                "roles": [payloads.role(everyone) | {"id": id} for id in roles],
                "joined_at": guild.members[world.bot.id],
                "large": False,
                "unavailable": False,
                "member_count": 100,
                "members": [payloads.member(world, world.bot, guild.id) | {"roles": []}],
                "channels": [channel | {"id": id, "guild_id": guild.id} for id in ids],
            }
            data |= {name: [] for name in ("threads", "voice_states", "presences", "stage_instances")}
            written[guild.id] = orjson.Fragment(orjson.dumps(data))

        def guild_create(world: World, server: Guild, **more: Any) -> Json:
            return written[server.id] if server.id in written else usual(world, server, **more)

        gateway.payloads.guild_create = guild_create  # type: ignore[assignment]

    def draw(self, table: int) -> str:
        """Give a copy the buttons of its own; returns the id of its message."""
        message, model = self._world.messages[str(table)], self._world.messages[self._board].data
        written = orjson.dumps(model["components"]).decode()
        old = next(part for part in written.split('"') if part.startswith("g1:")).split(":")[1]
        message.data["components"] = orjson.loads(written.replace(f"g1:{old}:", f"g1:{code(TableId(table))}:"))
        return str(message.data["id"])


class _Nothing:
    """A world without roles: these servers get theirs apart."""

    def __init__(self, owner: Any) -> None:
        self.owner, self.roles = owner, dict[str, Role]()
