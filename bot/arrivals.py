"""What reaches the bot: presses, forms and commands. Each begins here, or is turned away before it costs anything."""

import time
from collections.abc import Callable
from typing import Any

import discord

from bot.gateway import PressVerdict, ShardHandover
from bot.services import Services
from bot.tables.hand import EVERYBODY
from bot.tables.model import memory
from bot.tables.model.choices import USUAL
from bot.tables.model.errors import Blocked
from bot.ui.discord.adapter import read_custom_id
from bot.ui.discord.errors import answer_error, slow_down
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.permissions import may_manage
from bot.ui.discord.press_event import PressInteraction
from bot.ui.discord.reply import (
    PLACES,
    PREFERENCES,
    Interaction,
    PressMetrics,
    count_refusal,
    places_of,
    reader,
    whisper,
)
from bot.ui.press.router import Router, asked

# -- The limit on one person's presses: a burst of 20, then 8 a second, so that quick holds pass and a program does not
# Every press and command asks this before it looks anything up or takes a lock. It writes nothing; a restart forgives.
# Answering costs most of a refusal, so a program that goes on and on gets no more than 50 answers a second.

BURST = 20
PER_SECOND = 8

REFUSALS_AT_ONCE = 100
REFUSALS_PER_SECOND = 50
"""The number of extra presses a second with an answer. For the others Discord shows a failure after three seconds."""

TELL_SECONDS = 5
"""Seconds between answers that are a sentence; other presses only get an acknowledgement."""

_MANY = 10_000
"""The number of people to remember. Above that, drop those whose burst is whole again."""


class PressLimit:
    """The limits of one person: presses and commands, and answers to those that are too many."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Go by the seconds of ``clock``."""
        self._clock = clock
        self._presses = _Buckets(BURST, PER_SECOND)
        self._refusals = _Buckets(REFUSALS_AT_ONCE, REFUSALS_PER_SECOND)
        self._notified_until: dict[int, float] = {}

    def allows(self, user: int) -> bool:
        """Count a press of ``user`` and return whether it may go on; a refused press costs nothing."""
        return self._presses.take(user, self._clock())

    def answers(self, user: int) -> bool:
        """Count a refused press of ``user``, and return whether it gets an answer."""
        return self._refusals.take(user, self._clock())

    def should_notify(self, user: int) -> bool:
        """Return whether the answer to ``user`` is a sentence now; if so, not again for :data:`TELL_SECONDS`."""
        now = self._clock()
        if now < self._notified_until.get(user, now):
            return False
        self._notified_until = {person: at for person, at in self._notified_until.items() if at > now}
        self._notified_until[user] = now + TELL_SECONDS
        return True


class _Buckets:
    """A token bucket per person, as one number: the moment at which it will be full again."""

    def __init__(self, burst: int, per_second: int) -> None:
        self._seconds = burst / per_second + 1e-9
        """The seconds that an empty bucket takes to fill."""
        self._each = 1 / per_second
        self._full: dict[int, float] = {}

    def take(self, user: int, now: float) -> bool:
        full = max(self._full.get(user, now), now) + self._each
        if full - now > self._seconds:
            return False
        self._full[user] = full
        if len(self._full) > _MANY:
            self._full = {person: at for person, at in self._full.items() if at > now}
        return True


# -- What begins -----------------------------------------------------------------------------------------------------

_ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class Arrivals:
    """Lets begin what is this process's own, while the bot is not closing, of people who are not too quick."""

    def __init__(
        self, services: Services, names: DisplayNames, router: Router, turnover: ShardHandover | None = None
    ) -> None:
        """Send presses to ``router``, and remember in ``names`` who pressed.

        ``turnover`` says which are this process's own, where several processes share the shards.
        """
        self._services = services
        self._names = names
        self._router = router
        self.turnover = turnover
        self.limit = PressLimit()
        self.closing = False
        """Whether the bot is about to disconnect; then it begins nothing more."""

    async def press(self, interaction: Interaction) -> None:
        """Send presses to the router; discord.py itself sends commands to the tree."""
        if interaction.type not in _ROUTED:
            return
        if await self.begins(interaction):
            await self._router.route(interaction)
        # An interaction and its response refer to each other. What Discord sent need not wait for the collector too.
        if isinstance(interaction, PressInteraction):
            _ = interaction.channel  # Later answers need it; it may still stand in the text alone.
            interaction.message, interaction.event_text = None, ""

    async def begins(self, interaction: Interaction) -> bool:
        """Count the running task as under way, unless the bot is closing or that person is too quick.

        A person who is too quick gets a sentence, but a program that goes on and on does not; somebody who is blocked
        gets one. This looks up the person's preferences, once; from now on they travel with the interaction. Storage's
        time limit for all of it begins here too.
        """
        arrived = time.perf_counter()
        answer = (
            PressVerdict.YES
            if self.turnover is None
            else await self.turnover.answer(interaction.guild_id, interaction.id)
        )
        if answer is PressVerdict.NO:
            return False  # Another process answers it, and counts it.
        memory.ABOUT.set(memory.About(interaction.guild_id))
        metrics: PressMetrics | None = interaction.client.press_metrics
        if metrics is not None:
            metrics.began(interaction, arrived)
        typing = interaction.type is discord.InteractionType.autocomplete  # It takes no words for an answer.
        if self.closing or answer is PressVerdict.LATER:
            t = reader(interaction)
            if not typing:
                await whisper(interaction, t("I am just restarting. Please press again in a moment."))
            return False
        if not self.limit.allows(interaction.user.id):
            count_refusal(interaction, "too_quick")
            if self.limit.answers(interaction.user.id) and not typing:
                await slow_down(interaction, silently=not self.limit.should_notify(interaction.user.id))
            return False
        memory.begin(interaction.response.is_done)
        self._router.count()
        user = interaction.user
        asks = self._services.hand.blocks and not _is_about_own_data(interaction)
        if asks and (blocked := self._blocked(interaction)) is not None:
            if not typing:
                interaction.extras[PREFERENCES] = await self._services.preferences.of_or(user.id, USUAL)
                await answer_error(interaction, blocked)
            return False
        # Most names are clean as they come, so most people are known by the very name they have.
        for place in interaction.extras.get(PLACES) or places_of(interaction):
            if self._names.get((place, user.id)) != user.display_name:
                self._names.note(place, user)
        self._services.tables.presence.pressed(user.id)
        interaction.extras[PREFERENCES] = await self._services.preferences.of_or(user.id, USUAL)
        return True

    def _blocked(self, interaction: Interaction) -> Blocked | None:
        """Return why the bot does nothing for this person here."""
        manages = may_manage(interaction)
        block = self._services.hand.block_of(interaction.guild_id or 0, interaction.user.id, manages=manages)
        return None if block is None else Blocked(block.by_host, block.user == EVERYBODY, block.until, block.why)


_OWN_DATA = ("preferences", "privacy")


def _is_about_own_data(interaction: Interaction) -> bool:
    """Whether somebody asks what the bot keeps about them: that stays open to people who are blocked."""
    data: Any = interaction.data or {}
    pressed = read_custom_id(data.get("custom_id") or "")
    if pressed is None:
        return data.get("name") in _OWN_DATA
    return pressed.table is None and asked(pressed, data.get("values")).partition(" ")[0] in _OWN_DATA
