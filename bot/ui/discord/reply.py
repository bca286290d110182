"""Private answers to one person, in their language; and counts of presses where the host wants them."""

import io
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

import discord

from bot.locales import Words, language_of, words
from bot.screens.kit import WORDS_ONLY, Glyphs, RenderContext, Row, Screen, glyphs_for, without_emoji
from bot.screens.table.board import board_not_updated, saved_but_not_shown
from bot.tables.model.choices import USUAL, Preferences
from bot.tables.model.memory import LruCache
from bot.tables.model.place import group_place, own_place
from bot.tables.model.table import Table
from bot.tables.storage.repository import Change
from bot.ui.discord.adapter import Components, read_custom_id, render, rows_json
from bot.ui.pace.budget import LOST

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


# Where it happens (:mod:`bot.tables.model.place`): a server, a group, or the bot's direct messages.


GUEST = "guest"
"""Where it is known: whether the bot is one (:func:`is_guest`); what the bot keeps with an interaction stands below."""


PLACES = "places"
"""Where it is known: those of :func:`places_of`."""


def is_guest(interaction: Interaction) -> bool:
    """Whether the bot is a guest here, on somebody's account: no member, without permissions and routes of channels."""
    known: bool | None = interaction.extras.get(GUEST)
    if known is None:
        home = interaction.is_guild_integration() or not interaction.is_user_integration()
        guild = interaction.guild_id
        known = guild is None or not (home or interaction.client.get_guild(guild) is not None)
        interaction.extras[GUEST] = known
    return known


def place_of(interaction: Interaction) -> int:
    """Return the place, which everybody shares who is there."""
    if interaction.guild_id is not None:
        return interaction.guild_id
    if interaction.context.private_channel:
        return group_place(interaction.channel_id or 0)
    return own_place(interaction.user.id)


def personal_place(interaction: Interaction) -> int:
    """Return the place of what is played alone: the server, and wherever the bot is a guest the person's own."""
    return own_place(interaction.user.id) if is_guest(interaction) else place_of(interaction)


def places_of(interaction: Interaction) -> tuple[int, ...]:
    """Return the places whose tables can be shown here: where the bot is a guest, also that of what is played alone."""
    here = (place_of(interaction),)
    return (*here, own_place(interaction.user.id)) if is_guest(interaction) else here


def personal_and_channel(interaction: Interaction) -> tuple[int, int]:
    """Return :func:`personal_place` and the channel; raises OutsideServer where there is no channel."""
    if interaction.channel_id is None:
        raise OutsideServer
    return personal_place(interaction), interaction.channel_id


def guild_and_channel(interaction: Interaction) -> tuple[int, int]:
    """Return the place and the channel of ``interaction``; raises OutsideServer where there is no channel."""
    if interaction.channel_id is None:
        raise OutsideServer
    return place_of(interaction), interaction.channel_id


def server_and_channel(interaction: Interaction) -> tuple[int, int]:
    """Return the same where the bot is at home; raises OutsideServer where it is a guest."""
    if is_guest(interaction):
        raise OutsideServer
    return guild_and_channel(interaction)


# What the bot keeps with an interaction, for everything that answers it, stands in its ``extras``:

PREFERENCES = "preferences"
"""The person's choices."""

CHANGE = "change"
"""The change of a table that it has made: whatever goes wrong from now on, storage has that."""

HELPERS = "helpers"
"""The roles whose people may do what it asks for, where its person has none of them: a refusal names these."""

DRAWN = "drawn"
"""That its answer was its message, drawn anew, whatever became of it."""

WANTS_FILES = "wants files"
"""Whether somebody wants to know what Discord makes of new files in its answer."""


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


def _without(interaction: Interaction, sentence: str) -> str:
    return without_emoji(sentence) if _without_emoji(interaction) else sentence


def reader(interaction: Interaction) -> Words:
    """Return the words of the person who pressed or typed: of the language they chose, else of their Discord."""
    return words(preferences_of(interaction).language or language_of(str(interaction.locale)))


def own_locale(interaction: Interaction) -> str | None:
    """Return the locale that somebody chose for the server; Discord says en-US of those that are no Community."""
    community = interaction.guild is not None and "COMMUNITY" in interaction.guild.features
    return str(interaction.guild_locale) if community and interaction.guild_locale is not None else None


ON_BOARD = "on board"
"""That the pressed message is the board of its table."""


HEARD = "heard"
"""That the pressed message is a board in words, with the buttons of its game, which one person hears beside it."""


def is_private(interaction: Interaction) -> bool:
    """Whether the pressed message is something beside a board that one person sees, if there is one.

    A board may be seen by its player alone too: what is opened there stands beside it.
    """
    message = interaction.message
    return message is not None and message.flags.ephemeral and ON_BOARD not in interaction.extras


async def whisper(interaction: Interaction, sentence: str, rows: tuple[Row, ...] = ()) -> discord.WebhookMessage | None:
    """Send ``sentence`` to that person alone, whether or not the interaction has its answer.

    Below it stand ``rows`` of buttons without emoji. Returns the message where it is not the answer itself.
    """
    sentence = _without(interaction, sentence)
    below: Any = {"view": Components(rows_json(rows, None, 0, WORDS_ONLY))} if rows else {}
    if interaction.response.is_done():
        return await interaction.followup.send(sentence, ephemeral=True, wait=True, **below)
    await interaction.response.send_message(sentence, ephemeral=True, **below)
    return None


_LAST_KEPT = 1024

_AT_HAND_MS = 60_000
"""For so long, a private message stands where its reader looks."""

