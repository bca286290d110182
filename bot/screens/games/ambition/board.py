"""The board of Ambition: the task of the throw, the points at risk, and the way to the goal."""

from bot.engine import Seat, has_power
from bot.engine.play import legal
from bot.games.ambition.points import DICE, STARS, scoring, worth
from bot.games.ambition.rules import TRIES, Ambition
from bot.games.ambition.state import How, Last, State
from bot.screens.games.ambition.power import POWER_WORDS
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
    large_dice,
    match_title,
    mention,
    more_buttons,
    next_game_lines,
    score_lines,
    tie_lines,
)
from bot.screens.kit.power import power_counted, power_line
from bot.tables.core.model import Table

NIGHT_BLUE = 0x3D3D7A


def board_screen(context: RenderContext, table: Table, game: Ambition, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    seat = state.turn or Seat(0)
    parts = [
        *last_lines(context, table, game, state),
        *next_game_lines(context, table, state.match, view.news),
        *_turn_lines(context, table, game, state, seat),
        code_block(_points_lines(context, game, state, seat)),
        score_lines(
            context, table, lambda one: "" if state.qualified[one] else context.t(" (not qualified)"), game.sides
        ),
    ]
    return Screen(
        title=_title(context, game, state),
        body="\n".join(parts),
        content=large_dice(context, _thrown(state, seat), DICE + has_power(game.house_rules)),
        footer=context.t("Table {code}", code=table.code),
        colour=NIGHT_BLUE,
        rows=((*_commands(context, game, state), *more_buttons(context, table)),),
    )


def _title(context: RenderContext, game: Ambition, state: State) -> str:
    name = match_title(context, game, state)
    return context.t("{game} · exactly {points}", game=name, points=context.t.number(game.goal))


def _thrown(state: State, seat: Seat) -> DiceInHand:
    """The dice; once the points count, scoring ones have a mark."""
    faces = (*state.aside, *state.dice)
    marked = [*state.aside, *scoring(state.dice)] if state.qualified[seat] else []
    held = set()
    for place, face in enumerate(faces):
        if face in marked:
            marked.remove(face)
            held.add(place)
    return DiceInHand(faces, state.power, frozenset(held), "star")


# -- words -------------------------------------------------------------------------------------------------------


def story_lines(context: RenderContext, table: Table, game: Ambition, state: State) -> list[str]:
    """Return how the latest turn ended, and the throws for a tie after it."""
    return [*last_lines(context, table, game, state), *tie_lines(context, table, state.match)]


def last_lines(context: RenderContext, table: Table, game: Ambition, state: State) -> list[str]:
    """Return how the latest turn ended."""
    return [] if state.last is None else [_last_line(context, table, state.last)]


def _last_line(context: RenderContext, table: Table, last: Last) -> str:
    t = context.t
    who, points = mention(table.players[last.seat]), t.number(last.points)
    dice = "-".join(map(str, sorted(last.faces)))
    match last.how:
        case How.COUNTED:
            return t("{player} writes **{points}**.", player=who, points=points) + power_counted(context, last.power)
        case How.QUALIFIED:
            return t("{player} throws {dice}, both stars: qualified!", player=who, dice=dice)
        case How.UNQUALIFIED:
            return t("{player} is not qualified yet: the last throw was {dice}.", player=who, dice=dice)
        case How.INVALID:
            return t(
                "{player} throws {dice}: no star to validate the trio, **{points}** lost.",
                player=who,
                dice=dice,
                points=points,
            )
        case How.OVER:
            return t("{player}: **{points}** would pass the goal, the turn is lost.", player=who, points=points)
        case How.SAVED:
            return t(
                "{player} throws {dice}, which would pass the goal: **{points}** written without it.",
                player=who,
                dice=dice,
                points=points,
            )
    if last.points:
        return t("{player} throws {dice}: nothing scores, **{points}** lost.", player=who, dice=dice, points=points)
    return t("{player} throws {dice}: nothing scores.", player=who, dice=dice)


def _turn_lines(context: RenderContext, table: Table, game: Ambition, state: State, seat: Seat) -> list[str]:
    t = context.t
    player = mention(table.players[seat])
    if not state.qualified[seat]:
        left = TRIES - state.throws
        thrown = " ".join(f"★{face}" if face in STARS else str(face) for face in state.dice)
        return [
            t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player),
            *([t("Thrown: **{dice}**", dice=thrown)] if thrown else []),
            t("To qualify, throw a ★1 and a ★5 together."),
        ]
    if not state.dice:
        return [t("{player}, it is your turn.", player=player)]
    if state.again:
        fallen = "-".join(map(str, sorted(state.dice)))
        missed = t("**{dice}**: nothing scores, but a Power 6 throws once more.", dice=fallen)
        return [t("{player}: throw again", player=player), missed]
    scored = "-".join(f"★{face}" if face in STARS else str(face) for face in scoring(state.dice))
    said = t("In this throw: {offers}", offers=f"{scored} = **{worth(state.dice)}**")
    power = power_line(context, state.power, POWER_WORDS)
    if state.pending:
        return [t("{player}: a trio! Throw a ★1 or a ★5 to validate it.", player=player), said, *power]
    return [t("{player}: throw on or stop", player=player), said, *power]


def _points_lines(context: RenderContext, game: Ambition, state: State, seat: Seat) -> list[str]:
    total = game.total(state, seat)
    return [
        _pair(context.t("Written"), str(total)),
        _pair(context.t("Points at risk"), str(state.risk)),
        _pair(context.t("Trio to validate"), str(state.pending) if state.pending else "–"),
        _pair(context.t("Then missing"), str(game.goal - total - game.stopped(state))),
    ]


def _pair(label: str, value: str) -> str:
    return f"{label:<{TABLE_WIDTH - len(value) - 1}} {value}"


def _commands(context: RenderContext, game: Ambition, state: State) -> Row:
    actions = legal(game, state)
    dice = DICE - len(game.next_aside(state))
    return (
        Button(
            "roll",
            context.t.many("Throw {n} die", "Throw {n} dice", dice),
            Style.PRIMARY,
            disabled="roll" not in actions,
        ),
        Button(
            "stop",
            context.t("Stop: {points}", points=game.stopped(state)),
            Style.SUCCESS,
            disabled="stop" not in actions,
        ),
    )


def sheet_lines(context: RenderContext, game: Ambition, state: State, seat: Seat) -> list[str]:
    """The total after each turn with written points, four a line."""
    totals = [str(total) for total in state.totals[game.side(seat)]] or ["–"]
    return ["".join(f"{total:>7}" for total in totals[first : first + 4]) for first in range(0, len(totals), 4)]
