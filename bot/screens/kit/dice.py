"""Dice in words and on boards: the row of dice, the buttons to hold them, the Power die, and what a throw may bring."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Generic, TypeVar

import msgspec

from bot.engine import (
    DOUBLE,
    FREEZE,
    N_,
    POWER,
    Action,
    AnyGame,
    Faces,
    GameWithOptions,
    Keep,
    Roll,
    RuleNote,
    ScriptedDice,
    has_power,
)
from bot.engine.types import text
from bot.screens.kit.patterns import HOLD, HOLD_ALL, HOLD_TOO
from bot.screens.kit.values import Button, Choice, Menu, RenderContext, Row, Style

# -- Where the texts a game was made from contradict each other or say nothing (rules.md §21) ------------------------

GOOD_TO_KNOW = N_("Good to know")
"""The title above what the texts leave open; English."""


WHO_BEGINS = RuleNote(N_("The order of play is drawn."))
TWO_DICE_BEGIN = RuleNote(
    N_("Before the game everybody throws two dice: the highest sum begins, and equal ones throw again.")
)
BEGINNINGS = (WHO_BEGINS, TWO_DICE_BEGIN)
"""Notes of games in turns, which races do not need."""


# -- The Power die in words: what its faces do, on the rules page and below the dice of a board ----------------------

G = TypeVar("G", bound=GameWithOptions[Any, Any])


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
        faces = (("–".join(map(str, sorted({each[0], each[-1]}))), meaning) for meaning, each in lines.items())
        meanings = [context.t("**{face}**: {said}", face=face, said=meaning) for face, meaning in faces]
        edges = [*self.edges(context, game)]
        if game.throws_for_ties:
            edges.append(context.t("A throw for a tie is made without it."))
        return "\n".join((context.t(self.die), *meanings, *([" ".join(edges)] if edges else ())))


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
    """Return whether the Power die did something to a turn that counted."""
    return face in _SHORT


def power_note(context: RenderContext, face: int | None, *, multiplies: bool = True, six: str = "") -> str:
    """Return the Power die on the table, to stand behind a line of the board; empty where there is none.

    It ``multiplies`` points by 2 and 3 in most games. ``six`` is what a 6 does to this throw, in English. A face that
    does nothing says so, since its bolt promises something.
    """
    if face is None:
        return ""
    short = six if face == POWER else _SHORT.get(face, "") if multiplies or face >= FREEZE else ""
    if not short:
        return " · " + context.t("Power {face}: nothing", face=face)
    return " · " + context.t("Power {face}", face=face) + ", " + context.t(short)


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
    effect = {
        FREEZE: context.t("Power 4, Freeze: the turn ends and counts."),
        DOUBLE: context.t("Power 5, Double: another turn!"),
    }.get(face, context.t("Power {face}: {face} times the points.", face=face))
    return f" {effect}"


# -- Dice on the board: the large row, the line below it, the buttons to hold them; and what a throw may bring or
# lose

_PER_ROW = 5
_BETWEEN_DICE = re.compile(r"(?<=[1-6])-(?=★?[1-6])")


class DiceInHand(msgspec.Struct, frozen=True):
    """The dice of a turn on the table, and which of them the player holds (positions from 0).

    The Power die, if there is one, lies last.
    """

    faces: Faces
    power: int | None = None
    held: frozenset[int] = frozenset()
    look: str = "die"
    """The look of this game's dice: the first part of the names of their emojis."""
    power_stays: bool = False
    """The Power die is held and cannot be let go."""

    @property
    def count(self) -> int:
        """The number of dice that lie there."""
        return len(self.faces) + (self.power is not None)

    @property
    def held_faces(self) -> Faces:
        """The held faces, ascending, without the Power die."""
        return tuple(sorted([face for place, face in enumerate(self.faces) if place in self.held]))

    @property
    def free_faces(self) -> Faces:
        """The faces for the next throw, without the Power die."""
        return tuple(sorted([face for place, face in enumerate(self.faces) if place not in self.held]))

    @property
    def power_held(self) -> bool:
        """Whether the player holds the Power die."""
        return self.power is not None and len(self.faces) in self.held

    @property
    def action(self) -> Action:
        """The next throw: "keep these, throw the rest", or the first throw of a turn."""
        return Keep(self.held_faces, self.power_held) if self.count else Roll()

    @property
    def keep(self) -> str:
        """The text of the action "keep these, throw the rest" (notation.md)."""
        return text(Keep(self.held_faces, self.power_held))


