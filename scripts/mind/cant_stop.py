"""Exact values of Can't Stop alone, and nets that stand for most of them, in machine code (``cant_stop.cpp``).

It needs a C++ compiler, ``c++`` or what ``CXX`` names. ``values`` writes what the bot ships, ``measure`` says how far
that is off, ``board`` works out one board, ``whole`` the whole game by slices.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from itertools import combinations
from pathlib import Path
from tempfile import gettempdir
from typing import Any, ClassVar, NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

from bot.games.cant_stop.mind import boards as shipped
from bot.games.cant_stop.rules import HEIGHTS

Array = NDArray[Any]

SOURCE = Path(__file__).with_suffix(".cpp")
TOPS = tuple(HEIGHTS.values())
COLUMNS = len(TOPS)
ALL = (1 << COLUMNS) - 1
LANES, WIDTH, SECOND, HEADS = 8, 64, 32, 5
"""Numbers of columns still needed that are worked out at once; the sizes of the net's layers."""
_LEVELS = max(TOPS) + 1
_FEATURES = 4
_SHAPES = {"rows": (COLUMNS, _LEVELS, WIDTH), "features": (_FEATURES, WIDTH), "hidden": (WIDTH, SECOND),
           "hidden_bias": (SECOND,), "out": (SECOND, LANES), "out_bias": (LANES,)}  # fmt: skip


# -- The machine code ------------------------------------------------------------------------------------------------


class World(ctypes.Structure):
    """As in ``cant_stop.cpp``."""

    _fields_ = (
        ("rules", ctypes.c_void_p),
        ("far", ctypes.c_void_p),
        ("near", ctypes.c_void_p),
        ("store", ctypes.c_void_p * (ALL + 1)),
        ("start", ctypes.c_int * COLUMNS),
        ("cone", ctypes.c_void_p),
        ("must", ctypes.c_int),
        ("steady", ctypes.c_float),
        ("needed", ctypes.c_int),
        ("opened", ctypes.c_int),
    )


def compiled(*flags: str) -> ctypes.CDLL:
    """Return the library, compiled for this processor unless that was done before."""
    command = [os.environ.get("CXX", "c++"), "-O3", "-march=native", "-ffast-math", "-fno-finite-math-only", "-shared",
               "-fPIC", *flags]  # fmt: skip
    digest = sha256(SOURCE.read_bytes() + " ".join(command).encode()).hexdigest()[:16]
    library = Path(gettempdir()) / f"cant_stop-{digest}.so"
    if not library.exists():
        part = library.with_suffix(f".{os.getpid()}")
        subprocess.run([*command, "-o", str(part), str(SOURCE)], check=True)
        part.replace(library)
    return ctypes.CDLL(str(library))


