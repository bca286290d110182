"""The board of Ambition: the task of the throw, the points at risk, and the way to the goal."""

from bot.engine import Faces, Seat, has_power
from bot.engine.play import legal
from bot.games.ambition.points import DICE, STARS, scoring, worth
from bot.games.ambition.rules import TRIES, Ambition
from bot.games.ambition.state import How, Last, State
from bot.screens.kit import (
    BoardView,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Screen,
    Style,
    board_title,
    dice_heading,
    mention,
    more_row,
    next_game_lines,
    play_board,
    score_lines,
    tie_lines,
)
from bot.screens.kit.board.play_board import became_line, to_throw
from bot.screens.kit.dice import dashed
from bot.screens.kit.power import power_counted, power_note, power_works
from bot.tables.core.model import Table

NIGHT_BLUE = 0x3D3D7A


def board_screen(context: RenderContext, table: Table, game: Ambition, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    seat = state.turn or Seat(0)
    return play_board(
        context,
        _title(context, game, state),
        view,
        sheet=next_game_lines(context, table, state.match, view.news),
        scores=[
            score_lines(context, table, lambda one: _note(context, state, one), game.sides, game.goal),
            _risk_line(context, game, state, seat),
        ],
        dice=dice_heading(context, _shown(state, seat), DICE + has_power(game.house_rules)),
        what=_what(context, table, state, seat),
        who=_who(context, table, game, state, seat),
        colour=NIGHT_BLUE,
        rows=(
            _commands(context, game, state),
            more_row(context, table),
        ),
    )


def _title(context: RenderContext, game: Ambition, state: State) -> str:
    t, points = context.t, context.t.number(game.goal)
    return board_title(context, game, state, t("exactly {points}", points=points), t("goal {points}", points=points))


def _note(context: RenderContext, state: State, seat: Seat) -> str:
    return "" if state.qualified[seat] else context.t(" (not qualified)")


def _shown(state: State, seat: Seat) -> DiceInHand:
    """The dice on the table; before a throw, those of the latest turn."""
    if not state.throws and state.last is not None:
        return DiceInHand(state.last.faces, state.last.power, look="star")
    return _thrown(state, seat)


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
    return [*last_lines(context, table, game, state), *tie_lines(context, table, state.match.roll_off)]


def last_lines(context: RenderContext, table: Table, game: Ambition, state: State) -> list[str]:
    """Return how the latest turn ended."""
    return [] if state.last is None else [_last_line(context, table, state.last)]


def _last_line(context: RenderContext, table: Table, last: Last) -> str:
    t = context.t
    who, points = mention(table.players[last.seat]), t.number(last.points)
    dice = dashed(tuple(sorted(last.faces)))
    match last.how:
        case How.COUNTED:
            return t("{player} writes **{points}**.", player=who, points=points) + power_counted(
                context, last.power, again=table.turn == last.seat
            )
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


def _starred(faces: Faces) -> str:
    """Dice as people write them, with the stars on them."""
    return "-".join(f"★{face}" if face in STARS else str(face) for face in faces)


def _risk_line(context: RenderContext, game: Ambition, state: State, seat: Seat) -> str:
    """What is at stake above the dice: points, or how to qualify."""
    t = context.t
    if not state.qualified[seat]:
        return t("To qualify: a ★1 and a ★5 in one throw")
    missing = game.goal - game.total(state, seat) - game.stopped(state)
    return t(
        "At risk **{points}** · then missing **{missing}**",
        points=t.number(state.risk),
        missing=t.number(missing),
    )


def _what(context: RenderContext, table: Table, state: State, seat: Seat) -> str:
    """What the dice on the table are worth, or what those of the latest turn became."""
    t = context.t
    if not state.throws:
        return "" if state.last is None else _became(context, table, state.last)
    if not state.qualified[seat]:
        return t("Thrown **{dice}**", dice=_starred(state.dice))
    if state.again:
        return t("**{dice}** → nothing, but Power 6: throw again", dice=dashed(tuple(sorted(state.dice))))
    scored, points = _starred(scoring(state.dice)), t.number(worth(state.dice))
    if state.pending:
        return t("**{dice}** = {points} · trio (to validate)", dice=scored, points=points)
    return f"**{scored}** = {points}"


def _became(context: RenderContext, table: Table, last: Last) -> str:
    """The dice of the latest turn and what they brought: one short line."""
    t, points = context.t, context.t.number(last.points)
    match last.how:
        case How.COUNTED:
            said = f"**+{points}**" + (power_note(context, last.power) if power_works(last.power) else "")
        case How.QUALIFIED:
            said = t("**qualified!**")
        case How.UNQUALIFIED:
            said = t("not qualified yet")
        case How.INVALID:
            said = t("no star, **{points} lost**", points=points)
        case How.OVER:
            said = t("past the goal, **{points} lost**", points=points)
        case How.SAVED:
            said = t("past the goal, **+{points}** before", points=points)
        case _:
            said = t("nothing, **{points} lost**", points=points) if last.points else t("**nothing**")
    dice = _starred(tuple(sorted(last.faces)))
    return became_line(context, table.players[last.seat], dice, said)


def _who(context: RenderContext, table: Table, game: Ambition, state: State, seat: Seat) -> str:
    t, player = context.t, f"**{mention(table.players[seat])}**"
    parts = [player if state.throws else to_throw(context, table, seat)]
    if not state.qualified[seat]:
        left = TRIES - state.throws
        return " · ".join((*parts, t.many("{n} throw left", "{n} throws left", left)))
    if state.pending:
        parts.append(t("throw a ★1 or a ★5"))
    elif state.risk and not state.again:
        total = game.total(state, seat) + game.stopped(state)
        parts.append(t("stop now: **{points}**", points=t.number(total)))
    return " · ".join(parts) + power_note(context, state.power)


def _commands(context: RenderContext, game: Ambition, state: State) -> Row:
    """Throw and Stop: always both, so that neither ever takes the place of the other."""
    t, actions = context.t, legal(game, state)
    throw = t.many("Throw {n} die", "Throw {n} dice", DICE - len(game.next_aside(state)))
    stop = t("Stop: +{points}", points=t.number(game.stopped(state)))
    return (
        Button("roll", throw, Style.PRIMARY, disabled="roll" not in actions),
        Button("stop", stop, Style.SUCCESS, disabled="stop" not in actions),
    )


def sheet_lines(context: RenderContext, game: Ambition, state: State, seat: Seat) -> list[str]:
    """The total after each turn with written points, four a line."""
    totals = [context.t.number(total) for total in state.totals[game.side(seat)]] or ["–"]
    return ["".join(f"{total:>7}" for total in totals[first : first + 4]) for first in range(0, len(totals), 4)]
