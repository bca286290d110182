"""How many presses a turn of Yum Plus takes somebody by the buttons and menus of the board, and a daily by these.

    python benchmarks/presses_a_turn.py [--games 200] [--seed 1]

Two policies play whole games alone. *par* holds and writes for the points of a box beyond its price: what the box
brings on average over a game, the bonus included. *best points* holds for the most points now and always writes them.

Each counts what a person presses: a die to hold or to let go, the button that holds the largest group of equal dice,
Throw, a box of the two that pay most (1 each), a line of the menu (2: open, choose), a strike (2 where no box scores, 3
by the button "Strike a box…", else 4: open, choose the page, open, choose). Dice kept in a throw are still held after
it. Boxes are looked up in the rows that the board draws.

The bar: at most 7 presses in 60 % of the turns of *par*. The last line counts a player who never uses the button for
equal dice. Then come the presses of each daily of the week, by *best points*, and its minutes, a press taking
:data:`SECONDS`. In a race every decision is a press; somebody throws :data:`THROWS_OF_RACE` times a turn, and takes the
dice that move most. A short daily takes five minutes, to the nearest five, and a sheet of 22 boxes ten.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections import Counter
from collections.abc import Mapping
from functools import cache

from bot.engine import AnyGame, Faces
from bot.engine.dice import FairDice
from bot.engine.gate import play
from bot.engine.types import text
from bot.games import make
from bot.games.yum.board import menu_offer
from bot.games.yum.rules import State, Yum
from bot.games.yum.scoring import Section
from bot.games.yum.sheet_lines import would_write
from bot.locales import words
from bot.screens.kit import PLAIN_GLYPHS, BoardView, Button, Menu, RenderContext
from bot.screens.kit.dice import next_group
from bot.tables.model.days import WEEKS

BAR, SHARE = 7, 0.6
CONTEXT = RenderContext(words("en"), PLAIN_GLYPHS)
FACES, DICE = range(1, 7), 5

_EQUAL = 1e-9

SECONDS = 3.8
"""Of one press: a turn of a sheet takes some 6.3 of them, and 24 seconds (four decisions of six seconds each)."""

THROWS_OF_RACE = 4

BONUS = 75 / 78
"""What a point in the upper section brings of the bonus, if 78 are reached."""

PRICES = {
    "ones": 4, "twos": 10, "threes": 17, "fours": 23, "fives": 28, "sixes": 32,
    "one_pair": 20, "two_pair": 20, "three_kind": 20, "four_kind": 12, "short_straight": 15, "long_straight": 0,
    "low_straight": 10, "high_straight": 20, "low_score": 20, "high_score": 20, "full_house": 20, "chance": 20,
    "minus": 24, "yum": 0, "yum2": 0, "yum3": 0,
}  # fmt: skip
"""The price of each box in a game in which every box is filled once on average and none is ever closed."""

# -- all throws, and all dice that somebody may keep ---------------------------------------------------------------

THROWS = list(itertools.combinations_with_replacement(FACES, DICE))
KEEPS = [keep for many in range(DICE, -1, -1) for keep in itertools.combinations_with_replacement(FACES, many)]
"""From five dice to none, so that each comes after those with one die more."""
ONE_MORE = {keep: [tuple(sorted((*keep, face))) for face in FACES] for keep in KEEPS if len(keep) < DICE}


@cache
def kept_of(faces: Faces) -> tuple[Faces, ...]:
    """All that may be kept of a throw, most dice first."""
    keeps = {kept for many in range(DICE + 1) for kept in itertools.combinations(faces, many)}
    return tuple(sorted(keeps, key=lambda kept: (-len(kept), kept)))


def expected(final: Mapping[Faces, float]) -> dict[Faces, float]:
    """What each keep is worth before the throw whose outcomes are worth ``final``."""
    worth: dict[Faces, float] = dict(final)
    for keep, more in ONE_MORE.items():
        worth[keep] = sum(worth[faces] for faces in more) / 6
    return worth


class Policy:
    """Holds for the best expected value of a box; the value of points is ``points - price``."""

    def __init__(self, prices: Mapping[str, float], bonus: float) -> None:
        self._prices = prices
        self._bonus = bonus

    def turn(self, game: Yum, state: State) -> Turn:
        """Think about the turn that begins in ``state``."""
        sheet, boxes = state.sheets[0], game.layout.boxes
        free = [
            (place, 1 + self._bonus * (box.section is Section.UPPER), self._prices.get(box.key, 0))
            for place, box in enumerate(boxes)
            if sheet[0][place] is None
        ]
        last, best = {}, {}
        for faces in THROWS:
            points = game.scorer.raw(sheet, 0, faces)
            last[faces], best[faces] = max((points[place] * times - price, place) for place, times, price in free)
        second = expected(last)
        once = {faces: max(second[kept] for kept in kept_of(faces)) for faces in THROWS}
        return Turn((expected(once), second), {faces: boxes[place].key for faces, place in best.items()})


class Turn:
    """What to hold after the first and the second throw, and the box for each throw."""

    def __init__(self, worth: tuple[Mapping[Faces, float], ...], boxes: Mapping[Faces, str]) -> None:
        self._worth = worth
        self._boxes = boxes

    def kept(self, state: State, *, groups: bool) -> Faces:
        """The dice to keep; of those that are equally good, what takes the fewest presses."""
        worth = self._worth[state.throws - 1]
        choices = kept_of(tuple(sorted(state.dice)))
        best = max(map(worth.__getitem__, choices))
        good = [kept for kept in choices if worth[kept] >= best - _EQUAL]
        return good[0] if len(good[0]) == DICE else min(good, key=lambda kept: to_hold(state, kept, groups=groups))

    def box(self, faces: Faces) -> str:
        """The box to fill."""
        return self._boxes[faces]


# -- what a person presses -----------------------------------------------------------------------------------------


def to_hold(state: State, kept: Faces, *, groups: bool = True) -> int:
    """The presses after which exactly ``kept`` are held; dice kept in the last throw are held already.

    With ``groups``, first as many presses of the button for equal dice as save the most.
    """
    held, wanted = Counter(state.dice[: state.kept]), Counter(kept)
    fewest = (held - wanted).total() + (wanted - held).total()
    places, pressed = frozenset(range(state.kept)), 0
    while groups and (group := next_group(state.dice, places)):
        places, pressed = places | group, pressed + 1
        held = Counter(state.dice[place] for place in places)
        fewest = min(fewest, pressed + (held - wanted).total() + (wanted - held).total())
    return fewest


def to_fill(game: Yum, state: State, box: str) -> int:
    """The presses that fill ``box``, by the rows of the board."""
    do = f"mark {box}"
    best, menu = _boxes_of(game, state, striking=False)
    if do in best:
        return 1
    if do in menu or f"strike {box}" in menu:
        return 2
    _, strikes = _boxes_of(game, state, striking=True)
    if do not in strikes and f"strike {box}" not in strikes:
        raise LookupError(box)
    return 3 if "menu strike" in best else 4


def _boxes_of(game: Yum, state: State, *, striking: bool) -> tuple[set[str], set[str]]:
    """What the buttons and the menu of the board ask for."""
    rows = menu_offer(CONTEXT, game, state, would_write(game, state), BoardView(striking=striking)).boxes
    buttons = {
        component.do for row in rows for component in row if isinstance(component, Button) and not component.disabled
    }
    return buttons, {
        line.do for row in rows for component in row if isinstance(component, Menu) for line in component.choices
    }


def played(game: Yum, policy: Policy, seed: bytes, *, groups: bool) -> tuple[list[int], int]:
    """The presses of each turn of a whole game, and its points."""
    state, dice, presses = game.new(1), FairDice(seed, "presses"), []
    while state.turn is not None:
        turn, pressed = policy.turn(game, state), 1
        state = play(game, state, state.turn, "roll", dice).state
        while state.throws < 3:
            kept = turn.kept(state, groups=groups)
            if len(kept) == DICE:
                break
            pressed += to_hold(state, kept, groups=groups) + 1
            state = play(game, state, state.turn or 0, " ".join(map(str, ("keep", *kept))), dice).state
        box = turn.box(tuple(sorted(state.dice)))
        pressed += to_fill(game, state, box)
        state = play(game, state, state.turn or 0, f"mark {box}", dice).state
        presses.append(pressed)
    return presses, game.scores(state)[0]


def raced(game: AnyGame, seed: bytes) -> int:
    """The presses of a whole race, played alone."""
    state, dice, presses, throws = game.new(1), FairDice(seed, "presses"), 0, 0
    while state.turn is not None:
        actions = tuple(map(text, game.legal_actions(state)))
        if "stop" in actions:
            do = "stop" if throws == THROWS_OF_RACE else "roll"
        else:
            throws, do = (0, "roll") if not state.dice else (throws, max(actions, key=lambda action: action.count(" ")))
        throws += do == "roll"
        state, presses = play(game, state, state.turn, do, dice).state, presses + 1
    return presses


def of_daily(key: str, games: int, seed: int) -> float:
    """The presses of somebody's game of a day, on average."""
    game, seeds = make(key, {}), [b"%16d%16d" % (seed, number) for number in range(games)]
    if isinstance(game, Yum):
        policy = Policy({}, 0)
        return sum(sum(played(game, policy, one, groups=True)[0]) for one in seeds) / games
    return sum(raced(game, one) for one in seeds) / games


