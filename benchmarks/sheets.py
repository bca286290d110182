"""What a picture of drawn sheets costs: each turn of a whole game of every sheet, for one to four players and for six.

Run ``python benchmarks/sheets.py``. A picture may take 8 ms of processor time (the median) and 32 KB (the largest).
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, make
from bot.games.yum.rules import Yum
from bot.locales import LANGUAGES, words
from bot.pictures import Pad
from bot.pictures.pad import draw_pad
from bot.screens.kit import PLAIN_GLYPHS, BoardView, RenderContext
from bot.screens.table.board import table_screen
from tests.factories import table_of, users

MOST_MS, MOST_KB = 8.0, 32.0
NAMES = ("Ana", "Benoît", "Chloé", "Maximilienne", "Dan", "Eve")


def pictures(key: str, players: int, language: str) -> Iterator[Pad]:
    """Yield the picture of each turn of a game in which everybody writes the first throw wherever chance wants."""
    table = table_of(make(key, {}), users(players), language=language)
    context, chance, dice = RenderContext(words(language), PLAIN_GLYPHS), random.Random(1), FairDice(b"k" * 32, key)
    while (turn := table.game.turn(table.state)) is not None:
        shown = table_screen(context, table, BoardView(names=NAMES[:players], pictured=True)).picture
        assert isinstance(shown, Pad)
        yield shown
        for do in ("roll", None):
            text = do or chance.choice([text for text in legal(table.game, table.state) if text.startswith("mark")])
            table = replace(table, state=play(table.game, table.state, turn, text, dice).state)


def main() -> None:
    keys = [key for key in CATALOGUE if isinstance(make(key, {}), Yum)]
    worst_ms = worst_kb = 0.0
    print("sheet            language players   ms (median)    KB (largest)")
    for key in keys:
        for players in (1, 2, 3, 4, 6):
            language = LANGUAGES[players % len(LANGUAGES)]
            took, sizes = [], []
            for shown in pictures(key, players, language):
                began = time.thread_time()
                png = draw_pad(shown)
                took.append(1e3 * (time.thread_time() - began))
                sizes.append(len(png) / 1024)
            ms, kb = statistics.median(took), max(sizes)
            worst_ms, worst_kb = max(worst_ms, ms), max(worst_kb, kb)
            print(f"{key:<18} {language:<8} {players:>5} {ms:>12.1f} {kb:>14.1f}")
    print(f"at most {worst_ms:.1f} ms of {MOST_MS:.0f}, {worst_kb:.1f} KB of {MOST_KB:.0f}")
    sys.exit(worst_ms > MOST_MS or worst_kb > MOST_KB)


if __name__ == "__main__":
    main()
