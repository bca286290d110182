"""Own mistakes as exercises: what becomes one, when it comes back, what comes first, and whether it helps."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import ScriptedDice, Seat, Teaching, Theme
from bot.engine.gate import JournalEntry, play
from bot.games import CATALOGUE, THEMES_OF, make
from bot.tables.model.table import TableId
from bot.tables.puzzles import game_of, shipped
from bot.tables.records.reviews import PlayedSeat
from bot.tables.storage.journal import Replay
from bot.tables.training import (
    PORTION,
    Exercise,
    KnownExercise,
    Memory,
    Training,
    Waiting,
    exercise_of,
    habits_of,
    least_cost,
    left_today,
    next_of,
    remembered,
)
from bot.thinker.answers import Answer
from tests.factories import table_of

DAY = 86_400
BEGIN = 1_669_725_000
ANA = 7

# -- when it comes back -----------------------------------------------------------------------------------------------

RIGHT, WRONG = True, False
INTERVALS = (
    ([RIGHT] * 6 + [WRONG] * 2 + [RIGHT] * 5, [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]),
    ([WRONG, WRONG], [0, 0]),
)


@pytest.mark.parametrize(("answers", "days"), INTERVALS)
def test_intervals_are_those_of_the_tests_of_fsrs(answers: list[bool], days: list[int]) -> None:
    """Each is answered when it is due; the first row stands in ``test_review_card`` of py-fsrs 6.3.1."""
    memory, seen = Memory(BEGIN), []
    for right in answers:
        now = memory.due
        memory = remembered(memory, now, right=right)
        seen.append((memory.due - now) // DAY)
    assert seen == days


def test_a_memory_is_that_of_fsrs_after_days_of_its_own_choice() -> None:
    """As ``test_memo_state`` of py-fsrs 6.3.1 has it."""
    memory, now = Memory(BEGIN), BEGIN
    for right, days in zip([WRONG, *[RIGHT] * 5], [0, 0, 1, 3, 8, 21], strict=True):
        now += days * DAY
        memory = remembered(memory, now, right=right)
    assert memory.stability == pytest.approx(53.6269, abs=1e-4)
    assert memory.difficulty == pytest.approx(6.3575, abs=1e-4)


def test_what_was_wrong_comes_back_in_a_minute_and_what_was_right_the_first_time_in_ten() -> None:
    assert remembered(Memory(BEGIN), BEGIN, right=False).due - BEGIN == 60
    assert remembered(Memory(BEGIN), BEGIN, right=True).due - BEGIN == 600


def test_what_was_right_after_a_hint_comes_back_sooner_than_without_and_later_than_what_was_wrong() -> None:
    memory = Memory(BEGIN)
    for _ in range(3):
        memory = remembered(memory, memory.due, right=True)
    wrong, hinted, right = (
        remembered(memory, memory.due, right=right, hinted=hinted).due
        for right, hinted in ((False, True), (True, True), (True, False))
    )
    assert wrong < hinted < right
    assert wrong == remembered(memory, memory.due, right=False).due


# -- what becomes an exercise -----------------------------------------------------------------------------------------


def played_seat() -> PlayedSeat:
    """A game of Yum Classic in which its player throws 2-3-4-6-6 and keeps 2-3-4."""
    game = make("yum_classic", {})
    moves = JournalEntry(Seat(0), "roll", ((2, 3, 4, 6, 6),)), JournalEntry(Seat(0), "keep 2 3 4", ((1, 1),))
    return PlayedSeat(table_of(game, [ANA]), Replay(moves, (game.new(1),), (0,)))


def answer(strength: str = "exact", **values: float) -> Answer:
    worth = {
        "keep 6 6": 250.0,
        "keep 2 3 4": 246.0,
        "keep 6": 245.0,
        "mark chance": 244.0,
        "strike ones": 200.0,
    } | values
    actions = sorted(worth.items(), key=lambda pair: -pair[1])
    return Answer("points", strength, actions[0][1], tuple(actions))


def made(known: Answer) -> Exercise | None:
    played = played_seat()
    position = played.replay.at(played.table, 1).table
    return exercise_of(ANA, TableId(3), 1, position, played.replay.entries[1].do, known, BEGIN)


def test_a_mistake_becomes_an_exercise_with_its_position_and_what_each_answer_is_worth() -> None:
    one = made(answer())
    assert one is not None
    game, state = one.made()
    assert (game.key, sorted(state.dice)) == ("yum_classic", [2, 3, 4, 6, 6])
    assert one.answers[one.best].do == "keep 6 6"
    assert one.done == "keep 2 3 4"
    assert one.lost == 4.0
    assert {choice.do for choice in one.answers} == {"keep 6 6", "keep 2 3 4", "keep 6", "mark chance"}
    assert one.teaching == Teaching(Theme.STRAIGHTS, -1)
    assert one.memory == Memory(BEGIN)


def test_what_is_within_the_error_of_its_evaluator_becomes_none() -> None:
    near = {"keep 2 3 4": 249.4}
    assert made(answer(**near)) is None
    assert made(answer("exact", **{"keep 2 3 4": 248.9})) is not None
    assert made(answer("net", **{"keep 2 3 4": 248.9})) is None, "a net may be wrong by so much"
    assert made(answer("net")) is not None
    assert made(answer("estimate")) is None
    assert least_cost("triple_yum_plus", "points", "net") > least_cost("yum_plus", "points", "net") >= 2  # type: ignore[operator]
    assert least_cost("cant_stop", "turns", "estimate") is None
    assert least_cost("yamslam", "win", "net") == 0.055, "where a review calls it a mistake too"
    of_races = least_cost("cant_stop_race", "turns", "net")
    assert of_races is not None
    assert of_races == least_cost("cant_stop", "turns", "net")


def test_no_answer_is_as_good_as_the_best_or_strikes_what_could_score() -> None:
    one = made(answer(**{"keep 6": 249.9, "mark ones": 230.0, "strike ones": 247.0}))
    assert one is not None
    assert {choice.do for choice in one.answers} == {"keep 6 6", "keep 2 3 4", "mark chance", "mark ones"}


def test_the_same_choice_worth_the_same_is_the_same_exercise() -> None:
    one, again, other = made(answer()), made(answer()), made(answer(**{"keep 6": 244.5}))
    assert one is not None
    assert again is not None
    assert other is not None
    assert one.key == again.key != other.key


BEN = 8
DETAILS = '{"version":1,"kinds":{},"mistakes":[[1,"keep 6 6",4.0]],"throws":[]}'


@pytest.mark.parametrize(("user", "played_for", "makes"), [(ANA, (), 1), (BEN, (), 0), (ANA, (0,), 0)])
async def test_nobody_trains_what_another_did_at_their_seat(user: int, played_for: Any, makes: int) -> None:
    """Neither the player before them, nor the clock or a computer that played for them."""
    played = played_seat()
    played = replace(played, table=replace(played.table, played_for=played_for))
    if user == BEN:
        played = replace(played, table=replace(played.table, players=(BEN,), originals=(ANA,)))

    class Knows:
        async def sheet_of(self, *_: Any) -> PlayedSeat:
            return played

        async def ask(self, *_: Any) -> Answer:
            return answer()

    nobody: Any = None
    knows: Any = Knows()
    training = Training(knows, knows, nobody, nobody, lambda: BEGIN)
    waiting = Waiting(TableId(3), 0, "yum_classic", "points", "exact", DETAILS)
    assert len(await training._exercises(user, waiting)) == makes


async def test_a_mistake_that_came_in_another_game_before_can_be_tried_again() -> None:
    """Its exercise stands under the first game; from the review of the second one it is found by what it asks."""
    known = made(answer())
    assert known is not None

    class Row:
        user, seat, game, unit, strength, details = ANA, 0, "yum_classic", "points", "exact", DETAILS

    class Knows:
        store: Any

        async def of_table(self, *about: Any) -> Any:
            return [Row()] if len(about) == 1 else {}  # Of reviews; of exercises.

        async def find(self, user: int, key: str) -> Exercise | None:
            return known if known and key == known.key else None

        async def sheet_of(self, *_: Any) -> PlayedSeat:
            return played_seat()

        async def ask(self, *_: Any) -> Answer:
            return answer()

    knows: Any = Knows()
    nobody: Any = None
    knows.store = knows
    asked = await Training(knows, knows, knows, nobody, lambda: BEGIN).at(ANA, TableId(4), 1)
    assert asked is not None
    assert asked.exercise == known


# -- what it is about -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "best", "other", "teaching"),
    [
        ((3, 3, 3, 4, 5), "mark threes", "mark three_kind", Teaching(Theme.BONUS, 1)),
        ((3, 3, 3, 4, 5), "mark three_kind", "mark threes", Teaching(Theme.BONUS, -1)),
        ((2, 3, 4, 6, 6), "keep 2 3 4", "keep 6 6", Teaching(Theme.STRAIGHTS, 1)),
        ((1, 2, 3, 4, 6), "keep", "keep 1 2 3", Teaching(Theme.STRAIGHTS, -1)),
        ((1, 2, 4, 6, 6), "keep 6 6", "keep 4 6", Teaching(Theme.SETS, 1)),
        ((1, 2, 3, 4, 6), "mark small_straight", "keep 1 2 3", Teaching(Theme.STOP, -1)),
        ((5, 5, 5, 6, 6), "keep 5 5 5", "mark three_kind", Teaching(Theme.STOP, 1)),
        ((1, 2, 4, 4, 6), "mark yum", "mark chance", Teaching(Theme.STRIKE)),
    ],
)
def test_a_teaching_says_what_the_two_actions_go_for(dice: Any, best: str, other: str, teaching: Teaching) -> None:
    game = make("yum_classic", {})
    state = play(game, game.new(1), Seat(0), "roll", ScriptedDice((dice,))).state
    assert game.teaching(state, best, other) == teaching


def test_with_three_boxes_left_it_is_about_the_last_turns() -> None:
    late = next(
        one
        for one in shipped().days
        if one.unit == "points"
        and one.answers[one.best].do.startswith("keep")
        and one.answers[one.natural].do.startswith("keep")
        and sum(cell is None for cell in one.state(game_of(one.game)).sheets[0][0]) == 3
    )
    game = game_of(late.game)
    assert (
        game.teaching(late.state(game), late.answers[late.best].do, late.answers[late.natural].do).theme is Theme.LAST
    )


def test_another_game_knows_whether_the_turn_goes_on() -> None:
    game = make("5000", {})
    state = play(game, game.new(2), Seat(0), "roll", ScriptedDice(((1, 5, 2, 3, 4),))).state
    assert game.teaching(state, "keep 1", "bank 1 5") == Teaching(Theme.STOP, 1)
    assert game.teaching(state, "bank 1 5", "keep 1") == Teaching(Theme.STOP, -1)
    assert game.teaching(state, "keep 1", "keep 1 5").theme is Theme.OTHER


@pytest.mark.parametrize(
    ("key", "seats", "early", "late"),
    [
        ("421", 2, {"pot": 0, "tokens": (6, 15), "discharge": True}, {"tokens": (3, 18)}),
        ("5000", 3, {"totals": ((800,), (3900,), (0,))}, {"totals": ((800,), (4000,), (0,))}),
        (
            "yamslam",
            2,
            {"rack": (1, 1, 1, 0, 2, 0, 0), "dice": (1, 2, 3, 5, 6), "throws": 1},
            {"rack": (1, 0, 1, 0, 2, 0, 0)},
        ),
        ("cant_stop", 2, {"won": ((7,), (6,))}, {"won": ((7,), (6, 8))}),
    ],
)
def test_another_game_knows_its_last_turns(key: str, seats: int, early: Any, late: Any) -> None:
    """Somebody needs little more: three tokens, 1,000 points, a column; or few chips are left."""
    game = make(key, {})
    state = replace(game.new(seats), **early)
    assert game.teaching(state, "keep 6", "keep 5").theme is Theme.OTHER
    assert game.teaching(replace(state, **late), "keep 6", "keep 5") == Teaching(Theme.LAST)
    assert game.teaching(replace(state, **late), "keep 6", "stand").theme is Theme.STOP


# -- what comes first -------------------------------------------------------------------------------------------------


def known(key: str, theme: Theme, lost: float, **about: Any) -> KnownExercise:
    teaching = Teaching(theme, about.pop("leaning", 0))
    return KnownExercise(key, "points", teaching, lost, 1, BEGIN, 0, 0, None, "yum_classic")._replace(**about)


def habit(theme: Theme, times: int, lost: float, **about: Any) -> list[KnownExercise]:
    """Mistakes of a theme that cost so much together."""
    return [known(f"{theme.key} {number}", theme, lost / times, **about) for number in range(times)]


def test_what_happens_again_and_again_stands_first_with_what_it_cost() -> None:
    rows = [
        *[known(f"b{number}", Theme.BONUS, 2.0, leaning=1) for number in range(7)],
        known("s", Theme.STRAIGHTS, 9.0, leaning=-1),
        known("t", Theme.BONUS, 3.0, leaning=-1, times=2),
    ]
    first, second = habits_of(rows, BEGIN)
    assert (first.theme, first.leaning, first.times, dict(first.lost)) == (Theme.BONUS, 1, 9, {"points": 20.0})
    elsewhere = known("w", Theme.BONUS, 0.04, unit="win", game="421", leaning=1, times=3)
    both, _ = habits_of([*rows, elsewhere], BEGIN)
    assert (both.times, both.often) == (12, {"points": 9, "win": 3})
    assert both.lost == {"points": 20.0, "win": pytest.approx(0.12)}
    assert second.theme is Theme.STRAIGHTS
    assert next_of(rows, BEGIN) == "t"
    assert next_of(rows, BEGIN, theme=Theme.STRAIGHTS) == "s"
    assert next_of(rows, BEGIN, only=frozenset({"b3"})) == "b3"
    assert next_of(rows, BEGIN - 1) is None, "nothing is due yet"


def first_of(*habits: list[KnownExercise]) -> Theme:
    return habits_of([one for some in habits for one in some], BEGIN)[0].theme


def test_the_last_turns_where_everybody_loses_come_after_a_habit_of_this_person() -> None:
    last, bonus = habit(Theme.LAST, 8, 45.0), habit(Theme.BONUS, 6, 20.0, leaning=1)
    assert first_of(last, bonus) is Theme.BONUS
    assert first_of(last, habit(Theme.OTHER, 6, 30.0), habit(Theme.STRAIGHTS, 3, 7.0)) is Theme.STRAIGHTS
    assert first_of(last, habit(Theme.BONUS, 2, 20.0)) is Theme.LAST, "twice is no habit"
    assert first_of(last, habit(Theme.SETS, 3, 6.0)) is Theme.LAST, "a third of all decisions are about equal dice"


def test_a_theme_is_compared_with_its_share_of_all_decisions() -> None:
    """About equal dice are three times as many decisions as about straights."""
    sets, straights = habit(Theme.SETS, 9, 30.0), habit(Theme.STRAIGHTS, 5, 15.0)
    assert first_of(sets, straights) is Theme.STRAIGHTS
    assert first_of(sets, habit(Theme.STRAIGHTS, 5, 8.0)) is Theme.SETS
    rates = [one.rate for one in habits_of([*sets, *straights], BEGIN)]
    assert rates == pytest.approx([15 / (0.1 * 45), 30 / (0.35 * 45)])


def test_shares_of_themes_add_up_to_all_decisions_in_every_game() -> None:
    assert {key: round(sum(shares.values()), 9) for key, shares in THEMES_OF.items()} == dict.fromkeys(CATALOGUE, 1.0)


def test_a_day_has_a_portion_of_five_however_many_are_due() -> None:
    rows = [known(f"{number}", Theme.SETS, 2.0, due=0) for number in range(32)]
    assert left_today(rows, BEGIN, BEGIN) == PORTION == 5
    assert left_today(rows[:2], BEGIN, BEGIN) == 2, "no more than there are"
    answered = [one._replace(last=BEGIN, tries=1) for one in rows[:4]]
    assert left_today([*answered, *rows[4:]], BEGIN + 600, BEGIN) == 1
    again = [answered[0]._replace(tries=3), *answered[1:]]
    assert left_today([*again, *rows[4:]], BEGIN + 600, BEGIN) == 1, "what comes again the same day is none more"
    assert left_today([*answered, rows[4]._replace(last=BEGIN), *rows[5:]], BEGIN + 600, BEGIN) == 0
    assert left_today([*answered, *rows[4:]], BEGIN + DAY, BEGIN + DAY) == 5
    ahead = [one._replace(last=BEGIN + 60 * DAY, tries=1) for one in rows[:5]]
    assert left_today([*ahead, *rows[5:]], BEGIN + 600, BEGIN) == 5, "the clock was ahead then"


def test_what_is_mastered_makes_room_and_what_was_seen_comes_before_what_is_new() -> None:
    rows = [known("b", Theme.BONUS, 5.0, tries=4, solved=4), known("s", Theme.STRAIGHTS, 3.0)]
    assert next_of(rows, BEGIN) == "s"
    rows = [known("new", Theme.BONUS, 5.0), known("seen", Theme.BONUS, 2.0, tries=1)]
    assert next_of(rows, BEGIN) == "seen"


def test_who_errs_by_a_theme_trains_that_first_and_errs_half_as_often_there_after_60_rounds() -> None:
    """The learner forgets a little every day, and learns from an exercise of a theme for all of that theme."""
    chance = random.Random(36)
    errs = {Theme.BONUS: 0.6, Theme.STRAIGHTS: 0.15, Theme.SETS: 0.15, Theme.STOP: 0.15}
    before = dict(errs)
    memories: dict[str, tuple[KnownExercise, Memory]] = {}

    def plays(games: int) -> Counter[Theme]:
        """Play games of ten decisions of each theme, and make exercises of the mistakes."""
        wrong = Counter[Theme]()
        for theme in (theme for _ in range(games) for theme in errs for _ in range(10)):
            if chance.random() < errs[theme]:
                wrong[theme] += 1
                key = f"{theme} {len(memories)}"
                memories[key] = known(key, theme, 2.0), Memory(BEGIN)
        return wrong

    earlier, rounds = plays(4), defaultdict[Theme, int](int)
    for number in range(60):
        now = BEGIN + number // 6 * DAY + number % 6 * 120
        rows: Sequence[KnownExercise] = [one._replace(due=memory.due) for one, memory in memories.values()]
        key = next_of(rows, now)
        assert key is not None
        one, memory = memories[key]
        if number == 0:
            assert one.teaching.theme is Theme.BONUS
        theme = one.teaching.theme
        rounds[theme] += 1
        right = chance.random() >= errs[theme]
        errs[theme] *= 0.97
        memories[key] = (
            one._replace(tries=one.tries + 1, solved=one.solved + right),
            remembered(memory, now, right=right),
        )
    assert rounds[Theme.BONUS] > sum(rounds.values()) / 2
    assert errs[Theme.BONUS] <= before[Theme.BONUS] / 2
    memories.clear()
    assert plays(4)[Theme.BONUS] <= earlier[Theme.BONUS] / 2


def test_an_exercise_counts_its_worth_by_its_unit() -> None:
    one = made(answer())
    assert one is not None
    turns = replace(one, unit="turns", answers=tuple(choice._replace(value=-choice.value) for choice in one.answers))
    assert turns.best == one.best
    assert turns.lost_by(turns.best) == 0


def test_a_mistake_in_a_race_is_an_exercise_of_the_game_alone() -> None:
    race = make("5000_race", {})
    moves = JournalEntry(Seat(0), "roll", ((1, 2, 3, 4, 5),)), JournalEntry(Seat(0), "keep 5", ((2, 2, 3, 4),))
    position = Replay(moves, (race.new(1),), (0,)).at(table_of(race, [ANA]), 1).table
    worth = (("keep 1 5", 19.0), ("keep 1", 19.4), ("keep 5", 20.0))
    one = exercise_of(ANA, TableId(3), 1, position, "keep 5", Answer("turns", "exact", 19.0, worth), BEGIN)
    assert one is not None
    game, state = one.made()
    assert (game.key, state.dice) == ("5000", (1, 2, 3, 4, 5))
    assert max(game.seats) == 1, "not that of several, whose values are chances to win"
    posed, at = one.posed()
    assert (posed.key, at.runs) == ("5000_race", (state,)), "those who think count turns there"
    assert make("5000_race", {}).legal_actions(at) == game.legal_actions(state)
    assert one.answers[one.best].do == "keep 1 5"
    assert sorted(round(one.lost_by(place), 1) for place in range(3)) == [0, 0.4, 1.0]
