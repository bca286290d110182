"""The profile picture: the curve of a player's scores above their distribution."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from bot.locales import words
from bot.pictures.canvas import (
    BAND,
    DEEP_GREEN,
    INK,
    MARGIN,
    PANEL,
    READABLE,
    RED,
    SOFT,
    WIDTH,
    Canvas,
    drawable_text,
    truncate_to_fit,
    width,
)
from bot.pictures.chart import BELOW, Axes, nice_marks, smooth
from bot.screens.kit import RUNNING, Profile

_TOP = BAND + 28
_CURVE, _SPREAD, _GAP = 540, 434, 14
_HEIGHT = _TOP + _CURVE + _GAP + _SPREAD + MARGIN
_TITLE = 136
"""Room for the words at the top of a panel."""
_UNIT = 42
"""Room for the words below the numbers of the curve."""
_TITLE_SIZE = 40
_BEFORE_SIGN, _AFTER_SIGN = 68, 40
"""Room for the star or the stroke of a sign, and between two."""
_FEW = 4
"""Up to this many scores stand beside their points."""
_MOST_BARS = 14
_LINES, _BARS = "#dda49c", "#c25f55"
"""The red of the dots, paler."""


@dataclass(frozen=True)
class Sign:
    """A line of a legend: a star or a stroke, and words."""

    text: str
    star: bool = False


def draw_profile(profile: Profile) -> bytes:
    """Return the picture as a PNG, 1200 pixels wide."""
    canvas, labels, t = Canvas(_HEIGHT), profile.labels, words(profile.language)
    fewest = labels.fewest if profile.fewest_is_best else ""
    canvas.band(
        drawable_text(profile.player, profile.instead),
        " · ".join(part for part in (profile.game, profile.note, fewest) if part),
        READABLE,
    )
    best = Sign(f"{labels.best} {t.number(profile.best, _decimals(profile.shown))}", star=True)
    running = [Sign(labels.running)] if _has_running(profile) else []
    _panel(canvas, _TOP, _CURVE, labels.curve, [*running, best])
    average = Sign(f"{labels.average} {t.number(profile.average, 1)}")
    _panel(canvas, _TOP + _CURVE + _GAP, _SPREAD, labels.spread, [average, best])
    t, decimals, edges = words(profile.language), _decimals(profile.shown), _edges(profile.shown)
    up = low, high = _limits(profile.shown)
    marks = [mark for mark in nice_marks(low, high, whole=decimals == 0) if low <= mark <= high]
    left = MARGIN + 44 + max(width(t.number(mark, decimals), READABLE) for mark in marks)
    right = WIDTH - MARGIN - max(36, width(t.number(edges[-1], decimals), READABLE) // 2 + 8)
    _curve(canvas, profile, left, right, up, marks)
    _spread(canvas, profile, left, right, edges)
    return canvas.finished()


# -- words -------------------------------------------------------------------------------------------------------


def _panel(canvas: Canvas, top: int, high: int, title: str, signs: Sequence[Sign]) -> None:
    """The title of a panel, and below it what its signs mean."""
    canvas.titled_panel(top, high, title, _TITLE_SIZE, 38)
    left, middle = MARGIN + 28, top + 90
    for text, sign in zip(legend_words(signs), signs, strict=True):
        if sign.star:
            canvas.star((left + 20, middle), 40)
        else:
            canvas.panel(left, middle - 4, 44, 8, DEEP_GREEN, 4)
        canvas.write((left + _BEFORE_SIGN - 12, middle), text, READABLE, INK)
        left += _BEFORE_SIGN + width(text, READABLE) + _AFTER_SIGN


def legend_words(signs: Sequence[Sign]) -> list[str]:
    """Return the words of a legend, in readable letters; cut where one line does not hold them."""
    room = (WIDTH - 2 * MARGIN - 56) // len(signs) - _BEFORE_SIGN - _AFTER_SIGN
    words = [drawable_text(sign.text) for sign in signs]
    needed = sum(width(text, READABLE) + _BEFORE_SIGN + _AFTER_SIGN for text in words) - _AFTER_SIGN
    if needed <= WIDTH - 2 * MARGIN - 56:
        return words
    return [truncate_to_fit(text, room, READABLE) for text in words]


# -- charts ------------------------------------------------------------------------------------------------------


def _curve(
    canvas: Canvas, profile: Profile, left: float, right: float, up: tuple[float, float], marks: Sequence[float]
) -> None:
    scores, t, decimals = profile.shown, words(profile.language), _decimals(profile.shown)
    first, last = profile.start, profile.start + len(scores) - 1
    beside, bottom = max(0.5, len(scores) * 0.015), _TOP + _CURVE - _UNIT - BELOW
    axes = Axes(left, _TOP + _TITLE, right, bottom, (first - beside, last + beside), up)
    games = [game for game in nice_marks(first, last, whole=True) if first <= game <= last] or [first]
    axes.draw(canvas, [(mark, t.number(mark, decimals)) for mark in marks], [(game, t.number(game)) for game in games])
    unit = drawable_text(profile.labels.games)
    canvas.write(((left + right) / 2, bottom + 74), unit, READABLE, SOFT, anchor="mm")
    points = [axes.place(first + number, score) for number, score in enumerate(scores)]
    with smooth(canvas, _TOP + _TITLE - 20, bottom + 20) as brush:
        brush.line(((left, bottom), (right, bottom)), SOFT, 2)
        brush.line(points, _LINES, 3)
        for point in points:
            brush.dot(point, 5 if len(scores) > 40 else 8, RED, PANEL, 1)
        if _has_running(profile):
            means = enumerate(_running(scores))
            brush.line([axes.place(first + number, mean) for number, mean in means], DEEP_GREEN, 7)
    canvas.star(points[scores.index(profile.best)], 40)
    for point, score in zip(points, scores, strict=True) if len(scores) <= _FEW else ():
        canvas.write((point[0], point[1] - 26), t.number(score, decimals), READABLE, INK, bold=True, anchor="ms")


def _spread(canvas: Canvas, profile: Profile, left: float, right: float, edges: Sequence[float]) -> None:
    counts, t, decimals = _counts(profile.shown, edges), words(profile.language), _decimals(profile.shown)
    step, most, top = edges[1] - edges[0], max(counts), _TOP + _CURVE + _GAP + _TITLE
    beside, bottom = (edges[-1] - edges[0]) * (1.5 if len(edges) == 2 else 0.03), _TOP + _CURVE + _GAP + _SPREAD - BELOW
    axes = Axes(left, top, right, bottom, (edges[0] - beside, edges[-1] + beside), (0, most * 1.3))
    games = [mark for mark in nice_marks(0, most, whole=True) if mark <= most * 1.3]
    ticks = _ticks(profile, edges)
    axes.draw(canvas, [(mark, t.number(mark)) for mark in games], [(tick, t.number(tick, decimals)) for tick in ticks])
    with smooth(canvas, top - 20, bottom + 20) as brush:
        for edge, count in zip(edges, counts, strict=False):
            if count:
                brush.bar(axes.place(edge + step * 0.04, count), axes.place(edge + step * 0.96, 0), _BARS)
        brush.line(((left, bottom), (right, bottom)), SOFT, 2)
        for value, colour, wide, pattern in (
            (profile.average, DEEP_GREEN, 7, ()),
            (profile.best, SOFT, 2, (8, 6)),
        ):
            brush.line([axes.place(value, 0), axes.place(value, most * 1.3)], colour, wide, pattern)
    canvas.star(axes.place(profile.best, most * 1.17), 40)


# -- numbers -----------------------------------------------------------------------------------------------------


def _has_running(profile: Profile) -> bool:
    return len(profile.shown) > _FEW


def _running(scores: Sequence[float]) -> list[float]:
    """The mean of each score and those before it, ten at most."""
    return [
        sum(window) / len(window)
        for place in range(len(scores))
        if (window := scores[max(0, place + 1 - RUNNING) : place + 1])
    ]


def _decimals(scores: Sequence[float]) -> int:
    return 0 if all(float(score).is_integer() for score in scores) else 1


def _limits(scores: Sequence[float]) -> tuple[float, float]:
    """The lowest and highest value of the curve's axis: room around all scores, also when all are equal."""
    low, high = min(scores), max(scores)
    if low == high:
        room = max(abs(high) * 0.1, 2)
        return low - room, high + room
    return low - (high - low) * 0.12, high + (high - low) * 0.2


