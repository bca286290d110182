"""What people overlook who slip on a score sheet, each as a view (:class:`bot.mind.players.View`)."""

from collections.abc import Iterator, Sequence

from bot.engine import Action, Keep, Roll, acting
from bot.games.yum.mind.estimate import SheetEstimate
from bot.games.yum.rules import Mark, State, Strike, Yum
from bot.games.yum.scoring.boxes import NO_BONUS
from bot.mind.players import Chance, View, best_of, seen_by

BOXES = 3
"""A box is overlooked so many times as easily as anything else: there are many of them."""


def sheet_views(game: Yum, evaluator: SheetEstimate) -> Iterator[View]:
    """Yield what somebody overlooks who otherwise goes by ``evaluator``.

    One of the open boxes; the upper bonus; the bonus for a further Yum; that fewer points now may bring more later;
    that a throw may bring more than what is sure; that a box is better struck which seldom brings anything.
    """
    yield from (unseen_box(game, evaluator) for _ in range(BOXES))
    if game.layout.bonus.steps:
        yield seen_by(SheetEstimate(game, evaluator.pars, NO_BONUS))
    if game.house_rules.get("yum_bonus"):
        yield seen_by(SheetEstimate(game, evaluator.pars, further=0))
    yield most_points(game)
    yield sure_points(game)
    yield dearest_strike(game)


def unseen_box(game: Yum, evaluator: SheetEstimate) -> View:
    """Return the view of somebody who does not think of one open box, whichever it is."""
    boxes = game.layout.boxes

    def view(state: State, among: Sequence[Action], chance: Chance) -> Action:
        sheet = state.sheets[acting(state)]
        places = [place for place in range(len(boxes)) if any(cells[place] is None for cells in sheet)]
        unseen = places[int(len(places) * chance.random())]
        seen = [one for one in among if not (isinstance(one, Mark | Strike) and one.box == boxes[unseen].key)]
        return best_of(seen, evaluator.advise(state, unseen)) if seen and len(places) > 1 else among[0]

    return view


def most_points(game: Yum) -> View:
    """Return the view of somebody greedy: a box is worth what it holds then."""

    def view(state: State, among: Sequence[Action], chance: Chance) -> Action:
        fills = [one for one in among if isinstance(one, Mark | Strike)]
        return max(fills, key=lambda one: game.preview(state, one) or 0) if among[0] in fills else among[0]

    return view


def sure_points(game: Yum) -> View:
    """Return the view of somebody who fears to throw on once a box would be at least half full."""

    def view(state: State, among: Sequence[Action], chance: Chance) -> Action:
        marks = (one for one in among if isinstance(one, Mark))
        sure = (one for one in marks if 2 * (game.preview(state, one) or 0) >= game.layout.box(one.box).maximum)
        return next(sure, among[0]) if isinstance(among[0], Keep | Roll) else among[0]

    return view


def dearest_strike(game: Yum) -> View:
    """Return the view of somebody who must write a 0 and gives up the box that could hold the most."""

    def view(state: State, among: Sequence[Action], chance: Chance) -> Action:
        nothing = [one for one in among if isinstance(one, Mark | Strike) and not game.preview(state, one)]
        return max(nothing, key=lambda one: game.layout.box(one.box).maximum) if among[0] in nothing else among[0]

    return view
