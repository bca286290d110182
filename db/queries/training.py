"""Exercises and weeks of training in the database (``bot.tables.training.TrainingStore``)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, not_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Teaching, Theme
from bot.games import THEMES
from bot.tables.model.store import Row
from bot.tables.model.table import TableId
from bot.tables.training import Exercise, ExerciseAnswer, KnownExercise, Memory, TrainedWeek, Waiting
from db import schema
from db.queries.base import DatabaseStore
from db.schema import Found, into

_exercises, _weeks, _reviews = schema.exercises.c, schema.training_weeks.c, schema.reviews.c

_UNTRAINED = _reviews.trained.is_(None)
_ONCE = 1
_choices = msgspec.json.Decoder(tuple[ExerciseAnswer, ...])


class DatabaseTraining(DatabaseStore):
    """Exercises, by person and key."""

    async def waiting(self, user: int, limit: int, table: TableId | None = None) -> list[Waiting]:
        """Return reviews of ``user`` that have made no exercises yet, the latest games first; no voided ones.

        Of one game alone, if ``table`` is given.
        """
        columns = (_reviews.table_id, _reviews.seat, _reviews.game, _reviews.unit, _reviews.strength, _reviews.details)
        query = select(*columns).where(_reviews.user_id == user, _UNTRAINED, not_(_voided(_reviews.table_id)))
        if table is not None:
            query = query.where(_reviews.table_id == table)
        rows = await self._rows(query.order_by(_reviews.finished_at.desc(), _reviews.table_id).limit(limit))
        return [Waiting(TableId(row[0]), *row[1:]) for row in rows]

    async def keep(self, user: int, table: TableId, seat: int, exercises: Sequence[Exercise]) -> None:
        """Store what a review makes, unless it has before, or its player was erased meanwhile."""
        own = (_reviews.table_id == table, _reviews.seat == seat, _reviews.user_id == user, _UNTRAINED)

        async def work(connection: AsyncConnection) -> None:
            done = await connection.execute(update(schema.reviews).where(*own).values(trained=True))
            if not done.rowcount:
                return
            statement = into(connection.dialect.name)(schema.exercises)
            again = statement.on_conflict_do_update(
                index_elements=list(schema.exercises.primary_key), set_={"times": _exercises.times + 1}
            )
            for exercise in exercises:
                await connection.execute(again, _row(exercise))

        await self._writer.run_in_transaction(work)

    async def known(self, user: int) -> list[KnownExercise]:
        """Return what choosing among the exercises of ``user`` needs.

        What has come in one game alone waits while that is voided.
        """
        columns = (_exercises.key, _exercises.unit, _exercises.theme, _exercises.leaning, _exercises.lost)
        rest = (_exercises.times, _exercises.due, _exercises.tries, _exercises.solved, _exercises.last, _exercises.game)
        voided = and_(_exercises.times == _ONCE, _voided(_exercises.game_table))
        query = select(*columns, *rest).where(_exercises.user_id == user, not_(voided)).order_by(_exercises.key)
        return [KnownExercise(row[0], row[1], _teaching(row), *row[4:]) for row in await self._rows(query)]

    async def find(self, user: int, key: str) -> Exercise | None:
        """Return an exercise of ``user``."""
        row = await self._row(select(schema.exercises).where(_exercises.user_id == user, _exercises.key == key))
        return None if row is None else _exercise(row)

    async def of_table(self, user: int, table: TableId) -> Mapping[int, str]:
        """Return the exercises of ``user`` from a game, by their place in the journal."""
        query = select(_exercises.move, _exercises.key)
        rows = await self._rows(query.where(_exercises.user_id == user, _exercises.game_table == table))
        return {row.move: row.key for row in rows}

    async def answer(self, exercise: Exercise, week: int) -> bool:
        """Store an exercise that was answered once more, and count that in its week."""
        same = (_exercises.user_id == exercise.user, _exercises.key == exercise.key)
        change = update(schema.exercises).where(*same, _exercises.tries == exercise.tries - 1)
        right = exercise.answer == exercise.answers[exercise.best].do
        statement = into(self._readers.dialect.name)(schema.training_weeks)
        counted = statement.values(user_id=exercise.user, day=week, answers=1, solved=int(right))
        added = {name: _weeks[name] + counted.excluded[name] for name in ("answers", "solved")}
        more = counted.on_conflict_do_update(index_elements=list(schema.training_weeks.primary_key), set_=added)
        return await self._change_if_there(change.values(_learnt(exercise)), more)

    async def forget(self, user: int, key: str) -> None:
        """Delete an exercise."""
        same = (_exercises.user_id == user, _exercises.key == key)
        await self._writer.execute(delete(schema.exercises).where(*same))

    async def weeks(self, user: int, limit: int) -> list[TrainedWeek]:
        """Return the latest weeks in which ``user`` answered."""
        query = select(_weeks.day, _weeks.answers, _weeks.solved).where(_weeks.user_id == user)
        return [TrainedWeek(*row) for row in await self._rows(query.order_by(_weeks.day.desc()).limit(limit))]


def _voided(table: ColumnElement[Any]) -> ColumnElement[bool]:
    """Return whether the result of a game is voided."""
    results = schema.results.c
    return exists().where(results.table_id == table, results.voided.is_not(None))


def _teaching(row: Found) -> Teaching:
    """Return what a row is about; a theme of newer code is none of ours."""
    return Teaching(THEMES.get(row.theme, Theme.OTHER), row.leaning)


def _exercise(row: Found) -> Exercise:
    return Exercise(
        user=row.user_id,
        key=row.key,
        game=row.game,
        options=row.options,
        state=row.state,
        answers=_choices.decode(row.answers),
        done=row.done,
        unit=row.unit,
        teaching=_teaching(row),
        lost=row.lost,
        times=row.times,
        table=TableId(row.game_table),
        move=row.move,
        at=row.at,
        memory=Memory(row.due, row.phase, row.step, row.stability, row.difficulty, row.last),
        tries=row.tries,
        solved=row.solved,
        answer=row.answer or "",
    )


def _learnt(exercise: Exercise) -> Row:
    """Return the columns that an answer changes."""
    return {
        **exercise.memory._asdict(),
        "tries": exercise.tries,
        "solved": exercise.solved,
        "answer": exercise.answer or None,
    }


def _row(exercise: Exercise) -> Row:
    row: dict[str, Any] = {
        "user_id": exercise.user,
        "key": exercise.key,
        "game": exercise.game,
        "options": exercise.options,
        "state": exercise.state,
        "answers": msgspec.json.encode(exercise.answers).decode(),
        "done": exercise.done,
        "unit": exercise.unit,
        "theme": exercise.teaching.theme.key,
        "leaning": exercise.teaching.leaning,
        "lost": exercise.lost,
        "times": exercise.times,
        "game_table": exercise.table,
        "move": exercise.move,
        "at": exercise.at,
    }
    return row | _learnt(exercise)
