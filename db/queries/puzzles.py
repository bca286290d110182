"""Answers to puzzles (``bot.tables.puzzles.answers.PuzzleStore``)."""

from sqlalchemy import func, select

from bot.tables.puzzles.answers import NO_DAY, PuzzleReply, Solvers
from bot.tables.records.rating import NEW, Rating
from db import schema
from db.connection.reading import reader
from db.queries.base import DatabaseStore
from db.sql import Found
from db.writing import statements

_answers = schema.puzzle_answers.c

_NAMED = 20
"""People whom a page names."""


class DatabasePuzzles(DatabaseStore):
    """Answers as rows; the last one of a person holds their rating."""

    async def find(self, user: int, day: int, puzzle: str) -> PuzzleReply | None:
        """Return what ``user`` answered."""
        where = (_answers.user_id == user, _answers.day == day, _answers.puzzle == puzzle)
        row = await self._row(select(schema.puzzle_answers).where(*where))
        if row is None:
            return None
        return PuzzleReply(user, day, puzzle, row.guild, row.answer, row.solved, _rating(row), row.at)

    async def add(self, reply: PuzzleReply) -> None:
        """Store an answer, unless there is one already."""
        values = {
            "user_id": reply.user,
            "day": reply.day,
            "puzzle": reply.puzzle,
            "guild": reply.guild,
            "answer": reply.do,
            "solved": reply.solved,
            "mu": reply.rating.mu,
            "sigma": reply.rating.sigma,
            "number": reply.rating.games,
            "at": reply.at,
        }
        dialect = self._readers.dialect.name
        await self._writer.execute(statements.insert_if_absent(dialect, schema.puzzle_answers, values))

    async def rating(self, user: int) -> Rating:
        """Return the rating of ``user``."""
        query = select(schema.puzzle_answers).where(_answers.user_id == user)
        row = await self._row(query.order_by(_answers.number.desc(), _answers.at.desc()).limit(1))
        return NEW if row is None else _rating(row)

    async def answered(self, user: int) -> set[str]:
        """Return the puzzles of no day that ``user`` has answered."""
        return set(await self._values(select(_answers.puzzle).where(_answers.user_id == user, _answers.day == NO_DAY)))

    async def solved_days(self, user: int, before: int, limit: int) -> list[int]:
        """Return days whose puzzle ``user`` solved."""
        days = select(_answers.day).where(_answers.user_id == user, _answers.day > NO_DAY, _answers.day < before)
        return await self._values(days.where(_answers.solved).order_by(_answers.day.desc()).distinct().limit(limit))

    async def solvers(self, guild: int, day: int) -> Solvers:
        """Return who answered in ``guild``."""
        here = (_answers.guild == guild, _answers.day == day)
        solved = select(_answers.user_id).where(*here, _answers.solved)
        async with reader(self._readers) as connection:
            answered = await connection.scalar(select(func.count()).where(*here))
            total = await connection.scalar(select(func.count()).where(*here, _answers.solved))
            named = (await connection.execute(solved.order_by(_answers.at, _answers.user_id).limit(_NAMED))).scalars()
        return Solvers(tuple(named), int(total or 0), int(answered or 0))


def _rating(row: Found) -> Rating:
    return Rating(row.mu, row.sigma, row.number)
