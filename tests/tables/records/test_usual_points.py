"""What players usually get in a box: only from enough games, read once a table, and never in the way of a press."""

from __future__ import annotations

import pytest

from bot.games import make
from bot.tables.model.store import StoreError
from bot.tables.records.profiles import CountedGame, Scope
from bot.tables.records.statistics import ENOUGH, UsualPointsCache
from bot.tables.storage.results import GameStats, to_json
from tests.factories import table_of, users

ANA, BEN = users(2)
TABLE = table_of(make("yum_plus", {}), (ANA, BEN))


class Games:
    """The latest games of each player."""

    def __init__(self) -> None:
        self.found: dict[int, list[CountedGame]] = {}
        self.asked: list[Scope] = []
        self.broken = False

    async def counted(self, scope: Scope, latest: int | None = None) -> list[CountedGame]:
        assert latest is not None
        self.asked.append(scope)
        if self.broken:
            raise StoreError
        return self.found.get(scope.user, [])


def a_game(*chance: int, left: bool = False) -> CountedGame:
    return CountedGame("together", left, to_json(GameStats(version=1, boxes={"chance": chance})))


@pytest.fixture
def games() -> Games:
    return Games()


@pytest.fixture
def usual(games: Games) -> UsualPointsCache:
    return UsualPointsCache(games)  # type: ignore[arg-type]


async def test_the_usual_points_are_the_average_of_enough_games(usual: UsualPointsCache, games: Games) -> None:
    games.found = {ANA: [a_game(20)] * (ENOUGH - 1) + [a_game(24)], BEN: [a_game(20)] * (ENOUGH - 1)}
    assert usual.get((TABLE.id, ANA)) is None
    await usual.load(TABLE)
    assert usual.get((TABLE.id, ANA)) == {"chance": 21}
    assert usual.get((TABLE.id, BEN)) == {}
    assert [(one.guild, one.user, one.game, one.rules) for one in games.asked] == [
        (TABLE.guild, player, "yum_plus", "") for player in (ANA, BEN)
    ]


async def test_games_that_somebody_left_say_nothing(usual: UsualPointsCache, games: Games) -> None:
    games.found = {ANA: [a_game(20)] * (ENOUGH - 1) + [a_game(0, left=True)]}
    await usual.load(TABLE)
    assert usual.get((TABLE.id, ANA)) == {}


async def test_nothing_is_usual_where_storage_does_not_answer_and_nobody_asks_again(
    usual: UsualPointsCache, games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    games.broken = True
    await usual.load(TABLE)
    assert [usual.get((TABLE.id, player)) for player in (ANA, BEN)] == [{}, {}]
    assert "usual points cannot be read" in caplog.text
