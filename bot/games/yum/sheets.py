"""Every sheet of the family, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine.options import Options, Rule
from bot.engine.types import OptionValue
from bot.engine.words import N_
from bot.games.yum import house
from bot.games.yum import standard_boxes as std
from bot.games.yum.bonus import THREE_TIERS
from bot.games.yum.house import HouseRule
from bot.games.yum.layout import Layout


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A game of the family: its boxes and the house rules it knows, with their defaults."""

    key: str
    label: str
    layout: Layout
    house: tuple[HouseRule, ...]
    presets: tuple[tuple[str, str, Mapping[str, OptionValue]], ...] = ()
    """Ready-made house rules besides the standard: (key, English label, options)."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The house rules, for :class:`~bot.engine.options.Options`."""
        return tuple(known.rule for known in self.house)

    def laid_out(self, options: Options) -> Layout:
        """Return the layout with ``options`` applied, in the order of the rules."""
        layout = self.layout
        for known in self.house:
            if known.effect is not None:
                layout = known.effect(layout, options[known.rule.key])
        return layout


_FAMILY = (house.TIEBREAK,)

YUM_PLUS = Sheet(
    "yum_plus",
    N_("Yum Plus"),
    Layout(
        (
            *std.upper(),
            std.ONE_PAIR,
            std.TWO_PAIR,
            std.THREE_KIND,
            std.FOUR_KIND,
            std.SHORT_STRAIGHT,
            std.LONG_STRAIGHT,
            std.LOW_STRAIGHT,
            std.HIGH_STRAIGHT,
            std.LOW_SCORE,
            std.HIGH_SCORE,
            std.FULL_HOUSE,
            std.CHANCE,
            std.MINUS,
            std.YUM,
            std.YUM2,
            std.YUM3,
        ),
        THREE_TIERS,
    ),
    (
        house.joker("fr", "en", "none"),
        house.JOKER_NEEDS,
        house.JOKER_UPPER,
        house.QUAD_IS_TWO_PAIR,
        house.OF_A_KIND,
        house.LOW_HIGH,
        house.HIGH_MIN,
        house.LOW_FIRST,
        house.YUM_ORDER,
        house.YUM_IS_FULL_HOUSE,
        *_FAMILY,
    ),
    (
        (
            "friends",
            N_("Among friends"),
            {"joker_needs": "first", "quad_is_two_pair": True, "yum_is_full_house": True, "high_min": "none"},
        ),
        ("source_english", N_("English rules sheet"), {"joker": "en", "joker_needs": "first"}),
        ("source_french", N_("French rules sheet"), {}),
    ),
)

SHEETS: Mapping[str, Sheet] = {sheet.key: sheet for sheet in (YUM_PLUS,)}
