"""A scene: a few moves in the notation of records that show what a sentence of a rules page promises."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from bot.engine import AnyGame, Faces, Rolled
from bot.engine.dice import UNSTIRRED, ScriptedDice, dice_source
from bot.engine.errors import BadOptions
from bot.engine.game import GAMES, NextGame
from bot.engine.gate import legal, play
from bot.engine.types import DROP, Event, OptionValue, Seat
from bot.games import CATALOGUE, make
from bot.locales import Words, words
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext

Options = Mapping[str, OptionValue]

_STANDARD: Options = {}
_IDLE = 1
"""What the Power die shows where the scene says nothing of it: in every game it does nothing then."""


class _Thrown(ScriptedDice):
    """The throws of a scene; the Power die, if it is thrown along and no face of it is written, shows a 1."""

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        if self.left and tie is None and len(self._throws[self._next]) == count - 1:
            self._throws[self._next] += (_IDLE,)
        return super().roll(count, sides, tie)


@dataclass(frozen=True)
class Scene:
    """Moves that the seats to act make, and what holds after them.

    ``moves`` are parted by semicolons; behind a ``=`` stand the throws that a move causes, such as
    ``roll = 1-4-5-6; move 5 11; stop``. A ``+`` may stand before the Power die. Where the options ask for more seats,
    those beyond ``seats`` leave first.
    """

    moves: str = ""
    options: Options = field(default_factory=dict)
    seats: int = 2
    apart: tuple[str, ...] = ()
    """The house rules with which other moves would be needed: their other choices are left out."""
    may: tuple[str, ...] = ()
    """Actions that are legal at the end."""
    may_not: tuple[str, ...] = ()
    turn: int | None = None
    """The seat to act; nobody where the game is over."""
    scores: tuple[int, ...] | None = None
    reported: Mapping[str, object] = field(default_factory=dict)
    """What the report says under these names: of each seat, or of the table."""
    over: bool = False
    """Whether the last move ended the game; where the scene itself chooses a match, the match."""
    first: int | None = None
    """The seat that has won, alone or with its partners."""
    winners: tuple[int, ...] = ()
    """The seats that have won, where several have."""
    order: tuple[int, ...] = ()
    """The seats by their places."""
    shared: bool = False
    """Whether all share the victory."""

    def check(self, key: str, also: Options = _STANDARD) -> None:
        """Play the moves with the house rules ``also`` besides those of the scene."""
        game, state, events = self.played(key, also)
        ended = game.turn(state) is None
        if GAMES not in self.options:
            ended = ended or any(isinstance(event, NextGame) for event in events)
        assert ended == self.over, game.scores(state)
        self._holds(game, state)
        if self.over:
            self._ranks(game, state)

    def played(self, key: str, also: Options = _STANDARD) -> tuple[AnyGame, Any, tuple[Event, ...]]:
        """Return the game, its state after the moves, and the events of the last one. They go through the gate."""
        game = make(key, {**also, **self.options})
        state = game.new(max(self.seats, game.seats[0]))
        for seat in range(self.seats, game.seats[0]):
            state = play(game, state, Seat(seat), DROP, ScriptedDice([])).state
        events: tuple[Event, ...] = ()
        for move in filter(None, (part.strip() for part in self.moves.split(";"))):
            do, _, thrown = (part.strip() for part in move.partition("="))
            dice = _Thrown([tuple(map(int, re.split("[-+]", throw))) for throw in thrown.split()])
            turn = game.turn(state)
            assert turn is not None, f"the game is over before {move!r}"
            step = play(game, state, turn, do, dice)
            state, events = step.state, step.events
            assert not dice.left, move
        return game, state, events

    def _holds(self, game: AnyGame, state: Any) -> None:
        actions = set(legal(game, state)) if game.turn(state) is not None else set()
        assert set(self.may) <= actions, actions
        assert not set(self.may_not) & actions, actions
        assert self.turn is None or game.turn(state) == self.turn
        assert self.scores is None or tuple(game.scores(state))[: self.seats] == self.scores, game.scores(state)
        report = game.report(state)
        for name, expected in self.reported.items():
            told = report.extra.get(name, tuple(seat.get(name) for seat in report.seats[: self.seats]))
            assert told == expected, (name, told)
        shows = (self.may, self.may_not, self.scores, self.reported, self.over, self.turn is not None)
        assert any(shows), "a scene shows something"

    def _ranks(self, game: AnyGame, state: Any) -> None:
        outcome = game.outcome(state)
        winners = state.match.earlier[-1].winners if outcome is None else outcome.winners
        winners = {seat for seat in winners if seat < self.seats}
        staying = {seat for seat in range(self.seats) if seat not in state.gone}
        assert self.first is None or {game.side(seat) for seat in winners} == {game.side(self.first)}, winners
        assert not self.order or (outcome is not None and outcome.ranks == tuple((seat,) for seat in self.order))
        assert not self.winners or winners == set(self.winners), winners
        assert not self.shared or winners == staying, winners


Shown: TypeAlias = Scene | Callable[[Options], None]
"""A scene, or for what no moves can show, a check under given options."""
Scenes: TypeAlias = Mapping[str, Shown | tuple[Shown, ...]]
"""What shows each sentence; its parts, where it says several things."""


class _Spy(Words):
    """English that remembers what every sentence it was asked for became."""

    def __init__(self) -> None:
        super().__init__("en", words("en")._catalogue)
        self.said: dict[str, str] = {}

    def many(self, singular: str, plural: str, n: int, **values: object) -> str:
        self.said[singular] = super().many(singular, plural, n, **values)
        return self.said[singular]

    def __call__(self, message: str, **values: object) -> str:
        self.said[message] = super().__call__(message, **values)
        return self.said[message]


def told(key: str, options: Options) -> frozenset[str]:
    """Return every English sentence of the rules under ``options``: what stands in them, without titles.

    The first page tells some in fewer words.
    """
    return _told(key, frozenset(options.items()))


@cache
def _told(key: str, options: frozenset[tuple[str, OptionValue]]) -> frozenset[str]:
    spy = _Spy()
    face, game, context = face_of(key), make(key, dict(options)), RenderContext(spy, PLAIN_GLYPHS)
    body, fields = face.rules(context, game)
    short = [name for name, dice, worth in face.worths(context, game) if not dice]
    page = "\n".join([body, *(field.value for field in fields), *short])
    return frozenset(message for message, said in spy.said.items() if said in page)


def every_pair(key: str) -> list[dict[str, OptionValue]]:
    """Return the standard rules, each choice of each house rule, and all pairs of them that go together."""
    single = [{rule.key: choice} for rule in CATALOGUE[key].rules for choice in rule.choices if choice != rule.default]
    found: list[dict[str, OptionValue]] = []
    for options in ({}, *single, *({**one, **other} for one, other in combinations(single, 2))):
        with suppress(BadOptions):
            make(key, options)
            found.append(options)
    return found


def check_every_sentence(key: str, scenes: Scenes, names: Collection[str]) -> None:
    """Check that no sentence of the pages is without its scene, and that no scene shows what no page says.

    ``names`` put other sentences together, or name a line.
    """
    shown = [scene for one in scenes.values() for scene in (one if isinstance(one, tuple) else (one,))]
    own = [scene.options for scene in shown if isinstance(scene, Scene)]
    said = {message for options in (*every_pair(key), *own) for message in told(key, options)}
    assert said - set(scenes) - set(names) == set()
    assert set(scenes) | set(names) <= said


def check_scenes(key: str, scenes: Scenes, also: Options = _STANDARD) -> None:
    """Check every sentence that the page says with the house rules ``also``, by its scenes with them besides.

    Those of a scene itself come first. Without ``also``, every scene is played, and the page must say its sentence.
    """
    for sentence, shown in scenes.items():
        for scene in shown if isinstance(shown, tuple) else (shown,):
            own, apart = (scene.options, scene.apart) if isinstance(scene, Scene) else ({}, ())
            if set(apart) & (set(also) - set(own)):
                continue
            with suppress(BadOptions):
                make(key, {**also, **own})
                if sentence not in told(key, {**also, **own}):
                    assert also or not isinstance(scene, Scene), f"no page says it: {sentence}"
                    continue
                if isinstance(scene, Scene) and scene.seats > make(key, {**also, **own}).seats[-1]:
                    continue  # Both ways is for two.
                try:
                    scene.check(key, also) if isinstance(scene, Scene) else scene(also)
                except Exception as problem:
                    problem.add_note(f"{sentence} – {also}")
                    raise


def both_ways(key: str) -> Scenes:
    """Return what shows how two play a second game with exchanged dice."""

    def exchanged(also: Options) -> None:
        game, dice, source = make(key, also), dice_source(bytes(32), "4"), random.Random(key)
        state, first = game.new(2), list[tuple[Seat, Faces]]()
        for number in (0, 1):
            begun = set[Seat]()
            while len(begun) < 2 or game.games_before(state) == number < 1:
                texts = list(legal(game, state))
                seat, do = state.turn, source.choice([text for text in texts if text[:4] != "keep"] or texts)
                step = play(game, state, seat, do, dice.for_seat(seat, state.dice, number))
                if do == "roll" and seat not in begun:
                    begun.add(seat)
                    first.append((seat, next(event.faces for event in step.events if isinstance(event, Rolled))))
                state = step.state
        assert [seat for seat, _ in first] == [0, 1, 1, 0]
        for (_, fallen), (_, again) in ((first[0], first[2]), (first[1], first[3])):
            assert fallen[:3] == again[:3]
        assert first[0][1][:3] != first[1][1][:3]

    return {
        "In the second game the other player begins, and each throws what the other threw in the first, turn by turn: "
        "remember it.": exchanged
    }


def of_a_race(key: str, goal: Scene, nothing: str) -> Scenes:
    """Return what shows the sentences of every race: ``goal`` reaches it, ``nothing`` are moves of a lost turn."""
    later = replace(goal, moves=nothing + goal.moves)
    begun = replace(goal, moves=nothing)

    def fewest_turns_win(also: Options) -> None:
        game, reached, _ = goal.played(key, also)
        merged = game.merge([one.played(key, also)[1] for one in (later, goal)] + [reached], ())
        assert game.outcome(merged).ranks == ((1, 2), (0,))

    def with_dice_of_their_own(also: Options) -> None:
        game = make(key, also)
        assert ([*game.seats], game.simultaneous_seats[-1]) == ([1], 25)
        alone, beside = (dice_source(bytes(32), UNSTIRRED) for _ in range(2))
        beside.for_seat(1).roll(5)
        assert alone.for_seat(0).roll(5) == beside.for_seat(0).roll(5) != alone.for_seat(1).roll(5)

    def others_play_on(also: Options) -> None:
        assert goal.played(key, also)[1].turn is None
        game, state, _ = begun.played(key, also)
        assert legal(game, state)

    return {
        "The fewest turns win; equal turns share the place. A turn that brings nothing counts too.": fewest_turns_win,
        "Everybody plays alone with dice of their own, up to {n} people at once.": with_dice_of_their_own,
        "Nobody has to stop when somebody else has finished.": others_play_on,
    }
