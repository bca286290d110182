"""Everybody's way to a goal: boats that sail to an island, climbers on the stairs to a star."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.pictures.burst import BURST, finished
from bot.pictures.canvas import CREAM, GOLD, INK, drawable_text, truncate_to_fit, width
from bot.pictures.flat import CROWN, LETTERS, MOST_HEIGHT, TALL, TO_ACT, WIDTH, Flat, Palette
from bot.screens.kit.values import Lane, Track

_MARGIN, _GAP, _INSET = 10, 8, 14
_TEXT, _LANE, _LEAST_LANE, _OTHERS = 46, 130, 94, 42
"""The height of the words of a lane, of a lane where there is room, of the lowest one, of the points of others."""
_START, _END = 34, 66
"""Where the way of a lane begins and ends, from its edges."""
_BOAT, _SAIL, _CLIMBER, _BASE = 50, 46, 30, 12
"""The width of a boat and its height, the height of a climber, of the lowest step."""
_STEPS = 10
"""Of the stairs; so many marks are on the sea too."""

_SAILS = "#c62f2a", "#2669bd", "#2a8f55", "#d0920f", "#7b4bb3", "#12858c"
"""The colours of boats and climbers, by lane; the names stand above."""
_WOOD, _SAND, _LEAF, ASH, SIGNAL = "#8a5a33", "#e9cf94", "#2f8f4e", "#cdd3da", "#e2453b"


@dataclass(frozen=True, slots=True)
class _Scene:
    """The colours of a look."""

    base: str
    line: str
    lane: str
    mine: str
    """Of the lane of the player to act."""
    ink: str
    soft: str
    way: str
    gone: str
    """What lies behind the boat or the climber."""
    palette: Palette


def _scene(base: str, line: str, lanes: tuple[str, str], inks: tuple[str, str], ways: tuple[str, str]) -> _Scene:
    (lane, mine), (ink, soft), (way, gone) = lanes, inks, ways
    return _Scene(
        base, line, lane, mine, ink, soft, way, gone,
        Palette(
            *((base, over) for over in (line, GOLD, CREAM)),
            (line, lane),
            (GOLD, mine),
            *((under, over) for under in lanes for over in {ink, INK, soft, GOLD, way, ASH, _SAND, _LEAF, SIGNAL}),
            *((way, over) for over in (gone, GOLD, INK, _SAND, SIGNAL, CREAM)),
            (GOLD, INK),
            (ASH, INK),
            *((INK, over) for over in (*_SAILS, _WOOD, CREAM)),
            *BURST,
        ),
    )  # fmt: skip


_SCENES = {
    "sea": _scene("#0d3b5c", "#7fb4d6", ("#e3f2fb", "#fff6d8"), (INK, "#5b6672"), ("#2f7fb5", "#9bd0ec")),
    "night": _scene("#15153a", "#5753a5", ("#2a2a60", "#413f8a"), (CREAM, "#b7b4e6"), ("#6a67b5", "#b9b6f2")),
}

_HULL = (0.0, 0.68), (1.0, 0.68), (0.84, 1.0), (0.16, 1.0)
_MAIN, _JIB = ((0.5, 0.0), (0.5, 0.64), (0.98, 0.64)), ((0.44, 0.1), (0.44, 0.64), (0.06, 0.64))
_CONE = (0.42, 0.0), (0.58, 0.0), (0.92, 0.86), (1.0, 0.86), (1.0, 1.0), (0.0, 1.0), (0.0, 0.86), (0.08, 0.86)
_STAR = (
    *((0.5, 0.0), (0.62, 0.35), (1.0, 0.36), (0.7, 0.58), (0.81, 0.94)),
    *((0.5, 0.73), (0.19, 0.94), (0.3, 0.58), (0.0, 0.36), (0.38, 0.35)),
)
_FLAG, _PALM = ((0.0, 0.0), (1.0, 0.5), (0.0, 1.0)), ((0.0, 0.5), (0.5, 0.0), (1.0, 0.5), (0.5, 0.34))


def draw_track(track: Track) -> bytes:
    """Return the way of everybody as a PNG, :data:`WIDTH` wide and at most :data:`MOST_HEIGHT` high."""
    scene, lanes = _SCENES[track.look], track.lanes
    below = _OTHERS if track.others else 0
    high = min(_LANE, max((MOST_HEIGHT - 2 * _MARGIN - below + _GAP) // len(lanes) - _GAP, _LEAST_LANE))
    picture = Flat(scene.palette, WIDTH, 2 * _MARGIN + len(lanes) * (high + _GAP) - _GAP + below, scene.base)
    for number, lane in enumerate(lanes):
        _lane(picture, track, scene, lane, _SAILS[number], _MARGIN + number * (high + _GAP), high)
    if track.others:
        shown = truncate_to_fit(drawable_text(track.others), WIDTH - 2 * _MARGIN - 2 * _INSET, LETTERS)
        picture.write(_MARGIN + _INSET, picture.image.height - _MARGIN - _OTHERS // 2 + 4, shown, scene.base, CREAM)
    return finished(picture, track.burst)


def _lane(picture: Flat, track: Track, scene: _Scene, lane: Lane, colour: str, top: int, high: int) -> None:
    under = scene.mine if lane.to_act else scene.lane
    picture.image.paste(_empty(track.look, high, lane.to_act), (_MARGIN, top))
    edges = _MARGIN + _INSET, WIDTH - _MARGIN - _INSET
    write_lane(picture, lane, edges, top + _TEXT // 2 + 2, under, scene.ink, scene.soft)
    now, before = _place(track, lane.points), _place(track, lane.points - lane.gained)
    if track.look == "sea":
        _sail(picture, track, scene, lane, colour, (before, now), top, high)
    else:
        _climb(picture, scene, lane, colour, (before, now), top, high)


def write_lane(picture: Flat, lane: Lane, edges: tuple[int, int], middle: int, under: str, ink: str, soft: str) -> None:
    """Write the name, what the latest turn brought, a note, a crown for the leader, the points; between ``edges``."""
    left, right = edges
    right -= picture.write(right, middle, lane.total, under, ink, size=TALL, bold=True, across=1) + 10
    if lane.leads:
        right -= picture.write(right, middle, CROWN, under, GOLD, bold=True, across=1) + 10
    latest = f"+{lane.brought or lane.gained}" if lane.gained else f"−{lane.lost}" if lane.lost else ""
    beside = sum(width(text, LETTERS) + 34 for text in (latest, lane.note) if text)
    name = f"{TO_ACT} " * lane.to_act + drawable_text(lane.name, lane.instead)
    shown = truncate_to_fit(name, right - left - beside, LETTERS, bold=lane.to_act)
    left += picture.write(left, middle, shown, under, ink, bold=lane.to_act) + 16
    if latest:
        chip, wide = GOLD if lane.gained else ASH, width(latest, LETTERS) + 18
        picture.round(left, middle - 18, wide, 36, 12, under, chip)
        picture.write(left + 9, middle, latest, chip, INK)
        left += wide + 14
    if lane.note:
        picture.write(left, middle, truncate_to_fit(lane.note, right - left, LETTERS), under, soft)


def _place(track: Track, points: int) -> int:
    """Return the place of so many points, from the left."""
    way = WIDTH - 2 * _MARGIN - _START - _END
    return _MARGIN + _START + way * min(max(points, 0), track.goal) // track.goal


@lru_cache(maxsize=16)
def _empty(look: str, high: int, mine: bool) -> Image.Image:
    """A lane without anybody: its sky, and the sea with an island, or the stairs with a star."""
    scene = _SCENES[look]
    under, wide = scene.mine if mine else scene.lane, WIDTH - 2 * _MARGIN
    lane = Flat(scene.palette, wide, high, scene.base)
    lane.card(0, 0, wide, high, scene.base, GOLD if mine else scene.line, under)
    (_sea if look == "sea" else _night)(lane, scene, under, wide, high)
    return lane.image


def _sea(lane: Flat, scene: _Scene, under: str, wide: int, high: int) -> None:
    water, tall = high - 34, min(46, high - 34 - _TEXT + 6)
    lane.round(8, water, wide - 16, 26, 10, under, scene.way)
    for number in range(_STEPS * 2):
        lane.round(20 + number * (wide - 110) // (_STEPS * 2), water + 16 - 6 * (number % 2), 16, 3, 1,
                   scene.way, scene.gone)  # fmt: skip
    for number in range(1, _STEPS):
        if number % 2 == 0:
            lane.block(_START + number * (wide - _START - _END) // _STEPS, water + 20, 2, 6, CREAM)
    island = wide - 88
    lane.round(island, water - 8, 76, 30, 15, scene.way, _SAND)
    lane.block(island, water - 10, 76, 10, under)
    lane.round(island + 6, water - 8, 64, 22, 11, under, _SAND)
    lane.block(island + 48, water - tall + 8, 4, tall - 12, _WOOD)
    for left, top, size in ((island + 30, water - tall, 40), (island + 34, water - tall + 6, 32)):
        lane.shape(left, top, size, tall // 2, _PALM, under, _LEAF)
    lane.block(island + 18, water - tall + 4, 3, tall - 10, INK)
    lane.shape(island + 21, water - tall + 4, 22, 16, _FLAG, under, SIGNAL)


def _sail(
    picture: Flat, track: Track, scene: _Scene, lane: Lane, colour: str, places: tuple[int, int], top: int, high: int
) -> None:
    """The boat, its wake, what the latest turn brought in gold; a buoy where a first turn must come to."""
    before, now = places
    water, start = top + high - 34, _MARGIN + _START - 10
    if before - start > 12:
        picture.round(start, water + 9, before - start, 8, 4, scene.way, scene.gone)
    if lane.gained:
        picture.round(before - 4, water + 7, max(now - before + 4, 12), 12, 6, scene.way, GOLD)
    under = scene.mine if lane.to_act else scene.lane
    if lane.barred and track.gate:
        buoy = _place(track, track.gate)
        picture.shape(buoy - 9, water - 14, 18, 22, ((0.5, 0.0), (0.9, 1.0), (0.1, 1.0)), under, SIGNAL)
        picture.round(buoy - 12, water + 4, 24, 10, 5, scene.way, SIGNAL)
    tall = min(_SAIL, water - top - _TEXT + 18)
    left, high = now - _BOAT // 2, water + 12 - tall
    picture.shape(left, high, _BOAT, tall, _HULL, under, INK)
    picture.shape(left + 4, high + tall - 13, _BOAT - 8, 10, ((0.0, 0.0), (1.0, 0.0), (0.86, 1.0), (0.14, 1.0)),
                  INK, _WOOD)  # fmt: skip
    for corners in (_MAIN, _JIB):
        picture.shape(left, high, _BOAT, tall, corners, under, INK)
    picture.shape(left + 27, high + 8, _BOAT // 2 - 8, tall - 19, ((0.0, 0.0), (0.0, 1.0), (1.0, 1.0)), INK, colour)
    picture.shape(left + 7, high + 12, 14, tall - 23, ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), INK, CREAM)


def _step_height(high: int, number: int) -> int:
    """The height of a step of a lane, counted from 0."""
    return _BASE + (high - _TEXT - _BASE - _CLIMBER - 12) * number // (_STEPS - 1)


def _step_edges(number: int) -> tuple[int, int]:
    way = WIDTH - 2 * _MARGIN - _START - _END
    return _START + way * number // _STEPS, _START + way * (number + 1) // _STEPS


def _night(lane: Flat, scene: _Scene, under: str, wide: int, high: int) -> None:
    part = wide * 3 // 8  # Not where words stand.
    for number in range(22):
        size = 2 + number % 2
        lane.block(part + number * 331 % part, 8 + number * 53 % (high - 60), size, size, scene.soft)
    lane.round(10, high - 8 - _BASE, wide - 20, _BASE, 4, under, scene.way)
    for number in range(_STEPS):
        (left, right), tall = _step_edges(number), _step_height(high, number)
        lane.block(left, high - 8 - tall, right - left - 2, tall, scene.way)
    tall = _step_height(high, _STEPS - 1)
    lane.block(wide - _END, high - 8 - tall, 46, tall, scene.way)
    lane.shape(wide - _END + 4, high - 10 - tall - 36, 40, 38, _STAR, under, GOLD)


def _climb(picture: Flat, scene: _Scene, lane: Lane, colour: str, places: tuple[int, int], top: int, high: int) -> None:
    """The climber, the steps behind, what the latest turn brought in gold."""
    (before, now), bottom, stands = places, top + high, _step_height(high, 0)
    for number in range(_STEPS):
        (left, right), tall = _step_edges(number), _step_height(high, number)
        left, right = left + _MARGIN, right + _MARGIN
        for start, end, shade in ((left, before, scene.gone), (max(left, before), now, GOLD)):
            until = min(right - 2, end)
            if until > start >= left:
                picture.block(start, bottom - 8 - tall, until - start, min(tall, 8), shade)
        if left <= now:
            stands = tall
    under = scene.mine if lane.to_act else scene.lane
    if lane.barred:
        picture.block(_MARGIN + _START - 4, bottom - 8 - _BASE - _CLIMBER, 5, _CLIMBER, ASH)
        now = _MARGIN + _START - 18
    wide = _CLIMBER * 4 // 5
    left, foot = now - wide // 2, bottom - 8 - stands
    picture.shape(left - 2, foot - _CLIMBER - 3, wide + 4, _CLIMBER + 3, _CONE, under, INK)
    picture.shape(left + 1, foot - _CLIMBER + 1, wide - 2, _CLIMBER - 3, _CONE, INK, colour)
