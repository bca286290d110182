"""Dice of the players' own: telling what fell, typed in one line or pressed face by face.

``type <action>`` opens the line, ``told <action>`` sends it; ``faces <action>`` brings the buttons,
``face <n> <faces so far> <action>`` presses one (0 takes the last back), ``close`` leaves them. ``<action>`` is the
throw itself in the words of notation.md, such as ``keep 3 3``.
"""

from bot.engine import Faces, Seat
from bot.screens.kit.values import Button, Field, Form, RenderContext, Row, Style
from bot.tables.core.memory import EnteredDice
from bot.tables.core.model import Table
from bot.tables.play.real_dice import dice_needed

SIDES = 6
_PER_ROW = 3


def enter_dice_buttons(context: RenderContext, action: str, *, legal: bool) -> Row:
    """In the place of Throw: type what fell, or press it."""
    return (
        Button(f"type {action}", context.t("Enter throw"), Style.PRIMARY, disabled=not legal),
        Button(f"faces {action}", context.t("By buttons"), disabled=not legal),
    )


def enter_dice_form(context: RenderContext, table: Table, action: str) -> Form:
    """The line to type what fell. Raises what the gate raises for an action that is not legal."""
    needed = dice_needed(table.game, table.state, table.turn or Seat(0), action)
    power = _power_is_thrown(table, action)
    example = " ".join(str(face) for face in (3, 3, 4, 5, 6, 2, 1)[:needed])
    return Form(
        f"told {action}",
        context.t("What fell?"),
        context.t.many("{n} number from 1 to 6", "{n} numbers from 1 to 6", needed),
        context.t("The last number is the Power die.") if power else context.t("In any order, with or without spaces."),
        context.t("For example {faces}", faces=example),
    )


def entered_dice_line(context: RenderContext, table: Table, entered: EnteredDice) -> str:
    """What has been pressed, and how much is missing."""
    missing = max(dice_to_enter(table, entered) - len(entered.faces), 0)
    so_far = " ".join(map(str, entered.faces)) or context.t("nothing yet")
    said = context.t.many(
        "Fallen: **{faces}** · {n} die to go", "Fallen: **{faces}** · {n} dice to go", missing, faces=so_far
    )
    if _power_is_thrown(table, entered.action):
        said += "\n" + context.t("The last number is the Power die.")
    return said


def dice_to_enter(table: Table, entered: EnteredDice) -> int:
    """Return how many dice ``entered`` is about. Raises what the gate raises for an action that is not legal."""
    return dice_needed(table.game, table.state, table.turn or Seat(0), entered.action)


def face_rows(context: RenderContext, entered: EnteredDice) -> tuple[Row, ...]:
    """One button per face, one to take the last back, one to leave."""
    buttons = [Button(_face(face, entered), str(face), Style.PRIMARY, f"die_{face}") for face in range(1, SIDES + 1)]
    rows = [tuple(buttons[first : first + _PER_ROW]) for first in range(0, SIDES, _PER_ROW)]
    below = (
        Button(_face(0, entered), context.t("Take back the last"), disabled=not entered.faces),
        Button(f"type {entered.action}", context.t("Type it instead")),
        Button("close", context.t("Back")),
    )
    return (*rows, below, (Button("sheets", context.t("Sheets")), Button("rules", context.t("Rules"))))


def real_dice_field(context: RenderContext) -> Field:
    """In the place of the promise about fair dice."""
    return Field(
        context.t("Real dice"),
        context.t(
            "The players throw dice of their own and tell what fell; nobody can check that afterwards. The server "
            "decides whether such games count in the leaderboard."
        ),
    )


def _face(face: int, entered: EnteredDice) -> str:
    return f"face {face} {_written(entered.faces)} {entered.action}"


def _written(faces: Faces) -> str:
    return "".join(map(str, faces)) or "-"


def _power_is_thrown(table: Table, action: str) -> bool:
    return table.game.options.get("power") is True and not action.endswith(" p")