def _ticks(profile: Profile, edges: Sequence[float]) -> list[float]:
    """Where numbers stand below the bars: between them, or under each bar of a single number; as many as fit."""
    t, decimals = words(profile.language), _decimals(profile.shown)
    step = edges[1] - edges[0]
    single = len(edges) == 2 or (decimals == 0 and step == 1 and not edges[0].is_integer())
    places = [edge + step / 2 for edge in edges[:-1]] if single else list(edges)
    widest = max(width(t.number(place, decimals), READABLE) for place in places)
    fit = max(1, (WIDTH - 4 * MARGIN - 160) // (widest + 36))
    return places[:: -(-len(places) // fit)]


def _edges(scores: Sequence[float]) -> list[float]:
    """Where the bars begin and end: one per whole number if there are few, else round numbers."""
    low, high = min(scores), max(scores)
    if low == high:
        half = max(abs(low) * 0.02, 0.5)
        return [low - half, high + half]
    if _decimals(scores) == 0 and high - low < _MOST_BARS:
        return [low - 0.5 + step for step in range(round(high - low) + 2)]
    bars = min(_MOST_BARS, max(5, round(len(scores) ** 0.5 * 1.5)))
    return nice_marks(low, high, whole=_decimals(scores) == 0, parts=bars)


def _counts(scores: Sequence[float], edges: Sequence[float]) -> list[int]:
    """Return the number of scores between each two edges; a score on an edge counts with those above it."""
    places = [min(bisect_right(edges, score), len(edges) - 1) - 1 for score in scores]
    return [places.count(place) for place in range(len(edges) - 1)]
