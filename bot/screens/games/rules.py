"""The rules of a game as we play it, from the same data as its sheet."""

from bot.engine import AnyGame
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.games.good_to_know import good_to_know
from bot.screens.kit import GOOD_TO_KNOW, Button, Field, RenderContext, Screen, rules_in_force

_MOST = 6000
"""Characters of all text in an embed at Discord."""


def rules_screen(context: RenderContext, game: AnyGame) -> Screen:
    """Return the rules of ``game`` under its house rules.

    What is good to know stands behind a button of its table where one message does not hold it: under many house rules.
    """
    body, fields = face_of(game.key).rules(context, game)
    title, last = _title(context, game), Field(context.t("House rules"), rules_in_force(context, game))
    whole = Screen(title, body, fields=(*fields, *good_to_know(context, game), last))
    if _length(whole) <= _MOST:
        return whole
    return Screen(title, body, fields=(*fields, last), rows=((Button("rules notes", context.t(GOOD_TO_KNOW)),),))


def rule_notes_screen(context: RenderContext, game: AnyGame) -> Screen:
    """Return what is good to know about the rules of ``game``, on a page of its own."""
    body = context.t("What the texts of this game leave open, and what we play.")
    back = Button("rules whole", context.t("Rules"))
    return Screen(_title(context, game), body, fields=good_to_know(context, game), rows=((back,),))


def _title(context: RenderContext, game: AnyGame) -> str:
    return context.t("Rules of {game}", game=context.t(CATALOGUE[game.key].label))


def _length(screen: Screen) -> int:
    return len(screen.title) + len(screen.body) + sum(len(field.name) + len(field.value) for field in screen.fields)
