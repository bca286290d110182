"""Choosing how a lobby's game is played: a private screen for the host, from the same data as menus, sheets and rules.

It has pages: ``option`` opens the first, ``option tab <page>`` any. ``option show <rule>`` opens one house rule,
``option set <rule> <n>`` chooses its n-th value, ``option preset <key>`` takes ready-made rules. Values travel as
numbers, since their names may hold anything. Questions beside the house rules stand in game_options.py.
"""

from collections.abc import Sequence

from bot.engine import N_, AnyGame, OptionValue, Preset, Rule
from bot.games import CATALOGUE
from bot.screens.kit import Button, Choice, Menu, RenderContext, Row, Screen, Style, truncate, value_in_words
from bot.screens.table.game_options import question_choice, question_line, questions
from bot.tables.core.model import Table

GAME, RULES, POWER = "game", "rules", "power"
_TABS = {GAME: N_("Game"), RULES: N_("Rules"), POWER: N_("Power")}
_OF_THE_GAME = ("games_in_match", "teams", "power")
"""House rules that most people look for: on the first page."""
_OF_POWER = ("freeze", "double_mandatory", "power_bonus_base")
"""House rules that mean something with the Power die alone."""

_PER_ROW = 5
_LABEL = 80


def options_screen(context: RenderContext, table: Table, tab: str = GAME) -> Screen:
    """One page of what can be chosen, changes first; ready-made rules stand on that of rules."""
    t, listing = context.t, CATALOGUE[table.game.key]
    shown = tab if tab in tabs(table) else GAME
    asked = questions(table) if shown == GAME else ()
    named = [
        *((question_line(context, table, one), question_choice(context, table, one)) for one in asked),
        *(
            (_rule_line(context, table.game, one), _rule_choice(context, table.game, one))
            for one in rules_on(table, shown)
        ),
    ]
    named.sort(key=lambda one: not one[0].startswith("●"))
    presets = (_preset_menu(context, table),) if shown == RULES else ()
    return Screen(
        title=t("{game}: options", game=t(listing.label)),
        body="\n".join(
            [
                t("Only you see this. What you choose is saved at once and shown to everyone at the table."),
                "",
                *([_preset_line(context, table.game)] if shown == RULES else []),
                *(line for line, _ in named),
            ]
        ),
        rows=(
            (Menu("option rules", t("Change…"), tuple(choice for _, choice in named)),),
            *presets,
            _tab_row(context, table, shown),
        ),
    )


def tabs(table: Table) -> tuple[str, ...]:
    """Return the pages that have something to choose."""
    return tuple(tab for tab in _TABS if tab == GAME or rules_on(table, tab))


def tab_of(rule: Rule) -> str:
    """Return the page of ``rule``."""
    if rule.key in _OF_THE_GAME:
        return GAME
    return POWER if rule.key in _OF_POWER else RULES


def rules_on(table: Table, tab: str) -> Sequence[Rule]:
    """Return the house rules on a page; those of the Power die only with it."""
    if tab == POWER and not table.game.options.get("power"):
        return ()
    return [rule for rule in CATALOGUE[table.game.key].rules if tab_of(rule) == tab]


def back_row(context: RenderContext, tab: str) -> Row:
    """Return the button back to a page."""
    return (Button(f"option tab {tab}", context.t("Back")),)


def rule_screen(context: RenderContext, table: Table, rule: Rule) -> Screen:
    """One house rule: its meaning, and a button for each value."""
    present = _value(table.game, rule)
    buttons = [_value_button(context, rule, number, present) for number in range(len(rule.choices))]
    rows = [tuple(buttons[first : first + _PER_ROW]) for first in range(0, len(buttons), _PER_ROW)]
    now = context.t("Now: **{value}**", value=value_in_words(context, rule, present))
    return Screen(
        title=context.t(rule.label),
        body="\n\n".join([context.t(rule.meaning), now] if rule.meaning else [now]),
        rows=(*rows, back_row(context, tab_of(rule))),
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


def _value(game: AnyGame, rule: Rule) -> OptionValue:
    return game.options.get(rule.key, rule.default)


def _tab_row(context: RenderContext, table: Table, shown: str) -> Row:
    """The pages, the present one in blue, and the panel of reminders beside them."""
    pages = (
        Button(f"option tab {tab}", context.t(_TABS[tab]), Style.PRIMARY if tab == shown else Style.SECONDARY)
        for tab in tabs(table)
    )
    return (*pages, Button("clock", context.t("Reminders")))


def _preset_line(context: RenderContext, game: AnyGame) -> str:
    preset = preset_in_force(game)
    return context.t(
        "Ready-made rules: **{name}**", name=context.t(preset.label) if preset else context.t("rules of your own")
    )


def _preset_menu(context: RenderContext, table: Table) -> Row:
    presets = CATALOGUE[table.game.key].presets
    choices = tuple(_preset_choice(context, preset) for preset in presets)
    return (Menu("option presets", context.t("Take ready-made rules"), choices),)


def _rule_line(context: RenderContext, game: AnyGame, rule: Rule) -> str:
    """A sign and a word mark a rule that differs from the standard."""
    value = _value(game, rule)
    words = {"name": context.t(rule.label), "value": value_in_words(context, rule, value)}
    if value == rule.default:
        return context.t("{name}: {value}", **words)
    return context.t("● {name}: **{value}** (changed)", **words)


def _rule_choice(context: RenderContext, game: AnyGame, rule: Rule) -> Choice:
    now = context.t("Now: {value}", value=value_in_words(context, rule, _value(game, rule)))
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
