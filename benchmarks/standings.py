"""How long the places of a full tournament take, and the messages that the event loop draws by itself.

    python benchmarks/standings.py

500 players in five rounds: the bar is 50 ms for their places, by each scoring. Messages of more than 100 players are
drawn in a thread; the bar for those of 100 is 20 ms, in which nobody else is answered. Times are processor time, the
median of 20.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bot.engine.duplicate import Scoring
from bot.games import make
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.screens.tournament import standings_screen, tournament_screen, waiting_screen
from bot.tables.model.table import TableId
from bot.tables.tournaments import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    Played,
    RoundGame,
    Tournament,
    TournamentEntry,
    TournamentField,
    TournamentPace,
    TournamentStatus,
    ranked,
)
from bot.ui.server.tournaments import MANY

PLACES, ON_LOOP, TIMES = 50.0, 20.0, 20


def full(players: int, scoring: Scoring, status: TournamentStatus) -> TournamentField:
    """A tournament in which everybody has finished all rounds."""
    chance = random.Random(1)
    rounds = (RoundGame("yum_classic", make("yum_classic", {}).written),) * MOST_ROUNDS
    about = (TableId(1), 2, 3, "en", 11, rounds, TournamentPace.OPEN, 86_400, scoring, b"s" * 32, 0)
    entries = [TournamentEntry(number, 10 + number, None) for number in range(1, players + 1)]
    played = [
        Played(entry.number, number, TableId(1), True, chance.randint(80, 330), 250 * chance.random())
        for entry in entries
        for number in range(MOST_ROUNDS)
    ]
    return TournamentField(replace(Tournament(*about), status=status, ends=86_400), entries, played)


def median(do: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that ``do`` takes."""
    took = []
    for _ in range(TIMES):
        began = time.thread_time()
        do()
        took.append(1000 * (time.thread_time() - began))
    return statistics.median(took)


def main() -> None:
    context, slow = RenderContext(words("en"), PLAIN_GLYPHS), False
    on = full(MANY, Scoring.MATCHPOINTS, TournamentStatus.PLAYING)
    over = full(MANY, Scoring.MATCHPOINTS, TournamentStatus.OVER)
    crowded = full(MOST_PLAYERS, Scoring.MATCHPOINTS, TournamentStatus.PLAYING)
    fields = {scoring: full(MOST_PLAYERS, scoring, TournamentStatus.OVER) for scoring in Scoring}
    measured: list[tuple[str, float, Callable[[], object]]] = [
        *((f"places of {MOST_PLAYERS} by {scoring}", PLACES, partial(ranked, fields[scoring])) for scoring in Scoring),
        (f"public message, {MANY} players", ON_LOOP, partial(tournament_screen, context, on)),
        (f"result, {MANY} players", ON_LOOP, partial(tournament_screen, context, over)),
        (f"standings, {MANY} players", ON_LOOP, partial(standings_screen, context, on, 11, 0)),
        (
            f"what is waited for, {MOST_PLAYERS} players",
            ON_LOOP,
            partial(waiting_screen, context, crowded, crowded.entries[0], manager=True),
        ),
    ]
    for what, bar, do in measured:
        took = median(do)
        slow |= took > bar
        print(f"{what}: {took:.1f} ms of {bar:.0f}")
    sys.exit(slow)


if __name__ == "__main__":
    main()
