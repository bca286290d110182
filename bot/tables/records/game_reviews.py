"""Reviews of finished games: worked out once, in another process, and stored with each seat's player.

A review of a simultaneous game consists of those of the players' own tables. Its numbers stand under the public table,
by seat, as results do.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import msgspec

from bot.engine import GameError, Seat
from bot.engine.play import JournalEntry
from bot.tables.core import errors
from bot.tables.core.model import Status, Table, TableId
from bot.tables.core.occupants import Occupant
from bot.tables.core.repository import TableRepository
from bot.tables.core.rows import game_kind, rules_name
from bot.tables.core.shards import Shards
from bot.tables.play.history import History
from bot.tables.records.course import Chances, chances_by_turn
from bot.tables.records.replaying import Replay, check_over
from bot.thinker.answer import NobodyKnows, ThinkingFailed
from bot.thinker.reviewed import Chosen, GameReview, Luck, Mistake, SeatReview
from bot.thinker.thinker import Thinker

_DECIMALS = 3
"""Of the stored numbers of single moves."""


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of one seat, as storage keeps it."""

    table: TableId
    seat: int
    guild: int
    game: str
    kind: str
    """As that of results, before the choices of the server."""
    rules: str
    user: int | None
    """None for a computer."""
    finished_at: int
    unit: str
    strength: str
    start: float
    luck: float
    lost: float
    others: float
    score: float
    games: int
    """The games of the match; 1 where it is none."""
    details: str
    """JSON: what :class:`_Details` holds."""
    kinds: str | None = None
    """JSON: :attr:`_Details.kinds` alone; None where older code has stored the review."""


class ReviewStore(Protocol):
    """Reviews, as they are stored."""

    async def of_table(self, table: TableId) -> list[StoredReview]:
        """Return the reviews of the seats of ``table``; nothing before its first review. Raises StoreError."""

    async def waiting(self, shards: Shards, now: int, limit: int) -> list[TableId]:
        """Return some finished games of ``shards`` that wait for their review, the latest first.

        Games of a day that may go on ``now`` (unix seconds) are not among them. Raises StoreError.
        """

    async def save(self, table: TableId, reviews: Sequence[StoredReview], *, count: bool = True) -> None:
        """Keep the reviews of ``table``, unless they are there already, and count them for statistics, once.

        Without ``count``, they wait for that. Those of people who were erased meanwhile are left out. Without reviews,
        remember that there can be none. Raises SaveFailed.
        """


class _Details(msgspec.Struct, frozen=True):
    """What the review of a seat holds beyond its sums."""

    version: int
    kinds: Mapping[str, Chosen]
    mistakes: tuple[Mistake, ...]
    throws: tuple[Luck, ...]


_VERSION = 1
_decoder = msgspec.json.Decoder(_Details)

read_kinds = msgspec.json.Decoder(dict[str, Chosen]).decode
"""Returns decisions by kind from their stored text."""


class Played(NamedTuple):
    """What one seat, or all of them, did in a game that is over."""

    table: Table
    """The player's own table of a simultaneous game, else the public one."""
    entries: tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Where one seat played."""

    table: Table
    """The player's own table of a simultaneous game, else the public one."""
    replay: Replay


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """A finished game and its review."""

    table: Table
    """The public one."""
    review: GameReview
    """By seat; None for a seat that left, or whose player was erased since."""
    sheets: tuple[Sheet | None, ...]
    """By seat; None where the player's own table cannot be read."""
    sealed: bool
    """Others may still throw the same dice: only its player may see anything of it."""
    chances: Chances = ()
    """Empty for who plays alone, and where nobody knows chances to win."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a review says of the decisions of one replay."""

    unit: str
    mistakes: Mapping[int, Mistake]
    """By their place in the journal, those of all seats."""
    seats: frozenset[Seat]
    """The seats that it knows of."""
    review: GameReview | None = None
    """The review of everybody who plays in the replay; None for a player's own table."""

    def after(self, number: int) -> int | None:
        """Return the place of the next mistake worth telling after position ``number``."""
        costly = worth_telling(self.unit, self.mistakes.values())
        return min((one.move for one in costly if one.move > number), default=None)


