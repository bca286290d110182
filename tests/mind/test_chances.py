"""Chances to win: what they promise whatever the numbers, what they must know of every sheet, and of weak players."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations, combinations_with_replacement, pairwise, product
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Keep, Level, Seat
from bot.games import FOLDER, folder_of, make
from bot.games.ambition.mind import rung
from bot.games.ambition.rules import State as AmbitionState
from bot.games.five_thousand.mind import STEP, WON, FiveThousandDuel
from bot.games.five_thousand.rules import FiveThousand, State
from bot.mind.chances import FILE, NEEDED, _still_needed, ahead, chances, edges, needed, strays
from bot.mind.levels import evaluator_of, mind_of, player_of
from bot.mind.strengths import shifted, slips
from bot.mind.throws import throws_of
from tests.mind.by_the_rules import after, throws, with_value

ROOT = Path(__file__).parents[2]

SHEETS = {
    "yum_plus": 22,
    "triple_yum_plus": 66,
    "yum_original": 12,
    "yum_deluxe": 13,
    "yum_classic": 13,
    "triple_yum": 39,
    "yum_low_high": 13,
    "yum_full_house": 15,
    "yum_color": 15,
    "asian_yum": 12,
    "maxi_yum": 20,
    "yams": 12,
}
"""Those whose values are exact or come from a net, and the boxes that each has in all columns."""


@pytest.mark.parametrize(("key", "boxes"), SHEETS.items())
def test_every_sheet_with_good_values_tells_chances_for_each_turn(key: str, boxes: int) -> None:
    known, layout = strays(key), make(key, {}).layout  # type: ignore[attr-defined]
    assert known is not None
    assert len(layout.boxes) * layout.columns == boxes == len(known) - 1
    assert known[0] == [0.0]
    spread = [row[-1] - row[0] for row in known]
    assert spread[1] < spread[boxes // 2] < spread[boxes]


def test_who_is_ahead_wins_more_often_the_fewer_turns_are_left() -> None:
    known = strays("yum_classic")
    assert known is not None
    told = [chances(known, (260, 230), (turns, turns))[0] for turns in (13, 9, 5, 2)]
    assert 0.5 < told[0] < told[1] < told[2] < told[3] < 1
    part = [chances(known, (260, 230), (2 + rest, 2))[0] for rest in (1.0, 2 / 3, 1 / 3, 0.0)]
    assert part == sorted(part)


def test_finished_sheets_win_or_tie() -> None:
    known = strays("yum_classic")
    assert known is not None
    assert chances(known, (200, 201, 150), (0, 0, 0)) == [0, 1, 0]
    assert chances(known, (201, 150, 201), (0, 0, 0)) == [0.5, 0, 0.5]


def test_chances_are_those_of_all_pairs_of_ends(seed: str) -> None:
    known, chance = strays("yum_classic"), random.Random(seed)
    assert known is not None
    for _ in range(20):
        one, other = (chance.choice((250, chance.uniform(150, 350))) for _ in range(2))
        left = chance.randrange(14), chance.randrange(14)
        ends = [(one + mine, other + theirs) for mine in known[left[0]] for theirs in known[left[1]]]
        won = sum((mine > theirs) + (mine == theirs) / 2 for mine, theirs in ends) / len(ends)
        assert chances(known, (one, other), left) == pytest.approx([won, 1 - won])
    crowd = chances(known, [chance.uniform(200, 300) for _ in range(25)], [chance.uniform(0, 13) for _ in range(25)])
    assert sum(crowd) == pytest.approx(1)
    assert min(crowd) >= 0


def test_nobody_tells_chances_where_values_are_estimates() -> None:
    assert strays("yum_extra") is None
    assert strays("balut") is None
    assert (FOLDER / "yum" / FILE).stat().st_size < 60_000


def test_the_page_and_the_bot_know_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else run ``scripts/mind/chances.py table``."""
    monkeypatch.syspath_prepend(ROOT / "scripts" / "mind")
    monkeypatch.chdir(ROOT)
    tables = import_module("chances")
    found, page = tables.load(tables.RESULTS), (ROOT / "docs" / "certified" / "tables.md").read_text()
    assert page == tables.with_table(page, found)
    assert {key: strays(key) for key in found} == {key: one["strays"] for key, one in found.items()}
    for key, one in found.items():
        two = one["measured"]["two"]
        assert two["ours"] < two["so_far"] < two["even"], key
        assert tables.off(two["bins"]) < 0.02, key


