"""Counts presses where the client has a meter (bot/metrics.py); without one this does nothing."""

from __future__ import annotations

from typing import Any, Protocol

import discord


class Meter(Protocol):
    """Counts presses and commands."""

    def began(self, interaction: discord.Interaction[Any]) -> None:
        """Count a press, a command or a form that has arrived."""

    def answered(self, interaction: int) -> None:
        """Note that Discord has taken the answer to this interaction."""

    def refused(self, kind: str) -> None:
        """Count an answer that says why something cannot be done."""


def count_refusal(interaction: discord.Interaction[Any], kind: str) -> None:
    """Count a refusal where the client has a meter."""
    meter: Meter | None = getattr(interaction.client, "meter", None)
    if meter is not None:
        meter.refused(kind)