def worth_telling(unit: str, mistakes: Iterable[Mistake]) -> list[Mistake]:
    """Return those that cost enough to be named."""
    from bot.mind.evaluator import worth_telling as is_told  # noqa: PLC0415 - a bot that nobody asks loads no mind.

    return [one for one in mistakes if is_told(unit, one.lost)]


def games_played(table: Table, seat: int) -> int:
    """Return how many games of the match ``seat`` has played; 1 where it is none."""
    return max(len(table.game.own_games(table.state, Seat(seat))), 1)


class GameReviews:
    """Reviews finished games, each of them once."""

    def __init__(self, repository: TableRepository, history: History, thinker: Thinker, store: ReviewStore) -> None:
        """Read tables from ``repository``, their games from ``history``; keep in ``store`` what ``thinker`` says."""
        self._repository = repository
        self._history = history
        self._thinker = thinker
        self._store = store
        self._working: dict[TableId, asyncio.Task[GameReview]] = {}

    async def of(self, id: TableId, user: int) -> ReviewedGame:
        """Return the game of table ``id`` with its review, for ``user``; two who ask the same wait for one answer.

        An unknown one takes some seconds, or up to a minute where values must be worked out first. Raises what
        :meth:`History.replay` raises, EndedEarly, NoReview or NotReviewed.
        """
        table = await self._repository.get(id)
        if table.parent is not None:
            table = await self._repository.get(table.parent)
        check_over(table)
        if table.status is not Status.FINISHED:
            raise errors.EndedEarly
        sealed = await self._history.is_sealed(table, user)
        sheets = await self._sheets(table, user)
        stored = await self._store.of_table(table.id)
        found = _from_stored(stored, len(table.players)) if stored else await self._worked_out(table, sheets, sealed)
        chances = await chances_by_turn(table, found, [None if sheet is None else sheet.replay for sheet in sheets])
        return ReviewedGame(table, found, sheets, sealed, chances)

    async def judged(self, table: Table, public: Table | None = None) -> Judged | None:
        """Return what is stored of the decisions in the replay of ``table``; None before its first review.

        ``public`` is the public table, if this is a player's own. Raises StoreError.
        """
        rows = await self._store.of_table((public or table).id)
        if public is not None:
            rows = [one for one in rows if public.players[one.seat] == table.players[0]]
        if not rows:
            return None
        found = [_decoder.decode(one.details).mistakes for one in rows]
        seats = frozenset(Seat(0 if public is not None else one.seat) for one in rows)
        mistakes = {one.move: one for some in found for one in some}
        review = _from_stored(rows, len(table.players)) if public is None else None
        return Judged(rows[0].unit, mistakes, seats, review)

    async def _sheets(self, table: Table, user: int) -> tuple[Sheet | None, ...]:
        if not table.has_own_tables:
            return (Sheet(*await self._history.replay(table.id, user)),) * len(table.players)
        own = await self._repository.own_tables(table)
        return tuple([await self._sheet(own, player, user) for player in table.players])

    async def _sheet(self, own: Mapping[Occupant, Table], player: Occupant, user: int) -> Sheet | None:
        table = own.get(player)
        return None if table is None else Sheet(*await self._history.replay(table.id, user))

    async def _worked_out(self, table: Table, sheets: Sequence[Sheet | None], sealed: bool) -> GameReview:
        task = self._working.get(table.id)
        if task is None:
            task = self._working[table.id] = asyncio.create_task(
                self._work_out(table, sheets, sealed), name="review a game"
            )
            task.add_done_callback(lambda done: self._done(table.id, done))
        return await asyncio.shield(task)

    def _done(self, id: TableId, task: asyncio.Task[GameReview]) -> None:
        del self._working[id]
        if not task.cancelled():
            task.exception()  # Whoever waits gets it; perhaps nobody does any more.

    async def _work_out(self, table: Table, sheets: Sequence[Sheet | None], sealed: bool) -> GameReview:
        played = [None if sheet is None else Played(sheet.table, sheet.replay.entries) for sheet in sheets]
        found = await review_of(self._thinker, table, played)
        rows = to_store(await self._repository.get(table.id), found)
        await self._store.save(table.id, rows, count=not sealed)  # Statistics would tell others of the day's dice.
        return _from_stored(rows, len(table.players)) if rows else found  # With the decimals that all later ones have.


