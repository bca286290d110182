"""Counting a finished game: its journal is played once more, through the one gate, and each step is looked at.

What a family counts beside throws is one function, called with the step it comes from.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from bot.engine.dice import ScriptedDice
from bot.engine.hands import all_equal
from bot.engine.play import Entry, play
from bot.engine.types import AnyGame, Rolled
from bot.games.ambition import Ambition
from bot.games.ambition import How as AmbitionEnd
from bot.games.cant_stop import CantStop
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.rules import How as FiveThousandEnd
from bot.games.four_two_one.hands import hand
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.yamslam.chips import KINDS
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import Passed, Took
from bot.games.yum.actions import ExtraYum, Marked, NextGame
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.boxes import Section
from bot.tables.records.facts import VERSION, Facts

COUNTS: Mapping[str, tuple[str, ...]] = {
    "yum": (),
    "yamslam": ("turns", "chips", "passes", "yamslams", *(kind.key for kind in KINDS)),
    "five_thousand": ("turns", "busts", "best", "sent_back"),
    "ambition": ("turns", "busts", "best", "unqualified"),
    "cant_stop": ("turns", "busts", "columns"),
    "four_two_one": ("rounds", "lost", "hands_421"),
}
"""What each family counts. ``best`` is a largest number, everything else is added up."""

_AT_ONCE = 16
"""Entries looked at before others may go on: about 2 ms."""


@dataclass
class _Seat:
    """What is known of one seat so far."""

    boxes: dict[str, list[int]] = field(default_factory=dict)
    upper: Counter[int] = field(default_factory=Counter)
    """What the bonus looks at, by column, in the running game of a match."""
    bonuses: list[int] = field(default_factory=list)
    yums: int = 0
    further_yums: int = 0
    yums_thrown: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    throws: int = 0
    faces: list[int] = field(default_factory=lambda: [0] * 6)
    power: list[int] = field(default_factory=lambda: [0] * 6)

    def facts(self) -> Facts:
        """Return it for good."""
        return Facts(
            version=VERSION,
            boxes={key: tuple(points) for key, points in self.boxes.items()},
            bonuses=tuple(self.bonuses),
            yums=self.yums,
            further_yums=self.further_yums,
            yums_thrown=self.yums_thrown,
            counts={key: number for key, number in self.counts.items() if number},
            throws=self.throws,
            faces=tuple(self.faces),
            power=tuple(self.power) if any(self.power) else (),
        )


@dataclass(frozen=True, slots=True)
class _Seen:
    """One step of the game that is played again."""

    game: Any
    before: Any
    entry: Entry
    events: tuple[Any, ...]
    after: Any


_Look: TypeAlias = Callable[[list[_Seat], _Seen], None]


async def counted(game: AnyGame, seats: int, entries: Iterable[Entry]) -> tuple[Facts, ...]:
    """Return the facts of every seat of a finished game. Raises what the gate raises.

    A long game takes a while to play again: others go on meanwhile.
    """
    state, found = game.new(seats), [_Seat() for _ in range(seats)]
    look = next((look for kind, look in _LOOKS.items() if isinstance(game, kind)), None)
    for number, entry in enumerate(entries):
        step = play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice))
        seen = _Seen(game, state, entry, step.events, step.state)
        _throws(found, seen)
        if look is not None:
            look(found, seen)
        state = step.state
        if number % _AT_ONCE == _AT_ONCE - 1:
            await asyncio.sleep(0)
    if isinstance(game, Yum):
        _close_sheets(found, game, getattr(state, "gone", ()))
    return tuple(seat.facts() for seat in found)


def _throws(found: list[_Seat], seen: _Seen) -> None:
    """Count the dice somebody threw by a decision; those thrown for ties are nobody's."""
    for event in seen.events:
        if not isinstance(event, Rolled):
            continue
        seat, fallen = found[event.seat], event.faces
        if isinstance(seen.game, Yum) and seen.game.throwing.power and not seen.entry.do.endswith(" p"):
            seat.power[fallen[-1] - 1] += 1
            fallen = fallen[:-1]
        for face in fallen:
            seat.faces[face - 1] += 1
        seat.throws += 1


