"""What is worth a name beyond one game, who has which trophy, and the same worked out again from what is stored."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from bot.engine import N_, GameError, Trophy
from bot.games import GAME_TROPHIES, TROPHIES_OF
from bot.tables.model import days
from bot.tables.model.errors import TableError
from bot.tables.model.table import Table, TableId, code
from bot.tables.storage.repository import TableRepository
from bot.tables.storage.results import may_earn

# -- What there is beyond one game -----------------------------------------------------------------------------------

MONTH = Trophy("daily_month", N_("A month of dailies"), N_("Finish thirty dailies, and miss two days a month at most."))
PUZZLES = Trophy(
    "puzzles_ten", N_("Ten in a row"), N_("Solve the puzzle of the day on ten days in a row, without hints.")
)
SEASON = Trophy(
    "season_champion", N_("Champion of a season"), N_("Win the most games of a season, and three at least.")
)
TOURNAMENT = Trophy("tournament_first", N_("First of the evening"), N_("Be the best of a tournament of three or more."))

TROPHIES: Mapping[str, Trophy] = {
    **GAME_TROPHIES,
    **{trophy.key: trophy for trophy in (MONTH, PUZZLES, SEASON, TOURNAMENT)},
}
"""Every trophy by its key."""

DAYS, SOLVED, FIELD, WINS = 30, 10, 3, 3
"""Days and puzzles in a row, players of a tournament, and wins of a season, that it takes."""


class Earned(NamedTuple):
    """A trophy of somebody's in a server. The first time counts."""

    guild: int
    user: int
    key: str
    at: int
    """Unix seconds."""
    behind: int
    """The table or tournament behind it, the number of the season, or the day of the puzzle."""


class TrophyStore(Protocol):
    """The trophies of everybody. Games bring theirs with their results. Every method raises StoreError."""

    async def of(self, guild: int, user: int) -> list[Earned]:
        """Return the trophies of ``user``, the latest first, without those of a tournament that goes on."""

    async def behind(self, guild: int, behind: int) -> list[Earned]:
        """Return what a game, a tournament, a season or a puzzle has brought, each to somebody for the first time."""

    async def add(self, *earned: Earned) -> None:
        """Keep these, unless somebody has one of them already. Raises SaveFailed."""


People: TypeAlias = Collection[int] | None
"""These people alone; None for everybody."""


class SeatedGame(NamedTuple):
    """A finished game that counts."""

    game: str
    seats: list[tuple[int, int, int]]
    """Seat, person, and the unix second of its end."""


Finished: TypeAlias = Mapping[TableId, SeatedGame]


class TrophyFacts(TrophyStore, Protocol):
    """What trophies follow from, in one server."""

    async def all(self, guild: int, users: People = None) -> list[Earned]:
        """Return all trophies of a server, those of tournaments that go on too."""

    async def replace(self, guild: int, wrong: Sequence[Earned], right: Sequence[Earned]) -> None:
        """Forget ``wrong`` and keep ``right``. Raises SaveFailed."""

    async def finished(self, guild: int, users: People = None, since: int = 0) -> Finished:
        """Return the games of a server from ``since`` on that count, in the order in which their results were stored.

        Of each the game's key, and seat, person and unix second of its results.
        """

    async def days_played(self, guild: int, users: People = None) -> Mapping[int, Sequence[tuple[int, int, int]]]:
        """Return for each person the dailies that they have finished: day, unix second, table; oldest first."""

    async def solved(self, guild: int) -> Mapping[int, Sequence[tuple[int, int, bool]]]:
        """Return for each person who solves here their puzzles of days, also of elsewhere: day, second, whether here.

        Oldest first.
        """

    async def champions(self, guild: int) -> list[Earned]:
        """Return the champions of the seasons that are over, by :data:`WINS` or more."""

    async def tournaments(self, guild: int) -> list[TableId]:
        """Return the tournaments of a server that are over, the first to end first."""


def month_of_days(played: Iterable[tuple[int, int, int]]) -> tuple[int, int] | None:
    """Return when somebody had played :data:`DAYS` dailies in a streak, and that table; None if they have not."""
    known = list[int]()
    for day, at, table in played:
        known.insert(0, day)
        if days.streak_of(known, day)[0] >= DAYS:
            return at, table
    return None


def of_day(table: Table, streak: int) -> Earned | None:
    """Return what the daily of a finished ``table`` brings, where the streak is that long."""
    if streak < DAYS or table.settings.practice:
        return None
    return Earned(table.guild, table.host, MONTH.key, table.changed, table.id)


def solved_in_a_row(solved: Iterable[tuple[int, int, bool]]) -> tuple[int, int] | None:
    """Return when somebody had ``solved`` :data:`SOLVED` days in a row or more, the last one here, and its day."""
    row, before = 0, 0
    for day, at, here in solved:
        row = row + 1 if before and day == days.day_after(before) else 1
        before = day
        if here and row >= SOLVED:
            return at, day
    return None


# -- The same, worked out again --------------------------------------------------------------------------------------

Winners = Callable[[TableId], Awaitable[Sequence[Earned]]]
"""Returns what a tournament that is over brings."""


class Differences(NamedTuple):
    """The differences between the stored trophies of a server and those that follow from its games."""

    wrong: Sequence[Earned]
    missing: Sequence[Earned]
    unreadable: Sequence[str]
    """The codes of tables whose games this version cannot play again: what they have brought stays."""


