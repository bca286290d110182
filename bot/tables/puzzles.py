"""The puzzles that come with the bot, and what people answer: for a streak of days, and a rating for fun.

Both sides of an answer learn from it: the person's rating, and that of the puzzle.
"""

import asyncio
import gzip
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from bot import games
from bot.engine import FIRST_RULES_VERSION, VERSION_KEY, AnyGame, IllegalAction, Theme, version_of_one_game
from bot.tables.model.choices import GuildSettings
from bot.tables.model.days import day_after, day_before, day_begins, day_of, server_day, server_day_ends
from bot.tables.model.errors import translated_errors
from bot.tables.records import trophies
from bot.tables.records.leaderboards import MIDDLE, NEW, START_MU, UNIT, Finish, Rating, update_ratings
from bot.tables.records.trophies import Earned
from bot.thinker.answers import Why, usual_unit
from bot.thinker.thinker import Thinker

# -- The puzzles that come with the bot; ``scripts/mind/puzzles.py draw`` writes them, and ``check`` verifies them ---
# Loading takes some milliseconds, and opening a position less than one. The file names, for each sheet, the rules that
# its values hold for: puzzles by other rules are left out.

FILE = Path(__file__).parents[1] / "mind" / "data" / "puzzles.json.gz"


class PuzzleAnswer(msgspec.Struct, frozen=True, array_like=True):
    """One of the actions to choose from."""

    do: str
    value: float
    """The points of the sheet in the end, on average, if every later choice is the best; else the chance to win."""
    why: Why | None = None
    """Why the best answer is better, where nobody can ask for that: those who think know no exact values."""


class Puzzle(msgspec.Struct, frozen=True, array_like=True):
    """A position of somebody who plays alone, or against one other; and what to choose from there."""

    id: str
    game: str
    position: dict[str, Any]
    """The fields of the state that are not those of a new game."""
    answers: tuple[PuzzleAnswer, ...]
    """In the order of their buttons."""
    natural: int
    """The answer that a regular or a greedy player gives; it is not the best."""
    rating: int
    """As people see ratings (``bot.tables.records.leaderboards``), before anybody has answered."""

    @property
    def unit(self) -> str:
        """What the values count: points of a sheet, or a chance to win."""
        return usual_unit(self.game)

    @property
    def best(self) -> int:
        """The answer with the highest value."""
        return max(range(len(self.answers)), key=lambda place: self.answers[place].value)

    def lost(self, place: int) -> float:
        """Return how many points an answer loses; 0 for the best."""
        return self.answers[self.best].value - self.answers[place].value

    def compared(self, place: int) -> PuzzleAnswer:
        """Return the answer that the best is compared with: that at ``place``, or if it is the best the natural one."""
        return self.answers[self.natural if place == self.best else place]

    def state(self, game: AnyGame) -> Any:
        """Return the position; ``game`` is what :func:`game_of` returns."""
        new = msgspec.to_builtins(game.new(game.seats[0]))
        return msgspec.convert({**new, **self.position}, game.state_type)

    @property
    def theme(self) -> Theme:
        """What it is about: what is to be learnt where the natural answer is given."""
        game = game_of(self.game)
        return game.teaching(self.state(game), self.answers[self.best].do, self.answers[self.natural].do).theme


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
def themes_of() -> Mapping[str, Theme]:
    """Return what each puzzle of no day is about, by its name. Not for the event loop: it opens each position."""
    return {puzzle.id: puzzle.theme for puzzle in shipped().more}


@cache
def game_of(key: str) -> AnyGame:
    """Return the game that puzzles of this sheet are of."""
    return games.make(key, {})


# -- What people answer: the first answer to a puzzle counts, for the streak of days and for a rating for fun --------
# A day has the same puzzle everywhere, and begins and ends with that of the server. A person has one streak and one
# rating, wherever they answer; the people of a server see who solved it there.

NO_DAY = 0
"""In the place of a day: one more puzzle, which is that of no day."""

