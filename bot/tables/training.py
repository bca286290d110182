"""Training: a person's own mistakes from reviewed games, which come back as exercises by spaced repetition (FSRS).

An exercise holds its position and what its answers are worth, so it outlives its game and asks nobody. It belongs to
one person, wherever they play; nobody else ever sees it. What waits in reviews becomes exercises when that person
opens their training: who never does costs nothing.
"""

import asyncio
import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

import msgspec
from fsrs import Card, Scheduler, State
from fsrs import Rating as Recall

from bot import games
from bot.engine import OF_EVERYBODY, AnyGame, GameError, IllegalAction, Race, Seat, Teaching, Theme, gate
from bot.tables.model import errors
from bot.tables.model.choices import GuildSettings
from bot.tables.model.days import server_day, server_day_begins, week_begins
from bot.tables.model.errors import translated_errors
from bot.tables.model.table import Table, TableId, code
from bot.tables.records.reviews import GameReviews, PlayedSeat, read_mistakes
from bot.thinker.answers import Answer, Mistake, NobodyKnows, ThinkingFailed, Why
from bot.thinker.thinker import Thinker

log = logging.getLogger(__name__)

# -- When an exercise comes back: the memory of it, by FSRS with its own weights and without chance -------------------


class Memory(NamedTuple):
    """What FSRS knows of how well a person remembers one exercise; times are unix seconds."""

    due: int
    phase: int = int(State.Learning)
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    last: int | None = None
    """When it was answered last."""


_SCHEDULER = Scheduler(enable_fuzzing=False)


def remembered(memory: Memory, now: int, *, right: bool, hinted: bool = False) -> Memory:
    """Return the memory of an exercise that is answered ``now``, rightly or not; after a hint it comes back sooner."""
    last = None if memory.last is None else _moment(memory.last)
    card = Card(0, State(memory.phase), memory.step, memory.stability, memory.difficulty, _moment(memory.due), last)
    recall = Recall.Again if not right else Recall.Hard if hinted else Recall.Good
    after, _ = _SCHEDULER.review_card(card, recall, _moment(now))
    due = int(after.due.timestamp())
    return Memory(due, int(after.state), after.step, after.stability, after.difficulty, now)


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


# -- What becomes an exercise: a decision that cost more than its evaluator may err ------------------------------------

_WORTH = {"points": 1.0, "win": 0.02, "turns": 0.25}
"""What a decision must cost at least, in each unit, where values are exact. It also makes units comparable."""

_REGULARS = 2.0
"""A net may err: it is believed where a decision cost so many times what one of a regular player does, if known."""

_MOST_OF_A_GAME = 12
"""The costliest mistakes of one game: all of a bad one would be in the way of the others."""

_MOST_ANSWERS = 4


_RACE = "_race"
"""The end of the key of a race, whose decisions lose what they lose in the game that everybody runs alone."""


def least_cost(game: str, unit: str, strength: str) -> float | None:
    """Return what a decision must cost to be surely a mistake; None where values are too rough to say that."""
    from bot.mind.strengths import losses, noise  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    if strength == "exact":
        return _WORTH[unit]
    known = game if losses(game) else game.removesuffix(_RACE)
    measured = losses(known)
    if strength != "net" or (measured is not None and measured.unit != unit):
        return None
    regular_each = measured.regular_each if measured is not None else 0.0
    return max(2 * _WORTH[unit], _REGULARS * regular_each, noise(known, unit, strength))


class ExerciseAnswer(NamedTuple):
    """One of the actions to choose from, with what it is worth."""

    do: str
    value: float


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which a person once lost something."""

    user: int
    key: str
    """A key that is equal wherever the same choice was worth the same, so no position comes twice."""
    game: str
    options: str
    """JSON: the house rules with the version of the rules."""
    state: bytes
    answers: tuple[ExerciseAnswer, ...]
    """In the order of their buttons."""
    done: str
    """What they did in the game."""
    unit: str
    teaching: Teaching
    lost: float
    """What that cost, each time that it happened."""
    times: int
    table: TableId
    """Where it happened first, likewise the next."""
    move: int
    at: int
    memory: Memory
    tries: int = 0
    solved: int = 0
    answer: str = ""
    """What they answered last."""

    @property
    def theme(self) -> Theme:
        """What the decision was about."""
        return self.teaching.theme

    @property
    def best(self) -> int:
        """The place of the best answer."""
        good = -1 if self.unit == "turns" else 1
        return max(range(len(self.answers)), key=lambda place: good * self.answers[place].value)

    @property
    def compared(self) -> str:
        """What the best answer is compared with: the last answer, or if that was the best what was done in the game."""
        return self.done if self.answer == self.answers[self.best].do else self.answer

    def lost_by(self, place: int) -> float:
        """Return what an answer loses; 0 for the best."""
        return abs(self.answers[place].value - self.answers[self.best].value)

    def made(self) -> tuple[AnyGame, Any]:
        """Return the game and the position. Raises GameError where today's code reads them no longer."""
        game = games.remake(self.game, msgspec.json.decode(self.options))
        game = game.solo if isinstance(game, Race) else game
        return game, gate.decode(game.state_type, self.state)

    def posed(self) -> tuple[AnyGame, Any]:
        """Return the same as those who think are asked for it: of a race, that of one seat. Raises GameError."""
        game, (alone, state) = games.remake(self.game, msgspec.json.decode(self.options)), self.made()
        return (game, game.state_type((state,), (0,), Seat(0))) if isinstance(game, Race) else (alone, state)


