"""The board of 5000: the choices of this throw, the points at risk, and everybody's points."""

from dataclasses import replace

from bot.engine import Faces, Keep, Seat, has_power
from bot.engine.play import legal
from bot.engine.types import text
from bot.games.five_thousand.points import FIVE_FIVES, STRAIGHT, THREE, choices, worth
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import Bank, How, Last, State
from bot.screens.games.five_thousand.power import POWER_WORDS
from bot.screens.kit import (
    TABLE_WIDTH,
    BoardView,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Screen,
    Style,
    code_block,
    hold_rows,
    large_dice,
    match_title,
    mention,
    mentions,
    more_buttons,
    next_game_lines,
    press_throw,
    score_lines,
    tie_lines,
)
from bot.screens.kit.power import power_counted, power_line
from bot.tables.core.model import Table

SEA_BLUE = 0x1F6F9F


def board_screen(context: RenderContext, table: Table, game: FiveThousand, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    thrown = DiceInHand(state.dice, held=_chosen(game, state, view.held), look="sea")
    parts = [
        *last_lines(context, table, game, state),
        *next_game_lines(context, table, state.match, view.news),
        *_turn_lines(context, table, game, state),
        *_throw_lines(context, game, state, thrown, view),
        code_block(_risk_lines(context, game, state, thrown)),
        *_goal_lines(context, game, state),
        score_lines(context, table, lambda seat: _note(context, game, state, seat), game.sides),
    ]
    dice = game.dice - len(state.aside)
    return Screen(
        title=_title(context, game, state),
        body="\n".join(parts),
        content=large_dice(context, replace(thrown, power=state.power), dice + has_power(game.house_rules)),
        footer=context.t("Table {code}", code=table.code),
        colour=SEA_BLUE,
        rows=(
            *hold_rows(context, thrown, active=not _scores_nothing(game, state), dice=dice, menu=view.by_menu),
            (*_commands(context, game, state, thrown), *more_buttons(context, table)),
        ),
    )


def _title(context: RenderContext, game: FiveThousand, state: State) -> str:
    name = match_title(context, game, state)
    return context.t("{game} · goal {points}", game=name, points=context.t.number(game.goal))


def _scores_nothing(game: FiveThousand, state: State) -> bool:
    """Whether nothing scores in the throw on the table, which a Power 6 gives once more."""
    return bool(state.dice) and not game.allowed(state)


def _chosen(game: FiveThousand, state: State, held: frozenset[int] | None) -> frozenset[int]:
    """The chosen dice: until somebody touches them, those with the most points."""
    if held is not None or not state.dice or _scores_nothing(game, state):
        return held or frozenset()
    best, places = list(next(iter(game.allowed(state)))), set()
    for place, face in enumerate(state.dice):
        if face in best:
            best.remove(face)
            places.add(place)
    return frozenset(places)


# -- words -------------------------------------------------------------------------------------------------------


def story_lines(context: RenderContext, table: Table, game: FiveThousand, state: State) -> list[str]:
    """Return how the latest turn ended, and the throws for a tie after it."""
    return [*last_lines(context, table, game, state), *tie_lines(context, table, state.match)]


def last_lines(context: RenderContext, table: Table, game: FiveThousand, state: State) -> list[str]:
    """Return how the latest turn ended."""
    last = state.last
    if last is None:
        return []
    lines = [_last_line(context, table, game, last)]
    if last.bumped:
        bumped = mentions(tuple(table.players[seat] for seat in last.bumped))
        lines.append(context.t("The same total: back to **0** for {players}!", players=bumped))
    return lines


def _last_line(context: RenderContext, table: Table, game: FiveThousand, last: Last) -> str:
    t = context.t
    who, points = mention(table.players[last.seat]), t.number(last.points)
    thrown = "-".join(map(str, sorted(last.faces)))
    match last.how:
        case How.COUNTED:
            counted = t("{player} counts **{points}**.", player=who, points=points)
            return counted + power_counted(context, last.power)
        case How.FIVE_ONES:
            return t("{player} throws five 1s and wins at once!", player=who)
        case How.NOTHING:
            if game.house_rules["goal_mode"] == "exact":
                return t(
                    "{player}: **{points}** would pass the goal, so they count nothing.", player=who, points=points
                )
            return t(
                "{player}: **{points}** count nothing. The last 1,000 are made in one turn.", player=who, points=points
            )
        case How.SHORT:
            return t(
                "{player}: no throws left, and **{points}** are too few to open ({opening}).",
                player=who,
                points=points,
                opening=t.number(game.opening),
            )
    if last.points:
        return t("{player} throws {dice}: nothing scores, **{points}** lost.", player=who, dice=thrown, points=points)
    return t("{player} throws {dice}: nothing scores.", player=who, dice=thrown)


def _turn_lines(context: RenderContext, table: Table, game: FiveThousand, state: State) -> list[str]:
    seat = state.turn or Seat(0)
    player, left = mention(table.players[seat]), game.throws_left(state)
    if not state.dice:
        line = context.t("{player}, it is your turn.", player=player)
    elif left is None:
        line = context.t("{player}: throw on or stop", player=player)
    elif left:
        line = context.t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player)
    else:
        line = context.t("{player}: no throws left", player=player)
    if state.opened[game.side(seat)]:
        return [line]
    return [line, context.t("To open, this turn must be worth **{points}**.", points=context.t.number(game.opening))]


