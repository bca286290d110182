"""Whether chances to win know how the two play: ``python scripts/mind/unequal.py sheet yum_classic``, ``… race``.

Of a sheet (with the extra ``train``), computers of each level play games alone, and positions of these games are played
on many times. So the chance of every pair of positions with as many turns left is known, give or take the noise of
these games, and compared with what :mod:`bot.mind.chances` says; likewise that of pairs of whole games. Of 5000 and
Ambition between two, the chance of every pair of totals is worked out for every pair of levels, and each pair of totals
counts as often as games come there: nothing is left to chance; likewise of 421 (``… tokens``), moments before a second
turn included. ``… needed`` and ``… ahead`` write what the bot knows of them. ``… racks`` plays Yamslam (with
``train``), ``… duel`` any game of two that has chances to win, and both play single positions many times. ``… known
yum_classic 421`` says how many decisions tell as much of somebody as all levels do together:
:meth:`bot.mind.strengths.Losses.likely` counts so many besides.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from exact_421 import Pairs
from exact_turns import ExactPlayers, chances_of, needed_of, visits_of
from numpy.typing import NDArray
from reviews import journal
from strengths import exact_players

from bot.engine import AnyGame, Level
from bot.engine.dice import FairDice
from bot.games import folder_of, make
from bot.games.ambition.rules import Ambition
from bot.games.five_thousand.rules import FiveThousand
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam.mind import digest
from bot.games.yamslam.rules import Yamslam
from bot.games.yum.mind.exact import ExactSheet
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.boxes import Cell, Column
from bot.mind.chances import AHEAD, NEEDED, chances_among, edges, of_player, strays
from bot.mind.evaluator import Evaluator, Unit
from bot.mind.levels import evaluator_for_review, evaluator_of, mind_of, player_of
from bot.mind.net import net_of
from bot.mind.players import Player
from bot.mind.review import review
from bot.mind.strengths import Losses, level_place, losses, overlooks, shifted, slips

Array = NDArray[Any]
LEFT = (1, 2, 3, 4, 6, 9, 12)
_DECIDED = 0.02
"""Nearer to 0 or 1 a position says nothing."""


@click.group()
def main() -> None:
    """Measure chances to win between players of different levels."""


# -- Sheets ------------------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """A position before a turn, and how it ended when it was played on."""

    level: Level
    left: int
    state: tuple[int, int, int]
    expected: float
    ends: Array


class LevelGames:
    """Games of every level on one exact sheet of one column, in machine code."""

    def __init__(self, game: Yum, folder: Path) -> None:
        import players  # noqa: PLC0415 - machine code, which 5000 does without.
        import simple_players as simple  # noqa: PLC0415
        from certify import start_of  # noqa: PLC0415
        from sheet_games import SheetGames, no_net  # noqa: PLC0415
        from tables import tables_of  # noqa: PLC0415

        from bot.games.yum.mind.estimate import no_pars, pars_kept  # noqa: PLC0415

        sheet = SheetGames(game, folder)
        self.evaluator: Any = evaluator_of(game, folder)
        if not isinstance(self.evaluator, ExactSheet):
            raise click.UsageError(f"{game.key} is not worked out exactly")
        self._players, self._simple, self._compiled = players, simple, sheet._sheet
        self._boxes, self._turning, self._dice = sheet._simple
        greedy, par = (simple.prices_of(self._compiled, pars) for pars in (no_pars(game), pars_kept(game, folder)))
        self._overlooking = bool(overlooks(game.key))
        often = (overlooks(game.key) or slips(game.key)).items()
        self._ways = {Level(level): (many, greedy if level == Level.BEGINNER else par) for level, many in often}
        tables = tables_of(self.evaluator.column)
        self._rules = players.rules_of(tables, start_of(self.evaluator.column))
        self._known = self.evaluator.values.astype(np.float32), no_net(tables), tables

    def on(self, level: Level, seed: int, games: int, state: tuple[int, int, int] | None = None) -> tuple[Array, ...]:
        """Return the points from ``state`` on, by default a whole game; the positions, and the points before each."""
        column = self.column(state)
        if level is Level.CHAMPION:
            values, net, tables = self._known
            begin = self._rules.start if state is None else np.array(state)
            more = values, net, self._rules._replace(start=begin), tables.choices, tables.dice, column.count(None)
            scores, _, seen, had = self._players.play(seed, games, self._players.EXACT, 0.0, -1, *more)
            return scores, seen, had
        slips, prices = self._ways[level]
        compiled = self.evaluator.column
        labels = compiled.simplified(compiled.labels_of(column))
        total = sum(cell.raw for place in compiled.upper_places if (cell := column[place]) is not None)
        begin = (
            np.array([compiled.combinations.index(labels)]),
            np.array([[cell is None for cell in column]]),
            np.array([total]),
        )
        more = prices, self._turning, self._dice
        scores, seen, had = self._simple.play_on(seed, games, slips, begin, self._boxes, *more, 0, self._overlooking)
        return scores, seen[:, :, 0, :], had

    def column(self, state: tuple[int, int, int] | None) -> Column:
        """Return a column in that state; of its upper boxes the first holds all."""
        compiled = self.evaluator.column
        if state is None:
            return (None,) * int(compiled.boxes)
        link, free, upper = state
        mask, total = next(key for key, number in compiled.upper.numbers.items() if number == upper)
        cells: list[Cell | None] = list(compiled.cells(compiled.link_states[link]))
        filled = [place for bit, place in enumerate(compiled.upper_places) if mask >> bit & 1]
        for place in [place for bit, place in enumerate(compiled.free_places) if free >> bit & 1] + filled:
            cells[place] = Cell(0, 0)
        if filled:
            cells[filled[0]] = Cell(total, total)
        return tuple(cells)


def chance_of(one: Array, other: Array) -> float:
    """Return how often ``one`` is more than ``other``, a tie half."""
    ordered = np.sort(other)
    both = np.searchsorted(ordered, one, "left") + np.searchsorted(ordered, one, "right")
    return float(both.mean()) / 2 / len(other)


@main.command()
@click.argument("key")
@click.option("--games", default=3_000, show_default=True, help="Of each level.")
@click.option("--spots", default=5, show_default=True, help="Positions of each level and number of turns left.")
@click.option("--runs", default=600, show_default=True, help="How often each is played on.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def sheet(key: str, games: int, spots: int, runs: int, folder: Path) -> None:
    """Compare single positions and whole games of the sheet KEY, whose values must be exact."""
    game, levels, known = make(key, {}), losses(key), strays(key)
    if not isinstance(game, Yum) or levels is None or known is None:
        raise click.UsageError(f"nobody has measured the levels of {key}")
    computers, draw, found = LevelGames(game, folder), random.Random(key), list[Spot]()  # noqa: S311 - no dice of people.
    each = {level: levels.each(level_place(key, level)) for level in Level}
    lost = {level: each[level] * levels.regular / levels.regular_each for level in Level}
    played = {level: computers.on(level, nth, games) for nth, level in enumerate(Level)}
    values, boxes = computers.evaluator.values, computers.evaluator.column.boxes
    courses = {level: had + values[tuple(np.moveaxis(seen, -1, 0))] for level, (_, seen, had) in played.items()}
    for level, left, number in product(Level, (turns for turns in LEFT if turns <= boxes), range(spots)):
        at = draw.randrange(games), boxes - left
        state, had = tuple(played[level][1][at].tolist()), played[level][2][at]
        ends = had + computers.on(level, 1_000 * left + number, runs, state)[0]
        found.append(Spot(level, left, state, float(courses[level][at]), ends))
    own = [
        of_player(known, lost[spot.level], _followed(game, folder, computers, spot, levels, each[spot.level]))
        for spot in found
    ]
    errors: dict[tuple[Level, Level], list[tuple[float, float]]] = {}
    by_left: dict[int, list[tuple[float, float]]] = {}
    for one, other in combinations(range(len(found)), 2):
        mine, theirs = found[one], found[other]
        truth = chance_of(mine.ends, theirs.ends)
        if mine.left != theirs.left or not _DECIDED < truth < 1 - _DECIDED:
            continue
        turns, expected = [mine.left] * 2, [mine.expected, theirs.expected]
        told = chances_among([own[one], own[other]], expected, turns)[0]
        halves = [chance_of(mine.ends[half::2], theirs.ends[half::2]) for half in (0, 1)]
        pair = errors.setdefault((mine.level, theirs.level), [])
        pair.append(((told - truth) ** 2, (halves[0] - halves[1]) ** 2 / 4))
        by_left.setdefault(mine.left, []).append(pair[-1])
    for (first, second), pair in [*errors.items()]:
        _say(f"{first} against {second}, single positions", pair)
    for left, pair in by_left.items():
        _say(f"{left} turns left", pair)
    _say("all", [error for pair in errors.values() for error in pair])
    for first, second in product(Level, Level):
        _whole(known, lost, boxes, played, courses, first, second)


def _followed(
    game: Yum, folder: Path, computers: LevelGames, spot: Spot, levels: Losses, each: float
) -> dict[int, list[float]]:
    state = replace(game.new(1), sheets=((computers.column(spot.state),),))
    row = mind_of(game).strays(game, folder, computers.evaluator, state, levels, each)
    return {spot.left: list(row)} if row else {}


def _say(words: str, errors: list[tuple[float, float]]) -> None:
    squares, noise = np.array(errors).T
    beyond = 100 * max(float(squares.mean() - noise.mean()), 0.0) ** 0.5
    click.echo(
        f"{words}: rms {100 * float(squares.mean()) ** 0.5:.1f}, beyond the noise {beyond:.1f}, {len(errors)} pairs"
    )


def _whole(
    known: Any, lost: dict[Level, float], boxes: int, played: Any, courses: Any, first: Level, second: Level
) -> None:
    """Say what was told, at one position of each game, and what came."""
    half = len(played[first][0]) // 2
    own = [of_player(known, lost[level], {}) for level in (first, second)]
    told, won = 0.0, 0.0
    for number in range(half):
        turn = number % boxes
        expected = [float(courses[first][number, turn]), float(courses[second][half + number, turn])]
        told += chances_among(own, expected, [boxes - turn] * 2)[0] / half
        mine, theirs = played[first][0][number], played[second][0][half + number]
        won += ((mine > theirs) + (mine == theirs) / 2) / half
    error = 100 * (won * (1 - won) / half) ** 0.5
    click.echo(f"{first} against {second}: told {100 * told:.1f}, came {100 * won:.1f} ± {error:.1f} ({half} games)")


# -- 5000 and Ambition -------------------------------------------------------------------------------------------------

MANY = 50
"""Equally likely numbers of turns."""


def as_file(key: str, players: ExactPlayers) -> str:
    """Return for the bot the turns that players need; of a champion those of somebody alone."""
    turns = {level: players.alone if level is Level.CHAMPION else players.levels[level.value] for level in Level}
    found = {level.value: needed_of(players.ladder, own, MANY) for level, own in turns.items()}
    return json.dumps({key: found}, separators=(",", ":")).replace("],", "],\n") + "\n"


class Off(NamedTuple):
    """How far what is told lies from what is true, in wins of 100; a position counts as often as games come there."""

    mean: float
    rms: float
    rms_of_equals: float
    """If one tells the chance between equals."""


def off_by(rows: list[tuple[float, float, float]]) -> Off:
    """Return what these moments say: how often each comes, and both errors."""
    weights, errors, without = np.array(rows).T
    weights /= weights.sum()
    squares = [100 * float(weights @ (some * some)) ** 0.5 for some in (errors, without)]
    return Off(100 * float(weights @ errors), *squares)


def _say_off(one: Level, other: Level, off: Off) -> None:
    click.echo(f"{one} against {other}: off by {off.mean:+.1f}, rms {off.rms:.1f}; by equals {off.rms_of_equals:.1f}")


def compared(key: str, players: ExactPlayers, one: Level, other: Level) -> Off:
    """Compare what is told of ``one``, who plays against ``other``, with what is true, before every turn."""
    ladder, values, levels, _ = players
    both = levels[one.value], levels[other.value]
    true, often = chances_of(ladder, *both), visits_of(ladder, *both)
    rows, places = [], {seat: level_place(key, level) for seat, level in enumerate((one, other))}
    for at, to in product(ladder.places, repeat=2):
        had, equal = (ladder.points(at), ladder.points(to)), (float(values[at, to]), 1 - float(values[to, at]))
        for turn, chance in enumerate(equal):
            ahead = edges(key, places, had, turn)
            told = shifted(chance, ahead[0] - ahead[1])
            rows.append((often[turn, at, to], told - true[turn][at, to], chance - true[turn][at, to]))
    return off_by(rows)


def _race(key: str, folder: Path) -> ExactPlayers:
    game = make(key, {})
    if not isinstance(game, FiveThousand | Ambition):
        raise click.UsageError(f"players of {key} are not worked out")
    return exact_players(game, folder)


@main.command()
@click.argument("key", default=FiveThousand.key)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def race(key: str, folder: Path) -> None:
    """Compare every pair of totals of KEY, 5000 or Ambition between two."""
    players = _race(key, folder)
    for one, other in product(Level, repeat=2):
        _say_off(one, other, compared(key, players, one, other))


@main.command("needed")
@click.argument("key", default=FiveThousand.key)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def write(key: str, folder: Path) -> None:
    """Write for the bot how many turns players of KEY, 5000 or Ambition, need."""
    (folder_of(key) / NEEDED).write_text(as_file(key, _race(key, folder)))


# -- 421 ---------------------------------------------------------------------------------------------------------------

AHEAD_FILE = folder_of("421") / AHEAD


def pairs_of_421() -> Pairs:
    """Return the chances of all pairs of levels at 421 by its default rules."""
    game = make("421", {})
    if not isinstance(game, FourTwoOne):
        raise TypeError(game)
    return Pairs(game)


def ahead_as_file(pairs: Pairs) -> str:
    """Return for the bot by how much levels are ahead of champions."""
    levels, found = list(reversed(Level)), dict[str, list[int]]()
    both = {pair: list(pairs.moments(*pair)) for pair in product(levels, repeat=2)}
    for number in range(len(pairs.positions)):
        first = {pair: round(1000 * own[number][0].edge()) for pair, own in both.items()}
        second = {pair[::-1]: round(1000 * own[number][1].edge()) for pair, own in both.items()}
        before, answers = both[levels[0], levels[0]][number]
        many = len(first)
        for had, at, some in ((before.had, 0, first), (answers.had, many, second)):
            row = found.setdefault(" ".join(map(str, had)), [0] * 2 * many)
            row[at : at + many] = [some[pair] for pair in product(levels, repeat=2)]
    known = {"levels": [level.value for level in levels], "moments": found}
    return json.dumps({pairs.game.key: known}, separators=(",", ":")).replace("],", "],\n") + "\n"


def compared_421(pairs: Pairs, one: Level, other: Level) -> Off:
    """Compare what is told of ``one``, who begins the round, with what is true, before all turns of it."""
    key, rows = pairs.game.key, []
    places = {seat: level_place(key, level) for seat, level in enumerate((one, other))}
    for often, both in zip(pairs.visits(one, other), pairs.moments(one, other), strict=True):
        for turn, some in enumerate(both):
            sign, had = 1 - 2 * turn, (some.had[turn], some.had[1 - turn])
            ahead = edges(key, places, had, turn, answers=some.answers)
            for chance, true, equal in zip(some.often, some.true, some.equal, strict=True):
                told = shifted(float(equal), ahead[turn] - ahead[1 - turn])
                rows.append((often * chance, sign * (told - true), sign * (equal - true)))
    return off_by(rows)


@main.command()
def tokens() -> None:
    """Compare every moment before a turn of 421 between two."""
    pairs = pairs_of_421()
    for one, other in product(Level, repeat=2):
        _say_off(one, other, compared_421(pairs, one, other))


@main.command("ahead")
def write_ahead() -> None:
    """Write for the bot by how much levels are ahead of champions at 421."""
    AHEAD_FILE.write_text(ahead_as_file(pairs_of_421()))


# -- Yamslam, in machine code ------------------------------------------------------------------------------------------


@main.command()
@click.option("--games", default=4_000, show_default=True, help="Of each pair of levels.")
@click.option("--moments", default=4_000, show_default=True, help="Moments of each pair before a turn.")
@click.option("--spots", default=14, show_default=True, help="Moments of each pair that are played on.")
@click.option("--runs", default=400, show_default=True, help="How often each is.")
def racks(games: int, moments: int, spots: int, runs: int) -> None:
    """Compare games of Yamslam between two, moments before turns, and single ones that are played on many times."""
    import yamslam_racks as machine  # noqa: PLC0415 - needs numba.

    game = make("yamslam", {})
    net = net_of(game.key, digest(game)) if isinstance(game, Yamslam) else None
    if net is None:
        raise click.UsageError("Yamslam has no net")
    known = machine.in_machine_code(net), *(rules := machine.rules_for_racks())
    ways = dict.fromkeys(Level, machine.BY_PAR) | {Level.BEGINNER: machine.GREEDILY, Level.CHAMPION: machine.BY_NET}
    every = list[tuple[float, float]]()
    for nth, pair in enumerate(combinations_with_replacement(Level, 2)):
        draw, both = np.random.default_rng(nth), (pair, pair[::-1])
        sorts = [(ways[one], ways[other]) for one, other in both]
        rates = [(slips(game.key).get(one, 0.0), slips(game.key).get(other, 0.0)) for one, other in both]
        played = machine.play(nth, games, sorts[0], rates[0], 0.0, *known, machine.fresh())
        some = draw.choice(len(played.states), moments, replace=False)
        equal = machine.a_turn_ahead(
            machine.BY_NET, played.states[some], played.moments[some], known[0], rules[0], rules[2]
        )
        off, errors = 0.0, list[tuple[float, float]]()
        for number, (at, chance) in enumerate(zip(some, equal, strict=True)):
            turn, rack = int(played.players[at]), tuple(played.states[at, 2].tolist())
            places = {seat: level_place(game.key, level) for seat, level in enumerate(both[turn])}
            ahead = edges(game.key, places, (), 0, left=game.part_left(replace(game.new(2), rack=rack)))
            told = shifted(float(chance), ahead[0] - ahead[1])
            off += (1 - 2 * turn) * (told - abs(turn - played.won[played.games[at]])) / moments
            if number < spots:
                begin = machine.Begin(played.states[at], int(played.moments[at]), False)
                truth = float(machine.play(number, runs, sorts[turn], rates[turn], 0.0, *known, begin).won.mean())
                errors.append(((told - truth) ** 2, truth * (1 - truth) / (runs - 1)))
        error = 100 * float(played.won.std()) / games**0.5
        click.echo(f"{pair[0]} against {pair[1]}: off by {100 * off:+.1f} ± {error:.1f}")
        _say("single positions", errors)
        every += errors
    _say("all", every)


# -- Games of two that are played ------------------------------------------------------------------------------------


class Duel(NamedTuple):
    """Two levels, each at a seat."""

    game: AnyGame
    evaluator: Evaluator
    levels: tuple[Level, Level]
    players: tuple[Player, Player]

    def told(self, state: Any) -> float:
        """Return the chance to win that is told of the first seat."""
        key, turn = self.game.key, self.game.turn(state)
        if turn is None:
            raise ValueError("the game is over")
        places = {seat: level_place(key, level) for seat, level in enumerate(self.levels)}
        answers, part = self.game.answers(state), self.game.part_left(state)
        ahead = edges(key, places, self.game.scores(state), turn, answers=answers, left=part)
        chance = shifted(self.evaluator.advise(state).value, ahead[turn] - ahead[1 - turn])
        return 1 - chance if turn else chance

    def played(self, state: Any, seed: str) -> tuple[list[Any], float]:
        """Play on from ``state``; return the positions before turns, and what of the game the first seat wins."""
        dice, chance = FairDice(sha256(seed.encode()).digest(), "unequal"), random.Random(seed)  # noqa: S311 - as above.
        before = []
        while (turn := self.game.turn(state)) is not None:
            if not state.dice:
                before.append(state)
            state = self.game.apply(state, self.players[turn].choose(state, turn, chance), dice).state
        outcome = self.game.outcome(state)
        first = outcome.ranks[0] if outcome else ()
        return before, (0 in first) / len(first)


@main.command()
@click.argument("key")
@click.option("--games", default=400, show_default=True, help="Of each pair of levels.")
@click.option("--spots", default=6, show_default=True, help="Positions of each pair.")
@click.option("--runs", default=100, show_default=True, help="How often each is played on.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def duel(key: str, games: int, spots: int, runs: int, folder: Path) -> None:
    """Compare whole games and single positions of KEY, a game of two with chances to win."""
    game, draw, every = make(key, {}), random.Random(key), list[tuple[float, float]]()  # noqa: S311 - as above.
    evaluator = evaluator_of(game, folder)
    if evaluator.advise(game.new(2)).unit is not Unit.WIN:
        raise click.UsageError(f"{key} has no chances to win")
    for pair in combinations(Level, 2):
        told, won, found = 0.0, 0.0, list[tuple[Duel, Any]]()
        for number in range(games):
            turned = bool(number % 2)
            levels = (pair[1], pair[0]) if turned else pair
            own = Duel(game, evaluator, levels, tuple(player_of(game, level, folder) for level in levels))  # type: ignore[arg-type]
            before, first = own.played(game.new(2), f"{key} {pair} {number}")
            state = draw.choice(before)
            told += abs(turned - own.told(state)) / games
            won += abs(turned - first) / games
            found.append((own, state))
        error = 100 * (won * (1 - won) / games) ** 0.5
        errors = []
        for nth, (own, state) in enumerate(draw.sample(found, spots)):
            ends = [own.played(state, f"{key} {pair} {nth} {run}")[1] for run in range(runs)]
            truth = sum(ends) / runs
            errors.append(((own.told(state) - truth) ** 2, truth * (1 - truth) / (runs - 1)))
        every += errors
        click.echo(
            f"{pair[0]} against {pair[1]}: told {100 * told:.1f}, came {100 * won:.1f} ± {error:.1f} ({games} games)"
        )
    _say("single positions", every)


@main.command()
@click.argument("keys", nargs=-1, required=True)
@click.option("--games", default=60, show_default=True, help="Of each level.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def known(keys: tuple[str, ...], games: int, folder: Path) -> None:
    """Say by how many decisions one knows somebody as well as by their being one of the five levels, in each of KEYS.

    That is what costs of decisions vary by, through what levels vary by.
    """
    for key in keys:
        game, levels = make(key, {}), losses(key)
        if levels is None:
            raise click.UsageError(f"nobody has measured the levels of {key}")
        seats = 1 if isinstance(game, Yum) else 2
        evaluator = evaluator_for_review(game, seats, folder)
        within, between = [0.0], [levels.regular_each**2]  # Those of the champion, who loses nothing.
        for level in set(Level) - {Level.CHAMPION}:
            players = tuple(player_of(game, level, folder) for _ in range(seats))
            each = getattr(levels, f"{level}_each")
            reviews = [
                review(game, seats, journal(game, f"{key} {level} {n}", players), evaluator) for n in range(games)
            ]
            own = [seat for one in reviews for seat in one.seats if seat is not None]
            made = sum(len(seat.decisions) for seat in own)
            within.append(sum((seat.lost - each * len(seat.decisions)) ** 2 for seat in own) / made)
            between.append((each - levels.regular_each) ** 2)
        click.echo(f"{key}: {sum(within) / sum(between):.0f} decisions ({levels.unit})")


if __name__ == "__main__":
    main()
