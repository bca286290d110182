"""What a finished game leaves behind: a row for each seat, with the counts that statistics need."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec

from bot.engine import DROP, AnyGame, PlayedStep, Race, ScriptedDice, Seat, SeatStats, ToldGame, has_power
from bot.engine.gate import JournalEntry, play
from bot.games import TROPHIES_OF
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices, GuildSettings
from bot.tables.model.memory import LruCache
from bot.tables.model.store import JournalRow, ResultRow, StoreError, TableStore
from bot.tables.model.table import DiceSeed, Table, TableId, code
from bot.tables.moves.simultaneous import OwnTables
from bot.tables.storage import journal
from bot.tables.storage.rows import result_rows

# -- What statistics remember of one seat's finished game: a few counts, as JSON beside its result -------------------
# The bot counts once, at the end (collect_stats.py), and reads for years. So the JSON holds a version. A version that
# this code cannot read (older results, or newer ones than this code) counts as unknown.

VERSION = 1

_NONE = (0,) * 6


class GameStats(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One seat's game in numbers."""

    version: int
    boxes: Mapping[str, tuple[int, ...]] = {}
    """The points in each box, in every column and every game of a match; 0 for a struck box."""
    bonuses: tuple[int, ...] = ()
    """The upper section's bonus, of every column and game that has one; 0 where the player missed it."""
    counts: Mapping[str, int] = {}
    """What the game counts besides, by the words of :attr:`bot.engine.types.Game.counted`."""
    throws: int = 0
    faces: tuple[int, ...] = _NONE
    """The count of each face that fell, from 1 to 6, without the Power die."""
    power: tuple[int, ...] = ()
    """The count of each face of the Power die that fell; empty without one."""


class _StoredStats(GameStats, frozen=True, omit_defaults=True, kw_only=True):
    """Statistics as earlier versions stored them too: with these counts beside the others."""

    yums: int = 0
    further_yums: int = 0
    yums_thrown: int = 0


_BESIDE = ("yums", "further_yums", "yums_thrown")
_decoder = msgspec.json.Decoder(_StoredStats)


def to_json(stats: GameStats) -> str:
    """Return ``stats`` as storage holds them."""
    return msgspec.json.encode(stats).decode()


def read(details: str | None) -> GameStats | None:
    """Return stored statistics; None where there are none this version can read."""
    if not details:
        return None
    try:
        stats = _decoder.decode(details)
    except msgspec.MsgspecError:
        return None
    if stats.version != VERSION:
        return None
    fields = {name: getattr(stats, name) for name in GameStats.__struct_fields__}
    beside = {name: number for name in _BESIDE if (number := getattr(stats, name))}
    return GameStats(**{**fields, "counts": {**stats.counts, **beside}})


def is_flawless(details: str | None) -> bool:
    """Whether these are the statistics of sheets on which nobody struck a box or missed a bonus."""
    stats = read(details)
    return stats is not None and bool(stats.boxes) and all(map(all, stats.boxes.values())) and all(stats.bonuses)


# -- Counting a finished game: its journal is played once more, through the one gate, and the game counts each step --

_AT_ONCE = 16
"""Journal entries to count before others may go on: about 2 ms."""


class TurnScores(NamedTuple):
    """What everybody had when a turn ended."""

    seat: Seat
    """Whose turn it was."""
    scores: tuple[int, ...]


