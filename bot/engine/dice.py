"""The one file that makes dice.

Fair dice are a commitment. A table shows the SHA-256 of its secret before anybody sits down, mixes in words that the
players type, and reveals the secret at the end, so that anyone can compute every throw again.

The mix, the entropy, begins with the version of the recipe. Recipe 2 (docs/fair-dice.md): the first word is ``2``, the
others are the SHA-256 of the typed words; each seat has dice of its own. Recipe 3 has ``3`` there: all who play a game
alone have the same dice, turn for turn. Recipe 4 has ``4``: two seats play two games, and exchange their dice between
them. Anything else is recipe 1 (docs/fair-dice-1.md), of version 0.1 of the bot: one row of throws for the whole table.
"""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from bot.engine.errors import DiceMismatch

Faces: TypeAlias = tuple[int, ...]
"""Faces of dice, in the order they lie on the table unless a docstring says otherwise."""

Count: TypeAlias = tuple[int, int]
"""A seat's throws: in its turns, and for ties. Since recipe 3 the turns that it began, and the throws in the latest."""

SECRET_BYTES = 32

UNSTIRRED = "2"
"""The entropy of a table at which nobody has typed anything."""

SHARED = "3"
"""The entropy where all who play alone have the same dice (recipe 3)."""

_BOTH_WAYS = "4"

_WELL_FORMED = re.compile(r"[234]( [0-9a-f]{64})*")


class Dice(Protocol):
    """A source of throws."""

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Throw ``count`` dice at once and return their faces, 1 to ``sides``, in the order they fell.

        ``tie`` is the seat that throws for a tie; it need not be the seat to act.
        """


def commitment(secret: bytes) -> str:
    """Return the promise that a table shows before the game: SHA-256 of ``secret``, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


# -- what is mixed in ----------------------------------------------------------------------------------------------


def words_hash(words: str) -> str:
    """Return the hash of typed ``words``: SHA-256 of their NFC in UTF-8. Raises UnicodeEncodeError."""
    return hashlib.sha256(unicodedata.normalize("NFC", words).encode()).hexdigest()


def mix_in(entropy: str, words: str) -> str:
    """Return ``entropy`` with ``words`` mixed in after all others."""
    return f"{entropy} {words_hash(words)}"


def exchanged(entropy: str) -> str:
    """Return the same mix, of recipe 2, for two games between which two seats exchange their dice (recipe 4)."""
    return _BOTH_WAYS + entropy.removeprefix(UNSTIRRED)


def recipe(entropy: str) -> int:
    """Return the recipe of ``entropy``."""
    return {UNSTIRRED: 2, SHARED: 3, _BOTH_WAYS: 4}.get(entropy.partition(" ")[0], 1)


def word_hashes(entropy: str) -> tuple[str, ...]:
    """Return the hashes of the typed words, in their order; recipe 1 has none."""
    return tuple(entropy.split(" ")[1:]) if recipe(entropy) > 1 else ()


def is_valid_entropy(entropy: str) -> bool:
    """Whether the mix holds nothing but hashes; recipe 1 asks for nothing."""
    return recipe(entropy) == 1 or _WELL_FORMED.fullmatch(entropy) is not None


# -- the recipes ---------------------------------------------------------------------------------------------------


class DiceSource(Protocol):
    """All dice of one game."""

    @property
    def counts(self) -> tuple[Count, ...]:
        """The number of each seat's throws so far; empty where the throws of all seats are one row (recipe 1).

        Recipe 4 counts each seat in the first game, then in the second one, then likewise the throws for ties.
        """

    def for_seat(self, seat: int, on_table: Faces | None = None, game: int = 0) -> Dice:
        """Return the dice for a move of ``seat``, before which ``on_table`` lies there: nothing where a turn begins.

        Recipes 3 and 4 must know that, and recipe 4 which ``game`` of the match it is, from 0.
        """

    def for_first_player(self, user: int | str) -> Dice:
        """Return the dice with which ``user`` throws for the first turn."""

    def shuffle(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return ``items`` in an order nobody could choose, whatever their order was."""

    def deal(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return ``items`` in another such order, which says nothing about that of :meth:`shuffle`."""


def dice_source(
    secret: bytes, entropy: str, thrown: int = 0, counts: Sequence[Count] = (), game: int = 0
) -> DiceSource:
    """Return the dice of a game after ``thrown`` throws, ``counts`` of each seat, by the recipe of ``entropy``.

    ``game`` is its number in a tournament, from 0 (recipe 3).
    """
    match recipe(entropy):
        case 1:
            return _Recipe1(secret, entropy, thrown)
        case 2:
            return _Recipe2(secret, entropy, counts)
        case 4:
            return _Recipe4(secret, entropy, counts)
    return _Recipe3(secret, entropy, counts, game)


def seat_key(secret: bytes, entropy: str, seat: int) -> bytes:
    """Return the key of the throws of ``seat`` (recipe 2)."""
    return _key(secret, entropy, "seat", seat)


@lru_cache(maxsize=1024)
def _key(secret: bytes, entropy: str, label: str, whose: int | str) -> bytes:
    return hmac.digest(secret, f"{entropy}|{label}|{whose}".encode(), "sha256")


def _faces(key: bytes, number: str, count: int, sides: int) -> Faces:
    """Return a throw. It passes over a byte of at least ``256 - 256 % sides``, so that no face is likelier."""
    read, passed_over = _reading(sides)
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(key, f"{number}|{block}".encode(), "sha256")
        faces.extend(digest.translate(read, passed_over))
        block += 1
    return tuple(faces[:count])


@cache
def _reading(sides: int) -> tuple[bytes, bytes]:
    """Return the face of each byte, and the bytes that no die reads."""
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(256 - 256 % sides, 256))


