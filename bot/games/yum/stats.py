"""The statistics of a score-sheet game."""

from collections.abc import Sequence

from bot.engine import PlayedStep, Rolled, Seat, SeatStats
from bot.engine.hands import all_equal
from bot.games.yum.actions import ExtraYum, Marked, NextGame
from bot.games.yum.ending import Ending
from bot.games.yum.layout import Layout
from bot.games.yum.state import State


def count(layout: Layout, ending: Ending, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
    """Add ``step`` to the tallies. A seat that left gets no bonuses for the game that goes on."""
    staying = [Seat(seat) for seat in range(len(seats)) if seat not in step.after.gone]
    for event in step.events:
        match event:
            case Rolled(seat=seat):
                seats[seat].throw(*event.apart)
                seats[seat].yums_thrown += all_equal(step.after.dice)
            case Marked(seat=seat, box=box, points=points):
                seats[seat].boxes.setdefault(box, []).append(points)
                seats[seat].yums += layout.box(box).yum and points > 0
            case ExtraYum(seat=seat):
                seats[seat].yums += 1
                seats[seat].further_yums += 1
            case NextGame(bonuses=bonuses):
                for seat in staying:
                    seats[seat].bonuses.extend(bonuses[seat])
    if step.after.turn is None:
        for seat in staying:
            seats[seat].bonuses.extend(ending.upper_bonuses(step.after, seat))
