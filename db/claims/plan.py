"""What a process does next with its claims, from what it sees. Pure: the decisions of :mod:`db.claims.holder`.

Every member sees the same locks and computes the same shares, so nobody has to be asked. A free shard goes to a member
with less than its share. A member with more than its share, or one that leaves, offers shards; another connects to one
first and takes it over then, so that no press is lost in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from db.claims.locks import Kind, Look

_STEPS = 16


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do now, in shards."""

    take: tuple[int, ...] = ()
    """Free ones: take them."""
    follow: tuple[int, ...] = ()
    """Offered ones: connect to them."""
    leave_be: tuple[int, ...] = ()
    """Ones that this process connects to, and that are not offered any more."""
    offer: tuple[int, ...] = ()
    """Own ones: offer them."""
    keep: tuple[int, ...] = ()
    """Own ones that are offered: offer them no more."""
    hand_over: tuple[int, ...] = ()
    """Own ones to which another process has connected: hand them over."""
    excess: int = 0
    """How many shards this process has beyond its share."""


def shares(look: Look, count: int) -> Mapping[int, int]:
    """Return how many of ``count`` shards each member should hold; who has most gets what does not divide evenly.

    Shards that a process outside holds (a fixed range) are not shared.
    """
    held = {member: len(look.of(Kind.SHARD, member)) + len(look.of(Kind.NEXT, member)) for member in look.members}
    outside = look.taken(Kind.SHARD) - look.taken(Kind.OFFER)
    fixed = sum(look.holder(Kind.SHARD, shard) not in look.members for shard in outside)
    each, over = divmod(max(0, count - fixed), len(held) or 1)
    order = sorted(held, key=lambda member: (-held[member], member))
    return {member: each + (at < over) for at, member in enumerate(order)}


def plan(
    look: Look,
    count: int,
    *,
    leaving: bool = False,
    rebalance: bool = False,
    before: frozenset[int] = frozenset(),
    only_before: bool = False,
) -> Plan:
    """Return what to do.

    A process that is ``leaving`` is no member any more. ``rebalance`` allows offers although it stays. Shards that it
    had ``before`` it lost its session come first, and all at once, for some moments ``only_before`` these: others have
    lost theirs too. Of the rest it takes a few each time, so that processes that start together share them.
    """
    mine, coming, offered = look.mine(Kind.SHARD), look.mine(Kind.NEXT), look.mine(Kind.OFFER)
    asked_for = {shard for shard in offered if look.holder(Kind.NEXT, shard) is not None}
    hand_over = {shard for shard in offered if look.holder(Kind.READY, shard) is not None}
    if leaving:
        return Plan(offer=_sorted(mine - offered), hand_over=_sorted(hand_over), leave_be=_sorted(coming))

    share = shares(look, count).get(look.me, 0)
    free = [
        shard
        for shard in range(count)
        if look.holder(Kind.SHARD, shard) is None and look.holder(Kind.NEXT, shard) in (None, look.me)
    ]
    free.sort(key=lambda shard: (shard not in coming, shard not in before, shard))
    room = max(0, share - len(mine | coming))
    quick = [shard for shard in free if shard in coming]
    again = [shard for shard in free if shard in before and shard not in coming][:room]
    fresh = [] if only_before else [shard for shard in free if shard not in coming and shard not in before]
    fresh = fresh[: min(max(0, room - len(again)), max(1, count // _STEPS))]
    room -= len(again) + len(fresh)
    offers = [
        shard
        for shard in sorted(look.taken(Kind.OFFER) - mine)
        if look.holder(Kind.NEXT, shard) is None and look.holder(Kind.SHARD, shard) is not None
    ]
    stale = {shard for shard in coming if look.holder(Kind.SHARD, shard) is not None} - look.taken(Kind.OFFER)
    excess = len(mine) - share
    wanted = max(0, excess - len(asked_for)) if rebalance else 0
    candidates = sorted(mine - asked_for, key=lambda shard: (shard not in offered, -shard))
    offer = frozenset(candidates[:wanted])
    return Plan(
        take=(*quick, *again, *fresh),
        follow=tuple(offers[: max(0, room)]),
        leave_be=_sorted(stale),
        offer=_sorted(offer - offered),
        keep=_sorted(offered - offer - asked_for),
        hand_over=_sorted(hand_over),
        excess=max(0, excess),
    )


def _sorted(shards: frozenset[int] | set[int]) -> tuple[int, ...]:
    return tuple(sorted(shards))
