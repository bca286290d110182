"""Reviews of finished games: what they hold, how they come about, and somebody's sum of them."""

import asyncio
import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import NamedTuple, Protocol

import msgspec

from bot.engine import AnyGame, GameError, Level, Seat, win_share
from bot.engine.gate import JournalEntry
from bot.games import CATALOGUE
from bot.tables.model import errors
from bot.tables.model.choices import USUAL, PlayerSettings
from bot.tables.model.processes import Shards
from bot.tables.model.store import StoreError
from bot.tables.model.table import Computer, Occupant, Status, Table, TableId, code
from bot.tables.records.profiles import GameSkill
from bot.tables.service.history import History
from bot.tables.service.service import TableService
from bot.tables.storage.journal import Replay, check_over, effective_entries
from bot.tables.storage.repository import TableRepository
from bot.tables.storage.rows import game_kind, rules_name
from bot.thinker.answers import (
    Chosen,
    Finest,
    GameReview,
    Mistake,
    NobodyKnows,
    SeatSummary,
    ThinkingFailed,
    ThrowLuck,
    ToWin,
    Why,
)
from bot.thinker.thinker import Thinker

# -- The course of a game: what each player could expect at any moment, and their chance to win ----------------------

Chances = tuple[tuple[float, ...] | None, ...]
"""By seat: the chance to win before the game, after each turn of everybody, and at the end. None for a leaver."""


def turn_ends(replay: Replay, seat: int) -> list[int]:
    """Return where each turn of ``seat`` ends: the position at which the next turn of anybody begins."""
    entries, begins = replay.entries, replay.turns
    ends = [*begins[1:], len(entries)]
    return [
        end for begin, end in zip(begins, ends, strict=True) if begin < len(entries) and entries[begin].seat == seat
    ]


def turn_begins(replay: Replay, seat: int) -> list[int]:
    """Return where each turn of ``seat`` begins."""
    entries = replay.entries
    return [begin for begin in replay.turns if begin < len(entries) and entries[begin].seat == seat]


def expected(review: GameReview, game: AnyGame, seat: int, positions: Iterable[int]) -> list[float]:
    """Return what ``seat`` could expect at these positions, in the unit of the review, which must know the seat.

    A chance to win also changes by what the others did. Estimates may add up to more than a sure win or less than a
    sure loss; what is told never passes either.
    """
    sides, good = game.sides or len(review.seats), -1 if review.unit == "turns" else 1
    changes = list[tuple[int, float]]()
    for other, theirs in enumerate(review.seats):
        if theirs is None or (other != seat and review.unit != "win"):
            continue
        sign = 1 if other % sides == seat % sides else -1
        changes += [(throw.move, sign * throw.luck) for throw in theirs.throws]
        changes += [(mistake.move, -sign * mistake.lost) for mistake in theirs.mistakes]
    own = review.seats[seat]
    assert own is not None  # noqa: S101 - the caller has asked.
    changes.sort()
    moves, sums = [move for move, _ in changes], list(accumulate((change for _, change in changes), initial=0.0))
    values = [own.start + good * sums[bisect_left(moves, position)] for position in positions]
    return [min(max(value, 0.0), 1.0) for value in values] if review.unit == "win" else values


def expected_course(table: Table, review: GameReview, seat: int, replay: Replay) -> tuple[float, ...]:
    """Return what ``seat`` could expect before the game and after each of its turns; at last, what came out.

    ``table`` is the public one, ``replay`` that of the table where the seat played.
    """
    own = review.seats[seat]
    assert own is not None  # noqa: S101 - the caller has asked.
    ends = turn_ends(replay, 0 if table.has_own_tables else seat)
    return (own.start, *expected(review, table.game, seat, ends[:-1]), own.score)


def can_tell(game: AnyGame, unit: str) -> bool:
    """Whether a chance to win follows from what players of ``game`` may expect."""
    return unit == "win" or (unit == "points" and not game.options and _strays(game.key) is not None)


def knows_play(game: AnyGame, unit: str) -> bool:
    """Whether :func:`chances` know how well everybody plays."""
    from bot.mind.strengths import losses  # noqa: PLC0415 - as below.

    levels = losses(game.key)
    return levels is not None and levels.unit == unit and not game.options


def _strays(key: str) -> Sequence[Sequence[float]] | None:
    from bot.mind.chances import strays  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    return strays(key)


