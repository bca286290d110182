"""The parts of the rules that say what their sources leave open, and what we play (rules.md §21)."""

from bot.engine import AnyGame
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import Field, RenderContext, RuleNote, value_in_words


def good_to_know(context: RenderContext, game: AnyGame) -> tuple[Field, ...]:
    """Return the parts of the rules that say what the texts leave open; none where they agree."""
    return tuple(
        Field(context.t(title), "\n".join(_line(context, game, doubt) for doubt in doubts))
        for title, doubts in face_of(game.key).rule_notes(game)
        if doubts
    )


def _line(context: RenderContext, game: AnyGame, doubt: RuleNote) -> str:
    rule = next((rule for rule in CATALOGUE[game.key].rules if rule.key == doubt.rule), None)
    if rule is None:
        return f"* {context.t(doubt.said)}"
    standard = value_in_words(context, rule, rule.default)
    return f"* {context.t(doubt.said)} " + context.t(
        "Standard: {value}; house rule: **{name}**.", value=standard, name=context.t(rule.label)
    )
