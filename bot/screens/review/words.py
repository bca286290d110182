"""The numbers of a review in words: its sum, amounts in its unit, and how well somebody played.

Bands go from level to level of computer players, by what each loses in a game (:mod:`bot.mind.players.losses`).
"""

from typing import TYPE_CHECKING

from bot.engine import N_, AnyGame
from bot.screens.kit import RenderContext
from bot.tables.records.course import can_tell
from bot.thinker.reviewed import SeatReview

if TYPE_CHECKING:
    from bot.mind.players.losses import Losses

_WIN, _TURNS = "win", "turns"
_SEEN = 0.05
"""Smaller amounts would be shown as nothing."""

_LEAST = 0.01
"""Chances nearer to 0 or 1 are told as below or above that."""

_COUNTED = {
    _WIN: N_("Counted in wins out of 100 games."),
    _TURNS: N_("Counted in turns, of which fewer are better."),
}
"""What units mean that are not points (English)."""

_BANDS = (
    (0.25, N_("plays like the champion")),
    (0.75, N_("plays between regular and champion")),
    (1.25, N_("plays like regular")),
    (1.75, N_("plays between beginner and regular")),
    (2.25, N_("plays like a beginner")),
)
"""How far down somebody is at most, where the champion is 0, regular 1, and beginner 2."""

_BELOW = N_("plays below a beginner")


def unit_line(context: RenderContext, unit: str) -> str:
    """Return what the numbers of a review count; empty for points, which everybody knows."""
    return context.t(_COUNTED[unit]) if unit in _COUNTED else ""


def sum_line(context: RenderContext, unit: str, seat: SeatReview) -> str:
    """Return *expected + luck - decisions = score*, as it adds up with one decimal."""
    t, good, scale = context.t, -1 if unit == _TURNS else 1, scale_of(unit)
    start, score = round(scale * seat.start, 1), round(scale * seat.score, 1)
    lost, others = round(-good * scale * seat.lost, 1), round(good * scale * seat.others, 1)
    luck = score - start - lost - others
    values = {"start": t.tenths(start), "luck": signed(context, luck), "lost": signed(context, lost)}
    whole = t.number(score) if unit != _TURNS else t.number(score, 1)
    if unit == _WIN or abs(others) >= _SEEN:
        return t(
            "expected {start} · luck {luck} · decisions {lost} · others {others} = **{score}**",
            **values,
            others=signed(context, others),
            score=whole,
        )
    return t("expected {start} · luck {luck} · decisions {lost} = **{score}**", **values, score=whole)


def scale_of(unit: str) -> int:
    """Return by how much amounts are multiplied to be shown: a chance to win counts wins out of 100."""
    return 100 if unit == _WIN else 1


def signed(context: RenderContext, amount: float) -> str:
    """Return an amount with its sign, as print writes it; 0 has none."""
    sign = "" if abs(amount) < _SEEN else "+" if amount > 0 else "\N{MINUS SIGN}"
    return f"{sign}{context.t.tenths(abs(amount))}"


def gain(context: RenderContext, unit: str, amount: float) -> str:
    """Return what a throw or a decision changed, with the sign that it has in the sum: fewer turns are better."""
    return signed(context, (-1 if unit == _TURNS else scale_of(unit)) * amount)


def chance(context: RenderContext, share: float) -> str:
    """Return a chance to win in percent; only what is decided is 0 or 100."""
    if 0 < share < _LEAST:
        return f"<{context.t.percent(_LEAST)}"
    return f">{context.t.percent(1 - _LEAST)}" if 1 - _LEAST < share < 1 else context.t.percent(share)


def no_chance_line(context: RenderContext, game: AnyGame, unit: str) -> str:
    """Return why a review among several tells no chances to win; empty where it does."""
    if can_tell(game, unit):
        return ""
    if unit == _TURNS:
        return context.t("Turns alone do not tell a chance to win.")
    return context.t("Nobody has measured chances to win by these house rules.")


def grade_line(context: RenderContext, game: AnyGame, unit: str, games: int, seat: SeatReview) -> str:
    """Return what decisions lost, in a game of a match, and whom somebody plays like who loses as much."""
    t, lost = context.t, seat.lost / games
    amount, band = t.tenths(scale_of(unit) * lost), band_of(game, unit, lost)
    if not band:
        return t("lost {n} a game", n=amount)
    levels = _losses(game.key)
    if levels is not None and levels.rough:
        return t("lost {n} a game · roughly: {band}", n=amount, band=t(band))
    return t("lost {n} a game · {band}", n=amount, band=t(band))


def band_of(game: AnyGame, unit: str, lost: float) -> str:
    """Return the band (English) of who loses so much in a game; empty by house rules, which nobody has measured."""
    found = None if game.options else _losses(game.key)
    if found is None or found.unit != unit:
        return ""
    place = _place(found, lost)
    return next((band for most, band in _BANDS if place <= most), _BELOW)


def _place(levels: "Losses", lost: float) -> float:
    """Return how far down from the champion (0) over regular (1) to beginner (2) somebody is, and beyond."""
    if lost <= levels.regular:
        return (lost - levels.champion) / (levels.regular - levels.champion)
    return 1 + (lost - levels.regular) / (levels.beginner - levels.regular)


def _losses(key: str) -> "Losses | None":
    from bot.mind.players.losses import losses  # noqa: PLC0415 - a bot without computers loads nothing of the mind.

    return losses(key)
