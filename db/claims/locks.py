"""The locks that processes share a database by, and what can be seen of them. Pure values."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class Kind(IntEnum):
    """What a lock means. Its number is that of a shard, unless it says otherwise."""

    MEMBER = 1
    """Takes its share of the shards; all members hold number 0 together."""
    LEADER = 2
    """Does what is done once for all; number 0."""
    SHARD = 3
    """Holds the shard: only this process answers its servers and acts for their tables."""
    OFFER = 4
    """Holds the shard, and would give it to a member that has connected."""
    NEXT = 5
    """Connects to a shard that is offered."""
    READY = 6
    """Has connected to it."""
    IDENTIFY = 7
    """Begins a session at Discord; the number is that of a bucket."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock that the session ``holder`` has."""

    kind: Kind
    number: int
    holder: int


class Look:
    """All locks at one moment, as the session ``me`` saw them."""

    def __init__(self, me: int, locks: Iterable[Lock]) -> None:
        """Know ``locks``."""
        self.me = me
        self.members = frozenset[int]()
        self._holders: dict[Kind, dict[int, int]] = {kind: {} for kind in Kind}
        for lock in locks:
            if lock.kind is Kind.MEMBER:
                self.members |= {lock.holder}
            else:
                self._holders[lock.kind][lock.number] = lock.holder

    def holder(self, kind: Kind, number: int) -> int | None:
        """Return the session that holds the lock; None if it is free."""
        return self._holders[kind].get(number)

    def mine(self, kind: Kind) -> frozenset[int]:
        """Return the numbers that ``me`` holds."""
        return self.of(kind, self.me)

    def of(self, kind: Kind, holder: int) -> frozenset[int]:
        """Return the numbers that ``holder`` holds."""
        return frozenset(number for number, one in self._holders[kind].items() if one == holder)

    def taken(self, kind: Kind) -> frozenset[int]:
        """Return the numbers that anybody holds."""
        return frozenset(self._holders[kind])