TOKEN_SECONDS = 14 * 60
"""Seconds after a press in which to use its token: a little less than Discord takes it."""

_TOKEN_MS = TOKEN_SECONDS * 1000


class _Spot:
    """Where a private sentence stands: in the answer to a press, or in a message after that."""

    def __init__(self, press: Interaction) -> None:
        self.press = press
        self._follows = press.response.is_done()
        self._message: discord.WebhookMessage | None = None

    @property
    def taken(self) -> bool:
        """Whether the sentence stands there already."""
        return self._message is not None if self._follows else self.press.response.is_done()

    async def say(self, sentence: str) -> None:
        """Send the sentence."""
        self._message = await whisper(self.press, sentence)

    async def write(self, sentence: str) -> None:
        """Say ``sentence`` there instead."""
        if self._message is None:
            await self.press.edit_original_response(content=sentence)
        else:
            await self._message.edit(content=sentence)

    async def clear(self) -> None:
        """Delete the message, as far as Discord does that still."""
        if not self.taken:
            return
        with suppress(*LOST, discord.HTTPException):  # They may have dismissed it.
            if self._message is None:
                await self.press.delete_original_response()
            else:
                await self._message.delete()


class PrivateSentence(NamedTuple):
    """A private sentence that stands somewhere."""

    place: _Spot
    sentence: str
    table: str | None
    """The code of the table that it is about."""
    holds: Callable[[Table], bool]
    """Whether it is true of that table."""


class LastSaid(LruCache[tuple[int, int], PrivateSentence]):
    """What :func:`whisper_in_place` said last, by channel and person. It goes once it is no longer true."""

    def __init__(self, later: Callable[[Awaitable[object], str], object]) -> None:
        """Know of nothing yet; take messages away ``later``, when nobody waits."""
        super().__init__(_LAST_KEPT)
        self._later = later

    def before(self, interaction: Interaction) -> tuple[_Spot | None, str, bool]:
        """Return where the person of this press read something last, the sentence, and whether it is at hand."""
        said = self.get(_place(interaction))
        age = _TOKEN_MS if said is None else _milliseconds(said.place.press, interaction)
        return (said.place, said.sentence, age < _AT_HAND_MS) if said and age < _TOKEN_MS else (None, "", False)

    def remember(self, interaction: Interaction, place: _Spot, sentence: str, holds: Callable[[Table], bool]) -> None:
        """Remember that ``sentence`` stands at ``place`` for the person of ``interaction``.

        ``holds`` says whether that is true of the table that was pressed.
        """
        data: Mapping[str, Any] = interaction.data or {}
        pressed = read_custom_id(str(data.get("custom_id", "")))
        about = None if pressed is None else pressed.table
        self.put(_place(interaction), PrivateSentence(place, sentence, about, holds))
        self.drop_oldest(lambda said: _milliseconds(said.place.press, interaction) >= _TOKEN_MS)

    def forget(self, interaction: Interaction) -> None:
        """Leave what the person of ``interaction`` reads: it says something else now."""
        self.drop(_place(interaction))

    async def panel(self, interaction: Interaction, show: Awaitable[object], holds: Callable[[Table], bool]) -> None:
        """Answer a press by ``show``, a private panel, which goes by itself once it ``holds`` no longer."""
        place = _Spot(interaction)
        await show
        self.remember(interaction, place, "", holds)

    def follow(self, table: Table) -> None:
        """Take away from the people at ``table`` what is not true of it now."""
        for user in table.people:
            said = self.get((table.channel, user))
            if said is not None and said.table == table.code and not said.holds(table):
                self._take_away((table.channel, user), said)

    def answered(self, interaction: Interaction) -> None:
        """Take away what the person of ``interaction`` read before it was answered by something else."""
        said = self.get(_place(interaction))
        if said is not None:
            self._take_away(_place(interaction), said)

    def _take_away(self, place: tuple[int, int], said: PrivateSentence) -> None:
        self.drop(place)
        if said.place.taken:  # Else it is on its way, and its sender takes it away.
            self._later(said.place.clear(), "take a private sentence away")


def _place(interaction: Interaction) -> tuple[int, int]:
    return interaction.channel_id or 0, interaction.user.id


def _milliseconds(earlier: Interaction, later: Interaction) -> int:
    return later.id - earlier.id >> 22


async def whisper_in_place(interaction: Interaction, sentence: str, holds: Callable[[Table], bool]) -> None:
    """Answer a press by ``sentence``, in place of the last one that this said to that person in the channel.

    What stands there already is not said again; a message from before a minute goes, and a new one says it.
    It goes by itself once it no longer ``holds`` of the table.
    """
    said: LastSaid = interaction.client.said_last
    earlier, before, at_hand = said.before(interaction)
    if earlier is None or not at_hand:
        place = _Spot(interaction)
        said.remember(interaction, place, sentence, holds)
        try:
            await place.say(sentence)
        except BaseException:
            said.drop(_place(interaction))
            raise
        now = said.get(_place(interaction))
        if now is None or now.place is not place:
            await place.clear()
        if earlier is not None:
            await earlier.clear()
        return
    said.remember(interaction, earlier, sentence, holds)
    if not interaction.response.is_done():
        await interaction.response.defer()
    if sentence != before and earlier.taken:
        try:
            await earlier.write(_without(interaction, sentence))
        except (*LOST, discord.HTTPException):  # They may have dismissed it, or it was taken away.
            if said.get(_place(interaction)) is not None:
                await whisper(interaction, sentence)


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