def chances(
    table: Table, review: GameReview, expected: Mapping[int, float], left: Mapping[int, float]
) -> dict[int, float]:
    """Return the chance to win of each of these seats: computers play by their level, people about as in this game.

    ``expected`` is what each could expect at full strength: points, and ``left`` the turns that each has left; or its
    own chance where chances are counted, with ``table`` as it was then. Raises KeyError where :func:`can_tell` says
    that nobody knows.
    """
    from bot.mind import chances as known  # noqa: PLC0415 - as above.
    from bot.mind.strengths import shifted  # noqa: PLC0415

    game = table.game
    if review.unit == "win":
        if game.options:
            return dict(expected)
        places = {seat: _place(table, review, seat) for seat in expected}
        state = table.state
        answers, part = game.answers(state), game.part_left(state)
        edges = known.edges(game.key, places, game.scores(state), game.turn(state), answers=answers, left=part)
        sides = game.sides or len(table.players)

        def ahead(seat: int) -> float:
            return _mean(edges[one] for one in edges if one % sides == seat % sides) - _mean(
                edges[one] for one in edges if one % sides != seat % sides
            )

        return {seat: shifted(value, ahead(seat)) for seat, value in expected.items()}
    strays = known.strays(game.key)
    if strays is None:
        raise KeyError(game.key)
    own = []
    for seat in expected:
        summary = review.seats[seat]
        lost = lost_each(table, review, seat) * summary.made if summary else 0.0
        own.append(known.of_player(strays, lost, summary.strays, summary.lost) if summary else strays)
    turns = [min(left[seat], len(strays) - 1) for seat in expected]
    return dict(zip(expected, known.chances_among(own, list(expected.values()), turns), strict=True))


def _place(table: Table, review: GameReview, seat: int) -> float:
    """Return where ``seat`` stands between champion and beginner: a computer by its level.

    A person stands where a regular player does, if nobody knows what levels lose.
    """
    from bot.mind.strengths import level_place, losses  # noqa: PLC0415 - as above.

    player, levels = table.players[seat], losses(table.game.key)
    if isinstance(player, Computer):
        return level_place(table.game.key, player.level)
    if levels is None or levels.unit != review.unit:
        return level_place(table.game.key, Level.REGULAR)
    return levels.place(lost_each(table, review, seat))


def lost_each(table: Table, review: GameReview, seat: int) -> float:
    """Return what a decision of ``seat`` costs, as far as this game tells: of a computer, what its level loses."""
    from bot.mind.strengths import level_place, losses  # noqa: PLC0415 - as above.

    player, summary, levels = table.players[seat], review.seats[seat], losses(table.game.key)
    lost, made = (summary.lost, summary.made) if summary else (0.0, 0)
    if levels is None or levels.unit != review.unit:
        return lost / made if made else 0.0
    if isinstance(player, Computer):
        return levels.each(level_place(table.game.key, player.level))
    return levels.likely(lost, made)


def _mean(numbers: Iterable[float]) -> float:
    listed = list(numbers)
    return sum(listed) / len(listed) if listed else 0.0


def noise_of(game: AnyGame, review: GameReview) -> float:
    """Return what a decision must cost to be a mistake beyond the error of what has judged it."""
    from bot.mind.strengths import noise  # noqa: PLC0415 - as above.

    return noise(game.key, review.unit, review.strength)


async def chances_by_turn(table: Table, review: GameReview, replays: Sequence[Replay | None]) -> Chances:
    """Return everybody's chances turn by turn; nothing for a player alone, and where nobody knows.

    The replay of each seat is that of the table where it played. Turns are worked out one at a time, so that others
    have theirs.
    """
    outcome, courses = table.outcome, dict[int, tuple[float, ...]]()
    if outcome is None or len(table.players) < 2 or not can_tell(table.game, review.unit):
        return ()
    for seat, (own, replay) in enumerate(zip(review.seats, replays, strict=True)):
        await asyncio.sleep(0)
        if seat not in table.gone:
            if own is None or replay is None:
                return ()
            courses[seat] = expected_course(table, review, seat, replay)
    sides = table.game.sides or len(table.players)
    wins = {seat: win_share(outcome.winners, seat, sides) for seat in courses}
    told = await _told(table, review, courses, wins, replays)
    return tuple(told.get(seat) for seat in range(len(table.players)))


