"""A scene: a few moves in the notation of records that show what a sentence of a rules page promises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from bot.engine.dice import ScriptedDice
from bot.engine.errors import BadOptions
from bot.engine.gate import legal, play
from bot.engine.types import AnyGame, OptionValue, Seat
from bot.games import CATALOGUE, make
from bot.locales import Words, words
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext

Options = Mapping[str, OptionValue]


@dataclass(frozen=True)
class Scene:
    """Moves that the seats to act make, and what holds after them.

    ``moves`` are parted by semicolons; behind a ``=`` stand the throws that a move causes, such as
    ``roll = 1-4-5-6; move 5 11; stop``.
    """

    moves: str = ""
    options: Options = field(default_factory=dict)
    seats: int = 2
    may: tuple[str, ...] = ()
    """Actions that are legal at the end."""
    may_not: tuple[str, ...] = ()
    turn: int | None = None
    """The seat to act; nobody where the game is over."""
    scores: tuple[int, ...] | None = None
    over: bool = False
    first: int | None = None
    """The seat that alone has won."""
    shared: bool = False
    """Whether all share the victory."""

    def check(self, key: str) -> None:
        """Play the moves through the gate."""
        game = make(key, dict(self.options))
        state = game.new(self.seats)
        for move in filter(None, (part.strip() for part in self.moves.split(";"))):
            do, _, thrown = (part.strip() for part in move.partition("="))
            dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in thrown.split()])
            turn = game.turn(state)
            assert turn is not None, f"the game is over before {move!r}"
            state = play(game, state, turn, do, dice).state
            assert not dice.left, move
        self._holds(game, state)

    def _holds(self, game: AnyGame, state: Any) -> None:
        actions = set(legal(game, state)) if game.turn(state) is not None else set()
        assert set(self.may) <= actions, actions
        assert not set(self.may_not) & actions, actions
        assert (game.turn(state) is None) == self.over, game.scores(state)
        assert self.turn is None or game.turn(state) == self.turn
        assert self.scores is None or tuple(game.scores(state)) == self.scores, game.scores(state)
        assert self.first is None or list(game.outcome(state).ranks[0]) == [Seat(self.first)]
        assert not self.shared or len(game.outcome(state).ranks) == 1
        assert any((self.may, self.may_not, self.scores, self.over, self.turn is not None)), "a scene shows something"


class _Spy(Words):
    """English that remembers what every sentence it was asked for became."""

    def __init__(self) -> None:
        super().__init__("en", words("en")._catalogue)
        self.said: dict[str, str] = {}

    def __call__(self, message: str, **values: object) -> str:
        self.said[message] = super().__call__(message, **values)
        return self.said[message]


def told(key: str, options: Options) -> set[str]:
    """Return every English sentence of the rules page under ``options``: what stands in it, without its titles."""
    spy = _Spy()
    body, fields = face_of(key).rules(RenderContext(spy, PLAIN_GLYPHS), make(key, dict(options)))
    page = "\n".join([body, *(field.value for field in fields)])
    return {message for message, said in spy.said.items() if said in page}


def every_pair(key: str) -> Iterator[dict[str, OptionValue]]:
    """Yield the standard rules, each choice of each house rule, and all pairs of them that go together."""
    single = [{rule.key: choice} for rule in CATALOGUE[key].rules for choice in rule.choices if choice != rule.default]
    for options in ({}, *single, *({**one, **other} for one, other in combinations(single, 2))):
        with suppress(BadOptions):
            make(key, options)
            yield options
