"""The Power die in words: what its faces do, on the rules page and below the dice of a board."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.engine import DOUBLE, FREEZE, N_, POWER
from bot.screens.kit.rule_notes import RuleNote
from bot.screens.kit.values import RenderContext

POWER_NOTE = RuleNote(
    N_("“For all games you can add the POWER option”, the page says: what its faces do in this one is our definition."),
    "power",
)
"""What is good to know about the Power die in games without boxes."""

Effects: TypeAlias = Mapping[int, str]
"""What each face of the Power die does in a game, in the language of the reader."""


def power_part(context: RenderContext, first: str, effects: Effects) -> str:
    """Return the part of the rules: ``first``, then a line per face, those of equal words together."""
    lines: dict[str, list[int]] = {}
    for face, said in effects.items():
        lines.setdefault(said, []).append(face)
    faces = (("–".join(map(str, sorted({each[0], each[-1]}))), said) for said, each in lines.items())
    return "\n".join((first, *(context.t("**{face}**: {said}", face=face, said=said) for face, said in faces)))


def power_line(context: RenderContext, face: int | None, effects: Effects) -> Sequence[str]:
    """Return what the Power die on the table does, in a line; nothing where there is none."""
    if face is None:
        return ()
    return (context.t("**Power {face}** · {said}", face=face, said=effects[face]),)


def power_counted(context: RenderContext, face: int | None) -> str:
    """Return what the Power die did to the points of the last turn, to stand behind them; empty if nothing."""
    if face is None or face in (1, POWER):
        return ""
    said = {
        FREEZE: context.t("Power 4, Freeze: the turn ends and counts."),
        DOUBLE: context.t("Power 5, Double: another turn!"),
    }.get(face, context.t("Power {face}: {face} times the points.", face=face))
    return f" {said}"
