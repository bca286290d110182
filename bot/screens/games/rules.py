"""The rules of a game as we play it, from the same data as its sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.types import AnyGame
from bot.games import CATALOGUE
from bot.screens.games.ambition.rules import ambition_rules
from bot.screens.games.cant_stop.rules import cant_stop_rules
from bot.screens.games.five_thousand.rules import five_thousand_rules
from bot.screens.games.four_two_one.rules import four_two_one_rules
from bot.screens.games.good_to_know import good_to_know
from bot.screens.games.yamslam.rules import yamslam_rules
from bot.screens.games.yum.rules import yum_rules
from bot.screens.kit.house_rules import rules_in_force
from bot.screens.kit.values import Desk, Field, Screen


def rules_screen(desk: Desk, game: AnyGame) -> Screen:
    """How ``game`` is played with its house rules."""
    t = desk.t
    listing = CATALOGUE[game.key]
    body, fields = RULES[listing.family](desk, game)
    return Screen(
        title=t("Rules of {game}", game=t(listing.label)),
        body=body,
        fields=(*fields, *good_to_know(desk, game), Field(t("House rules"), rules_in_force(desk, game))),
    )


RULES: dict[str, Callable[[Desk, Any], tuple[str, tuple[Field, ...]]]] = {
    "yum": yum_rules,
    "yamslam": yamslam_rules,
    "four_two_one": four_two_one_rules,
    "five_thousand": five_thousand_rules,
    "cant_stop": cant_stop_rules,
    "ambition": ambition_rules,
}
"""The body and the parts of the rules, for each family of games."""
