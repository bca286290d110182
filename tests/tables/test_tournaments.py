"""Tournaments: entering, rounds together or in one's own time, the same dice for all, the end."""

from __future__ import annotations

import asyncio
import hmac
import json
import random
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from bot import games
from bot.engine import Seat, gate
from bot.engine.duplicate import Scoring
from bot.engine.record import read
from bot.engine.types import text
from bot.locales import words
from bot.mind.levels import evaluator_of
from bot.mind.records import Reviewer
from bot.mind.records import TournamentRanking as Ranking
from bot.run import services
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.screens.tournament import details_screen, tournament_screen
from bot.services import Services
from bot.tables import tournaments
from bot.tables.leagues import _winners, percents
from bot.tables.model import errors
from bot.tables.model.processes import EVERY_SHARD
from bot.tables.model.table import Status, Table, TableId
from bot.tables.people import erase
from bot.tables.records.champion import Champion, played_by_champion
from bot.tables.records.profiles import Scope
from bot.tables.records.reviews import QUIET_SECONDS, to_store
from bot.tables.storage import journal
from bot.tables.tournaments import (
    ABSENT_SECONDS,
    HOUR,
    MOST_AT_ONCE,
    Comeback,
    Plan,
    Played,
    RoundGame,
    RoundStory,
    Split,
    Tournament,
    TournamentField,
    TournamentPace,
    Tournaments,
    TournamentStatus,
    Underway,
    Unused,
    comeback_of,
    possible_games,
    ranked,
    winners_of,
)
from bot.thinker.answers import Mistake, NobodyKnows, PlayedDay
from bot.thinker.thinker import Thinker
from bot.thinker.worker import in_short

GUILD, CHANNEL = 2**62, 7
ANA, BEN, CHLOE = 11, 12, 13
TOGETHER: dict[str, Any] = {"pace": TournamentPace.TOGETHER, "seconds": HOUR}


class Evening:
    """Tournaments of a server, and a clock that the test moves."""

    def __init__(self, made: Services, now: list[int]) -> None:
        self.services, self.tables, self.tournaments, self.now = made, made.tables, made.tournaments, now

    async def open(self, *keys: str, **plan: Any) -> Tournament:
        rounds = [RoundGame(key, games.make(key, {}).written) for key in keys or ("yum_classic",)]
        return await self.tournaments.open(GUILD, CHANNEL, ANA, "en", Plan(rounds, **plan))

    async def entered(self, tournament: Tournament, *users: int) -> Tournament:
        for user in users:
            await self.tournaments.enter(tournament, user)
        return await self.fresh(tournament)

    async def fresh(self, tournament: Tournament) -> Tournament:
        return await self.tournaments.find(tournament.id, GUILD)

    async def field(self, tournament: Tournament) -> TournamentField:
        return await self.tournaments.field(await self.fresh(tournament))

    async def play(self, tournament: Tournament, user: int) -> Table:
        return await self.tournaments.play(await self.fresh(tournament), user, CHANNEL, "en")

    async def finish(self, table: Table, seed: int = 1) -> Table:
        chance = random.Random(seed)
        while table.status is Status.PLAYING:
            do = chance.choice(sorted(gate.legal(table.game, table.state)))
            table = (await self.tables.act(table.id, table.host, table.step, do)).after
        return table

    async def throws(self, table: Table) -> dict[tuple[int, int], tuple[int, ...]]:
        """Every throw of a game by its turn and its number in the turn."""
        entries = journal.effective_entries(await self.tables.repository.store.journal(table.id))
        state, thrown, turn, number = table.game.new(1), {}, -1, 0
        for entry in entries:
            if entry.dice:
                turn, number = (turn, number + 1) if state.dice else (turn + 1, 0)
                thrown[turn, number] = entry.dice[0]
            state = gate.replay_entry(table.game, state, entry)
        return thrown


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    now = [1_790_000_000]
    async with services(f"sqlite:///{tmp_path}/g.db", lambda: now[0]) as made:
        yield Evening(made, now)


@pytest.mark.parametrize("key", ["yum_classic", "triple_yum_plus", "5000_race", "cant_stop_race"])
async def test_everybody_throws_the_same_in_the_same_turn(evening: Evening, key: str) -> None:
    tournament = await evening.entered(await evening.open(key, key), ANA, BEN)
    ana, ben = [await evening.finish(await evening.play(tournament, user), user) for user in (ANA, BEN)]
    one, two = await evening.throws(ana), await evening.throws(ben)
    both = one.keys() & two.keys()
    assert len(both) >= 10
    for throw in both:
        length = min(len(one[throw]), len(two[throw]))
        assert one[throw][:length] == two[throw][:length]
    another = await evening.throws(await evening.finish(await evening.play(tournament, ANA), ANA))
    assert [another[throw] for throw in sorted(both & another.keys())] != [one[throw] for throw in sorted(both)]


@pytest.mark.parametrize("key", ["yum_classic", "triple_yum_plus", "5000_race", "cant_stop_race"])
async def test_the_press_that_opens_a_round_throws_once_and_no_later_press_does(evening: Evening, key: str) -> None:
    tournament = await evening.entered(await evening.open(key, key), ANA)
    assert (await evening.play(tournament, ANA)).thrown == 1
    begun = await evening.play(tournament, ANA)
    assert begun.thrown == 1
    while begun.thrown == 1 or begun.state.dice:  # To the end of a turn.
        do = sorted(gate.legal(begun.game, begun.state))[-1]
        begun = (await evening.tables.act(begun.id, ANA, begun.step, do)).after
    assert (await evening.play(tournament, ANA)).thrown == begun.thrown


async def test_who_is_done_learns_how_far_the_others_are_on_a_sheet_and_in_a_race(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "cant_stop_race"), ANA, BEN, CHLOE)
    await evening.finish(await evening.play(tournament, ANA))
    begun = await evening.play(tournament, BEN)
    do = next(do for do in gate.legal(begun.game, begun.state) if do.startswith("mark"))
    await evening.tables.act(begun.id, BEN, begun.step, do)
    boxes = len(begun.game.layout.boxes)
    assert await evening.tournaments.under_way(await evening.field(tournament)) == {2: Underway(0, 1, boxes)}, (
        "Chloé has not begun"
    )
    await evening.finish(await evening.tables.get(begun.id))
    race = await evening.play(tournament, BEN)
    (way,) = (await evening.tournaments.under_way(await evening.field(tournament))).values()
    assert way == Underway(1, 0, race.game.goal)


async def test_sheets_lie_beside_each_other_once_both_are_full(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(), ANA, BEN, CHLOE)
    ana = await evening.finish(await evening.play(tournament, ANA), ANA)
    ben = await evening.finish(await evening.play(tournament, BEN), BEN)
    await evening.play(tournament, CHLOE)

    async def beside(user: int) -> tuple[Table, int] | None:
        seen = (await evening.field(tournament)).visible_to(user)
        return await evening.tournaments.sheets(seen, user, 0, 0)

    assert await beside(CHLOE) is None, "she still plays"
    found = await beside(ANA)
    assert found is not None
    both, others = found
    assert others == 1
    assert both.players == (BEN, ANA)
    assert both.state.sheets == (*ben.state.sheets, *ana.state.sheets)