async def _told(
    table: Table,
    review: GameReview,
    courses: Mapping[int, tuple[float, ...]],
    wins: Mapping[int, float],
    replays: Sequence[Replay | None],
) -> dict[int, tuple[float, ...]]:
    if review.unit == "win":  # Everybody's course has its own moments.
        every = dict[int, tuple[float, ...]]()
        for seat, course in courses.items():
            replay = replays[seat]
            assert replay is not None  # noqa: S101 - the caller has asked.
            own, moments = list[float](), (0, *turn_ends(replay, seat)[:-1])
            for value, moment in zip(course, moments, strict=False):  # The course goes on to the result.
                await asyncio.sleep(0)
                at = replay.at(table, moment).table
                own.append(chances(at, review, dict.fromkeys(courses, value), {})[seat])
            every[seat] = *own, wins[seat]
        return every
    turns = max(map(len, courses.values())) - 1
    by_turn = list[dict[int, float]]()
    for turn in range(turns):
        await asyncio.sleep(0)
        now = {seat: course[min(turn, len(course) - 1)] for seat, course in courses.items()}
        left = {seat: float(max(len(course) - 1 - turn, 0)) for seat, course in courses.items()}
        by_turn.append(chances(table, review, now, left))
    return {seat: (*(told[seat] for told in by_turn), wins[seat]) for seat in courses}


# -- Reviews of finished games: worked out once, in another process, and stored with each seat's player --------------
# A review of a simultaneous game consists of those of the players' own tables. Its numbers stand under the public
# table, by seat, as results do.

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
    """JSON: :attr:`_Details.kinds` alone; None where older code has stored the review, or it is none of skill."""
    lowest: float | None = None
    """The lowest chance to win that the winner had after a turn of theirs; None where nobody has asked or knows."""
    luckiest: float | None = None
    """The luck of the luckiest throw."""


class ReviewStore(Protocol):
    """Reviews, as they are stored."""

    async def of_table(self, table: TableId) -> list[StoredReview]:
        """Return the reviews of the seats of ``table``; nothing before its first review. Raises StoreError."""

    async def waiting(self, shards: Shards, now: int, limit: int, *, shared: bool = False) -> list[TableId]:
        """Return some finished games of ``shards`` that wait for their review, the latest first.

        Games of a day that may go on ``now`` (unix seconds) are not among them. With ``shared``, these are games of
        shared dice alone, whose places tell points without luck. Raises StoreError.
        """

    async def save(self, table: TableId, reviews: Sequence[StoredReview], *, count: bool = True) -> None:
        """Keep the reviews of ``table``, unless they are there already, and count those with kinds for skill, once.

        Without ``count``, they wait for that. Those of people who were erased meanwhile are left out. Without reviews,
        remember that there can be none. Raises SaveFailed.
        """

    async def note_lowest(self, table: TableId, seat: int, chance: float) -> None:
        """Remember :attr:`StoredReview.lowest` of a seat. Raises SaveFailed."""


class _Details(msgspec.Struct, frozen=True):
    """What the review of a seat holds beyond its sums."""

    version: int
    kinds: Mapping[str, Chosen]
    mistakes: tuple[Mistake, ...]
    throws: tuple[ThrowLuck, ...]
    whys: Mapping[int, Why] = {}
    """Empty where older code has stored the review; so are the next three."""
    finest: Finest | None = None
    strays: Mapping[int, tuple[float, ...]] = {}
    to_win: tuple[ToWin, ...] = ()


_VERSION = 1
_decoder = msgspec.json.Decoder(_Details)

read_kinds = msgspec.json.Decoder(dict[str, Chosen]).decode
"""Returns decisions by kind from their stored text."""


def read_mistakes(details: str) -> tuple[Mistake, ...]:
    """Return the decisions that cost something from :attr:`StoredReview.details`."""
    return _decoder.decode(details).mistakes


class PlayedSeats(NamedTuple):
    """What one seat, or all of them, did in a game that is over."""

    table: Table
    """The player's own table of a simultaneous game, else the public one."""
    entries: tuple[JournalEntry, ...]


@dataclass(frozen=True, slots=True)
class PlayedSeat:
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
    sheets: tuple[PlayedSeat | None, ...]
    """By seat; None where the player's own table cannot be read."""
    sealed: bool
    """Others may still throw the same dice: only its player may see anything of it."""
    chances: Chances = ()
    """Empty for a player alone, and where nobody knows chances to win."""


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
    whys: Mapping[int, Why] = field(default_factory=dict)
    """Why another action was better, by the places of the costliest mistakes."""
    noise: float = 0.0
    """What a decision must cost to be a mistake beyond the error of what has judged it."""

    def after(self, number: int) -> int | None:
        """Return the place of the next mistake worth telling after position ``number``."""
        costly = notable_mistakes(self.unit, self.mistakes.values(), self.noise)
        return min((mistake.move for mistake in costly if mistake.move > number), default=None)

    def unexplained(self, number: int) -> Mistake | None:
        """Return the mistake worth telling at position ``number``, unless it is known why it was one."""
        mistake = None if number in self.whys else self.mistakes.get(number)
        return next(iter(notable_mistakes(self.unit, filter(None, (mistake,)), self.noise)), None)

    def explained(self, number: int, why: Why | None) -> "Judged":
        """Return the same with the reason ``why`` at position ``number``; None where nobody can say."""
        return self if why is None else replace(self, whys={**self.whys, number: why})


