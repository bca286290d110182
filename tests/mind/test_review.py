"""Reviews of finished games: what was to be expected, luck and decisions add up to what came out."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.engine import AnyGame, Level, Seat, gate, win_share
from bot.engine.dice import FairDice
from bot.engine.gate import JournalEntry, play_recorded, replay_entry
from bot.engine.types import text
from bot.games import CATALOGUE, FOLDER, make
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import ExactSheet, solve
from bot.games.yum.rules import Yum
from bot.locales import words
from bot.mind import store
from bot.mind.evaluator import NoEvaluator, Strength, Unit
from bot.mind.hindsight import look_again
from bot.mind.levels import evaluator_for_review, mind_of
from bot.mind.players import EvaluatorPlayer
from bot.mind.records import as_table
from bot.mind.review import (
    Decision,
    NotFinished,
    Review,
    SeatReview,
    Size,
    _good_enough,
    accuracy,
    net,
    review,
    size_of,
    swing,
)
from bot.mind.strengths import losses, noise
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.screens.kit.computers import strength_of
from bot.tables.records.reviews import notable_mistakes
from bot.thinker import worker
from bot.thinker.answers import Mistake, Why, usual_unit
from tests.mind.playing import Way, best_by
from tests.mind.test_421 import few_tokens
from tests.mind.test_421 import game_of as make_421
from tests.mind.test_sheets import NAMES, SMALL
from tests.mind.test_turns import game_of

NETTED = sorted(file.stem for file in FOLDER.glob("*/*.npz"))


def journal_of(game: AnyGame, seed: str, *ways: Way, until: int | None = None, state: Any = None) -> list[JournalEntry]:
    """The journal of a game between these players, from ``state`` on; ``until`` is how many moves of it are wanted."""
    dice, journal = FairDice(seed.encode().ljust(32, b"-")[:32], "review"), list[JournalEntry]()
    state = game.new(len(ways)) if state is None else state
    while (turn := game.turn(state)) is not None and len(journal) != until:
        step, entry = play_recorded(game, state, turn, text(ways[turn](game, state)), dice)
        journal.append(entry)
        state = step.state
    return journal


def careless(seed: str) -> Way:
    """Somebody who stops half of the time, and else chooses at random: games would be mostly throws."""
    choose = random.Random(seed)

    def way(game: AnyGame, state: Any) -> Any:
        legal = game.legal_actions(state)
        last = [action for action in legal if action.word not in ("roll", "keep")]
        return choose.choice(last if last and choose.random() < 0.5 else legal)

    return way


@pytest.fixture
def folder(worked_out: Path) -> Path:
    """Where values stay that the tests here work out."""
    return worked_out


def all_of(found: Review) -> list[SeatReview]:
    """The seats, all of which played to the end."""
    seats = [seat for seat in found.seats if seat is not None]
    assert len(seats) == len(found.seats)
    return seats


def check_sums(found: Review) -> None:
    """What came out is what was to be expected, and all that changed it."""
    good = -1 if found.unit == Unit.TURNS else 1
    for seat in all_of(found):
        assert seat.start + good * (seat.luck - seat.lost + seat.others) == pytest.approx(seat.score, abs=0.01)
        assert seat.lost == pytest.approx(sum(one.lost for one in seat.decisions), abs=1e-6)
        assert seat.luck == pytest.approx(sum(one.luck for one in seat.throws), abs=1e-6)
        assert all(one.lost >= 0 for one in seat.decisions)
        assert all(one.lost == 0 for one in seat.decisions if one.do == one.best)


@pytest.mark.parametrize("game", SMALL, ids=NAMES)
def test_luck_and_decisions_add_up_to_the_points(game: Yum, seed: str) -> None:
    sheet = compiled(game)
    evaluator = ExactSheet(sheet, solve(sheet))
    for number in range(20):
        ways = careless(f"{seed} {number}"), best_by(evaluator)
        found = review(game, 2, journal_of(game, f"{number}{seed}", *ways), evaluator)
        check_sums(found)
        weak, best = all_of(found)
        assert best.lost == 0
        assert weak.start == best.start
        assert found.strength is Strength.EXACT


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.sample(1)) for key in NETTED])
def test_luck_and_decisions_add_up_by_a_net_too(key: str, folder: Path, seed: str) -> None:
    game = make(key, {})
    evaluator = evaluator_for_review(game, 2, folder)
    found = review(game, 2, journal_of(game, seed, careless(seed), best_by(evaluator)), evaluator)
    check_sums(found)
    weak, best = all_of(found)
    assert best.lost == 0
    assert all(one.lost < 1_000 for one in weak.decisions), "an action has no price"
    assert found.strength is Strength.NET


@pytest.mark.long
def test_the_worker_tells_the_same_in_short(folder: Path, seed: str) -> None:
    game = make("yum_plus", {})
    journal = journal_of(game, seed, careless(seed), careless(f"{seed}2"))
    found = review(game, 2, journal, evaluator_for_review(game, 2, folder))
    short = worker.review(game.key, game.written, 2, journal, str(folder))
    assert short is not None
    assert (short.unit, short.strength) == ("points", "net")
    for whole, seat in zip(all_of(found), short.seats, strict=True):
        assert seat is not None
        assert (seat.start, seat.luck, seat.lost, seat.score) == (whole.start, whole.luck, whole.lost, whole.score)
        assert sum(kind.decisions for kind in seat.kinds.values()) == len(whole.decisions)
        assert sum(kind.lost for kind in seat.kinds.values()) == pytest.approx(seat.lost)
        assert {one.move: one.best for one in seat.mistakes} == {
            one.move: one.best for one in whole.decisions if one.lost
        }
        assert sum(one.luck for one in seat.throws) == pytest.approx(seat.luck)


def test_the_worker_has_no_review_where_values_are_a_guess(folder: Path, seed: str) -> None:
    game = make("yamslam", {})
    journal = journal_of(game, seed, *[careless(seed)] * 3)
    assert worker.review(game.key, game.written, 3, journal, str(folder)) is None


def test_what_one_of_two_loses_the_other_wins(folder: Path, seed: str) -> None:
    game = few_tokens(make_421({}), 3)
    evaluator = evaluator_for_review(game, 2, folder)
    found = review(game, 2, journal_of(game, seed, careless(seed), best_by(evaluator)), evaluator)
    assert (found.unit, found.strength) == (Unit.WIN, Strength.EXACT)
    check_sums(found)
    weak, best = all_of(found)
    assert best.lost == 0
    assert weak.start + best.start == pytest.approx(1.0)
    assert {weak.score, best.score} == {0.0, 1.0}
    assert best.others == pytest.approx(weak.lost - weak.luck)
    for number, seat in enumerate((weak, best)):
        between = net(found.seats, 2, number)
        assert between is not None
        assert seat.start + between.luck + between.decisions == pytest.approx(seat.score)


@pytest.mark.parametrize(("key", "seats"), [("5000", 3), ("ambition", 3)])
def test_turns_count_down_to_the_goal(key: str, seats: int, folder: Path, seed: str) -> None:
    game = game_of(key, {})
    evaluator = evaluator_for_review(game, seats, folder)
    players = [careless(f"{seed} {seat}") for seat in range(seats)]
    games = (journal_of(game, f"{seed} {number}", *players) for number in itertools.count())
    # A hand may win at once, before everybody has played.
    journal = next(one for one in games if {entry.seat for entry in one} == set(range(seats)))
    found = review(game, seats, journal, evaluator)
    assert found.unit is Unit.TURNS
    check_sums(found)
    winner = max(range(seats), key=lambda seat: game.scores(_last(game, seats, journal))[seat])
    assert all_of(found)[winner].score == sum(
        1 for before, entry in zip([None, *journal], journal, strict=False)
        if entry.seat == winner and (before is None or before.seat != winner)
    )  # fmt: skip


@pytest.mark.parametrize("key", ["5000", "ambition"])
def test_partners_win_together(key: str, folder: Path, seed: str) -> None:
    """What comes out of a chance to win is a whole win for each of a side, not its half."""
    game = game_of(key, {"teams": True})
    evaluator, players = evaluator_for_review(game, 4, folder), [careless(f"{seed} {seat}") for seat in range(4)]
    games = (journal_of(game, f"{seed} {number}", *players) for number in itertools.count())
    journal = next(one for one in games if {entry.seat for entry in one} == set(range(4)))
    found, outcome = review(game, 4, journal, evaluator), game.outcome(_last(game, 4, journal))
    assert found.unit is Unit.WIN
    assert outcome is not None
    assert len(outcome.winners) == 2
    assert [seat.score for seat in all_of(found)] == [float(seat in outcome.winners) for seat in range(4)]
    for number, seat in enumerate(all_of(found)):
        between = net(found.seats, 2, number)
        assert between is not None
        assert seat.start + between.luck + between.decisions == pytest.approx(seat.score)


def test_sides_that_tie_share_a_win() -> None:
    assert [win_share((0, 2), seat, 2) for seat in range(4)] == [1.0, 0.0, 1.0, 0.0]
    assert [win_share((0, 1, 2, 3), seat, 2) for seat in range(4)] == [0.5] * 4
    assert [win_share((1, 2), seat, 3) for seat in range(3)] == [0.0, 0.5, 0.5]


@pytest.mark.long
def test_boards_count_each_game_in_the_unit_of_most_of_its_reviews(folder: Path) -> None:
    """Small games have the units of large ones; the race of 5000 has those of any race."""
    games: list[AnyGame] = [few_tokens(make_421({}), 3), *(game_of(key, {}) for key in ("5000", "ambition"))]
    games += [make(key, {}) for key in ("yamslam", "cant_stop", "cant_stop_race")]
    units = {"5000_race": Unit.TURNS}
    for game in games:
        seats = min(2, game.seats[-1])
        units[game.key] = evaluator_for_review(game, seats, folder).advise(game.new(seats)).unit
    assert {key: usual_unit(key) for key in CATALOGUE} == {key: units.get(key, Unit.POINTS) for key in CATALOGUE}


def _last(game: AnyGame, seats: int, journal: Sequence[JournalEntry]) -> Any:
    state = game.new(seats)
    for entry in journal:
        state = replay_entry(game, state, entry)
    return state


def test_a_throw_is_lucky_by_what_it_brings_beyond_the_mean() -> None:
    """One box for Yums: the chance of one is known, and five equal dice at once are worth the rest of 50 points."""
    game = next(game for game in SMALL if [box.key for box in game.layout.boxes] == ["yum", "yum2", "yum3"])
    sheet = compiled(game)
    evaluator = ExactSheet(sheet, solve(sheet))
    expected = evaluator.advise(game.new(1)).value
    journal = [
        JournalEntry(Seat(0), "roll", ((6, 6, 6, 6, 6),)),
        JournalEntry(Seat(0), "strike yum"),
        *(
            entry
            for box in ("yum2", "yum3")
            for entry in (JournalEntry(Seat(0), "roll", ((1, 2, 3, 4, 6),)), JournalEntry(Seat(0), f"mark {box}"))
        ),
    ]
    (seat,) = all_of(review(game, 1, journal, evaluator))
    assert seat.start == expected
    assert seat.throws[0].luck > 0
    assert seat.throws[1].luck < 0
    assert (seat.decisions[0].do, seat.decisions[0].best) == ("strike yum", "mark yum")
    assert seat.decisions[0].lost >= game.layout.box("yum").maximum
    assert seat.score == 0


def test_a_game_that_goes_on_has_no_review_yet(folder: Path, seed: str) -> None:
    game = few_tokens(make_421({}), 3)
    evaluator = evaluator_for_review(game, 2, folder)
    with pytest.raises(NotFinished):
        review(game, 2, journal_of(game, seed, careless(seed), careless(seed), until=3), evaluator)


def test_who_left_has_no_review(folder: Path, seed: str) -> None:
    game = game_of("ambition", {})
    evaluator = evaluator_for_review(game, 2, folder)
    journal = journal_of(game, seed, careless(seed), careless(seed), until=4)
    state = replay_entry(game, _last(game, 2, journal), left := JournalEntry(Seat(0), "drop"))
    found = review(game, 2, [*journal, left, *journal_of(game, seed, *[careless(seed)] * 2, state=state)], evaluator)
    assert found.seats[0] is None
    assert found.seats[1] is not None


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (make("yamslam", {}), 3),
        (few_tokens(make_421({}), 3), 3),
        (few_tokens(make_421({"games_in_match": 2}), 3), 2),
        (game_of("5000", {"teams": 3}), 6),
    ],
    ids=["yamslam of three", "421 of three", "421 in a match", "5000 in three teams"],
)
def test_there_is_no_review_where_values_are_a_guess(game: AnyGame, seats: int, folder: Path, seed: str) -> None:
    ways = [careless(f"{seed} {seat}") for seat in range(seats)]
    with pytest.raises(NoEvaluator):
        review(game, seats, journal_of(game, seed, *ways, until=3), evaluator_for_review(game, seats, folder))
    assert not CATALOGUE[game.key].reviewed(game, seats), "a result offers none"


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        *((key, 2, {"power": True}) for key in ("421", "yamslam", "ambition", "cant_stop", "5000")),
        ("cant_stop", 4, {"teams": True}),
        *((key, seats, {"games_in_match": 2}) for key, seats in (("cant_stop", 1), ("cant_stop", 3), ("ambition", 2))),
        ("5000", 3, {"games_in_match": 2}),
        ("asian_yum", 2, {"asian_sheet": "balut"}),
    ],
)
def test_a_result_offers_no_review_where_nobody_knows_what_positions_are_worth(
    key: str, seats: int, options: dict[str, object], folder: Path
) -> None:
    game = make(key, options)
    assert not CATALOGUE[key].reviewed(game, seats)
    with pytest.raises(NoEvaluator):
        _good_enough(game, evaluator_for_review(game, seats, folder).advise(game.new(seats)))


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        ("yamslam", 2, {}),
        ("cant_stop", 3, {}),
        ("maxi_yum", 4, {"teams": True}),
    ],
)
def test_a_result_offers_a_review_where_there_is_one(
    key: str, seats: int, options: dict[str, object], folder: Path
) -> None:
    game = make(key, options)
    assert CATALOGUE[key].reviewed(game, seats)
    _good_enough(game, evaluator_for_review(game, seats, folder).advise(game.new(seats)))


def by_each_rule() -> list[tuple[str, dict[str, Any]]]:
    """Every ready-made set of house rules, and every other value of each house rule."""
    found = [(key, dict(preset.options)) for key, listing in CATALOGUE.items() for preset in listing.presets]
    return found + [
        (key, {rule.key: value})
        for key, listing in CATALOGUE.items()
        for rule in listing.rules
        for value in rule.choices
        if value != rule.default and rule.key != "teams"
    ]


@pytest.mark.sample(12)
@pytest.mark.parametrize(("key", "options"), by_each_rule(), ids=str)
def test_a_result_offers_a_review_by_each_house_rule_just_where_there_is_one(
    key: str, options: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def estimated(*_: object) -> Any:
        raise NoEvaluator("an estimate")

    monkeypatch.setattr("bot.games.yum.mind.estimated", estimated)
    game = make(key, options)
    seats = next(many for many in (2, *game.seats) if many in game.seats)
    try:
        with store.patience(has_time=False):
            _good_enough(game, evaluator_for_review(game, seats, folder).advise(game.new(seats)))
        known = True
    except store.NotWorkedOut:
        known = True  # Small enough to be worked out.
    except NoEvaluator:
        known = False
    assert CATALOGUE[key].reviewed(game, seats) == known
    if options:
        champion = strength_of(RenderContext(words("en"), PLAIN_GLYPHS), game, Level.CHAMPION)
        assert champion == ([] if known else ["goes by estimates here"])


def test_the_command_reviews_records_and_says_why_it_cannot(folder: Path) -> None:
    moves = [
        {"seat": 0, "do": "roll", "dice": [[5, 5, 5, 5, 2]]},
        {"seat": 0, "do": "take 4k"},
    ]
    guess = {"format": 1, "game": "yamslam", "seats": 3, "moves": moves}
    unfinished = {"format": 1, "game": "cant_stop", "seats": 2, "moves": []}
    unplayable = {**unfinished, "moves": [{"seat": 0, "do": "stop"}]}
    said = "\n".join(map(json.dumps, (guess, unfinished, unplayable)))
    found = CliRunner().invoke(main, ["review", "--data", str(folder)], input=said)
    lines = [json.loads(line) for line in found.output.splitlines()]
    assert found.exit_code == 1
    assert [(line["ok"], line["move"], line["error"]) for line in lines] == [
        (False, None, "NoEvaluator"),
        (False, None, "NotFinished"),
        (False, 0, "IllegalAction"),
    ]


def test_the_command_prints_a_review_as_json_or_as_a_table(folder: Path, seed: str) -> None:
    game = make("maxi_yum", {})
    journal = journal_of(game, seed, careless(seed))
    moves = [{"seat": one.seat, "do": one.do, "dice": [list(faces) for faces in one.dice]} for one in journal]
    record = json.dumps({"format": 1, "game": game.key, "seats": 1, "moves": moves})
    as_json = CliRunner().invoke(main, ["review", "--data", str(folder)], input=record, catch_exceptions=False)
    (line,) = [json.loads(one) for one in as_json.output.splitlines()]
    assert as_json.exit_code == 0
    assert (line["ok"], line["game"], line["unit"]) == (True, game.key, "points")
    (seat,) = line["seats"]
    assert line["noise"] > 1, "a net's values are off by more than a point"
    assert 0 < seat["accuracy"] < 0.9
    assert seat["each"] == pytest.approx(seat["lost"] / len(seat["decisions"]), abs=1e-3)
    assert all({"move", "do", "best", "lost"} == set(one) - {"why"} for one in seat["decisions"])
    told = [one for one in seat["decisions"] if "why" in one]
    assert min(one["lost"] for one in told) >= max(one["lost"] for one in seat["decisions"] if one not in told)
    assert any({"claim", "best", "done", "unit"} == set(claim) - {"about"} for one in told for claim in one["why"])
    briefly = CliRunner().invoke(main, ["review", "--no-why", "--data", str(folder)], input=record).output
    assert '"why"' not in briefly
    assert {"move", "luck"} == set(seat["throws"][0])
    assert len(seat["throws"]) == sum(1 for one in journal if one.dice)
    table = CliRunner().invoke(main, ["review", "--text", "--data", str(folder)], input=record)
    assert table.exit_code == 0
    head, names, player, *costly = table.output.splitlines()
    assert head.endswith("points, net; rules 3")
    assert names.split() == ["expected", "luck", "decisions", "result"]
    assert player.split()[0:2] == ["player", "1"]
    expected, luck, decisions, result = map(float, player.split()[2:])
    assert expected + luck + decisions == pytest.approx(result, abs=0.03)
    assert any("was better" in one for one in costly)


@pytest.mark.parametrize(("unit", "told", "kept_quiet"), [("points", 0.06, 0.04), ("win", 0.0006, 0.0004)])
def test_the_table_and_the_bot_name_the_same_mistakes(unit: str, told: float, kept_quiet: float) -> None:
    decisions = [Decision(1, "keep 6", "keep 6 6", told), Decision(2, "keep 1", "keep 1 1", kept_quiet)]
    found = Review(Unit(unit), Strength.EXACT, (SeatReview(0.5, 0.0, told + kept_quiet, decisions=decisions),))
    assert [line for line in as_table(make("421", {}), found).splitlines() if "costs" in line and "keep 6" in line]
    assert "keep 1" not in as_table(make("421", {}), found)
    assert "player 1 less" not in as_table(make("421", {}), found)
    two = found._replace(seats=(SeatReview(0.5, 0.25, 0.125), SeatReview(0.5, -0.25, 0.5)))
    said = {"points": "luck 0.50, decisions 0.38", "win": "luck 50.0%, decisions 37.5%"}
    assert f"player 1 less player 2: {said[unit]}" in as_table(make("421", {}), two)
    mistakes = [Mistake(one.move, one.best, one.lost) for one in decisions]
    assert [one.best for one in notable_mistakes(unit, mistakes)] == ["keep 6 6"]


# -- Accuracy, and the sizes of mistakes -------------------------------------------------------------------------------


def test_accuracy_is_a_mean_that_knows_what_a_throw_is_worth(seed: str) -> None:
    choose = random.Random(seed)
    for _ in range(100):
        costs, throw = [choose.uniform(0, 40) for _ in range(choose.randrange(1, 30))], choose.uniform(1, 30)
        made = len(costs) + choose.randrange(20)
        told = accuracy(costs, made, throw)
        assert told is not None
        assert 0 < told < 1
        assert accuracy([10 * cost for cost in costs], made, 10 * throw) == pytest.approx(told), "no unit matters"
        assert accuracy([*costs, 1.0], made + 1, throw, noise=2.0) is not None
        better = accuracy([costs[0] / 2, *costs[1:]], made, throw)
        more = accuracy(costs, made + 1, throw)
        assert better is not None
        assert more is not None
        assert better >= told, "a smaller mistake is more accurate"
        assert more > told, "and so is one more decision for the best"
    assert accuracy([], 12, 5.0) == 1.0
    assert accuracy([5.0], 1, 5.0) == pytest.approx(0.3679, abs=1e-4)
    assert accuracy([0.9], 1, 5.0, noise=1.0) == 1.0, "within the noise nothing is lost"
    assert accuracy([], 0, 5.0) is None
    assert accuracy([], 3, 0.0) is None, "nobody threw"
    assert swing([3.0, -4.0]) == pytest.approx(12.5**0.5)
    assert swing([]) == 0.0


@pytest.mark.parametrize(
    ("cost", "size"),
    [
        (0.0, None),
        (1.05, None),
        (1.06, Size.INACCURACY),
        (2.87, Size.INACCURACY),
        (2.88, Size.MISTAKE),
        (6.93, Size.MISTAKE),
        (6.94, Size.BLUNDER),
        (90.0, Size.BLUNDER),
    ],
)
def test_a_mistake_is_as_large_as_its_accuracy_is_low(cost: float, size: Size | None) -> None:
    assert size_of(cost, 10.0) is size
    assert size_of(cost, 10.0, noise=cost + 0.01) is None


def test_each_evaluator_has_its_noise() -> None:
    """Exact values have none but what no number shows; a net's is measured, and said of each sheet."""
    assert noise("yum_classic", "points", "exact") == 0.05
    assert noise("421", "win", "exact") == 0.0005
    nets = {key: losses(key) for key in ("yum_plus", "maxi_yum", "triple_yum", "triple_yum_plus")}
    for key, known in nets.items():
        assert known is not None
        assert known.error > 0, key
        assert noise(key, "points", "net") == 2 * known.error
    assert noise("yum_plus", "points", "net") < noise("triple_yum_plus", "points", "net")
    assert noise("thursday_yum", "points", "net") == 2.0, "nobody has measured it"


