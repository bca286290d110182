"""A table to try score-sheet rules on: fill boxes, throw chosen dice, ask what a mark would write."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.engine.dice import Dice, Faces, ScriptedDice
from bot.engine.gate import JournalEntry, legal, play, play_recorded
from bot.engine.types import AnyGame, OptionValue, Seat
from bot.games import make
from bot.games.replay import replay
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring.boxes import Cell


@dataclass
class Bench:
    """One seat or more at a score-sheet game; every move goes through the gate."""

    key: str = "yum_plus"
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    seats: int = 1
    moves: list[dict[str, Any]] = field(default_factory=list)
    """The moves as a record writes them; ``fill`` makes a table that no record leads to."""
    filled: bool = False

    def __post_init__(self) -> None:
        game = make(self.key, self.options)
        assert isinstance(game, Yum)
        self.game: Yum = game
        self.state: State = game.new(self.seats)

    def fill(self, seat: int = 0, column: int = 1, **points: int) -> "Bench":
        """Write ``points`` into boxes of ``seat`` as if it had marked them before."""
        self.filled = True
        for key, written in points.items():
            place = self.game.layout.index(key)
            sheet = self.state.sheets[seat]
            cells = list(sheet[column - 1])
            cells[place] = Cell(written, written)
            columns = (*sheet[: column - 1], tuple(cells), *sheet[column:])
            sheets = (*self.state.sheets[:seat], columns, *self.state.sheets[seat + 1 :])
            self.state = replace(self.state, sheets=sheets)
        return self

    def fill_all(self, *but: str, points: int = 0, seat: int = 0) -> "Bench":
        """Write ``points`` into every box of ``seat`` except ``but``, in every column."""
        keys = [box.key for box in self.game.layout.boxes if box.key not in but]
        for column in range(1, self.game.layout.columns + 1):
            self.fill(seat, column, **dict.fromkeys(keys, points))
        return self

    def do(self, text: str, *throws: str, seat: int | None = None) -> "Bench":
        """Play ``text`` with ``throws`` such as ``"3-3-4"``."""
        dice = ScriptedDice([tuple(map(int, throw.split("-"))) for throw in throws])
        acting = self.game.turn(self.state) if seat is None else Seat(seat)
        assert acting is not None
        self.state = play(self.game, self.state, acting, text, dice).state
        assert not dice.left
        thrown = [[int(face) for face in throw.split("-")] for throw in throws]
        self.moves.append({"seat": acting, "do": text, **({"dice": thrown} if thrown else {})})
        return self

    def throw(self, dice: str) -> "Bench":
        """Begin the turn with these dice; the Power die is the last."""
        return self.do("roll", dice)

    @property
    def legal(self) -> dict[str, int | None]:
        """The legal texts and what the marks would write."""
        return {text: self.game.preview(self.state, action) for text, action in legal(self.game, self.state).items()}

    def worth(self, box: str, column: int | None = None) -> int:
        """What marking ``box`` writes now; checked against the sheet after the mark."""
        text = f"mark {box}" if column is None else f"mark {box} {column}"
        seat, points = self.game.turn(self.state), self.legal[text]
        assert seat is not None
        assert points is not None
        after = play(self.game, self.state, seat, text, ScriptedDice([(1,) * 5] * 99)).state
        written = self.game.report(after).seats[seat]["sheet"][(column or 1) - 1][box]
        assert points == (written[0] if isinstance(written, list) else written)
        assert self.filled or self.replayed()["legal"][text] == points
        return points

    def replayed(self) -> dict[str, Any]:
        """The output of ``python -m bot replay`` for this table."""
        head = {"format": 1, "game": self.key, "options": dict(self.game.written), "seats": self.seats}
        return replay(json.dumps(head | {"moves": self.moves}).encode())

    def total(self, seat: int = 0) -> int:
        """The grand total of ``seat``."""
        return self.game.scores(self.state)[seat]

    @property
    def report(self) -> Any:
        """The report of the first seat."""
        return self.game.report(self.state).seats[0]


@pytest.fixture(scope="session")
def bench() -> type[Bench]:
    """The class of tables to try rules on: ``bench("yum_plus", {"joker": "en"})``."""
    return Bench


class RandomDice:
    """Throws of a seeded generator."""

    def __init__(self, source: random.Random) -> None:
        self._source = source

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        return tuple(self._source.randint(1, sides) for _ in range(count))


@dataclass
class Played:
    """A complete random game: its last state and its journal."""

    game: AnyGame
    seats: int
    state: Any
    entries: list[JournalEntry]


Choose = Callable[[random.Random, AnyGame, Any], str]


def carelessly(source: random.Random, game: AnyGame, state: Any) -> str:
    """Choose any legal text, half of the time one that ends the turn: games would be mostly throws."""
    texts = list(legal(game, state))
    last = [text for text in texts if not text.startswith(("roll", "keep"))]
    return source.choice(last if last and source.random() < 0.5 else texts)


def greedily(source: random.Random, game: AnyGame, state: Any) -> str:
    """Keep equal dice while throws are left, then write the most points: sheets come out well filled."""
    actions = legal(game, state)
    keeps = {text: action for text, action in actions.items() if text.startswith("keep")}
    equal = [text for text, action in keeps.items() if len(set(action.faces)) == 1]
    if equal and source.random() < 0.8:
        return max(equal, key=lambda text: (len(keeps[text].faces), text))
    last = [text for text in actions if text not in keeps] or list(keeps)
    return max(last, key=lambda text: (game.preview(state, actions[text]) or 0, source.random()))


def play_out(
    game: AnyGame,
    seats: int,
    seed: int,
    drops: float = 0.0,
    each: Callable[[Any], None] = lambda _state: None,
    choose: Choose = carelessly,
    dice: Dice | None = None,
) -> Played:
    """Play to the end and show ``each`` every state; a decision is a seat leaving with probability ``drops``."""
    source = random.Random(seed)
    dice, played = dice or RandomDice(source), Played(game, seats, game.new(seats), [])
    while (turn := game.turn(played.state)) is not None:
        each(played.state)
        seat, text = turn, choose(source, game, played.state)
        if source.random() < drops:
            seat, text = source.choice([Seat(s) for s in range(seats) if s not in played.state.gone]), "drop"
        step, entry = play_recorded(game, played.state, seat, text, dice)
        played.state = step.state
        played.entries.append(entry)
    each(played.state)
    return played


@pytest.fixture(scope="session")
def random_game() -> Callable[..., Played]:
    """:func:`play_out`, for any game of the catalogue."""
    return play_out


@pytest.fixture(scope="session")
def greedy() -> Choose:
    """A way to choose that fills sheets well, for :func:`play_out`."""
    return greedily