def dice_heading(context: RenderContext, thrown: DiceInHand, dice: int) -> str:
    """Return the dice as a heading for the frame; ``dice`` empty places where nothing lies; nothing in words only."""
    if context.plain:
        return ""
    shown = [context.glyphs[_emoji(thrown, place)] for place in range(thrown.count)] or [context.glyphs["blank"]] * dice
    return "# " + " ".join(shown)


def _emoji(thrown: DiceInHand, place: int) -> str:
    held = place in thrown.held
    if place == len(thrown.faces):
        return f"power_held_{thrown.power}" if held else f"power_{thrown.power}"
    kept = "held" if thrown.look == "die" else f"{thrown.look}_held"
    return f"{kept if held else thrown.look}_{thrown.faces[place]}"


_LINE = 39
"""Characters that fit one line of a narrow phone."""


def dice_line(
    context: RenderContext, thrown: DiceInHand, *, may_hold: bool, written: Callable[[Faces], str] | None = None
) -> str:
    """Return which dice are held and which will be thrown, or all of them after the last throw: one short line.

    Where people hear the board, dice stand in the order of their buttons. ``written`` is how dice stand there that
    people do not write by their numbers alone.
    """
    t = context.t
    if not may_hold:
        return t("All dice: **{dice}**", dice=_with_power(context, (written or in_a_hand)(thrown.faces), thrown.power))
    written = written or dashed
    kept, others = thrown.held_faces, thrown.free_faces
    if context.spoken:
        kept = tuple(face for place, face in enumerate(thrown.faces) if place in thrown.held)
        others = tuple(face for place, face in enumerate(thrown.faces) if place not in thrown.held)
    line = ""
    for power in (t("Power {face}", face=thrown.power), f"P{thrown.power}"):
        named = "" if thrown.power is None else power
        held = " + ".join(filter(None, (written(kept), named if thrown.power_held else "")))
        free = " + ".join(filter(None, (written(others), "" if thrown.power_held else named)))
        if not held:
            return t("No dice held: **{free}**", free=free)
        if not free:
            return t("All dice held: **{held}**", held=held)
        n = len(kept) + bool(named and thrown.power_held)
        line = t.many(
            "Held **{held}** · to throw **{free}**", "Held **{held}** · to throw **{free}**", n, held=held, free=free
        )
        if context.plain or len(line.replace("*", "")) <= _LINE:
            break
    return line


def hand_of(state: Any, held: frozenset[int] | None, look: str, *, power_stays: bool) -> DiceInHand:
    """Return the dice of ``state`` and the held ones: as chosen since the throw, else those kept in it."""
    if held is None:
        held = frozenset(range(state.kept)) | ({len(state.dice)} if state.power_kept else set())
    if power_stays:
        held = held | {len(state.dice)}
    return DiceInHand(state.dice, state.power, held, look, power_stays)


def places_of(some: Iterable[int], faces: Faces) -> frozenset[int]:
    """Return the places of ``some`` dice among ``faces``, of equal ones the first."""
    left, places = list(some), set()
    for place, face in enumerate(faces):
        if face in left:
            left.remove(face)
            places.add(place)
    return frozenset(places)


def dashed(faces: Faces) -> str:
    """Return dice as people write them, in their order: ``4-4-2``."""
    return "-".join(map(str, faces))


def unbroken(context: RenderContext, text: str) -> str:
    """Return ``text`` with throws that no line breaks within; unchanged in words: a reader may name that hyphen."""
    return text if context.plain else _BETWEEN_DICE.sub("\N{NON-BREAKING HYPHEN}", text)


