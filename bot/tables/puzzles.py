"""The puzzles that come with the bot, and what people answer: for a streak of days, and a rating for fun."""

import asyncio
import gzip
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from bot import games
from bot.engine import FIRST_RULES_VERSION, VERSION_KEY, AnyGame, IllegalAction, version_of_one_game
from bot.tables.model.days import day_after, day_before, day_begins, day_of
from bot.tables.model.errors import translated_errors
from bot.tables.records import trophies
from bot.tables.records.leaderboards import MIDDLE, NEW, START_MU, UNIT, Finish, Rating, update_ratings
from bot.tables.records.trophies import Earned

# -- The puzzles that come with the bot; ``scripts/mind/puzzles.py draw`` writes them, and ``check`` verifies them ---
# Loading takes some milliseconds, and opening a position less than one. The file names, for each sheet, the rules that
# its values hold for: puzzles by other rules are left out.

FILE = Path(__file__).parents[1] / "mind" / "data" / "puzzles.json.gz"


class BoxChance(msgspec.Struct, frozen=True, array_like=True):
    """The percentage of turns that end with points in a box: after the best answer, a higher one than after another."""

    do: str
    """The text of the action that fills the box."""
    best: int
    other: int


class PuzzleAnswer(msgspec.Struct, frozen=True, array_like=True):
    """One of the actions to choose from."""

    do: str
    value: float
    """The points of the whole sheet in the end, on average, if every later choice is the best."""
    now: float
    """Those of them that this turn brings."""
    chance: BoxChance | None = None
    """What the best answer is for, and this one less. None for the best, and where both fill a box at once."""
    without_bonus: float | None = None
    """Points by which this answer would be better than the best one if the sheet had no upper bonus.

    None where it would not, so where it is not the bonus that decides; and where nobody has worked it out.
    """

    @property
    def later(self) -> float:
        """What is on the sheet already, and what later turns bring."""
        return self.value - self.now


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """A position of somebody who plays alone, and what to choose from there."""

    id: str
    game: str
    position: dict[str, Any]
    """The fields of the state that are not those of a new game."""
    answers: tuple[PuzzleAnswer, ...]
    """In the order of their buttons."""
    natural: int
    """The answer that a regular or a greedy player gives; it is not the best."""
    rating: int
    """As people see ratings (``bot.tables.records.leaderboards``)."""

    @property
    def best(self) -> int:
        """The answer with the highest value."""
        return max(range(len(self.answers)), key=lambda place: self.answers[place].value)

    def lost(self, place: int) -> float:
        """Return how many points an answer loses; 0 for the best."""
        return self.answers[self.best].value - self.answers[place].value

    def state(self, game: AnyGame) -> Any:
        """Return the position; ``game`` is what :func:`game_of` returns."""
        return msgspec.convert({**msgspec.to_builtins(game.new(1)), **self.position}, game.state_type)


class SheetRules(msgspec.Struct, frozen=True):
    """The rules that the puzzles of a sheet hold for."""

    options: dict[str, Any]
    """As :attr:`bot.engine.types.Game.written` has them."""
    digest: str
    """The digest of the compiled sheet, which tests compare."""


class PuzzleSet(msgspec.Struct, frozen=True):
    """All puzzles."""

    rules: dict[str, SheetRules]
    days: tuple[Puzzle, ...]
    """One for each day, over and over."""
    more: tuple[Puzzle, ...]
    """Others, for a player who wants more."""


@cache
def shipped() -> PuzzleSet:
    """Return the puzzles whose rules are those of one new game today. Not for the event loop: it reads a file."""
    file = msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=PuzzleSet)
    same = {
        key for key, rules in file.rules.items() if _of_one_game(rules.options) == _of_one_game(game_of(key).written)
    }
    days, more = (tuple(puzzle for puzzle in some if puzzle.game in same) for some in (file.days, file.more))
    return PuzzleSet(file.rules, days, more)


