"""The one file that makes dice.

Fair dice are a commitment: a table shows the SHA-256 of its secret before anybody sits down, mixes in text the
players bring, and reveals the secret at the end, so that anyone can compute every throw again
(docs/fair-dice.md has the recipe in five lines).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from bot.engine.errors import DiceMismatch

Faces: TypeAlias = tuple[int, ...]
"""Faces of dice, in the order they lie on the table unless said otherwise."""

SECRET_BYTES = 32


class Dice(Protocol):
    """A source of throws."""

    def roll(self, count: int, sides: int = 6) -> Faces:
        """Throw ``count`` dice at once and return their faces, 1 to ``sides``, in the order they fell."""


def commitment(secret: bytes) -> str:
    """Return the promise shown before the game: SHA-256 of ``secret``, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class FairDice:
    """Throws derived from a secret, the players' entropy and the number of the throw.

    Throw ``n`` (from 0) reads the bytes of HMAC-SHA256(secret, "entropy|n|block") for block 0, 1, …; a byte of at
    least ``256 - 256 % sides`` is passed over, so that no face is likelier than another; the face is
    ``byte % sides + 1``.
    """

    def __init__(self, secret: bytes, entropy: str, thrown: int = 0) -> None:
        """Go on after ``thrown`` throws of the same game."""
        self._secret = secret
        self._entropy = entropy
        self._thrown = thrown

    def roll(self, count: int, sides: int = 6) -> Faces:
        """Throw ``count`` dice; ``sides`` is at most 256."""
        limit = 256 - 256 % sides
        faces: list[int] = []
        block = 0
        while len(faces) < count:
            message = f"{self._entropy}|{self._thrown}|{block}".encode()
            digest = hmac.digest(self._secret, message, "sha256")
            faces.extend(byte % sides + 1 for byte in digest if byte < limit)
            block += 1
        self._thrown += 1
        return tuple(faces[:count])

    def shuffle(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return ``items`` in an order nobody could choose: by HMAC-SHA256(secret, "entropy|seat|item")."""

        def place(item: str) -> bytes:
            return hmac.digest(self._secret, f"{self._entropy}|seat|{item}".encode(), "sha256")

        return tuple(sorted(items, key=place))


class ScriptedDice:
    """Throws written down beforehand: for tests, records and the journal."""

    def __init__(self, throws: Iterable[Sequence[int]]) -> None:
        """Throw these, in order."""
        self._throws = [tuple(throw) for throw in throws]
        self._next = 0

    def roll(self, count: int, sides: int = 6) -> Faces:
        """Return the next throw; raises DiceMismatch when it is not ``count`` dice of ``sides`` sides."""
        if self._next == len(self._throws):
            raise DiceMismatch(f"{count} dice are thrown here, and no throw is left")
        throw = self._throws[self._next]
        if len(throw) != count:
            raise DiceMismatch(f"{count} dice are thrown here, not {len(throw)}")
        if any(not 1 <= face <= sides for face in throw):
            raise DiceMismatch(f"a die has faces 1 to {sides}, not {throw}")
        self._next += 1
        return throw

    @property
    def left(self) -> int:
        """How many throws were not used."""
        return len(self._throws) - self._next


class RecordingDice:
    """Another source's throws, remembered for the journal."""

    def __init__(self, source: Dice) -> None:
        """Throw the dice of ``source``."""
        self._source = source
        self._throws: list[Faces] = []

    def roll(self, count: int, sides: int = 6) -> Faces:
        """Throw and remember."""
        faces = self._source.roll(count, sides)
        self._throws.append(faces)
        return faces

    @property
    def throws(self) -> tuple[Faces, ...]:
        """The throws so far, in order."""
        return tuple(self._throws)
