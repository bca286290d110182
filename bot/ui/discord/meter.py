"""Where presses are counted, if somebody counts them (bot/metrics.py): nothing is done for it otherwise."""

from __future__ import annotations

from typing import Any, Protocol

import discord


class Meter(Protocol):
    """Counts presses and commands."""

    def began(self, interaction: discord.Interaction[Any]) -> None:
        """A press, a command or a form has arrived."""

    def answered(self, interaction: int) -> None:
        """The interaction of this id was answered, and Discord has taken the answer."""

    def refused(self, kind: str) -> None:
        """Somebody was told that something cannot be done."""


def count_refusal(interaction: discord.Interaction[Any], kind: str) -> None:
    """Count a refusal where the client has a meter."""
    meter: Meter | None = getattr(interaction.client, "meter", None)
    if meter is not None:
        meter.refused(kind)
