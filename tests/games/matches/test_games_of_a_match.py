"""A match is its games one after the other: every match again, game by game, by the rules of a single game."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions
from bot.engine.gate import play
from bot.games import CATALOGUE, make
from bot.games.four_two_one.rules import place

TOTALS = {"5000": 15000, "ambition": 15000, "cant_stop": 10, "421": 3}
"""The total that ends a match of as many games as it takes."""
KEYS = list(TOTALS)
OF_MATCHES = ("games_in_match", "tiebreak")


class Again:
    """The journal of a match, each of its games played as a game of its own and added up by hand."""

    def __init__(self, played):
        options = {key: value for key, value in played.game.options.items() if key not in OF_MATCHES}
        self.match, self.seats = played.game, range(played.seats)
        self.game = make(played.game.key, options)
        self.points, self.wins, self.games, self.began = Counter(), Counter(), 0, 0
        state, dice = self.game.new(played.seats), ScriptedDice([])
        for entry in played.entries:
            assert not dice.left, "only the last move may throw for a tie"
            dice = ScriptedDice(entry.dice)
            state = play(self.game, state, entry.seat, entry.do, dice).state
            self.gone = state.gone
            if state.turn is None:
                self._count(state, entry)
                if not self.over:
                    self.began = first = self._first(state)
                    begins = {"first": first} if played.game.key == "421" else {}
                    state = replace(self.game.new(played.seats), turn=first, gone=state.gone, **begins)
        self.roll_off = list(played.entries[-1].dice)[len(played.entries[-1].dice) - dice.left :]

    def side(self, seat):
        return seat % self.match.sides if self.match.sides else seat

    def _count(self, state, entry):
        outcome = self.game.outcome(state)
        self.games += 1
        best = [seat for seat in outcome.ranks[0] if seat not in state.gone]
        for seat in self.seats:
            self.points[seat] += seat in best if self.match.key == "421" else outcome.scores[seat]
            self.wins[seat] += any(self.side(one) == self.side(seat) for one in best)
        if self.match.key == "5000" and entry.dice and entry.dice[-1].count(1) >= 5:
            for seat in self.seats:
                if self.side(seat) == self.side(entry.seat):
                    self.points[seat] += max(0, self.game.goal - outcome.scores[seat])

    def _first(self, state):
        """Return who begins the next game: the player after the one who began this; in 421 the next round's."""
        wanted = self.began + 1
        if self.match.key == "421":
            wanted = {"loser": self._loser, "winner": self._winner, "clockwise": lambda state: state.first + 1}[
                self.match.house_rules["starter"]
            ](state)
        staying = [seat for seat in self.seats if seat not in state.gone]
        return min(staying, key=lambda seat: (seat - wanted) % len(self.seats))

    def _loser(self, state):
        return state.first if state.last.loser is None else state.last.loser

    def _winner(self, state):
        if state.last.giver is not None:
            return state.last.giver
        laid = [seat for seat in self.seats if state.last.hands[seat]]
        return min(laid, key=lambda seat: (place(state.last.hands[seat]), (seat - state.first) % len(self.seats)))

    @property
    def over(self):
        if len(self.seats) - len(self.gone) < (2 if self.match.key == "421" else 1):
            return True
        games = self.match.house_rules["games_in_match"]
        if isinstance(games, int):
            return self.games == games
        return max(self.points.values()) >= TOTALS[self.match.key]

    def ranks(self):
        """Return the ranks as the house rules say, ties left open where dice decide them."""
        games_won = self.match.house_rules["tiebreak"] == "games_won"

        def key(seat):
            return (seat in self.gone, -self.points[seat], -self.wins[seat] if games_won else 0)

        return [list(group) for _, group in groupby(sorted(self.seats, key=key), key=key)]


def match_rules(key, source):
    """Return a match of a game by any of its house rules."""
    chosen = {rule.key: source.choice(rule.choices) for rule in CATALOGUE[key].rules}
    chosen["games_in_match"] = source.choice((2, 3, f"to_{TOTALS[key]}"))
    with suppress(BadOptions):
        return make(key, chosen)
    return match_rules(key, source)


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("part", range(8))
def test_a_match_is_its_games_one_after_the_other(key, part, random_game):
    source = random.Random(f"{key} {part}")
    for seed in range(3):
        game = match_rules(key, source)
        seats = game.seats[-1] if game.sides else source.choice([seats for seats in (1, 2, 3) if seats in game.seats])
        played = random_game(game, seats, seed, drops=source.choice((0, 0, 0.002)))
        again, outcome = Again(played), game.outcome(played.state)
        assert again.over
        assert list(outcome.scores) == [again.points[seat] for seat in range(seats)]
        assert sum(map(len, outcome.ranks)) == seats
        open_ranks = again.ranks()
        if not again.roll_off:
            assert [sorted(rank) for rank in outcome.ranks] == open_ranks
        else:
            assert {game.side(seat) for seat in outcome.ranks[0]} < {game.side(seat) for seat in open_ranks[0]}
            assert len({game.side(seat) for seat in outcome.ranks[0]}) == 1
