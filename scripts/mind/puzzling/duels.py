"""Puzzles of games besides sheets, between two players, by exact chances to win; and days that differ from each other.

A day's answer may be to give up the box where it costs least. That is so often the same one that somebody could answer
unseen, so only a few days keep it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from bot.engine import AnyGame, Keep
from bot.engine.dice import FairDice
from bot.engine.gate import legal
from bot.engine.types import text
from bot.games.yamslam.rules import Pass, Yamslam
from bot.games.yum.rules import Mark, Strike, Yum
from bot.mind.evaluator import Evaluator, Strength
from bot.mind.levels import beginner, evaluator_of, mind_of
from bot.mind.players import EvaluatorPlayer
from bot.mind.reasons import reason
from bot.tables.puzzles import Puzzle, PuzzleAnswer, PuzzleSet, SheetRules, game_of
from bot.thinker.answers import Claim, Why
from puzzling.racks import LastChips

GAMES = ("421", "5000", "yamslam")
"""Those of which exact chances to win are known, in Yamslam near the end. Can't Stop has an estimate."""

OF_DAYS, OF_MORE = 30, 30
"""How many of each game are puzzles of days, and how many others."""

LEAST, MOST = 0.02, 0.25
"""What the natural answer costs: two to 25 wins out of 100."""
CLEAR = 0.01
SURE = 0.98
"""Who has won as good as surely need not think, nor who has lost."""
APART = 0.005
ANSWERS = range(3, 6)
SAME_SACRIFICE = 12
"""Days on which the best answer gives the same box up."""
_OF_A_GAME = 2
_KIND = 0.5
_DECIMALS = 4
_SAME = 0.00011


class Judges(NamedTuple):
    """The evaluators that look at the positions of a game between two."""

    game: AnyGame
    exact: Evaluator
    champion: Evaluator
    regular: Evaluator
    greedy: Evaluator

    def knows(self, state: Any) -> bool:
        """Whether a position is not too far from the end to be exact."""
        return not isinstance(self.exact, LastChips) or self.exact.knows(state)


def judges(key: str, folder: Path) -> Judges:
    """Return the evaluators of the game ``key``; their values lie in ``folder``."""
    game = game_of(key)
    champion = evaluator_of(game, folder)
    exact = LastChips(game) if isinstance(game, Yamslam) else champion
    return Judges(game, exact, champion, mind_of(game).par(game, folder), mind_of(game).greedy(game))


def dominated(game: AnyGame, state: Any, do: str) -> bool:
    """Whether an action stops with fewer points than another stop would bring, or passes with a throw left.

    Nobody would, so it is no answer.
    """
    word, *faces = do.split(" ")
    if word == Pass.word:
        return any(other.partition(" ")[0] == Keep.word for other in legal(game, state))
    if word != "bank":
        return False
    points = game.stopped(state, tuple(map(int, faces)))
    stops = [other.split(" ")[1:] for other in legal(game, state) if other.startswith("bank")]
    return any(game.stopped(state, tuple(map(int, other))) > points for other in stops)


def tempting(look: Judges, state: Any, values: dict[str, float]) -> list[str]:
    """Return what a regular player does, a greedy one, and one who always goes on."""
    on = (do for do in values if do.partition(" ")[0] == Keep.word)
    return [*(next(iter(ranked(who, state))) for who in (look.regular, look.greedy)), *islice(on, 1)]


def puzzle_at(look: Judges, state: Any) -> Puzzle | None:
    """Return the puzzle that a position is, if it is one."""
    if not look.knows(state):
        return None
    values = ranked(look.exact, state)
    best, *others = values
    if len(others) < ANSWERS[0] - 1 or values[best] - values[others[0]] < CLEAR or not 1 - SURE < values[best] < SURE:
        return None
    falling = tempting(look, state, values)
    costly = (do for do in falling if LEAST <= values[best] - values[do] <= MOST)
    natural = next((do for do in costly if not dominated(look.game, state, do)), None)
    if natural is None:
        return None
    chosen = [best, natural]
    for do in others:
        far = all(abs(values[do] - values[answer]) >= APART for answer in chosen)
        near = values[best] - values[do] <= MOST and not dominated(look.game, state, do)
        if far and near and len(chosen) < ANSWERS[-1] - 1:
            chosen.append(do)
    if len(chosen) not in ANSWERS:
        return None
    id = identity(look.game, state)
    order = sorted(chosen, key=lambda do: sha256(f"{id} {do}".encode()).digest())
    lost = values[best] - values[natural]
    rating = round(1380 + 200 * (falling[0] != best) + 40 * (len(chosen) - 3) + 100 * (LEAST / lost))
    answers = tuple(PuzzleAnswer(do, round(values[do], _DECIMALS), why_of(look, state, best, do)) for do in order)
    return Puzzle(id, look.game.key, position(look.game, state), answers, order.index(natural), rating)


