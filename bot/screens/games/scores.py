"""Scores as people say them, by the key of the game; results may name games that have left the catalogue."""

from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import RenderContext


def fewest_is_best(game: str) -> bool:
    """Whether scores of ``game`` are counts below 0: people see the number without its sign."""
    return game in CATALOGUE and face_of(game).fewest_is_best


def displayed_score(game: str, score: float) -> float:
    """Return ``score`` of the game ``game`` as a number people know."""
    return abs(score) if fewest_is_best(game) else score


def score_bold(context: RenderContext, game: str, score: int) -> str:
    """Return the words beside a player in a result, with the number in bold."""
    return face_of(game).score_bold(context, score) if game in CATALOGUE else f"**{score}**"


def score_words(context: RenderContext, game: str, score: int) -> str:
    """Return the words beside a player in a result, without markdown."""
    return face_of(game).score_words(context, score) if game in CATALOGUE else str(score)