class _Recipe2:
    """Recipe 2: each seat has a row of throws of its own, and another one for ties.

    Throw ``n`` (from 0) of a row reads the bytes of HMAC-SHA256(key, "n|block") for block 0, 1, …, where the key is
    HMAC-SHA256(secret, "entropy|label|whose"): ``seat`` and ``tie`` with the number of the seat, ``start`` with the
    id of the user. The order of play sorts HMAC-SHA256(secret, "entropy|order|user"); players without a chosen side are
    dealt to the sides by HMAC-SHA256(secret, "entropy|side|user").
    """

    def __init__(self, secret: bytes, entropy: str, counts: Iterable[Count]) -> None:
        self._secret = secret
        self._entropy = entropy
        self._counts = list(counts)

    @property
    def counts(self) -> tuple[Count, ...]:
        return tuple(self._counts)

    def for_seat(self, seat: int, on_table: Faces | None = None, game: int = 0) -> Dice:
        def roll(count: int, sides: int, tie: int | None) -> Faces:
            if tie is None:
                return self._next("seat", seat, 0, count, sides)
            return self._next("tie", tie, 1, count, sides)

        return _RollFunction(roll)

    def _count(self, seat: int) -> Count:
        self._counts.extend([(0, 0)] * (seat + 1 - len(self._counts)))
        return self._counts[seat]

    def _next(self, label: str, seat: int, place: int, count: int, sides: int) -> Faces:
        turns, ties = self._count(seat)
        number = (turns, ties)[place]
        self._counts[seat] = (turns + 1, ties) if place == 0 else (turns, ties + 1)
        return _faces(_key(self._secret, self._entropy, label, seat), str(number), count, sides)

    def for_first_player(self, user: int | str) -> Dice:
        key, thrown = _key(self._secret, self._entropy, "start", user), 0

        def roll(count: int, sides: int, tie: int | None) -> Faces:
            nonlocal thrown
            thrown += 1
            return _faces(key, str(thrown - 1), count, sides)

        return _RollFunction(roll)

    def shuffle(self, items: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(items, key=lambda item: _key(self._secret, self._entropy, "order", item)))

    def deal(self, items: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(items, key=lambda item: _key(self._secret, self._entropy, "side", item)))


def with_throw(before: Count, on_table: Faces) -> Count:
    """Return the turns begun and the throws in the latest, one throw later; one on no dice begins a turn."""
    turns, throws = before
    return (turns, throws + 1) if on_table else (turns + 1, 1)


class _Recipe3(_Recipe2):
    """Recipe 3: one row of throws for all who play this game alone, whatever they keep and however often they throw.

    A throw reads the bytes of HMAC-SHA256(key, "game.turn.throw|block"), all numbered from 0, where the key is
    HMAC-SHA256(secret, "entropy|shared"). Everybody has a table of one seat, so no tie is ever broken by dice.
    """

    def __init__(self, secret: bytes, entropy: str, counts: Iterable[Count], game: int) -> None:
        super().__init__(secret, entropy, counts)
        self._shared, self._game = hmac.digest(secret, f"{entropy}|shared".encode(), "sha256"), game

    def for_seat(self, seat: int, on_table: Faces | None = None, game: int = 0) -> Dice:
        def roll(count: int, sides: int, tie: int | None) -> Faces:
            if tie is not None or on_table is None:
                raise DiceMismatch("dice that all players share break no tie, and belong to a turn")
            self._counts[seat] = turns, throws = with_throw(self._count(seat), on_table)
            return _faces(self._shared, f"{self._game}.{turns - 1}.{throws - 1}", count, sides)

        return _RollFunction(roll)