class Course:
    """Everybody's scores, turn by turn, in a game in turns."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        """Begin before the first move."""
        self.turns: list[TurnScores] = []
        self.rounds = [game.scores(game.new(seats))]
        """Before the first round and after each: everybody who stays has one turn in it."""
        self._game, self._acted = game, set[Seat]()

    def note(self, entry: JournalEntry, state: Any) -> None:
        """Go on to ``state``, which ``entry`` led to."""
        self._acted.add(entry.seat)
        turn = self._game.turn(state)
        if turn is not None and state.dice:
            return
        scores = self._game.scores(state)
        if entry.do != DROP:
            self.turns.append(TurnScores(entry.seat, scores))
        if turn is None or turn in self._acted:
            self.rounds.append(scores)
            self._acted.clear()


async def collect_stats(
    game: AnyGame,
    seats: int,
    entries: Iterable[JournalEntry],
    course: Course | None = None,
    steps: list[PlayedStep[Any]] | None = None,
    proof: journal.Proof | None = None,
) -> tuple[GameStats, ...]:
    """Return the statistics of every seat of a finished game; note each move in ``course``, and among ``steps``.

    ``proof`` compares the throws on the way. A long game takes a while to play again: others go on meanwhile. Raises
    what the gate raises.
    """
    state, counted = game.new(seats), [SeatStats() for _ in range(seats)]
    for number, entry in enumerate(entries):
        dice = ScriptedDice(entry.dice)
        step = play(game, state, entry.seat, entry.do, dice) if proof is None else proof.play(entry)
        played = PlayedStep(state, entry.do, step.events, step.state)
        game.count_stats(counted, played)
        if steps is not None:
            steps.append(played)
        state = step.state
        if course is not None:
            course.note(entry, state)
        if number % _AT_ONCE == _AT_ONCE - 1:
            await asyncio.sleep(0)
    return tuple(map(_game_stats, counted))


def earned(game: AnyGame, steps: Sequence[PlayedStep[Any]], seat: Seat) -> tuple[str, ...]:
    """Return the keys of what a finished game brings to ``seat``; a Power die makes nothing worth a name."""
    if not steps or has_power(game.options) or seat in steps[-1].after.gone:
        return ()
    games = tuple(_played(game, steps).games())
    return tuple(
        trophy.key
        for trophy in TROPHIES_OF.get(game.key, ())
        if any(trophy.earned(one, _own(game, seat)) for one in games)
    )


def _played(game: AnyGame, steps: Sequence[PlayedStep[Any]]) -> ToldGame:
    """Return the game; of a race the game of one seat that it is made of, which knows nothing of turns counted."""
    if not isinstance(game, Race):
        return ToldGame(game, steps, steps[-1].after)
    solo = [PlayedStep(step.before.runs[0], step.do, step.events, step.after.runs[0]) for step in steps]
    return ToldGame(game.solo, solo, solo[-1].after)


def _own(game: AnyGame, seat: Seat) -> Seat:
    return Seat(0) if isinstance(game, Race) else seat


class Counted(NamedTuple):
    """What is stored of one seat's finished game besides its score."""

    stats: GameStats
    trophies: tuple[str, ...] = ()


async def count_game(
    game: AnyGame,
    seats: int,
    entries: Iterable[JournalEntry],
    course: Course | None = None,
    proof: journal.Proof | None = None,
) -> tuple[Counted, ...]:
    """Return the statistics and the trophies of every seat of a finished game, as :func:`collect_stats` does."""
    steps = list[PlayedStep[Any]]()
    stats = await collect_stats(game, seats, entries, course, steps, proof)
    return tuple(Counted(own, earned(game, steps, Seat(seat))) for seat, own in enumerate(stats))


def may_earn(table: Table, seat: int) -> bool:
    """Return whether the game of ``table`` may bring ``seat`` a trophy: everybody may check it, and it was theirs.

    So not with real dice, nor on a past day, whose dice are known; not with hints, nor where a computer stood in.
    """
    settings = table.settings
    return not (settings.real_dice or settings.practice or table.stood_in or seat in (*table.hinted, *table.gone))


def has_rivals(table: Table) -> bool:
    """Return whether several play at ``table``: the result of somebody alone changes no rating."""
    return len(table.players) > 1


def _game_stats(seat: SeatStats) -> GameStats:
    """Return what is stored of a seat."""
    return GameStats(
        version=VERSION,
        boxes={key: tuple(points) for key, points in seat.boxes.items()},
        bonuses=tuple(seat.bonuses),
        counts={key: number for key, number in seat.counts.items() if number},
        throws=seat.throws,
        faces=tuple(seat.faces),
        power=tuple(seat.power) if any(seat.power) else (),
    )


# -- The results of a table that is over: a row for each seat, with its statistics -----------------------------------

log = logging.getLogger(__name__)

_KEPT = 4096
"""Statistics of players' own tables to keep in memory until the public table ends; each takes about 1 KB."""

_COURSES = 256
"""Courses of finished games to keep in memory; each takes some KB."""


class _EndOfGame(NamedTuple):
    """What counting a finished game tells besides."""

    proven: bool
    """Whether its secret gives every throw."""
    trophies: bool
    """Whether it may bring any."""


