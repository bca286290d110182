"""A match to try its rules on: put it where it should be, play, and ask for scores and ranks."""

from dataclasses import replace

from bot.engine import ScriptedDice
from bot.engine.gate import play


class Seats:
    """A match; every move goes through the gate."""

    def __init__(self, kind, seats=2, **options):
        self.game = kind.from_options(options)
        self.state = self.game.new(seats)
        self.events = ()

    def put(self, **fields):
        """As if the game had come so far."""
        self.state = replace(self.state, **fields)
        return self

    def do(self, text, *throws, seat=None):
        dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in throws])
        acting = self.state.turn if seat is None else seat
        step = play(self.game, self.state, acting, text, dice)
        self.state, self.events = step.state, step.events
        assert not dice.left
        return self

    @property
    def scores(self):
        return self.game.scores(self.state)

    @property
    def ranks(self):
        outcome = self.game.outcome(self.state)
        return None if outcome is None else outcome.ranks
