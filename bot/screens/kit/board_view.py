"""Parts of a board that the table itself does not hold."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from bot.engine import Event
from bot.tables.core.memory import EnteredDice
from bot.tables.core.model import Table
from bot.tables.core.occupants import Level, Occupant
from bot.tables.daily.champion import Beside
from bot.tables.daily.games import DailyResult
from bot.tables.records.bests import BestGame


class BoardView(msgspec.Struct, frozen=True):
    """The dice held now (None: as thrown), the open menu, the latest events, the tables below this one."""

    held: frozenset[int] | None = None
    striking: bool = False
    column: int | None = None
    news: tuple[Event, ...] = ()
    moment: str = ""
    """What the latest events are worth a bold line for; empty for most."""
    own_tables: Mapping[Occupant, Table] = {}
    """In a simultaneous game: each player's own table."""
    by_menu: bool = False
    """The player to act holds dice by one menu instead of a button for each."""
    replayed: bool = False
    """Nobody plays on this board, so it says nothing about what to press."""
    day: DailyResult | None = None
    """The place of a finished game of the day among the others."""
    beside: Beside | None = None
    """That game beside the champion's, once the day is over."""
    real_dice: bool = False
    """The players throw dice of their own, so nobody presses for a throw."""
    pictured: bool = False
    """A picture goes with the board, so the words leave out what that shows."""
    verified: bool = False
    """The bot has computed every throw of a finished game again, and they are the same."""
    best: BestGame | None = None
    """What a finished game is the best of, if it is."""
    told: bool = False
    """The result was posted as a new message, which mentions everybody."""
    public: Table | None = None
    """On a player's own table that is over: the public one."""
    entered: EnteredDice | None = None
    """With dice of the players' own: the throw that somebody is entering face by face."""
    names: tuple[str, ...] = ()
    """The names of the players by seat, empty where memory does not know one."""
    usual: Mapping[str, int] = {}
    """What the player to act usually gets in each box; empty where that is not known."""
    computer: str = ""
    """The computer that plays now, as people read it: nobody presses for a throw meanwhile."""
    plays_as: Mapping[Level, Level] = {}
    """In a lobby: the levels of computers here that play like a lower one by its rules."""
    coach: str = ""
    """What the coach says of the last decision; empty for who has none."""


@dataclass(frozen=True, slots=True)
class SheetReader:
    """Who looks at everybody's sheets."""

    seat: int | None = None
    """Their own seat, if they have one."""
    names: tuple[str, ...] = ()
    """The names of the players by seat, empty where memory does not know one."""