def why_of(look: Judges, state: Any, best: str, do: str) -> Why | None:
    """Return why the best answer is better than ``do``, where nobody else knows exact values; None for the best."""
    found = reason(look.game, look.exact, state, best, do) if look.exact is not look.champion and do != best else None
    return found and tuple(
        Claim(one.claim, round(one.best, _DECIMALS), round(one.done, _DECIMALS), one.unit, one.about)
        for one in found.claims
    )


def with_reasons(look: Judges, puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with the reasons of today."""
    state, best = puzzle.state(look.game), puzzle.answers[puzzle.best].do
    answers = (structs.replace(answer, why=why_of(look, state, best, answer.do)) for answer in puzzle.answers)
    return structs.replace(puzzle, answers=tuple(answers))


def ranked(evaluator: Evaluator, state: Any) -> dict[str, float]:
    """Return the legal actions with what they are worth, the best first."""
    return {text(action): value for action, value in evaluator.advise(state).actions}


def position(game: AnyGame, state: Any) -> dict[str, object]:
    """Return the fields of ``state`` that are not those of a new game."""
    new = msgspec.to_builtins(game.new(2))
    return {name: value for name, value in msgspec.to_builtins(state).items() if value != new[name]}


def identity(game: AnyGame, state: Any) -> str:
    """Return the name of a position."""
    return sha256(msgspec.json.encode([game.key, position(game, state)], order="sorted")).hexdigest()[:8]


def positions(look: Judges, number: int, seed: int) -> Iterator[Any]:
    """Yield the positions of a game: the champion, a regular player and a beginner meet each other by turns."""
    game, name = look.game, f"{look.game.key} {seed} {number}"
    dice, chance = FairDice(sha256(name.encode()).digest(), "puzzles"), Random(name)  # noqa: S311
    players = (EvaluatorPlayer(game, look.champion), EvaluatorPlayer(game, look.regular), beginner(game))
    seated = (players[number % 3], players[number // 3 % 3])
    state = game.new(2)
    while state.turn is not None:
        if state.dice:
            shown: dict[str, Any] = {"dice": tuple(sorted(state.dice)), "last": None}
            if hasattr(state, "aside"):
                shown["aside"] = tuple(sorted(state.aside))
            if hasattr(state, "kept"):
                shown["kept"] = 0
            if hasattr(state, "ended"):
                shown["ended"] = None
            yield replace(state, **shown)
        state = game.apply(state, seated[state.turn].choose(state, state.turn, chance), dice).state


def drawn(key: str, many: int, folder: Path, seed: int) -> list[Puzzle]:
    """Return so many puzzles of a game, of which no more than half ask for the same word."""
    look, puzzles, kinds = judges(key, folder), dict[str, Puzzle](), Counter[str]()
    number = 0
    while len(puzzles) < many:
        of_game = [found for state in positions(look, number, seed) if (found := puzzle_at(look, state)) is not None]
        Random(f"{seed} {number}").shuffle(of_game)  # noqa: S311
        for one in of_game[:_OF_A_GAME]:
            word = one.answers[one.best].do.partition(" ")[0]
            if kinds[word] < _KIND * many and len(puzzles) < many and one.id not in puzzles:
                puzzles[one.id] = one
                kinds[word] += 1
        number += 1
    return list(puzzles.values())


def sacrifice(one: Puzzle) -> str:
    """Return the box that the best answer gives up, the same word for every box for equal dice; empty for none.

    It gets nothing, or in the upper section less than its part of the bonus.
    """
    game = game_of(one.game)
    if not isinstance(game, Yum):
        return ""
    state = one.state(game)
    best = legal(game, state)[one.answers[one.best].do]
    if not isinstance(best, Mark | Strike) or not game.gives_up(state, best):
        return ""
    return "yum" if game.layout.box(best.box).yum else best.box


def with_duels(known: PuzzleSet, folder: Path, seed: int) -> PuzzleSet:
    """Return the puzzles with those of games between two that are missing, in the place of days of sheets.

    First of those that ask for the same sacrifice. Other days keep their place, so that each keeps its puzzle; what
    makes room may still be drawn on demand.
    """
    missing = [key for key in GAMES if key not in known.rules]
    fresh = [drawn(key, OF_DAYS + OF_MORE, folder, seed) for key in missing]
    of_days = [one for some in zip(*(some[:OF_DAYS] for some in fresh), strict=True) for one in some]
    days, more = list(known.days), list(known.more)
    for place, one in zip(sorted(_going(known.days, len(of_days))), of_days, strict=True):
        more.append(days[place])
        days[place] = one
    more += [one for some in fresh for one in some[OF_DAYS:]]
    more.sort(key=lambda one: sha256(f"{seed} {one.id}".encode()).digest())
    rules = {key: SheetRules(msgspec.to_builtins(game_of(key).written), "") for key in missing}
    return PuzzleSet({**known.rules, **rules}, tuple(days), tuple(more))


def _going(days: tuple[Puzzle, ...], many: int) -> list[int]:
    """Return the places of the days that make room: surplus sacrifices, then those of the sheet with most days."""
    going = surplus(days)
    left = Counter(one.game for place, one in enumerate(days) if place not in going)
    while len(going) < many:
        ((most, _),) = left.most_common(1)
        going.append(next(place for place in _shuffled(days) if days[place].game == most and place not in going))
        left[most] -= 1
    return going


def surplus(days: Sequence[Puzzle], kept: Collection[int] = ()) -> list[int]:
    """Return the places of days that give a box up that enough others do; none of those that are ``kept``."""
    seen, going = Counter[str](), list[int]()
    for place in sorted(_shuffled(days), key=lambda place: place not in kept):
        box = sacrifice(days[place])
        seen[box] += 1
        if box and seen[box] > SAME_SACRIFICE and place not in kept:
            going.append(place)
    return going


def _shuffled(days: Sequence[Puzzle]) -> list[int]:
    return sorted(range(len(days)), key=lambda place: sha256(days[place].id.encode()).digest())


def faults(look: Judges, puzzle: Puzzle) -> list[str]:
    """Return what is wrong with a shipped puzzle, by the exact values."""
    state = puzzle.state(look.game)
    advice, values = look.exact.advise(state), ranked(look.exact, state)
    best, second = list(values)[:2]
    dos = [answer.do for answer in puzzle.answers]
    worth = sorted(values.get(do, 0.0) for do in dos)
    falling = tempting(look, state, values)
    natural = dos[puzzle.natural]
    checks = {
        "an answer is not legal": not set(dos) <= set(values),
        "the values are not exact": advice.strength != Strength.EXACT,
        "another action is the best": dos[puzzle.best] != best,
        "the best action is not clear": values[best] - values[second] < CLEAR,
        "the natural answer costs too little or too much": not LEAST <= values[best] - values.get(natural, 0) <= MOST,
        "nobody would give the natural answer": natural not in falling,
        "an answer stops too early": any(dominated(look.game, state, do) for do in dos),
        "the game is decided": not 1 - SURE < values[best] < SURE,
        "two answers are alike": any(b - a < APART for a, b in pairwise(worth)),
        "there are too few or too many answers": len(dos) not in ANSWERS,
        "a number is wrong": any(abs(answer.value - values.get(answer.do, 0)) > _SAME for answer in puzzle.answers),
        "a reason is wrong": any(answer.why != why_of(look, state, best, answer.do) for answer in puzzle.answers),
    }
    return [fault for fault, wrong in checks.items() if wrong]