def room(*shape: int, dtype: Any = np.float32) -> Array:
    """Return zeros that begin where the machine code may read several at once."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(size + 128, np.uint8)
    first = -raw.ctypes.data % 128
    return raw[first : first + size].view(dtype).reshape(shape)


def _at(array: Array) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def columns_of(mask: int) -> tuple[int, ...]:
    """Return the open columns, by their places."""
    return tuple(column for column in range(COLUMNS) if mask >> column & 1)


def mirrored(mask: int) -> int:
    """Return the same columns seen from the other side: two dice are as often 2 as 12."""
    return sum(1 << COLUMNS - 1 - column for column in columns_of(mask))


def masks(many: int) -> Iterator[int]:
    """Yield all sets of so many open columns, of mirrored ones the first alone."""
    for columns in combinations(range(COLUMNS), many):
        mask = sum(1 << column for column in columns)
        if mask <= mirrored(mask):
            yield mask


class Climber(NamedTuple):
    """A sort of player, as in ``cant_stop.cpp``, who slips so often."""

    who: int
    slips: float = 0.0


BY_NET, BY_RULE, GREEDILY = range(3)
CHAMPION, RULE_OF_28 = Climber(BY_NET), Climber(BY_RULE)


class Solver:
    """Values of all boards below one: of each column, at most so many steps are left."""

    def __init__(self, start: Sequence[int] = TOPS, *, must_maximise: bool = False, steady: float = 2e-4) -> None:
        """Begin with nothing; a change of a value by the part ``steady`` of it counts as none."""
        self._code = compiled()
        self._rules = room(self._code.size_of_rules(), dtype=np.uint8)
        self._code.make_rules(_at(self._rules))
        self.world = World(rules=self._rules.ctypes.data, must=must_maximise, steady=steady)
        self.world.start[:] = [max(1, steps) for steps in start]
        self.mask = sum(1 << column for column, steps in enumerate(start) if steps)
        self._nets: tuple[Net, ...] = ()
        self.values: dict[int, Array] = {}
        """By open columns: boards in mixed radix, the last column the fastest, by the number of columns needed."""

    def shape(self, mask: int) -> tuple[int, ...]:
        """Return the steps that may be left in each open column."""
        return tuple(self.world.start[column] for column in columns_of(mask))

    def keep(self, mask: int, values: Array) -> None:
        """Take values that are known."""
        self.values[mask] = values
        self.world.store[mask] = values.ctypes.data

    def solve(self, mask: int) -> Array:
        """Return the values of all boards with these open columns; those with fewer are worked out first."""
        if mask not in self.values:
            for column in columns_of(mask):
                if mask != 1 << column:
                    self.solve(mask & ~(1 << column))
            many = int(np.prod(self.shape(mask)))
            self.keep(mask, room(many, LANES))
            self._code.solve(ctypes.byref(self.world), mask, ctypes.c_long(0), ctypes.c_long(many))
        return self.values[mask]

    def value(self, needed: int) -> float:
        """Return the turns that the first board takes."""
        return float(self.solve(self.mask)[-1, min(needed, LANES) - 1])

    def use(self, near: Net, far: Net) -> None:
        """Let nets say what boards are worth whose values are not known."""
        self._nets = near, far  # The machine code has their addresses alone.
        self.world.near, self.world.far = near.weights.ctypes.data, far.weights.ctypes.data
        self._code.find_subsets(ctypes.byref(self.world), shipped.MOST_NEAR)

    def a_turn_ahead(self, boards: Array) -> tuple[Array, Array]:
        """Return what boards are worth a turn ahead of the net, and what it says itself."""
        boards = np.ascontiguousarray(boards, np.int32)
        ahead, said = room(len(boards), LANES), room(len(boards), LANES)
        self._code.a_turn_ahead(ctypes.byref(self.world), _at(boards), len(boards), _at(ahead), _at(said))
        return ahead, said

    def play(self, board: Array, needed: int, players: Sequence[Climber], games: int, seed: int, *into: Any) -> None:
        """Play games; ``into`` says where turns, more turns and wins go."""
        who = np.array([player.who for player in players], np.int32)
        slips = np.array([player.slips for player in players], np.float32)
        self._code.play(
            ctypes.byref(self.world), _at(board), needed, len(players), _at(who), _at(slips), games,
            ctypes.c_uint64(seed), *map(ctypes.byref, into),
        )  # fmt: skip


def solved(folder: Path) -> Solver:
    """Return all boards with few open columns: 90 s of a processor once, kept in ``folder`` set by set."""
    solver = Solver()
    folder.mkdir(parents=True, exist_ok=True)
    for many in range(1, shipped.MOST_EXACT + 1):
        for mask in masks(many):
            file = folder / f"{mask}.npy"
            if file.exists():
                values = room(int(np.prod(solver.shape(mask))), LANES)
                values[:] = np.load(file)
                solver.keep(mask, values)
            else:
                np.save(file, solver.solve(mask))
            other = room(*solver.values[mask].shape)
            axes = solver.values[mask].reshape(*solver.shape(mask), LANES)
            other[:] = axes.transpose(*reversed(range(many)), many).reshape(other.shape)
            solver.keep(mirrored(mask), other)
    return solver


# -- The nets --------------------------------------------------------------------------------------------------------

_WEIGHTS = np.array([1, 1, 1.2, 0.6, 0.4, 0, 0, 0], np.float32)
"""How much each number of columns needed counts."""


class Net:
    """The weights of a net, one after another, and how they learn."""

    _first, _out = 2.0**shipped.FIRST_BITS, 2.0**shipped.OUT_BITS
    _scales: ClassVar = {"rows": _first, "features": _first, "hidden": _first, "hidden_bias": _first**2, "out": _out,
                         "out_bias": _first * _out}  # fmt: skip

    def __init__(self, draw: np.random.Generator, roots: Sequence[float]) -> None:
        """Begin with rows that change little from step to step, and about these ``roots``."""
        self._draw = draw
        size = sum(int(np.prod(shape)) for shape in _SHAPES.values())
        self.weights, self._mean, self._square = room(size), room(size), room(size)
        self._done = ctypes.c_long(0)
        self._code = compiled()
        self.parts: dict[str, Array] = {}
        first = 0
        for name, shape in _SHAPES.items():
            many = int(np.prod(shape))
            self.parts[name] = self.weights[first : first + many].reshape(shape)
            first += many
        for column, top in enumerate(TOPS):
            left, bends = np.arange(1, top + 1) / top, draw.standard_normal((4, WIDTH)) * 0.35
            curves = bends[0] + np.outer(left, bends[1]) + np.outer(np.sqrt(left), bends[2])
            self.parts["rows"][column, 1 : top + 1] = 0.6 * (curves + np.outer((left - 1) ** 2, bends[3]))
        self.parts["features"][:] = draw.standard_normal((_FEATURES, WIDTH)) * 0.5
        self.parts["hidden"][:] = draw.standard_normal((WIDTH, SECOND)) * np.sqrt(2 / WIDTH)
        self.parts["out"][:, :HEADS] = draw.standard_normal((SECOND, HEADS)) * 0.01
        self.parts["out_bias"][:HEADS] = roots

    def learn(self, boards: Array, worth: Array, steps: int, rate: float, last_rate: float, batch: int = 128) -> None:
        """Take so many steps through boards and their mirrors; the rate falls."""
        boards, many = np.ascontiguousarray(boards, np.int32), len(boards)
        features, bases = room(many, _FEATURES), room(many, LANES)
        self._code.describe(_at(boards), many, _at(features), _at(bases))
        roots = np.ascontiguousarray(np.sqrt(np.sqrt(worth)), np.float32)
        self._code.learn(
            _at(self.weights), _at(self._mean), _at(self._square), _at(boards), _at(features), _at(bases), _at(roots),
            many, steps, batch, ctypes.c_float(rate), ctypes.c_float(last_rate), _at(_WEIGHTS),
            ctypes.byref(self._done), ctypes.c_uint64(int(self._draw.integers(1 << 40))),
        )  # fmt: skip

    def take(self, whole: dict[str, Array]) -> None:
        """Take weights from whole numbers."""
        for name, part in whole.items():
            self.parts[name][...] = 0
            many = self.parts[name].shape[-1] if name not in ("out", "out_bias") else HEADS
            self.parts[name][..., :many] = part / self._scales[name]
        for name in ("out", "out_bias"):  # The lanes without a head of their own.
            self.parts[name][..., HEADS:] = self.parts[name][..., HEADS - 1 : HEADS]

    def shipped(self) -> dict[str, Array]:
        """Return the net in whole numbers."""
        whole = {name: np.rint(part.astype(float) * self._scales[name]) for name, part in self.parts.items()}
        whole |= {name: whole[name][..., :HEADS] for name in ("out", "out_bias")}
        kinds = {name: np.int64 if "bias" in name else np.int16 for name in whole}
        for name, part in whole.items():
            if np.abs(part).max() > np.iinfo(kinds[name]).max:
                raise OverflowError(name)
        return {name: part.astype(kinds[name]) for name, part in whole.items()}


def boards_at_random(draw: np.random.Generator, open_columns: int, many: int, *, anywhere: bool = False) -> Array:
    """Return boards: half of them climbed anywhere, the others, and those with many open columns, in some alone."""
    order = np.argsort(draw.random((many, COLUMNS)), axis=1)[:, :open_columns]
    everywhere = ((draw.random(many) < 0.5) & (open_columns <= 8)) | anywhere
    climbs = draw.random((many, COLUMNS)) < np.where(everywhere, 1.0, draw.random(many))[:, None]
    left = np.array(TOPS) - draw.integers(0, TOPS, (many, COLUMNS)) * climbs
    boards, rows = np.zeros((many, COLUMNS), np.int32), np.arange(many)[:, None]
    boards[rows, order] = left[rows, order]
    return boards


class Lesson(NamedTuple):
    """What a net learns next: from a turn ahead of so many boards, by their open columns."""

    net: str
    boards: dict[int, tuple[int, float]]
    """How many, and how many times as far as a turn ahead the net goes: its errors fade from turn to turn only."""
    steps: int
    rate: float
    last_rate: float = 2e-4
    keep: int = 1
    """From how many lessons with as many open columns it takes boards."""


LESSONS = (
    Lesson("near", {5: (4_000, 1.0)}, 3_000, 3e-3, 3e-4),
    Lesson("near", {5: (5_000, 1.8)}, 4_000, 2e-3),
    Lesson("near", {5: (6_000, 1.8)}, 5_000, 2e-3),
    Lesson("near", {5: (3_000, 1.7)}, 3_000, 1e-3),
    Lesson("near", {5: (4_000, 1.4), 6: (2_500, 1.8)}, 3_000, 1e-3),
    Lesson("near", {5: (4_000, 1.0), 6: (2_500, 1.8)}, 4_000, 1e-3),
    Lesson("near", {5: (2_000, 1.0), 6: (2_500, 1.2), 7: (800, 1.9)}, 4_000, 1e-3, 1e-4),
    Lesson("near", {5: (3_000, 1.0), 6: (2_500, 1.0), 7: (1_200, 1.5)}, 6_000, 1e-3, 5e-5),
    Lesson("near", {5: (2_000, 1.0), 6: (2_000, 1.0), 7: (1_200, 1.1)}, 8_000, 1e-3, 2e-5, 2),
    Lesson("far", {8: (800, 1.0), 9: (400, 1.0), 10: (300, 1.0), 11: (200, 1.0)}, 3_000, 3e-3, 3e-4),
    Lesson("far", {8: (400, 1.8), 9: (300, 1.8), 10: (200, 1.8), 11: (200, 1.8)}, 3_000, 2e-3),
    Lesson("far", {8: (400, 1.5), 9: (300, 1.5), 10: (200, 1.5), 11: (200, 1.5)}, 3_000, 1e-3, 2e-4, 2),
    Lesson("far", {8: (300, 1.2), 9: (200, 1.2), 10: (150, 1.2), 11: (150, 1.2)}, 3_000, 1e-3, 2e-4, 2),
    Lesson("far", {8: (400, 1.0), 9: (250, 1.0), 10: (200, 1.0), 11: (200, 1.0)}, 6_000, 1e-3, 2e-5, 3),
)
"""Those with fewer open columns come first: the others build on them."""


def trained(solver: Solver, nets: dict[str, Net], draw: np.random.Generator) -> None:
    """Let the nets learn from themselves a turn ahead."""
    seen: dict[int, list[tuple[Array, Array]]] = {}
    for lesson in LESSONS:
        began, off = time.process_time(), []
        for open_columns, (many, times) in lesson.boards.items():
            boards = boards_at_random(draw, open_columns, many)
            ahead, said = solver.a_turn_ahead(boards)
            seen.setdefault(open_columns, []).append((boards, np.maximum(said + times * (ahead - said), 1)))
            off.append((said / ahead - 1)[:, :3])
        latest = [
            part
            for open_columns, parts in seen.items()
            if (open_columns <= shipped.MOST_NEAR) == (lesson.net == "near")
            for part in parts[-lesson.keep :]
        ]
        every, worth = (np.concatenate(parts) for parts in zip(*latest, strict=True))
        nets[lesson.net].learn(every, worth, lesson.steps, lesson.rate, lesson.last_rate)
        wrong = np.concatenate(off)
        click.echo(
            f"{lesson.net} {lesson.boards}: {100 * np.sqrt((wrong**2).mean()):.2f} % off a turn ahead, "
            f"{100 * wrong.mean():+.2f} % on average; {time.process_time() - began:.0f} s"
        )


def ship(solver: Solver, nets: dict[str, Net], file: Path) -> None:
    """Write the table and the nets."""
    every = [mask for many in range(1, shipped.MOST_EXACT + 1) for mask in masks(many)]
    table = [
        np.rint(solver.values[mask][:, : mask.bit_count()] * shipped.PER_TURN).astype(np.uint16).reshape(-1)
        for mask in every
    ]
    parts = {f"{name}_{part}": weights for name, net in nets.items() for part, weights in net.shipped().items()}
    np.savez_compressed(file, masks=np.array(every, np.int16), table=np.concatenate(table), **parts)


# -- How far the bot is off ------------------------------------------------------------------------------------------


class Measured(NamedTuple):
    """A board, worked out."""

    left: list[int]
    needed: int
    exact: float
    said: float
    """What the bot says, once it has worked out a turn."""
    taken: float
    """How many turns its champion takes, exactly."""


def measured(left: Sequence[int], needed: int, table: Solver) -> Measured:
    """Work out one board, and what following the bot brings there; ``table`` uses its nets."""
    exact, code = Solver(left), compiled("-DFOLLOWED")
    value = exact.value(needed)
    rules = room(code.size_of_rules(), dtype=np.uint8)
    code.make_rules(_at(rules))
    cone = World(rules=rules.ctypes.data, start=exact.world.start)
    world = World(rules=rules.ctypes.data, far=table.world.far, near=table.world.near, store=table.world.store,
                  start=table.world.start, cone=ctypes.addressof(cone))  # fmt: skip
    code.find_subsets(ctypes.byref(world), shipped.MOST_NEAR)
    followed: dict[int, Array] = {}
    for mask in sorted(exact.values, key=int.bit_count):
        followed[mask] = room(len(exact.values[mask]), LANES)
        cone.store[mask] = followed[mask].ctypes.data
        code.follow(ctypes.byref(world), mask, ctypes.c_long(len(followed[mask])))
    said = float(table.a_turn_ahead(np.array([left]))[0][0, needed - 1])
    return Measured(list(map(int, left)), needed, value, said, float(followed[exact.mask][-1, LANES // 2 + needed - 1]))


class Played(NamedTuple):
    """Games of the first player."""

    turns: float
    """On average."""
    more: float
    """How many more the nets should have said, by what turn after turn says otherwise than they."""
    wins: float


def played(
    table: Solver, left: Sequence[int], needed: int, players: Sequence[Climber], games: int, seed: int
) -> Played:
    """Let one player play from one board, or two against each other."""
    turns, more, wins = ctypes.c_double(0), ctypes.c_double(0), ctypes.c_int(0)
    board = np.array(left, np.int32)
    table.play(board, needed, players, games, seed, turns, more, wins)
    return Played(turns.value / games, more.value / games, wins.value / games)


# -- The whole game --------------------------------------------------------------------------------------------------


def whole_game(folder: Path, goal: int, slices: int, seconds: float, tops: Sequence[int] = TOPS) -> None:
    """Work out all positions to win ``goal`` columns by slices, as far as ``seconds`` go; the next run goes on.

    Columns have ``tops`` steps. Each set of open columns is a file of float32. A note says how many boards are there.
    """
    code = compiled("-DLANES=1")
    rules = room(code.size_of_rules(), dtype=np.uint8)
    code.make_rules(_at(rules))
    world = World(rules=rules.ctypes.data, start=(ctypes.c_int * COLUMNS)(*tops), steady=2e-4)
    world.needed, world.opened = goal, COLUMNS
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "done.json"
    done: dict[str, int] = json.loads(note.read_text()) if note.exists() else {}
    files, end = {}, time.monotonic() + seconds
    for many in range(COLUMNS - goal + 1, COLUMNS + 1):
        for columns in combinations(range(COLUMNS), many):
            mask = sum(1 << column for column in columns)
            size = int(np.prod([tops[column] for column in columns], dtype=np.int64))
            file = folder / f"{mask}.f32"
            files[mask] = np.memmap(file, np.float32, "r+" if file.exists() else "w+", shape=(size,))
            world.store[mask] = files[mask].ctypes.data
            step = -(-size // slices)
            for first in range(done.get(str(mask), 0), size, step):
                if time.monotonic() > end:
                    return
                last = min(first + step, size)
                code.solve(ctypes.byref(world), mask, ctypes.c_long(first), ctypes.c_long(last))
                files[mask].flush()
                done[str(mask)] = last
                note.write_text(json.dumps(done))
    click.echo(f"{goal} columns: {files[ALL][-1]:.4f} turns")


_THREADS = 128
_BLOCKS = 132
"""What a CUDA device works on at once; each thread has half a megabyte for its turn."""


def whole_game_on_cuda(folder: Path, goal: int) -> None:
    """Work out all positions to win ``goal`` columns on a CUDA device with 40 GB, by sets of open columns.

    The next run goes on after the last set that was finished. It needs cupy and nvcc.
    """
    cupy = import_module("cupy")
    code = cupy.RawModule(code=SOURCE.read_text(), backend="nvcc", options=("-O3", "--use_fast_math"))
    cpu = compiled("-DLANES=1")
    rules = room(cpu.size_of_rules(), dtype=np.uint8)
    cpu.make_rules(_at(rules))
    there, size = cupy.asarray(rules), cupy.zeros(1, cupy.int64)
    code.get_function("size_of_turn")((1,), (1,), (size,))
    turns = cupy.empty(_BLOCKS * _THREADS * int(size[0]), cupy.uint8)
    world = World(rules=there.data.ptr, start=(ctypes.c_int * COLUMNS)(*TOPS), steady=2e-4, needed=goal, opened=COLUMNS)
    folder.mkdir(parents=True, exist_ok=True)
    values = {}
    for many in range(COLUMNS - goal + 1, COLUMNS + 1):
        for columns in combinations(range(COLUMNS), many):
            mask, file = sum(1 << column for column in columns), folder / f"{columns}.npy"
            if file.exists():
                values[mask] = cupy.asarray(np.load(file))
                world.store[mask] = values[mask].data.ptr
                continue
            shape = [TOPS[column] for column in columns]
            values[mask], level = cupy.empty(int(np.prod(shape)), cupy.float32), cupy.zeros(shape, cupy.int16)
            world.store[mask] = values[mask].data.ptr
            for axis, top in enumerate(shape):
                level += cupy.arange(top, dtype=cupy.int16).reshape([-1 if axis == at else 1 for at in range(many)])
            device = cupy.asarray(np.frombuffer(bytes(world), np.uint8))
            for number in range(sum(shape) - many + 1):
                boards = cupy.flatnonzero(level == number)
                arguments = (device, turns, np.int32(mask), boards, np.int32(len(boards)))
                code.get_function("solve_level")((_BLOCKS,), (_THREADS,), arguments)
            np.save(file, values[mask].get())
    click.echo(f"{goal} columns: {float(values[ALL][-1]):.4f} turns")


# -- Commands --------------------------------------------------------------------------------------------------------

_DATA = Path("data/mind/cant_stop")


@click.group()
def main() -> None:
    """Work out values of Can't Stop alone."""


