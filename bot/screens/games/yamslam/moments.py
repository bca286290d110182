"""The moments of Yamslam: a Yamslam, a set of chips complete, all kinds together."""

from bot.engine import N_, Event, Rolled
from bot.engine.hands import all_equal
from bot.games.yamslam.chips import CHIPS, KINDS, PLACES, SET
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State, Took
from bot.screens.kit.board.moment import Moment


def moment(game: Yamslam, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    for event in events:
        match event:
            case Rolled(seat=seat) if _new_yamslam(before, after):
                return Moment(N_("YAMSLAM! {player} takes any chip."), seat, great=True)
            case Took():
                return _took(game, before, after, event)
    return None


def _new_yamslam(before: State, after: State) -> bool:
    dice, earlier = after.dice, before.dice
    return bool(dice) and all_equal(dice) and not (earlier and all_equal(earlier))


def _took(game: Yamslam, before: State, after: State, event: Took) -> Moment | None:
    """The four chips of a kind, or one of every kind."""
    if len(after.earlier) != len(before.earlier):
        return None
    collector, place = game.side(event.seat), PLACES[event.kind]
    had, has = before.taken[collector], after.taken[collector]
    if has[place] == CHIPS:
        return Moment(
            N_("A full set of {kind}: +{points}!"),
            event.seat,
            {"points": SET},
            {"kind": KINDS[place].label},
            great=True,
        )
    if all(has) and not all(had):
        return Moment(N_("{player} has a chip of every kind!"), event.seat, great=True)
    return None