# -- 5000 and Ambition: players of all levels, worked out from every pair of totals ------------------------------------


@pytest.fixture(scope="module")
def unequal() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.syspath_prepend(ROOT / "scripts" / "mind")
        yield import_module("unequal")


@cache
def exact_players(key: str) -> Any:
    """All levels of a game; this takes two minutes of 5000, if one asks for its champion's turns."""
    return import_module("strengths").exact_players(make(key, {}), Path())


@pytest.mark.parametrize(
    "key", [pytest.param("ambition", marks=pytest.mark.long), pytest.param("5000", marks=pytest.mark.long(20))]
)
def test_the_bot_knows_the_turns_that_players_need(unequal: Any, key: str) -> None:
    """Else run ``scripts/mind/unequal.py needed``."""
    assert (folder_of(key) / NEEDED).read_text() == unequal.as_file(key, exact_players(key))


SIMPLE = [(one, other) for one, other in combinations_with_replacement(Level, 2) if Level.CHAMPION not in (one, other)]
WITH_CHAMPION = [(Level.CHAMPION, level) for level in Level]


@pytest.mark.parametrize(
    ("key", "pairs"),
    [
        pytest.param("5000", SIMPLE, marks=pytest.mark.long(20)),
        pytest.param("5000", WITH_CHAMPION, marks=pytest.mark.long(120)),
        pytest.param("ambition", SIMPLE + WITH_CHAMPION, marks=pytest.mark.long(30)),
    ],
)
def test_chances_come_true_whoever_plays(unequal: Any, key: str, pairs: list[tuple[Level, Level]]) -> None:
    players = exact_players(key)
    for one, other in pairs:
        off = unequal.compared(key, players, one, other)
        assert abs(off.mean) < 1, (one, other)
        assert off.rms < (1.2 if key == "ambition" else 1), (one, other)
        if one is not other:
            assert off.rms_of_equals > 1, (one, other)


class _Slip:
    """The chance of somebody who slips, in the way that this number draws."""

    def __init__(self, drawn: float, first: float = 0.0) -> None:
        self._numbers = [drawn, first]

    def random(self) -> float:
        """Return 0 unless told otherwise, then the number."""
        return self._numbers.pop()


EVENLY = 144
"""So many numbers tell exactly how often each of up to four slips is drawn."""


@pytest.mark.parametrize("level", [Level.CASUAL, Level.BEGINNER])
@pytest.mark.parametrize("total", [1500, 4700])
def test_turns_of_5000_are_worked_out_as_computers_play_them(
    unequal: Any, level: Level, total: int, tmp_path: Path
) -> None:
    game, mind = make("5000", {}), mind_of(make("5000", {}))
    assert isinstance(game, FiveThousand)
    by = mind.weak(game) if level is Level.BEGINNER else mind.par(game, tmp_path)
    exact_5000 = import_module("exact_5000")
    exact = exact_5000._SlippingTurns(game, by, [1.0])
    player, seen = player_of(game, level, tmp_path), 0
    for place in sorted(exact._rules[True].turn.places)[::30]:
        throws = combinations_with_replacement(range(1, 7), game.dice - place.aside)
        for faces, (_, best, near) in [*zip(throws, exact._likes(total, place), strict=True)][::11]:
            thrown = State(2, ((total,), (2000,)), Seat(0), (True, True), place.throws + 1, dice=faces)
            state = replace(thrown, aside=(1,) * place.aside, risk=place.risk)
            if best != WON and len(game.legal_actions(state)) > 1:
                drawn = [player.choose(state, Seat(0), _Slip((n + 0.5) / EVENLY)) for n in range(EVENLY)]
                found = Counter(exact._where(state, action) for action in drawn)
                shares = Counter[Any]()
                for where, share in exact_5000._taken(best, near, 1.0):
                    shares[where] += round(EVENLY * share)
                assert found == +shares, (place, faces)
                seen += len(found) > 1
    assert seen


