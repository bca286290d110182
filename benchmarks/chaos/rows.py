"""What has to be true afterwards: of the rows, of the boards, and of the messages that notify."""

from __future__ import annotations

import json
import re
import time
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.client import Gobelet
from bot.engine import Event
from bot.run import _opened
from bot.screens.kit.board import Shown
from bot.screens.kit.computers import Talk
from bot.screens.kit.faces import face_of
from bot.services import Services
from bot.standin.world.model import Json, Message
from bot.standin.world.world import World
from bot.tables.model.errors import OtherRules
from bot.tables.model.table import Status, Table, TableId, code
from bot.tables.moves.playing import GameStopped
from bot.tables.moves.waiting import REMINDERS
from bot.tables.storage.journal import prepare_replay
from bot.ui.delivery.pictures import RESULT
from bot.ui.delivery.renderer import Newcomers
from bot.ui.pace.budget import nonce
from chaos.people import Press, Seen
from db.claims.holder import Share
from db.connection.engines import parse
from tests.e2e.playing import does

_HEADING = re.compile(r"(?<=```\n).*\n")
"""The first line of a sheet has the names of those whom the bot happens to know."""

_STEP = re.compile(r'"custom_id": "g1:[^:"]*:(\d+):')
_EDITS = 10

_MOMENT = "★ "
"""How the line about the last step begins where memory knows something better than the row."""

_COLUMNS = (None, 0, 1, 2, 3)
"""The columns of which a menu may offer boxes; None is what the board offers by itself."""

LATE = 30
"""Seconds that a call or a reminder may be overdue."""

_TABLES = text(
    'SELECT id, guild, channel, message, status, state IS NULL AS closed, step, entries, owed, "call", call_due, due,'
    " stage, changed, resumed, opened, players, drawn FROM tables ORDER BY number"
)
_JOURNAL = text('SELECT table_id, number, seat, "do", at FROM journal ORDER BY table_id, number')


class Edits:
    """The steps that each message has shown, and when."""

    def __init__(self, world: World) -> None:
        self._of: dict[str, deque[tuple[float, str]]] = defaultdict(lambda: deque(maxlen=_EDITS))
        world.watch("message", self._note)
        world.watch("edit", self._note)

    def _note(self, message: Message) -> None:
        match = _STEP.search(json.dumps(message.data["components"]))
        self._of[message.id].append((time.time(), match.group(1) if match else "-"))

    def of(self, message: str) -> str:
        """Return the last steps that a message has shown, with the seconds since."""
        return ", ".join(f"{step} {time.time() - at:.1f} s ago" for at, step in self._of[message])


class Notices:
    """The calls and reminders that were sent, by their channel."""

    def __init__(self, world: World) -> None:
        self.calls: dict[str, list[tuple[float, str]]] = defaultdict(list)
        """When, and whom."""
        self.reminders = Counter[str]()
        """The times that each was sent, by the nonce that tells for which turn it was."""
        world.watch("message", self._sent)

    def _sent(self, message: Message) -> None:
        content = str(message.data["content"] or "")
        if message.reader is None and "<@" in content and "http" in content:
            if content.startswith("⏰"):
                self.reminders[message.data["nonce"]] += 1
            else:
                user = content.partition("<@")[2].partition(">")[0]
                self.calls[message.channel.id].append((time.time(), user))


class _NobodyRead(Newcomers):
    """What a process knows of people while storage does not answer."""

    def known(self, table: Table) -> bool:
        return True


