"""A game with the Power die, to try the meaning of its faces on."""

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.games import make
from bot.tables.moves.playing import next_throw


class Party:
    """A game with the Power die; every move goes through the gate."""

    def __init__(self, key, seats=2, **options):
        self.game = make(key, {"power": True, **options})
        self.state = self.game.new(seats)
        self.events = ()

    def do(self, *moves):
        """Play ``"roll 1-2-3-4-5"``: an action, and behind the last space the dice it throws, if any."""
        for move in moves:
            text, _, throw = move.rpartition(" ") if "-" in move else (move, "", "")
            dice = ScriptedDice([tuple(map(int, throw.split("-")))] if throw else [])
            step = play(self.game, self.state, self.state.turn, text, dice)
            assert not dice.left, move
            self.state, self.events = step.state, step.events
        return self

    @property
    def legal(self):
        return set(legal(self.game, self.state))

    @property
    def scores(self):
        return self.game.scores(self.state)


def needed(party, text):
    """The number of dice that players with dice of their own enter for this action."""
    asked = next_throw(party.game, party.state, text)
    return 0 if asked is None else asked.dice
