"""Records: a game as one JSON object (notation.md). Reading is strict; writing leaves out defaults."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from bot.engine.dice import Faces
from bot.engine.errors import BadRecord
from bot.engine.gate import JournalEntry
from bot.engine.types import OptionValue, Seat

FORMAT = 1


class RecordedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision and the throws it caused."""

    seat: Seat
    do: str
    dice: tuple[Faces, ...] = ()

    @property
    def entry(self) -> JournalEntry:
        """The move as a line of a journal."""
        return JournalEntry(self.seat, self.do, self.dice)


class FairnessProof(msgspec.Struct, frozen=True):
    """All that anyone needs to compute the throws again: ``secret`` and its promise in hexadecimal."""

    commitment: str
    secret: str
    entropy: str


class Record(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game, finished or not. Reading ignores keys that notation.md does not know."""

    format: int
    game: str
    options: dict[str, Any] = {}
    """The game judges them, and refuses unknown ones. The bot writes the version of the rules among them."""
    rules_version: int | None = None
    """Others may write it beside them."""
    seats: int
    moves: tuple[RecordedMove, ...]
    fair: FairnessProof | None = None
    round: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """Of a tournament, from 1: a round is a game there, and dice that all players share depend on it."""
    player: str | None = None
    """Likewise, whatever tells the players apart."""


_decoder = msgspec.json.Decoder(Record)


def read(data: bytes) -> Record:
    """Return the record in ``data``; raises BadRecord saying what is wrong with it, and where."""
    try:
        record = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise BadRecord(f"not a record: {error}") from error
    if record.format != FORMAT:
        raise BadRecord(f"format {record.format}; this program reads format {FORMAT}")
    return record


def make(
    game: str,
    options: Mapping[str, OptionValue],
    seats: int,
    entries: Iterable[JournalEntry],
    fair: FairnessProof | None = None,
    round: int | None = None,
) -> Record:
    """Return the record of a game with these journal entries, perhaps of a ``round`` of a tournament, from 1."""
    moves = tuple(RecordedMove(entry.seat, entry.do, entry.dice) for entry in entries)
    options = dict(options)
    return Record(format=FORMAT, game=game, options=options, seats=seats, moves=moves, fair=fair, round=round)


def as_json(record: Record) -> dict[str, Any]:
    """Return ``record`` as JSON values, in the order of notation.md."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    return plain
