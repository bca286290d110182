"""The house rules of a game, in words."""

from __future__ import annotations

from bot.engine.options import Rule
from bot.engine.types import AnyGame, OptionValue
from bot.games import CATALOGUE
from bot.screens.kit import Desk


def rules_in_force(desk: Desk, game: AnyGame) -> str:
    """The house rules that differ from the standard, one a line."""
    if not game.options:
        return desk.t("Standard rules.")
    known = {rule.key: rule for rule in CATALOGUE[game.key].rules}
    return "\n".join(
        desk.t("{name}: **{value}**", name=desk.t(known[key].label), value=value_in_words(desk, known[key], value))
        for key, value in game.options.items()
    )


def value_in_words(desk: Desk, rule: Rule, value: OptionValue) -> str:
    """What ``rule`` is set to: the name of the choice, on or off, or a number."""
    if rule.names:
        return desk.t(rule.names[rule.choices.index(value)])
    if isinstance(value, bool):
        return desk.t("on") if value else desk.t("off")
    return str(value)