def notable_mistakes(unit: str, mistakes: Iterable[Mistake], noise: float = 0.0) -> list[Mistake]:
    """Return those that cost enough to be named, and more than the ``noise``."""
    from bot.mind.evaluator import is_mistake  # noqa: PLC0415 - a bot that nobody asks loads no mind.

    return [mistake for mistake in mistakes if is_mistake(unit, mistake.lost, noise)]


def games_played(table: Table, seat: int) -> int:
    """Return how many games of the match ``seat`` has played; 1 where it is none."""
    return max(len(table.game.own_games(table.state, Seat(seat))), 1)


def tell_nobody(id: TableId) -> None:
    """Tell nobody of a review."""


class GameReviews:
    """Reviews finished games, each of them once."""

    def __init__(
        self,
        repository: TableRepository,
        history: History,
        thinker: Thinker,
        store: ReviewStore,
        preferences: PlayerSettings | None = None,
    ) -> None:
        """Read tables from ``repository``, their games from ``history``; keep in ``store`` what ``thinker`` says.

        ``preferences`` say whose decisions others may see.
        """
        self._preferences = preferences
        self._repository = repository
        self._history = history
        self._thinker = thinker
        self.store = store
        self._working: dict[TableId, asyncio.Task[GameReview]] = {}
        self.tell: Callable[[TableId], object] = tell_nobody
        """Called with every game that has its review now; it must not wait."""

    async def of(self, id: TableId, user: int) -> ReviewedGame:
        """Return the game of table ``id`` with its review, for ``user``; two who ask the same wait for one answer.

        An unknown one takes some seconds, or up to a minute where values must be worked out first. Raises what
        :meth:`History.replay` raises, EndedEarly, NoReview, NotReviewed, or OnlyTheirs where it would say nothing.
        """
        table = await self._repository.get(id)
        if table.parent is not None:
            table = await self._repository.get(table.parent)
        check_over(table)
        if table.status is not Status.FINISHED:
            raise errors.EndedEarly
        sealed = await self._history.is_sealed(table, user)
        await self._hidden(table, user)  # Nobody waits for what is refused in the end.
        sheets = await self._sheets(table, user)
        stored = await self.store.of_table(table.id)
        review = _from_stored(stored, len(table.players)) if stored else await self._worked_out(table, sheets, sealed)
        review = await self._visible(table, review, user)
        chances = await chances_by_turn(table, review, [None if sheet is None else sheet.replay for sheet in sheets])
        game = ReviewedGame(table, review, sheets, sealed, chances)
        if all(row.lowest is None for row in stored):
            await self._note_lowest(game)
        return game

    async def hidden_from(self, users: Iterable[Occupant], reader: int) -> frozenset[int]:
        """Return the people among ``users`` whose decisions only they may see, the ``reader`` left out."""
        if self._preferences is None:
            return frozenset()
        others = {user for user in users if isinstance(user, int) and user > 0 and user != reader}
        chosen = {user: await self._preferences.of_or(user, USUAL) for user in others}
        return frozenset(user for user, choice in chosen.items() if not choice.reviews)

    async def hidden_at(self, table: Table, reader: int) -> frozenset[int]:
        """Return the people at ``table`` whose decisions in this game ``reader`` may not see.

        Those who played with them see them, unless they want otherwise; nobody else does, unless they want that.
        """
        hidden = await self.hidden_from(table.players, reader)
        if self._preferences is None or reader in {*table.players, *table.seats_at_start}:
            return hidden
        others = [user for user in table.people if user > 0 and user not in hidden]
        return hidden | {user for user in others if not (await self._preferences.of_or(user, USUAL)).open_reviews}

    async def may_open(self, table: Table, reader: int) -> bool:
        """Return whether ``reader`` may see anybody's decisions in the review of ``table``."""
        try:
            await self._hidden(table, reader)
        except (errors.OnlyTheirs, errors.OnlyPlayers):
            return False
        return True

    async def _hidden(self, table: Table, user: int) -> frozenset[int]:
        """Return :meth:`hidden_at`.

        Raises OnlyTheirs, or OnlyPlayers for somebody who did not play, where no person is left.
        """
        hidden = await self.hidden_at(table, user)
        people = {person for person in table.people if person > 0}
        if hidden and people <= hidden:
            raise errors.OnlyTheirs if people <= await self.hidden_from(people, user) else errors.OnlyPlayers
        return hidden

    async def _visible(self, table: Table, review: GameReview, user: int) -> GameReview:
        """Return ``review`` without the seats whose decisions ``user`` may not see. Raises as :meth:`_hidden` does."""
        hidden = await self._hidden(table, user)
        if not hidden:
            return review
        shown = tuple(None if table.players[seat] in hidden else summary for seat, summary in enumerate(review.seats))
        if not any(shown):
            raise errors.OnlyTheirs
        return replace(review, seats=shown)

    async def judged(self, table: Table, public: Table | None = None, reader: int | None = None) -> Judged | None:
        """Return what is stored of the decisions in the replay of ``table``; None before its first review.

        ``public`` is the public table, if this is a player's own. Of people who want that, only ``reader`` sees their
        own; without one nobody is left out. Raises StoreError.
        """
        rows = await self.store.of_table((public or table).id)
        if reader is not None:
            players = (public or table).players
            hidden = await self.hidden_at(public or table, reader)
            rows = [row for row in rows if players[row.seat] not in hidden]
        if public is not None:
            rows = [row for row in rows if public.players[row.seat] == table.players[0]]
        if not rows:
            return None
        by_seat = [_decoder.decode(row.details) for row in rows]
        seats = frozenset(Seat(0 if public is not None else row.seat) for row in rows)
        mistakes = {mistake.move: mistake for details in by_seat for mistake in details.mistakes}
        whys = {move: why for details in by_seat for move, why in details.whys.items()}
        stored = _from_stored(rows, len((public or table).players))
        review = stored if public is None else None
        return Judged(rows[0].unit, mistakes, seats, review, whys, noise_of(table.game, stored))

    async def _note_lowest(self, game: ReviewedGame) -> None:
        """Remember how far behind the winner was, so that others need not play the game again to know."""
        winner, lowest = winner_of(game), lowest_of(game)
        if winner is None or lowest is None:
            return
        try:
            await self.store.note_lowest(game.table.id, winner, lowest)
        except StoreError as error:
            log.warning("table %s: its comeback is not stored: %s", code(game.table.id), error)

    async def sheet_of(self, id: TableId, seat: int, user: int) -> PlayedSeat | None:
        """Return where ``seat`` of table ``id`` played, for ``user``; None where their own table is gone.

        Raises what :meth:`History.replay` raises.
        """
        table = await self._repository.get(id)
        if not table.has_own_tables:
            return PlayedSeat(*await self._history.replay(table.id, user))
        return await self._sheet(await self._repository.own_tables(table), table.players[seat], user)

    async def _sheets(self, table: Table, user: int) -> tuple[PlayedSeat | None, ...]:
        if not table.has_own_tables:
            return (PlayedSeat(*await self._history.replay(table.id, user)),) * len(table.players)
        own = await self._repository.own_tables(table)
        return tuple([await self._sheet(own, player, user) for player in table.players])

    async def _sheet(self, own: Mapping[Occupant, Table], player: Occupant, user: int) -> PlayedSeat | None:
        table = own.get(player)
        return None if table is None else PlayedSeat(*await self._history.replay(table.id, user))

    async def _worked_out(self, table: Table, sheets: Sequence[PlayedSeat | None], sealed: bool) -> GameReview:
        task = self._working.get(table.id)
        if task is None:
            task = self._working[table.id] = asyncio.create_task(
                self._work_out(table, sheets, sealed), name="review a game"
            )
            task.add_done_callback(lambda finished: self._done(table.id, finished))
        return await asyncio.shield(task)

    def _done(self, id: TableId, task: asyncio.Task[GameReview]) -> None:
        del self._working[id]
        if not task.cancelled():
            task.exception()  # A waiting caller gets it; perhaps there is none any more.

    async def _work_out(self, table: Table, sheets: Sequence[PlayedSeat | None], sealed: bool) -> GameReview:
        played = [None if sheet is None else PlayedSeats(sheet.table, sheet.replay.entries) for sheet in sheets]
        review = await review_of(self._thinker, table, played)
        rows = to_store(await self._repository.get(table.id), review)
        await self.keep(table.id, rows, count=not sealed)  # Statistics would tell others of the day's dice.
        return _from_stored(rows, len(table.players)) if rows else review  # With the decimals that all later ones have.

    async def keep(self, id: TableId, rows: Sequence[StoredReview], *, count: bool = True) -> None:
        """Store the review of a game as :meth:`ReviewStore.save` does, and tell of it unless there can be none."""
        await self.store.save(id, rows, count=count)
        if rows:
            self.tell(id)


