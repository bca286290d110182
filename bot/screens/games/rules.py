"""The rules of a game as we play it, from the same data as its sheet."""

from bot.engine import AnyGame
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.games.good_to_know import good_to_know
from bot.screens.kit import Field, RenderContext, Screen, rules_in_force


def rules_screen(context: RenderContext, game: AnyGame) -> Screen:
    """Return the rules of ``game`` under its house rules."""
    body, fields = face_of(game.key).rules(context, game)
    return Screen(
        title=context.t("Rules of {game}", game=context.t(CATALOGUE[game.key].label)),
        body=body,
        fields=(*fields, *good_to_know(context, game), Field(context.t("House rules"), rules_in_force(context, game))),
    )
