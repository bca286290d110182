"""Who takes, offers and hands over which shard: every member decides alone, and together they share."""

from __future__ import annotations

import random
from itertools import count as numbers

import pytest

from db.claims.holder import ShardPlan, plan, shares
from db.claims.session import HeldLock, LockKind, Look


class Board:
    """The locks of several processes, which act one after another."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.locks: set[tuple[LockKind, int, int]] = set()
        self.leaving: set[int] = set()

    def look(self, me: int) -> Look:
        return Look(me, [HeldLock(*lock) for lock in self.locks])

    def join(self, *processes: int) -> None:
        self.locks |= {(LockKind.MEMBER, 0, one) for one in processes}

    def leave(self, process: int) -> None:
        self.locks.discard((LockKind.MEMBER, 0, process))
        self.leaving.add(process)

    def kill(self, process: int) -> None:
        self.locks = {lock for lock in self.locks if lock[2] != process}
        self.leaving.discard(process)

    def held(self, process: int) -> frozenset[int]:
        return self.look(process).mine(LockKind.SHARD)

    def members(self) -> list[int]:
        return sorted({process for _, _, process in self.locks})

    def _take(self, kind: LockKind, shard: int, process: int) -> bool:
        if any(lock[:2] == (kind, shard) for lock in self.locks):
            return False
        self.locks.add((kind, shard, process))
        return True

    def act(self, me: int, *, rebalance: bool = True) -> ShardPlan:
        """Do what the plan says, as the holder does; connecting takes no time here."""
        todo = plan(self.look(me), self.count, leaving=me in self.leaving, rebalance=rebalance)
        for shard in todo.take:
            if self._take(LockKind.SHARD, shard, me):
                self.locks -= {(LockKind.NEXT, shard, me), (LockKind.READY, shard, me)}
        for shard in todo.follow:
            if self._take(LockKind.NEXT, shard, me):
                self._take(LockKind.READY, shard, me)
        self.locks -= {(kind, shard, me) for shard in todo.leave_be for kind in (LockKind.NEXT, LockKind.READY)}
        self.locks |= {(LockKind.OFFER, shard, me) for shard in todo.offer}
        self.locks -= {(LockKind.OFFER, shard, me) for shard in todo.keep}
        self.locks -= {(kind, shard, me) for shard in todo.hand_over for kind in (LockKind.SHARD, LockKind.OFFER)}
        return todo

    def settle(self, *processes: int, rebalance: bool = True) -> None:
        """Let everybody act in turn until nothing changes."""
        for _ in range(200):
            before = set(self.locks)
            for process in processes or self.members():
                self.act(process, rebalance=rebalance)
            if self.locks == before:
                return
        raise AssertionError("it never comes to rest")


def sizes(board: Board) -> list[int]:
    return sorted(len(board.held(process)) for process in board.members())


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
@pytest.mark.parametrize("count", [1, 4, 7, 40])
def test_free_shards_are_shared_evenly(count: int, processes: int) -> None:
    board = Board(count)
    board.join(*range(1, processes + 1))
    board.settle()
    assert sum(sizes(board)) == count
    assert max(sizes(board)) - min(sizes(board)) <= 1


def test_processes_that_start_together_need_not_move_shards_afterwards() -> None:
    board = Board(6)
    board.join(1, 2, 3)
    board.settle(rebalance=False)
    assert sizes(board) == [2, 2, 2]


def test_the_shards_of_a_killed_process_go_to_those_with_fewest() -> None:
    board = Board(9)
    board.join(1, 2, 3)
    board.settle()
    lost = board.held(2)
    board.kill(2)
    board.settle(rebalance=False)
    assert sizes(board) == [4, 5]
    assert lost <= board.held(1) | board.held(3)


def test_a_process_that_joins_gets_its_share_one_at_a_time_and_only_when_it_has_connected() -> None:
    board = Board(4)
    board.join(1)
    board.settle()
    board.join(2)
    todo = board.act(1)
    assert todo.offer == (2, 3)
    assert board.act(2).follow == (2, 3)
    assert board.held(2) == frozenset(), "it only connects so far"
    assert board.act(1).hand_over == (2, 3)
    board.settle()
    assert (board.held(1), board.held(2)) == ({0, 1}, {2, 3})


def test_without_permission_nobody_who_stays_gives_anything_away() -> None:
    board = Board(4)
    board.join(1)
    board.settle()
    board.join(2)
    board.settle(rebalance=False)
    assert (len(board.held(1)), len(board.held(2))) == (4, 0)
    assert board.act(1, rebalance=False).excess == 2


def test_who_leaves_hands_everything_over() -> None:
    board = Board(5)
    board.join(1)
    board.settle()
    board.join(2)
    board.leave(1)
    board.settle(rebalance=False)
    assert (board.held(1), board.held(2)) == (set(), {0, 1, 2, 3, 4})


def test_an_offer_is_withdrawn_when_there_is_nobody_left_to_share_with() -> None:
    board = Board(2)
    board.join(1)
    board.settle()
    board.join(2)
    assert board.act(1).offer == (1,)
    board.kill(2)
    assert board.act(1).keep == (1,)
    board.settle()
    assert board.held(1) == {0, 1}


def test_who_connects_to_a_shard_gets_it_when_its_holder_dies() -> None:
    board = Board(2)
    board.join(1)
    board.settle()
    board.join(2)
    board.act(1)
    board.act(2)
    board.kill(1)
    assert board.act(2).take[0] == 1
    board.settle()
    assert board.held(2) == {0, 1}


def test_a_fixed_range_is_nobodys_to_share() -> None:
    board = Board(6)
    board.locks |= {(LockKind.SHARD, 0, 99), (LockKind.SHARD, 1, 99)}
    board.join(1, 2)
    board.settle(1, 2)
    assert (len(board.held(1)), len(board.held(2)), board.held(99)) == (2, 2, {0, 1})


def test_a_process_that_lost_its_session_takes_its_own_shards_first_and_at_once() -> None:
    board = Board(8)
    board.join(1)
    todo = plan(board.look(1), 8, before=frozenset({5, 6, 7}))
    assert todo.take[:3] == (5, 6, 7)


def test_shares_add_up_and_follow_who_holds_most() -> None:
    board = Board(7)
    board.join(1, 2)
    board.locks |= {(LockKind.SHARD, shard, 2) for shard in range(4)}
    assert shares(board.look(1), 7) == {2: 4, 1: 3}


@pytest.mark.parametrize("try_", range(30))
def test_whatever_happens_each_shard_is_held_in_the_end_and_the_shares_are_even(seed: str, try_: int) -> None:
    """Processes join, leave and die at any moment, and act in any order."""
    chance = random.Random(f"{seed} {try_}")
    board, ids = Board(chance.choice([1, 3, 8, 20])), numbers(1)
    board.join(next(ids))
    for _ in range(120):
        event = chance.random()
        if event < 0.04:
            board.join(next(ids))
        elif event < 0.07 and len(board.look(0).members) > 1:
            board.leave(chance.choice(sorted(board.look(0).members)))
        elif event < 0.09 and len(board.look(0).members) > 1:
            board.kill(chance.choice(board.members()))
        board.act(chance.choice(board.members()), rebalance=chance.random() < 0.5)
    board.settle()
    members = board.look(0).members
    held = [len(board.held(member)) for member in members]
    assert sum(held) == board.count
    assert max(held) - min(held) <= 1
    assert not board.look(0).taken(LockKind.OFFER) | board.look(0).taken(LockKind.NEXT)
