"""The house rules of a game, in words."""

from collections.abc import Mapping

from bot.engine import AnyGame, OptionValue, Rule
from bot.games import CATALOGUE
from bot.screens.kit.values import RenderContext


def rules_in_force(context: RenderContext, game: AnyGame) -> str:
    """The house rules that differ from the standard, one a line."""
    if not game.options:
        return context.t("Standard rules.")
    known = {rule.key: rule for rule in CATALOGUE[game.key].rules}
    return "\n".join(
        context.t(
            "{name}: **{value}**", name=context.t(known[key].label), value=value_in_words(context, known[key], value)
        )
        for key, value in game.options.items()
    )


def options_in_words(context: RenderContext, game: str, options: Mapping[str, OptionValue], between: str) -> str:
    """The house rules of a finished game in one line; unknown rules come out as stored."""
    known = {rule.key: rule for rule in CATALOGUE[game].rules} if game in CATALOGUE else {}
    return between.join(
        context.t("{name}: {value}", name=context.t(known[key].label), value=value_in_words(context, known[key], value))
        if key in known and value in known[key].choices
        else f"{key} = {value}"
        for key, value in options.items()
    )


def value_in_words(context: RenderContext, rule: Rule, value: OptionValue) -> str:
    """The value of ``rule``: the name of the choice, on or off, or a number."""
    if rule.names:
        return context.t(rule.names[rule.choices.index(value)])
    if isinstance(value, bool):
        return context.t("On") if value else context.t("Off")
    return context.t.number(value) if isinstance(value, int) else value