async def test_somebody_let_back_in_goes_on_with_the_same_dice_unless_their_round_is_over(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN, CHLOE)
    await evening.tournaments.start(tournament, ANA)
    begun = await evening.play(tournament, BEN)
    do = next(do for do in sorted(gate.legal(begun.game, begun.state)) if do.startswith("mark"))
    stopped = (await evening.tables.act(begun.id, BEN, begun.step, do)).after
    await evening.finish(await evening.play(tournament, CHLOE))

    async def removed(user: int) -> None:
        await evening.tournaments.remove(await evening.fresh(tournament), ANA + 99, user)

    async def back(user: int) -> list[int]:
        return [*await evening.tournaments.let_back(await evening.fresh(tournament), ANA + 99, user)]

    await removed(BEN)
    with pytest.raises(errors.RemovedFromTournament):
        await evening.tournaments.enter(tournament, BEN)
    assert await back(BEN) == [begun.id]
    going_on = await evening.play(tournament, BEN)
    assert (going_on.id, going_on.state, going_on.throws) == (begun.id, stopped.state, stopped.throws)
    ana, ben = await evening.finish(await evening.play(tournament, ANA)), await evening.finish(going_on, 7)
    one, two = await evening.throws(ana), await evening.throws(ben)
    assert all(one[throw][0] == two[throw][0] for throw in one.keys() & two.keys())
    assert (await evening.tournaments.go_on(tournament.id)) is not None
    later = await evening.play(tournament, BEN)
    await removed(BEN)
    await removed(CHLOE)
    await evening.finish(await evening.play(tournament, ANA))
    assert await back(CHLOE) == [], "she has not begun the second round"
    assert (await evening.play(tournament, CHLOE)).status is Status.PLAYING
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    with pytest.raises(errors.TournamentOver):
        await back(BEN)
    assert (await evening.tables.get(later.id)).status is Status.ENDED
    assert await evening.tables.history.verify(ben.id), "his game follows from the dice"