async def review_of(thinker: Thinker, table: Table, played: Sequence[PlayedSeats | None]) -> GameReview:
    """Return the review of a game by ``thinker``: one for all seats, or one for each player's own table.

    Raises NoReview, NotReviewed or OtherRules.
    """

    async def of(part: PlayedSeats | None, seats: int) -> GameReview | None:
        if part is None or part.table.status is not Status.FINISHED:
            return None
        return await thinker.review(part.table.game, seats, part.entries)

    try:
        if table.has_own_tables:
            review = _together([await of(own, 1) for own in played])
        else:
            review = await of(played[0], len(table.players))
    except NobodyKnows as error:
        raise errors.NoReview from error
    except ThinkingFailed as error:
        raise errors.NotReviewed from error
    except GameError as error:
        raise errors.OtherRules from error
    if review is None:
        raise errors.OtherRules
    return review


def _together(reviews: Sequence[GameReview | None]) -> GameReview | None:
    """Return the reviews of players' own tables as that of one game."""
    first = next((review for review in reviews if review is not None), None)
    return first and replace(first, seats=tuple(None if review is None else review.seats[0] for review in reviews))


def to_store(table: Table, review: GameReview) -> list[StoredReview]:
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
            unit=review.unit,
            strength=review.strength,
            start=summary.start,
            luck=summary.luck,
            lost=summary.lost,
            others=summary.others,
            score=summary.score,
            games=games_played(table, seat),
            details=_as_json(summary),
            kinds=_kinds_of(table, player, _short(summary.kinds)),
            luckiest=max((throw.luck for throw in summary.throws), default=None),
        )
        for seat, (player, summary) in enumerate(zip(table.players, review.seats, strict=True))
        if summary is not None and not (isinstance(player, int) and player < 0)
    ]