_SURE = 2.0
"""The uncertainty of the rating of a puzzle that nobody has answered (``sigma``)."""
_DAY = 86_400
_MANY_DAYS = 100
ARCHIVE = 500
"""Days that are over of which one may see the puzzle: fewer than there are puzzles of days."""
ARCHIVE_PAGE = 10
ARCHIVE_PAGES = ARCHIVE // ARCHIVE_PAGE
_PLAYED = 5
"""So many times as often as another comes a puzzle of the game that people play most; then fewer and fewer."""


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
    hinted: bool = False
    """Whether they had a hint before."""


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

    async def add(self, reply: PuzzleReply, puzzle: Rating, before: Rating | None = None) -> None:
        """Store an answer, and what the ``puzzle``, rated so after it and ``before``, has learnt from it.

        Neither if there is an answer to it by them of this day. Raises SaveFailed.
        """

    async def hinted(self, user: int, day: int, puzzle: str) -> bool:
        """Return whether ``user`` had a hint."""

    async def add_hint(self, user: int, day: int, puzzle: str) -> None:
        """Store that ``user`` had a hint. Raises SaveFailed."""

    async def puzzle_rating(self, puzzle: str) -> Rating | None:
        """Return the rating of a puzzle; None while nobody has answered it."""

    async def replies(self, user: int, days: Mapping[int, str]) -> Mapping[int, bool]:
        """Return whether ``user`` solved the puzzles of ``days``, by name: of those answered, then or since."""

    async def rating(self, user: int) -> Rating:
        """Return the rating of ``user`` after their last answer."""

    async def answered(self, user: int) -> set[str]:
        """Return the puzzles of no day that ``user`` has answered."""

    async def solved_days(self, user: int, before: int, limit: int, *, unaided: bool = False) -> list[int]:
        """Return days before ``before`` whose puzzle ``user`` solved (``unaided``: with no hint), the latest first."""

    async def solvers(self, guild: int, day: int) -> Solvers:
        """Return who answered the puzzle of ``day`` in ``guild``."""


def of_puzzle(reply: PuzzleReply, streak: int) -> Earned | None:
    """Return what an answer brings with which so many days in a row are solved without a hint."""
    if reply.day == NO_DAY or not reply.solved or reply.hinted or streak < trophies.SOLVED:
        return None
    return Earned(reply.guild, reply.user, trophies.PUZZLES.key, reply.at, reply.day)


async def why(thinker: Thinker, puzzle: Puzzle, place: int) -> Why | None:
    """Return why the best answer is better than the one at ``place``, else than the natural one.

    None where nobody can say. The first time for a sheet it takes as long as its values do.
    """
    other = puzzle.compared(place)
    if other.why is not None:
        return other.why
    game = game_of(puzzle.game)
    return await thinker.explain(game, puzzle.state(game), puzzle.answers[puzzle.best].do, other.do)


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
    was: int = NO_DAY
    """The day that is over whose puzzle this was, where one from the archive is shown."""
    worth: int = 0
    """The rating of the puzzle, with all that was answered so far."""
    ends: int = 0
    """When the day ends here, in unix seconds; 0 for one more puzzle."""

    @property
    def hinted(self) -> bool:
        """Whether the reader had a hint before their answer."""
        return self.reply is not None and self.reply.hinted

    @property
    def own(self) -> int:
        """The place of the reader's answer; the best, where they gave none that is still there."""
        places = (place for place, one in enumerate(self.puzzle.answers) if self.reply and one.do == self.reply.do)
        return next(places, self.puzzle.best)


@dataclass(frozen=True, slots=True)
class PastDay:
    """A day in the archive."""

    day: int
    game: str
    solved: bool | None
    """Whether the reader solved it, on its day or since; None where they have not answered."""


