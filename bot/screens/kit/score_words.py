"""Scores as people say them: points, or tokens of which fewest are best."""

from __future__ import annotations

from bot.screens.kit.values import Desk

FEWEST_IS_BEST = frozenset({"421"})
"""Games whose scores are below 0, so that more is better everywhere; people see the number of tokens."""


def told(game: str, score: float) -> float:
    """Return ``score`` of the game ``game`` as a number people know."""
    return abs(score) if game in FEWEST_IS_BEST else score


def score_words(desk: Desk, game: str, score: int) -> str:
    """The words beside a player in a result: the points, or the number of tokens."""
    if game in FEWEST_IS_BEST:
        return desk.t.many("**{n}** token", "**{n}** tokens", -score)
    return f"**{score}**"
