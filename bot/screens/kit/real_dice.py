"""Dice of the players' own: telling what fell, typed in one line or pressed face by face.

``type <action>`` opens the line, ``told <action>`` sends it; ``faces <action>`` brings the buttons,
``face <n> <faces so far> <action>`` presses one (0 takes the last back), ``close`` leaves them. ``<action>`` is the
throw itself in the words of notation.md, such as ``keep 3 3``. An action may make more throws, for ties: ``next <n>``
before ``told`` and ``face`` says how many are entered already.
"""

from dataclasses import replace

from bot.engine import N_, AnyGame, Faces, Keep, Roll
from bot.screens.kit.face import AnyFace
from bot.screens.kit.patterns import (
    PRESS_THROW,
    PRESSED_FACE,
    PRESSED_NEXT_FACE,
    TYPE_THROW,
    TYPED_NEXT_THROW,
    TYPED_THROW,
)
from bot.screens.kit.values import Button, Field, Form, RenderContext, Row, Screen, Style, mention, sentences
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Occupant, Status, Table
from bot.tables.moves.playing import AskedThrow, asked_throws, next_throw

_PER_ROW, _FACES_PER_ROW = 5, 3
_PAGES = ("more", "sheets", "rules")
_MOST_SHOWN = 24
"""The number of throws for ties in the list of those entered."""


def with_real_dice(
    context: RenderContext, table: Table, face: AnyFace, board: Screen, entered: EnteredDice | None
) -> Screen:
    """Return ``board`` with ways to enter a throw in the place of Throw, or with the throw that somebody enters."""
    if entered is None:
        return replace(board, rows=_with_enter_buttons(context, table, board.rows))
    lines = (board.body, "", *_entered_lines(context, table, face, entered))
    pages = tuple(button for row in board.rows for button in row if isinstance(button, Button) and button.do in _PAGES)
    return replace(board, body="\n".join(lines), rows=(*_face_rows(context, table, face, entered), pages))


# -- on the board of the game ------------------------------------------------------------------------------------


