"""What pictures above boards cost: of each turn of a whole game of every game, for one to four players and for six.

Run ``python benchmarks/sheets.py``. A picture may take 8 ms of processor time (the median) and 32 KB (the largest).
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.pictures.renderer import draw
from bot.screens.kit import PLAIN_GLYPHS, BoardView, RenderContext
from bot.screens.table.board import table_screen
from tests.factories import table_of, users

MOST_MS, MOST_KB = 8.0, 32.0
_MOVES = 400
NAMES = ("Ana", "Benoît", "Chloé", "Maximilienne", "Dan", "Eve")


def pictures(key: str, players: int, language: str) -> Iterator[Any]:
    """Yield each new picture of a game in which everybody throws and chooses at random, a few hundred moves at most."""
    table = table_of(make(key, {}), users(players), language=language)
    context, chance, dice = RenderContext(words(language), PLAIN_GLYPHS), random.Random(1), FairDice(b"k" * 32, key)
    before = None
    for _ in range(_MOVES):
        if (turn := table.game.turn(table.state)) is None:
            return
        shown = table_screen(context, table, BoardView(names=NAMES[:players], pictured=True)).picture
        if shown is not None and shown != before:
            yield shown
        before = shown
        moves = list(legal(table.game, table.state))
        # Of a sheet the first throw is written: further ones draw nothing.
        some = [text for text in moves if text.startswith("mark")] or moves
        table = replace(table, state=play(table.game, table.state, turn, chance.choice(some), dice).state)


def main() -> None:
    """Print what each game's pictures cost, and end with status 1 where a bar is missed."""
    worst_ms = worst_kb = 0.0
    print("game             language players   ms (median)    KB (largest)")
    for key in CATALOGUE:
        seats = make(key, {}).seats
        for players in (1, 2, 3, 4, 6):
            if players not in seats:
                continue
            language = LANGUAGES[players % len(LANGUAGES)]
            took, sizes = [], []
            for shown in pictures(key, players, language):
                began = time.thread_time()
                png = draw(shown)
                took.append(1e3 * (time.thread_time() - began))
                sizes.append(len(png) / 1024)
            if not took:
                continue
            ms, kb = statistics.median(took), max(sizes)
            worst_ms, worst_kb = max(worst_ms, ms), max(worst_kb, kb)
            print(f"{key:<18} {language:<8} {players:>5} {ms:>12.1f} {kb:>14.1f}")
    print(f"at most {worst_ms:.1f} ms of {MOST_MS:.0f}, {worst_kb:.1f} KB of {MOST_KB:.0f}")
    sys.exit(worst_ms > MOST_MS or worst_kb > MOST_KB)


if __name__ == "__main__":
    main()