class Results:
    """The results of tables; after a simultaneous game, the journals of the players' own tables count."""

    def __init__(
        self,
        store: TableStore,
        own_tables: Callable[[Table], Awaitable[OwnTables]],
        settings: GuildSettings | None = None,
    ) -> None:
        """Read journals from ``store``; ``own_tables`` finds the players' own tables below a public one.

        ``settings`` know the time zones of servers, and what counts there.
        """
        self._store = store
        self._settings = settings
        self._own_tables = own_tables
        self._counted: LruCache[tuple[TableId, int], Counted] = LruCache(_KEPT)
        self._courses: LruCache[TableId, Course] = LruCache(_COURSES)
        self._counts: LruCache[TableId, Sequence[Mapping[str, int]]] = LruCache(_COURSES)
        self._told: LruCache[TableId, tuple[tuple[DiceSeed, Any], _EndOfGame]] = LruCache(_COURSES)
        """With the secret and the last state: the rest of the table changes when its board moves, or a rematch follows.
        """

    async def of(self, table: Table, rows: Sequence[JournalRow]) -> list[ResultRow]:
        """Return the results of ``table``, if it is over; ``rows`` are its unsaved lines.

        A player's own table has none. Its statistics are counted when it ends, and kept for the end of the public one:
        else the last press of 25 people would have to play all their games again.
        """
        results = result_rows(table)
        if not results and table.parent is None:
            return []
        results = await self._as_server_counts(table, results)
        try:
            stats = [await self._own_stats(table, rows)] if not results else await self.counted(table, rows)
            if results:
                self._counts.put(table.id, tuple(one.stats.counts for one in stats))
        except StoreError:
            raise
        except Exception:  # A result counts in leaderboards, even if its statistics are missing.
            log.exception("table %s: its game was not counted for statistics", code(table.id))
            return results
        return [
            replace(
                row,
                details=to_json(stats[row.seat].stats),
                trophies=stats[row.seat].trophies if may_earn(table, row.seat) else (),
            )
            for row in results
        ]

    async def course(self, table: Table) -> Course:
        """Return how the scores of a finished game in turns went; memory knows the latest games.

        Raises StoreError, or what the gate raises.
        """
        known = self._courses.get(table.id)
        return known if known is not None else (await self._with_course(table, ()))[1]

    async def counts(self, table: Table) -> Sequence[Mapping[str, int]]:
        """Return what a finished game counted, by seat; memory knows the latest games.

        Raises StoreError, or what the gate raises.
        """
        known = self._counts.get(table.id)
        if known is None:
            known = tuple(one.stats.counts for one in await self.counted(table))
            self._counts.put(table.id, known)
        return known

    def proven(self, table: Table) -> bool:
        """Return whether the secret gives every throw of ``table``, which were compared at its end, as memory knows."""
        told = self._end_of(table)
        return told is not None and told.proven

    def may_have_brought(self, table: Table) -> bool:
        """Return whether the game of ``table`` may have brought a trophy, as far as memory knows."""
        told = self._end_of(table)
        return told is None or told.trophies

    def _end_of(self, table: Table) -> _EndOfGame | None:
        about, told = self._told.get(table.id) or (None, None)
        return told if about == (table.seed, table.state) else None

    async def _as_server_counts(self, table: Table, rows: Sequence[ResultRow]) -> list[ResultRow]:
        """Return the results with their day, and of the kind that the server wants of games with computers."""
        choices = GuildChoices() if self._settings is None else await self._settings.of(table.guild)
        day = days.server_day(choices, table.changed) if table.settings.daily is None else table.settings.daily
        if choices.count_computers and not table.hinted and any(row.kind == "computer" for row in rows):
            # A rating needs several people.
            return [replace(row, day=day, kind="together", to_rate=len(rows) > 1) for row in rows]
        return [replace(row, day=day) for row in rows]

    async def _with_course(self, table: Table, rows: Sequence[JournalRow]) -> tuple[Sequence[Counted], Course]:
        game, seats = table.game, len(table.players)
        course, lines = Course(game, seats), await self._lines(table.id, rows)
        ends = rows and not table.settings.real_dice and journal.is_whole(table, lines)
        proof = journal.Proof(table) if ends else None
        counted = await count_game(game, seats, journal.effective_entries(lines), course, proof)
        self._courses.put(table.id, course)
        told = _EndOfGame(proof is not None and proof.complete, any(one.trophies for one in counted))
        self._told.put(table.id, ((table.seed, table.state), told))
        return counted, course

    async def counted(self, table: Table, rows: Sequence[JournalRow] = ()) -> Sequence[Counted]:
        """Return the statistics and trophies of each seat of a game that is over. Raises what the gate raises."""
        if not table.has_own_tables:
            return (await self._with_course(table, rows))[0]
        own_tables = await self._own_tables(table)
        nothing = Counted(GameStats(version=VERSION))
        counted = [
            await self._own_stats(own_tables[user], rows) if user in own_tables else nothing for user in table.players
        ]
        ids = {own_table.id for own_table in own_tables.values()}
        self._counted.drop_keys(lambda key: key[0] in ids)
        return counted

    async def _own_stats(self, own_table: Table, rows: Sequence[JournalRow]) -> Counted:
        """Return what counts of one player's own table; ``rows`` may hold lines that it does not count yet."""
        unsaved = sum(row.table == own_table.id and row.number >= own_table.entries for row in rows)
        key = own_table.id, own_table.entries + unsaved
        known = self._counted.get(key)
        if known is None:
            entries = journal.effective_entries(await self._lines(own_table.id, rows))
            (known,) = await count_game(own_table.game, 1, entries)
            if own_table.hinted:
                known = known._replace(trophies=())
            self._counted.put(key, known)
        return known

    async def _lines(self, id: TableId, rows: Sequence[JournalRow]) -> list[JournalRow]:
        """Return the lines of a journal, with those of ``rows`` that belong to it."""
        return [*await self._store.journal(id), *(row for row in rows if row.table == id)]
