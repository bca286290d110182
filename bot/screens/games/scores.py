"""Scores as people say them, by the key of the game; results may name games that have left the catalogue.

``options`` are the house rules of the game.
"""

from collections.abc import Mapping

from bot.engine import OptionValue
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import RenderContext


def fewest_is_best(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Whether scores of ``game`` are counts below 0: people see the number without its sign."""
    return game in CATALOGUE and face_of(game).fewest_is_best(options)


def displayed_score(game: str, score: float, options: Mapping[str, OptionValue]) -> float:
    """Return ``score`` of the game ``game`` as a number people know."""
    return abs(score) if fewest_is_best(game, options) else score


def last_loses(game: str, options: Mapping[str, OptionValue]) -> bool:
    """Return whether the last place of the game ``game`` is a defeat."""
    return game in CATALOGUE and face_of(game).last_loses(options)


def score_bold(context: RenderContext, game: str, score: int, options: Mapping[str, OptionValue]) -> str:
    """Return the words beside a player in a result, with the number in bold."""
    return face_of(game).score_bold(context, score, options) if game in CATALOGUE else f"**{context.t.number(score)}**"


def score_words(context: RenderContext, game: str, score: int, options: Mapping[str, OptionValue]) -> str:
    """Return the words beside a player in a result, without markdown."""
    return face_of(game).score_words(context, score, options) if game in CATALOGUE else context.t.number(score)
