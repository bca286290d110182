"""The profile picture: the curve of a player's scores above their distribution.

Matplotlib draws the axes, with its objects alone (``pyplot`` keeps figures and is not made for threads). Paper, words
and legends come from the same code as on the card.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator
from PIL import Image

from bot.locales import words
from bot.pictures.canvas import (
    BAND,
    DEEP_GREEN,
    GOLD,
    INK,
    LINE,
    MARGIN,
    PANEL,
    READABLE,
    RED,
    SOFT,
    WIDTH,
    Canvas,
    drawable_text,
    path,
    truncate_to_fit,
    width,
)
from bot.screens.kit import RUNNING, Profile

_TOP = BAND + 28
_CURVE, _SPREAD, _GAP = 540, 434, 14
_HEIGHT = _TOP + _CURVE + _GAP + _SPREAD + MARGIN
_DPI = 100
_TICK = READABLE
"""Letters of the axes in pixels."""
_TITLE = 136
"""Room for the words at the top of a panel."""
_BELOW = 104
"""Room for the numbers below an axis, and for their unit."""
_TITLE_SIZE = 40
_BEFORE_SIGN, _AFTER_SIGN = 68, 40
"""Room for the star or the stroke of a sign, and between two."""
_FEW = 4
"""Up to this many scores stand beside their points."""
_MOST_BARS = 14


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
    canvas.lay(_axes(profile))
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


# -- axes --------------------------------------------------------------------------------------------------------


def _axes(profile: Profile) -> Image.Image:
    """Both charts on a clear ground, in their places."""
    figure = Figure(figsize=(WIDTH / _DPI, _HEIGHT / _DPI), dpi=_DPI, facecolor="none")
    low, high = _limits(profile.shown)
    heights = MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10], integer=_decimals(profile.shown) == 0)
    t, decimals = words(profile.language), _decimals(profile.shown)
    marks = [t.number(value, decimals) for value in heights.tick_values(low, high)]
    left = MARGIN + 44 + max(width(mark, _TICK) for mark in marks)
    edges = _edges(profile.shown)
    beyond = max(36, width(t.number(edges[-1], decimals), _TICK) // 2 + 8)
    wide = WIDTH - MARGIN - beyond - left
    curve = _placed(figure, (left, _TOP + _TITLE), (wide, _CURVE - _TITLE - _BELOW))
    curve.set_ylim(low, high)
    curve.yaxis.set_major_locator(heights)
    _curve(curve, profile)
    below = _TOP + _CURVE + _GAP + _TITLE
    spread = _placed(figure, (left, below), (wide, _SPREAD - _TITLE - _BELOW + 34))
    _spread(spread, profile, edges)
    for axis in (curve.yaxis, spread.xaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: t.number(value, decimals)))
    for axis in (curve.xaxis, spread.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: t.number(value)))
    for axes in (curve, spread):
        _style(axes)
    pixels = BytesIO()
    figure.savefig(pixels, format="rgba")
    return Image.frombuffer("RGBA", (WIDTH, _HEIGHT), pixels.getvalue(), "raw", "RGBA", 0, 1)


def _placed(figure: Figure, corner: tuple[int, int], area: tuple[int, int]) -> Axes:
    """Axes at a place given in pixels from the top left."""
    (left, top), (wide, high) = corner, area
    return figure.add_axes((left / WIDTH, 1 - (top + high) / _HEIGHT, wide / WIDTH, high / _HEIGHT))


def _points(pixels: float) -> float:
    return pixels * 72 / _DPI


def _lettering(pixels: int, bold: bool = False) -> FontProperties:
    return FontProperties(fname=str(path(bold)), size=_points(pixels))


def _style(axes: Axes) -> None:
    axes.set_facecolor("none")
    axes.grid(axis="y", color=LINE, linewidth=_points(2))
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=_points(8), labelcolor=SOFT)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set(color=SOFT, linewidth=_points(2))
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_fontproperties(_lettering(_TICK))
        label.set_color(SOFT)


def _curve(axes: Axes, profile: Profile) -> None:
    scores = profile.shown
    numbers = range(profile.start, profile.start + len(scores))
    crowd = len(scores) > 40
    axes.plot(numbers, scores, color=RED, alpha=0.45, linewidth=_points(3))
    axes.plot(numbers, scores, "o", color=RED, markersize=_points(9 if crowd else 14), markeredgecolor=PANEL)
    if _has_running(profile):
        axes.plot(numbers, _running(scores), color=DEEP_GREEN, linewidth=_points(7), solid_capstyle="round")
    _mark_best(axes, numbers[scores.index(profile.best)], profile.best)
    if len(scores) <= _FEW:
        _write_scores(axes, profile, numbers)
    margin = max(0.5, len(scores) * 0.015)
    axes.set_xlim(numbers[0] - margin, numbers[-1] + margin)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, integer=True, min_n_ticks=1))
    axes.set_xlabel(
        drawable_text(profile.labels.games),
        fontproperties=_lettering(_TICK),
        color=SOFT,
        labelpad=_points(4),
        parse_math=False,
    )


def _write_scores(axes: Axes, profile: Profile, numbers: range) -> None:
    t, decimals = words(profile.language), _decimals(profile.shown)
    for number, score in zip(numbers, profile.shown, strict=True):
        axes.annotate(
            t.number(score, decimals),
            (number, score),
            xytext=(0, _points(24)),
            textcoords="offset points",
            ha="center",
            fontproperties=_lettering(READABLE, bold=True),
            color=INK,
        )


def _spread(axes: Axes, profile: Profile, edges: Sequence[float]) -> None:
    counts = _counts(profile.shown, edges)
    step, most = edges[1] - edges[0], max(counts)
    axes.bar([edge + step / 2 for edge in edges[:-1]], counts, step * 0.92, color=RED, alpha=0.8)
    axes.set_ylim(0, most * 1.3)
    room = (edges[-1] - edges[0]) * (1.5 if len(edges) == 2 else 0.03)
    axes.set_xlim(edges[0] - room, edges[-1] + room)
    axes.axvline(profile.average, color=DEEP_GREEN, linewidth=_points(7))
    axes.axvline(profile.best, color=SOFT, linewidth=_points(2), linestyle=(0, (4, 3)))
    _mark_best(axes, profile.best, most * 1.17)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True, min_n_ticks=1))
    axes.xaxis.set_major_locator(FixedLocator(_ticks(profile, edges)))


def _mark_best(axes: Axes, x: float, y: float) -> None:
    edge = _points(2)
    axes.plot(
        [x],
        [y],
        "*",
        color=GOLD,
        markersize=_points(36),
        markeredgecolor=INK,
        markeredgewidth=edge,
        clip_on=False,
        zorder=5,
    )


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
    widest = max(width(t.number(place, decimals), _TICK) for place in places)
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
    return [float(edge) for edge in MaxNLocator(nbins=bars, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)]


def _counts(scores: Sequence[float], edges: Sequence[float]) -> list[int]:
    """Return the number of scores between each two edges; a score on an edge counts with those above it."""
    places = [min(bisect_right(edges, score), len(edges) - 1) - 1 for score in scores]
    return [places.count(place) for place in range(len(edges) - 1)]