def minutes(presses: float) -> float:
    """How long so many presses take."""
    return presses * SECONDS / 60


def to_five(minutes: float) -> int:
    """To the nearest five minutes, as people read it."""
    return 5 * max(1, round(minutes / 5))


def measure(name: str, policy: Policy, games: int, seed: int, *, groups: bool = True) -> float:
    """Play, print a line and the distribution; return the share of turns within the bar."""
    game = make("yum_plus", {})
    assert isinstance(game, Yum)
    began = time.process_time()
    presses: Counter[int] = Counter()
    points = 0
    for number in range(games):
        turns, score = played(game, policy, b"%16d%16d" % (seed, number), groups=groups)
        presses.update(turns)
        points += score
    turns_played = presses.total()
    within = sum(count for many, count in presses.items() if many <= BAR) / turns_played
    mean = sum(many * count for many, count in presses.items()) / turns_played
    print(f"{name}: {games} games, {points / games:.0f} points on average, {time.process_time() - began:.0f} s")
    print(f"  {mean:.2f} presses a turn; at most {BAR} in {within:.1%} of {turns_played} turns")
    print("  " + "  ".join(f"{many}: {presses[many] / turns_played:.1%}" for many in sorted(presses)))
    return within


def main() -> None:
    """Measure both policies, and say whether the bar is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    within = measure("par", Policy(PRICES, BONUS), chosen.games, chosen.seed)
    measure("best points", Policy({}, 0), chosen.games, chosen.seed)
    measure("par, die by die", Policy(PRICES, BONUS), chosen.games, chosen.seed, groups=False)
    long = False
    for length, week in WEEKS.items():
        for key in dict.fromkeys(week):
            presses = of_daily(key, max(chosen.games // 10, 1), chosen.seed)
            long |= length == "short" and to_five(minutes(presses)) > 5
            print(f"{length} daily, {key}: {presses:.0f} presses, {minutes(presses):.1f} minutes")
    if within < SHARE:
        raise SystemExit(f"The bar is missed: {within:.1%} of the turns, not {SHARE:.0%}.")
    raise SystemExit(long and "The bar is missed: a short daily takes more than about five minutes.")


if __name__ == "__main__":
    main()