@dataclass
class Reader:
    """Reads the shared database, and draws what boards should show."""

    world: World
    client: Gobelet
    services: Services
    engine: AsyncEngine
    edits: Edits

    async def tables(self) -> list[Any]:
        async with self.engine.connect() as connection:
            return list(await connection.execute(_TABLES))

    async def journal(self) -> dict[int, list[Any]]:
        by_table: dict[int, list[Any]] = defaultdict(list)
        async with self.engine.connect() as connection:
            for row in await connection.execute(_JOURNAL):
                by_table[row.table_id].append(row)
        return by_table

    async def behind(self) -> list[str]:
        """Return which boards do not show their rows now, and which calls and reminders are owed."""
        wrong, now = list[str](), time.time()
        for row in await self.tables():
            name = f"{code(row.id)} ({row.status}, step {row.step})"
            if row.owed:
                wrong.append(f"{name}: a call is owed ({row.owed})")
            if row.call_due is not None and row.call_due < now - LATE and row.status == "playing":
                wrong.append(f"{name}: its call is {now - row.call_due:.0f} s late")
            if row.due is not None and row.due < now - LATE:
                wrong.append(f"{name}: its clock is {now - row.due:.0f} s late")
            message = self.world.messages.get(str(row.message))
            if message is not None:
                difference = await self._difference(
                    message.data, await self.services.tables.repository.reload(TableId(row.id))
                )
                steps = self.edits.of(str(row.message))
                wrong += (
                    [f"{name}, shown {row.drawn}: its board shows {difference}; steps: {steps}"] if difference else []
                )
            elif row.status in ("lobby", "playing"):
                wrong.append(f"{name}: no board")
            if row.call is not None and row.status == "playing" and str(row.call) not in self.world.messages:
                wrong.append(f"{name}: its call is gone")
        return wrong

    async def _difference(self, message: Json, table: Table) -> str:
        """Return where a message does not look as the board of ``table`` should; empty where it does.

        People may have held dice, or opened a menu with other boxes: no row knows of that. Nor does it know what
        happened last, which the board says as long as its process remembers: the journal tells. Where storage could
        not say who is new, the board lacks what is said to newcomers, until it is drawn the next time.
        """
        renderer, first = self.client.presenter.renderer, ""
        newcomers, news = renderer.newcomers, (None, *await self._happened(table))
        try:
            for renderer.newcomers, known in product((newcomers, _NobodyRead(self.services.profiles)), news):
                renderer._news.put(table, known)
                difference = await self._unlike(message, table)
                if not difference:
                    return ""
                first = first or difference
        finally:
            renderer.newcomers = newcomers
            renderer._news.put(table, None)
        return first

    async def _happened(self, table: Table) -> list[tuple[tuple[Event, ...], Shown, Talk]]:
        """Return what the last move brought, as boards tell it: soberly, or as a moment; or what may have ended it."""
        if table.status not in (Status.PLAYING, Status.ENDED):
            return []
        try:
            replayed = await prepare_replay(table, await self.services.tables.repository.store.journal(table.id))
        except OtherRules:
            return []
        many = len(replayed.entries)
        if table.status is Status.ENDED:
            stopped = [(GameStopped(table.host, manager),) for manager in (False, True)]
            left = [replayed.at(table, many).events] if many else []
            return [(events, Shown(), Talk()) for events in (*stopped, *left)]
        before, last = replayed.at(table, many - 1).table, replayed.at(table, many)
        if before.state is None or last.table.state is None:
            return [(last.events, Shown(), Talk())]
        moment = face_of(table.game.key).moment(table.game, before.state, last.table.state, last.events)
        return [(last.events, shown, Talk()) for shown in (Shown(), Shown(moment))]

    async def _unlike(self, message: Json, table: Table) -> str:
        frames = message["embeds"]
        offered = does(message)
        held = next((do.split()[2] for do in offered if do.startswith("hold ")), "-")
        places = frozenset(int(place) - 1 for place in held if place.isdecimal())
        first, pictured = "", len(frames) > 1
        carded = pictured and f"/{RESULT}" in frames[0].get("image", {}).get("url", "")
        # Where no die is held, people may have let go of those that the game holds for them.
        for shown, striking, column in product((places,) if places else (None, places), (False, True), _COLUMNS):
            drawn = await self.client.presenter.renderer.render(
                table, pictured=pictured, carded=carded, shown=shown, striking=striking, column=column
            )
            difference = _compared(message, drawn, offered)
            if not difference:
                return ""
            first = first or difference
        return first


def _same(now: str, then: str) -> bool:
    pairs = list(zip(now.split("\n"), then.split("\n"), strict=False))
    same = all(line == other or line.startswith(_MOMENT) for line, other in pairs)
    return same and now.count("\n") == then.count("\n")


def _compared(message: Json, drawn: Any, offered: Mapping[str, str]) -> str:
    now, then = message["embeds"][-1], drawn.embed.to_dict()
    pairs = [(part, now.get(part) or "", then.get(part) or "") for part in ("title", "description")]
    pairs.append(("content", message["content"] or "", drawn.content or ""))
    for part, shown, other in pairs:
        if not _same(_HEADING.sub("", shown), _HEADING.sub("", other)):
            return f"{part} {shown!r}, not {other!r}"
    offers = set(does({"components": drawn.view.to_components()}))
    return "" if set(offered) == offers else f"the presses {sorted(offered)}, not {sorted(offers)}"