def exercise_of(
    user: int, table: TableId, move: int, position: Table, done: str, answer: Answer, now: int
) -> Exercise | None:
    """Return the exercise that doing ``done`` makes; None where ``answer`` finds it not costly beyond its own error."""
    game = position.game
    state: Any = position.state
    if isinstance(game, Race) and state.turn is not None:  # Each runs alone: the others change nothing.
        game, state = game.solo, state.runs[state.turn]
    least = least_cost(game.key, answer.unit, answer.strength)
    values = dict(answer.actions)
    if least is None or done not in values or answer.lost(done) < least:
        return None
    options = msgspec.json.encode(dict(position.game.written), order="sorted").decode()
    valued = sorted((do, round(value, 2 if answer.unit == "points" else 4)) for do, value in answer.actions)
    key = hashlib.sha256(repr((position.game.key, options, valued)).encode()).hexdigest()[:16]
    return Exercise(
        user=user,
        key=key,
        game=position.game.key,  # Of a race its own: the game alone is another one than that of several.
        options=options,
        state=gate.encode(state),
        answers=tuple(ExerciseAnswer(do, values[do]) for do in _chosen(answer, done, least, key)),
        done=done,
        unit=answer.unit,
        teaching=game.teaching(state, answer.best, done),
        lost=round(answer.lost(done), 4),
        times=1,
        table=table,
        move=move,
        at=now,
        memory=Memory(now),
    )


def _chosen(answer: Answer, done: str, least: float, key: str) -> list[str]:
    """Return the answers to choose from: the best, what was done, and what tempts; each clearly worse than the best.

    Nobody strikes a box that had better score, so no such answer is among what tempts.
    """
    chosen = [answer.best, done]
    legal = {do for do, _ in answer.actions}
    for do, _ in answer.actions:
        word, _, box = do.partition(" ")
        dominated = word == "strike" and f"mark {box}" in legal
        if len(chosen) < _MOST_ANSWERS and do not in chosen and answer.lost(do) >= least and not dominated:
            chosen.append(do)
    return sorted(chosen, key=lambda do: hashlib.sha256(f"{key} {do}".encode()).digest())


# -- What comes first: the theme that costs this person far more than its share of decisions, and is not yet mastered --


class KnownExercise(NamedTuple):
    """What choosing among exercises needs of one."""

    key: str
    unit: str
    teaching: Teaching
    lost: float
    times: int
    due: int
    tries: int
    solved: int
    last: int | None
    """When it was answered last."""
    game: str

    @property
    def weight(self) -> float:
        """What the mistake has cost, in points or their like, the less the more often it was solved since."""
        return self.lost * self.times / _WORTH[self.unit] * (self.tries - self.solved + 1) / (self.tries + 1)


class Habit(NamedTuple):
    """What somebody's exercises of one theme say together."""

    theme: Theme
    leaning: int
    """As in :class:`Teaching`, where two of three mistakes lean there."""
    often: Mapping[str, int]
    """The number of times it happened, by unit: points of sheets and chances to win make no sum."""
    lost: Mapping[str, float]
    """By unit."""
    due: int
    exercises: int
    rate: float
    """What the theme costs, by what it would if all decisions cost alike: 2 is twice its share."""

    @property
    def times(self) -> int:
        """The number of times it happened."""
        return sum(self.often.values())

    @property
    def specific(self) -> bool:
        """Whether it says something of this person: it came again, at no low rate, and is no theme of everybody."""
        return self.times >= _AGAIN and self.rate >= _LEAST_RATE and self.theme not in OF_EVERYBODY


