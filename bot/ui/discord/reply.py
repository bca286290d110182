"""Private answers to one person, in that person's language."""

from __future__ import annotations

import io
import logging
from collections.abc import Sequence
from typing import Any, TypeAlias

import discord

from bot.locales import Words, spoken, words
from bot.screens.kit.plain import in_words
from bot.screens.kit.values import WORDS_ONLY, Desk, Glyphs, Screen
from bot.screens.table.saved import saved_unseen, unseen
from bot.tables.core.keeper import Change
from bot.tables.core.store import StoreError
from bot.tables.people.choices import PlayerSettings, Preferences
from bot.ui.discord.adapter import render

log = logging.getLogger(__name__)

Interaction: TypeAlias = discord.Interaction[Any]

LONGEST = 2000
"""Characters of a message beside its frame."""

TOO_LATE = frozenset({10062, 40060, 10015, 50027})
"""Discord's codes for an interaction that has been answered already or can no longer be answered."""


ANSWERED = 40060
"""Discord's code for an interaction that has been answered: an answer whose receipt was lost may have arrived."""


class OutsideServer(Exception):
    """Something that only makes sense in a server's channel was asked elsewhere; commands do not allow it."""


def where(interaction: Interaction) -> tuple[int, int]:
    """Return the server and the channel of ``interaction``; raises OutsideServer."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise OutsideServer
    return interaction.guild_id, interaction.channel_id


_PREFERENCES = "preferences"
_USUAL = Preferences()


def prefer(interaction: Interaction, preferences: Preferences) -> None:
    """Keep with ``interaction`` what its person has chosen, for everything that answers it."""
    interaction.extras[_PREFERENCES] = preferences


_CHANGE = "change"


def saved(interaction: Interaction, change: Change) -> None:
    """Keep with ``interaction`` what it changed: whatever goes wrong from now on, that is saved."""
    interaction.extras[_CHANGE] = change


def saved_by(interaction: Interaction) -> Change | None:
    """Return what ``interaction`` has changed, as far as it was told."""
    found: Change | None = interaction.extras.get(_CHANGE)
    return found


def saved_sentence(interaction: Interaction) -> str:
    """Return what is true of a press whose board could not be drawn anew: what it did is saved, if it did anything."""
    desk, change = Desk(reader(interaction), WORDS_ONLY), saved_by(interaction)
    return unseen(desk) if change is None else saved_unseen(desk, change.after, change.events)


async def chosen_by(preferences: PlayerSettings, user: int) -> Preferences:
    """Return what ``user`` has chosen; where that cannot be read, what holds for those who chose nothing."""
    try:
        return await preferences.of(user)
    except StoreError as error:
        log.warning("the preferences of user %s cannot be read: %s", user, error)
        return _USUAL


def preferred(interaction: Interaction) -> Preferences:
    """Return what the person who pressed or typed has chosen."""
    found: Preferences = interaction.extras.get(_PREFERENCES, _USUAL)
    return found


def reader(interaction: Interaction) -> Words:
    """Return the words of the person who pressed or typed: of the language they chose, else of their Discord."""
    return words(preferred(interaction).language or spoken(str(interaction.locale)))


_DRAWN = "drawn"


def drawing(interaction: Interaction) -> None:
    """Keep with ``interaction`` that its message is being drawn anew as the answer."""
    interaction.extras[_DRAWN] = True


def was_drawn(interaction: Interaction) -> bool:
    """Whether its message was drawn anew as the answer, whatever became of that."""
    return _DRAWN in interaction.extras


def is_private(interaction: Interaction) -> bool:
    """Whether the message that was pressed, if there is one, is seen by one person only."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def whisper(interaction: Interaction, sentence: str) -> None:
    """Tell ``sentence`` to that person alone, whether or not the interaction has been answered."""
    if preferred(interaction).plain:
        sentence = in_words(sentence)
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


async def whisper_all(interaction: Interaction, lines: Sequence[str], name: str) -> None:
    """Tell ``lines`` to that person alone; where they are longer than a message, all of them are in a file.

    The message then has the lines before the first that does not fit; ``name`` is that of the file, without its ending.
    The interaction must not have been answered.
    """
    told = [in_words(line) for line in lines] if preferred(interaction).plain else list(lines)
    sentence = "\n".join(told)
    if len(sentence) <= LONGEST:
        await interaction.response.send_message(sentence, ephemeral=True)
        return
    t = reader(interaction)
    rest = t("All of it is in the file.")
    while len("\n".join((*told, rest))) > LONGEST:
        told.pop()
    file = discord.File(io.BytesIO(sentence.replace("`", "").encode()), filename=f"{name}.txt", description=rest)
    await interaction.response.send_message("\n".join((*told, rest)), file=file, ephemeral=True)


async def whisper_screen(interaction: Interaction, screen: Screen, glyphs: Glyphs, *, replace: bool = False) -> None:
    """Show ``screen`` to that person alone; ``replace`` puts it in place of the message pressed on, if that is private.

    Whatever was pressed, a message that others see is never edited by it.
    """
    rendered = render(screen, WORDS_ONLY if preferred(interaction).plain else glyphs)
    if replace and is_private(interaction):
        await interaction.response.edit_message(**rendered.kwargs)
    elif interaction.response.is_done():
        await interaction.followup.send(**rendered.kwargs, ephemeral=True)
    else:
        await interaction.response.send_message(**rendered.kwargs, ephemeral=True)