async def review_of(thinker: Thinker, table: Table, played: Sequence[Played | None]) -> GameReview:
    """Return the review of a game by ``thinker``: one for all seats, or one for each player's own table.

    Raises NoReview, NotReviewed or OtherRules.
    """

    async def of(one: Played | None, seats: int) -> GameReview | None:
        if one is None or one.table.status is not Status.FINISHED:
            return None
        return await thinker.review(one.table.game, seats, one.entries)

    try:
        if table.has_own_tables:
            found = _together([await of(one, 1) for one in played])
        else:
            found = await of(played[0], len(table.players))
    except NobodyKnows as error:
        raise errors.NoReview from error
    except ThinkingFailed as error:
        raise errors.NotReviewed from error
    except GameError as error:
        raise errors.OtherRules from error
    if found is None:
        raise errors.OtherRules
    return found


def _together(found: Sequence[GameReview | None]) -> GameReview | None:
    """Return the reviews of players' own tables as that of one game."""
    first = next((one for one in found if one is not None), None)
    return first and replace(first, seats=tuple(None if one is None else one.seats[0] for one in found))


def to_store(table: Table, found: GameReview) -> list[StoredReview]:
    """Return the rows of the seats that a person plays who is not erased, or a computer."""
    options = dict(table.game.options)
    return [
        StoredReview(
            table=table.id,
            seat=seat,
            guild=table.guild,
            game=table.game.key,
            kind=game_kind(table),
            rules=rules_name(options),
            user=player if isinstance(player, int) else None,
            finished_at=table.changed,
            unit=found.unit,
            strength=found.strength,
            start=one.start,
            luck=one.luck,
            lost=one.lost,
            others=one.others,
            score=one.score,
            games=games_played(table, seat),
            details=_as_json(one),
            kinds=_kinds_as_json(_short(one.kinds)),
        )
        for seat, (player, one) in enumerate(zip(table.players, found.seats, strict=True))
        if one is not None and not (isinstance(player, int) and player < 0)
    ]


def _as_json(one: SeatReview) -> str:
    return msgspec.json.encode(
        _Details(
            _VERSION,
            _short(one.kinds),
            tuple(mistake._replace(lost=round(mistake.lost, _DECIMALS)) for mistake in one.mistakes),
            tuple(throw._replace(luck=round(throw.luck, _DECIMALS)) for throw in one.throws),
        )
    ).decode()


def _short(kinds: Mapping[str, Chosen]) -> dict[str, Chosen]:
    return {word: Chosen(kind.decisions, round(kind.lost, _DECIMALS)) for word, kind in kinds.items()}


def _kinds_as_json(kinds: Mapping[str, Chosen]) -> str:
    return msgspec.json.encode(kinds).decode()


def with_kinds(review: StoredReview) -> StoredReview:
    """Return a stored review with its decisions by kind, which older code has not put there."""
    return replace(review, kinds=_kinds_as_json(_decoder.decode(review.details).kinds))


def _from_stored(rows: Sequence[StoredReview], seats: int) -> GameReview:
    found: list[SeatReview | None] = [None] * seats
    for row in rows:
        more = _decoder.decode(row.details)
        found[row.seat] = SeatReview(
            row.start, row.luck, row.lost, row.others, row.score, more.kinds, more.mistakes, more.throws
        )
    return GameReview(rows[0].unit, rows[0].strength, tuple(found))
