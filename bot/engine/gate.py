"""The one gate: every action of every game goes through :func:`play`, whatever asks for it.

And the codec, which makes bytes of states, and states of bytes.
"""

import hashlib
from dataclasses import dataclass
from typing import TypeVar, cast

import msgspec

from bot.engine.dice import Dice, Faces, RecordingDice, ScriptedDice
from bot.engine.errors import DiceMismatch, GameOver, IllegalAction, NotYourTurn, OldShape
from bot.engine.types import DROP, A, Game, S, Seat, Step, text


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal: a seat, its action, and the throws that the action caused (notation.md)."""

    seat: Seat
    do: str
    dice: tuple[Faces, ...] = ()


def legal(game: Game[S, A], state: S) -> dict[str, A]:
    """Return the legal actions by their texts, in the order of the rules."""
    return {text(action): action for action in game.legal_actions(state)}


def play(game: Game[S, A], state: S, seat: Seat, action_text: str, dice: Dice) -> Step[S]:
    """Do what ``action_text`` says for ``seat``, or refuse.

    The gate looks the text up among the legal actions and never parses it. Only :data:`~bot.engine.types.DROP`, which
    is the table's word, works in everybody's turn.

    Raises GameOver, NotYourTurn or IllegalAction, in this order. It never changes the state.
    """
    turn = game.turn(state)
    if turn is None:
        raise GameOver("the game is over")
    if action_text == DROP:
        return game.drop(state, seat, dice)
    if turn != seat:
        raise NotYourTurn(f"seat {turn} is to act, not seat {seat}")
    # One by one, the word first: on average the right action comes halfway, and a press waits for this.
    word = action_text.partition(" ")[0]
    for action in game.legal_with(word, state):
        if action.word == word and text(action) == action_text:
            return game.apply(state, action, dice)
    raise IllegalAction(f"{action_text!r} is not legal now")


def play_recorded(game: Game[S, A], state: S, seat: Seat, action_text: str, dice: Dice) -> tuple[Step[S], JournalEntry]:
    """Like :func:`play`, and return the journal's line too."""
    recording = RecordingDice(dice)
    step = play(game, state, seat, action_text, recording)
    return step, JournalEntry(seat, action_text, recording.throws)


def replay_step(game: Game[S, A], state: S, entry: JournalEntry) -> Step[S]:
    """Do ``entry`` again; raises what :func:`play` raises, or DiceMismatch for wrong throws."""
    dice = ScriptedDice(entry.dice)
    step = play(game, state, entry.seat, entry.do, dice)
    if dice.left:
        raise DiceMismatch(f"{entry.do!r} throws less often than written: {dice.left} left")
    return step


def replay_entry(game: Game[S, A], state: S, entry: JournalEntry) -> S:
    """Return the state after ``entry``; raises what :func:`replay_step` raises."""
    return replay_step(game, state, entry).state


# -- States as bytes, and back if the code still means the same by them ----------------------------------------------
# The codec reads only the types that a game names (:attr:`Game.state_type`), field by field and type by type; nothing
# in the bytes can name another. The bytes begin with a stamp of the type's shape. It tells a state of an older shape
# from a broken one and from a current one.

T = TypeVar("T")

_STAMP_BYTES = 12
_stamps: dict[type, str] = {}
_decoders: dict[type, msgspec.json.Decoder[object]] = {}
_encoder = msgspec.json.Encoder()


def shape(kind: type[object]) -> str:
    """Return a stamp that changes when a field of ``kind``, or of a type inside it, changes name, type or order."""
    if kind not in _stamps:
        schema = msgspec.json.encode(_undescribed(msgspec.json.schema(kind)))
        _stamps[kind] = hashlib.sha256(schema).hexdigest()[:_STAMP_BYTES]
        _decoders[kind] = msgspec.json.Decoder(kind)
    return _stamps[kind]


def _undescribed(schema: object) -> object:
    """Return ``schema`` without the docstrings of its classes: they say nothing about bytes."""
    if isinstance(schema, list):
        return [_undescribed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _undescribed(part) for key, part in schema.items() if not (key == "description" and isinstance(part, str))
    }


def encode(state: object) -> bytes:
    """Return ``state`` as stamped JSON; equal states give equal bytes."""
    return shape(type(state)).encode() + _encoder.encode(state)


def decode(kind: type[T], data: bytes) -> T:
    """Return the state of ``kind`` in ``data``; raises OldShape when other code wrote it."""
    stamp, body = data[:_STAMP_BYTES].decode("ascii", "replace"), data[_STAMP_BYTES:]
    if stamp != shape(kind):
        raise OldShape(f"shape {stamp}, not {shape(kind)}, of {kind.__name__}")
    try:
        return cast(T, _decoders[kind].decode(body))
    except msgspec.MsgspecError as error:
        raise OldShape(f"unreadable {kind.__name__}: {error}") from error
