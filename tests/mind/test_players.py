"""Computer players: every level plays every game by its rules, and a better one wins more."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine import Action, AnyGame, Keep, Level, Roll, Seat, Temper
from bot.engine.dice import FairDice, ScriptedDice
from bot.engine.game import Race
from bot.engine.types import text
from bot.games import CATALOGUE, FAMILIES, make
from bot.games.five_thousand.rules import Bank
from bot.games.four_two_one.rules import Stand
from bot.games.yamslam.mind import par_yamslam
from bot.games.yum.mind import POINTS
from bot.games.yum.rules import Mark, Strike
from bot.mind import store
from bot.mind.evaluator import Advice, Strength, Unit
from bot.mind.levels import evaluator_of, mind_of, player_of, seated
from bot.mind.players import SLIP_AMONG, EvaluatorPlayer, Player, RolloutPlayer
from bot.mind.strengths import overlooks, slips


def played(game: AnyGame, seed: int, *players: Player, turns: int = 100_000) -> Any:
    """The last position of a game between these players, or that after so many ``turns`` of one action."""
    dice, chance = FairDice(f"{seed}".encode().ljust(32, b"-"), "players"), Random(seed)
    state = game.new(len(players))
    while (turn := game.turn(state)) is not None and (turns := turns - 1):
        action = players[turn].choose(state, turn, chance)
        assert action in game.legal_actions(state)
        state = game.apply(state, action, dice).state
    return state


@pytest.mark.sample(1, each="key")
@pytest.mark.parametrize("power", [False, True], ids=["", "power"])
@pytest.mark.parametrize("key", CATALOGUE)
def test_beginners_need_no_preparation_and_play_by_the_rules(key: str, power: bool, tmp_path: Path) -> None:
    game = make(key, {"power": True} if power and any(rule.key == "power" for rule in CATALOGUE[key].rules) else {})
    beginner = player_of(game, Level.BEGINNER, tmp_path)
    seats = 2 if 2 in game.seats else 1
    state, dice, chance = game.new(seats), FairDice(b"-" * 32, "players"), Random(1)
    for _ in range(12):
        turn = game.turn(state)
        if turn is None:
            break
        action = beginner.choose(state, turn, chance)
        assert action in game.legal_actions(state)
        state = game.apply(state, action, dice).state
    assert not list(tmp_path.iterdir())


def changed_rules() -> list[tuple[str, dict[str, Any]]]:
    """Every game, and every other value of each of its house rules; those of the Power die with it."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key, listing in CATALOGUE.items():
        rules = {rule.key: rule for rule in listing.rules if rule.key != "tiebreak"}
        found.append((key, {}))
        for rule in rules.values():
            power = {"power": True} if rule.key in OF_THE_POWER_DIE else {}
            found += [(key, power | {rule.key: value}) for value in rule.choices if value != rule.default]
    return found


OF_THE_POWER_DIE = {"freeze", "double_mandatory", "power_bonus_base"}


@pytest.mark.sample(5)
@pytest.mark.parametrize(("key", "options"), changed_rules())
def test_a_level_drawn_by_the_seed_plays_by_each_house_rule(
    key: str, options: dict[str, Any], tmp_path: Path, seed: int
) -> None:
    game, ordered = make(key, options), list(Level)
    level = Random(f"{seed} {key} {options}").choice(ordered)
    for below in reversed(ordered[: ordered.index(level) + 1]):
        with suppress(store.NotWorkedOut), store.patience(has_time=False):
            player = player_of(game, below, tmp_path)
            played(game, seed, *[player] * (2 if 2 in game.seats else game.seats[0]), turns=5)
            return
    pytest.fail("not even a beginner plays")


@pytest.mark.parametrize(
    ("key", "level", "plays_as"),
    [
        ("421", Level.CHAMPION, Level.REGULAR),
        ("421", Level.REGULAR, Level.REGULAR),
        ("ambition", Level.CHAMPION, Level.BEGINNER),
        ("5000", Level.REGULAR, Level.BEGINNER),
        ("5000_race", Level.CHAMPION, Level.BEGINNER),
        ("cant_stop", Level.CHAMPION, Level.REGULAR),
        ("yamslam", Level.CHAMPION, Level.BEGINNER),
    ],
)
def test_with_the_power_die_a_level_says_which_one_it_plays_like(
    key: str, level: Level, plays_as: Level, tmp_path: Path
) -> None:
    assert seated(make(key, {"power": True}), level, tmp_path).level is plays_as
    with store.patience(has_time=False):
        assert seated(make("5000", {}), Level.CHAMPION, tmp_path).level is Level.CHAMPION


