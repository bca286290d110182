"""The Power die in words: the effect of each face, under the house rules."""

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.games.yum.rules import Yum
from bot.screens.kit import RenderContext, sentences


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
    kept = game.throwing.freeze_if_kept
    said = {
        N_("Freeze: if you keep it, you throw no more this turn."): kept,
        N_("Freeze: no more throws this turn."): not kept,
    }
    return sentences(context, said)


def _double(context: RenderContext, game: Yum) -> str:
    must = game.house_rules["double_mandatory"]
    said = {
        N_("Double: the dice must fill a second box too, if one is open."): must,
        N_("Double: the dice may fill a second box too."): not must,
        N_("Equal dice may fill two Yum boxes."): game.layout.columns * sum(box.yum for box in game.layout.boxes) > 1,
    }
    return sentences(context, said)