_MOST_LEAN = 2 / 3
_AGAIN = 3
_LEAST_RATE = 0.5


def habits_of(known: Iterable[KnownExercise], now: int) -> list[Habit]:
    """Return what somebody does again and again: first what is specific to them, of the highest rate (docs/mind.md)."""
    by_theme = defaultdict[Theme, list[KnownExercise]](list)
    of_game = defaultdict[str, float](float)
    for one in known:
        by_theme[one.teaching.theme].append(one)
        of_game[one.game] += one.weight
    habits = []
    for theme, some in by_theme.items():
        usual = sum(weight * games.THEMES_OF.get(game, {}).get(theme, 0) for game, weight in of_game.items())
        habits.append(_habit(theme, some, now, usual))
    return sorted(habits, key=lambda habit: (not habit.specific, -habit.rate, habit.theme.key))


def _habit(theme: Theme, some: Sequence[KnownExercise], now: int, usual: float) -> Habit:
    lost, often = defaultdict[str, float](float), Counter[str]()
    for one in some:
        often[one.unit] += one.times
        lost[one.unit] += one.lost * one.times
    leans = {lean: sum(one.times for one in some if one.teaching.leaning == lean) for lean in (1, -1)}
    leaning = next((lean for lean, many in leans.items() if many >= _MOST_LEAN * often.total()), 0)
    due = sum(one.due <= now for one in some)
    rate = sum(one.weight for one in some) / usual if usual else 0.0
    return Habit(theme, leaning, often, lost, due, len(some), rate)


def next_of(
    known: Sequence[KnownExercise], now: int, only: frozenset[str] | None = None, theme: Theme | None = None
) -> str | None:
    """Return what to show: of what is due, the first habit's theme; in it what was seen before, then the costliest.

    ``only`` and ``theme`` leave others out. None where nothing of it is due.
    """
    wanted = [one for one in known if only is None or one.key in only]
    rank = {habit.theme: place for place, habit in enumerate(habits_of(known, now))}
    due = [one for one in wanted if one.due <= now and theme in (None, one.teaching.theme)]
    first = min(due, key=lambda one: (rank[one.teaching.theme], not one.tries, -one.weight, one.key), default=None)
    return None if first is None else first.key


# -- A day's portion --------------------------------------------------------------------------------------------------

PORTION = 5
"""Exercises of a day: more is up to the person."""


def left_today(known: Iterable[KnownExercise], now: int, begun: int) -> int:
    """Return how many more exercises the portion of today has, which began at that second.

    One that comes again the same day counts once.
    """
    known = list(known)
    answered = sum(one.last is not None and begun <= one.last <= now for one in known)  # A clock may be set back.
    return min(max(PORTION - answered, 0), sum(one.due <= now for one in known))


# -- Training as people use it ----------------------------------------------------------------------------------------


class Waiting(NamedTuple):
    """A review that has made no exercises yet."""

    table: TableId
    seat: int
    game: str
    unit: str
    strength: str
    details: str


class TrainedWeek(NamedTuple):
    """What somebody answered in a week."""

    day: int
    """Its Monday."""
    answers: int
    solved: int


class TrainingStore(Protocol):
    """Exercises as rows. Every method raises StoreError."""

    async def waiting(self, user: int, limit: int, table: TableId | None = None) -> list[Waiting]:
        """Return reviews of ``user`` that have made no exercises yet, the latest games first; of one game if given."""

    async def keep(self, user: int, table: TableId, seat: int, exercises: Sequence[Exercise]) -> None:
        """Store what a review makes, once; a position that is known counts once more. Raises SaveFailed."""

    async def known(self, user: int) -> list[KnownExercise]:
        """Return what choosing among the exercises of ``user`` needs."""

    async def find(self, user: int, key: str) -> Exercise | None:
        """Return an exercise of ``user``."""

    async def of_table(self, user: int, table: TableId) -> Mapping[int, str]:
        """Return the exercises of ``user`` from a game, by their place in the journal."""

    async def answer(self, exercise: Exercise, week: int) -> bool:
        """Store an exercise that was answered once more, once; return whether this did. Raises SaveFailed."""

    async def forget(self, user: int, key: str) -> None:
        """Delete an exercise. Raises SaveFailed."""

    async def weeks(self, user: int, limit: int) -> list[TrainedWeek]:
        """Return the latest weeks in which ``user`` answered, the latest first."""