# -- score sheets ------------------------------------------------------------------------------------------------


def _sheets(found: list[_Seat], seen: _Seen) -> None:
    game = cast(Yum, seen.game)
    for event in seen.events:
        if isinstance(event, Marked):
            _marked(found[event.seat], game, event, seen.before)
        elif isinstance(event, ExtraYum):
            found[event.seat].yums += 1
            found[event.seat].further_yums += 1
        elif isinstance(event, Rolled) and all_equal(seen.after.dice):
            found[event.seat].yums_thrown += 1
        elif isinstance(event, NextGame):
            _close_sheets(found, game, seen.after.gone)


def _marked(seat: _Seat, game: Yum, event: Marked, before: Any) -> None:
    box = game.layout.box(event.box)
    seat.boxes.setdefault(event.box, []).append(event.points)
    seat.yums += box.yum and event.points > 0
    if box.section is Section.UPPER:
        # The house rule that tests the bonus before the Power die takes its multiplier away again.
        raw = event.points // game.throwing.multiplier(before)
        seat.upper[max(event.column - 1, 0)] += raw if game.ending.raw_bonus else event.points


def _close_sheets(found: list[_Seat], game: Yum, gone: Collection[int]) -> None:
    """Count the bonuses of a game that is over, for those who stayed."""
    for number, seat in enumerate(found):
        if game.layout.bonus.steps and not game.layout.stacked and number not in gone:
            columns = range(game.layout.columns)
            seat.bonuses.extend(game.layout.bonus.points(seat.upper[column]) for column in columns)
        seat.upper.clear()


# -- other families ----------------------------------------------------------------------------------------------


def _chips(found: list[_Seat], seen: _Seen) -> None:
    for event in seen.events:
        if isinstance(event, Took):
            counts = found[event.seat].counts
            counts["chips"] += 1
            counts[event.kind] += 1
            # The second chip of a Yamslam thrown alone belongs to the same throw.
            first = not seen.before.owed
            counts["turns"] += first
            counts["yamslams"] += event.yamslam and first
        elif isinstance(event, Passed):
            found[event.seat].counts["turns"] += 1
            found[event.seat].counts["passes"] += 1


def _five_thousand(found: list[_Seat], seen: _Seen) -> None:
    last = seen.after.last
    if last is seen.before.last:
        return
    counts = found[last.seat].counts
    counts["turns"] += 1
    counts["busts"] += last.how in (FiveThousandEnd.LOST, FiveThousandEnd.SHORT)
    if last.how == FiveThousandEnd.COUNTED:
        counts["best"] = max(counts["best"], last.points)
    for other in last.bumped:
        found[other].counts["sent_back"] += 1


def _ambition(found: list[_Seat], seen: _Seen) -> None:
    last = seen.after.last
    if last is seen.before.last:
        return
    counts = found[last.seat].counts
    counts["turns"] += 1
    counts["busts"] += last.how in (AmbitionEnd.LOST, AmbitionEnd.INVALID, AmbitionEnd.OVER)
    counts["unqualified"] += last.how == AmbitionEnd.UNQUALIFIED
    if last.how in (AmbitionEnd.COUNTED, AmbitionEnd.SAVED):
        counts["best"] = max(counts["best"], last.points)


def _columns(found: list[_Seat], seen: _Seen) -> None:
    last = seen.after.last
    if last is seen.before.last:
        return
    counts = found[last.seat].counts
    counts["turns"] += 1
    counts["busts"] += not last.stopped
    counts["columns"] += len(last.won)


def _rounds(found: list[_Seat], seen: _Seen) -> None:
    end = seen.after.last
    if end is None or end is seen.before.last:
        return
    for seat, faces in enumerate(end.hands):
        if faces:
            counts = found[seat].counts
            counts["rounds"] += 1
            counts["lost"] += end.loser == seat
            counts["hands_421"] += hand(faces) == (4, 2, 1)


_LOOKS: Mapping[type[Any], _Look] = {
    Yum: _sheets,
    Yamslam: _chips,
    FiveThousand: _five_thousand,
    Ambition: _ambition,
    CantStop: _columns,
    FourTwoOne: _rounds,
}
