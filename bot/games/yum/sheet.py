"""A score-sheet game as data: a sheet and its house rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.engine import Options, Preset, Rule
from bot.games.yum.common_options import EVERY_SHEET, POWER
from bot.games.yum.layout import Layout
from bot.games.yum.options import SheetOption


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A score-sheet game: its boxes, and its house rules besides those of every sheet."""

    key: str
    label: str
    """English (:func:`bot.engine.words.N_`)."""
    about: str
    """What is special about it, in a few words; English."""
    layout: Layout
    own_options: tuple[SheetOption, ...] = ()
    presets: tuple[Preset, ...] = ()
    """Ready-made house rules besides the standard."""
    earlier: Mapping[int, Callable[[Layout], Layout]] = field(default_factory=dict)
    """The layout under earlier versions of the rules, if it differed."""

    @property
    def options(self) -> tuple[SheetOption, ...]:
        """All house rules, in the order of menus and of their effects on the layout."""
        return (POWER, *self.own_options, *EVERY_SHEET)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The house rules, for :class:`~bot.engine.options.Options`."""
        return tuple(known.rule for known in self.options)

    def laid_out(self, options: Options) -> Layout:
        """Return the layout of their version with ``options`` applied, in the order of the rules."""
        earlier = self.earlier.get(options.version)
        layout = self.layout if earlier is None else earlier(self.layout)
        for known in self.options:
            if known.effect is not None:
                layout = known.effect(layout, options[known.rule.key])
        return layout
