"""House rules as data: what exists, what may be chosen, what is chosen.

One table of :class:`Rule` per game gives keys, defaults, choices and words; games, records, menus and rules pages
all read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.engine.errors import BadOptions
from bot.engine.types import OptionValue


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule: its key in rules.md, its default, the values allowed, its name and what it means (English).

    ``names`` are what the choices are called, in their order; empty where the values speak for themselves
    (yes or no, numbers).
    """

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    label: str
    meaning: str = ""
    names: tuple[str, ...] = ()

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it may be chosen; raises BadOptions. ``true`` is never taken for ``1``."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        allowed = ", ".join(_written(choice) for choice in self.choices)
        raise BadOptions(self.key, f"{self.key} may be {allowed}; not {_written(value)}")


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules under one name; ``label`` is English. ``options`` are those that differ from the defaults."""

    key: str
    label: str
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Options(Mapping[str, OptionValue]):
    """House rules in force: every key of ``rules`` has a value. Frozen and hashable; equal choices are equal."""

    rules: tuple[Rule, ...]
    changed: tuple[tuple[str, OptionValue], ...] = ()
    """What differs from the defaults, in the order of the rules."""

    @classmethod
    def choose(cls, rules: Sequence[Rule], chosen: Mapping[str, object]) -> Options:
        """Return the options with ``chosen`` in place of defaults; raises BadOptions naming the first bad key."""
        known = {rule.key for rule in rules}
        for key in chosen:
            if key not in known:
                raise BadOptions(str(key), f"there is no option {key!r}; there are: {', '.join(sorted(known))}")
        values = ((rule, rule.check(chosen[rule.key])) for rule in rules if rule.key in chosen)
        return cls(tuple(rules), tuple((rule.key, value) for rule, value in values if value != rule.default))

    def __getitem__(self, key: str) -> OptionValue:
        for name, value in self.changed:
            if name == key:
                return value
        for rule in self.rules:
            if rule.key == key:
                return rule.default
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return (rule.key for rule in self.rules)

    def __len__(self) -> int:
        return len(self.rules)