def _with_enter_buttons(context: RenderContext, table: Table, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return ``rows`` with ways to enter a throw in the place of Throw; its row becomes two where it gets too long."""
    for place, row in enumerate(rows):
        for index, item in enumerate(row):
            if isinstance(item, Button) and _throws(item):
                enter = (*row[:index], *_enter_buttons(context, table, item))
                after = row[index + 1 :]
                changed = ((*enter, *after),) if len(enter) + len(after) <= _PER_ROW else (enter, after)
                return (*rows[:place], *changed, *rows[place + 1 :])
    return rows


def _throws(button: Button) -> bool:
    return button.do.split(" ", 1)[0] in (Roll.word, Keep.word)


def _enter_buttons(context: RenderContext, table: Table, throw: Button) -> Row:
    t = context.t
    upcoming = None if throw.disabled else next_throw(table.game, table.state, throw.do)
    label = (
        t("Enter throw") if upcoming is None else t.many("Enter throw: {n} die", "Enter throw: {n} dice", upcoming.dice)
    )
    return (
        Button(TYPE_THROW.build(action=throw.do), label, Style.PRIMARY, disabled=throw.disabled),
        Button(PRESS_THROW.build(action=throw.do), t("By buttons"), disabled=throw.disabled),
    )


# -- entering a throw --------------------------------------------------------------------------------------------


def enter_dice_form(context: RenderContext, table: Table, entered: EnteredDice) -> Form:
    """The line to type the throw after those ``entered``. Raises what the gate raises for an action not legal."""
    t = context.t
    throw = _asked(table, entered)
    example = " ".join(str(face) for face in (3, 3, 4, 5, 6, 2, 1)[: throw.dice])
    number, action = len(entered.throws), entered.action
    return Form(
        TYPED_NEXT_THROW.build(number=number, action=action) if number else TYPED_THROW.build(action=action),
        t("What do the dice show?"),
        t.many("{n} number from 1 to 6", "{n} numbers from 1 to 6", throw.dice),
        _power_note(context, table.game, entered.action, throw) or t("In any order, with or without spaces."),
        t("For example {faces}", faces=example),
    )


def _asked(table: Table, entered: EnteredDice) -> AskedThrow:
    """Return the throw that somebody is entering. Raises what the gate raises for an action that is not legal."""
    return asked_throws(table.game, table.state, entered.action, entered.throws)[0][-1]


def _entered_lines(context: RenderContext, table: Table, face: AnyFace, entered: EnteredDice) -> list[str]:
    """Return what people have entered, whose throw is asked for now, and how much of it is missing."""
    t, throws = context.t, asked_throws(table.game, table.state, entered.action, entered.throws)[0]
    *before, now = throws
    lines = []
    if before:
        thrown = [
            f"{mention(_thrower(table, throw))} **{_in_words(face, faces)}**"
            for throw, faces in zip(before, entered.throws, strict=True)
        ]
        lines.append(t("Entered: {throws}", throws=" · ".join(thrown[-_MOST_SHOWN:])))
    if now.tie is not None:
        lines.append(f"**{t(face.tie_question, player=mention(_thrower(table, now)))}**")
    missing = max(now.dice - len(entered.faces), 0)
    so_far = _in_words(face, entered.faces) or t("nothing yet")
    lines.append(
        t.many(
            "Thrown so far: **{faces}** · {n} die to go",
            "Thrown so far: **{faces}** · {n} dice to go",
            missing,
            faces=so_far,
        )
    )
    note = _power_note(context, table.game, entered.action, now)
    return [*lines, note] if note else lines


def _thrower(table: Table, throw: AskedThrow) -> Occupant:
    return table.players[table.turn or 0 if throw.tie is None else throw.tie]


def _in_words(face: AnyFace, faces: Faces) -> str:
    return "-".join(map(face.face_name, faces))


def _face_rows(context: RenderContext, table: Table, face: AnyFace, entered: EnteredDice) -> tuple[Row, ...]:
    """One button per face, one to take the last back, one to leave."""
    t, throw = context.t, _asked(table, entered)
    power = _power_is_thrown(table.game, entered.action, throw) and len(entered.faces) == throw.dice - 1
    look = "power" if power else face.look
    names = [str(number) if power else face.face_name(number) for number in range(1, throw.sides + 1)]
    buttons = [
        Button(_face(number, entered), name, Style.PRIMARY, f"{look}_{number}") for number, name in enumerate(names, 1)
    ]
    rows = [tuple(buttons[first : first + _FACES_PER_ROW]) for first in range(0, len(buttons), _FACES_PER_ROW)]
    below = (
        Button(_face(0, entered), t("Take back the last"), disabled=not (entered.faces or entered.throws)),
        Button(TYPE_THROW.build(action=entered.action), t("Type it instead")),
        Button("close", t("Back")),
    )
    return (*rows, below)


def _face(face: int, entered: EnteredDice) -> str:
    if entered.throws:
        number = len(entered.throws)
        return PRESSED_NEXT_FACE.build(number=number, face=face, shown=entered.faces, action=entered.action)
    return PRESSED_FACE.build(face=face, shown=entered.faces, action=entered.action)


def _power_note(context: RenderContext, game: AnyGame, action: str, throw: AskedThrow) -> str:
    return context.t("The last number is the Power die.") if _power_is_thrown(game, action, throw) else ""


def _power_is_thrown(game: AnyGame, action: str, throw: AskedThrow) -> bool:
    return throw.tie is None and game.throws_power(action, throw.dice)


# -- before and after the game -----------------------------------------------------------------------------------


def real_dice_field(context: RenderContext, table: Table) -> Field:
    """In the place of the promise about fair dice: before a game what to expect, after it that nobody can check."""
    if not table.status.live:
        return Field(context.t("Real dice"), context.t("The players threw real dice: nobody can check them."))
    seats = table.capacity if table.status is Status.LOBBY else len(table.players)
    together = seats > 1 and table.mode.in_turns
    texts = {
        N_(
            "The players throw dice of their own and say what the dice show; nobody can check that afterwards. The "
            "server decides whether such games count in the leaderboard."
        ): True,
        N_("Only the order of play is drawn by the bot."): together,
        N_(
            "In a tie, the board asks for each throw by name, and everybody at the table may enter it. If a seat is "
            "given up meanwhile, the bot throws."
        ): together and table.game.throws_for_ties,
    }
    return Field(context.t("Real dice"), sentences(context, texts))
