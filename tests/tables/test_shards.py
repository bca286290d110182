"""Which servers belong to which shard, and to this process."""

from __future__ import annotations

from bot.tables.model.processes import HeldShards, Shards


def guild(number: int) -> int:
    """A server's id; Discord divides by the bits above the lowest 22."""
    return number << 22 | 12345


def test_a_server_belongs_to_one_shard_of_all() -> None:
    parts = [Shards(4, frozenset({shard})) for shard in range(4)]
    for number in range(100):
        assert [one.owns(guild(number)) for one in parts] == [number % 4 == shard for shard in range(4)]


def test_one_process_serves_everything_by_default() -> None:
    assert all(HeldShards().now.owns(guild(number)) for number in range(10))
    assert HeldShards().now.all
    assert not Shards(4, frozenset({0, 1, 2})).all


def test_shards_come_and_go() -> None:
    held, told = HeldShards(Shards(4, frozenset())), list[Shards]()
    held.on_change(told.append)
    held.change(held.now.with_shard(2))
    held.change(held.now.with_shard(3))
    held.change(held.now.with_shard(3))
    held.change(held.now.without(frozenset({2, 0})))
    assert [sorted(one.held) for one in told] == [[2], [2, 3], [3]]
    assert held.now == Shards(4, frozenset({3})) == Shards(4, frozenset({1, 3})).only(3)