def test_a_second_look_finds_where_greed_would_have_lost_most_and_how_far_scores_stray(folder: Path, seed: str) -> None:
    game = make("yum_original", {})
    evaluator = evaluator_for_review(game, 2, folder)
    best, greedy = best_by(evaluator), EvaluatorPlayer(game, mind_of(game).greedy(game))
    journal = journal_of(game, seed, best, lambda _, state: greedy.choose(state, Seat(1), random.Random(0)))
    found = review(game, 2, journal, evaluator)
    again = look_again(game, 2, journal, found, evaluator, folder)
    finest = again.finest[0]
    assert (finest.best, finest.lost > 0) == (journal[finest.move].do, True)
    assert finest.do != finest.best
    assert 1 not in again.finest, "who is greedy never does better than greed"
    for seat, mean in ((0, 0.0), (1, -1.0)):
        rows = again.strays[seat]
        assert sorted(rows) == list(range(1, 13)), "of all turns of a sheet of twelve boxes or less"
        assert all(list(row) == sorted(row) for row in rows.values())
        middle = [sum(row) / len(row) for row in rows.values()]
        assert all(abs(one) < 2 for one in middle) if not mean else sum(middle) / len(middle) < mean
    assert look_again(game, 1, [], Review(Unit.POINTS, Strength.EXACT, ()), evaluator, folder).strays == {}