@asynccontextmanager
async def reader(url: str, world: World, shards: int, edits: Edits) -> AsyncIterator[Reader]:
    """Look at the database as one more process that holds no shard and connects to nothing."""
    async with _opened(url, share=Share(shards, frozenset())) as (services, _):
        client = Gobelet(services)
        client.own_emojis._listed = {emoji.name: f"<:{emoji.name}:{emoji.id}>" for emoji in world.emojis.values()}
        client.own_emojis._draw()
        engine = create_async_engine(parse(url))
        yield Reader(world, client, services, engine, edits)
        await engine.dispose()


def presses_wrong(seen: Seen, tables: list[Any], journal: Mapping[int, list[Any]]) -> list[str]:
    """Compare what was pressed and answered with the journals: none lost, none twice, none that nobody made."""
    wrong, by_code = list[str](), {code(row.id): row for row in tables}
    pressed: dict[tuple[str, int], list[Press]] = defaultdict(list)
    for press in seen.presses:
        pressed[press.table, press.step].append(press)
    stored: dict[tuple[str, int], tuple[int, str]] = {}
    for row in tables:
        lines, players = journal.get(row.id, []), json.loads(row.players)
        if [line.number for line in lines] != list(range(row.entries)):
            wrong.append(f"{code(row.id)}: a journal with gaps, {len(lines)} of {row.entries} entries")
        for before, line in zip([None, *lines], lines, strict=False):
            place = code(row.id), row.step - row.entries + line.number
            # The only move that a player has is stored with the move before it.
            follows = before is not None and line.at == before.at and (line.seat, line.do) != (before.seat, before.do)
            if pressed.get(place) or not follows:
                stored[place] = players[line.seat], line.do
    for (table, step), (user, do) in stored.items():
        if not any((press.user, press.do) == (user, do) for press in pressed.get((table, step), ())):
            wrong.append(f"{table}: {do!r} of {user} at step {step} is stored, and nobody pressed it (or it is twice)")
    for (table, step), presses in pressed.items():
        saved = stored.get((table, step))
        for number, press in enumerate(presses):
            if not press.answered or saved == (press.user, press.do):
                continue
            if saved is not None and any((other.user, other.do) == saved for other in presses[:number]):
                continue  # That one was saved though its answer was lost; this one was answered by the board as it is.
            near = [str(near_press) for at in range(step - 1, step + 2) for near_press in pressed.get((table, at), ())]
            wrong.append(
                "\n    ".join((f"{table}: {press.do!r} at {step} was answered, and {saved} is stored:", *near))
            )
        if table not in by_code:
            wrong.append(f"{table}: answered, and not stored at all")
    return wrong


def reminders_wrong(sent: Mapping[str, int], tables: list[Any]) -> list[str]:
    """Find reminders that were ``sent`` twice; compare the others with those that rows count for the present turns."""
    wrong = [f"a reminder was sent {times} times" for times in sent.values() if times > 1]
    for row in tables:
        if row.status == "playing" and row.stage <= REMINDERS:
            numbers = [number for number in range(REMINDERS) if sent.get(nonce("remind", row.id, (row.step, number)))]
            if numbers != list(range(row.stage)):
                wrong.append(f"{code(row.id)}: {row.stage} reminders are counted; those sent are {numbers}")
    return wrong


def calls_wrong(notices: Notices, tables: list[Any], journal: Mapping[int, list[Any]]) -> list[str]:
    """Find the players who were called twice for one turn: between two calls somebody else has to have moved."""
    moves: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in tables:
        players = [str(user) for user in json.loads(row.players)]
        for line in journal.get(row.id, ()):
            for player in {*players} - {players[line.seat]}:
                moves[str(row.channel)][player].append(line.at)
        for player in players:
            moves[str(row.channel)][player].append(row.opened)
    wrong = []
    for channel, calls in notices.calls.items():
        last: dict[str, float] = {}
        for at, user in calls:
            before, others = last.get(user), sorted(moves[channel][user])
            if before is not None:
                place = bisect_left(others, before - 2)
                if place == len(others) or others[place] > at + 1:
                    wrong.append(f"channel {channel}: {user} was called twice for one turn, {at - before:.0f} s apart")
            last[user] = at
    return wrong
