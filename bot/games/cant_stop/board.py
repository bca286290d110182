"""The board of Can't Stop: everybody's columns, dice, runners, what each pairing would bring; and its moments."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.engine import DOUBLE, FREEZE, N_, POWER, Event, RaceState, Roll, Seat, has_power
from bot.engine.gate import legal
from bot.engine.types import text
from bot.games.cant_stop.rules import (
    DICE,
    HEIGHTS,
    RUNNERS,
    CantStop,
    Heights,
    LatestTurn,
    Move,
    State,
    StopClimbing,
    height,
)
from bot.screens.kit import (
    CONE_MARKS,
    BoardView,
    Button,
    Climber,
    DiceInHand,
    Mountain,
    RenderContext,
    Row,
    Screen,
    Style,
    before_lines,
    board_title,
    code_block,
    dice_heading,
    left_note,
    mention,
    more_button,
    named_in_play,
    next_game_lines,
    play_board,
    side_name,
    tie_lines,
    undo_button,
)
from bot.screens.kit.board import Moment, Tone, bust, marked, to_throw
from bot.screens.kit.dice import PowerWords, is_drawn, power_line, risk
from bot.tables.model.table import Table

# -- The Power die in words ------------------------------------------------------------------------------------------


def _edges(context: RenderContext, game: CantStop) -> Iterator[str]:
    if game.house_rules["no_stop_on_cone"]:
        yield context.t("A 4 places your cones even where you may not stop by yourself, on cones of others.")


POWER_WORDS = PowerWords[CantStop](
    N_(
        "A die of another colour is thrown with the others. It belongs to no pair, and what it shows goes for this "
        "throw."
    ),
    {
        **dict.fromkeys(range(1, FREEZE), N_("nothing.")),
        FREEZE: N_("Freeze: after this throw the turn ends and your cones are placed, even if no runner can move."),
        DOUBLE: N_("Double: the dice move runners twice, paired as you like; you may leave out the second time."),
        POWER: N_("if no runner can move, throw again."),
    },
    _edges,
)


# -- The columns: what their picture shows, and the same in words ----------------------------------------------------

_COLOURS, MARKS = tuple(CONE_MARKS), tuple(CONE_MARKS.values())
"""The colours of the seats and their marks."""


def mountain(table: Table, state: State) -> Mountain:
    """Return what the picture shows: cones, the runners of the present turn, and which columns the dice may climb."""
    climbers = tuple(
        Climber(MARKS[seat], _colour(table, seat), cones, state.won[seat]) for seat, cones in enumerate(state.cones)
    )
    moves = (action for action in table.game.legal_actions(state) if isinstance(action, Move))
    lit = tuple(sorted({column for move in moves for column in move.columns}))
    crowned = () if state.last is None else state.last.won
    runs = state.turn if state.runners else None
    return Mountain(tuple(HEIGHTS.items()), climbers, state.runners, runs, lit, crowned, _fallen(state))


def _fallen(state: State) -> tuple[tuple[int, int, int], ...]:
    """Where the runners fell from, of a turn lost by the latest throw; nothing from the next throw on."""
    last = state.last
    if last is None or last.stopped or state.dice or state.runners or state.turn is None:
        return ()
    return tuple((column, height(state.cones[last.seat], column), step) for column, step in last.runners)


def _colour(table: Table, seat: int) -> str:
    """The colour of a seat's cones; those of partners have the colour of their side."""
    sides = table.game.sides
    return _COLOURS[table.colour(seat % sides) if sides else seat]


def cone(context: RenderContext, table: Table, seat: int) -> str:
    """Return the cone of a seat and a space, with its mark where the drawing lacks it; nothing in words only."""
    if context.plain:
        return ""
    colour, mark = _colour(table, seat), MARKS[seat]
    glyph = context.glyphs[f"cone_{colour}"]
    return f"{glyph} " if is_drawn(glyph) and mark == CONE_MARKS[colour] else f"{glyph} {mark} "


def places(context: RenderContext, heights: Heights) -> str:
    """Return where cones or runners stand."""
    return " · ".join(place(context, column, step) for column, step in heights)


def place(context: RenderContext, column: int, step: int) -> str:
    """Return how far one has come in a column."""
    top = HEIGHTS[column]
    if context.plain:
        return context.t("column **{column}**, step {step} of {top}", column=column, step=step, top=top)
    return context.t("**{column}**: {step} of {top}", column=column, step=step, top=top)