def in_a_hand(faces: Faces) -> str:
    """Return ``faces`` as people read a hand: equal ones together, the most first."""
    many = Counter(faces)
    return dashed(tuple(sorted(faces, key=lambda face: (-many[face], face))))


def _with_power(context: RenderContext, faces: str, power: int | None) -> str:
    if power is None:
        return faces
    named = context.t("Power {face}", face=power)
    return f"{faces} + {named}" if faces else named


def hold_rows(context: RenderContext, thrown: DiceInHand, *, active: bool, dice: int, menu: bool) -> tuple[Row, ...]:
    """One button per die, or one ``menu`` for all; before the first throw they do nothing yet, so that nothing jumps.

    ``dice`` is the number of dice in that throw.
    """
    if menu:
        return ((_hold_menu(context, thrown, active=active, dice=dice),),)
    if thrown.count:
        buttons = [_hold_button(context, thrown, place, active=active) for place in range(thrown.count)]
    else:
        emoji = "blank" if is_drawn(context.glyphs["blank"]) else None
        buttons = [
            Button(
                HOLD.build(die=place, shown=()),
                "" if emoji else context.t("Die {place}", place=place + 1),
                emoji=emoji,
                disabled=True,
            )
            for place in range(dice)
        ]
    return tuple(tuple(buttons[first : first + _PER_ROW]) for first in range(0, len(buttons), _PER_ROW))


def equal_dice_label(context: RenderContext) -> tuple[str, str | None]:
    """Return the words and the emoji of the button that holds equal dice."""
    return (context.t("Equal dice"), None) if context.plain else ("", "✋")


def group_button(context: RenderContext, thrown: DiceInHand, *, active: bool) -> Button:
    """Return the button that holds the largest group of equal dice; once they are held, the next group."""
    return _group_button(*equal_dice_label(context), thrown.faces, thrown.held, active)


@lru_cache(maxsize=512)
def _group_button(label: str, emoji: str | None, faces: Faces, held: frozenset[int], active: bool) -> Button:
    group = next_group(faces, held)
    return Button(HOLD_TOO.build(dice=group, shown=held), label, emoji=emoji, disabled=not (active and group))


@lru_cache(maxsize=512)
def next_group(faces: Faces, held: frozenset[int]) -> frozenset[int]:
    """Return the places of the largest group of equal dice that is not wholly held; of two such, the higher faces.

    A group is two dice or more; without one the result is empty.
    """
    places = {face: frozenset(place for place, other in enumerate(faces) if other == face) for face in set(faces)}
    groups = [(len(group), face) for face, group in places.items() if len(group) > 1 and not group <= held]
    return places[max(groups)[1]] if groups else frozenset()


def _hold_menu(context: RenderContext, thrown: DiceInHand, *, active: bool, dice: int) -> Menu:
    if thrown.count:
        choices = tuple(
            Choice(
                str(place + 1),
                context.t("Die {place}: {face}", place=place + 1, face=face),
                chosen=active and place in thrown.held,
            )
            for place, face in enumerate(_face(context, thrown, place) for place in range(thrown.count))
        )
    else:
        choices = tuple(Choice(str(place + 1), context.t("Die {place}", place=place + 1)) for place in range(dice))
    usable = active and thrown.count > 0
    label = context.t("Dice to hold: choose one or more") if usable else context.t("No dice to hold now")
    return Menu(HOLD_ALL.build(dice=()), label, choices, least=0, most=len(choices), disabled=not usable)


def is_drawn(glyph: str) -> bool:
    """Return whether ``glyph`` is one of our own emojis, which a button can show alone."""
    return glyph.startswith("<")


