"""The moments of the score-sheet games: Yums, jokers, the bonus, the lead, the last boxes."""

from bot.engine import N_, Event, Rolled, Seat
from bot.engine.hands import all_equal
from bot.games.yum.actions import Marked
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.totals import yums
from bot.games.yum.state import State
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.kit.board.moment import Moment, lead_taken

_YUM = (
    N_("{YUM}! {count} {face}s {throw}."),
    N_("A second {YUM}! {count} {face}s."),
    N_("A third {YUM}! {count} {face}s."),
    N_("One more {YUM}! {count} {face}s."),
)
_COUNTS = {5: N_("Five"), 6: N_("Six")}
_THROWS = {
    1: N_("on the first throw"),
    2: N_("on the second throw"),
    3: N_("on the third throw"),
    4: N_("on the fourth throw"),
}


def moment(game: Yum, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    for event in events:
        match event:
            case Rolled(seat=seat):
                return _thrown(game, before, after, seat)
            case Marked():
                return _marked(game, before, after, event)
    return None


def _thrown(game: Yum, before: State, after: State, seat: Seat) -> Moment | None:
    """A Yum that this throw made."""
    dice, earlier = after.dice, before.dice
    if not dice or not all_equal(dice) or (earlier and all_equal(earlier)):
        return None
    number = min(yums(game.layout, after.sheets[seat], ()), len(_YUM) - 1)
    name = next(box.label for box in game.layout.boxes if box.yum)
    count, throw = _COUNTS.get(len(dice), str(len(dice))), _THROWS.get(after.throws, N_("after many throws"))
    words = {"YUM": name, "count": count, "throw": throw}
    return Moment(_YUM[number], seat, {"face": dice[0]}, words, great=True)


def _marked(game: Yum, before: State, after: State, event: Marked) -> Moment | None:
    """What a filled box brought besides its points; news of a bonus goes before a change of the lead."""
    if len(before.earlier) != len(after.earlier):
        return None  # The next game of a match has begun.
    earned = _bonus(game, after, event.seat) - _bonus(game, before, event.seat)
    if earned > 0:
        sentence = bonus_term(game.layout, "Bonus! {points} points more for {player}.")
        return Moment(sentence, event.seat, {"points": earned}, great=True)
    if event.joker:
        box = game.layout.box(event.box).label
        return Moment(N_("Joker! {points} in {box}."), event.seat, {"points": event.points}, {"box": box})
    if _boxes_left(after) == 1 and _boxes_left(before) > 1:
        return Moment(N_("One box left for everybody!"), event.seat)
    boxes = len(game.layout.boxes) * game.layout.columns
    return lead_taken(game, before, after) if 2 * _boxes_left(after) <= boxes else None


def _bonus(game: Yum, state: State, seat: Seat) -> int:
    return sum(column.bonus * column.multiplier for column in game.totals(state, seat).columns)


def _boxes_left(state: State) -> int:
    """The most boxes that somebody who plays on still has to fill."""
    seats = [sheet for seat, sheet in enumerate(state.sheets) if seat not in state.gone]
    return max((sum([column.count(None) for column in sheet]) for sheet in seats), default=0)