@pytest.mark.parametrize("level", [Level.CASUAL, Level.BEGINNER])
def test_turns_of_ambition_are_worked_out_as_computers_play_them(unequal: Any, level: Level, tmp_path: Path) -> None:
    """From 4,700 points: by the rules, with the two answers of somebody who never slips and who always does."""
    game, player, slip = (
        make("ambition", {}),
        player_of(make("ambition", {}), level, tmp_path),
        slips("ambition")[level],
    )
    begin = AmbitionState(((4700,), (2000,)), (True, True), Seat(0))

    @cache
    def ends(state: AmbitionState) -> Counter[int]:
        if state.last is not None:
            return Counter({state.totals[0][-1]: 1.0})  # type: ignore[dict-item]
        found = Counter[int]()
        for draw, share in ((_Slip(1.0, first=1.0), 1.0 - slip), (_Slip(0.5), slip)):
            for chance, then in after(game, state, player.choose(state, Seat(0), draw)):  # type: ignore[arg-type]
                for total, often in ends(then).items():
                    found[total] += share * chance * often  # type: ignore[assignment]
        return found

    told = exact_players("ambition").levels[level.value](rung(4700), 0)
    by_total = {total: float(told[rung(total)]) for total in range(4700, 5050, 50)}
    assert by_total == pytest.approx(dict(ends(begin)), abs=1e-12)


@pytest.mark.parametrize(
    ("had", "turn", "told"),
    [((0, 0), 0, 0.67), ((1000, 1000), 0, 0.71), ((4000, 4000), 0, 0.61), ((4000, 4000), 1, 0.50)],
)
def test_a_beginner_loses_ground_in_5000_turn_by_turn(had: tuple[int, int], turn: int, told: float) -> None:
    """The true chances of a regular player against a beginner, by :mod:`exact_5000`."""
    champion = evaluator_of(make("5000", {}), Path())
    assert isinstance(champion, FiveThousandDuel)
    mine, theirs = (points // STEP for points in had)
    equal = 1 - float(champion.values[theirs, mine]) if turn else float(champion.values[mine, theirs])
    ahead = edges("5000", {0: 1.0, 1: 2.0}, had, turn)
    assert shifted(equal, ahead[0] - ahead[1]) == pytest.approx(told, abs=0.012)
    ahead = edges("5000", {0: 2.0, 1: 1.0}, had[::-1], 1 - turn)
    assert shifted(1 - equal, ahead[0] - ahead[1]) == pytest.approx(1 - told, abs=0.012), "seen from the other seat"


def test_who_plays_worse_than_a_beginner_is_told_less() -> None:
    had = [0, 0, 0, 1500, 0, 1500]
    ahead = [edges("5000", {3: place, 5: 1.0}, had, 3)[3] for place in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0)]
    assert ahead == sorted(ahead, reverse=True)
    assert len(set(ahead)) == len(ahead)
    assert edges("5000", {3: 0.0, 5: 0.0}, had, 3) == {3: 0, 5: 0}


@pytest.mark.parametrize("place", [0.3, 1.7, 3.0, 5.0])
def test_turns_that_somebody_needs_are_told_in_order_however_weak_they_are(place: float) -> None:
    known = needed("5000")
    assert known is not None
    told = _still_needed(known, 0, place)
    assert told == sorted(told)


def test_who_plays_better_shows_it_in_what_is_left_of_the_game() -> None:
    """In Yamslam with a chip in four left, half as many steps of a bell curve ahead as at the start."""
    rack = make("yamslam", {})
    begun = rack.new(2)
    parts = [rack.part_left(replace(begun, rack=(left,) * 7)) for left in (4, 1, 0)]
    assert parts == [1, 0.25, 0]
    start, late, end = (edges("yamslam", {0: 0.0, 1: 2.0}, (0, 0), 0, left=part) for part in parts)
    assert start[0] > 0 > start[1]
    assert late == {seat: pytest.approx(ahead / 2) for seat, ahead in start.items()}
    assert end == {0: 0, 1: 0}