def _with_nets(seed: int) -> tuple[Solver, dict[str, Net], np.random.Generator]:
    solver, draw = solved(_DATA), np.random.default_rng(seed)
    nets = {"near": Net(draw, (0.955,) * 4 + (1.13,)), "far": Net(draw, (1.6,) * HEADS)}
    solver.use(nets["near"], nets["far"])
    return solver, nets, draw


def as_shipped() -> Solver:
    """Return the table with the nets that come with the bot."""
    solver, nets, _ = _with_nets(0)
    with np.load(shipped.FILE) as arrays:
        for name, net in nets.items():
            net.take({part: arrays[f"{name}_{part}"] for part in _SHAPES})
    return solver


@main.command("values")
@click.option("--seed", default=1, show_default=True)
def _values(seed: int) -> None:
    """Work out the table, train the nets, and write all of it where the bot has it."""
    solver, nets, draw = _with_nets(seed)
    solver.world.steady = 3e-3
    trained(solver, nets, draw)
    ship(solver, nets, shipped.FILE)


@main.command("measure")
@click.option("--boards", default=200, show_default=True)
@click.option("--most", default=6_000, show_default=True, help="Boards that one may lead to; larger ones are redrawn.")
@click.option("--seed", default=37, show_default=True)
@click.option("--into", type=click.Path(path_type=Path), default=Path("tests/mind/shipped/cant_stop_boards.json"))
def _measure(boards: int, most: int, seed: int, into: Path) -> None:
    """Work out boards at random with 5 to 9 closed columns, and write how far the bot is off."""
    table, draw, found = as_shipped(), np.random.default_rng(seed), list[Measured]()
    while len(found) < boards:
        open_columns = 2 + len(found) % 5
        left = boards_at_random(draw, open_columns, 1, anywhere=True)[0].tolist()
        needed = int(draw.integers(1, 1 + min(3, open_columns)))
        if np.prod([steps + 1 for steps in left]) <= most:
            found.append(measured(left, needed, table))
    off = [abs(one.said / one.exact - 1) for one in found]
    worse = [one.taken / one.exact - 1 for one in found]
    click.echo(f"{boards} boards: said {100 * max(off):.2f} % off at most, {100 * np.mean(off):.2f} % on average")
    click.echo(f"champion: {100 * max(worse):.2f} % too many turns at most, {100 * np.mean(worse):.2f} % on average")
    into.write_text("[\n" + ",\n".join(json.dumps(one._asdict()) for one in found) + "\n]\n")


