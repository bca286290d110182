"""The parts of a screen, before Discord: words, buttons and menus as plain values.

``do`` is what a component asks for, in the words of notation.md if it is an action of the game (``keep 3 3``, ``mark
full_house``); :mod:`bot.ui.discord.custom_id` knows how it travels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import msgspec

from bot.locales import Words
from bot.screens.kit.picture_models import Mountain
from bot.tables.core.occupants import Computer, Occupant

TABLE_WIDTH = 28
"""Columns of a code block that no phone wraps."""

CUP_RED = 0xB3382C
LEAF_GREEN = 0x3E8E5A
SLATE = 0x5B6573


class Style(IntEnum):
    """The look of a button; the numbers are Discord's."""

    __hash__ = int.__hash__  # An enumeration's own is written in Python, and every button of a press is looked up.

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


class Button(msgspec.Struct, frozen=True):
    """Something to press. ``emoji`` is a name of :data:`Glyphs` or None."""

    do: str
    label: str
    style: Style = Style.SECONDARY
    emoji: str | None = None
    disabled: bool = False


class Link(msgspec.Struct, frozen=True):
    """A button that opens an address."""

    url: str
    label: str


class Choice(msgspec.Struct, frozen=True):
    """A line of a menu; choosing it asks for ``do``."""

    do: str
    label: str
    description: str = ""
    chosen: bool = False
    """It is chosen when the menu appears."""


class Menu(msgspec.Struct, frozen=True):
    """A list to choose from.

    One choice: choosing a line asks for its ``do``; that of the menu only tells menus of one message apart. Several
    choices (``most``): the menu's ``do`` ends with ``=`` and comes with the chosen values after it: ``holds =`` becomes
    ``holds = 1 3``, or ``holds =`` without a choice.
    """

    do: str
    placeholder: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    disabled: bool = False


class Entity(IntEnum):
    """What people choose in an :class:`EntityMenu`; the numbers are those of Discord's components."""

    ROLE = 6
    CHANNEL = 8


class EntityMenu(msgspec.Struct, frozen=True):
    """A list of a server's roles or channels, which Discord fills; ``do`` ends with ``=`` and comes with their ids."""

    do: str
    placeholder: str
    of: Entity
    chosen: tuple[int, ...] = ()
    """The present choice; Discord refuses the message if the server lacks one of them."""
    least: int = 0
    most: int = 25
    direct: bool = False
    """Of channels: only those that take messages themselves, no forums."""


Row: TypeAlias = tuple[Button | Link | Menu | EntityMenu, ...]


@dataclass(frozen=True, slots=True)
class CopyField:
    """A text in a field of a form, from which any phone can copy it; changes to it mean nothing."""

    label: str
    hint: str
    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """A window with one short line to type; sending it asks for ``do``."""

    do: str
    title: str
    label: str
    hint: str
    """The words below the label."""
    example: str
    """The words in the empty line."""
    longest: int = 60
    """The most characters somebody may type."""
    to_copy: CopyField | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of a screen."""

    name: str
    value: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    """One message: large text above, a framed body, rows of things to press."""

    title: str
    body: str
    content: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    colour: int = CUP_RED
    rows: tuple[Row, ...] = ()
    picture: Mountain | None = None
    """A picture in a frame of its own above the body; the body tells its news too."""


Glyphs: TypeAlias = Mapping[str, str]
"""Names of our emojis to what Discord shows: ``<:die_3:123>``, or a character if the upload failed."""

_PIPPED = (
    *("die", "held", "color", "color_held", "yam", "yam_held", "felt", "felt_held", "sea", "sea_held"),
    *("star", "star_held", "sand"),
)
"""Dice that show pips."""

PLAIN_GLYPHS: Glyphs = {
    **{f"{kind}_{face}": "⚀⚁⚂⚃⚄⚅"[face - 1] for kind in _PIPPED for face in range(1, 7)},
    **{f"{kind}_{face}": "①②③④⑤⑥"[face - 1] for kind in ("power", "power_held") for face in range(1, 7)},
    **dict(zip((f"chip_{kind}" for kind in ("2p", "3k", "ss", "fl", "fh", "4k", "ls")), "🔵🟢🟡⚪🟣🟤🔴", strict=True)),
    **dict(zip((f"cone_{colour}" for colour in ("red", "blue", "green", "yellow")), "🔴🔵🟢🟡", strict=True)),
    "runner": "⬆️",
    "token": "🟠",
    "blank": "▢",
    "gobelet": "🎲",
}


WORDS_ONLY: Glyphs = dict.fromkeys(PLAIN_GLYPHS, "")
"""The emojis of people who want none: nothing at all. Words and numbers say it instead."""


@dataclass(frozen=True, slots=True)
class RenderContext:
    """What a screen needs for drawing: the words of a language and the emojis at hand."""

    t: Words
    glyphs: Glyphs

    @property
    def plain(self) -> bool:
        """Whether somebody wants words and numbers only."""
        return self.glyphs is WORDS_ONLY

    def mark_turn(self, line: str) -> str:
        """Mark ``line`` as that of the player to act."""
        return self.t("{player} (to play)", player=line) if self.plain else f"►\N{NO-BREAK SPACE}**{line}**"


MEDALS = ("🥇", "🥈", "🥉")
"""For the first three places."""

COMPUTER = "🤖"
"""Stands before the name of a computer."""

NOBODY = "@?"
"""Stands for an erased person; screen readers read it too, and boards without emojis show it."""


def mention(player: Occupant) -> str:
    """A person as Discord shows them, or a computer; inside an embed this notifies nobody.

    Ids below zero are erased people.
    """
    if isinstance(player, Computer):
        return f"{COMPUTER} {player.name}"
    return f"<@{player}>" if player > 0 else NOBODY


def mentions(players: Sequence[Occupant]) -> str:
    """Several players, for a sentence."""
    return ", ".join(map(mention, players))


def place_sign(context: RenderContext, place: int, *, earned: bool) -> str:
    """Return a medal, or the number of the place: below the third, without one earned, and in words.

    Below medals, a number begins no list: Discord would indent it.
    """
    if context.plain:
        return f"{place}."
    return MEDALS[place - 1] if earned and place <= len(MEDALS) else f"{place}\\."


def code_block(lines: list[str]) -> str:
    """Lines in even columns."""
    return "```\n" + "\n".join(lines) + "\n```"


def sentences(context: RenderContext, said: Mapping[str, object], **values: object) -> str:
    """Return those of the sentences ``said`` (English) that hold, one after the other, filled with ``values``."""
    return " ".join(context.t(sentence, **values) for sentence, holds in said.items() if holds)


def truncate(text: str, length: int) -> str:
    """``text`` in at most ``length`` characters, with an ellipsis at a cut."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