def _as_json(summary: SeatSummary) -> str:
    return msgspec.json.encode(
        _Details(
            _VERSION,
            _short(summary.kinds),
            tuple(mistake._replace(lost=round(mistake.lost, _DECIMALS)) for mistake in summary.mistakes),
            tuple(throw._replace(luck=round(throw.luck, _DECIMALS)) for throw in summary.throws),
            {
                move: tuple(claim._replace(best=round(claim.best, 4), done=round(claim.done, 4)) for claim in why)
                for move, why in summary.whys.items()
            },
            summary.finest and summary.finest._replace(gained=round(summary.finest.gained, _DECIMALS)),
            {left: tuple(round(points, 1) for points in row) for left, row in summary.strays.items()},
            tuple(
                one._replace(points=round(one.points, _DECIMALS), win=round(one.win, _DECIMALS))
                for one in summary.to_win
            ),
        )
    ).decode()


def _short(kinds: Mapping[str, Chosen]) -> dict[str, Chosen]:
    return {word: Chosen(kind.decisions, round(kind.lost, _DECIMALS)) for word, kind in kinds.items()}


def with_kinds(table: Table, review: StoredReview) -> StoredReview:
    """Return a stored review of ``table`` with its decisions by kind, which wait until they count."""
    player = table.players[review.seat]
    return replace(review, kinds=_kinds_of(table, player, _decoder.decode(review.details).kinds))


def _kinds_of(table: Table, player: Occupant, kinds: Mapping[str, Chosen]) -> str | None:
    """Return decisions as skill counts them: None for a whole game in which ``player`` did not make all of them.

    Nobody plays the rest of a game as they would have played all of it, so single turns are not left out.
    """
    own = isinstance(player, Computer) or table.decided_alone(player)
    return msgspec.json.encode(kinds).decode() if own else None


def _from_stored(rows: Sequence[StoredReview], seats: int) -> GameReview:
    summaries: list[SeatSummary | None] = [None] * seats
    for row in rows:
        more = _decoder.decode(row.details)
        summaries[row.seat] = SeatSummary(
            *(row.start, row.luck, row.lost, row.others, row.score, more.kinds, more.mistakes, more.throws),
            *(more.whys, more.finest, more.strays, more.to_win),
        )
    return GameReview(rows[0].unit, rows[0].strength, tuple(summaries))


# -- What a review adds to the story of a result: chances and throws, and nobody's decisions --------------------------