class PuzzleService:
    """What people do with puzzles."""

    def __init__(
        self,
        store: PuzzleStore,
        settings: GuildSettings,
        clock: Callable[[], int],
        *,
        choose: Callable[[Sequence[Puzzle]], Puzzle] = random.choice,
    ) -> None:
        """Keep answers in ``store``; ``settings`` know a server's time zone, ``clock`` gives unix seconds.

        ``choose`` draws one more puzzle.
        """
        self._store = store
        self._settings = settings
        self._clock = clock
        self._choose = choose
        self._set: PuzzleSet | None = None

    async def day(self, guild: int) -> int:
        """Return the current day of ``guild``."""
        with translated_errors():
            return server_day(await self._settings.of(guild), self._clock())

    async def today(self, guild: int, user: int) -> PuzzlePage:
        """Return the puzzle of the day; nothing shows its answer before the reader's own."""
        return await self.of_day(guild, user, await self.day(guild))

    async def of_day(self, guild: int, user: int, day: int) -> PuzzlePage:
        """Return the puzzle of ``day``; that of a day to come is the caller's to hide."""
        return await self.page(guild, user, day, await self.puzzle_of(day))

    async def puzzle_of(self, day: int) -> Puzzle:
        """Return the puzzle of ``day`` alone."""
        days = (await self._puzzles()).days
        return days[day_begins(day) // _DAY % len(days)]

    async def more(
        self, guild: int, user: int, game: str | None, *, theme: Theme | None = None, played: Sequence[str] = ()
    ) -> PuzzlePage | None:
        """Return one more puzzle, of ``game`` and ``theme`` if given: a fresh one for this reader, while there are any.

        Games that people have ``played`` here, the most popular first, come more often. None where no puzzle is left
        by that choice.
        """
        about = await asyncio.to_thread(themes_of) if theme is not None else {}
        every = [
            puzzle
            for puzzle in (await self._puzzles()).more
            if game in (None, puzzle.game) and (theme is None or about[puzzle.id] is theme)
        ]
        if not every:
            return None
        with translated_errors():
            known = await self._store.answered(user)
        fresh = [puzzle for puzzle in every if puzzle.id not in known] or every
        return await self.page(guild, user, NO_DAY, self._choose(_often(fresh, () if game else played)))

    async def themes(self) -> list[Theme]:
        """Return what there are puzzles about."""
        about = set((await asyncio.to_thread(themes_of)).values())
        return [theme for theme in games.THEMES.values() if theme in about]

    async def find(self, guild: int, name: str) -> Puzzle | None:
        """Return one more puzzle by its name, or one of a day that is over; None if there is none of that name."""
        known = await self._puzzles()
        today = (await self.puzzle_of(await self.day(guild))).id
        return next((one for one in (*known.more, *known.days) if one.id == name and one.id != today), None)

    # -- days that are over --------------------------------------------------------------------------------------

    async def past(self, guild: int, user: int, day: int) -> PuzzlePage | None:
        """Return the puzzle of a day that is over: what the reader answered then, or since; None for other days.

        An answer from the archive counts for no streak.
        """
        today = await self.day(guild)
        if not day_of(day_begins(today) - ARCHIVE * _DAY) <= day < today:
            return None
        page = await self.of_day(guild, user, day)
        if page.reply is None:
            page = replace(await self.page(guild, user, NO_DAY, page.puzzle), solvers=page.solvers)
        return replace(page, was=day)

    async def archive(self, guild: int, user: int, page: int) -> tuple[list[PastDay], int]:
        """Return a page of days that are over, the latest first, and how many there are."""
        newest = day_begins(await self.day(guild)) - _DAY
        places = range(ARCHIVE)[page * ARCHIVE_PAGE : (page + 1) * ARCHIVE_PAGE]
        shown = [day_of(newest - place * _DAY) for place in places]
        puzzles = {day: await self.puzzle_of(day) for day in shown}
        with translated_errors():
            solved = await self._store.replies(user, {day: one.id for day, one in puzzles.items()})
        return [PastDay(day, one.game, solved.get(day)) for day, one in puzzles.items()], ARCHIVE

    async def answer(self, guild: int, user: int, day: int, puzzle: Puzzle, place: int) -> PuzzlePage:
        """Take the answer at ``place`` to the ``puzzle`` of ``day``; the first one counts. Raises IllegalAction."""
        if place >= len(puzzle.answers):
            raise IllegalAction(f"puzzle {puzzle.id} has no answer {place}")
        with translated_errors():
            if await self._store.find(user, day, puzzle.id) is None:
                seen = None if day == NO_DAY else await self._store.find(user, NO_DAY, puzzle.id)
                if seen is not None and seen.at >= day_begins(day) - _DAY:  # In a server where the day is over.
                    await self._store.add_hint(user, day, puzzle.id)
                solved, do = place == puzzle.best, puzzle.answers[place].do
                hinted = await self._store.hinted(user, day, puzzle.id)
                before = await self._store.rating(user), await self._rating_of(puzzle)
                rating, learnt = await _rated(*before, solved=solved, hinted=hinted)
                reply = PuzzleReply(user, day, puzzle.id, guild, do, solved, rating, self._clock(), hinted)
                await self._store.add(reply, learnt, before[1])
        return await self.page(guild, user, day, puzzle)

    async def hint(self, guild: int, user: int, day: int, puzzle: Puzzle) -> PuzzlePage:
        """Return :meth:`page` for a reader who wants a hint; one before the answer is remembered."""
        page = await self.page(guild, user, day, puzzle)
        if page.reply is None:
            with translated_errors():
                await self._store.add_hint(user, day, puzzle.id)
        return page

    async def earned(self, page: PuzzlePage) -> Earned | None:
        """Return what the answer on ``page`` brings."""
        reply = page.reply
        if reply is None or of_puzzle(reply, page.streak) is None:  # Then there is nothing to look up.
            return None
        with translated_errors():
            return of_puzzle(reply, await self._streak(reply.user, reply.day, unaided=True))

    async def page(self, guild: int, user: int, day: int, puzzle: Puzzle) -> PuzzlePage:
        """Return ``puzzle`` of ``day`` as its reader sees it now: with their answer, if they have given one."""
        with translated_errors():
            reply = await self._store.find(user, day, puzzle.id)
            rating = await self._store.rating(user)
            worth = (await self._rating_of(puzzle)).shown
            if day == NO_DAY:
                return PuzzlePage(puzzle, day, reply, rating, worth=worth)
            streak = 0 if reply is not None and not reply.solved else await self._streak(user, day)
            solvers, ends = await self._store.solvers(guild, day), server_day_ends(await self._settings.of(guild), day)
            return PuzzlePage(puzzle, day, reply, rating, streak, solvers, worth=worth, ends=ends)

    async def _rating_of(self, puzzle: Puzzle) -> Rating:
        """Return what a puzzle is rated by all answers so far."""
        known = await self._store.puzzle_rating(puzzle.id)
        return known or Rating(START_MU + (puzzle.rating - MIDDLE) / UNIT, _SURE)

    async def in_a_row(self, guild: int, user: int) -> int:
        """Return how many puzzles of days in a row ``user`` has solved without a hint, up to today or yesterday."""
        with translated_errors():
            return await self._streak(user, await self.day(guild), unaided=True)

    async def _streak(self, user: int, day: int, *, unaided: bool = False) -> int:
        """Return how many days in a row ``user`` has solved, up to ``day``, or to the day before.

        A hint ends no row, unless all of it is to be ``unaided``.
        """
        streak, before = 0, day_after(day)
        while True:
            days = await self._store.solved_days(user, before, _MANY_DAYS, unaided=unaided)
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


def _often(puzzles: Sequence[Puzzle], played: Sequence[str]) -> list[Puzzle]:
    """Return ``puzzles`` to draw from, those of popular games several times: the most popular one the most often."""
    times = {game: _PLAYED - place for place, game in enumerate(played[: _PLAYED - 1])}
    return [puzzle for puzzle in puzzles for _ in range(times.get(puzzle.game, 1))]


async def _rated(before: Rating, puzzle: Rating, *, solved: bool, hinted: bool) -> tuple[Rating, Rating]:
    """Return both ratings after an answer, as after a game; what is solved with a hint is a draw.

    The first time this loads the library: not here.
    """
    lost = (not solved, solved and not hinted)
    finishes = [Finish(side, 1 + lost, left=False, side=None) for side, lost in enumerate(lost)]
    own, other = await asyncio.to_thread(update_ratings, (before or NEW, puzzle), finishes)
    return own, other