def _throw_lines(
    context: RenderContext, game: FiveThousand, state: State, thrown: DiceInHand, view: BoardView
) -> list[str]:
    """The choices of this throw, and the present one."""
    if not state.dice:
        return press_throw(context, view)
    if _scores_nothing(game, state):
        fallen = "-".join(map(str, sorted(state.dice)))
        return [context.t("**{dice}**: nothing scores, but a Power 6 throws once more.", dice=fallen)]
    lines = [
        *power_line(context, state.power, POWER_WORDS),
        context.t(
            "In this throw: {offers}",
            offers=" · ".join(f"{'-'.join(map(str, dice))} = **{points}**" for dice, points in units(state.dice)),
        ),
    ]
    some = thrown.held_faces
    chosen = " ".join(map(str, some)) or context.t("none")
    if some in game.allowed(state):
        points = game.allowed(state)[some]
        lines.append(context.t("Chosen: **{dice}** = **{points}**", dice=chosen, points=points))
    elif some and game.house_rules["keep_all_scoring"]:
        lines.append(context.t("Chosen: **{dice}**. Here every die that scores must be chosen.", dice=chosen))
    elif some:
        lines.append(
            context.t("Chosen: **{dice}**. Not all of these score, or three equal dice are split.", dice=chosen)
        )
    else:
        lines.append(context.t("Chosen: **{dice}**. Choose at least one die that scores.", dice=chosen))
    return lines


def units(thrown: Faces) -> list[tuple[Faces, int]]:
    """The combinations and single dice that score in a throw, worth most first."""
    found: dict[Faces, int] = {}
    for some, points in choices(thrown).items():
        alone = len(some) == 1
        equal = len(set(some)) == 1 and (len(some) == THREE or points == FIVE_FIVES)
        straight = points == STRAIGHT and len(set(some)) == len(some)
        if alone or equal or straight:
            found[some] = points
    return list(found.items())


def _risk_lines(context: RenderContext, game: FiveThousand, state: State, thrown: DiceInHand) -> list[str]:
    points = worth(thrown.held_faces) or 0
    seat = state.turn or Seat(0)
    may_stop = Bank(thrown.held_faces) in game.legal_actions(state)
    total = str(game.counts(game.total(state, seat), game.stopped(state, thrown.held_faces))) if may_stop else "–"
    aside = " ".join(map(str, state.aside)) or "–"
    return [
        _pair(context.t("Set aside"), aside),
        _pair(context.t("Points at risk"), str(state.risk)),
        _pair(context.t("Chosen now"), f"+{points}"),
        _pair(context.t("Total if you stop"), total),
    ]


def _pair(label: str, value: str) -> str:
    return f"{label:<{TABLE_WIDTH - len(value) - 1}} {value}"


def _goal_lines(context: RenderContext, game: FiveThousand, state: State) -> list[str]:
    if state.to_play is None:
        return []
    return [
        context.t.many(
            "Last round: {n} more turn after this one.",
            "Last round: {n} more turns after this one.",
            len(state.to_play),
        )
    ]


def _note(context: RenderContext, game: FiveThousand, state: State, seat: Seat) -> str:
    return "" if state.opened[game.side(seat)] else context.t(" (not open)")


# -- buttons -----------------------------------------------------------------------------------------------------


def _commands(context: RenderContext, game: FiveThousand, state: State, thrown: DiceInHand) -> Row:
    actions = legal(game, state)
    if not state.dice or _scores_nothing(game, state):
        return (Button("roll", context.t("Throw"), Style.PRIMARY),)
    some = thrown.held_faces
    keep, bank = text(Keep(some)), text(Bank(some))
    left = 0 if game.full(state, some) else game.dice - len(state.aside) - len(some)
    label = (
        context.t.many("Throw {n} die", "Throw {n} dice", left)
        if left
        else context.t("Full hand: throw all {n}", n=game.dice)
    )
    points = game.stopped(state, some) if some in choices(state.dice) else state.risk + (worth(some) or 0)
    return (
        Button(keep, label, Style.PRIMARY, disabled=keep not in actions),
        Button(bank, context.t("Stop: {points}", points=points), Style.SUCCESS, disabled=bank not in actions),
    )


def sheet_lines(context: RenderContext, game: FiveThousand, state: State, seat: Seat) -> list[str]:
    """The total after each turn that counted, four a line."""
    totals = [str(total) for total in state.totals[game.side(seat)]] or ["–"]
    return ["".join(f"{total:>7}" for total in totals[first : first + 4]) for first in range(0, len(totals), 4)]