# -- 421: players of all levels, worked out for every pair of them ---------------------------------------------------


@pytest.fixture(scope="module")
def pairs(unequal: Any) -> Any:
    return unequal.pairs_of_421()


@pytest.fixture(scope="module")
def few(unequal: Any) -> Any:
    """The chances of all pairs of levels with three tokens."""
    return unequal.Pairs(with_value(make("421", {}), "tokens", 3))


def told_at_421(places: tuple[float, float], tokens: tuple[int, int], equal: float, turn: int = 0) -> float:
    """What is told of the seat to act, which begins the round."""
    ahead = edges("421", dict(enumerate(places)), [-held for held in tokens], turn)
    assert ahead[1 - turn] == 0
    return shifted(equal, ahead[turn])


@pytest.mark.long(20)
def test_the_bot_knows_by_how_much_players_of_421_are_ahead(unequal: Any, pairs: Any) -> None:
    """Else run ``scripts/mind/unequal.py ahead``."""
    known, found = (json.loads(text)["421"] for text in (unequal.AHEAD_FILE.read_text(), unequal.ahead_as_file(pairs)))
    assert known["levels"] == found["levels"]
    assert known["moments"].keys() == found["moments"].keys()
    for had, row in known["moments"].items():
        assert row == pytest.approx(found["moments"][had], abs=1), had  # A processor may round a last digit otherwise.


@pytest.mark.long(20)
def test_chances_in_421_come_true_whoever_plays(unequal: Any, pairs: Any) -> None:
    for one, other in product(Level, repeat=2):
        off = unequal.compared_421(pairs, one, other)
        assert abs(off.mean) < 0.5, (one, other)
        assert off.rms < 1.5, (one, other)
        if one is not other:
            assert off.rms_of_equals > 5, (one, other)


def test_champions_of_421_win_as_often_as_is_worked_out_without_levels(few: Any) -> None:
    for place, at in enumerate(few.positions):
        begins, answers = few.chances(Level.CHAMPION, Level.CHAMPION)[:, place]
        assert begins == pytest.approx(few.duel.values[at.pot, at.first], abs=1e-9)
        assert answers == pytest.approx(1 - few.duel.values[at.pot, at.first], abs=1e-9)


def test_one_player_of_421_wins_what_the_other_loses(few: Any) -> None:
    for one, other in combinations(Level, 2):
        mine, theirs = few.chances(one, other), few.chances(other, one)
        assert (mine + theirs[::-1]).ravel().tolist() == pytest.approx([1] * 2 * len(few.positions)), (one, other)
        assert mine[0, -1] + mine[1, -1] < 1, "the weaker one, who begins half of the games"


def test_every_round_of_421_leads_somewhere(few: Any) -> None:
    for pair in product(Level, repeat=2):
        for moment in (before for both in few.moments(*pair) for before in both):
            assert moment.often.sum() == pytest.approx(1)
            assert moment.true.min() > -1e-9
            assert moment.true.max() < 1 + 1e-9