MEASURED = [key for key, listing in CATALOGUE.items() if not isinstance(listing.make({}), Race)]


@pytest.mark.parametrize("key", MEASURED)
def test_by_its_usual_rules_no_game_has_two_levels_that_play_alike(key: str, tmp_path: Path) -> None:
    """Who slips less, among those who see the same, is stronger; the champion never slips."""
    often = slips(key)
    assert sorted(often) == sorted(level.value for level in Level if level is not Level.CHAMPION)
    assert 1 > often["casual"] > often["regular"] > 0
    assert 1 > often["beginner"] > 0
    assert 0 < often["strong"] < (1 if key in ("421", "cant_stop") else often["regular"])
    if overlooked := overlooks(key):
        assert sorted(overlooked) == sorted(often)
        assert 1 > overlooked["beginner"] > 0
        assert 1 > overlooked["casual"] > overlooked["regular"] > overlooked["strong"] > 0
    with store.patience(has_time=False):
        for level in Level:
            with suppress(store.NotWorkedOut):
                assert seated(make(key, {}), level, tmp_path).level is level


@pytest.mark.parametrize("key", CATALOGUE)
def test_alone_every_level_plays_as_itself(key: str, tmp_path: Path) -> None:
    """Where everybody plays at once, computers play alone: Yamslam's estimate is worse there than a regular player."""
    game = make(key, {})
    alone = game if isinstance(game, Race) else game.alone
    with store.patience(has_time=False):
        for level in Level:
            with suppress(store.NotWorkedOut):
                assert seated(alone, level, tmp_path).level is level


def test_a_champion_of_yamslam_alone_counts_the_parts_of_the_bonuses(tmp_path: Path) -> None:
    """Alone that brings more points than the estimate of a game between several."""
    game, by_parts = make("yamslam", {}).alone, par_yamslam(make("yamslam", {}).alone)
    champion = player_of(game, Level.CHAMPION, tmp_path)
    state, dice = game.new(1), FairDice(b"-" * 32, "alone")
    while state.turn is not None:
        action = champion.choose(state, Seat(0), Random(1))
        assert action == by_parts.advise(state).actions[0][0]
        state = game.apply(state, action, dice).state


@pytest.mark.parametrize("power", [(), (1,)], ids=["", "power"])
def test_a_regular_of_421_stands_on_421_and_throws_the_nenette_again(power: tuple[int, ...], tmp_path: Path) -> None:
    game = make("421", {"power": bool(power)})
    regular, start = player_of(game, Level.REGULAR, tmp_path), game.new(2)

    def does(*faces: int) -> Counter[bool]:
        state = game.apply(start, game.legal_actions(start)[0], ScriptedDice([(*faces, *power)])).state
        return Counter(regular.choose(state, Seat(0), Random(seed)) == Stand() for seed in SEEDS)

    assert does(4, 2, 1) == {True: len(SEEDS)}
    assert does(2, 2, 1)[False] > len(SEEDS) / 2


def test_whoever_imagines_throws_keeps_four_of_a_kind_for_the_dearest_chip() -> None:
    game, dice = make("yamslam", {"power": True}), FairDice(b"-" * 32, "chips")
    start = game.new(2)
    somebody = RolloutPlayer(game)
    state = game.apply(start, game.legal_actions(start)[0], ScriptedDice([(5, 5, 5, 5, 2, 1)])).state
    last = replace(state, throws=3)
    taken = game.apply(last, somebody.choose(last, Seat(0), Random(1)), dice).state
    assert game.scores(taken)[0] == max(
        game.scores(game.apply(last, action, dice).state)[0] for action in game.legal_actions(last)
    )
    assert game.scores(taken)[0] > 0


def test_the_same_position_and_chance_lead_to_the_same_action(tmp_path: Path) -> None:
    game = make("yamslam", {})
    beginner = player_of(game, Level.BEGINNER, tmp_path)
    first = played(game, 1, beginner, beginner)
    assert first == played(game, 1, beginner, player_of(game, Level.BEGINNER, tmp_path))


