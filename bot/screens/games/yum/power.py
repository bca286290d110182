"""The Power die in words: the effect of each face, under the house rules."""

from bot.engine import DOUBLE, FREEZE, POWER
from bot.games.yum.rules import Yum
from bot.screens.kit import RenderContext


def power_rules(context: RenderContext, game: Yum) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not game.throwing.power:
        return ""
    faces = {face: _multiplied(context, face) for face in range(1, FREEZE)}
    faces[FREEZE] = _freeze(context, game)
    faces[DOUBLE] = _double(context, game)
    faces[POWER] = context.t("Power: if it shows after the third throw, there is a fourth; the Power die itself stays.")
    return "\n".join(
        (
            context.t(
                "A die of another colour is thrown along and may be held like the others. It belongs to no combination."
            ),
            *(context.t("**{face}**: {said}", face=face, said=said) for face, said in faces.items()),
            context.t("What a box asks for is asked of the dice, before their points are multiplied."),
        )
    )


def _multiplied(context: RenderContext, face: int) -> str:
    return (
        context.t("the points count once.")
        if face == 1
        else context.t("the points written count {times} times.", times=face)
    )


def _freeze(context: RenderContext, game: Yum) -> str:
    if game.throwing.freeze_if_kept:
        return context.t("Freeze: whoever keeps it throws no more this turn.")
    return context.t("Freeze: no more throws this turn.")


def _double(context: RenderContext, game: Yum) -> str:
    said = [
        context.t("Double: the dice must fill a second box too, if one is open.")
        if game.house_rules["double_mandatory"]
        else context.t("Double: the dice may fill a second box too.")
    ]
    if game.layout.columns * sum(box.yum for box in game.layout.boxes) > 1:
        said.append(context.t("Equal dice may fill two Yum boxes."))
    return " ".join(said)
