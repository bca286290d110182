"""The moments of 5000: a full hand, opening, the lead."""

from bot.engine import N_, Event, Rolled
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import How, State
from bot.screens.kit.board.moment import Moment, lead_taken


def moment(game: FiveThousand, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    then, now, seat = before, after, game.turn(before)
    if seat is None:
        return None
    if now.turn == seat and now.risk > then.risk and not now.aside and _rolled(events):
        return Moment(N_("Full hand! {points} points at risk."), seat, {"points": now.risk}, great=True)
    last = now.last
    if last is None or last is then.last or last.how is not How.COUNTED:
        return None
    side = game.side(seat)
    if now.opened[side] and not then.opened[side]:
        return Moment(N_("{player} opens with {points}!"), seat, {"points": last.points}, great=True)
    return lead_taken(game, before, after)


def _rolled(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, Rolled) for event in events)
