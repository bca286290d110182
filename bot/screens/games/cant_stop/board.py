"""The board of Can't Stop: a line per column with cones and runners, and what the throw allows."""

from bot.engine import Seat, has_power
from bot.engine.play import legal
from bot.engine.types import text
from bot.games.cant_stop.rules import DICE, RUNNERS, CantStop
from bot.games.cant_stop.state import HEIGHTS, Heights, Last, Move, State, height
from bot.screens.games.cant_stop.power import POWER_WORDS
from bot.screens.kit import (
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
from bot.screens.kit.power import power_line
from bot.tables.core.model import Table

SANDSTONE = 0xD08A2E
LETTERS = "ABCD"
"""The letters of the seats; their cones have the names ``cone_a`` and so on."""

_RUNNER, _SEVERAL, _EMPTY = ">", "+", "·"
_TRACK = max(HEIGHTS.values())
_PER_ROW = 5
_FEWER = 3


def board_screen(context: RenderContext, table: Table, game: CantStop, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    parts = [
        *last_lines(context, table, game, state),
        *next_game_lines(context, table, state.match, view.news),
        _turn_line(context, table, game, state),
        *_thrown_lines(context, state),
        _runners_line(context, state),
        code_block([_column_line(context, game, state, column) for column in HEIGHTS]),
        context.t("`{runner}` runner · `{several}` several on one space", runner=_RUNNER, several=_SEVERAL),
        score_lines(context, table, lambda seat: _note(context, table, state, seat), game.sides),
    ]
    return Screen(
        title=_title(context, table, game, state),
        body="\n".join(parts),
        content=large_dice(
            context, DiceInHand(state.dice, state.power, look="sand"), DICE + has_power(game.house_rules)
        ),
        footer=context.t("Table {code}", code=table.code),
        colour=SANDSTONE,
        rows=_rows(context, table, game, state),
    )


# -- words -------------------------------------------------------------------------------------------------------


def _title(context: RenderContext, table: Table, game: CantStop, state: State) -> str:
    name = match_title(context, game, state)
    if len(table.players) == 1:
        return context.t(
            "{game} · {columns} columns, turn {turn}", game=name, columns=game.goal, turn=state.turns[0] + 1
        )
    return context.t("{game} · first to {columns} columns", game=name, columns=game.goal)


def story_lines(context: RenderContext, table: Table, game: CantStop, state: State) -> list[str]:
    """Return how the latest turn ended, and the throws for a tie after it."""
    return [*last_lines(context, table, game, state), *tie_lines(context, table, state.match)]


def last_lines(context: RenderContext, table: Table, game: CantStop, state: State) -> list[str]:
    """Return how the latest turn ended; alone and at the end, how many turns it took."""
    if state.last is None:
        return []
    lines = [_last_line(context, table, state.last)]
    if state.turn is None and len(table.players) == 1:
        taken = context.t.many("{n} turn", "{n} turns", state.turns[0])
        lines.append(
            context.t("{player} has won the columns in **{turns}**.", player=mention(table.players[0]), turns=taken)
        )
    return lines


def _last_line(context: RenderContext, table: Table, last: Last) -> str:
    who = mention(table.players[last.seat])
    if not last.stopped:
        thrown = "-".join(map(str, sorted(last.faces)))
        return context.t("{player} throws {dice}: no runner can move, the turn is lost.", player=who, dice=thrown)
    columns = context.t.listed([str(column) for column, _ in last.runners])
    said = (
        context.t("Power 4, Freeze! {player} stops: cones placed in {columns}.", player=who, columns=columns)
        if last.frozen
        else context.t("{player} stops: cones placed in {columns}.", player=who, columns=columns)
    )
    if last.won:
        won = context.t.listed([f"**{column}**" for column in last.won])
        said += " " + context.t.many(
            "Column {columns} is won!", "Columns {columns} are won!", len(last.won), columns=won
        )
    return said


def _turn_line(context: RenderContext, table: Table, game: CantStop, state: State) -> str:
    player = mention(table.players[state.turn or Seat(0)])
    if not state.dice:
        return context.t("{player}, it is your turn.", player=player)
    if not state.moved and not any(game.moves(state).values()):
        return context.t("{player}: no runner can move, but a Power 6 throws once more", player=player)
    if not state.moved:
        return context.t("{player}: choose how to pair the dice", player=player)
    if state.twice:
        return context.t("{player}: move again with these dice, throw on or stop", player=player)
    if game.may_stop(state):
        return context.t("{player}: throw on or stop", player=player)
    return context.t("{player}: throw on, a runner stands on a cone of somebody else", player=player)


def _thrown_lines(context: RenderContext, state: State) -> list[str]:
    """The throw while it may be used, and what the Power die does."""
    if not state.dice or (state.moved and not state.twice):
        return []
    thrown = context.t("Thrown: **{dice}**", dice=" ".join(map(str, state.dice)))
    return [thrown, *power_line(context, state.power, POWER_WORDS)]


def _runners_line(context: RenderContext, state: State) -> str:
    """The runners in words: their places and their ways to the top."""
    free = RUNNERS - len(state.runners)
    runner = "" if context.plain else f"{context.glyphs['runner']} "
    if not state.runners:
        return runner + context.t.many("{n} runner is free", "{n} runners are free", free)
    at = ", ".join(
        context.t("**{column}** on {step} of {top}", column=column, step=step, top=HEIGHTS[column])
        for column, step in state.runners
    )
    left = context.t.many("{n} free", "{n} free", free)
    places = context.t("Runners: {places}", places=at) if context.plain else at
    return f"{runner}{places} · {left}"


def _note(context: RenderContext, table: Table, state: State, seat: Seat) -> str:
    """The cone of a seat, and the columns it has won."""
    won = ", ".join(map(str, state.won[seat]))
    return f" {cone(context, table, seat)}" + (f" ({won})" if won else "")


def cone(context: RenderContext, table: Table, seat: int) -> str:
    """The cone of a seat with its letter; the cones of partners have the colour of their side."""
    sides = table.game.sides
    letter, colour = LETTERS[seat], LETTERS[table.colour(seat % sides) if sides else seat].lower()
    return letter if context.plain else f"{context.glyphs[f'cone_{colour}']} {letter}"


# -- the board ---------------------------------------------------------------------------------------------------


def _column_line(context: RenderContext, game: CantStop, state: State, column: int) -> str:
    """A column lying on its side, its top at the right: at most 28 characters."""
    winner = game.winner(state, column)
    if winner is not None:
        return f"{column:>2}│" + context.t("won by {letter}", letter=LETTERS[winner])
    runners, cells, crowds = dict(state.runners), [], []
    for step in range(1, HEIGHTS[column] + 1):
        here = [LETTERS[seat] for seat, cones in enumerate(state.cones) if height(cones, column) == step]
        runner = runners.get(column) == step
        cells.append(_RUNNER if runner else here[0] if len(here) == 1 else _SEVERAL if here else _EMPTY)
        if len(here) + runner > 1:
            crowds.append((_RUNNER if runner else "") + "".join(here))
    return f"{column:>2}│{''.join(cells)}│{HEIGHTS[column]:<{2 if crowds else 0}} {' '.join(crowds)}".rstrip()


def sheet_lines(context: RenderContext, game: CantStop, state: State, seat: Seat) -> list[str]:
    """The height of one seat in every column."""
    return [_own_line(context, game, state.cones[seat], state, column) for column in HEIGHTS]


def _own_line(context: RenderContext, game: CantStop, cones: Heights, state: State, column: int) -> str:
    winner = game.winner(state, column)
    if winner is not None:
        return f"{column:>2}│" + context.t("won by {letter}", letter=LETTERS[winner])
    step, top = height(cones, column), HEIGHTS[column]
    return f"{column:>2}│{'#' * step}{_EMPTY * (top - step)}│".ljust(_TRACK + 5) + f"{step}/{top}"


# -- buttons -----------------------------------------------------------------------------------------------------


def _rows(context: RenderContext, table: Table, game: CantStop, state: State) -> tuple[Row, ...]:
    actions = legal(game, state)
    more = more_buttons(context, table)
    moves = [action for action in actions.values() if isinstance(action, Move)]
    throw = Button("roll", context.t("Throw"), Style.PRIMARY, disabled="roll" not in actions)
    stop = Button("stop", context.t("Stop"), Style.SUCCESS, disabled="stop" not in actions)
    if moves:
        return (*_move_rows(context, moves), (throw, stop, *more) if state.twice else more)
    return ((throw, stop, *more),)


def _move_rows(context: RenderContext, moves: list[Move]) -> tuple[Row, ...]:
    """A button per move that says what it does; those that move twice stand out."""
    many = _PER_ROW if len(moves) <= _PER_ROW else _FEWER
    buttons = [
        Button(text(move), move_label(context, move), Style.PRIMARY if len(move.columns) > 1 else Style.SECONDARY)
        for move in moves
    ]
    return tuple(tuple(buttons[first : first + many]) for first in range(0, len(buttons), many))


def move_label(context: RenderContext, move: Move) -> str:
    """What a move does, in a few characters."""
    first, *others = move.columns
    if not others:
        return context.t("only {column}", column=first)
    if others[0] == first:
        return context.t("{column} twice", column=first)
    return f"{first} + {others[0]}"


# -- what happened -----------------------------------------------------------------------------------------------


def climbed(context: RenderContext, table: Table, seat: Seat, columns: list[str]) -> str:
    """Return which columns a player has climbed by one throw."""
    t, player = context.t, mention(table.players[seat])
    if len(columns) == 2 and columns[0] == columns[1]:
        return t("{player} climbs two steps in column {column}.", player=player, column=columns[0])
    return t.many(
        "{player} climbs in column {columns}.",
        "{player} climbs in columns {columns}.",
        len(columns),
        player=player,
        columns=t.listed(columns),
    )