def _of_one_game(written: Mapping[str, Any]) -> dict[str, Any]:
    """Return written options with the version that last changed more than matches: a puzzle is of no match."""
    return {**written, VERSION_KEY: version_of_one_game(written.get(VERSION_KEY, FIRST_RULES_VERSION))}


@cache
def game_of(key: str) -> AnyGame:
    """Return the game that puzzles of this sheet are of."""
    return games.make(key, {})


# -- What people answer: the first answer to a puzzle counts, for the streak of days and for a rating for fun --------
# The puzzle of the day is the same everywhere, so days are those of UTC. A person has one streak and one rating,
# wherever they answer; the people of a server see who solved it there.

NO_DAY = 0
"""In the place of a day: one more puzzle, which is that of no day."""

_SURE = 2.0
"""The uncertainty that the rating of a puzzle may have (``sigma``)."""
_DAY = 86_400
_MANY_DAYS = 100


@dataclass(frozen=True, slots=True)
class PuzzleReply:
    """What somebody answered."""

    user: int
    day: int
    """:data:`NO_DAY` for one more puzzle."""
    puzzle: str
    guild: int
    """Where they answered."""
    do: str
    solved: bool
    rating: Rating
    """Theirs after it; :attr:`Rating.games` counts their answers."""
    at: int


class Solvers(NamedTuple):
    """The people who have answered the puzzle of a day in a server."""

    solved: Sequence[int]
    """The first of them to solve it, in their order."""
    total: int
    """The number of people who have solved it."""
    answered: int
    """The number of people who have answered."""


NOBODY_YET = Solvers((), 0, 0)


class PuzzleStore(Protocol):
    """Answers as rows. Every method raises StoreError."""

    async def find(self, user: int, day: int, puzzle: str) -> PuzzleReply | None:
        """Return what ``user`` answered."""

    async def add(self, reply: PuzzleReply) -> None:
        """Store an answer, unless there is one by this person to this puzzle of this day. Raises SaveFailed."""

    async def rating(self, user: int) -> Rating:
        """Return the rating of ``user`` after their last answer."""

    async def answered(self, user: int) -> set[str]:
        """Return the puzzles of no day that ``user`` has answered."""

    async def solved_days(self, user: int, before: int, limit: int) -> list[int]:
        """Return days before ``before`` whose puzzle ``user`` solved, the latest first."""

    async def solvers(self, guild: int, day: int) -> Solvers:
        """Return who answered the puzzle of ``day`` in ``guild``."""


def of_puzzle(reply: PuzzleReply, streak: int) -> Earned | None:
    """Return what an answer brings with which so many days in a row are solved."""
    if reply.day == NO_DAY or not reply.solved or streak < trophies.SOLVED:
        return None
    return Earned(reply.guild, reply.user, trophies.PUZZLES.key, reply.at, reply.day)


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """A puzzle for one reader."""

    puzzle: Puzzle
    day: int
    """:data:`NO_DAY` for one more puzzle."""
    reply: PuzzleReply | None
    """What the reader answered; None while they may choose."""
    rating: Rating
    streak: int = 0
    """Days in a row whose puzzle the reader solved: up to this one, or to the day before while they may choose."""
    solvers: Solvers = NOBODY_YET
    trophies: Sequence[Earned] = ()
    """What the answer has brought."""


