"""A vote about the seat of an absent player: who offers to take it over, and what everybody wants."""

from dataclasses import dataclass
from enum import StrEnum


class VoteChoice(StrEnum):
    """What somebody at the table wants for the seat of an absent player."""

    TAKE = "take"
    """The volunteer takes it over."""
    REFUSE = "refuse"
    """The volunteer does not."""
    SKIP = "skip"
    """The turn is skipped."""
    DROP = "drop"
    """The seat leaves."""


@dataclass(frozen=True, slots=True)
class Vote:
    """The vote about the seat to act, whose player is absent: most of the others decide."""

    volunteer: int | None = None
    """The person who would take the seat over."""
    ballots: tuple[tuple[int, VoteChoice], ...] = ()
    """The latest wish of each seat that has one."""
