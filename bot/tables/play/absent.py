"""Playing a turn for somebody who is away: legal actions only, through the one gate, in the journal as the seat's own.

Nothing is decided for them that a player would think about: no die is held on purpose, the throw made is the first,
and it is written where it costs least.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from bot.engine.types import Action, AnyGame, Event, Keep, Roll, Seat, text
from bot.games import CATALOGUE
from bot.games.five_thousand.rules import Bank
from bot.games.yamslam.state import Pass, Take
from bot.games.yum.actions import Done, Mark, Strike
from bot.games.yum.rules import Yum
from bot.tables.core.model import Status, Table
from bot.tables.core.moves import Moved, played
from bot.tables.play.clock import wound

_MOST_ACTIONS = 100
"""In one turn; rules that would go on are met again after the next patience."""


@dataclass(frozen=True, slots=True)
class Away(Event):
    """The turn of ``seat`` was skipped; ``player`` is whose it was then."""

    seat: Seat
    player: int


def skipped(table: Table, now: int, *, alone: bool = True) -> Moved:
    """Play the turn of the seat to act; ``alone`` the clock decided so, else people did.

    There is nothing to take back afterwards: what was skipped stays skipped.
    """
    seat = cast(Seat, table.turn)
    after = table
    moves: list[Moved] = []
    for _ in range(_MOST_ACTIONS):
        moves.append(played(after, seat, text(action(after.game, after.state)), now))
        after = moves[-1].table
        if after.turn != seat or not _begun(after.state):
            break
    skips = table.skips + 1 if alone else 0
    over = after.status is not Status.PLAYING
    return Moved(
        wound(replace(after, version=table.version + 1, undoable=None, skips=0 if over else skips)),
        tuple(entry for move in moves for entry in move.entries),
        (*(event for move in moves for event in move.events), Away(seat, table.players[seat])),
        seat,
    )


def _begun(state: Any) -> bool:
    """Whether dice lie before the seat to act: else its turn is a new one."""
    return bool(state.dice)


def action(game: AnyGame, state: Any) -> Action:
    """Return what is done now for a seat that is away: what ends its turn soonest, and costs it least."""
    listing = CATALOGUE.get(game.key)
    choose = _CHOICES.get(listing.family if listing else "", _last)
    return choose(game, state, cast("tuple[Action, ...]", game.legal_actions(state)))


_Choose = Callable[[AnyGame, Any, "tuple[Action, ...]"], Action]


def _last(game: AnyGame, state: Any, legal: tuple[Action, ...]) -> Action:
    """Stop where one may: every game lists that last. Else throw as few dice as possible, or move what there is."""
    return legal[-1]


def _sheet(game: AnyGame, state: Any, legal: tuple[Action, ...]) -> Action:
    """Throw once, then give up the box whose loss costs least by its maximum."""
    for found in legal:
        if isinstance(found, Roll | Done):
            return found
    layout = cast(Yum, game).layout

    def cost(fill: Mark | Strike) -> int:
        multiplier = layout.multipliers[fill.column - 1] if fill.column else 1
        return layout.box(fill.box).maximum * multiplier

    empty = [
        fill for fill in legal if isinstance(fill, Strike) or (isinstance(fill, Mark) and not game.preview(state, fill))
    ]
    return min(empty, key=cost)


def _yamslam(game: AnyGame, state: Any, legal: tuple[Action, ...]) -> Action:
    """Pass; where a chip must be taken, the cheapest."""
    takes = [found for found in legal if isinstance(found, Take)]
    return next((found for found in legal if isinstance(found, Pass)), takes[0] if takes else legal[-1])


def _five_thousand(game: AnyGame, state: Any, legal: tuple[Action, ...]) -> Action:
    """Count as much as the throw gives; where the rules ask for more first, go on with it."""
    banks = [found for found in legal if isinstance(found, Bank)]
    keeps = [found for found in legal if isinstance(found, Keep)]
    return next(iter([*banks, *keeps]), legal[0])


_CHOICES: Mapping[str, _Choose] = {"yum": _sheet, "yamslam": _yamslam, "five_thousand": _five_thousand}
"""The families in which the last of the legal actions is not it."""