@main.command("play")
@click.option("--games", default=2_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
def _play(games: int, seed: int) -> None:
    """Play from the first throw on, alone and against the rule of 28; then with 5 to 9 closed columns."""
    table, draw = as_shipped(), np.random.default_rng(seed)
    said = shipped.known_boards().turns(TOPS, 3)
    alone = played(table, TOPS, 3, (CHAMPION,), games, seed)
    click.echo(f"alone: said {said:.3f}, taken {alone.turns:.3f}; turn after turn, {said + alone.more:.3f}")
    click.echo(f"against the rule of 28: {played(table, TOPS, 3, (CHAMPION, RULE_OF_28), games, seed).wins:.1%} won")
    wins = list[float]()
    for number in range(max(1, games // 20)):
        open_columns = 2 + number % 5
        left = [
            top if is_open else 0 for top, is_open in zip(TOPS, boards_at_random(draw, open_columns, 1)[0], strict=True)
        ]
        needed = 1 + int(draw.integers((open_columns + 1) // 2))
        wins.append(played(table, left, needed, (CHAMPION, RULE_OF_28), 20, number).wins)
    click.echo(f"with 5 to 9 closed: {np.mean(wins):.1%} won")


@main.command("board")
@click.argument("columns", nargs=-1, type=click.IntRange(2, 12))
@click.option("--needed", default=3, show_default=True)
@click.option("--climbed", default="", help="Steps climbed in each of these columns: 0,2,1")
def _board(columns: tuple[int, ...], needed: int, climbed: str) -> None:
    """Say in how many turns so many of these open columns are won."""
    steps = [int(some) for some in climbed.split(",")] if climbed else [0] * len(columns)
    left = [0] * COLUMNS
    for column, some in zip(columns, steps, strict=True):
        left[column - 2] = HEIGHTS[column] - some
    click.echo(f"{Solver(left).value(needed):.4f}")


@main.command("whole")
@click.option("--into", type=click.Path(path_type=Path), default=_DATA / "whole", show_default=True)
@click.option("--goal", default=3, show_default=True)
@click.option("--slices", default=10_000, show_default=True, help="Of each set of open columns; a note after each.")
@click.option("--seconds", default=3_600.0, show_default=True, help="Stop after so long; the next run goes on.")
@click.option("--cuda", is_flag=True, help="On a CUDA device, without slices.")
def _whole(into: Path, goal: int, slices: int, seconds: float, cuda: bool) -> None:
    """Work out the whole game."""
    if cuda:
        whole_game_on_cuda(into, goal)
    else:
        whole_game(into, goal, slices, seconds)


if __name__ == "__main__":
    main()
