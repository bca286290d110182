"""How often does the champion, who plays to win between two, beat the champion of points?

    python benchmarks/to_win.py [yum_classic] [--games 20000] [--last 13]

Both go by what the bot asks: values that come with it, and chances to win (bot/games/yum/mind/winning.py). Games come
in pairs with the same dice, in which the two exchange places; a tie is half a win, and errors are those of pairs.
``--last`` says how many turns are played to win: before, both play for points. The bar: 52 % of all.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot.games import make
from bot.games.yum.mind.compiled import compiled
from bot.games.yum.mind.exact import LinkTurns, Room
from bot.games.yum.mind.shipped import ShippedSheet, shipped_file
from bot.games.yum.mind.spread import Rests
from bot.games.yum.mind.winning import Rival, WinningTurns, chance, outlook
from bot.games.yum.rules import Yum
from bot.mind.throws import Numbers, Values

BAR = 0.52
_TOGETHER = 400
"""Positions that are worked out together: each needs a row of chances."""
_NEVER = -1e6
_THROWS = 3


class Players:
    """Plays turns of many games at once."""

    def __init__(self, game: Yum) -> None:
        sheet = compiled(game)
        self.rests = Rests(evaluator := ShippedSheet(sheet, shipped_file(sheet)), kept=1_000_000)
        self.sheet, self._values, self._most = sheet, evaluator.look_up_states, self.rests.most
        self.start = int(self.rests.place(np.array([sheet.state_of((None,) * sheet.boxes)]))[0])
        throws = sheet.throws
        self._faces = np.array([faces + (0,) * (throws.dice - len(faces)) for faces in throws.keeps])
        codes = self._codes(self._faces[throws.first_throw :])
        self._row_of = np.full(7**throws.dice, -1)
        self._row_of[codes] = np.arange(len(codes))

    def _codes(self, dice: Numbers) -> Numbers:
        return np.sort(dice, axis=1) @ 7 ** np.arange(dice.shape[1])

    def turn(self, places: Numbers, dice: Numbers, ahead: Numbers | None, others: Numbers) -> tuple[Numbers, Numbers]:
        """Return the sheets after a turn, and the points that it brought.

        ``dice`` are those of three throws, of which a player takes as many as are needed. Against ``others``, who are
        ``ahead``, all play to win; for points where that is None.
        """
        after, points = np.empty_like(places), np.empty_like(places)
        numbers = self.rests.states(places)[:, 0]
        for number in np.unique(numbers).tolist():
            these = np.flatnonzero(numbers == number)
            for start in range(0, len(these), _TOGETHER):
                some = these[start : start + _TOGETHER]
                to_beat = None if ahead is None else ahead[some]
                after[some], points[some] = self._turns(number, places[some], dice[some], to_beat, others[some])
        return after, points

    def _turns(
        self, number: int, places: Numbers, dice: Numbers, ahead: Numbers | None, others: Numbers
    ) -> tuple[Numbers, Numbers]:
        chances = np.zeros((len(places), 2))
        if ahead is not None:
            chances = outlook(self.rests, [Rival(ahead, others)], self._most)
        winning, throws = WinningTurns(self.rests, number, chances), self.sheet.throws
        turns: LinkTurns = winning if ahead is not None else LinkTurns(self.sheet, self._values, number)
        free, classes = self.rests.states(places)[:, 1:].T
        keeps, room = Room(throws, len(places)).of(len(places))
        turns.final(free, classes, keeps[throws.first_throw :], room)
        worth = throws.turn(keeps[throws.first_throw :])
        rows = self._row_of[self._codes(dice[:, 0])]
        for number_of_throw, kept in enumerate((worth.first, worth.second), start=1):
            best = throws.chosen(kept)[1][rows, np.arange(len(rows))]
            held = self._faces[best]
            thrown = np.where(held == 0, dice[:, number_of_throw], held)
            rows = self._row_of[self._codes(thrown)]
        by_win = ahead is not None

        def value(some: Numbers, then: Numbers, points: int) -> Values:
            return chance(self.rests, then, points, chances[some]) if by_win else points + self.rests.mean(then)

        return self._filled(winning, free, classes, rows, value)

    def _filled(
        self,
        turns: WinningTurns,
        free: Numbers,
        classes: Numbers,
        rows: Numbers,
        value: Callable[[Numbers, Numbers, int], Values],
    ) -> tuple[Numbers, Numbers]:
        """Return what follows if each last throw goes into its best box."""
        best, after, brought = np.full(len(rows), _NEVER), np.zeros_like(rows), np.zeros_like(rows)
        for some, then, points in self._boxes(turns, free, classes, rows):
            worth = value(some, then, points)
            better = worth > best[some]
            best[some[better]], after[some[better]], brought[some[better]] = worth[better], then[better], points
        return after, brought

    def _boxes(
        self, turns: WinningTurns, free: Numbers, classes: Numbers, rows: Numbers
    ) -> Iterator[tuple[Numbers, Numbers, int]]:
        """Yield where a last throw may fill a box: in which games, the sheets after it, and the points."""
        yum_of = {row: nth for nth, row in enumerate(self.sheet.yums)}
        nth = np.array([yum_of.get(row, -1) for row in rows.tolist()])
        own = (nth >= 0) & turns.own_filled(classes)[np.maximum(nth, 0), np.arange(len(rows))]
        for place, after, struck in turns.open_boxes(free, classes):
            for ways, there, of in zip(turns.ways(place), (~own, own), (rows, nth), strict=True):
                which = np.where(there, ways.of_throws[np.maximum(of, 0)], -1)
                for number, points in enumerate(ways.points):
                    some = np.flatnonzero(which == number)
                    for brought in {points, 0} if struck else {points}:
                        then = after(brought)[some]
                        for more in (0, turns.further) if turns.further else (0,):
                            falls = (then >= 0) & ((nth[some] >= 0) == bool(more)) if turns.further else then >= 0
                            if falls.any():
                                yield some[falls], then[falls].astype(np.int64), brought + more


def play(players: Players, games: int, last: int, seed: int) -> tuple[Values, Values]:
    """Return what who plays to win got of each pair of games, and the mean scores of both players.

    In even games it has the first seat.
    """
    boxes, chance_of_dice, pairs = players.sheet.boxes, np.random.default_rng(seed), games // 2
    places, points = np.full((2 * pairs, 2), players.start), np.zeros((2 * pairs, 2), dtype=np.int64)
    winner = np.arange(2 * pairs) % 2
    for turn in range(boxes):
        for seat in range(2):
            dice = np.repeat(chance_of_dice.integers(1, 7, (pairs, _THROWS, players.sheet.throws.dice)), 2, axis=0)
            for to_win in (True, False):
                who = np.flatnonzero((winner == seat) == to_win)
                ahead = points[who, 1 - seat] - points[who, seat] if to_win and turn >= boxes - last else None
                after, brought = players.turn(places[who, seat], dice[who], ahead, places[who, 1 - seat])
                places[who, seat] = after
                points[who, seat] += brought
    bonus = players.sheet.upper.bonus[players.rests.states(places.ravel())[:, 2]].reshape(points.shape)
    scores, rows = points + bonus, np.arange(2 * pairs)
    own, other = scores[rows, winner], scores[rows, 1 - winner]
    return ((own > other) + (own == other) / 2).reshape(-1, 2).mean(axis=1), np.array([own.mean(), other.mean()])


@click.command()
@click.argument("key", default="yum_classic")
@click.option("--games", default=20_000, show_default=True)
@click.option("--last", default=99, help="The turns that are played to win; by default all.")
@click.option("--seed", default=37, show_default=True)
def main(key: str, games: int, last: int, seed: int) -> None:
    """Play games of KEY; ends with 1 if the bar is missed."""
    game = make(key, {})
    assert isinstance(game, Yum)
    began, players = time.process_time(), Players(game)
    won, scores = play(players, games, last, seed)
    share, error = won.mean(), won.std(ddof=1) / len(won) ** 0.5
    click.echo(
        f"{key}: to win, {100 * share:.2f} % ± {100 * error:.2f} of {games:,} games against the champion of points; "
        f"{scores[0]:.1f} points against {scores[1]:.1f} ({time.process_time() - began:.0f} s): "
        f"{'met' if share >= BAR else 'NOT MET'}"
    )
    sys.exit(share < BAR)


if __name__ == "__main__":
    main()
