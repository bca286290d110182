"""House rules as data: which exist, which values they take, what somebody chose, and the version of the rules.

One table of :class:`Rule` per game gives keys, defaults, choices and words. Games, records, menus and rules pages all
read it. The version is no house rule: nobody chooses it, and no menu shows it. It only goes with a game that the bot
writes down (:attr:`Options.written`), so that a game ends by the rules it began with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from bot.engine.errors import BadOptions
from bot.engine.types import N_, OptionValue

RULES_VERSION = 3
"""The version of the rules for new games. It grows when the rules of any game change what happens."""

MATCH_VERSIONS = frozenset({3})
"""The versions that changed matches alone: one game is played as by the version before."""

FIRST_RULES_VERSION = 1
"""The version of games that were written down without one."""

VERSION_KEY = "rules_version"
"""The key of the version among written options."""


class RuleNote(NamedTuple):
    """What tables settle differently, in English, and the key of the house rule that settles it; empty where none does.

    A game without that house rule does not tell the note.
    """

    sentence: str
    rule: str = ""
    of_texts: bool = False
    """Whether it only names the choices of its house rule; it comes after all that players need."""
    of_source: bool = False
    """Whether it only tells where our rules come from: docs/rules has it, players do not need it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule: its key in rules.md, its default, its values, its name and its meaning (English).

    ``names`` are the words for the choices, in their order; empty where the values speak for themselves (yes or no,
    numbers).
    """

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...]
    label: str
    meaning: str = ""
    names: tuple[str, ...] = ()
    language: str = ""
    """The only language whose players know the rule by its name; others are told of it where it is on."""

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if the rule allows it; raises BadOptions. ``true`` never counts as ``1``."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
        allowed = ", ".join(_written(choice) for choice in self.choices)
        raise BadOptions(self.key, f"{self.key} may be {allowed}; not {_written(value)}")


def power_rule(meaning: str) -> Rule:
    """Return the house rule ``power``, one more die; ``meaning`` says what it does in this game."""
    return Rule("power", False, (False, True), N_("Power die"), meaning)


def has_power(options: Mapping[str, OptionValue]) -> bool:
    """Whether these house rules have the Power die."""
    return options.get("power") is True


def version_of_one_game(version: int) -> int:
    """Return the last version up to this one that changed more than matches: by both, one game is played alike."""
    return max(set(range(FIRST_RULES_VERSION, version + 1)) - MATCH_VERSIONS)


def _version(value: object) -> int:
    if type(value) is int and FIRST_RULES_VERSION <= value <= RULES_VERSION:
        return value
    known = f"{FIRST_RULES_VERSION} to {RULES_VERSION}"
    raise BadOptions(VERSION_KEY, f"{VERSION_KEY} may be {known}; not {_written(value)}")


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules under one name; ``label`` is English. ``options`` are those with other values than the default."""

    key: str
    label: str
    options: Mapping[str, OptionValue]
    quicker: bool = False
    """Whether a game by them is so much shorter or livelier that newcomers are offered them."""


@dataclass(frozen=True)
class Options(Mapping[str, OptionValue]):
    """House rules in force: every key of ``rules`` has a value. Frozen and hashable; equal choices are equal."""

    rules: tuple[Rule, ...]
    changed: tuple[tuple[str, OptionValue], ...] = ()
    """The values other than the default, in the order of the rules."""
    version: int = RULES_VERSION

    @classmethod
    def choose(cls, rules: Sequence[Rule], chosen: Mapping[str, object]) -> "Options":
        """Return the options with ``chosen`` in place of defaults; raises BadOptions naming the first bad key.

        They are of the newest version of the rules, unless :data:`VERSION_KEY` among them names another.
        """
        known = {rule.key for rule in rules}
        for key in chosen:
            if key != VERSION_KEY and key not in known:
                raise BadOptions(str(key), f"there is no option {key!r}; there are: {', '.join(sorted(known))}")
        values = ((rule, rule.check(chosen[rule.key])) for rule in rules if rule.key in chosen)
        changed = tuple((rule.key, value) for rule, value in values if value != rule.default)
        return cls(tuple(rules), changed, _version(chosen.get(VERSION_KEY, RULES_VERSION)))

    def without(self, key: str) -> "Options":
        """Return these options with the default of the rule ``key``."""
        return replace(self, changed=tuple(choice for choice in self.changed if choice[0] != key))

    @property
    def written(self) -> Mapping[str, OptionValue]:
        """The values other than the default, and the version unless it is the first, for rows and records."""
        version = {} if self.version == FIRST_RULES_VERSION else {VERSION_KEY: self.version}
        return {**dict(self.changed), **version}

    def __getitem__(self, key: str) -> OptionValue:
        return self._values[key]

    @cached_property
    def _values(self) -> dict[str, OptionValue]:
        """All values by their keys: a game asks for some of them at each action."""
        return {rule.key: rule.default for rule in self.rules} | dict(self.changed)

    def __iter__(self) -> Iterator[str]:
        return (rule.key for rule in self.rules)

    def __len__(self) -> int:
        return len(self.rules)
