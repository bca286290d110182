"""The numbers of a review in words: its sum, amounts in its unit, and how well somebody played.

Bands go from level to level of computer players, by what each loses in a decision (:mod:`bot.mind.players.losses`).
"""

from typing import TYPE_CHECKING

from bot.engine import N_, AnyGame
from bot.screens.kit import RenderContext
from bot.tables.records.course import can_tell
from bot.tables.records.skill_totals import Decisions
from bot.thinker.reviewed import GameReview, SeatReview

if TYPE_CHECKING:
    from bot.mind.players.losses import Losses

_WIN, _TURNS = "win", "turns"
_SEEN = 0.05
"""Smaller amounts would be shown as nothing."""

_LEAST = 0.01
"""Chances nearer to 0 or 1 are told as below or above that."""

_EACH_DECIMALS = 2
"""Of what one decision loses."""

_COUNTED = {
    _WIN: N_("Counted in percentage points of winning: a sure win is 100."),
    _TURNS: N_("Counted in turns, of which fewer are better."),
}
"""What units mean that are not points (English)."""

_BANDS = (
    (0.25, N_("plays like the champion")),
    (0.75, N_("plays between regular and champion")),
    (1.25, N_("plays like regular")),
    (1.75, N_("plays between beginner and regular")),
)
"""How far down somebody is at most, where the champion is 0, regular 1, and beginner 2."""

_BEGINNER = N_("plays like a beginner")
"""Everybody else, however much they lose."""


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


def result_line(context: RenderContext, unit: str, seat: SeatReview, player: str) -> str:
    """Return nothing but what came out for ``player``."""
    score = context.t.number(round(scale_of(unit) * seat.score, 1), 1 if unit == _TURNS else 0)
    return context.t("{player}: {score} at the end", player=player, score=score)


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


def net_line(context: RenderContext, game: AnyGame, review: GameReview, seat: int) -> str:
    """Return what decided a game between two sides for that of ``seat``; empty where there are more, or one.

    Where chances to win are counted, *start + net luck + net decisions = result* adds up with one decimal.
    """
    from bot.mind.difference import net  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

    t, unit = context.t, review.unit
    found, own = net(review.seats, game.sides or len(review.seats), seat), review.seats[seat]
    if found is None or own is None:
        return ""
    scale = -1 if unit == _TURNS else scale_of(unit)
    luck, decisions = round(scale * found.luck, 1), round(scale * found.decisions, 1)
    if unit != _WIN:
        return t(
            "net luck {luck} · net decisions {decisions}",
            luck=signed(context, luck),
            decisions=signed(context, decisions),
        )
    start, score = round(scale * own.start, 1), round(scale * own.score, 1)
    return t(
        "net luck {luck} · net decisions {decisions} · from {start} to {score}",
        luck=signed(context, score - start - decisions),
        decisions=signed(context, decisions),
        start=t.tenths(start),
        score=t.number(score),
    )


def decisions_of(seat: SeatReview, games: int) -> Decisions:
    """Return what ``seat`` lost in so many games of a match."""
    return Decisions(seat.lost, sum(kind.decisions for kind in seat.kinds.values()), games)


def lost_words(context: RenderContext, unit: str, lost: Decisions) -> str:
    """Return what decisions lost, with the unit: by decision, and where games are equally long, also by game.

    Between two players, a lead is lost and won again: what a whole game loses may be far more than one win.
    """
    t, each = context.t, context.t.number(scale_of(unit) * lost.each, _EACH_DECIMALS)
    amount = t.tenths(lost.lost / lost.games)
    if unit == _WIN:
        return t("lost {each} percentage points of winning a decision", each=each)
    if unit == _TURNS:
        return t("lost {n} turns a game, {each} a decision", n=amount, each=each)
    return t("lost {n} points a game, {each} a decision", n=amount, each=each)


def par_words(context: RenderContext, game: AnyGame, unit: str) -> str:
    """Return what the levels below the champion lose in a decision; empty by house rules, which nobody has measured."""
    level = _measured(game, unit)
    if level is None:
        return ""
    regular, beginner = (
        context.t.number(scale_of(unit) * each, _EACH_DECIMALS) for each in (level.regular_each, level.beginner_each)
    )
    return context.t("regular {regular}, beginner {beginner}", regular=regular, beginner=beginner)


def grade_line(context: RenderContext, game: AnyGame, unit: str, games: int, seat: SeatReview) -> str:
    """Return what decisions lost, beside what levels lose, and whom somebody plays like who loses as much."""
    lost = decisions_of(seat, games)
    par, band = par_words(context, game, unit), band_words(context, game, unit, lost)
    said = lost_words(context, unit, lost)
    return " · ".join(filter(None, [f"{said} ({par})" if par else said, band]))


def band_words(context: RenderContext, game: AnyGame, unit: str, lost: Decisions) -> str:
    """Return :func:`band_of` in the reader's language; where few games were measured, it says that this is rough."""
    t, band, level = context.t, band_of(game, unit, lost), _measured(game, unit)
    if not band or level is None:
        return ""
    return t("roughly: {band}", band=t(band)) if level.rough else t(band)


def band_of(game: AnyGame, unit: str, lost: Decisions) -> str:
    """Return the band (English) of somebody who has lost that; empty by house rules, which nobody has measured."""
    level = _measured(game, unit)
    if level is None or not lost.made:
        return ""
    place = _place(level, lost.each)
    return next((band for most, band in _BANDS if place <= most), _BEGINNER)


def _place(level: "Losses", each: float) -> float:
    """Return how far down from the champion (0) over regular (1) to beginner (2) somebody is, and beyond."""
    if each <= level.regular_each:
        return each / level.regular_each
    return 1 + (each - level.regular_each) / (level.beginner_each - level.regular_each)


def _measured(game: AnyGame, unit: str) -> "Losses | None":
    from bot.mind.players.losses import losses  # noqa: PLC0415 - a bot without computers loads nothing of the mind.

    found = None if game.options else losses(game.key)
    return found if found is not None and found.unit == unit else None
