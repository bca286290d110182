"""Chances to win: what they promise whatever the numbers, what they must know of every sheet, and of weak players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from bot.engine import Level, Seat
from bot.games import FOLDER, folder_of, make
from bot.games.ambition.mind import rung
from bot.games.ambition.rules import State as AmbitionState
from bot.games.five_thousand.mind import STEP, WON, FiveThousandDuel
from bot.games.five_thousand.rules import FiveThousand, State
from bot.mind.chances import FILE, NEEDED, _still_needed, chances, edges, needed, strays
from bot.mind.levels import evaluator_of, mind_of, player_of
from bot.mind.strengths import shifted, slips
from tests.mind.by_the_rules import after

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