def _hold_button(context: RenderContext, thrown: DiceInHand, place: int, *, active: bool) -> Button:
    active = active and not (thrown.power_stays and place == len(thrown.faces))
    emoji = _emoji(thrown, place)
    if is_drawn(context.glyphs[emoji]):
        return _button(place, thrown.held, "", emoji, active)
    face, held = _face(context, thrown, place), place in thrown.held
    # Five words do not fit a row of a phone, but people who want to hear them do, and a number alone names no die.
    # The signs are as narrow as a picture, so no die moves.
    if context.spoken:
        said = context.t("{face} held", face=face) if held else face
        named = context.t("Die {place}: {face}", place=place + 1, face=said)
        return _button(place, thrown.held, named, None, active)
    if not held:
        return _button(place, thrown.held, face, None, active)
    label = f"[{face}]" if context.plain else f"{face} ✓"
    return _button(place, thrown.held, label, None, active)


def _face(context: RenderContext, thrown: DiceInHand, place: int) -> str:
    """The face of a die, in words."""
    is_power = place == len(thrown.faces)
    return context.t("Power {face}", face=thrown.power) if is_power else str(thrown.faces[place])


@lru_cache(maxsize=1024)
def _button(place: int, held: frozenset[int], label: str, emoji: str | None, active: bool) -> Button:
    """A die to hold: its picture alone, so all are equally wide. Few differ, and every press draws five of them."""
    style = Style.SUCCESS if place in held else Style.SECONDARY
    return Button(HOLD.build(die=place, shown=held), label, style, emoji, disabled=not active)


# -- how likely a throw is to bring what it is for ---------------------------------------------------------------

_SIDES = 6

_ONE_MORE = {
    1: N_("A second {face} comes in {n}% of throws."),
    2: N_("A third {face} comes in {n}% of throws."),
    3: N_("A fourth {face} comes in {n}% of throws."),
    4: N_("A fifth {face} comes in {n}% of throws."),
    5: N_("A sixth {face} comes in {n}% of throws."),
}
"""By the number of equal dice that stay."""


def one_more_line(context: RenderContext, dice: Faces, do: str) -> str:
    """Return how likely the throw of ``do`` is to bring one more die like those it keeps, if they are all equal."""
    word, *kept = do.split(" ")
    thrown = len(dice) - len(kept)
    if word != "keep" or len(set(kept)) != 1 or not kept[0].isdecimal() or not thrown or len(kept) not in _ONE_MORE:
        return ""
    return context.t(_ONE_MORE[len(kept)], face=kept[0], n=round(100 * (1 - (1 - 1 / _SIDES) ** thrown)))


_FACES = range(1, 7)


@lru_cache(maxsize=8)
def _every_throw(dice: int) -> tuple[tuple[Faces, int], ...]:
    """Return every throw of so many dice, ascending, and in how many ways it falls."""
    throws = combinations_with_replacement(_FACES, dice)
    return tuple((faces, factorial(dice) // prod(factorial(faces.count(face)) for face in _FACES)) for faces in throws)


@lru_cache(maxsize=64)
def _lost(game: AnyGame, state: Any, action: Action, dice: int, lost: Callable[[Any], bool]) -> int:
    ways: int = 0
    for faces, many in _every_throw(dice):
        last = game.apply(state, action, ScriptedDice((faces,))).state.last
        if last is not state.last and lost(last):
            ways += many
    every = len(_FACES) ** dice
    return ways and (100 if ways == every else min(max(round(100 * ways / every), 1), 99))


def risk(game: Any, state: Any, action: Action, dice: int, lost: Callable[[Any], bool]) -> int | None:
    """Return in how many of 100 ``action``, a throw of so many ``dice``, ends the turn so that it is ``lost``.

    0 and 100 are exact. ``lost`` looks at the end of a turn, the ``last`` of a state. Each of up to 462 throws is
    played: some milliseconds. None with the Power die, whose faces nobody counts here.
    """
    return None if has_power(game.house_rules) else _lost(game, state, action, dice, lost)


def points_at_risk(context: RenderContext, points: int, n: int | None) -> str:
    """Return what a throw may cost; empty where nobody knows."""
    if n is None or not points:
        return ""
    return context.t("{n}% of throws lose {points} points.", points=context.t.number(points), n=n)