@dataclass(frozen=True, slots=True)
class ReviewStory:
    """What a result tells of its review."""

    lowest: float | None = None
    """The lowest chance to win that the winner had after a turn of theirs; None where nobody knows."""
    luckiest: JournalEntry | None = None
    """With the seat of the public table."""
    unluckiest: JournalEntry | None = None


def winner_of(game: ReviewedGame) -> Seat | None:
    """Return the seat that won ``game``: of partners, the first one, whose chance is that of all."""
    return None if game.table.outcome is None else game.table.outcome.winners[0]


def lowest_of(game: ReviewedGame) -> float | None:
    """Return the lowest chance to win that the winner had after a turn of theirs; None where nobody knows."""
    winner = winner_of(game)
    course = game.chances[winner] if winner is not None and game.chances else None
    return min(course[1:-1], default=None) if course is not None else None


def story_of(game: ReviewedGame) -> ReviewStory:
    """Return what the result of ``game`` tells."""
    throws = [
        (throw.luck, replace(sheet.replay.entries[throw.move], seat=Seat(seat)))
        for seat, (own, sheet) in enumerate(zip(game.review.seats, game.sheets, strict=True))
        if own is not None and sheet is not None
        for throw in own.throws
    ]
    most, least = (choose(throws, key=lambda throw: throw[0], default=None) for choose in (max, min))
    return ReviewStory(
        lowest=lowest_of(game),
        luckiest=most[1] if most and most[0] > 0 else None,
        unluckiest=least[1] if least and least[0] < 0 else None,
    )


# -- Finished games are reviewed by themselves, for statistics, when nothing else is to be done ----------------------
# A few games at a time, the latest first, while nobody has pressed anything lately and nobody waits for the worth of a
# position; in a process of their own, which gives way to everything. Those of tournaments, days and both ways wait for
# no such moment: a busy server has none, and results promise points without luck. What has a review, or can have none,
# is stored with the results, so that no game is looked at twice. Each process looks after servers of its own shards.

log = logging.getLogger(__name__)

QUIET_SECONDS = 10
"""So long nobody must have pressed anything."""

_AT_ONCE = 3
"""Games of one look."""


def is_quiet(tables: TableService) -> bool:
    """Whether nobody presses, and nobody waits for the worth of a position."""
    return tables.presence.quiet_seconds >= QUIET_SECONDS and not tables.thinker.busy


