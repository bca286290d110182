"""What statistics remember of one seat's finished game: a few counts, as JSON beside its result.

The bot counts once, at the end (collect_stats.py), and reads for years. So the JSON holds a version. A version that
this code cannot read (older results, or newer ones than this code) counts as unknown.
"""

from collections.abc import Mapping

import msgspec

VERSION = 1

_NONE = (0,) * 6


class GameStats(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One seat's game in numbers."""

    version: int
    boxes: Mapping[str, tuple[int, ...]] = {}
    """The points in each box, in every column and every game of a match; 0 for a struck box."""
    bonuses: tuple[int, ...] = ()
    """The upper section's bonus, of every column and game that has one; 0 where the player missed it."""
    yums: int = 0
    """Yums that scored as Yums, those beyond the box included."""
    further_yums: int = 0
    """The Yums among them that earned the bonus for a Yum beyond the box."""
    yums_thrown: int = 0
    """Throws after which all dice were equal."""
    counts: Mapping[str, int] = {}
    """What other games count, by the words of :attr:`bot.engine.types.Game.counted`."""
    throws: int = 0
    faces: tuple[int, ...] = _NONE
    """How often each face fell, from 1 to 6, without the Power die."""
    power: tuple[int, ...] = ()
    """How often each face of the Power die fell; empty without one."""


_decoder = msgspec.json.Decoder(GameStats)


def to_json(stats: GameStats) -> str:
    """Return ``stats`` as storage holds them."""
    return msgspec.json.encode(stats).decode()


def read(details: str | None) -> GameStats | None:
    """Return stored statistics; None where there are none this version can read."""
    if not details:
        return None
    try:
        stats = _decoder.decode(details)
    except msgspec.MsgspecError:
        return None
    return stats if stats.version == VERSION else None
