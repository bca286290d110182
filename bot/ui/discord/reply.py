"""Private answers to one person, in their language; and counts of presses where the host wants them."""

import io
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, cast

import discord

from bot.locales import Words, language_of, words
from bot.screens.kit import WORDS_ONLY, Glyphs, RenderContext, Row, Screen, glyphs_for, without_emoji
from bot.screens.table.board import board_not_updated, saved_but_not_shown
from bot.tables.model.choices import USUAL, Preferences
from bot.tables.storage.repository import Change
from bot.ui.discord.adapter import Components, render, rows_json

# -- Private answers to one person, in that person's language --------------------------------------------------------

Interaction: TypeAlias = discord.Interaction[Any]

LONGEST = 2000
"""Characters of a message beside its frame."""

TOO_LATE = frozenset({10062, 40060, 10015, 50027})
"""Discord's codes for an interaction that has its answer already or takes none any more."""


ANSWERED = 40060
"""Discord's code for an interaction with an answer: one whose receipt was lost may have arrived."""


class OutsideServer(Exception):
    """Somebody asked elsewhere for something that makes sense only in a server's channel; commands do not allow it."""


def guild_and_channel(interaction: Interaction) -> tuple[int, int]:
    """Return the server and the channel of ``interaction``; raises OutsideServer."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise OutsideServer
    return interaction.guild_id, interaction.channel_id


# What the bot keeps with an interaction, for everything that answers it, stands in its ``extras``:

PREFERENCES = "preferences"
"""The person's choices."""

CHANGE = "change"
"""The change of a table that it has made: whatever goes wrong from now on, storage has that."""

DRAWN = "drawn"
"""That its answer was its message, drawn anew, whatever became of it."""


def saved_sentence(interaction: Interaction) -> str:
    """Return what is true of a press whose board could not be drawn: its change is saved, if it made one."""
    context = RenderContext(reader(interaction), WORDS_ONLY)
    change: Change | None = interaction.extras.get(CHANGE)
    return board_not_updated(context) if change is None else saved_but_not_shown(context, change.after, change.events)


def preferences_of(interaction: Interaction) -> Preferences:
    """Return the choices of the person who pressed or typed."""
    return cast(Preferences, interaction.extras.get(PREFERENCES, USUAL))


def own_glyphs(interaction: Interaction, glyphs: Glyphs) -> Glyphs:
    """Return the emojis for what only the person sees who pressed or typed; ``glyphs`` where they want any."""
    chosen = preferences_of(interaction)
    return glyphs_for(glyphs, plain=chosen.plain, spoken=chosen.spoken)


def in_words(interaction: Interaction) -> Glyphs:
    """Return the emojis of a screen in words for that person: none, whatever they prefer elsewhere."""
    return glyphs_for(WORDS_ONLY, plain=preferences_of(interaction).plain, spoken=True)


def _without_emoji(interaction: Interaction) -> bool:
    chosen = preferences_of(interaction)
    return chosen.plain or chosen.spoken


def reader(interaction: Interaction) -> Words:
    """Return the words of the person who pressed or typed: of the language they chose, else of their Discord."""
    return words(preferences_of(interaction).language or language_of(str(interaction.locale)))


def own_locale(interaction: Interaction) -> str | None:
    """Return the locale that somebody chose for the server; Discord says en-US of those that are no Community."""
    community = interaction.guild is not None and "COMMUNITY" in interaction.guild.features
    return str(interaction.guild_locale) if community and interaction.guild_locale is not None else None


def is_private(interaction: Interaction) -> bool:
    """Whether only one person sees the pressed message, if there is one."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def whisper(interaction: Interaction, sentence: str, rows: tuple[Row, ...] = ()) -> None:
    """Send ``sentence`` to that person alone, whether or not the interaction has its answer.

    Below it stand ``rows`` of buttons without emoji.
    """
    if _without_emoji(interaction):
        sentence = without_emoji(sentence)
    below: Any = {"view": Components(rows_json(rows, None, 0, WORDS_ONLY))} if rows else {}
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True, **below)
    else:
        await interaction.response.send_message(sentence, ephemeral=True, **below)


async def whisper_all(interaction: Interaction, lines: Sequence[str], name: str, view: Components) -> None:
    """Send ``lines`` to that person alone, ``view`` below; if they are longer than a message, a file holds all of them.

    The message then has the lines before the first that does not fit; ``name`` is that of the file, without its ending.
    The interaction must not have an answer yet.
    """
    shown = [without_emoji(line) for line in lines] if _without_emoji(interaction) else list(lines)
    sentence = "\n".join(shown)
    if len(sentence) <= LONGEST:
        await interaction.response.send_message(sentence, view=view, ephemeral=True)
        return
    t = reader(interaction)
    rest = t("All of it is in the file.")
    while len("\n".join((*shown, rest))) > LONGEST:
        shown.pop()
    file = discord.File(io.BytesIO(sentence.replace("`", "").encode()), filename=f"{name}.txt", description=rest)
    await interaction.response.send_message("\n".join((*shown, rest)), file=file, view=view, ephemeral=True)


async def whisper_screen(interaction: Interaction, screen: Screen, glyphs: Glyphs, *, replace: bool = False) -> None:
    """Show ``screen`` to that person alone; ``replace`` puts it in place of the pressed message, if that is private.

    A press never edits a message that others see.
    """
    rendered = render(screen, own_glyphs(interaction, glyphs))
    await whisper_rendered(interaction, rendered, replace=replace)


class Sendable(Protocol):
    """A finished message."""

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``send_message``."""

    @property
    def edited(self) -> dict[str, Any]:
        """The arguments of ``edit`` and ``edit_message``."""


async def whisper_rendered(interaction: Interaction, message: Sendable, *, replace: bool = False) -> None:
    """Show a finished message to that person alone; ``replace`` as in :func:`whisper_screen`."""
    if replace and is_private(interaction):
        await interaction.response.edit_message(**message.edited)
    elif interaction.response.is_done():
        await interaction.followup.send(**message.sent, ephemeral=True)
    else:
        await interaction.response.send_message(**message.sent, ephemeral=True)


# -- Counts presses where the client has a meter (bot/metrics.py); without one this does nothing ---------------------


class PressMetrics(Protocol):
    """Counts presses and commands."""

    def began(self, interaction: Interaction, arrived: float) -> None:
        """Count a press, a command or a form that ``arrived`` at that moment of ``time.perf_counter``."""

    def answered(self, interaction: int) -> None:
        """Note that Discord has taken the answer to this interaction."""

    def refused(self, kind: str) -> None:
        """Count an answer that says why something cannot be done."""


def count_refusal(interaction: Interaction, kind: str) -> None:
    """Count a refusal."""
    if (metrics := interaction.client.press_metrics) is not None:
        metrics.refused(kind)
