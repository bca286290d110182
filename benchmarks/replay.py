"""How long ``replay`` takes: 1,000 records of 20 moves in one call, start-up included; it must stay under 10 s.

Run ``python benchmarks/replay.py``. It writes the records to a file, and a new interpreter reads them.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.engine.gate import legal, play_recorded
from bot.engine.record import as_json
from bot.engine.record import make as make_record
from bot.games import CATALOGUE, make

RECORDS, MOVES, LIMIT = 1000, 20, 10.0

READ_ALL = """
import sys
from bot.games.replay import replay_lines
print(sum(ok for _result, ok in replay_lines(open(sys.argv[1], encoding="utf-8").read())))
"""


class RandomDice:
    def __init__(self, source: random.Random) -> None:
        self._source = source

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> tuple[int, ...]:
        return tuple(self._source.randint(1, sides) for _ in range(count))


def record(key: str, source: random.Random) -> str:
    game = make(key, {})
    seats = min(max(2, game.seats[0]), game.seats[-1])
    state, entries = game.new(seats), []
    while len(entries) < MOVES and (turn := game.turn(state)) is not None:
        text = source.choice(list(legal(game, state)))
        step, entry = play_recorded(game, state, turn, text, RandomDice(source))
        state = step.state
        entries.append(entry)
    return json.dumps(as_json(make_record(key, game.written, seats, entries)))


def main() -> None:
    source, keys = random.Random(1), list(CATALOGUE)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "records.jsonl")
        path.write_text("\n".join(record(keys[number % len(keys)], source) for number in range(RECORDS)))
        begin = time.perf_counter()
        completed = subprocess.run(
            [sys.executable, "-c", READ_ALL, str(path)], check=True, capture_output=True, text=True
        )
        took = time.perf_counter() - begin
    assert int(completed.stdout) == RECORDS, completed.stdout
    print(f"{RECORDS} records of {MOVES} moves over {len(keys)} games: {took:.2f} s (limit {LIMIT:.0f} s)")
    sys.exit(took > LIMIT)


if __name__ == "__main__":
    main()