class PuzzleService:
    """What people do with puzzles."""

    def __init__(
        self,
        store: PuzzleStore,
        clock: Callable[[], int],
        *,
        choose: Callable[[Sequence[Puzzle]], Puzzle] = random.choice,
    ) -> None:
        """Keep answers in ``store``; ``clock`` gives unix seconds, ``choose`` draws one more puzzle."""
        self._store = store
        self._clock = clock
        self._choose = choose
        self._set: PuzzleSet | None = None

    @property
    def day(self) -> int:
        """The day of the current puzzle."""
        return day_of(self._clock())

    async def today(self, guild: int, user: int) -> PuzzlePage:
        """Return the puzzle of the day; nothing shows its answer before the reader's own."""
        return await self.of_day(guild, user, self.day)

    async def of_day(self, guild: int, user: int, day: int) -> PuzzlePage:
        """Return the puzzle of ``day``; that of a day to come is the caller's to hide."""
        return await self.page(guild, user, day, await self.puzzle_of(day))

    async def puzzle_of(self, day: int) -> Puzzle:
        """Return the puzzle of ``day`` alone."""
        days = (await self._puzzles()).days
        return days[day_begins(day) // _DAY % len(days)]

    async def more(self, guild: int, user: int, game: str | None) -> PuzzlePage | None:
        """Return one more puzzle, of ``game`` if given: one that the reader has not answered, while there are any.

        None where no puzzle is of that game.
        """
        every = [puzzle for puzzle in (await self._puzzles()).more if game in (None, puzzle.game)]
        if not every:
            return None
        with translated_errors():
            known = await self._store.answered(user)
        fresh = [puzzle for puzzle in every if puzzle.id not in known]
        return await self.page(guild, user, NO_DAY, self._choose(fresh or every))

    async def find(self, name: str) -> Puzzle | None:
        """Return one more puzzle by its name; None if there is none of that name."""
        return next((puzzle for puzzle in (await self._puzzles()).more if puzzle.id == name), None)

    async def answer(self, guild: int, user: int, day: int, puzzle: Puzzle, place: int) -> PuzzlePage:
        """Take the answer at ``place`` to the ``puzzle`` of ``day``; the first one counts. Raises IllegalAction."""
        if place >= len(puzzle.answers):
            raise IllegalAction(f"puzzle {puzzle.id} has no answer {place}")
        with translated_errors():
            if await self._store.find(user, day, puzzle.id) is None:
                solved, do = place == puzzle.best, puzzle.answers[place].do
                rating = await _rated(await self._store.rating(user), puzzle.rating, solved=solved)
                await self._store.add(PuzzleReply(user, day, puzzle.id, guild, do, solved, rating, self._clock()))
        return await self.page(guild, user, day, puzzle)

    async def page(self, guild: int, user: int, day: int, puzzle: Puzzle) -> PuzzlePage:
        """Return ``puzzle`` of ``day`` as its reader sees it now: with their answer, if they have given one."""
        with translated_errors():
            reply = await self._store.find(user, day, puzzle.id)
            rating = await self._store.rating(user)
            if day == NO_DAY:
                return PuzzlePage(puzzle, day, reply, rating)
            streak = 0 if reply is not None and not reply.solved else await self._streak(user, day)
            return PuzzlePage(puzzle, day, reply, rating, streak, await self._store.solvers(guild, day))

    async def _streak(self, user: int, day: int) -> int:
        """Return how many days in a row ``user`` has solved, up to ``day``, or to the day before."""
        streak, before = 0, day_after(day)
        while True:
            days = await self._store.solved_days(user, before, _MANY_DAYS)
            for solved in days:
                if solved != day_before(before) and (streak or solved != day_before(day)):
                    return streak
                streak, before = streak + 1, solved
            if len(days) < _MANY_DAYS:
                return streak

    async def _puzzles(self) -> PuzzleSet:
        if self._set is None:
            self._set = await asyncio.to_thread(shipped)
        return self._set


async def _rated(before: Rating, puzzle: int, *, solved: bool) -> Rating:
    """Return a rating after a puzzle, as after a game against it. The first time this loads the library: not here."""
    against = Rating(START_MU + (puzzle - MIDDLE) / UNIT, _SURE)
    finishes = [Finish(side, 1 + lost, left=False, side=None) for side, lost in enumerate((not solved, solved))]
    own, _ = await asyncio.to_thread(update_ratings, (before or NEW, against), finishes)
    return own