CUTS = sorted({(part / many) ** 2 for many in range(1, 5) for part in range(many + 1)})
"""Between two of these, numbers draw the same one of up to four slips."""


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("tokens", [(0, 0), (1, 2)])
def test_turns_of_421_are_worked_out_as_computers_play_them(
    few: Any, unequal: Any, level: Level, tokens: tuple[int, int], tmp_path: Path
) -> None:
    """Hands that end a turn, if every throw of which one may slip is played in all its ways."""
    game, place = few.game, few.positions.index((3 - sum(tokens), *tokens))
    player, likely = player_of(game, level, tmp_path), slips("421").get(level, 0.0)
    begun = few.duel.rounds.start(few.positions[place])
    first, second = few._turns[level][place]
    theirs, hands = (6, 5, 5), throws_of(3).throws
    answer = replace(begun, hands=(theirs, ()), turn=Seat(1), limit=2, stood=Seat(0))

    def ends(state: Any) -> Counter[Any]:
        seat, found = state.turn, Counter[Any]()
        reached = Counter({replace(state, throws=1, dice=faces): chance for faces, chance in throws(3).items()})
        while reached:
            later = Counter[Any]()
            for at, chance in reached.items():
                slipping = [(likely * (more - less), _Slip((less + more) / 2)) for less, more in pairwise(CUTS)]
                for share, drawn in [(1 - likely, _Never()), *slipping]:
                    action = player.choose(at, seat, drawn)
                    if not isinstance(action, Keep):
                        found[at.throws, tuple(sorted(at.dice))] += chance * share
                        continue
                    for faces, falls in throws(3 - len(action.faces)).items():
                        dice = tuple(sorted((*action.faces, *faces)))
                        later[replace(at, throws=at.throws + 1, dice=dice)] += chance * share * falls
            reached = later
        return found

    found = ends(begun)
    told = {(thrown + 1, hand): first[thrown, n] for thrown in range(3) for n, hand in enumerate(hands)}
    assert {end: chance for end, chance in told.items() if chance} == pytest.approx(dict(found), abs=1e-9)
    found = ends(answer)
    column = hands.index(tuple(sorted(theirs)))
    told = {(2, hand): second[1, n, column] for n, hand in enumerate(hands)}
    assert told == pytest.approx({end: found[end] for end in told}, abs=1e-9)


class _Never:
    """The chance of somebody who does not slip."""

    def random(self) -> float:
        """Return more than any level slips."""
        return 1.0


def test_two_champions_of_421_are_told_the_exact_chance() -> None:
    known = ahead("421")
    assert known is not None
    many = len(known.places) ** 2
    assert known.places[0] == 0
    assert len(known.moments) == 253
    for had, row in known.moments.items():
        assert len(row) == 2 * many
        assert row[0] == row[many] == 0, had
    assert told_at_421((0.0, 0.0), (0, 0), 0.5212) == 0.5212


def test_a_weak_player_of_421_is_told_what_beginners_win_against_champions() -> None:
    """About the true chances, by :mod:`exact_421`, which change a little when slips do."""
    assert told_at_421((2.0, 0.0), (0, 0), 0.5212) == pytest.approx(0.174, abs=0.03)
    assert told_at_421((0.0, 2.0), (0, 0), 0.5212) == pytest.approx(0.849, abs=0.03)
    assert told_at_421((1.0, 2.0), (0, 0), 0.5212) == pytest.approx(0.695, abs=0.03)
    assert told_at_421((2.0, 1.0), (0, 0), 0.5212, 1) == told_at_421((1.0, 2.0), (0, 0), 0.5212)
    assert told_at_421((2.0, 0.0), (21, 0), 0.0) == 0, "nothing is won back from a sure loss"


def test_between_the_levels_of_421_a_player_is_told_something_between() -> None:
    told = [told_at_421((place, 1.0), (0, 0), 0.5212) for place in (0.0, 0.2, 0.5, 1.0, 1.3, 2.0, 3.0, 5.0)]
    assert told == sorted(told, reverse=True)
    assert len(set(told)) == len(told)
    assert told[-1] > 0
    turns = [told_at_421((1.0, place), (0, 0), 0.5212) for place in (0.0, 0.2, 0.5, 1.0, 1.3, 2.0, 3.0, 5.0)]
    assert turns == sorted(turns)


def test_in_421_somebody_answers_once_there_is_a_hand_to_beat(few: Any) -> None:
    begun = few.duel.rounds.start(few.positions[0])
    assert not few.game.answers(replace(begun, throws=1, dice=(6, 5, 5)))
    assert few.game.answers(replace(begun, hands=((6, 5, 5), ()), turn=Seat(1), limit=1))
    assert not make("5000", {}).answers(make("5000", {}).new(2))


def test_who_answers_in_421_is_not_charged_for_the_turn_that_the_other_has_had() -> None:
    """Between equals who miss much, the one to begin still loses something in this turn; who answers, in the next."""
    begins, answers = (edges("421", {0: 2.0, 1: 2.0}, (0, 0), 0, answers=answers)[0] for answers in (False, True))
    assert begins != answers
    assert answers < 0