def test_a_second_look_finds_where_points_and_the_chance_to_win_disagree(folder: Path) -> None:
    """Of a whole game of two who play for points: to win, something else is better now and then."""
    game = make("yum_classic", {})
    evaluator = evaluator_for_review(game, 2, folder)
    chances, best = mind_of(game).to_win(game, evaluator), best_by(evaluator)
    journal = journal_of(game, "thirty-seven", best, best)
    found = review(game, 2, journal, evaluator)
    told = look_again(game, 2, journal, found, evaluator, folder).to_win
    moves, state = {one.move: (seat, one) for seat, some in told.items() for one in some}, game.new(2)
    assert moves
    for number, entry in enumerate(journal):
        if number in moves:
            seat, one = moves[number]
            assert (seat, one.move) == (entry.seat, number)
            points, wins = (
                {text(action): value for action, value in by.advise(state).actions} for by in (evaluator, chances)
            )
            assert one.points == pytest.approx(points[one.instead] - points[entry.do])
            assert one.win == pytest.approx(wins[one.instead] - wins[entry.do])
            assert one.points < 0 < 0.01 <= one.win, "what was done is the best for points"
        state = replay_entry(game, state, entry)
    alone = review(game, 1, some := journal_of(game, "alone", best), evaluator)
    assert look_again(game, 1, some, alone, evaluator, folder).to_win == {}


def test_a_reason_asked_for_later_is_that_of_the_review(folder: Path, seed: str) -> None:
    """At 5000 among three, which a hint judges by chances to win, and a review by what turns bring."""
    game, among = make("5000", {}), 3
    about = game.key, game.written
    journal = journal_of(game, seed, *[careless(f"{seed} {seat}") for seat in range(among)])
    reviewed = worker.review(*about, among, journal, str(folder))
    assert reviewed is not None
    seats = [seat for seat in reviewed.seats if seat is not None]
    whys = {move: why for seat in seats for move, why in seat.whys.items()}
    best = {one.move: one.best for seat in seats for one in seat.mistakes}
    state, later = game.new(among), dict[int, Why | None]()
    for number, entry in enumerate(journal):
        if number in whys:
            question = gate.encode(state), str(folder), best[number], entry.do
            later[number] = worker.explain(*about, *question, among)
        state = replay_entry(game, state, entry)
    assert whys
    assert later == whys