class _Ranking:
    """Says that each keep is worth less than the one before it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def advise(self, state: Any) -> Advice:
        """The legal actions as they come."""
        legal = self._game.legal_actions(state)
        return Advice(
            Unit.POINTS, Strength.ESTIMATE, 0.0, tuple((action, -place) for place, action in enumerate(legal))
        )


def test_who_slips_takes_one_of_the_next_best_actions() -> None:
    game = make("yum_classic", {})
    state = game.apply(game.new(1), game.legal_actions(game.new(1))[0], FairDice(b"-" * 32, "slip")).state
    legal, chance = game.legal_actions(state), Random(3)
    slipping, steady = EvaluatorPlayer(game, _Ranking(game), slips=0.5), EvaluatorPlayer(game, _Ranking(game))
    taken = Counter(legal.index(slipping.choose(state, Seat(0), chance)) for _ in range(2_000))
    assert sorted(taken) == list(range(SLIP_AMONG + 1))
    assert taken[0] == pytest.approx(1_000, abs=120)
    assert taken[1] > taken[SLIP_AMONG]
    assert {steady.choose(state, Seat(0), chance) for _ in range(20)} == {legal[0]}


SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]
SEEDS = range(200)


@pytest.mark.parametrize("key", SHEETS)
def test_a_beginner_never_breaks_a_yum_of_five(key: str, tmp_path: Path) -> None:
    """Whatever the face and the throw: it is written, in a box for it or one worth as much."""
    game = make(key, {})
    beginner = player_of(game, Level.BEGINNER, tmp_path)
    for throws in (1, 2, 3):
        for face in range(1, 7):
            state = with_dice(game, (face,) * game.layout.dice, throws)
            done = {beginner.choose(state, Seat(0), Random(seed)) for seed in SEEDS}
            assert len(done) == 1
            (action,) = done
            most = max(game.preview(state, one) or 0 for one in game.legal_actions(state))
            assert game.preview(state, action) == most, (throws, face, action)


SLIPPING = [level for level in Level if level is not Level.CHAMPION]


@pytest.mark.parametrize("level", SLIPPING)
@pytest.mark.parametrize("key", ["yum_classic", "yum_plus", "yum_extra"])
def test_no_level_breaks_a_large_straight_once_it_lies_there(key: str, level: Level, tmp_path: Path) -> None:
    game = make(key, {})
    player, dearest = player_of(game, level, tmp_path), 0
    for throws, faces in product((1, 2, 3), ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))):
        state = with_dice(game, faces, throws)
        dearest = max(game.preview(state, one) or 0 for one in game.legal_actions(state))
        written = {game.preview(state, player.choose(state, Seat(0), Random(seed))) for seed in SEEDS}
        assert written == {dearest}, (throws, faces)
    assert dearest >= 20


class _Apart:
    """Says that each keep is worth so much less than the one before it."""

    def __init__(self, game: AnyGame, unit: Unit, apart: float) -> None:
        self._game, self._unit, self._apart = game, unit, apart

    def advise(self, state: Any) -> Advice:
        """The legal actions as they come: in turns, fewer are better."""
        legal = self._game.legal_actions(state)
        worth = [place * self._apart * (1 if self._unit is Unit.TURNS else -1) for place, _ in enumerate(legal)]
        return Advice.of(self._unit, Strength.EXACT, zip(legal, worth, strict=True))


@pytest.mark.parametrize(("unit", "most"), [(Unit.POINTS, 10.0), (Unit.WIN, 0.2), (Unit.TURNS, 1.0)])
def test_a_slip_costs_no_fifth_of_a_win_no_turn_and_few_points(unit: Unit, most: float) -> None:
    game = make("yum_classic", {})
    state, sense = with_dice(game, (1, 2, 3, 5, 6), throws=1), mind_of(game).sense(game)
    for apart, steps in ((1.01, 0), (0.51, 1)):
        player = EvaluatorPlayer(game, _Apart(game, unit, apart * most), 0.5, sense)
        legal = game.legal_actions(state)
        taken = {legal.index(player.choose(state, Seat(0), Random(seed))) for seed in SEEDS}
        assert taken == set(range(steps + 1))


def test_of_answers_about_as_good_somebody_bold_throws_the_most_dice_and_somebody_careful_the_fewest() -> None:
    game = make("yum_classic", {})
    state, sense = with_dice(game, (1, 2, 3, 5, 6), throws=1), mind_of(game).sense(game)
    legal = game.legal_actions(state)

    def chosen(apart: float, temper: Temper) -> Action:
        player = EvaluatorPlayer(game, _Apart(game, Unit.POINTS, apart), 0.0, sense)
        return player.choose(state, Seat(0), Random(0), temper)

    assert all(chosen(0.51, temper) == legal[0] for temper in Temper), "nothing else is within half a point"
    assert chosen(0.0, Temper.EVEN) == legal[0]
    assert chosen(0.0, Temper.BOLD) == Keep(())
    assert isinstance(chosen(0.0, Temper.CAREFUL), Mark), "that throws none"


def test_somebody_bold_throws_on_and_somebody_careful_stops_at_5000(tmp_path: Path) -> None:
    game = make("5000", {})
    player = EvaluatorPlayer(game, _Apart(game, Unit.POINTS, 0.0), 0.0, mind_of(game).sense(game))
    state = game.apply(game.new(2), Roll(), ScriptedDice([(1, 2, 3, 4, 6)])).state
    state = replace(state, opened=(True, True))
    done = {temper: player.choose(state, Seat(0), Random(0), temper).word for temper in (Temper.BOLD, Temper.CAREFUL)}
    assert done == {Temper.BOLD: "keep", Temper.CAREFUL: "bank"}


@pytest.mark.parametrize("temper", [Temper.BOLD, Temper.CAREFUL])
@pytest.mark.parametrize(("key", "seats", "few"), [("yum_classic", 1, 1.5), ("5000", 2, 0.01)])
def test_a_style_changes_how_a_champion_plays_and_hardly_how_well(
    key: str, seats: int, few: float, temper: Temper, tmp_path: Path
) -> None:
    """What its answers cost in ten games by exact values: of 254.6 points, or of a win."""
    game, lost, changed = make(key, {}), 0.0, 0
    evaluator = evaluator_of(game, tmp_path)
    player = EvaluatorPlayer(game, evaluator, 0.0, mind_of(game).sense(game))
    for number in range(10):
        state, dice = game.new(seats), FairDice(number.to_bytes(32, "big"), "style")
        while (turn := game.turn(state)) is not None:
            worth = dict(evaluator.advise(state).actions)
            action = player.choose(state, turn, Random(0), temper)
            lost += max(worth.values()) - worth[action]
            changed += worth[action] < max(worth.values())
            state = game.apply(state, action, dice).state
    assert 0 < lost / (10 * seats) < few
    assert changed >= 10


@pytest.mark.parametrize("key", ["yum_classic", "triple_yum_plus"])
def test_a_slip_writes_no_zero_where_the_best_answer_is_another_one(key: str, tmp_path: Path) -> None:
    game = make(key, {})
    level_of = {level: player_of(game, level, tmp_path) for level in (Level.BEGINNER, Level.CASUAL)}
    sees = {Level.BEGINNER: mind_of(game).greedy(game), Level.CASUAL: mind_of(game).par(game, tmp_path)}

    def wastes(state: Any, action: Any) -> bool:
        return isinstance(action, Mark | Strike) and not game.preview(state, action)

    for level, player in level_of.items():
        dice, state, chance = FairDice(b"-" * 32, key), game.new(1), Random(5)
        while state.turn is not None:
            action, best = player.choose(state, Seat(0), chance), sees[level].advise(state).actions[0][0]
            assert wastes(state, best) or not wastes(state, action)
            state = game.apply(state, action, dice).state


def test_who_slips_at_5000_leaves_no_points_on_the_table_when_they_stop(tmp_path: Path) -> None:
    game, stopped = make("5000", {}), 0
    for level, number in product(SLIPPING, range(3)):
        player, state, dice = player_of(game, level, tmp_path), game.new(2), FairDice(bytes([number] * 32), "5000")
        chance = Random(number)
        while (turn := game.turn(state)) is not None:
            action = player.choose(state, turn, chance)
            if isinstance(action, Bank):
                stops = [one for one in game.legal_actions(state) if isinstance(one, Bank)]
                assert game.stopped(state, action.faces) == max(game.stopped(state, one.faces) for one in stops)
                stopped += 1
            state = game.apply(state, action, dice).state
    assert stopped > 100


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    ("key", "options"), [(key, options) for key, options in changed_rules() if key in SHEETS and options], ids=str
)
def test_by_no_house_rule_a_beginner_lets_go_a_die_of_a_yum_of_five(
    key: str, options: dict[str, Any], tmp_path: Path
) -> None:
    game = make(key, options)
    beginner = player_of(game, Level.BEGINNER, tmp_path)
    state = replace(with_dice(game, (4,) * game.layout.dice, 1), power=1 if game.throwing.power else None)
    for seed in SEEDS:
        action = beginner.choose(state, Seat(0), Random(seed))
        assert not isinstance(action, Keep) or len(action.faces) == game.layout.dice, action


@pytest.mark.parametrize("key", ["yum_classic", "yum_plus", "asian_yum", "triple_yum"])
def test_a_slip_on_a_sheet_costs_few_points_and_strikes_nothing_that_could_score(key: str, tmp_path: Path) -> None:
    game = make(key, {})
    sees, beginner = mind_of(game).greedy(game), player_of(game, Level.BEGINNER, tmp_path)
    dice, slipped, most = FairDice(b"-" * 32, key), 0, POINTS * max(game.layout.multipliers)
    for number in range(6):
        state, chance = game.new(1), Random(number)
        while state.turn is not None:
            action, (best, *others) = beginner.choose(state, Seat(0), chance), sees.advise(state).actions
            if action != best[0]:
                slipped += 1
                assert best[1] - dict(others)[action] <= most
                assert not isinstance(action, Strike)
            state = game.apply(state, action, dice).state
    assert slipped > 10


@pytest.mark.parametrize(
    ("key", "dice", "does"),
    [("421", (1, 2, 4), "stand"), ("yamslam", (3, 3, 3, 3, 3), "take ls")],
)
def test_a_beginner_never_throws_the_best_hand_again(
    key: str, dice: tuple[int, ...], does: str, tmp_path: Path
) -> None:
    game = make(key, {})
    beginner, start = player_of(game, Level.BEGINNER, tmp_path), game.new(2)
    state = game.apply(start, game.legal_actions(start)[0], ScriptedDice([dice])).state
    assert {text(beginner.choose(state, Seat(0), Random(seed))) for seed in SEEDS} == {does}


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("options", "had", "faces", "does"),
    [
        ({}, 4950, (5, 2, 3, 4, 6), "bank 5"),
        ({}, 4800, (1, 1, 3, 4, 6), "bank 1 1"),
        ({}, 4700, (1, 1, 5, 5, 6), "bank 1 1 5 5"),
        ({"bump": True}, 4950, (5, 2, 3, 4, 6), "bank 5"),
        ({"power": True}, 4900, (1, 2, 3, 4, 6, 2), "bank 1"),
    ],
    ids=str,
)
def test_every_level_banks_a_throw_that_wins_the_game(
    options: dict[str, Any], had: int, faces: tuple[int, ...], does: str, level: Level, tmp_path: Path
) -> None:
    """However few points that is, and by every house rule, whatever the player would bring by throwing on."""
    game = make("5000", options)
    player, start = player_of(game, level, tmp_path), game.new(2)
    state = replace(start, totals=((had,), ()), opened=(True, True))
    thrown = game.apply(state, game.legal_actions(state)[0], ScriptedDice([faces])).state
    wins = {text(action) for action in game.legal_actions(thrown) if isinstance(action, Bank)}
    assert does in wins
    done = {player.choose(thrown, Seat(0), Random(seed)) for seed in range(40)}
    assert all(game.outcome(game.apply(thrown, one, FairDice(b"-" * 32, "won")).state).winners == (0,) for one in done)


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("games", [1, 2])
def test_every_level_stops_when_that_wins_a_climb(games: int, level: Level, tmp_path: Path) -> None:
    climb = make("cant_stop", {"games_in_match": games})
    player = player_of(climb, level, tmp_path)
    top = replace(
        climb.new(2), won=((2, 12), ()), cones=(((2, 3), (12, 3)), ()), runners=((3, 5),), dice=(1, 2, 1, 2), moved=True
    )
    assert {text(player.choose(top, Seat(0), Random(seed))) for seed in SEEDS} == {"stop"}


def test_a_greedy_player_writes_the_most_points_of_a_throw() -> None:
    game = make("yum_classic", {})
    state = with_dice(game, (6, 6, 6, 2, 2), throws=3)
    assert game.preview(state, mind_of(game).greedy(game).advise(state).actions[0][0]) == 25
    state = with_dice(game, (5, 5, 5, 5, 2), throws=2)
    assert mind_of(game).greedy(game).advise(state).actions[0][0] == Keep((5, 5, 5, 5))


def with_dice(game: Any, faces: tuple[int, ...], throws: int) -> Any:
    """An empty sheet after so many throws."""
    return replace(game.new(1 if 1 in game.seats else game.seats[0]), dice=faces, throws=throws)


GAMES = {"yamslam": 10, "5000": 30, "421": 10, "cant_stop": 10}
"""So many games that a champion who wins two of three wins most of them."""


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_a_champion_wins_more_than_a_beginner(key: str, tmp_path: Path) -> None:
    game = make(key, {})
    champion, beginner = (player_of(game, level, tmp_path) for level in (Level.CHAMPION, Level.BEGINNER))
    won = 0
    for seed in range(GAMES[key]):
        seats = (champion, beginner) if seed % 2 else (beginner, champion)
        outcome = game.outcome(played(game, seed, *seats))
        assert outcome is not None
        won += seats[outcome.ranks[0][0]] is champion
    assert won > GAMES[key] / 2
