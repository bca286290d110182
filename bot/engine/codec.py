"""States as bytes, and back if the code still means the same by them.

The codec reads only the types that a game names (:attr:`Game.state_type`), field by field and type by type; nothing in
the bytes can name another. The bytes begin with a stamp of the type's shape. It tells a state of an older shape from a
broken one and from a current one.
"""

from __future__ import annotations

import hashlib
from typing import TypeVar, cast

import msgspec

from bot.engine.errors import OldShape

T = TypeVar("T")

_STAMP_BYTES = 12


_stamps: dict[type, str] = {}
_decoders: dict[type, msgspec.json.Decoder[object]] = {}
_encoder = msgspec.json.Encoder()


def shape(kind: type[object]) -> str:
    """Return a stamp that changes when a field of ``kind``, or of a type inside it, changes name, type or order.

    It changes with the docstrings of these classes too: the schema has them. So the state classes keep theirs.
    """
    if kind not in _stamps:
        schema = msgspec.json.encode(msgspec.json.schema(kind))
        _stamps[kind] = hashlib.sha256(schema).hexdigest()[:_STAMP_BYTES]
        _decoders[kind] = msgspec.json.Decoder(kind)
    return _stamps[kind]


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
