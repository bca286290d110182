"""The Power die in words: what its faces do, on the rules page and below the dice of a board."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.engine import DOUBLE, FREEZE, N_, POWER, GameWithOptions, has_power
from bot.screens.kit.rule_notes import RuleNote
from bot.screens.kit.values import RenderContext

G = TypeVar("G", bound=GameWithOptions[Any, Any])

POWER_NOTE = RuleNote(
    N_("“For all games you can add the POWER option”, the page says: what its faces do in this one is our definition."),
    "power",
)
"""What is good to know about the Power die in games without boxes."""


@dataclass(frozen=True)
class PowerWords(Generic[G]):
    """The Power die of a game, in English."""

    die: str
    """What the die belongs to, and which throw it goes for."""
    faces: Mapping[int, str]
    """What each face does; ``{times}`` is the number on it."""
    edges: Callable[[RenderContext, G], Iterator[str]] = lambda context, game: iter(())
    """What it does where its faces leave a question, in the language of the reader: at the goal, in the last round."""

    def effect(self, context: RenderContext, face: int) -> str:
        """Return what ``face`` does."""
        return context.t(self.faces[face], times=face)

    def rules(self, context: RenderContext, game: G) -> str:
        """Return the part of the rules: a line per face, those of equal words together; empty without the die."""
        if not has_power(game.house_rules):
            return ""
        lines: dict[str, list[int]] = {}
        for face in self.faces:
            lines.setdefault(self.effect(context, face), []).append(face)
        faces = (("–".join(map(str, sorted({each[0], each[-1]}))), said) for said, each in lines.items())
        said = [context.t("**{face}**: {said}", face=face, said=said) for face, said in faces]
        edges = [*self.edges(context, game)]
        if game.house_rules.get("tiebreak") == "roll_off":
            edges.append(context.t("A throw for a tie is made without it."))
        return "\n".join((context.t(self.die), *said, *([" ".join(edges)] if edges else ())))


def passing_goal(context: RenderContext, goal: int) -> str:
    """Return what a 2 or 3 does to a turn whose multiple would pass a goal that must be reached exactly."""
    return context.t(
        "Where a 2 or 3 would take you past the goal, the turn counts once: at {before}, a turn of {points} with a 2 "
        "comes to exactly {goal}.",
        before=context.t.number(goal - _EXAMPLE),
        points=_EXAMPLE,
        goal=context.t.number(goal),
    )


_EXAMPLE = 100

_SHORT = {
    2: "×2",
    3: "×3",
    FREEZE: N_("Freeze"),
    DOUBLE: N_("Double"),
}
"""What a face of the Power die does, in a word; a 1 does nothing, and what a 6 does depends on the throw."""


def power_works(face: int | None) -> bool:
    """Whether the Power die did something to a turn that counted."""
    return face in _SHORT


def power_note(context: RenderContext, face: int | None, *, multiplies: bool = True, six: str = "") -> str:
    """Return the Power die on the table, to stand behind a line of the board; empty where it does nothing.

    It ``multiplies`` points by 2 and 3 in most games. ``six`` is what a 6 does to this throw, in English.
    """
    short = six if face == POWER else _SHORT.get(face or 0, "")
    if face is None or not short or (face < FREEZE and not multiplies):
        return ""
    return f" · {context.t('Power {face}', face=face)}, {context.t(short)}"


def power_line(context: RenderContext, face: int | None, words: PowerWords[Any]) -> Sequence[str]:
    """Return what the Power die on the table does, in a line; nothing where there is none."""
    if face is None:
        return ()
    return (context.t("**Power {face}** · {said}", face=face, said=words.effect(context, face)),)


def power_counted(context: RenderContext, face: int | None, *, again: bool) -> str:
    """Return what the Power die did to the points of the last turn, to stand behind them; empty if nothing.

    ``again`` says whether a Double gave its player another turn: at the goal it does not.
    """
    if face is None or face in (1, POWER) or (face == DOUBLE and not again):
        return ""
    said = {
        FREEZE: context.t("Power 4, Freeze: the turn ends and counts."),
        DOUBLE: context.t("Power 5, Double: another turn!"),
    }.get(face, context.t("Power {face}: {face} times the points.", face=face))
    return f" {said}"