def open_cones(state: State, seat: int) -> Heights:
    """Return the cones of a seat in columns that it has not won."""
    return tuple((column, step) for column, step in state.cones[seat] if column not in state.won[seat])


# -- Everybody's way up the columns: one table side by side, or in words a line per column ---------------------------

_CELL = 6
_WIDE = 3
"""For more seats the lines leave out how many steps a column has."""


def sheet_lines(context: RenderContext, game: CantStop, state: State, seat: Seat) -> list[str]:
    """Return how far one seat has come in every column."""
    return _table(context, state, [seat])


def sheet_in_words(context: RenderContext, game: CantStop, state: State, seat: Seat) -> list[str]:
    """Return the same in words: the columns that a seat has won, then its cones."""
    won = sorted(state.won[seat])
    lines = [context.t("Columns won: {columns}.", columns=", ".join(map(str, won)))] if won else []
    cones = places(context, open_cones(state, seat))
    return [*lines, f"{cones}." if cones else context.t("No cones yet.")]


def sheet_parts(context: RenderContext, table: Table, game: CantStop, state: State) -> list[str]:
    """Return everybody's columns as one part of the page of sheets."""
    seats = [Seat(seat) for seat in range(len(table.players))]
    if context.plain:
        return ["\n".join(_spoken(context, table, state, column) for column in HEIGHTS)]
    names = [f"{cone(context, table, seat)}{mention(table.players[seat])}" for seat in seats]
    return ["\n".join((" · ".join(names), code_block(_table(context, state, seats))))]


def race_parts(context: RenderContext, table: Table, game: CantStop, state: RaceState[State]) -> list[str]:
    """Return the columns of everybody in a race of up to four, as if all were on one board."""
    cones = tuple(run.cones[0] for run in state.runs)
    won = tuple(run.won[0] for run in state.runs)
    return sheet_parts(context, table, game, replace(state.runs[0], cones=cones, won=won))


def _table(context: RenderContext, state: State, seats: Sequence[Seat]) -> list[str]:
    """A line per column, at most 28 characters: its number, its steps, and those of each seat."""
    head = [f"{MARKS[seat]:>{_CELL}}" for seat in seats] if len(seats) > 1 else []
    names = [f"{column:>2} ({top:>2})" if len(seats) <= _WIDE else f"{column:>4}" for column, top in HEIGHTS.items()]
    lines = [" " * len(names[0]) + "".join(head)] if head else []
    for name, column in zip(names, HEIGHTS, strict=True):
        lines.append(name + "".join(f"{_cell(context, state, column, seat):>{_CELL}}" for seat in seats))
    return lines


def _cell(context: RenderContext, state: State, column: int, seat: Seat) -> str:
    if column in state.won[seat]:
        return context.t("won")
    return str(height(state.cones[seat], column) or "·")


def _spoken(context: RenderContext, table: Table, state: State, column: int) -> str:
    """A column in words."""
    t = context.t
    cones = [
        t("{player} has won it", player=mention(player))
        if column in state.won[seat]
        else t("{player} on {step}", player=mention(player), step=step)
        for seat, player in enumerate(table.players)
        if (step := height(state.cones[seat], column))
    ]
    names = t.listed(cones) if cones else t("no cone")
    return t("**{column}**, {top} steps: {cones}", column=column, top=HEIGHTS[column], cones=names)


# -- Moments: a column won, a turn lost -------------------------------------------------------------------------------


_WON = (
    N_("{player} wins column {columns}!"),
    N_("To the top: column {columns} for {player}!"),
    N_("Bravo, {player}: column {columns} is won!"),
)
_WON_SEVERAL = (
    N_("{player} wins columns {columns}!"),
    N_("To the top: columns {columns} for {player}!"),
    N_("Bravo, {player}: columns {columns} are won!"),
)


