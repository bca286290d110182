"""A compiled sheet as plain arrays, which machine code can read."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.mind.compiled import OPEN, CompiledSheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.throws import FACES, Throws

Array = NDArray[Any]


class Dice(NamedTuple):
    """The throws and keeps of a turn. Level ``n`` holds the keeps of ``n`` dice, from ``starts[n]`` on."""

    starts: Array
    more: Array
    """By keep and face: the keep with a die more, counted from the start of its level."""
    fewer: Array
    """By keep and place: the ``many_fewer`` keeps with a die less, counted alike; then the first of them again."""
    many_fewer: Array
    chances: Array
    """Of each throw of all dice."""


class Choices(NamedTuple):
    """What last throws bring in each state of the links.

    A row is a throw; behind all throws come the Yums once more, now with the upper box of their face filled. A *way*
    is something that a box may become: a free box filled; an upper box with so many points; another state of the links.
    """

    free: int
    """The number of ways that are free boxes; these come first."""
    uppers: Array
    """Box and place among its possible points, for the ways that are upper boxes; these come next."""
    targets: Array
    """By state and place: the state that one of the last ways leads to; -1 for no more ways."""
    starts: Array
    """By state and way: where its rows start; they end where those of the next way start."""
    rows: Array
    points: Array
    always: Array
    """By state and way: whether every row may go that way, for 0 at least; then only rows with more are listed."""
    yums: Array
    """The rows of the Yums while the upper box of their face is open."""
    own: Array
    """The bit of the upper box of each Yum's face."""
    extra: Array
    """By state: the bonus that a Yum earns on top."""


@dataclass(frozen=True)
class Tables:
    """All arrays of one sheet."""

    dice: Dice
    choices: Choices
    masks: Array
    """The filled upper boxes of each class."""
    bonus: Array
    after: Array
    """The class after an upper box got points: by class, box, place among its possible points."""
    open_boxes: tuple[Array, Array, Array]
    """The number of open boxes in each state of the links, with each set of filled free boxes, in each class."""


def tables_of(sheet: CompiledSheet) -> Tables:
    """Return the arrays of ``sheet``."""
    upper = sheet.upper
    return Tables(
        _dice(sheet.throws),
        _choices(sheet),
        upper.masks.astype(np.int64),
        upper.bonus.astype(np.float32),
        upper.after.astype(np.int32),
        sheet.open_boxes,
    )


def _dice(throws: Throws) -> Dice:
    sizes = [len(keep) for keep in throws.keeps]
    starts = np.array([sizes.index(size) for size in range(throws.dice + 1)] + [len(sizes)])
    more = np.zeros((throws.first_throw, len(FACES)), dtype=np.int32)
    fewer = np.zeros((len(sizes), len(FACES)), dtype=np.int32)
    many = np.zeros(len(sizes), dtype=np.int32)
    for place, keep in enumerate(throws.keeps):
        if sizes[place] < throws.dice:
            indices = [throws.index[tuple(sorted((*keep, face)))] for face in FACES]
            more[place] = np.array(indices) - starts[sizes[place] + 1]
        for face in sorted(set(keep)):
            rest = list(keep)
            rest.remove(face)
            fewer[place, many[place]] = throws.index[tuple(rest)] - starts[sizes[place] - 1]
            many[place] += 1
        fewer[place, many[place] :] = fewer[place, 0]
    return Dice(starts, more, fewer, many, throws.keeping(np.eye(len(throws.throws)))[0])


