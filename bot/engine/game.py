"""The base of games with house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from bot.engine.errors import WrongSeats
from bot.engine.options import Options, Rule
from bot.engine.seats import ranking
from bot.engine.sides import PER_SIDE, SIDES
from bot.engine.types import A, Game, OptionValue, Outcome, S

MOST_AT_ONCE = 25
"""How many may play at once, each at a table of their own: one message still shows everybody's progress."""


@dataclass(frozen=True)
class GameWithOptions(Game[S, A]):
    """A game with its house rules chosen. Two games of one class are equal if their house rules are."""

    rules: ClassVar[tuple[Rule, ...]] = ()
    """The house rules that exist."""
    seats_alone: ClassVar[range]
    """How many may play if everybody plays for themselves."""
    house_rules: Options
    """The house rules in force, defaults included; :attr:`options` are those with other values."""

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Return the game with ``options`` in place of its defaults; raises BadOptions."""
        return cls(Options.choose(cls.rules, options))

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The house rules with other values than the defaults."""
        return dict(self.house_rules.changed)

    @property
    def written(self) -> Mapping[str, OptionValue]:
        """The house rules as rows hold them, with the version of the rules."""
        return self.house_rules.written

    @property
    def rules_version(self) -> int:
        """The version of the rules that this game is played by."""
        return self.house_rules.version

    @property
    def sides(self) -> int:
        """How many sides the house rule ``teams`` makes; 0 if everybody plays for themselves."""
        return SIDES[self.house_rules.get("teams", False)]

    @property
    def seats(self) -> range:
        """How many players may take part; sides are of equal size."""
        sides = self.sides
        return range(PER_SIDE * sides, self.seats_alone.stop, sides) if sides else self.seats_alone

    @property
    def simultaneous_seats(self) -> range:
        """How many may play at once: as few as in turns, and up to :data:`MOST_AT_ONCE`."""
        sides = self.sides
        return range(PER_SIDE * sides or self.seats_alone.start, MOST_AT_ONCE + 1, sides or 1)

    @property
    def alone(self) -> Self:
        """These rules without sides: partners at tables of their own add up when all have finished."""
        return replace(self, house_rules=self.house_rules.without("teams")) if self.sides else self

    def side(self, seat: int) -> int:
        """Return the side of ``seat``, for partners sit alternately; the seat itself where there are no sides."""
        sides = self.sides
        return seat % sides if sides else seat

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players this game is not for. Raises WrongSeats."""
        if seats not in self.seats:
            raise WrongSeats(f"{seats} players; this game is for {', '.join(map(str, self.seats))}")

    def outcome(self, state: S) -> Outcome | None:
        """Return the ranks by scores once no seat is to act; seats that left rank last."""
        if state.turn is not None:
            return None
        scores = self.scores(state)
        return Outcome(ranking(scores, state.gone), scores)
