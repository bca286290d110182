"""Throws of a turn: their number, the dice a player may keep, and the Power die (rules.md §1, §4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.engine import (
    FREEZE,
    POWER,
    Dice,
    Keep,
    OptionValue,
    PowerThrow,
    Roll,
    has_power,
    multiplier,
    power_keeps,
    throw_dice,
)
from bot.engine.seats import added, replaced
from bot.games.yum.state import State

THROWS = 3
"""Throws of a turn, without tokens, saved throws and the Power die."""


@dataclass(frozen=True, slots=True)
class Throwing:
    """How a game throws: ordinary dice, Power die, and throws beyond the third."""

    dice: int
    power: bool = False
    freeze_if_kept: bool = False
    """A Freeze only ends the turn of a seat that keeps it."""
    tokens: int = 0
    """Tokens of each seat at the beginning; one buys a fourth throw."""
    saves: bool = False
    """A seat may use saved throws in later turns."""

    @classmethod
    def from_options(cls, dice: int, options: Mapping[str, OptionValue]) -> "Throwing":
        """Return how a game with these house rules throws."""
        return cls(
            dice,
            has_power(options),
            options.get("freeze") == "if_kept",
            int(options.get("extra_tokens", 0)),
            options.get("saved_rolls") is True,
        )

    def may_throw(self, state: State) -> bool:
        """Whether the seat to act may throw dice again."""
        again = state.throws < THROWS or self._buys(state)
        if not self.power:
            return again
        if state.power == FREEZE:
            return self.freeze_if_kept and again
        return again or self._brings_fourth(state)

    def keeps(self, state: State) -> tuple[Keep, ...]:
        """Return what the seat to act may keep to throw the rest; empty if it may not throw."""
        if not self.may_throw(state):
            return ()
        faces = tuple(sorted(state.dice))
        if not self.power:
            return power_keeps(faces, False, False)
        return power_keeps(faces, not self._brings_fourth(state), state.power != FREEZE)

    def _brings_fourth(self, state: State) -> bool:
        """Whether the Power die brings a fourth throw; it stays itself."""
        return self.power and state.throws == THROWS and state.power == POWER

    def _buys(self, state: State) -> bool:
        """Whether the seat to act may throw after the third: any number of saved throws, else one token."""
        return state.turn is not None and state.spare[state.turn] > 0 and (self.saves or state.throws == THROWS)

    def throw(self, state: State, action: Roll | Keep, dice: Dice) -> tuple[State, PowerThrow]:
        """Return ``state`` after the throw, and what fell."""
        kept = action.faces if isinstance(action, Keep) else ()
        power_kept = isinstance(action, Keep) and action.power
        thrown = throw_dice(dice, self.dice - len(kept), with_power=self.power and not power_kept)
        after = replaced(
            state,
            throws=state.throws + 1,
            dice=(*kept, *thrown.faces),
            kept=len(kept),
            power=state.power if thrown.power is None else thrown.power,
            power_kept=power_kept,
            spare=self._paid(state),
        )
        return after, thrown

    def _paid(self, state: State) -> tuple[int, ...]:
        """Return the spare throws after one more throw; the fourth of a Power 6 is free."""
        free = state.throws < THROWS or (state.throws == THROWS and state.power == POWER)
        return state.spare if free or state.turn is None else added(state.spare, state.turn, -1)

    def saved(self, state: State) -> tuple[int, ...]:
        """Return the spare throws after the turn of the seat to act; a Freeze leaves none to save."""
        unused = THROWS - state.throws
        if not self.saves or state.turn is None or not state.throws or unused <= 0 or state.power == FREEZE:
            return state.spare
        return added(state.spare, state.turn, unused)

    def multiplier(self, state: State) -> int:
        """Return the multiplier of this turn's points."""
        return multiplier(state.power)