class _Recipe4(_Recipe2):
    """Recipe 4: each of two seats throws in the second game what the other one threw in the first, turn for turn.

    A throw reads the bytes of HMAC-SHA256(key, "turn.throw|block"), both numbered from 0 in each game, where the key is
    that of a row of recipe 2: the seat's own, and in the second game the other one's. A throw for a tie is a turn
    among those for ties.
    """

    def for_seat(self, seat: int, on_table: Faces | None = None, game: int = 0) -> Dice:
        def roll(count: int, sides: int, tie: int | None) -> Faces:
            label, place, who, lying = ("seat", 0, seat, on_table) if tie is None else ("tie", 4, tie, ())
            if lying is None:
                raise DiceMismatch("dice that are exchanged belong to a turn")
            place += 2 * game + who
            self._counts[place] = turns, throws = with_throw(self._count(place), lying)
            key = _key(self._secret, self._entropy, label, who ^ game)
            return _faces(key, f"{turns - 1}.{throws - 1}", count, sides)

        return _RollFunction(roll)


class _RollFunction:
    """Dice that are a function."""

    def __init__(self, roll: Callable[[int, int, int | None], Faces]) -> None:
        self._roll = roll

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        return self._roll(count, sides, tie)


class _Recipe1:
    """Recipe 1: the throws of all seats and for ties are one row; those for the first turn are another."""

    def __init__(self, secret: bytes, entropy: str, thrown: int) -> None:
        self._dice = FairDice(secret, entropy, thrown)
        self._starting = FairDice(secret, f"{entropy}|start")
        self.counts: tuple[Count, ...] = ()

    def for_seat(self, seat: int, on_table: Faces | None = None, game: int = 0) -> Dice:
        return self._dice

    def for_first_player(self, user: int | str) -> Dice:
        return self._starting

    def shuffle(self, items: Iterable[str]) -> tuple[str, ...]:
        return self._dice.shuffle(items)

    def deal(self, items: Iterable[str]) -> tuple[str, ...]:
        return self._dice.deal(items)


class FairDice:
    """Recipe 1: throws derived from a secret, the players' entropy and the number of the throw.

    Throw ``n`` (from 0) reads the bytes of HMAC-SHA256(secret, "entropy|n|block") for block 0, 1, …
    """

    def __init__(self, secret: bytes, entropy: str, thrown: int = 0) -> None:
        """Go on after ``thrown`` throws of the same game."""
        self._secret = secret
        self._entropy = entropy
        self._thrown = thrown

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Throw ``count`` dice; ``sides`` is at most 256."""
        faces = _faces(self._secret, f"{self._entropy}|{self._thrown}", count, sides)
        self._thrown += 1
        return faces

    def shuffle(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return ``items`` in an order nobody could choose: by HMAC-SHA256(secret, "entropy|seat|item")."""

        return tuple(sorted(items, key=lambda item: _key(self._secret, self._entropy, "seat", item)))

    def deal(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return ``items`` in another such order: by HMAC-SHA256(secret, "entropy|side|item")."""
        return tuple(sorted(items, key=lambda item: _key(self._secret, self._entropy, "side", item)))


# -- the Power die -------------------------------------------------------------------------------------------------

FREEZE, DOUBLE, POWER = 4, 5, 6
"""What faces of the Power die do; 1, 2 and 3 multiply where points are written (rules.md §4)."""


def multiplier(face: int | None) -> int:
    """Return how often points count under this face of the Power die; None stands for no Power die."""
    return face if face is not None and face < FREEZE else 1


class PowerThrow(NamedTuple):
    """A throw: all that fell, and the same apart."""

    fallen: Faces
    """As records hold it: the Power die last, if it was thrown."""
    faces: Faces
    power: int | None


def throw_dice(dice: Dice, number: int, *, with_power: bool) -> PowerThrow:
    """Throw ``number`` dice, and the Power die along with them if ``with_power``."""
    fallen = dice.roll(number + with_power)
    return PowerThrow(fallen, fallen[:-1], fallen[-1]) if with_power else PowerThrow(fallen, fallen, None)


# -- dice that are no secret ---------------------------------------------------------------------------------------


class ScriptedDice:
    """Throws from a list: for tests, records and the journal."""

    def __init__(self, throws: Iterable[Sequence[int]]) -> None:
        """Throw these, in order."""
        self._throws = [tuple(throw) for throw in throws]
        self._next = 0

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
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
        """The number of throws that are left."""
        return len(self._throws) - self._next


class RecordingDice:
    """Another source's throws, kept for the journal."""

    def __init__(self, source: Dice) -> None:
        """Throw the dice of ``source``."""
        self._source = source
        self._throws: list[Faces] = []

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Throw and keep the throw."""
        faces = self._source.roll(count, sides, tie)
        self._throws.append(faces)
        return faces

    @property
    def throws(self) -> tuple[Faces, ...]:
        """The throws so far, in order."""
        return tuple(self._throws)
