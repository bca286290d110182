"""States as bytes, and back if the code still means the same by them.

The codec reads only the types that a game names (:attr:`Game.state_type`), field by field and type by type; nothing in
the bytes can name another. The bytes begin with a stamp of the type's shape. It tells a state of an older shape from a
broken one and from a current one.
"""

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