def moment(game: CantStop, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the moment of the turn that has just ended."""
    last = after.last
    if last is None or last is before.last:
        return None
    if last.won:
        won = " + ".join(map(str, last.won))
        return Moment(_WON if len(last.won) == 1 else _WON_SEVERAL, last.seat, {"columns": won}, great=True)
    if last.stopped:
        return None
    if len(before.runners) == RUNNERS:
        cones = dict(before.cones[last.seat])
        lost = sum(step - cones.get(column, 0) for column, step in before.runners)
        columns = {f"column{number}": column for number, (column, _) in enumerate(before.runners, 1)}
        said = N_("{player} loses {steps} steps in {column1}, {column2} and {column3}!")
        return Moment((said,), last.seat, {"steps": lost, **columns}, tone=Tone.BUST)
    return bust(last.seat)


# -- The board -------------------------------------------------------------------------------------------------------

SANDSTONE = 0xD08A2E

_LINES = 2
"""The buttons of a throw always take so many rows, so that nothing moves."""


def board_screen(context: RenderContext, table: Table, game: CantStop, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    pictured = view.pictured and not context.plain
    board = play_board(
        context,
        _title(context, table, game, state),
        view,
        sheet=next_game_lines(context, table, state.match, view.news),
        scores=[*_score_lines(context, table, game, state, pictured), *_power_lines(context, game, state)],
        legend=_legend(context, game, state, view),
        dice=dice_heading(context, _dice(state), DICE + has_power(game.house_rules)),
        what=_what(context, table, state),
        who=_who_line(context, table, game, state),
        rows=_rows(context, table, game, state),
        colour=SANDSTONE,
    )
    return replace(board, picture=mountain(table, state)) if pictured else board


def _dice(state: State) -> DiceInHand:
    """The dice on the table: before the first throw of a turn, those of the last one."""
    if state.dice or state.last is None:
        return DiceInHand(state.dice, state.power, look="sand")
    return DiceInHand(state.last.faces, look="sand")


# -- what the board and the story say --------------------------------------------------------------------------------


def _title(context: RenderContext, table: Table, game: CantStop, state: State) -> str:
    t = context.t
    columns = t.many("{n} column", "{n} columns", game.goal)
    if len(table.players) == 1:
        where = t("{columns} columns, turn {turn}", columns=game.goal, turn=state.turns[0] + 1)
    else:
        where = t("first to {columns} columns", columns=game.goal)
    return board_title(context, game, state, where, columns, t("{n} col.", n=game.goal))


def _score_lines(context: RenderContext, table: Table, game: CantStop, state: State, pictured: bool) -> list[str]:
    """Everybody's columns, a line each; without a picture, their cones below."""
    lines = _side_lines(context, table, game, state)
    for seat, player in enumerate(table.players):
        line = f"{cone(context, table, seat)}{named_in_play(context, player)} {_columns(context, state, seat)}"
        line += left_note(context, table, seat)
        lines.append(marked(context, table, Seat(seat), line))
        cones = open_cones(state, seat)
        if context.spoken:
            climbed = places(context, cones) or context.t("none")
            lines[-1] = context.t("{player}. Cones: {cones}.", player=lines[-1], cones=climbed)
        elif cones and not pictured:
            lines.append(places(context, cones))
    return [*lines, *before_lines(context, table)]


def _side_lines(context: RenderContext, table: Table, game: CantStop, state: State) -> list[str]:
    """The columns of each side, in one line."""
    points = [sum(map(len, state.won[side :: game.sides])) for side in range(game.sides)]
    line = " · ".join(f"{side_name(context, table, side)} **{won}**" for side, won in enumerate(points))
    return [line] if line else []


def _columns(context: RenderContext, state: State, seat: int) -> str:
    won = state.won[seat]
    if not won:
        return context.t("0 columns")
    columns = ", ".join(map(str, won))
    return context.t.many("{n} column: {columns}", "{n} columns: {columns}", len(won), columns=columns)


def _power_lines(context: RenderContext, game: CantStop, state: State) -> list[str]:
    """What the Power die does to this throw; before the throw, a line that keeps its place."""
    if not has_power(game.house_rules):
        return []
    in_force = state.dice and (state.twice or not state.moved)
    keeps_place = [] if context.spoken else [context.t("**Power** · –")]
    return [*power_line(context, state.power if in_force else None, POWER_WORDS)] or keeps_place


def _what(context: RenderContext, table: Table, state: State) -> str:
    """Return the end of the last turn, until the next throw; then the runners.

    In sentences the dice come first: a move may have made itself, and the line of the next step does not name them.
    """
    if not state.dice and state.last is not None:
        return _last_line(context, table, state.last)
    t, free = context.t, RUNNERS - len(state.runners)
    runner = "" if context.plain else "↑ "  # An emoji would make the line a pixel higher than that of a turn's end.
    if not state.runners:
        line = runner + t.many("{n} runner free", "{n} runners free", free)
    else:
        placed = " · ".join((places(context, state.runners), *([t.many("{n} free", "{n} free", free)] if free else ())))
        line = t("Runners: {places}", places=placed) if context.plain else runner + placed
    if context.spoken and state.dice:
        return ". ".join((t("Thrown **{dice}**", dice="-".join(map(str, state.dice))), line))
    return line


def _who_line(context: RenderContext, table: Table, game: CantStop, state: State) -> str:
    t, seat = context.t, state.turn or Seat(0)
    player = f"**{mention(table.players[seat])}**"
    if not state.dice:
        return to_throw(context, table, seat)
    dice = "-".join(map(str, state.dice))
    if not state.moved and not any(game.moves(state).values()):
        return t("{player} · {dice}: no runner can move, but Power 6 throws once more", player=player, dice=dice)
    if not state.moved:
        return t("{player} · pair **{dice}**", player=player, dice=dice)
    return f"{player} · {after_climbing(context, game, state)}"


def after_climbing(context: RenderContext, game: CantStop, state: State) -> str:
    """What is left to do once runners have climbed: throw on, stop, or the only one of both that makes sense."""
    t = context.t
    if not game.may_stop(state):
        return t("**Throw** on: a runner stands on a cone of somebody else")
    if game.wins_by_stopping(state):
        return t("**Stop** finishes!") if len(state.cones) == 1 else t("**Stop** wins!")
    if game.all_on_top(state):
        return t("all runners are at the top: **Stop**")
    if state.twice:
        if context.plain:
            return t("move again with **{dice}**, throw on or stop", dice="-".join(map(str, state.dice)))
        return t("move again, throw on or stop")  # The dice lie above.
    return t("**Throw** on, or **Stop**?")


def _legend(context: RenderContext, game: CantStop, state: State, view: BoardView) -> str:
    """What the numbers on buttons mean, and the blue ones.

    Once runners have moved, how often one more throw goes well, or what Stop is.
    """
    t, told = context.t, (view.explained or view.coach) and not view.computer
    told_risk = told and state.moved and not state.twice and not game.all_on_top(state)
    n = throw_lost(game, state) if told_risk else None
    if n is not None:
        return t("Throw again: goes well in {n}% of throws", n=100 - n) if n else t("Throw again: nothing can go wrong")
    moves = [action for action in game.legal_actions(state) if isinstance(action, Move)] if told else []
    if not moves:
        return t("Stop: your cones keep these steps") if StopClimbing() in game.legal_actions(state) else ""
    column = moves[0].columns[0]
    step = dict(game.climbed(state, moves[0]).runners)[column]
    sentence = N_("{column}: {step}/{top} means step {step} in column {column}")
    if any(len(move.columns) > 1 for move in moves):
        sentence = N_("{column}: {step}/{top} = step {step} of {top} · blue: both sums")
    return t(sentence, column=column, step=step, top=HEIGHTS[column])


def throw_lost(game: CantStop, state: State) -> int | None:
    """Return in how many of 100 one more throw moves no runner; None where nobody throws on, or nobody knows."""
    return risk(game, state, Roll(), DICE, _stuck) if Roll() in game.legal_actions(state) else None


def _stuck(last: LatestTurn) -> bool:
    return not last.stopped


def story_lines(context: RenderContext, table: Table, game: CantStop, state: State) -> list[str]:
    """Return how the latest turn ended; alone and at the end, how many turns it took; and the throws for a tie."""
    if state.last is None:
        return tie_lines(context, table, state.match)
    lines = [_last_line(context, table, state.last)]
    if state.turn is None and len(table.players) == 1:
        taken = context.t.many("{n} turn", "{n} turns", state.turns[0])
        lines.append(
            context.t("{player} has won the columns in **{turns}**.", player=mention(table.players[0]), turns=taken)
        )
    return [*lines, *tie_lines(context, table, state.match)]


def _last_line(context: RenderContext, table: Table, last: LatestTurn) -> str:
    t, who = context.t, mention(table.players[last.seat])
    if not last.stopped:
        thrown = "-".join(map(str, sorted(last.faces)))
        return t("{player}: {dice} → no move, **turn lost**", player=who, dice=thrown)
    placed = [str(column) for column, _ in last.runners if column not in last.won]
    sentences = []
    if last.won:
        won = t.listed([str(column) for column in last.won])
        sentences.append(
            t.many(
                "{player} wins **column {columns}**!",
                "{player} wins **columns {columns}**!",
                len(last.won),
                player=who,
                columns=won,
            )
        )
        if placed:
            cones = t.many("A cone in {columns}.", "Cones in {columns}.", len(placed), columns=t.listed(placed))
            sentences.append(cones)
    else:
        sentences.append(
            t.many(
                "{player} stops: a cone in {columns}.",
                "{player} stops: cones in {columns}.",
                len(placed),
                player=who,
                columns=t.listed(placed),
            )
        )
    if last.frozen:
        sentences.insert(0, t("Freeze!"))  # Short: a phone has one line for all of it.
    return " ".join(sentences)


# -- buttons -----------------------------------------------------------------------------------------------------


def _rows(context: RenderContext, table: Table, game: CantStop, state: State) -> tuple[Row, ...]:
    """What the throw allows above Throw and Stop, in the same rows all the time.

    Before a throw the second row has room for taking back, so its coming and going moves nothing.
    """
    actions = legal(game, state)
    moves = [action for action in actions.values() if isinstance(action, Move)]
    buttons = [_move_button(context, game, state, move) for move in moves] or _idle_buttons(context)
    stops = "stop" in actions
    throws = "roll" in actions and not (stops and game.all_on_top(state))
    throw = Button("roll", context.t("Throw"), Style.PRIMARY if throws else Style.SECONDARY, disabled=not throws)
    stopping = _stop_words(context, game, state) if stops else context.t("Stop")
    stop = Button("stop", stopping, Style.SUCCESS if stops else Style.SECONDARY, disabled=not stops)
    undo = (undo_button(context),) if table.undoable is not None else ()
    first, second = _in_lines(context, buttons)
    return (first, (*second, *undo), (throw, stop, more_button(context)))


def _stop_words(context: RenderContext, game: CantStop, state: State) -> str:
    if not game.wins_by_stopping(state):
        return context.t("Stop")
    return context.t("Stop and finish") if len(state.cones) == 1 else context.t("Stop and win")


def _in_lines(context: RenderContext, buttons: list[Button]) -> tuple[Row, ...]:
    """All buttons in two rows; below a single one, another that says so."""
    if len(buttons) == 1:
        buttons = [*buttons, Button("pair", context.t("No other move"), disabled=True)]
    first = -(-len(buttons) // _LINES)
    return tuple(buttons[:first]), tuple(buttons[first:])


def _move_button(context: RenderContext, game: CantStop, state: State, move: Move) -> Button:
    """A move and where it leads; those that move twice stand out."""
    style = Style.PRIMARY if len(move.columns) > 1 else Style.SECONDARY
    return Button(text(move), move_label(context, game, state, move), style)


def move_label(context: RenderContext, game: CantStop, state: State, move: Move) -> str:
    """Return where a move leads, in a few characters."""
    steps, columns = dict(game.climbed(state, move).runners), tuple(dict.fromkeys(move.columns))
    twice = len(columns) < len(move.columns)
    if context.spoken and len(columns) > 1:  # What differs first: narrow phones cut the end of a button.
        t = context.t
        places = [t("{step} of {top}", step=steps[column], top=HEIGHTS[column]) for column in columns]
        return t(
            "Columns {columns}: to step {steps}", columns=t.listed(list(map(str, columns))), steps=t.listed(places)
        )
    reached = [_reached(context, column, steps[column], twice=twice) for column in columns]
    return " · ".join(reached)


def _reached(context: RenderContext, column: int, step: int, *, twice: bool) -> str:
    t, top = context.t, HEIGHTS[column]
    if context.spoken:
        step_reached = t("Column {column} to step {step} of {top}", column=column, step=step, top=top)
        return t("{said} (two steps)", said=step_reached) if twice else step_reached
    at = f"{step}/{top}"  # So that two pairs have room beside each other on a phone, and no throw takes a row more.
    if twice:
        return t("{column} twice: {at}", column=column, at=at)
    return t("{column}: {at}", column=column, at=at)


def _idle_buttons(context: RenderContext) -> list[Button]:
    """Keep the place of the moves while nobody may choose one."""
    t = context.t
    return [Button(f"pair {number}", t("Pair {n}", n=number), disabled=True) for number in range(1, RUNNERS + 1)]


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
