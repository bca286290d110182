"""The moments of Ambition: qualified, the lead."""

from bot.engine import N_, Event
from bot.games.ambition.rules import Ambition
from bot.games.ambition.state import How, State
from bot.screens.kit.board.moment import Moment, lead_taken

_EARLY = 4
"""Before somebody has this part of the goal, the lead changes nearly every turn."""


def moment(game: Ambition, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the moment of the turn that has just ended."""
    last = after.last
    if last is None or last is before.last:
        return None
    if last.how is How.QUALIFIED:
        return Moment(N_("Both stars: {player} is qualified!"), last.seat, great=True)
    if last.how not in (How.COUNTED, How.SAVED) or max(game.scores(before)) * _EARLY < game.goal:
        return None
    return lead_taken(game, before, after)
