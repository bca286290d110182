"""The moments of Can't Stop: a column won, three runners lost."""

from bot.engine import N_, Event
from bot.games.cant_stop.rules import RUNNERS, CantStop
from bot.games.cant_stop.state import State
from bot.screens.kit.board.moment import Moment


def moment(game: CantStop, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the moment of the turn that has just ended."""
    last = after.last
    if last is None or last is before.last:
        return None
    if last.won:
        won = " + ".join(map(str, last.won))
        return Moment(N_("{player} wins column {columns}!"), last.seat, {"columns": won}, great=True)
    if not last.stopped and len(before.runners) == RUNNERS:
        return Moment(N_("{player} loses three runners!"), last.seat)
    return None