def _choices(sheet: CompiledSheet) -> Choices:
    upper_ways = [(box, place) for box, points in enumerate(sheet.upper_points) for place in range(len(points))]
    listed = [_ways(sheet, number, upper_ways) for number in range(len(sheet.link_states))]
    most = max(len(targets) for targets, _, _ in listed)
    ways = len(sheet.free_places) + len(upper_ways) + most
    targets = np.full((len(listed), most + 1), -1, dtype=np.int32)
    starts = np.zeros((len(listed), ways + 1), dtype=np.int64)
    always = np.zeros((len(listed), ways), dtype=np.bool_)
    rows: list[int] = []
    points: list[int] = []
    for number, (to, entries, free_of_charge) in enumerate(listed):
        targets[number, : len(to)] = to
        for way in range(ways):
            starts[number, way] = len(rows)
            if way < len(entries):
                always[number, way] = free_of_charge[way]
                rows += entries[way].keys()
                points += entries[way].values()
        starts[number, ways] = len(rows)
    bits = {sheet.game.layout.boxes[place].face: bit for bit, place in enumerate(sheet.upper_places)}
    return Choices(
        len(sheet.free_places),
        np.array(upper_ways, dtype=np.int32).reshape(-1, 2),
        targets,
        starts,
        np.array(rows, dtype=np.int32),
        np.array(points, dtype=np.float32),
        always,
        np.array(sheet.yums, dtype=np.int32),
        np.array([bits.get(face, -1) for face in _faces(sheet).tolist()], dtype=np.int32),
        np.array([EXTRA_YUM * sheet.earns_extra(labels) for labels in sheet.link_states], dtype=np.float32),
    )


def _faces(sheet: CompiledSheet) -> Array:
    """Return the face of each Yum."""
    return np.array([sheet.throws.throws[row][0] for row in sheet.yums])


Entries = dict[int, int]
"""Points by row."""


def _ways(
    sheet: CompiledSheet, number: int, upper_ways: list[tuple[int, int]]
) -> tuple[list[int], list[Entries], list[bool]]:
    """Return the targets of a state of the links, and for each way its rows and whether every row may go it."""
    labels = sheet.link_states[number]
    worths = (sheet.worth(labels), *sheet.yum_worth(labels))
    points = np.concatenate([worth.points for worth in worths])
    allowed = np.concatenate([worth.allowed for worth in worths])
    for place in sheet.upper_places:
        # Where the box is open, a Yum of its face goes by the first of its two rows.
        own = len(sheet.throws.throws) + np.flatnonzero(_faces(sheet) == sheet.game.layout.boxes[place].face)
        points[own, place], allowed[own, place] = 0, True
    if (points < 0).any():
        raise ValueError("a box may cost points")
    ways = [(_listed(points[:, place], allowed[:, place]), allowed[:, place]) for place in sheet.free_places]
    for box, nth in upper_ways:
        place, some = sheet.upper_places[box], sheet.upper_points[box][nth]
        with_it = allowed[:, place] & ((points[:, place] == some) | (some == 0))
        ways.append((_listed(np.full(len(points), some), with_it), with_it))
    targets: dict[int, tuple[Entries, Array]] = defaultdict(lambda: ({}, np.zeros(len(points), dtype=np.bool_)))
    for linked, link in enumerate(sheet.links):
        if labels[linked] == OPEN:
            _add_link(sheet, labels, linked, points[:, link.place], allowed[:, link.place], targets)
    entries = [*ways, *targets.values()]
    always = [bool(may.all()) for _, may in entries]
    kept = [
        {row: some for row, some in listed.items() if some or not free}
        for (listed, _), free in zip(entries, always, strict=True)
    ]
    return list(targets), kept, always


def _listed(points: Array, allowed: Array) -> Entries:
    return {int(row): int(points[row]) for row in np.flatnonzero(allowed)}


def _add_link(
    sheet: CompiledSheet,
    labels: tuple[int, ...],
    linked: int,
    points: Array,
    allowed: Array,
    targets: dict[int, tuple[Entries, Array]],
) -> None:
    """Add what a linked box may become: the best points of each row that lead to the same state."""
    for row in np.flatnonzero(allowed):
        for some in {int(points[row]), 0}:
            entries, may = targets[sheet.link_number(sheet.filled(labels, linked, some))]
            entries[int(row)] = max(some, entries.get(int(row), 0))
            may[row] = True