async def test_a_round_that_has_ended_meanwhile_stays_over_for_somebody_let_back_in(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    await evening.tournaments.start(tournament, ANA)
    begun = await evening.play(tournament, BEN)
    await evening.tournaments.remove(await evening.fresh(tournament), CHLOE, BEN)
    await evening.finish(await evening.play(tournament, ANA))
    await evening.tournaments.go_on(tournament.id)
    assert await evening.tournaments.let_back(await evening.fresh(tournament), CHLOE, BEN) == []
    assert (await evening.tables.get(begun.id)).status is Status.ENDED
    assert (await evening.play(tournament, BEN)).seed.round == 1


class AtOnce:
    """A champion that is done at once, and that cannot play races."""

    def __init__(self) -> None:
        self.played: list[tuple[str, bytes, int]] = []

    async def play_day(self, game: Any, secret: bytes, entropy: str, number: int) -> PlayedDay:
        if game.key.endswith("race"):
            raise NobodyKnows(game.key)
        self.played.append((game.key, secret, number))
        return PlayedDay(254, 231.5, ("roll",))


async def test_the_champion_plays_the_latest_day_and_tournament_that_are_over_once(evening: Evening) -> None:
    thinker, dailies, shards = AtOnce(), evening.services.dailies, evening.tables.repository.shards.now
    champion = Champion(evening.tables, cast(Thinker, thinker), dailies.unplayed, evening.tournaments.unplayed)
    day = (await dailies.today(GUILD, ANA)).daily
    tournament = await evening.entered(await evening.open("yum_classic", "5000_race", "yum_classic"), ANA)
    await evening.finish(await evening.play(tournament, ANA))
    evening.now[0] += QUIET_SECONDS
    await champion.look(evening.now[0])
    assert thinker.played == [], "nothing is over"
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    assert await dailies.unplayed(shards, day.ends - 1) is None
    for _ in range(2):
        await champion.look(day.ends)
    rounds = [("yum_classic", tournament.secret, number) for number in (0, 2)]
    assert thinker.played == [(day.game, day.secret, 0), *rounds]
    over = await evening.fresh(tournament)
    assert [over.par(number) for number in range(3)] == [254, None, 254]
    stored = await dailies.find(GUILD, day.day)
    assert stored is not None
    assert played_by_champion(stored.champion) == PlayedDay(254, 231.5, ("roll",))


async def test_the_champion_plays_each_round_as_soon_as_it_is_over_and_no_other(evening: Evening) -> None:
    """Nobody has to be quiet for that; what it has played stays as it is."""
    thinker, shards = AtOnce(), evening.tables.repository.shards.now
    champion = Champion(
        evening.tables, cast(Thinker, thinker), evening.services.dailies.unplayed, evening.tournaments.unplayed
    )
    opened = await evening.open("yum_classic", "5000_race", "yum_plus", "yum_classic", **TOGETHER)
    tournament = await evening.tournaments.start(await evening.entered(opened, ANA, BEN), ANA)
    pars = list[list[int | None]]()
    for _ in range(4):
        for _ in range(2):
            await champion.look(evening.now[0])
        before = await evening.fresh(tournament)
        pars.append([before.par(number) for number in range(4)])
        assert await evening.tournaments.unplayed(shards, evening.now[0]) is None
        evening.now[0] = before.ends or 0
        await evening.tournaments.go_on(tournament.id)
    assert pars == [[None] * 4, [254, *[None] * 3], [254, *[None] * 3], [254, None, 254, None]]
    assert [(key, number) for key, _, number in thinker.played] == [("yum_classic", 0), ("yum_plus", 2)]
    assert (await evening.fresh(tournament)).champions[:3] == before.champions
    await champion.look(evening.now[0])
    assert [(key, number) for key, _, number in thinker.played[2:]] == [("yum_classic", 3)]
    assert [(await evening.fresh(tournament)).par(number) for number in range(4)] == [254, None, 254, 254]
    assert await evening.tournaments.unplayed(shards, evening.now[0]) is None


async def test_somebody_enters_once_and_late_too(evening: Evening) -> None:
    tournament = await evening.open()
    first = await evening.tournaments.enter(tournament, ANA)
    assert await evening.tournaments.enter(tournament, ANA) == first
    await evening.finish(await evening.play(tournament, ANA))
    await evening.tournaments.enter(tournament, BEN)
    assert [(entry.number, entry.user) for entry in (await evening.field(tournament)).entries] == [(1, ANA), (2, BEN)]
    with pytest.raises(errors.NotEntered):
        await evening.play(tournament, CHLOE)


async def test_a_hundred_enter_in_the_same_moment(evening: Evening) -> None:
    tournament = await evening.open()
    await asyncio.gather(*(evening.tournaments.enter(tournament, user) for user in range(1, 101)))
    entries = (await evening.field(tournament)).entries
    assert sorted(entry.user for entry in entries) == list(range(1, 101))
    assert [entry.number for entry in entries] == list(range(1, 101))


async def test_in_a_rush_nobody_enters_beyond_the_last_place(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.tournaments.MOST_PLAYERS", 20)
    tournament = await evening.open()
    rush = [evening.tournaments.enter(tournament, user) for user in range(1, 51)]
    outcomes = await asyncio.gather(*rush, return_exceptions=True)
    entered = [outcome.user for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert {type(outcome) for outcome in outcomes if isinstance(outcome, BaseException)} == {errors.TournamentFull}
    assert len(entered) == 20
    assert sorted(entry.user for entry in (await evening.field(tournament)).entries) == sorted(entered)
    assert (await evening.tournaments.enter(tournament, entered[0])).user == entered[0], "who is in stays in"


async def test_words_change_the_dice_until_somebody_throws(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(), ANA, BEN)
    stirred = await evening.tournaments.stir(tournament, ANA, "clair de lune")
    assert stirred.seed(0).commitment == tournament.seed(0).commitment
    assert stirred.seed(0).source().for_seat(0, ()).roll(5) != tournament.seed(0).source().for_seat(0, ()).roll(5)
    with pytest.raises(errors.HasStirred):
        await evening.tournaments.stir(tournament, ANA, "again")
    table = await evening.play(tournament, BEN)
    assert table.seed == stirred.seed(0)
    with pytest.raises(errors.TooLateForWords):
        await evening.tournaments.stir(tournament, BEN, "too late")


async def test_words_come_before_entering_where_people_play_when_they_like_and_after_it_together(
    evening: Evening,
) -> None:
    when_they_like = await evening.open()
    stirred = await evening.tournaments.stir(when_they_like, BEN, "nobody has entered")
    assert not (await evening.field(when_they_like)).entries
    assert (await evening.play(await evening.entered(when_they_like, ANA), ANA)).seed == stirred.seed(0)
    together = await evening.open(**TOGETHER)
    with pytest.raises(errors.NotEntered):
        await evening.tournaments.stir(together, BEN, "nobody has entered")
    assert (await evening.fresh(together)).entropy == together.entropy
    await evening.tournaments.stir(await evening.entered(together, BEN), BEN, "now")


async def test_the_rounds_come_in_order_at_ones_own_time(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_full_house"), ANA)
    first = await evening.play(tournament, ANA)
    assert (await evening.play(tournament, ANA)).id == first.id
    await evening.finish(first)
    second = await evening.play(tournament, ANA)
    assert (first.game.key, second.game.key, second.seed.round) == ("yum_classic", "yum_full_house", 1)
    await evening.finish(second)
    with pytest.raises(errors.RoundOver):
        await evening.play(tournament, ANA)


async def test_a_round_together_waits_for_the_host_and_ends_when_all_are_done(evening: Evening) -> None:
    tournament = await evening.open("yum_classic", "yum_classic", **TOGETHER)
    with pytest.raises(errors.BadTournament, match="Nobody has entered yet"):
        await evening.tournaments.start(tournament, ANA)
    await evening.entered(tournament, ANA, BEN)
    with pytest.raises(errors.NotStarted):
        await evening.play(tournament, ANA)
    with pytest.raises(errors.HostStarts):
        await evening.tournaments.start(tournament, BEN)
    await evening.tournaments.start(tournament, ANA)
    await evening.finish(await evening.play(tournament, ANA))
    assert await evening.tournaments.go_on(tournament.id) is None
    with pytest.raises(errors.RoundOver):
        await evening.play(tournament, ANA)
    await evening.finish(await evening.play(tournament, BEN))
    after = await evening.tournaments.go_on(tournament.id)
    assert after is not None
    assert (after.round, after.status) == (1, TournamentStatus.PLAYING)
    for user in (ANA, BEN):
        await evening.finish(await evening.play(tournament, user))
    over = await evening.tournaments.go_on(tournament.id)
    assert over is not None
    assert over.status is TournamentStatus.OVER


async def test_whoever_is_in_starts_and_hosts_what_the_host_has_not_started_for_ten_minutes(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    evening.now[0] += 10 * 60 - 1
    with pytest.raises(errors.HostStarts) as refused:
        await evening.tournaments.start(tournament, BEN)
    assert refused.value.until == evening.now[0] + 1
    evening.now[0] += 1
    with pytest.raises(errors.NotEntered):
        await evening.tournaments.start(tournament, CHLOE)
    begun = await evening.tournaments.start(tournament, BEN)
    assert (begun.status, begun.host) == (TournamentStatus.PLAYING, BEN)
    with pytest.raises(errors.AlreadyStarted):
        await evening.tournaments.start(tournament, ANA)
    assert (await evening.tournaments.end_round(begun, 0, BEN, manager=False)).round == 1


async def test_a_round_that_nobody_finishes_ends_with_its_time(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    await evening.tournaments.start(tournament, ANA)
    begun = await evening.play(tournament, ANA)
    evening.now[0] += HOUR - 1
    assert await evening.tournaments.go_on(tournament.id) is None
    evening.now[0] += 1
    with pytest.raises(errors.TableOver):
        await evening.tables.act(begun.id, ANA, begun.step, "roll")
    after = await evening.tournaments.go_on(tournament.id)
    assert after is not None
    assert after.round == 1
    assert (await evening.tables.get(begun.id)).status is Status.ENDED
    assert (await evening.play(tournament, BEN)).seed.round == 1


async def test_a_round_that_nobody_has_begun_counts_for_nobody_and_one_that_is_cut_off_counts_as_it_stands(
    evening: Evening, tmp_path: Path
) -> None:
    """The result, the league and the command that reads records agree."""
    people = (ANA, BEN, CHLOE)
    tournament = await evening.entered(await evening.open(*["yum_classic"] * 3, **TOGETHER), *people)
    await evening.tournaments.start(tournament, ANA)
    begun = [(1, user, await evening.finish(await evening.play(tournament, user), user)) for user in people]
    await evening.tournaments.go_on(tournament.id)
    begun.append((2, ANA, await evening.finish(await evening.play(tournament, ANA))))
    begun.append((2, BEN, await evening.play(tournament, BEN)))
    assert [entry.user for entry in (await evening.field(tournament)).cut_off()] == [BEN, CHLOE]
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    places = ranked(field := await evening.field(tournament))
    first = {place.player.user: place.rounds[0].percent for place in places}
    means = {ANA: (first[ANA] + 100) / 2, BEN: first[BEN] / 2, CHLOE: first[CHLOE] / 2}
    assert {place.player.user: place.percent for place in places} == means
    assert percents(field) == means
    lines = []
    for number, user, table in begun:
        (record,) = await evening.tables.history.records(table.id, user)
        assert record["round"] == number
        lines.append(json.dumps({**record, "player": str(user)}))
    told: Any = Ranking(tmp_path, Scoring.MATCHPOINTS.value).places("\n".join(lines))
    assert {line["player"]: line["percent"] for line in told["places"]} == {str(user): of for user, of in means.items()}
    gross = Counter((place.percent, place.gross) for place in places)
    for place in places:
        if gross[place.percent, place.gross] == 1:  # Of equal ones, luck decides: no game here has its review.
            assert (
                next(line["place"] for line in told["places"] if line["player"] == str(place.player.user))
                == place.place
            )
    body = tournament_screen(RenderContext(words("en"), PLAIN_GLYPHS), field).body
    assert "**Round 3, Yum Classic**: nobody has begun it, so it does not count." in body


@pytest.mark.parametrize("slept", [24 * HOUR - 1, 24 * HOUR])
async def test_after_a_round_that_was_to_end_a_day_ago_no_other_one_begins(evening: Evening, slept: int) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    await evening.tournaments.start(tournament, ANA)
    await evening.finish(await evening.play(tournament, ANA))
    evening.now[0] += HOUR + slept
    after = await evening.tournaments.go_on(tournament.id)
    assert after is not None
    assert (after.status is TournamentStatus.OVER) is (slept == 24 * HOUR)
    assert ranked(await evening.field(tournament))[0].player.user == ANA


async def test_a_round_that_ends_before_somebody_has_finished_is_none_that_they_have_stopped(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(**TOGETHER), ANA, BEN)
    await evening.tournaments.start(tournament, ANA)
    await evening.play(tournament, BEN)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    (bens,) = (await evening.field(tournament)).played
    assert (bens.finished, bens.stopped) == (True, False)


async def test_a_round_that_somebody_stops_before_anybody_has_thrown_does_not_count(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    await evening.tournaments.start(tournament, ANA)
    for user in (ANA, BEN):
        await evening.finish(await evening.play(tournament, user), user)
    await evening.tournaments.go_on(tournament.id)
    before = percents(await evening.field(tournament))
    await evening.tournaments.stop(await evening.fresh(tournament), BEN, 1, CHANNEL, "en")
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    field = await evening.field(tournament)
    assert field.begun == {0}
    assert percents(field) == before


async def test_who_stops_a_round_gets_nothing_for_it_and_nobody_waits_for_them(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)

    async def stops(number: int) -> Table:
        return await evening.tournaments.stop(await evening.fresh(tournament), BEN, number, CHANNEL, "en")

    with pytest.raises(errors.NotStarted):
        await stops(0)
    await evening.tournaments.start(tournament, ANA)
    begun = await evening.play(tournament, BEN)
    await evening.finish(await evening.play(tournament, ANA))
    assert await evening.tournaments.go_on(tournament.id) is None
    assert (await stops(0)).id == begun.id
    with pytest.raises(errors.RoundOver):
        await stops(0)
    after = await evening.tournaments.go_on(tournament.id)
    assert after is not None
    assert after.round == 1
    with pytest.raises(errors.RoundOver):
        await stops(0)
    assert (await stops(1)).status is Status.ENDED, "he has not even begun it"
    await evening.finish(await evening.play(tournament, ANA))
    over = await evening.tournaments.go_on(tournament.id)
    assert over is not None
    assert over.status is TournamentStatus.OVER
    ana, ben = ranked(await evening.field(tournament))
    assert (ana.player.user, ana.percent) == (ANA, 100.0)
    assert (ben.player.user, ben.percent, ben.gross) == (BEN, 0.0, 0)
    assert {(line.entry, line.stopped) for line in (await evening.field(tournament)).played} == {(1, False), (2, True)}
    for finished in (await evening.field(tournament)).played:
        await evening.tables.history.records(finished.table, ANA)


async def test_two_presses_at_once_stop_a_round_once(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    tournament = await evening.tournaments.start(tournament, ANA)
    presses = [evening.tournaments.stop(tournament, BEN, 0, CHANNEL, "en") for _ in range(2)]
    outcomes = await asyncio.gather(*presses, return_exceptions=True)
    assert [one for one in outcomes if not isinstance(one, Table | errors.RoundOver)] == []
    (line,) = (await evening.field(tournament)).played
    assert (line.finished, line.score) == (True, None)


async def test_the_host_ends_a_round_and_a_late_press_ends_no_other_one(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic", **TOGETHER), ANA, BEN)
    tournament = await evening.tournaments.start(tournament, ANA)
    await evening.finish(await evening.play(tournament, ANA))
    begun = await evening.play(tournament, BEN)

    async def ends(number: int, user: int = ANA) -> Tournament:
        return await evening.tournaments.end_round(await evening.fresh(tournament), number, user, manager=False)

    with pytest.raises(errors.NotAllowed):
        await ends(0, BEN)
    assert (await ends(0)).round == 1
    assert (await evening.tables.get(begun.id)).status is Status.ENDED
    assert ((await ends(0)).round, (await ends(0)).status) == (1, TournamentStatus.PLAYING)
    assert (await evening.play(tournament, BEN)).seed.round == 1
    assert (await ends(1)).status is TournamentStatus.OVER
    when_they_like = await evening.entered(await evening.open("yum_classic", "yum_classic"), ANA)
    with pytest.raises(errors.NoSuchChoice):
        await evening.tournaments.end_round(when_they_like, 0, ANA, manager=False)


async def test_nobody_throws_any_more_once_the_host_has_ended_it(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(), ANA, BEN)
    begun = await evening.play(tournament, BEN)
    with pytest.raises(errors.NotAllowed):
        await evening.tournaments.end(tournament, BEN, manager=False)
    over = await evening.tournaments.end(tournament, BEN, manager=True)
    assert over.status is TournamentStatus.OVER
    with pytest.raises(errors.TableOver):
        await evening.tables.act(begun.id, BEN, begun.step, "roll")
    for attempt in (evening.play(tournament, BEN), evening.tournaments.enter(over, CHLOE)):
        with pytest.raises(errors.TournamentOver):
            await attempt


async def test_a_throw_or_a_last_box_counts_until_its_end_is_stored_and_not_after_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four press as it ends: two before that is stored, two after it and before their games are closed."""
    tournament = await evening.entered(await evening.open(), ANA, BEN, CHLOE, 14)
    ready = dict[int, tuple[Table, str]]()
    for user, finishes in ((ANA, True), (BEN, False), (CHLOE, True), (14, False)):
        table, do = await evening.play(tournament, user), "keep"
        while finishes and not do.startswith("mark"):
            if not table.state.dice:
                table = (await evening.tables.act(table.id, user, table.step, "roll")).after
            do, *others = sorted(do for do in gate.legal(table.game, table.state) if do.startswith("mark"))
            if others:
                table, do = (await evening.tables.act(table.id, user, table.step, do)).after, "keep"
        ready[user] = table, do
    store, closes = evening.tournaments._store, evening.tournaments._close_tables
    save, refused = store.save, list[int]()

    async def press(user: int) -> None:
        table, do = ready[user]
        await evening.tables.act(table.id, user, table.step, do)

    async def saved(*about: Any) -> None:
        await asyncio.gather(press(ANA), press(BEN), save(*about))

    async def closed(after: Tournament) -> None:
        for user in (CHLOE, 14):
            with pytest.raises(errors.TableOver):
                await press(user)
            refused.append(user)
        await closes(after)

    monkeypatch.setattr(store, "save", saved)
    monkeypatch.setattr(evening.tournaments, "_close_tables", closed)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    assert refused == [CHLOE, 14]
    scores = {line.entry: line.score for line in (await evening.field(tournament)).played}
    assert [number for number, score in scores.items() if score is not None] == [1]
    ended = [(await evening.tables.get(table.id)).status for table, _ in ready.values()]
    assert ended == [Status.FINISHED, Status.ENDED, Status.ENDED, Status.ENDED]


async def test_another_one_has_the_same_choices_and_dice_of_its_own_and_opens_once(evening: Evening) -> None:
    plan: dict[str, Any] = {"scoring": Scoring.TOTAL, "sides": 2, **TOGETHER}
    before = await evening.open("yum_classic", "yum_plus", **plan)
    old = (RoundGame("yum_classic", {"yum_bonus": False}), before.rounds[1])
    await evening.tournaments.plan(before, ANA, lambda now: now._replace(rounds=old))
    await evening.tournaments.enter(before, ANA, 0)
    await evening.tournaments.start(await evening.fresh(before), ANA)
    over = await evening.tournaments.end(await evening.fresh(before), ANA, manager=False)
    again = [evening.tournaments.again(over, CHANNEL, user, "fr") for user in (BEN, CHLOE)]
    (one, new), (other, also_new) = await asyncio.gather(*again)
    assert (new, also_new) == (True, False), "who comes second is led to the first"
    assert one.id == other.id != over.id
    assert (one.host, one.status, one.language) == (BEN, TournamentStatus.OPEN, "fr")
    assert (one.pace, one.seconds, one.scoring, one.sides) == (over.pace, over.seconds, over.scoring, over.sides)
    assert [game.made().options for game in one.rounds] == [{"yum_bonus": False}, {}]
    newest = games.make("yum_classic", {}).rules_version
    assert over.rounds[0].made().rules_version < newest, "the old one was written by older code"
    assert one.rounds[0].made().rules_version == newest
    assert one.secret != over.secret
    assert (await evening.field(one)).entries == []
    elsewhere, new = await evening.tournaments.again(over, CHANNEL + 1, CHLOE, "en")
    assert new, "another channel has its own"
    assert elsewhere.id != one.id


async def test_another_one_is_open_as_long_as_the_one_before_from_now_on(evening: Evening) -> None:
    before = await evening.entered(await evening.open(seconds=3 * HOUR), ANA)
    await evening.play(before, ANA)
    over = await evening.tournaments.end(await evening.fresh(before), ANA, manager=False)
    evening.now[0] += 48 * HOUR
    another, _ = await evening.tournaments.again(over, CHANNEL, BEN, "en")
    assert another.ends == evening.now[0] + 3 * HOUR


async def test_a_tournament_that_nobody_has_played_counts_for_nothing(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(**TOGETHER), ANA)
    evening.now[0] += 24 * HOUR
    over = await evening.tournaments.go_on(tournament.id)
    assert over is not None
    assert over.status is TournamentStatus.ENDED


async def test_nobody_sees_a_round_before_their_own_is_finished(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic"), ANA, BEN)
    ana = await evening.finish(await evening.play(tournament, ANA))
    await evening.play(tournament, BEN)
    seen = {user: (await evening.field(tournament)).visible_to(user).played for user in (ANA, BEN, CHLOE)}
    assert {line.table for line in seen[ANA]} >= {ana.id}
    assert seen[BEN] == seen[CHLOE] == []
    with pytest.raises(errors.SecretDay):
        await evening.tables.history.replay(ana.id, BEN)
    with pytest.raises(errors.Sealed):
        await evening.tables.history.verify(ana.id)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    assert {line.round for line in (await evening.field(tournament)).visible_to(CHLOE).played} == {0}
    _, replay = await evening.tables.history.replay(ana.id, BEN)
    assert replay.entries


@pytest.mark.parametrize("scoring", list(Scoring))
async def test_the_places_are_those_of_the_command_that_reads_records(
    evening: Evening, scoring: Scoring, tmp_path: Path
) -> None:
    rounds = await evening.open("yum_classic", "yum_classic", scoring=scoring)
    tournament = await evening.entered(rounds, ANA, BEN, CHLOE)
    records, reviewer = [], Reviewer(tmp_path)
    for user, rounds in ((ANA, 2), (BEN, 2), (CHLOE, 1)):
        for number in range(rounds):
            table = await evening.finish(await evening.play(tournament, user), 10 * user + number)
            (record,) = await evening.tables.history.records(table.id, user)
            review = in_short(reviewer.review(table.game, read(json.dumps(record).encode())))
            await evening.services.reviews.keep(table.id, to_store(table, review))
            records.append((table.id, number + 1, user))
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    lines = []
    for id, number, user in records:
        (record,) = await evening.tables.history.records(id, user)
        assert record["round"] == number
        assert record["fair"]["secret"] == tournament.secret.hex()
        lines.append(json.dumps({**record, "player": str(user)}))
    told: Any = Ranking(tmp_path, scoring.value).places("\n".join(lines))
    assert told["ok"]
    assert told["shared_dice"]
    field = await evening.field(tournament)
    places = ranked(field)
    assert [(line.place, str(line.player.user), line.percent, line.gross) for line in places] == [
        (line["place"], line["player"], line["percent"], line["gross"]) for line in told["places"]
    ]
    assert [line.net for line in places] == pytest.approx([other["net"] for other in told["places"]], abs=0.02)


@pytest.mark.long(15)
async def test_the_decision_that_split_the_field_is_counted_right(evening: Evening, tmp_path: Path) -> None:
    people = range(21, 27)
    tournament = await evening.entered(await evening.open(), *people)
    reviewer, evaluator = Reviewer(tmp_path), evaluator_of(games.make("yum_classic", {}), tmp_path)
    stood: dict[Any, list[float]] = {}
    for user in people:
        table = await evening.play(tournament, user)
        for _ in range(7 * (user % 2)):  # They begin well; all of them play at random from there on.
            best = text(evaluator.advise(table.state).actions[0][0])
            table = (await evening.tables.act(table.id, user, table.step, best)).after
        table = await evening.finish(table, user)
        (record,) = await evening.tables.history.records(table.id, user)
        review = in_short(reviewer.review(table.game, read(json.dumps(record).encode())))
        await evening.services.reviews.keep(table.id, to_store(table, review))
        state = table.game.new(1)
        for entry in journal.effective_entries(await evening.tables.repository.store.journal(table.id)):
            if state.dice:
                advice = evaluator.advise(state)
                lost = advice.value - next(value for action, value in advice.actions if text(action) == entry.do)
                stood.setdefault(state, []).append(lost)
            state = gate.replay_entry(table.game, state, entry)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    (story,) = await evening.tournaments.stories(await evening.field(tournament))
    split = story.split
    assert split is not None
    lost = stood[split.state]
    assert (split.stood, split.found) == (len(lost), sum(one < 0.05 for one in lost))
    assert split.lost == pytest.approx(max(lost), abs=0.01)
    assert text(evaluator.advise(split.state).actions[0][0]) == split.best
    worth = {
        state: max(lost) * sum(one >= 0.05 for one in lost)
        for state, lost in stood.items()
        if min(lost) < 0.05 <= max(lost)
    }
    assert worth[split.state] == pytest.approx(max(worth.values()), abs=0.1)


def test_the_winner_came_back_from_the_worst_moment() -> None:
    assert comeback_of({1: [10, 50, 210], 2: [60, 90, 180], 3: [35, 95, 100]}) == Comeback(1, 50, 1)
    assert comeback_of({1: [10, 45, 210], 2: [60, 95, 180]}) == Comeback(1, 50, 2)
    assert comeback_of({1: [10, 70, 210], 2: [30, 90, 180]}) is None, "a tenth of 210 is more than 20"
    assert comeback_of({1: [10, 210], 2: [60, 210]}) is None, "nobody won alone"
    assert comeback_of({1: [60, 210], 2: [10, 190]}) is None, "the winner was never behind"


@pytest.mark.parametrize("most", [1, 2])
async def test_nothing_is_said_of_everybody_where_some_games_are_not_looked_at(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    tournament = await evening.entered(await evening.open(), ANA, BEN)
    for user in (ANA, BEN):
        await evening.finish(await evening.play(tournament, user), user)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    field, course = await evening.field(tournament), RoundStory(None, Comeback(1, 50, 2))
    monkeypatch.setattr(tournaments, "_course_of", lambda *_: course)
    monkeypatch.setattr(tournaments, "MOST_COMPARED", most)
    assert await evening.tournaments.stories(field) == (course if most == 2 else RoundStory(),)


async def test_a_game_that_is_voided_while_its_story_is_told_is_in_none(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = (ANA, BEN, CHLOE)
    tournament = await evening.entered(await evening.open(), *people)
    for user in people:
        await evening.finish(await evening.play(tournament, user), user)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    before = await evening.field(tournament)
    played = next(line.table for line in before.played if line.entry == 1)
    monkeypatch.setattr(tournaments, "_course_of", lambda _, __, told: RoundStory(None, Comeback(min(told), 50, 2)))
    await evening.services.hand.void(played, 99)
    (story,) = await evening.tournaments.stories(before)
    assert story.comeback == Comeback(1, 50, 2), "that was read before"
    (story,) = await evening.tournaments.stories(await evening.field(tournament))
    assert story.comeback == Comeback(2, 50, 2)


@pytest.mark.parametrize(
    ("unit", "lost", "told"),
    [("points", 0.9, False), ("points", 1.0, True), ("turns", 0.4, False), ("turns", 0.5, True)],
)
def test_a_decision_splits_the_field_if_it_costs_a_point_or_half_a_turn(unit: str, lost: float, told: bool) -> None:
    game = games.make("yum_classic", {})
    thrown = gate.JournalEntry(Seat(0), "roll", ((1, 2, 3, 4, 5),))
    *_, last = gate.legal(game, gate.replay_entry(game, game.new(1), thrown))
    marked = (thrown, gate.JournalEntry(Seat(0), last))
    compared: list[tournaments.Compared] = [(marked, {}), (marked, {1: Mistake(1, "keep 5", lost)})]
    assert (tournaments.split_of(game, unit, compared) is not None) is told


@pytest.mark.parametrize("people", [(ANA, BEN), (ANA, BEN, CHLOE)])
async def test_of_two_nobody_reads_on_which_decision_they_split(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, people: tuple[int, ...]
) -> None:
    """One of them was the only one who lost there, and their mistakes are their own."""
    tournament = await evening.entered(await evening.open(), *people)
    for user in people:
        await evening.finish(await evening.play(tournament, user), user)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    field = await evening.field(tournament)
    reviewed = field._replace(played=[line._replace(net=200.0) for line in field.played])
    split = Split(3, None, "roll", 1, len(people), 9.0, "points")

    async def compared(_: object) -> tuple[str, list[object]]:
        return "points", []

    monkeypatch.setattr(evening.tournaments, "_compared", compared)
    monkeypatch.setattr(tournaments, "split_of", lambda *_: split)
    (story,) = await evening.tournaments.stories(reviewed)
    assert story.split == (split if len(people) > 2 else None)


async def test_dice_that_nobody_took_were_there_in_that_turn(evening: Evening) -> None:
    rounds = 4
    tournament = await evening.entered(await evening.open(*["yum_classic"] * rounds), ANA, BEN)
    taken: list[set[int]] = []
    for _ in range(rounds):
        equal: set[int] = set()
        for user in (ANA, BEN):
            table = await evening.finish(await evening.play(tournament, user), user)
            state, turn = table.game.new(1), 0
            for entry in journal.effective_entries(await evening.tables.repository.store.journal(table.id)):
                if entry.do.startswith(("mark", "strike")):
                    turn += 1
                    equal |= {turn} if len(set(state.dice)) == 1 else set()
                state = gate.replay_entry(table.game, state, entry)
        taken.append(equal)
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    field = await evening.field(tournament)
    stories, seed = await evening.tournaments.stories(field), field.tournament
    shared = hmac.digest(seed.secret, f"{seed.entropy}|shared".encode(), "sha256")
    for number, story in enumerate(stories):
        there = set()
        for turn in range(1, 14):
            if turn in taken[number]:
                continue
            for face in range(1, 7):
                kept = 0
                for throw in range(3):
                    fallen, block = list[int](), 0
                    while len(fallen) < 5:
                        message = f"{number}.{turn - 1}.{throw}|{block}".encode()
                        bytes_of = hmac.digest(shared, message, "sha256")
                        fallen += [one % 6 + 1 for one in bytes_of if one < 252]
                        block += 1
                    kept += fallen[: 5 - kept].count(face)
                there |= {(face, -turn)} if kept == 5 else set()
        best = max(there, default=None)
        assert story.unused == (None if best is None else Unused(-best[1], best[0], 5))
    told = (RoundStory(None, Comeback(field.entries[0].number, 31, 9), Unused(4, 6, 5)), *stories[1:])
    body = details_screen(RenderContext(words("en"), PLAIN_GLYPHS), field, told).body
    assert f"Round 1: <@{field.entries[0].user}> was 31 points behind after turn 9, and won it." in body
    assert "Round 1, turn 4: keeping every 6 would have made 5 of them. Nobody did." in body


async def test_every_game_of_a_tournament_is_verified(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic"), ANA)
    tables = [await evening.finish(await evening.play(tournament, ANA)) for _ in range(2)]
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    for table in tables:
        assert await evening.tables.history.verify(table.id)


async def test_while_it_goes_on_only_finished_rounds_count_among_those_who_finished_them(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", "yum_classic"), ANA, BEN, CHLOE)
    for user, rounds in ((ANA, 1), (BEN, 2), (CHLOE, 0)):
        for _ in range(rounds):
            await evening.finish(await evening.play(tournament, user), user)
    field = await evening.field(tournament)
    seen = {user: ranked(field.visible_to(user)) for user in (ANA, BEN, CHLOE)}
    assert {place.player.user for place in seen[ANA]} == {ANA, BEN}
    assert {place.percent for place in seen[ANA]} in ({0, 100}, {50})
    assert [place.player.user for place in seen[BEN]] == [BEN], "nobody else has finished both"
    assert seen[CHLOE] == []
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=True)
    assert len(ranked(await evening.field(tournament))) == 3


async def test_the_place_of_an_erased_person_stays(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(), ANA, BEN)
    tournament = await evening.tournaments.stir(tournament, ANA, "words")
    for user in (ANA, BEN):
        await evening.finish(await evening.play(tournament, user), user)
    before = [line.gross for line in ranked(await evening.field(tournament))]
    await erase(evening.tables, evening.services.privacy, ANA)
    field = await evening.field(tournament)
    assert [line.gross for line in ranked(field)] == before
    assert ANA not in {entry.user for entry in field.entries} | {field.tournament.host, *field.tournament.stirred}
    assert {entry.user > 0 for entry in field.entries} == {True, False}


async def test_points_without_luck_of_the_others_stay_when_somebody_is_erased(evening: Evening, tmp_path: Path) -> None:
    people, reviewer = (ANA, BEN, CHLOE), Reviewer(tmp_path)
    tournament = await evening.entered(await evening.open(scoring=Scoring.NET), *people)
    for user in people:
        table = await evening.finish(await evening.play(tournament, user), user)
        (record,) = await evening.tables.history.records(table.id, user)
        review = in_short(reviewer.review(table.game, read(json.dumps(record).encode())))
        await evening.services.reviews.keep(table.id, to_store(table, review))
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    before = ranked(await evening.field(tournament))
    assert None not in {place.net for place in before}
    gone = before[0].player.user
    await erase(evening.tables, evening.services.privacy, gone)
    field = await evening.field(tournament)
    places = ranked(field)
    assert [(place.player.user, place.net) for place in places[:2]] == [
        (place.player.user, place.net) for place in before[1:]
    ]
    assert (places[2].player.erased, places[2].net) == (True, None)
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    shown = tournament_screen(context, field).body
    assert "follow as soon as" not in shown
    assert " wins with " in shown
    assert "without luck" in details_screen(context, field, ()).body.partition("best **")[2]
    assert _winners(field) == [places[0].player.user]


async def test_anybody_starts_a_round_whose_host_is_erased_and_is_its_host_then(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(**TOGETHER), BEN, CHLOE)
    with pytest.raises(errors.HostStarts):
        await evening.tournaments.start(tournament, BEN)
    await erase(evening.tables, evening.services.privacy, ANA)
    waits = await evening.field(tournament)
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    assert "Together: anybody starts." in tournament_screen(context, waits).body
    begun = await evening.tournaments.start(await evening.fresh(tournament), BEN)
    assert (begun.host, begun.status) == (BEN, TournamentStatus.PLAYING)


async def test_the_best_of_three_or_more_win_a_trophy_once_it_is_over(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open("yum_classic", pace=TournamentPace.OPEN), 1, 2, 3)
    scores = dict[int, int]()
    for user in (1, 2, 3):
        table = await evening.finish(await evening.play(tournament, user), seed=user)
        (scores[user],) = table.game.scores(table.state)
    assert winners_of(await evening.field(await evening.fresh(tournament))) == []
    over = await evening.tournaments.end(tournament, tournament.host, manager=False)
    best = [user for user in scores if scores[user] == max(scores.values())]
    earned = winners_of(await evening.field(over))
    assert [(one.user, one.key, one.behind, one.at) for one in earned] == [
        (user, "tournament_first", tournament.id, over.ends) for user in best
    ]
    field = await evening.field(over)
    assert winners_of(field._replace(played=[line for line in field.played if line.entry != 3])) == []


async def test_of_equal_sums_of_turns_a_missed_race_wins_no_trophy(evening: Evening) -> None:
    tournament = await evening.entered(
        await evening.open("5000_race", "5000_race", scoring=Scoring.TOTAL), ANA, BEN, CHLOE
    )
    over = replace(tournament, status=TournamentStatus.OVER)
    turns = {(1, 0): -12, (1, 1): -12, (2, 0): -24, (2, 1): None, (3, 0): -30, (3, 1): -30}
    played = [
        Played(entry, number, TableId(10 * entry + number), True, score, None)
        for (entry, number), score in turns.items()
    ]
    field = TournamentField(over, (await evening.field(tournament)).entries, played)
    assert [(place.place, place.player.user) for place in ranked(field)] == [(1, ANA), (2, CHLOE), (3, BEN)]
    assert [earned.user for earned in winners_of(field)] == [ANA]


async def test_what_no_tournament_can_be_is_refused(evening: Evening) -> None:
    for plan in ({"seconds": 1}, {"sides": 3}, {"pace": TournamentPace.TOGETHER, "seconds": 7 * 24 * HOUR}):
        with pytest.raises(errors.NoSuchChoice):
            await evening.open(**plan)
    for keys in (("421",), (), ("yum_classic",) * 6):
        rounds = [RoundGame(key, games.make(key, {}).written) for key in keys]
        with pytest.raises(errors.NoSuchChoice):
            await evening.tournaments.open(GUILD, CHANNEL, ANA, "en", Plan(rounds))
    with pytest.raises(errors.BadTournament):
        await evening.open("yum_classic", "cant_stop_race", scoring=Scoring.TOTAL)
    for _ in range(MOST_AT_ONCE):
        await evening.open()
    with pytest.raises(errors.TooManyTournaments):
        await evening.open()


def test_every_sheet_and_both_races_are_played_in_tournaments() -> None:
    known = possible_games()
    assert {"yum_classic", "triple_yum_plus", "yams", "5000_race", "cant_stop_race"} <= set(known)
    assert not {"421", "ambition", "yamslam", "5000", "cant_stop"} & set(known)


async def test_statistics_tell_nothing_of_a_tournament_that_goes_on(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(), ANA)
    await evening.finish(await evening.play(tournament, ANA))
    profiles = evening.services.profiles
    assert (await profiles.history(Scope(GUILD, ANA))).total == 0
    assert await profiles.series(GUILD, ANA) == []
    await evening.tournaments.end(await evening.fresh(tournament), ANA, manager=False)
    assert (await profiles.history(Scope(GUILD, ANA))).total == 1
    assert [series.kind for series in await profiles.series(GUILD, ANA)] == ["tourney"]


# -- two servers -----------------------------------------------------------------------------------------------------

AWAY, DAN = 2**61, 14


class TwoServers:
    """A tournament of this server, and that of another one with the same dice."""

    def __init__(self, evening: Evening, here: Tournament, there: Tournament) -> None:
        self.evening, self.here, self.there = evening, here, there

    async def finish(self, user: int, *, away: bool) -> Table:
        evening, id = self.evening, (self.there if away else self.here).id
        guild = AWAY if away else GUILD
        now = await evening.tournaments.find(id, guild)
        await evening.tournaments.enter(now, user)
        return await evening.finish(await evening.tournaments.play(now, user, CHANNEL, "en"), user)

    async def ends(self) -> None:
        self.evening.now[0] += 24 * HOUR
        for tournament in (self.here, self.there):
            await self.evening.tournaments.go_on(tournament.id)

    async def result(self, *, away: bool = False) -> str:
        tournament = await self.evening.tournaments.find(*((self.there.id, AWAY) if away else (self.here.id, GUILD)))
        context = RenderContext(words("en"), PLAIN_GLYPHS)
        return tournament_screen(context, await self.evening.tournaments.field(tournament)).body


async def invited(evening: Evening, tournament: Tournament) -> str:
    code = (await evening.tournaments.invite(tournament, "Le *Club*")).invite
    assert code is not None
    return code


async def accepted(evening: Evening, code: str, guild: int = AWAY) -> Tournament:
    return await evening.tournaments.accept(code, guild, CHANNEL, DAN, "fr", "Away")


@pytest.fixture
async def two(evening: Evening) -> TwoServers:
    here = await evening.open("yum_classic", "yum_plus")
    await evening.tournaments.stir(here, ANA, "ours")
    there = await accepted(evening, f" {(await invited(evening, here)).lower()} ")
    return TwoServers(evening, await evening.fresh(here), there)


async def test_two_servers_throw_the_same_dice_until_the_same_moment(two: TwoServers) -> None:
    one, other = await two.finish(ANA, away=False), await two.finish(DAN, away=True)
    ours, theirs = await two.evening.throws(one), await two.evening.throws(other)
    both = ours.keys() & theirs.keys()
    assert len(both) >= 10
    for throw in both:
        length = min(len(ours[throw]), len(theirs[throw]))
        assert ours[throw][:length] == theirs[throw][:length]
    assert (two.here.ends, two.here.rounds) == (two.there.ends, two.there.rounds)
    assert two.there.stirred == (), "nobody of the other server is known here"


async def test_the_result_tells_which_server_has_won_and_nobody_of_the_other_one(two: TwoServers) -> None:
    for user in (ANA, BEN, CHLOE):
        await two.finish(user, away=False)
    dan = await two.finish(DAN, away=True)
    field = await two.evening.field(two.here)
    ours = {line.entry: line.score for line in field.played}
    assert "Against **Away**, where everybody throws the same dice." in await two.result()
    assert "Against **Le \\*Club\\***" in await two.result(away=True)
    two.evening.now[0] += 24 * HOUR
    await two.evening.tournaments.go_on(two.here.id)
    assert "The result against **Away** follows." in await two.result()
    with pytest.raises(errors.StillPlayed):
        await two.evening.tournaments.verified(await two.evening.fresh(two.here))
    drawn = await two.evening.fresh(two.here)
    await two.ends()
    assert (await two.evening.fresh(two.here)).version > drawn.version, "its message has the result to tell now"
    assert (await two.evening.tournaments.verified(await two.evening.fresh(two.here)))[1] == 0
    here, away = await two.result(), await two.result(away=True)
    first = here.split("\n")[:2]
    assert first == away.split("\n")[:2] or {*first[1].split(" · ")} == {*away.split("\n")[1].split(" · ")}
    (theirs,) = dan.game.scores(dan.state)
    mean = sum(score or 0 for score in ours.values()) / 3
    if abs(mean - theirs) >= 2:
        assert ("Away wins" in first[0]) is (theirs > mean)
    # Four players of one field; nobody has begun the second round, which does not count.
    beaten = sum((theirs > (score or 0)) + (theirs == score) / 2 for score in ours.values())
    assert f"Away: {round(100 * beaten / 3)}%" in here
    assert f"<@{DAN}>" not in here
    assert f"<@{ANA}>" not in away


class Killed(BaseException):
    """The process ends here."""


async def killed(*_: object) -> None:
    raise Killed


async def paired(evening: Evening, *keys: str) -> TwoServers:
    here = await evening.open(*keys)
    there = await accepted(evening, await invited(evening, here))
    return TwoServers(evening, await evening.fresh(here), there)


async def test_a_process_that_dies_at_the_end_of_one_server_leaves_the_result_of_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has told this server that the other result follows, and dies right after it has saved that one."""
    url, now = f"sqlite:///{tmp_path}/g.db", [1_790_000_000]
    async with services(url, lambda: now[0]) as made:
        two = await paired(evening := Evening(made, now), "yum_classic")
        for user, away in ((ANA, False), (BEN, False), (DAN, True)):
            await two.finish(user, away=away)
        now[0] += 24 * HOUR
        await evening.tournaments.go_on(two.here.id)
        assert "follows" in await two.result()
        await evening.tournaments.drawn(await evening.fresh(two.here))
        monkeypatch.setattr(evening.tournaments, "_close_tables", killed)
        with pytest.raises(Killed):
            await evening.tournaments.go_on(two.there.id)
    async with services(url, lambda: now[0]) as made:
        two = TwoServers(evening := Evening(made, now), two.here, two.there)
        due, behind = await evening.tournaments.to_look_at(evening.tables.repository.shards.now)
        assert due == []
        assert {two.here.id, two.there.id} <= set(behind), "both messages have the result to tell"
        over = await evening.tournaments.find(two.there.id, AWAY)
        assert (over.status, await evening.tournaments.verified(over)) == (TournamentStatus.OVER, (1, 0))
        assert "follows" not in await two.result()


async def test_a_code_is_good_until_the_process_that_takes_it_has_stored_both_sides(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, store = await invited(evening, await evening.open()), evening.tournaments._store
    with monkeypatch.context() as dying:
        dying.setattr(store, "pair", killed)
        with pytest.raises(Killed):
            await accepted(evening, code)
    assert await evening.tournaments.on(AWAY) == []
    there = await accepted(evening, code)
    assert [one.id for one in await evening.tournaments.on(AWAY)] == [there.id]
    with pytest.raises(errors.BadTournament):
        await accepted(evening, code, AWAY + 1)


async def test_two_processes_that_end_both_sides_leave_a_result_on_each_message(evening: Evening) -> None:
    """Each has locks of its own, and looks after one of the servers."""
    two, mine = await paired(evening, "yum_classic"), evening.tournaments
    other = Tournaments(evening.tables, mine._store, mine._reviews, lambda: evening.now[0])
    for user, away in ((ANA, False), (DAN, True)):
        await two.finish(user, away=away)
    evening.now[0] += 24 * HOUR
    await asyncio.gather(
        mine.go_on(two.here.id), other.go_on(two.there.id), other.go_on(two.here.id), mine.go_on(two.there.id)
    )
    for tournament, guild in ((two.here, GUILD), (two.there, AWAY)):
        over = await mine.find(tournament.id, guild)
        assert over.status is TournamentStatus.OVER
        assert await mine.verified(over) == (1, 0)
    _, behind = await mine.to_look_at(evening.tables.repository.shards.now)
    assert {two.here.id, two.there.id} <= set(behind)
    assert "follows" not in await two.result() + await two.result(away=True)


async def test_nothing_of_it_changes_once_two_servers_play(two: TwoServers) -> None:
    tournaments = two.evening.tournaments
    for refused in (
        tournaments.stir(two.here, BEN, "more"),
        tournaments.stir(two.there, DAN, "more"),
        tournaments.plan(two.here, ANA, lambda plan: plan._replace(seconds=HOUR)),
        tournaments.end(two.here, ANA, manager=True),
        tournaments.end(two.there, DAN, manager=True),
        tournaments.invite(two.here, "Le Club"),
    ):
        with pytest.raises(errors.BadTournament):
            await refused
    assert await two.evening.fresh(two.here) == two.here


async def test_a_code_is_for_one_other_server_and_until_somebody_throws(evening: Evening) -> None:
    code = await invited(evening, tournament := await evening.open())
    assert await invited(evening, await evening.fresh(tournament)) == code
    with pytest.raises(errors.BadTournament, match="another server"):
        await accepted(evening, code, GUILD)
    first, second = await asyncio.gather(
        accepted(evening, code), accepted(evening, code, AWAY + 1), return_exceptions=True
    )
    assert {type(first), type(second)} == {Tournament, errors.BadTournament}
    for late in ("WRONG234", code, "☃", "x" * 3000):
        with pytest.raises(errors.BadTournament, match="invitation is over"):
            await accepted(evening, late, AWAY + 2)
    thrown = await evening.open()
    code = await invited(evening, thrown)
    await evening.entered(thrown, ANA)
    await evening.play(thrown, ANA)
    with pytest.raises(errors.BadTournament, match="thrown"):
        await accepted(evening, code)
    old = await evening.open()
    code = await invited(evening, old)
    evening.now[0] += 24 * HOUR
    with pytest.raises(errors.BadTournament, match="invitation is over"):
        await accepted(evening, code)


@pytest.mark.parametrize("plan", [TOGETHER, {"sides": 2}])
async def test_two_servers_play_when_everybody_likes_and_without_teams(evening: Evening, plan: dict[str, Any]) -> None:
    with pytest.raises(errors.BadTournament):
        await invited(evening, await evening.open(**plan))
    tournament = await evening.open()
    code = await invited(evening, tournament)
    await evening.tournaments.plan(tournament, ANA, lambda now: now._replace(**plan))
    with pytest.raises(errors.BadTournament):
        await accepted(evening, code)


async def test_a_round_is_reminded_of_once_although_those_before_needed_no_reminder(evening: Evening) -> None:
    tournament = await evening.entered(await evening.open(*["yum_classic"] * 3, **TOGETHER), ANA, BEN)
    await evening.tournaments.start(tournament, ANA)
    for number in range(2):
        await evening.tournaments.end_round(await evening.fresh(tournament), number, ANA, manager=False)
    evening.now[0] += HOUR * 3 // 4
    now = await evening.fresh(tournament)
    assert tournaments.reminds(now, evening.now[0])
    assert not tournaments.reminds(await evening.tournaments.reminded(now), evening.now[0])


@pytest.mark.parametrize("plan", [TOGETHER, {"seconds": HOUR}, {"seconds": 3 * HOUR}])
async def test_what_the_host_plans_late_ends_in_time_to_be_played(evening: Evening, plan: dict[str, Any]) -> None:
    tournament = await evening.entered(await evening.open(seconds=7 * 24 * HOUR), BEN)
    evening.now[0] += 48 * HOUR
    after = await evening.tournaments.plan(tournament, ANA, lambda now: now._replace(**plan))
    assert after.ends is not None
    assert after.ends >= evening.now[0] + HOUR
    assert await evening.tournaments.go_on(tournament.id) is None
    assert (await evening.fresh(tournament)).status is TournamentStatus.OPEN
    if after.together:
        assert after.host_starts_until == evening.now[0] + ABSENT_SECONDS
        with pytest.raises(errors.HostStarts):
            await evening.tournaments.start(after, BEN)


async def test_what_the_host_plans_in_time_is_counted_from_the_opening(evening: Evening) -> None:
    tournament = await evening.open(seconds=HOUR)
    evening.now[0] += HOUR // 2
    after = await evening.tournaments.plan(tournament, ANA, lambda now: now._replace(seconds=3 * HOUR))
    assert after.ends == tournament.opened + 3 * HOUR
    after = await evening.tournaments.plan(after, ANA, lambda now: now._replace(sides=2))
    assert after.ends == tournament.opened + 3 * HOUR
    evening.now[0] += HOUR
    after = await evening.tournaments.plan(after, ANA, lambda now: now._replace(**TOGETHER))
    later = await evening.tournaments.plan(after, ANA, lambda now: now._replace(seconds=HOUR // 2))
    assert later.ends == after.ends, "no choice among those together gives the host ten minutes more"


@pytest.mark.parametrize("reviewed", [True, False])
async def test_a_round_of_somebody_erased_waits_for_no_review(tmp_path: Path, reviewed: bool) -> None:
    now = [1_790_000_000]
    async with services(f"sqlite:///{tmp_path}/g.db", lambda: now[0], background_reviews=True) as made:
        evening, background = Evening(made, now), made.background_reviews
        assert background is not None
        tournament = await evening.entered(await evening.open(), ANA, BEN)
        table = await evening.finish(await evening.play(tournament, ANA), ANA)
        if reviewed:
            (record,) = await evening.tables.history.records(table.id, ANA)
            review = in_short(Reviewer(tmp_path).review(table.game, read(json.dumps(record).encode())))
            await made.reviews.keep(table.id, to_store(table, review), count=False)
        await erase(evening.tables, made.privacy, ANA)
        await background.look(now[0])
        assert await made.reviews.store.waiting(EVERY_SHARD, now[0], 9) == []
