"""A vote about the seat of an absent player, and the messages that a table must still send."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


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


class PendingCall(IntEnum):
    """What the table must send or remove now; the row holds it until that is done."""

    NOTHING = 0
    CLEARING = 1
    """Remove the last call."""
    CALL = 2
    """Do that, and call those who vote."""
    RESULT = 3
    """Remove the last call, and post the result anew, with a mention of all players."""
