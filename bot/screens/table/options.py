"""Choosing house rules in the lobby: a private screen for the host, from the same data as menus, sheets and rules.

``option`` opens the list, ``option show <rule>`` one rule, ``option set <rule> <n>`` chooses its n-th value, ``option
page <n>`` turns a page, ``option preset`` and ``option preset <key>`` do it with ready-made rules. Values travel as
numbers, since their names may hold anything.
"""

from bot.engine import AnyGame, OptionValue, Preset, Rule
from bot.games import CATALOGUE
from bot.screens.kit import (
    Button,
    Choice,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    page_count,
    truncate,
    turning,
    value_in_words,
)
from bot.tables.core.model import Table

PAGE = 25
"""Rules of a menu; Discord allows no more."""

_PER_ROW = 5
_LABEL = 80


def options_screen(context: RenderContext, table: Table, page: int = 0) -> Screen:
    """Every house rule with its present value, and menus to change one or take a ready-made set."""
    listing = CATALOGUE[table.game.key]
    pages = page_count(len(listing.rules), PAGE)
    shown = min(page, pages - 1)
    rules = listing.rules[shown * PAGE : (shown + 1) * PAGE]
    choices = tuple(_rule_choice(context, table.game, rule) for rule in rules)
    presets = tuple(_preset_choice(context, preset) for preset in listing.presets)
    rows: tuple[Row, ...] = (
        (Menu("option rules", context.t("Change a house rule"), choices),) * bool(rules),
        (Menu("option presets", context.t("Take ready-made rules"), presets),),
        turning(context, shown, pages, "option page {} {}".format),
    )
    return Screen(
        title=context.t("{game}: house rules", game=context.t(listing.label)),
        body="\n".join(
            [
                context.t("Only you see this. What you choose is saved at once and shown to everyone at the table."),
                "",
                _preset_line(context, table.game),
                *(_rule_line(context, table.game, rule) for rule in rules),
            ]
        ),
        footer=context.t("Table {code}", code=table.code),
        rows=tuple(filter(None, rows)),
    )


def rule_screen(context: RenderContext, table: Table, rule: Rule) -> Screen:
    """One house rule: its meaning, and a button for each value."""
    present = table.game.options.get(rule.key, rule.default)
    buttons = [_value_button(context, rule, number, present) for number in range(len(rule.choices))]
    rows = [tuple(buttons[first : first + _PER_ROW]) for first in range(0, len(buttons), _PER_ROW)]
    now = context.t("Now: **{value}**", value=value_in_words(context, rule, present))
    return Screen(
        title=context.t(rule.label),
        body="\n\n".join([context.t(rule.meaning), now] if rule.meaning else [now]),
        footer=context.t("Table {code}", code=table.code),
        rows=(*rows, (Button("option", context.t("Back")),)),
    )


def rule_of(game: AnyGame, key: str) -> Rule | None:
    """Return the house rule of ``game`` with that key."""
    return next((rule for rule in CATALOGUE[game.key].rules if rule.key == key), None)


def preset_of(game: AnyGame, key: str) -> Preset | None:
    """Return the ready-made rules of ``game`` with that key."""
    return next((preset for preset in CATALOGUE[game.key].presets if preset.key == key), None)


def preset_in_force(game: AnyGame) -> Preset | None:
    """Return the present ready-made rules of ``game``, if its house rules are just these."""
    return next((preset for preset in CATALOGUE[game.key].presets if dict(preset.options) == dict(game.options)), None)


def _preset_line(context: RenderContext, game: AnyGame) -> str:
    preset = preset_in_force(game)
    return context.t(
        "Ready-made rules: **{name}**", name=context.t(preset.label) if preset else context.t("rules of your own")
    )


def _rule_line(context: RenderContext, game: AnyGame, rule: Rule) -> str:
    """A sign and a word mark a rule that differs from the standard."""
    value = game.options.get(rule.key, rule.default)
    words = {"name": context.t(rule.label), "value": value_in_words(context, rule, value)}
    if value == rule.default:
        return context.t("{name}: {value}", **words)
    return context.t("● {name}: **{value}** (changed)", **words)


def _rule_choice(context: RenderContext, game: AnyGame, rule: Rule) -> Choice:
    value = game.options.get(rule.key, rule.default)
    now = context.t("Now: {value}", value=value_in_words(context, rule, value))
    return Choice(f"option show {rule.key}", truncate(context.t(rule.label), 100), truncate(now, 100))


def _preset_choice(context: RenderContext, preset: Preset) -> Choice:
    many = len(preset.options)
    said = context.t.many("{n} rule changed", "{n} rules changed", many) if many else context.t("Nothing changed")
    return Choice(f"option preset {preset.key}", truncate(context.t(preset.label), 100), said)


def _value_button(context: RenderContext, rule: Rule, number: int, present: OptionValue) -> Button:
    chosen = rule.choices[number] == present
    label = truncate(value_in_words(context, rule, rule.choices[number]), _LABEL)
    style = Style.SUCCESS if chosen else Style.SECONDARY
    return Button(f"option set {rule.key} {number}", label, style, disabled=chosen)
