"""Boards of whole turns, in the middle of a game, drawn without playing them through the page."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from msgspec import structs

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.engine.types import text
from bot.games import CATALOGUE, make
from bot.locales import words
from bot.screens.kit import BoardView, Glyphs, RenderContext, Screen
from bot.screens.kit.faces import face_of
from bot.screens.table.board import table_screen
from bot.tables.model.table import Table
from tests.factories import table_of

NAMES = ("Ana", "Benoît", "Chloé", "Maximilienne", "Dan", "Eve")
"""Of the players, by seat."""

_MIDDLE = 40
"""Moves before the turn: enough for half-full sheets, cones on their way, points on the board."""
_THROWS = ("roll", "keep")
_ENOUGH, _LONGEST = 4, 9
"""How often a turn throws if it may stop; its longest, where somebody plays alone and the turn never passes on."""


class Board(NamedTuple):
    """The board at a moment of a turn, and what to call it where it does not fit."""

    moment: str
    screen: Screen


def boards_of_a_turn(
    key: str,
    players: Sequence[int],
    language: str,
    glyphs: Glyphs,
    seed: int = 7,
    *,
    explained: bool = False,
    drawn: bool = False,
    **options: object,
) -> list[Board]:
    """Return every board of one turn, from before its first throw to before the next player's.

    ``explained`` as in BoardView; ``drawn`` where the server leaves boards drawn.
    """
    context = RenderContext(words(language), glyphs)
    start = _begun(key, players, language, options)
    face = face_of(key)
    pictured = face.pictured and not context.plain and (drawn or not face.by_choice)
    named = NAMES[: len(start.players)]
    return [
        Board(
            f"{key} {language} {len(start.players)}: {moment}",
            table_screen(context, table, structs.replace(view, pictured=pictured, explained=explained, names=named)),
        )
        for moment, table, view in _turn(start, random.Random(seed))
    ]


def tables_of_a_turn(key: str, players: Sequence[int], language: str, seed: int = 7) -> list[Table]:
    """Return the table at each of these moments."""
    return [table for _, table, _ in _turn(_begun(key, players, language, {}), random.Random(seed))]


def _begun(key: str, players: Sequence[int], language: str, options: Mapping[str, object]) -> Table:
    seats = min(CATALOGUE[key].seats, key=lambda count: abs(count - len(players)))
    return table_of(make(key, options), players[:seats], language=language)


def _turn(table: Table, chance: random.Random) -> Iterator[tuple[str, Table, BoardView]]:
    dice = FairDice(b"k" * 32, f"entropy {chance.random()}")
    view, moves = BoardView(), 0
    while moves < _MIDDLE or "roll" not in legal(table.game, table.state):
        table, view = _move(table, chance, dice, throw_on=0.4)
        moves += 1
        if table.game.turn(table.state) is None:
            raise ValueError(f"{table.game.key} was over before its middle")
    yield "before the first throw", table, view
    seat = table.game.turn(table.state)
    for throws in range(_LONGEST):
        table, view = _move(table, chance, dice, throw_on=float(throws < _ENOUGH))
        done = table.game.turn(table.state) != seat
        yield "written" if done else "thrown", table, view
        if done:
            return
        if held := _holdable(table):
            yield "held", table, structs.replace(view, held=held)


def _move(table: Table, chance: random.Random, dice: FairDice, throw_on: float) -> tuple[Table, BoardView]:
    """Throw on if that is legal and chance says so, else do anything else but strike a box."""
    choices = list(legal(table.game, table.state))
    throws = [one for one in choices if one.startswith(_THROWS)]
    others = [one for one in choices if not one.startswith((*_THROWS, "strike"))]
    do = chance.choice(throws if throws and (not others or chance.random() < throw_on) else others)
    turn = table.game.turn(table.state)
    assert turn is not None
    step = play(table.game, table.state, turn, do, dice)
    undoable = None if do.startswith(_THROWS) else turn
    return replace(table, state=step.state, undoable=undoable), BoardView(news=step.events)


def _holdable(table: Table) -> frozenset[int]:
    """The places of some dice that may be held now."""
    kept = [text(one) for one in table.game.legal_actions(table.state) if text(one).startswith("keep ")]
    faces, places = list(getattr(table.state, "dice", ())), []
    for face in kept[-1].split()[1:] if kept else ():
        if face.isdigit():
            place = faces.index(int(face))
            faces[place] = 0
            places.append(place)
    return frozenset(places)
