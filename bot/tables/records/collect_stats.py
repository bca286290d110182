"""Counting a finished game: its journal is played once more, through the one gate, and the game counts each step."""

import asyncio
from collections.abc import Iterable

from bot.engine import AnyGame, PlayedStep, ScriptedDice, SeatStats
from bot.engine.play import JournalEntry, play
from bot.tables.records.game_stats import VERSION, GameStats

_AT_ONCE = 16
"""Journal entries to count before others may go on: about 2 ms."""


async def collect_stats(game: AnyGame, seats: int, entries: Iterable[JournalEntry]) -> tuple[GameStats, ...]:
    """Return the statistics of every seat of a finished game. Raises what the gate raises.

    A long game takes a while to play again: others go on meanwhile.
    """
    state, found = game.new(seats), [SeatStats() for _ in range(seats)]
    for number, entry in enumerate(entries):
        step = play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice))
        game.count_stats(found, PlayedStep(state, entry.do, step.events, step.state))
        state = step.state
        if number % _AT_ONCE == _AT_ONCE - 1:
            await asyncio.sleep(0)
    return tuple(map(_game_stats, found))


def _game_stats(seat: SeatStats) -> GameStats:
    """Return what is stored of a seat."""
    return GameStats(
        version=VERSION,
        boxes={key: tuple(points) for key, points in seat.boxes.items()},
        bonuses=tuple(seat.bonuses),
        yums=seat.yums,
        further_yums=seat.further_yums,
        yums_thrown=seat.yums_thrown,
        counts={key: number for key, number in seat.counts.items() if number},
        throws=seat.throws,
        faces=tuple(seat.faces),
        power=tuple(seat.power) if any(seat.power) else (),
    )