@dataclass(frozen=True, slots=True)
class TrainingPage:
    """What somebody sees before they begin."""

    habits: Sequence[Habit]
    due: int
    left: int
    """Those that the portion of today still has."""
    next: int | None
    """When the next exercise comes, where none is due; None where there are none at all."""
    weeks: Sequence[TrainedWeek]

    @property
    def enough(self) -> bool:
        """Whether the portion of today is done, and more is due."""
        return self.due > 0 and not self.left


@dataclass(frozen=True, slots=True)
class AskedExercise:
    """An exercise for its person, before the answer or after it."""

    exercise: Exercise
    answered: bool
    left: int
    """The number of exercises that the portion of today still has."""


_GAMES = 20
"""Reviewed games that one look makes exercises of."""

WEEKS = 8


class Training:
    """Makes exercises of mistakes, chooses among them, and takes answers."""

    def __init__(
        self,
        reviews: GameReviews,
        thinker: Thinker,
        store: TrainingStore,
        settings: GuildSettings,
        clock: Callable[[], int],
    ) -> None:
        """Find games in ``reviews``; ``thinker`` says what answers are worth.

        ``settings`` know the time zone of a server, ``clock`` gives unix seconds.
        """
        self._reviews = reviews
        self._thinker = thinker
        self._store = store
        self._settings = settings
        self._clock = clock
        self._gathering: dict[tuple[int, TableId | None], asyncio.Task[None]] = {}

    async def gather(self, user: int, table: TableId | None = None) -> None:
        """Make exercises of the latest reviewed games of ``user``, or of one; two who ask the same share one look."""
        task = self._gathering.get((user, table))
        if task is None:
            task = self._gathering[user, table] = asyncio.create_task(
                self._gather(user, table), name="gather exercises"
            )
            task.add_done_callback(lambda done: self._gathered(user, table, done))
        await asyncio.shield(task)

    def _gathered(self, user: int, table: TableId | None, task: asyncio.Task[None]) -> None:
        del self._gathering[user, table]
        if not task.cancelled():
            task.exception()  # A waiting caller gets it; perhaps there is none any more.

    async def _gather(self, user: int, table: TableId | None) -> None:
        with translated_errors():
            for review in await self._store.waiting(user, _GAMES, table):
                try:
                    exercises = await self._exercises(user, review)
                except (errors.TableError, ThinkingFailed) as error:  # The next look tries it again.
                    log.warning("table %s: no exercises yet: %r", code(review.table), error)
                else:
                    await self._store.keep(user, review.table, review.seat, exercises)

    async def _exercises(self, user: int, review: Waiting) -> list[Exercise]:
        """Return what a review makes; nothing where its game cannot be read any more."""
        least = least_cost(review.game, review.unit, review.strength)
        if least is None:
            return []
        costly = sorted(
            (mistake for mistake in read_mistakes(review.details) if mistake.lost >= least),
            key=lambda mistake: (-mistake.lost, mistake.move),
        )
        if not costly:
            return []
        try:
            played = await self._reviews.sheet_of(review.table, review.seat, user)
        except (errors.NoTable, errors.OtherRules, GameError, IndexError) as error:
            log.info("table %s makes no exercises: %r", code(review.table), error)
            return []
        if played is None or not played.table.decided_alone(user):  # Else nobody knows whose mistakes these are.
            return []
        made = [await self._exercise(user, review, mistake, played) for mistake in costly[:_MOST_OF_A_GAME]]
        return [exercise for exercise in made if exercise is not None]

    async def _exercise(self, user: int, review: Waiting, mistake: Mistake, played: PlayedSeat) -> Exercise | None:
        position = played.replay.at(played.table, mistake.move).table
        try:
            answer = await self._thinker.ask(position.game, position.state)
        except NobodyKnows:
            return None
        if answer.unit != review.unit:  # A review among several goes by turns, a hint by chances to win.
            return None
        done = played.replay.entries[mistake.move].do
        return exercise_of(user, review.table, mistake.move, position, done, answer, self._clock())

    async def page(self, guild: int, user: int) -> TrainingPage:
        """Return what ``user`` may train, and how it went, on the current day of ``guild``."""
        now = self._clock()
        with translated_errors():
            known = await self._store.known(user)
            weeks = await self._store.weeks(user, WEEKS)
            left = await self._left_today(guild, known)
        due = sum(one.due <= now for one in known)
        later = None if due else min((one.due for one in known), default=None)
        return TrainingPage(habits_of(known, now), due, left, later, weeks)

    async def _left_today(self, guild: int, known: Sequence[KnownExercise]) -> int:
        """Return how many more exercises today's portion has, by the day of ``guild``."""
        now, choices = self._clock(), await self._settings.of(guild)
        return left_today(known, now, server_day_begins(choices, server_day(choices, now)))

    async def next(
        self, guild: int, user: int, theme: Theme | None = None, table: TableId | None = None, *, portion: bool = False
    ) -> AskedExercise | None:
        """Return what is due for ``user``, of a theme or a game if given; None where nothing is.

        ``portion``: None also once the portion of today is done, by the day of ``guild``.
        """
        now = self._clock()
        with translated_errors():
            only = None if table is None else frozenset((await self._store.of_table(user, table)).values())
            known = await self._store.known(user)
            left = await self._left_today(guild, known)
            if portion and not left:
                return None
            while (key := next_of(known, now, only, theme)) is not None:
                exercise = await self._readable(user, key)
                if exercise is not None:
                    return AskedExercise(exercise, answered=False, left=left)
                known = [one for one in known if one.key != key]
        return None

    async def _readable(self, user: int, key: str) -> Exercise | None:
        """Return an exercise of ``user``; forget one that today's code reads no longer."""
        exercise = await self._store.find(user, key)
        try:
            if exercise is not None:
                exercise.made()
        except GameError as error:
            log.info("an exercise of %s is of other rules: %r", exercise and exercise.game, error)
            await self._store.forget(user, key)
            return None
        return exercise

    async def at(self, user: int, table: TableId, move: int) -> AskedExercise | None:
        """Return the exercise of one mistake of a game, whether it is due or not; None where it makes none."""
        with translated_errors():
            key = (await self._store.of_table(user, table)).get(move)
            if key is None:  # Its position may have come in another game before.
                key = await self._key_of(user, table, move)
        return None if key is None else await self.find(user, key)

    async def _key_of(self, user: int, table: TableId, move: int) -> str | None:
        """Return the key of the exercise that a mistake makes; None where it makes none, or nobody can say now."""
        row = next((row for row in await self._reviews.store.of_table(table) if row.user == user), None)
        if row is None:
            return None
        mistake = next((one for one in read_mistakes(row.details) if one.move == move), None)
        if mistake is None:
            return None
        review = Waiting(table, row.seat, row.game, row.unit, row.strength, row.details)
        try:
            played = await self._reviews.sheet_of(table, row.seat, user)
            made = played and await self._exercise(user, review, mistake, played)
        except (errors.TableError, ThinkingFailed, GameError, IndexError) as error:
            log.info("table %s: no exercise at %s: %r", code(table), move, error)
            return None
        return made.key if made else None

    async def why(self, exercise: Exercise) -> Why | None:
        """Return why the best answer is better than the one given, or after that one, than what was done in the game.

        None where nobody can say. That may take some seconds.
        """
        return await self._thinker.explain(*exercise.posed(), exercise.answers[exercise.best].do, exercise.compared)

    async def idea(self, exercise: Exercise) -> Why | None:
        """Return why the best answer is better than what was done in the game; None where nobody can say."""
        return await self._thinker.explain(*exercise.posed(), exercise.answers[exercise.best].do, exercise.done)

    async def find(self, user: int, key: str) -> AskedExercise | None:
        """Return an exercise of ``user``, not answered."""
        with translated_errors():
            exercise = await self._readable(user, key)
        return None if exercise is None else AskedExercise(exercise, answered=False, left=0)

    async def answer(
        self, guild: int, user: int, key: str, tries: int, place: int, *, hinted: bool = False
    ) -> AskedExercise | None:
        """Take the answer at ``place`` to an exercise shown after so many ``tries``; an old button changes nothing.

        Returns it with the answer that counts; None where there is no such exercise. ``guild`` is where they answer.
        Raises IllegalAction.
        """
        with translated_errors():
            exercise = await self._readable(user, key)
            if exercise is None:
                return None
            if exercise.tries == tries:
                if place >= len(exercise.answers):
                    raise IllegalAction(f"exercise {key} has no answer {place}")
                after = _answered(exercise, place, self._clock(), hinted=hinted)
                today = server_day(await self._settings.of(guild), self._clock())
                stored = await self._store.answer(after, week_begins(today))
                exercise = after if stored else await self._store.find(user, key) or after
            left = await self._left_today(guild, await self._store.known(user))
        return AskedExercise(exercise, answered=True, left=left)


def _answered(exercise: Exercise, place: int, now: int, *, hinted: bool) -> Exercise:
    right = place == exercise.best
    return replace(
        exercise,
        memory=remembered(exercise.memory, now, right=right, hinted=hinted),
        tries=exercise.tries + 1,
        solved=exercise.solved + right,
        answer=exercise.answers[place].do,
    )
