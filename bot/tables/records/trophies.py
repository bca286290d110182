"""What is worth a name beyond one game, who has which trophy, and the same worked out again from what is stored."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from bot.engine import N_, GameError, Trophy
from bot.games import GAME_TROPHIES
from bot.tables.model import days
from bot.tables.model.errors import TableError
from bot.tables.model.table import Table, TableId, code
from bot.tables.storage.repository import TableRepository
from bot.tables.storage.results import may_earn

# -- What there is beyond one game -----------------------------------------------------------------------------------

MONTH = Trophy("daily_month", N_("A month of dailies"), N_("Finish the daily on thirty days without a gap."))
PUZZLES = Trophy("puzzles_ten", N_("Ten in a row"), N_("Solve the puzzle of the day on ten days in a row."))
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
    """Who has which trophy. Games bring theirs with their results. Every method raises StoreError."""

    async def of(self, guild: int, user: int) -> list[Earned]:
        """Return the trophies of ``user``, the latest first, without those of a tournament that goes on."""

    async def behind(self, guild: int, behind: int) -> list[Earned]:
        """Return what a game, a tournament, a season or a puzzle has brought, each to somebody for the first time."""

    async def add(self, *earned: Earned) -> None:
        """Keep these, unless somebody has one of them already. Raises SaveFailed."""


class TrophyFacts(TrophyStore, Protocol):
    """What trophies follow from, in one server."""

    async def all(self, guild: int) -> list[Earned]:
        """Return all trophies of a server, those of tournaments that go on too."""

    async def replace(self, guild: int, wrong: Sequence[Earned], right: Sequence[Earned]) -> None:
        """Forget ``wrong`` and keep ``right``. Raises SaveFailed."""

    async def finished(self, guild: int) -> Mapping[TableId, Sequence[tuple[int, int, int]]]:
        """Return the games of a server with results, in the order in which these were stored: seat, person, second."""

    async def days_played(self, guild: int) -> Mapping[int, Sequence[tuple[int, int, int]]]:
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
    """Return when somebody had played :data:`DAYS` dailies without a gap, and that table; None if they have not."""
    known = list[int]()
    for day, at, table in played:
        known.insert(0, day)
        if days.streak_of(known, day)[0] >= DAYS:
            return at, table
    return None


def of_day(table: Table, streak: int) -> Earned | None:
    """Return what the daily of a finished ``table`` brings, where so many days are without a gap."""
    if streak < DAYS or table.settings.practice:
        return None
    return Earned(table.guild, table.host, MONTH.key, table.changed, table.id)


def solved_in_a_row(solved: Iterable[tuple[int, int, bool]]) -> tuple[int, int] | None:
    """Return when somebody had solved :data:`SOLVED` days in a row or more, the last one here, and its day."""
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
    """How the stored trophies of a server differ from those that follow from its games."""

    wrong: Sequence[Earned]
    missing: Sequence[Earned]
    unreadable: Sequence[str]
    """The codes of tables whose games this version cannot play again: what they have brought stays."""


async def compare(facts: TrophyFacts, tables: TableRepository, winners: Winners, guild: int) -> Differences:
    """Work the trophies of ``guild`` out again. Raises StoreError."""
    right, unreadable = dict[tuple[int, str], Earned](), set[int]()
    for id, seats in (await facts.finished(guild)).items():
        try:
            table, _ = await tables.apart(id)
            counted = await tables.results.counted(table)
        except (TableError, GameError):
            unreadable.add(id)
            continue
        for seat, user, at in seats:
            for key in counted[seat].trophies if user > 0 and may_earn(table, seat) else ():
                right.setdefault((user, key), Earned(guild, user, key, at, id))
    for user, played in (await facts.days_played(guild)).items():
        right |= _kept(guild, user, MONTH, month_of_days(played))
    for user, solved in (await facts.solved(guild)).items():
        right |= _kept(guild, user, PUZZLES, solved_in_a_row(solved))
    first = [earned for id in await facts.tournaments(guild) for earned in await winners(id)]
    for earned in (*await facts.champions(guild), *first):
        right.setdefault((earned.user, earned.key), earned)
    stored = {(earned.user, earned.key): earned for earned in await facts.all(guild) if earned.behind not in unreadable}
    return Differences(
        [earned for key, earned in stored.items() if right.get(key) != earned],
        [earned for key, earned in right.items() if stored.get(key) != earned],
        [code(TableId(id)) for id in sorted(unreadable)],
    )


def _kept(guild: int, user: int, trophy: Trophy, found: tuple[int, int] | None) -> dict[tuple[int, str], Earned]:
    return {} if found is None else {(user, trophy.key): Earned(guild, user, trophy.key, *found)}