class BackgroundReviews:
    """Looks for games without a review, and makes it; works out what a game that begins will need."""

    def __init__(self, tables: TableService, reviews: GameReviews, thinker: Thinker) -> None:
        """Review the games of ``tables`` by ``thinker``, which nobody else asks; ``reviews`` keeps what it says."""
        self._repository: TableRepository = tables.repository
        self._tables = tables
        self._reviews = reviews
        self._thinker = thinker
        self._failed: set[TableId] = set()
        """Games at which the process or a review broke: the next start tries them again."""
        self._preparing = set[asyncio.Task[None]]()
        self._repository.on_save(self._saved)

    async def look(self, now: int) -> None:
        """Review some games that wait: while something else is to be done, those of shared dice alone."""
        busy, shards, many = not is_quiet(self._tables), self._repository.shards.now, _AT_ONCE + len(self._failed)
        try:
            waiting = await self._reviews.store.waiting(shards, now, many, shared=busy)
            for id in [id for id in waiting if id not in self._failed][:_AT_ONCE]:
                if busy or is_quiet(self._tables):
                    await self._review(id)
        except StoreError as error:
            log.warning("games wait to be reviewed: %s", error)

    async def close(self) -> None:
        """End the process now, whatever it works on."""
        for task in self._preparing:
            task.cancel()
        await self._thinker.close()

    def _saved(self, table: Table) -> None:
        """Prepare for a game that begins, so that its first hint and its review come at once."""
        if table.status is Status.PLAYING and not table.entries and table.parent is None:
            task = asyncio.create_task(self._prepare(table), name="prepare a game")
            self._preparing.add(task)
            task.add_done_callback(self._preparing.discard)

    async def _prepare(self, table: Table) -> None:
        game, seats = table.game, len(table.players)
        if not table.mode.in_turns:
            game, seats = game.alone, 1
        try:
            if table.allows_hints or CATALOGUE[game.key].reviewed(game, seats):
                await self._thinker.work_out(game, seats)
            if table.allows_hints:
                await self._tables.thinker.ask(game, game.new(seats))
        except (NobodyKnows, ThinkingFailed) as error:
            log.info("table %s: nothing is prepared: %r", code(table.id), error)

    async def _review(self, id: TableId) -> None:
        try:
            table, own = await self._repository.apart(id)
            known = await self._reviews.store.of_table(id)
            rows = [with_kinds(table, row) for row in known] or await self._rows(table, own)
            told = not await self._tables.seals.hides_secret(table)
        except errors.NotReviewed:
            self._failed.add(id)
        except StoreError:
            raise
        except (errors.TableError, GameError, IndexError) as error:
            log.info("table %s has no review: %r", code(id), error)
            await self._reviews.keep(id, [])
        except Exception:  # Whatever is wrong with this game, the others must not wait for it.
            log.warning("table %s has no review", code(id), exc_info=True)
            self._failed.add(id)
        else:
            # Statistics would tell of dice that others may still throw; no review tells nothing.
            if known and table.settings.tournament is not None:  # Its result has told all of it; now it counts.
                await self._reviews.store.save(id, rows, count=told)
            else:
                await self._reviews.keep(id, rows, count=told or not rows)
            with self._repository.passing([table.id, *(one.id for one in own.values())]):
                await self._note_comeback(table, rows)

    async def _note_comeback(self, table: Table, rows: Sequence[StoredReview]) -> None:
        """Have the chances of a game among several worked out, which its review does not hold."""
        people = [row.user for row in rows if row.user is not None]
        if len(people) < 2 or not table.public_result:
            return
        try:
            await self._reviews.of(table.id, people[0])
        except errors.TableError as error:
            log.info("table %s has no chances: %r", code(table.id), error)

    async def _rows(self, table: Table, own: Mapping[Occupant, Table]) -> list[StoredReview]:
        """Return a new review of a game; nothing where there can be none."""
        if table.status is not Status.FINISHED or all(
            isinstance(player, int) and player < 0 for player in table.players
        ):
            return []
        tables = [own.get(player) for player in table.players] if table.has_own_tables else [table]
        return to_store(
            table, await review_of(self._thinker, table, [await self._played(own_table) for own_table in tables])
        )

    async def _played(self, table: Table | None) -> PlayedSeats | None:
        """Return what was done at a table; only the process that reviews it plays it again."""
        if table is None:
            return None
        return PlayedSeats(table, effective_entries(await self._repository.store.journal(table.id)))


# -- The sum of somebody's reviews: luck, what decisions lost, and which decisions -----------------------------------

LATEST = 10
"""Reviewed games that say how somebody plays now."""


class Decisions(NamedTuple):
    """What decisions lost in some games, in the unit of their review."""

    lost: float
    made: int
    """The number of decisions, each among several actions."""
    games: int
    """Each game of a match is one."""

    @property
    def each(self) -> float:
        """What one decision lost, on average."""
        return self.lost / self.made if self.made else 0.0


@dataclass(frozen=True, slots=True)
class SkillTotals:
    """What reviews in one unit say together; amounts are in that unit."""

    unit: str
    reviews: int
    luck: float
    """In all of them; more is better, whatever the unit."""
    every: Decisions
    """All decisions."""
    latest: Decisions
    """Those of the :data:`LATEST` reviews."""
    kinds: tuple[tuple[str, Chosen], ...]
    """By the first word of the action: how many decisions there were, and what they lost in all. The costliest kind
    comes first."""
    others: int
    """Reviews in other units, of which nothing is in here."""


def total_skill(games: Sequence[GameSkill]) -> SkillTotals | None:
    """Return what these reviews (the oldest first) say in the unit that most of them have; None if there are none."""
    if not games:
        return None
    ((unit, many),) = Counter(game.unit for game in games).most_common(1)
    alike = [game for game in games if game.unit == unit]
    kinds = dict[str, Chosen]()
    for game in alike:
        for word, (decisions, lost) in read_kinds(game.kinds).items():
            before = kinds.get(word, Chosen(0, 0.0))
            kinds[word] = Chosen(before.decisions + decisions, before.lost + lost)
    return SkillTotals(
        unit=unit,
        reviews=many,
        luck=sum(game.luck for game in alike),
        every=_decisions(alike),
        latest=_decisions(alike[-LATEST:]),
        kinds=tuple(sorted(kinds.items(), key=lambda kind: (-kind[1].lost, kind[0]))),
        others=len(games) - many,
    )


def _decisions(games: Sequence[GameSkill]) -> Decisions:
    made = sum(kind.decisions for game in games for kind in read_kinds(game.kinds).values())
    return Decisions(sum(game.lost for game in games), made, sum(game.games for game in games))