async def compare(facts: TrophyFacts, tables: TableRepository, winners: Winners, guild: int) -> Differences:
    """Work the trophies of ``guild`` out again. Raises StoreError."""
    right, unreadable = dict[tuple[int, str], Earned](), set[int]()
    for id, played in (await facts.finished(guild)).items():
        brought = await _brought(tables, guild, id, played)
        if brought is None:
            unreadable.add(id)
        for earned in brought or ():
            right.setdefault((earned.user, earned.key), earned)
    right |= _months(guild, await facts.days_played(guild))
    for user, solved in (await facts.solved(guild)).items():
        right |= _kept(guild, user, PUZZLES, solved_in_a_row(solved))
    first = [earned for id in await facts.tournaments(guild) for earned in await winners(id)]
    for earned in (*await facts.champions(guild), *first):
        right.setdefault((earned.user, earned.key), earned)
    stored = {(earned.user, earned.key): earned for earned in await facts.all(guild) if earned.behind not in unreadable}
    return Differences(*_differ(stored, right), [code(TableId(id)) for id in sorted(unreadable)])


async def follow(facts: TrophyFacts, tables: TableRepository, winners: Winners, table: Table) -> None:
    """Let trophies follow the result of ``table`` that a manager has just voided, or lets count again.

    A player who loses the first game that brought one has it by the next one that does. Raises StoreError.
    """
    guild, users = table.guild, frozenset(table.people)
    before = {(earned.user, earned.key): earned for earned in await facts.all(guild, users)}
    later = dict(await facts.finished(guild, users, table.changed))
    stored, right = dict[tuple[int, str], Earned](), dict[tuple[int, str], Earned]()
    counts = later.pop(table.id, None) is not None
    own = SeatedGame(table.game.key, [(seat, user, table.changed) for seat, user in _seated(table)])
    brought = {(earned.user, earned.key): earned for earned in await _brought(tables, guild, table.id, own) or ()}
    for key, earned in brought.items():
        known = before.get(key)
        if known is not None and counts and known.at > earned.at:
            stored[key] = known
        if known is None or key in stored:
            right[key] = earned
    if not counts:
        right = await _next(tables, guild, later, set(right))
    if table.settings.daily is not None:
        stored |= {key: earned for key, earned in before.items() if key[1] == MONTH.key}
        right |= _months(guild, await facts.days_played(guild, users))
    if table.settings.tournament is not None:  # Others of the field may be the best now.
        every = await facts.all(guild)
        stored |= {(earned.user, earned.key): earned for earned in every if earned.key == TOURNAMENT.key}
        for id in await facts.tournaments(guild):
            for earned in await winners(id):
                right.setdefault((earned.user, earned.key), earned)
    await facts.replace(guild, *_differ(stored, right))


async def follow_seasons(facts: TrophyFacts, guild: int) -> None:
    """Let trophies follow the champions of all seasons of a server. Raises StoreError."""
    stored = {(earned.user, earned.key): earned for earned in await facts.all(guild) if earned.key == SEASON.key}
    right = dict[tuple[int, str], Earned]()
    for earned in await facts.champions(guild):
        right.setdefault((earned.user, earned.key), earned)
    await facts.replace(guild, *_differ(stored, right))


def _seated(table: Table) -> list[tuple[int, int]]:
    return [(seat, player) for seat, player in enumerate(table.players) if isinstance(player, int)]


async def _next(
    tables: TableRepository, guild: int, later: Finished, lost: set[tuple[int, str]]
) -> dict[tuple[int, str], Earned]:
    """Return what first brings again what some have ``lost``, among ``later`` games, for those whom one does."""
    found = dict[tuple[int, str], Earned]()
    for id, played in later.items():
        keys, users = {trophy.key for trophy in TROPHIES_OF.get(played.game, ())}, {seat[1] for seat in played.seats}
        if any(user in users and key in keys for user, key in lost - found.keys()):
            for earned in await _brought(tables, guild, id, played) or ():
                if (earned.user, earned.key) in lost:
                    found.setdefault((earned.user, earned.key), earned)
    return found


async def _brought(tables: TableRepository, guild: int, id: TableId, played: SeatedGame) -> Sequence[Earned] | None:
    """Return what a finished game brings, first or not; None where this version cannot play it again."""
    try:
        table, _ = await tables.apart(id)
        counted = await tables.results.counted(table)
    except (TableError, GameError):
        return None
    return [
        Earned(guild, user, key, at, id)
        for seat, user, at in played.seats
        for key in (counted[seat].trophies if user > 0 and may_earn(table, seat) else ())
    ]


def _months(guild: int, played: Mapping[int, Iterable[tuple[int, int, int]]]) -> dict[tuple[int, str], Earned]:
    found = dict[tuple[int, str], Earned]()
    for user, dailies in played.items():
        found |= _kept(guild, user, MONTH, month_of_days(dailies))
    return found


def _differ(
    stored: Mapping[tuple[int, str], Earned], right: Mapping[tuple[int, str], Earned]
) -> tuple[list[Earned], list[Earned]]:
    """Return which of ``stored`` are wrong, and which of ``right`` are missing."""
    wrong = [earned for key, earned in stored.items() if right.get(key) != earned]
    return wrong, [earned for key, earned in right.items() if stored.get(key) != earned]


def _kept(guild: int, user: int, trophy: Trophy, found: tuple[int, int] | None) -> dict[tuple[int, str], Earned]:
    return {} if found is None else {(user, trophy.key): Earned(guild, user, trophy.key, *found)}
